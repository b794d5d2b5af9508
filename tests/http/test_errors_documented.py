"""Every problem type: some request leads to it, and its address says what it means."""

from __future__ import annotations

import ast
from collections.abc import Callable
from pathlib import Path

import pytest

import ledger
from projections.tables import Tables
from service import handle
from service.problems import HANDLING, PROBLEM_OF_CODE, PROBLEMS
from tests.http.asking import Ask, Coup, Reply, coup, problem
from tests.http.lucky import Lobby
from tests.http.test_sealed_choices import szmal

JSON = {"Content-Type": "application/json"}
COUP = {"game": "coup", "seats": 2}

# Codes with which the ledger refuses what no request asks for: only the audit, the clock and the operator meet them.
WITHOUT_A_REQUEST = {
    "bot_invalid": "the service makes the ids of bots",
    "match_not_finished": "the operator's tool erases secrets only once everything is over",
    "match_opened": "the audit: a match is opened twice",
    "never_sat": "the operator's tool looks first",
    "not_an_opening": "the audit: a match begins with something else",
    "not_decided": "the audit of a match whose secrets are erased",
    "not_due": "the clock asks for what is due; a request has no clock as its actor",
    "not_the_main_line": "the audit: a branch with another main line",
    "not_their_seat": "the operator's tool takes the seat from the match",
    "nothing_to_erase": "the operator's tool looks first",
    "other_game": "the audit: another version of the rules",
    "rematch_invalid": "the service opens a rematch from the match before it",
    "seed_invalid": "the service draws the seed",
}

# Why no request leads to a problem type yet.
NOT_REACHED = {
    "not-acceptable": "every answer is JSON whatever a client would rather have; kept for the framework's own refusals",
}


def seated(ask: Ask, *names: str) -> tuple[str, list[str]]:
    """An open match with these players in it; the first has opened it."""
    tokens = [ask.client.player(name) for name in names]
    match = ask("POST", "/v1/matches", tokens[0], COUP).headers["Location"]
    for token in tokens:
        ask("POST", f"{match}/seats", token)
    return match, tokens


def finished(ask: Ask) -> Coup:
    match = coup(ask)
    match.finish()
    return match


def key_reused(ask: Ask) -> Reply:
    match = coup(ask)
    match.move(key="k")
    return match.send(0, {"type": "pass"}, key="k")


def already_seated(ask: Ask) -> Reply:
    match, tokens = seated(ask, "Ana")
    return ask("POST", f"{match}/seats", tokens[0])


def match_full(ask: Ask) -> Reply:
    match, _ = seated(ask, "Ana", "Ben")
    return ask("POST", f"{match}/seats", ask.client.player())


def seats_empty(ask: Ask) -> Reply:
    match, tokens = seated(ask, "Ana")
    return ask("POST", f"{match}/start", tokens[0])


def not_running(ask: Ask) -> Reply:
    match, tokens = seated(ask, "Ana", "Ben")
    return ask("POST", f"{match}/commands", tokens[0], {"type": "pass"})


def sent(ask: Ask, seat: int = 0, **body: object) -> Reply:
    return coup(ask).send(seat, {"type": "pass", **body})


def conceded(ask: Ask) -> Reply:
    match = coup(ask, seats=3)
    _post(match, "/leave", {"as": "concede"})
    return match.send(0, match.income())


def frozen(ask: Ask) -> Reply:
    match = coup(ask)
    _post(match, "/disputes", {"step": 0, "claim": "The deck was marked.", "freeze": True})
    return match.send(0, match.income())


def lobby_closed(ask: Ask) -> Reply:
    lobby = Lobby(ask, "ab" * 32, None).sit()
    lobby.start()
    return lobby.start()


def luck_refused(ask: Ask) -> Reply:
    return Lobby(ask, "ab" * 32, None).sit().open(0)


