"""Whatever pack the loader accepts can be played, and keeps every promise of the rules while it is."""

from __future__ import annotations

import random

import pytest

from games.dice import Dice
from games.munchkin_apocalypse import GAME
from games.munchkin_apocalypse.state import Options
from tests.games.munchkin_apocalypse.policy import policy
from tests.games.munchkin_apocalypse.random_packs import random_rows
from tests.play import Match, agree, moves, wild_commands
from tests.spec import view_of

STEPS = 300


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.rules("MUNCH-25.8", "MUNCH-I.31", "MUNCH-I.33")
def test_munch_25_11_a_pack_that_was_accepted_can_be_played(packs, seed):
    rng = random.Random(seed)
    packs(*random_rows(rng, 40), name="chance")
    match = Match(GAME, Options(packs=("chance",), epic=rng.random() < 0.5), rng.randint(2, 5), seed)
    match.start()
    for step, _command in enumerate(moves(match, rng, policy)):
        if step > STEPS:
            break
        if step % 25 == 0:
            look_alike(match, step)
            for command in wild_commands(match, rng, 2):
                agree(match, command)


def look_alike(match: Match, step: int) -> None:
    """What a viewer cannot know changes nothing that the viewer sees."""
    for seat in range(match.seats):
        other = GAME.presentation.resample(match.state, seat, Dice(b"another", step))
        assert view_of(GAME, other, seat) == view_of(GAME, match.state, seat)
        assert GAME.rules.choices(other, seat) == GAME.rules.choices(match.state, seat)
