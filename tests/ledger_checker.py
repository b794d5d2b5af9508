"""What must be true of a ledger, whatever happened to it: judged from requests, answers and the final streams alone.

Written apart from the service on purpose, and using none of its code: it knows the published shapes (the API's answers,
the fields of a stored event, the Merkle tree of RFC 6962) and the promises of the design, and nothing of any game.
"""

from __future__ import annotations

import base64
import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from service.tools.verify_match import leaf, sha256

UNKNOWN = {None, 429, 500, 502, 503, 504}  # no answer, or one that claims nothing: whether it happened is open
KEPT_REFUSAL = "/problems/illegal-move"
KEY_REUSED = "/problems/idempotency-key-reused"
CONFLICT = "/problems/version-conflict"
LOBBY_TYPES = (
    "MatchOpened",
    "SeatTaken",
    "SeatLeft",
    "LuckCommitted",
    "LobbyClosed",
    "LuckOpened",
    "LuckWithheld",
    "PlayBegan",
)
FIELDS = ("type", "schema", "step", "command", "actor", "at", "rule", "public", "secret", "cause", "root")


class Exchange(Struct, frozen=True):
    """One request and what came back. `sent` and `answered` count in one order over all clients."""

    match: str
    actor: str  # as the ledger should name the sender: `seat:0`, `player:p-…`
    method: str
    path: str
    body: str = ""
    key: str | None = None
    expected: int | None = None  # If-Match
    sent: int = 0
    answered: int | None = None
    status: int | None = None
    answer: str = ""
    etag: str = ""

    @property
    def is_accepted(self) -> bool:
        return self.status is not None and self.status < 300

    @property
    def problem(self) -> str:
        if self.status is None or self.status < 400:
            return ""
        return str(json.loads(self.answer)["type"])

    @property
    def is_kept(self) -> bool:
        """Whether the ledger must remember this very answer under its key."""
        return self.is_accepted or self.problem == KEPT_REFUSAL

    @property
    def seen_version(self) -> int | None:
        """The version that an answer shows the match at."""
        if self.method == "GET" and self.status in (200, 304):
            return int(self.etag.strip('"').split("-")[0])
        return int(json.loads(self.answer)["version"]) if self.problem == CONFLICT else None


class Kept(Struct, frozen=True):
    """What the store holds of one match in the end."""

    entries: list[bytes]
    version: int  # of the head
    frontier: bytes  # of the head
    journal: list[dict[str, Any]] = []  # refusals, newest first: actor, command, status, body
    feed: list[int] | None = None  # the versions that the feed was told of, in order; None if it may have been trimmed


class Block(NamedTuple):
    """The events of one command, as they lie in the stream."""

    command: str
    events: list[dict[str, Any]]

    @property
    def first(self) -> int:
        return int(self.events[0]["version"])

    @property
    def last(self) -> int:
        return int(self.events[-1]["version"])

    @property
    def actor(self) -> str:
        return str(self.events[0]["actor"])

    @property
    def cause(self) -> tuple[str, Any] | None:
        cause = self.events[0].get("cause")
        return None if cause is None else (cause["type"], cause["params"]["values"])


Complaints = Iterator[str]


def check(exchanges: Sequence[Exchange], kept: dict[str, Kept]) -> list[str]:
    """Everything that is not as it should be, in words."""
    complaints: list[str] = []
    by_match: dict[str, list[Exchange]] = defaultdict(list)
    for exchange in exchanges:
        by_match[exchange.match].append(exchange)
    for match in sorted(by_match.keys() | kept.keys()):
        found = kept.get(match, Kept([], 0, b""))
        complaints += [f"{match}: {words}" for words in _check_match(by_match[match], found)]
    return complaints


def _check_match(exchanges: list[Exchange], kept: Kept) -> Complaints:
    blocks = blocks_of(kept.entries)
    yield from check_stream(blocks, kept)
    claimed = claims(exchanges, blocks)
    for operation in operations_of(exchanges):
        yield from _check_answers(operation)
        for told in operation:
            yield from _check_accepted(told, blocks)
    yield from _check_claims(claimed)
    yield from _check_keys(exchanges)
    yield from _check_everything_was_asked_for(exchanges, blocks, claimed)
    yield from _check_order(exchanges, blocks, claimed)
    yield from _check_journal(exchanges, kept)


