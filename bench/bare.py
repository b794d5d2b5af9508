"""The baseline of `bench.run`: the same stack doing as little as possible.

`POST /bare` decodes JSON and makes one script call that appends an event of a common size, through a stack of redis-py
connections on the same server. `GET /null` answers 304. Neither has hooks, a schema, logs or metrics. The script is of
its own (`bare.lua`), so that the baseline stays the same when ours changes.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any
from zlib import crc32

import msgspec
import redis
from flask import Flask, Response, request

from service.web.bodies import BODY

EVENT = bytes(160)  # about the size of an event of Coup
FRONTIER = bytes(64)
PARTITIONS = 64
SCRIPT = Path(__file__).with_name("bare.lua").read_text(encoding="utf-8")

_decode = msgspec.json.Decoder().decode
app = Flask("bare", static_folder=None)
_pool = redis.ConnectionPool.from_url(os.environ["MATCHLEDGER_REDIS_URL"], protocol=2)
_free: list[Any] = []  # connections that nobody uses now; a pool's lock and checks would cost as much as the call
with redis.Redis(connection_pool=_pool) as _client:
    _digest = _client.script_load(SCRIPT)


@app.post("/bare")
def bare() -> Response:
    raw = request.environ[BODY] = request.get_data()  # our gunicorn settings close the connection after an unread body
    body = _decode(raw)
    match, version = body["match"], body["version"]
    connection = _free.pop() if _free else _pool.make_connection()
    partition = crc32(match.encode()) % PARTITIONS
    keys = (f"{{b{partition}}}:{match}:e", f"{{b{partition}}}:{match}:h", f"{{b{partition}}}:feed")
    connection.send_command("EVALSHA", _digest, 3, *keys, match, version, EVENT, FRONTIER)
    reply = connection.read_response()
    _free.append(connection)
    assert reply == version + 1, reply
    return Response(b'{"version":%d}' % reply, 201, content_type="application/json")


@app.get("/healthz")
def health() -> Response:
    return Response(b"{}")


@app.get("/null")
def null() -> Response:
    return Response(status=304)
