"""The file of a backup: records, each with its length and a digest over everything up to it.

A record is 4 bytes of length, the msgpack of one of the types below, and 16 bytes of BLAKE2b over the digest before it
and the record. So a file that was cut or changed is recognized at the first record that is concerned.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from typing import BinaryIO, Literal

import msgspec
from msgspec import Struct

MAGIC = b"matchledger-backup/1\n"
LENGTH_BYTES, DIGEST_BYTES = 4, 16
RECORD_BYTES_MAX = 1 << 30


class BadBackup(ValueError):
    """The file is not a complete and unchanged backup."""


class Began(Struct, frozen=True, array_like=True, tag="began"):
    """The first record. The checkpoint is older than everything else, so every head in its log has its match here."""

    made_at: int
    release: str
    key: str
    note: str  # signed checkpoint of the head log


class LogPage(Struct, frozen=True, array_like=True, tag="log"):
    """Leaves of the head log, in order: the canonical JSON of each head."""

    heads: tuple[bytes, ...]


class SavedMatch(Struct, frozen=True, array_like=True, tag="match"):
    match: str
    frontier: bytes
    events: tuple[bytes, ...]
    answers: tuple[tuple[bytes, bytes], ...]
    journal: tuple[bytes, ...]
    is_archived: bool


class SavedKey(Struct, frozen=True, array_like=True, tag="key"):
    """A key that belongs to no match: a person, a token, the signing seed."""

    key: bytes
    kind: Literal["string", "hash", "set"]
    value: tuple[bytes, ...]  # of a hash: field, value, field, value


class Ended(Struct, frozen=True, array_like=True, tag="ended"):
    """The last record: how many there should be."""

    heads: int
    matches: int
    events: int
    keys: int


Record = Began | LogPage | SavedMatch | SavedKey | Ended
_encoder = msgspec.msgpack.Encoder()
_decoder: msgspec.msgpack.Decoder[Record] = msgspec.msgpack.Decoder(Record)


class BackupWriter:
    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._digest = _digest(b"", MAGIC)
        file.write(MAGIC)

    def write(self, record: Record) -> None:
        raw = _encoder.encode(record)
        self._digest = _digest(self._digest, raw)
        self._file.write(len(raw).to_bytes(LENGTH_BYTES, "big") + raw + self._digest)


def read_records(file: BinaryIO) -> Iterator[Record]:
    """Every record, each checked before it is handed out; raises BadBackup with the place."""
    if file.read(len(MAGIC)) != MAGIC:
        raise BadBackup(f"the file does not begin with {MAGIC.decode().strip()}: it is no backup")
    digest, position, number = _digest(b"", MAGIC), len(MAGIC), 0
    record: Record | None = None
    while head := file.read(LENGTH_BYTES):
        number += 1
        place = f"record {number} at byte {position}"
        if isinstance(record, Ended):
            raise BadBackup(f"{place}: there is something after the end of the backup")
        length = int.from_bytes(head, "big")
        if len(head) == LENGTH_BYTES and length > RECORD_BYTES_MAX:
            raise BadBackup(f"{place} has been changed: its length is impossible")
        raw, expected = file.read(length), file.read(DIGEST_BYTES)
        if len(head) < LENGTH_BYTES or len(raw) < length or len(expected) < DIGEST_BYTES:
            raise BadBackup(f"{place}: the file is cut off here")
        digest = _digest(digest, raw)
        if digest != expected:
            raise BadBackup(f"{place} has been changed")
        try:
            record = _decoder.decode(raw)
        except msgspec.DecodeError as error:
            raise BadBackup(f"{place} is not of a form that this release knows: {error}") from error
        if isinstance(record, Began) != (number == 1):
            raise BadBackup(f"{place}: the beginning of a backup is its first record, and nothing else is")
        yield record
        position += LENGTH_BYTES + length + DIGEST_BYTES
    if not isinstance(record, Ended):
        raise BadBackup(f"the file is cut off after record {number}, at byte {position}")


def _digest(before: bytes, raw: bytes) -> bytes:
    return blake2b(before + raw, digest_size=DIGEST_BYTES).digest()
