"""The lists across matches: by game, status and player, page by page; and rebuilt from nothing."""

from __future__ import annotations

from typing import Any

import pytest

from events.codec import UnreadableEvent
from events.redis.deadlines import RedisDeadlines
from events.redis.feed import RedisFeed
from projections.tables import Tables
from service.processes.background import rebuild_all
from service.processes.projector import Projector
from tests.http.asking import coup, problem
from tests.kept_lists import read_items, read_lists


def catch_up(projector):
    while projector.run_once(block_ms=10):
        pass


def ids(reply):
    return [match["id"] for match in reply.json["matches"]]


def open_one(ask, token, **body):
    return ask("POST", "/v1/matches", token, {"game": "coup", "seats": 2, **body}).json["id"]


def every_deadline(link):
    keys = sorted(key for key in link.call("KEYS", "*:deadlines"))
    return {key: link.call("ZRANGE", key, 0, -1, "WITHSCORES") for key in keys}


def everything_listed(link):
    return read_lists(link), read_items(link)


def test_a_match_is_found_by_what_it_is(ask, projector, wall):
    ana, ben = ask.client.player("Ana"), ask.client.player("Ben")
    me = ask("GET", "/v1/players/me", ana).json["id"]
    first = open_one(ask, ana)
    wall.passes(1)  # newest first: two of the same millisecond come in any order
    second = open_one(ask, ben)
    ask("POST", f"/v1/matches/{first}/seats", ana)
    catch_up(projector)
    assert ids(ask("GET", "/v1/matches")) == [second, first]
    assert ids(ask("GET", "/v1/matches?status=open&game=coup")) == [second, first]
    assert ids(ask("GET", f"/v1/matches?player={me}")) == [first]
    assert ids(ask("GET", f"/v1/players/{me}/matches")) == [first]
    assert ids(ask("GET", "/v1/matches?status=running")) == []
    assert ids(ask("GET", "/v1/matches?game=chess")) == []


def test_a_match_moves_from_list_to_list(ask, projector):
    match = coup(ask)
    catch_up(projector)
    assert ids(ask("GET", "/v1/matches?status=running")) == [match.match]
    end = match.finish()
    catch_up(projector)
    assert ids(ask("GET", "/v1/matches?status=running")) == []
    (line,) = ask("GET", "/v1/matches?status=finished").json["matches"]
    assert line["result"] == end["result"]
    assert line["seats"] == end["seats"]
    assert (line["version"], line["opened_at"]) == (end["version"], end["opened_at"])


def test_who_leaves_is_no_longer_listed(ask, projector):
    ana = ask.client.player("Ana")
    me = ask("GET", "/v1/players/me", ana).json["id"]
    opened = open_one(ask, ana)
    ask("POST", f"/v1/matches/{opened}/seats", ana)
    ask("DELETE", f"/v1/matches/{opened}/seats/0", ana)
    catch_up(projector)
    assert ids(ask("GET", f"/v1/players/{me}/matches", ana)) == []
    assert ids(ask("GET", "/v1/matches")) == [opened]


def test_pages_have_every_match_once(ask, projector):
    token = ask.client.player()
    opened = [open_one(ask, token) for _ in range(25)]
    catch_up(projector)
    found, cursor = [], ""
    for _ in range(20):
        reply = ask("GET", f"/v1/matches?limit=4{cursor}")
        assert len(reply.json["matches"]) <= 4
        found += ids(reply)
        if reply.json["next"] is None:
            break
        cursor = f"&cursor={reply.json['next']}"
    assert sorted(found) == sorted(opened)
    assert len(found) == 25
    times = {match["id"]: match["opened_at"] for match in ask("GET", "/v1/matches?limit=100").json["matches"]}
    assert [times[match] for match in found] == sorted(times.values(), reverse=True)


