"""Sections 18 to 20: selling, trading, and when cards may be played."""

from __future__ import annotations

import pytest

from games.munchkin_apocalypse import GAME
from tests.games.munchkin_apocalypse.table import item, seat, table


@pytest.mark.rules("MUNCH-18.3", "MUNCH-18.7", "MUNCH-18.9")
def test_munch_18_8_a_basket_is_put_together_piece_by_piece():
    t = table(
        seat(items=[item("riot-helmet", enhancers="chrome-plated")], hand="combat-drone cheat", classes="class-kid"),
        seat(),
        doors="fire-ants",
    )
    t.refuses(0, "complete_sale", "sale_too_small", "MUNCH-18.1")
    t.refuses(0, "cancel_sale", "card_not_available", "MUNCH-4.5")
    t.refuses(0, "add_to_sale", "wrong_card_type", "MUNCH-20.8", card="cheat")
    t.refuses(0, "add_to_sale", "card_not_available", "MUNCH-4.5", card="chrome-plated")
    t.do(0, "add_to_sale", card="riot-helmet")
    t.refuses(0, "add_to_sale", "card_not_available", "MUNCH-4.5", card="riot-helmet")
    t.refuses(1, "complete_sale", "not_your_turn", "MUNCH-6.1")
    assert [event.total for event in t.happened("SaleChanged")] == [600 + 200]
    t.do(0, "add_to_sale", card="combat-drone")
    double = {"source": "class-kid", "ability": "pocket-money"}
    t.refuses(0, "use_ability", "bad_target", "MUNCH-18.9", target="cheat#1", **double)
    t.do(0, "use_ability", target="combat-drone#1", **double)
    assert [event.total for event in t.happened("SaleChanged")] == [2000]
    t.refuses(0, "use_ability", "ability_used_up", "MUNCH-18.9", target="riot-helmet#1", **double)
    t.do(0, "remove_from_sale", card="combat-drone")
    assert t.state.basket.doubled is None  # the mark is gone with the card
    t.do(0, "cancel_sale")
    t.do(0, "add_to_sale", card="riot-helmet").do(0, "open_door")
    assert t.state.basket.cards == ()  # a combat begins


def test_munch_18_8_a_card_that_leaves_its_place_leaves_the_basket():
    t = table(seat(items="riot-helmet nail-gun", hand="combat-drone"), seat(hand="solar-flare"))
    t.do(0, "add_to_sale", card="riot-helmet").do(0, "add_to_sale", card="combat-drone")
    t.do(1, "play_disaster", card="solar-flare", target=0).all_pass()
    t.choose("riot-helmet#1")
    assert t.state.basket.cards == ("combat-drone#1",)


def test_munch_18_9_the_ability_counts_as_used_with_the_completed_sale():
    t = table(seat(items="riot-helmet combat-drone", classes="class-kid"), seat())
    double = {"source": "class-kid", "ability": "pocket-money"}
    t.do(0, "add_to_sale", card="riot-helmet").do(0, "use_ability", target="riot-helmet#1", **double)
    t.do(0, "cancel_sale").do(0, "add_to_sale", card="riot-helmet")
    t.do(0, "use_ability", target="riot-helmet#1", **double).do(0, "complete_sale")
    assert t.level(0) == 2
    t.do(0, "add_to_sale", card="combat-drone")
    t.refuses(0, "use_ability", "ability_used_up", "MUNCH-16.7", target="combat-drone#1", **double)


def test_munch_19_1_any_two_trade_at_any_time_outside_combat():
    t = table(seat(), seat(items="riot-helmet"), seat(items="nail-gun"), doors="fire-ants")
    t.refuses(1, "open_deal", "bad_target", "MUNCH-19.1", kind="trade", partner=1)
    t.do(1, "open_deal", kind="trade", partner=2)  # in seat 0's turn
    t.refuses(2, "open_deal", "deal_exists", "MUNCH-19.7", kind="trade", partner=1)
    t.do(0, "open_door")
    assert [event.cause for event in t.happened("DealClosed")] == ["combat_begins"]
    t.refuses(1, "open_deal", "items_locked", "MUNCH-7.17", kind="trade", partner=2)


