"""Who is asking: tokens are random, shown once, and kept as hashes only."""

from __future__ import annotations

import secrets
import time
from hashlib import sha256
from typing import Literal, Protocol

from msgspec import Struct

from service.web.problems import Problem

Role = Literal["player", "arbiter", "admin"]
TOKEN_BYTES = 24
KEPT_S = 60.0  # how long a worker trusts what it knows of a token before it looks again
KEPT_MAX = 50_000


class Person(Struct, frozen=True):
    id: str
    name: str
    role: Role


class People(Protocol):
    """Where people are kept."""

    def add(self, person: Person, token_hash: bytes) -> None: ...

    def by_token(self, token_hash: bytes) -> Person | None: ...

    def by_id(self, person_id: str) -> Person | None: ...


def new_id(prefix: str) -> str:
    """A random id: `p-k3v9x0q2m5t8a1bc`; nothing can be told from it."""
    alphabet = "0123456789abcdefghjkmnpqrstvwxyz"
    return prefix + "-" + "".join(secrets.choice(alphabet) for _ in range(16))


def hash_token(token: str) -> bytes:
    return sha256(token.encode()).digest()


def token_in(authorization: str) -> str:
    """The token that an Authorization header holds."""
    scheme, _, token = authorization.partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise Problem("token-unknown", "The Authorization header does not hold a bearer token.")
    return token.strip()


class Identity:
    """Finds the person behind a token, with a memory, so that a command costs no look-up of its own."""

    def __init__(self, people: People) -> None:
        self.people = people
        self._known: dict[bytes, tuple[float, Person]] = {}

    def enrol(self, name: str, role: Role) -> tuple[Person, str]:
        """A new person, and the token that is shown this once."""
        person = Person(new_id(role[0]), name, role)
        token = "ml_" + secrets.token_urlsafe(TOKEN_BYTES)
        self.people.add(person, hash_token(token))
        return person, token

    def of(self, authorization: str | None) -> Person | None:
        """The person of an Authorization header; nobody if there is none; a problem if it is wrong."""
        if authorization is None:
            return None
        known = self.remembered(authorization)
        if known is not None:
            return known
        hashed = hash_token(token_in(authorization))
        person = self.people.by_token(hashed)
        if person is None:
            raise Problem("token-unknown", "No player has this token.")
        if len(self._known) >= KEPT_MAX:
            self._known.clear()
        self._known[hashed] = (time.monotonic(), person)
        return person

    def remembered(self, authorization: str) -> Person | None:
        """The person of an Authorization header, if this worker has looked it up a short while ago."""
        # Looked up by its hash, so the time it takes tells nothing about the token.
        known = self._known.get(hash_token(token_in(authorization)))
        return known[1] if known is not None and time.monotonic() - known[0] < KEPT_S else None
