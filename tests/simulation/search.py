"""How many evenings it takes until a planted mistake shows."""

from __future__ import annotations

from tests.simulation.bugs import Bug
from tests.simulation.judge import judge
from tests.simulation.run import simulate


def seeds_until_found(bug: Bug, first: int, count: int) -> int | None:
    with bug.planted():
        for number, seed in enumerate(range(first, first + count), 1):
            if not _goes_well(seed):
                return number
    return None


def _goes_well(seed: int) -> bool:
    """A mistake may also keep an evening from coming to its end, or its history from being read at all."""
    try:
        return not judge(simulate(seed))
    except Exception:
        return False
