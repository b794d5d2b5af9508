"""The store falls back, as after a failover, and another worker reaches the same version with other events."""

from __future__ import annotations

import logging

import pytest

from tests.http.asking import coup, in_process


def keys_of_match(link, match):
    return {key: link.call("DUMP", key) for key in link.call("KEYS", f"*{match}*") if b"item" not in key}


def fall_back(link, match, before):
    """As a replica that had not heard of the last commands and is promoted."""
    for key in keys_of_match(link, match):
        link.call("DEL", key)
    for key, dump in before.items():
        link.call("RESTORE", key, 0, dump)


@pytest.fixture
def workers(new_app):
    apps = new_app(), new_app()
    return [in_process(app) for app in apps], [app.extensions["matchledger"].tables for app in apps]


@pytest.mark.parametrize("moves", [0, 1, 2, 5], ids=lambda moves: f"{moves} moves of the other worker")
@pytest.mark.parametrize("first", ["command", "refusal", "read"])
def test_a_worker_that_remembers_lost_events_begins_again(link, workers, caplog, moves, first):
    (stale, other), (remembering, fresh) = workers
    match = coup(stale)
    match.move()
    before = keys_of_match(link, match.match)
    assert match.move().status == 201
    lost = remembering.kept(match.match)
    fall_back(link, match.match, before)
    elsewhere = match._replace(ask=other)
    for _ in range(moves):
        assert elsewhere.move().status == 201
    assert (fresh.current(match.match).version == lost.version) == (moves == 1)
    with caplog.at_level(logging.ERROR):
        if first == "command":
            seen = elsewhere.seen()
            assert match.send(seen["to_act"][0], elsewhere.income(), key="k").status == 201
        elif first == "refusal":
            assert match.send(1 - elsewhere.to_act(), elsewhere.income()).status == 422
        assert match.seen() == elsewhere.seen()
        assert match.move().status == 201
        assert match.seen() == elsewhere.seen()
    assert ["the store has lost events" in record.message for record in caplog.records] == [True]
    assert (remembering.losses, fresh.losses) == (1, 0)
    for ask in (stale, other):
        assert ask("GET", f"{match.path}/audit").json["verdict"] == "ok"


def test_a_replay_forgets_what_was_lost(link, workers):
    (stale, other), _ = workers
    match = coup(stale)
    match.move()
    before = keys_of_match(link, match.match)
    match.move()
    path = f"{match.path}/steps/2"
    assert stale("GET", path, match.tokens[0]).status == 200
    fall_back(link, match.match, before)
    match._replace(ask=other).move()
    theirs = other("GET", path, match.tokens[0])
    assert stale("GET", path, match.tokens[0]).json == theirs.json
