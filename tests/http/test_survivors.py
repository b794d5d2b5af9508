"""Small promises that a change of the code could break without any other test noticing."""

from __future__ import annotations

import pytest

from tests.http.asking import coup, problem


@pytest.mark.parametrize("path", ["", "/events", "/steps", "/steps/0", "/choices"])
def test_an_outsider_with_a_guessed_tag_on_a_private_match_learns_nothing(ask, path):
    token, other, outsider = (ask.client.player(name) for name in ("Ana", "Bo", "Eve"))
    body = {"game": "coup", "seats": 2, "public": False}
    match = ask("POST", "/v1/matches", token, body).headers["Location"]
    for one in (token, other):
        assert ask("POST", f"{match}/seats", one).status == 201
    assert ask("POST", f"{match}/start", token).status == 200
    version = ask("GET", match, token).json["version"]
    for tag in (f'"{version}-spectator"', f'"{version}-0"', f'"{version}-1"', "*", ask("GET", match, token).etag):
        for who in (None, outsider):
            reply = ask("GET", f"{match}{path}", who, have=tag)
            assert reply.status != 304, tag
            if who is not None or path != "/choices":  # without a token, choices ask for one first
                problem(reply, "not-found")


def test_a_step_that_was_read_and_then_taken_back_shows_as_undone(ask):
    match = coup(ask, seats=3)
    seat = match.to_act()
    assert match.move().status == 201
    step = match.seen()["step"]

    def shown():
        one = ask("GET", f"{match.path}/steps/{step}", match.tokens[seat]).json["undone"]
        (listed,) = [
            found["undone"]
            for found in ask("GET", f"{match.path}/steps", match.tokens[seat]).json["steps"]
            if found["step"] == step
        ]
        assert listed == one
        return one

    assert shown() is False
    asked = ask("POST", f"{match.path}/undo", match.tokens[seat], {})
    if asked.status == 202:
        for other in range(3):
            if other != seat:
                ask("POST", f"{match.path}/undo/votes", match.tokens[other], {"accepts": True})
    assert step not in [one["step"] for one in ask("GET", f"{match.path}/steps?line=effective").json["steps"]]
    assert shown() is True
