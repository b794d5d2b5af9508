"""Logs as JSON, one object per line, and the id that ties log lines to a request."""

from __future__ import annotations

import itertools
import logging
import os
import secrets
import sys
import time
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

REQUEST_ID = "matchledger.request_id"  # in an environ
ENDPOINT = "matchledger.endpoint"  # the route; every access to Flask's request proxy costs a microsecond
PLAYER = "matchledger.player"  # the id of the person whose token came with the request, once it was looked up
_STANDARD_FIELDS = set(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "message": record.getMessage(),
            **{
                name: value
                for name, value in vars(record).items()
                if name not in _STANDARD_FIELDS and value is not None
            },
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line, enc_hook=str).decode()


def set_up_logs() -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    logger = logging.getLogger("matchledger")
    logger.handlers[:] = [handler]
    logger.setLevel(logging.INFO)
    logger.propagate = False


def request_id_for(environ: WSGIEnvironment) -> str:
    """The client's X-Request-Id if it is a sensible one, else an id of our own."""
    given: str = environ.get("HTTP_X_REQUEST_ID", "")
    if 0 < len(given) <= 64 and given.isascii() and given.isprintable():
        return given
    return f"{_id_prefix}{next(_numbers):06x}"


_id_prefix = ""
_numbers = itertools.count()


def _choose_id_prefix() -> None:
    """A random prefix in every process, so that no two requests get the same id."""
    global _id_prefix
    _id_prefix = secrets.token_hex(6)


_choose_id_prefix()
os.register_at_fork(after_in_child=_choose_id_prefix)


def log_request(environ: WSGIEnvironment, status: int, route: str | None, match: str | None, seconds: float) -> None:
    """One line for each request; fields that it does not have are left out. A player is named by id, never by token."""
    logging.getLogger("matchledger").info(
        "request",
        extra={
            "request_id": environ[REQUEST_ID],
            "method": environ["REQUEST_METHOD"],
            "path": environ.get("PATH_INFO", "").encode("latin1").decode("utf-8", "replace"),
            "route": route,
            "match": match,
            "player": environ.get(PLAYER),
            "status": status,
            "duration_s": round(seconds, 6),
        },
    )
