"""Matches in their archives, in Redis: put in and taken out by one script, if nothing happened to them meanwhile."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from events.archive import Archive, encoded_events, of_entries, pack, unpack
from events.redis.keys import archive_key, keys_of, snapshot_key
from events.redis.link import Link, Script
from events.store import REFUSALS_MAX

_script = Script(Path(__file__).with_name("archive.lua"))
_branch = Script(Path(__file__).with_name("branch.lua"), is_confirmed=True)


class Whole(NamedTuple):
    """All that is kept of a match, in its archive and outside, and by what the script can tell that it is still so."""

    events: tuple[bytes, ...]
    answers: tuple[tuple[bytes, bytes], ...]
    journal: tuple[bytes, ...]
    seen: tuple[Any, ...]


class RedisArchives:
    def __init__(self, link: Link) -> None:
        self._link = link

    def get(self, match: str) -> Archive:
        """What is in the archive of a match; nothing, if it has none."""
        packed = self._link.call("GET", archive_key(match))
        return Archive() if packed is None else unpack(packed)

    def has(self, match: str) -> bool:
        """Whether there is an archive of the match."""
        return bool(self._link.call("HEXISTS", keys_of(match)[1], "a"))

    def is_whole(self, match: str) -> bool:
        """Whether all that there is of the match is in its archive."""
        version, archived = self._link.call("HMGET", keys_of(match)[1], "v", "a")
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
        """A new match, whose first event is in its archive from the start; false if there is such a match already."""
        *_, feed_of_all, matches = keys = keys_of(match)
        words = [match, frontier, feed, feed_max, pack(of_entries([event], answers))]
        return bool(self._link.run(_branch, (keys[1], archive_key(match), feed_of_all, matches), words))

    def put(self, match: str) -> bool:
        whole = self._whole(match)
        return whole is not None and self._run(
            match, [*whole.seen, pack(of_entries(whole.events, whole.answers, whole.journal))]
        )

    def take_out(self, match: str) -> bool:
        whole = self._whole(match)
        if whole is None:
            return False
        answers = [word for pair in whole.answers for word in pair]
        counts = len(whole.events), len(whole.answers)
        return self._run(match, [*whole.seen, b"", counts[0], *whole.events, counts[1], *answers, *whole.journal])

    def _run(self, match: str, words: list[Any]) -> bool:
        return bool(self._link.run(_script, (*keys_of(match)[:4], archive_key(match), snapshot_key(match)), words))

    def _whole(self, match: str) -> Whole | None:
        """All that is kept of a match; None if it is not all there: then somebody else is just archiving it."""
        stream, head, answers_key, journal_key, *_ = keys_of(match)
        version = self._link.call("HGET", head, "v") or b"0"
        answers = self._link.call("HGETALL", answers_key)
        journal = self._link.call("LRANGE", journal_key, 0, -1)
        archived = self.get(match)
        entries = self._link.call("XRANGE", stream, f"{len(archived.events) + 1}-0", "+")
        if not 0 < int(version) == len(archived.events) + len(entries):
            return None
        refusals = (*journal, *archived.journal)
        # The journal is bounded, so a refusal's answer under its key goes when the refusal itself goes.
        forgotten = {refusal[4 : 4 + int(refusal[:4])] for refusal in refusals[REFUSALS_MAX:]}
        known = (*archived.answers, *zip(answers[::2], answers[1::2], strict=True))
        return Whole(
            (*encoded_events(archived), *(fields[1] for _, fields in entries)),
            tuple(pair for pair in known if pair[0] not in forgotten),
            refusals[:REFUSALS_MAX],
            (version, len(answers) // 2, journal[0] if journal else b""),
        )
