"""What the commands that work on the store of a running service share, and `matchledger rebuild`."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec

from events.objects.store import ArchiveUnavailable
from events.redis.client import Client, open_client
from events.store import StoreUnavailable
from service.config import Config
from service.processes.embedded import running_url
from service.tools.progress import show_progress

P = ParamSpec("P")


def link_of(config: Config) -> Client:
    """The store of the running service."""
    url = config.redis_url or running_url(config.data)
    if url is None:
        raise StoreUnavailable(f"no service is running on {config.data}")
    return open_client(url, config.redis_wait, config.partitions)


def needs_store(*, exit_code: int) -> Callable[[Callable[P, int]], Callable[P, int]]:
    """A command that exits with this code if the store or the archive does not answer."""

    def decorate(run: Callable[P, int]) -> Callable[P, int]:
        @wraps(run)
        def run_or_say(*args: P.args, **kwargs: P.kwargs) -> int:
            try:
                return run(*args, **kwargs)
            except ArchiveUnavailable as failed:
                print(f"matchledger: {failed}", file=sys.stderr)
                return exit_code
            except StoreUnavailable as error:
                print(f"matchledger: the store does not answer; is the service running? ({error})", file=sys.stderr)
                return exit_code

        return run_or_say

    return decorate


@needs_store(exit_code=1)
def rebuild(config: Config) -> int:
    from service.app import open_services
    from service.processes.background import rebuild_all

    link = link_of(config)
    partitions = show_progress(link.layout.partitions, "making the lists")
    print(f"{rebuild_all(open_services(config, link), link, partitions)} matches are in the lists again")
    return 0
