"""What the clock does when a player's time is up, and what it leaves alone; and how a knock-out is told."""

import pytest

from games.clank import GAME
from games.clank.commands import EndTurn, PlayCard, Teleport
from games.clank.events import ResourcesSpent, TrashLapsed, TurnEnded
from games.clank.state import Owed
from games.clock_choice import clock_choice
from tests.games.clank.table import at_table, do, of_type, table, thief

RICH = {"skill": 9, "swords": 9, "boots": 9}


def test_clank_19_8_the_clock_teleports_within_the_dungeon_and_spends_nothing():
    state = table(thief("A01", tokens="artifact_5", gold=20), teleports=1, **RICH)
    command = clock_choice(GAME, state)
    assert isinstance(command, Teleport)
    assert command.to_room != "A00"
    after, _ = do(state, command)
    if after.phase == "TOKEN_CHOICE":
        after, _ = do(after, clock_choice(GAME, after))
    assert clock_choice(GAME, after) == EndTurn(seat=0)
    assert (after.turn.skill, after.turn.swords, after.turn.boots) == (9, 9, 9)
    assert after.players[0].gold == 20


def test_clank_2_6_the_clock_plays_every_card_and_ends_the_turn():
    state = table(thief(hand="sneak burgle"), **RICH)
    assert isinstance(clock_choice(GAME, state), PlayCard)
    assert clock_choice(GAME, table(thief(), **RICH)) == EndTurn(seat=0)


def test_clank_18_8_the_clock_lets_mister_whiskers_be_quiet():
    command = clock_choice(GAME, table(thief(hand="mister_whiskers")))
    assert command == PlayCard(seat=0, card_id="mister_whiskers", option=1)


def told(events, event_type):
    return [GAME.presentation.narrate(event, 0) for event in of_type(events, event_type)]


@pytest.mark.rules("CLANK-15.8")
def test_clank_15_8_a_knock_out_is_told_as_such():
    start = at_table(
        thief("A17", hand="mister_whiskers burgle", clank=1, damage=9, bag=0, tokens="artifact_5"),
        owed=(Owed("any", "magic_spring"),),
    )
    _, events = do(start, PlayCard(seat=0, card_id="mister_whiskers", option=0), dice=[(0, "black")])
    assert told(events, TrashLapsed) == ["{0} no longer has to trash a card (Magic Spring)."]
    assert told(events, TurnEnded) == ["{0} is knocked out, so this turn is over."]


def test_spending_on_a_corridor_names_no_corridor_id():
    event = ResourcesSpent(seat=0, spent_on="A-c02", boots=1, rule="CLANK-8.2")
    assert GAME.presentation.narrate(event, 0) == "{0} spends 1 Boot to pass a corridor."
