"""A match laid out for a test by the events before it; hands are text: `police/[eu]` has slot 0 hidden, slot 1 lost."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from games.coup import GAME
from games.coup import commands as orders
from games.coup import events as happened
from games.coup.catalogue import BOXED, DECK
from games.decider import CLOCK, Event, IllegalMove
from games.dice import Dice
from tests.spec import given, given_state

FIRST_DECISION = 10
ELIMINATED = "[protest]/[protest]"


class Stacked(Dice):
    """Dice whose shuffles bring the named cards to the top and leave the rest in its order."""

    def __init__(self, tops: Iterable[str], *, serial: int, at_ms: int = 0) -> None:
        super().__init__(b"", 0, serial=serial, at_ms=at_ms)
        self.tops = tuple(tops)

    def shuffle(self, values: Any) -> tuple[Any, ...]:
        rest = list(values)
        for kind in self.tops:
            rest.remove(kind)
        return (*self.tops, *rest)


class Table:
    """A match that goes on with every command; each command answers the open decision unless it says otherwise."""

    def __init__(self, past: Iterable[Event]) -> None:
        self.state = given(GAME, *past).state
        self.serial = FIRST_DECISION
        self.events: list[Event] = []

    def send(
        self, seat: int, order: type[orders.Answer], *, tops: Iterable[str] = (), at_ms: int = 0, **params: Any
    ) -> list[Event]:
        """An accepted command; every event is checked against the invariants."""
        self.serial += 1
        params.setdefault("decision_id", self.state.decision_id)
        dice = Stacked(tops, serial=self.serial, at_ms=at_ms)
        events = GAME.decide(self.state, order(seat=seat, **params), dice)
        for event in events:
            before, self.state = self.state, GAME.evolve(self.state, event)
            assert list(GAME.rules.invariants(before, event, self.state)) == []
        self.events += events
        return events

    def refuse(self, seat: int, order: type[orders.Answer], rule: str, code: str, **params: Any) -> IllegalMove:
        """A refused command: this rule, this code."""
        params.setdefault("decision_id", self.state.decision_id)
        when = given_state(GAME, self.state).when(order(seat=seat, **params), serial=self.serial + 1)
        return when.then_refused(rule, code)

    def declare(self, seat: int, action: str, **params: Any) -> list[Event]:
        return self.send(seat, orders.DeclareAction, action=action, **params)

    def passes(self, *seats: int) -> None:
        for seat in seats:
            self.send(seat, orders.Pass)

    def challenge(self, seat: int, **params: Any) -> list[Event]:
        return self.send(seat, orders.Challenge, **params)

    def block(self, seat: int, claim: str) -> list[Event]:
        return self.send(seat, orders.Block, claim=claim)

    def accept(self, seat: int) -> list[Event]:
        return self.send(seat, orders.AcceptBlock)

    def challenge_block(self, seat: int, **params: Any) -> list[Event]:
        return self.send(seat, orders.ChallengeBlock, **params)

    def lose(self, seat: int, slot: int, **params: Any) -> list[Event]:
        return self.send(seat, orders.ChooseInfluence, slot=slot, **params)

    def keep(self, seat: int, *keep: str, **params: Any) -> list[Event]:
        return self.send(seat, orders.ChooseExchange, keep=keep, **params)

    def show(self, seat: int, slot: int) -> list[Event]:
        return self.send(seat, orders.ChooseCardToShow, slot=slot)

    def verdict(self, seat: int, force_exchange: bool, **params: Any) -> list[Event]:
        return self.send(seat, orders.DecideInspection, force_exchange=force_exchange, **params)

    def expire(self, **params: Any) -> list[Event]:
        return self.send(CLOCK, orders.ExpireDecision, **params)

    @property
    def money(self) -> tuple[int, ...]:
        return self.state.money

    def hand(self, seat: int) -> str:
        """`police/[eu]`, as the hands were written."""
        hidden, hand = self.state.hidden[seat], self.state.hands[seat]
        return "/".join(kind if slot in hidden else f"[{kind}]" for slot, kind in enumerate(hand))

    @property
    def course(self) -> list[str]:
        """The types of all events since the table was laid."""
        return [type(event).__name__ for event in self.events]

    def only(self, event_type: type[Event]) -> Any:
        """The one event of this type since the table was laid."""
        (event,) = [event for event in self.events if type(event) is event_type]
        return event

    def types(self, seat: int) -> list[str]:
        """The command types that a seat is offered, each once."""
        return list(dict.fromkeys(template.type for template in GAME.rules.choices(self.state, seat)))

    def is_turn_of(self, seat: int) -> bool:
        return self.state.phase == "awaiting_action" and GAME.rules.to_act(self.state) == (seat,)


def table(
    *hands: str,
    seats: int | None = None,
    money: Iterable[int] = (),
    module: str = "media",
    deck: Iterable[str] = (),
    actor: int = 0,
    timeout_s: int | None = None,
) -> Table:
    """A match before the turn of `actor`. Seats without a written hand get what is left; `deck` names its top."""
    return Table(past(*hands, seats=seats, money=money, module=module, deck=deck, actor=actor, timeout_s=timeout_s))


def past(
    *hands: str,
    seats: int | None = None,
    money: Iterable[int] = (),
    module: str = "media",
    deck: Iterable[str] = (),
    actor: int = 0,
    timeout_s: int | None = None,
) -> list[Event]:
    """The events that lead to such a table."""
    seats = len(hands) if seats is None else seats
    rest = list(DECK[module])
    cards = [[kind.strip("[]") for kind in hand.split("/")] for hand in hands]
    for kind in [*(kind for hand in cards for kind in hand), *deck]:
        rest.remove(kind)
    while len(cards) < seats:
        cards.append([rest.pop(0), rest.pop(0)])
    order = (*(hand[0] for hand in cards), *(hand[1] for hand in cards), *deck, *rest)
    events: list[Event] = [
        happened.MatchStarted(
            seats=seats,
            module=module,
            boxed_kind=BOXED[module],
            starting_money=2,
            reaction_timeout_s=timeout_s,
            rule="COUP-2.2",
        ),
        happened.FirstPlayerChosen(seat=actor, method="given", rule="COUP-2.11"),
        happened.DeckShuffled(reason="setup", size=len(order), order=order, rule="COUP-2.5"),
    ]
    for seat, hand in enumerate(cards):
        events.append(happened.CardsDealt(seat=seat, count=2, kinds=tuple(hand), rule="COUP-2.6"))
    for seat, amount in enumerate(money):
        if amount > 2:
            events.append(happened.MoneyGained(seat=seat, amount=amount - 2, source="usa", rule="COUP-11.1"))
        elif amount < 2:
            events.append(happened.ActionCostPaid(seat=seat, amount=2 - amount, reason="unopposed", rule="COUP-8.3"))
    for seat, hand in enumerate(hands):
        events += _losses(seat, hand)
    events.append(
        happened.TurnStarted(turn=1, seat=actor, must_scandal=False, decision_id=FIRST_DECISION, rule="COUP-3.1")
    )
    return events


def _losses(seat: int, hand: str) -> list[Event]:
    lost = [(slot, kind.strip("[]")) for slot, kind in enumerate(hand.split("/")) if kind.startswith("[")]
    events: list[Event] = [
        happened.InfluenceLost(seat=seat, slot=slot, kind=kind, cause="scandal", forced=False, rule="COUP-9.1")
        for slot, kind in lost
    ]
    if len(lost) == 2:
        events.append(happened.PlayerEliminated(seat=seat, money_removed=2, rule="COUP-9.5"))
    return events
