"""Commands over the channel and over REST: one decision, one answer, the same bytes."""

from __future__ import annotations

import json
import random
import threading
from contextlib import ExitStack

import pytest

from games.registry import all_games
from tests.http.asking import Coup, Reply, in_process, problem, random_command
from tests.http.channel_client import connect_in_process, over_channel, reply_of
from tests.http.test_idempotency import KEY

pytestmark = pytest.mark.timeout(30)  # what never comes is not waited for

JSON = {"Content-Type": "application/json"}


@pytest.fixture
def ask(app):
    """Commands go over the channel, everything else over REST."""
    with ExitStack() as opened:
        yield over_channel(app, opened)


def body_of(command: dict) -> bytes:
    """The body of a command, as the channel builds it from a message."""
    return b'{"type":%s,"params":%s}' % (
        json.dumps(command["type"]).encode(),
        json.dumps(command.get("params", {})).encode(),
    )


def seen(reply: Reply) -> tuple:
    """What both transports say."""
    return reply.status, reply.body, reply.headers.get("ETag")


@pytest.mark.parametrize("slug", all_games())
def test_an_answer_has_the_bytes_of_rest_in_every_game(app, ask, slug):
    """Each command is sent over the channel, then again over REST under its key: a repeated answer is the first one."""
    rest = in_process(app)
    match, tokens = rest.client.start(slug, 3)
    rng = random.Random(slug)
    for number in range(15):
        table = rest("GET", f"/v1/matches/{match}").json
        if not table["to_act"]:
            break
        token = tokens[rng.choice(table["to_act"])]
        command, key = random_command(rest, match, token, rng), f"k{number}"
        first = ask("POST", f"/v1/matches/{match}/commands", token, command, key=key)
        again = rest("POST", f"/v1/matches/{match}/commands", token, raw=body_of(command), key=key, headers=JSON)
        assert first.status == 201
        assert seen(first) == seen(again)
    assert number > 5


REFUSED = {
    "unknown-command": {"type": "castle", "params": {}},
    "bad-parameters": {"type": "declare_action", "params": {"decision_id": "x"}},
    "clock-only": {"type": "expire_decision", "params": {"decision_id": 0}},
    "illegal-move": {"type": "declare_action", "params": {"decision_id": 99, "action": "usa"}},
    "bad-request": {"type": 7},
}


@pytest.mark.parametrize("slug", REFUSED)
def test_a_refusal_has_the_bytes_of_rest(app, match, slug):
    rest = in_process(app)
    refused = match.send(0, REFUSED[slug])
    problem(refused, slug)
    again = rest("POST", f"{match.path}/commands", match.tokens[0], REFUSED[slug])
    assert (refused.status, refused.body) == (again.status, again.body)


@pytest.mark.parametrize(
    "fields", [{}, {"params": {}}, {"type": ""}, {"type": "x" * 61}, {"type": "pass", "params": 7}]
)
def test_a_command_of_another_shape_is_refused_as_rest_refuses_it(app, match, fields):
    refused = match.send(0, fields)
    again = in_process(app)("POST", f"{match.path}/commands", match.tokens[0], fields)
    assert problem(refused, "bad-request") == problem(again, "bad-request")


def test_somebody_without_a_seat_and_somebody_without_a_token(match):
    problem(match.ask("POST", f"{match.path}/commands", match.ask.client.player(), match.income()), "not-seated")
    problem(match.ask("POST", f"{match.path}/commands", None, match.income()), "token-missing")
    foreign = match.ask("POST", "/v1/matches/m-nowhere/commands", match.tokens[0], match.income())
    problem(foreign, "not-found")


def test_a_key_belongs_to_both_transports(app, match):
    """Whoever falls back to REST after a lost socket gets the answer that was lost."""
    command = match.income()
    first = match.send(0, command, key=KEY)
    rest = in_process(app)
    again = rest("POST", f"{match.path}/commands", match.tokens[0], raw=body_of(command), key=KEY, headers=JSON)
    assert seen(again) == seen(first)
    other = {"type": "pass", "params": {}}
    problem(rest("POST", f"{match.path}/commands", match.tokens[0], other, key=KEY), "idempotency-key-reused")


def test_writers_over_both_transports_have_one_order(new_app, match):
    """Each of eight writers, half of them over sockets of workers of their own, sends the same ten incomes."""
    begin, replies = threading.Barrier(8), []

    def write(way: Coup) -> None:
        begin.wait(30)
        for number in range(10):
            command = {"type": "declare_action", "params": {"decision_id": number, "action": "usa"}}
            replies.append((number, way.send(number % 2, command)))

    with ExitStack() as opened:
        ways = [over_channel(new_app(), opened) if number % 2 else in_process(new_app()) for number in range(8)]
        writers = [threading.Thread(target=write, args=(match._replace(ask=way),)) for way in ways]
        for writer in writers:
            writer.start()
        for writer in writers:
            writer.join(60)
    assert len(replies) == 80
    accepted = [number for number, reply in replies if reply.status == 201]
    assert len(accepted) == len(set(accepted)), "an income was taken twice"
    assert {reply.status for _, reply in replies} <= {201, 422}
    events = match.ask("GET", f"{match.path}/events").json["events"]
    assert [event["version"] for event in events] == list(range(1, len(events) + 1))
    assert sum(event["type"] == "ActionDeclared" for event in events) == len(accepted)


def test_a_refused_command_is_journaled_with_its_body(match):
    match.send(0, REFUSED["illegal-move"])
    (journaled,) = match.ask("GET", f"{match.path}/rejections", match.tokens[0]).json["rejections"]
    assert journaled["problem"]["type"] == "/problems/illegal-move"
    assert journaled["command"] == REFUSED["illegal-move"]


def test_a_command_waits_for_its_turn_and_each_gets_its_own_answer(app, match):
    """Several in one packet are decided one after the other."""
    with connect_in_process(app) as socket:
        socket.hello(match.tokens[0])
        for number in range(5):
            socket.say("command", id=f"c{number}", match=match.match, **match.income())
        raws = [socket.hear_raw() for _ in range(5)]
    assert [json.loads(raw)["id"] for raw in raws] == [f"c{number}" for number in range(5)]
    assert [reply_of(raw).status for raw in raws] == [201, 422, 422, 422, 422]
