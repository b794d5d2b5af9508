"""A match executed again and compared: the tree, every decision, every invariant, every roll of the dice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from events import match as facts
from events.codec import UnreadableEvent
from events.envelope import Recorded, actor_seat
from events.tree import extend, leaf_hash, root_of
from games.decider import CLOCK, IllegalMove
from games.dice import Dice
from projections.table import NeedsHistory, Ruleset, Table, advance, fold, open_table, seed_of

CHECKS = {
    "order": "Versions, steps and times follow one another without a gap.",
    "tree": "Every stored root is the root of the events up to it.",
    "decisions": "Every event is what the rules decide again from the same state, command and luck.",
    "invariants": "Every invariant of the game holds after every event.",
}


class Finding(Struct, frozen=True):
    """Something that does not fit, and where."""

    check: str
    version: int
    detail: str


class Check(Struct, frozen=True):
    name: str
    ok: bool
    detail: str


class Report(Struct, frozen=True):
    verdict: str
    checks: list[Check]
    size: int
    root: str


def audit(ruleset: Ruleset, history: Sequence[Recorded], head_root: bytes, origin: Table | None = None) -> Report:
    """Check everything; each check names the first place where it fails."""
    first: dict[str, Finding] = {}
    for finding in findings(ruleset, history, head_root, origin):
        first.setdefault(finding.check, finding)
    checks = [Check(name, ok=name not in first, detail=_sentence(name, first.get(name))) for name in CHECKS]
    verdict = "ok" if all(check.ok for check in checks) else "failed"
    return Report(verdict, checks, len(history), head_root.hex())


def _sentence(name: str, finding: Finding | None) -> str:
    return CHECKS[name] if finding is None else f"First at version {finding.version}: {finding.detail}"


def findings(
    ruleset: Ruleset, history: Sequence[Recorded], head_root: bytes, origin: Table | None = None
) -> Iterator[Finding]:
    yield from _order(history)
    yield from _tree(history, head_root)
    yield from _replayed(ruleset, history, origin)


def _order(history: Sequence[Recorded]) -> Iterator[Finding]:
    step, at = history[0].stored.step, 0
    for place, recorded in enumerate(history, 1):
        stored = recorded.stored
        if recorded.version != place:
            yield Finding("order", recorded.version, f"version {place} should stand here")
            return
        if stored.step not in (step, step + 1):
            yield Finding("order", place, f"step {stored.step} follows step {step}")
        if stored.at < at:
            yield Finding("order", place, "it is dated before the event before it")
        step, at = stored.step, stored.at


def _tree(history: Sequence[Recorded], head_root: bytes) -> Iterator[Finding]:
    frontier: tuple[bytes, ...] = ()
    for recorded in history:
        leaf = leaf_hash(recorded.version, recorded.stored)
        frontier = extend(frontier, recorded.version - 1, [leaf])
        stored_root = recorded.stored.root
        if stored_root and stored_root != root_of(frontier):
            yield Finding("tree", recorded.version, "the stored root is not that of the events up to here")
            return
    if root_of(frontier) != head_root:
        yield Finding("tree", len(history), "the root of the whole match is not the one that was signed")


def _replayed(ruleset: Ruleset, history: Sequence[Recorded], origin: Table | None) -> Iterator[Finding]:
    """Step through the match: decide each command again, and watch the invariants on the way."""
    table = open_table(ruleset, history[0], origin)
    for batch in _batches(history[1:]):
        version = batch[0].version
        try:
            events = [ruleset.codec.read(recorded.stored) for recorded in batch]
            yield from _decided_again(table, batch, events)
            yield from _invariants(table, batch, events)
            table = _after(ruleset, table, history, batch, events, origin)
        except UnreadableEvent as damage:
            yield Finding("decisions", version, str(damage))
            return


def _batches(history: Sequence[Recorded]) -> Iterator[list[Recorded]]:
    """The events of one command at a time."""
    batch: list[Recorded] = []
    for recorded in history:
        if batch and recorded.stored.command != batch[0].stored.command:
            yield batch
            batch = []
        batch.append(recorded)
    if batch:
        yield batch


def _after(
    ruleset: Ruleset,
    table: Table,
    history: Sequence[Recorded],
    batch: Sequence[Recorded],
    events: Sequence[Any],
    origin: Table | None,
) -> Table:
    try:
        return advance(table, batch, (), events)
    except NeedsHistory:
        return fold(ruleset, history[: batch[-1].version], (), origin)


def _decided_again(table: Table, batch: Sequence[Recorded], events: Sequence[Any]) -> Iterator[Finding]:
    played = [event for event in events if type(event) in table.game.on_event]
    if not played:
        return
    version, stored = batch[0].version, batch[0].stored
    try:
        again = _decide(table, batch[0], events)
    except (IllegalMove, msgspec.ValidationError, KeyError) as refusal:
        yield Finding("decisions", version, f"the rules refuse this command: {refusal}")
        return
    for place, (expected, found) in enumerate(zip(again, played)):
        if expected != found:
            name = type(found).__name__
            yield Finding("decisions", version + len(events) - len(played) + place, f"the rules decide another {name}")
            return
    if len(again) != len(played):
        yield Finding("decisions", batch[-1].version, f"{len(played)} events of step {stored.step}, not {len(again)}")


def _decide(table: Table, first: Recorded, events: Sequence[Any]) -> list[Any]:
    """The events that the rules give for this command, from the same luck."""
    stored, game = first.stored, table.game
    if isinstance(events[0], facts.PlayBegan):
        options = msgspec.convert(table.opened.options, game.options)
        dice = Dice(seed_of(table.opened.server_seed, table.seats), 0, serial=0, at_ms=stored.at)
        return game.setup(options, len(table.seats), dice)
    if stored.cause is None:
        raise KeyError("no command is kept with these events")
    seat = actor_seat(stored.actor)
    params = {**stored.cause.params.values, "seat": CLOCK if seat is None else seat}
    command = msgspec.convert(params, game.commands[stored.cause.type])
    return game.decide(table.state, command, table.dice(stored.at))


def _invariants(table: Table, batch: Sequence[Recorded], events: Sequence[Any]) -> Iterator[Finding]:
    game = table.game
    state = game.initial if table.state is None else table.state
    for recorded, event in zip(batch, events):
        if type(event) in game.on_event:
            after = game.evolve(state, event)
            for broken in game.invariants(state, event, after):
                yield Finding("invariants", recorded.version, broken)
            state = after
