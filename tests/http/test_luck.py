"""Luck that everybody can check, over HTTP: nobody can choose it by their part of it, and nobody holds a match up."""

from __future__ import annotations

import json
import random

import pytest

from events.tree import canonical
from service.problems import PROBLEM_OF_CODE
from tests.http.asking import problem
from tests.http.lucky import Lobby, part

ANA, BEN = part("ana"), part("ben")


def refused(reply, code):
    assert problem(reply, PROBLEM_OF_CODE[code])["code"] == code


def test_a_player_who_gives_no_part_holds_nothing_up(ask):
    lobby = Lobby(ask, ANA, None, None)
    closed = lobby.sit().start().json
    assert (closed["status"], closed["opening"]["waiting_for"]) == ("open", [0])
    begun = lobby.open(0).json
    assert (begun["status"], begun["opening"]) == ("running", None)


def test_where_nobody_gives_a_part_the_match_begins_at_once_and_says_so(ask):
    lobby = Lobby(ask, None, None).sit()
    assert lobby.start().json["status"] == "running"
    check = next(one for one in ask("GET", f"{lobby.path}/audit").json["checks"] if one["name"] == "joint luck")
    assert (check["value"], check["ok"]) == ("not proven here", True)
    assert "the operator alone chose the luck" in check["detail"]


def test_the_match_says_who_is_waited_for(ask, wall):
    lobby = Lobby(ask, ANA, BEN, turn_s=30).sit()
    assert ask("GET", lobby.path).json["opening"] is None
    opening = {"round": 1, "waiting_for": [0, 1], "deadline": wall.now + 60_000}
    assert lobby.start(1).json["opening"] == opening
    assert lobby.open(1).json["opening"] == {**opening, "waiting_for": [0]}
    document = ask("GET", lobby.path).json
    assert (document["opening"]["waiting_for"], document["to_act"], document["state"]) == ([0], [], None)


def test_a_bad_commitment_is_refused_and_nothing_is_lost(ask, written):
    lobby = Lobby(ask, ANA, BEN).sit(0)
    before = written()
    for body in (
        {"seat": 1, "luck": {"commitment": "ab"}},
        {"seat": 1, "luck": {"commitment": "AB" * 32}},
        {"seat": 1, "luck": {"commitment": "ab" * 32 + "\n"}},
        {"seat": 1, "luck": {"commitment": 7}},
        {"seat": 1, "luck": {}},
        {"seat": 1, "luck": None},
        {"seat": 1, "luck": {"commitment": "ab" * 32, "part": BEN}},
        {"seat": 1, "entropy": "in clear"},
    ):
        problem(ask("POST", f"{lobby.path}/seats", lobby.tokens[1], body), "bad-request")
    unseated = ask("POST", f"{lobby.path}/seats", lobby.tokens[1], {"luck": {"commitment": lobby.commitment(1)}})
    refused(unseated, "seat_missing")
    copied = {"seat": 1, "luck": {"commitment": lobby.commitment(0)}}
    refused(ask("POST", f"{lobby.path}/seats", lobby.tokens[1], copied), "commitment_used")
    assert written() == before
    lobby.sit(1)


def test_a_part_opened_wrongly_twice_early_or_late_is_refused(ask, wall):
    lobby = Lobby(ask, ANA, BEN, None).sit()
    refused(lobby.open(0), "lobby_not_closed")
    lobby.start()
    refused(lobby.start(), "lobby_closed")
    refused(ask("DELETE", f"{lobby.path}/seats/0", lobby.tokens[0]), "lobby_closed")
    refused(lobby.commit(0, part("another")), "lobby_closed")
    refused(lobby.open(0), "luck_mismatch")
    lobby.parts[0] = ANA
    problem(ask("POST", f"{lobby.path}/luck", lobby.tokens[0], {"part": "00"}), "bad-request")
    problem(ask("POST", f"{lobby.path}/luck", ask.client.player("Eve"), {"part": ANA}), "not-seated")
    refused(ask("POST", f"{lobby.path}/luck", lobby.tokens[2], {"part": ANA}), "luck_not_committed")
    assert lobby.open(0).status == 200
    refused(lobby.open(0), "luck_opened")
    wall.passes(24 * 3600 + 1)
    refused(lobby.open(1), "luck_late")


def test_a_client_that_crashed_opens_again_under_its_key(ask):
    lobby = Lobby(ask, ANA, BEN).sit()
    lobby.start()
    first = lobby.open(0, key="open")
    last = lobby.open(1, key="open")
    assert last.json["status"] == "running"
    assert lobby.open(0, key="open").body == first.body
    assert lobby.open(1, key="open").body == last.body
    refused(lobby.open(1, key="other"), "match_not_open")


