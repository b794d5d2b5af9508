"""Long checks of history: `python -m tests.history_soak --game coup --matches 2000 --pairs 1000`.

Undo: in random matches every command met is taken back at once, and the state before it must come back
(tests/taking_back.py says how). Replay: in a long match with undone steps in it, the views at random moments are the
same bytes forward and backward, and the patch from any moment to any other leads there, for every kind of viewer.
A failure prints its seed: `--seed N --matches 1` plays that match again.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from typing import Any

import jsonpatch
import msgspec

from events.visibility import ARBITER, SPECTATOR, Viewer
from games.registry import all_games
from ledger.table import Table
from projections.replay import Replays
from projections.steps import patch_between, view_at
from tests.projections.ledger import Ledger, random_start
from tests.taking_back import STEPS_MAX, take_back_all

PAIRS_STEPS = 400
PROGRESS_S = 10.0


def played_with_undos(slug: str, seed: int, steps: int) -> tuple[Ledger, Table]:
    ledger, table, rng = random_start(all_games()[slug], seed)
    for _ in range(steps):
        following = ledger.send(table.match, ledger.random_command(table, rng)).table
        if following.status == "finished":
            break
        table = following
        if rng.random() < 0.1:
            table = ledger.rewind(table.match)
            if rng.random() < 0.5:
                table = ledger.redo(table.match)
    return ledger, ledger.tables.current(table.match)


def walk(slug: str, seed: int, pairs: int, steps: int, count: Counter[str]) -> None:
    """Views forward, backward, and by patches."""
    ledger, table = played_with_undos(slug, seed, steps)
    rng = random.Random(seed)
    viewers: list[Viewer] = [*range(len(table.seats)), SPECTATOR, ARBITER]
    versions = range(1, table.version + 1)
    for viewer in viewers:
        there, back = Replays(ledger.tables).of(table), Replays(ledger.tables).of(table)
        forward = [_bytes(view_at(there, version, viewer)) for version in versions]
        backward = [_bytes(view_at(back, version, viewer)) for version in reversed(versions)]
        assert forward == backward[::-1], f"{slug} seed {seed}, viewer {viewer}"
        count["views"] += len(forward)
    replay = Replays(ledger.tables).of(table)
    for _ in range(pairs):
        one, other, viewer = rng.choice(versions), rng.choice(versions), rng.choice(viewers)
        patch = msgspec.json.decode(_bytes(patch_between(replay, one, other, viewer)))  # as a client gets it
        reached = jsonpatch.apply_patch(msgspec.json.decode(_bytes(view_at(replay, one, viewer))), patch)
        assert _sorted_bytes(reached) == _sorted_bytes(view_at(replay, other, viewer)), (
            f"{slug} seed {seed}, {one} to {other}, viewer {viewer}"
        )
        count["pairs"] += 1


def _bytes(document: Any) -> bytes:
    return msgspec.json.encode(document)


def _sorted_bytes(document: Any) -> bytes:
    """A patch says nothing about the order of an object's members."""
    return msgspec.json.encode(document, order="sorted")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=[*all_games(), "all"], default="all")
    parser.add_argument("--matches", type=int, default=2000)
    parser.add_argument("--pairs", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=float("inf"), help="for the matches of each game, at most")
    chosen = parser.parse_args()
    for slug in all_games() if chosen.game == "all" else [chosen.game]:
        count: Counter[str] = Counter()
        walk(slug, chosen.seed, chosen.pairs, PAIRS_STEPS, count)
        take_back(slug, chosen.seed, chosen.matches, chosen.seconds, count)
        report(slug, count)
    return 0


def take_back(slug: str, first_seed: int, matches: int, seconds_max: float, count: Counter[str]) -> None:
    began = said = time.monotonic()
    for seed in range(first_seed, first_seed + matches):
        take_back_all(slug, seed, count)
        now = time.monotonic()
        if now - said > PROGRESS_S:
            said = now
            print(f"{slug}: {count['matches']} of {matches} matches, {now - began:.0f} s", file=sys.stderr, flush=True)
        if now - began > seconds_max:
            return


def report(slug: str, count: Counter[str]) -> None:
    types = all_games()[slug].commands
    missed = sorted(name for name in types if not count[f"type {name}"])
    print(
        f"{slug}: {count['commands']} commands taken back in {count['matches']} matches "
        f"({count['stopped']} stopped at {STEPS_MAX} steps), {count['done again']} of them redone, {count['rolls']} "
        f"decided again with the same luck, {count['standing']} undos that stand; "
        f"{count['views']} views forward and backward, {count['pairs']} patches; {time.process_time():.0f} s of CPU"
    )
    met = ", ".join(f"{name} {count[f'type {name}']}" for name in sorted(types) if name not in missed)
    print(f"  {len(types) - len(missed)} of {len(types)} command types: {met}")
    print(*(["  never met:", *missed] if missed else []), flush=True)


if __name__ == "__main__":
    sys.exit(main())
