"""The one place that turns exceptions into problem documents."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial

from flask import Flask, Response, request
from werkzeug.datastructures import MIMEAccept
from werkzeug.exceptions import HTTPException, MethodNotAllowed
from werkzeug.http import parse_accept_header

from events.codec import UnreadableEvent
from events.objects.store import ArchiveUnavailable
from events.store import StoreRefused, StoreUnavailable
from games.catalogue import CatalogueGone
from games.decider import IllegalMove
from ledger.erasure import SecretsErased
from ledger.orders import Refused
from pages import SECURITY
from pages.problem import problem_page
from projections.tables import RulesGone, UnknownMatch
from service.log_state import SigningStopped
from service.metrics.families import DAMAGED_READS, STORE_ERRORS
from service.metrics.tallies import count
from service.problems import PROBLEMS, Problem, refusal_problem
from service.web.hidden import is_hidden
from service.web.http import Services, person, services
from service.web.identity import Person
from service.web.orders import RefusedBefore
from service.web.request_log import REQUEST_ID
from service.web.responses import PROBLEM_JSON, encoded_response, problem_headers, problem_response

log = logging.getLogger("matchledger")

_BY_STATUS = {
    400: "bad-request",
    404: "not-found",
    405: "method-not-allowed",
    406: "not-acceptable",
    413: "body-too-large",
    415: "not-json",
}


def render_problem(problem: Problem) -> Response:
    """A problem document; outside /v1, a page for browsers."""
    environ = request.environ
    if environ.get("PATH_INFO", "").startswith("/v1/"):
        return problem_response(problem)
    accepted = parse_accept_header(environ.get("HTTP_ACCEPT"), MIMEAccept)
    if accepted.best_match((PROBLEM_JSON, "text/html")) == "text/html":
        kind = PROBLEMS[problem.slug]
        page = problem_page(problem.status, kind.title, kind.remedy if problem.status == 404 else problem.detail)
        headers = [*SECURITY.items(), *problem_headers(problem)]
        response = Response(page, problem.status, headers, content_type="text/html; charset=utf-8")
    else:
        response = problem_response(problem)
    response.headers.add("Vary", "Accept")
    return response


def install(app: Flask) -> None:
    app.register_error_handler(Problem, render_problem)
    app.register_error_handler(RefusedBefore, lambda refused: encoded_response(refused.body, refused.status))
    app.register_error_handler(HTTPException, _http_error)
    app.register_error_handler(Exception, _unexpected_error)


def to_problem(raised: Exception, request_id: str | None) -> Problem:
    """The problem that an exception means for the client; failures of ours are logged under the request's id."""
    tied = {"request_id": request_id}
    match raised:
        case IllegalMove() | Refused():
            return refusal_problem(raised)
        case UnknownMatch():
            return Problem("not-found", "There is no such match.")
        case SecretsErased():
            return Problem("match-erased", "A player of this match and their secrets have been erased.")
        case CatalogueGone():
            return Problem("cards-gone", f"The match can be neither shown nor played: {raised}.")
        case StoreRefused():
            count(STORE_ERRORS, "login")
            log.error("the store refuses the login", extra={"detail": str(raised), **tied})
            return Problem("store-unavailable", "The store refuses the service's login.", retry_after_s=1)
        case ArchiveUnavailable():
            count(STORE_ERRORS, "archive")
            log.warning("archive unavailable", extra={"detail": str(raised), **tied})
            return Problem("store-unavailable", "The archive of this match does not answer.", retry_after_s=1)
        case StoreUnavailable():
            count(STORE_ERRORS, "unavailable")
            log.warning("store unavailable", extra={"detail": str(raised), **tied})
            return Problem("store-unavailable", "The store does not answer at the moment.", retry_after_s=1)
        case SigningStopped():
            log.error("signing stopped", extra={"detail": str(raised), **tied})
            return Problem("signing-stopped", "The head log or the key is not the one that was signed before.")
        case RulesGone():
            log.error("rules gone", extra={"detail": str(raised), **tied})
            return Problem("rules-gone", f"The match can be neither shown nor played: {raised}.")
        case UnreadableEvent():
            count(DAMAGED_READS)
            # The details are for the operator: clients need not know what the store holds.
            log.error("stored data cannot be read", exc_info=raised, extra=tied)
            return Problem("data-damaged", "The log says which data cannot be read.", request_id=request_id)
        case Problem():
            return raised
        case _:
            # The client gets an id, never a stack trace; the log has the trace under that id.
            log.error("request failed", exc_info=raised, extra=tied)
            return Problem("internal-error", "The request failed; the log says why.", request_id=request_id)


def to_problem_of_match(
    raised: Exception, request_id: str | None, within: Services, match: str, find_person: Callable[[], Person | None]
) -> Problem:
    """The same for a request about a match: outsiders are not told what is wrong with a private one."""
    problem = to_problem(raised, request_id)
    if isinstance(raised, IllegalMove | Refused | Problem | UnknownMatch):
        return problem  # the routes give these after they have seen that the match may be seen
    try:
        who = find_person()
    except (Problem, StoreUnavailable):
        return problem  # it came before the match was looked for
    return to_problem(UnknownMatch(match), request_id) if is_hidden(within, match, who) else problem


def _unexpected_error(raised: Exception) -> Response:
    request_id, named = request.environ.get(REQUEST_ID), request.view_args or {}
    match = named.get("match") or named.get("dispute", "").partition("~")[0]
    if not match:
        return render_problem(to_problem(raised, request_id))
    find_person = partial(person, request.environ)
    return render_problem(to_problem_of_match(raised, request_id, services(), match, find_person))


def _http_error(raised: HTTPException) -> Response:
    """Errors that Flask and werkzeug raise themselves."""
    status = raised.code or 500
    slug = _BY_STATUS.get(status, "bad-request" if status < 500 else "internal-error")
    response = render_problem(Problem(slug, raised.description or "The request cannot be carried out."))
    if isinstance(raised, MethodNotAllowed):
        response.headers["Allow"] = ", ".join(sorted(raised.valid_methods or ()))
    return response