# The stream by itself.
def blocks_of(entries: Sequence[bytes]) -> list[Block]:
    events = [_event(version, raw) for version, raw in enumerate(entries, 1)]
    return [Block(command, list(of)) for command, of in groupby(events, key=lambda event: str(event["command"]))]


def _event(version: int, raw: bytes) -> dict[str, Any]:
    """A stored event in the shape of an export: what `service/tools/verify_match.py` makes a leaf of."""
    values = msgspec.msgpack.decode(raw)
    event: dict[str, Any] = {"version": version, **dict(zip(FIELDS, values))}
    event["command"] = event["command"].hex()
    event["root"] = event.get("root") or b""
    event["secret"] = {name: _part(part) for name, part in event["secret"].items()}
    cause = event.pop("cause", None)
    if cause is not None:
        event["cause"] = {"type": cause[0], "params": _part(cause[1])}
    return event


def _part(part: list[Any]) -> dict[str, Any]:
    if part[0]:
        return {"salt": base64.b64encode(part[0]).decode(), "values": part[1]}
    return {"commitment": base64.b64encode(part[2]).decode()}


def check_stream(blocks: Sequence[Block], kept: Kept) -> Complaints:
    """One order, no gap, whole commands, the tree intact."""
    if kept.version != len(kept.entries):
        yield f"the head is at version {kept.version}, and the stream has {len(kept.entries)} events"
    commands = Counter(block.command for block in blocks)
    yield from (
        f"command {command} lies in the stream {count} times" for command, count in commands.items() if count > 1
    )
    if kept.feed is not None and kept.feed != [block.last for block in blocks]:
        yield f"the feed was told of {kept.feed}, and commands end at {[block.last for block in blocks]}"
    leaves = [_leaf(event) for block in blocks for event in block.events]
    known: dict[tuple[int, int], bytes] = {}
    for block in blocks:
        yield from _check_block(block)
        if block.events[-1]["root"] != _root(leaves, 0, block.last, known):
            yield f"version {block.last}: the root is not that of the events up to it"
    for before, after in pairwise(blocks):
        yield from _check_neighbours(before, after)
    if blocks and _root_of_peaks(kept.frontier) != _root(leaves, 0, len(leaves), known):
        yield "the head's frontier leads to another root than the events do"


def _check_block(block: Block) -> Complaints:
    first = block.events[0]
    for event in block.events:
        for name in ("step", "actor", "at"):
            if event[name] != first[name]:
                yield f"version {event['version']}: another {name} than the rest of its command"
    for event in block.events[:-1]:
        if event["root"]:
            yield f"version {event['version']}: a root in the middle of a command: its last events are missing"
    if any("cause" in event for event in block.events[1:]):
        yield f"version {block.first}: the command has two causes"


def _check_neighbours(before: Block, after: Block) -> Complaints:
    step, following = before.events[0]["step"], after.events[0]["step"]
    if following - step != (1 if _is_step(after) else 0):
        yield f"version {after.first}: step {following} follows step {step}"
    if after.events[0]["at"] < before.events[0]["at"]:
        yield f"version {after.first} is dated before the one before it"


def _is_step(block: Block) -> bool:
    """Lobby and setup belong to step 0, or to the step that a branch leaves."""
    return block.events[0]["type"] not in LOBBY_TYPES


def _leaf(event: dict[str, Any]) -> bytes:
    document = {name: value for name, value in event.items() if name != "root"}
    if not document["secret"]:
        del document["secret"]
    hashed: bytes = leaf(document)
    return hashed


def _root(leaves: Sequence[bytes], first: int, end: int, known: dict[tuple[int, int], bytes]) -> bytes:
    """RFC 6962, 2.1, over leaves[first:end]; full subtrees are worked out once."""
    if end - first == 1:
        return leaves[first]
    found = known.get((first, end))
    if found is None:
        middle = first + (1 << (end - first - 1).bit_length() - 1)
        found = sha256(b"\x01" + _root(leaves, first, middle, known) + _root(leaves, middle, end, known))
        known[first, end] = found
    return found


def _root_of_peaks(packed: bytes) -> bytes:
    """The root from the roots of the full subtrees, largest first."""
    peaks = [packed[place : place + 32] for place in range(0, len(packed), 32)]
    if not peaks:
        return b""
    root = peaks.pop()
    while peaks:
        root = sha256(b"\x01" + peaks.pop() + root)
    return root


