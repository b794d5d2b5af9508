"""`python -m bench.audit`: how many events a second one core audits, for every game.

Whole random matches, with a random number of seats and random options, are executed again as `matchledger audit`
does: order, tree, commitments, every decision and draw, every invariant. Printed are the events a second of all matches
together, of the slowest match, and of all again with the stored bytes decoded first. Times are process time, the median
of several rounds, so other load on the machine matters little.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Callable
from typing import NamedTuple

from bench.results import Row, at_least, keep
from events.tree import root_of
from games.registry import all_games
from ledger.audit import audit
from tests.audit.exports import forget_played, played

STEPS_MAX = 20_000  # of a match
TARGET = 20_000


class Times(NamedTuple):
    events: int
    audit_s: float
    with_reading_s: float


def measured(slug: str, seed: int, rounds: int) -> Times:
    ledger, table = played(slug, seed, STEPS_MAX)
    forget_played()
    history, root = ledger.store.read(table.match), root_of(table.frontier)
    report = audit(table.ruleset, history, root)
    assert report.verdict == "ok", (slug, seed, report)

    def from_bytes() -> object:
        return audit(table.ruleset, ledger.store.read(table.match), root)

    alone = [seconds(lambda: audit(table.ruleset, history, root)) for _ in range(rounds)]
    return Times(len(history), statistics.median(alone), statistics.median(seconds(from_bytes) for _ in range(rounds)))


def seconds(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=[*all_games(), "all"], default="all")
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seed", type=int, default=0, help="of the first match")
    chosen = parser.parse_args()
    rows: list[Row] = []
    print(f"{'':22}{'events':>9}{'audit':>10}{'slowest':>10}{'with reading':>14}   events/s")
    for slug in all_games() if chosen.game == "all" else [chosen.game]:
        times = [measured(slug, seed, chosen.rounds) for seed in range(chosen.seed, chosen.seed + chosen.matches)]
        events, audit_s, with_reading_s = (sum(column) for column in zip(*times, strict=True))
        slowest = min(one.events / one.audit_s for one in times)
        rates = f"{events / audit_s:>10,.0f}{slowest:>10,.0f}{events / with_reading_s:>14,.0f}"
        print(f"{slug:22}{events:>9}{rates}", flush=True)
        rows.append(at_least(f"{slug}, events audited a second", "", events / audit_s, TARGET))
    keep("audit", rows)
    return 0


if __name__ == "__main__":
    sys.exit(main())
