"""The web pages: one HTML shell and plain ES modules, served as files. They use the public API, as any client would."""

from __future__ import annotations

import gzip
from functools import cache
from hashlib import sha256
from pathlib import Path

from flask import Blueprint, Response, abort, request
from msgspec import Struct

pages = Blueprint("pages", __name__)
STATIC = Path(__file__).parent / "static"
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}
# One shell for every page; pages/static/app.js looks at the address and loads what belongs there.
SHELL_PATHS = (
    "/",
    "/m/<match>",
    "/m/<match>/replay",
    "/m/<match>/audit",
    "/audit",
    "/disputes",
    "/disputes/<dispute>",
    "/disputes/<dispute>/report",
    "/standings",
    "/rules/<slug>",
)
GZIP_BYTES_MIN = 1000  # below this, compressing saves nothing worth the trouble
SECURITY = {
    # Everything comes from here: no inline script, nothing from outside, and nobody may frame the pages.
    "Content-Security-Policy": "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",  # the address of a private match lets one in
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


class Asset(Struct, frozen=True):
    """A file as it is sent."""

    kind: str
    body: bytes
    zipped: bytes | None
    tag: str


@cache
def asset(name: str, _changed_ns: int) -> Asset:
    """Read once; a file that has changed is another one."""
    body = (STATIC / name).read_bytes()
    zipped = gzip.compress(body, 9, mtime=0) if len(body) >= GZIP_BYTES_MIN else None
    return Asset(TYPES[Path(name).suffix], body, zipped, sha256(body).hexdigest()[:20])


def file_answer(name: str) -> Response:
    found = asset(name, (STATIC / name).stat().st_mtime_ns)
    tag = f'"{found.tag}"'
    headers = {**SECURITY, "ETag": tag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
    if found.tag in request.headers.get("If-None-Match", ""):
        return Response(status=304, headers=headers)
    if found.zipped is not None and "gzip" in request.headers.get("Accept-Encoding", ""):
        return Response(found.zipped, headers={**headers, "Content-Encoding": "gzip"}, content_type=found.kind)
    return Response(found.body, headers=headers, content_type=found.kind)


def shell(**_in_the_address: str) -> Response:
    return file_answer("index.html")


def static_file(name: str) -> Response:
    if not _is_ours(name):
        abort(404)
    return file_answer(name)


def _is_ours(name: str) -> bool:
    """Nothing outside the folder can be asked for, whatever the address looks like."""
    try:
        path = (STATIC / name).resolve()
        return path.is_relative_to(STATIC.resolve()) and path.suffix in TYPES and path.is_file()
    except (OSError, ValueError):  # a name that no file can have
        return False


for number, address in enumerate(SHELL_PATHS):
    pages.add_url_rule(address, endpoint=f"shell_{number}", view_func=shell, methods=["GET"])
pages.add_url_rule("/static/<path:name>", view_func=static_file, methods=["GET"])
