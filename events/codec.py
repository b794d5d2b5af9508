"""Events to what is stored, and back: type names, and old shapes brought up to date when they are read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from events.envelope import Cause, Part, Stored
from events.visibility import ERASED, divide, erasable_fields, marks, unite

_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(Stored)

Fields = dict[str, Any]
Upcast = Callable[[Fields], Fields]  # the whole fields of schema n -> those of schema n + 1


class UnreadableEvent(Exception):
    """Something in the store is not an event that this code knows."""


def schema_of(event_type: type[Struct]) -> int:
    """The schema number that an event type is written with: 1, unless the class says otherwise."""
    return int(getattr(event_type, "SCHEMA", 1))


class Codec:
    """The event types that one kind of match can hold: those of every match, and those of its game."""

    def __init__(
        self, event_types: Iterable[type[Struct]], upcasts: Mapping[tuple[str, int], Upcast] | None = None
    ) -> None:
        self._types: dict[str, type[Struct]] = {}
        for event_type in event_types:
            if event_type.__name__ in self._types:
                raise ValueError(f"two event types are called {event_type.__name__}")
            self._types[event_type.__name__] = event_type
        self._schemas = {name: schema_of(event_type) for name, event_type in self._types.items()}
        self._erasable = {name: erasable_fields(event_type) for name, event_type in self._types.items()}
        # Everything that reading an event without hidden fields takes, in one lookup
        self._plain = {
            name: (event_type, self._schemas[name]) for name, event_type in self._types.items() if not marks(event_type)
        }
        self._upcasts = upcasts or {}

    def write(
        self,
        events: Sequence[Struct],
        *,
        step: int,
        command: bytes,
        actor: str,
        at: int,
        salt: Callable[[], bytes],
        cause: tuple[str, Fields] | None = None,
    ) -> list[Stored]:
        """The events of one command, each with its secret parts cut out and salted."""
        reason = None if cause is None else Cause(cause[0], Part(salt(), cause[1]))
        written: list[Stored] = []
        for event in events:
            name = type(event).__name__
            public, secret = divide(event)
            rule = public.pop("rule")
            parts = {audience: Part(salt(), values) for audience, values in secret.items()}
            written.append(Stored(name, self._schemas[name], step, command, actor, at, rule, public, parts, reason))
            reason = None
        return written

    def read(self, stored: Stored) -> Struct:
        """The event again, in the shape that the code knows today."""
        plain = None if stored.secret else self._plain.get(stored.type)
        if plain is None:
            event_type, fields = self._united(stored)
            schema = self._schemas[stored.type]
        else:
            event_type, schema = plain
            fields = stored.public.copy()
        fields["rule"] = stored.rule
        if stored.schema != schema:
            fields = self._brought_up_to_date(stored, fields)
        try:
            return msgspec.convert(fields, event_type)
        except msgspec.ValidationError as error:
            raise UnreadableEvent(f"{stored.type} of schema {stored.schema}: {error}") from error

    def fields_of(self, stored: Stored) -> Fields:
        """All fields of an event as they are stored, brought up to date, but not converted to the types of today."""
        _event_type, fields = self._united(stored)
        fields["rule"] = stored.rule
        return fields if stored.schema == self._schemas[stored.type] else self._brought_up_to_date(stored, fields)

    def _united(self, stored: Stored) -> tuple[type[Struct], Fields]:
        """The type of an event with hidden fields, and all its fields."""
        event_type = self._types.get(stored.type)
        if event_type is None:
            raise UnreadableEvent(f"no event type is called {stored.type}")
        fields = unite(event_type, stored.public, {name: part.values for name, part in stored.secret.items()})
        for name in self._erasable[stored.type]:
            fields.setdefault(name, ERASED)
        return event_type, fields

    def _brought_up_to_date(self, stored: Stored, fields: Fields) -> Fields:
        if stored.schema > self._schemas[stored.type]:
            raise UnreadableEvent(f"{stored.type} of schema {stored.schema} was written by a newer program than this")
        for schema in range(stored.schema, self._schemas[stored.type]):
            upcast = self._upcasts.get((stored.type, schema))
            if upcast is None:
                raise UnreadableEvent(f"nothing brings {stored.type} from schema {schema} to {schema + 1}")
            fields = upcast(fields)
        return fields


def encode(stored: Stored) -> bytes:
    return _encoder.encode(stored)


def decode(raw: bytes) -> Stored:
    try:
        return _decoder.decode(raw)
    except msgspec.DecodeError as error:
        raise UnreadableEvent(f"an entry of the stream is not an event: {error}") from error
