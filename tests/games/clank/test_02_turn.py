"""Section 2: the turn."""

import pytest

from games.clank import GAME
from games.clank.commands import (
    AcquireCard,
    BuyItem,
    DeclineToken,
    EndTurn,
    Fight,
    Move,
    PlayCard,
    TakeToken,
    Teleport,
    TrashCard,
    UseDevice,
    UsePotion,
)
from games.clank.events import ClankAdded, ResourcesGained, TurnEnded, TurnStarted
from tests.games.clank.table import END, at_table, do, names, of_type, play, pools, table, thief


def test_clank_2_1_turns_go_round_one_at_a_time():
    start = table(thief(), thief(), thief())
    _, events = do(start, END)
    assert of_type(events, TurnStarted)[0].seat == 1
    at_table(thief(), thief(hand="burgle")).when(EndTurn(seat=1)).then_refused("CLANK-2.1", "not_your_turn")


def test_clank_2_2_a_turn_starts_with_the_five_cards_drawn_before():
    after, _ = do(table(thief(), thief()), END, EndTurn(seat=1))
    assert after.turn.seat == 0
    assert names(after.players[0].hand) == ["burgle"] * 5


def test_clank_2_3_everything_in_any_order():
    start = table(
        thief("A18", hand="burgle sneak", gold=7, tokens="potion_swiftness"),
        row="ladder orc_grunt - wizard pickaxe treasure_map",
        skill=5,
        swords=2,
        teleports=1,
    )
    after, _ = do(
        start,
        Fight(seat=0, target=1),
        *play("burgle"),
        UseDevice(seat=0, slot=0),
        BuyItem(seat=0, item="key"),
        UsePotion(seat=0, token_id="potion_swiftness"),
        Move(seat=0, corridor_id="A-c37"),
        AcquireCard(seat=0, source="reserve", pile="mercenary"),
        *play("sneak"),
        Teleport(seat=0, to_room="A18"),
    )
    assert after.players[0].room == "A18"
    assert after.players[0].hand == ()


def test_clank_2_4_an_action_may_be_repeated_while_it_can_be_paid():
    start = at_table(thief(), skill=5, swords=4)
    after, _ = do(
        start, *[AcquireCard(seat=0, source="reserve", pile="mercenary")] * 2, *[Fight(seat=0, target="goblin")] * 2
    )
    assert names(after.players[0].discard) == ["mercenary", "mercenary"]
    assert after.players[0].gold == 2


def test_clank_2_5_actions_come_before_between_and_after_the_cards():
    start = table(thief("A01", hand="scramble sidestep burgle"), boots=1)
    after, _ = do(
        start,
        Move(seat=0, corridor_id="A-c02"),
        *play("scramble"),
        Move(seat=0, corridor_id="A-c02"),
        *play("sidestep", "burgle"),
        Move(seat=0, corridor_id="A-c02"),
    )
    assert after.players[0].room == "A02"


def test_clank_2_6_the_turn_cannot_end_with_a_card_in_hand():
    at_table(thief(hand="stumble")).when(END).then_refused("CLANK-2.6", "hand_not_empty")
    drawn, _ = do(table(thief(hand="elven_boots", deck="stumble")), *play("elven_boots"))
    at_table_again = do(drawn, *play("stumble"))[0]
    assert GAME.rules.choices(at_table_again, 0)[-1].type == "end_turn"


def test_clank_2_6_a_discarded_card_need_not_be_played():
    start = table(thief(hand="sleight_of_hand stumble", deck="burgle burgle burgle burgle burgle burgle burgle"))
    after, _ = do(
        start, PlayCard(seat=0, card_id="sleight_of_hand", discard_card_id="stumble"), *play("burgle", "burgle.2")
    )
    _, events = do(after, END)
    assert of_type(events, TurnEnded)


def test_clank_2_7_cards_are_played_in_any_order():
    start = table(thief(hand="burgle sneak"))
    assert names(do(start, *play("sneak", "burgle"))[0].players[0].play) == ["sneak", "burgle"]
    assert names(do(start, *play("burgle", "sneak"))[0].players[0].play) == ["burgle", "sneak"]


def test_clank_2_8_resources_and_text_are_not_optional():
    _, events = do(table(thief(hand="singing_sword")), *play("singing_sword"))
    assert of_type(events, ResourcesGained)[0].skill == 3
    assert of_type(events, ClankAdded)[0].added == 1


def test_clank_2_9_nothing_has_to_be_spent():
    after, events = do(table(thief("A01"), skill=9, swords=9, boots=9), END)
    assert of_type(events, TurnEnded)[0].lost.skill == 9
    assert pools(after) == (0, 0, 0)


@pytest.mark.parametrize(
    "command",
    [
        PlayCard(seat=1, card_id="burgle"),
        AcquireCard(seat=1, source="reserve", pile="mercenary"),
        UseDevice(seat=1, slot=0),
        Fight(seat=1, target="goblin"),
        BuyItem(seat=1, item="key"),
        Move(seat=1, corridor_id="A-c02"),
        Teleport(seat=1, to_room="A02"),
        TakeToken(seat=1, token_slot=0),
        DeclineToken(seat=1),
        UsePotion(seat=1, token_id="potion_healing"),
        EndTurn(seat=1),
        TrashCard(seat=1, card_id="burgle"),
    ],
)
def test_clank_2_10_nobody_else_decides_anything(command):
    given = at_table(thief(), thief(hand="burgle", tokens="potion_healing", gold=7))
    given.when(command).then_refused("CLANK-2.1", "not_your_turn")
    assert GAME.rules.choices(given.state, 1) == []


def test_clank_2_11_the_turn_ends_when_it_is_declared():
    start = table(thief())
    assert GAME.rules.to_act(start) == (0,)
    after, _ = do(start, END)
    assert GAME.rules.to_act(after) == (1,)
    choosing = at_table(thief("A02"), phase="TOKEN_CHOICE", at={"A02": "treasure skill_boost"})
    choosing.when(END).then_refused("CLANK-9.5", "wrong_phase")