@pytest.mark.parametrize("cursor", ["x", "1", "~", "abc~m-1", "²~m-1", "١~m-1", "-1~m-1", "1.5~m-1", "9" * 59 + "~"])
def test_a_cursor_that_is_not_ours_is_refused(ask, cursor):
    reply = ask("GET", f"/v1/matches?cursor={cursor}")
    if reply.status != 200:
        problem(reply, "bad-request")
    else:
        assert reply.json == {"matches": [], "next": None}


def test_a_private_match_is_on_its_players_own_lists_only(ask, projector):
    ana, ben = ask.client.player("Ana"), ask.client.player("Ben")
    me = ask("GET", "/v1/players/me", ana).json["id"]
    secret = open_one(ask, ana, public=False)
    ask("POST", f"/v1/matches/{secret}/seats", ana)
    catch_up(projector)
    assert ids(ask("GET", f"/v1/players/{me}/matches", ana)) == [secret]
    assert ids(ask("GET", f"/v1/players/{me}/matches", ben)) == []
    assert ids(ask("GET", f"/v1/players/{me}/matches")) == []
    # Whatever is asked of the public list, it never leads to somebody's own one.
    for query in ("", f"?player={me}", f"?game=own/{me}", f"?game=own&player={me}", "?game=own", f"?player=own/{me}"):
        assert ids(ask("GET", f"/v1/matches{query}", ben)) == [], query


def test_the_lists_are_rebuilt_from_nothing_but_the_matches(ask, app, link, projector):
    finished = coup(ask)
    finished.finish()
    running = coup(ask, reaction_timeout_s=3600)
    action = next(one for one in running.choices(0) if one["params"]["action"]["one_of"] != ["usa"])
    params = {name: domain["one_of"][0] for name, domain in action["params"].items()}
    running.send(0, {"type": "declare_action", "params": params})
    open_one(ask, ask.client.player(), public=False)
    catch_up(projector)
    lists, diary = everything_listed(link), every_deadline(link)
    assert all(lists)
    assert diary, "a reaction is being waited for"
    for key in (*link.call("KEYS", "{lists}:*"), *link.call("KEYS", "*:deadlines*")):
        link.call("DEL", key)
    assert ids(ask("GET", "/v1/matches")) == []
    assert rebuild_all(app.extensions["matchledger"], link) == 3
    assert everything_listed(link) == lists
    assert every_deadline(link) == diary


def test_a_new_projector_catches_up_with_what_was_before_it(ask, app, link):
    match = coup(ask)
    late = Projector(app.extensions["matchledger"], RedisFeed(link, "listing", "late"), RedisDeadlines(link))
    late.start()
    assert ids(ask("GET", "/v1/matches")) == [match.match]


def test_a_projector_resumes_what_it_had_taken_and_not_finished(ask, app, link, projector):
    match = coup(ask)
    feed = RedisFeed(link, "listing", "test")
    assert feed.take(feed.partitions, 10).entries  # and then the process dies
    again = Projector(app.extensions["matchledger"], RedisFeed(link, "listing", "test"), RedisDeadlines(link))
    again.start()
    assert ids(ask("GET", "/v1/matches?status=running")) == [match.match]


def test_one_match_that_cannot_be_read_holds_up_no_other(ask, app, link, projector, caplog):
    broken, well = coup(ask), coup(ask)
    (stream,) = link.call("KEYS", f"*{broken.match}:e")
    link.call("XDEL", stream, "3-0")
    app.extensions["matchledger"].tables._kept.clear()
    catch_up(projector)
    assert ids(ask("GET", "/v1/matches?status=running")) == [well.match]


