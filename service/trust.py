"""`matchledger trust`: the keys that this user, or the operator of this service, has decided to trust, by origin.

A key that a file brings along proves nothing about who made the file; a key that was pinned before does.
"""

from __future__ import annotations

import time
from pathlib import Path

import msgspec
from msgspec import Struct

from events.checkpoint import BadCheckpoint, read_key
from projections.verify import Pins


class Trusted(Struct, frozen=True, forbid_unknown_fields=True):
    origin: str
    key: str
    since: str  # the day on which it was pinned


class BadTrust(ValueError):
    """The file of trusted keys cannot be read, or what should go into it is not a key."""


def read_trusted(path: Path) -> list[Trusted]:
    try:
        return msgspec.json.decode(path.read_bytes(), type=list[Trusted])
    except FileNotFoundError:
        return []
    except (OSError, msgspec.DecodeError) as error:
        raise BadTrust(f"{path}: {error}") from None


def read_pins(path: Path, *own: str) -> Pins:
    """All trusted keys, each for the files of the origin that it is named after; `own` are the service's."""
    return Pins(frozenset({*own, *(one.key for one in read_trusted(path))}))


def add_trusted(path: Path, key: str) -> None:
    try:
        origin = read_key(key).name
    except BadCheckpoint as bad:
        raise BadTrust(str(bad)) from None
    known = read_trusted(path)
    if any(one.key == key for one in known):
        return
    known.append(Trusted(origin, key, time.strftime("%Y-%m-%d", time.gmtime())))
    path.parent.mkdir(parents=True, exist_ok=True)
    replacement = path.with_suffix(".new")
    replacement.write_bytes(msgspec.json.format(msgspec.json.encode(known), indent=1) + b"\n")
    replacement.replace(path)


def list_trusted(path: Path) -> str:
    return "".join(f"{one.since}  {one.origin}  {one.key}\n" for one in read_trusted(path))
