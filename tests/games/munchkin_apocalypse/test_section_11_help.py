"""Section 11: help and its price."""

from __future__ import annotations

import pytest

from games.munchkin_apocalypse import GAME
from tests.games.munchkin_apocalypse.table import seat, table


def in_need(*others: object, **changes: object):
    t = table(seat(**changes), *(others or (seat(), seat())), doors="fire-ants")
    return t.do(0, "open_door")


def deal_of(t) -> int:
    return t.state.deals[-1].id


@pytest.mark.rules("MUNCH-11.4")
def test_munch_11_1_one_after_the_other_may_be_asked_and_may_refuse():
    t = in_need(seat(), seat(), seat(alive=False))
    t.do(0, "open_deal", kind="help", partner=1).do(1, "cancel_deal", deal=deal_of(t))
    assert [event.outcome for event in t.happened("DealClosed")] == ["cancelled"]
    t.refuses(0, "open_deal", "target_dead", "MUNCH-5.8", kind="help", partner=3)
    t.helped_by(2)
    assert t.state.combat.helper == 2


def test_munch_11_2_only_in_combat_while_losing_and_where_no_card_forbids_it():
    t = table(seat(5), seat(), doors="undead-mall-walker")
    t.refuses(0, "open_deal", "wrong_phase", "MUNCH-11.2", kind="help", partner=1)
    t.do(0, "open_door")
    t.refuses(0, "open_deal", "help_not_needed", "MUNCH-11.2", kind="help", partner=1)
    t = table(seat(), seat(), doors="karaoke-locusts")
    t.do(0, "open_door")
    t.refuses(1, "open_deal", "help_forbidden", "MUNCH-11.2", kind="help", partner=0)
    t = in_need(seat(paranoia="paranoia-trust-nobody"), seat())
    t.refuses(0, "open_deal", "help_forbidden", "MUNCH-11.2", kind="help", partner=1)


def test_munch_11_2_terms_agreed_too_late_find_the_fighter_winning():
    t = in_need(seat(hand="suitcase-nuke"), seat())
    t.do(0, "open_deal", kind="help", partner=1).do(0, "agree_deal", deal=deal_of(t), terms=0)
    t.do(1, "play_one_shot", card="suitcase-nuke", side="fighters")
    t.refuses(1, "agree_deal", "help_not_needed", "MUNCH-11.2", deal=deal_of(t), terms=0)


def test_munch_11_3_a_helper_stays_until_the_combat_ends():
    t = in_need()
    t.helped_by(1)
    assert not {"cancel_deal", "open_deal"} & {template.type for template in GAME.rules.choices(t.state, 1)}
    t.refuses(0, "open_deal", "already_helped", "MUNCH-11.3", kind="help", partner=2)
    t.runs()
    assert t.state.combat.runners == (0, 1)


@pytest.mark.rules("MUNCH-11.6")
def test_munch_11_5_help_may_be_bought_with_items_and_treasures():
    t = in_need(items="riot-helmet", hand="colander-helmet")
    t.do(0, "open_deal", kind="help", partner=1)
    deal = deal_of(t)
    t.refuses(0, "put_in_deal", "card_not_available", "MUNCH-4.5", deal=deal, card="colander-helmet")
    t.refuses(1, "put_in_deal", "not_fighter", "MUNCH-9.8", deal=deal, card="riot-helmet")
    t.do(0, "put_in_deal", deal=deal, card="riot-helmet")
    t.do(1, "set_deal_treasures", deal=deal, count=2).do(1, "set_deal_first_pick", deal=deal, picker=0)
    t.refuses(1, "set_deal_first_pick", "bad_target", "MUNCH-11.6", deal=deal, picker=2)
    t.refuses(2, "set_deal_treasures", "not_party", "MUNCH-19.7", deal=deal, count=1)
    terms = t.state.deals[0].terms
    assert terms == 3
    t.do(0, "agree_deal", deal=deal, terms=terms).do(1, "agree_deal", deal=deal, terms=terms)
    combat = t.state.combat
    assert (combat.helper, combat.pledged, combat.share, combat.first_pick) == (1, ("riot-helmet#1",), 2, 0)


def test_munch_11_7_each_change_wipes_out_the_agreements():
    t = in_need()
    t.do(1, "open_deal", kind="help", partner=0)  # either side may open it
    deal = deal_of(t)
    t.do(0, "agree_deal", deal=deal, terms=0)
    t.refuses(0, "agree_deal", "already_agreed", "MUNCH-19.7", deal=deal, terms=0)
    t.do(1, "set_deal_treasures", deal=deal, count=3)
    assert t.state.deals[0].agreed == ()
    t.refuses(1, "agree_deal", "terms_changed", "MUNCH-11.7", deal=deal, terms=0)
    t.do(1, "agree_deal", deal=deal, terms=1).do(0, "agree_deal", deal=deal, terms=1)
    assert (t.state.combat.helper, t.state.combat.share) == (1, 3)


def test_munch_11_8_the_other_deals_lapse():
    t = in_need()
    t.do(0, "open_deal", kind="help", partner=2)
    t.helped_by(1)
    assert [event.outcome for event in t.happened("DealClosed")] == ["concluded", "lapsed"]
    assert t.state.deals == ()
    t = in_need()
    t.do(0, "open_deal", kind="help", partner=2).do(0, "declare_flight")
    assert [event.cause for event in t.happened("DealClosed")] == ["conclusion_declared"]


