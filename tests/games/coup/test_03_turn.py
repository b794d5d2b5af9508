"""The turn."""

import pytest

from events.visibility import SPECTATOR
from games.coup import GAME
from games.coup.commands import DeclareAction
from games.coup.events import (
    ActionDeclared,
    ActionResolved,
    ClaimDisproved,
    MoneyGained,
    ReactionWindowOpened,
    Reactor,
    TurnEnded,
    TurnStarted,
)
from tests.games.coup.table import ELIMINATED, past, table
from tests.spec import given, view_of


def declare(action, seat=0, decision_id=10, **params):
    return DeclareAction(seat=seat, decision_id=decision_id, action=action, **params)


def offered(t, seat=0):
    templates = GAME.rules.choices(t.state, seat)
    return [
        (c.params["action"].one_of[0], c.params["mode"].one_of[0] if "mode" in c.params else None) for c in templates
    ]


def test_coup_3_1_the_actor_declares_and_nobody_else():
    t = table(seats=3)
    t.refuse(1, DeclareAction, "COUP-3.1", "not_your_turn", action="usa")
    assert GAME.rules.to_act(t.state) == (0,)
    assert t.types(0) == ["declare_action"]  # there is no way to skip
    assert t.types(1) == []


def test_coup_3_2_a_declaration_is_public_and_names_its_target():
    t = table(seats=3, money=(3, 2, 2))
    t.declare(0, "protest", target=2)
    shown = view_of(GAME, t.state, SPECTATOR)["declaration"]
    assert (shown["action"], shown["target"], shown["claim"]["kind"], shown["cost"]) == ("protest", 2, "protest", 3)


@pytest.mark.parametrize("action", ["protest", "police", "scandal"])
def test_coup_3_2_an_aimed_action_needs_a_target(action):
    table(seats=3, money=(7, 2, 2)).refuse(0, DeclareAction, "COUP-3.2", "target_required", action=action)


def test_coup_3_2_an_inspection_needs_a_target():
    t = table(seats=3, module="un")
    t.refuse(0, DeclareAction, "COUP-3.2", "target_required", action="un", mode="inspect")


@pytest.mark.parametrize("target", [None, 1])
def test_coup_3_3_un_needs_a_mode(target):
    t = table(seats=3, module="un")
    refusal = t.refuse(0, DeclareAction, "COUP-3.3", "mode_required", action="un", target=target)
    assert refusal.facts == {"modes": ["draw", "inspect"]}


@pytest.mark.parametrize("action", ["usa", "local_businessmen", "scandal", "russia", "protest", "police", "media"])
def test_coup_3_3_no_other_action_has_a_mode(action):
    t = table(seats=3, money=(7, 2, 2))
    t.refuse(0, DeclareAction, "COUP-3.3", "mode_not_allowed", action=action, mode="draw", target=1)


def test_coup_3_4_a_card_action_may_be_declared_without_the_card():
    given(GAME, *past("eu/eu", "police/media")).when(declare("russia"), serial=11).then(
        ActionDeclared(
            turn=1, seat=0, action="russia", mode=None, target=None, claim="russia", cost=0, rule="COUP-3.1 COUP-3.2"
        ),
        ReactionWindowOpened(
            decision_id=11,
            reactors=(Reactor(seat=1, reactions=("pass", "challenge"), claims=()),),
            deadline=None,
            rule="COUP-4.1",
        ),
    )


@pytest.mark.parametrize(("action", "cost"), [("protest", 3), ("scandal", 7)])
def test_coup_3_5_the_cost_must_be_at_hand(action, cost):
    poor = table(seats=3, money=(cost - 1, 2, 2))
    refusal = poor.refuse(0, DeclareAction, "COUP-3.5", "insufficient_funds", action=action, target=1)
    assert refusal.facts == {"cost": cost, "money": cost - 1}
    assert action not in [word for word, _ in offered(poor)]
    table(seats=3, money=(cost, 2, 2)).declare(0, action, target=1)


def test_coup_3_6_declaring_moves_nothing():
    t = table(seats=3, money=(5, 2, 2))
    before = t.state
    t.declare(0, "protest", target=1)
    assert (t.state.money, t.state.hands, t.state.deck) == (before.money, before.hands, before.deck)


@pytest.mark.parametrize(
    ("module", "of_module"), [("media", [("media", None)]), ("un", [("un", "draw"), ("un", "inspect")])]
)
def test_coup_3_7_what_can_be_declared(module, of_module):
    free = [("usa", None), ("local_businessmen", None), ("scandal", None)]
    cards = [("russia", None), ("protest", None), ("police", None)]
    assert sorted(map(str, offered(table(seats=3, money=(9, 2, 2), module=module)))) == sorted(
        map(str, [*free, *cards, *of_module])
    )


@pytest.mark.parametrize("action", ["nonsense", "", "un_draw", "un_inspect", "USA"])
def test_coup_3_7_nothing_else_can(action):
    t = table(seats=3, module="un")
    t.refuse(0, DeclareAction, "COUP-3.7", "unknown_action", action=action, target=1)


