"""Players, arbiters and admins in Redis."""

from __future__ import annotations

import msgspec

from events.redis.client import Client
from events.redis.tokens import RedisTokens


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
    """One key a person: each call names one key, so that it works on a cluster."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._tokens = RedisTokens(client)

    def add(self, person_id: str, name: str, role: str, token_hash: bytes, made_at: int = 0) -> None:
        # The person first: a token never leads to nobody, whatever happens in between.
        self._client.call_confirmed("SET", f"person:{person_id}", _encoder.encode(StoredPerson(person_id, name, role)))
        self._tokens.add(person_id, "", token_hash, made_at)
        if role in ARBITRATING:
            self._client.call_confirmed("SADD", ARBITERS_KEY, person_id)

    def erase_name(self, person_id: str) -> bool:
        """Forget the name, and the names of the tokens; these go on working, so that matches can be finished."""
        found = self.by_id(person_id)
        if found is not None:
            self._client.call_confirmed(
                "SET", f"person:{person_id}", _encoder.encode(msgspec.structs.replace(found, name=""))
            )
            self._tokens.erase_names(person_id)
        return found is not None

    def by_token(self, token_hash: bytes, today: str) -> StoredPerson | None:
        person_id = self._tokens.person_of(token_hash, today)
        return None if person_id is None else self.by_id(person_id)

    def has_arbiter(self) -> bool:
        return bool(self._client.call("EXISTS", ARBITERS_KEY))

    def by_id(self, person_id: str) -> StoredPerson | None:
        raw = self._client.call("GET", f"person:{person_id}")
        return None if raw is None else _decoder.decode(raw)
