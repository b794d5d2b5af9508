"""Where a request comes from. gunicorn's master loads this too, so it imports nothing that gevent has to patch."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from typing import TYPE_CHECKING, NamedTuple

from service.config import Config

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment


def client_address(environ: WSGIEnvironment, proxies: int) -> str:
    """The address that the outermost of the operator's proxies has seen; without proxies, that of the connection."""
    if proxies:
        forwarded_for = environ.get("HTTP_X_FORWARDED_FOR", "").split(",")
        if len(forwarded_for) >= proxies and forwarded_for[-proxies].strip():
            found: str = forwarded_for[-proxies].strip()
            return found
    address: str = environ.get("REMOTE_ADDR") or ""
    return address


class Network(NamedTuple):
    """Where requests come from: one name for all addresses of one subscriber."""

    name: str
    is_local: bool  # this machine


def is_limited(config: Config, network: Network) -> bool:
    """Programs on this machine are trusted unless the operator says otherwise."""
    return config.limits == "all" or (config.limits == "remote" and not network.is_local)


@lru_cache(maxsize=65_536)
def network_of(address: str) -> Network:
    try:
        found = ip_address(address)
    except ValueError:
        return Network(address or "socket", is_local=not address)  # a unix socket has no address
    if isinstance(found, IPv6Address) and found.ipv4_mapped is not None:
        found = found.ipv4_mapped
    # An IPv6 subscriber usually has a whole /64.
    return Network(str(found) if found.version == 4 else f"{int(found) >> 64:x}::/64", found.is_loopback)
