"""Structured logs: one JSON object a line, with the id of the request where there is one."""

from __future__ import annotations

import itertools
import logging
import os
import secrets
import sys
import time
from typing import TYPE_CHECKING

import msgspec
from flask import Response

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

_PLAIN = set(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "message": record.getMessage(),
            **{name: value for name, value in vars(record).items() if name not in _PLAIN and value is not None},
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


def name_of_request(given: str) -> str:
    """The id of a request: the client's own, if it sends a sensible one."""
    if 0 < len(given) <= 64 and given.isascii() and given.isprintable():
        return given
    return f"{_OWN_NAMES}{next(_numbers):06x}"


_OWN_NAMES = ""
_numbers = itertools.count()


def _begin_names() -> None:
    """In every process another beginning, so that no two requests share a name."""
    global _OWN_NAMES
    _OWN_NAMES = secrets.token_hex(6)


_begin_names()
os.register_at_fork(after_in_child=_begin_names)


def log_request(environ: WSGIEnvironment, response: Response) -> None:
    logging.getLogger("matchledger").info(
        "request",
        extra={
            "request_id": response.headers["X-Request-Id"],
            "method": environ["REQUEST_METHOD"],
            "path": environ.get("PATH_INFO", "").encode("latin1").decode("utf-8", "replace"),
            "status": response.status_code,
        },
    )
