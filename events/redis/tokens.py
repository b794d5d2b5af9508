"""Tokens in Redis: whose each one is, the list of each person's, codes for a second device, and what was revoked.

`token:<hash>` is the person and the last day of use; `tokens:<person>` lists a person's tokens; `tokens:revoked` is a
stream of the newest revocations, which every worker follows. Each call names one key, so that it works on a cluster.
"""

from __future__ import annotations

from contextlib import suppress
from hashlib import blake2b, sha256
from typing import Any, NamedTuple

import msgspec

from events.ids import DIGEST_BYTES, id_from
from events.redis.client import Client
from events.store import StoreUnavailable

REVOKED_KEY = "tokens:revoked"
REVOKED_MAX = 10_000  # a worker reads them several times a second
READ_MAX = 1000


class StoredToken(msgspec.Struct, frozen=True):
    """A token in the list of its person; the token itself is known to nobody here."""

    id: str
    name: str
    made_at: int
    token_hash: bytes
    used_on: str | None = None  # the day; kept beside the token and filled in when it is listed


class Revoked(NamedTuple):
    token_hashes: list[bytes]
    position: bytes  # to be given the next time


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(StoredToken)


def token_id(token_hash: bytes) -> str:
    """Follows from the hash, so that a token that is added again is the same one; it says nothing about the token."""
    return "t-" + id_from(blake2b(token_hash, digest_size=DIGEST_BYTES, person=b"token id").digest())


class RedisTokens:
    def __init__(self, client: Client) -> None:
        self._client = client

    def add(self, person_id: str, name: str, token_hash: bytes, made_at: int) -> StoredToken:
        # Into the list first: a token that works can always be found and revoked, whatever happens in between.
        token = StoredToken(token_id(token_hash), name, made_at, token_hash)
        self._client.call_confirmed("HSETNX", _list_key(person_id), token.id, _encoder.encode(token))
        self._client.call_confirmed("SET", _token_key(token_hash), person_id)
        return token

    def person_of(self, token_hash: bytes, today: str) -> str | None:
        """The id of the person whose token this is; notes that it was used today."""
        raw: bytes | None = self._client.call("GET", _token_key(token_hash))
        if raw is None:
            return None
        person_id, _, day = raw.decode().partition(" ")
        if day != today:
            # Reads go on while writes are refused: the day is then noted the next time.
            with suppress(StoreUnavailable):
                # XX: a token that was revoked meanwhile stays revoked.
                self._client.call("SET", _token_key(token_hash), f"{person_id} {today}", "XX")
        return person_id

    def list(self, person_id: str) -> list[StoredToken]:
        """The tokens of a person, oldest first."""
        found: list[bytes] = self._client.call("HVALS", _list_key(person_id))
        tokens = sorted((_decoder.decode(raw) for raw in found), key=lambda token: (token.made_at, token.id))
        kept = self._client.call_many([("GET", _token_key(token.token_hash)) for token in tokens]) if tokens else []
        return [_with_day(token, raw) for token, raw in zip(tokens, kept, strict=True)]

    def count(self, person_id: str) -> int:
        return int(self._client.call("HLEN", _list_key(person_id)))

    def revoke(self, person_id: str, revoked_id: str) -> bool:
        """Nobody gets in with this token from now on; false if the person has none of this id."""
        raw = self._client.call("HGET", _list_key(person_id), revoked_id)
        if raw is None:
            return False
        token_hash = _decoder.decode(raw).token_hash
        self._client.call_confirmed("DEL", _token_key(token_hash))
        self._client.call_confirmed("XADD", REVOKED_KEY, "MAXLEN", "~", REVOKED_MAX, "*", "h", token_hash)
        # Out of the list last: if something fails before, it can be revoked again.
        self._client.call_confirmed("HDEL", _list_key(person_id), revoked_id)
        return True

    def revoked_since(self, position: bytes | None) -> Revoked:
        """What was revoked after this position; None: begin now."""
        if position is None:
            last = self._client.call("XREVRANGE", REVOKED_KEY, "+", "-", "COUNT", 1)
            return Revoked([], last[0][0] if last else b"0-0")
        found: list[Any] = self._client.call("XRANGE", REVOKED_KEY, b"(" + position, "+", "COUNT", READ_MAX)
        return Revoked([fields[1] for _, fields in found], found[-1][0] if found else position)

    def erase_names(self, person_id: str) -> None:
        for raw in self._client.call("HVALS", _list_key(person_id)):
            nameless = msgspec.structs.replace(_decoder.decode(raw), name="")
            self._client.call_confirmed("HSET", _list_key(person_id), nameless.id, _encoder.encode(nameless))

    def add_code(self, code: str, person_id: str, kept_s: int) -> bool:
        """False if the same code is in use."""
        return self._client.call_confirmed("SET", _code_key(code), person_id, "EX", kept_s, "NX") is not None

    def person_of_code(self, code: str) -> str | None:
        """The person who may have a token for this code."""
        raw: bytes | None = self._client.call("GET", _code_key(code))
        return None if raw is None else raw.decode()

    def take_code(self, code: str) -> bool:
        """Use the code, which works once: of several who do so at the same time, one succeeds."""
        return bool(self._client.call_confirmed("DEL", _code_key(code)) == 1)


def _with_day(token: StoredToken, raw: Any) -> StoredToken:
    if isinstance(raw, Exception):
        raise StoreUnavailable(str(raw)) from raw
    day = "" if raw is None else raw.decode().partition(" ")[2]
    return msgspec.structs.replace(token, used_on=day or None)


def _token_key(token_hash: bytes) -> str:
    return f"token:{token_hash.hex()}"


def _list_key(person_id: str) -> str:
    return f"tokens:{person_id}"


def _code_key(code: str) -> str:
    return f"token-code:{sha256(code.encode()).hexdigest()}"
