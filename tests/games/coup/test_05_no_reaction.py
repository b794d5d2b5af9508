"""Nobody reacts."""

from events.visibility import SPECTATOR, redact
from games.coup import GAME
from games.coup.catalogue import CARD_NAMES
from games.coup.commands import Pass
from games.coup.events import (
    ActionCostPaid,
    ActionResolved,
    InfluenceLossRequired,
    MoneyGained,
    ReactionPassed,
    TurnEnded,
    TurnStarted,
)
from tests.games.coup.table import table
from tests.spec import given_state, view_of


def test_coup_5_1_an_unopposed_action_is_carried_out():
    t = table("eu/eu", "police/police")
    t.declare(0, "russia")
    given_state(GAME, t.state).when(Pass(seat=1, decision_id=11), serial=12).then(
        ReactionPassed(decision_id=11, seat=1, rule="COUP-4.1 COUP-4.9"),
        MoneyGained(seat=0, amount=3, source="russia", rule="COUP-11.5"),
        ActionResolved(seat=0, action="russia", rule="COUP-11.5"),
        TurnEnded(turn=1, seat=0, rule="COUP-3.14"),
        TurnStarted(turn=2, seat=1, must_scandal=False, decision_id=12, rule="COUP-3.14"),
    )


def test_coup_5_2_the_cost_comes_before_the_effect():
    t = table("eu/eu", "police/police", money=(3, 2))
    t.declare(0, "protest", target=1)
    given_state(GAME, t.state).when(Pass(seat=1, decision_id=11), serial=12).then(
        ReactionPassed(decision_id=11, seat=1, rule="COUP-4.1 COUP-4.9"),
        ActionCostPaid(seat=0, amount=3, reason="unopposed", rule="COUP-8.3"),
        InfluenceLossRequired(seat=1, cause="protest", decision_id=12, rule="COUP-11.6 COUP-9.2"),
    )


def test_coup_5_3_an_unopposed_bluff_and_an_unopposed_truth_look_the_same():
    stories = []
    for hand in ("eu/eu", "russia/eu"):
        t = table(hand, "police/police", "media/media")
        t.declare(0, "russia")
        t.passes(1, 2)
        stories.append([GAME.presentation.narrate(redact(event, 1), 1) for event in t.events])
        seen = view_of(GAME, t.state, SPECTATOR)
        assert not [card for seat in seen["seats"] for card in seat["cards"] if card["card"]]
    assert stories[0] == stories[1]
    assert not any(f"shows {name}" in line for line in stories[0] for name in CARD_NAMES.values())


def test_coup_5_4_the_turn_is_over_then():
    t = table(seats=3)
    t.declare(0, "local_businessmen")
    t.passes(1, 2)
    assert t.course[-3:] == ["ActionResolved", "TurnEnded", "TurnStarted"]
