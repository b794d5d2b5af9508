"""A match at a moment of the day, and the table before and after a single event."""

from __future__ import annotations

import random

import pytest

from events.redis.client import Client
from games.registry import all_games
from ledger.orders import OPERATOR, Order
from ledger.rules_clock import RESTART
from projections.tables import Tables
from service.handle import handle
from tests.http.asking import Ask, Coup, in_process, problem
from tests.http.test_sealed import Running
from tests.http.wall import Wall
from tests.spec import view_of


def test_a_match_is_shown_as_it_was_at_a_moment(ask: Ask, wall: Wall, match: Coup):
    wall.passes(10)
    match.send(0, {"type": "declare_action", "params": {"decision_id": 0, "action": "usa"}})
    wall.passes(10)
    match.send(1, {"type": "declare_action", "params": {"decision_id": 1, "action": "usa"}})
    events = ask("GET", f"{match.path}/events").json["events"]
    for event in events:
        last = max(one["version"] for one in events if one["at"] <= event["at"])
        shown = ask("GET", f"{match.path}?at_time={event['at']}", match.tokens[0])
        assert shown.json["version"] == last
        assert shown.body == ask("GET", f"{match.path}?at={last}", match.tokens[0]).body
        assert ask("GET", f"{match.path}?at_time={event['at'] + 5_000}").json["version"] >= last
    later = ask("GET", f"{match.path}?at_time={events[-1]['at'] + 10**9}", match.tokens[0])
    assert later.body == ask("GET", match.path, match.tokens[0]).body
    assert later.etag == ask("GET", match.path, match.tokens[0]).etag


def test_a_moment_before_the_match_is_refused(ask: Ask, match: Coup):
    opened = ask("GET", match.path).json["opened_at"]
    assert "opened" in problem(ask("GET", f"{match.path}?at_time={opened - 1}"), "not-found")["detail"]
    assert ask("GET", f"{match.path}?at_time={opened}").json["version"] == 1
    for query in ("at_time=soon", "at_time=-1", "at_time=1&at=1", "at_time=1.5"):
        assert "at_time" in problem(ask("GET", f"{match.path}?{query}"), "bad-request")["errors"]


def test_the_last_event_counts_where_the_clocks_were_restarted(ask: Ask, app, wall: Wall, match: Coup):
    """The server's time was an hour ahead: what happened after the restart is dated before it."""
    wall.passes(3600)
    match.send(0, {"type": "declare_action", "params": {"decision_id": 0, "action": "usa"}})
    wall.passes(-3600)
    tables = app.extensions["matchledger"].tables
    restarted = handle(tables, match.match, Order(OPERATOR, RESTART)).table.version
    assert ask("GET", f"{match.path}?at_time={wall.now}").json["version"] == restarted


@pytest.mark.parametrize("slug", list(all_games()))
def test_the_tables_around_an_event_are_those_that_the_game_folds_to(app, ask: Ask, slug: str):
    """Also between two events of one command; as each viewer may see them."""
    running, rng = Running(app, ask, slug), random.Random(3)
    running.play(8, rng)
    tables: Tables = running.services.tables
    history = tables.store.read(running.match)
    game, codec = running.table.game, running.table.ruleset.codec
    for role, seat in (("seat 0", 0), ("seat 1", 1), ("nobody", "spectator")):
        views, state = {}, game.rules.initial
        for recorded in history:
            event = codec.read(recorded.stored)
            if type(event) in game.rules.on_event:
                state = game.evolve(state, event)
                views[recorded.version] = view_of(game, state, seat)
        first = min(views)
        for version in (first, *rng.sample(sorted(views)[1:], 12), max(views)):
            shown = ask("GET", f"/v1/matches/{running.match}/events/{version}?state=true", running.tokens[role]).json
            assert shown["after"] == views[version]
            earlier = [one for one in views if one < version]
            assert shown["before"] == (views[max(earlier)] if earlier else None)
            assert shown["narration"]


def test_an_event_alone_is_as_in_the_list(ask: Ask, match: Coup):
    for token in (match.tokens[0], None):
        for listed in ask("GET", f"{match.path}/events", token).json["events"]:
            shown = ask("GET", f"{match.path}/events/{listed['version']}", token).json
            assert "before" not in shown
            assert {name: shown[name] for name in listed} == listed
    assert ask("GET", f"{match.path}/events/1?state=true").json["before"] is None
    problem(ask("GET", f"{match.path}/events/0"), "not-found")
    problem(ask("GET", f"{match.path}/events/9999"), "not-found")
    problem(ask("GET", f"{match.path}/events/1?state=perhaps"), "bad-request")


def test_an_undone_move_is_shown_as_it_was_and_then_taken_back(ask: Ask, new_app, match: Coup):
    before = ask("GET", match.path, match.tokens[0]).json
    match.send(0, {"type": "declare_action", "params": {"decision_id": 0, "action": "usa"}})
    played = ask("GET", match.path, match.tokens[0]).json
    ask("POST", f"{match.path}/undo", match.tokens[0], {})
    after = ask("GET", match.path, match.tokens[0]).json
    for worker in (ask, in_process(new_app())):
        undone = worker("GET", f"{match.path}/events/{after['version']}?state=true", match.tokens[0]).json
        assert undone["type"] == "MoveUndone"
        assert (undone["before"], undone["after"]) == (played["state"], after["state"])
        moved = worker("GET", f"{match.path}/events/{before['version'] + 1}?state=true", match.tokens[0]).json
        assert moved["before"] == before["state"]


def test_after_the_end_everything_is_shown(ask: Ask, link: Client, match: Coup):
    match.finish()
    dealt = next(one for one in ask("GET", f"{match.path}/events").json["events"] if one["type"] == "CardsDealt")
    shown = ask("GET", f"{match.path}/events/{dealt['version']}?state=true").json
    assert shown["secret"]
    assert shown["after"] != shown["before"]
