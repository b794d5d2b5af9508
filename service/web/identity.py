"""Who sends a request. Tokens are random, shown once, and stored as hashes only."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from typing import TYPE_CHECKING, Literal, Protocol

from msgspec import Struct

from events.ids import ID_ALPHABET, ID_LENGTH
from service.problems import Problem
from service.web.revocations import Revocations, Watch

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

    @property
    def actor(self) -> str:
        """The actor in the ledger while this person has no seat."""
        return f"{self.role}:{self.id}"


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
    return prefix + "-" + "".join(secrets.choice(ID_ALPHABET) for _ in range(ID_LENGTH))


def new_token() -> str:
    return "ml_" + secrets.token_urlsafe(TOKEN_BYTES)


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


class Token(Protocol):
    """A token in the list of its person (events/redis/tokens.py)."""

    @property
    def id(self) -> str: ...

    @property
    def name(self) -> str: ...

    @property
    def made_at(self) -> int: ...

    @property
    def token_hash(self) -> bytes: ...

    @property
    def used_on(self) -> str | None: ...


class Tokens(Protocol):
    """Where tokens are stored."""

    def add(self, person_id: str, name: str, token_hash: bytes, made_at: int) -> Token: ...

    def list(self, person_id: str) -> Sequence[Token]: ...

    def count(self, person_id: str) -> int: ...

    def revoke(self, person_id: str, revoked_id: str) -> bool: ...

    def revoked_since(self, position: bytes | None) -> tuple[Sequence[bytes], bytes]: ...

    def add_code(self, code: str, person_id: str, kept_s: int) -> bool: ...

    def person_of_code(self, code: str) -> str | None: ...

    def take_code(self, code: str) -> bool: ...


class Identity:
    """Finds the person of a token; cached, so that most requests need no round trip for it."""

    def __init__(self, people: People, tokens: Tokens | None = None) -> None:
        self.people = people
        self._tokens = tokens  # None: no token is ever revoked
        self._cached: dict[bytes, tuple[float, Person]] = {}
        self._revocations = None if tokens is None else Revocations(tokens, self._forget)

    @property
    def tokens(self) -> Tokens:
        assert self._tokens is not None, "this identity was made without tokens to manage"
        return self._tokens

    def enrol(self, name: str, role: Role) -> tuple[Person, str]:
        """A new person, and the token that is shown only now."""
        person = Person(new_id(role[0]), name, role)
        token = new_token()
        self.people.add(person, hash_token(token))
        return person, token

    def find(self, token_hash: bytes) -> Person:
        """The person of a token; a problem if nobody has it."""
        if self._revocations is not None:
            self._revocations.check()
        person = self.find_cached(token_hash)
        if person is not None:
            return person
        serial = self._serial()
        person = self.people.by_token(token_hash)
        if person is None:
            raise Problem("token-unknown", "No player has this token.")
        if serial == self._serial():  # else it may have been revoked after it was read
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

    def watch(self, token_hash: bytes, on_revoked: Callable[[], None]) -> Watch | None:
        """Who stays signed in for longer than a request watches its token; None if there is nothing to watch."""
        if self._revocations is None:
            return None
        watch = self._revocations.watch(token_hash, on_revoked)
        try:
            self.find(token_hash)  # it may have been revoked just before
        except Problem:
            watch.revoke()
        return watch

    def _serial(self) -> int:
        return 0 if self._revocations is None else self._revocations.serial

    def _forget(self, token_hash: bytes) -> None:
        self._cached.pop(token_hash, None)


@contextmanager
def watched(
    identity: Identity, token_hash: bytes | None, on_revoked: Callable[[], None]
) -> Iterator[Callable[[], bool]]:
    """While somebody waits or listens: whether their token has been revoked."""
    watch = None if token_hash is None else identity.watch(token_hash, on_revoked)
    try:
        yield lambda: watch is not None and watch.is_revoked
    finally:
        if watch is not None:
            watch.close()