WAYS: dict[str, Callable[[Ask], Reply]] = {
    "bad-json": lambda ask: ask("POST", "/v1/players", raw=b"{", headers=JSON),
    "not-json": lambda ask: ask("POST", "/v1/players", raw=b"{}"),
    "body-too-large": lambda ask: ask("POST", "/v1/players", body={"name": "x" * 70_000}),
    "bad-request": lambda ask: ask("POST", "/v1/players", body={}),
    "bad-parameters": lambda ask: sent(ask, params={"decision_id": "x"}),
    "clock-only": lambda ask: sent(ask, type="expire_decision", params={"decision_id": 0}),
    "unknown-command": lambda ask: sent(ask, type="castle"),
    "token-missing": lambda ask: ask("GET", "/v1/players/me"),
    "token-unknown": lambda ask: ask("GET", "/v1/players/me", "nonsense"),
    "not-seated": lambda ask: ask("GET", f"{coup(ask).path}/choices", ask.client.player()),
    "not-allowed": lambda ask: ask("POST", f"{seated(ask, 'Ana', 'Ben')[0]}/start", ask.client.player()),
    "not-found": lambda ask: ask("GET", "/v1/nothing"),
    "method-not-allowed": lambda ask: ask("PUT", "/v1/games"),
    "upgrade-required": lambda ask: ask("GET", "/v1/socket"),
    "match-not-open": lambda ask: ask("POST", f"{coup(ask).path}/seats", ask.client.player()),
    "match-not-running": not_running,
    "match-running": lambda ask: ask("GET", f"{coup(ask).path}/steps/0/advice"),
    "no-decision": lambda ask: ask("GET", f"{(match := finished(ask)).path}/steps/{match.seen()['step']}/advice"),
    "match-finished": lambda ask: finished(ask).send(0, {"type": "pass"}),
    "match-full": match_full,
    "already-seated": already_seated,
    "code-unknown": lambda ask: ask("POST", "/v1/tokens/redeem", body={"code": "BCDFGHJK"}),
    "seats-empty": seats_empty,
    "lobby-closed": lobby_closed,
    "luck-refused": luck_refused,
    "version-conflict": lambda ask: coup(ask).move(version=1),
    "illegal-move": lambda ask: sent(ask, params={"decision_id": 99}),
    "idempotency-key-reused": key_reused,
    "undo-impossible": lambda ask: _post(coup(ask), "/undo"),
    "match-frozen": frozen,
    "dispute-impossible": lambda ask: _post(coup(ask), "/disputes", {"step": 99, "claim": "No."}),
    "leave-impossible": lambda ask: ask("DELETE", f"{(match := coup(ask)).path}/leave", match.tokens[0]),
    "not-away": lambda ask: _post(coup(ask), "/away", {"seat": 1, "as": "bot"}),
    "seat-conceded": conceded,
    "rematch-impossible": lambda ask: _post(coup(ask), "/rematch"),
    "undo-not-open": lambda ask: _post(coup(ask), "/undo/votes", {"accepts": True}),
}


def _post(match: Coup, path: str, body: dict | None = None) -> Reply:
    return match.ask("POST", match.path + path, match.tokens[0], body)


# Reached by tests of their own: these need more than a request.
ELSEWHERE = {
    "cursor-gone": "tests/http/test_feed.py",
    "search-busy": "tests/http/test_advice.py",
    "too-many-tokens": "tests/http/test_tokens.py",
    "contended": "test_a_match_that_is_always_ahead_is_too_busy",
    "internal-error": "test_what_breaks_inside_is_told_by_an_id_only",
    "store-unavailable": "tests/http/test_bad_input.py::TestRedisDown",
    "signing-stopped": "tests/http/test_log_state.py",
    "cards-gone": "tests/http/test_packs_served.py",
    "rules-gone": "tests/http/test_rules_gone.py",
    "dispute-ruled": "tests/http/test_idempotency.py::test_a_ruling_repeats_its_answer",
    "too-many-requests": "tests/http/test_limits.py",
    "data-damaged": "tests/http/test_foreign_redis.py",
    "bad-import": "tests/http/test_audit_routes.py",
    "match-exists": "tests/http/test_audit_routes.py",
    "match-erased": "tests/http/test_erasure.py::test_every_address_answers_after_secrets_are_erased",
}


def test_every_problem_type_is_accounted_for():
    assert WAYS.keys() | ELSEWHERE.keys() | NOT_REACHED.keys() == PROBLEMS.keys()
    assert len(WAYS) + len(ELSEWHERE) + len(NOT_REACHED) == len(PROBLEMS)


@pytest.mark.parametrize("slug", WAYS)
def test_a_request_leads_to_it(ask, slug):
    problem(WAYS[slug](ask), slug)


@pytest.mark.parametrize("slug", PROBLEMS)
def test_its_address_says_what_it_means(ask, slug):
    page = ask("GET", f"/problems/{slug}").json
    assert page["type"] == f"/problems/{slug}"
    assert page["status"] == PROBLEMS[slug].status
    assert page["title"]
    assert page["remedy"].endswith(".")
    assert page["handling"] in HANDLING
    assert page["explanation"].startswith(HANDLING[page["handling"]])


def test_all_problem_types_are_listed(ask):
    listed = ask("GET", "/problems").json["problems"]
    assert listed == [ask("GET", f"/problems/{slug}").json for slug in sorted(PROBLEMS)]
    codes = [code for page in listed for code in page["codes"]]
    assert sorted(codes) == sorted(PROBLEM_OF_CODE)


