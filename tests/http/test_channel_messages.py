"""The messages of the channel: who one is, what one follows, in which order it comes, and what bad input leads to."""

from __future__ import annotations

import json
import random
import time
from typing import Any

import jsonpatch
import msgspec
import pytest

from events.store import StoreUnavailable
from games.registry import all_games
from service.config import Config
from service.web import identity
from service.web.channel import open_sessions, session, subscriptions
from service.web.channel.messages import MESSAGE_BYTES_MAX, SUBSCRIPTIONS_MAX
from tests.http.asking import in_process, random_command
from tests.http.channel_client import Channel, connect_in_process
from tests.servers import wait_until

pytestmark = pytest.mark.timeout(30)  # what never comes is not waited for


@pytest.fixture
def socket(app, match):
    """Seat 0 of a match, who has said hello."""
    with connect_in_process(app) as opened:
        assert opened.hello(match.tokens[0])["kind"] == "welcome"
        yield opened


def slug_of(refused: dict[str, Any]) -> str:
    assert refused["kind"] == "refused", refused
    return str(refused["problem"]["type"]).removeprefix("/problems/")


def test_hello_says_who_one_is(app, match):
    with connect_in_process(app) as opened:
        welcome = opened.hello(match.tokens[1])
        me = match.ask("GET", "/v1/players/me", match.tokens[1]).json
        assert welcome["player"] == {"id": me["id"], "name": me["name"], "role": "player"}
        assert welcome["limits"]["message_bytes"] == MESSAGE_BYTES_MAX
        assert abs(welcome["now"] - time.time() * 1000) < 60_000
        opened.close()
    with connect_in_process(app) as opened:
        assert opened.hello()["player"] is None
    with connect_in_process(app, {"Authorization": f"Bearer {match.tokens[0]}"}) as opened:
        assert opened.hello()["player"]["name"] == "Player 0"


def test_an_unknown_token_is_refused_and_the_socket_closed(app):
    with connect_in_process(app) as opened:
        assert slug_of(opened.hello("nonsense")) == "token-unknown"
        assert opened.hear("bye")["why"] == "token"
        assert opened.hear_close() == 4401


def test_who_says_no_hello_in_time_is_disconnected(app, monkeypatch):
    monkeypatch.setattr(session, "HELLO_S", 0.2)
    with connect_in_process(app) as opened:
        assert slug_of(opened.ask("ping")) == "bad-request"  # the first message must be hello
        assert opened.hear("bye")["why"] == "late"
        assert opened.hear_close() == 4408


def test_hello_again_renews_the_token_of_the_same_player_only(socket, match):
    assert socket.hello(match.tokens[0])["kind"] == "welcome"
    assert slug_of(socket.hello(match.tokens[1])) == "not-allowed"
    assert socket.ask("command", match=match.match, **match.income())["kind"] == "ack"


def test_hello_again_of_a_player_whose_name_was_erased_meanwhile(socket, match, monkeypatch):
    find = identity.Identity.find

    def find_erased(self: Any, token_hash: bytes) -> Any:
        return msgspec.structs.replace(find(self, token_hash), name="")

    monkeypatch.setattr(identity.Identity, "find", find_erased)
    assert socket.hello(match.tokens[0])["player"]["name"] == ""


def test_a_token_that_is_gone_ends_the_socket_at_the_next_command(socket, match, monkeypatch):
    monkeypatch.setattr(identity.Identity, "find_cached", lambda *_: None)
    monkeypatch.setattr("service.app.StoredPeople.by_token", lambda *_: None)
    assert slug_of(socket.ask("command", match=match.match, **match.income())) == "token-unknown"
    assert socket.hear("bye")["why"] == "token"
    assert socket.hear_close() == 4401


def test_the_token_of_a_quiet_client_is_looked_up_too(app, match, monkeypatch):
    monkeypatch.setattr(session, "STALL_S", 0.1)
    monkeypatch.setattr(session, "TOKEN_S", 0.3)
    with connect_in_process(app) as opened:
        opened.hello(match.tokens[0])
        monkeypatch.setattr(identity.Identity, "find_cached", lambda *_: None)
        monkeypatch.setattr("service.app.StoredPeople.by_token", lambda *_: None)
        assert opened.hear("bye")["why"] == "token"
        assert opened.hear_close() == 4401


