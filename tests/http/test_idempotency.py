"""The decision table of the store (key known or not, version expected or not), as seen through the API, row by row."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import NamedTuple

import pytest
from flask import Flask

from events.redis.people import RedisPeople
from ledger.seed import commitment_of
from service.app import StoredPeople
from service.web.http import ROUTES
from service.web.identity import Identity
from tests.http.asking import Ask, Coup, Reply, coup, in_process, problem

KEY = "k-1"
IGNORED = ("Date", "X-Request-Id")


@pytest.fixture
def ask(app: Flask, transport: Callable[[Flask], Ask]) -> Ask:
    return transport(app)


def identity(reply: Reply) -> tuple:
    """All of an answer that must be the same the second time."""
    return reply.status, reply.body, sorted((k, v) for k, v in reply.headers.items() if k not in IGNORED)


class Row(NamedTuple):
    """What has happened before, the request, and what is answered."""

    prepare: Callable[[Coup], None]
    key: str | None
    expected: Callable[[int], int | None]  # from the current version
    status: int
    slug: str | None = None
    other_body: bool = False


def nothing(_match: Coup) -> None:
    pass


def know_the_key(match: Coup) -> None:
    assert send(match, KEY).status == 201


def finish(match: Coup) -> None:
    match.finish()


def freeze(match: Coup) -> None:
    body = {"step": 0, "claim": "The deck was marked.", "freeze": True}
    assert match.ask("POST", f"{match.path}/disputes", match.tokens[1], body).status == 201


def know_the_key_and_freeze(match: Coup) -> None:
    know_the_key(match)
    freeze(match)


def know_the_key_and_finish(match: Coup) -> None:
    know_the_key(match)
    finish(match)


def send(match: Coup, key: str | None, version: int | None = None, *, other_body: bool = False) -> Reply:
    """Seat 0's first income of the match; the other body is another action for the same decision."""
    action = "local_businessmen" if other_body else "usa"
    command = {"type": "declare_action", "params": {"decision_id": 0, "action": action}}
    return match.send(0, command, key=key, version=version)


def not_given(_version: int) -> None:
    return None


TABLE = {
    "unknown key, no expectation: appended": Row(nothing, KEY, not_given, 201),
    "unknown key, the current version: appended": Row(nothing, KEY, lambda c: c, 201),
    "no key, no expectation: appended": Row(nothing, None, not_given, 201),
    "no key, the current version: appended": Row(nothing, None, lambda c: c, 201),
    "known key, same body: the same answer": Row(know_the_key, KEY, not_given, 201),
    "known key, same body, the current version: the same answer": Row(know_the_key, KEY, lambda c: c, 201),
    "known key, same body, an old version: the same answer": Row(know_the_key, KEY, lambda c: c - 1, 201),
    "known key, same body, a version to come: the same answer": Row(know_the_key, KEY, lambda c: c + 1, 201),
    "known key, other body: refused": Row(know_the_key, KEY, not_given, 422, "idempotency-key-reused", True),
    "known key, other body, old version: refused": Row(
        know_the_key, KEY, lambda c: c - 1, 422, "idempotency-key-reused", True
    ),
    "unknown key, an old version: conflict": Row(nothing, KEY, lambda c: c - 1, 412, "version-conflict"),
    "no key, an old version: conflict": Row(nothing, None, lambda c: c - 1, 412, "version-conflict"),
    "unknown key, a version to come: conflict": Row(nothing, KEY, lambda c: c + 1, 412, "version-conflict"),
    "no key, a version to come: conflict": Row(nothing, None, lambda c: c + 7, 412, "version-conflict"),
    "unknown key, the match is finished": Row(finish, "k-2", not_given, 409, "match-finished"),
    "unknown key, the match is finished, current version": Row(finish, "k-2", lambda c: c, 409, "match-finished"),
    "unknown key, the match is frozen by a dispute": Row(freeze, "k-2", not_given, 423, "match-frozen"),
    "no key, the match is frozen by a dispute, current version": Row(freeze, None, lambda c: c, 423, "match-frozen"),
    "unknown key, the match is frozen, an old version": Row(freeze, "k-2", lambda c: c - 1, 412, "version-conflict"),
    "known key, the match is frozen since: the same answer": Row(know_the_key_and_freeze, KEY, not_given, 201),
    "known key, the match is finished: the same answer": Row(know_the_key_and_finish, KEY, not_given, 201),
}


