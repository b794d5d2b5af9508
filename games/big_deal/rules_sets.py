"""Forming a set from the hand or with the discard pile, and discarding (rulebook, sections 4, 5 and 7)."""

from __future__ import annotations

from games.big_deal import effects
from games.big_deal.catalogue import NUMBERS, CardId
from games.big_deal.commands import DiscardCard, FormSetFromHand, FormSetWithDiscard
from games.big_deal.events import CardDiscarded, SetFormed
from games.big_deal.rules_round import end_turn
from games.big_deal.rules_turn import require_decision, require_in_hand
from games.big_deal.state import State
from games.big_deal.unfolding import Unfolding
from games.decider import Event, IllegalMove, Seat
from games.dice import Dice


def form_set_from_hand(state: State, command: FormSetFromHand, dice: Dice) -> list[Event]:
    """BIGDEAL-4.1 to BIGDEAL-4.8: two identical objects, or an object and a joker, go on top of the collection."""
    require_decision(state, command, "turn_action")
    if len(command.card_ids) != NUMBERS.set_size:
        message = f"A new set has exactly {NUMBERS.set_size} cards; name that many."
        raise IllegalMove("BIGDEAL-4.5", "set_size", message)
    first, second = command.card_ids
    if first == second:
        raise IllegalMove("BIGDEAL-4.1", "duplicate_card", "The same card is named twice; a set takes two cards.")
    require_in_hand(state, command.seat, first, second)
    _require_pair(first, second, two_jokers="BIGDEAL-4.3", no_match="BIGDEAL-4.4")
    has_joker = effects.is_joker(first) or effects.is_joker(second)
    formed = _set_formed(
        state, command.seat, command.card_ids, None, rule="BIGDEAL-4.2" if has_joker else "BIGDEAL-4.1"
    )
    unfolding = Unfolding(state, dice)
    unfolding.emit(formed)
    return end_turn(unfolding)


def form_set_with_discard(state: State, command: FormSetWithDiscard, dice: Dice) -> list[Event]:
    """BIGDEAL-5.1 to BIGDEAL-5.9: the top discard and one card from the hand make a set."""
    require_decision(state, command, "turn_action")
    if not state.discards:
        message = "The discard pile is empty; form a set from your hand, attack a set or discard a card."
        raise IllegalMove("BIGDEAL-5.11", "discard_empty", message)
    require_in_hand(state, command.seat, command.card_id)
    top = state.discards[-1]
    _require_pair(top, command.card_id, two_jokers="BIGDEAL-5.5", no_match="BIGDEAL-5.2")
    if effects.is_joker(top):
        rule = "BIGDEAL-5.4"
    else:
        rule = "BIGDEAL-5.3" if effects.is_joker(command.card_id) else "BIGDEAL-5.2"
    formed = _set_formed(state, command.seat, (command.card_id,), top, rule=f"BIGDEAL-5.1 {rule}")
    unfolding = Unfolding(state, dice)
    unfolding.emit(formed)
    return end_turn(unfolding)


def discard_card(state: State, command: DiscardCard, dice: Dice) -> list[Event]:
    """BIGDEAL-7.1, BIGDEAL-7.2: any card from the hand becomes the top of the discard pile."""
    require_decision(state, command, "turn_action")
    require_in_hand(state, command.seat, command.card_id)
    discarded = CardDiscarded(seat=command.seat, card=command.card_id, rule="BIGDEAL-7.1")
    unfolding = Unfolding(state, dice)
    unfolding.emit(discarded)
    return end_turn(unfolding)


def _require_pair(first: CardId, second: CardId, *, two_jokers: str, no_match: str) -> None:
    if effects.pairs(first, second):
        return
    if effects.is_joker(first) and effects.is_joker(second):
        message = "Two jokers make no set; put a joker with an object card."
        raise IllegalMove(two_jokers, "two_jokers", message)
    message = "These cards do not match; a set takes two cards of one title, or one card and a joker."
    raise IllegalMove(no_match, "cards_do_not_match", message)


def _set_formed(
    state: State, seat: Seat, hand_cards: tuple[CardId, ...], discard_card: CardId | None, *, rule: str
) -> SetFormed:
    cards = hand_cards if discard_card is None else (discard_card, *hand_cards)
    (set_type,) = effects.types_of(cards)
    return SetFormed(
        seat=seat,
        set_id=f"S{state.round}-{state.sets_formed + 1}",
        set_type=set_type,
        source="hand" if discard_card is None else "discard",
        hand_cards=hand_cards,
        discard_card=discard_card,
        cards=effects.layered(cards),
        rule=rule,
    )
