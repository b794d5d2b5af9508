"""The command handler: decide on the cached table, append in one round trip, decide again if the table was outdated."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from typing import TypeVar

import msgspec
from msgspec import Struct

from events.envelope import SALT_BYTES, Recorded
from events.store import Answer, Append, Appended, Behind, Key, StoreUnavailable
from events.store import Refusal as JournaledRefusal
from events.tree import Frontier, extend, leaf_hash, root_of
from games.decider import IllegalMove
from ledger.decide import decide
from ledger.events import MatchOpened
from ledger.fold import advance
from ledger.orders import Order, Refused
from ledger.rules_clock import RESTART
from ledger.table import LOBBY_S, NeedsHistory, Ruleset, Table
from projections import snapshot
from projections.tables import Tables
from service.metrics.orders import append_counted, count_accepted, count_failed, count_refused, count_repeated
from service.problems import Problem, refusal_problem, rule_address
from service.wall_clock import late_events

T = TypeVar("T")
R = TypeVar("R", bound=IllegalMove | Refused)
ATTEMPTS_MAX = 32
COMMAND_BYTES = 8
RETRY_PAUSE_S = 0.05
STORE_ATTEMPTS_MAX = 3
JOURNALED_BYTES_MAX = 4096  # of a refused command

Refusal = IllegalMove | Refused | Problem


class Expected(Struct, frozen=True):
    """The version that a match should be at, and the command by which it got there if the sender says which: after a
    loss, other events may be at the same version."""

    version: int
    command: bytes | None = None


class Sent(Struct, frozen=True):
    """How an order reached us."""

    key: Key | None = None  # idempotency key
    expected: Expected | None = None  # If-Match


UNASKED = Sent()


class Done(Struct, frozen=True):
    """The events are durable."""

    table: Table
    recorded: tuple[Recorded, ...]


class DoneBefore(Struct, frozen=True):
    """The idempotency key was used before: the events of that command, or the refusal that was given then."""

    table: Table
    recorded: tuple[Recorded, ...]
    status: int
    body: bytes


class _Kept(Struct, frozen=True, array_like=True):
    """What is stored under an idempotency key."""

    status: int
    first: int
    last: int
    body: bytes


UNKNOWN_DEADLINE = -1
_encode = msgspec.msgpack.Encoder().encode


class FeedEntry(Struct, frozen=True, array_like=True):
    """The note in the partition's feed: whether the lists of matches change, and which deadline is set now.

    None: there was none and there is none; 0: it was removed; UNKNOWN_DEADLINE: read the match.
    """

    is_listed_change: bool
    deadline_ms: int | None
    public: tuple[str, str] | None = None  # game and status, if everybody may know of the match (GET /v1/feed)


def now_ms() -> int:
    return time.time_ns() // 1_000_000


def handle(
    tables: Tables, match: str, order: Order, sent: Sent = UNASKED, *, known: Table | None = None
) -> Done | DoneBefore:
    """Decide and append; a refusal is proved to rest on current facts before it is given.

    `known` is a table that the caller has fetched already; it may be behind the store.
    """
    table = tables.recent(match) if known is None else known
    game = table.opened.game
    try:
        done = _carry_out(tables, table, order, sent)
    except (IllegalMove, Refused, Problem) as refusal:
        count_refused(game, refusal)
        raise
    except StoreUnavailable:
        count_failed(game)
        raise
    if isinstance(done, Done):
        count_accepted(game, len(done.recorded))
    else:
        count_repeated(game)
    return done


def _carry_out(tables: Tables, table: Table, order: Order, sent: Sent) -> Done | DoneBefore:
    match, command = table.match, os.urandom(COMMAND_BYTES)
    store_attempts = 0
    for _ in range(ATTEMPTS_MAX):
        at, events, refusal, table = _decide(tables, table, order, sent)
        recorded: tuple[Recorded, ...] = ()
        after: Table | None = table
        try:
            if refusal is not None:
                answer = _refuse(tables, table, order, sent, at, refusal)
            else:
                recorded, frontier = to_stored(table, order, command, at, events)
                after = _advance(table, recorded, frontier, events)
                answer = _append(tables, table, after, sent, recorded, frontier)
        except StoreUnavailable:
            # It may have been written and only the reply lost: the next attempt finds its events by the command's id.
            store_attempts += 1
            if store_attempts == STORE_ATTEMPTS_MAX:
                raise
            time.sleep(RETRY_PAUSE_S)
            continue
        if isinstance(answer, Appended):
            if refusal is not None:
                raise refusal
            if after is None:
                return Done(tables.current(match), recorded)
            tables.keep(after)
            return Done(after, recorded)
        if isinstance(answer, Behind):
            missed = tables.complete(match, answer)
            own = tuple(one for one in missed.events if one.stored.command == command)
            table = tables.catch_up(table, missed)
            if own:
                return Done(table, own)
            continue
        return _answer_again(tables, match, answer.answer, is_same_body=answer.is_same_body)
    raise Problem("contended", "Other commands were written first each time. Nothing was written.", retry_after_s=1)


def _date(table: Table, order: Order) -> int:
    """No event is dated before an earlier one, but for that which restarts the clocks (LEDGER-5.4)."""
    now = now_ms()
    if order.type == RESTART:
        return now
    late_events.check(table.match, table.last_at, now)
    return max(now, table.last_at)


def _advance(
    table: Table, recorded: tuple[Recorded, ...], frontier: Frontier, events: Sequence[Struct]
) -> Table | None:
    """The table after these events; None if that needs the whole history."""
    try:
        return advance(table, recorded, frontier, events)
    except NeedsHistory:
        return None


def _decide(
    tables: Tables, table: Table, order: Order, sent: Sent
) -> tuple[int, Sequence[Struct], Refusal | None, Table]:
    """The time, the events or the refusal, and the table that they rest on: it may remember more steps than the one
    given, and be newer."""

    def decide_on(known: Table) -> tuple[int, Sequence[Struct]]:
        check_expected(known, sent.expected)
        at = _date(known, order)
        return at, decide(known, order, at)

    try:
        (at, events), table = with_history(tables, table, decide_on)
        return at, events, None, table
    except (IllegalMove, Refused) as refusal:
        return _date(table, order), (), with_rule_text(refusal, table), table
    except Problem as refusal:
        return _date(table, order), (), refusal, table


def with_rule_text(refusal: R, table: Table) -> R:
    """The refusal, with the address of the rule that it names."""
    opened = table.opened
    refusal.facts = {"rule_text": rule_address(refusal.rule, opened.game, opened.rules_version), **refusal.facts}
    return refusal


def check_rule(table: Table, rule: Callable[[Table], T]) -> T:
    """What a rule of the ledger says of a table that is current; a refusal has the address of the rule."""
    try:
        return rule(table)
    except Refused as refusal:
        raise with_rule_text(refusal, table) from None


def with_history(tables: Tables, table: Table, ask: Callable[[Table], T]) -> tuple[T, Table]:
    """The answer that a table gives, with as many earlier steps in it as that takes, and that table: where it has to be
    read anew, it is the newest."""
    while True:
        try:
            return ask(table), table
        except NeedsHistory:
            table = tables.with_more_steps(table)


def check_expected(table: Table, expected: Expected | None) -> None:
    if expected is None:
        return
    if expected.version != table.version:
        detail = f"The match is at version {table.version}, not {expected.version}."
        raise Problem("version-conflict", detail, version=table.version)
    if expected.command is not None and expected.command != table.command:
        detail = f"Version {table.version} of the match is another one now: events that you have seen were lost."
        raise Problem("version-conflict", detail, version=table.version)


def _refuse(tables: Tables, table: Table, order: Order, sent: Sent, at: int, refusal: Refusal) -> Answer:
    """Prove that the refusal rests on current facts, and journal it if the game's rules refused."""
    if not isinstance(refusal, IllegalMove):
        return append_counted(tables.store, Append(table.match, table.head, key=sent.key))
    status, body = answer_refusal(refusal)
    return append_counted(
        tables.store,
        Append(
            table.match,
            table.head,
            key=sent.key,
            answer=_encode(_Kept(status, 0, 0, body)),
            refusal=JournaledRefusal(at, order.actor, _encode_for_journal(order), status, body),
        ),
    )


