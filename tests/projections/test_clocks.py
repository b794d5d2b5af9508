"""Deadlines in every game: how long, what the clock does when they pass (docs/clocks.md), and that they can be held."""

from __future__ import annotations

import random
import re
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from games.decider import CLOCK, Decider, snake_case
from games.registry import all_games
from ledger.rules_undo import plan_undo
from ledger.table import Table
from tests.play import Match, moves
from tests.policies import POLICIES, options_without_clocks
from tests.projections.ledger import Ledger, random_start

GAMES = list(all_games().values())
TURN_S, REACTION_S = 60, 20
MATCHES = {"coup": 40, "szmal": 40}
# Where something must be spent before the turn can end, the clock takes the first way to spend it.
SPENDING = {"clank": {"acquire_card", "move", "teleport", "fight"}}
NO_REACTIONS = {"clank"}


@cache
def stated(game: str) -> set[str]:
    """The commands that the table of docs/clocks.md names for a game."""
    text = (Path(__file__).parents[2] / "docs" / "clocks.md").read_text(encoding="utf-8")
    found: dict[str, set[str]] = {}
    name = ""
    for row in re.findall(r"^\|(.*)\|$", text.partition("## When the time is up")[2], re.MULTILINE):
        cells = row.split("|")
        name = cells[0].strip() or name
        found.setdefault(name, set()).update(re.findall(r"`(\w+)`", cells[-1]))
    return found[game]


def hurried(table: Table, *, turn_s: int | None = TURN_S, reaction_s: int | None = REACTION_S) -> Table:
    return replace(table, opened=replace(table.opened, turn_s=turn_s, reaction_s=reaction_s))


@pytest.fixture(params=GAMES, ids=lambda game: game.slug)
def game(request: pytest.FixtureRequest) -> Decider[Any]:
    return request.param


def test_when_the_time_is_up_the_clock_does_what_is_stated(game):
    """Whatever the match waits for, there is a deadline, and the clock's command is legal and one of those stated."""
    done: Counter[str] = Counter()
    _, table, _ = random_start(game, 0)
    for seed in range(MATCHES.get(game.slug, 6)):
        rng = random.Random(seed)
        match = Match(game, options_without_clocks(game, rng), rng.randint(game.seats_min, game.seats_max), seed)
        match.start()
        for _ in moves(match, rng, POLICIES[game.slug]):
            if match.steps > 500:
                break
            now = hurried(replace(table, state=match.state, last_at=match.at_ms))
            seconds = REACTION_S if now.is_reaction() else TURN_S
            assert now.due_ms() == match.at_ms + 1000 * seconds, match.where()
            command = now.due_command()
            assert game.decide(match.state, command, match.dice()), match.where()
            name = snake_case(type(command).__name__)
            assert name in stated(game.name) | SPENDING.get(game.slug, set()), (name, match.where())
            done[name] += 1
            done["reactions"] += now.is_reaction()
    assert (done["reactions"] == 0) == (game.slug in NO_REACTIONS)


def test_every_command_that_is_stated_exists(game):
    assert stated(game.name)
    assert stated(game.name) <= set(game.commands)


def test_reactions_alone_may_have_a_deadline_and_without_one_of_their_own_they_have_that_of_a_turn(game):
    ledger, table, rng = random_start_without_clocks(game)
    for _ in range(60):
        if table.status != "running":
            break
        alone = hurried(table, turn_s=None).due_ms()
        assert (alone is not None) == table.is_reaction()
        assert hurried(table, reaction_s=None).due_ms() == table.last_at + 1000 * TURN_S
        assert hurried(table, turn_s=None, reaction_s=None).due_ms() is None
        table = ledger.send(table.match, ledger.random_command(table, rng)).table


def test_no_deadline_runs_while_a_vote_is_open_or_a_dispute_holds_the_match(game):
    ledger, table, rng = random_start(game, 1)
    table = ledger.send(table.match, ledger.random_command(table, rng)).table
    table, voter = ask_to_take_back(ledger, table, rng)
    assert hurried(table).play_due_ms() is None
    refused = ledger.order(table.match, f"seat:{voter}", "answer_undo", {"accepts": False})
    assert is_full(hurried(refused))
    held = ledger.dispute(table.match, 1, f"seat:{table.in_play()[0]}")
    assert hurried(held).play_due_ms() is None
    params = {"dispute": held.step, "ruling": "dismiss"}
    ruled = ledger.order(table.match, "arbiter:a", "rule_on_dispute", params, reason="it stands")
    assert is_full(hurried(ruled))


def ask_to_take_back(ledger: Ledger, table: Table, rng: random.Random) -> tuple[Table, int]:
    """Play until somebody's command is taken back by consent only, and ask for that; and somebody who is asked."""
    for _ in range(200):
        latest = table.recent[-1].actor
        if latest.startswith("seat:"):
            plan = plan_undo(table, int(latest.removeprefix("seat:")), None)
            if plan.needs == "consent" and plan.voters:
                return ledger.order(table.match, latest, "undo"), plan.voters[0]
        table = ledger.send(table.match, ledger.random_command(table, rng)).table
    raise AssertionError("nothing was ever learned")


def is_full(table: Table) -> bool:
    """The time runs, and from now on: by the game's own window if one is open, else by the match's clock."""
    own = table.game.clock.deadline(table.state)
    if own is not None:
        assert own.command.seat == CLOCK
        return table.due_ms() == own.at_ms > table.last_at
    return table.due_ms() == table.last_at + 1000 * (REACTION_S if table.is_reaction() else TURN_S)


def random_start_without_clocks(game: Decider[Any]) -> tuple[Ledger, Table, random.Random]:
    rng = random.Random(5)
    ledger = Ledger()
    return ledger, ledger.start(game, game.seats_max, options_without_clocks(game, rng), 5), rng
