"""What must hold after every event, whatever was played (rulebook, Invariants).

Those that only a whole match can show (replay, undo, leaks) are held by tests.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain, zip_longest
from typing import Any

from games.big_deal import effects
from games.big_deal import events as e
from games.big_deal.catalogue import DECK, DECK_SET, NUMBERS, CardId
from games.big_deal.state import CardSet, State, decider
from games.decider import Event
from games.piles import removed_and_added

DECK_VALUE = effects.value(DECK)
SETTLED_PHASES = ("turn_action", "duel_defence", "duel_attack")


COUNTED = frozenset([e.MatchStarted, e.RoundStarted, e.DeckShuffled, e.RoundEnded])


def invariants(before: State, event: Event, after: State) -> Iterable[str]:
    """A sentence for each invariant that this event has broken.

    What nothing has touched is still the same object, and is as it was: of all cards, those that have moved are
    compared after each event, and where a round begins and ends all are counted.
    """
    broken: list[str] = []
    kind = type(event)
    if kind in COUNTED or _are_others(before, after):
        broken += _cards_are_conserved(after)
    broken += _one_decides(after)
    if before.hands is not after.hands or before.hand_size != after.hand_size:
        broken += _hands_are_bounded(after)
    if before.collections is not after.collections and kind not in (e.MatchStarted, e.RoundStarted):
        broken += _collections_change_lawfully(before, event, after)
    if after.duel is not None:
        broken += _duel_is_balanced(after)
    if kind in _BY_EVENT:
        broken += _BY_EVENT[kind](before, event, after)
    return broken


def cards_on_table(state: State) -> Iterable[CardId]:
    """Every card, wherever it is."""
    sets = (card_set.cards for collection in state.collections for card_set in collection)
    return chain(state.pile, state.discards, *state.hands, *sets, _fought(state))


def _fought(state: State) -> tuple[CardId, ...]:
    return () if state.duel is None else state.duel.attack_cards + state.duel.defence_cards


def _are_others(before: State, after: State) -> bool:
    """Whether the cards that have left their places are others than those that have come to one."""
    had: list[CardId] = []
    has: list[CardId] = []
    for old_pile, new_pile in ((before.pile, after.pile), (before.discards, after.discards)):
        if old_pile is not new_pile:
            gone, come = removed_and_added(old_pile, new_pile)
            had += gone
            has += come
    if before.hands is not after.hands:
        for old_hand, new_hand in zip_longest(before.hands, after.hands, fillvalue=()):
            if old_hand is not new_hand:
                had += old_hand
                has += new_hand
    if before.collections is not after.collections:
        for old_sets, new_sets in zip_longest(before.collections, after.collections, fillvalue=()):
            if old_sets is not new_sets:
                had += chain.from_iterable([card_set.cards for card_set in old_sets])
                has += chain.from_iterable([card_set.cards for card_set in new_sets])
    if before.duel is not after.duel:
        had += _fought(before)
        has += _fought(after)
    return len(had) != len(has) or set(had) != set(has)


def _cards_are_conserved(after: State) -> Iterator[str]:
    cards = list(cards_on_table(after))
    if len(cards) == len(DECK) and set(cards) == DECK_SET:
        return  # the same cards have the same value
    yield "BIGDEAL-I.1: a card was lost or doubled"
    if effects.value(card for card in cards if card in DECK_SET) != DECK_VALUE:
        yield "BIGDEAL-I.2: the deck has changed its value"


def _one_decides(after: State) -> Iterator[str]:
    if (decider(after) is not None) != (after.phase in SETTLED_PHASES):
        yield "BIGDEAL-I.3: a phase of decision needs exactly one seat that decides, and no other phase has one"
    if (after.duel is not None) != (after.phase in ("duel_defence", "duel_attack")):
        yield "BIGDEAL-I.3: there is a duel exactly in its two phases"


def _hands_are_bounded(after: State) -> Iterator[str]:
    if max(map(len, after.hands), default=0) > after.hand_size:
        yield "BIGDEAL-I.4: a hand holds too many cards"


def _collections_change_lawfully(before: State, event: Event, after: State) -> Iterator[str]:
    collections = zip_longest(before.collections, after.collections, fillvalue=())
    changed = [(old, new) for old, new in collections if old is not new]
    for old, new in changed:
        if old and (not new or new[0].id != old[0].id or (len(old) == 1 and new[0] != old[0])):
            yield "BIGDEAL-I.7: the bottom set of a collection has moved or changed"
        if len(new) < len(old) and not (_is_theft(event) and len(old) >= NUMBERS.defender_sets_min):
            yield "BIGDEAL-I.8: a set left a collection that it could not leave"
        if old[:-1] != new[: max(len(old) - 1, 0)]:
            yield "BIGDEAL-I.8: a covered set was touched"
    yield from _sets_are_well_formed(
        [card_set for old, _ in changed for card_set in old], [card_set for _, new in changed for card_set in new]
    )
    grown = sum(map(len, after.collections)) - sum(map(len, before.collections))
    if grown != isinstance(event, e.SetFormed):
        yield "BIGDEAL-I.10: the number of sets has changed otherwise than by forming one"


def _sets_are_well_formed(had: list[CardSet], has: list[CardSet]) -> Iterator[str]:
    """Those that are new or have changed; of two sets with one id the later one counts."""
    before = {card_set.id: card_set for card_set in had}
    after = {card_set.id: card_set for card_set in has}
    for card_set in has:
        if before.get(card_set.id) is not card_set and (
            len(card_set.cards) < NUMBERS.set_size or effects.types_of(card_set.cards) != {card_set.type}
        ):
            yield f"BIGDEAL-I.6: {card_set.id} is no lawful set"
    for card_set in had:
        grown = after.get(card_set.id)
        if grown is not card_set and (grown is None or not set(card_set.cards) <= set(grown.cards)):
            yield "BIGDEAL-I.9: a set has lost a card"


def _is_theft(event: Event) -> bool:
    return isinstance(event, e.DuelResolved) and event.winner_seat == event.attacker_seat


def _duel_is_balanced(after: State) -> Iterator[str]:
    duel = after.duel
    assert duel is not None
    lead = len(duel.attack_cards) - len(duel.defence_cards)
    if lead != (1 if after.phase == "duel_defence" else 0) or len(duel.attack_cards) > after.hand_size:
        yield "BIGDEAL-I.11: attack and defence did not alternate"
    attacked = after.collections[duel.defender][-1]
    if attacked.id != duel.set_id or not all(
        effects.fights(card, attacked.type) for card in (*duel.attack_cards, *duel.defence_cards)
    ):
        yield "BIGDEAL-I.12: a card of the duel does not match the attacked set"


def _set_formed(_before: State, event: e.SetFormed, _after: State) -> Iterator[str]:
    if len(event.cards) != NUMBERS.set_size or all(map(effects.is_joker, event.cards)):
        yield "BIGDEAL-I.6: a new set has exactly two cards, at most one of them a joker"


def _duel_resolved(_before: State, event: e.DuelResolved, _after: State) -> Iterator[str]:
    if len(event.attack_cards) - len(event.defence_cards) != (event.winner_seat == event.attacker_seat):
        yield "BIGDEAL-I.11: the last card did not win the duel"


def _cards_drawn(before: State, event: e.CardsDrawn, after: State) -> Iterator[str]:
    missing = before.hand_size - len(before.hands[event.seat])
    if event.count != min(missing, len(before.pile)) or event.cards != before.pile[: event.count]:
        yield "BIGDEAL-I.13: a refill takes what is missing from the top, as far as the pile goes"
    if (event.seat == before.active) != (event.reason in ("turn_end", "duel_attacker")):
        yield "BIGDEAL-I.13: somebody drew who may not"
    if event.reason == "duel_defender" and len(before.hands[before.active]) != before.hand_size:
        yield "BIGDEAL-I.13: the defender drew before the attacker had done so"
    if event.pile_left != len(after.pile):
        yield "BIGDEAL-I.13: the number of cards left is wrong"


def _turn_started(before: State, event: e.TurnStarted, after: State) -> Iterator[str]:
    if not all(after.hands):
        yield "BIGDEAL-I.4: a turn starts and somebody has no card"
    if after.pile and any(len(hand) != after.hand_size for hand in after.hands):
        yield "BIGDEAL-I.5: there is a pile left and a hand is not full"
    stock = len(after.pile) + sum(map(len, after.hands))
    if stock > len(DECK) - event.turn or (event.turn == 1 and stock != len(DECK) - 1):
        yield "BIGDEAL-I.14: a turn has used up no card"
    if not after.pile and not all(after.hands):
        yield "BIGDEAL-I.15: the round should have ended"
    if event.turn != before.turn + 1 or event.seat != (after.starting_seat + event.turn - 1) % after.seats:
        yield "BIGDEAL-I.18: the turn belongs to another seat"
    if event.turn == 1 and (not after.discards or not effects.starts(after.discards[0])):
        yield "BIGDEAL-I.19: a discard pile must begin with an object card"


def _round_ended(before: State, event: e.RoundEnded, _after: State) -> Iterator[str]:
    out = tuple(seat for seat, hand in enumerate(before.hands) if not hand)
    if before.pile or not out or event.out_seats != out:
        yield "BIGDEAL-I.15: the round ended too early, or not by these seats"


def _round_scored(before: State, event: e.RoundScored, after: State) -> Iterator[str]:
    worth = tuple(effects.value(chain.from_iterable(s.cards for s in sets)) for sets in before.collections)
    if event.round_totals != worth or sum(worth) > DECK_VALUE:
        yield "BIGDEAL-I.16: a collection was counted wrongly"
    if any(result % 5_000 or 0 < result < 10_000 for result in worth):
        yield "BIGDEAL-I.16: no collection can be worth this much"
    if after.totals != tuple(map(sum, zip(before.totals, worth))):
        yield "BIGDEAL-I.16: the match totals do not add up"


def _round_started(before: State, event: e.RoundStarted, after: State) -> Iterator[str]:
    if max(before.totals) >= before.target:
        yield "BIGDEAL-I.17: a round started although somebody has reached the target"
    dealer = (after.first_dealer + event.round - 1) % after.seats
    if event.dealer_seat != dealer or event.starting_seat != (dealer + 1) % after.seats:
        yield "BIGDEAL-I.18: the deal or the start went to the wrong seat"


def _match_ended(before: State, event: e.MatchEnded, _after: State) -> Iterator[str]:
    best = max(before.totals)
    winners = tuple(seat for seat, total in enumerate(before.totals) if total == best)
    if best < before.target or event.winner_seats != winners:
        yield "BIGDEAL-I.17: the match ended too early, or with other winners"


def _starter_revealed(before: State, event: e.StarterRevealed, _after: State) -> Iterator[str]:
    if event.accepted != effects.starts(event.card) or event.card != before.pile[0]:
        yield "BIGDEAL-I.19: the wrong starter, or one wrongly accepted"


_BY_EVENT: Mapping[type[Event], Callable[[State, Any, State], Iterator[str]]] = {
    e.SetFormed: _set_formed,
    e.DuelResolved: _duel_resolved,
    e.CardsDrawn: _cards_drawn,
    e.TurnStarted: _turn_started,
    e.RoundEnded: _round_ended,
    e.RoundScored: _round_scored,
    e.RoundStarted: _round_started,
    e.MatchEnded: _match_ended,
    e.StarterRevealed: _starter_revealed,
}
