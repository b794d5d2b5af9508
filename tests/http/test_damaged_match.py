"""One match that is damaged, or lost from the store, stops no other match of its player or of its list."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from events.redis.people import RedisPeople
from service.config import Config
from service.tools import erase as erasing
from service.web.player_live import PlayerStream
from tests.http.asking import Coup, coup, in_process
from tests.http.test_erasure import NAME, bytes_in, catch_up, people, seated
from tests.keys import keys_of, snapshot_key

__all__ = ["people"]


def remove_event(link: Any, match: str) -> None:
    link.call("XDEL", keys_of(match)[0], "3-0")
    link.call("DEL", snapshot_key(match))


def remove_everything(link: Any, match: str) -> None:
    for key in link.call("KEYS", f"{{p*}}:{match}:*"):
        link.call("DEL", key)


DAMAGES = {"damaged": remove_event, "lost": remove_everything}


@pytest.fixture(params=DAMAGES)
def damage(request: pytest.FixtureRequest) -> Callable[[Any, str], None]:
    return DAMAGES[request.param]


def test_a_player_is_told_of_their_other_matches(new_app, ask, projector, people, link, damage):
    broken, well = seated(ask, *people), seated(ask, *people)
    catch_up(projector)
    damage(link, broken.match)
    app = new_app()
    answer = in_process(app)("GET", "/v1/players/me/turns", people[0][1])
    assert [one["match"] for one in answer.json["matches"]] == [well.match]
    events = PlayerStream(app.extensions["matchledger"], people[0][0]).events(None)
    try:
        assert next(events) == b"retry: 1000\n\n"
        first = json.loads(next(events).partition(b"data: ")[2])
        assert [one["match"] for one in first["matches"]] == [well.match]
        well.move()
        well.move()
        assert next(events).startswith(b"event: turn\n")
    finally:
        events.close()


def test_the_other_branches_of_a_match_are_listed(new_app, match, projector, link, damage):
    made = [match.ask("POST", f"{match.path}/branches", match.tokens[0], {"step": 0}).json["id"] for _ in range(2)]
    catch_up(projector)
    for token in match.tokens:
        match.ask("POST", f"/v1/matches/{made[0]}/seats", token)
    match.ask("POST", f"/v1/matches/{made[0]}/start", match.tokens[0])
    damage(link, made[0])
    listed = in_process(new_app())("GET", f"{match.path}/branches", match.tokens[0])
    assert [one["id"] for one in listed.json["branches"]] == [made[1]]


def test_the_other_finished_matches_are_sent(new_app, ask, projector, link, damage):
    matches = [coup(ask) for _ in range(3)]
    for one in matches:
        one.finish()
    catch_up(projector)
    damage(link, matches[1].match)
    lines = [json.loads(line) for line in in_process(new_app())("GET", "/v1/matches/finished.ndjson").body.splitlines()]
    assert {line["id"]: line["events"] is not None for line in lines} == {
        matches[0].match: True,
        matches[1].match: False,
        matches[2].match: True,
    }


def test_a_player_is_erased_from_the_other_matches(ask, people, link, system_redis, capsys):
    matches = [seated(ask, *people) for _ in range(3)]
    for one in matches:
        one.finish()
    remove_event(link, matches[1].match)
    assert erasing.erase(Config(redis_url=system_redis.url), people[0][0], names_only=False) == 1
    told = capsys.readouterr()
    assert f"{people[0][0]} is erased in 2 matches; 0 append-only files were rewritten" in told.out
    assert f"{matches[1].match} cannot be read, so the player may still be named there" in told.err
    remove_everything(link, matches[1].match)
    assert NAME.encode() not in bytes_in(link)
    assert RedisPeople(link).by_id(people[0][0]).name == ""


def test_the_secrets_that_a_damaged_branch_rests_on_are_kept(ask, people, link, system_redis, capsys):
    match = seated(ask, *people)
    match.move()
    match.finish()
    branch = ask("POST", f"{match.path}/branches", people[1][1], {"step": 1, "public": True}).json["id"]
    for token in match.tokens:
        ask("POST", f"/v1/matches/{branch}/seats", token)
    ask("POST", f"/v1/matches/{branch}/start", people[1][1])
    Coup(ask, branch, match.tokens).finish()
    link.call("XDEL", keys_of(branch)[0], "4-0")
    link.call("DEL", snapshot_key(branch))
    assert erasing.erase(Config(redis_url=system_redis.url), people[0][0], names_only=False) == 1
    told = capsys.readouterr()
    assert f"{match.match:<20} name and claims; the secrets are kept until {branch}" in told.out
    assert branch in told.err
