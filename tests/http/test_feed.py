"""The feed of changes and the bulk download: nothing public is missed, nothing private is told, cursors are checked."""

from __future__ import annotations

import json
import threading
import time
from typing import Any

import pytest

from events.redis.feed import RedisFeedPages
from service.problems import Problem
from service.web.feed_cursor import read_cursor, write_cursor
from tests.http.asking import Ask, Coup, Reply, coup, in_process, problem
from tests.keys import PARTITIONS, feed_key, partition_of

MAX_LINE = 4094  # of a request, in gunicorn


def begin(ask: Ask) -> str:
    reply = ask("GET", "/v1/feed")
    assert reply.json["entries"] == []
    return str(reply.json["cursor"])


def follow(ask: Ask, cursor: str, **query: Any) -> Reply:
    more = "".join(f"&{name}={value}" for name, value in query.items())
    return ask("GET", f"/v1/feed?cursor={cursor}{more}")


def read_all(ask: Ask, cursor: str, limit: int = 100) -> list[dict[str, Any]]:
    """Everything after a cursor, page by page."""
    found: list[dict[str, Any]] = []
    while entries := (reply := follow(ask, cursor, limit=limit)).json["entries"]:
        found += entries
        cursor = reply.json["cursor"]
    return found


def test_it_tells_what_has_changed_since_and_no_more(ask):
    coup(ask)
    cursor = begin(ask)
    assert read_all(ask, cursor) == []
    match = coup(ask)
    match.move()
    (entry,) = read_all(ask, cursor)
    assert entry == {"match": match.match, "game": "coup", "version": match.seen()["version"], "status": "running"}
    after = follow(ask, cursor).json["cursor"]
    assert read_all(ask, after) == []
    match.finish()
    (entry,) = read_all(ask, after)
    assert (entry["status"], entry["version"]) == ("finished", match.seen()["version"])


@pytest.mark.parametrize("limit", [1, 3, 100])
def test_no_change_is_missed_page_by_page_and_versions_rise(ask, limit):
    cursor = begin(ask)
    matches = [coup(ask) for _ in range(5)]
    for match in matches:
        match.move()
        match.move()
    found = read_all(ask, cursor, limit)
    newest: dict[str, int] = {}
    for entry in found:
        assert entry["version"] > newest.get(entry["match"], 0)
        newest[entry["match"]] = entry["version"]
    assert newest == {match.match: match.seen()["version"] for match in matches}


def test_a_private_match_is_not_told_of_but_does_not_stop_the_feed(ask):
    cursor = begin(ask)
    token = ask.client.player()
    for _ in range(5):
        ask.client.call("POST", "/v1/matches", token, {"game": "coup", "seats": 2, "public": False}, expect=201)
    match = coup(ask)
    assert {entry["match"] for entry in read_all(ask, cursor, limit=2)} == {match.match}


def test_a_long_poll_ends_with_the_first_change_and_not_before(ask, new_app):
    match = coup(ask)
    cursor = begin(ask)
    replies: list[Reply] = []
    waiting = in_process(new_app())
    poll = threading.Thread(target=lambda: replies.append(follow(waiting, cursor, wait=20)), daemon=True)
    poll.start()
    time.sleep(0.5)
    assert not replies
    match.move()
    poll.join(5)
    assert [entry["match"] for entry in replies[0].json["entries"]] == [match.match]
    began = time.monotonic()
    assert follow(ask, replies[0].json["cursor"], wait=1).json["entries"] == []
    assert 0.9 < time.monotonic() - began < 5


def test_a_cursor_that_the_feed_does_not_reach_back_to_is_gone(ask, link):
    cursor = begin(ask)
    match = coup(ask)
    kept = follow(ask, cursor).json["cursor"]
    match.move()
    key = feed_key(partition_of(match.match))
    link.call("XTRIM", key, "MAXLEN", 1)
    problem(follow(ask, cursor), "cursor-gone")
    problem(follow(ask, kept), "cursor-gone")
    latest = begin(ask)
    assert read_all(ask, latest) == []
    link.call("DEL", key)
    problem(follow(ask, latest), "cursor-gone")


def test_a_cursor_of_another_server_is_gone_and_what_is_no_cursor_is_refused(ask, app):
    key = app.extensions["matchledger"].notary.key
    position = RedisFeedPages.end(app.extensions["matchledger"].feed)
    problem(follow(ask, write_cursor(position, key + "x")), "cursor-gone")
    for wrong in ("x", "~", "A" * 690, "A" * 2000, write_cursor(position, key)[:-4], ""):
        problem(follow(ask, wrong), "bad-request")


def test_a_cursor_is_short_and_keeps_every_position(app):
    position = [b"%d-%d" % (1_700_000_000_000 + number, number * 100) for number in range(PARTITIONS)]
    cursor = write_cursor(position, "a key")
    assert len(cursor) < MAX_LINE / 4
    assert read_cursor(cursor, "a key", PARTITIONS) == position
    with pytest.raises(Problem):
        read_cursor(cursor, "another key", PARTITIONS)


def test_an_entry_that_cannot_be_read_is_passed_over(ask, link):
    cursor = begin(ask)
    link.call("XADD", feed_key(0), "*", "m", "m-1", "v", "1", "d", b"\xc1")
    link.call("XADD", feed_key(1), "*", "foreign", "data")
    match = coup(ask)
    assert {entry["match"] for entry in read_all(ask, cursor, limit=1)} == {match.match}


def finished_lines(ask: Ask, query: str = "") -> list[dict[str, Any]]:
    reply = ask("GET", f"/v1/matches/finished.ndjson{query}")
    assert reply.status == 200
    assert reply.headers["Content-Type"] == "application/x-ndjson"
    return [json.loads(line) for line in reply.body.splitlines()]


def test_finished_matches_in_bulk_have_every_event_revealed(ask, projector):
    matches = [coup(ask) for _ in range(3)]
    for match in matches:
        match.finish()
    private, tokens = ask.client.start("coup", 2, {"first_seat": 0}, public=False)
    Coup(ask, private, tokens).finish()
    coup(ask)  # is not over
    while projector.run_once(block_ms=10):
        pass
    lines = finished_lines(ask)
    assert {line["id"] for line in lines} == {match.match for match in matches}
    assert private not in {line["id"] for line in lines}
    for line in lines:
        assert line["result"]["winners"]
        assert [event["version"] for event in line["events"]] == list(range(1, line["version"] + 1))
        shuffled = next(event for event in line["events"] if event["type"] == "DeckShuffled")
        assert shuffled["secret"]["sealed"]["order"]
    first, *rest = lines
    assert finished_lines(ask, "?limit=1") == [first]
    assert finished_lines(ask, f"?after={first['cursor']}") == rest
    assert finished_lines(ask, "?game=clank") == []
    problem(ask("GET", "/v1/matches/finished.ndjson?game=chess"), "not-found")
    problem(ask("GET", "/v1/matches/finished.ndjson?after=x"), "bad-request")
