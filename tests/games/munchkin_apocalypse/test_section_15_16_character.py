"""Sections 15 and 16: Levels, Classes, Super Munchkin, Paranoia."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from games.munchkin_apocalypse import GAME
from tests.games.munchkin_apocalypse.table import item, seat, table
from tests.spec import view_of


@pytest.mark.rules("MUNCH-15.4")
def test_munch_15_1_a_level_is_a_number_from_1_to_10():
    t = table(seat(2, hand="clocks-go-back"), seat())
    t.do(0, "play_disaster", card="clocks-go-back", target=0)
    (lost,) = t.happened("LevelLost")
    assert (lost.amount, lost.level) == (1, 1)
    assert view_of(GAME, t.state, 1)["winning_level"] == 10


@pytest.mark.rules("MUNCH-18.1", "MUNCH-20.4")
def test_munch_15_2_levels_come_from_kills_cards_and_sales():
    t = table(seat(3, hand="level-found-a-cult", items="fifteen-year-supply"), seat(), doors="undead-mall-walker")
    t.do(0, "play_special", card="level-found-a-cult", target=0)
    t.do(0, "add_to_sale", card="fifteen-year-supply").do(0, "complete_sale")
    t.do(0, "open_door").wins()
    assert t.level(0) == 6


@pytest.mark.rules("MUNCH-2.3")
def test_munch_15_3_levels_are_lost_when_a_card_says_so():
    t = table(seat(hand="level-borrowed-glory"), seat(4))
    t.do(0, "play_special", card="level-borrowed-glory", target=1)
    assert (t.level(0), t.level(1)) == (2, 3)


@pytest.mark.rules("MUNCH-C.5")
def test_munch_15_5_no_last_level_without_a_kill():
    t = table(seat(9, hand="level-found-a-cult level-told-you-so", items="fifteen-year-supply"), seat(9))
    t.refuses(0, "play_special", "winning_level_needs_kill", "MUNCH-15.5", card="level-found-a-cult", target=1)
    t.refuses(0, "play_special", "winning_level_needs_kill", "MUNCH-15.5", card="level-told-you-so")
    t.refuses(0, "add_to_sale", "winning_level_needs_kill", "MUNCH-15.5", card="fifteen-year-supply")


def test_munch_15_6_all_levels_are_public():
    t = table(seat(4), seat(7), seat(2, alive=False))
    for viewer in (0, 1, 2, "spectator"):
        assert [player["level"] for player in view_of(GAME, t.state, viewer)["players"]] == [4, 7, 2]


@pytest.mark.rules("MUNCH-22.13", "MUNCH-22.14")
def test_munch_15_7_gained_levels_are_added_up_without_the_losses_until_the_next_turn():
    cards = "level-found-a-cult level-eat-the-last-tin level-read-the-manual clocks-go-back level-convenient-mutation"
    t = table(seat(3, hand=cards), seat(), seals="seal-doom seal-panic-buying")
    t.do(0, "play_special", card="level-found-a-cult", target=0)
    t.do(0, "play_disaster", card="clocks-go-back", target=0).all_pass()
    t.do(0, "play_special", card="level-eat-the-last-tin", target=0)
    assert t.open_seals == ["seal-doom", "seal-panic-buying"]
    t.do(0, "play_special", card="level-read-the-manual", target=0)
    assert t.open_seals == ["seal-doom"]
    t.do(0, "play_special", card="level-convenient-mutation", target=0)
    assert t.open_seals == ["seal-doom"]  # once per player and turn
    t.state = replace(t.state, turn_phase="TURN_END")
    t.do(0, "end_turn")
    assert [player.levels_this_turn for player in t.state.players] == [0, 0]


@pytest.mark.rules("MUNCH-16.1", "MUNCH-16.5")
def test_munch_16_4_one_class_unless_super_munchkin_is_in_play():
    t = table(seat(hand="class-kid class-kid#2 class-blogger"), seat())
    t.do(0, "play_class", card="class-kid")
    t.refuses(0, "play_class", "class_limit", "MUNCH-16.4", card="class-blogger")
    t.do(0, "discard_class", card="class-kid").do(0, "play_class", card="class-blogger")
    assert t.classes(0) == ["class-blogger"]


@pytest.mark.rules("MUNCH-16.6", "MUNCH-16.2")
def test_munch_16_7_the_card_says_when_an_ability_may_be_used_and_how_often():
    t = table(
        seat(classes="class-blogger", hand="cheat cheater bird-flu"),
        seat(hand="sinkhole"),
        doors="fire-ants",
    )
    storm = {"source": "class-blogger", "ability": "comment-storm", "target": "fighters"}
    t.refuses(0, "use_ability", "wrong_timing", **storm)
    t.do(0, "open_door")
    t.refuses(0, "use_ability", "bad_target", "MUNCH-8.2", source="class-blogger", ability="comment-storm")
    t.refuses(0, "use_ability", "wrong_card_type", source="class-blogger", ability="nap", target="fighters")
    t.refuses(1, "use_ability", "card_not_available", "MUNCH-4.5", **storm)
    t.do(0, "use_ability", **storm).choose("cheat#1").do(0, "use_ability", **storm).choose("cheater#1")
    assert t.fighters == 1 + 2 + 2
    t.refuses(0, "use_ability", "ability_used_up", "MUNCH-16.7", **storm)
    poor = table(seat(classes="class-blogger"), seat(), doors="fire-ants")
    poor.do(0, "open_door")
    poor.refuses(0, "use_ability", "cannot_pay", "MUNCH-16.6", **storm)


@pytest.mark.rules("MUNCH-16.10", "MUNCH-16.11")
def test_munch_16_9_super_munchkin_needs_one_class_and_a_second_other_one():
    t = table(seat(hand="super-munchkin class-kid class-kid#2 class-blogger cheat"), seat())
    t.refuses(0, "play_super_munchkin", "no_second_class", "MUNCH-16.9", card="super-munchkin", second="class-kid")
    t.do(0, "play_class", card="class-kid")
    t.refuses(0, "play_super_munchkin", "duplicate_class", "MUNCH-16.5", card="super-munchkin", second="class-kid#2")
    t.refuses(0, "play_super_munchkin", "wrong_card_type", "MUNCH-20.8", card="super-munchkin", second="cheat")
    t.do(0, "play_super_munchkin", card="super-munchkin", second="class-blogger")
    assert t.classes(0) == ["class-kid", "class-blogger"]
    t.do(0, "discard_class", card="class-kid")
    assert t.is_discarded("super-munchkin")


@pytest.mark.rules("MUNCH-16.3")
def test_munch_16_9_the_second_class_must_be_one_that_could_be_played_now():
    hand, call = "super-munchkin class-blogger", {"card": "super-munchkin", "second": "class-blogger"}
    t = table(seat(), seat(hand=hand, classes="class-kid"), fresh="super-munchkin")
    t.refuses(1, "play_super_munchkin", "not_fresh", "MUNCH-4.11", **call)  # an old Class, out of turn
    t = table(seat(), seat(hand=hand, classes="class-kid"), fresh="class-blogger")
    t.refuses(1, "play_super_munchkin", "not_fresh", "MUNCH-4.11", **call)
    t = table(seat(), seat(hand=hand, classes="class-kid"), fresh=hand)
    assert t.do(1, "play_super_munchkin", **call).classes(1) == ["class-kid", "class-blogger"]


def test_munch_16_12_super_munchkin_cannot_be_discarded_by_itself():
    t = table(seat(classes="class-kid class-blogger", super_munchkins="super-munchkin"), seat())
    t.refuses(0, "discard_item", "card_not_available", "MUNCH-4.5", card="super-munchkin")
    t.refuses(0, "discard_class", "card_not_available", "MUNCH-4.5", card="super-munchkin")


@pytest.mark.rules("MUNCH-16.13", "MUNCH-16.15")
def test_munch_16_14_classes_and_their_like_are_no_items():
    t = table(seat(classes="class-kid", paranoia="paranoia-trust-nobody", hirelings="cheater"), seat())
    t.do(0, "open_deal", kind="trade", partner=1)
    deal = t.state.deals[0].id
    for card in ("class-kid", "paranoia-trust-nobody", "cheater"):
        t.refuses(0, "put_in_deal", "card_not_available", "MUNCH-4.5", deal=deal, card=card)
        t.refuses(0, "add_to_sale", "card_not_available", "MUNCH-4.5", card=card)


def test_munch_16_16_what_may_pay_and_what_may_not():
    t = table(
        seat(
            classes="class-kid",
            items=[item("riot-helmet", enhancers="chrome-plated", cheat="cheat")],
            paranoia="paranoia-trust-nobody",
            hirelings="cheater",
            hand="bird-flu",
            disasters="lingering-cough",
        ),
        seat(),
        doors="fire-ants",
    )
    t.do(0, "open_door").runs().do(0, "roll_escape", monster="m1", dice=[1])
    t.respond(source="class-kid", ability="dodge-and-weave")
    assert set(t.state.choice.options) == {
        "bird-flu#1",
        "riot-helmet#1",
        "paranoia-trust-nobody#1",
        "cheater#1",
        "cheat#1",
    }
    t.choose("riot-helmet#1", dice=[6])
    (paid,) = t.happened("CostPaid")
    assert paid.attached == ("chrome-plated#1", "cheat#1")
    assert t.is_discarded("chrome-plated")
