"""Open a match, take seats, leave them, start."""

from __future__ import annotations

import pytest

from tests.http.asking import problem

COUP_FOR_TWO = {"game": "coup", "seats": 2}


@pytest.fixture
def ana(ask):
    return ask.client.player("Ana")


@pytest.fixture
def ben(ask):
    return ask.client.player("Ben")


@pytest.fixture
def opened(ask, ana):
    return ask("POST", "/v1/matches", ana, COUP_FOR_TWO).json["id"]


def test_a_match_is_opened(ask, ana):
    reply = ask("POST", "/v1/matches", ana, {**COUP_FOR_TWO, "options": {"module": "un"}})
    assert reply.status == 201
    opened = reply.json
    assert reply.headers["Location"] == f"/v1/matches/{opened['id']}"
    assert opened["status"] == "open"
    assert (opened["game"], opened["version"], opened["step"]) == ("coup", 1, 0)
    assert opened["options"] == {"module": "un", "first_seat": None, "reaction_timeout_s": None}
    assert opened["seats"] == [{"seat": seat, "player": None, "name": None, "left": None} for seat in (0, 1)]
    assert (opened["to_act"], opened["state"], opened["result"], opened["deadline"]) == ([], None, None, None)
    again = ask("GET", reply.headers["Location"])
    assert again.json == opened
    assert again.etag == reply.etag


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"game": "coup", "seats": 1}, "seats"),
        ({"game": "coup", "seats": 7}, "seats"),
        ({"game": "coup", "seats": "2"}, "seats"),
        ({"game": "coup", "seats": 2.5}, "seats"),
        ({"game": "coup", "seats": True}, "seats"),
        ({"game": "coup"}, "seats"),
        ({"seats": 2}, "game"),
        ({**COUP_FOR_TWO, "options": {"module": "moon"}}, "options"),
        ({**COUP_FOR_TWO, "options": {"colour": "red"}}, "options"),
        ({**COUP_FOR_TWO, "options": {"first_seat": 2}}, "options"),
        ({**COUP_FOR_TWO, "options": []}, "options"),
        ({**COUP_FOR_TWO, "public": "yes"}, "public"),
        ({**COUP_FOR_TWO, "colour": "red"}, "colour"),
    ],
)
def test_a_match_that_cannot_be_is_refused(ask, ana, written, body, field):
    before = written()
    assert field in problem(ask("POST", "/v1/matches", ana, body), "bad-request")["errors"]
    assert written() == before


def test_a_game_that_does_not_exist_is_not_found(ask, ana):
    assert "coup" in problem(ask("POST", "/v1/matches", ana, {"game": "chess", "seats": 2}), "not-found")["detail"]


def test_opening_needs_a_token(ask):
    problem(ask("POST", "/v1/matches", None, COUP_FOR_TWO), "token-missing")


def test_seats_are_taken_in_order_and_shown_with_names(ask, ana, ben, opened):
    assert ask("POST", f"/v1/matches/{opened}/seats", ben).json == {"seat": 0}
    taken = ask("POST", f"/v1/matches/{opened}/seats", ana, {})
    assert (taken.status, taken.json) == (201, {"seat": 1})
    seats = ask("GET", f"/v1/matches/{opened}").json["seats"]
    assert [seat["name"] for seat in seats] == ["Ben", "Ana"]


def test_a_seat_may_be_chosen(ask, ana, ben, opened):
    assert ask("POST", f"/v1/matches/{opened}/seats", ana, {"seat": 1}).json == {"seat": 1}
    taken = problem(ask("POST", f"/v1/matches/{opened}/seats", ben, {"seat": 1}), "match-full")
    assert "Seat 1" in taken["detail"]
    problem(ask("POST", f"/v1/matches/{opened}/seats", ben, {"seat": 2}), "bad-request")
    assert ask("POST", f"/v1/matches/{opened}/seats", ben).json == {"seat": 0}


def test_nobody_sits_twice_and_a_full_match_takes_nobody(ask, ana, ben, opened):
    for token in (ana, ben):
        ask("POST", f"/v1/matches/{opened}/seats", token)
    assert problem(ask("POST", f"/v1/matches/{opened}/seats", ana), "already-seated")["seat"] == 0
    problem(ask("POST", f"/v1/matches/{opened}/seats", ask.client.player("Cem")), "match-full")


def test_a_seat_is_left_and_taken_by_somebody_else(ask, ana, ben, opened):
    ask("POST", f"/v1/matches/{opened}/seats", ana)
    problem(ask("DELETE", f"/v1/matches/{opened}/seats/0", ben), "not-allowed")
    left = ask("DELETE", f"/v1/matches/{opened}/seats/0", ana)
    assert (left.status, left.body) == (204, b"")
    problem(ask("DELETE", f"/v1/matches/{opened}/seats/0", ana), "not-allowed")
    assert ask("POST", f"/v1/matches/{opened}/seats", ben).json == {"seat": 0}


def test_only_a_full_match_starts(ask, ana, opened):
    ask("POST", f"/v1/matches/{opened}/seats", ana)
    assert problem(ask("POST", f"/v1/matches/{opened}/start", ana), "seats-empty")["seats"] == [1]


