"""What can be said before the service starts: whether its port is free, and whether its Redis can be trusted."""

from __future__ import annotations

import errno
import logging
import socket
import time
from urllib.parse import parse_qsl, urlencode, urlsplit

from events.redis.client import Client, open_client
from events.redis.durability import durability
from events.redis.lists import EARLIER_KEYS
from events.store import StoreMismatch, StoreRefused, StoreUnavailable
from service.config import Config

log = logging.getLogger("matchledger")
PORT_PAUSE_S = 0.1
_SECRET_PARAMETERS = ("password", "username")


def without_password(url: str) -> str:
    """The address of a Redis as it may be printed and logged; redis-py also takes a login from the query."""
    parts = urlsplit(url)
    _, _, hosts = parts.netloc.rpartition("@")
    query = [(name, value) for name, value in parse_qsl(parts.query) if name not in _SECRET_PARAMETERS]
    return f"{parts.scheme}://{hosts}{parts.path}{'?' if query else ''}{urlencode(query)}"


def port_problem(host: str, port: int, patience_s: float = 0.0) -> str:
    """Why nothing can listen there; empty if something can. gunicorn itself would try again for ever.

    With patience: the workers of a service that was killed just now still listen for a second or two.
    """
    until = time.monotonic() + patience_s
    while True:
        error = _error_of_listening(host, port)
        if error is None:
            return ""
        if error.errno != errno.EADDRINUSE:
            return f"cannot listen on {host} port {port}: {error.strerror or error}"
        if time.monotonic() >= until:
            return f"port {port} of {host} is in use by another program; choose another with --port"
        time.sleep(PORT_PAUSE_S)


def _error_of_listening(host: str, port: int) -> OSError | None:
    try:
        found = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, kind, protocol, _, address = found[0]
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except OSError as error:
        return error
    return None


def store_problem(config: Config) -> str:
    """Why the service cannot run on its Redis; empty if it can. Risks are logged.

    A server that does not answer yet is no reason: it may be starting at the same time.
    """
    if config.redis_url is None:
        return ""
    try:
        link = open_client(config.redis_url, config.redis_wait, config.partitions)
    except ValueError as error:
        return f"MATCHLEDGER_REDIS_URL cannot be used: {error}"
    try:
        found = durability(link)
        check_layout(link)
    except (StoreRefused, StoreMismatch) as refused:
        return str(refused)
    except StoreUnavailable as error:
        log.warning(
            "the store does not answer yet", extra={"store": without_password(config.redis_url), "detail": str(error)}
        )
        return ""
    finally:
        link.close()
    for risk in found["risks"]:
        log.warning("the store is not safe", extra={"store": without_password(config.redis_url), "detail": risk})
    too_old = [risk for risk in found["risks"] if "oldest that is supported" in risk]
    return too_old[0] if too_old else ""


def check_layout(link: Client) -> None:
    """Raises StoreMismatch if the store was made with another number of partitions, or has its matches or lists in
    another form; records the number in a new store."""
    matches = [("EXISTS", f"{{p{partition}}}:matches") for partition in link.layout.partitions]
    found = link.call_many([*matches, ("EXISTS", *EARLIER_KEYS)])
    if any(isinstance(count, int) and count for count in found):
        raise StoreMismatch(
            "this store was written by an earlier release, which kept its matches or lists in another form: back it up "
            "with that release, and restore the backup into an empty store"
        )


def find_risks(link: Client) -> list[str]:
    """Settings of the Redis that its operator has to change."""
    risks: list[str] = durability(link)["risks"]
    return risks
