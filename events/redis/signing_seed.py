"""The seed of the server's signing key: made once, the same for every process."""

from __future__ import annotations

from events.redis.client import Client
from events.store import StoreUnavailable

KEY = "signing:seed"


class RedisSigningSeed:
    def __init__(self, client: Client) -> None:
        self._client = client

    def get(self, proposed: bytes) -> bytes:
        """The seed that is kept; if there is none, the proposed one, or that of a faster process.

        It is read first, so that nothing is written while a seed exists.
        """
        kept = self._client.call("GET", KEY)
        if kept is None:
            self._client.call_confirmed("SET", KEY, proposed, "NX")
            kept = self._client.call("GET", KEY)
        if kept is None:  # whoever asks remembers the answer
            raise StoreUnavailable("the store has lost the signing seed that was just made")
        seed: bytes = kept
        return seed
