"""Whether a simulated evening went well: what the checker of requests, answers and streams says, and what only somebody
who may open everything can see: memories, snapshots, lists, the feed, the clock, and whether refusals were right."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import msgspec

from events.memory_store import MemoryStore
from events.tree import pack, root_of
from games.decider import IllegalMove
from ledger.audit import audit
from ledger.bots import bot_kind
from ledger.decide import decide
from ledger.fold import fold
from ledger.orders import Order, Refused
from ledger.table import Table
from projections import snapshot
from projections.cards import cards_by_seat
from projections.lists import summary_of
from projections.questions import question_for
from projections.tables import Tables
from service.handle import UNKNOWN_DEADLINE, FeedEntry
from service.web.presenters import match_document
from tests.ledger_checker import KEPT_REFUSAL, Block, Exchange, Kept, blocks_of, check, claims, windows
from tests.simulation.run import GRACE_MS, RULESETS, Outcome

Complaints = Iterator[str]
# What every way to a table must agree on; how many steps it remembers is each one's own affair, and the waypoints
# depend on the stride, which is another one outside the simulation.
_FIELDS = [name for name in Table.__struct_fields__ if name not in ("recent", "ruleset", "waypoints")]


def judge(outcome: Outcome) -> list[str]:
    kept = {match: kept_of(outcome.kept, match) for match in sorted(outcome.kept._matches)}
    complaints = check(outcome.exchanges, kept)
    for match in kept:
        complaints += [f"{match}: {words}" for words in _judge_match(outcome, match, kept[match])]
    return complaints


def judge_what_is_left(outcome: Outcome) -> list[str]:
    """After a store has fallen back: what it holds is one true history, and everybody who asks is told of that."""
    complaints: list[str] = []
    for match in sorted(outcome.kept._matches):
        history = History(outcome.kept, match)
        report = audit(history.ruleset, history.recorded, root_of(history.frontier))
        complaints += [f"audit: {one.name}: {one.detail}" for one in report.checks if not one.ok]
        if report.verdict == "ok":
            for tables in outcome.workers:
                tables.store = outcome.kept
                complaints += _differences("a worker", tables.current(match), history)
            complaints += _judge_snapshot(outcome.kept, match, history)
            complaints += _judge_listing(outcome, match, history)
    return complaints


def kept_of(store: MemoryStore, match: str) -> Kept:
    found = store._matches[match]
    journal = [
        {
            "actor": one.actor,
            "status": one.status,
            "command": json.dumps(json.loads(one.command)),
            "body": one.body.decode(),
        }
        for one, _ in found.journal
    ]
    told = [version for name, version, _ in store.feed if name == match]
    return Kept(list(found.entries), store.head(match).version, pack(found.frontier), journal, told)


class History:
    """A match folded from scratch, at the end of any command."""

    def __init__(self, store: MemoryStore, match: str) -> None:
        self.recorded = store.read(match)
        self.frontier = store.head(match).frontier
        self.ends = [one.version for one in self.recorded if one.stored.root]
        public = self.recorded[0].stored.public
        self.ruleset = RULESETS[public["game"], public["rules_version"]]
        self.at = cache(self._at)

    def _at(self, version: int) -> Table:
        return fold(self.ruleset, self.recorded[:version], ())

    def before(self, version: int) -> Table:
        return self.at(max(end for end in self.ends if end < version))

    @property
    def last(self) -> int:
        return self.recorded[-1].version


def _judge_match(outcome: Outcome, match: str, kept: Kept) -> Complaints:
    history = History(outcome.kept, match)
    report = audit(history.ruleset, history.recorded, root_of(history.frontier))
    yield from (f"audit: {one.name}: {one.detail}" for one in report.checks if not one.ok)
    if report.verdict != "ok":
        return  # nothing else can be asked of such a history
    exchanges = [one for one in outcome.exchanges if one.match == match]
    blocks = blocks_of(kept.entries)
    yield from _judge_reads(exchanges, history)
    yield from _judge_refusals(exchanges, blocks, history)
    for tables in outcome.workers:
        yield from _judge_memory(tables, match, history)
    yield from _judge_snapshot(outcome.kept, match, history)
    yield from _judge_feed([note for name, _, note in outcome.kept.feed if name == match], blocks, history)
    yield from _judge_clock(blocks, history, outcome.end_ms)
    yield from _judge_listing(outcome, match, history)
    yield from _judge_heads(outcome, match, history)
    yield from _judge_bots(outcome, match, history)


def _judge_reads(exchanges: Sequence[Exchange], history: History) -> Complaints:
    """Whatever was read is what a fold from scratch shows that viewer at that version."""
    for one in exchanges:
        version = one.seen_version
        if one.status != 200 or version not in history.ends:
            continue
        table, viewer = history.at(version), one.etag.strip('"').split("-")[1]
        seen_by: Any = int(viewer) if viewer.isdigit() else viewer
        if one.path.endswith("/choices"):
            document: Any = question_for(table, seen_by)
        else:
            document = match_document(table, seen_by)
        if json.loads(msgspec.json.encode(document)) != json.loads(one.answer):
            yield f"{one.actor} GET {one.path}: saw another table than version {version} is"


def _judge_refusals(exchanges: Sequence[Exchange], blocks: Sequence[Block], history: History) -> Complaints:
    """A refusal was right at some moment between the request and its answer."""
    first_sent: dict[tuple[str, str | None, str], int] = {}
    for one in exchanges:
        name = (one.actor, one.key if one.key is not None else str(one.sent), one.body)
        first_sent[name] = min(one.sent, first_sent.get(name, one.sent))
    told = [one for one in exchanges if one.problem == KEPT_REFUSAL]
    spans = {id(one): (least, most) for one, least, most in windows(exchanges, blocks, claims(exchanges, blocks))}
    for one in told:
        if one.key is not None and first_sent[one.actor, one.key, one.body] != one.sent:
            continue  # a retry may be told of an older decision
        least, most = spans[id(one)]
        possible = [end for end in history.ends if least <= end <= most]
        if not any(_is_refused(history.at(end), one) for end in possible):
            yield f"{one.actor} {one.body}: refused, and legal from version {least} to {most}"


def _is_refused(table: Table, one: Exchange) -> bool:
    body = json.loads(one.body)
    code = json.loads(one.answer)["code"]
    if table.status != "running" or (code == "undo_pending" and table.undo_request is not None):
        return True
    if "type" not in body:  # not a command of the game
        return False
    try:
        decide(table, Order(one.actor, body["type"], body["params"], is_command=True), table.last_at)
    except (IllegalMove, Refused) as refused:
        return refused.code == code
    return False


def _judge_memory(tables: Tables, match: str, history: History) -> Complaints:
    """What a worker remembers is what a fold from scratch gives at that version."""
    if tables.losses:
        yield "a worker believes that the store has lost events"
    table = tables.kept(match)
    if table is None:
        return
    if table.version not in history.ends:
        yield f"a worker remembers version {table.version}, and there is no such end of a command"
        return
    yield from _differences("a worker", table, history)


def _differences(who: str, table: Table, history: History, names: Sequence[str] = _FIELDS) -> Complaints:
    scratch = history.at(table.version)
    for name in names:
        if name == "frontier":
            if root_of(table.frontier) != history.recorded[table.version - 1].stored.root:
                yield f"{who} remembers another tree at version {table.version}"
        elif getattr(table, name) != getattr(scratch, name):
            yield f"{who} remembers another {name} at version {table.version} than its events give"


def _judge_snapshot(store: MemoryStore, match: str, history: History) -> Complaints:
    for version in range(1, history.last + 1):
        found = store.at(match, version)
        if found.version != version:
            continue
        table = snapshot.read(history.ruleset, found.snapshot)
        if table is None or table.version != version:
            yield f"the snapshot of version {version} is not of that version"
            continue
        yield from _differences("a snapshot", table, history, [name for name in _FIELDS if name != "frontier"])


def _judge_feed(notes: Sequence[bytes], blocks: Sequence[Block], history: History) -> Complaints:
    """Each note says what its append changed."""
    for note, block in zip(notes, blocks):
        entry = msgspec.msgpack.decode(note, type=FeedEntry)
        if entry.is_listed_change or entry.deadline_ms == UNKNOWN_DEADLINE:
            continue
        after, before = history.at(block.last), history.before(block.first)
        if (after.status, after.disputes) != (before.status, before.disputes):
            yield f"version {block.last}: the lists have changed, and the feed does not say so"
        due_ms = after.due_ms()
        if (entry.deadline_ms or None) != due_ms or (before.due_ms() and entry.deadline_ms is None):
            yield f"version {block.last}: the feed says deadline {entry.deadline_ms}, and it is {due_ms}"


def _judge_clock(blocks: Sequence[Block], history: History, end_ms: int) -> Complaints:
    """The clock strikes neither before a deadline nor long after it."""
    for block in blocks:
        if block.actor.startswith("clock"):
            due_ms = history.before(block.first).due_ms()
            if due_ms is None or due_ms > int(block.events[0]["at"]):
                yield f"version {block.first}: the clock struck before {due_ms}"
    due_ms = history.at(history.last).due_ms()
    if due_ms is not None and due_ms < end_ms - GRACE_MS:
        yield f"a deadline passed {end_ms - due_ms} ms ago, and the clock has not struck"


def _judge_bots(outcome: Outcome, match: str, history: History) -> Complaints:
    """A match with bots is known as such until it is over, and no bot lets the others wait."""
    table = history.at(history.last)
    bots = {info.seat for info in table.seats if info is not None and bot_kind(info.player) is not None}
    if (match in outcome.bots) != (bool(bots) and table.status != "finished"):
        yield f"whether bots play in it is said to be {match in outcome.bots}, and it is {table.status}"
    waited_for = table.to_act() if table.undo_request is None else table.undo_request.waiting_for
    if bots & set(waited_for) and table.last_at < outcome.end_ms - GRACE_MS:
        yield f"a bot is waited for since {outcome.end_ms - table.last_at} ms"


def _judge_listing(outcome: Outcome, match: str, history: History) -> Complaints:
    """The list shows every match as it is. What nearly every command changes is read from the match when somebody asks
    (service/web/presenters.py)."""
    table = history.at(history.last)
    cards = cards_by_seat(table, history.recorded) if table.status == "finished" else []
    shown, due = outcome.listing.get(match), summary_of(table, cards)
    moving = {"version": due.version, "to_act": due.to_act, "deadline": due.deadline}
    if shown is None or msgspec.structs.replace(shown, **moving) != due:
        yield f"the list shows {shown}, and the match is {due}"


def _judge_heads(outcome: Outcome, match: str, history: History) -> Complaints:
    """The log above the matches holds true heads of this one, the larger ones later."""
    heads = [one.head for one in outcome.heads.entries(0, 1000) if one.head.match == match]
    sizes = [head.size for head in heads]
    if not sizes or sizes != sorted(set(sizes)):
        yield f"the log of heads has this match at {sizes}"
    for head in heads:
        if head.size > history.last or history.recorded[head.size - 1].stored.root.hex() != head.root:
            yield f"the log of heads has another root for version {head.size}"
