"""One match and one viewer as a file: JSON Lines, a header first, then one event a line.

A part that the viewer may see is written with its salt; of any other part only the commitment is. So every
viewer's file has the same leaves, and leads to the same root.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from events.envelope import Cause, Part, Recorded, Stored, actor_seat
from events.head_log import Logged
from events.tree import commitment
from events.visibility import ARBITER, SEATS, Viewer, part_is_for

FORMAT = "matchledger-export/1"


class Header(Struct, frozen=True, kw_only=True):
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
    logged: Logged | None = None  # that a head of the match is in the head log


class Luck(Struct, frozen=True, kw_only=True):
    """What the dice were asked in one step, and what they showed; only in a file with everything open."""

    luck: int  # the step
    place: int  # its place in the effective line, which keys the luck
    calls: list[list[Any]]


class BadExport(ValueError):
    """A file that is not an export, with the line that says so."""


def viewer_name(viewer: Viewer) -> str:
    return "all" if viewer == ARBITER else viewer if isinstance(viewer, str) else f"seat:{viewer}"


def write(header: Header, history: Iterable[Recorded], viewer: Viewer, luck: Sequence[Luck] = ()) -> Iterator[bytes]:
    """The lines of the file."""
    yield msgspec.json.encode(header) + b"\n"
    for recorded in history:
        yield msgspec.json.encode(_line(recorded, viewer)) + b"\n"
    for draws in luck:
        yield msgspec.json.encode(draws) + b"\n"


def _line(recorded: Recorded, viewer: Viewer) -> dict[str, Any]:
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
    salt: str = ""
    values: dict[str, Any] = {}
    commitment: str = ""


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
    secret: dict[str, _PartLine] = {}
    cause: _CauseLine | None = None


def read(text: bytes) -> tuple[Header, list[Recorded], list[Luck]]:
    """The file again; a part that is not open has its commitment and no salt."""
    lines = text.splitlines()
    if not lines:
        raise BadExport("the file is empty")
    header = _decoded(lines[0], Header, 1)
    if header.format != FORMAT:
        raise BadExport(f"line 1: this is not a file of the form {FORMAT}")
    history: list[Recorded] = []
    luck: list[Luck] = []
    for number, line in enumerate(lines[1:], 2):
        if line.startswith(b'{"luck"'):
            luck.append(_decoded(line, Luck, number))
        else:
            history.append(_recorded(_decoded(line, _EventLine, number), number))
    return header, history, luck


def _decoded(line: bytes, kind: type[Any], number: int) -> Any:
    try:
        return msgspec.json.decode(line, type=kind)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise BadExport(f"line {number}: {error}") from None


def _recorded(line: _EventLine, number: int) -> Recorded:
    try:
        secret = {name: _read_part(part) for name, part in line.secret.items()}
        cause = None if line.cause is None else Cause(line.cause.type, _read_part(line.cause.params))
        command = bytes.fromhex(line.command)
    except (ValueError, binascii.Error) as error:
        raise BadExport(f"line {number}: {error}") from None
    stored = Stored(
        line.type, line.schema, line.step, command, line.actor, line.at, line.rule, line.public, secret, cause
    )
    return Recorded(line.version, stored)


def _read_part(part: _PartLine) -> Part:
    if part.salt:
        return Part(base64.b64decode(part.salt, validate=True), part.values)
    return Part(b"", {}, base64.b64decode(part.commitment, validate=True))
