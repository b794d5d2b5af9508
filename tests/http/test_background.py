"""The work beside the requests: the clock, and what happens when a single match is broken."""

from __future__ import annotations

import time

import pytest

from events.redis.client import Client
from events.redis.deadlines import RedisDeadlines, deadline_keys
from events.redis.feed import RedisFeed
from events.store import StoreUnavailable
from service.processes.clock import Clock
from service.processes.projector import Projector
from tests.http.asking import Coup, coup, in_process, problem
from tests.keys import partition_of


@pytest.fixture
def clock(app, link):
    return Clock(app.extensions["matchledger"], RedisDeadlines(link))


def catch_up(projector):
    while projector.run_once(block_ms=10):
        pass


def waiting(ask, **options):
    """A match in which seat 1 is asked for a reaction, with a second to answer."""
    match = coup(ask, reaction_timeout_s=1, **options)
    action = next(one for one in match.choices(0) if one["params"]["action"]["one_of"] == ["local_businessmen"])
    params = {name: domain["one_of"][0] for name, domain in action["params"].items()}
    assert match.send(0, {"type": "declare_action", "params": params}).status == 201
    return match


def test_the_clock_acts_when_the_time_is_up_and_not_before(ask, projector, clock):
    match = waiting(ask)
    before = match.seen()
    assert before["deadline"] > before["opened_at"]
    catch_up(projector)
    assert clock.run_once() == 0
    time.sleep(max(0, before["deadline"] / 1000 - time.time()) + 0.01)
    assert clock.run_once() == 1
    after = match.seen()
    assert after["step"] == before["step"] + 1
    events = ask("GET", f"{match.path}/events?after={before['version']}").json["events"]
    assert {event["actor"] for event in events} == {"clock"}
    assert {event["at"] >= before["deadline"] for event in events} == {True}
    clock.run_once()
    catch_up(projector)
    assert clock.run_once() == 0
    assert match.seen() == after


def test_a_late_clock_does_no_harm(ask, projector, clock):
    match = waiting(ask)
    catch_up(projector)
    decision = match.seen()["state"]["decision"]["id"]
    time.sleep(1.05)
    assert match.send(1, {"type": "pass", "params": {"decision_id": decision}}).status in (201, 422)
    seen = match.seen()
    clock.run_once()
    if seen["deadline"] is None:
        assert match.seen() == seen


def test_two_clocks_do_no_harm(ask, projector, clock, new_app, link):
    match = waiting(ask)
    catch_up(projector)
    other = Clock(new_app().extensions["matchledger"], RedisDeadlines(link))
    time.sleep(1.05)
    clock.run_once()
    version = match.seen()["version"]
    other.run_once()
    assert match.seen()["version"] == version


def test_a_match_that_is_broken_stops_no_other_clock(ask, app, projector, clock, link):
    broken, well = waiting(ask), waiting(ask)
    catch_up(projector)
    (stream,) = link.call("KEYS", f"*{broken.match}:e")
    link.call("XDEL", stream, "3-0")
    app.extensions["matchledger"].tables._kept.clear()
    before = well.seen()["step"]
    time.sleep(1.05)
    assert clock.run_once() == 2
    assert well.seen()["step"] == before + 1
    assert clock.run_once() <= 1, "the broken one is looked at again later, not at once"


def test_a_store_that_has_lost_events_is_believed(ask, link, new_app):
    """With fsync once a second a crash may lose what was acknowledged; the service goes on from what is there."""
    match = coup(ask)
    kept = {key: link.call("DUMP", key) for key in link.call("KEYS", f"*{match.match}*")}
    before = match.ask("GET", match.path).body
    steps = match.ask("GET", f"{match.path}/steps").body
    for _ in range(3):
        match.move()
    match.ask("GET", f"{match.path}/steps")
    for key, value in kept.items():
        link.call("RESTORE", key, 0, value, "REPLACE")
    assert match.ask("GET", match.path).body == before
    assert match.ask("GET", f"{match.path}/steps").body == steps
    assert match.move().status == 201
    fresh = in_process(new_app())
    assert fresh("GET", match.path).body == match.ask("GET", match.path).body


