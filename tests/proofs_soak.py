"""Long checks of what the proofs rest on: `python -m tests.proofs_soak --matches 200 --shuffles 1000000`.

Of random matches of every game, the files of every viewer are written, read back and held to one root, and the file
with everything open is verified whole: signature, log, commitments, every decision, every draw. On the way it is told
how many bytes an event takes and how many events a second are audited (process time, one core). Then so many shuffles
are drawn as matches draw them, each from a fresh seed, and their uniformity is put to a chi-square test.
"""

from __future__ import annotations

import argparse
import gzip
import sys
import time
from collections import Counter
from hashlib import sha256
from itertools import permutations
from typing import NamedTuple

from events import export
from events.tree import leaf_hash, root_of, tree_root
from events.visibility import ARBITER, SPECTATOR
from games.dice import Dice
from games.registry import all_games
from ledger.audit import audit
from ledger.table import rulesets_of
from projections.verify import verify
from tests.audit.exports import exported, forget_played, played

RULESETS = rulesets_of(all_games())
CARDS = 5  # shuffled by each seed: 120 orders


class Count(NamedTuple):
    """What one match came to."""

    events: int
    is_whole: bool  # or was broken off after so many steps
    files: int
    bytes_open: int
    bytes_seat: int
    bytes_packed: int
    audit_s: float


def check_match(slug: str, seed: int, steps: int) -> Count:
    """Every viewer's file of one match leads to the root of the match, and the open one verifies; else an assertion."""
    ledger, table = played(slug, seed, steps)
    viewers = (*range(len(table.seats)), SPECTATOR, ARBITER)
    texts = {viewer: exported(slug, seed, viewer, steps) for viewer in viewers}
    for viewer, text in texts.items():
        header, history, _ = export.read(text)
        leaves = [leaf_hash(recorded.version, recorded.stored) for recorded in history]
        assert tree_root(leaves) == root_of(table.frontier), (slug, seed, viewer)
        assert header.root == root_of(table.frontier).hex(), (slug, seed, viewer)
    wrong = [check for check in verify(texts[ARBITER], RULESETS) if not check.ok]
    assert not wrong, (slug, seed, wrong)
    history = ledger.store.read(table.match)
    began = time.process_time()
    report = audit(table.ruleset, history, root_of(table.frontier))
    audit_s = time.process_time() - began
    assert report.verdict == "ok", (slug, seed, report)
    packed = len(gzip.compress(texts[ARBITER]))
    is_whole = table.status == "finished"
    return Count(table.version, is_whole, len(texts), len(texts[ARBITER]), len(texts[0]), packed, audit_s)


def chi_square(shuffles: int, cards: int = CARDS) -> tuple[float, int]:
    """The statistic over all orders of so many cards, and its degrees of freedom."""
    orders = Counter(Dice(sha256(b"%d" % number).digest(), 0).shuffle(range(cards)) for number in range(shuffles))
    expected = shuffles / len(list(permutations(range(cards))))
    seen = [orders[order] for order in permutations(range(cards))]
    return sum((count - expected) ** 2 / expected for count in seen), len(seen) - 1


def is_plausible(statistic: float, freedom: int) -> bool:
    """Neither too uneven nor too even: within four standard deviations of what chance gives."""
    return abs(statistic - freedom) < 4 * (2 * freedom) ** 0.5


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=200, help="of each game")
    parser.add_argument("--game", action="append", default=[])
    parser.add_argument("--steps", type=int, default=20_000, help="of a match at most")
    parser.add_argument("--shuffles", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=0, help="of the first match")
    chosen = parser.parse_args()
    print(f"{'':22}{'matches':>8}{'whole':>7}{'files':>7}{'events':>9}", end="")
    print(f"{'B/event':>9}{'a seat':>8}{'gzip':>6}{'audited/s':>11}", flush=True)
    for slug in chosen.game or all_games():
        counts = []
        for seed in range(chosen.seed, chosen.seed + chosen.matches):
            counts.append(check_match(slug, seed, chosen.steps))
            forget_played()
        events, whole, files, full, seat, packed, seconds = (sum(column) for column in zip(*counts, strict=True))
        sizes = f"{full / events:>9.0f}{seat / events:>8.0f}{packed / events:>6.0f}"
        print(f"{slug:22}{len(counts):>8}{whole:>7.0f}{files:>7.0f}{events:>9.0f}", end="")
        print(f"{sizes}{events / seconds:>11,.0f}", flush=True)
    if chosen.shuffles:
        statistic, freedom = chi_square(chosen.shuffles)
        is_even = is_plausible(statistic, freedom)
        print(f"{chosen.shuffles:,} shuffles: chi-square {statistic:.1f} with {freedom} degrees of freedom, ", end="")
        print("as chance gives it" if is_even else "NOT UNIFORM")
        return 0 if is_even else 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
