"""Pages of other sites: which may use the API from a browser, and that nothing is ever sent with credentials."""

from __future__ import annotations

import pytest

from service.config import BadSetting, Config, read_config
from service.web.cors import ALLOWED
from tests.http.asking import Ask, Reply, in_process, problem
from tests.http.channel_client import connect_in_process

HOME = "https://play.example.org"
ELSEWHERE = "https://evil.example.org"
NAMED = Config(origins=(HOME, "http://localhost:3000"))


def preflight(ask: Ask, origin: str, path: str = "/v1/matches", method: str = "POST") -> Reply:
    headers = {"Origin": origin, "Access-Control-Request-Method": method, "Access-Control-Request-Headers": "x"}
    return ask("OPTIONS", path, headers=headers)


def shared(reply: Reply) -> dict[str, str]:
    return {name: value for name, value in reply.headers.items() if name.startswith("Access-Control-")}


def test_a_page_of_a_named_origin_may_ask_and_read(new_app):
    ask = in_process(new_app(NAMED))
    reply = preflight(ask, HOME)
    assert (reply.status, reply.body) == (204, b"")
    assert reply.headers["Access-Control-Allow-Origin"] == HOME
    assert set(reply.headers["Access-Control-Allow-Methods"].split(", ")) == {"GET", "POST", "DELETE"}
    assert reply.headers["Access-Control-Allow-Headers"] == ALLOWED
    assert reply.headers["Access-Control-Max-Age"] == "600"
    read = ask("GET", "/v1/games", headers={"Origin": HOME})
    assert read.headers["Access-Control-Allow-Origin"] == HOME
    assert {"ETag", "Retry-After", "X-Request-Id", "Link"} <= set(
        read.headers["Access-Control-Expose-Headers"].split(", ")
    )


def test_a_page_may_read_why_it_was_refused(new_app):
    refused = in_process(new_app(NAMED))("GET", "/v1/players/me", headers={"Origin": HOME})
    problem(refused, "token-missing")
    assert refused.headers["Access-Control-Allow-Origin"] == HOME


@pytest.mark.parametrize("config", [NAMED, Config()], ids=["others are named", "none is named"])
def test_a_page_of_any_other_origin_may_not(new_app, config):
    ask = in_process(new_app(config))
    for origin in (ELSEWHERE, "null", HOME + ".evil.org", HOME.upper()):
        refused = preflight(ask, origin)
        problem(refused, "not-allowed")
        assert not shared(refused)
        assert not shared(ask("GET", "/v1/games", headers={"Origin": origin}))


def test_the_answer_to_one_origin_is_not_kept_for_another(new_app):
    ask = in_process(new_app(NAMED))
    for headers in ({}, {"Origin": HOME}, {"Origin": ELSEWHERE}):
        assert "Origin" in ask("GET", "/v1/games", headers=headers).headers.get_all("Vary")
    assert "Origin" not in in_process(new_app())("GET", "/v1/games").headers.get_all("Vary"), "nothing depends on it"


@pytest.mark.parametrize("origins", [(HOME,), ("*",)])
def test_credentials_are_never_allowed(new_app, origins):
    ask = in_process(new_app(Config(origins=origins)))
    for reply in (preflight(ask, HOME), ask("GET", "/v1/games", headers={"Origin": HOME})):
        assert reply.headers["Access-Control-Allow-Origin"] == HOME
        assert "Access-Control-Allow-Credentials" not in reply.headers


def test_pages_and_metrics_are_not_shared(new_app):
    ask = in_process(new_app(Config(origins=("*",))))
    for path in ("/", "/metrics", "/readyz", "/docs"):
        assert not shared(ask("GET", path, headers={"Origin": HOME})), path
    assert shared(ask("GET", "/openapi.json", headers={"Origin": HOME}))


HANDSHAKE = {
    "Connection": "Upgrade",
    "Upgrade": "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
}


def test_the_channel_looks_at_the_same_list(new_app):
    for config, origin in ((NAMED, HOME), (Config(origins=("*",)), ELSEWHERE)):
        with connect_in_process(new_app(config), {"Origin": origin}) as opened:
            assert opened.hello()["kind"] == "welcome"
    for config, origin in ((NAMED, ELSEWHERE), (Config(), HOME)):
        problem(in_process(new_app(config))("GET", "/v1/socket", headers=HANDSHAKE | {"Origin": origin}), "not-allowed")


def test_the_setting_is_read_and_a_wrong_one_is_named():
    named = read_config({"MATCHLEDGER_ORIGINS": f"{HOME}, http://localhost:3000"})
    assert named.origins == NAMED.origins
    assert read_config({}).origins == ()
    assert read_config({"MATCHLEDGER_ORIGINS": "*"}).origins == ("*",)
    for wrong in ("example.org", f"{HOME}/", "https://A.org", "ftp://a.org", "null"):
        with pytest.raises(BadSetting, match="MATCHLEDGER_ORIGINS"):
            read_config({"MATCHLEDGER_ORIGINS": wrong})