# Requests and answers.
def operations_of(exchanges: Sequence[Exchange]) -> list[list[Exchange]]:
    """Requests that mean the same one thing: the same key, sender, address and body. Without a key, each by itself."""
    grouped: dict[Any, list[Exchange]] = defaultdict(list)
    for place, one in enumerate(exchanges):
        if one.method != "GET":
            name = place if one.key is None else (one.actor, one.key, one.path, one.body)
            grouped[name].append(one)
    return list(grouped.values())


def _check_answers(operation: list[Exchange]) -> Complaints:
    """A retry gets the same status and body, also after a restart."""
    kept = [one for one in operation if one.is_kept]
    answers = {(one.status, one.answer, one.etag) for one in kept}
    if len(answers) > 1:
        yield f"{_name(operation[0])}: {len(answers)} different answers to one command: {sorted(answers)}"
    told = min((one.answered for one in kept if one.answered is not None), default=None)
    for one in operation:
        is_later = told is not None and one.sent > told
        if is_later and one.status not in UNKNOWN and not one.is_kept:
            yield f"{_name(one)}: answered before, and now {one.status} {one.answer}"
        if one.status == 500:
            yield f"{_name(one)}: the service broke"


def claims(exchanges: Sequence[Exchange], blocks: Sequence[Block]) -> dict[str, list[Exchange]]:
    """Which answers tell of which command in the stream."""
    known = {block.command for block in blocks}
    claimed: dict[str, list[Exchange]] = defaultdict(list)
    for one in exchanges:
        events = _told_events(one)
        if events and events[0]["command"] in known:
            claimed[events[0]["command"]].append(one)
    return claimed


def _told_events(one: Exchange) -> list[dict[str, Any]] | None:
    """The events in the answer to an accepted command; None if the answer is of another kind."""
    if not one.is_accepted or one.method == "GET" or not one.answer:
        return None
    found: list[dict[str, Any]] | None = json.loads(one.answer).get("events")
    return found


def _check_accepted(told: Exchange, blocks: Sequence[Block]) -> Complaints:
    """An accepted command lies in the stream once, whole, as its sender was told, from that sender."""
    events = _told_events(told)
    if events is None:
        return
    if not events:
        yield f"{_name(told)}: accepted, and nothing has happened"
        return
    block = next((block for block in blocks if block.command == events[0]["command"]), None)
    if block is None:
        yield f"{_name(told)}: acknowledged at version {events[0]['version']}, and lost"
        return
    if [_shown(event) for event in events] != [_shown(event) for event in block.events]:
        yield f"{_name(told)}: told of other events than lie at versions {block.first} to {block.last}"
    if any(event.get("secret", {}) != _opened(kept, told.actor) for event, kept in zip(events, block.events)):
        yield f"{_name(told)}: told of other secrets than its own at versions {block.first} to {block.last}"
    if block.actor != told.actor:
        yield f"{_name(told)}: recorded as done by {block.actor}"
    if block.cause is not None and block.cause != _sent_order(told):
        yield f"{_name(told)}: recorded as {block.cause}"
    if told.expected is not None and told.expected + 1 != block.first:
        yield f"{_name(told)}: expected version {told.expected}, and was written at {block.first}"


def _check_claims(claimed: dict[str, list[Exchange]]) -> Complaints:
    """One command in the stream answers one request, and its retries."""
    for tellers in claimed.values():
        first = tellers[0]
        for other in tellers[1:]:
            is_same = (other.actor, other.key, other.path, other.body) == (
                first.actor,
                first.key,
                first.path,
                first.body,
            )
            if not is_same or (first.key is None and other.sent != first.sent):
                yield f"{_name(other)}: answered with the command of {_name(first)}"


def _shown(event: dict[str, Any]) -> dict[str, Any]:
    return {
        name: event[name] for name in ("version", "step", "type", "schema", "command", "actor", "at", "rule", "public")
    }


def _opened(kept: dict[str, Any], actor: str) -> dict[str, Any]:
    """The secret parts of an event that its sender may see."""
    seat = actor.removeprefix("seat:")
    own = {name for name in kept["secret"] if name == "all" or seat in name.removeprefix("seat:").split(",")}
    return {name: part["values"] for name, part in kept["secret"].items() if name in own and "values" in part}


