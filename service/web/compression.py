"""Large answers that hold no secret of anybody, sent with gzip to whoever takes it.

How long a compressed text is depends on how much of it repeats itself: whoever can put words into an answer and see its
length on the wire could find out what else is in it (BREACH). So only what everybody may see is ever compressed.
"""

from __future__ import annotations

import zlib
from functools import lru_cache
from typing import TYPE_CHECKING

from werkzeug.datastructures import Accept
from werkzeug.http import parse_accept_header

from service.web.lean import Answer

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

BYTES_MIN = 4096  # below this, it saves no packet worth the trouble
_LEVEL = 2  # made for each answer: 188 KB of steps become 29 KB in a millisecond, 22 KB in eight at level 9
_LEVEL_KEPT = 9  # made once
_GZIP = 31  # zlib's word for a gzip header, which holds no time and no name
ENCODED = ("Content-Encoding", "gzip")


def takes_gzip(environ: WSGIEnvironment) -> bool:
    accepted: str = environ.get("HTTP_ACCEPT_ENCODING", "")
    return "gzip" in accepted and parse_accept_header(accepted, Accept)["gzip"] > 0


def zipped(body: bytes) -> bytes:
    return zlib.compress(body, _LEVEL, _GZIP)


@lru_cache(maxsize=32)
def _zipped_once(body: bytes) -> bytes:
    return zlib.compress(body, _LEVEL_KEPT, _GZIP)


def public_answer(body: bytes, kind: str, environ: WSGIEnvironment) -> Answer:
    """What is the same for everybody until the service starts anew."""
    vary = ("Vary", "Accept-Encoding")
    if len(body) < BYTES_MIN or not takes_gzip(environ):
        return Answer(body, 200, kind, (vary,))
    return Answer(_zipped_once(body), 200, kind, (vary, ENCODED))