def test_a_retry_is_advised_only_where_the_same_request_can_succeed():
    retried = {slug for slug, kind in PROBLEMS.items() if kind.handling == "retry"}
    assert retried == {"too-many-requests", "internal-error", "search-busy", "contended", "store-unavailable"}


def test_an_unknown_game_in_a_body_is_answered_with_where_the_games_are(ask):
    document = problem(ask("POST", "/v1/matches", ask.client.player(), {"game": "chess", "seats": 2}), "not-found")
    assert "coup" in document["detail"]
    assert "GET /v1/games" in document["remedy"]


def test_parameters_beside_the_type_are_answered_with_where_they_belong(ask):
    document = problem(coup(ask).send(0, {"type": "pass", "decision_id": 0}), "bad-request")
    assert "`params`" in document["errors"]["decision_id"][0]


def test_a_command_while_an_undo_is_asked_for_is_answered_with_where_to_vote(ask):
    """SZMAL-U.8: the choices are empty then, so they are not what helps."""
    table = szmal(ask, 3)
    table.draft_all(1)
    assert ask("POST", f"{table.path}/undo", table.tokens[2]).status == 202
    assert ask("GET", f"{table.path}/choices", table.tokens[0]).json["choices"] == []
    document = problem(table.choose(0, 0), "illegal-move")
    assert (document["code"], document["rule"]) == ("undo_pending", "SZMAL-U.8")
    assert "/undo/votes" in document["remedy"]
    assert "choices" not in document["remedy"]
    assert "takes no other command" in ask("GET", document["rule_text"]).json["text"]


def test_a_match_that_is_always_ahead_is_too_busy(ask, monkeypatch):
    """Somebody else is faster each time: after so many attempts the client is asked to come back."""
    match = coup(ask)
    old = []

    def never_newer(tables: Tables, match_id: str):
        return old[0]

    tables_recent = Tables.recent
    monkeypatch.setattr(Tables, "recent", lambda self, one: old.append(tables_recent(self, one)) or old[0])
    match.move()
    monkeypatch.setattr(Tables, "recent", never_newer)
    monkeypatch.setattr(Tables, "catch_up", lambda *_: old[0])
    command = {"type": "declare_action", "params": {"decision_id": 0, "action": "usa"}}
    reply = match.send(0, command)
    problem(reply, "contended")
    assert int(reply.headers["Retry-After"]) >= 1
    monkeypatch.undo()
    assert match.seen()["step"] == 1


def test_what_breaks_inside_is_told_by_an_id_only(ask, monkeypatch, caplog):
    match = coup(ask)

    def breaks(*_: object) -> None:
        raise RuntimeError("the deck is " + "media" * 3)

    monkeypatch.setattr(handle, "_decide", breaks)
    reply = match.move()
    document = problem(reply, "internal-error")
    assert b"media" not in reply.body
    assert document["request_id"] == reply.headers["X-Request-Id"]
    assert any(getattr(record, "request_id", None) == document["request_id"] for record in caplog.records)


def codes_of_the_ledger() -> set[str]:
    """Every code that stands in a `Refused(...)` of the ledger's rules."""
    found = set()
    for path in Path(ledger.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refused":
                code = node.args[0]
                if isinstance(code, ast.Constant):
                    found.add(code.value)
    return found


def test_every_code_of_the_ledger_stands_in_the_published_document(ask):
    """At the problem type under which it comes: a client that switches on codes finds all of them there."""
    responses = ask("GET", "/openapi.json").json["components"]["responses"]
    described = [line for one in responses.values() for line in one["description"].split("; ")]
    codes = codes_of_the_ledger()
    assert {"undo_asked_too_often", "match_frozen", "not_due"} <= codes
    assert WITHOUT_A_REQUEST.keys() <= codes, "no rule refuses with this code any more"
    assert PROBLEM_OF_CODE.keys().isdisjoint(WITHOUT_A_REQUEST)
    for code in sorted(codes - WITHOUT_A_REQUEST.keys()):
        lines = [line for line in described if line.startswith(f"{PROBLEM_OF_CODE[code]}:")]
        assert lines, f"no request is said to lead to {PROBLEM_OF_CODE[code]}"
        assert all(f"`{code}`" in line for line in lines), code


def test_the_limits_of_undo_requests_are_said_where_one_asks(ask):
    document = ask("GET", "/openapi.json").json
    asking = document["paths"]["/v1/matches/{match}/undo"]["post"]["description"]
    for code in ("undo_pending", "undo_already_refused", "undo_asked_too_often"):
        assert f"`{code}`" in asking
        assert f"`{code}`" in document["info"]["description"], "the guide"
