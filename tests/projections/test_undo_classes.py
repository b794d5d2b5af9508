"""What an undo needs, as the service says it beforehand, is what the rules say: of every command type of every game."""

from __future__ import annotations

import itertools
from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace

from events.envelope import Recorded
from games.decider import CLOCK, Command
from games.registry import all_games
from ledger.rules_undo import plan_undo
from ledger.table import Table
from tests.games.munchkin_apocalypse.rare import rarely_played
from tests.play import moves
from tests.projections.undo_classes import TABLES, class_by_the_rules
from tests.spec import view_of
from tests.taking_back import Line

NEEDS = {"free": "nothing", "consent": "consent", "never": "impossible"}
STEPS_MAX = 600
MATCHES = {"coup": 40, "szmal": 20, "big-deal": 4, "clank": 4, "munchkin-apocalypse": 8}


class Classed(Line):
    """Of every command that is met in it, the plan of whoever sent it is what the rules say."""

    def _meet(self, command: Command) -> tuple[list[Recorded], Table]:
        before = self.table
        played, after = super()._meet(command)
        self._compare(before, command, after)
        return played, after

    def _compare(self, before: Table, command: Command, after: Table) -> None:
        events = after.recent[-1].events
        expected = class_by_the_rules(self.game.slug, command, events)
        if after.status == "finished":  # then nothing is taken back
            assert expected == "never"
            self.count[expected] += 1
            return
        if command.seat == CLOCK:  # anybody may ask for it
            asking = next(seat for seat in range(self.seats) if seat in asked_by(before))
            plan = plan_undo(after, asking, before.step)
        else:
            asking, plan = command.seat, plan_undo(after, command.seat, None)
        assert plan.needs == NEEDS[expected], (plan, command, events)
        if plan.needs == "consent":
            assert plan.voters == tuple(seat for seat in asked_by(before) if seat != asking)
            assert plan.reasons
        self.count[expected] += 1


def asked_by(before: Table) -> tuple[int, ...]:
    """COUP-U.3: whoever is live in the state to return to. In the other games: everybody."""
    if before.game.slug != "coup":
        return tuple(range(len(before.seats)))
    seats: list[dict[str, Any]] = view_of(before.game, before.state, "spectator")["seats"]
    return tuple(seat["seat"] for seat in seats if seat["is_live"])


@pytest.mark.parametrize("slug", list(all_games()))
def test_every_command_type_has_its_row(slug):
    assert set(TABLES[slug]) == set(all_games()[slug].commands)


@pytest.mark.parametrize("slug", list(all_games()))
def test_every_command_type_has_in_play_the_class_that_its_row_says(slug):
    count: Counter[str] = Counter()
    for seed in range(MATCHES[slug]):
        line = Classed(slug, seed, count)
        for _ in moves(line, line.rng, line.choose):
            if line.table.step >= STEPS_MAX:
                break
    for state, command in RARE.get(slug, list)():
        standing_at(slug, state, count)._meet(command)
    assert [name for name in TABLES[slug] if not count[f"type {name}"]] == []
    assert min(count["free"], count["consent"], count["never"]) > 0


def standing_at(slug: str, state: Any, count: Counter[str]) -> Classed:
    """A match that has come to this state."""
    lines = (Classed(slug, seed, count) for seed in itertools.count())
    line = next(line for line in lines if line.seats == len(state.players))
    line.table = replace(line.table, state=state)
    line.copies.append(replace(line.copies[-1], state=state))
    return line


RARE = {"munchkin-apocalypse": rarely_played}
