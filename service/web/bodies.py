"""How large a request's body may be, how long it may take, and whether it was read.

gunicorn's settings use this too. They are loaded before gevent patches the standard library, so this imports nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

BODY_BYTES_MAX = 64 * 1024
BODY_S = 20.0  # how long the whole body may take to arrive
BODY = "matchledger.body"  # in an environ: the body, once all of it has been read


def announced_length(environ: WSGIEnvironment) -> int | None:
    """The Content-Length; None if there is none: no body, or a chunked one."""
    length: str = environ.get("CONTENT_LENGTH") or ""
    return int(length) if length.isdecimal() else None


def is_body_read(environ: WSGIEnvironment) -> bool:
    """Whether nothing of the request's body is left on the connection."""
    return BODY in environ or not ("CONTENT_LENGTH" in environ or "HTTP_TRANSFER_ENCODING" in environ)
