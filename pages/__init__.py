"""The web pages: one HTML shell and plain ES modules, served as files. They use the public API, as any client would."""

from __future__ import annotations

import gzip
import json
import os
import re
from functools import cache, partial
from hashlib import sha256
from pathlib import Path

import brotli
from flask import Blueprint, Response, abort, request
from msgspec import Struct

from games.tables import installed_tables
from pages.joined import CannotJoin, Module, join_modules, order_modules, parse_module

pages = Blueprint("pages", __name__)
STATIC = Path(__file__).parent / "static"
SDK = Path(__file__).parents[1] / "sdk" / "js"  # at /static/sdk
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}
# One shell for every page; pages/static/app.js looks at the address and loads the module that belongs there.
SHELL_PATHS = {
    "/": "lobby.js",
    "/m/<match>": "invitation.js",
    "/m/<match>/replay": "replay.js",
    "/m/<match>/audit": "audit.js",
    "/audit": "audit.js",
    "/disputes": "docket.js",
    "/disputes/<dispute>": "desk.js",
    "/disputes/<dispute>/report": "report.js",
    "/standings": "standings.js",
    "/rules/<slug>": "rules.js",
}
IMMUTABLE = "public, max-age=31536000, immutable"
_IMPORT = re.compile(r"^(?:import|export) [^;]*?from '(\.{1,2}/[^']+)';", re.MULTILINE)
# What a page goes on to at once, although it is imported when it is known to be needed.
GOES_ON = {"invitation.js": ("match.js",)}
# The style sheets of a page, joined in this order; that of a game comes with its table.
_OF_TABLES = ("style.css", "frame.css", "tables.css")
STYLES = {
    "invitation.js": _OF_TABLES,
    "replay.js": (*_OF_TABLES, "beside.css", "replay.css"),
    "desk.js": (*_OF_TABLES, "beside.css", "replay.css", "desk.css"),
}
STYLES_ELSEWHERE = (*_OF_TABLES, "beside.css", "pages.css")
_JOINED = re.compile(r"joined/([\w-]+\.js)(?:/(.+\.js))?")
_JOINED_STYLES = re.compile(r"joined-([\w-]+)\.css")  # where the files are that a sheet names
_TABLE = re.compile(r"tables/([a-z0-9-]+)/(.+)")
_DIGEST = re.compile(r"([0-9a-f]{20})/(.+)")
_CSS_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_CSS_SPACE = re.compile(r"\s+")
_CSS_MARK = re.compile(r" ?([{};,]) ?")
ENCODED_BYTES_MIN = 500  # below this, compressing saves nothing worth the trouble
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
    encoded: dict[str, bytes]  # by Content-Encoding, the smallest first
    tag: str


def make_asset(kind: str, body: bytes) -> Asset:
    encoded: dict[str, bytes] = {}
    if len(body) >= ENCODED_BYTES_MIN:
        encoded = {"br": brotli.compress(body, mode=brotli.MODE_TEXT), "gzip": gzip.compress(body, 9, mtime=0)}
    return Asset(kind, body, encoded, sha256(body).hexdigest()[:20])


@cache
def asset(name: str, _changed_ns: int) -> Asset:
    """Read once; a file that has changed is another one."""
    return make_asset(TYPES[Path(name).suffix], _path_of(name).read_bytes())


def changed_at() -> tuple[tuple[str, int], ...]:
    """Every file and when it was changed."""
    found = {str(path.relative_to(STATIC)): path for path in STATIC.rglob("*.*")}
    found |= {f"sdk/{path.relative_to(SDK)}": path for path in SDK.glob("*.js")}
    for slug, table in installed_tables().items():
        found |= {f"tables/{slug}/{path.name}": path for path in table.parent.glob("*.*") if path.suffix in TYPES}
    return tuple((name, path.stat().st_mtime_ns) for name, path in sorted(found.items()))


@cache
def digest_of(files: tuple[tuple[str, int], ...]) -> str:
    """Of all files together: they are asked for below it, and may then be kept for ever."""
    return sha256("".join(name + asset(name, at).tag for name, at in files).encode()).hexdigest()[:20]


@cache
def modules_of(entry: str, files: tuple[tuple[str, int], ...]) -> tuple[str, ...]:
    """A module and all that it imports, so that the browser can ask for them together."""
    found: dict[str, None] = {}
    waiting = [entry]
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        found[name] = None
        for path in _IMPORT.findall(_path_of(name).read_text()):
            waiting.append(os.path.normpath(f"{Path(name).parent}/{path}"))
    return tuple(found)


@cache
def module(name: str, _changed_ns: int) -> Module:
    return parse_module(name, _path_of(name).read_text())


def load_module(name: str) -> Module:
    if not _is_ours(name):
        raise CannotJoin(f"{name} does not exist")
    return module(name, _path_of(name).stat().st_mtime_ns)


@cache
def page_modules(entry: str, files: tuple[tuple[str, int], ...]) -> list[Module]:
    """Of a page, app.js last: it begins when everything else is there."""
    return order_modules((entry, *GOES_ON.get(entry, ()), "app.js"), load_module)


@cache
def joined_page(entry: str, files: tuple[tuple[str, int], ...]) -> Asset:
    """All modules that a page begins with as one file."""
    address = f"/static/{digest_of(files)}/joined/{entry}/"
    return make_asset(TYPES[".js"], join_modules(page_modules(entry, files), address).encode())


@cache
def joined_addition(entry: str, name: str, files: tuple[tuple[str, int], ...]) -> Asset:
    """A module that a page imports later, with what it needs beside the modules that the page has."""
    known = [one.name for one in page_modules(entry, files)]
    address = f"/static/{digest_of(files)}/joined/{entry}/"
    try:
        text = join_modules(order_modules((name,), load_module), address, known) + _styles_beside(name)
    except CannotJoin:  # then it is loaded as it is
        text = f"import * as found from '/static/{digest_of(files)}/{name}';\nmatchledgerModules['{name}'] = found;\n"
    return make_asset(TYPES[".js"], text.encode())


