"""A random match in which every command met is taken back at once, through the same folds that the service uses.

Commands are met in two ways: played, or offered to the seat that is to play and tried out beside what it plays. Each is
decided, written as it is stored and folded; then an undo of it is. Two tables watch:

- the table of the worker that has decided it, which remembers the state before (`advance`);
- a table that has never met the command, made of events that went through bytes, from which the same events are folded
  with the undone step left out (`fold_on`), as another worker does it.

Both must be, and be alike, what they were before the command, but for what the rules pages name: open decisions have
fresh ids and their full time. None of it grows with the match. Now and then an undo stands, of as many steps as a
seat's plan names, and the match goes on from there; at the end the whole history is folded from its first event.
"""

from __future__ import annotations

import random
from collections import Counter, deque
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

import msgspec
from msgspec.structs import replace

from events.codec import decode, encode
from events.envelope import CLOCK_ACTOR, Recorded, seat_actor
from games.choices import Choice
from games.decider import CLOCK, Command, IllegalMove, params_of, snake_case
from games.registry import all_games
from ledger import events as facts
from ledger.fold import advance, fold, fold_on, may_go_on
from ledger.rules_undo import plan_undo
from ledger.table import RECENT_MAX, NeedsHistory, Table
from tests.play import Match, build, moves, sample_params
from tests.policies import POLICIES
from tests.projections.ledger import random_start

STEPS_MAX = 1500
REDO_EVERY = 8  # commands between two that are done again after they were taken back
STANDING = 0.02  # how often an undo stands
_name = cache(snake_case)


def take_back_all(slug: str, seed: int, count: Counter[str]) -> None:
    """One match; counts commands and their types, luck met twice, undos that stand."""
    line = Line(slug, seed, count)
    for _ in moves(line, line.rng, line.choose):
        if line.table.step >= STEPS_MAX:
            count["stopped"] += 1
            break
    whole = fold(line.table.ruleset, line.history, ())
    assert same(whole, line.table), line.where()
    count["matches"] += 1


class Line(Match):
    """The match as the random player of tests.play plays it: whatever it sends is met here."""

    def __init__(self, slug: str, seed: int, count: Counter[str]) -> None:
        ledger, table, self.rng = random_start(all_games()[slug], seed)
        super().__init__(table.game, table.opened.options, len(table.seats), seed, table.state)
        self.count = count
        self.table = table
        self.history = through_bytes(ledger.store.read(table.match))
        self.copies: deque[Table] = deque([fold(table.ruleset, self.history, ())], maxlen=RECENT_MAX)
        self.offered: tuple[int, list[Choice]] = (0, [])

    def choose(self, rng: random.Random, state: Any, seat: int, choices: list[Choice]) -> Choice:
        self.offered = (seat, choices)
        return POLICIES[self.game.slug](rng, state, seat, choices)

    def send(self, command: Command) -> list[Any]:
        self.at_ms += 1000
        try:
            other = self._other_than(command)
            if other is not None:
                self._meet(other)
            played, self.table = self._meet(command)
            self._keep(played)
            if self.rng.random() < STANDING:
                self._stand_back()
        except (AssertionError, IllegalMove) as failure:
            raise AssertionError(f"{self.where()}: {command}") from failure
        self.state = self.table.state
        self.steps = self.table.step
        return []

    def _other_than(self, command: Command) -> Command | None:
        """Another command of the seat that is to play: every second time of the type that has been met least."""
        (seat, choices), self.offered = self.offered, (0, [])
        others = [choice for choice in choices if choice.type != _name(type(command).__name__)] or choices
        if not others:
            return None
        if self.rng.random() < 0.5:
            rarest = min(self.count[f"type {choice.type}"] for choice in others)
            others = [choice for choice in others if self.count[f"type {choice.type}"] == rarest]
        template = self.rng.choice(others)
        return build(self.game, template.type, seat, sample_params(template, self.rng))

    def _meet(self, command: Command) -> tuple[list[Recorded], Table]:
        """The command is decided, done and taken back; what it has caused, and the table after it."""
        before, copy = self.table, self.copies[-1]
        luck = before.dice(self.at_ms)
        events = self.game.decide(before.state, command, luck)
        assert events, "accepted without an event"
        actor = CLOCK_ACTOR if command.seat == CLOCK else seat_actor(command.seat)
        cause = (_name(type(command).__name__), msgspec.to_builtins(params_of(command)))
        played = write(before, events, actor, self.at_ms, cause)
        after = advance(before, played, ())
        assert (after.step, after.effective) == (before.step + 1, before.effective + 1)
        is_redone = self.count["commands"] % REDO_EVERY == 0
        undone = check_undo(before, copy, after, played, is_redone=is_redone)
        if has_rolled(luck):
            again = undone.dice(self.at_ms)
            again.serial = luck.serial  # the ids of the decisions that it opens are new, and nothing else
            assert self.game.decide(copy.state, command, again) == events, "luck has changed"
            self.count["rolls"] += 1
        self.count["commands"] += 1
        self.count["done again"] += is_redone
        self.count[f"type {cause[0]}"] += 1
        return played, after

    def _keep(self, played: Sequence[Recorded]) -> None:
        played = through_bytes(played)
        self.history += played
        self.copies.append(advance(self.copies[-1], played, ()))

    def _stand_back(self) -> None:
        """Some seat takes back what its plan names, and that stands; the copy from before it leaves the steps out."""
        if self.table.status != "running":
            return
        try:
            steps = plan_undo(self.table, self.rng.randrange(self.seats), None).steps
        except NeedsHistory:
            return
        if not steps:
            return
        undone_by = write(self.table, [undone_event(self.table, steps)], "arbiter:a", self.at_ms)
        self.table = advance(self.table, undone_by, ())
        self.history += through_bytes(undone_by)
        while self.copies and not may_go_on(self.copies[-1], self.table.undone):
            self.copies.pop()
        if self.copies:
            copy = self.copies[-1]
            folded = fold_on(copy, self.history[copy.version :], self.table.undone, ())
        else:
            folded = fold(self.table.ruleset, self.history, ())
        assert same(folded, self.table), f"{steps} taken back"
        self.copies.append(folded)
        self.count["standing"] += 1


