"""What one client can take from the others: room in the store, time of a worker, memory."""

from __future__ import annotations

import contextlib
import json

import pytest

from events.redis.store import RedisStore
from events.store import REFUSALS_BYTES_MAX
from ledger.orders import Order
from service.config import Config
from service.handle import JOURNALED_BYTES_MAX, _encode_for_journal
from service.web.routes import audit
from tests.http.asking import coup, in_process, problem


def journal_bytes(link, match):
    (key,) = link.call("KEYS", f"*{match.match}:j")
    return sum(map(len, link.call("LRANGE", key, 0, -1)))


def test_blanks_and_unknown_parameters_do_not_fill_the_journal(link, match):
    body = match.income()
    blanks = json.dumps(body).encode().replace(b":", b":" + b" " * 60_000, 1)
    wrong = 1 - match.to_act()
    headers = {"Content-Type": "application/json"}
    for _ in range(220):
        reply = match.ask("POST", f"{match.path}/commands", match.tokens[wrong], raw=blanks, headers=headers)
        assert reply.status == 422
    assert journal_bytes(link, match) < 200 * 1000
    (newest, *_) = match.ask("GET", f"{match.path}/rejections", match.tokens[wrong]).json["rejections"]
    assert newest["command"] == body


def test_large_parameters_are_left_out_of_the_journal(link, match):
    wrong = 1 - match.to_act()
    for number in range(120):
        large = match.income()
        large["params"]["action"] = f"{number}" + "x" * 3500
        assert match.send(wrong, large).status in (400, 422)
    kept = RedisStore(link).refusals(match.match)
    assert kept or journal_bytes(link, match) == 0
    assert sum(len(one.command) + len(one.body) for one in kept) <= REFUSALS_BYTES_MAX
    assert all(len(one.command) <= JOURNALED_BYTES_MAX for one in kept)


@pytest.mark.parametrize("length", [1000, 3900, 4100, 100_000])
def test_a_command_of_more_than_four_kilobytes_is_journaled_without_its_parameters(length):
    journaled = _encode_for_journal(Order("seat:0", "act", {"action": "x" * length}))
    assert len(journaled) <= JOURNALED_BYTES_MAX == 4096
    found = json.loads(journaled)
    assert (found["type"], found["params"] == {}) == ("act", length > 4000)


def test_many_steps_with_patches_count_as_costly(new_app):
    ask = in_process(new_app(Config(limits="all", limit_costly=3)))
    match = coup(in_process(new_app(Config(limits="off"))))
    for _ in range(6):
        assert ask("GET", f"{match.path}/steps?limit=20").status == 200
        assert ask("GET", f"{match.path}/steps?limit=100&patch=false").status == 200
    statuses = [ask("GET", f"{match.path}/steps?limit=100").status for _ in range(6)]
    assert statuses[:1] == [200]
    assert statuses[-1] == 429


def test_so_many_files_are_verified_at_once(ask):
    with contextlib.ExitStack() as taken:
        for _ in range(audit.FILES_MAX):
            taken.enter_context(audit.take_file_slot())
        reply = ask("POST", "/v1/verify", raw=b"{}")
        problem(reply, "too-many-requests")
        assert int(reply.headers["Retry-After"]) >= 1
    assert ask("POST", "/v1/verify", raw=b"{}").status == 200
