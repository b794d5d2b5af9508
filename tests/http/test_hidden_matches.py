"""An outsider is told the same of a private match whatever its state: there is no such match."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from events.objects.folder import FolderObjects
from events.redis.archive_marker import MARKER
from events.redis.client import open_client
from events.redis.store import RedisStore
from events.store import Wait
from games.catalogue import CatalogueGone
from ledger.erasure import SecretsErased
from ledger.table import Table
from projections.tables import RulesGone, Tables
from service.app import build_services, create_app
from service.config import Config
from service.web.http import ROUTES, Route
from tests.http.asking import STREAMS, Ask, Coup, Reply, address, body_for, in_process
from tests.http.channel_client import connect_in_process
from tests.http.test_damaged_match import remove_event, remove_everything
from tests.keys import keys_of, snapshot_key

OF_A_MATCH = [route for route in ROUTES if "<match>" in route.path or "<dispute>" in route.path]
QUERIES = {"get_proof": "?version=1"}


class Stage:
    """A private match of two players, in the lists, and what is done to it."""

    def __init__(self, ask: Ask, app: Any, link: Any, objects: FolderObjects, folder: Path, projector: Any) -> None:
        self.link, self.objects, self.folder = link, objects, folder
        tokens = [ask.client.player(name) for name in ("Ana", "Ben")]
        options = {"first_seat": 0}
        body = {"game": "coup", "seats": 2, "public": False, "options": options, "hold_s": 60}
        self.match: str = ask("POST", "/v1/matches", tokens[0], body).json["id"]
        for token in tokens:
            assert ask("POST", f"/v1/matches/{self.match}/seats", token).status == 201
        assert ask("POST", f"/v1/matches/{self.match}/start", tokens[0]).status == 200
        self.played = Coup(ask, self.match, tokens)
        claim = {"step": 0, "claim": "That cannot be."}
        assert ask("POST", f"{self.played.path}/disputes", tokens[0], claim).status == 201
        self.stranger = ask.client.player("Eve")
        self.arbiter = app.extensions["matchledger"].identity.enrol("Ada", "arbiter")[1]
        while projector.run_once(block_ms=10):
            pass

    def finish(self) -> None:
        ask, token = self.played.ask, self.played.tokens
        assert ask("POST", f"{self.played.path}/leave", token[0], {"as": "concede"}).status == 201

    def archive(self) -> None:
        self.finish()
        assert RedisStore(self.link, self.objects).archive(self.match)


def lose_an_event(stage: Stage, _patch: pytest.MonkeyPatch) -> None:
    remove_event(stage.link, stage.match)


def lose_the_first_event(stage: Stage, _patch: pytest.MonkeyPatch) -> None:
    stage.link.call("XDEL", keys_of(stage.match)[0], "1-0")
    stage.link.call("DEL", snapshot_key(stage.match))


def lose_the_stream(stage: Stage, _patch: pytest.MonkeyPatch) -> None:
    stage.link.call("DEL", keys_of(stage.match)[0], snapshot_key(stage.match))


def lose_the_match(stage: Stage, _patch: pytest.MonkeyPatch) -> None:
    remove_everything(stage.link, stage.match)


def spoil_the_head(stage: Stage, _patch: pytest.MonkeyPatch) -> None:
    stage.link.call("HSET", keys_of(stage.match)[1], "v", "many")


def spoil_the_keys(stage: Stage, _patch: pytest.MonkeyPatch) -> None:
    """A foreign program has written there: an error of the server that nobody has foreseen."""
    stage.link.call("DEL", keys_of(stage.match)[1])
    stage.link.call("SET", keys_of(stage.match)[1], "foreign")


def fill_with_garbage(stage: Stage, _patch: pytest.MonkeyPatch) -> None:
    stream = keys_of(stage.match)[0]
    stage.link.call("DEL", stream, snapshot_key(stage.match))
    for version in range(1, 40):
        stage.link.call("XADD", stream, f"{version}-0", "e", b"\xc1garbage")


def fail_to_load(error: Exception) -> Callable[[Stage, pytest.MonkeyPatch], None]:
    def fail(stage: Stage, patch: pytest.MonkeyPatch) -> None:
        load = Tables._load

        def fails_for_this_one(self: Tables, match: str) -> Table:
            if match == stage.match:
                raise error
            return load(self, match)

        patch.setattr(Tables, "_load", fails_for_this_one)

    return fail


def take_the_archive_away(stage: Stage, _patch: pytest.MonkeyPatch) -> None:
    stage.archive()
    (stage.folder / "archive").rename(stage.folder / "away")


def lose_the_archived_object(stage: Stage, _patch: pytest.MonkeyPatch) -> None:
    stage.archive()
    (name,) = set(stage.objects.names()) - {MARKER}
    stage.objects.delete(name)


UNLOADABLE = {
    "rules gone": RulesGone("coup", 1),
    "cards gone": CatalogueGone(["cats"]),
    "secrets erased": SecretsErased("m-1"),
    "a mistake of ours": TypeError("what nobody has foreseen"),
}
STATES = {name: fail_to_load(error) for name, error in UNLOADABLE.items()} | {
    one.__name__: one
    for one in (
        lose_an_event,
        lose_the_first_event,
        lose_the_stream,
        lose_the_match,
        spoil_the_head,
        spoil_the_keys,
        fill_with_garbage,
        take_the_archive_away,
        lose_the_archived_object,
    )
}


@pytest.fixture
def stage(ask, app, link, objects, tmp_path, projector) -> Stage:
    return Stage(ask, app, link, objects, tmp_path, projector)


def answer_of(ask: Ask, route: Route, match: str, token: str | None) -> Reply:
    path = address(route, match=match, dispute=f"{match}~1") + QUERIES.get(route.view.__name__, "")
    if route.view.__name__ not in STREAMS:
        return ask(route.method, path, token, body_for(route))
    stream = ask.open_stream(path, token)
    try:
        return Reply(stream.status, stream.headers, b"" if stream.status == 200 else b"".join(stream.chunks))
    finally:
        stream.close()


def told(reply: Reply) -> tuple[Any, ...]:
    """All of an answer but what no two answers share."""
    names = {name: value for name, value in reply.headers.items() if name not in ("Date", "X-Request-Id")}
    return reply.status, names, reply.body


@pytest.mark.parametrize("state", STATES)
def test_an_outsider_is_told_the_same_as_of_a_match_that_is_not_there(stage, new_app, monkeypatch, state):
    STATES[state](stage, monkeypatch)
    ask = in_process(new_app())
    for route in OF_A_MATCH:
        for token in (None, stage.stranger):
            seen, unknown = (answer_of(ask, route, one, token) for one in (stage.match, "m-unknown"))
            assert unknown.status in (401, 404), (route.path, unknown)
            assert told(seen) == told(unknown), (state, route.path, token is None)


@pytest.mark.parametrize("state", [name for name in STATES if name != "lose_the_match"])
def test_whoever_may_see_the_match_is_told_what_is_wrong(stage, new_app, monkeypatch, state):
    STATES[state](stage, monkeypatch)
    ask = in_process(new_app())
    for token in (*stage.played.tokens, stage.arbiter):
        assert ask("GET", stage.played.path, token).status in (410, 500, 503), state


@pytest.mark.parametrize("state", STATES)
def test_an_outsider_is_told_the_same_on_the_channel(stage, new_app, monkeypatch, state):
    STATES[state](stage, monkeypatch)
    app = new_app()
    for token in (None, stage.stranger):
        with connect_in_process(app) as opened:
            opened.hello(token)
            for kind, fields in (("subscribe", {}), ("command", {"type": "pass", "params": {}})):
                seen, unknown = (opened.ask(kind, match=one, **fields) for one in (stage.match, "m-unknown"))
                assert (seen["kind"], seen["problem"]) == (unknown["kind"], unknown["problem"]), (state, kind)


def test_an_outsider_is_told_the_same_while_no_replica_confirms(stage, system_redis, objects):
    """A refusal is confirmed like a command. That of a seat would tell an outsider that there is a match."""
    services = build_services(open_client(system_redis.url, Wait(replicas=1, timeout_ms=10)), objects=objects)
    ask = in_process(create_app(Config(), services))
    for route in OF_A_MATCH:
        seen, unknown = (answer_of(ask, route, one, stage.stranger) for one in (stage.match, "m-unknown"))
        assert told(seen) == told(unknown), route.path
    leaving = ask("POST", f"{stage.played.path}/leave", stage.played.tokens[0], {"as": "concede"})
    assert leaving.status == 503, "its players are told what is wrong"
