"""Many matches: which have changed, as the server tells it, and finished ones in bulk."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Iterator
from typing import cast

from matchledger_client.api_types import EventOut, FeedOut, MatchSummaryOut
from matchledger_client.caller import Caller

POLL_S = 20
FINISHED_PAGE = 20  # matches in one answer; each comes with all its events


class FinishedMatch(MatchSummaryOut):
    """A finished match with everything that was hidden; `events` is None if the server cannot read them."""

    events: list[EventOut] | None
    cursor: str


def follow_feed(caller: Caller, cursor: str | None = None, wait_s: float | None = None) -> Iterator[FeedOut]:
    """Pages of changes, each with the cursor that stands after it; ends when none has come for `wait_s` seconds."""
    if cursor is None:
        present = cast(FeedOut, caller.call("GET", "/v1/feed"))
        yield present
        cursor = present["cursor"]
    changed_at = time.monotonic()
    while True:
        left_s = math.inf if wait_s is None else changed_at + wait_s - time.monotonic()
        wait = max(0, min(POLL_S, math.ceil(left_s) if left_s < POLL_S else POLL_S))
        page = cast(
            FeedOut,
            caller.call(
                "GET",
                "/v1/feed",
                query={"cursor": cursor, "wait": wait or None},
                silence_s=wait + 5.0,
                deadline_s=max(caller.deadline_s, 2 * (wait + 5.0)),
            ),
        )
        cursor = page["cursor"]
        if page["entries"]:
            yield page
            changed_at = time.monotonic()
        elif wait_s is not None and time.monotonic() >= changed_at + wait_s:
            return


def read_finished(caller: Caller, game: str | None = None, after: str | None = None) -> Iterator[FinishedMatch]:
    """Finished public matches, newest first, after the `cursor` of one that was read before."""
    while True:
        query = {"game": game, "after": after, "limit": FINISHED_PAGE}
        text: str = caller.call("GET", "/v1/matches/finished.ndjson", query=query, accept="application/x-ndjson")
        # Not splitlines(), which also divides at characters that a name may contain.
        lines = [cast(FinishedMatch, json.loads(line)) for line in text.split("\n") if line]
        yield from lines
        if len(lines) < FINISHED_PAGE:
            return
        after = lines[-1]["cursor"]
