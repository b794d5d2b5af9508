"""Tables for tests: say what matters, and the other cards of the deck fall into place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.big_deal import GAME, effects
from games.big_deal.catalogue import DECK, HAND_SIZE, NUMBERS
from games.big_deal.setup import BigDealOptions
from games.big_deal.state import CardSet, Duel, State
from games.decider import Command, Event
from tests.spec import Given, ScriptedDice, given_state

# Orders of the whole deck for scripted shuffles. The jokers come last, so that the starter is an object card.
PLAIN_ORDER = DECK[12:] + DECK[:12]


def order(*front: str, deck: Sequence[str] = PLAIN_ORDER) -> tuple[str, ...]:
    """These cards on top, then the rest of the deck."""
    return (*front, *(card for card in deck if card not in front))


def at(
    seats: int = 4,
    *,
    hands: Mapping[int, str] | None = None,
    sets: Mapping[int, Sequence[str]] | None = None,
    discards: str = "",
    pile: int | None = 40,
    pile_top: str = "",
    active: int = 0,
    totals: Sequence[int] | None = None,
    round_: int = 1,
    first_dealer: int | None = None,
    duel: tuple[int, str, str] | None = None,
) -> Given:
    """A table before an action of `active`, or in the midst of a duel (defender, attack cards, defence cards).

    While there is a pile, hands are filled up with cards that the test does not name, save those of a duel. Sets are
    given from the bottom on, `"GOLD-01 HOME-01"` being one. A pile of so many cards leaves the rest of the deck below
    the given discards; without a number the pile takes all that is left.
    """
    hands, sets = hands or {}, sets or {}
    defender, attack, defence = duel or (0, "", "")
    named = [*hands.values(), *(cards for some in sets.values() for cards in some), discards, pile_top, attack, defence]
    used = " ".join(named).split()
    assert len(set(used)) == len(used), "the test uses a card twice"
    rest = [card for card in reversed(DECK) if card not in used]
    dealt: list[tuple[str, ...]] = []
    for seat in range(seats):
        hand = hands.get(seat, "").split()
        is_whole = seat in hands and (pile == 0 or (duel is not None and seat in (active, defender)))
        while len(hand) < HAND_SIZE[seats] and not is_whole:
            hand.append(rest.pop(0))
        dealt.append(tuple(hand))
    top = tuple(pile_top.split())
    below = len(rest) if pile is None else pile - len(top)
    first_dealer = (active - round_) % seats if first_dealer is None else first_dealer
    dealer = (first_dealer + round_ - 1) % seats
    starting = (dealer + 1) % seats
    collections, count = [], 0
    for seat in range(seats):
        collection = []
        for text in sets.get(seat, ()):
            count += 1
            collection.append(card_set(f"S{round_}-{count}", text))
        collections.append(tuple(collection))
    fought = None
    if duel is not None:
        attacked = collections[defender][-1]
        fought = Duel(
            active, defender, attacked.id, attacked.type, tuple(attack.split()), defence_cards=tuple(defence.split())
        )
    in_defence = len(attack.split()) > len(defence.split())
    state = State(
        phase="turn_action" if duel is None else "duel_defence" if in_defence else "duel_attack",
        seats=seats,
        hand_size=HAND_SIZE[seats],
        target=NUMBERS.target,
        first_dealer=first_dealer,
        round=round_,
        dealer=dealer,
        starting_seat=starting,
        turn=1 + (active - starting) % seats,
        active=active,
        pile=top + tuple(rest[:below]),
        discards=tuple(rest[below:]) + tuple(discards.split()),
        hands=tuple(dealt),
        collections=tuple(collections),
        duel=fought,
        sets_formed=count,
        returned_max=(0,) * seats,
        totals=tuple(totals) if totals else (0,) * seats,
    )
    return given_state(GAME, state)


def card_set(set_id: str, text: str) -> CardSet:
    cards = tuple(text.split())
    (set_type,) = effects.types_of(cards)
    return CardSet(set_id, set_type, cards)


def opened(seats: int, *shuffles: Sequence[str], first_dealer_seat: int | None = None) -> list[Event]:
    """The opening events of a match with these shuffles."""
    return GAME.rules.setup(BigDealOptions(first_dealer_seat=first_dealer_seat), seats, ScriptedDice(shuffles))


def story(start: Given, *commands: Command, dice: Sequence[Any] = ()) -> tuple[list[Event], State]:
    """These commands one after the other, with every invariant checked; all events, and the state at the end.

    The dice are for the last command.
    """
    state, told = start.state, []
    for command in commands:
        luck = ScriptedDice(dice if command is commands[-1] else ())
        for event in GAME.decide(state, command, luck):
            after = GAME.evolve(state, event)
            assert list(GAME.rules.invariants(state, event, after)) == []
            told.append(event)
            state = after
    return told, state


def of_type(events: Sequence[Event], event_type: type[Any]) -> list[Any]:
    return [event for event in events if isinstance(event, event_type)]


def worth(state: State, seat: int) -> int:
    """What a collection is worth."""
    return sum(effects.value(one.cards) for one in state.collections[seat])


def offered(state: State, seat: int) -> set[str]:
    """The types of the commands that a seat may send."""
    return {choice.type for choice in GAME.rules.choices(state, seat)}
