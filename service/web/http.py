"""What all routes share: how they are declared and documented, how a body is read, how an answer is given."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NoReturn

import msgspec
from flask import Blueprint, Response, current_app, request
from marshmallow import Schema, ValidationError

from events.head_log import HeadLog
from projections.replay import Replays
from projections.tables import Tables
from service.signing import Notary
from service.web.compression import BYTES_MIN, ENCODED, takes_gzip, zipped
from service.web.identity import Identity, Person
from service.web.lean import Answer, Header
from service.web.limits import Counts, Limiter
from service.web.live import Live
from service.web.problems import Problem

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

BODY_BYTES_MAX = 64 * 1024
KEY_LENGTH_MAX = 128
_BODY = "matchledger.body"  # where the body of a request is kept once it has been read
_EXPECTED = re.compile(r'(?:W/)?"?([0-9]{1,15})(?:-[a-z0-9]+)?"?')
_encoder = msgspec.json.Encoder()


class Route(msgspec.Struct, frozen=True):
    """A route with what the OpenAPI document says about it."""

    method: str
    path: str  # in Flask's form: /matches/<match:match>
    view: Callable[..., Response]
    summary: str
    group: str
    query: type[Schema] | None
    body: type[Schema] | None
    answers: Mapping[int, type[Schema] | str]
    problems: tuple[str, ...]
    headers: tuple[str, ...]
    needs_token: bool
    is_costly: bool  # takes long, or stays in the store for ever


ROUTES: list[Route] = []


def route(
    blueprint: Blueprint,
    method: str,
    path: str,
    summary: str,
    *,
    answers: Mapping[int, type[Schema] | str],
    query: type[Schema] | None = None,
    body: type[Schema] | None = None,
    problems: tuple[str, ...] = (),
    headers: tuple[str, ...] = (),
    needs_token: bool = False,
    is_costly: bool = False,
) -> Callable[[Callable[..., Response]], Callable[..., Response]]:
    """Declare a route, once, for Flask and for the document; nothing of this happens per request."""

    def declare(view: Callable[..., Response]) -> Callable[..., Response]:
        blueprint.add_url_rule(path, view_func=view, methods=[method], endpoint=view.__name__)
        full_path = (blueprint.url_prefix or "") + path
        ROUTES.append(
            Route(
                method,
                full_path,
                view,
                summary,
                blueprint.name,
                query,
                body,
                answers,
                problems,
                headers,
                needs_token,
                is_costly,
            )
        )
        return view

    return declare


class Services(msgspec.Struct, frozen=True):
    """What the routes work with; put together once by create_app."""

    tables: Tables
    identity: Identity
    listing: Any
    docket: Any
    replays: Replays
    live: Live
    notary: Notary
    durability: Callable[[], dict[str, Any]]
    bots: Any
    heads: HeadLog
    limits: Counts


def services() -> Services:
    found: Services = current_app.extensions["matchledger"]
    return found


def limiter() -> Limiter:
    found: Limiter = current_app.extensions["matchledger.limiter"]
    return found


def answer(payload: Any, status: int = 200, **headers: str) -> Response:
    return json_answer(payload, status, [(name.replace("_", "-"), value) for name, value in headers.items()])


def json_answer(payload: Any, status: int, headers: Sequence[Header]) -> Answer:
    return Answer(_encoder.encode(payload), status, "application/json", headers)


# What one viewer may see is not for another: a cache asks each time, and tells the tokens apart.
CACHING = (("Cache-Control", "private, no-cache"), ("Vary", "Authorization"))
_CACHING_OPEN = (("Cache-Control", "private, no-cache"), ("Vary", "Authorization, Accept-Encoding"))


def tagged_answer(tag: str, payload: Callable[[], Any], *, is_open: bool = False) -> Response:
    """The answer under this ETag; 304, and no payload made, if the client has it already.

    What is open holds nothing that is hidden from anybody who plays, and is compressed for whoever takes that; its tag
    is then a weak one, because the bytes are others.
    """
    environ = request.environ
    is_zipped = is_open and takes_gzip(environ)
    headers = (("ETag", f"W/{tag}" if is_zipped else tag), *(_CACHING_OPEN if is_open else CACHING))
    has = environ.get("HTTP_IF_NONE_MATCH")
    if has is not None and (has == tag or _names(has, tag)):
        return Answer(b"", 304, "", headers)
    body = _encoder.encode(payload())
    if is_zipped and len(body) >= BYTES_MIN:
        return Answer(zipped(body), 200, "application/json", (*headers, ENCODED))
    return Answer(body, 200, "application/json", headers)


def _names(if_none_match: str, tag: str) -> bool:
    """Whether a list of tags, weak ones among them, names this one (RFC 9110, 13.1.2)."""
    return any(one.strip().removeprefix("W/") in (tag, "*") for one in if_none_match.split(","))


def raw_answer(body: bytes, status: int) -> Response:
    return Answer(body, status, "application/json" if status < 400 else "application/problem+json")


def problem_answer(problem: Problem) -> Answer:
    body = _encoder.encode(problem.document())
    return Answer(body, problem.status, "application/problem+json", problem_headers(problem))


def problem_headers(problem: Problem) -> list[Header]:
    headers = []
    if problem.retry_after_s is not None:
        headers.append(("Retry-After", str(problem.retry_after_s)))
    if problem.status == 401:
        headers.append(("WWW-Authenticate", "Bearer"))
    return headers


def person() -> Person | None:
    """Who is asking, if they say so."""
    return services().identity.of(request.environ.get("HTTP_AUTHORIZATION"))


def signed_in() -> Person:
    found = person()
    if found is None:
        raise Problem("token-missing", "This needs the token of a player.")
    return found


def body_bytes(environ: WSGIEnvironment) -> bytes:
    body: bytes | None = environ.get(_BODY)
    if body is None:
        body = environ[_BODY] = _read_body(environ)
    return body


def _read_body(environ: WSGIEnvironment) -> bytes:
    announced: str = environ.get("CONTENT_LENGTH") or ""
    if not (announced.isascii() and announced.isdigit()):
        # A body that comes in chunks announces no length, and is cut off without a word at the most that is read.
        chunks = read_in_time(request.get_data)
        return chunks if len(chunks) < BODY_BYTES_MAX else _too_large()
    length = int(announced) if len(announced) < 10 else BODY_BYTES_MAX + 1
    body: bytes = read_in_time(environ["wsgi.input"].read, length) if length <= BODY_BYTES_MAX else _too_large()
    if len(body) != length:
        raise Problem("bad-request", f"The body has {len(body)} bytes, not {length} as announced.")
    return body


def read_in_time(read: Callable[..., bytes], *words: Any) -> bytes:
    """What the client sends; the worker gives up one that stalls."""
    try:
        return read(*words)
    except TimeoutError:
        raise Problem("bad-request", "The body did not arrive in time.") from None


def _too_large() -> NoReturn:
    raise Problem("body-too-large", f"The body may have {BODY_BYTES_MAX} bytes at most.")


def is_json() -> bool:
    return request.environ.get("CONTENT_TYPE") == "application/json" or request.is_json


def json_body(schema: Schema, *, is_optional: bool = False) -> dict[str, Any]:
    """The body, checked by its schema; unknown fields are refused."""
    raw = body_bytes(request.environ)
    if not raw and is_optional:
        raw = b"{}"
    elif not is_json():
        raise Problem("not-json", "The Content-Type must be application/json.")
    try:
        value = msgspec.json.decode(raw)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        raise Problem("bad-json", "The body cannot be read as JSON.") from None
    if not isinstance(value, dict):
        raise Problem("bad-json", "The body must be a JSON object.")
    return _loaded(schema, value)


def query_args(schema: Schema) -> dict[str, Any]:
    """The parameters behind the address, checked; most are sent again and again, and checking takes its time."""
    return dict(_checked_query(schema, request.environ.get("QUERY_STRING", "")))


@lru_cache(maxsize=2048)
def _checked_query(schema: Schema, query: str) -> dict[str, Any]:
    return _loaded(schema, request.args.to_dict())


def _loaded(schema: Schema, value: Mapping[str, Any]) -> dict[str, Any]:
    try:
        loaded: dict[str, Any] = schema.load(value)
    except ValidationError as error:
        raise Problem("bad-request", "Some fields are not as they should be.", errors=error.messages) from None
    return loaded


def idempotency_key(environ: WSGIEnvironment) -> str | None:
    key: str | None = environ.get("HTTP_IDEMPOTENCY_KEY")
    if key is not None and not (0 < len(key) <= KEY_LENGTH_MAX and key.isascii() and key.isprintable()):
        raise Problem("bad-request", f"Idempotency-Key must be 1 to {KEY_LENGTH_MAX} printable ASCII characters.")
    return key


def expected_version(environ: WSGIEnvironment) -> int | None:
    """The version in If-Match: an ETag of ours, or the bare number."""
    value: str | None = environ.get("HTTP_IF_MATCH")
    if value is None or value.strip() == "*":
        return None
    found = _EXPECTED.fullmatch(value.strip())
    if found is None:
        raise Problem("bad-request", "If-Match must hold a version, as the ETag of the match does.")
    return int(found[1])


def not_found(what: str) -> NoReturn:
    raise Problem("not-found", what)
