"""The question that clients ask most, "is the match still as I know it?", answered before Flask is asked.

Only where everything but the version is at hand: a table and a person that this worker knows, and the one tag that
this viewer would get. Any other request, and any trouble, goes the whole way and is answered there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from events.store import StoreUnavailable
from service.http import CACHING, Services
from service.identity import Person
from service.lean import Answer
from service.problems import Problem
from service.routes.present import etag, viewer_of, visible_table

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

_MATCHES = "/v1/matches/"
_ENDPOINT = "matches.get_match"


def unchanged(services: Services, environ: WSGIEnvironment) -> tuple[str, Answer] | None:
    tag = environ.get("HTTP_IF_NONE_MATCH")
    if tag is None or environ["REQUEST_METHOD"] != "GET" or environ.get("QUERY_STRING"):
        return None
    path: str = environ.get("PATH_INFO", "")
    table = services.tables.kept(path[len(_MATCHES) :]) if path.startswith(_MATCHES) else None
    if table is None:
        return None
    try:
        who = _known(services, environ.get("HTTP_AUTHORIZATION"))
        visible_table(table, who)
        if tag != etag(table, viewer_of(table, who)) or services.tables.store.version(table.match) != table.version:
            return None
    except (Problem, StoreUnavailable, LookupError):
        return None
    return _ENDPOINT, Answer(b"", 304, "", (("ETag", tag), *CACHING))


def _known(services: Services, authorization: str | None) -> Person | None:
    if authorization is None:
        return None
    who = services.identity.remembered(authorization)
    if who is None:
        raise LookupError("looked up on the whole way")
    return who
