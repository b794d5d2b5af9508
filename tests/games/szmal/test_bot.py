"""The bot of Szmal that has some sense."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from games.szmal import GAME
from games.szmal.bot import choose
from tests.games.szmal.tables import committing, table


def chosen(story, seed):
    """What the bot in seat 0 does: it sees its view, and its choices with their names."""
    templates = [
        {"type": one.type, "params": msgspec.to_builtins(one.params), "names": words.names}
        for one, words in zip(story.choices(0), story.words(0))
    ]
    shown = msgspec.to_builtins(GAME.presentation.view(story.state, 0))
    return choose(Random(seed), {"state": shown}, 0, templates)


@pytest.mark.parametrize("wasted", [21, 59, 75], ids=["cannot be paid", "Requirement not met", "no effect now"])
def test_it_keeps_a_card_that_would_bring_nothing(wasted):
    story = committing(hands={0: [wasted]}, plays={0: 2}, bare=[0])
    assert {chosen(story, seed)["params"]["card"] for seed in range(50)} == {2}


def test_it_plays_no_further_card_that_would_be_thrown_away():
    story = table(plays={0: 80}, hands={0: [59]}, bare=[0])
    assert story.state.decision.kind == "OPTIONAL_PLAY"
    assert {chosen(story, seed)["type"] for seed in range(20)} == {"pass_extra"}