def _encode_for_journal(order: Order) -> bytes:
    """The command for the journal, encoded again: a client must not fill the store with blanks or unknown fields."""
    encoded = msgspec.json.encode({"type": order.type, "params": order.params})
    if len(encoded) <= JOURNALED_BYTES_MAX:
        return encoded
    return msgspec.json.encode({"type": order.type, "params": {}, "left_out_bytes": len(encoded)})


def to_stored(
    table: Table, order: Order, command: bytes, at: int, events: Sequence[Struct]
) -> tuple[tuple[Recorded, ...], Frontier]:
    """The events as they will be stored, with the tree's new root on the last one, and the new frontier."""
    stored = table.ruleset.codec.write(
        events,
        step=table.next_step,
        command=command,
        actor=order.actor,
        at=at,
        salt=_salt,
        cause=(order.type, order.params),
    )
    leaves = [leaf_hash(version, one) for version, one in enumerate(stored, table.version + 1)]
    frontier = extend(table.frontier, table.version, leaves)
    stored[-1] = msgspec.structs.replace(stored[-1], root=root_of(frontier))
    return tuple([Recorded(version, one) for version, one in enumerate(stored, table.version + 1)]), frontier


def write_first(ruleset: Ruleset, event: MatchOpened, order: Order, at: int) -> tuple[Recorded, Frontier, bytes]:
    """The first event of a match as it will be stored, the frontier of its tree, and the note for the feed."""
    command = os.urandom(COMMAND_BYTES)
    step = 0 if event.branch is None else event.branch.step
    cause = (order.type, order.params)
    (stored,) = ruleset.codec.write(
        [event], step=step, command=command, actor=order.actor, at=at, salt=_salt, cause=cause
    )
    frontier = extend((), 0, [leaf_hash(1, stored)])
    stored = msgspec.structs.replace(stored, root=root_of(frontier))
    public = (event.game, "open") if event.is_public else None
    return Recorded(1, stored), frontier, _encode(FeedEntry(True, at + 1000 * LOBBY_S, public))


