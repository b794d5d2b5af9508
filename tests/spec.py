"""How a rule's test is written: given what has happened, when somebody does this, then that happens.

given(GAME, MatchStarted(...)).when(Challenge(seat=1, decision_id=3), dice=[("eu", "media")]).then(Challenged(...))
given(GAME, MatchStarted(...)).when(Pass(seat=0, decision_id=3)).then_refused("COUP-4.12", "actor_cannot_react")
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
import pytest

from events.visibility import Viewer
from games.decider import Command, Decider, Event, IllegalMove
from games.dice import Dice


class ScriptedDice(Dice):
    """Dice that show what the test wants: one entry for each call of pick, roll, shuffle, draw or below."""

    def __init__(self, outcomes: Iterable[Any] = (), *, serial: int = 1, at_ms: int = 0) -> None:
        super().__init__(b"", 0, serial=serial, at_ms=at_ms)
        self.outcomes = list(outcomes)

    def _next(self) -> Any:
        assert self.outcomes, "the rule asked the dice more often than the test expects"
        return self.outcomes.pop(0)

    def below(self, limit: int) -> int:
        outcome = self._next()
        assert 0 <= outcome < limit, f"{outcome} cannot come up: it is not below {limit}"
        return int(outcome)

    def roll(self, sides: int = 6) -> int:
        outcome = self._next()
        assert 1 <= outcome <= sides, f"a die with {sides} sides does not show {outcome}"
        return int(outcome)

    def pick(self, values: Any) -> Any:
        outcome = self._next()
        assert outcome in values, f"{outcome!r} is not among {values!r}"
        return outcome

    def shuffle(self, values: Any) -> tuple[Any, ...]:
        values, outcome = list(values), tuple(self._next())
        assert sorted(map(repr, outcome)) == sorted(map(repr, values)), f"{outcome!r} is no order of {values!r}"
        return outcome

    def draw(self, values: Any, count: int) -> tuple[Any, ...]:
        outcome = tuple(self._next())
        assert len(outcome) == count
        assert all(one in values for one in outcome)
        return outcome


class When:
    """A command on a state; `then` looks at what came of it."""

    def __init__(self, game: Decider[Any], state: Any, command: Command, dice: Dice) -> None:
        self.game, self.state, self.command, self.dice = game, state, command, dice

    def events(self) -> list[Event]:
        events = self.game.decide(self.state, self.command, self.dice)
        assert not getattr(self.dice, "outcomes", ()), "the test scripted more dice than the rule asked for"
        return events

    def then(self, *expected: Event) -> Given:
        """Exactly these events, in this order; the story can go on from there."""
        events = self.events()
        assert events == list(expected), "\n" + "\n".join(map(repr, events))
        return Given(self.game, self.game.fold(self.state, events))

    def then_types(self, *expected: type[Event]) -> Given:
        """Exactly events of these types, in this order, where only the order matters."""
        events = self.events()
        assert [type(event) for event in events] == list(expected), "\n" + "\n".join(map(repr, events))
        return Given(self.game, self.game.fold(self.state, events))

    def goes_on(self) -> Given:
        """Accepted, whatever the events: the story goes on."""
        return Given(self.game, self.game.fold(self.state, self.events()))

    def then_refused(self, rule: str, code: str | None = None, **facts: Any) -> IllegalMove:
        with pytest.raises(IllegalMove) as refusal:
            self.game.decide(self.state, self.command, self.dice)
        assert refusal.value.rule == rule, refusal.value
        assert code is None or refusal.value.code == code, refusal.value
        for name, value in facts.items():
            assert refusal.value.facts[name] == value, refusal.value.facts
        return refusal.value


class Given:
    """A state that some events add up to."""

    def __init__(self, game: Decider[Any], state: Any) -> None:
        self.game, self.state = game, state

    def when(self, command: Command, *, dice: Iterable[Any] | Dice = (), serial: int = 1, at_ms: int = 0) -> When:
        luck = dice if isinstance(dice, Dice) else ScriptedDice(dice, serial=serial, at_ms=at_ms)
        return When(self.game, self.state, command, luck)


def given(game: Decider[Any], *events: Event) -> Given:
    return Given(game, game.fold(game.rules.initial, events))


def given_state(game: Decider[Any], state: Any) -> Given:
    """From a state put together by hand, where its history would be long and beside the point."""
    return Given(game, state)


def view_of(game: Decider[Any], state: Any, viewer: Viewer) -> Any:
    """The table as a client gets it: plain JSON."""
    return msgspec.json.decode(msgspec.json.encode(game.presentation.view(state, viewer)))