def test_a_withheld_part_costs_the_seat_and_the_others_commit_anew(ask, wall, projector, clock):
    lobby = Lobby(ask, ANA, BEN, None, turn_s=30).sit()
    lobby.start()
    lobby.open(0)
    projector.start()
    while projector.run_once(block_ms=10):
        pass
    wall.passes(60)
    clock.run_once()
    assert ask("GET", lobby.path).json["opening"] is not None, "the last moment is still in time"
    wall.passes(0.001)
    clock.run_once()
    document = ask("GET", lobby.path).json
    assert (document["opening"], document["must_commit"]) == (None, [0])
    assert [one["player"] for one in document["seats"]] == [lobby.players[0], None, lobby.players[2]]
    lobby.parts[1] = None
    lobby.sit(1)
    refused(lobby.start(), "luck_missing")
    refused(
        ask("POST", f"{lobby.path}/luck/commitment", lobby.tokens[0], {"commitment": lobby.commitment(0)}),
        "commitment_used",
    )
    assert lobby.commit(0, part("second"), key="again").status == 204
    assert lobby.commit(0, part("second"), key="again").status == 204
    assert lobby.start().json["opening"]["round"] == 2
    assert lobby.open(0).json["status"] == "running"
    check = next(one for one in ask("GET", f"{lobby.path}/audit").json["checks"] if one["name"] == "joint luck")
    assert check["value"] == "proven"
    assert f"the deal of round 1 was refused by seat 1 ({lobby.players[1]})" in check["detail"]
    while projector.run_once(block_ms=10):
        pass
    wall.passes(24 * 3600)
    clock.run_once()
    assert ask("GET", lobby.path).json["status"] == "running"


def test_a_part_that_comes_late_is_refused_and_changes_nothing(ask):
    match = Lobby(ask, ANA, None).begin()
    before = ask("GET", f"{match.path}/checkpoint").json
    problem(ask("POST", f"{match.path}/luck", match.tokens[1], {"part": BEN}), "match-not-open")
    problem(ask("POST", f"{match.path}/luck/commitment", match.tokens[1], {"commitment": BEN}), "match-not-open")
    body = {"seat": 1, "luck": {"commitment": BEN}}
    problem(ask("POST", f"{match.path}/seats", ask.client.player("Late"), body), "match-not-open")
    assert ask("GET", f"{match.path}/checkpoint").json["root"] == before["root"]


def test_nobody_sees_a_part_before_its_owner_opens_it(ask):
    """The server's part is committed to in the first event, and nobody is shown it before the end."""
    lobby = Lobby(ask, ANA, BEN).sit()
    lobby.start()
    lobby.open(0)
    seen = ask("GET", f"{lobby.path}/events", lobby.tokens[0]).body.decode()
    assert ANA in seen
    assert BEN not in seen
    assert "server_seed" not in seen
    lines = [json.loads(line) for line in ask("GET", f"{lobby.path}/export", lobby.tokens[1]).body.splitlines()]
    assert set(lines[1]["secret"]["sealed"]) == {"commitment"}, "there, and closed"


def test_a_branch_has_joint_luck_of_its_own(ask):
    match = Lobby(ask, ANA, BEN).begin()
    match.finish()
    made = ask("POST", f"{match.path}/branches", match.tokens[0], {"step": 2}).json["id"]
    branch = Lobby(ask, part("one"), part("two"))
    branch.match, branch.path = made, f"/v1/matches/{made}"
    branch.begin()
    checks = {one["name"]: one for one in ask("GET", f"{branch.path}/audit", branch.tokens[0]).json["checks"]}
    assert checks["joint luck"]["value"] == "proven"
    assert checks["ledger"]["value"] == "proven"


def test_the_same_parts_never_give_the_same_luck_twice(ask):
    """A player who knows all the players' parts, their own among them, knows nothing of the deal."""
    deals = set()
    for _ in range(8):
        match = Lobby(ask, ANA, BEN).begin()
        deals.add(json.dumps([match.seen(seat)["state"] for seat in range(2)]))
    assert len(deals) > 1


def test_a_finished_match_proves_its_joint_luck_to_a_stranger(ask):
    match = Lobby(ask, ANA, BEN).begin()
    match.finish()
    export = ask("GET", f"{match.path}/export").body
    checks = {one["name"]: one for one in ask("POST", "/v1/verify", raw=export).json["checks"]}
    assert checks["joint luck"]["value"] == "proven"
    assert checks["joint luck"]["detail"] == (
        "Proven for whoever trusts one of the seats 0, 1: nobody chose this deal."
    )


@pytest.mark.parametrize("has_parts", [True, False])
def test_one_altered_draw_is_always_found(ask, has_parts):
    """Every outcome in the file, one after the other, is made another one."""
    match = (Lobby(ask, ANA, BEN) if has_parts else Lobby(ask, None, None)).begin()
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
