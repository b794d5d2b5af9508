"""What /readyz says: whether the store answers, what it keeps, and what needs an operator."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from events.background_status import BackgroundStatus
from events.codec import UnreadableEvent
from events.store import StoreUnavailable
from service.wall_clock import late_events
from service.web.http import Services

SILENT_S = 15.0  # the longest turn that is usual takes a tenth of it


def readiness(services: Services, now_ms: int) -> dict[str, Any]:
    """Raises StoreUnavailable if no server answers."""
    durability = services.durability()
    status, unreadable = _read_status(services)
    warnings = [
        *durability.pop("alarms"),
        *durability.pop("risks"),
        *(unreadable or _background_warnings(status, now_ms)),
        *_set_aside_warnings(services),
        *([late_events.warning] if late_events.warning else []),
    ]
    return {
        "status": "degraded" if warnings else "ok",
        "durability": durability,
        "background": {
            name: {"heard_s": round((now_ms - loop.heard_ms) / 1000, 1), "failing": loop.failing}
            for name, loop in (status.loops.items() if status else ())
        },
        "warnings": warnings,
    }


def _read_status(services: Services) -> tuple[BackgroundStatus | None, list[str]]:
    """The status, and why it cannot be read, if it cannot."""
    try:
        return services.background.get(), []
    except StoreUnavailable:  # on a cluster, perhaps only the server that holds it
        return None, []
    except UnreadableEvent as foreign:
        return None, [str(foreign)]


def _background_warnings(status: BackgroundStatus | None, now_ms: int) -> Iterator[str]:
    if status is None:
        yield "the background process has not been heard of: lists, deadlines and bots stand still"
        return
    for name, loop in status.loops.items():
        silent_s = (now_ms - loop.heard_ms) / 1000
        if silent_s > SILENT_S:
            yield f"{name}: not heard of for {silent_s:.0f} s"
        elif loop.failing:
            yield f"{name}: {loop.failing}"


def _set_aside_warnings(services: Services) -> Iterator[str]:
    try:
        count = services.background.count_set_aside()
    except StoreUnavailable:
        return
    except UnreadableEvent as foreign:
        yield str(foreign)
        return
    if count:
        yield f"{count} entries of feeds could not be read and were set aside; see docs/durability.md"
