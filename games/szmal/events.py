"""What can have happened in a match of Szmal: a storage format, so a field once stored keeps its meaning."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Struct

from events.visibility import PER_SEAT, SEALED, only_for
from games.decider import Event, Seat
from games.szmal.state import DecisionKind, Origin, Pick, Score, Work
from games.szmal.vocabulary import Option


class MatchStarted(Event, frozen=True, kw_only=True):
    seats: int
    catalogue: str  # the digest of the cards that this match is played with
    packs: tuple[str, ...]
    bank: int
    markers: int


class DeckShuffled(Event, frozen=True, kw_only=True):
    order: Annotated[tuple[int, ...], SEALED]  # top first: the only luck of the match


class PacketsDealt(Event, frozen=True, kw_only=True):
    packets: Annotated[tuple[tuple[int, ...], ...], SEALED]
    draw_pile_size: int


class RoundStarted(Event, frozen=True, kw_only=True):
    round: int
    opened: Annotated[tuple[tuple[int, ...], ...], PER_SEAT]  # the packet that each seat now looks at


class DecisionOpened(Event, frozen=True, kw_only=True):
    """The match waits for these seats. `stack` is the work that goes on afterwards, the next piece last."""

    decision_id: int
    kind: DecisionKind
    seats: tuple[Seat, ...]
    card: int | None  # the card that asks
    stack: tuple[Work, ...]


class CardDrafted(Event, frozen=True, kw_only=True):
    seat: Seat
    packet: Seat  # the seat it was dealt to
    card: Annotated[int, only_for("seat")]
    auto: bool = False


class Move(Struct, frozen=True):
    """A packet on its way to the left."""

    packet: Seat
    giver: Seat
    taker: Seat
    size: int


class PacketsPassed(Event, frozen=True, kw_only=True):
    moves: tuple[Move, ...]


class CardCommitted(Event, frozen=True, kw_only=True):
    seat: Seat
    card: Annotated[int, only_for("seat")]
    auto: bool = False


class CardsRevealed(Event, frozen=True, kw_only=True):
    plays: tuple[Pick, ...]  # in the order in which they are resolved
    order: tuple[Seat, ...]


class ExtraCardChosen(Event, frozen=True, kw_only=True):
    seat: Seat
    card: int
    source: int
    auto: bool = False


class ExtraPlayDeclined(Event, frozen=True, kw_only=True):
    seat: Seat
    source: int


class CardResolutionStarted(Event, frozen=True, kw_only=True):
    seat: Seat
    card: int
    origin: Origin
    costs_ignored: bool
    requirements_ignored: bool


class CostPaid(Event, frozen=True, kw_only=True):
    seat: Seat
    card: int
    option: Option
    amount: int = 0
    paid_card: int | None = None
    paid_markers: int = 0
    auto: bool = False


class CostDeclined(Event, frozen=True, kw_only=True):
    seat: Seat
    card: int


class HandCardDiscarded(Event, frozen=True, kw_only=True):
    seat: Seat
    card: int


class PlayedCardDiscarded(Event, frozen=True, kw_only=True):
    seat: Seat
    card: int
    reason: Literal["COST_DECLINED", "COST_UNPAYABLE", "REQUIREMENT_UNMET"]


class CardEnteredTerritory(Event, frozen=True, kw_only=True):
    seat: Seat
    card: int


class PropertyChosen(Event, frozen=True, kw_only=True):
    seat: Seat
    card: int
    auto: bool = False


class MarkersPlaced(Event, frozen=True, kw_only=True):
    seat: Seat
    property: int
    count: int
    cause: int | Literal["SYMBOLS"]


class MarkersRemoved(Event, frozen=True, kw_only=True):
    seat: Seat
    property: int
    count: int
    cause: int


class CashGained(Event, frozen=True, kw_only=True):
    seat: Seat
    gain: int  # 1, 2, 3 … through the match
    amount: int  # base, doubled so many times
    base: int
    doublings: int
    cause: int
    mirror_of: int | None = None  # the gain that this one mirrors


class CashLost(Event, frozen=True, kw_only=True):
    seat: Seat
    amount: int
    demanded: int
    cause: int


class CardLost(Event, frozen=True, kw_only=True):
    seat: Seat
    card: int
    to: Literal["DISCARD", "HAND"]
    markers_returned: int
    reason: Literal["COST", "EFFECT"]
    cause: int


class CardDrawn(Event, frozen=True, kw_only=True):
    seat: Seat
    card: Annotated[int, only_for("seat")]
    draw_pile_size: int


class DrawPileRevealed(Event, frozen=True, kw_only=True):
    seat: Seat
    cards: tuple[int, ...]
    found: int | None
    draw_pile_size: int


class GangsterCopied(Event, frozen=True, kw_only=True):
    seat: Seat
    card: int
    copied: int
    auto: bool = False


class LastingEffectCreated(Event, frozen=True, kw_only=True):
    effect: int  # 1, 2, 3 … through the match
    seat: Seat
    cause: int  # the card that made it
    printed: int  # the card it is printed on; another one only if the maker is a copy
    clause: int  # which of that card's abilities, from 0
    works_in_round: int
    paid_markers: int


class LastingEffectExpired(Event, frozen=True, kw_only=True):
    effect: int
    seat: Seat
    cause: int  # the card that made it


class ActionKept(Event, frozen=True, kw_only=True):
    seat: Seat
    card: int
    until_round: int


class ActionDiscarded(Event, frozen=True, kw_only=True):
    seat: Seat
    card: int


class CardReturnedToHand(Event, frozen=True, kw_only=True):
    seat: Seat
    card: int
    cause: int


class AbilityResolved(Event, frozen=True, kw_only=True):
    seat: Seat
    card: int
    had_effect: bool
    auto: bool = False


class LossChosen(Event, frozen=True, kw_only=True):
    seat: Seat
    effect: int | None
    card: Annotated[int, only_for("seat")]
    auto: bool = False


class LossesRevealed(Event, frozen=True, kw_only=True):
    effect: int | None
    cause: int
    losses: tuple[Pick, ...]


class SupplyOverdrawn(Event, frozen=True, kw_only=True):
    kind: Literal["CASH", "MARKERS"]
    balance: int


class RoundEnded(Event, frozen=True, kw_only=True):
    round: int


class MatchScored(Event, frozen=True, kw_only=True):
    scores: tuple[Score, ...]


class MatchEnded(Event, frozen=True, kw_only=True):
    winners: tuple[Seat, ...]
