"""Many simulated evenings: `python -m tests.simulation --seeds 1000`; `--bugs` looks for planted mistakes instead.

A seed that goes wrong is printed with what is wrong; `--trace SEED` prints that evening, line by line.
"""

from __future__ import annotations

import argparse
import sys
import time

from tests.simulation.bugs import BOTS, BUGS, FIRST_SEED, LOSSES
from tests.simulation.judge import judge, judge_what_is_left
from tests.simulation.run import simulate
from tests.simulation.search import seeds_until_found


def run_many(first: int, count: int) -> int:
    failed = 0
    began = said = time.monotonic()
    for number, seed in enumerate(range(first, first + count), 1):
        for has_bots in (False, True):
            for complaint in judge(simulate(seed, has_bots=has_bots)):
                failed += 1
                print(f"seed {seed}{' with bots' if has_bots else ''}: {complaint}")
        for complaint in judge_what_is_left(simulate(seed, falls_back=True)):
            failed += 1
            print(f"seed {seed}, where the store falls back: {complaint}")
        if time.monotonic() - said > 5:
            said = time.monotonic()
            print(f"{number} of {count}, {failed} complaints, {said - began:.0f} s", file=sys.stderr, flush=True)
    print(f"{count} seeds from {first}: {failed} complaints")
    return 1 if failed else 0


def run_bugs(first: int, count: int) -> int:
    planted, missed = (*BUGS, *BOTS, *LOSSES), 0
    for bug in planted:
        begin = first + FIRST_SEED.get(bug.name, 0)
        took = seeds_until_found(bug, begin, count, falls_back=bug in LOSSES, has_bots=bug in BOTS)
        missed += took is None
        print(f"{bug.name:<50} {'NOT FOUND' if took is None else took:>9}", flush=True)
    print(f"{len(planted)} planted, {missed} not found within {count} seeds")
    return 1 if missed else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--bugs", action="store_true")
    parser.add_argument("--trace", type=int)
    chosen = parser.parse_args()
    if chosen.trace is not None:
        print("\n".join(simulate(chosen.trace).trace))
        return 0
    return (run_bugs if chosen.bugs else run_many)(chosen.seed, chosen.seeds)


if __name__ == "__main__":
    sys.exit(main())
