"""Errors of redis-py as the rest of the service knows them: the store is unavailable, or holds foreign data."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from redis.exceptions import (
    AuthenticationError,
    ClusterDownError,
    ClusterError,
    OutOfMemoryError,
    ReadOnlyError,
    RedisClusterException,
    RedisError,
    ResponseError,
    TryAgainError,
)

from events.codec import UnreadableEvent
from events.store import StoreRefused, StoreUnavailable, Wait

# Error codes of a server that answers but cannot serve. Servers before 7.0 wrap them when a script meets them.
# NOGROUP: a failover has lost a consumer group, and its consumer has to start again.
_UNAVAILABLE = re.compile(
    r"(?:^|\s-)(?:LOADING|CLUSTERDOWN|MASTERDOWN|READONLY|TRYAGAIN|MISCONF|NOREPLICAS|BUSY|OOM|UNBLOCKED|NOGROUP)\b"
)
# From the messages of these redis-py has removed the code.
_UNAVAILABLE_TYPES = (ReadOnlyError, ClusterDownError, TryAgainError, OutOfMemoryError)
# A key holds another type than ours, or a stream has entries that we did not write.
_FOREIGN = re.compile(r"WRONGTYPE|ID specified in XADD")


def check_response_error(error: ResponseError) -> None:
    """Raise what an error reply means; return if it means nothing but itself."""
    if isinstance(error, _UNAVAILABLE_TYPES) or _UNAVAILABLE.search(str(error)):
        raise StoreUnavailable(str(error)) from error
    if _FOREIGN.search(str(error)):
        raise UnreadableEvent(f"a key of this service holds foreign data: {error}") from error


def unavailable_from(error: Exception) -> StoreUnavailable:
    """What a failure of the connection means; redis-py's cluster client wraps the failures of its nodes."""
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, AuthenticationError):
            return StoreRefused(f"Redis refuses the user or the password of MATCHLEDGER_REDIS_URL ({cause})")
        cause = cause.__cause__ or cause.__context__
    return StoreUnavailable(str(error))


@contextmanager
def translate_errors() -> Iterator[None]:
    """Failures of the connection become StoreUnavailable; error replies that concern a single call are raised as they
    are."""
    try:
        yield
    except ResponseError as error:
        check_response_error(error)
        raise
    except (RedisError, RedisClusterException, ClusterError, OSError) as error:
        raise unavailable_from(error) from error


def check_confirmed(confirmed: int, wait: Wait) -> None:
    if confirmed < wait.replicas:
        raise StoreUnavailable(
            f"{confirmed} of {wait.replicas} replicas confirmed within {wait.timeout_ms} ms; "
            "the command may have been applied, and may yet be lost"
        )