def undone_event(table: Table, steps: tuple[int, ...]) -> facts.MoveUndone:
    makers = {played.step: played.actor for played in table.recent}
    return facts.MoveUndone(steps=steps, makers=tuple(makers[step] for step in steps), by="arbiter:a")


def check_undo(before: Table, copy: Table, after: Table, played: Sequence[Recorded], *, is_redone: bool) -> Table:
    """Taken back, the state is the one before; the fold that leaves the step out says the same of the whole table."""
    step = after.step
    undone_by = write(after, [undone_event(after, (step,))], "arbiter:a", after.last_at)
    undone = advance(after, undone_by, ())
    assert undone.state == reopened(undone, copy.state), "another state"
    assert (undone.seed, undone.effective, undone.line) == (before.seed, before.effective, before.line)
    assert [one.step for one in undone.redoable] == [step]
    assert undone.undone == before.undone | {step}, "the undone step is still known"
    assert [one.step for one in undone.recent] == [one.step for one in before.recent][-len(undone.recent) :]
    folded = fold_on(copy, [*played, *undone_by], copy.undone | {step}, ())
    assert same(folded, undone), "folded otherwise"
    if is_redone:
        redone_by = write(undone, [facts.MoveRedone(steps=(step,), by="arbiter:a")], "arbiter:a", after.last_at)
        redone = fold_on(copy, [*played, *undone_by, *redone_by], copy.undone, ())
        assert redone.state == reopened(redone, reopened(undone, after.state)), "redone otherwise"
        assert (redone.effective, redone.redoable, redone.status) == (after.effective, (), after.status)
    return undone


def same(one: Table, other: Table) -> bool:
    """But for the steps that they remember: one that has been folded again remembers fewer."""
    return replace(one, recent=()) == replace(other, recent=())


def reopened(undone: Table, state: Any) -> Any:
    reopen = undone.game.take_back.reopen
    return state if reopen is None else reopen(state, undone.step, undone.last_at)


def has_rolled(luck: Any) -> bool:
    return bool(luck._block)


def write(table: Table, events: Sequence[Any], actor: str, at: int, cause: Any = None) -> list[Recorded]:
    """Events as they are stored, but for what keeps them from being forged, which nothing here looks at."""
    codec = table.ruleset.codec
    stored = codec.write(
        events, step=table.step + 1, command=b"c", actor=actor, at=at, salt=lambda: b"s" * 32, cause=cause
    )
    stored[-1] = replace(stored[-1], root=b"r")
    return [Recorded(version, one) for version, one in enumerate(stored, table.version + 1)]


def through_bytes(recorded: Iterable[Recorded]) -> list[Recorded]:
    """As they come back from the store: nothing is shared with what was written."""
    return [Recorded(one.version, decode(encode(one.stored))) for one in recorded]
