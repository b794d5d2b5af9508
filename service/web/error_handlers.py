"""Exceptions to statuses and problem documents: one place, one table."""

from __future__ import annotations

import logging

from flask import Flask, Response, g, request
from werkzeug.datastructures import MIMEAccept
from werkzeug.exceptions import HTTPException, MethodNotAllowed
from werkzeug.http import parse_accept_header

from events.codec import UnreadableEvent
from events.store import StoreUnavailable
from games.catalogue import CatalogueGone
from games.decider import IllegalMove
from ledger.erasure import SecretsErased
from pages import SECURITY
from pages.problem import problem_page
from projections.tables import UnknownMatch
from service.handle import as_problem
from service.web.http import problem_answer, problem_headers
from service.web.lean import Answer
from service.web.problems import PROBLEMS, Problem

log = logging.getLogger("matchledger")

_FORMS = ("application/problem+json", "text/html")  # the first, if any will do
_VARY = ("Vary", "Accept")
_BY_STATUS = {
    400: "bad-request",
    404: "not-found",
    405: "method-not-allowed",
    406: "not-acceptable",
    413: "body-too-large",
    415: "not-json",
}


def told(problem: Problem) -> Response:
    """To a program in a problem document, to a person at a browser on a page; under /v1 there are only programs."""
    environ = request.environ
    if environ.get("PATH_INFO", "").startswith("/v1/"):
        return problem_answer(problem)
    accepted = parse_accept_header(environ.get("HTTP_ACCEPT"), MIMEAccept)
    if accepted.best_match(_FORMS) == "text/html":
        kind = PROBLEMS[problem.slug]
        page = problem_page(problem.status, kind.title, kind.remedy if problem.status == 404 else problem.detail)
        headers = (*SECURITY.items(), *problem_headers(problem), _VARY)
        return Answer(page, problem.status, "text/html; charset=utf-8", headers)
    response = problem_answer(problem)
    response.headers.add(*_VARY)
    return response


def install(app: Flask) -> None:
    @app.errorhandler(Problem)
    def problem(raised: Problem) -> Response:
        return told(raised)

    @app.errorhandler(IllegalMove)
    def illegal(raised: IllegalMove) -> Response:
        return told(as_problem(raised))

    @app.errorhandler(UnknownMatch)
    def unknown(_raised: UnknownMatch) -> Response:
        return told(Problem("not-found", "There is no such match."))

    @app.errorhandler(SecretsErased)
    def erased(_raised: SecretsErased) -> Response:
        return told(Problem("match-erased", "A player of this match, and what they held, have been erased."))

    @app.errorhandler(StoreUnavailable)
    def unavailable(raised: StoreUnavailable) -> Response:
        log.warning("store unavailable", extra={"detail": str(raised), "request_id": g.get("request_id")})
        return told(Problem("store-unavailable", "The ledger's store does not answer just now.", retry_after_s=1))

    @app.errorhandler(CatalogueGone)
    def cards_gone(raised: CatalogueGone) -> Response:
        return told(Problem("cards-gone", f"It cannot be shown or played: {raised}."))

    @app.errorhandler(HTTPException)
    def http(raised: HTTPException) -> Response:
        status = raised.code or 500
        slug = _BY_STATUS.get(status, "bad-request" if status < 500 else "internal-error")
        response = told(Problem(slug, raised.description or "The request cannot be carried out."))
        if isinstance(raised, MethodNotAllowed):
            response.headers["Allow"] = ", ".join(sorted(raised.valid_methods or ()))
        return response

    @app.errorhandler(UnreadableEvent)
    def damaged(raised: UnreadableEvent) -> Response:
        # Where and how is for the log: a client need not know what lies in the store.
        log.error("stored data cannot be read", exc_info=raised, extra={"request_id": g.get("request_id")})
        return told(Problem("data-damaged", "The log knows what cannot be read.", request_id=g.get("request_id")))

    @app.errorhandler(Exception)
    def broken(raised: Exception) -> Response:
        # Never a stack trace to the client; the log has it, under the id that the client is given.
        log.error("request failed", exc_info=raised, extra={"request_id": g.get("request_id")})
        return told(Problem("internal-error", "The request failed; the log knows why.", request_id=g.get("request_id")))