def listed_note(public: tuple[str, str] | None = None) -> bytes:
    """The feed note for a match that is imported or erased as a whole."""
    return _encode(FeedEntry(True, UNKNOWN_DEADLINE, public))


def public_note(table: Table) -> tuple[str, str] | None:
    """What everybody may know of a match that has changed; None if it is private."""
    return (table.opened.game, table.status) if table.opened.is_public else None


def _append(
    tables: Tables, table: Table, after: Table | None, sent: Sent, recorded: Sequence[Recorded], frontier: Frontier
) -> Answer:
    kept = _Kept(201, recorded[0].version, recorded[-1].version, b"")
    return append_counted(
        tables.store,
        Append(
            table.match,
            table.head,
            [one.stored for one in recorded],
            frontier,
            key=sent.key,
            answer=b"" if sent.key is None else _encode(kept),
            feed=_feed_entry(table, after),
            snapshot=_snapshot(table, after),
        ),
    )


def _snapshot(before: Table, after: Table | None) -> bytes:
    """A snapshot at every waypoint, so that the table at any step needs only the events since the last one."""
    if after is None or after.waypoints == before.waypoints or after.final is not None:
        return b""
    return snapshot.write(after)


def _feed_entry(before: Table, after: Table | None) -> bytes:
    if after is None:
        return _encode(FeedEntry(True, UNKNOWN_DEADLINE, public_note(before)))
    is_listed_change = (
        before.status != after.status
        or before.status == "open"
        or before.disputes != after.disputes
        or before.undo_request is not after.undo_request
        or before.departed != after.departed
    )
    due_ms = after.due_ms()
    if due_ms is None and before.due_ms() is not None:
        due_ms = 0
    return _encode(FeedEntry(is_listed_change, due_ms, public_note(after)))


def _salt() -> bytes:
    return os.urandom(SALT_BYTES)


def answer_refusal(illegal: IllegalMove) -> tuple[int, bytes]:
    """Status and body of a refusal."""
    problem = refusal_problem(illegal)
    return problem.status, msgspec.json.encode(problem.document())


def _answer_again(tables: Tables, match: str, raw: bytes, *, is_same_body: bool) -> DoneBefore:
    if not is_same_body:
        raise Problem("idempotency-key-reused", "The key was used in this match before, with another body.")
    kept = msgspec.msgpack.decode(raw, type=_Kept)
    recorded = tuple(tables.store.read(match, kept.first, kept.last)) if kept.first else ()
    return DoneBefore(tables.current(match), recorded, kept.status, kept.body)
