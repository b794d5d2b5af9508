"""What the ledger keeps of an event: the event itself, and when, why and by whom it came about."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from msgspec import Struct

from events.visibility import Viewer, part_is_for

SALT_BYTES = 32
# One spelling for everybody: names are compared as texts, so `seat:01` would be another one than `seat:1`.
_ACTOR = re.compile(r"operator|clock|(?P<kind>seat|clock):(?P<seat>0|[1-9][0-9]{0,2})|(player|arbiter|admin):[!-~]+")


class Part(Struct, frozen=True, array_like=True):
    """Fields that only some viewers may see, with the salt that hides them in the commitment.

    An erased part has neither; its commitment is then kept instead, so that the tree stays valid.
    """

    salt: bytes
    values: dict[str, Any]
    commitment: bytes = b""  # only of an erased part


class Cause(Struct, frozen=True, array_like=True):
    """The command that caused the events of a step; its parameters are a secret of its sender."""

    type: str
    params: Part


class Source(Struct, frozen=True, forbid_unknown_fields=True):
    """Where an imported match comes from: the checkpoint that its file was signed with, and when it was imported."""

    key: str
    note: str
    at: int


class Stored(Struct, frozen=True, array_like=True):
    """An event as it is stored. Its version is its id in the stream, so it is not repeated here."""

    type: str
    schema: int
    step: int
    command: bytes
    actor: str
    at: int
    rule: str
    public: dict[str, Any]
    secret: dict[str, Part]
    cause: Cause | None = None  # with the first event of each command
    root: bytes = b""  # with the last event of each command: the tree's root so far
    source: Source | None = None  # with the first event of an imported match; like the root, not part of the leaf


class Recorded(Struct, frozen=True):
    """A stored event with its version."""

    version: int
    stored: Stored


def seat_actor(seat: int) -> str:
    return f"seat:{seat}"


CLOCK_ACTOR = "clock"


def clock_actor(seat: int) -> str:
    """The clock, acting for a seat whose time is up."""
    return f"clock:{seat}"


@lru_cache(1024)
def is_actor(name: str) -> bool:
    """Whether events can be caused under this name."""
    return _ACTOR.fullmatch(name) is not None


@lru_cache(256)
def actor_seat(actor: str) -> int | None:
    """The seat that an actor's name denotes, if it is one."""
    return commanding_seat(actor) if actor.startswith("seat:") else None


@lru_cache(256)
def commanding_seat(actor: str) -> int | None:
    """The seat that a command was sent for: by its player, or by the clock."""
    found = _ACTOR.fullmatch(actor)
    return None if found is None or found["seat"] is None else int(found["seat"])


def redact_for(recorded: Recorded, viewer: Viewer) -> dict[str, Any]:
    """The event as this viewer may see it, in the shape of the API: built from nothing, part by part."""
    stored = recorded.stored
    event: dict[str, Any] = {
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
        event["secret"] = {
            name: part.values for name, part in stored.secret.items() if part.salt and part_is_for(name, viewer)
        }
    return event
