"""One match and one viewer as a file: JSON Lines, a header first, then one event a line (docs/proofs.md).

Every line is the canonical JSON of RFC 8785, so that no two verifiers can read something different in it. A part that
the viewer may see is written with its salt; of any other part only the commitment is. So every viewer's file has the
same leaves, and leads to the same root.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET, Struct, UnsetType

from events.envelope import SALT_BYTES, Cause, Part, Recorded, Source, Stored, actor_seat, is_actor
from events.head_log import Logged
from events.tree import HASH_BYTES, canonical, commitment
from events.visibility import ARBITER, SEATS, SPECTATOR, Viewer, is_part_name, part_is_for

FORMAT = "matchledger-export/1"
INTEGER_MAX = 2**53 - 1  # the largest that JavaScript holds exactly
DEPTH_MAX = 64
_VIEWER = re.compile(r"all|spectator|seat:(0|[1-9][0-9]{0,2})")
_HEX = re.compile(r"([0-9a-f]{2})+")


class Main(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The checkpoint of the main line of a branch, as far as the file carries it."""

    size: int
    root: str
    note: str


class Header(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    format: str = FORMAT
    match: str
    game: str
    rules_version: int
    catalogue: str
    viewer: str  # `seat:2`, `spectator`, or `all` when everything is open
    size: int
    root: str
    note: str  # the signed checkpoint
    key: str  # the key to check it with, in the form of a verifier key
    draws: int = 0  # how many draws the lines at the end list
    logged: Logged | None = None  # that a head of the match is in the head log
    main: Main | None = None  # only of a branch whose main line is over
    imported: Source | None = None  # of a match that was played elsewhere: what its file was signed with there


class Luck(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the dice were asked in one step, and what they showed; only in a file with everything open."""

    luck: int  # the step
    place: int  # its place in the effective line, which keys the luck
    calls: list[tuple[str, Any, Any]]  # question, what it was asked about, outcome


class Export(NamedTuple):
    header: Header
    main: list[Recorded]
    history: list[Recorded]
    luck: list[Luck]


class BadExport(ValueError):
    """A file that is not what an export is, with the line that says so."""


class NotAnExport(BadExport):
    """A file of some other kind."""


def viewer_name(viewer: Viewer) -> str:
    return "all" if viewer == ARBITER else viewer if isinstance(viewer, str) else f"seat:{viewer}"


def viewer_named(name: str) -> Viewer:
    """The viewer whom the header of a file names."""
    if name == "all":
        return ARBITER
    return SPECTATOR if name == SPECTATOR else int(name.removeprefix("seat:"))


def write(
    header: Header,
    history: Iterable[Recorded],
    viewer: Viewer,
    luck: Sequence[Luck] = (),
    main: Iterable[Recorded] = (),
) -> Iterator[bytes]:
    """The lines of the file; a main line is only written where everything of it is open."""
    draws = sum(len(one.calls) for one in luck)
    yield canonical(msgspec.structs.replace(header, draws=draws)) + b"\n"
    for recorded in main:
        yield canonical({"main": event_line(recorded, ARBITER)}) + b"\n"
    for recorded in history:
        yield canonical(event_line(recorded, viewer)) + b"\n"
    for draws_of_step in luck:
        yield canonical(draws_of_step) + b"\n"


def event_line(recorded: Recorded, viewer: Viewer) -> dict[str, Any]:
    """The event with the salts of what this viewer may see, and the commitments of the rest."""
    stored = recorded.stored
    line: dict[str, Any] = {
        "version": recorded.version,
        "step": stored.step,
        "type": stored.type,
        "schema": stored.schema,
        "command": stored.command.hex(),
        "actor": stored.actor,
        "at": stored.at,
        "rule": stored.rule,
        "public": stored.public,
    }
    if stored.secret:
        line["secret"] = {name: _part(part, part_is_for(name, viewer)) for name, part in stored.secret.items()}
    if stored.cause is not None:
        is_own = viewer in (SEATS, ARBITER) or actor_seat(stored.actor) == viewer
        line["cause"] = {"type": stored.cause.type, "params": _part(stored.cause.params, is_own)}
    return line


def _part(part: Part, is_open: bool) -> dict[str, Any]:
    if is_open and part.salt:
        return {"salt": _text(part.salt), "values": part.values}
    return {"commitment": _text(commitment(part))}


def _text(raw: bytes) -> str:
    return base64.b64encode(raw).decode()


class _PartLine(Struct, frozen=True, forbid_unknown_fields=True):
    salt: str | UnsetType = UNSET
    values: dict[str, Any] | UnsetType = UNSET
    commitment: str | UnsetType = UNSET


class _CauseLine(Struct, frozen=True, forbid_unknown_fields=True):
    type: str
    params: _PartLine


class _EventLine(Struct, frozen=True, forbid_unknown_fields=True):
    version: int
    step: int
    type: str
    schema: int
    command: str
    actor: str
    at: int
    rule: str
    public: dict[str, Any]
    secret: dict[str, _PartLine] | UnsetType = UNSET
    cause: _CauseLine | UnsetType = UNSET


class _MainLine(Struct, frozen=True, forbid_unknown_fields=True):
    main: _EventLine


def read(text: bytes) -> tuple[Header, list[Recorded], list[Luck]]:
    """Header, events and draws of the file; a part that is not open has its commitment and no salt."""
    found = read_file(text)
    return found.header, found.history, found.luck


def read_file(text: bytes) -> Export:
    """The file again. Its lines come in the order header, main line, events, draws."""
    lines = lines_of(text)
    header: Header = _convert(read_document(lines[0], 1), Header, 1)
    if header.format != FORMAT:
        raise NotAnExport(f"line 1: this is not a file of the form {FORMAT}")
    if not _VIEWER.fullmatch(header.viewer):
        raise BadExport("line 1: there is no such viewer")
    found = Export(header, [], [], [])
    for number, line in enumerate(lines[1:], 2):
        document = read_document(line, number)
        if "luck" in document:
            found.luck.append(_convert(document, Luck, number))
        elif found.luck or ("main" in document and found.history):
            raise BadExport(f"line {number}: it stands in the wrong place")
        elif "main" in document:
            found.main.append(_to_recorded(_convert(document, _MainLine, number).main, number))
        else:
            found.history.append(read_event(document, number))
    if not found.history:
        raise BadExport("there is no event in the file")
    return found


def lines_of(text: bytes) -> list[bytes]:
    """The lines, each of which ends in a newline; the first of them says what the file is."""
    lines = text.split(b"\n")
    if not lines[0].startswith(b"{"):
        raise NotAnExport("line 1: this is not a file of a match ledger")
    if lines.pop():
        raise BadExport(f"line {len(lines) + 1}: it does not end in a newline, so the file may have been cut")
    return lines


def read_document(line: bytes, number: int) -> dict[str, Any]:
    """A line is the canonical JSON of an object, so that every verifier reads the same in it."""
    try:
        document = msgspec.json.decode(line)
        is_canonical = canonical(document) == line and _is_plain(document)
    except (ValueError, RecursionError) as error:  # msgspec's errors are ValueErrors, and so are those of UTF-8
        raise (NotAnExport if number == 1 else BadExport)(f"line {number}: {error}") from None
    if not isinstance(document, dict) or not is_canonical:
        raise (NotAnExport if number == 1 else BadExport)(f"line {number}: it is not canonical JSON of an object")
    return document


def _is_plain(value: Any, depth: int = DEPTH_MAX) -> bool:
    """Whole numbers that every language can hold, ASCII names, and no more levels than the ledger ever writes."""
    if isinstance(value, dict):
        is_plain = all(name.isascii() for name in value)
        return depth > 0 and is_plain and all(_is_plain(one, depth - 1) for one in value.values())
    if isinstance(value, list):
        return depth > 0 and all(_is_plain(one, depth - 1) for one in value)
    if isinstance(value, float):
        return False
    return not isinstance(value, int) or abs(value) <= INTEGER_MAX


def _convert(document: dict[str, Any], kind: type[Any], number: int) -> Any:
    try:
        return msgspec.convert(document, kind)
    except msgspec.ValidationError as error:
        is_ours = number > 1 or document.get("format") == FORMAT
        raise (BadExport if is_ours else NotAnExport)(f"line {number}: {error}") from None


def read_event(document: dict[str, Any], number: int) -> Recorded:
    """The event of a line."""
    return _to_recorded(_convert(document, _EventLine, number), number)


def _to_recorded(line: _EventLine, number: int) -> Recorded:
    try:
        secret = {} if line.secret is UNSET else {name: _read_part(part) for name, part in line.secret.items()}
        if not is_actor(line.actor):
            raise BadExport("nobody has such a name")
        if not all(map(is_part_name, secret)) or (line.secret is not UNSET and not secret):
            raise BadExport("a part has no such name")
        cause = None if line.cause is UNSET else Cause(line.cause.type, _read_part(line.cause.params))
        if not _HEX.fullmatch(line.command):
            raise BadExport("the id of the command is not hexadecimal")
    except (ValueError, binascii.Error) as error:
        raise BadExport(f"line {number}: {error}") from None
    stored = Stored(
        line.type,
        line.schema,
        line.step,
        bytes.fromhex(line.command),
        line.actor,
        line.at,
        line.rule,
        line.public,
        secret,
        cause,
    )
    return Recorded(line.version, stored)


def _read_part(part: _PartLine) -> Part:
    """Salt and values, or a commitment alone: values beside a commitment are not known to be what was committed to."""
    if part.salt is not UNSET and part.values is not UNSET and part.commitment is UNSET:
        return Part(_bytes(part.salt, SALT_BYTES), part.values)
    if part.commitment is not UNSET and part.salt is UNSET and part.values is UNSET:
        return Part(b"", {}, _bytes(part.commitment, HASH_BYTES))
    raise BadExport("a part has a salt and values, or a commitment and nothing else")


def _bytes(text: str, length: int) -> bytes:
    raw = base64.b64decode(text, validate=True)
    if len(raw) != length or _text(raw) != text:
        raise BadExport(f"a salt or commitment is not the base64 of {length} bytes")
    return raw