def test_a_token_is_trusted_while_the_store_is_away(app, match, monkeypatch):
    monkeypatch.setattr(session, "STALL_S", 0.1)
    monkeypatch.setattr(session, "TOKEN_S", 0.2)

    def away(*_: Any) -> Any:
        raise StoreUnavailable("away")

    with connect_in_process(app) as opened:
        opened.hello(match.tokens[0])
        monkeypatch.setattr(identity.Identity, "find", away)
        for _ in range(5):
            time.sleep(0.1)
            assert opened.ask("ping")["kind"] == "pong"


def test_a_fault_of_the_session_itself_is_logged_and_ends_the_socket(app, monkeypatch, caplog):
    monkeypatch.setattr(session.Session, "_converse", lambda _: 1 // 0)
    with connect_in_process(app) as opened:
        opened.hello()
        assert opened.hear_close() == 1006
    wait_until(lambda: "request failed" in caplog.text, "it is logged")


def test_a_client_that_answers_no_ping_is_disconnected_and_one_that_does_is_not(app, match, monkeypatch):
    monkeypatch.setattr(session, "STALL_S", 0.1)
    with connect_in_process(app) as opened:
        opened.hello(match.tokens[0])
        until = time.monotonic() + 0.5
        while time.monotonic() < until:  # reading answers the pings
            opened.line.settimeout(0.05)
            try:
                opened._receive()
            except TimeoutError:
                continue
        opened.line.settimeout(10)
        assert opened.ask("ping")["kind"] == "pong"
        time.sleep(0.5)
        while opened.line.recv(1000):
            pass


BAD = {
    "not json": (b"{", "bad-json"),
    "nothing": (b"", "bad-json"),
    "not an object": (b"[]", "bad-request"),
    "no kind": (b'{"id": 1}', "bad-request"),
    "an unknown kind": (b'{"kind": "dance", "id": 1}', "bad-request"),
    "a message of the server": (b'{"kind": "welcome", "id": 1}', "bad-request"),
    "an unknown field": (b'{"kind": "ping", "id": 1, "more": 2}', "bad-request"),
    "no id": (b'{"kind": "ping"}', "bad-request"),
    "an id of another type": (b'{"kind": "ping", "id": [1]}', "bad-request"),
    "deep": (b'{"kind": "command", "id": 1, "match": "m", "params": ' + b"[" * 5000 + b"]" * 5000 + b"}", "bad-json"),
    "half a character": (b'{"kind": "subscribe", "id": 1, "match": "\\ud800"}', "bad-json"),
    "a huge number": (b'{"kind": "subscribe", "id": 1, "match": "m", "after": 1e999}', "bad-request"),
    "a version below zero": (b'{"kind": "subscribe", "id": 1, "match": "m", "after": -1}', "bad-request"),
    "no such match": (b'{"kind": "subscribe", "id": 1, "match": "m-nowhere"}', "not-found"),
    "a strange match": (b'{"kind": "subscribe", "id": 1, "match": "{p1}:\\u0000\\n"}', "not-found"),
    "wants nothing": (b'{"kind": "subscribe", "id": 1, "match": "m", "want": []}', "bad-request"),
    "not followed": (b'{"kind": "unsubscribe", "id": 1, "match": "m"}', "not-found"),
    "a bad key": (b'{"kind": "command", "id": 1, "match": "m", "type": "x", "key": "\\n"}', "bad-request"),
    "another protocol": (b'{"kind": "hello", "v": 2}', "bad-request"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input_is_refused_and_the_socket_stays_open(socket, name, caplog):
    message, slug = BAD[name]
    socket.say_raw(message)
    refused = socket.hear()
    assert slug_of(refused) == slug
    has_id = b'"id": 1' in message and name not in ("deep", "half a character")
    assert refused["id"] == (1 if has_id else None)
    assert socket.ask("ping")["kind"] == "pong"
    assert not caplog.records, "nothing failed"


def test_a_message_that_is_too_large_ends_the_socket(socket):
    socket.say("ping", id="x" * MESSAGE_BYTES_MAX)
    assert socket.hear_close() == 1009


def test_bytes_and_bad_utf_8_end_the_socket(app):
    for send, code in (("send_binary", 1003), ("send_text", 1007)):
        with connect_in_process(app) as opened:
            opened.hello()
            getattr(opened.protocol, send)(b'"\xff"')
            opened._flush()
            assert opened.hear_close() == code


def test_a_message_may_come_in_pieces(socket):
    for fin, opcode, piece in ((False, "text", b'{"kind":"pi'), (False, "cont", b""), (True, "cont", b'ng","id":1}')):
        send = socket.protocol.send_text if opcode == "text" else socket.protocol.send_continuation
        send(piece, fin=fin)
    socket._flush()
    assert socket.hear("pong")["id"] == 1


def test_a_client_that_is_told_to_wait_too_often_is_disconnected(new_app, monkeypatch):
    monkeypatch.setattr(session, "LIMITED_MAX", 5)
    # Twice as many are answered if one period of the limit ends and the next begins meanwhile.
    app = new_app(Config(limits="all", limit_address=10, limit_player=10))
    with connect_in_process(app) as opened:
        opened.hello()
        for _ in range(40):
            opened.say("ping", id=1)
        kinds = []
        while (message := opened.hear())["kind"] != "bye":
            kinds.append(message["kind"])
        assert kinds.count("pong") <= 20
        assert kinds[-5:] == ["refused"] * 5
        assert message["why"] == "limits"
        assert opened.hear_close() == 4429


def test_a_refusal_for_too_many_requests_says_how_long_to_wait(new_app):
    app = new_app(Config(limits="all", limit_address=5, limit_player=5))
    with connect_in_process(app) as opened:
        opened.hello()
        while (message := opened.ask("ping"))["kind"] == "pong":
            pass
        assert slug_of(message) == "too-many-requests"
        assert 1 <= message["retry_after_s"] <= 10


def test_each_socket_counts_as_a_stream(new_app):
    app = new_app(Config(limits="all", limit_streams=2))
    opened = [connect_in_process(app) for _ in range(3)]
    assert [one.hello()["kind"] for one in opened] == ["welcome", "welcome", "refused"]
    assert opened[2].hear_close() == 4429
    opened[0].close()
    limiter = app.extensions["matchledger.limiter"]
    wait_until(lambda: sum(limiter._streams.values()) == 1, "the place is free again")
    with connect_in_process(app) as another:
        assert another.hello()["kind"] == "welcome"
    for one in opened:
        one.line.close()


def test_pages_of_other_sites_may_not_connect(app):
    client = app.test_client()
    good = {
        "Connection": "Upgrade",
        "Upgrade": "websocket",
        "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
        "Sec-WebSocket-Version": "13",
    }
    for changed, status, slug in (
        ({"Origin": "https://evil.example"}, 403, "not-allowed"),
        ({"Origin": "null"}, 403, "not-allowed"),
        ({"Upgrade": "h2c"}, 426, "upgrade-required"),
        ({"Sec-WebSocket-Key": "short"}, 400, "bad-request"),
        ({"Sec-WebSocket-Version": "8"}, 400, "bad-request"),
    ):
        answer = client.get("/v1/socket", headers={**good, **changed})
        assert (answer.status_code, answer.json["type"]) == (status, f"/problems/{slug}")
    with connect_in_process(app, {"Origin": "http://localhost"}) as opened:
        assert opened.hello()["kind"] == "welcome"


def versions(messages: list[dict[str, Any]]) -> list[int]:
    return [event["version"] for message in messages if message["kind"] == "events" for event in message["events"]]


def hear_until(opened: Channel, version: int, kind: str = "events") -> list[dict[str, Any]]:
    """What is pushed until a message of this kind reaches this version."""
    heard = list(opened.pushed)
    opened.pushed.clear()
    while not any(one["kind"] == kind and one["version"] >= version for one in heard):
        heard.append(opened.hear())
    return heard


def test_events_come_from_any_version_in_pages_and_then_live(socket, match, monkeypatch):
    monkeypatch.setattr(subscriptions, "PAGE_EVENTS", 7)
    for _ in range(4):
        match.move()
    version = match.seen()["version"]
    subscribed = socket.ask("subscribe", match=match.match, after=3)
    assert (subscribed["version"], subscribed["status"], subscribed["held"]) == (version, "running", None)
    heard = hear_until(socket, version)
    while versions(heard)[-1] < version:
        heard.append(socket.hear("events"))
    assert versions(heard) == list(range(4, version + 1))
    assert max(len(one["events"]) for one in heard) == 7
    match.move()
    assert versions([socket.hear("events")]) == list(range(version + 1, match.seen()["version"] + 1))


def test_a_page_has_a_size(socket, match, monkeypatch):
    monkeypatch.setattr(subscriptions, "PAGE_BYTES", 500)
    socket.ask("subscribe", match=match.match, after=0)
    version, heard = match.seen()["version"], []
    while not versions(heard) or versions(heard)[-1] < version:
        heard.append(socket.hear("events"))
    assert versions(heard) == list(range(1, version + 1))
    assert len(heard) > 3


def test_ones_own_events_come_with_the_ack_and_not_again(app, socket, match):
    """Events of others before it come before it."""
    socket.ask("subscribe", match=match.match)
    live = app.extensions["matchledger"].live
    live.close()  # nobody rings: whatever comes now comes because of the command
    match.move()
    before = match.seen()["version"]
    match._replace(ask=in_process(app)).move()
    command = match.income()
    raw = socket.ask("command", match=match.match, **command)
    assert raw["kind"] == "ack"
    own = [event["version"] for event in raw["body"]["events"]]
    pushed = versions(socket.pushed)
    assert pushed == list(range(pushed[0], own[0]))
    assert pushed[-1] > before
    assert socket.ask("ping")["kind"] == "pong"
    assert versions(socket.pushed) == pushed


def test_events_after_an_ack_go_on_where_it_ended(socket, match):
    socket.ask("subscribe", match=match.match)
    ack = socket.ask("command", match=match.match, **match.income())
    last = ack["body"]["version"]
    match.move()
    heard = hear_until(socket, last + 1)
    assert versions(heard)[0] == last + 1


@pytest.mark.parametrize("slug", all_games())
def test_every_viewer_gets_what_rest_shows_them(app, ask, slug):
    """Events, view (whole, then by patches) and choices, for each seat and for a spectator, in every game."""
    match, tokens = ask.client.start(slug, 3)
    rng = random.Random(slug)
    viewers = [connect_in_process(app) for _ in (*tokens, None)]
    views: list[Any] = [None] * len(viewers)
    seen: list[list[Any]] = [[] for _ in viewers]
    for opened, token in zip(viewers, [*tokens, None]):
        opened.hello(token)
        opened.ask("subscribe", match=match, after=0, want=["events", "view", "choices"])
    for _ in range(12):
        table = ask("GET", f"/v1/matches/{match}").json
        for number, (opened, token) in enumerate(zip(viewers, [*tokens, None])):
            for message in hear_until(opened, table["version"], "view"):
                if message["kind"] == "events":
                    seen[number] += message["events"]
                elif "view" in message:
                    views[number] = message["view"]
                else:
                    views[number] = jsonpatch.apply_patch(views[number], message["patch"])
            assert ask("GET", f"/v1/matches/{match}", token).json["state"] == views[number]
            assert (message["to_act"], message["undo_request"]) == (table["to_act"], None)
            if token is None:
                assert "choices" not in message
            else:
                assert message["choices"] == ask("GET", f"/v1/matches/{match}/choices", token).json["choices"]
        if not table["to_act"]:
            break
        token = tokens[rng.choice(table["to_act"])]
        command = random_command(ask, match, token, rng)
        assert ask("POST", f"/v1/matches/{match}/commands", token, command).status == 201
    last = seen[0][-1]["version"]
    for number, token in enumerate([*tokens, None]):
        told = ask("GET", f"/v1/matches/{match}/events?limit=100", token).json["events"]
        assert seen[number][:100] == told[:last]
        viewers[number].close()


def test_a_private_match_is_not_found_by_outsiders(app, ask):
    owner, stranger = ask.client.player(), ask.client.player()
    match = ask("POST", "/v1/matches", owner, {"game": "coup", "seats": 2, "public": False}).json["id"]
    for token, kind in ((owner, "subscribed"), (stranger, "refused"), (None, "refused")):
        with connect_in_process(app) as opened:
            opened.hello(token)
            answer = opened.ask("subscribe", match=match)
            assert answer["kind"] == kind
            assert kind == "subscribed" or slug_of(answer) == "not-found"


def test_a_finished_match_is_sent_to_its_end(socket, match):
    socket.ask("subscribe", match=match.match, after=0, want=["events", "view"])
    match.finish()
    heard = []
    while not heard or heard[-1]["kind"] != "ended":
        heard.append(socket.hear())
    assert heard[-1]["why"] == "finished"
    assert versions(heard) == list(range(1, match.seen()["version"] + 1))
    assert slug_of(socket.ask("unsubscribe", match=match.match)) == "not-found"


def test_whoever_unsubscribes_hears_nothing_more(app, socket, match):
    socket.ask("subscribe", match=match.match)
    ended = socket.ask("unsubscribe", match=match.match)
    assert (ended["kind"], ended["why"]) == ("ended", "unsubscribed")
    assert app.extensions["matchledger"].live._topics == {}
    match.move()
    assert socket.ask("ping")["kind"] == "pong"
    assert socket.pushed == []


def test_a_closed_socket_leaves_nothing_behind(app, socket, match):
    socket.ask("subscribe", match=match.match)
    socket.close()
    wait_until(lambda: app.extensions["matchledger"].live._topics == {}, "the subscription is gone")


def test_a_version_that_the_match_has_not_reached_is_a_conflict(socket, match):
    version = match.seen()["version"]
    refused = socket.ask("subscribe", match=match.match, after=version + 1)
    assert slug_of(refused) == "version-conflict"
    assert refused["problem"]["version"] == version


def test_a_socket_follows_so_many_matches_and_no_more(app, ask, socket, match):
    matches = [ask("POST", "/v1/matches", match.tokens[0], {"game": "coup", "seats": 2}).json["id"] for _ in range(17)]
    answers = [socket.ask("subscribe", match=one) for one in matches]
    assert [one["kind"] for one in answers] == [*["subscribed"] * SUBSCRIPTIONS_MAX, "refused"]
    assert socket.ask("subscribe", match=matches[0])["kind"] == "subscribed", "again, in place of the first"


def test_a_hold_is_told_when_it_begins_and_when_it_ends(app, ask, socket, match):
    _, judge = app.extensions["matchledger"].identity.enrol("Judge", "arbiter")
    socket.ask("subscribe", match=match.match)
    claim = {"step": 0, "claim": "The deck was marked.", "freeze": True}
    dispute = ask("POST", f"{match.path}/disputes", match.tokens[1], claim).json["id"]
    while (message := socket.hear())["kind"] != "held":
        pass
    assert message["held"] == match.seen()["held"]
    assert message["held"]["id"] == dispute
    ask("POST", f"/v1/disputes/{dispute}/ruling", judge, {"ruling": "dismiss", "reason": "No."})
    while (message := socket.hear())["kind"] != "held":
        pass
    assert message["held"] is None


def test_a_store_that_is_away_refuses_commands_and_delays_events(app, socket, match, monkeypatch):
    store = type(app.extensions["matchledger"].tables.store)
    socket.ask("subscribe", match=match.match)
    command = match.income()

    def away(*_: Any, **__: Any) -> Any:
        raise StoreUnavailable("away")

    with monkeypatch.context() as patch:
        patch.setattr(store, "append", away)
        patch.setattr("service.handle.RETRY_PAUSE_S", 0.001)
        refused = socket.ask("command", match=match.match, **command)
        assert slug_of(refused) == "store-unavailable"
        assert refused["retry_after_s"] == 1
    with monkeypatch.context() as patch:
        patch.setattr(store, "tail", away)
        assert match.send(0, command).status == 201
        time.sleep(0.2)
    assert versions([socket.hear("events")])[0] == 11


def test_what_breaks_inside_is_told_by_an_id_only(app, socket, match, monkeypatch, caplog):
    monkeypatch.setattr("service.web.channel.session.play_command", lambda *_: 1 // 0)
    refused = socket.ask("command", match=match.match, **match.income())
    assert slug_of(refused) == "internal-error"
    assert refused["problem"]["request_id"] in {record.request_id for record in caplog.records}
    assert "ZeroDivisionError" not in json.dumps(refused)
    assert socket.ask("ping")["kind"] == "pong"


def test_what_breaks_while_pushing_ends_the_subscription_with_a_problem(socket, match, monkeypatch):
    monkeypatch.setattr(subscriptions, "redact_for", lambda *_: 1 // 0)
    socket.ask("subscribe", match=match.match, after=0)
    ended = socket.hear("ended")
    assert (ended["why"], ended["problem"]["type"]) == ("failed", "/problems/internal-error")
    assert socket.ask("ping")["kind"] == "pong"


def test_messages_are_counted(ask, socket, match):
    socket.ask("command", match=match.match, **match.income())
    socket.say_raw(b"{")
    socket.hear("refused")
    text = ask("GET", "/metrics").body.decode()
    assert 'matchledger_requests_total{method="WS",route="channel.command",status="201"}' in text
    assert 'matchledger_requests_total{method="WS",route="channel.unknown",status="400"}' in text
    assert 'matchledger_requests_total{method="GET",route="open_channel",status="101"}' in text


def test_a_client_that_takes_nothing_is_disconnected_and_loses_nothing(app, match, monkeypatch):
    """It comes back with the last version that it has seen."""
    match.finish()
    last = match.seen()["version"]
    monkeypatch.setattr(session, "STALL_S", 0.2)
    monkeypatch.setattr(subscriptions, "PAGE_EVENTS", 10)
    seen = [0]
    for _ in range(last):
        with connect_in_process(app, send_bytes=2048) as opened:
            opened.hello(match.tokens[0])
            opened.ask("subscribe", match=match.match, after=seen[-1])
            seen += versions([opened.hear("events")])
            if seen[-1] == last:
                break
            time.sleep(0.4)
            if last - seen[-1] > 30:  # more than the buffer takes
                assert opened.hear_close() == 1006
    assert seen == list(range(last + 1))


@pytest.mark.parametrize("why", ["restart", "token"])
def test_goodbye_does_not_wait_for_a_message_that_is_stuck(app, match, monkeypatch, why):
    """The client takes nothing, and a send to it may last 20 seconds: longer than a worker that stops may wait."""
    match.finish()
    monkeypatch.setattr(open_sessions, "_is_stopping", False)
    made = match.ask("POST", "/v1/tokens", match.tokens[0], {}).json
    before = set(open_sessions._open)
    with connect_in_process(app, send_bytes=2048) as opened:
        opened.hello(made["token"])
        opened.ask("subscribe", match=match.match, after=0)
        time.sleep(0.5)
        (stuck,) = open_sessions._open - before
        assert not stuck._connection.turn.acquire(blocking=False), "it is being sent to"
        if why == "restart":
            open_sessions.say_goodbye(1.0)
        else:
            match.ask("DELETE", f"/v1/tokens/{made['id']}", match.tokens[0])
        wait_until(lambda: stuck not in open_sessions._open, "the session has ended", session.CLOSE_S + 3)


def test_a_slow_client_gets_everything_and_holds_one_page(app, match, monkeypatch):
    """The server reads on only when a page is sent."""
    match.finish()
    last = match.seen()["version"]
    monkeypatch.setattr(subscriptions, "PAGE_EVENTS", 10)
    made: list[int] = []
    real = subscriptions.events_page
    monkeypatch.setattr(subscriptions, "events_page", lambda *args: made.append(1) or real(*args))
    with connect_in_process(app, send_bytes=2048) as opened:
        opened.hello(match.tokens[0])
        opened.ask("subscribe", match=match.match, after=0)
        time.sleep(0.3)
        assert len(made) <= 3, "pages are not made ahead of the client"
        heard = []
        while not heard or heard[-1]["kind"] != "ended":
            heard.append(opened.hear())
            time.sleep(0.005)
    assert versions(heard) == list(range(1, last + 1))
