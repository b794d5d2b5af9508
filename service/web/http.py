"""What all routes share: how a route is declared and documented, and how a request is read."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NoReturn

import msgspec
from flask import Response, current_app, request
from gunicorn.http.errors import ParseException
from marshmallow import Schema, ValidationError
from werkzeug.http import parse_options_header

from events.head_log import HeadLog
from events.redis.background_status import RedisBackgroundStatus
from events.redis.bots import RedisBots
from events.redis.feed import RedisFeedPages
from events.redis.lists import RedisLists
from projections.lists import Listing
from projections.replay import Replays
from projections.tables import Tables
from service.handle import Expected
from service.problems import Problem
from service.signing import Notary
from service.web.bodies import BODY, BODY_BYTES_MAX, BODY_S, announced_length
from service.web.identity import Identity, Person, read_token_hash
from service.web.limits import Counts, Limiter
from service.web.live import Live
from service.web.request_log import PLAYER
from service.web.threads import time_limit

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

KEY_LENGTH_MAX = 128
_EXPECTED = re.compile(r'(?:W/)?"?([0-9]{1,15})(?:-[a-z0-9]+(?:-([0-9a-f]{16}))?)?"?')


_TEXT: Mapping[str, Any] = MappingProxyType({"type": "string"})


class Media(msgspec.Struct, frozen=True):
    """An answer that is not a JSON document of ours: what it is, its content type, and its schema."""

    description: str
    content_type: str
    schema: type[Schema] | Mapping[str, Any] = _TEXT
    sends: tuple[str, ...] = ()  # headers of this answer alone


Answers = Mapping[int, type[Schema] | Media | str]  # by status; a text says what an answer without a body means


class Route(msgspec.Struct, frozen=True):
    """A route, with what the OpenAPI document says about it."""

    method: str
    path: str  # in Flask's form: /matches/<match:match>
    view: Callable[..., Response]
    summary: str
    group: str
    query: type[Schema] | None
    body: type[Schema] | None
    answers: Answers
    problems: tuple[str, ...]
    headers: tuple[str, ...]  # that a request may have
    sends: tuple[str, ...]  # headers of every answer that is no problem, beside those that all routes send
    needs_token: bool
    ignores_token: bool  # the answer is the same for everybody
    is_costly: bool  # takes long, or writes something that stays

    @property
    def endpoint(self) -> str:
        """What Flask, the log and the metrics call it."""
        return self.view.__name__


ROUTES: list[Route] = []


class RouteGroup(msgspec.Struct, frozen=True):
    """Routes that belong together. Not a Blueprint of Flask: those are looked for three times on every request."""

    name: str
    prefix: str = "/v1"


def route(
    group: RouteGroup,
    method: str,
    path: str,
    summary: str,
    *,
    answers: Answers,
    query: type[Schema] | None = None,
    body: type[Schema] | None = None,
    problems: tuple[str, ...] = (),
    headers: tuple[str, ...] = (),
    sends: tuple[str, ...] = (),
    needs_token: bool = False,
    ignores_token: bool = False,
    is_costly: bool = False,
) -> Callable[[Callable[..., Response]], Callable[..., Response]]:
    """Declare a route for `create_app` and for the OpenAPI document; it costs nothing per request."""

    def declare(view: Callable[..., Response]) -> Callable[..., Response]:
        ROUTES.append(
            Route(
                method,
                group.prefix + path,
                view,
                summary,
                group.name,
                query,
                body,
                answers,
                problems,
                headers,
                sends,
                needs_token,
                ignores_token,
                is_costly,
            )
        )
        return view

    return declare


class Services(msgspec.Struct, frozen=True):
    """What the routes work with; built once by create_app."""

    tables: Tables
    identity: Identity
    listing: Listing
    docket: RedisLists
    replays: Replays
    live: Live
    notary: Notary
    durability: Callable[[], dict[str, Any]]
    bots: RedisBots
    heads: HeadLog
    limits: Counts
    background: RedisBackgroundStatus  # what the background process tells of itself
    feed: RedisFeedPages  # which matches have changed, read page by page


def services() -> Services:
    found: Services = current_app.extensions["matchledger"]
    return found


def limiter() -> Limiter:
    found: Limiter = current_app.extensions["matchledger.limiter"]
    return found


def person(environ: WSGIEnvironment) -> Person | None:
    """Who sends this request; None without a token."""
    token_hash = read_token_hash(environ)
    found = None if token_hash is None else services().identity.find(token_hash)
    if found is not None:
        environ[PLAYER] = found.id
    return found


def signed_in(environ: WSGIEnvironment) -> Person:
    found = person(environ)
    if found is None:
        raise Problem("token-missing", "This request needs a player's token.")
    return found


def read_body(environ: WSGIEnvironment, bytes_max: int = BODY_BYTES_MAX, seconds_max: float = BODY_S) -> bytes:
    """The body, read from the client the first time."""
    body: bytes | None = environ.get(BODY)
    if body is None:
        body = environ[BODY] = _receive_body(environ, bytes_max, seconds_max)
    return body


def _receive_body(environ: WSGIEnvironment, bytes_max: int, seconds_max: float) -> bytes:
    length = announced_length(environ)
    if length is not None and length > bytes_max:
        raise _too_large(bytes_max)
    try:
        with time_limit(seconds_max):
            body: bytes = environ["wsgi.input"].read(bytes_max + 1 if length is None else length)
    except TimeoutError:
        raise Problem("bad-request", "The body did not arrive in time.") from None
    except (OSError, ParseException) as error:  # gunicorn's exceptions for malformed and for truncated chunks
        raise Problem("bad-request", f"The body cannot be read: {type(error).__name__}.") from None
    if len(body) > bytes_max:
        raise _too_large(bytes_max)
    if length is not None and len(body) != length:
        raise Problem("bad-request", f"The body has {len(body)} bytes; Content-Length announced {length}.")
    return body


def _too_large(bytes_max: int) -> Problem:
    return Problem("body-too-large", f"The body may have at most {bytes_max} bytes.")


def json_body(environ: WSGIEnvironment, schema: Schema, *, is_optional: bool = False) -> dict[str, Any]:
    """The body, checked by its schema; unknown fields are refused."""
    raw = read_body(environ)
    if not raw and is_optional:
        raw = b"{}"
    elif not _is_json(environ.get("CONTENT_TYPE", "")):
        raise Problem("not-json", "The Content-Type must be application/json.")
    return load_json(raw, schema)


def load_json(raw: bytes, schema: Schema) -> dict[str, Any]:
    """A JSON object, checked by its schema."""
    try:
        value = msgspec.json.decode(raw)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        raise Problem("bad-json", "The body is not valid JSON.") from None
    if not isinstance(value, dict):
        raise Problem("bad-json", "The body must be a JSON object.")
    return _load(schema, value)


@lru_cache(maxsize=256)
def _is_json(content_type: str) -> bool:
    kind = parse_options_header(content_type)[0].lower()
    return kind == "application/json" or (kind.startswith("application/") and kind.endswith("+json"))


def query_args(environ: WSGIEnvironment, schema: Schema) -> dict[str, Any]:
    """The query parameters, checked by their schema."""
    return dict(_checked_query(schema, environ.get("QUERY_STRING", "")))


@lru_cache(maxsize=2048)  # clients repeat the same few queries, and loading a schema takes far longer than a lookup
def _checked_query(schema: Schema, query: str) -> dict[str, Any]:
    return _load(schema, request.args.to_dict())  # the arguments of this query: it is the current request's


def _load(schema: Schema, value: Mapping[str, Any]) -> dict[str, Any]:
    try:
        loaded: dict[str, Any] = schema.load(value)
    except ValidationError as error:
        raise Problem("bad-request", "Some fields are invalid; see `errors`.", errors=error.messages) from None
    return loaded


def idempotency_key(environ: WSGIEnvironment) -> str | None:
    return checked_key(environ.get("HTTP_IDEMPOTENCY_KEY"))


def checked_key(key: str | None) -> str | None:
    if key is not None and not (0 < len(key) <= KEY_LENGTH_MAX and key.isascii() and key.isprintable()):
        raise Problem("bad-request", f"Idempotency-Key must be 1 to {KEY_LENGTH_MAX} printable ASCII characters.")
    return key


def expected_version(environ: WSGIEnvironment) -> Expected | None:
    """The version in If-Match: an ETag of the match, or the bare number."""
    value: str | None = environ.get("HTTP_IF_MATCH")
    return None if value is None or value.strip() == "*" else read_expected(value.strip())


def read_expected(tag: str) -> Expected:
    """What an ETag of a match, or the bare version, says of where the match should be."""
    found = _EXPECTED.fullmatch(tag)
    if found is None:
        raise Problem("bad-request", "If-Match must be a version or an ETag of the match.")
    return Expected(int(found[1]), None if found[2] is None else bytes.fromhex(found[2]))


def not_found(what: str) -> NoReturn:
    raise Problem("not-found", what)
