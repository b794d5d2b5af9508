"""Fixtures that any test may ask for."""

from tests.servers import bundled_redis, redis_cluster, system_redis

__all__ = ["bundled_redis", "redis_cluster", "system_redis"]
