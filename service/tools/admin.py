"""Commands that work on the store of a running service: tokens, and rebuilding the lists."""

from __future__ import annotations

import sys

from events.redis.client import Client, open_client
from events.store import StoreUnavailable
from service.config import Config
from service.processes.embedded import running_url
from service.web.identity import Role


def link_of(config: Config) -> Client:
    """The store of the running service."""
    url = config.redis_url or running_url(config.data)
    if url is None:
        raise StoreUnavailable(f"no service is running on {config.data}")
    return open_client(url, config.redis_wait)


def create_token(config: Config, role: Role, name: str) -> int:
    from service.app import build_services

    try:
        person, token = build_services(link_of(config)).identity.enrol(name, role)
    except StoreUnavailable as error:
        print(f"matchledger: the store does not answer; is the service running? ({error})", file=sys.stderr)
        return 1
    print(f"{role} {person.name} ({person.id}); this is the only time that the token is shown:", file=sys.stderr)
    print(token)
    return 0


def rebuild(config: Config) -> int:
    from service.app import build_services
    from service.processes.background import rebuild_all

    try:
        link = link_of(config)
        print(f"{rebuild_all(build_services(link), link)} matches are in the lists again")
    except StoreUnavailable as error:
        print(f"matchledger: the store does not answer; is the service running? ({error})", file=sys.stderr)
        return 1
    return 0