@pytest.mark.parametrize("row", TABLE.values(), ids=TABLE.keys())
@pytest.mark.parametrize("is_restarted", [False, True], ids=["", "after a restart"])
def test_the_table(ask, new_app, written, row, is_restarted, transport):
    match = coup(ask)
    row.prepare(match)
    if is_restarted:
        match = match._replace(ask=transport(new_app()))
    version, before = match.seen()["version"], written()
    reply = send(match, row.key, row.expected(version), other_body=row.other_body)
    is_new = row.status == 201 and row.prepare is nothing
    assert reply.status == row.status
    if row.slug is not None:
        document = problem(reply, row.slug)
        if row.slug == "version-conflict":
            assert document["version"] == version
        if row.slug == "match-frozen":
            assert match.ask("GET", document["dispute"]).json["status"] == "open"
    assert (written() != before) == is_new, "written exactly when something new was accepted"
    if row.status == 201:
        assert match.ask("GET", f"{match.path}/events?after=10", match.tokens[0]).json["events"][0]["step"] == 1


@pytest.mark.parametrize("is_restarted", [False, True], ids=["", "after a restart"])
def test_a_retry_gets_the_same_answer_to_the_byte(match, new_app, is_restarted, transport):
    first = send(match, KEY)
    retried = match._replace(ask=transport(new_app())) if is_restarted else match
    for _ in range(3):
        assert identity(send(retried, KEY)) == identity(first)
    match.move()
    match.move()
    assert identity(send(retried, KEY)) == identity(first), "also after the match has gone on"
    match.finish()
    assert identity(send(retried, KEY)) == identity(first), "also after the end, when everybody may see everything"


def test_a_retry_gets_the_same_answer_also_if_the_move_was_undone_since(match, new_app, transport):
    first = send(match, KEY)
    undone = match.ask("POST", f"{match.path}/undo", match.tokens[0])
    assert undone.status == 201, undone
    seen = match.seen()
    assert seen["to_act"] == [0]
    for one in (match, match._replace(ask=transport(new_app()))):
        assert identity(send(one, KEY)) == identity(first)
        assert one.seen() == seen, "and it is not played again"


@pytest.mark.parametrize("is_restarted", [False, True], ids=["", "after a restart"])
def test_a_refusal_is_repeated_to_the_byte_even_when_the_move_would_be_legal_now(
    match, new_app, written, is_restarted, transport
):
    """Seat 1 sends for the decision that comes next, too early; then it comes, and the old refusal stands."""
    early = {"type": "declare_action", "params": {"decision_id": 1, "action": "usa"}}
    first = match.send(1, early, key=KEY)
    assert problem(first, "illegal-move")["code"] == "unknown_decision"
    match.move()
    assert match.income() == early, "now it would be legal"
    retried = match._replace(ask=transport(new_app())) if is_restarted else match
    before = written()
    for _ in range(2):
        assert identity(retried.send(1, early, key=KEY)) == identity(first)
    problem(retried.send(1, {**early, "type": "pass"}, key=KEY), "idempotency-key-reused")
    assert written() == before
    assert retried.send(1, early, key="another").status == 201


def test_a_conflict_of_versions_does_not_use_the_key_up(match):
    problem(send(match, KEY, version=1), "version-conflict")
    assert send(match, KEY, version=match.seen()["version"]).status == 201


def test_a_malformed_command_does_not_use_the_key_up(match):
    wrong = {"type": "declare_action", "params": {"decision_id": "0"}}
    problem(match.send(0, wrong, key=KEY), "bad-parameters")
    assert send(match, KEY).status == 201
    problem(match.send(0, wrong, key=KEY), "idempotency-key-reused")


def test_a_key_belongs_to_one_seat_of_one_match(ask, match):
    first = send(match, KEY)
    other = coup(ask)
    assert send(other, KEY).json["events"][0]["command"] != first.json["events"][0]["command"]
    assert match.send(1, match.income(), key=KEY).status == 201, "the other seat has keys of its own"


def test_the_form_of_the_body_counts_as_it_was_sent(match):
    """Two bodies that mean the same are two bodies: what was signed or logged is what is compared."""
    send(match, KEY)
    raw = b'{"params": {"action": "usa", "decision_id": 0}, "type": "declare_action"}'
    reply = match.ask(
        "POST",
        f"{match.path}/commands",
        match.tokens[0],
        raw=raw,
        key=KEY,
        headers={"Content-Type": "application/json"},
    )
    problem(reply, "idempotency-key-reused")


def test_writers_with_one_key_at_the_same_time_are_one(match, new_app, transport):
    replies: list[Reply] = []
    ways = [match._replace(ask=transport(new_app())) for _ in range(6)]
    begin = threading.Barrier(len(ways))

    def write(way: Coup) -> None:
        begin.wait(30)
        replies.append(send(way, KEY))

    threads = [threading.Thread(target=write, args=(way,)) for way in ways]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {identity(reply)[:2] for reply in replies} == {(201, replies[0].body)}
    assert match.seen()["step"] == 1


