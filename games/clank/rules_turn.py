"""The end of a turn and what follows: trash, draw, refill, attack, countdown, next seat (sections 2, 12, 16)."""

from __future__ import annotations

from games.clank.catalogue import CARDS, TABLE
from games.clank.commands import EndTurn, TrashCard
from games.clank.decks import draw_cards, dungeon_has_a_card
from games.clank.dragon import attack, countdown_turn
from games.clank.effects import arrive, meet_conditions, teleport_targets
from games.clank.events import (
    CardDiscarded,
    CardTrashed,
    Lost,
    PlayAreaDiscarded,
    RowRefilled,
    TrashDemanded,
    TrashLapsed,
    TurnEnded,
    TurnStarted,
)
from games.clank.refusals import check_turn, not_found
from games.clank.scoring import match_ended
from games.clank.state import Card, State, clockwise_from, everyone_is_out
from games.clank.unfolding import Unfolding
from games.decider import Event, IllegalMove, Seat
from games.dice import Dice


def finish(unfolding: Unfolding) -> list[Event]:
    """The last step of every command of a turn but its end: conditions are met, or a fallen player's turn is cut short.

    CLANK-18.2 and CLANK-15.8.
    """
    seat = unfolding.state.turn.seat
    if unfolding.player(seat).status == "ko":
        _cut_short(unfolding, seat)
    else:
        meet_conditions(unfolding, seat)
    return unfolding.events


def _cut_short(unfolding: Unfolding, seat: Seat) -> None:
    """CLANK-15.8: the hand is discarded unplayed and obligations lapse; then the turn ends as usual."""
    for card in unfolding.player(seat).hand:
        unfolding.emit(
            CardDiscarded(seat=seat, card_id=card.id, name=card.name, reason="knocked_out", rule="CLANK-15.8")
        )
    for owed in unfolding.state.turn.owed:
        unfolding.emit(TrashLapsed(seat=seat, filter=owed.filter, source=owed.source, rule="CLANK-15.8"))
    _lose_pools(unfolding, seat, rule="CLANK-12.1 CLANK-15.8")
    _after_trashing(unfolding, seat)


def end_turn(state: State, command: EndTurn, dice: Dice) -> list[Event]:
    """CLANK-2.6, CLANK-2.11, CLANK-12.1 to CLANK-12.9: all that follows from a turn that is over."""
    check_turn(state, command.seat)
    refusal = why_not_end(state)
    if refusal is not None:
        raise refusal
    unfolding = Unfolding(state, dice)
    _lose_pools(unfolding, command.seat, rule="CLANK-12.1")
    _carry_on(unfolding, command.seat)
    return unfolding.events


def why_not_end(state: State) -> IllegalMove | None:
    seat = state.turn.seat
    if state.players[seat].hand:
        return IllegalMove("CLANK-2.6", "hand_not_empty", "Every card in hand must be played before the turn can end.")
    if state.turn.teleports and teleport_targets(state, seat):
        return IllegalMove("CLANK-19.8", "teleport_pending", "A teleport that can be used must be used in this turn.")
    return None


def trash_card(state: State, command: TrashCard, dice: Dice) -> list[Event]:
    """CLANK-19.4: the card is named, removed, and the end of the turn goes on."""
    check_turn(state, command.seat, "TRASH_CHOICE")
    card = next((card for card in candidates(state, command.seat) if card.id == command.card_id), None)
    if card is None:
        message = "Only a card of your own play area or discard pile can be trashed now."
        raise not_found("CLANK-19.4", message)
    unfolding = Unfolding(state, dice)
    _trash(unfolding, command.seat, card)
    _carry_on(unfolding, command.seat)
    return unfolding.events


def candidates(state: State, seat: Seat) -> tuple[Card, ...]:
    """CLANK-19.4: the cards that fit the oldest obligation, play area first, each zone by number."""
    player, wanted = state.players[seat], state.turn.owed[0].filter
    zones = (*_by_number(player.play), *_by_number(player.discard))
    return tuple(card for card in zones if wanted in ("any", card.name))


