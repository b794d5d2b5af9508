"""The number of partitions of a store: recorded when it is made, and read from it ever after.

It is recorded in several keys, on different servers of a cluster, so that a process can start while one is away.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from events.redis.keys import PARTITIONS, Layout
from events.store import StoreMismatch, StoreUnavailable

if TYPE_CHECKING:
    from events.redis.client import Client

RECORDS = tuple(f"{{p{number}}}:partitions" for number in range(8))


def read_layout(client: Client, wanted: int | None) -> Layout:
    """Record the number if the store is new: `wanted`, or else PARTITIONS. Raises StoreMismatch if it has another."""
    replies = client.call_many([("GET", key) for key in RECORDS])
    known = {int(reply) for reply in replies if isinstance(reply, bytes)}
    failures = [reply for reply in replies if isinstance(reply, Exception)]
    if len(known) > 1:
        raise StoreMismatch(f"the store has contradicting numbers of partitions: {sorted(known)}")
    if not known and failures:
        raise failures[0] if isinstance(failures[0], StoreUnavailable) else StoreUnavailable(str(failures[0]))
    found = known.pop() if known else _record(client, wanted)
    if wanted not in (None, found):
        raise StoreMismatch(
            f"MATCHLEDGER_PARTITIONS is {wanted}, and this store has {found} partitions: the number is fixed when a "
            "store is made; leave the setting out"
        )
    if not failures and None in replies:
        for key in RECORDS:
            client.call("SET", key, found, "NX")
    return Layout(found)


def _record(client: Client, wanted: int | None) -> int:
    if wanted not in (None, PARTITIONS) and not is_new(client):
        raise StoreMismatch(
            f"MATCHLEDGER_PARTITIONS is {wanted}, and this store has data without a number of partitions: {PARTITIONS}"
        )
    client.call_confirmed("SET", RECORDS[0], wanted or PARTITIONS, "NX")
    return int(client.call("GET", RECORDS[0]))


def is_new(client: Client) -> bool:
    """Whether there is nothing in the store but the number of its partitions."""
    recorded = sum(int(client.call("EXISTS", key)) for key in RECORDS)
    return sum(int(server.call("DBSIZE")) for server in client.servers()) == recorded
