"""Section 3 of the rulebook: turns, whose decision it is, and what is refused first."""

from __future__ import annotations

import pytest

from games.big_deal import GAME
from games.big_deal.commands import (
    AttackSet,
    ContinueAttack,
    DefendSet,
    DiscardCard,
    FormSetFromHand,
    FormSetWithDiscard,
    StopAttack,
    YieldSet,
)
from games.big_deal.events import TurnEnded, TurnStarted
from games.decider import CLOCK
from tests.games.big_deal.table import at, of_type, offered, opened, order, story
from tests.spec import given, given_state

TURN_COMMANDS = [
    FormSetFromHand(seat=0, card_ids=("HOME-01", "HOME-02")),
    FormSetWithDiscard(seat=0, card_id="HOME-01"),
    AttackSet(seat=0, target_seat=1, card_id="HOME-01"),
    DiscardCard(seat=0, card_id="HOME-01"),
]
DEFENDER_COMMANDS = [DefendSet(seat=1, card_id="STOCKS-05"), YieldSet(seat=1)]
ATTACKER_COMMANDS = [ContinueAttack(seat=0, card_id="STOCKS-03"), StopAttack(seat=0)]
EVERY_COMMAND = [*TURN_COMMANDS, *DEFENDER_COMMANDS, *ATTACKER_COMMANDS]


def rich_table(**more):
    """Seat 0 could do anything."""
    return at(
        hands={0: "HOME-01 HOME-02 STOCKS-03 GOLD-01", 1: "STOCKS-05 COIN-05 CASH-05 BANK-05"},
        sets={0: ["COIN-01 COIN-02"], 1: ["CASH-01 CASH-02", "STOCKS-01 STOCKS-02"]},
        discards="HOME-03",
        **more,
    )


def duel_table(defence: str = ""):
    return at(
        hands={0: "HOME-01 STOCKS-03 GOLD-01", 1: "STOCKS-05 COIN-05 CASH-05"},
        sets={0: ["COIN-01 COIN-02"], 1: ["CASH-01 CASH-02", "STOCKS-01 STOCKS-02"]},
        discards="HOME-03",
        duel=(1, "STOCKS-04", defence),
    )


def named(command):
    return type(command).__name__


def test_bigdeal_3_1_the_seat_left_of_the_dealer_has_the_first_turn():
    events = opened(4, order(), first_dealer_seat=1)
    assert events[-1] == TurnStarted(round=1, turn=1, seat=2, rule="BIGDEAL-3.1")
    assert GAME.rules.to_act(GAME.fold(GAME.rules.initial, events)) == (2,)


def test_bigdeal_3_2_turns_go_clockwise_and_skip_nobody(played_match):
    for before, event, _after in played_match.states:
        if isinstance(event, TurnStarted) and event.turn > 1:
            assert event.seat == (before.active + 1) % before.seats
            assert (event.round, event.turn) == (before.round, before.turn + 1)


@pytest.mark.parametrize("command", [TURN_COMMANDS[0], TURN_COMMANDS[1], TURN_COMMANDS[3]], ids=named)
@pytest.mark.rules("BIGDEAL-R.7", "BIGDEAL-4.6", "BIGDEAL-3.7")
def test_bigdeal_3_3_one_action_and_the_turn_is_over(command):
    told, state = story(rich_table(), command)
    assert told[-2:] == [
        TurnEnded(round=1, turn=1, seat=0, rule="BIGDEAL-3.7"),
        TurnStarted(round=1, turn=2, seat=1, rule="BIGDEAL-3.2"),
    ]
    assert GAME.rules.choices(state, 0) == []
    assert GAME.rules.to_act(state) == (1,)


@pytest.mark.rules("BIGDEAL-6.27")
def test_bigdeal_3_3_an_attack_is_the_action_of_its_turn():
    told, state = story(rich_table(), AttackSet(seat=0, target_seat=1, card_id="GOLD-01"))
    assert of_type(told, TurnEnded) == []
    told, _state = story(given_state(GAME, state), YieldSet(seat=1))
    assert told[-1] == TurnStarted(round=1, turn=2, seat=1, rule="BIGDEAL-3.2")


@pytest.mark.rules("BIGDEAL-3.3")
def test_bigdeal_3_4_every_legal_action_is_offered_and_a_discard_always():
    types = [choice.type for choice in GAME.rules.choices(rich_table().state, 0)]
    assert set(types) == {"form_set_from_hand", "form_set_with_discard", "attack_set", "discard_card"}
    story(rich_table(), DiscardCard(seat=0, card_id="GOLD-01"))


@pytest.mark.rules("BIGDEAL-7.4")
def test_bigdeal_3_5_with_nothing_else_to_do_one_must_discard():
    start = at(hands={0: "HOME-01 YACHT-01 AUTO-01 BANK-01"}, discards="COIN-01", sets={1: ["CASH-01 CASH-02"]})
    assert offered(start.state, 0) == {"discard_card"}
    assert not any("pass" in name for name in GAME.commands)


def test_bigdeal_3_6_an_empty_pile_takes_no_action_away():
    start = rich_table(pile=0)
    assert offered(start.state, 0) == {"form_set_from_hand", "form_set_with_discard", "attack_set", "discard_card"}
    for command in TURN_COMMANDS[:2]:
        story(start, command)
    story(start, AttackSet(seat=0, target_seat=1, card_id="STOCKS-03"))


