"""The end of the match."""

import pytest

from games.coup import GAME
from games.coup.commands import Challenge, DeclareAction, ExpireDecision, Pass
from games.coup.events import MatchEnded
from games.decider import CLOCK, Result
from tests.games.coup.table import table


def finished():
    """Ana's scandal takes Ben's last card."""
    t = table("eu/eu", "[russia]/police", money=(9, 4))
    t.declare(0, "scandal", target=1)
    return t


@pytest.mark.rules("COUP-I.16")
def test_coup_10_1_the_last_player_with_a_hidden_card_wins_at_once():
    t = finished()
    assert t.only(MatchEnded) == MatchEnded(winner=0, turn=1, rule="COUP-10.1")
    assert t.state.phase == "finished"
    assert GAME.rules.to_act(t.state) == ()
    assert GAME.rules.result(t.state) == Result(winners=(0,), scores={})


@pytest.mark.parametrize(
    ("seat", "order", "params"),
    [
        (0, DeclareAction, {"action": "usa"}),
        (1, Pass, {}),
        (1, Challenge, {"decision_id": 999}),
        (CLOCK, ExpireDecision, {}),
        (0, ExpireDecision, {}),
        (7, Pass, {}),
    ],
)
def test_coup_10_1_nothing_can_be_done_after_the_end(seat, order, params):
    finished().refuse(seat, order, "COUP-10.1", "match_over", **params)


def test_coup_10_2_what_had_not_happened_does_not_happen():
    t = table("russia/eu", "[media]/police", money=(4, 2))
    t.declare(0, "russia")
    t.challenge(1)
    assert t.course[-3:] == ["InfluenceLost", "PlayerEliminated", "MatchEnded"]
    assert t.money == (4, 0)


def test_coup_10_2_no_second_loss_after_the_end():
    t = table("eu/police", "protest/[media]", money=(2, 3), actor=1)
    t.declare(1, "protest", target=0)
    t.block(0, "eu")
    t.challenge_block(1)
    assert t.course[-1] == "MatchEnded"
    assert t.hand(0).count("[") == 0
    assert GAME.rules.result(t.state).winners == (0,)


def test_coup_10_3_what_had_happened_stands():
    t = table("protest/eu", "[media]/police", money=(4, 2))
    t.declare(0, "protest", target=1)
    t.challenge(1, tops=("russia",))
    assert t.course[-1] == "MatchEnded"
    assert t.money == (1, 0)
    assert t.hand(0) == "russia/eu"


def test_coup_10_4_there_is_one_winner_and_no_score():
    result = GAME.rules.result(finished().state)
    assert (result.winners, result.scores) == ((0,), {})
    assert GAME.rules.result(table(seats=2).state) is None