def _styles_beside(name: str) -> str:
    """The style sheets in the folder of a table, put into the registry, where pages/static/table.js finds them.

    Asked for by itself, a sheet would be one request more.
    """
    if _TABLE.fullmatch(name) is None:
        return ""
    sheets = {f"{Path(name).parent}/{path.name}": path for path in sorted(_path_of(name).parent.glob("*.css"))}
    return "".join(f"M['{sheet}'] = {json.dumps(shorten_css(path.read_text()))};\n" for sheet, path in sheets.items())


def shorten_css(text: str) -> str:
    """Without comments and the spaces that mean nothing. A space before a colon means a descendant, and stays."""
    text = _CSS_SPACE.sub(" ", _CSS_COMMENT.sub("", text))
    return _CSS_MARK.sub(r"\1", text).replace(";}", "}").strip()


@cache
def joined_styles(entry: str, files: tuple[tuple[str, int], ...]) -> Asset:
    text = "\n".join(_path_of(name).read_text() for name in STYLES.get(entry, STYLES_ELSEWHERE))
    return make_asset(TYPES[".css"], shorten_css(text).encode())


@cache
def shell_asset(entry: str, files: tuple[tuple[str, int], ...]) -> Asset:
    address = f"/static/{digest_of(files)}/"
    shell = (STATIC / "index.html").read_text()
    try:
        joined_page(entry, files)
        scripts = f'<script type="module" src="{address}joined/{entry}"></script>'
    except CannotJoin:
        wanted = dict.fromkeys((*modules_of("app.js", files), *modules_of(entry, files)))
        links = "".join(f'<link rel="modulepreload" href="{address}{name}">\n' for name in wanted)
        scripts = f'{links}<script type="module" src="{address}app.js"></script>'
    styles = f'<link rel="stylesheet" href="{address}joined-{Path(entry).stem}.css">\n'
    text = shell.replace("/static/", address).replace("<!-- modules -->", styles + scripts)
    return make_asset(TYPES[".html"], text.encode())


def answer_with(found: Asset, cache_control: str = "no-cache") -> Response:
    tag = f'"{found.tag}"'
    # What the policies say counts for documents; they are left out where they would only be bytes.
    policies = SECURITY if found.kind == TYPES[".html"] else {}
    headers = {**policies, "ETag": tag, "Cache-Control": cache_control, "Vary": "Accept-Encoding"}
    if found.tag in request.headers.get("If-None-Match", ""):
        return Response(status=304, headers=headers)
    for encoding, body in found.encoded.items():
        if request.accept_encodings[encoding] > 0:
            return Response(body, headers={**headers, "Content-Encoding": encoding}, content_type=found.kind)
    return Response(found.body, headers=headers, content_type=found.kind)


def show_page(entry: str, **_in_the_address: str) -> Response:
    return answer_with(shell_asset(entry, changed_at()))


def static_file(name: str) -> Response:
    digest = _DIGEST.fullmatch(name)
    if digest is not None:
        name = digest[2]
    is_current = digest is not None and digest[1] == digest_of(changed_at())
    found = _joined(name) if name.startswith("joined") else None
    if found is None:
        if not _is_ours(name):
            abort(404)
        found = asset(name, _path_of(name).stat().st_mtime_ns)
    return answer_with(found, IMMUTABLE if is_current else "no-cache")


def _joined(name: str) -> Asset | None:
    """`joined-<page>.css`, `joined/<page>.js`, `joined/<page>.js/<module>`; None for anything else."""
    styles = _JOINED_STYLES.fullmatch(name)
    if styles is not None and f"{styles[1]}.js" in SHELL_PATHS.values():
        return joined_styles(f"{styles[1]}.js", changed_at())
    parts = _JOINED.fullmatch(name)
    if parts is None or parts[1] not in SHELL_PATHS.values():
        return None
    try:
        if parts[2] is None:
            return joined_page(parts[1], changed_at())
        return joined_addition(parts[1], parts[2], changed_at()) if _is_ours(parts[2]) else None
    except CannotJoin:
        return None


def table_address(slug: str) -> str | None:
    """Where the module is that draws a game; None: it has none, and the general table draws it."""
    installed = installed_tables().get(slug)
    name = f"tables/{slug}/{'table.js' if installed is None else installed.name}"
    return f"/static/{name}" if _is_ours(name) else None


def _path_of(name: str) -> Path:
    folder, rest = _place_of(name)
    return folder / rest


def _place_of(name: str) -> tuple[Path, str]:
    """The folder that an address is served from, and the rest of the address."""
    if name.startswith("sdk/"):
        return SDK, name.removeprefix("sdk/")
    found = _TABLE.fullmatch(name)
    if found is not None and found[1] in installed_tables():
        return installed_tables()[found[1]].parent, found[2]
    return STATIC, name


def _is_ours(name: str) -> bool:
    """Nothing outside the folders can be asked for, whatever the address looks like."""
    try:
        folder, rest = _place_of(name)
        path = (folder / rest).resolve()
        return path.is_relative_to(folder.resolve()) and path.suffix in TYPES and path.is_file()
    except (OSError, ValueError):  # a name that no file can have
        return False


for number, (address, entry) in enumerate(SHELL_PATHS.items()):
    pages.add_url_rule(address, endpoint=f"shell_{number}", view_func=partial(show_page, entry), methods=["GET"])
pages.add_url_rule("/static/<path:name>", view_func=static_file, methods=["GET"])
