"""The signing key when it is first needed: made once, whoever is first, and never while the store cannot keep it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from events.head_log import MatchHead
from events.redis.signing_seed import KEY, RedisSigningSeed
from events.store import StoreUnavailable
from service.app import build_services, create_app
from service.config import Config
from service.log_state import StateFile
from service.processes.background import log_turn
from service.signing import Notary
from tests.http.asking import Coup, coup, in_process, problem

ONE, OTHER = b"1" * 32, b"2" * 32


class Meanwhile:
    """A link; after this command was answered, something happens in another process, once."""

    def __init__(self, link: Any, command: str, happens: Callable[[], object]) -> None:
        self._link, self._command, self._happens = link, command, [happens]

    def call(self, command: str, *args: Any) -> Any:
        answered = self._link.call(command, *args)
        if command == self._command and self._happens:
            self._happens.pop()()
        return answered

    call_confirmed = call


@pytest.fixture
def new_services(link):
    made = []

    def make(**settings):
        made.append(build_services(link, **settings))
        return made[-1]

    yield make
    for services in made:
        services.live.close()


def test_two_workers_that_make_the_key_at_the_same_moment_have_one(link):
    faster = RedisSigningSeed(link)
    slower: Any = Meanwhile(link, "GET", lambda: faster.get(ONE))
    assert RedisSigningSeed(slower).get(OTHER) == ONE
    assert link.call("GET", KEY) == faster.get(OTHER) == ONE


def test_a_key_that_the_store_has_lost_at_once_is_used_for_nothing_and_not_remembered(link):
    """A failover, or an emptied store, between writing and reading it."""
    losing: Any = Meanwhile(link, "SET", lambda: link.call("DEL", KEY))
    notary = Notary(RedisSigningSeed(losing))
    with pytest.raises(StoreUnavailable, match="signing"):
        notary.bot_token("bot-random-1")
    assert notary.bot_token("bot-random-1") == Notary(RedisSigningSeed(link)).bot_token("bot-random-1")


def signed(match: Coup) -> list[str]:
    return ["/v1/key", f"{match.path}/checkpoint", f"{match.path}/export", "/v1/log/checkpoint"]


def test_while_writes_are_refused_nothing_is_signed_by_a_key_that_is_not_kept(link, new_services):
    """And as soon as they are accepted, by the same worker, which has not remembered that it failed."""
    ask = in_process(create_app(Config(limits="off"), new_services()))
    match = coup(ask)
    assert link.call("GET", KEY) is None
    link.call("CONFIG", "SET", "maxmemory", "1")
    try:
        for path in signed(match):
            problem(ask("GET", path, match.tokens[0]), "store-unavailable")
        assert ask("GET", match.path).status == 200
        with pytest.raises(StoreUnavailable):
            log_turn(new_services())()
    finally:
        link.call("CONFIG", "SET", "maxmemory", "0")
    assert {ask("GET", path, match.tokens[0]).status for path in signed(match)} == {200}
    assert len(link.call("GET", KEY)) == len(ONE)


def test_the_background_makes_the_key_before_anybody_needs_it(link, new_services):
    log_turn(new_services())()
    kept = link.call("GET", KEY)
    assert kept is not None
    link.call("CONFIG", "SET", "maxmemory", "1")
    try:  # a worker that was just started
        assert in_process(create_app(Config(limits="off"), new_services()))("GET", "/v1/key").status == 200
    finally:
        link.call("CONFIG", "SET", "maxmemory", "0")
    assert link.call("GET", KEY) == kept


def test_where_the_file_is_missing_a_long_log_is_signed_and_kept_from_then_on(new_services, tmp_path):
    """As when a service is moved to another machine."""
    state = tmp_path / "moved" / "checkpoint.json"
    services = new_services(state=tmp_path / "checkpoint.json")
    for number in range(300):
        services.heads.append(MatchHead(f"m-{number}", 1, "00" * 32), is_public=True)
    before = services.notary.sign_log(services.heads)
    moved = new_services(state=state)
    assert moved.notary.sign_log(moved.heads) == before
    kept = StateFile(state).read()
    assert kept is not None
    assert (kept.size, kept.root, kept.key) == (300, before.root.hex(), services.notary.key)
