"""Sentences that say who has to do what, and never how the engine keeps it."""

from __future__ import annotations

import random

import pytest

from events.visibility import SPECTATOR
from games.munchkin_apocalypse import GAME
from games.munchkin_apocalypse import agenda as a
from games.munchkin_apocalypse import events as e
from games.munchkin_apocalypse import events_combat as ec
from games.munchkin_apocalypse.narrate import narrate
from tests.play import Match, moves
from tests.policies import POLICIES, options_for

SOURCE = "expired-burrito#1"
WAITS = [
    (a.LoseHand(seat=1, left=2, source=SOURCE), "{1} has to discard 2 cards before play goes on."),
    (a.LoseClass(seat=1, source=None), "{1} has to part with a Class before play goes on."),
    (a.BigExcess(seat=2), "{2} has to give up a Big item before play goes on."),
    (a.Looting(seat=2), "Each of them takes one card that {2} leaves behind."),
    (
        a.GiveItems(giver=0, taker=1, left=1, filter="any", pick="taker", source=SOURCE),
        "{0} has to give 1 item to {1} before play goes on.",
    ),
    (
        a.Strike(id=1, card="volcano-in-the-basement#1", target=1, by=2, stage="window"),
        "Disaster! Volcano in the Basement hits {1} once nobody answers any more.",
    ),
]


@pytest.mark.parametrize(("job", "sentence"), WAITS, ids=lambda value: type(value).__name__)
def test_who_has_to_do_what(job, sentence):
    assert (
        narrate(e.AgendaChanged(agenda=(a.FinishCombat(outcome="flight"), job), rule="MUNCH-5.5"), SPECTATOR)
        == sentence
    )


def test_play_goes_on_when_nothing_is_left():
    assert narrate(e.AgendaChanged(agenda=(), rule="MUNCH-5.5"), SPECTATOR) == "Play goes on."


@pytest.mark.parametrize("seed", range(6))
def test_whoever_is_waited_for_is_named(seed):
    """Random play meets no entry that is told without a name."""
    rng = random.Random(seed)
    match = Match(GAME, options_for(GAME, rng), 4, seed)
    match.start()
    for _ in moves(match, rng, POLICIES["munchkin-apocalypse"]):
        if match.steps >= 400:
            break
    told = [narrate(event, SPECTATOR) for event in match.events if isinstance(event, e.AgendaChanged) and event.agenda]
    assert len(told) > 5
    assert [sentence for sentence in told if "{" not in sentence] == []


@pytest.mark.parametrize("side", ["fighters", "monsters"])
def test_a_side_of_the_combat_is_no_monster(side):
    used = e.AbilityUsed(
        seat=0, source="class-blogger#3", ability="comment-storm", target=side, open=True, mark=None, rule="MUNCH-16.1"
    )
    assert narrate(used, SPECTATOR) == f"{{0}} uses Comment Storm of Blogger on the side of the {side}."


def test_a_monster_is_counted_only_beside_another():
    killed = ec.MonstersKilled(combat=1, monsters=("m1",), levels=1, rule="MUNCH-12.1")
    assert narrate(killed, SPECTATOR) == "The monster is killed."
    both = ec.MonstersKilled(combat=1, monsters=("m1", "m2"), levels=2, rule="MUNCH-12.1")
    assert narrate(both, SPECTATOR) == "All 2 monsters are killed."
    worst = ec.BadStuffApplied(seat=1, monster="m2", rule="MUNCH-13.5")
    assert narrate(worst, SPECTATOR) == "The second monster does its worst to {1}."


def test_what_is_still_to_be_given_away_is_not_told_as_given():
    asked = e.CharityStarted(seat=0, surplus=2, recipients=(1,), rule="MUNCH-6.20")
    assert narrate(asked, SPECTATOR) == "{0} has to give 2 cards to {1}."