def test_bigdeal_3_8_nobody_begins_a_turn_without_cards(played_match):
    starts = [after for _before, event, after in played_match.states if isinstance(event, TurnStarted)]
    assert len(starts) > 100
    assert all(after.hands[after.active] for after in starts)
    assert any(not after.pile for after in starts)


@pytest.mark.parametrize("seat", [1, 2, 3])
@pytest.mark.parametrize("command", TURN_COMMANDS, ids=named)
def test_bigdeal_3_9_only_the_player_on_turn_acts(command, seat):
    values = {name: getattr(command, name) for name in command.__struct_fields__} | {"seat": seat}
    rich_table().when(type(command)(**values)).then_refused("BIGDEAL-3.9", "not_your_decision", waiting_for=0)
    assert GAME.rules.choices(rich_table().state, seat) == []


@pytest.mark.parametrize("seat", [0, 2, 3])
@pytest.mark.rules("BIGDEAL-6.14")
def test_bigdeal_3_9_only_the_defender_answers_an_attack(seat):
    start = duel_table()
    for command in (DefendSet(seat=seat, card_id="STOCKS-05"), YieldSet(seat=seat)):
        start.when(command).then_refused("BIGDEAL-3.9", "not_your_decision", waiting_for=1)
    assert GAME.rules.choices(start.state, seat) == []
    assert GAME.rules.to_act(start.state) == (1,)


@pytest.mark.parametrize("seat", [1, 2, 3])
@pytest.mark.rules("BIGDEAL-6.14")
def test_bigdeal_3_9_only_the_attacker_answers_a_defence(seat):
    start = duel_table(defence="SILVER-01")
    for command in (ContinueAttack(seat=seat, card_id="STOCKS-03"), StopAttack(seat=seat)):
        start.when(command).then_refused("BIGDEAL-3.9", "not_your_decision", waiting_for=0)
    assert GAME.rules.choices(start.state, seat) == []


@pytest.mark.parametrize("command", EVERY_COMMAND, ids=named)
def test_bigdeal_3_1_nothing_is_accepted_before_the_start(command):
    given(GAME).when(command).then_refused("BIGDEAL-3.1", "match_not_started")
    assert GAME.rules.to_act(GAME.rules.initial) == ()
    assert GAME.rules.choices(GAME.rules.initial, 0) == []


@pytest.mark.parametrize("seat", [CLOCK, 4, 99])
def test_bigdeal_3_9_a_sender_without_a_seat_is_refused(seat):
    rich_table().when(DiscardCard(seat=seat, card_id="HOME-01")).then_refused("BIGDEAL-3.9", "not_a_player")
    assert GAME.rules.choices(rich_table().state, seat) == []


@pytest.mark.parametrize("command", DEFENDER_COMMANDS, ids=named)
def test_a_defence_outside_its_phase_is_refused(command):
    for start, phase in ((rich_table(), "turn_action"), (duel_table(defence="SILVER-01"), "duel_attack")):
        start.when(command).then_refused("BIGDEAL-6.9", "wrong_phase", phase=phase)


@pytest.mark.parametrize("command", ATTACKER_COMMANDS, ids=named)
def test_going_on_with_an_attack_outside_its_phase_is_refused(command):
    for start, phase in ((rich_table(), "turn_action"), (duel_table(), "duel_defence")):
        start.when(command).then_refused("BIGDEAL-6.10", "wrong_phase", phase=phase)


@pytest.mark.parametrize("command", TURN_COMMANDS, ids=named)
@pytest.mark.rules("BIGDEAL-6.27")
def test_bigdeal_3_3_no_other_action_during_a_duel(command):
    for start, phase in ((duel_table(), "duel_defence"), (duel_table(defence="SILVER-01"), "duel_attack")):
        start.when(command).then_refused("BIGDEAL-3.3", "wrong_phase", phase=phase)


def test_the_phase_is_looked_at_before_the_sender_and_the_sender_before_the_cards():
    duel_table().when(DiscardCard(seat=3, card_id="nonsense")).then_refused("BIGDEAL-3.3", "wrong_phase")
    rich_table().when(DiscardCard(seat=3, card_id="nonsense")).then_refused("BIGDEAL-3.9", "not_your_decision")
    rich_table().when(DiscardCard(seat=9, card_id="nonsense")).then_refused("BIGDEAL-3.9", "not_a_player")


@pytest.mark.rules("BIGDEAL-R.32")
def test_bigdeal_3_5_a_last_card_is_not_discarded_by_itself():
    start = at(2, hands={0: "COIN-01", 1: "CASH-01 CASH-02"}, discards="BANK-01", pile=0)
    (choice,) = GAME.rules.choices(start.state, 0)
    assert choice.type == "discard_card"
    assert GAME.rules.to_act(start.state) == (0,)


def test_replays_may_jump_to_rounds_and_turns():
    markers = [GAME.presentation.marker(event) for event in opened(2, order())]
    assert markers == [None, "round 1", None, None, None, None, "round 1, turn 1"]
