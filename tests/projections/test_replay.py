"""Any moment of a match, from any seat: forward, backward, and what changed in between."""

from __future__ import annotations

import jsonpatch
import msgspec
import pytest

from events import match as facts
from events.visibility import ARBITER, SPECTATOR
from games.registry import all_games
from projections.replay import Replays
from projections.steps import patch_between, step_document, steps_of, view_at
from projections.table import Table, fold
from tests.projections.ledger import Ledger, random_start

GAMES = list(all_games().values())


def played(game, seed: int, steps: int = 80) -> tuple[Ledger, Table]:
    """A match with some undone steps in it."""
    ledger, table, rng = random_start(game, seed)
    for _ in range(steps):
        table = ledger.send(table.match, ledger.random_command(table, rng)).table
        if table.status == "finished":
            break
        if rng.random() < 0.1:
            table = ledger.happens(table.match, facts.MoveUndone(steps=(table.step,), by="arbiter:a"))
            if rng.random() < 0.5:
                table = ledger.happens(table.match, facts.MoveRedone(steps=(table.redoable[0],), by="arbiter:a"))
    return ledger, table


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_every_version_equals_the_fold_of_the_events_up_to_it(game):
    ledger, table = played(game, 1, 40)
    replay = Replays(ledger.tables).of(table)
    for version in range(1, table.version + 1):
        expected = fold(table.ruleset, replay.history[:version], ())
        assert replay.at(version).state == expected.state


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_forward_and_backward_give_the_same_bytes(game):
    ledger, table = played(game, 2)
    forward, backward = Replays(ledger.tables).of(table), Replays(ledger.tables).of(table)
    versions = range(1, table.version + 1)
    for viewer in (0, SPECTATOR, ARBITER):
        there = [msgspec.json.encode(view_at(forward, version, viewer)) for version in versions]
        back = [msgspec.json.encode(view_at(backward, version, viewer)) for version in reversed(versions)]
        assert there == back[::-1]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_a_patch_from_any_moment_to_any_other_leads_there(game):
    ledger, table = played(game, 3)
    replay = Replays(ledger.tables).of(table)
    _, _, rng = random_start(game, 3)
    for _ in range(60):
        one, other = rng.randint(1, table.version), rng.randint(1, table.version)
        viewer = rng.choice([0, 1, SPECTATOR, ARBITER])
        patch = patch_between(replay, one, other, viewer)
        assert jsonpatch.apply_patch(view_at(replay, one, viewer), patch) == view_at(replay, other, viewer)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_a_step_tells_its_command_events_rules_and_sentences(game):
    ledger, table = played(game, 4)
    replay = Replays(ledger.tables).of(table)
    full, effective = steps_of(replay, table, "full"), steps_of(replay, table, "effective")
    assert full == list(range(table.step + 1))
    assert set(effective) < set(full)
    for step in full:
        document = step_document(replay, table, step, SPECTATOR, replay.end_of(max(step - 1, 0)))
        assert len(document["narration"]) == len(document["events"])
        assert all(rule in table.game.rulebook for rule in document["rules"])
        assert document["undone"] == (step in table.undone)
        if document["command"] is not None:
            assert "params" not in document["command"]
    assert not set(effective) & table.undone


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_the_patches_of_the_effective_line_lead_from_the_start_to_now(game):
    ledger, table = played(game, 5)
    replay = Replays(ledger.tables).of(table)
    line = steps_of(replay, table, "effective")
    view = view_at(replay, 1, 0)
    before = 1
    for step in line:
        document = step_document(replay, table, step, 0, before)
        view = jsonpatch.apply_patch(view, document["patch"])
        before = replay.end_of(step)
    assert view == view_at(replay, before, 0)
