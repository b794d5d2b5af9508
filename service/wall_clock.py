"""The server's time, and whether it can be trusted: it may jump, and events may be dated later than it is now."""

from __future__ import annotations

import logging
import time

log = logging.getLogger("matchledger")
JUMP_MS = 60_000
WARNING_S = 3600.0  # how long /readyz warns of it
LOGGED_EVERY_S = 60.0


class JumpWatch:
    """Compares the time of day with a clock that never jumps. To be asked often."""

    def __init__(self) -> None:
        self._offset_s = time.time() - time.monotonic()
        self._jumped_at = -WARNING_S
        self._jump_s = 0.0

    def check(self) -> None:
        offset_s = time.time() - time.monotonic()
        jump_s, self._offset_s = offset_s - self._offset_s, offset_s
        if abs(jump_s) * 1000 > JUMP_MS:
            self._jumped_at, self._jump_s = time.monotonic(), jump_s
            log.error("the time of the server has jumped", extra={"seconds": round(jump_s), "see": "docs/clocks.md"})

    @property
    def warning(self) -> str | None:
        if time.monotonic() - self._jumped_at > WARNING_S:
            return None
        return f"the time of the server has jumped by {self._jump_s:+.0f} s: see docs/clocks.md"


class LateEvents:
    """Matches whose last event is dated later than it is now: their deadlines wait until the time has caught up."""

    def __init__(self) -> None:
        self._noticed_at = -WARNING_S
        self._logged_at = -LOGGED_EVERY_S
        self._ahead_ms = 0

    def check(self, match: str, last_at: int, now_ms: int) -> None:
        if last_at - now_ms <= JUMP_MS:
            return
        self._noticed_at, self._ahead_ms = time.monotonic(), last_at - now_ms
        if self._noticed_at - self._logged_at >= LOGGED_EVERY_S:
            self._logged_at = self._noticed_at
            extra = {"match": match, "seconds": self._ahead_ms // 1000, "see": "docs/clocks.md"}
            log.error("the last event of a match is dated later than it is now", extra=extra)

    @property
    def warning(self) -> str | None:
        if time.monotonic() - self._noticed_at > WARNING_S:
            return None
        return (
            f"events are dated {self._ahead_ms // 1000} s later than it is now, and deadlines wait as long: "
            "see docs/clocks.md"
        )


late_events = LateEvents()  # of this process