def test_a_match_is_started_by_its_opener_or_by_a_seated_player(ask, ana, ben, opened):
    others = [ask.client.player(name) for name in ("Cem", "Dee")]
    for token in others:
        ask("POST", f"/v1/matches/{opened}/seats", token)
    problem(ask("POST", f"/v1/matches/{opened}/start", ben), "not-allowed")
    started = ask("POST", f"/v1/matches/{opened}/start", ana)
    assert started.status == 200
    assert started.json["status"] == "running"
    assert all(card["card"] is None for seat in started.json["state"]["seats"] for card in seat["cards"])


def test_a_starting_player_sees_their_own_cards(ask, ana, ben, opened):
    for token in (ana, ben):
        ask("POST", f"/v1/matches/{opened}/seats", token)
    started = ask("POST", f"/v1/matches/{opened}/start", ben, {}).json
    mine, theirs = started["state"]["seats"][1], started["state"]["seats"][0]
    assert all(card["card"] for card in mine["cards"])
    assert not any(card["card"] for card in theirs["cards"])


def test_nothing_of_the_lobby_is_possible_once_the_match_runs(ask, match, written):
    before = written()
    late = ask.client.player("Late")
    problem(ask("POST", f"{match.path}/seats", late), "match-not-open")
    problem(ask("DELETE", f"{match.path}/seats/0", match.tokens[0]), "match-not-open")
    problem(ask("POST", f"{match.path}/start", match.tokens[0]), "match-not-open")
    assert written() == before


def test_if_match_guards_the_lobby_too(ask, ana, ben, opened):
    ask("POST", f"/v1/matches/{opened}/seats", ana, version=1)
    assert problem(ask("POST", f"/v1/matches/{opened}/seats", ben, version=1), "version-conflict")["version"] == 2
    assert ask("POST", f"/v1/matches/{opened}/seats", ben, version='"2-spectator"').status == 201


def test_a_private_match_does_not_exist_for_outsiders(ask, ana, ben):
    secret = ask("POST", "/v1/matches", ana, {**COUP_FOR_TWO, "public": False}).json["id"]
    unknown = ask("GET", "/v1/matches/m-0000000000000000")
    for path in ("", "/events", "/choices", "/commands", "/start", "/seats/0"):
        method = {"/commands": "POST", "/start": "POST", "/seats/0": "DELETE"}.get(path, "GET")
        body = {"type": "pass"} if path == "/commands" else None
        reply = ask(method, f"/v1/matches/{secret}{path}", ben, body)
        problem(reply, "not-found")
        if not path:
            assert reply.body == unknown.body
    problem(ask("GET", f"/v1/matches/{secret}"), "not-found")
    assert ask("GET", f"/v1/matches/{secret}", ana).status == 200
    assert ask("POST", f"/v1/matches/{secret}/seats", ben).status == 201, "whoever was given the id may join"
    assert ask("GET", f"/v1/matches/{secret}", ben).status == 200


def test_a_private_match_that_is_no_longer_open_does_not_exist_for_whoever_wants_to_sit_down(ask, ana, ben):
    """Also not by the version that it is at, nor by the seats whose part of the luck is waited for."""
    path = f"/v1/matches/{ask('POST', '/v1/matches', ana, {**COUP_FOR_TWO, 'public': False}).json['id']}"
    late = ask.client.player("Late")
    for seat, token in enumerate((ana, ben)):
        assert ask("POST", f"{path}/seats", token, {"seat": seat, "luck": {"commitment": f"{seat:064x}"}}).status == 201
    problem(ask("POST", f"{path}/seats", late), "match-full")
    unknown = problem(ask("POST", "/v1/matches/m-0000000000000000/seats", late), "not-found")
    ask("POST", f"{path}/start", ana)
    assert ask("GET", path, ana).json["opening"]
    for version in (None, 1, 99):
        assert problem(ask("POST", f"{path}/seats", late, version=version), "not-found") == unknown
    problem(ask("POST", f"{path}/seats", ana), "lobby-closed")


def test_the_id_of_a_private_match_cannot_be_worked_out_from_its_key(ask, ana, ben):
    """Keys are chosen by clients and easily guessed; the id is what lets one into a private match."""
    from hashlib import blake2b

    body = {**COUP_FOR_TWO, "public": False}
    made = ask("POST", "/v1/matches", ana, body, key="1").json["id"]
    assert ask("POST", "/v1/matches", ben, body, key="1").json["id"] != made
    me = ask("GET", "/v1/players/me", ana).json["id"]
    number = int.from_bytes(blake2b(f"{me}\n1".encode(), digest_size=10).digest(), "big")
    alphabet = "0123456789abcdefghjkmnpqrstvwxyz"
    assert made != "m-" + "".join(alphabet[number >> shift & 31] for shift in range(0, 80, 5))


@pytest.mark.parametrize("slug", ["szmal", "munchkin-apocalypse"])
def test_an_unknown_deck_pack_is_refused(ask, slug):
    body = {"game": slug, "seats": 3, "options": {"packs": ["nonsense"]}}
    problem(ask("POST", "/v1/matches", ask.client.player(), body), "bad-request")
