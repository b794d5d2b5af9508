"""What clients send all the time, answered before Flask is asked: commands, and "is it still as I know it?".

Only where a request is of the plainest kind, and its sender one that this worker knows. Any other one goes the whole
way and is answered there, by the same functions.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec

from events.store import StoreUnavailable
from games.decider import IllegalMove
from service.handle import as_problem
from service.web.http import CACHING, Services, body_bytes, problem_answer
from service.web.identity import Person
from service.web.lean import Answer
from service.web.presenters import etag, viewer_of, visible_table
from service.web.problems import Problem
from service.web.routes.play import command_answer, command_decoder

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment
    from flask import Response

_MATCHES, _COMMANDS = "/v1/matches/", "/commands"
_ID = re.compile(r"[a-z0-9-]+")  # no slash, nothing that could be written in another way
_GET_MATCH, _SEND_COMMAND = "matches.get_match", "play.send_command"  # endpoints


def shortcut(services: Services, environ: WSGIEnvironment) -> tuple[str, Response] | None:
    """The endpoint and its answer, or None if the request has to go the whole way."""
    path: str = environ.get("PATH_INFO", "")
    if environ.get("QUERY_STRING") or not path.startswith(_MATCHES):
        return None
    method = environ["REQUEST_METHOD"]
    if method == "POST" and path.endswith(_COMMANDS):
        return _command(services, environ, path[len(_MATCHES) : -len(_COMMANDS)])
    if method == "GET":
        return _unchanged(services, environ, path[len(_MATCHES) :])
    return None


def _command(services: Services, environ: WSGIEnvironment, match: str) -> tuple[str, Response] | None:
    if environ.get("CONTENT_TYPE") != "application/json" or not environ.get("CONTENT_LENGTH"):
        return None
    if not _ID.fullmatch(match):
        return None
    try:
        who = _known(services, environ.get("HTTP_AUTHORIZATION"))
        sent = None if who is None else command_decoder.decode(body_bytes(environ))
    except (LookupError, msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        return None
    except Problem as problem:
        return _SEND_COMMAND, problem_answer(problem)
    if who is None or sent is None:
        return None
    response: Response
    try:  # from here on there is no way back: what is done must not be done again
        response = command_answer(services.tables, who, match, environ, sent.type, sent.params)
    except IllegalMove as refusal:
        response = problem_answer(as_problem(refusal))
    except Problem as problem:
        response = problem_answer(problem)
    return _SEND_COMMAND, response


def _unchanged(services: Services, environ: WSGIEnvironment, match: str) -> tuple[str, Response] | None:
    tag = environ.get("HTTP_IF_NONE_MATCH")
    table = None if tag is None else services.tables.kept(match)
    if tag is None or table is None:
        return None
    try:
        who = _known(services, environ.get("HTTP_AUTHORIZATION"))
        visible_table(table, who)
        if tag != etag(table, viewer_of(table, who)) or services.tables.store.head(match) != table.head:
            return None
    except (Problem, StoreUnavailable, LookupError):
        return None
    return _GET_MATCH, Answer(b"", 304, "", (("ETag", tag), *CACHING))


def _known(services: Services, authorization: str | None) -> Person | None:
    if authorization is None:
        return None
    who = services.identity.remembered(authorization)
    if who is None:
        raise LookupError("looked up on the whole way")
    return who