@pytest.mark.parametrize("lost", [["3"], ["10"], [str(version) for version in range(1, 11)]])
def test_a_damaged_match_is_an_error_for_this_match_only(ask, app, link, projector, lost):
    broken, well = coup(ask), coup(ask)
    catch_up(projector)  # once the first event is lost, nothing but the lists can tell who may know of the match
    assert broken.seen()["version"] == 10
    (stream,) = link.call("KEYS", f"*{broken.match}:e")
    link.call("XDEL", stream, *(f"{version}-0" for version in lost))
    app.extensions["matchledger"].tables._kept.clear()
    for reply in (
        ask("GET", broken.path),
        ask("GET", f"{broken.path}/events"),
        broken.send(0, {"type": "pass", "params": {"decision_id": 0}}),
    ):
        document = problem(reply, "data-damaged")
        assert document["request_id"] == reply.headers["X-Request-Id"]
    assert well.move().status == 201


def test_a_projector_that_dies_while_it_catches_up_begins_again(app, ask, link, monkeypatch):
    match = waiting(ask)

    def projector():
        return Projector(app.extensions["matchledger"], RedisFeed(link, "listing", "one"), RedisDeadlines(link))

    def dies(*_):
        raise StoreUnavailable("killed")

    with monkeypatch.context() as patch:
        patch.setattr(Projector, "relist", dies)
        with pytest.raises(StoreUnavailable):
            projector().start()
    assert ask("GET", "/v1/matches").json["matches"] == []
    projector().start()
    assert [one["id"] for one in ask("GET", "/v1/matches").json["matches"]] == [match.match]
    assert link.call("ZSCORE", deadline_keys(partition_of(match.match))[0], match.match) is not None, (
        "and its deadline is known"
    )


def declare(match: Coup) -> None:
    """Somebody declares what can be answered, which opens a window with a deadline."""
    seat = match.to_act()
    action = next(one for one in match.choices(seat) if one["params"]["action"]["one_of"] == ["local_businessmen"])
    params = {key: domain["one_of"][0] for key, domain in action["params"].items()}
    assert match.send(seat, {"type": "declare_action", "params": params}).status == 201


def test_a_group_that_a_failover_has_lost_is_made_again(ask, app, projector, link):
    match = coup(ask)
    for key in link.call("KEYS", "*:feed"):
        link.call("XGROUP", "DESTROY", key, "listing")
    with pytest.raises(StoreUnavailable, match="NOGROUP"):
        projector.run_once(1)
    projector.start()
    assert [one["id"] for one in ask("GET", "/v1/matches").json["matches"]] == [match.match]


def noted(link: Client, match: Coup) -> int | None:
    score = link.call("ZSCORE", deadline_keys(partition_of(match.match))[0], match.match)
    return None if score is None else int(float(score))


def test_the_clock_does_not_write_over_a_deadline_that_was_set_meanwhile(ask, projector, clock, link, monkeypatch):
    match = coup(ask, reaction_timeout_s=3600)
    catch_up(projector)
    assert match.seen()["deadline"] is None
    RedisDeadlines(link).set(match.match, 1, 1)
    real = RedisDeadlines.set

    def slowly(self, *args, **kwargs):
        """Before it is written, somebody moves, and the projector notes the new deadline."""
        monkeypatch.setattr(RedisDeadlines, "set", real)
        declare(match)
        catch_up(projector)
        return real(self, *args, **kwargs)

    monkeypatch.setattr(RedisDeadlines, "set", slowly)
    assert clock.run_once() == 1
    assert noted(link, match) == match.seen()["deadline"] is not None


def test_a_deadline_that_the_store_has_lost_gives_way_to_the_one_it_has(ask, projector, link):
    match = coup(ask, reaction_timeout_s=3600)
    declare(match)
    RedisDeadlines(link).set(match.match, 99, 5)
    catch_up(projector)
    assert noted(link, match) == match.seen()["deadline"] is not None
