"""Any moment of a match, from any seat: forward, backward, and what changed in between."""

from __future__ import annotations

from typing import Any

import jsonpatch
import msgspec
import pytest
from msgspec.structs import replace

from events.envelope import Recorded
from events.memory_store import MemoryStore
from events.visibility import ARBITER, SPECTATOR
from games.registry import all_games
from ledger import RULEBOOK
from ledger import fold as folding
from ledger.fold import fold
from ledger.table import Table
from projections.replay import Replays
from projections.steps import patch_between, step_document, steps_of, view_at
from projections.tables import Tables
from tests.projections.ledger import Ledger, random_start

GAMES = list(all_games().values())


def played(game, seed: int, steps: int = 80, undone: float = 0.1) -> tuple[Ledger, Table]:
    """A match with some undone steps in it."""
    ledger, table, rng = random_start(game, seed)
    for _ in range(steps):
        table = ledger.send(table.match, ledger.random_command(table, rng)).table
        if table.status == "finished":
            break
        if rng.random() < undone:
            table = ledger.rewind(table.match)
            if rng.random() < 0.5:
                table = ledger.redo(table.match)
    return ledger, table


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_every_version_equals_the_fold_of_the_events_up_to_it(game, monkeypatch):
    """A command counts from its last event on. It makes no difference which snapshots are there."""
    monkeypatch.setattr(folding, "STRIDE", 8)
    ledger, table = played(game, 1, 40)
    history = ledger.store.read(table.match)
    replay = Replays(ledger.tables).of(table)
    for version in sorted(range(1, table.version + 1), key=lambda version: version * 7919 % table.version):
        settled = max(one.version for one in history[:version] if one.stored.root)
        expected = replace(fold(table.ruleset, history[:settled], ()), version=version, recent=())
        assert replay.at(version) == expected
        assert replace(ledger.tables.at(table.match, version), recent=()) == expected
        if version % 3 == 0:
            lose_a_snapshot(ledger, table, version)
            replay = Replays(Tables(ledger.store, ledger.tables.rulesets)).of(table)


def lose_a_snapshot(ledger: Ledger, table: Table, seed: int) -> None:
    """Or have it damaged, or from other code."""
    if table.waypoints:
        waypoint = table.waypoints[seed % len(table.waypoints)]
        ledger.store.put_snapshots(
            table.match, table.head, {waypoint.version: b"x"}, newest=table.waypoints[-1].version
        )


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_a_moment_is_reached_from_the_snapshot_before_it_and_lost_snapshots_come_back(game, monkeypatch):
    monkeypatch.setattr(folding, "STRIDE", 20)
    ledger, table = played(game, 6, 150, undone=0)
    assert len(table.waypoints) > 2
    middle, end = table.waypoints[1], table.waypoints[2]
    store = Counting(ledger.store)
    replay = Replays(Tables(store, ledger.tables.rulesets)).of(table)
    assert replay.at(middle.version + 1).version == middle.version + 1
    assert replay.events_of(middle.step + 1)[0].version == middle.version + 1
    assert store.events_read <= 2 * (end.version - middle.version)
    kept = snapshots_of(ledger, table)
    ledger.store.put_snapshots(table.match, table.head, dict.fromkeys(kept, b""), newest=table.waypoints[-1].version)
    Replays(Tables(ledger.store, ledger.tables.rulesets)).of(table).at(table.version)
    assert snapshots_of(ledger, table) == kept


def snapshots_of(ledger: Ledger, table: Table) -> dict[int, bytes]:
    found = [ledger.store.at(table.match, one.version) for one in table.waypoints]
    return {one.version: one.snapshot for one in found}


class Counting:
    """A store that counts what is read from it."""

    def __init__(self, store: MemoryStore) -> None:
        self._store, self.events_read = store, 0

    def read(self, *args: Any) -> list[Recorded]:
        found = self._store.read(*args)
        self.events_read += len(found)
        return found

    def at(self, *args: Any) -> Any:
        found = self._store.at(*args)
        self.events_read += len(found.events)
        return found

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_forward_and_backward_give_the_same_bytes(game):
    ledger, table = played(game, 2)
    forward, backward = Replays(ledger.tables).of(table), Replays(ledger.tables).of(table)
    versions = range(1, table.version + 1)
    for viewer in (0, SPECTATOR, ARBITER):
        there = [msgspec.json.encode(view_at(forward, version, viewer)) for version in versions]
        back = [msgspec.json.encode(view_at(backward, version, viewer)) for version in reversed(versions)]
        assert there == back[::-1]


def as_json(document: Any) -> Any:
    """As a client gets it: views are records, whose lists are tuples."""
    return msgspec.json.decode(msgspec.json.encode(document))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_a_patch_from_any_moment_to_any_other_leads_there(game):
    ledger, table = played(game, 3)
    replay = Replays(ledger.tables).of(table)
    _, _, rng = random_start(game, 3)
    for _ in range(60):
        one, other = rng.randint(1, table.version), rng.randint(1, table.version)
        viewer = rng.choice([0, 1, SPECTATOR, ARBITER])
        patch = patch_between(replay, one, other, viewer)
        before, after = (as_json(view_at(replay, version, viewer)) for version in (one, other))
        assert jsonpatch.apply_patch(before, as_json(patch)) == after


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_a_step_tells_its_command_events_rules_and_sentences(game):
    ledger, table = played(game, 4)
    replay = Replays(ledger.tables).of(table)
    full, effective = steps_of(replay, table, "full"), steps_of(replay, table, "effective")
    assert list(full) == list(range(table.step + 1))
    assert set(effective) < set(full)
    for step in full:
        document = step_document(replay, table, step, SPECTATOR, replay.end_of(max(step - 1, 0)))
        assert len(document["narration"]) == len(document["events"])
        assert all(rule in table.game.rulebook or rule in RULEBOOK for rule in document["rules"])
        assert document["undone"] == (step in table.undone)
        if document["command"] is not None:
            assert "params" not in document["command"]
    assert not set(effective) & table.undone


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_the_patches_of_the_effective_line_lead_from_the_start_to_now(game):
    ledger, table = played(game, 5)
    replay = Replays(ledger.tables).of(table)
    line = steps_of(replay, table, "effective")
    view = as_json(view_at(replay, 1, 0))
    before = 1
    for step in line:
        document = step_document(replay, table, step, 0, before)
        view = jsonpatch.apply_patch(view, as_json(document["patch"]))
        before = replay.end_of(step)
    assert view == as_json(view_at(replay, before, 0))
