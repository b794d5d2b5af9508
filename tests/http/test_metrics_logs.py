"""What an operator sees: metrics over all workers, and logs as JSON lines under the id of the request."""

from __future__ import annotations

import json
import logging
import re
from collections import Counter

import pytest

from service.app import create_app
from service.config import Config
from service.web.request_log import JsonLines
from tests.http.asking import coup, in_process, over_http
from tests.servers import wait_until


def counts(text: str) -> Counter[tuple[str, str, str]]:
    found = re.findall(r'matchledger_requests_total\{method="(\w+)",route="([\w.]+)",status="(\d+)"\} ([\d.e+]+)', text)
    return Counter({(method, route, status): int(float(number)) for method, route, status, number in found})


def test_requests_are_counted_by_route_method_and_status(ask, match):
    before = counts(ask("GET", "/metrics").body.decode())
    match.move()
    match.send(0, {"type": "castle"})
    ask("GET", "/v1/nothing")
    after = counts(ask("GET", "/metrics").body.decode()) - before
    assert after["POST", "send_command", "201"] == 1
    assert after["POST", "send_command", "400"] == 1
    assert after["GET", "unknown", "404"] == 1


def test_times_are_measured(ask, match):
    match.move()
    text = ask("GET", "/metrics").body.decode()
    assert re.search(r'matchledger_request_duration_seconds_bucket\{le="[\d.]+",route="send_command"\}', text)
    assert re.search(r'matchledger_request_duration_seconds_count\{route="send_command"\}', text)


def test_what_clients_make_up_does_not_fill_the_metrics(ask):
    """Addresses, ids and methods of a client's own invention are not words of ours."""
    for number in range(5):
        ask(f"BREW{number}", "/v1/games")
        ask("GET", f"/v1/matches/made-up-{number}")
        ask("GET", f"/made-up-{number}")
    text = ask("GET", "/metrics").body.decode()
    assert "made-up" not in text
    assert "BREW" not in text


def test_metrics_tell_nothing_of_any_match(ask, match):
    match.move()
    text = ask("GET", "/metrics").body.decode()
    assert match.match not in text
    assert not any(token in text for token in match.tokens)


@pytest.mark.xdist_group("live")
def test_the_metrics_of_all_workers_are_added_up(live):
    asked = 40

    def total() -> int:
        text = over_http(live.base)("GET", "/metrics").body.decode()
        return counts(text)["GET", "list_games", "200"]

    before = total()
    for _ in range(asked):
        assert over_http(live.base)("GET", "/v1/games").status == 200  # a connection each, so that both workers serve
    wait_until(lambda: total() >= before + asked, "all requests are counted", 10)
    assert total() == before + asked


def lines(caplog) -> list[dict]:
    return [json.loads(JsonLines().format(record)) for record in caplog.records if record.name == "matchledger"]


def test_a_line_is_one_json_object_with_time_level_and_message(caplog):
    with caplog.at_level(logging.INFO, "matchledger"):
        logging.getLogger("matchledger").info("something\nhappened", extra={"match": "m-1", "odd": {1, 2}})
    (line,) = lines(caplog)
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", line["at"])
    assert (line["level"], line["message"], line["match"]) == ("info", "something\nhappened", "m-1")
    assert "\n" not in JsonLines().format(caplog.records[0])


def test_every_request_is_logged_if_wanted_and_no_token_with_it(app, caplog):
    told = create_app(Config(access_log=True), app.extensions["matchledger"])
    with caplog.at_level(logging.INFO, "matchledger"):
        match = coup(in_process(told))
        match.ask("GET", match.path, match.tokens[0], headers={"X-Request-Id": "mine-7"})
    last = lines(caplog)[-1]
    assert (last["request_id"], last["method"], last["path"], last["status"]) == ("mine-7", "GET", match.path, 200)
    assert (last["route"], last["match"]) == ("get_match", match.match)
    assert last["player"] == match.ask("GET", "/v1/players/me", match.tokens[0]).json["id"]
    assert 0 < last["duration_s"] < 10
    assert not any(token in json.dumps(lines(caplog)) for token in match.tokens)


def test_nothing_is_logged_of_requests_that_go_well_or_are_refused(ask, match, caplog):
    with caplog.at_level(logging.INFO, "matchledger"):
        match.move()
        match.send(0, {"type": "castle"})
    assert lines(caplog) == []


def test_a_log_line_of_a_failure_has_the_trace_and_no_secret(ask, match, monkeypatch, caplog):
    monkeypatch.setattr("service.handle._decide", lambda *_: 1 / 0)
    reply = match.move()
    (line,) = lines(caplog)
    assert line["level"] == "error"
    assert "ZeroDivisionError" in line["trace"]
    assert line["request_id"] == reply.headers["X-Request-Id"]
    assert not any(token in json.dumps(line) for token in match.tokens)


def test_health_and_readiness(ask):
    assert ask("GET", "/healthz").json == {"status": "ok"}
    ready = ask("GET", "/readyz").json
    assert ready["status"] == "degraded", "there is no background process here"
    assert ready["durability"]["process_crash"] in ("none", "unknown"), "the server of the tests keeps nothing"


@pytest.mark.xdist_group("live")
def test_the_embedded_server_keeps_whatever_is_acknowledged(live):
    told = over_http(live.base)("GET", "/readyz").json["durability"]
    assert (told["process_crash"], told["machine_crash"]) == ("all", "all")
    assert told["settings"]["appendfsync"] == "always"


def test_the_docs_page_needs_no_other_host(ask):
    page = ask("GET", "/docs").body.decode()
    assert "http" not in re.sub(r'"(/[^"]*)"', "", page).replace("https://schema", "")
    for name in re.findall(r'(?:src|href)="(/docs/[^"]+)"', page):
        assert ask("GET", name).status == 200, name
