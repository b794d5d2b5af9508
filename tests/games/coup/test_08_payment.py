"""Payment."""

import pytest

from games.coup.catalogue import ACTIONS
from games.coup.events import ActionCostPaid
from tests.games.coup.table import table


def test_coup_8_1_only_protest_and_scandal_cost_anything():
    assert {row.id: row.pay for row in ACTIONS if row.pay} == {"protest": 3, "scandal": 7}


def test_coup_8_2_declaring_takes_no_money_yet():
    t = table(seats=3, money=(3, 2, 2))
    t.declare(0, "protest", target=1)
    assert t.money == (3, 2, 2)
    t.passes(2)
    assert t.money == (3, 2, 2)
    t.block(1, "eu")
    assert t.money == (3, 2, 2)


@pytest.mark.parametrize(("action", "cost"), [("protest", 3), ("scandal", 7)])
def test_coup_8_3_an_unopposed_action_is_paid_for_right_before_its_effect(action, cost):
    t = table(seats=3, money=(8, 2, 2))
    t.declare(0, action, target=1)
    if action == "protest":
        t.passes(1, 2)
    assert t.course[-2:] == ["ActionCostPaid", "InfluenceLossRequired"]
    assert t.only(ActionCostPaid) == ActionCostPaid(seat=0, amount=cost, reason="unopposed", rule="COUP-8.3")
    assert t.money[0] == 8 - cost


@pytest.mark.parametrize("challenger", [1, 2])
def test_coup_8_4_a_caught_protest_costs_3m_and_an_influence(challenger):
    t = table("eu/media", "police/police", "russia/media", money=(5, 2, 2))
    t.declare(0, "protest", target=1)
    t.challenge(challenger)
    assert t.money == (2, 2, 2)
    t.lose(0, 1)
    assert t.hand(0) == "eu/[media]"


def test_coup_8_5_an_accepted_block_costs_nothing():
    t = table(seats=3, money=(3, 2, 2))
    t.declare(0, "protest", target=1)
    t.block(1, "eu")
    t.accept(0)
    assert t.money == (3, 2, 2)
    assert "ActionCostPaid" not in t.course


def test_coup_8_6_a_proved_block_costs_no_money():
    t = table("protest/media", "eu/police", "russia/media", money=(3, 2, 2))
    t.declare(0, "protest", target=1)
    t.block(1, "eu")
    t.challenge_block(0)
    t.lose(0, 0)
    assert t.money == (3, 2, 2)
    assert "ActionCostPaid" not in t.course


def test_coup_8_7_a_broken_block_is_paid_for_before_the_loss_and_whatever_becomes_of_the_target():
    t = table("protest/media", "[eu]/police", "russia/media", money=(3, 2, 2))
    t.declare(0, "protest", target=1)
    t.block(1, "eu")
    t.challenge_block(0)
    assert t.only(ActionCostPaid) == ActionCostPaid(seat=0, amount=3, reason="block_broken", rule="COUP-8.7")
    assert t.course.index("ActionCostPaid") < t.course.index("InfluenceLost")
    assert "ActionFizzled" in t.course
    assert t.money == (0, 0, 2)


@pytest.mark.parametrize("reaction", ["challenge", "block"])
def test_coup_8_8_an_action_is_paid_for_once(reaction):
    t = table("protest/media", "russia/police", "russia/media", money=(6, 2, 2))
    t.declare(0, "protest", target=1)
    if reaction == "challenge":
        t.challenge(2)
        t.lose(2, 0)
    else:
        t.block(1, "eu")
        t.challenge_block(0)
    t.lose(1, 0)
    assert t.course.count("ActionCostPaid") == 1
    assert t.money[0] == 3


def test_coup_8_9_nobody_gets_what_is_paid():
    t = table(seats=3, money=(8, 2, 2))
    t.declare(0, "scandal", target=1)
    assert t.money == (1, 2, 2)