def test_munch_11_9_the_initial_terms():
    t = in_need()
    t.do(0, "open_deal", kind="help", partner=2)
    (deal,) = t.state.deals
    assert (deal.items, deal.treasures, deal.first_pick, deal.terms) == (((), ()), 0, 2, 0)
    t.refuses(2, "open_deal", "deal_exists", "MUNCH-19.7", kind="help", partner=0)


@pytest.mark.rules("MUNCH-11.10", "MUNCH-11.13")
def test_munch_11_12_with_the_helpers_strength_the_monsters_are_killed_for_the_fighters_level():
    t = in_need(seat(8), seat(), level=3)
    t.helped_by(1)
    assert t.fighters == 3 + 8
    t.wins()
    assert (t.level(0), t.level(1)) == (4, 8)


def test_munch_11_14_who_lose_together_run_together():
    t = in_need()
    t.helped_by(1).runs()
    assert t.state.combat.runners == (0, 1)


def test_munch_11_15_pledged_items_change_owner_after_a_victory_only():
    t = in_need(seat(9, items="riot-helmet"), seat(), items="tire-iron nail-gun", level=2)
    t.do(0, "open_deal", kind="help", partner=1).do(0, "put_in_deal", deal=deal_of(t), card="nail-gun")
    t.do(0, "agree_deal", deal=deal_of(t), terms=1).do(1, "agree_deal", deal=deal_of(t), terms=1)
    t.wins()
    kinds = [type(event).__name__ for event in t.events]
    assert kinds.index("TreasurePicked") < kinds.index("PledgePaid") < kinds.index("CombatEnded")
    assert (t.items(0), t.items(1), t.in_use(1)) == (["tire-iron"], ["nail-gun", "riot-helmet"], ["riot-helmet"])
    t = in_need(items="nail-gun")
    t.do(0, "open_deal", kind="help", partner=1).do(0, "put_in_deal", deal=deal_of(t), card="nail-gun")
    t.do(0, "agree_deal", deal=deal_of(t), terms=1).do(1, "agree_deal", deal=deal_of(t), terms=1)
    t.runs().rolls(6).rolls(6)
    assert t.items(0) == ["nail-gun"]


@pytest.mark.rules("MUNCH-C.9")
def test_munch_11_16_a_pledged_item_cannot_be_used_up_but_can_be_lost():
    t = in_need(seat(hand="solar-flare"), seat(), items="powdered-water nail-gun", level=2)
    t.do(0, "open_deal", kind="help", partner=1)
    deal = deal_of(t)
    t.do(0, "put_in_deal", deal=deal, card="powdered-water").do(0, "put_in_deal", deal=deal, card="nail-gun")
    t.do(0, "agree_deal", deal=deal, terms=2).do(1, "agree_deal", deal=deal, terms=2)
    t.refuses(0, "play_one_shot", "item_pledged", "MUNCH-11.16", card="powdered-water", side="fighters")
    t.do(1, "play_disaster", card="solar-flare", target=0)
    assert [event.card for event in t.happened("PledgeLapsed")] == ["nail-gun#1"]
    assert t.state.combat.pledged == ("powdered-water#1",)


def test_munch_11_16_an_item_in_an_open_deal_may_be_used_and_leaves_the_deal():
    t = in_need(items="powdered-water")
    t.do(0, "open_deal", kind="help", partner=1).do(0, "put_in_deal", deal=deal_of(t), card="powdered-water")
    t.do(1, "agree_deal", deal=deal_of(t), terms=1)
    t.do(0, "play_one_shot", card="powdered-water", side="fighters")
    (deal,) = t.state.deals
    assert (deal.items, deal.agreed, deal.terms) == (((), ()), (), 2)


def test_munch_11_18_a_forced_helper_gets_what_the_fighter_grants():
    t = in_need(seat(9), seat(), hand="drafted-on-the-spot", level=2)
    t.refuses(0, "grant_share", "wrong_timing", "MUNCH-11.18", count=1)
    t.do(0, "play_special", card="drafted-on-the-spot", target=1)
    assert (t.state.combat.helper, t.state.combat.share, t.fighters) == (1, 0, 11)
    t.refuses(1, "grant_share", "not_fighter", "MUNCH-9.8", count=1)
    t.do(0, "grant_share", count=1)
    t.wins()
    assert (t.phase, GAME.rules.to_act(t.state)) == ("TREASURE_PICK", (1,))  # then the helper picks first


def test_munch_11_19_a_big_item_that_the_helper_cannot_carry_is_no_pledge():
    t = in_need(seat(items="diesel-generator"), seat(), items="chainsaw-on-a-pole")
    t.do(0, "open_deal", kind="help", partner=1).do(0, "put_in_deal", deal=deal_of(t), card="chainsaw-on-a-pole")
    t.refuses(0, "agree_deal", "big_item_limit", "MUNCH-11.19", deal=deal_of(t), terms=1)
    t.refuses(1, "agree_deal", "big_item_limit", "MUNCH-11.19", deal=deal_of(t), terms=1)
