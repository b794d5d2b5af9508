"""gzip for large responses that hold nothing hidden from anybody.

The length of a compressed text depends on how much of it repeats. Somebody who can put text into a response and observe
its length could guess what else is in it (the BREACH attack). So only what everybody may see is ever compressed.
"""

from __future__ import annotations

import zlib
from functools import lru_cache
from typing import TYPE_CHECKING

from werkzeug.datastructures import Accept
from werkzeug.http import parse_accept_header

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

BYTES_MIN = 4096  # below this, compression saves too few packets
_LEVEL = 2  # for each response: 188 KB of steps become 29 KB in 1 ms; level 9 gives 22 KB in 8 ms
_LEVEL_CACHED = 9
_GZIP = 31  # zlib's wbits for a gzip header, which holds neither time nor name
GZIP_HEADER = ("Content-Encoding", "gzip")


def accepts_gzip(environ: WSGIEnvironment) -> bool:
    accepted: str = environ.get("HTTP_ACCEPT_ENCODING", "")
    return "gzip" in accepted and parse_accept_header(accepted, Accept)["gzip"] > 0


def compress(body: bytes) -> bytes:
    return zlib.compress(body, _LEVEL, _GZIP)


@lru_cache(maxsize=32)
def compress_cached(body: bytes) -> bytes:
    """For documents that do not change while the service runs."""
    return zlib.compress(body, _LEVEL_CACHED, _GZIP)
