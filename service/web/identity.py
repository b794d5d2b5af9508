"""Who sends a request. Tokens are random, shown once, and stored as hashes only."""

from __future__ import annotations

import secrets
import time
from hashlib import sha256
from typing import TYPE_CHECKING, Literal, Protocol

from msgspec import Struct

from service.web.problems import Problem

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

Role = Literal["player", "arbiter", "admin"]
TOKEN_BYTES = 24
KEPT_S = 60.0  # how long a worker trusts a cached token before it asks the store again
KEPT_MAX = 50_000
_TOKEN_HASH = "matchledger.token_hash"  # in an environ: so that a token is hashed once per request


class Person(Struct, frozen=True):
    id: str
    name: str
    role: Role


class People(Protocol):
    """Where people are stored."""

    def add(self, person: Person, token_hash: bytes) -> None: ...

    def by_token(self, token_hash: bytes) -> Person | None: ...

    def by_id(self, person_id: str) -> Person | None: ...

    def has_arbiter(self) -> bool:
        """Whether anybody could rule on a dispute."""
        ...


def new_id(prefix: str) -> str:
    """A random id such as `p-k3v9x0q2m5t8a1bc`; it carries no information."""
    alphabet = "0123456789abcdefghjkmnpqrstvwxyz"
    return prefix + "-" + "".join(secrets.choice(alphabet) for _ in range(16))


def hash_token(token: str) -> bytes:
    return sha256(token.encode()).digest()


def read_token_hash(environ: WSGIEnvironment) -> bytes | None:
    """The hash of the request's token; None if there is no Authorization header."""
    token_hash: bytes | None = environ.get(_TOKEN_HASH)
    if token_hash is None and "HTTP_AUTHORIZATION" in environ:
        token_hash = environ[_TOKEN_HASH] = hash_token(_bearer_token(environ["HTTP_AUTHORIZATION"]))
    return token_hash


def set_token_hash(environ: WSGIEnvironment, token_hash: bytes) -> None:
    """From now on this is the request's token: a client of the channel sends it after its request."""
    environ[_TOKEN_HASH] = token_hash


def _bearer_token(authorization: str) -> str:
    scheme, _, token = authorization.partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise Problem("token-unknown", "The Authorization header does not hold a bearer token.")
    return token.strip()


class Identity:
    """Finds the person of a token; cached, so that most requests need no round trip for it."""

    def __init__(self, people: People) -> None:
        self.people = people
        self._cached: dict[bytes, tuple[float, Person]] = {}

    def enrol(self, name: str, role: Role) -> tuple[Person, str]:
        """A new person, and the token that is shown only now."""
        person = Person(new_id(role[0]), name, role)
        token = "ml_" + secrets.token_urlsafe(TOKEN_BYTES)
        self.people.add(person, hash_token(token))
        return person, token

    def find(self, token_hash: bytes) -> Person:
        """The person of a token; a problem if nobody has it."""
        person = self.find_cached(token_hash) or self.people.by_token(token_hash)
        if person is None:
            raise Problem("token-unknown", "No player has this token.")
        if token_hash not in self._cached:
            if len(self._cached) >= KEPT_MAX:
                self._cached.clear()
            self._cached[token_hash] = (time.monotonic(), person)
        return person

    def find_cached(self, token_hash: bytes) -> Person | None:
        """The person of a token, if this worker has looked it up a short while ago."""
        # The lookup is by hash, so its duration says nothing about the token.
        cached = self._cached.get(token_hash)
        if cached is None:
            return None
        if time.monotonic() - cached[0] >= KEPT_S:
            del self._cached[token_hash]
            return None
        return cached[1]
