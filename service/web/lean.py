"""Flask on a diet: the same routes, views, proxies and error handlers, without what this service has no use for.

A short request spends most of its time in the framework. Here there are no sessions, no signals, no coroutines, no
hosts to tell apart and no hooks, so none of them is asked for; an answer whose body is at hand is sent as it stands.
`python -m bench.inside` measures what that saves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from http import HTTPStatus
from time import perf_counter
from typing import TYPE_CHECKING, Any

from flask import Flask, Request, Response, g
from flask.globals import request_ctx
from flask.sessions import NullSession, SessionInterface
from werkzeug.datastructures import Headers
from werkzeug.routing import MapAdapter

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

_STATUS_LINES = {status.value: f"{status.value} {status.phrase}" for status in HTTPStatus}
_WITHOUT_BODY = frozenset({204, 304})
_RAISED = "matchledger.raised"  # in an environ: what a shortcut has come to grief with

Header = tuple[str, str]
# No browser is to take an answer for something else than it says it is: names and claims are texts of strangers.
NO_SNIFFING: Header = ("X-Content-Type-Options", "nosniff")
# (endpoint, environ, response, seconds) -> nothing; what is done with every answer
Watch = Callable[[str | None, "WSGIEnvironment", Response, float], None]


class Answer(Response):
    """An answer whose body is at hand; nobody looks at its headers a second time, so they are kept as they are sent."""

    def __init__(self, body: bytes, status: int, kind: str, headers: Sequence[Header] = ()) -> None:
        has_body = status not in _WITHOUT_BODY
        self._plain = [("Content-Type", kind), ("Content-Length", str(len(body))), *headers] if has_body else [*headers]
        self.response = [body]
        self.direct_passthrough = False
        self._on_close: list[Callable[[], Any]] = []
        self._status, self._status_code = _STATUS_LINES[status], status

    @cached_property
    def headers(self) -> Headers:  # type: ignore[override]  # there it is an attribute; here it is made when asked for
        return Headers(self._plain)

    def add_header(self, header: Header) -> None:
        if "headers" in self.__dict__:
            self.headers.add(*header)
        else:
            self._plain.append(header)

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        start_response(self._status, self.headers.to_wsgi_list() if "headers" in self.__dict__ else self._plain)
        if self._status_code in _WITHOUT_BODY or environ["REQUEST_METHOD"] == "HEAD":
            return ()
        return self.response  # type: ignore[return-value]  # bytes, as they were given


def _sign(response: Response, request_id: str) -> None:
    """What every answer has."""
    for header in (("X-Request-Id", request_id), NO_SNIFFING):
        if isinstance(response, Answer):
            response.add_header(header)
        else:
            response.headers.add(*header)


# An answer that needs no more than what is at hand, or None if the request has to go the whole way.
Shortcut = Callable[["WSGIEnvironment"], tuple[str, Response] | None]
# The same for what is not let in at all.
Guard = Callable[["WSGIEnvironment"], tuple[None, Answer] | None]


class NoSessions(SessionInterface):
    _none = NullSession()

    def open_session(self, *_: object) -> NullSession:
        return self._none


class LeanRequest(Request):
    def close(self) -> None:
        """There are no forms, so there are no files to close."""


class Lean(Flask):
    """One pass from the address to the answer."""

    request_class = LeanRequest
    session_interface = NoSessions()
    name_request: Callable[[str], str]
    watch: Watch
    guard: Guard
    costly: frozenset[str]  # endpoints that are checked once more before they are called
    check_costly: Callable[[WSGIEnvironment], None]
    shortcut: Shortcut

    def wsgi_app(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        began = perf_counter()
        try:
            found = self.guard(environ) or self.shortcut(environ)
        except Exception as raised:  # to be told of on the whole way, as if it had been raised there
            environ[_RAISED], found = raised, None
        if found is None:
            return super().wsgi_app(environ, start_response)
        endpoint, response = found
        _sign(response, self.name_request(environ.get("HTTP_X_REQUEST_ID", "")))
        self.watch(endpoint, environ, response, perf_counter() - began)
        return response(environ, start_response)

    def full_dispatch_request(self) -> Response:
        began = perf_counter()
        request: Request = request_ctx.request
        g.request_id = self.name_request(request.environ.get("HTTP_X_REQUEST_ID", ""))
        try:
            if _RAISED in request.environ:
                raise request.environ[_RAISED]
            if request.endpoint in self.costly:
                self.check_costly(request.environ)
            response = self.dispatch_request()
        except Exception as raised:  # the error handlers have an answer to each
            response = self.handle_user_exception(raised)
        assert isinstance(response, Response), "a view returns a response, and so does an error handler"
        _sign(response, g.request_id)
        self.watch(request.endpoint, request.environ, response, perf_counter() - began)
        return response

    def create_url_adapter(self, request: Request | None) -> MapAdapter | None:
        if request is None:
            return None  # no address is ever built
        environ = request.environ
        path = environ.get("PATH_INFO", "").encode("latin1").decode("utf-8", "replace")
        return MapAdapter(self.url_map, "", "/", "", "http", path, environ["REQUEST_METHOD"])

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        return func

    def do_teardown_request(self, exc: BaseException | None = None) -> None:
        pass

    def do_teardown_appcontext(self, exc: BaseException | None = None) -> None:
        pass

    def check(self) -> None:
        """Fails if something counts on what is left out."""
        for hooks in (self.before_request_funcs, self.after_request_funcs, self.teardown_request_funcs):
            assert not hooks, "hooks are not called: put it into the watch, or into the view"
        assert not self.url_map.host_matching
