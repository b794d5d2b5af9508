"""Losing influence, elimination."""

import pytest
from msgspec.structs import replace

from events.visibility import SPECTATOR
from games.coup import GAME
from games.coup.commands import ChooseExchange, ChooseInfluence, DeclareAction
from games.coup.events import ActionFizzled, InfluenceLost, PlayerEliminated
from tests.games.coup.table import ELIMINATED, table
from tests.spec import view_of


def scandal(*hands, money=(7, 2, 2), target=1):
    t = table(*hands, money=money)
    t.declare(0, "scandal", target=target)
    return t


def cards_seen(t, seat, viewer=SPECTATOR):
    return [card["card"] and card["card"]["kind"] for card in view_of(GAME, t.state, viewer)["seats"][seat]["cards"]]


def test_coup_9_1_a_lost_card_lies_face_up_in_its_slot_for_the_rest_of_the_match():
    t = scandal("eu/eu", "russia/police", "media/media")
    t.lose(1, 1)
    assert t.only(InfluenceLost) == InfluenceLost(
        seat=1, slot=1, kind="police", cause="scandal", forced=False, rule="COUP-11.3 COUP-9.2"
    )
    for seat in (1, 2, 0):
        t.declare(seat, "usa")
        assert cards_seen(t, 1) == [None, "police"]


def test_coup_9_2_the_loser_chooses_and_nobody_else():
    t = scandal("eu/eu", "russia/police", "media/media")
    (template,) = GAME.rules.choices(t.state, 1)
    assert (template.type, template.params["slot"].one_of) == ("choose_influence", (0, 1))
    t.refuse(0, ChooseInfluence, "COUP-9.2", "not_your_decision", slot=0)
    t.refuse(2, ChooseInfluence, "COUP-9.2", "not_your_decision", slot=0)
    t.lose(1, 0)


def test_coup_9_3_the_last_card_goes_without_asking():
    t = scandal("eu/eu", "[russia]/police", "media/media")
    assert t.only(InfluenceLost) == InfluenceLost(
        seat=1, slot=1, kind="police", cause="scandal", forced=True, rule="COUP-11.3 COUP-9.3"
    )
    assert "InfluenceLossRequired" not in t.course


def test_coup_9_4_a_lost_card_proves_nothing():
    t = table("[russia]/eu", "police/media", "media/media")
    t.declare(0, "russia")
    t.challenge(1)
    assert "ClaimDisproved" in t.course


def test_coup_9_4_a_lost_card_is_not_exchanged():
    t = table("[russia]/eu", "police/media", "media/media")
    t.declare(0, "media")
    t.passes(1, 2)
    t.refuse(0, ChooseExchange, "COUP-16.1", "unknown_keep_ref", keep=("hand:0",))


def test_coup_9_4_a_lost_card_is_not_inspected():
    t = table("eu/eu", "[russia]/police", "police/police", module="un")
    t.declare(0, "un", mode="inspect", target=1)
    t.passes(1, 2)
    assert view_of(GAME, t.state, 0)["inspection"]["slot"] == 1


def test_coup_9_4_a_lost_card_is_not_lost_again():
    t = scandal("eu/eu", "russia/police", "media/media")
    t.state = replace(t.state, hidden=((0, 1), (1,), (0, 1)))  # a choice that the rules would not even ask for
    refusal = t.refuse(1, ChooseInfluence, "COUP-9.4", "slot_already_lost", slot=0)
    assert "you may choose 1" in refusal.message


@pytest.mark.rules("COUP-9.6")
def test_coup_9_5_with_both_cards_up_a_player_is_out_at_once():
    t = scandal("eu/eu", "[russia]/police", "media/media", money=(7, 6, 2))
    assert t.only(PlayerEliminated) == PlayerEliminated(seat=1, money_removed=6, rule="COUP-9.5 COUP-9.6")
    assert t.course[-5:] == ["InfluenceLost", "PlayerEliminated", "ActionResolved", "TurnEnded", "TurnStarted"]


def test_coup_9_6_their_money_leaves_the_match():
    t = scandal("eu/eu", "[russia]/police", "media/media", money=(7, 6, 2))
    assert t.money == (0, 0, 2)


def test_coup_9_7_their_cards_stay_on_the_table():
    t = scandal("eu/eu", "[russia]/police", "media/media")
    assert cards_seen(t, 1) == ["russia", "police"]
    assert len(t.state.deck) == 9


def test_coup_9_8_an_eliminated_player_has_no_turn_no_reaction_and_is_no_target():
    t = scandal("eu/eu", "[russia]/police", "media/media", money=(7, 2, 7))
    assert t.is_turn_of(2)
    t.refuse(1, DeclareAction, "COUP-9.8", "player_eliminated", action="usa")
    t.refuse(2, DeclareAction, "COUP-3.10", "target_eliminated", action="scandal", target=1)
    t.declare(2, "russia")
    assert GAME.rules.to_act(t.state) == (0,)


def test_coup_9_9_the_loss_by_the_challenge_comes_first():
    t = table("protest/eu", "police/police", "russia/media", money=(3, 2, 2))
    t.declare(0, "protest", target=1)
    t.challenge(1)
    t.lose(1, 0)
    causes = [event.cause for event in t.events if isinstance(event, InfluenceLost)]
    assert causes == ["challenge_lost", "protest"]


def test_coup_9_10_a_target_who_challenges_a_true_protest_loses_twice():
    t = table("protest/russia", "eu/police", "media/media", money=(4, 5, 2))
    t.declare(0, "protest", target=1)
    t.challenge(1)
    t.lose(1, 1)
    assert t.hand(1) == "[eu]/[police]"
    assert 1 not in t.state.live


def test_coup_9_11_a_target_who_bluffs_the_eu_and_is_challenged_loses_twice():
    t = table("russia/russia", "media/police", "media/media", money=(4, 5, 2))
    t.declare(0, "protest", target=1)
    t.block(1, "eu")
    t.challenge_block(0)
    t.lose(1, 0)
    causes = [event.cause for event in t.events if isinstance(event, InfluenceLost)]
    assert causes == ["bluff_caught", "protest"]
    assert t.hand(1) == "[media]/[police]"


def test_coup_9_12_an_action_whose_target_is_gone_comes_to_nothing():
    t = table("protest/russia", "[eu]/police", "media/media", money=(4, 5, 2))
    t.declare(0, "protest", target=1)
    t.challenge(1)
    assert t.only(ActionFizzled) == ActionFizzled(
        seat=0, action="protest", target=1, reason="target_eliminated", rule="COUP-9.12"
    )
    assert t.course[-3:] == ["ActionFizzled", "TurnEnded", "TurnStarted"]
    assert t.money == (1, 0, 2)
    assert t.is_turn_of(2)


def test_coup_9_13_the_action_goes_on_without_a_challenger_who_is_not_its_target():
    t = table("police/russia", "eu/police", "[media]/media", money=(2, 5, 2))
    t.declare(0, "police", target=1)
    t.challenge(2)
    assert 2 not in t.state.live
    assert t.money == (4, 3, 0)


def test_coup_9_13_or_without_a_blocker_who_is_not_its_target():
    t = table("police/russia", "eu/police", "[media]/media")
    t.declare(0, "local_businessmen")
    t.block(2, "russia")
    t.challenge_block(0)
    assert 2 not in t.state.live
    assert t.money == (4, 2, 0)


def test_an_eliminated_player_stays_out_of_everything():
    t = table("police/russia", ELIMINATED, "eu/media")
    assert GAME.rules.choices(t.state, 1) == []
