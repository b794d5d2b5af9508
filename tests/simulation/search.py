"""How many evenings it takes until a planted mistake shows."""

from __future__ import annotations

from tests.simulation.bugs import Bug
from tests.simulation.judge import judge, judge_what_is_left
from tests.simulation.run import simulate


def seeds_until_found(
    bug: Bug, first: int, count: int, *, falls_back: bool = False, has_bots: bool = False
) -> int | None:
    with bug.planted():
        for number, seed in enumerate(range(first, first + count), 1):
            if not _goes_well(seed, falls_back, has_bots):
                return number
    return None


def _goes_well(seed: int, falls_back: bool, has_bots: bool) -> bool:
    """A mistake may also keep an evening from coming to its end, or its history from being read at all."""
    try:
        outcome = simulate(seed, falls_back=falls_back, has_bots=has_bots)
        return not (judge_what_is_left(outcome) if falls_back else judge(outcome))
    except Exception:
        return False
