"""What everything is compared with: the same stack doing as little as can be done.

`POST /bare` parses JSON and makes one call of the append script, with one event of a common size, on the same server
and through the same kind of connection. `GET /null` does nothing at all. Neither has hooks, logs or metrics.
"""

from __future__ import annotations

import os

import msgspec
from flask import Flask, Response, request

from events.redis.client import open_client
from events.redis.keys import keys_of
from events.redis.store import FEED_MAX, _append
from events.store import REFUSALS_MAX, TAIL_MAX
from service.config import read_config

EVENT = bytes(160)  # about the size of an event of Coup
_decode = msgspec.json.Decoder().decode

app = Flask("bare", static_folder=None)
_config = read_config()
assert _config.redis_url is not None
_link = open_client(_config.redis_url)


@app.post("/bare")
def bare() -> Response:
    body = _decode(request.get_data())
    match, version = body["match"], body["version"]
    known = bytes(64) if version else b""
    kept = [b"", b"", b"", bytes(64), b"x", b"", TAIL_MAX, REFUSALS_MAX, FEED_MAX, b""]
    arguments = [match, version, known, *kept, EVENT]
    reply = _link.run(_append, keys_of(match), arguments)
    assert reply[0] == 0, reply
    return Response(b'{"version":%d}' % reply[1], 201, content_type="application/json")


@app.get("/healthz")
def health() -> Response:
    """Tells which worker this is, as the service does by the ids of requests."""
    return Response(b"{}", headers={"X-Request-Id": f"{os.getpid():012x}"})


@app.get("/null")
def null() -> Response:
    return Response(status=304)