ORDERS = {  # by method and the end of the path
    ("POST", "undo"): "undo",
    ("POST", "votes"): "answer_undo",
    ("DELETE", "undo"): "withdraw_undo",
    ("POST", "redo"): "redo",
}


def _sent_order(one: Exchange) -> tuple[str, Any]:
    """Type and parameters of the order that a request asks for, as they are stored with its events."""
    body = json.loads(one.body or "{}")
    ending = one.path.partition("?")[0].rpartition("/")[2]
    if ending == "commands":
        return body["type"], body.get("params", {})
    return ORDERS.get((one.method, ending), ending), body


def _check_keys(exchanges: Sequence[Exchange]) -> Complaints:
    """One key of one actor stands for one command."""
    by_key: dict[tuple[str, str], set[tuple[str, str]]] = defaultdict(set)
    used: dict[tuple[str, str], set[tuple[str, str]]] = defaultdict(set)
    for one in exchanges:
        if one.key is None or one.method == "GET":
            continue
        used[one.actor, one.key].add((one.path, one.body))
        if one.is_kept:
            by_key[one.actor, one.key].add((one.path, one.body))
    for (actor, key), bodies in by_key.items():
        if len(bodies) > 1:
            yield f"{actor} key {key}: {len(bodies)} different commands were decided under it"
    for one in exchanges:
        if one.problem == KEY_REUSED and one.key is not None and len(used[one.actor, one.key]) < 2:
            yield f"{_name(one)}: told that the key was reused, and it was not"


def _check_everything_was_asked_for(
    exchanges: Sequence[Exchange], blocks: Sequence[Block], claimed: dict[str, list[Exchange]]
) -> Complaints:
    """Every command of a seat in the stream was sent by that seat, once for each time it lies there."""
    open_questions: Counter[str] = Counter()
    for operation in operations_of(exchanges):
        if not any(one.is_kept for one in operation) and any(one.status in UNKNOWN for one in operation):
            open_questions[_asked(operation[0])] += 1
    for block in blocks:
        if not block.actor.startswith("seat:") or block.command in claimed:
            continue
        asked = f"{block.actor} {json.dumps(block.cause, sort_keys=True)}"
        open_questions[asked] -= 1
        if open_questions[asked] < 0:
            yield f"version {block.first}: {asked} lies in the stream, and nobody was told so or is still waiting"


def _asked(one: Exchange) -> str:
    return f"{one.actor} {json.dumps(_sent_order(one), sort_keys=True)}"


def windows(
    exchanges: Sequence[Exchange], blocks: Sequence[Block], claimed: dict[str, list[Exchange]]
) -> Iterator[tuple[Exchange, int, int]]:
    """Between which versions the match must have stood when each answered request was decided.

    At least where somebody knew it to be before the request was sent; at most where it was before the first command
    that was sent only after the answer.
    """
    by_command = {block.command: block for block in blocks}
    end = blocks[-1].last if blocks else 0
    known: list[tuple[int, int]] = []  # (when somebody knew, the version)
    begun: list[tuple[int, int]] = []  # (when it was first sent, the version before)
    for command, tellers in claimed.items():
        known += [(one.answered, by_command[command].last) for one in tellers if one.answered is not None]
        # An earlier attempt that was never answered may have done it.
        key = tellers[0].key
        asked = [one for one in exchanges if key is not None and one.key == key and one.actor == tellers[0].actor]
        begun.append((min(one.sent for one in (asked or tellers)), by_command[command].first - 1))
    known += [(one.answered, one.seen_version) for one in exchanges if one.seen_version and one.answered is not None]
    for one in exchanges:
        if one.answered is not None and one.status not in UNKNOWN:
            least = max((version for when, version in known if when < one.sent), default=0)
            yield one, least, min((version for when, version in begun if when > one.answered), default=end)


