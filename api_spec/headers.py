"""The headers of requests and responses, as the OpenAPI document describes them."""

from __future__ import annotations

from typing import Any

from service.problems import PROBLEMS
from service.web.http import KEY_LENGTH_MAX, Media, Route

_TEXT = {"type": "string"}
REQUEST: dict[str, dict[str, Any]] = {
    "If-Match": {
        "description": "The version that you expect the match to be at: its ETag, or the bare number.",
        "schema": {"type": "string", "pattern": r'^(\*|(W/)?"?[0-9]{1,15}(-[a-z0-9]+)?"?)$'},
    },
    "If-None-Match": {
        "description": "The ETag that you have; an unchanged answer is then 304 without a body.",
        "schema": _TEXT,
    },
    "Idempotency-Key": {
        "description": "A key of your own for this very request; a retry under the same key gets the same answer.",
        "schema": {"type": "string", "minLength": 1, "maxLength": KEY_LENGTH_MAX, "pattern": "^[ -~]+$"},
    },
    "Last-Event-ID": {
        "description": "The last version that you have seen; the stream goes on after it.",
        "schema": _TEXT,
    },
}
# What responses send, with a description; `None`: it is for browsers and caches, and its name says it all.
RESPONSE: dict[str, str | None] = {
    "X-Request-Id": "The id of the request in the server's log; your own `X-Request-Id`, if you sent a usable one.",
    "X-Content-Type-Options": None,
    "RateLimit": (
        'How many requests are left and for how many seconds that holds, such as `"player";r=480;t=7`. Only sent to '
        "those who are limited."
    ),
    "RateLimit-Policy": 'How many requests are allowed in how many seconds, such as `"player";q=500;w=10`.',
    "Retry-After": "Seconds to wait before the request is sent again.",
    "WWW-Authenticate": "`Bearer`.",
    "Upgrade": "`websocket`.",
    "Connection": "`Upgrade`.",
    "ETag": "The version and the viewer; to be sent as `If-Match` or `If-None-Match`.",
    "Location": "The address of what was created.",
    "Vary": None,
    "Cache-Control": None,
    "X-Accel-Buffering": None,
    "Content-Disposition": "A file name.",
    "Content-Security-Policy": None,
    "Referrer-Policy": None,
    "Cross-Origin-Opener-Policy": None,
    "Permissions-Policy": None,
}
_ALWAYS = ("X-Request-Id", "X-Content-Type-Options")
_UNCHANGED = ("X-Request-Id",)  # with a 304, which has no content
_MAYBE = ("RateLimit", "RateLimit-Policy", "Vary")
_TAGGED = ("ETag", "Cache-Control", "Vary")
_OF_PROBLEM = {401: ("WWW-Authenticate",), 426: ("Upgrade", "Connection")}
_WAITS = ("too-many-requests", "store-unavailable")
_IN_PATH_OF_HANDSHAKE = 101  # the response of the WebSocket protocol itself


def components() -> dict[str, dict[str, Any]]:
    """Each header twice: `ETag` where it may be sent, and `ETag.always` where it always is."""
    found: dict[str, dict[str, Any]] = {}
    for name, description in RESPONSE.items():
        described = {"description": description or f"The header {name}.", "schema": _TEXT}
        found[name] = described
        found[f"{name}.always"] = described | {"required": True}
    return found


def drop_unused(document: dict[str, Any]) -> None:
    """Of the two forms of each header, keep those that some response refers to."""
    answers = [
        response
        for path in document["paths"].values()
        for operation in path.values()
        for response in operation["responses"].values()
    ]
    used = {
        header["$ref"].rpartition("/")[2]
        for response in (*answers, *document["components"]["responses"].values())
        for header in response.get("headers", {}).values()
    }
    known = document["components"]["headers"]
    document["components"]["headers"] = {name: header for name, header in known.items() if name in used}


def request_parameters(route: Route) -> list[dict[str, Any]]:
    return [{"in": "header", "name": name, "required": False, **REQUEST[name]} for name in route.headers]


def of_answer(route: Route, status: int) -> dict[str, Any]:
    """The headers of an answer that is no problem."""
    answer = route.answers[status]
    always = [
        *(_UNCHANGED if status == 304 else _ALWAYS),
        *route.sends,
        *(answer.sends if isinstance(answer, Media) else ()),
    ]
    if "If-None-Match" in route.headers:
        always += _TAGGED
    return _references(always, _MAYBE if status != _IN_PATH_OF_HANDSHAKE else ())


def of_problems(slugs: list[str]) -> dict[str, Any]:
    """The headers of the problems with one status."""
    status = PROBLEMS[slugs[0]].status
    return _references(
        [*_ALWAYS, *_OF_PROBLEM.get(status, ())],
        [*_MAYBE, *(("Retry-After",) if set(slugs) & set(_WAITS) else ())],
    )


def _references(always: list[str], maybe: Any) -> dict[str, Any]:
    found = {name: {"$ref": f"#/components/headers/{name}"} for name in maybe}
    found |= {name: {"$ref": f"#/components/headers/{name}.always"} for name in always}
    return {"headers": dict(sorted(found.items()))}