@pytest.mark.rules("MUNCH-19.3", "MUNCH-19.4", "MUNCH-19.7")
def test_munch_19_2_items_in_play_change_hands_when_both_agree():
    t = table(seat(items="riot-helmet", hand="combat-drone"), seat(items="nail-gun"), seat(items="tire-iron"))
    t.do(0, "open_deal", kind="trade", partner=1)
    deal = t.state.deals[0].id
    t.refuses(0, "agree_deal", "empty_trade", "MUNCH-19.4", deal=deal, terms=0)
    t.refuses(0, "put_in_deal", "card_not_available", "MUNCH-4.5", deal=deal, card="combat-drone")
    t.refuses(2, "put_in_deal", "not_party", "MUNCH-19.7", deal=deal, card="tire-iron")
    t.refuses(0, "put_in_deal", "no_such_deal", "MUNCH-19.7", deal=deal + 7, card="riot-helmet")
    t.do(0, "put_in_deal", deal=deal, card="riot-helmet").do(1, "put_in_deal", deal=deal, card="nail-gun")
    t.do(1, "take_from_deal", deal=deal, card="nail-gun").do(1, "put_in_deal", deal=deal, card="nail-gun")
    t.do(0, "agree_deal", deal=deal, terms=4).do(1, "agree_deal", deal=deal, terms=4)
    assert (t.items(0), t.items(1), t.in_use(0), t.in_use(1)) == (["nail-gun"], ["riot-helmet"], [], [])
    assert t.hand(0) == ["combat-drone"]


def test_munch_19_5_no_trade_leaves_a_party_with_too_many_big_items():
    t = table(seat(items="diesel-generator"), seat(items="sofa-cushion-fort"))
    t.do(0, "open_deal", kind="trade", partner=1)
    deal = t.state.deals[0].id
    t.do(0, "put_in_deal", deal=deal, card="diesel-generator")
    t.refuses(1, "agree_deal", "big_item_limit", "MUNCH-19.5", deal=deal, terms=1)
    t.do(1, "put_in_deal", deal=deal, card="sofa-cushion-fort")
    t.do(0, "agree_deal", deal=deal, terms=2).do(1, "agree_deal", deal=deal, terms=2)
    assert (t.items(0), t.items(1)) == (["sofa-cushion-fort"], ["diesel-generator"])


def test_munch_19_8_an_item_that_leaves_its_owner_leaves_the_deal():
    t = table(seat(items="riot-helmet"), seat())
    t.do(0, "open_deal", kind="trade", partner=1)
    deal = t.state.deals[0].id
    t.do(0, "put_in_deal", deal=deal, card="riot-helmet").do(1, "agree_deal", deal=deal, terms=1)
    t.do(0, "discard_item", card="riot-helmet")
    (changed,) = t.state.deals
    assert (changed.items, changed.agreed, changed.terms) == (((), ()), (), 2)


@pytest.mark.rules("MUNCH-20.1", "MUNCH-20.5", "MUNCH-20.7", "MUNCH-4.11")
def test_munch_20_9_cards_without_a_time_of_their_own_belong_to_the_own_calm_turn():
    t = table(seat(hand="riot-helmet"), seat(hand="dumpster-dive nail-gun powdered-water"))
    t.refuses(1, "play_special", "not_fresh", "MUNCH-4.11", card="dumpster-dive")
    t.refuses(1, "play_item", "not_fresh", "MUNCH-4.11", card="nail-gun")
    t.do(0, "play_item", card="riot-helmet")
    receiver = seat(hand="dumpster-dive nail-gun")
    fresh = table(seat(), receiver, fresh="dumpster-dive nail-gun", treasure_discards="crate-of-beans")
    fresh.do(1, "play_item", card="nail-gun").do(1, "play_special", card="dumpster-dive")
    assert fresh.hand(1) == ["crate-of-beans"]


def test_munch_20_8_a_monster_from_the_hand_only_in_phase_2_or_into_a_combat():
    t = table(seat(hand="octobear"), seat(), doors="fire-ants")
    t.refuses(0, "look_for_trouble", "wrong_phase", "MUNCH-5.2", card="octobear")
    t.refuses(0, "play_item", "wrong_card_type", "MUNCH-20.8", card="octobear")
    t.refuses(0, "play_special", "wrong_card_type", "MUNCH-20.8", card="octobear")
    t.do(0, "open_door")
    t.refuses(0, "join_horde", "horde_not_present", "MUNCH-8.8", card="octobear")


@pytest.mark.rules("MUNCH-20.2", "MUNCH-20.3")
def test_munch_20_4_a_level_card_on_anybody_in_combat_too():
    t = table(seat(), seat(hand="level-found-a-cult"), doors="fire-ants")
    t.do(0, "open_door").do(1, "play_special", card="level-found-a-cult", target=0)
    assert (t.level(0), t.is_discarded("level-found-a-cult")) == (2, True)
    assert GAME.rules.to_act(t.state) == (0,)
