"""What must hold for every event, whatever caused it: order, command, cause, salts, and who may see which field."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from msgspec import NODEFAULT, Struct, inspect, json
from msgspec.structs import fields

from events.codec import Codec, schema_of
from events.envelope import SALT_BYTES, Part, Recorded, Stored, actor_seat, is_actor
from events.visibility import ARBITER, SEATS, Viewer, division, is_part_name, marks, part_is_for
from ledger.erasure import is_closed
from ledger.rules_clock import RESTART
from ledger.rules_people import CAUSE, closed_part_names, closed_parts

_ENDS_OF_LOBBY = ("PlayBegan", "MatchCancelled")
_SCALARS = (inspect.IntType, inspect.StrType, inspect.BoolType, inspect.NoneType, inspect.LiteralType, inspect.EnumType)
_encode = json.Encoder(order="sorted").encode  # a file from elsewhere has its fields in another order than the stream


class Finding(Struct, frozen=True):
    """Something that does not fit, and where."""

    check: str
    version: int
    detail: str


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


def order_findings(history: Sequence[Recorded], batched: Sequence[list[Recorded]]) -> Iterator[Finding]:
    """LEDGER-8.1, LEDGER-8.2, LEDGER-8.7: versions, steps and times follow; the events of one command belong together,
    and everybody has one name."""
    for index, recorded in enumerate(history, 1):
        if recorded.version != index:
            yield Finding("order", recorded.version, f"version {index} should stand here")
            return
    first_step = step = history[0].stored.step
    at = 0
    commands: set[bytes] = set()
    is_lobby = True  # LEDGER-0.4: everything that is asked in it belongs to one step
    for batch in batched:
        stored, version = batch[0].stored, batch[0].version
        if stored.command in commands:
            yield Finding("order", version, "the id of its command was used before")
        commands.add(stored.command)
        if stored.at < at and (stored.cause is None or stored.cause.type != RESTART):
            yield Finding("order", version, "it is dated before the event before it")
        if not is_actor(stored.actor):
            yield Finding("order", version, "nobody has the name of its actor")
        if len(batch) > 1 or stored.cause is None:
            yield from _cause_findings(batch)
        expected = first_step if is_lobby else step + 1
        if stored.step != expected:
            yield Finding("order", version, f"step {stored.step} stands where {expected} should")
        step, at = max(step, stored.step), stored.at
        is_lobby = is_lobby and not any(recorded.stored.type in _ENDS_OF_LOBBY for recorded in batch)


def _cause_findings(batch: Sequence[Recorded]) -> Iterator[Finding]:
    first = batch[0].stored
    step, actor, at = first.step, first.actor, first.at
    if first.cause is None:
        yield Finding("order", batch[0].version, "no order is kept with it")
    for recorded in batch[1:]:
        stored = recorded.stored
        if stored.step != step or stored.at != at or stored.actor != actor:
            yield Finding("order", recorded.version, "step, actor or time differ within one command")
        if stored.cause is not None:
            yield Finding("order", recorded.version, "an order stands in the middle of a command")


NOT_ERASED = "a part is closed, and no event says that it was erased"


def commitment_findings(history: Sequence[Recorded], viewer: Viewer = ARBITER) -> Iterator[Finding]:
    """LEDGER-8.3, LEDGER-8.4, LEDGER-8.7: every part has one name, and a salt of its own; it is closed exactly where an
    erasure says so.

    In the file of a viewer who may not see everything, it is closed too where it is not for that viewer.
    """
    erased = closed_parts(history)
    for recorded in history:
        if not all(map(is_part_name, recorded.stored.secret)):
            yield Finding("commitments", recorded.version, "no part has such a name")
    if viewer == ARBITER and not erased and _has_good_salts(history):
        return
    salts: set[bytes] = set()
    for recorded in history:
        stored, version = recorded.stored, recorded.version
        if not stored.secret and stored.cause is None and version not in erased:
            continue  # it has no parts
        if viewer != ARBITER or version in erased or is_closed(stored):
            yield from _closing_findings(recorded, erased.get(version, frozenset()), viewer)
        for part in parts_of(stored):
            if not part.salt:
                if part.values:  # which the tree does not hold, and which would be read as if they had been opened
                    yield Finding("commitments", version, "a closed part has values")
                continue
            if len(part.salt) != SALT_BYTES:
                yield Finding("commitments", version, f"a salt has {len(part.salt)} bytes, not {SALT_BYTES}")
            if part.salt in salts:
                yield Finding("commitments", version, "a salt was used before")
            salts.add(part.salt)


def _has_good_salts(history: Sequence[Recorded]) -> bool:
    """Whether every part is open under a salt of its own: nearly always, and told at once for all parts together."""
    salts = [part.salt for recorded in history for part in recorded.stored.secret.values()]
    salts += [one.stored.cause.params.salt for one in history if one.stored.cause is not None]
    return len(set(salts)) == len(salts) and set(map(len, salts)) <= {SALT_BYTES}


def _closing_findings(recorded: Recorded, excused: frozenset[str], viewer: Viewer) -> Iterator[Finding]:
    """Whether the parts are closed that must be, and no others."""
    stored, version = recorded.stored, recorded.version
    closed = closed_part_names(stored)
    hidden = frozenset() if viewer == ARBITER else _parts_not_for(stored, viewer)
    if hidden - closed:
        yield Finding("commitments", version, "a part is open that is not for this viewer")
    if closed - excused - hidden:
        yield Finding("commitments", version, NOT_ERASED)
    if excused - closed:
        yield Finding("commitments", version, "a part is open, and an event says that it was erased")


def _parts_not_for(stored: Stored, viewer: Viewer) -> frozenset[str]:
    names = {name for name in stored.secret if not part_is_for(name, viewer)}
    if stored.cause is not None and viewer != SEATS and actor_seat(stored.actor) != viewer:
        names.add(CAUSE)
    return frozenset(names)


def parts_of(stored: Stored) -> list[Part]:
    parts = list(stored.secret.values())
    return parts if stored.cause is None else [*parts, stored.cause.params]


def event_findings(codec: Codec, recorded: Recorded, event: Any) -> Sequence[Finding]:
    """LEDGER-8.5: what is wrong with the fields of an event as it is stored; nearly always nothing, told cheaply."""
    stored = recorded.stored
    event_type: type[Struct] = type(event)
    unmarked, with_records = _fields_of(event_type)
    if stored.secret or stored.public.keys() != unmarked:
        public, parts = division(event)
        is_as_written = stored.public.keys() == public and stored.secret.keys() == parts.keys()
        if not is_as_written or any(part.values.keys() != parts[name] for name, part in stored.secret.items()):
            found = [*visibility_findings(recorded, event)]
            return [*found, *_unknown_fields(codec, recorded, event, with_records)]
    return _unknown_fields(codec, recorded, event, with_records) if with_records else ()


def _unknown_fields(codec: Codec, recorded: Recorded, event: Any, names: Sequence[str]) -> Sequence[Finding]:
    """LEDGER-8.5: a record within a field has more than its type knows, which reading it drops silently."""
    stored = recorded.stored
    found = codec.fields_of(stored) if names else {}
    for name in names:
        if name not in found:  # it has its default, or its part is closed
            continue
        value = getattr(event, name)
        if _encode(found[name]) != _encode(value) and not _is_within(found[name], _to_plain(value)):
            return [Finding("visibility", recorded.version, f"{stored.type} has fields that its type does not know")]
    return ()


def _is_within(found: Any, known: Any) -> bool:
    """Whether what is stored has nothing that is not known; a field with a default may be missing in an older event."""
    if isinstance(found, dict) and isinstance(known, dict):
        return all(str(name) in known and _is_within(value, known[str(name)]) for name, value in found.items())
    if isinstance(found, (list, tuple)) and isinstance(known, list):
        return len(found) <= len(known) and all(map(_is_within, found, known))
    return type(found) is type(known) and bool(found == known)


def _to_plain(value: Any) -> Any:
    """As it would be written and read again: with lists for tuples, and text for the keys of mappings."""
    return json.decode(json.encode(value, order="sorted"))


@cache
def _fields_of(event_type: type[Struct]) -> tuple[frozenset[str] | None, tuple[str, ...]]:
    """The public fields of a type that hides nothing, and the fields in which something else stands than numbers, texts
    and sequences of them."""
    described = inspect.type_info(event_type)
    assert isinstance(described, inspect.StructType)
    names = frozenset(field.name for field in fields(event_type) if field.name != "rule")
    with_records = tuple(field.name for field in described.fields if not _is_plain(field.type))
    return None if marks(event_type) else names, with_records


def _is_plain(described: inspect.Type) -> bool:
    if isinstance(described, inspect.Metadata):
        return _is_plain(described.type)
    if isinstance(described, (inspect.VarTupleType, inspect.ListType)):
        return _is_plain(described.item_type)
    if isinstance(described, inspect.TupleType):
        return all(map(_is_plain, described.item_types))
    if isinstance(described, inspect.UnionType):
        return all(map(_is_plain, described.types))
    return isinstance(described, _SCALARS)


def visibility_findings(recorded: Recorded, event: Any) -> Iterator[Finding]:
    """LEDGER-8.5: the fields are divided into public ones and parts as the marks of the event's type say."""
    stored = recorded.stored
    event_type: type[Struct] = type(event)
    public, parts = division(event)
    if stored.schema != schema_of(event_type):  # an older shape, whose fields may have had other names
        if set(stored.secret) != set(parts):
            yield Finding("visibility", recorded.version, f"{stored.type} has other parts than it should")
        return
    # Of a closed part nothing but its name is known.
    found = {name: set(part.values) if part.salt else parts.get(name, set()) for name, part in stored.secret.items()}
    has_moved = any(part not in parts or names - parts[part] for part, names in found.items())
    missing = {name for name in public - stored.public.keys() if name not in _defaults(event_type)}
    missing |= {name for part, names in parts.items() for name in names - found.get(part, set())}
    if has_moved or stored.public.keys() - public or missing:
        yield Finding("visibility", recorded.version, f"{stored.type} shows or hides other fields than it should")


@cache
def _defaults(event_type: type[Struct]) -> frozenset[str]:
    """Fields that an older event may lack."""
    return frozenset(
        field.name
        for field in fields(event_type)
        if field.default is not NODEFAULT or field.default_factory is not NODEFAULT
    )
