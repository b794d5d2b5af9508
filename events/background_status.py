"""What the background process tells of itself, for whoever asks the service how it is."""

from __future__ import annotations

from msgspec import Struct


class LoopStatus(Struct, frozen=True):
    heard_ms: int  # when it last completed a turn, or waited for the store
    failing: str | None = None


class BackgroundStatus(Struct, frozen=True):
    loops: dict[str, LoopStatus]
