"""Players, their tokens, and who is asking."""

from __future__ import annotations

import pytest

from events.redis.people import RedisPeople
from service.app import StoredPeople
from service.web.identity import Identity
from tests.http.asking import problem


def test_a_player_is_made_and_finds_themselves(ask):
    made = ask("POST", "/v1/players", None, {"name": "Zoë Ω 李"})
    assert made.status == 201
    assert made.headers["Location"] == f"/v1/players/{made.json['id']}"
    me = ask("GET", "/v1/players/me", made.json["token"]).json
    assert me == {"id": made.json["id"], "name": "Zoë Ω 李", "role": "player"}
    assert ask("GET", made.headers["Location"]).json == {"id": me["id"], "name": me["name"]}


def test_a_token_is_shown_once_and_kept_as_a_hash_only(ask, link):
    made = ask("POST", "/v1/players", None, {"name": "Ana"}).json
    assert made["token"].startswith("ml_")
    kept = b"".join(
        key + (link.call("GET", key) or b"") for key in link.call("KEYS", "*") if link.call("TYPE", key) == b"string"
    )
    assert made["id"].encode() in kept
    assert made["token"].encode() not in kept
    assert made["token"][3:].encode() not in kept
    for path in (f"/v1/players/{made['id']}", "/v1/players/me"):
        assert made["token"] not in ask("GET", path, made["token"]).body.decode()


def test_two_players_of_one_name_are_two_players(ask):
    first, second = (ask("POST", "/v1/players", None, {"name": "Ana"}).json for _ in range(2))
    assert first["id"] != second["id"]
    assert first["token"] != second["token"]


@pytest.mark.parametrize(
    "name", ["", " Ana", "Ana ", "A\tb", "A\nb", "A\x00b", "x" * 41, 7, None, ["Ana"], "Ana\u202e", "\u200bAna"]
)
def test_names_are_plain(ask, name):
    assert "name" in problem(ask("POST", "/v1/players", None, {"name": name}), "bad-request")["errors"]


@pytest.mark.parametrize(
    "header",
    ["Bearer nonsense", "Bearer", "Bearer ", "Basic YTpi", "nonsense", "Bearer \u00e9", "", "Bearer " + "x" * 4000],
)
def test_a_token_that_is_wrong_is_refused_everywhere(ask, header):
    """Also where no token is needed: somebody who shows a wrong one is told so, and not served as a spectator."""
    for path in ("/v1/players/me", "/v1/matches/m-0000000000000000"):
        reply = ask("GET", path, headers={"Authorization": header})
        problem(reply, "token-unknown")
        assert reply.headers["WWW-Authenticate"] == "Bearer"


def test_the_scheme_may_be_written_in_any_case(ask):
    token = ask.client.player()
    assert ask("GET", "/v1/players/me", headers={"Authorization": f"bearer {token}"}).status == 200


def test_without_a_token_one_is_nobody(ask):
    reply = ask("GET", "/v1/players/me")
    problem(reply, "token-missing")
    assert reply.headers["WWW-Authenticate"] == "Bearer"


def test_an_unknown_player_is_not_found(ask):
    problem(ask("GET", "/v1/players/p-0000000000000000"), "not-found")


def test_roles_are_given_by_the_operator_only(ask, link):
    problem(ask("POST", "/v1/players", None, {"name": "Ana", "role": "admin"}), "bad-request")
    _, token = Identity(StoredPeople(RedisPeople(link))).enrol("Ref", "arbiter")
    assert ask("GET", "/v1/players/me", token).json["role"] == "arbiter"