def _check_order(
    exchanges: Sequence[Exchange], blocks: Sequence[Block], claimed: dict[str, list[Exchange]]
) -> Complaints:
    """What was acknowledged before a request was sent comes before it; nobody reads the past or the future."""
    ends = {block.last for block in blocks}
    firsts = {command: next(block.first for block in blocks if block.command == command) for command in claimed}
    teller_of = {id(one): command for command, tellers in claimed.items() for one in tellers}
    for one, least, most in windows(exchanges, blocks, claimed):
        seen = one.seen_version
        if seen is not None and not (least <= seen <= most and seen in ends):
            yield f"{_name(one)}: saw version {seen}, when the match was between {least} and {most}"
        if one.problem == CONFLICT and seen == one.expected:
            yield f"{_name(one)}: refused for expecting the very version that the match was at"
        command = teller_of.get(id(one))
        if command is not None and firsts[command] <= _known_before(one, least, exchanges):
            yield f"{_name(one)}: written at version {firsts[command]}, after version {least} was known"


def _known_before(one: Exchange, least: int, exchanges: Sequence[Exchange]) -> int:
    """A retry may be told of what an earlier attempt has done, so only a first attempt is held to what was known."""
    is_retry = one.key is not None and any(
        other.sent < one.sent and (other.key, other.actor) == (one.key, one.actor) for other in exchanges
    )
    return 0 if is_retry else least


def _check_journal(exchanges: Sequence[Exchange], kept: Kept) -> Complaints:
    """The journal holds the refusals that were given, and nothing that was accepted."""
    exchanges = [replace(one, body=_plain_body(one.body)) for one in exchanges if one.method == "POST"]
    journal = [{**one, "command": _plain_body(one["command"])} for one in kept.journal]
    written = Counter(f"{one['actor']} {one['status']} {one['command']} {one['body']}" for one in journal)
    told = {f"{one.actor} {one.status} {one.body} {one.answer}" for one in exchanges if one.problem == KEPT_REFUSAL}
    yield from (f"refused, and not in the journal: {line}" for line in sorted(told - written.keys()))
    refused_or_open: Counter[tuple[str, str]] = Counter()
    for one in exchanges:
        # Without a key, the service may have tried again after a lost answer, and then it had something else to say.
        is_open = one.status in UNKNOWN or one.key is None
        if one.problem == KEPT_REFUSAL or is_open:
            refused_or_open[one.actor, one.body] += 1
    for entry in journal:
        if not refused_or_open[entry["actor"], entry["command"]]:
            yield f"in the journal, and nobody was refused: {entry['actor']} {entry['command']}"
    once = Counter((one.actor, one.key, one.body) for one in exchanges if one.problem == KEPT_REFUSAL and one.key)
    for entry in {(actor, body) for actor, _, body in once}:
        asked = [one for one in exchanges if (one.actor, one.body) == entry]
        keys, plain = {one.key for one in asked if one.key is not None}, sum(one.key is None for one in asked)
        lines = sum((line["actor"], line["command"]) == entry for line in journal)
        if not plain and lines > len(keys):
            yield f"{entry}: refused under {len(keys)} keys, and {lines} times in the journal"


def _plain_body(body: str) -> str:
    """A body without the blanks of its sender: the journal has a command encoded again."""
    return json.dumps(json.loads(body), sort_keys=True) if body else ""


def check_clock(kept: Kept, grace_ms: int, end_ms: int | None) -> Complaints:
    """Of a match with a time limit: the clock acts, neither too early nor much too late.

    `end_ms` is when the record ends, if the match was still running then.
    """
    blocks = blocks_of(kept.entries)
    turn_s = blocks[0].events[0]["public"].get("turn_s")
    is_running = False
    times = [(int(block.events[0]["at"]), block) for block in blocks]
    for (before_ms, before), (at_ms, block) in pairwise(times):
        is_running = is_running or any(event["type"] == "PlayBegan" for event in before.events)
        if turn_s is None or not is_running:
            continue
        waited_ms = at_ms - before_ms
        if block.actor.startswith("clock") and waited_ms < 1000 * turn_s:
            yield f"version {block.first}: the clock struck {waited_ms} ms after the last move, of {turn_s} s"
        if waited_ms > 1000 * turn_s + grace_ms:
            yield f"version {block.first}: nothing happened for {waited_ms} ms, though a decision has {turn_s} s"
    is_running = is_running or any(event["type"] == "PlayBegan" for event in blocks[-1].events)
    if end_ms is not None and turn_s is not None and is_running and end_ms - times[-1][0] > 1000 * turn_s + grace_ms:
        yield f"nothing has happened since version {blocks[-1].last}, though a decision has {turn_s} s"


def _name(one: Exchange) -> str:
    return f"{one.actor} {one.method} {one.path} key {one.key} {one.body}"
