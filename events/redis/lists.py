"""The lists of matches in Redis: sorted sets by the time of opening, one summary a match. All of it can be rebuilt."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from events.redis.link import Link

TIES_MAX = 100  # matches opened within one millisecond that a page can step over


class RedisListing:
    """Every call names one key only, so it works on a cluster as it is."""

    def __init__(self, link: Link) -> None:
        self._link = link

    def put(self, match: str, version: int, opened_at: int, shelves: Iterable[str], line: bytes) -> None:
        known = self._link.call("GET", f"listing:match:{match}")
        wanted = set(shelves)
        if known is not None:
            known_version, known_shelves, _ = msgspec.msgpack.decode(known)
            if known_version > version:  # of the same version it is written again: a rebuild may know more of it
                return
            for shelf in set(known_shelves) - wanted:
                self._link.call("ZREM", f"listing:{shelf}", match)
        for shelf in sorted(wanted):
            self._link.call("ZADD", f"listing:{shelf}", opened_at, match)
        self._link.call("SET", f"listing:match:{match}", msgspec.msgpack.encode((version, sorted(wanted), line)))

    def page(self, shelf: str, cursor: str | None, limit: int) -> tuple[list[bytes], str | None]:
        """The lines of a page, newest first; a cursor is the time and id of the last line seen."""
        newest, seen = ("+inf", "") if cursor is None else (cursor.partition("~")[0], cursor.partition("~")[2])
        found: list[Any] = self._link.call(
            "ZREVRANGEBYSCORE", f"listing:{shelf}", newest, "-inf", "WITHSCORES", "LIMIT", 0, limit + 1 + TIES_MAX
        )
        places = [(_score(score), member.decode()) for member, score in _pairs(found)]
        if cursor is not None:
            places = [place for place in places if (place[0], place[1]) < (int(newest), seen)]
        lines = [line for _, member in places[:limit] if (line := self._line(member)) is not None]
        if len(places) <= limit:
            return lines, None
        return lines, f"{places[limit - 1][0]}~{places[limit - 1][1]}"

    def _line(self, match: str) -> bytes | None:
        known = self._link.call("GET", f"listing:match:{match}")
        return None if known is None else msgspec.msgpack.decode(known)[2]


def _pairs(found: list[Any]) -> list[tuple[bytes, Any]]:
    """Members with their scores, flat as RESP 2 gives them or in pairs as RESP 3 does."""
    if found and isinstance(found[0], (list, tuple)):
        return [(member, score) for member, score in found]
    return list(zip(found[::2], found[1::2]))


def _score(score: Any) -> int:
    return int(float(score))
