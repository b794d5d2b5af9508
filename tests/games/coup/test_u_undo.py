"""Taking back: every row of the table of what an undo needs."""

import pytest
from msgspec.structs import replace

from games.coup import GAME
from games.coup import commands as orders
from games.decider import CLOCK
from games.dice import Dice
from ledger.rules_undo import plan_undo
from tests.games.coup.table import ELIMINATED, Stacked, table
from tests.ledger.match import Match


def before(*hands, money=(2, 2, 2), module="media", timeout_s=None):
    return table(*hands, money=money, module=module, timeout_s=timeout_s)


def needs(t, seat, order, **params):
    """What taking this command back would need."""
    command = order(seat=seat, decision_id=t.state.decision_id, **params)
    events = GAME.decide(t.state, command, Stacked((), serial=t.serial + 1))
    return GAME.take_back.undo_class(t.state, command, events)


def window(action, target_hand="police/police", module="media", passed=(2,), **params):
    """An action was declared and all but the target have passed."""
    t = before("russia/eu", target_hand, "eu/protest", money=(9, 2, 2), module=module)
    t.declare(0, action, **params)
    t.passes(*passed)
    return t


DECLARE = orders.DeclareAction


@pytest.mark.parametrize(
    ("action", "params"),
    [("russia", {}), ("local_businessmen", {}), ("protest", {"target": 1}), ("police", {"target": 1}), ("media", {})],
)
def test_coup_u_2_a_declaration_that_opens_a_window_is_free(action, params):
    assert (
        needs(before("russia/eu", "police/police", "eu/eu", money=(3, 2, 2)), 0, DECLARE, action=action, **params)
        == "free"
    )


def test_coup_u_2_a_declaration_of_usa_is_free():
    assert needs(before("russia/eu", "police/police", "eu/eu"), 0, DECLARE, action="usa") == "free"


@pytest.mark.parametrize(("hand", "expected"), [("police/police", "free"), ("[police]/police", "consent")])
def test_coup_u_2_a_scandal_is_free_until_a_card_was_turned_up(hand, expected):
    t = before("russia/eu", hand, "eu/eu", money=(7, 2, 2))
    assert needs(t, 0, DECLARE, action="scandal", target=1) == expected


def test_coup_u_2_a_pass_in_an_open_window_is_free():
    assert needs(window("media", passed=()), 1, orders.Pass) == "free"


@pytest.mark.parametrize(
    ("action", "hand", "module", "params", "expected"),
    [
        ("russia", "police/police", "media", {}, "free"),
        ("local_businessmen", "police/police", "media", {}, "free"),
        ("police", "police/police", "media", {"target": 1}, "free"),
        ("protest", "police/police", "media", {"target": 1}, "free"),
        ("protest", "[police]/police", "media", {"target": 1}, "consent"),
        ("media", "police/police", "media", {}, "consent"),
        ("un", "police/police", "un", {"mode": "draw"}, "consent"),
        ("un", "police/police", "un", {"mode": "inspect", "target": 1}, "free"),
        ("un", "[police]/police", "un", {"mode": "inspect", "target": 1}, "consent"),
    ],
)
@pytest.mark.rules("COUP-U.3")
def test_coup_u_2_the_last_pass_is_free_until_a_card_was_seen(action, hand, module, params, expected):
    assert needs(window(action, hand, module, **params), 1, orders.Pass) == expected


@pytest.mark.parametrize("action", ["russia", "protest"])
def test_coup_u_3_a_challenge_needs_consent_true_or_false(action):
    t = window(action, target=1 if action == "protest" else None)
    assert needs(t, 1, orders.Challenge) == "consent"


@pytest.mark.parametrize("claim", ["police", "media"])
def test_coup_u_3_a_challenged_block_needs_consent_true_or_false(claim):
    t = window("police", target=1)
    t.block(1, claim)
    assert needs(t, 0, orders.ChallengeBlock) == "consent"


def test_coup_u_2_a_block_and_its_acceptance_are_free():
    t = window("police", target=1)
    assert needs(t, 1, orders.Block, claim="media") == "free"
    t.block(1, "media")
    assert needs(t, 0, orders.AcceptBlock) == "free"


def test_coup_u_3_a_lost_influence_needs_consent():
    t = before("russia/eu", "police/police", "eu/eu", money=(7, 2, 2))
    t.declare(0, "scandal", target=1)
    assert needs(t, 1, orders.ChooseInfluence, slot=0) == "consent"


def test_coup_u_2_an_exchange_is_free():
    t = window("media")
    t.passes(1)
    assert needs(t, 0, orders.ChooseExchange, keep=("drawn:0", "drawn:1")) == "free"


