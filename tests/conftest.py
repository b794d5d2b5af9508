"""Fixtures and settings for every test."""

from hypothesis import settings

from tests.servers import bundled_redis, redis_cluster, system_redis

__all__ = ["bundled_redis", "redis_cluster", "system_redis"]

# A busy machine is no failure of the code.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")
