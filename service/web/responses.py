"""The responses that routes give: JSON, JSON under an ETag, and documents that are the same for everybody."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec
from flask import Response

from service.problems import Problem
from service.web.compression import (
    BYTES_MIN,
    GZIP_HEADER,
    accepts_gzip,
    cached_encoding,
    compress,
    compress_cached,
)

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

JSON = "application/json"
PROBLEM_JSON = "application/problem+json"
# A response depends on the viewer: caches must ask each time, and keep responses to different tokens apart.
_CACHING = [("Cache-Control", "private, no-cache"), ("Vary", "Authorization")]
_CACHING_PUBLIC = [("Cache-Control", "private, no-cache"), ("Vary", "Authorization, Accept-Encoding")]
_encoder = msgspec.json.Encoder()


def json_response(payload: Any, status: int = 200, **headers: str) -> Response:
    """The payload as JSON; a keyword is a header, its underscores dashes."""
    fields = [(name.replace("_", "-"), value) for name, value in headers.items()]
    return Response(_encoder.encode(payload), status, fields, content_type=JSON)


def tagged_response(
    environ: WSGIEnvironment, tag: str, payload: Callable[[], Any], *, is_public: bool = False
) -> Response:
    """JSON under this ETag; 304, and no payload built, if the client has it already.

    A public payload holds nothing that is hidden from any player, and is compressed for clients that accept gzip. Its
    ETag is then weak, because the bytes differ.
    """
    is_compressed = is_public and accepts_gzip(environ)
    headers = [("ETag", f"W/{tag}" if is_compressed else tag), *(_CACHING_PUBLIC if is_public else _CACHING)]
    known: str | None = environ.get("HTTP_IF_NONE_MATCH")
    if known is not None and (known == tag or _lists_tag(known, tag)):
        return Response(status=304, headers=headers)
    body = _encoder.encode(payload())
    if is_compressed and len(body) >= BYTES_MIN:
        body = compress(body)
        headers.append(GZIP_HEADER)
    return Response(body, 200, headers, content_type=JSON)


def _lists_tag(if_none_match: str, tag: str) -> bool:
    """Whether a list of ETags contains this one, by weak comparison (RFC 9110, 13.1.2)."""
    return any(one.strip().removeprefix("W/") in (tag, "*") for one in if_none_match.split(","))


def encoded_response(body: bytes, status: int, tag: str | None = None) -> Response:
    """A document, or a problem document, that is JSON already."""
    headers = [] if tag is None else [("ETag", tag)]
    return Response(body, status, headers, content_type=JSON if status < 400 else PROBLEM_JSON)


def cached_response(environ: WSGIEnvironment, body: bytes, content_type: str) -> Response:
    """A document that is the same for everybody and does not change while the service runs."""
    headers = [("Vary", "Accept-Encoding")]
    encoding = cached_encoding(environ)
    if len(body) >= BYTES_MIN and encoding is not None:
        body = compress_cached(body, encoding)
        headers.append(("Content-Encoding", encoding))
    return Response(body, 200, headers, content_type=content_type)


def empty_response() -> Response:
    """204: done, and there is nothing to say."""
    response = Response(status=204)
    del response.headers["Content-Type"]
    return response


def problem_response(problem: Problem) -> Response:
    body = _encoder.encode(problem.document())
    return Response(body, problem.status, problem_headers(problem), content_type=PROBLEM_JSON)


def problem_headers(problem: Problem) -> list[tuple[str, str]]:
    headers = []
    if problem.retry_after_s is not None:
        headers.append(("Retry-After", str(problem.retry_after_s)))
    if problem.status == 401:
        headers.append(("WWW-Authenticate", "Bearer"))
    if problem.status == 426:
        headers += [("Upgrade", "websocket"), ("Connection", "Upgrade")]
    return headers
