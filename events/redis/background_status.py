"""The status of the background process in Redis: it is another process than the one that is asked."""

from __future__ import annotations

import msgspec

from events.background_status import BackgroundStatus
from events.codec import UnreadableEvent
from events.redis.client import Client
from events.redis.feed import ASIDE_KEY

KEY = "background:status"
_decoder = msgspec.json.Decoder(BackgroundStatus)


class RedisBackgroundStatus:
    def __init__(self, client: Client) -> None:
        self._client = client

    def put(self, status: BackgroundStatus) -> None:
        self._client.call("SET", KEY, msgspec.json.encode(status))

    def get(self) -> BackgroundStatus | None:
        """None if no background process has ever told anything. Raises UnreadableEvent if somebody else has."""
        raw = self._client.call("GET", KEY)
        try:
            return None if raw is None else _decoder.decode(raw)
        except msgspec.DecodeError as error:
            raise UnreadableEvent(f"{KEY} cannot be read: {error}") from error

    def count_set_aside(self) -> int:
        """Entries of feeds that could not be read, over all time, as far as they are kept."""
        return int(self._client.call("XLEN", ASIDE_KEY))
