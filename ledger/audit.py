"""A match executed again and compared: the tree, every decision, every invariant, every roll of the dice."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from events.codec import UnreadableEvent
from events.envelope import Recorded, Stored, commanding_seat
from events.head_log import MatchHead
from events.tree import Frontier, extend, leaf_hash, root_of
from games.catalogue import CatalogueGone
from games.decider import CLOCK, IllegalMove
from games.dice import Dice
from games.recorded_dice import RecordedDice
from ledger import events as facts
from ledger.erasure import erased_versions, has_no_secrets, is_closed
from ledger.fold import advance, advance_step, fold
from ledger.table import RECENT_MAX, NeedsHistory, Ruleset, Table, open_table, seed_of
from ledger.timeline import UNDONE

CHECKS = {
    "order": "Versions, steps and times follow one another without a gap.",
    "tree": "Every stored root is the root of the events up to it.",
    "commitments": "Every hidden part is there, and is what was committed to.",
    "decisions": "Every event is what the rules decide again from the same state, command and luck.",
    "luck": "Every draw, roll and shuffle follows from the seed.",
    "invariants": "Every invariant of the game holds after every event.",
    "log": "Every head of the match that is in the log of heads is the root of its beginning.",
}


# What executing events that no rule has decided can run into; the audit says where instead of breaking.
DAMAGE = (
    UnreadableEvent,
    msgspec.ValidationError,
    AssertionError,
    ArithmeticError,
    AttributeError,
    LookupError,
    TypeError,
    ValueError,
)


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
    step: int | None = None  # the one that was executed again; None if all were


def audit(
    ruleset: Ruleset,
    history: Sequence[Recorded],
    head_root: bytes,
    origin: Table | None = None,
    logged: Sequence[MatchHead] = (),
    step: int | None = None,
) -> Report:
    """Check everything, or execute one step alone; each check names the first place where it fails."""
    first: dict[str, Finding] = {}
    for finding in findings(ruleset, history, head_root, origin, logged, step):
        first.setdefault(finding.check, finding)
    sentences = {name: _about(step, sentence) for name, sentence in CHECKS.items()} | _with_what_is_missing(
        history, logged
    )
    checks = [Check(name, ok=name not in first, detail=_sentence(sentences[name], first.get(name))) for name in CHECKS]
    verdict = "ok" if all(check.ok for check in checks) else "failed"
    return Report(verdict, checks, len(history), head_root.hex(), step)


def _about(step: int | None, sentence: str) -> str:
    return sentence if step is None else sentence.replace(" event is ", f" event of step {step} is ")


def _sentence(holds: str, finding: Finding | None) -> str:
    return holds if finding is None else f"First at version {finding.version}: {finding.detail}"


def _with_what_is_missing(history: Sequence[Recorded], logged: Sequence[MatchHead]) -> dict[str, str]:
    """Where something cannot be checked, a check says so instead of what it would have seen."""
    missing = {} if logged else {"log": "The log of heads has no head of the match yet."}
    gone = erased_versions(history)
    if gone:
        missing["commitments"] = f"Every part is what was committed to, but for {len(gone)} events with erased parts."
    if has_no_secrets(history):
        missing |= dict.fromkeys(("decisions", "invariants", "luck"), "Not executed again: a player has been erased.")
    return missing


def findings(
    ruleset: Ruleset,
    history: Sequence[Recorded],
    head_root: bytes,
    origin: Table | None = None,
    logged: Sequence[MatchHead] = (),
    step: int | None = None,
) -> Iterator[Finding]:
    yield from order(history)
    yield from _tree(history, head_root, logged)
    yield from commitments(history)
    if not has_no_secrets(history):
        yield from _replayed(ruleset, history, origin, step)


def commitments(history: Sequence[Recorded]) -> Iterator[Finding]:
    """What a part opens to is in the leaf already; here, that there is something to open, or a record of why not."""
    gone = erased_versions(history)
    for recorded in history:
        if recorded.version not in gone and is_closed(recorded.stored):
            yield Finding("commitments", recorded.version, "a part is closed, and no event says that it was erased")
            return


def order(history: Sequence[Recorded]) -> Iterator[Finding]:
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


def _tree(history: Sequence[Recorded], head_root: bytes, logged: Sequence[MatchHead]) -> Iterator[Finding]:
    frontier: Frontier = ()
    logged_roots = {head.size: head.root for head in logged}
    for size in logged_roots:
        if size > len(history):
            yield Finding("log", len(history), f"the log has a head of {size} events")
    leaves: list[bytes] = []  # that the frontier does not have yet
    for size, recorded in enumerate(history, 1):
        leaves.append(leaf_hash(recorded.version, recorded.stored))
        stored_root, logged_root = recorded.stored.root, logged_roots.get(size)
        if not stored_root and logged_root is None:
            continue
        frontier, leaves = extend(frontier, size - len(leaves), leaves), []
        root = root_of(frontier)
        if logged_root is not None and logged_root != root.hex():
            yield Finding("log", recorded.version, "the log has another root of the match up to here")
        if stored_root and stored_root != root:
            yield Finding("tree", recorded.version, "the stored root is not that of the events up to here")
            return
    frontier = extend(frontier, len(history) - len(leaves), leaves)
    if root_of(frontier) != head_root:
        yield Finding("tree", len(history), "the root of the whole match is not the one that was signed")


def _replayed(
    ruleset: Ruleset, history: Sequence[Recorded], origin: Table | None, step: int | None
) -> Iterator[Finding]:
    """Step through the match: decide each command again, and watch the invariants on the way."""
    try:
        table, first = _before(ruleset, history, origin, step)
    except DAMAGE as damage:
        yield Finding("decisions", 1, f"what comes before it does not add up ({type(damage).__name__})")
        return
    on_event = ruleset.game.rules.on_event
    # Where nothing was taken back, nothing but the latest step need be remembered.
    recent_max = RECENT_MAX if any(recorded.stored.type == UNDONE for recorded in history) else 1
    for batch in batches(history[first:]):
        version = batch[0].version
        if step is not None and batch[0].stored.step != step:
            return
        try:
            events = [ruleset.codec.read(recorded.stored) for recorded in batch]
            played = [event for event in events if type(event) in on_event]
            if played:
                yield from _decided_again(table, batch, events, played)
            state = yield from _invariants(table, batch, events)
            if len(played) == len(events) and _is_next_step(table, batch):
                table = advance_step(table, batch, events, state, recent_max)
            else:
                table = after(ruleset, table, history, batch, events, origin)
        except CatalogueGone as gone:
            yield Finding("decisions", version, f"it cannot be decided again: {gone}")
            return
        except DAMAGE as damage:
            # What went wrong may name what is hidden; the kind of it is all that everybody may know.
            yield Finding("decisions", version, f"it does not fit the state before it ({type(damage).__name__})")
            return


def _is_next_step(table: Table, batch: Sequence[Recorded]) -> bool:
    """Whether this is a whole new step of a game that has begun; in a file from elsewhere it need not be."""
    return table.state is not None and table.step < batch[0].stored.step == batch[-1].stored.step


def _before(ruleset: Ruleset, history: Sequence[Recorded], origin: Table | None, step: int | None) -> tuple[Table, int]:
    """The table from which to execute, and how many events lie before it."""
    table = open_table(ruleset, history[0], origin)
    if step is None or step <= table.first_step:
        return table, 1
    first = next(place for place, recorded in enumerate(history) if recorded.stored.step == step)
    return fold(ruleset, history[:first], (), origin), first


def batches(history: Sequence[Recorded]) -> Iterator[list[Recorded]]:
    """The events of one command at a time."""
    batch: list[Recorded] = []
    for recorded in history:
        if batch and recorded.stored.command != batch[0].stored.command:
            yield batch
            batch = []
        batch.append(recorded)
    if batch:
        yield batch


def with_roots(history: Sequence[Recorded]) -> tuple[list[Stored], Frontier]:
    """The events as they are stored, the tree's root with the last one of each command; and the last frontier."""
    frontier: Frontier = ()
    rooted: list[Stored] = []
    for batch in batches(history):
        leaves = [leaf_hash(recorded.version, recorded.stored) for recorded in batch]
        frontier = extend(frontier, batch[0].version - 1, leaves)
        rooted += [recorded.stored for recorded in batch]
        rooted[-1] = msgspec.structs.replace(rooted[-1], root=root_of(frontier))
    return rooted, frontier


