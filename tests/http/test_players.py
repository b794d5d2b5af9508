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
    "name",
    ["", " Ana", "Ana ", "A\tb", "A\nb", "A\x00b", "A\x85b", "A\u2028b", "x" * 41, 7, None, ["Ana"]]
    + [f"Ana{direction}x" for direction in "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"],
)
def test_a_name_has_no_control_characters_and_does_not_turn_the_text_around(ask, name):
    assert "name" in problem(ask("POST", "/v1/players", None, {"name": name}), "bad-request")["errors"]


@pytest.mark.parametrize(
    "name",
    [
        "\u0645\u06cc\u200c\u0646\u0627",  # Persian, with a zero-width non-joiner
        "\u0930\u094d\u200d\u092f",  # Hindi, with a zero-width joiner
        "\U0001f469\u200d\U0001f680 Ada",  # an emoji of two, joined
        "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",  # a flag, spelled with tags
        "\U0001fadf\U0001fae9\U0001fac8",  # emoji of Unicode 16 and 17: unassigned in older tables
        "\u05d0\u200f!",  # Hebrew, with a right-to-left mark
        "O'Neill-\u0160 \u00a7 <b>",
    ],
)
def test_a_name_may_hold_whatever_people_write(ask, name):
    made = ask("POST", "/v1/players", None, {"name": name})
    assert made.status == 201, made.body
    assert ask("GET", made.headers["Location"]).json["name"] == name


def test_half_a_character_is_not_json(ask):
    raw = b'{"name": "A\\ud800"}'
    problem(ask("POST", "/v1/players", raw=raw, headers={"Content-Type": "application/json"}), "bad-json")


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
