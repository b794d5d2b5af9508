"""The cursor of GET /v1/feed: whose feed it is, and the last entry seen of each of 64 partitions in 690 characters."""

from __future__ import annotations

import base64
import binascii
import struct
from collections.abc import Sequence
from hashlib import sha256

from events.redis.keys import PARTITIONS_MAX
from service.problems import Problem

_FORMAT = b"1"
_TAG_BYTES = 4
_TIME_BYTES = 6
_SERIAL = struct.Struct(">H")
_ENTRY_BYTES = _TIME_BYTES + _SERIAL.size
CURSOR_LENGTH_MAX = 12 * PARTITIONS_MAX


def write_cursor(position: Sequence[bytes], key: str) -> str:
    """`key` is that of the server: cursors of another one are refused."""
    return base64.urlsafe_b64encode(_FORMAT + _tag(key) + b"".join(map(_pack, position))).rstrip(b"=").decode()


def read_cursor(cursor: str, key: str, partitions: int) -> list[bytes]:
    try:
        raw = base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        raise _bad_cursor() from None
    if len(raw) != len(_FORMAT) + _TAG_BYTES + partitions * _ENTRY_BYTES or not raw.startswith(_FORMAT):
        raise _bad_cursor()
    if raw[len(_FORMAT) :][:_TAG_BYTES] != _tag(key):
        raise Problem("cursor-gone", "The cursor is of another server.")
    entries = raw[len(_FORMAT) + _TAG_BYTES :]
    return [_unpack(entries[start : start + _ENTRY_BYTES]) for start in range(0, len(entries), _ENTRY_BYTES)]


def _tag(key: str) -> bytes:
    return sha256(key.encode()).digest()[:_TAG_BYTES]


def _pack(entry: bytes) -> bytes:
    """`1700000000000-3` -> eight bytes."""
    time_ms, _, serial = entry.partition(b"-")
    return int(time_ms).to_bytes(_TIME_BYTES, "big") + _SERIAL.pack(int(serial))


def _unpack(raw: bytes) -> bytes:
    (serial,) = _SERIAL.unpack(raw[_TIME_BYTES:])
    return b"%d-%d" % (int.from_bytes(raw[:_TIME_BYTES], "big"), serial)


def _bad_cursor() -> Problem:
    return Problem("bad-request", "The cursor is none of this API.", errors={"cursor": ["not a cursor"]})
