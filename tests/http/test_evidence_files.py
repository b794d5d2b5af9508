"""Evidence as a file: whoever gets it checks it without the service, and one changed byte breaks it."""

from __future__ import annotations

import json
import random

import pytest

from events.tree import canonical
from games.registry import all_games
from ledger.table import rulesets_of
from projections.verify import Pins, verify
from service.cli import main
from tests.http.asking import Coup, coup, problem

RULESETS = rulesets_of(all_games())


@pytest.fixture
def arbiter(app) -> str:
    return app.extensions["matchledger"].identity.enrol("Judge", "arbiter")[1]


def evidence(match: Coup, step: int, token: str | None) -> bytes:
    reply = match.ask("GET", f"{match.path}/audit/steps/{step}/evidence", token)
    assert reply.status == 200, reply
    return reply.body


def values(match: Coup, text: bytes) -> dict[str, str]:
    key = match.ask("GET", "/v1/key").json["key"]
    return {check.name: check.value for check in verify(text, RULESETS, Pins(frozenset({key})))}


def test_everybody_gets_a_file_that_holds(match, arbiter, tmp_path, capsys):
    match.move()
    key = match.ask("GET", "/v1/key").json["key"]
    path = tmp_path / "evidence.jsonl"
    for token, viewer in ((None, "spectator"), (match.tokens[0], "seat:0"), (arbiter, "seats")):
        text = evidence(match, 0, token)
        assert json.loads(text.splitlines()[0])["viewer"] == viewer
        found = values(match, text)
        assert found.pop("claimed") == found.pop("log") == "not proven here"
        assert set(found.values()) == {"proven"}, found
        path.write_bytes(text)
        assert main(["verify", str(path), "--key", key]) == 0
    assert main(["verify", str(path)]) == 3, "nobody has pinned the key"
    assert "not proven here  claimed" in capsys.readouterr().out
    problem(match.ask("GET", f"{match.path}/audit/steps/99/evidence"), "not-found")
    problem(match.ask("POST", "/v1/matches/import", arbiter, raw=text), "bad-import")


def test_one_changed_byte_breaks_it(ask, arbiter):
    match = coup(ask)
    match.finish()
    text = evidence(match, 1, None)
    assert "broken" not in values(match, text).values()
    rng = random.Random(3)
    for _ in range(300):
        place = rng.randrange(len(text))
        changed = text[:place] + bytes([text[place] ^ 1 << rng.randrange(7)]) + text[place + 1 :]
        assert "broken" in values(match, changed).values(), (place, text[place - 20 : place + 20])


def test_a_changed_card_or_salt_does_not_lead_to_the_root(match, arbiter):
    lines = [json.loads(line) for line in evidence(match, 0, arbiter).splitlines()]
    place, name = next(
        (place, name)
        for place, line in enumerate(lines)
        for name, part in line.get("event", {}).get("secret", {}).items()
        if name.startswith("seat:") and "salt" in part
    )
    part = lines[place]["event"]["secret"][name]
    field, value = next(iter(part["values"].items()))
    for changed in ({**part, "values": {field: value[::-1] + value}}, {**part, "salt": "A" * 43 + "="}):
        lines[place]["event"]["secret"][name] = changed
        found = values(match, b"".join(canonical(line) + b"\n" for line in lines))
        assert (found["tree"], found["signature"]) == ("broken", "broken")


def test_the_look_of_an_arbiter_is_recorded(match, arbiter):
    evidence(match, 0, arbiter)
    events = match.ask("GET", f"{match.path}/events").json["events"]
    assert [event["type"] for event in events].count("ArbiterLooked") == 1
