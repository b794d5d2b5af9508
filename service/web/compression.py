"""Compression of large responses that hold nothing hidden from anybody.

The length of a compressed text depends on how much of it repeats. Somebody who can put text into a response and observe
its length could guess what else is in it (the BREACH attack). So only what everybody may see is ever compressed.
"""

from __future__ import annotations

import zlib
from functools import lru_cache
from typing import TYPE_CHECKING

import brotli
from werkzeug.datastructures import Accept
from werkzeug.http import parse_accept_header

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

BYTES_MIN = 4096  # below this, compression saves too few packets
_LEVEL = 2  # for each response: 188 KB of steps become 29 KB in 1 ms; level 9 gives 22 KB in 8 ms
_LEVEL_CACHED = 9
# Quality of brotli up to so many bytes. The 29 KB of a game take 0.02 s with 11; the 105 KB of the largest become
# 9.4 KB in 0.1 s with 10, with gzip 10.9 KB; the OpenAPI document of 1.1 MB takes 0.05 s with 9, and would hold a
# worker up for 0.5 s with 10.
_QUALITIES_CACHED = ((50_000, 11), (200_000, 10))
_QUALITY_LARGE = 9
_GZIP = 31  # zlib's wbits for a gzip header, which holds neither time nor name
GZIP_HEADER = ("Content-Encoding", "gzip")


def accepts_gzip(environ: WSGIEnvironment) -> bool:
    return _accepts(environ, "gzip")


def _accepts(environ: WSGIEnvironment, encoding: str) -> bool:
    accepted: str = environ.get("HTTP_ACCEPT_ENCODING", "")
    return encoding in accepted and parse_accept_header(accepted, Accept)[encoding] > 0


def cached_encoding(environ: WSGIEnvironment) -> str | None:
    """How a document that does not change is sent to this client: smallest with brotli, where that is accepted."""
    return next((encoding for encoding in ("br", "gzip") if _accepts(environ, encoding)), None)


def compress(body: bytes) -> bytes:
    return zlib.compress(body, _LEVEL, _GZIP)


@lru_cache(maxsize=64)
def compress_cached(body: bytes, encoding: str) -> bytes:
    """For documents that do not change while the service runs."""
    if encoding == "br":
        quality = next((one for upto, one in _QUALITIES_CACHED if len(body) <= upto), _QUALITY_LARGE)
        compressed: bytes = brotli.compress(body, mode=brotli.MODE_TEXT, quality=quality)
        return compressed
    return zlib.compress(body, _LEVEL_CACHED, _GZIP)
