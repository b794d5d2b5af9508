"""Which unfinished matches have bots in them: the background process plays for these, also after a restart.

The projector derives it from the matches. Each partition has a set of its own, beside its matches.
"""

from __future__ import annotations

from collections.abc import Collection

from events.redis.client import Client
from events.store import StoreUnavailable


class RedisBots:
    def __init__(self, client: Client) -> None:
        self._client = client

    def add(self, match: str) -> None:
        self._client.call_confirmed("SADD", _key(self._client.layout.partition_of(match)), match)

    def remove(self, match: str) -> None:
        self._client.call("SREM", _key(self._client.layout.partition_of(match)), match)

    def all(self) -> set[str]:
        """Matches of partitions whose server does not answer are left out; it is an error only if none answers."""
        replies = self._client.call_many(
            [("SMEMBERS", _key(partition)) for partition in self._client.layout.partitions]
        )
        answered = {number: reply for number, reply in enumerate(replies) if not isinstance(reply, Exception)}
        if not answered:
            raise StoreUnavailable(str(replies[0]))
        match_in = self._client.layout.match_in
        found = {match_in(partition, member) for partition, reply in answered.items() for member in reply}
        return {match for match in found if match is not None}

    def missing(self, matches: Collection[str]) -> set[str]:
        """Those of these matches that are not in the set, as far as servers answer."""
        partition_of = self._client.layout.partition_of
        replies = self._client.call_many([("SISMEMBER", _key(partition_of(match)), match) for match in matches])
        return {match for match, reply in zip(matches, replies, strict=True) if reply == 0}

    def is_reachable(self, match: str) -> bool:
        """Whether the server of a match answers; on a cluster this takes less time than a call that fails."""
        (reply,) = self._client.call_many([("SISMEMBER", _key(self._client.layout.partition_of(match)), match)])
        return not isinstance(reply, StoreUnavailable)


def _key(partition: int) -> str:
    return f"{{p{partition}}}:bots"
