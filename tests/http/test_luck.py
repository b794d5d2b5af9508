"""Luck that everybody can check, over HTTP: nobody can hold the match up or steer it by their part of it."""

from __future__ import annotations

import json
import random

from events.tree import canonical
from tests.http.asking import Coup, problem


def sit(ask, match, token, entropy=None):
    return ask("POST", f"/v1/matches/{match}/seats", token, None if entropy is None else {"entropy": entropy})


def begin(ask, *parts):
    tokens = [ask.client.player(f"Player {seat}") for seat in range(len(parts))]
    match = ask("POST", "/v1/matches", tokens[0], {"game": "coup", "seats": len(parts)}).json["id"]
    for token, part in zip(tokens, parts, strict=True):
        assert sit(ask, match, token, part).status == 201
    return Coup(ask, match, tokens)


def test_a_player_who_gives_no_part_holds_nothing_up(ask):
    match = begin(ask, "mine", None, "")
    assert ask("POST", f"{match.path}/start", match.tokens[0]).json["status"] == "running"


def test_a_part_that_comes_late_is_refused_and_changes_nothing(ask):
    match = begin(ask, "mine", None)
    ask("POST", f"{match.path}/start", match.tokens[0])
    before = ask("GET", f"{match.path}/checkpoint").json
    problem(sit(ask, match.match, match.tokens[1], "better"), "match-not-open")
    problem(sit(ask, match.match, ask.client.player("Late"), "better"), "match-not-open")
    assert ask("GET", f"{match.path}/checkpoint").json["root"] == before["root"]


def test_whoever_joins_last_cannot_see_what_to_steer_by(ask):
    """The server's part is committed to in the first event, and nobody is shown it before the end."""
    match = begin(ask, "mine", "yours")
    lines = [json.loads(line) for line in ask("GET", f"{match.path}/export", match.tokens[1]).body.splitlines()]
    assert set(lines[1]["secret"]["sealed"]) == {"commitment"}, "there, and closed"
    seen = ask("GET", f"{match.path}/events", match.tokens[1]).json["events"][0]
    assert "server_seed" not in json.dumps(seen)
    ask("POST", f"{match.path}/start", match.tokens[0])
    match.finish()
    opened = [json.loads(line) for line in ask("GET", f"{match.path}/export").body.splitlines()]
    assert len(opened[1]["secret"]["sealed"]["values"]["server_seed"]) == 64


def test_the_same_parts_never_give_the_same_luck_twice(ask):
    """A player who knows all the players' parts, their own among them, knows nothing of the deal."""
    deals = set()
    for _ in range(8):
        match = begin(ask, "a", "b")
        ask("POST", f"{match.path}/start", match.tokens[0])
        deals.add(json.dumps([match.seen(seat)["state"] for seat in range(2)]))
    assert len(deals) > 1


def test_one_altered_draw_is_always_found(ask):
    """Every outcome in the file, one after the other, is made another one."""
    match = begin(ask, "a", "b")
    ask("POST", f"{match.path}/start", match.tokens[0])
    match.finish()
    text = ask("GET", f"{match.path}/export").body
    lines = text.splitlines(keepends=True)
    places = [place for place, line in enumerate(lines) if "luck" in json.loads(line)]
    assert places
    rng = random.Random(3)
    for place in places:
        draws = json.loads(lines[place])
        for call in draws["calls"]:
            true = call[2]
            call[2] = rng.sample(true, len(true)) if isinstance(true, list) else true + 1
            if call[2] == true:
                call[2] = true[::-1]
            forged = b"".join([*lines[:place], canonical(draws) + b"\n", *lines[place + 1 :]])
            checks = ask("POST", "/v1/verify", raw=forged).json["checks"]
            assert {check["name"] for check in checks if not check["ok"]} == {"draws", "luck"}
            call[2] = true