def _by_number(cards: tuple[Card, ...]) -> list[Card]:
    return sorted(cards, key=lambda card: (len(card.id), card.id))


def _trash(unfolding: Unfolding, seat: Seat, card: Card) -> None:
    in_play = card in unfolding.player(seat).play
    unfolding.emit(
        CardTrashed(
            seat=seat,
            card_id=card.id,
            name=card.name,
            zone="play_area" if in_play else "discard",
            rule="CLANK-12.2 CLANK-19.4",
        )
    )


def _lose_pools(unfolding: Unfolding, seat: Seat, rule: str) -> None:
    """CLANK-12.1: everything unspent is lost."""
    turn = unfolding.state.turn
    lost = Lost(turn.skill, turn.swords, turn.boots, turn.quiet, turn.teleports)
    unfolding.emit(TurnEnded(seat=seat, lost=lost, rule=rule))


def _carry_on(unfolding: Unfolding, seat: Seat) -> None:
    """CLANK-12.2, CLANK-19.5: obligations one by one, the oldest first; stop where the player has to choose."""
    while unfolding.state.turn.owed:
        owed = unfolding.state.turn.owed[0]
        cards = candidates(unfolding.state, seat)
        if not cards:
            unfolding.emit(TrashLapsed(seat=seat, filter=owed.filter, source=owed.source, rule="CLANK-19.5"))
        elif len({card.name for card in cards}) == 1:
            _trash(unfolding, seat, cards[0])
        else:
            unfolding.emit(TrashDemanded(seat=seat, filter=owed.filter, source=owed.source, rule="CLANK-19.4"))
            return
    _after_trashing(unfolding, seat)


def _after_trashing(unfolding: Unfolding, seat: Seat) -> None:
    """CLANK-12.3 to CLANK-12.9."""
    player = unfolding.player(seat)
    if player.play:
        card_ids = tuple(card.id for card in player.play)
        unfolding.emit(PlayAreaDiscarded(seat=seat, card_ids=card_ids, rule="CLANK-12.3"))
    if player.status == "in":
        draw_cards(unfolding, seat, TABLE.hand_size, "end_of_turn", rule="CLANK-12.4")
    if everyone_is_out(unfolding.state):
        unfolding.emit(match_ended(unfolding.state, rule="CLANK-12.5 CLANK-16.9"))
        return
    if refill(unfolding, seat):
        attack(unfolding, "refill", rule="CLANK-12.8")
    pass_on(unfolding, seat)


def refill(unfolding: Unfolding, seat: Seat) -> bool:
    """CLANK-12.6 to CLANK-12.8, CLANK-12.10: slot by slot, each card arriving; True if a dragon symbol showed up."""
    dragon = False
    for slot, there in enumerate(unfolding.state.row):
        if there is None and dungeon_has_a_card(unfolding):
            card = unfolding.state.dungeon_deck[0]
            unfolding.emit(RowRefilled(slot=slot, card_id=card.id, name=card.name, rule="CLANK-12.6"))
            arrive(unfolding, slot, card, seat)
            dragon |= CARDS[card.name].dragon
    return dragon


def pass_on(unfolding: Unfolding, seat: Seat) -> None:
    """CLANK-12.9, CLANK-16.3, CLANK-16.9: to the next seat that is inside; countdown turns happen on the way."""
    while not everyone_is_out(unfolding.state):
        seat = clockwise_from(unfolding.state, seat)[1]
        if seat == unfolding.state.countdown_seat:
            countdown_turn(unfolding, seat)
        elif unfolding.is_in(seat):
            number = unfolding.state.turn.number + 1
            unfolding.emit(TurnStarted(seat=seat, turn_no=number, rule="CLANK-2.1 CLANK-12.9"))
            return
    unfolding.emit(match_ended(unfolding.state, rule="CLANK-16.9"))
