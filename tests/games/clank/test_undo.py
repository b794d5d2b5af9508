"""What taking a command back asks for, row by row."""

import msgspec
import pytest

from games.clank import GAME
from games.clank.commands import (
    AcquireCard,
    BuyItem,
    DeclineToken,
    Fight,
    Move,
    PlayCard,
    TakeToken,
    Teleport,
    TrashCard,
    UseDevice,
    UsePotion,
)
from games.clank.events import MatchEnded
from games.clank.state import ClankOptions, Owed
from games.dice import Dice
from tests.games.clank.policy import policy
from tests.games.clank.table import END, at_table, do, thief
from tests.play import play as play_match

GONE = {"room": "A00", "status": "left", "tokens": "artifact_5 mastery"}


def undo_class(given, command, dice=()):
    _, events = do(given, command, dice=dice)
    return GAME.take_back.undo_class(given.state, command, events)


def without_new_ids(events, serial):
    """CLANK-V.5: cards that are shuffled again get other ids."""
    return msgspec.json.encode(events).replace(f"c{serial:05d}".encode(), b"c")


def card(name, **rest):
    return PlayCard(seat=0, card_id=name, **rest)


@pytest.mark.rules("CLANK-U.2")
@pytest.mark.parametrize(
    ("given", "command"),
    [
        (at_table(thief(hand="pickaxe")), card("pickaxe")),
        (at_table(thief(hand="brilliance", deck="")), card("brilliance")),
        (at_table(thief(), row="sneak ladder", skill=2), AcquireCard(seat=0, source="row", slot=0)),
        (at_table(thief(), skill=2), AcquireCard(seat=0, source="reserve", pile="mercenary")),
        (at_table(thief(), row="ladder ladder", skill=3), UseDevice(seat=0, slot=0)),
        (at_table(thief(), row="ogre ladder", swords=3), Fight(seat=0, target=0)),
        (at_table(thief("A17", gold=7)), BuyItem(seat=0, item="crown")),
        (at_table(thief("A01"), boots=1), Move(seat=0, corridor_id="A-c02")),
        (at_table(thief("A01"), teleports=1), Teleport(seat=0, to_room="A02")),
        (at_table(thief("A01", tokens="artifact_5"), boots=1), Move(seat=0, corridor_id="A-c01")),
        (at_table(thief("A01", tokens="artifact_5"), teleports=1), Teleport(seat=0, to_room="A00")),
        (at_table(thief("A20"), at={"A20": "artifact_7"}, phase="TOKEN_CHOICE"), TakeToken(seat=0, token_slot=0)),
        (at_table(thief("A21"), at={"A21": "monkey_idol"}, phase="TOKEN_CHOICE"), TakeToken(seat=0, token_slot=0)),
        (at_table(thief("A20"), at={"A20": "artifact_7"}, phase="TOKEN_CHOICE"), DeclineToken(seat=0)),
        (at_table(thief(tokens="potion_strength")), UsePotion(seat=0, token_id="potion_strength")),
    ],
)
def test_clank_u_1_what_taught_nobody_anything_is_free(given, command):
    assert undo_class(given, command) == "free"


FIVE = " ladder ladder ladder ladder ladder"


@pytest.mark.rules("CLANK-U.1")
@pytest.mark.parametrize(
    ("given", "command", "dice"),
    [
        (at_table(thief(hand="elven_boots")), card("elven_boots"), ()),
        (at_table(thief(hand="rebel_scout", play="mercenary")), card("rebel_scout"), ()),
        (at_table(thief(hand="treasure_hunter"), row="sneak" + FIVE), card("treasure_hunter", row_slot=0), ()),
        (
            at_table(thief("A25", "wand_of_wind"), at={"A26": "chalice"}),
            card("wand_of_wind", option=1, room_id="A26", token_slot=0),
            (),
        ),
        (at_table(thief(hand="mister_whiskers")), card("mister_whiskers", option=0), [("black", "black")]),
        (at_table(thief("A15"), row="cave_troll" + FIVE, swords=4), Fight(seat=0, target=0), ()),
        (at_table(thief(), row="overlord" + FIVE, swords=4), Fight(seat=0, target=0), ()),
        (at_table(thief("A02"), at={"A02": "treasure"}, phase="TOKEN_CHOICE"), TakeToken(seat=0, token_slot=0), ()),
        (at_table(thief("A04"), at={"A04": "chalice"}, phase="TOKEN_CHOICE"), TakeToken(seat=0, token_slot=0), ()),
        (at_table(thief()), END, ()),
        (
            at_table(thief(play="sneak tattle"), owed=(Owed("any", "magic_spring"),), phase="TRASH_CHOICE"),
            TrashCard(seat=0, card_id="sneak"),
            (),
        ),
    ],
)
def test_clank_u_2_what_was_learned_needs_consent(given, command, dice):
    assert undo_class(given, command, dice) == "consent"


def test_clank_u_3_the_end_of_a_turn_is_free_only_while_a_card_is_to_be_trashed():
    trashing = at_table(thief(play="sneak tattle"), owed=(Owed("any", "magic_spring"),))
    assert undo_class(trashing, END) == "free"
    nothing_drawn = at_table(thief(play="sneak", **GONE), thief(), thief(), row="ladder" + FIVE, countdown=(0, 1))
    _, events = do(nothing_drawn, END)
    assert not any(GAME.presentation.reveals(event) for event in events)
    assert undo_class(nothing_drawn, END) == "consent"


def test_clank_u_4_the_same_command_brings_the_same_outcome():
    match = play_match(GAME, ClankOptions(), 2, 3, policy)
    state = GAME.fold(GAME.rules.initial, GAME.rules.setup(match.options, 2, Dice(b"3", 0)))
    for step, command in enumerate(match.commands[:150], start=1):
        first = GAME.decide(state, command, Dice(b"3", step, serial=step))
        again = GAME.decide(state, command, Dice(b"3", step, serial=step + 400))
        assert without_new_ids(first, step) == without_new_ids(again, step + 400)
        state = GAME.fold(state, first)


def test_clank_u_6_the_end_cannot_be_taken_back():
    given = at_table(thief("A15"), thief(**GONE), countdown=(1, 4))
    _, events = do(given, END)
    assert isinstance(events[-1], MatchEnded)
    assert undo_class(given, END) == "never"


def test_every_other_player_is_asked():
    assert GAME.take_back.undo_voters is None  # the default: all seats, also those who are out
    assert GAME.take_back.sealed_commands == frozenset()