def test_writers_that_race_without_if_match_come_in_one_order(ask, new_app, transport):
    """Three opponents answer one declaration at once: each answer counts, or is refused by the rules."""
    match = coup(ask, seats=4)
    match.send(0, {"type": "declare_action", "params": {"decision_id": 0, "action": "local_businessmen"}})
    decision = match.seen()["state"]["decision"]["id"]
    replies: dict[int, Reply] = {}
    ways = {seat: match._replace(ask=transport(new_app())) for seat in (1, 2, 3)}
    begin = threading.Barrier(3)

    def write(seat: int) -> None:
        begin.wait(30)
        replies[seat] = ways[seat].send(seat, {"type": "pass", "params": {"decision_id": decision}})

    threads = [threading.Thread(target=write, args=(seat,)) for seat in (1, 2, 3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [replies[seat].status for seat in (1, 2, 3)] == [201] * 3
    versions = sorted(event["version"] for reply in replies.values() for event in reply.json["events"])
    assert versions == list(range(versions[0], match.seen()["version"] + 1)), "no gap, no double"
    assert sorted(reply.json["step"] for reply in replies.values()) == [2, 3, 4]


def test_a_racing_writer_who_expects_a_version_loses_cleanly(match):
    version = match.seen()["version"]
    assert match.move(version=version).status == 201
    problem(match.move(version=version), "version-conflict")


# Every way to write under a key: what is done before, and the request. Each must give the same answer again.
Request = tuple[str, str, int, dict | None]  # method, path after the match, seat, body


def _declared(match: Coup) -> None:
    match.send(0, {"type": "declare_action", "params": {"decision_id": 0, "action": "usa"}})


def _requested(match: Coup) -> None:
    _declared(match)
    match.move()
    assert match.ask("POST", f"{match.path}/undo", match.tokens[0], {"to_step": 0}).status == 202


def _undone(match: Coup) -> None:
    _declared(match)
    assert match.ask("POST", f"{match.path}/undo", match.tokens[0]).status == 201


def _handed_over(match: Coup) -> None:
    assert match.ask("POST", f"{match.path}/leave", match.tokens[0], {"as": "bot"}).status == 201


INCOME = {"type": "declare_action", "params": {"decision_id": 0, "action": "usa"}}
WAYS: dict[str, tuple[Callable[[Coup], None], Request]] = {
    "send_command": (nothing, ("POST", "/commands", 0, INCOME)),
    "undo": (_declared, ("POST", "/undo", 0, {})),
    "vote_on_undo": (_requested, ("POST", "/undo/votes", 1, {"accepts": True})),
    "withdraw_undo": (_requested, ("DELETE", "/undo", 0, None)),
    "redo": (_undone, ("POST", "/redo", 0, {})),
    "leave_match": (nothing, ("POST", "/leave", 0, {"as": "bot"})),
    "stay_in_match": (_handed_over, ("DELETE", "/leave", 0, None)),
    "branch": (_declared, ("POST", "/branches", 0, {"step": 1})),
    "open_dispute": (_declared, ("POST", "/disputes", 1, {"step": 1, "claim": "It was my turn.", "freeze": True})),
}
RULING = {"rule_on_dispute", "withdraw_dispute"}  # test_a_ruling_repeats_its_answer, and the one after it
LEAVING = {"cancel_match", "report_away"}  # test_leaving.py
IMPORT = {"import_match"}  # test_a_retried_import_answers_as_the_first
LOBBY = {"open_match", "take_seat", "leave_seat", "start_match", "seat_bots", "commit_luck", "open_luck"}


def test_every_route_that_takes_a_key_is_tried_here():
    assert {
        route.view.__name__ for route in ROUTES if "Idempotency-Key" in route.headers
    } == WAYS.keys() | LOBBY | RULING | IMPORT | LEAVING


@pytest.mark.parametrize("way", WAYS)
def test_every_way_to_write_repeats_its_answer(match, new_app, written, way, transport):
    prepare, (method, path, seat, body) = WAYS[way]
    prepare(match)
    first = match.ask(method, match.path + path, match.tokens[seat], body, key=KEY)
    assert first.status in (201, 202, 204), first
    before = written()
    for ask in (match.ask, transport(new_app())):
        again = ask(method, match.path + path, match.tokens[seat], body, key=KEY)
        assert identity(again) == identity(first)
    assert written() == before
    if body is not None and (transport is in_process or way != "send_command"):  # the channel makes the body itself
        other = match.ask(
            method, f"{match.path}{path}", match.tokens[seat], raw=b" " + _raw(body), key=KEY, headers=JSON
        )
        problem(other, "idempotency-key-reused")
    assert written() == before


JSON = {"Content-Type": "application/json"}


def _raw(body: dict) -> bytes:
    import json

    return json.dumps(body).encode()


def test_the_lobby_repeats_its_answers(ask, new_app, written, transport):
    ana, ben = ask.client.player("Ana"), ask.client.player("Ben")
    opening = ("POST", "/v1/matches", ana, {"game": "coup", "seats": 3})
    opened = ask(*opening, key=KEY)
    match = opened.headers["Location"]
    sitting = ("POST", f"{match}/seats", ana, {"seat": 0, "luck": {"commitment": "ab" * 32}})
    leaving = ("DELETE", f"{match}/seats/0", ana)
    starting = ("POST", f"{match}/start", ben)
    player, part = ask("GET", "/v1/players/me", ben).json["id"], "12" * 32
    commitment = commitment_of(opened.json["id"], 1, player, part)
    committing = ("POST", f"{match}/luck/commitment", ben, {"commitment": commitment})
    unsealing = ("POST", f"{match}/luck", ben, {"part": part})
    sat = ask(*sitting, key="sit")
    left = ask(*leaving, key="leave")
    ask("POST", f"{match}/seats", ana, key="again")
    ask("POST", f"{match}/seats", ben)
    helping = ("POST", f"{match}/bots", ana, {"count": 1})
    helped = ask(*helping, key="help")
    committed = ask(*committing, key="commit")
    started = ask(*starting, key="start")
    unsealed = ask(*unsealing, key="open")
    statuses = [reply.status for reply in (opened, sat, left, helped, committed, started, unsealed)]
    assert statuses == [201, 201, 204, 201, 204, 200, 200]
    before = written()
    for one in (ask, transport(new_app())):
        assert identity(one(*opening, key=KEY)) == identity(opened)
        assert identity(one(*sitting, key="sit")) == identity(sat)
        assert identity(one(*leaving, key="leave")) == identity(left)
        assert identity(one(*starting, key="start")) == identity(started)
        assert identity(one(*helping, key="help")) == identity(helped)
        assert identity(one(*committing, key="commit")) == identity(committed)
        assert identity(one(*unsealing, key="open")) == identity(unsealed)
        problem(one(*opening[:3], {"game": "coup", "seats": 2}, key=KEY), "idempotency-key-reused")
        problem(one(*sitting[:3], {"seat": 0, "luck": {"commitment": "cd" * 32}}, key="sit"), "idempotency-key-reused")
        problem(one("POST", f"{match}/start", ben, {}, key="start"), "idempotency-key-reused")
        problem(one(*committing[:3], {"commitment": part}, key="commit"), "idempotency-key-reused")
        problem(one(*unsealing[:3], {"part": commitment}, key="open"), "idempotency-key-reused")
    assert written() == before


def test_a_ruling_repeats_its_answer(match, link, new_app, written, transport):
    _declared(match)
    _, arbiter = Identity(StoredPeople(RedisPeople(link))).enrol("Ref", "arbiter")
    opened = match.ask("POST", f"{match.path}/disputes", match.tokens[1], {"step": 1, "claim": "No.", "freeze": True})
    path, body = f"{opened.headers['Location']}/ruling", {"ruling": "rewind", "reason": "Yes."}
    ruled = match.ask("POST", path, arbiter, body, key=KEY)
    assert ruled.status == 201
    before = written()
    for ask in (match.ask, transport(new_app())):
        assert identity(ask("POST", path, arbiter, body, key=KEY)) == identity(ruled)
        problem(ask("POST", path, arbiter, {**body, "reason": "No."}, key=KEY), "idempotency-key-reused")
        problem(ask("POST", path, arbiter, body, key="another"), "dispute-ruled")
    assert written() == before


def test_a_withdrawn_dispute_repeats_its_answer(match, new_app, written, transport):
    _declared(match)
    opened = match.ask("POST", f"{match.path}/disputes", match.tokens[1], {"step": 1, "claim": "No.", "freeze": True})
    path = opened.headers["Location"]
    assert match.ask("DELETE", path, match.tokens[1], key=KEY).status == 204
    before = written()
    for ask in (match.ask, transport(new_app())):
        assert ask("DELETE", path, match.tokens[1], key=KEY).status == 204
        problem(ask("DELETE", path, match.tokens[1], key="another"), "dispute-ruled")
    assert written() == before


@pytest.mark.parametrize("key", ["", " ", "x" * 129, "a\tb", "é", "a\x7fb"])
def test_a_key_is_printable_ascii_of_some_length(match, key):
    if key == " ":
        assert send(match, key).status in (201, 400)  # servers may take blanks around a value away
    else:
        problem(send(match, key), "bad-request")
        assert match.seen()["step"] == 0
