"""No secret is ever in the log, whatever goes wrong: no password, no token, no signing seed, no part of the luck."""

from __future__ import annotations

import json
import socket
from contextlib import suppress

import pytest
import requests

from tests.http.asking import coup, over_http
from tests.http.channel_client import connect
from tests.http.live import Live
from tests.servers import Server, free_port, system_executable, wait_until

PASSWORD = "correct-horse-battery"


@pytest.mark.xdist_group("live")
def test_no_secret_is_in_the_log(tmp_path):
    server = Server(system_executable(), tmp_path, "--requirepass", PASSWORD, port=free_port())
    server.url = f"redis://:{PASSWORD}@127.0.0.1:{server.port}"
    server.start()
    service = Live(tmp_path / "data", workers=1, MATCHLEDGER_REDIS_URL=server.url, MATCHLEDGER_ACCESS_LOG="1")
    try:
        service.start()
        match = coup(over_http(service.base))
        assert match.ask("GET", "/v1/key").status == 200, "the signing seed is made"
        secrets = [PASSWORD, *match.tokens]
        code = match.ask("POST", "/v1/tokens/codes", match.tokens[0], {}).json["code"]
        secrets.append(code)
        assert match.ask("POST", "/v1/tokens/redeem", body={"code": code, "name": "phone"}).status == 201
        secrets.append("not-a-token-of-ours")
        assert match.ask("GET", "/v1/players/me", "not-a-token-of-ours").status == 401
        match.ask("GET", f"{match.path}?token={match.tokens[0]}")
        match.ask("POST", "/v1/tokens/redeem", body={"code": match.tokens[1][:8]})
        send_nonsense(service.port, match.tokens[0])
        with connect(service.port) as channel:
            channel.hello(match.tokens[0])
            channel.say_raw(b'{"kind": "command", "token": "' + match.tokens[0].encode() + b'"')
            channel.hear("refused")
        with server.client() as store:
            seed = store.get("signing:seed")
            store.set("signing:seed", b"damaged")
            store.delete(*store.keys("{p*}:*:e"))  # events are gone: reads fail with a trace
        secrets += [seed.hex(), repr(seed)[2:-1]]
        match.ask("GET", f"{match.path}/events", match.tokens[0])
        requests.get(f"{service.base}{match.path}/export", headers={"Authorization": f"Bearer {match.tokens[0]}"})
        server.kill()
        assert match.ask("GET", match.path, match.tokens[0]).status == 503
        wait_until(lambda: "store unavailable" in service.log.read_text(), "the log tells of it", 30)
    finally:
        service.kill()
        server.kill()
    log = service.log.read_text()
    lines = [json.loads(line) for line in log.splitlines() if not line.startswith("Match Ledger:")]
    assert {"request", "store unavailable"} <= {line["message"] for line in lines}
    assert any(line.get("trace") for line in lines), "something has failed with a trace"
    for secret in secrets:
        assert secret not in log, secret


def send_nonsense(port: int, token: str) -> None:
    """What is no HTTP: gunicorn itself answers, and may log it."""
    for raw in (
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET /%s HTTP/1.1\r\nAuthorization Bearer %s\r\n\r\n" % (b"x" * 9000, token.encode()),
        b"POST /v1/matches HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer %s\r\nContent-Length: many\r\n\r\n"
        % token.encode(),
    ):
        with suppress(ConnectionResetError), socket.create_connection(("127.0.0.1", port), timeout=30) as line:
            line.sendall(raw)
            while line.recv(65536):
                pass
