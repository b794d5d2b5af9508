"""Evidence as a file: whoever gets it checks it without the service, and one changed byte breaks it."""

from __future__ import annotations

import json
import random
from hashlib import sha256

import pytest

from events.checkpoint import Checkpoint
from events.origin import match_origin, origin_in
from events.tree import canonical
from games.registry import all_games
from ledger.table import rulesets_of
from projections.evidence_file import evidence_origin
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


def test_after_the_end_the_export_proves_what_was_claimed(match, arbiter, tmp_path, capsys):
    """Evidence of a running match, by viewer, and of the finished one, against the exported match."""
    match.move()
    match.move()
    spectator, seat = evidence(match, 2, None), evidence(match, 2, match.tokens[0])
    seats = evidence(match, 2, arbiter)
    taken_back = evidence(match, 1, None)
    match.finish()
    every = evidence(match, 2, None)
    export, path = tmp_path / "match.jsonl", tmp_path / "evidence.jsonl"
    export.write_bytes(match.ask("GET", f"{match.path}/export").body)
    key = match.ask("GET", "/v1/key").json["key"]
    for text in (spectator, seat, seats, every, taken_back):
        path.write_bytes(text)
        assert main(["verify", str(path), "--key", key, "--with", str(export)]) == 0, capsys.readouterr().out
        assert "proven           claimed" in capsys.readouterr().out


def test_a_false_claim_is_broken_by_the_export(match, app, tmp_path, capsys):
    """A service that lies about tables, choices or sentences, and signs its lie."""
    match.move()
    match.finish()
    export = match.ask("GET", f"{match.path}/export").body
    (tmp_path / "match.jsonl").write_bytes(export)
    lines = [json.loads(line) for line in evidence(match, 1, None).splitlines()]
    key = match.ask("GET", "/v1/key").json["key"]
    notary, path = app.extensions["matchledger"].notary, tmp_path / "evidence.jsonl"

    def verified(claimed: dict[str, object]) -> tuple[int, str]:
        body = b"".join(canonical(line) + b"\n" for line in [*lines[:-2], {"claimed": claimed}])
        header = lines[0]
        origin = evidence_origin(match_origin(origin_in(key), header["match"]), header["step"])
        note = notary.sign(Checkpoint(origin, body.count(b"\n"), sha256(body).digest()))
        path.write_bytes(body + canonical({"signed": note}) + b"\n")
        capsys.readouterr()
        status = main(["verify", str(path), "--key", key, "--with", str(tmp_path / "match.jsonl")])
        return status, capsys.readouterr().out

    true = lines[-2]["claimed"]
    assert verified(true)[0] == 0
    lies = {
        "narration": ["Nothing happened."],
        "choices": [],
        "after": {**true["after"], "arbiter": {}},
        "luck": [["roll", 6, 6]],
        "undone": True,
        "weather": "fine",
    }
    for name, value in lies.items():
        assert true.get(name) != value
        status, said = verified({**true, name: value})
        assert status == 1, name
        assert f"shows something else: {name}." in said
        assert "proven           signature" in said
    assert main(["verify", str(tmp_path / "match.jsonl"), "--with", str(path)]) == 2, "no evidence"


def test_an_export_that_proves_nothing_about_the_evidence(ask, tmp_path, capsys):
    match, other = coup(ask), coup(ask)
    match.finish()
    other.finish()
    key = match.ask("GET", "/v1/key").json["key"]
    path, export = tmp_path / "evidence.jsonl", tmp_path / "match.jsonl"
    path.write_bytes(evidence(match, 1, None))
    whole = match.ask("GET", f"{match.path}/export").body
    for text, sentence in (
        (other.ask("GET", f"{other.path}/export").body, "of another match"),
        (whole[:-1], "cannot be read"),
        (whole.replace(b'"actor":"seat:0"', b'"actor":"seat:1"', 1), "The export is broken"),
    ):
        export.write_bytes(text)
        assert main(["verify", str(path), "--key", key, "--with", str(export)]) == 3
        said = capsys.readouterr().out
        assert "not proven here  claimed" in said
        assert sentence in said
