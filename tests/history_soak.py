"""Long checks of history: `python -m tests.history_soak --game coup --matches 2000 --pairs 1000`.

Undo: in random matches every command is taken back at once, which must bring the state before it back (but for fresh
ids of open decisions), whether the table remembers it or the whole history is folded again; then it is redone.
Replay: in a long match with undone steps in it, the views at random moments are the same bytes forward and backward,
and the patch from any moment to any other leads there, for every kind of viewer. A failure prints its seed.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Sequence
from typing import Any

import jsonpatch
import msgspec
from msgspec.structs import replace

from events import match as facts
from events.envelope import Recorded, seat_actor
from events.visibility import ARBITER, SPECTATOR, Viewer
from games.decider import CLOCK, Command, params_of, snake_case
from games.registry import all_games
from projections.replay import Replays
from projections.steps import patch_between, view_at
from projections.table import Table, advance, fold
from tests.play import Match, moves
from tests.policies import POLICIES
from tests.projections.ledger import Ledger, random_start

STEPS_MAX = 1500
FOLD_EVERY = 40  # steps between two checks against the fold of the whole history
PAIRS_STEPS = 400


def write(table: Table, events: Sequence[Any], actor: str, at: int, cause: Any = None) -> tuple[Recorded, ...]:
    """Events as they are stored, but for what keeps them from being forged, which nothing here looks at."""
    codec = table.ruleset.codec
    stored = codec.write(
        events, step=table.step + 1, command=b"c", actor=actor, at=at, salt=lambda: b"s" * 32, cause=cause
    )
    stored[-1] = replace(stored[-1], root=b"r")
    return tuple(Recorded(version, one) for version, one in enumerate(stored, table.version + 1))


def undo_all(slug: str, seed: int, count: Counter[str]) -> None:
    """One match; every command in it is done, taken back, and done for good."""
    ledger, table, rng = random_start(all_games()[slug], seed)
    history = list(ledger.store.read(table.match))
    # The random player of tests.play, which plays the clock's commands too, on the state of our own table.
    shadow = Match(table.game, None, len(table.seats), seed, table.state, table.step, at_ms=table.last_at)
    for command in moves(shadow, rng, POLICIES[slug]):
        assert shadow.state == table.state
        where = f"{slug} seed {seed}, step {table.step + 1}: {command}"
        played = _recorded(table, shadow, command)
        after = advance(table, played, ())
        assert after.step == table.step + 1, where
        if after.status == "running":
            check_undo(table, after, [*history, *played], where, is_folded=after.step % FOLD_EVERY == 0)
            count["commands"] += 1
            count[f"type {snake_case(type(command).__name__)}"] += 1
        history += played
        table = after
        if table.step >= STEPS_MAX:
            count["stopped"] += 1
            break
    count["matches"] += 1


def _recorded(table: Table, shadow: Match, command: Command) -> tuple[Recorded, ...]:
    """What the command causes; the shadow is about to send the same, with the same luck, at the same time."""
    ahead = Match(shadow.game, None, shadow.seats, shadow.seed, table.state, shadow.steps, at_ms=shadow.at_ms)
    events = ahead.send(command)
    actor = seat_actor(command.seat) if command.seat != CLOCK else "clock"
    cause = (snake_case(type(command).__name__), msgspec.to_builtins(params_of(command)))
    return write(table, events, actor, ahead.at_ms, cause)


def check_undo(before: Table, after: Table, history: list[Recorded], where: str, *, is_folded: bool) -> None:
    undone_by = write(after, [facts.MoveUndone(steps=(after.step,), by="arbiter:a")], "arbiter:a", after.last_at)
    undone = advance(after, undone_by, ())
    assert undone.state == _reopened(undone, before.state), where
    assert (undone.effective, undone.redoable) == (before.effective, (after.step,)), where
    assert [played.step for played in undone.recent] == [played.step for played in before.recent][-len(undone.recent) :]
    if not is_folded:
        return
    history = [*history, *undone_by]
    assert replace(fold(after.ruleset, history, ()), recent=()) == replace(undone, recent=()), where
    redone_by = write(undone, [facts.MoveRedone(steps=(after.step,), by="arbiter:a")], "arbiter:a", after.last_at)
    redone = fold(after.ruleset, [*history, *redone_by], ())
    assert redone.state == _reopened(redone, _reopened(undone, after.state)), where
    assert (redone.effective, redone.redoable) == (after.effective, ()), where


def _reopened(undone: Table, state: Any) -> Any:
    reopen = undone.game.reopen
    return state if reopen is None else reopen(state, undone.step, undone.last_at)


def played_with_undos(slug: str, seed: int, steps: int) -> tuple[Ledger, Table]:
    ledger, table, rng = random_start(all_games()[slug], seed)
    for _ in range(steps):
        following = ledger.send(table.match, ledger.random_command(table, rng)).table
        if following.status == "finished":
            break
        table = following
        if rng.random() < 0.1:
            table = ledger.happens(table.match, facts.MoveUndone(steps=(table.step,), by="arbiter:a"))
            if rng.random() < 0.5:
                table = ledger.happens(table.match, facts.MoveRedone(steps=(table.redoable[0],), by="arbiter:a"))
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
        reached = jsonpatch.apply_patch(view_at(replay, one, viewer), patch)
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
        began = time.monotonic()
        walk(slug, chosen.seed, chosen.pairs, PAIRS_STEPS, count)
        for seed in range(chosen.seed, chosen.seed + chosen.matches):
            if time.monotonic() - began > chosen.seconds:
                break
            undo_all(slug, seed, count)
        types = sum(name.startswith("type ") for name in count)
        print(
            f"{slug}: {count['commands']} commands of {types} types taken back in {count['matches']} matches "
            f"({count['stopped']} stopped at {STEPS_MAX} steps); {count['views']} views forward and backward, "
            f"{count['pairs']} patches",
            flush=True,
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
