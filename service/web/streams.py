"""The response that all live streams (server-sent events) share."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from typing import TYPE_CHECKING

from flask import Response

from events.store import StoreUnavailable
from service.web.http import limiter

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

# A proxy must not collect what is sent before it passes it on.
_HEADERS = (("Cache-Control", "no-store"), ("X-Accel-Buffering", "no"))


def stream_response(environ: WSGIEnvironment, stream: Iterator[bytes]) -> Response:
    """Counted as one of the sender's streams until it is closed."""
    held = ExitStack()
    held.enter_context(limiter().stream(environ))
    response = Response(_end_with_the_store(stream), content_type="text/event-stream", headers=list(_HEADERS))
    response.call_on_close(held.close)
    return response


def _end_with_the_store(stream: Iterator[bytes]) -> Iterator[bytes]:
    """The head of the response is sent, so an outage cannot be told any more: the stream ends. The client comes back
    with the last id that it has seen, and is then told."""
    try:
        yield from stream
    except StoreUnavailable:
        return
