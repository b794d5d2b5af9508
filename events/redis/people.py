"""Players, arbiters and admins in Redis, and their tokens as hashes."""

from __future__ import annotations

import msgspec

from events.redis.client import Client


class StoredPerson(msgspec.Struct, frozen=True):
    """A person as kept; `service.web.identity.Person` has the same fields."""

    id: str
    name: str
    role: str


ARBITERS_KEY = "people:arbiters"
ARBITRATING = ("arbiter", "admin")
_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(StoredPerson)


class RedisPeople:
    """One key a person and one a token: each call names one key, so that it works on a cluster."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def add(self, person_id: str, name: str, role: str, token_hash: bytes) -> None:
        # The person first: a token never leads to nobody, whatever happens in between.
        self._client.call_confirmed("SET", f"person:{person_id}", _encoder.encode(StoredPerson(person_id, name, role)))
        self._client.call_confirmed("SET", f"token:{token_hash.hex()}", person_id)
        if role in ARBITRATING:
            self._client.call_confirmed("SADD", ARBITERS_KEY, person_id)

    def erase_name(self, person_id: str) -> bool:
        """Forget the name; the token goes on working, so that running matches can be finished."""
        found = self.by_id(person_id)
        if found is not None:
            self._client.call_confirmed(
                "SET", f"person:{person_id}", _encoder.encode(msgspec.structs.replace(found, name=""))
            )
        return found is not None

    def by_token(self, token_hash: bytes) -> StoredPerson | None:
        person_id = self._client.call("GET", f"token:{token_hash.hex()}")
        return None if person_id is None else self.by_id(person_id.decode())

    def has_arbiter(self) -> bool:
        return bool(self._client.call("EXISTS", ARBITERS_KEY))

    def by_id(self, person_id: str) -> StoredPerson | None:
        raw = self._client.call("GET", f"person:{person_id}")
        return None if raw is None else _decoder.decode(raw)