def test_a_rebuild_that_is_behind_keeps_a_dispute_that_was_opened_meanwhile(ask, app, link, projector, monkeypatch):
    """It has read the match before the dispute was opened, and writes after the projector has listed it."""
    match = coup(ask)
    match.move()
    late = Projector(app.extensions["matchledger"], RedisFeed(link, "listing", "late"), RedisDeadlines(link))
    catch_up(projector)
    read = Projector._summary

    def read_and_wait(self, table):
        found = read(self, table)
        if self is late:
            body = {"step": 1, "claim": "No.", "freeze": False}
            assert ask("POST", f"{match.path}/disputes", match.tokens[0], body).status == 201
            catch_up(projector)
        return found

    monkeypatch.setattr(Projector, "_summary", read_and_wait)
    late.relist(match.match)
    assert [one["match"] for one in ask("GET", "/v1/disputes").json["disputes"]] == [match.match]


def test_a_list_says_who_is_to_act_as_of_now(ask, projector):
    """Commands do not write to the lists, so what they change is read from the match."""
    match = coup(ask)
    catch_up(projector)
    for _ in range(2):
        (listed,) = ask("GET", "/v1/matches?status=running").json["matches"]
        seen = match.seen()
        assert {name: listed[name] for name in ("to_act", "deadline", "version", "held")} == {
            name: seen[name] for name in ("to_act", "deadline", "version", "held")
        }
        match.move()
    ask("POST", f"{match.path}/disputes", match.tokens[0], {"step": 1, "claim": "No!", "freeze": True})
    (listed,) = ask("GET", "/v1/matches?status=running").json["matches"]
    assert listed["to_act"] == []
    assert listed["held"]["by"] == "dispute"


def test_mine_are_those_in_which_i_sit_and_my_turn_those_that_wait_for_me(ask, projector):
    token, other = ask.client.player("Ana"), ask.client.player("Ben")
    matches = []
    for is_public in (True, False):
        body = {"game": "coup", "seats": 2, "public": is_public, "options": {"first_seat": 0}}
        path = ask("POST", "/v1/matches", other, body).headers["Location"]
        ask("POST", f"{path}/seats", token)
        ask("POST", f"{path}/seats", other)
        ask("POST", f"{path}/start", token)
        matches.append(path)
    coup(ask)
    catch_up(projector)

    def listed(query: str, who: str) -> set[str]:
        found = ask("GET", f"/v1/matches?{query}", who)
        assert found.status == 200, found
        return {f"/v1/matches/{one['id']}" for one in found.json["matches"]}

    assert listed("mine=true", token) == listed("mine=true", other) == set(matches)
    assert listed("my_turn=true", token) == set(matches)
    assert listed("my_turn=true", other) == set()
    income = {"type": "declare_action", "params": {"decision_id": 0, "action": "usa"}}
    assert ask("POST", f"{matches[0]}/commands", token, income).status == 201
    assert listed("my_turn=true", token) == {matches[1]}
    assert listed("my_turn=true", other) == {matches[0]}
    assert ask("POST", f"{matches[1]}/leave", token, {"as": "bot", "policy": "random"}).status == 201
    assert listed("my_turn=true", token) == set(), "it waits for the bot that plays on"
    assert listed("mine=true", token) == set(matches)
    assert listed("mine=true&game=clank", token) == set()
    assert listed("mine=true&status=open", token) == set()
    problem(ask("GET", "/v1/matches?mine=true"), "token-missing")
    problem(ask("GET", "/v1/matches?my_turn=true&status=open", token), "bad-request")
    problem(ask("GET", "/v1/matches?mine=true&player=p-somebody", token), "bad-request")


def test_a_damaged_match_is_listed_and_does_not_stop_the_others(ask, projector, monkeypatch):
    damaged, whole = coup(ask), coup(ask)
    catch_up(projector)
    current = Tables.current

    def read(self: Tables, match: str) -> Any:
        if match == damaged.match:
            raise UnreadableEvent("damaged")
        return current(self, match)

    monkeypatch.setattr(Tables, "current", read)
    listed = {one["id"]: one for one in ask("GET", "/v1/matches").json["matches"]}
    assert listed[damaged.match]["to_act"] == []
    assert listed[whole.match]["to_act"] == [0]