def test_coup_3_8_the_eu_has_no_action():
    table(seats=3).refuse(0, DeclareAction, "COUP-3.8", "no_action_on_card", action="eu")


@pytest.mark.parametrize(("module", "action", "mode"), [("media", "un", "draw"), ("un", "media", None)])
def test_coup_3_9_the_module_in_the_box_has_no_action(module, action, mode):
    t = table(seats=3, module=module)
    t.refuse(0, DeclareAction, "COUP-3.9", "module_not_in_play", action=action, mode=mode)


@pytest.mark.parametrize(
    ("target", "code"), [(0, "target_self"), (1, "target_eliminated"), (3, "unknown_target"), (-1, "unknown_target")]
)
@pytest.mark.parametrize(
    ("action", "mode"), [("police", None), ("protest", None), ("scandal", None), ("un", "inspect")]
)
def test_coup_3_10_the_target_is_a_live_opponent(action, mode, target, code):
    t = table("russia/eu", ELIMINATED, "police/police", module="un", money=(7, 2, 2))
    t.refuse(0, DeclareAction, "COUP-3.10", code, action=action, mode=mode, target=target)
    targets = [c.params["target"].one_of for c in GAME.rules.choices(t.state, 0) if "target" in c.params]
    assert targets == [(2,)] * 4


@pytest.mark.parametrize("module", ["media", "un"])
def test_coup_3_11_other_actions_take_no_target(module):
    t = table(seats=3, module=module)
    for action, mode in [("usa", None), ("local_businessmen", None), ("russia", None)]:
        t.refuse(0, DeclareAction, "COUP-3.11", "target_not_allowed", action=action, mode=mode, target=1)
    action, mode = ("media", None) if module == "media" else ("un", "draw")
    t.refuse(0, DeclareAction, "COUP-3.11", "target_not_allowed", action=action, mode=mode, target=1)


@pytest.mark.parametrize("money", [7, 8, 9])
def test_coup_3_12_from_7m_on_scandal_is_one_possibility(money):
    words = [word for word, _ in offered(table(seats=3, money=(money, 2, 2)))]
    assert "scandal" in words
    assert len(words) == 7
    table(seats=3, money=(money, 2, 2)).declare(0, "usa")


@pytest.mark.parametrize("money", [10, 11, 12])
@pytest.mark.parametrize("action", ["usa", "local_businessmen", "russia", "protest", "police", "media"])
def test_coup_3_13_from_10m_on_scandal_is_compulsory(money, action):
    t = table(seats=3, money=(money, 2, 2))
    refusal = t.refuse(0, DeclareAction, "COUP-3.13", "must_scandal", action=action, target=1)
    assert refusal.facts == {"money": money}
    assert offered(t) == [("scandal", None)]


def test_coup_3_13_the_target_of_a_forced_scandal_is_free_and_the_duty_is_announced():
    t = table(seats=4, money=(2, 10, 2, 2))
    t.declare(0, "usa")
    assert t.only(TurnStarted).must_scandal is True
    (template,) = GAME.rules.choices(t.state, 1)
    assert template.params["target"].one_of == (0, 2, 3)
    t.declare(1, "scandal", target=3)


def test_coup_3_14_the_next_live_player_has_the_next_turn():
    given(GAME, *past(seats=3)).when(declare("usa"), serial=11).then(
        ActionDeclared(
            turn=1, seat=0, action="usa", mode=None, target=None, claim=None, cost=0, rule="COUP-3.1 COUP-3.2"
        ),
        MoneyGained(seat=0, amount=1, source="usa", rule="COUP-11.1"),
        ActionResolved(seat=0, action="usa", rule="COUP-11.1"),
        TurnEnded(turn=1, seat=0, rule="COUP-3.14"),
        TurnStarted(turn=2, seat=1, must_scandal=False, decision_id=11, rule="COUP-3.14"),
    )


def test_coup_3_15_after_an_eliminated_actor_comes_the_seat_on_the_left():
    t = table("eu/eu", "[media]/eu", "police/media", "russia/russia", actor=1)
    t.declare(1, "russia")
    t.challenge(3)
    assert 1 not in t.state.live
    assert t.only(TurnStarted) == TurnStarted(turn=2, seat=2, must_scandal=False, decision_id=12, rule="COUP-3.15")


def test_coup_3_16_a_declaration_is_not_changed():
    t = table(seats=3)
    t.declare(0, "russia")
    t.refuse(0, DeclareAction, "COUP-15.2", "wrong_phase", action="usa")
    t.refuse(0, DeclareAction, "COUP-15.5", "decision_closed", action="usa", decision_id=10)
    assert t.types(0) == []


def test_coup_3_17_a_kind_that_lies_face_up_may_still_be_claimed():
    t = table("eu/media", "[russia]/eu", "[russia]/eu", "[russia]/police")
    t.declare(0, "russia")
    t.challenge(1)
    assert t.only(ClaimDisproved).seat == 0
    unchallenged = table("eu/media", "[russia]/eu", "[russia]/eu", "[russia]/police")
    unchallenged.declare(0, "russia")
    unchallenged.passes(1, 2, 3)
    assert unchallenged.money[0] == 5
