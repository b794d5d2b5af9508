"""Files that somebody has tampered with: refused with a reason or imported whole, never half, and never a 5xx."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from events import export
from events.envelope import Recorded
from events.tree import root_of
from events.visibility import ARBITER
from games.registry import all_games
from ledger.luck import luck_of
from tests.audit.exports import SIGNER, exported, header_of, played, signed_again
from tests.http.asking import Reply, problem

FILES = 60  # tampered files of each game
GAMES = ("big-deal", "coup")
WORDS = [
    b"null",
    b"[]",
    b"{}",
    b"-1",
    b"1e999",
    b'"\\ud800"',
    b"99999999999999999999",
    b"\x00",
    b'"',
    b"{",
    b"\xff\xfe",
]


@pytest.fixture
def arbiter(app) -> str:
    return app.extensions["matchledger"].identity.enrol("Judge", "arbiter")[1]


def tampered(text: bytes, rng: random.Random) -> bytes:
    """One to three changes, of bytes, of values or of whole lines."""
    for _ in range(rng.randint(1, 3)):
        text = rng.choice((one_byte, a_value, a_line, cut_short, repeated))(text, rng)
    return text


def one_byte(text: bytes, rng: random.Random) -> bytes:
    place = rng.randrange(len(text))
    return text[:place] + bytes([rng.randrange(256)]) + text[place + 1 :]


def a_value(text: bytes, rng: random.Random) -> bytes:
    """Whatever follows some colon becomes something else."""
    place = text.find(b":", rng.randrange(len(text))) + 1
    end = min((found for mark in b",}" if (found := text.find(mark, place)) > 0), default=len(text))
    return text[:place] + rng.choice(WORDS) + text[end:]


def a_line(text: bytes, rng: random.Random) -> bytes:
    """A line is left out, doubled, or changes places with another."""
    lines = text.splitlines(keepends=True)
    one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    match rng.randrange(3):
        case 0:
            del lines[one]
        case 1:
            lines.insert(other, lines[one])
        case _:
            lines[one], lines[other] = lines[other], lines[one]
    return b"".join(lines) or b"\n"


def cut_short(text: bytes, rng: random.Random) -> bytes:
    return text[: rng.randrange(1, len(text))]


def repeated(text: bytes, rng: random.Random) -> bytes:
    return text + text[rng.randrange(len(text)) :]


@pytest.mark.usefixtures("trusts_the_files")
@pytest.mark.parametrize("slug", GAMES)
def test_a_tampered_file_is_refused_or_imported_whole(ask, app, arbiter, written, slug):
    rng, real = random.Random(slug), exported(slug, 4)
    before = written()
    for number in range(FILES):
        text = tampered(real, rng)
        reply = ask("POST", "/v1/matches/import", arbiter, raw=text)
        verified = ask("POST", "/v1/verify", raw=text)
        assert verified.status == 200, (number, verified)
        if reply.status == 201:  # the change did not touch what the file says
            assert_whole(app, reply)
            return_to(app, written, before)
            continue
        assert verified.json["verdict"] == "failed", number
        refused = problem(reply, "bad-import")
        assert refused["detail"], number
        assert written() == before, f"file {number} has left something behind"
    assert ask("POST", "/v1/matches/import", arbiter, raw=real).status == 201
    problem(ask("POST", "/v1/matches/import", arbiter, raw=real), "match-exists")


def assert_whole(app, reply: Reply) -> None:
    table = app.extensions["matchledger"].tables.current(reply.json["id"])
    assert (table.version, root_of(table.frontier).hex()) == (reply.json["size"], reply.json["root"])


def return_to(app, written, before) -> None:
    """As if it had not been imported: everything of it goes, from the store and from the worker's memory."""
    link = app.extensions["matchledger"].tables.store._client
    for key in written().keys() - before.keys():
        link.call("DEL", key)
    app.extensions["matchledger"].tables._kept.clear()


@pytest.mark.parametrize(
    "text", [b"", b"\n", b"{}", b"[]", b"null\n", b"\x1f\x8b\x08", b"{" * 5000, b'{"format":1}\n' * 9]
)
def test_what_is_no_export_at_all_is_refused(ask, arbiter, text):
    problem(ask("POST", "/v1/matches/import", arbiter, raw=text), "bad-import")
    assert ask("POST", "/v1/verify", raw=text).json["verdict"] == "failed"


JUNK = [None, -1, 10**15, 2.5, "", "x" * 300, [], [[]], {}, {"": None}, True, [0, 0, 0], "seat:9", {"a": [1]}]


def spoiled(history: list[Recorded], rng: random.Random) -> list[Recorded]:
    """Something in an event is something else, of whatever type."""
    place = rng.randrange(len(history))
    stored = history[place].stored
    kind = rng.randrange(4)
    if kind == 0 and stored.public:
        changed = replace(stored, public={**stored.public, rng.choice(sorted(stored.public)): rng.choice(JUNK)})
    elif kind == 1 and stored.secret:
        name = rng.choice(sorted(stored.secret))
        part = stored.secret[name]
        values = {**part.values, rng.choice([*sorted(part.values), "more"]): rng.choice(JUNK)}
        changed = replace(stored, secret={**stored.secret, name: replace(part, values=values)})
    elif kind == 2 and stored.cause is not None:
        params = replace(stored.cause.params, values={**stored.cause.params.values, "x": rng.choice(JUNK)})
        changed = replace(stored, cause=replace(stored.cause, params=params))
    else:
        names = {"type": "MoveUndone", "schema": 99, "step": 10**9, "actor": "seat:77", "rule": "", "at": -5}
        name = rng.choice(sorted(names))
        changed = replace(stored, **{name: names[name]})
    return [*history[:place], Recorded(place + 1, changed), *history[place + 1 :]]


@pytest.mark.usefixtures("trusts_the_files")
@pytest.mark.parametrize("slug", list(all_games()))
def test_a_file_that_is_signed_and_makes_no_sense_is_refused(ask, arbiter, written, slug):
    """By somebody whom the operator trusts: tree and signature fit, and what happened cannot have happened."""
    rng, (_, table) = random.Random(slug), played(slug, 4, 60)
    _, history, luck = export.read(exported_part(slug))
    before = written()
    for number in range(25):
        text = signed_again(spoiled(history, rng), table, SIGNER, luck)
        reply = ask("POST", "/v1/matches/import", arbiter, raw=text)
        assert reply.status in (201, 422), (number, reply)
        if reply.status == 201:
            break  # what was changed says nothing about the match; the store has it now
        problem(reply, "bad-import")
        assert written() == before, f"file {number} has left something behind"
        assert ask("POST", "/v1/verify", raw=text).status == 200


def exported_part(slug: str) -> bytes:
    ledger, table = played(slug, 4, 60)
    history = ledger.store.read(table.match)
    return b"".join(export.write(header_of(table, ARBITER), history, ARBITER, luck_of(table.ruleset, history)))