def test_coup_u_3_an_inspection_needs_consent_where_a_card_was_seen():
    t = window("un", "police/police", "un", mode="inspect", target=1)
    t.passes(1)
    assert needs(t, 1, orders.ChooseCardToShow, slot=0) == "consent"
    t.show(1, 0)
    assert needs(t, 0, orders.DecideInspection, force_exchange=True) == "consent"
    assert needs(t, 0, orders.DecideInspection, force_exchange=False) == "free"


@pytest.mark.parametrize("blocked", [False, True])
def test_coup_u_3_what_the_clock_did_needs_consent(blocked):
    t = before("russia/eu", "police/police", "eu/eu", timeout_s=30)
    t.declare(0, "local_businessmen")
    if blocked:
        t.block(1, "russia")
    assert needs(t, CLOCK, orders.ExpireDecision) == "consent"


def test_coup_u_3_those_are_asked_who_are_live_in_the_state_to_return_to():
    assert GAME.take_back.undo_voters(before("russia/eu", ELIMINATED, "eu/eu").state) == (0, 2)


@pytest.mark.rules("COUP-15.1", "COUP-I.20")
def test_coup_u_5_the_open_decision_has_a_new_id_and_passes_stay_valid():
    t = window("media")
    again = GAME.take_back.reopen(t.state, 40, 0)
    assert again == replace(t.state, decision_id=40)
    assert GAME.rules.to_act(again) == (1,)
    (template, *_) = GAME.rules.choices(again, 1)
    assert template.params["decision_id"].one_of == (40,)


@pytest.mark.rules("COUP-4.15")
def test_coup_u_5_the_time_of_a_window_begins_anew_after_an_undo_or_a_vote():
    t = before("russia/eu", "police/police", "eu/eu", timeout_s=30)
    t.declare(0, "russia")
    assert GAME.clock.deadline(GAME.take_back.reopen(t.state, 40, 5_000_000)).at_ms == 5_030_000
    assert GAME.clock.restart_clock(t.state, 6_000_000) == replace(t.state, deadline=6_030_000)
    calm = before("russia/eu", "police/police", timeout_s=30).state
    assert GAME.clock.restart_clock(calm, 6_000_000) == calm


def test_coup_u_6_the_same_command_at_the_same_step_meets_the_same_luck():
    t = window("russia")
    orders_of_deck = []
    for serial in (13, 77):
        command = orders.Challenge(seat=1, decision_id=t.state.decision_id)
        events = GAME.decide(t.state, command, Dice(b"seed", 5, serial=serial))
        orders_of_deck.append([event.order for event in events if hasattr(event, "order")])
    assert len(orders_of_deck[0]) == 1
    assert orders_of_deck[0] == orders_of_deck[1]


def test_coup_u_7_the_end_of_the_match_is_not_taken_back():
    t = table("eu/eu", "[russia]/police", money=(7, 2))
    assert needs(t, 0, DECLARE, action="scandal", target=1) == "never"


def test_a_reveal_is_a_card_seen_and_nothing_else():
    t = window("media")
    start = t.events[:]
    assert not any(GAME.presentation.reveals(event) for event in start)
    t.passes(1)
    assert [type(event).__name__ for event in t.events if GAME.presentation.reveals(event)] == ["ExchangeCardsDrawn"]
    revealing = sorted(event_type.__name__ for event_type in GAME.rules.on_event if _reveals(event_type))
    assert revealing == [
        "CardShown", "CardsDealt", "ClaimDisproved", "ClaimProved", "ExchangeCardsDrawn", "InfluenceLost",
        "InspectedCardReplaced", "MatchEnded", "ReplacementDrawn",
    ]  # fmt: skip


def _reveals(event_type):
    return GAME.presentation.reveals(event_type(**dict.fromkeys(event_type.__struct_fields__)))


def test_a_replay_may_jump_to_the_turns():
    t = table(seats=3)
    t.declare(0, "usa")
    assert [GAME.presentation.marker(event) for event in t.events] == [None, None, None, None, "turn 2"]


def test_coup_u_9_who_is_out_of_the_match_asks_only_for_what_brings_them_back():
    match = Match("coup", 3, seed=4).begin()
    while len(match.table.state.live) == 3:
        match.play()
    (out,) = {0, 1, 2} - set(match.table.state.live)
    fatal = match.table.recent[-1].step
    assert plan_undo(match.table, out, fatal - 1).steps == (fatal,)
    state = match.table.state
    match.do(f"seat:{state.actor}", "declare_action", {"decision_id": state.decision_id, "action": "local_businessmen"})
    plan = plan_undo(match.table, out, fatal)
    assert (plan.needs, plan.code, plan.rule) == ("impossible", "player_eliminated", "COUP-U.9")
    assert plan_undo(match.table, out, fatal - 1).steps == (fatal, fatal + 1)
    for seat in match.table.state.live:
        assert plan_undo(match.table, seat, fatal).code is None
