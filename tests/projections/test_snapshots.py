"""Snapshots: a cold read need not fold a long match from its start, and nothing depends on them."""

from __future__ import annotations

import msgspec
import pytest

from games.decider import Command
from games.registry import all_games
from ledger import fold as folding
from ledger.table import Table
from projections import snapshot
from projections.tables import Tables
from tests.projections.ledger import random_start

GAMES = list(all_games().values())


def same(one, other) -> bool:
    return msgspec.structs.replace(one, recent=()) == msgspec.structs.replace(other, recent=())


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_a_table_survives_its_snapshot(game):
    ledger, table, rng = random_start(game, 11)
    made = []
    for _ in range(100):
        if table.status == "finished":
            break
        table = ledger.send(table.match, ledger.random_command(table, rng)).table
        made.append(snapshot.write(table))
        again = snapshot.read(table.ruleset, made[-1])
        assert again is not None
        assert same(msgspec.structs.replace(again, frontier=table.frontier), table)
    assert table.waypoints
    for raw in made:  # what later tables have too can be taken from one of them
        assert snapshot.read(table.ruleset, raw, table) == snapshot.read(table.ruleset, raw)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_a_cold_read_with_without_and_with_a_damaged_snapshot_gives_the_same(game, monkeypatch):
    monkeypatch.setattr(folding, "STRIDE", 20)
    ledger, table, rng = random_start(game, 12)
    for _ in range(40):
        if table.status == "finished":
            break
        table = ledger.send(table.match, ledger.random_command(table, rng)).table
        cold = Tables(ledger.store, ledger.tables.rulesets)
        assert same(cold.current(table.match), table)
    found = ledger.store.at(table.match)
    assert found.snapshot
    whole = found.snapshot
    foreign = snapshot.write(msgspec.structs.replace(table, match="m-none", version=found.version))
    for damage in (b"", whole[:-3], whole[:-30] + bytes(30), foreign):
        ledger.store.put_snapshots(table.match, table.head, {found.version: damage}, newest=found.version)
        assert same(Tables(ledger.store, ledger.tables.rulesets).current(table.match), table)


def test_a_snapshot_of_other_code_is_not_trusted(monkeypatch):
    game = GAMES[0]
    _, table, _ = random_start(game, 13)
    raw = snapshot.write(table)
    monkeypatch.setattr(snapshot, "fingerprint", lambda _module: b"other code")
    assert snapshot.read(table.ruleset, raw) is None


def test_the_latest_steps_come_back_when_they_are_needed(monkeypatch):
    monkeypatch.setattr(folding, "STRIDE", 20)
    ledger, table, rng = random_start(all_games()["big-deal"], 14)
    for _ in range(12):
        assert table.status == "running"
        table = ledger.send(table.match, ledger.random_command(table, rng)).table
    Tables(ledger.store, ledger.tables.rulesets).current(table.match)
    cold = Tables(ledger.store, ledger.tables.rulesets)
    short = cold.current(table.match)
    assert len(short.recent) < len(short.line)
    again = cold.with_steps(short, 33).recent
    assert [(played.step, played.before) for played in again] == [(one.step, one.before) for one in table.recent]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_after_any_undo_the_match_is_read_from_near_by_again(game, monkeypatch):
    """However far back was gone, and however often: never from the start, never more than one segment."""
    monkeypatch.setattr(folding, "STRIDE", 20)
    ledger, table, rng = random_start(game, 15)
    longest = 0
    for _ in range(150):
        command = ledger.random_command(table, rng)
        if table.line and (ends_match(table, command) or rng.random() < 0.1):
            table = ledger.rewind(table.match, rng.randint(1, 30))
        else:
            sent = ledger.send(table.match, command)
            longest, table = max(longest, len(sent.recorded)), sent.table
    seen = Seen(ledger.store)
    monkeypatch.setattr(ledger.store, "at", seen.at)
    monkeypatch.setattr(ledger.store, "read", seen.refuse)
    cold = Tables(ledger.store, ledger.tables.rulesets)
    assert same(cold.current(table.match), table)
    for version in range(table.waypoints[0].version, table.version + 1):
        cold.at(table.match, version)
    assert table.undone
    assert max(seen.tails) < 20 + longest


def ends_match(table: Table, command: Command) -> bool:
    events = table.game.decide(table.state, command, table.dice(table.last_at))
    return table.game.rules.result(table.game.fold(table.state, events)) is not None


class Seen:
    """A store that keeps account of what is read of a match, and gives nothing away but segments."""

    def __init__(self, store) -> None:
        self._at, self.tails = store.at, []

    def at(self, *args):
        found = self._at(*args)
        self.tails.append(len(found.events))
        return found

    def refuse(self, *_args):
        raise AssertionError("a match is not read whole")
