"""The server's time is wrong: it jumps ahead, or back, and the operator restarts the clocks."""

from __future__ import annotations

import logging
import time

import pytest

from service import handle
from service.config import Config
from service.tools import clocks
from service.wall_clock import JumpWatch, LateEvents
from tests.http.asking import coup


def declare(match):
    """Seat 0 declares what can be answered, which opens a window with a deadline."""
    action = next(one for one in match.choices(0) if one["params"]["action"]["one_of"] == ["local_businessmen"])
    params = {key: domain["one_of"][0] for key, domain in action["params"].items()}
    assert match.send(0, {"type": "declare_action", "params": params}).status == 201


def test_the_operator_restarts_the_clocks_after_the_time_was_wrong(
    ask, app, projector, clock, wall, system_redis, capsys
):
    """The time is an hour ahead for one command. Deadlines would then wait for an hour."""
    match = coup(ask, reaction_timeout_s=10)
    idle = coup(ask)
    wall.passes(3600)
    declare(match)
    wall.passes(-3600)
    assert match.seen()["deadline"] == wall.now + 3_610_000
    assert clocks.restart_clocks(Config(redis_url=system_redis.url), []) == 0
    assert "of 1 matches" in capsys.readouterr().out
    assert match.seen()["deadline"] == wall.now + 10_000
    (event,) = [one for one in ask("GET", f"{match.path}/events").json["events"] if one["type"] == "ClocksRestarted"]
    assert (event["actor"], event["rule"], event["at"]) == ("operator", "LEDGER-5.4", wall.now)
    while projector.run_once(10):
        pass
    step = match.seen()["step"]
    wall.passes(10)
    clock.run_once()
    assert match.seen()["step"] == step + 1
    for one in (match, idle):
        assert ask("GET", f"{one.path}/audit").json["verdict"] == "ok"


def test_clocks_of_unknown_and_finished_matches_are_not_restarted(ask, system_redis, capsys):
    over = coup(ask)
    over.finish()
    assert clocks.restart_clocks(Config(redis_url=system_redis.url), [over.match, "m-unknown"]) == 1
    assert "The match does not run" in capsys.readouterr().err


def test_events_that_are_dated_later_than_now_are_logged_and_warned_of(ask, wall, monkeypatch, caplog):
    monkeypatch.setattr("service.handle.late_events", LateEvents())
    monkeypatch.setattr("service.web.readiness.late_events", handle.late_events)
    match = coup(ask)
    wall.passes(3600)
    match.move()
    wall.passes(-59)
    with caplog.at_level(logging.ERROR, "matchledger"):
        match.move()
        assert not caplog.records
        wall.passes(-3600)
        for _ in range(3):
            match.move()
    assert [record.message for record in caplog.records] == ["the last event of a match is dated later than it is now"]
    assert any("events are dated 3659 s later" in one for one in ask("GET", "/readyz").json["warnings"])


@pytest.mark.parametrize("jump_s", [-3600, 61, 3600])
def test_a_jump_of_the_time_is_logged_and_warned_of(jump_s, monkeypatch, caplog):
    watch, real = JumpWatch(), time.time
    watch.check()
    assert watch.warning is None
    with monkeypatch.context() as patch, caplog.at_level(logging.ERROR, "matchledger"):
        patch.setattr(time, "time", lambda: real() + jump_s)
        watch.check()
        watch.check()
        assert len(caplog.records) == 1
        assert f"{jump_s:+d} s" in watch.warning
