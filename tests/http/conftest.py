"""The app on a real redis-server, and the whole service as it is run."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from events.objects.folder import FolderObjects
from events.redis.client import Client, open_client
from events.redis.deadlines import RedisDeadlines
from events.redis.feed import RedisFeed
from events.redis.people import RedisPeople
from service.app import build_services, create_app
from service.config import Config
from service.processes.clock import Clock
from service.processes.projector import Projector
from service.trust import add_trusted
from service.web.http import Services
from tests.audit.exports import SIGNER
from tests.http.asking import Ask, Coup, coup, in_process
from tests.http.channel_client import over_channel
from tests.http.live import Live
from tests.http.wall import Wall
from tests.servers import Server


@pytest.fixture
def link(system_redis: Server) -> Iterator[Client]:
    """An empty store, of an installation that has an arbiter."""
    opened = open_client(system_redis.url)
    opened.call("FLUSHALL")
    RedisPeople(opened).add("a-0", "Resident arbiter", "arbiter", bytes(32))
    yield opened
    opened.close()


@pytest.fixture
def objects(tmp_path: Path) -> FolderObjects:
    """The archive."""
    return FolderObjects(tmp_path / "archive")


@pytest.fixture
def new_app(link: Client, objects: FolderObjects) -> Iterator[Callable[..., Flask]]:
    """Makes the app; a second one is a worker that remembers nothing, on the same store."""
    made: list[Services] = []

    def make(config: Config = Config()) -> Flask:  # noqa: B008  # frozen
        made.append(build_services(link, objects=objects))
        return create_app(config, made[-1])

    yield make
    for services in made:
        services.live.close()


@pytest.fixture
def app(new_app: Callable[..., Flask]) -> Flask:
    return new_app()


@pytest.fixture
def trusts_the_files(app: Flask, tmp_path: Path) -> None:
    """The operator has pinned the key with which the tests sign the files that they make."""
    app.extensions["matchledger.trust"] = tmp_path / "trust.json"
    add_trusted(tmp_path / "trust.json", SIGNER.key)


@pytest.fixture
def ask(app: Flask) -> Ask:
    return in_process(app)


@pytest.fixture(params=["rest", "channel"])
def transport(request: pytest.FixtureRequest) -> Iterator[Callable[[Flask], Ask]]:
    """How a test asks an app: by REST, and once more with its commands over the channel."""
    with ExitStack() as opened:
        yield in_process if request.param == "rest" else lambda app: over_channel(app, opened)


@pytest.fixture
def match(ask: Ask) -> Coup:
    """Coup for two, just begun; seat 0 is to act."""
    return coup(ask)


@pytest.fixture
def projector(app: Flask, link: Client) -> Projector:
    """What keeps the lists up to date, to be run by hand."""
    made = Projector(app.extensions["matchledger"], RedisFeed(link, "listing", "test"), RedisDeadlines(link))
    made.start()
    return made


@pytest.fixture
def wall(monkeypatch: pytest.MonkeyPatch) -> Wall:
    return Wall(monkeypatch)


@pytest.fixture
def clock(app: Flask, link: Client) -> Clock:
    return Clock(app.extensions["matchledger"], RedisDeadlines(link))


@pytest.fixture
def written(link: Client) -> Callable[[], dict[bytes, Any]]:
    """Everything that the store holds of matches, to compare before and after; all but snapshots, which are a cache."""

    def everything() -> dict[bytes, Any]:
        return {key: link.call("DUMP", key) for key in link.call("KEYS", "{p*") if not key.endswith(b":s")}

    return everything


@pytest.fixture(scope="session")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """The service as it is run: two workers, background, embedded Redis with fsync at every append."""
    service = Live(tmp_path_factory.mktemp("live") / "data")
    try:
        yield service.start()
        service.stop()
    finally:
        service.kill()