def after(
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


def _decided_again(
    table: Table, batch: Sequence[Recorded], events: Sequence[Any], played: Sequence[Any]
) -> Iterator[Finding]:
    """Whether the rules give what was played, the events of the game among these, again."""
    version, stored = batch[0].version, batch[0].stored
    try:
        again = decide_again(table, batch[0], events)
    except (IllegalMove, msgspec.ValidationError, LookupError) as refusal:
        why = refusal.rule if isinstance(refusal, IllegalMove) else type(refusal).__name__
        yield Finding("decisions", version, f"the rules refuse this command ({why})")
        return
    if again == played:
        return
    for place, (expected, found) in enumerate(zip(again, played)):
        if expected != found:
            name, at = type(found).__name__, version + len(events) - len(played) + place
            yield Finding("decisions", at, f"the rules decide another {name}")
            if type(expected) is type(found) and _asks_the_dice(table, batch[0], events):
                yield Finding("luck", at, f"the seed gives another {name}")
            return
    if len(again) != len(played):
        yield Finding("decisions", batch[-1].version, f"{len(played)} events of step {stored.step}, not {len(again)}")


def _asks_the_dice(table: Table, first: Recorded, events: Sequence[Any]) -> bool:
    dice: list[RecordedDice] = []

    def recorded(seed: bytes, place: int, serial: int, at_ms: int) -> RecordedDice:
        dice.append(RecordedDice(seed, place, serial=serial, at_ms=at_ms))
        return dice[-1]

    decide_again(table, first, events, recorded)
    return bool(dice[0].calls)


MakeDice = Callable[[bytes, int, int, int], Dice]  # seed, place in the effective line, serial, time


def _dice(seed: bytes, place: int, serial: int, at_ms: int) -> Dice:
    return Dice(seed, place, serial=serial, at_ms=at_ms)


def decide_again(table: Table, first: Recorded, events: Sequence[Any], make_dice: MakeDice = _dice) -> list[Any]:
    """The events that the rules give for this command, from the same luck."""
    stored, game = first.stored, table.game
    if isinstance(events[0], facts.PlayBegan):
        options = table.options()
        seed = seed_of(table.opened.server_seed, table.seats)
        return game.rules.setup(options, len(table.seats), make_dice(seed, 0, 0, stored.at))
    if stored.cause is None:
        raise LookupError("no command is kept with these events")
    seat = commanding_seat(stored.actor)
    params = {**stored.cause.params.values, "seat": CLOCK if seat is None else seat}
    command = msgspec.convert(params, game.commands[stored.cause.type])
    dice = make_dice(table.seed, table.effective + 1, table.step + 1, stored.at)
    return game.decide(table.state, command, dice)


def _invariants(table: Table, batch: Sequence[Recorded], events: Sequence[Any]) -> Generator[Finding, None, Any]:
    """What is broken after each event of the game; answers the state after the last one."""
    game = table.game
    on_event, invariants = game.rules.on_event, game.rules.invariants
    state = game.rules.initial if table.state is None else table.state
    for recorded, event in zip(batch, events):
        evolve = on_event.get(type(event))
        if evolve is not None:
            after = evolve(state, event)
            for broken in invariants(state, event, after):
                yield Finding("invariants", recorded.version, broken)
            state = after
    return state
