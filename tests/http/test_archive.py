"""A match in its archive answers at every address as before, and goes on if somebody has a claim."""

from __future__ import annotations

import pytest

from events.redis.archive import RedisArchives
from events.redis.keys import archive_key, keys_of
from service.config import Config
from service.tools.archive import archive_finished
from tests.http.asking import coup, in_process

ENDINGS = [
    "",
    "?at=9",
    "/events",
    "/events?after=5&limit=7",
    "/steps?limit=4",
    "/steps/3?base=0&state=true",
    "/steps/2?view=revealed",
    "/choices",
    "/undo",
    "/rejections",
    "/export",
    "/audit",
    "/audit/steps/2",
    "/checkpoint",
    "/proof?version=4",
    "/proof?old_size=4",
]
FIRST = {"type": "declare_action", "params": {"decision_id": 0, "action": "usa"}}


@pytest.fixture
def played(ask):
    match = coup(ask)
    assert match.send(1, FIRST).status == 422
    kept = match.send(0, FIRST, key="kept")
    assert kept.status == 201
    match.finish()
    return match, kept


def answers(match):
    found = [match.ask("GET", match.path + ending, match.tokens[0]) for ending in ENDINGS]
    return [(ending, one.status, one.body) for ending, one in zip(ENDINGS, found, strict=True)]


def test_every_address_answers_as_before(played, link, new_app):
    match, kept = played
    before = answers(match)
    assert {status for _, status, _ in before} == {200}
    assert RedisArchives(link).put(match.match)
    assert not link.call("EXISTS", keys_of(match.match)[0])
    assert answers(match) == before
    fresh = match._replace(ask=in_process(new_app()))
    assert answers(fresh) == before, "also by a worker that remembers nothing"
    again = fresh.send(0, FIRST, key="kept")
    assert (again.status, again.body) == (201, kept.body)


def test_a_dispute_goes_on_from_the_archive(played, link, new_app):
    match, _ = played
    RedisArchives(link).put(match.match)
    fresh = match._replace(ask=in_process(new_app()))
    version = fresh.seen()["version"]
    claim = {"step": 1, "claim": "The deck was marked."}
    assert fresh.ask("POST", f"{match.path}/disputes", match.tokens[1], claim).status == 201
    events = fresh.ask("GET", f"{match.path}/events?after={version - 3}", match.tokens[1]).json["events"]
    assert [one["version"] for one in events] == list(range(version - 2, version + 2))
    assert fresh.ask("GET", f"{match.path}/audit").json["verdict"] == "ok"
    assert RedisArchives(link).put(match.match)
    assert match.ask("GET", f"{match.path}/audit").json["verdict"] == "ok"


def test_the_command_archives_what_has_rested_long_enough(played, ask, link, system_redis, capsys):
    match, _ = played
    running = coup(ask)
    config = Config(redis_url=system_redis.url)
    assert archive_finished(config, days=1) == 0
    assert "0 of 2 matches" in capsys.readouterr().out
    for _ in range(2):  # the second time there is nothing left to do
        assert archive_finished(config, days=0) == 0
    said = capsys.readouterr().out
    assert "1 of 2 matches" in said
    assert "0 of 2 matches" in said
    assert link.call("EXISTS", archive_key(match.match))
    assert not link.call("EXISTS", archive_key(running.match))
