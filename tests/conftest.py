"""Fixtures and settings for every test."""

import pytest
from hypothesis import settings

from tests import servers
from tests.servers import bundled_redis, redis_cluster, system_redis

__all__ = ["bundled_redis", "redis_cluster", "system_redis"]

# A busy machine is no failure of the code.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--no-servers", action="store_true", help="skip what would start a redis-server (make quick)")


def pytest_configure(config: pytest.Config) -> None:
    servers.is_allowed = not config.getoption("--no-servers")
