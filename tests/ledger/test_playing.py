"""Proof by play: whatever the plan promises is accepted, what it refuses is refused, and the audit finds nothing."""

from __future__ import annotations

import random

import pytest

from games.registry import all_games
from tests.ledger.match import Match, failed
from tests.ledger.playing import CLOCKS, People

MATCHES, ORDERS = 6, 120


@pytest.mark.parametrize("game", list(all_games()))
def test_people_who_do_everything_at_every_step(game):
    done: set[str] = set()
    for seed in range(MATCHES):
        rng = random.Random(seed)
        decider = all_games()[game]
        match = Match(game, rng.randint(decider.seats_min, decider.seats_max), seed=seed, **rng.choice(CLOCKS)).begin()
        people = People(match, rng)
        for _ in range(ORDERS):
            people.act()
        assert not failed(match.audit()), f"seed {seed}"
        done |= set(people.accepted)
    assert {"play", "undo", "ask", "rewind", "look", "open_dispute", "rule_on_dispute"} <= done
    # In Big Deal only the latest command may be asked for, so hardly anybody is asked.
    assert "answer_undo" in done or game == "big-deal"
