"""What can have happened. The cards of a set run from bottom to top; the first of an order is its top card."""

from __future__ import annotations

from typing import Annotated, Literal

from events.visibility import SEALED, only_for
from games.big_deal.catalogue import CardId, TitleId
from games.decider import Event, Seat

SetId = str  # S<round>-<k>: the k-th set formed in the round; a set keeps its id when it grows or is stolen
Source = Literal["hand", "discard"]
EndedBy = Literal["defence_declined", "attack_stopped", "defender_out_of_cards", "attacker_out_of_cards"]
DrawReason = Literal["turn_end", "duel_attacker", "duel_defender"]


class MatchStarted(Event, frozen=True):
    seats: int
    hand_size: int
    first_dealer_seat: Seat
    target: int
    ruleset: int


class RoundStarted(Event, frozen=True):
    """All cards are gathered into the pick-up pile; the shuffle follows."""

    round: int
    dealer_seat: Seat
    starting_seat: Seat


class DeckShuffled(Event, frozen=True):
    round: int
    order: Annotated[tuple[CardId, ...], SEALED]


class HandDealt(Event, frozen=True):
    round: int
    seat: Seat
    cards: Annotated[tuple[CardId, ...], only_for("seat")]
    count: int


class StarterRevealed(Event, frozen=True):
    """The top card of the pick-up pile is turned up; if it is not accepted it stays in the pile."""

    round: int
    attempt: int
    card: CardId
    accepted: bool


class PickUpPileReshuffled(Event, frozen=True):
    round: int
    attempt: int
    order: Annotated[tuple[CardId, ...], SEALED]


class TurnStarted(Event, frozen=True):
    round: int
    turn: int
    seat: Seat


class SetFormed(Event, frozen=True):
    seat: Seat
    set_id: SetId
    set_type: TitleId
    source: Source
    hand_cards: tuple[CardId, ...]
    discard_card: CardId | None
    cards: tuple[CardId, ...]


class AttackDeclared(Event, frozen=True):
    seat: Seat
    target_seat: Seat
    set_id: SetId
    set_type: TitleId
    card: CardId


class DefencePlayed(Event, frozen=True):
    seat: Seat
    card: CardId


class AttackContinued(Event, frozen=True):
    seat: Seat
    card: CardId


class DefenceDeclined(Event, frozen=True):
    seat: Seat


class AttackStopped(Event, frozen=True):
    seat: Seat


class DuelResolved(Event, frozen=True):
    """The attacked set and all cards of the duel become one set on top of the winner's collection."""

    attacker_seat: Seat
    defender_seat: Seat
    winner_seat: Seat
    ended_by: EndedBy
    set_id: SetId
    set_type: TitleId
    attack_cards: tuple[CardId, ...]
    defence_cards: tuple[CardId, ...]
    cards: tuple[CardId, ...]


class CardDiscarded(Event, frozen=True):
    seat: Seat
    card: CardId


class CardsDrawn(Event, frozen=True):
    seat: Seat
    cards: Annotated[tuple[CardId, ...], only_for("seat")]
    count: int
    pile_left: int
    reason: DrawReason


class TurnEnded(Event, frozen=True):
    round: int
    turn: int
    seat: Seat


class RoundEnded(Event, frozen=True):
    round: int
    out_seats: tuple[Seat, ...]


class HandDiscarded(Event, frozen=True):
    seat: Seat
    cards: tuple[CardId, ...]


class RoundScored(Event, frozen=True):
    round: int
    round_totals: tuple[int, ...]
    match_totals: tuple[int, ...]


class MatchEnded(Event, frozen=True):
    winner_seats: tuple[Seat, ...]
    match_totals: tuple[int, ...]
    rounds_played: int
