"""Matches in their archives, in Redis: one script puts a match in or restores it, if it has not changed meanwhile."""

from __future__ import annotations

from typing import Any, NamedTuple

from events.archive import Archive, archive_of, encode_events, pack_archive, unpack_archive
from events.redis.client import Client
from events.redis.keys import archive_key, keys_of, snapshot_key
from events.redis.script import Script
from events.store import count_kept

_archive = Script("archive.lua")
_open_small = Script("open_small.lua", is_confirmed=True)


class Whole(NamedTuple):
    """All that is kept of a match, in its archive and outside, and what the script compares to see that it still is."""

    events: tuple[bytes, ...]
    answers: tuple[tuple[bytes, bytes], ...]
    journal: tuple[bytes, ...]
    seen: tuple[Any, ...]


class RedisArchives:
    def __init__(self, client: Client) -> None:
        self._client = client

    def get(self, match: str) -> Archive:
        """The archive of a match; an empty one if it has none."""
        packed = self._client.call("GET", archive_key(match))
        return Archive() if packed is None else unpack_archive(packed)

    def has(self, match: str) -> bool:
        """Whether there is an archive of the match."""
        return bool(self._client.call("HEXISTS", keys_of(match)[1], "a"))

    def is_whole(self, match: str) -> bool:
        """Whether every event of the match is in its archive."""
        version, archived = self._client.call("HMGET", keys_of(match)[1], "v", "a")
        return version is not None and version == archived

    def open(
        self,
        match: str,
        event: bytes,
        answers: tuple[tuple[bytes, bytes], ...],
        frontier: bytes,
        feed: bytes,
        feed_max: int,
    ) -> bool:
        """Begin a match whose first event is in its archive from the start; false if the match exists."""
        *_, feed_of_partition, matches = keys = keys_of(match)
        args = [match, frontier, feed, feed_max, pack_archive(archive_of([event], answers))]
        return bool(self._client.run(_open_small, (keys[1], archive_key(match), feed_of_partition, matches), args))

    def put(self, match: str) -> bool:
        whole = self._whole(match)
        return whole is not None and self._run(
            match, [*whole.seen, pack_archive(archive_of(whole.events, whole.answers, whole.journal))]
        )

    def restore(self, match: str) -> bool:
        whole = self._whole(match)
        if whole is None:
            return False
        answers = [part for pair in whole.answers for part in pair]
        counts = len(whole.events), len(whole.answers)
        return self._run(match, [*whole.seen, b"", counts[0], *whole.events, counts[1], *answers, *whole.journal])

    def _run(self, match: str, args: list[Any]) -> bool:
        return bool(self._client.run(_archive, (*keys_of(match)[:4], archive_key(match), snapshot_key(match)), args))

    def _whole(self, match: str) -> Whole | None:
        """All that is kept of a match; None if something is missing, because another process is archiving it."""
        stream, head, answers_key, journal_key, *_ = keys_of(match)
        version, frontier = self._client.call("HMGET", head, "v", "f")
        answers = self._client.call("HGETALL", answers_key)
        journal = self._client.call("LRANGE", journal_key, 0, -1)
        archived = self.get(match)
        entries = self._client.call("XRANGE", stream, f"{len(archived.events) + 1}-0", "+")
        if not 0 < int(version or 0) == len(archived.events) + len(entries):
            return None
        refusals = (*journal, *archived.journal)
        kept = count_kept(map(len, refusals))
        # The journal is bounded, so a refusal's answer under its key goes when the refusal itself goes.
        forgotten = {refusal[4 : 4 + int(refusal[:4])] for refusal in refusals[kept:]}
        known = (*archived.answers, *zip(answers[::2], answers[1::2], strict=True))
        return Whole(
            (*encode_events(archived), *(fields[1] for _, fields in entries)),
            tuple(pair for pair in known if pair[0] not in forgotten),
            refusals[:kept],
            (version, frontier or b"", len(answers) // 2, journal[0] if journal else b""),
        )
