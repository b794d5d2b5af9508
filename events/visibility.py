"""Who may see which field of an event: the marks that declare it, and the one redaction that serves every game."""

from __future__ import annotations

import re
from collections.abc import Mapping, Set
from functools import cache, lru_cache
from typing import Annotated, Any, Literal, TypeVar, get_args, get_origin, get_type_hints

from msgspec import Struct, to_builtins
from msgspec.structs import fields as struct_fields
from msgspec.structs import replace

SPECTATOR: Literal["spectator"] = "spectator"
SEATS: Literal["seats"] = "seats"
ARBITER: Literal["arbiter"] = "arbiter"
# A seat, somebody without one, an arbiter of a running match (what any seat may see, and nothing sealed), or whoever
# may see everything.
Viewer = int | Literal["spectator", "seats", "arbiter"]

SEALED_PART = "sealed"
ALL_PART = "all"
_SEATS_PART = re.compile(r"seat:(0|[1-9][0-9]{0,2})(,(0|[1-9][0-9]{0,2}))*")
E = TypeVar("E", bound=Struct)


class OnlyFor(Struct, frozen=True):
    """The field is for the seats named by these other fields of the same event.

    A named field may hold one seat, a tuple of seats, None (names nobody) or the word "all" (then everybody sees it).
    With `unless`, everybody sees it when that other field is true.
    """

    seat_fields: tuple[str, ...]
    unless: str | None = None


def only_for(*seat_fields: str, unless: str | None = None) -> OnlyFor:
    return OnlyFor(seat_fields, unless)


class PerSeat(Struct, frozen=True):
    """The field is a tuple with one entry for each seat, and each seat sees its own entry alone."""


class Sealed(Struct, frozen=True):
    """Nobody sees the field before the match has ended (a shuffled order, a face-down token)."""


class Erasable(Struct, frozen=True):
    """Everybody sees the field, but it is kept apart under a commitment, so that a person can be erased."""


ERASED = ""  # what is read in place of an erasable text once it has been erased
PER_SEAT = PerSeat()
SEALED = Sealed()
ERASABLE = Erasable()
Mark = OnlyFor | PerSeat | Sealed | Erasable


@cache
def marks(event_type: type[Struct]) -> Mapping[str, Mark]:
    """The marked fields of an event type; an unmarked field is public."""
    found: dict[str, Mark] = {}
    for name, hint in get_type_hints(event_type, include_extras=True).items():
        if get_origin(hint) is Annotated:
            for extra in get_args(hint)[1:]:
                if isinstance(extra, (OnlyFor, PerSeat, Sealed, Erasable)):
                    found[name] = extra
    for name, mark in found.items():
        if isinstance(mark, OnlyFor):
            for other in (*mark.seat_fields, *filter(None, [mark.unless])):
                # A part is stored under the seats it is for, so who they are can be no secret.
                if other not in field_names(event_type) or other in found:
                    raise TypeError(f"{event_type.__name__}.{name} is only for {other}, which is not a public field")
    return found


def erasable_fields(event_type: type[Struct]) -> tuple[str, ...]:
    return tuple(name for name, mark in marks(event_type).items() if isinstance(mark, Erasable))


@cache
def field_names(event_type: type[Struct]) -> tuple[str, ...]:
    return tuple(field.name for field in struct_fields(event_type))


def audience(event: Struct, mark: OnlyFor) -> tuple[int, ...] | None:
    """The seats that a marked field is for, or None if it is for everybody."""
    if mark.unless is not None and getattr(event, mark.unless):
        return None
    if len(mark.seat_fields) == 1:
        seat = getattr(event, mark.seat_fields[0])
        if type(seat) is int:  # nearly always
            return (seat,)
    seats: set[int] = set()
    for name in mark.seat_fields:
        value = getattr(event, name)
        if value == "all":
            return None
        if isinstance(value, tuple):
            seats.update(value)
        elif value is not None:
            seats.add(value)
    return tuple(sorted(seats))


@lru_cache(1024)
def seat_part(seats: tuple[int, ...]) -> str:
    """The name of the part that is for these seats: `seat:2`, `seat:0,2`; for nobody it is sealed."""
    return "seat:" + ",".join(map(str, seats)) if seats else SEALED_PART


@lru_cache(1024)
def seats_of_part(part: str) -> tuple[int, ...]:
    """The seats that a part names: of `seat:0,2` they are 0 and 2; a part for everybody or nobody names none."""
    is_for_seats = _SEATS_PART.fullmatch(part) is not None
    return tuple(map(int, part.removeprefix("seat:").split(","))) if is_for_seats else ()


