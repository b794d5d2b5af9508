"""Tokens: more of them, fewer of them, one for a second device; a revoked one is dead within a second, everywhere."""

from __future__ import annotations

import threading
import time
from typing import Any

import pytest

from events.redis.people import RedisPeople
from events.redis.tokens import RedisTokens
from events.store import StoreUnavailable
from service import cli
from service.web import limits
from service.web.routes import tokens
from tests.http.asking import Ask, Reply, coup, in_process, problem
from tests.http.channel_client import connect_in_process
from tests.http.test_limits import Config, asking

SOON_S = 3.0  # a second, and what a busy machine adds


@pytest.fixture
def ana(ask: Ask) -> str:
    return ask.client.player("Ana")


def new_token(ask: Ask, token: str, name: str = "") -> dict[str, Any]:
    reply = ask("POST", "/v1/tokens", token, {"name": name})
    assert reply.status == 201, reply
    made: dict[str, Any] = reply.json
    return made


def revoke(ask: Ask, token: str, token_id: str) -> None:
    assert ask("DELETE", f"/v1/tokens/{token_id}", token).status == 204


def own_id(ask: Ask, token: str) -> str:
    (found,) = [one["id"] for one in ask("GET", "/v1/tokens", token).json["tokens"] if one["current"]]
    return str(found)


def test_the_list_names_every_token_and_shows_none(ask, ana):
    made = new_token(ask, ana, "My bot")
    reply = ask("GET", "/v1/tokens", ana)
    first, second = reply.json["tokens"]
    assert (first["name"], first["current"], second["name"], second["current"]) == ("", True, "My bot", False)
    assert first["used_on"] == time.strftime("%Y-%m-%d", time.gmtime())
    assert second["used_on"] is None
    assert second["id"] == made["id"]
    for token in (ana, made["token"]):
        assert token.encode() not in reply.body
        assert ask("GET", "/v1/players/me", token).json["name"] == "Ana"
    assert ask("GET", "/v1/tokens", made["token"]).json["tokens"][1]["used_on"] is not None


def test_a_revoked_token_is_dead_in_every_worker_and_the_others_are_not(ask, new_app, ana):
    made = new_token(ask, ana)
    other_worker = in_process(new_app())
    assert other_worker("GET", "/v1/players/me", made["token"]).status == 200, "it is cached there now"
    revoke(ask, ana, made["id"])
    until = time.monotonic() + SOON_S
    for worker in (ask, other_worker):
        while worker("GET", "/v1/players/me", made["token"]).status != 401:
            assert time.monotonic() < until
            time.sleep(0.02)
        assert worker("GET", "/v1/players/me", ana).status == 200
    assert [one["id"] for one in ask("GET", "/v1/tokens", ana).json["tokens"]] == [own_id(ask, ana)]
    problem(ask("DELETE", f"/v1/tokens/{made['id']}", ana), "not-found")


def test_nobody_revokes_the_token_of_somebody_else(ask, ana):
    ben = ask.client.player("Ben")
    problem(ask("DELETE", f"/v1/tokens/{own_id(ask, ana)}", ben), "not-found")
    assert ask("GET", "/v1/players/me", ana).status == 200


def test_one_may_revoke_the_token_that_one_sends(ask, ana):
    revoke(ask, ana, own_id(ask, ana))
    time.sleep(0.5)
    problem(ask("GET", "/v1/players/me", ana), "token-unknown")


def in_time(work: Any) -> float:
    """How long it took to end; it must end soon."""
    began = time.monotonic()
    work.join(SOON_S + 1)
    assert not work.is_alive(), "it still goes on"
    return time.monotonic() - began


def test_a_live_stream_ends_when_its_token_is_revoked(ask, new_app):
    match = coup(ask)
    made = new_token(ask, match.tokens[0])
    watcher = in_process(new_app())
    heard: list[bytes] = []

    def listen() -> None:
        nonlocal heard
        for chunk in watcher.open_stream(f"{match.path}/live", made["token"]).chunks:
            heard += [chunk]
        heard.append(b"the end")

    reader = threading.Thread(target=listen, daemon=True)
    reader.start()
    until = time.monotonic() + SOON_S
    while not heard:
        assert time.monotonic() < until
        time.sleep(0.02)
    assert heard == [b"retry: 1000\n\n"]
    revoke(ask, match.tokens[0], made["id"])
    assert in_time(reader) < SOON_S
    assert heard == [b"retry: 1000\n\n", b"the end"]


