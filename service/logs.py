"""Structured logs: one JSON object a line, with the id of the request where there is one."""

from __future__ import annotations

import logging
import secrets
import sys
import time

import msgspec
from flask import Flask, Response, g, request

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


def name_requests(app: Flask, *, is_every_request_logged: bool) -> None:
    """Give each request an id (the client's own, if it sends a sensible one) and say it in the answer."""

    @app.before_request
    def name() -> None:
        given = request.headers.get("X-Request-Id", "")
        g.request_id = (
            given if 0 < len(given) <= 64 and given.isascii() and given.isprintable() else secrets.token_hex(8)
        )

    @app.after_request
    def tell(response: Response) -> Response:
        response.headers["X-Request-Id"] = g.request_id
        if is_every_request_logged:
            logging.getLogger("matchledger").info(
                "request",
                extra={
                    "request_id": g.request_id,
                    "method": request.method,
                    "path": request.path,
                    "status": response.status_code,
                },
            )
        return response