@lru_cache(1024)
def is_part_name(name: str) -> bool:
    """Whether a part can have this name: there is one for each audience, with its seats in order."""
    if name in (ALL_PART, SEALED_PART):
        return True
    seats = seats_of_part(name)
    return bool(seats) and name == seat_part(tuple(sorted(set(seats))))


def part_is_for(part: str, viewer: Viewer) -> bool:
    """Whether a viewer may open a part of this name while the match is running."""
    if viewer == ARBITER or part == ALL_PART:
        return True
    if viewer == SPECTATOR or part == SEALED_PART:
        return False
    return viewer == SEATS or str(viewer) in part.removeprefix("seat:").split(",")


def divide(event: Struct) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
    """Split an event into what everybody may see and the parts for named viewers (plain JSON values)."""
    public: dict[str, Any] = to_builtins(event)
    marked = marks(type(event))
    if not marked:
        return public, {}
    secret: dict[str, dict[str, Any]] = {}
    for name, mark in marked.items():
        if isinstance(mark, PerSeat):
            for seat, entry in enumerate(public.pop(name)):
                secret.setdefault(seat_part((seat,)), {})[name] = entry
            continue
        for part in _parts_of(event, name, mark):
            secret.setdefault(part, {})[name] = public.pop(name)
    return public, secret


Division = tuple[Set[str], Mapping[str, Set[str]]]  # the public fields, and those in each part


def division(event: Struct) -> Division:
    """The names of the public fields without the rule, and of the fields in each part, as `divide` would put them."""
    marked = marks(type(event))
    return _division(type(event), tuple([_parts_of(event, name, mark) for name, mark in marked.items()]))


@lru_cache(4096)
def _division(event_type: type[Struct], parts_of_marked: tuple[tuple[str, ...], ...]) -> Division:
    """The division of an event whose marked fields are in these parts."""
    public = {*field_names(event_type)} - {"rule"}
    parts: dict[str, set[str]] = {}
    for name, found in zip(marks(event_type), parts_of_marked):
        for part in found:
            parts.setdefault(part, set()).add(name)
            public.discard(name)
    return public, parts


def _parts_of(event: Struct, name: str, mark: Mark) -> tuple[str, ...]:
    if isinstance(mark, OnlyFor):
        seats = audience(event, mark)
        return () if seats is None else (seat_part(seats),)
    if isinstance(mark, PerSeat):
        return tuple(seat_part((seat,)) for seat in range(len(getattr(event, name))))
    return (SEALED_PART,) if isinstance(mark, Sealed) else (ALL_PART,)


def unite(
    event_type: type[Struct], public: Mapping[str, Any], secret: Mapping[str, Mapping[str, Any]]
) -> dict[str, Any]:
    """The fields of a whole event again, from its public fields and all its parts."""
    whole = dict(public)
    names = _per_seat_fields(event_type)
    if not names:
        for values in secret.values():
            whole.update(values)
        return whole
    # Of a tuple with an entry for each seat, no part at all is left when there are no seats.
    per_seat: dict[str, dict[int, Any]] = {name: {} for name in names}
    for part, values in secret.items():
        for name, value in values.items():
            if name in per_seat:
                per_seat[name][seats_of_part(part)[0]] = value
            else:
                whole[name] = value
    for name, entries in per_seat.items():
        if entries or name not in whole:
            whole[name] = [entries[seat] for seat in sorted(entries)]
    return whole


@cache
def _per_seat_fields(event_type: type[Struct]) -> tuple[str, ...]:
    return tuple(name for name, mark in marks(event_type).items() if isinstance(mark, PerSeat))


def redact(event: E, viewer: Viewer) -> E:
    """The event as this viewer may know it: every field that is not theirs to see is None."""
    if viewer == ARBITER:
        return event
    changes: dict[str, Any] = {}
    for name, mark in marks(type(event)).items():
        if viewer == SEATS:
            if _parts_of(event, name, mark) == (SEALED_PART,):
                changes[name] = None
        elif isinstance(mark, PerSeat):
            entries = getattr(event, name)
            changes[name] = tuple(entry if seat == viewer else None for seat, entry in enumerate(entries))
        elif isinstance(mark, Sealed):
            changes[name] = None
        elif isinstance(mark, OnlyFor):
            seats = audience(event, mark)
            if seats is not None and viewer not in seats:
                changes[name] = None
    return replace(event, **changes) if changes else event
