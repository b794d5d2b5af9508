"""Fixtures and settings for every test."""

import os
import secrets
from random import Random
from uuid import uuid4

import pytest
from hypothesis import settings

from tests import servers
from tests.browser import browser
from tests.servers import bundled_redis, redis_cluster, system_redis

__all__ = ["browser", "bundled_redis", "redis_cluster", "system_redis"]

# Their tests share a running service, a browser or a long match: each process would make its own.
FOLDERS_TOGETHER = {"pages", "sdk"}
FILES_TOGETHER = {"test_docs.py", "test_connections.py"}

# A busy machine is no failure of the code, and the same code passes each time: the soaks (Makefile) play by chance.
settings.register_profile("patient", deadline=None, derandomize=True)
settings.load_profile("patient")


@pytest.fixture(autouse=True)
def same_luck_each_time(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Seeds, ids and salts that are made in this process follow from the test's name.

    Otherwise a test that needs a certain card to turn up fails now and then. The soaks (Makefile) play by chance.
    """
    chance = Random(f"{request.path.relative_to(request.config.rootpath)}::{request.node.name}")
    monkeypatch.setattr(os, "urandom", chance.randbytes)
    monkeypatch.setattr(secrets, "choice", chance.choice)


@pytest.fixture(autouse=True)
def own_trust(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Trusted keys and kept checkpoints of the test alone, not those of whoever runs it."""
    folder = tmp_path_factory.getbasetemp() / f"trust-{uuid4().hex}"  # made when something is written to it
    monkeypatch.setenv("MATCHLEDGER_TRUST", str(folder / "trust.json"))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--no-servers", action="store_true", help="skip what would start a redis-server (make quick)")


@pytest.hookimpl(tryfirst=True)  # before xdist reads the groups
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep the tests of a file together where that saves work.

    Groups with many tests begin first, so that the last minutes are left to short tests, which keep every core busy.
    """
    for item in items:
        if item.path.parent.name in FOLDERS_TOGETHER or item.path.name in FILES_TOGETHER:
            item.add_marker(pytest.mark.xdist_group(f"{item.path.parent.name}-{item.path.stem}"))


def pytest_configure(config: pytest.Config) -> None:
    servers.is_allowed = not config.getoption("--no-servers")
