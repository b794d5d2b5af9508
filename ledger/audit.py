"""A match executed again and compared: tree, orders, decisions, invariants, every roll of the dice."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from events.codec import UnreadableEvent
from events.envelope import Recorded, Stored, commanding_seat
from events.head_log import MatchHead, find_valid
from events.tree import Frontier, extend, leaf_hash, root_of
from games.catalogue import CatalogueGone
from games.decider import CLOCK, IllegalMove
from games.recorded_dice import RecordedDice
from ledger import events as facts
from ledger.audit_erased import findings_without_state
from ledger.audit_events import (
    Finding,
    batches,
    commitment_findings,
    event_findings,
    order_findings,
    visibility_findings,
)
from ledger.audit_orders import MainLine, decide_again, open_again, order_of
from ledger.erasure import has_no_secrets
from ledger.fold import advance, advance_step, fold
from ledger.joint_luck import JOINT_LUCK, check_joint_luck
from ledger.orders import Order, Refused
from ledger.rules_luck import OPEN, seats_at_start
from ledger.table import RECENT_MAX, NeedsHistory, Ruleset, Table, open_table, seed_of
from ledger.timeline import UNDONE
from ledger.verdict import Check, Value, broken, conclude, not_proven, proven, verdict_of

CHECKS = {
    "order": "Versions, steps, times, commands and orders follow one another without a gap.",
    "tree": "Every stored root is the root of the events up to it.",
    "commitments": "Every hidden part is there, unless an event says that it was erased, and is what was committed to.",
    "visibility": "Every field is shown and hidden as its event says.",
    "ledger": "Every order to the match is one that the ledger's rules decide again to the same events.",
    "decisions": "Every event of the game is what its rules decide again from the same state, command and luck.",
    "luck": "Every draw, roll and shuffle follows from the seed.",
    "invariants": "Every invariant of the game holds after every event.",
    JOINT_LUCK: "Nobody could choose the luck: all parts of it were fixed before one of them was open.",
    "log": "Every head of the match that is in the log of heads is the root of its beginning.",
}
EXECUTED = ("visibility", "ledger", "decisions", "luck", "invariants")
LEDGER_TYPES = frozenset(event_type.__name__ for event_type in facts.MATCH_EVENTS)


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


class Report(Struct, frozen=True):
    verdict: str
    conclusion: Value
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
    main: MainLine | None = None,
) -> Report:
    """Check everything, or execute one step alone; each check names the first place where it fails.

    A branch is executed from the table that it left (`origin`); with its whole main line, its opening is checked too.
    """
    origin = origin if main is None else main.origin
    first: dict[str, Finding] = {}
    for finding in findings(ruleset, history, head_root, origin, logged, step, main):
        first.setdefault(finding.check, finding)
    missing = _what_is_missing(history, logged, main, is_erased=has_no_secrets(history))
    checks = [
        check_joint_luck(history) if name == JOINT_LUCK else _check(name, first.get(name), missing.get(name), step)
        for name in CHECKS
    ]
    return Report(verdict_of(checks), conclude(checks), checks, len(history), head_root.hex(), step)


def _check(name: str, finding: Finding | None, missing: str | None, step: int | None) -> Check:
    if finding is not None:
        return broken(name, f"First at version {finding.version}: {finding.detail}", finding.version)
    if missing is not None:
        return not_proven(name, missing)
    sentence = CHECKS[name]
    if step is not None and name in EXECUTED:
        sentence = f"In step {step}: {sentence[0].lower()}{sentence[1:]}"
    return proven(name, sentence)


def _what_is_missing(
    history: Sequence[Recorded], logged: Sequence[MatchHead], main: MainLine | None, *, is_erased: bool
) -> dict[str, str]:
    """Where something cannot be checked, a check says so instead of what it would have seen."""
    missing = {} if logged else {"log": "The log of heads has no head of the match yet."}
    if is_erased:
        missing |= dict.fromkeys(EXECUTED, "Not executed again: a player has been erased.")
        missing["ledger"] = (
            "Lobby, disputes, rulings, results, answers, leaving and erasures were decided again, as far as that takes "
            "no state of the game; the rest was not: a player has been erased."
        )
    elif main is None and history[0].stored.public.get("branch") is not None:
        missing["ledger"] = "The opening of the branch was not decided again: its main line is not at hand."
    return missing


def findings(
    ruleset: Ruleset,
    history: Sequence[Recorded],
    head_root: bytes,
    origin: Table | None = None,
    logged: Sequence[MatchHead] = (),
    step: int | None = None,
    main: MainLine | None = None,
) -> Iterator[Finding]:
    batched = list(batches(history))
    yield from order_findings(history, batched)
    yield from _tree(history, head_root, logged)
    yield from commitment_findings(history)
    if has_no_secrets(history):
        yield from findings_without_state(ruleset, history, main)
    else:
        yield from _open_again(ruleset, batched[0], main)
        yield from _execute(ruleset, history, batched, origin, step)


def _tree(history: Sequence[Recorded], head_root: bytes, logged: Sequence[MatchHead]) -> Iterator[Finding]:
    frontier: Frontier = ()
    logged_roots = {head.size: head.root for head in find_valid(logged)}
    for size in logged_roots:
        if size > len(history):
            yield Finding("log", len(history), f"the log has a head of {size} events, so events were lost or removed")
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


def _open_again(ruleset: Ruleset, batch: Sequence[Recorded], main: MainLine | None) -> Iterator[Finding]:
    """LEDGER-1.1: the first event alone in its command, as the rules open a match."""
    try:
        opened = ruleset.codec.read(batch[0].stored)
        if len(batch) > 1 or not isinstance(opened, facts.MatchOpened):
            yield Finding("ledger", 1, "a match begins with its opening, alone in its command")
            return
        yield from visibility_findings(batch[0], opened)
        if opened.branch is None or main is not None:
            yield from _compare(1, open_again(ruleset, batch, opened, main), [opened], "ledger")
    except Refused as refused:
        yield Finding("ledger", 1, f"the ledger's rules refuse this order: {refused.code} ({refused.rule})")
    except DAMAGE as damage:
        yield Finding("ledger", 1, f"it is not an opening of a match ({type(damage).__name__})")


def execution_findings(ruleset: Ruleset, history: Sequence[Recorded], origin: Table | None = None) -> Iterator[Finding]:
    """Of all findings, those of executing every order after the first again."""
    return _execute(ruleset, history, list(batches(history)), origin, None)


def _execute(
    ruleset: Ruleset,
    history: Sequence[Recorded],
    batched: Sequence[list[Recorded]],
    origin: Table | None,
    step: int | None,
) -> Iterator[Finding]:
    """Step through the match: decide each order again, and watch the invariants on the way."""
    try:
        table, first = _before(ruleset, history, origin, step)
    except DAMAGE as damage:
        yield Finding("decisions", 1, f"what comes before it does not add up ({type(damage).__name__})")
        return
    are_of_game, read = frozenset(ruleset.game.rules.on_event).issuperset, ruleset.codec.read
    # Where nothing was taken back, nothing but the latest step need be remembered.
    recent_max = RECENT_MAX if any(recorded.stored.type == UNDONE for recorded in history) else 1
    for batch in batched:
        version = batch[0].version
        if version <= first:
            continue
        if step is not None and batch[0].stored.step != step:
            return
        try:
            events = [read(recorded.stored) for recorded in batch]
            for recorded, event in zip(batch, events):
                yield from event_findings(ruleset.codec, recorded, event)
            yield from _compare_decisions(table, batch, events, history, origin)
            state = yield from _invariants(table, batch, events)
            if are_of_game(map(type, events)) and _is_next_step(table, batch):
                table = advance_step(table, batch, events, state, recent_max)
            else:
                table = after(ruleset, table, history, batch, events, origin)
        except CatalogueGone as gone:
            yield Finding("decisions", version, f"it cannot be decided again: {gone}")
            return
        except DAMAGE as damage:
            # What went wrong may name what is hidden; the kind of it is all that everybody may know.
            detail = f"it does not fit the state before it ({type(damage).__name__})"
            yield Finding("ledger" if _is_of_ledger(batch) else "decisions", version, detail)
            return


def _is_of_ledger(batch: Sequence[Recorded]) -> bool:
    """Whether all of these events are such as a match has whatever it plays."""
    return all(recorded.stored.type in LEDGER_TYPES for recorded in batch)


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


def _compare_decisions(
    table: Table,
    batch: Sequence[Recorded],
    events: Sequence[Any],
    history: Sequence[Recorded],
    origin: Table | None,
) -> Iterable[Finding]:
    """Whether the rules of the ledger and of the game give these events again."""
    version = batch[0].version
    try:
        order = order_of(batch, events)
        again = decide_again(table, order, batch, history, origin)
    except Refused as refused:
        detail = f"the ledger's rules refuse this order: {refused.code} ({refused.rule})"
        return [Finding("ledger", version, detail)]
    except (IllegalMove, msgspec.ValidationError, LookupError) as refusal:
        why = refusal.rule if isinstance(refusal, IllegalMove) else type(refusal).__name__
        return [Finding(_check_of(table, events), version, f"the rules refuse this command ({why})")]
    if again == events:
        return ()
    check = _check_of(table, events)
    has_asked = check == "decisions" and bool(calls_of(table, order, batch[0].stored.at)[0])
    return _compare(version, again, events, check, table, has_asked=has_asked)


def _check_of(table: Table, events: Sequence[Any]) -> str:
    """The check that fails if these events are decided otherwise."""
    return "decisions" if any(type(event) in table.game.rules.on_event for event in events) else "ledger"


def _compare(
    version: int,
    again: Sequence[Any],
    events: Sequence[Any],
    check: str,
    table: Table | None = None,
    *,
    has_asked: bool = False,
) -> Iterator[Finding]:
    """The first event that differs from what is decided again."""
    for index, (expected, found) in enumerate(zip(again, events)):
        if expected != found:
            name, at = type(found).__name__, version + index
            is_of_game = table is not None and type(found) in table.game.rules.on_event
            yield Finding("decisions" if is_of_game else "ledger", at, f"the rules decide another {name}")
            if is_of_game and has_asked and type(expected) is type(found):
                yield Finding("luck", at, f"the seed gives another {name}")
            return
    if len(again) != len(events):
        yield Finding(
            check, version + len(events) - 1, f"it has {len(events)} events, and the rules decide {len(again)}"
        )


def calls_of(table: Table, order: Order, at: int) -> tuple[list[list[Any]], int]:
    """What the game asked the dice when it decided this order, and the order's place in the effective line."""
    game = table.game
    if order.type in ("start_match", OPEN):
        seats = seats_at_start(table, order)
        if table.opened.branch is not None or seats is None:
            return [], 0
        dice = RecordedDice(seed_of(table.opened, seats), 0, serial=0, at_ms=at)
        game.rules.setup(table.options(), len(seats), dice)
    elif order.type in game.commands:
        seat = commanding_seat(order.actor)
        command = msgspec.convert({**order.params, "seat": CLOCK if seat is None else seat}, game.commands[order.type])
        dice = RecordedDice(table.seed, table.effective + 1, serial=table.step + 1, at_ms=at)
        game.decide(table.state, command, dice)
    else:
        return [], 0
    calls: list[list[Any]] = msgspec.to_builtins(dice.calls)
    return calls, dice.step


def _invariants(table: Table, batch: Sequence[Recorded], events: Sequence[Any]) -> Generator[Finding, None, Any]:
    """What is broken after each event of the game; answers the state after the last one."""
    game = table.game
    on_event, invariants = game.rules.on_event, game.rules.invariants
    state = game.rules.initial if table.state is None else table.state
    for recorded, event in zip(batch, events):
        evolve = on_event.get(type(event))
        if evolve is not None:
            after = evolve(state, event)
            for sentence in invariants(state, event, after):
                # The sentence may name a card that is hidden still; the id of the invariant names none.
                yield Finding("invariants", recorded.version, f"{sentence.partition(':')[0]} does not hold")
            state = after
    return state
