"""What a seat may do now, as templates; the predicates are those of the rules."""

from __future__ import annotations

from collections.abc import Iterator

from games.big_deal import effects
from games.big_deal.catalogue import NUMBERS, TITLE_OF, CardId, TitleId
from games.big_deal.rules_duel import refusal_of_target
from games.big_deal.state import State, decider
from games.choices import Choice, choice, one_from, one_of, some_from
from games.decider import Seat

_YIELD = choice("yield_set")
_STOP = choice("stop_attack")


def choices(state: State, seat: Seat) -> list[Choice]:
    if decider(state) != seat:
        return []
    if state.phase == "turn_action":
        return [
            *_sets_from_hand(state.hands[seat]),
            *_sets_with_discard(state, seat),
            *_attacks(state, seat),
            choice("discard_card", card_id=one_from(state.hands[seat])),
        ]
    if state.phase == "duel_defence":
        return [*_duel_card(state, seat, "defend_set"), _YIELD]
    return [*_duel_card(state, seat, "continue_attack"), _STOP]


def _sets_from_hand(hand: tuple[CardId, ...]) -> Iterator[Choice]:
    """BIGDEAL-4.1 to BIGDEAL-4.4: a template for each title held twice, and one for each object with each joker."""
    by_title: dict[TitleId, list[CardId]] = {}
    jokers: list[CardId] = []
    for card in hand:
        if effects.is_joker(card):
            jokers.append(card)
        else:
            by_title.setdefault(TITLE_OF[card], []).append(card)
    for cards in by_title.values():
        if len(cards) >= NUMBERS.set_size:
            yield _pair(cards)
        for card in cards:
            for joker in jokers:
                yield _pair([card, joker])


def _pair(cards: list[CardId]) -> Choice:
    return choice("form_set_from_hand", card_ids=some_from(cards, NUMBERS.set_size, NUMBERS.set_size))


def _sets_with_discard(state: State, seat: Seat) -> Iterator[Choice]:
    """BIGDEAL-5.1 to BIGDEAL-5.5, BIGDEAL-5.11."""
    if not state.discards:
        return
    top = state.discards[-1]
    fitting = [card for card in state.hands[seat] if effects.pairs(card, top)]
    if fitting:
        yield choice("form_set_with_discard", card_id=one_from(fitting))


def _attacks(state: State, seat: Seat) -> Iterator[Choice]:
    """BIGDEAL-6.1 to BIGDEAL-6.7: a template for each opponent whose top set a card in hand matches."""
    for target in range(state.seats):
        if refusal_of_target(state, seat, target) is not None:
            continue
        set_type = state.collections[target][-1].type
        fitting = _fitting(state, seat, set_type)
        if fitting:
            yield choice("attack_set", target_seat=one_of(target), card_id=one_from(fitting))


def _duel_card(state: State, seat: Seat, type_: str) -> Iterator[Choice]:
    """BIGDEAL-6.9, BIGDEAL-6.10: the matching cards, if there are any."""
    assert state.duel is not None
    fitting = _fitting(state, seat, state.duel.set_type)
    if fitting:
        yield choice(type_, card_id=one_from(fitting))


def _fitting(state: State, seat: Seat, set_type: TitleId) -> list[CardId]:
    return [card for card in state.hands[seat] if effects.fights(card, set_type)]
