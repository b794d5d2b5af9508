"""The address of the channel."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from flask import Response, current_app, request
from websockets.http11 import Response as HandshakeResponse

from service.web.channel.connection import Connection, Disconnected, accept_handshake
from service.web.channel.open_sessions import serve_session
from service.web.channel.session import Session
from service.web.error_handlers import to_problem
from service.web.http import RouteGroup, limiter, route, services
from service.web.request_log import REQUEST_ID

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

channel = RouteGroup("channel")


@route(
    channel,
    "GET",
    "/socket",
    "The channel: one WebSocket for commands, live events and views (docs/channel.md, /asyncapi.json)",
    answers={101: "The connection is a WebSocket from now on"},
    problems=("upgrade-required", "not-allowed"),
)
def open_channel() -> Response:
    """The first message is `hello` with a token. docs/channel.md describes the messages, and /asyncapi.json their
    schemas."""
    return Upgraded(accept_handshake(request.environ, current_app.extensions["matchledger.origins"]))


class Upgraded(Response):
    """Takes the connection over when gunicorn asks for the response: sends the handshake, then serves the client."""

    def __init__(self, handshake: HandshakeResponse) -> None:
        super().__init__(status=101)
        self._handshake = handshake

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> NoReturn:  # noqa: ARG002
        for name, value in self.headers:  # what the hooks have added
            if name not in ("Content-Type", "Content-Length"):
                self._handshake.headers[name] = value
        connection = Connection(environ["gunicorn.socket"])
        try:
            connection.shake_hands(self._handshake)
            del self._handshake  # a quiet socket should cost little
            serve_session(Session(environ, connection, services(), limiter()))
        except Disconnected:
            pass
        except Exception as raised:  # gunicorn would write an HTTP response into the WebSocket
            to_problem(raised, environ[REQUEST_ID])
        # gunicorn then closes the connection, and writes no response of its own.
        raise StopIteration