def test_the_stream_over_all_matches_ends_when_its_token_is_revoked(ask, new_app):
    ana = ask.client.player("Ana")
    made = new_token(ask, ana)
    watcher = in_process(new_app())
    heard: list[bytes] = []
    chunks = watcher.open_stream("/v1/players/me/live", made["token"]).chunks
    reader = threading.Thread(target=lambda: heard.extend(chunks), daemon=True)
    reader.start()
    time.sleep(0.2)
    assert reader.is_alive()
    revoke(ask, ana, made["id"])
    assert in_time(reader) < SOON_S
    assert heard[0] == b"retry: 1000\n\n"


def test_a_long_poll_ends_when_its_token_is_revoked(ask, new_app):
    match = coup(ask)
    made = new_token(ask, match.tokens[0])
    waiting = in_process(new_app())
    replies: list[Reply] = []
    path = f"{match.path}/events?wait=20&after={match.seen()['version']}"
    poll = threading.Thread(target=lambda: replies.append(waiting("GET", path, made["token"])), daemon=True)
    poll.start()
    time.sleep(0.2)
    revoke(ask, match.tokens[0], made["id"])
    assert in_time(poll) < SOON_S
    problem(replies[0], "token-unknown")


def test_a_socket_is_closed_when_its_token_is_revoked(ask, new_app):
    match = coup(ask)
    made = new_token(ask, match.tokens[0])
    with connect_in_process(new_app()) as opened:
        assert opened.hello(made["token"])["kind"] == "welcome"
        opened.ask("subscribe", match=match.match, want=["events"])
        began = time.monotonic()
        revoke(ask, match.tokens[0], made["id"])
        assert opened.hear("bye")["why"] == "token"
        assert opened.hear_close() == 4401
        assert time.monotonic() - began < SOON_S


def test_a_socket_whose_client_has_renewed_its_token_stays_open(ask, app):
    match = coup(ask)
    made = new_token(ask, match.tokens[0])
    with connect_in_process(app) as opened:
        opened.hello(made["token"])
        assert opened.hello(match.tokens[0])["kind"] == "welcome"
        revoke(ask, match.tokens[0], made["id"])
        time.sleep(1)
        assert opened.ask("ping")["kind"] == "pong"


def test_a_token_that_is_revoked_while_it_is_looked_up_is_not_kept(app, ask, ana):
    """The store has answered that it is valid; before the worker notes that, it is revoked, and noticed."""
    identity = app.extensions["matchledger"].identity
    made = new_token(ask, ana)
    people, found = identity.people, identity.people.by_token

    def slow(token_hash: bytes) -> Any:
        person = found(token_hash)
        identity.tokens.revoke(person.id, made["id"])
        time.sleep(0.5)
        ask("GET", "/v1/players/me", ana)  # by which this worker notices it
        return person

    people.by_token = slow
    ask("GET", "/v1/players/me", made["token"])
    del people.by_token
    problem(ask("GET", "/v1/players/me", made["token"]), "token-unknown")


def test_a_revocation_is_noticed_although_it_was_done_before_the_first_request(new_app, ask, ana):
    made = new_token(ask, ana)
    revoke(ask, ana, made["id"])
    problem(in_process(new_app())("GET", "/v1/players/me", made["token"]), "token-unknown")


def test_a_code_gives_a_second_device_a_token_once(ask, ana):
    reply = ask("POST", "/v1/tokens/codes", ana)
    code = reply.json["code"]
    assert len(code) == 8
    assert code.isalpha()
    assert 299_000 < reply.json["expires_at"] - time.time() * 1000 < 301_000
    made = ask("POST", "/v1/tokens/redeem", body={"code": code.lower(), "name": "My phone"})
    assert made.status == 201
    assert ask("GET", "/v1/players/me", made.json["token"]).json["id"] == made.json["player"]
    problem(ask("POST", "/v1/tokens/redeem", body={"code": code}), "code-unknown")
    assert [one["name"] for one in ask("GET", "/v1/tokens", ana).json["tokens"]] == ["", "My phone"]


