"""Section I of the rulebook: what must hold after every event, as far as one event and two states can show it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from games.coup import events as happened
from games.coup.catalogue import DECK, SORTED_DECK
from games.coup.state import State, declarable, forced_action, opponents
from games.decider import Event

_MONEY_MAX = 12  # COUP-I.4: 9M and Russia's 3M


def invariants(before: State, event: Event, after: State) -> Iterator[str]:
    """One sentence for each invariant that this event breaks."""
    if after.hands is not before.hands or after.deck is not before.deck or after.drawn is not before.drawn:
        yield from _cards(event, after)
    if after.money is not before.money or after.live is not before.live:
        yield from _money(before, event, after)
    if after.hidden is not before.hidden or after.hands is not before.hands:
        yield from _losses(before, event, after)
    if (
        after.phase is not before.phase
        or after.waiting is not before.waiting
        or after.live is not before.live
        or after.deck is not before.deck
        or after.drawn is not before.drawn
    ):
        yield from _decision(event, after)
    if len(after.live) < 2 or before.phase == "finished" or type(event) is happened.MatchEnded:
        yield from _end(before, event, after)
    check = _OF_EVENT.get(type(event))
    if check is not None:
        yield from check(before, event, after)


def _cards(event: Event, after: State) -> Iterator[str]:
    """COUP-I.1, COUP-I.2: no card appears or vanishes, and only a proof leaves a slot empty for a moment."""
    if not after.deck:
        return  # before the first shuffle
    held = [kind for hand in after.hands for kind in hand]
    empty = held.count(None)
    if empty > (type(event) in (happened.ProofCardReturned, happened.DeckShuffled)):
        yield f"COUP-I.2: {empty} slots are empty"
    cards = sorted([*after.deck, *after.drawn, *[kind for kind in held if kind is not None]])
    if cards != SORTED_DECK[after.module]:
        yield f"COUP-I.1: the cards are {cards}"


def _money(before: State, event: Event, after: State) -> Iterator[str]:
    """COUP-I.4, COUP-I.5: within bounds, and the sum changes only by what is gained, paid or removed."""
    for seat, money in enumerate(after.money):
        if not 0 <= money <= (_MONEY_MAX if seat in after.live else 0):
            yield f"COUP-I.4: seat {seat} has {money}M"
    if type(event) is happened.MatchStarted:
        return
    change = sum(after.money) - sum(before.money)
    if change != _sum_change(event):
        yield f"COUP-I.5: the sum of all money changed by {change}"


def _sum_change(event: Event) -> int:
    match event:
        case happened.MoneyGained(amount=amount):
            return amount
        case happened.ActionCostPaid(amount=amount):
            return -amount
        case happened.PlayerEliminated(money_removed=amount):
            return -amount
    return 0


def _losses(before: State, event: Event, after: State) -> Iterator[str]:
    """COUP-I.6: a lost card stays lost, and stays what it is."""
    if len(before.hidden) != len(after.hidden):
        return  # the match begins
    for seat, hand in enumerate(before.hands):
        if after.hands[seat] is hand and after.hidden[seat] is before.hidden[seat]:
            continue
        if len(after.hidden[seat]) > len(before.hidden[seat]) and type(event) is not happened.CardsDealt:
            yield f"COUP-I.6: seat {seat} has hidden cards again"
        for slot, kind in enumerate(hand):
            if slot not in before.hidden[seat] and (slot in after.hidden[seat] or after.hands[seat][slot] != kind):
                yield f"COUP-I.6: the lost card of seat {seat} in slot {slot} has changed"


def _decision(event: Event, after: State) -> Iterator[str]:
    """COUP-I.3, COUP-I.10, COUP-I.11: an open decision has somebody live to answer it, and the deck is whole."""
    if not after.phase.startswith("awaiting"):
        if after.waiting:
            yield f"COUP-I.10: seats {after.waiting} are waited for in the phase {after.phase}"
        return
    if not after.waiting:
        yield "COUP-I.10: a decision is open, but nobody can answer it"
    if not set(after.live).issuperset(after.waiting):
        yield f"COUP-I.11: somebody eliminated is among {after.waiting}"
    expected = len(DECK[after.module]) - 2 * len(after.money) - len(after.drawn)
    if len(after.deck) != expected or not after.deck:
        yield f"COUP-I.3: the deck has {len(after.deck)} cards instead of {expected}"


def _end(before: State, event: Event, after: State) -> Iterator[str]:
    """COUP-I.16: the match ends exactly when one player is left, and nothing follows."""
    if before.phase == "finished":
        yield "COUP-I.16: something happened after the end"
    if type(event) is happened.MatchEnded:
        if after.live != (after.winner,):
            yield f"COUP-I.16: the match ended with {after.live} live"
    elif len(after.live) == 1 and type(event) is not happened.PlayerEliminated:
        yield "COUP-I.16: one player is left and the match goes on"


def _turn_started(before: State, event: happened.TurnStarted, after: State) -> Iterator[str]:
    """COUP-I.13: there is always something to declare."""
    if not declarable(after, event.seat):
        yield "COUP-I.13: nothing can be declared"


def _action_declared(before: State, event: happened.ActionDeclared, after: State) -> Iterator[str]:
    """COUP-I.11, COUP-I.12: by a live player, at a live opponent, and the forced action where one is forced."""
    if event.seat not in before.live or event.target not in (None, *opponents(before, event.seat)):
        yield f"COUP-I.11: seat {event.seat} declares against {event.target}"
    forced = forced_action(before.money[event.seat])
    if forced is not None and forced.word != event.action:
        yield f"COUP-I.12: {event.action} was declared with {before.money[event.seat]}M"


def _window_opened(before: State, event: happened.ReactionWindowOpened, after: State) -> Iterator[str]:
    if after.waiting != opponents(before, before.actor):
        yield f"COUP-I.10: the window is open to {after.waiting}"


def _reactor(before: State, event: Any, after: State) -> Iterator[str]:
    """COUP-I.8, COUP-I.11: one reaction a turn, by somebody who is still asked."""
    reactor = event.challenger if type(event) is happened.ActionChallenged else event.blocker
    if before.phase != "awaiting_reactions":
        yield "COUP-I.8: a second reaction in one turn"
    if reactor not in before.waiting:
        yield f"COUP-I.11: seat {reactor} was not asked"


def _passed(before: State, event: happened.ReactionPassed, after: State) -> Iterator[str]:
    if event.seat not in before.waiting or len(after.waiting) != len(before.waiting) - 1:
        yield f"COUP-I.10: after the pass of seat {event.seat} seats {after.waiting} are waited for"


def _block_challenged(before: State, event: happened.BlockChallenged, after: State) -> Iterator[str]:
    if before.block is None or event.challenger != before.actor or before.phase != "awaiting_block_response":
        yield "COUP-I.8: a block was challenged that is not there, or not by the actor"


def _paid(before: State, event: happened.ActionCostPaid, after: State) -> Iterator[str]:
    if before.is_paid or before.is_cancelled:
        yield "COUP-I.9: the action was paid for twice, or after it was stopped"


def _shuffled(before: State, event: happened.DeckShuffled, after: State) -> Iterator[str]:
    if event.reason != "setup" and sorted(before.deck) != sorted(event.order):
        yield "COUP-I.19: the shuffled deck is not the deck"


_OF_EVENT: Mapping[type[Any], Callable[[State, Any, State], Iterable[str]]] = {
    happened.TurnStarted: _turn_started,
    happened.ActionDeclared: _action_declared,
    happened.ReactionWindowOpened: _window_opened,
    happened.ReactionPassed: _passed,
    happened.ActionChallenged: _reactor,
    happened.ActionBlocked: _reactor,
    happened.BlockChallenged: _block_challenged,
    happened.ActionCostPaid: _paid,
    happened.DeckShuffled: _shuffled,
}
