"""Deadlines in every game: how long, what the clock does when they pass (docs/clocks.md), and that they can be held."""

from __future__ import annotations

import random
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from games.decider import CLOCK, Command, Decider, snake_case
from games.dice import Dice
from games.registry import all_games
from ledger.rules_undo import plan_undo
from ledger.table import Table
from tests.games.munchkin_apocalypse.rare import rarely_played
from tests.play import Match, moves
from tests.policies import POLICIES, options_for, options_without_clocks
from tests.projections.clock_rows import ROWS
from tests.projections.ledger import Ledger, random_start

GAMES = list(all_games().values())
TURN_S, REACTION_S = 60, 20
MATCHES = {"coup": 40, "szmal": 40, "munchkin-apocalypse": 30, "clank": 12}
NO_REACTIONS = {"clank"}
RARE = {"munchkin-apocalypse": rarely_played}
ALL_ROWS = [(slug, name) for slug, rows in ROWS.items() for name in rows]


@cache
def stated(game: str) -> dict[str, set[str]]:
    """The commands that each row of the table of docs/clocks.md names for a game."""
    text = (Path(__file__).parents[2] / "docs" / "clocks.md").read_text(encoding="utf-8")
    found: dict[str, dict[str, set[str]]] = {}
    name = ""
    for row in re.findall(r"^\|(.*)\|$", text.partition("## When the time is up")[2], re.MULTILINE)[2:]:
        cells = row.split("|")
        name = cells[0].strip() or name
        found.setdefault(name, {})[cells[1].strip()] = set(re.findall(r"`(\w+)`", cells[-1]))
    return found[game]


def hurried(table: Table, *, turn_s: int | None = TURN_S, reaction_s: int | None = REACTION_S) -> Table:
    return replace(table, opened=replace(table.opened, turn_s=turn_s, reaction_s=reaction_s))


@pytest.fixture(params=GAMES, ids=lambda game: game.slug)
def game(request: pytest.FixtureRequest) -> Decider[Any]:
    return request.param


@cache
def due_in_random_play(slug: str) -> list[tuple[Any, Command, bool]]:
    """States of random matches, what the clock would send in them, and whether that is for a reaction."""
    game = all_games()[slug]
    _, table, _ = random_start(game, 0)
    found = []
    for seed in range(MATCHES.get(slug, 6)):
        rng = random.Random(seed)
        options = (options_without_clocks if seed % 2 else options_for)(game, rng)
        match = Match(game, options, rng.randint(game.seats_min, game.seats_max), seed)
        match.start()
        for _ in moves(match, rng, POLICIES[slug]):
            if match.steps > 500:
                break
            now = hurried(replace(table, state=match.state, last_at=match.at_ms, since=match.at_ms))
            command = now.due_command()
            if command.seat != CLOCK:
                seconds = REACTION_S if now.is_reaction() else TURN_S
                assert now.due_ms() == match.at_ms + 1000 * seconds, match.where()
            due = Dice(b"", 1, serial=10**6, at_ms=now.due_ms() or 0)
            assert game.decide(match.state, command, due), match.where()
            found.append((match.state, command, now.is_reaction()))
    for state, _ in RARE.get(slug, tuple)():
        now = hurried(replace(table, state=state))
        found.append((state, now.due_command(), now.is_reaction()))
    return found


@pytest.mark.parametrize(("slug", "row"), ALL_ROWS)
def test_when_the_time_is_up_the_clock_does_what_the_row_says(slug, row):
    is_about, holds = ROWS[slug][row]
    commands = stated(all_games()[slug].name)[row]
    sent = set()
    for state, command, _ in due_in_random_play(slug):
        if is_about(state):
            sent.add(snake_case(type(command).__name__))
            assert holds(state, command), (state, command)
    assert sent == commands


def test_every_state_is_in_one_row(game):
    assert list(stated(game.name)) == list(ROWS[game.slug])
    reactions = 0
    for state, _, is_reaction in due_in_random_play(game.slug):
        reactions += is_reaction
        assert sum(row.is_about(state) for row in ROWS[game.slug].values()) == 1, state
    assert (reactions == 0) == (game.slug in NO_REACTIONS)


def test_the_clock_names_commands_that_exist(game):
    assert set(game.clock.mildest_first) <= set(game.commands)
    assert set().union(*stated(game.name).values()) <= set(game.commands)


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
    params = {"dispute": held.disputes[-1].number, "ruling": "dismiss"}
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
