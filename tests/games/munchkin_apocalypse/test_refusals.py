"""Rejections (3.5 of the rules page): the first failing check of the table is the one reported, and nothing changes."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.munchkin_apocalypse.table import Table, seat, table


def in_conclusion(**changes: Any) -> Table:
    t = table(seat(5), seat(**changes), seat(alive=False), doors="undead-mall-walker")
    return t.do(0, "open_door").do(0, "declare_victory")


def test_munch_24_2_the_end_comes_before_everything():
    t = table(seat(9), seat(), doors="undead-mall-walker")
    t.do(0, "open_door").wins()
    for who, command, params in (
        (1, "close_window", {"window": 1}),
        (1, "pass", {"window": 1}),
        (0, "play_item", {"card": "nothing"}),
        (1, "choose", {"choice": 1, "value": 1}),
    ):
        t.refuses(who, command, "match_over", "MUNCH-24.2", **params)


def test_munch_5_21_the_shape_of_an_answer_is_looked_at_first():
    t = in_conclusion()
    t.refuses(2, "respond", "bad_parameters", "MUNCH-5.21", window=1, card="plot-armour", source="class-kid")


def test_munch_5_17_the_clock_before_the_dead():
    in_conclusion().refuses(2, "close_window", "clock_only", "MUNCH-5.17", window=1)


def test_munch_5_8_the_dead_before_the_window():
    in_conclusion().refuses(2, "pass", "character_dead", "MUNCH-5.8", window=1)


def test_munch_5_19_the_window_before_the_phase_and_the_asked():
    t = in_conclusion()
    t.refuses(0, "pass", "window_over", "MUNCH-5.19", window=1)
    calm = table(seat(), seat())
    calm.refuses(0, "pass", "window_over", "MUNCH-5.19", window=1)
    calm.refuses(0, "choose", "choice_over", "MUNCH-5.19", choice=1, value=1)


def test_munch_5_3_what_must_be_finished_before_whose_turn_it_is():
    t = table(seat(hand="flash-flood cheat cheater"), seat(hand="riot-helmet"))
    t.do(0, "play_disaster", card="flash-flood", target=0).all_pass()
    t.refuses(1, "open_door", "resolution_pending", "MUNCH-5.3")
    t.refuses(1, "play_item", "resolution_pending", "MUNCH-5.3", card="nothing")


def test_munch_5_2_the_phase_before_the_turn_and_the_turn_before_the_card():
    t = table(seat(), seat())
    t.refuses(1, "end_turn", "wrong_phase", "MUNCH-5.2")
    t.refuses(1, "look_for_trouble", "wrong_phase", "MUNCH-5.2", card="nothing")
    t.refuses(1, "open_door", "not_your_turn", "MUNCH-6.1")
    t.refuses(1, "add_to_sale", "not_your_turn", "MUNCH-6.1", card="nothing")


def test_munch_4_5_the_card_before_its_type_its_time_and_its_target():
    t = table(seat(hand="octobear", items="nail-gun"), seat(hand="bird-flu unlocked-supermarket"), seat(alive=False))
    t.refuses(1, "play_disaster", "card_not_available", "MUNCH-4.5", card="octobear", target=2)
    t.refuses(1, "play_disaster", "wrong_card_type", "MUNCH-20.8", card="unlocked-supermarket", target=2)
    t.refuses(1, "play_disaster", "target_dead", "MUNCH-5.8", card="bird-flu", target=2)
    t.refuses(1, "play_special", "not_fresh", "MUNCH-4.11", card="unlocked-supermarket", target=2)


def test_munch_3_1_a_seat_that_does_not_exist_before_everything_but_the_end():
    t = in_conclusion()
    t.refuses(2, "play_disaster", "bad_parameters", "MUNCH-3.1", card="nothing", target=3)
    t.refuses(2, "show_card", "bad_parameters", "MUNCH-3.1", card="nothing", to=-1)
    t.refuses(1, "open_deal", "bad_parameters", "MUNCH-3.1", kind="trade", partner=7)
    t.refuses(1, "play_special", "bad_parameters", "MUNCH-3.1", card="nothing", target=3)


def test_munch_4_5_both_cards_before_the_type_of_either():
    t = table(seat(hand="riot-helmet cheat", items="nail-gun"), seat(hand="class-kid", items="tire-iron"))
    t.refuses(0, "play_super_munchkin", "card_not_available", "MUNCH-4.5", card="cheat", second="class-kid")
    t.refuses(0, "play_super_munchkin", "wrong_card_type", "MUNCH-20.8", card="cheat", second="riot-helmet")
    t.refuses(0, "attach_to_item", "card_not_available", "MUNCH-4.5", card="cheat", item="tire-iron")
    t.refuses(0, "attach_to_item", "wrong_card_type", "MUNCH-20.8", card="cheat", item="nail-gun")


def test_munch_5_3_a_card_that_does_not_belong_there_before_a_finished_setup():
    t = table(seat(hand="level-told-you-so cheater"), seat(), phase="SETUP")
    t.refuses(0, "play_special", "resolution_pending", "MUNCH-5.3", card="level-told-you-so")
    t.refuses(0, "play_special", "setup_finished", "MUNCH-3.9", card="cheater")


def test_munch_9_8_the_fighter_before_the_time_and_the_target():
    t = table(seat(), seat(hand="drafted-on-the-spot"), seat(alive=False), doors="fire-ants")
    t.refuses(1, "play_special", "wrong_timing", "MUNCH-20.2", card="drafted-on-the-spot", target=2)
    t.do(0, "open_door")
    t.refuses(1, "play_special", "not_fighter", "MUNCH-9.8", card="drafted-on-the-spot", target=2)


def test_munch_19_7_in_a_deal_the_card_before_the_deal_and_the_big_limit_before_the_terms():
    t = table(seat(items="diesel-generator"), seat(items="chainsaw-on-a-pole"), seat(items="nail-gun"))
    t.refuses(0, "put_in_deal", "card_not_available", "MUNCH-4.5", deal=5, card="nail-gun")
    t.refuses(0, "put_in_deal", "no_such_deal", "MUNCH-19.7", deal=5, card="diesel-generator")
    t.do(0, "open_deal", kind="trade", partner=1)
    deal = t.state.deals[0].id
    t.refuses(2, "put_in_deal", "not_party", "MUNCH-19.7", deal=deal, card="nail-gun")
    t.refuses(2, "take_from_deal", "card_not_available", "MUNCH-4.5", deal=deal, card="diesel-generator")
    t.do(0, "put_in_deal", deal=deal, card="diesel-generator")
    t.refuses(0, "put_in_deal", "card_not_available", "MUNCH-4.5", deal=deal, card="diesel-generator")
    t.refuses(1, "agree_deal", "big_item_limit", "MUNCH-19.5", deal=deal, terms=0)
    t.do(1, "put_in_deal", deal=deal, card="chainsaw-on-a-pole")
    t.refuses(1, "agree_deal", "terms_changed", "MUNCH-11.7", deal=deal, terms=0)


def test_munch_11_6_the_picker_before_the_party_and_the_phase_before_the_deal():
    t = table(seat(), seat(), seat(hand="powdered-water", items="nail-gun"), doors="fire-ants")
    t.do(0, "open_door").do(0, "open_deal", kind="help", partner=1)
    deal = t.state.deals[0].id
    t.refuses(2, "set_deal_first_pick", "bad_target", "MUNCH-11.6", deal=deal, picker=2)
    t.refuses(2, "set_deal_first_pick", "not_party", "MUNCH-19.7", deal=deal, picker=1)
    t.refuses(2, "put_in_deal", "not_fighter", "MUNCH-9.8", deal=deal, card="nothing")
    t.do(0, "declare_flight")
    t.refuses(2, "put_in_deal", "wrong_phase", "MUNCH-5.2", deal=deal, card="nail-gun")


def test_munch_11_2_needless_help_before_a_second_helper():
    t = table(seat(2), seat(9), seat(hand="suitcase-nuke"), doors="undead-mall-walker")
    t.do(0, "open_door")
    t.refuses(2, "open_deal", "help_not_needed", "MUNCH-11.2", kind="help", partner=0)


def test_munch_8_7_a_missing_monster_in_hand_before_a_missing_one_in_the_combat():
    t = table(seat(hand="mistaken-identity"), seat(hand="octobear"), doors="fire-ants")
    t.do(0, "open_door")
    t.refuses(0, "play_special", "no_monster_in_hand", "MUNCH-8.7", card="mistaken-identity", target="m9")
    t = table(seat(hand="mistaken-identity octobear"), seat(), doors="fire-ants")
    t.do(0, "open_door")
    t.refuses(0, "play_special", "no_such_monster", "MUNCH-8.6", card="mistaken-identity", target="m9")
    t.refuses(0, "play_special", "no_such_monster", "MUNCH-8.6", card="mistaken-identity")


@pytest.mark.rules("MUNCH-5.1")
def test_a_refused_command_changes_nothing():
    t = table(seat(hand="bird-flu"), seat(alive=False))
    before = t.state
    t.refuses(0, "play_disaster", "target_dead", "MUNCH-5.8", card="bird-flu", target=1)
    assert t.state is before