def test_a_code_that_is_refused_for_too_many_tokens_still_works(ask, ana, monkeypatch):
    made = new_token(ask, ana)
    monkeypatch.setattr(tokens, "TOKENS_MAX", 2)
    code = {"code": ask("POST", "/v1/tokens/codes", ana).json["code"]}
    problem(ask("POST", "/v1/tokens/redeem", body=code), "too-many-tokens")
    revoke(ask, ana, made["id"])
    assert ask("POST", "/v1/tokens/redeem", body=code).status == 201


def test_of_many_who_send_a_code_at_once_one_gets_a_token(new_app, ask, ana):
    code = ask("POST", "/v1/tokens/codes", ana).json["code"]
    statuses: list[int] = []

    def redeem(worker: Ask) -> None:
        statuses.append(worker("POST", "/v1/tokens/redeem", body={"code": code}).status)

    senders = [threading.Thread(target=redeem, args=(in_process(new_app()),)) for _ in range(3)]
    for sender in senders:
        sender.start()
    for sender in senders:
        sender.join()
    assert sorted(statuses) == [201, 404, 404]


def test_a_code_ends_after_five_minutes(ask, ana, link):
    ask("POST", "/v1/tokens/codes", ana)
    (key,) = link.call("KEYS", "token-code:*")
    assert 298 <= link.call("TTL", key) <= 300
    assert b"token-code" in key


def test_wrong_codes_are_limited(new_app, monkeypatch):
    monkeypatch.setattr(limits.time, "time", lambda: 1_700_000_000.0)
    ask = asking(new_app(Config(limit_costly=6)))
    for _ in range(3):
        problem(ask("POST", "/v1/tokens/redeem", body={"code": "BCDFGHJK"}), "code-unknown")
    problem(ask("POST", "/v1/tokens/redeem", body={"code": "BCDFGHJK"}), "too-many-requests")


@pytest.mark.parametrize("body", [{}, {"code": "short"}, {"code": "BCDFGHJ1"}, {"code": "BCDFGHJK\n"}, {"code": 7}])
def test_what_is_no_code_is_refused(ask, body):
    problem(ask("POST", "/v1/tokens/redeem", body=body), "bad-request")


def test_nobody_has_more_tokens_than_they_may(ask, ana, monkeypatch):
    monkeypatch.setattr(tokens, "TOKENS_MAX", 2)
    new_token(ask, ana)
    problem(ask("POST", "/v1/tokens", ana, {}), "too-many-tokens")


def test_reading_goes_on_while_the_store_refuses_to_note_the_day(ask, ana, link, monkeypatch):
    stored = RedisTokens(link)
    call = link.call

    def refuse_writes(*args: Any) -> Any:
        if args[0] == "SET":
            raise StoreUnavailable("MISCONF")
        return call(*args)

    monkeypatch.setattr(link, "call", refuse_writes)
    (token,) = stored.list(ask("GET", "/v1/players/me", ana).json["id"])
    assert stored.person_of(token.token_hash, "2099-01-01") is not None


def test_an_erased_person_has_no_names_of_tokens_left(ask, ana, link):
    new_token(ask, ana, "Ana's phone")
    assert RedisPeople(link).erase_name(ask("GET", "/v1/players/me", ana).json["id"])
    assert [one["name"] for one in ask("GET", "/v1/tokens", ana).json["tokens"]] == ["", ""]


def test_the_operator_lists_and_revokes(ask, ana, link, capsys, monkeypatch):
    monkeypatch.setattr("service.tools.tokens.link_of", lambda _config: link)
    me = ask("GET", "/v1/players/me", ana).json["id"]
    made = new_token(ask, ana, "My bot")
    assert cli.main(["token", "list", "--player", me]) == 0
    listed = capsys.readouterr().out
    assert made["id"] in listed
    assert "My bot" in listed
    assert made["token"] not in listed
    assert cli.main(["token", "revoke", "--player", me, "--token", made["id"]]) == 0
    assert cli.main(["token", "revoke", "--player", me, "--token", made["id"]]) == 1
    assert "has no such token" in capsys.readouterr().err
    assert cli.main(["token", "revoke", "--player", me, "--all"]) == 0
    time.sleep(0.5)
    for token in (ana, made["token"]):
        problem(ask("GET", "/v1/players/me", token), "token-unknown")
    assert cli.main(["token", "list", "--player", "p-unknown"]) == 1
