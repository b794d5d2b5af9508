"""Section 9 of the rulebook: the end of a round."""

from __future__ import annotations

import pytest

from events.visibility import SPECTATOR, redact
from games.big_deal import GAME
from games.big_deal.commands import (
    AttackSet,
    ContinueAttack,
    DefendSet,
    DiscardCard,
    FormSetFromHand,
    StopAttack,
    YieldSet,
)
from games.big_deal.events import (
    CardDiscarded,
    CardsDrawn,
    DeckShuffled,
    DefenceDeclined,
    DefencePlayed,
    DuelResolved,
    HandDealt,
    HandDiscarded,
    PickUpPileReshuffled,
    RoundEnded,
    RoundScored,
    RoundStarted,
    StarterRevealed,
    TurnEnded,
    TurnStarted,
)
from tests.games.big_deal.table import PLAIN_ORDER, at, of_type, order, story
from tests.spec import view_of

DUEL_SETS = {0: ["COIN-01 COIN-02"], 1: ["CASH-01 CASH-02", "STOCKS-01 STOCKS-02"]}


def last_card_table(**more):
    """Seat 0 is about to play its last card; the pile is empty."""
    return at(**{"hands": {0: "COIN-05", 1: "CASH-05 GOLD-01", 2: "BANK-05", 3: "HOME-05"}, "pile": 0, **more})


def test_bigdeal_9_1_an_empty_pile_and_an_empty_hand_end_the_round():
    told, _state = story(last_card_table(), DiscardCard(seat=0, card_id="COIN-05"), dice=[order()])
    assert of_type(told, RoundEnded) == [RoundEnded(round=1, out_seats=(0,), rule="BIGDEAL-9.1")]


def test_bigdeal_9_1_an_emptied_hand_is_not_enough_while_there_is_a_pile():
    start = at(
        hands={0: "HOME-01", 1: "STOCKS-07"},
        sets=DUEL_SETS,
        duel=(1, "STOCKS-03 STOCKS-04 STOCKS-05", "STOCKS-06 SILVER-01"),
        pile=20,
    )
    told, state = story(start, DefendSet(seat=1, card_id="STOCKS-07"), StopAttack(seat=0))
    assert of_type(told, RoundEnded) == []
    assert [len(hand) for hand in state.hands] == [4, 4, 4, 4]


@pytest.mark.rules("BIGDEAL-9.4")
def test_bigdeal_9_1_an_empty_pile_is_not_enough_while_all_have_cards():
    start = at(hands={0: "COIN-05 COIN-06"}, pile=0)
    told, state = story(start, DiscardCard(seat=0, card_id="COIN-05"))
    assert [type(event) for event in told] == [CardDiscarded, TurnEnded, TurnStarted]
    assert GAME.rules.to_act(state) == (1,)


@pytest.mark.rules("BIGDEAL-R.24")
def test_bigdeal_9_2_a_hand_emptied_for_a_moment_does_not_end_the_round():
    start = at(
        hands={0: "STOCKS-06", 1: "GOLD-01 HOME-01"},
        sets=DUEL_SETS,
        duel=(1, "STOCKS-07 STOCKS-08 STOCKS-09", "SILVER-01 SILVER-02"),
        pile=5,
    )
    steps = (DefendSet(seat=1, card_id="GOLD-01"), ContinueAttack(seat=0, card_id="STOCKS-06"))
    _told, state = story(start, *steps)
    assert state.hands[0] == ()
    assert state.phase == "duel_defence"
    told, state = story(start, *steps, YieldSet(seat=1))
    assert of_type(told, RoundEnded) == []
    assert [len(hand) for hand in state.hands] == [4, 2, 4, 4]


@pytest.mark.rules("BIGDEAL-R.24")
def test_bigdeal_9_2_a_duel_is_fought_to_its_end_before_the_round_ends():
    start = at(hands={0: "STOCKS-03", 1: "STOCKS-05 HOME-01", 2: "BANK-05", 3: "HOME-05"}, sets=DUEL_SETS, pile=0)
    _told, state = story(start, AttackSet(seat=0, target_seat=1, card_id="STOCKS-03"))
    assert state.hands[0] == ()
    assert state.phase == "duel_defence"
    told, _state = story(start, AttackSet(seat=0, target_seat=1, card_id="STOCKS-03"), YieldSet(seat=1), dice=[order()])
    assert of_type(told, RoundEnded)[0].out_seats == (0,)


def test_bigdeal_9_3_a_defender_without_cards_ends_the_round_too():
    start = at(hands={0: "STOCKS-03 HOME-01", 1: "STOCKS-05", 2: "BANK-05", 3: "HOME-05"}, sets=DUEL_SETS, pile=0)
    told, _state = story(
        start,
        AttackSet(seat=0, target_seat=1, card_id="STOCKS-03"),
        DefendSet(seat=1, card_id="STOCKS-05"),
        StopAttack(seat=0),
        dice=[order()],
    )
    assert of_type(told, RoundEnded)[0].out_seats == (1,)


def test_bigdeal_9_3_both_fighters_may_run_out_together():
    start = at(hands={0: "STOCKS-03", 1: "STOCKS-05", 2: "BANK-05", 3: "HOME-05"}, sets=DUEL_SETS, pile=0)
    told, _state = story(
        start,
        AttackSet(seat=0, target_seat=1, card_id="STOCKS-03"),
        DefendSet(seat=1, card_id="STOCKS-05"),
        dice=[order()],
    )
    assert of_type(told, RoundEnded)[0].out_seats == (0, 1)


def test_bigdeal_9_4_play_goes_on_without_drawing():
    start = at(3, hands={0: "COIN-05 COIN-06", 1: "HOME-01 HOME-02 HOME-03", 2: "BANK-01 BANK-02"}, pile=0)
    told, state = story(
        start,
        DiscardCard(seat=0, card_id="COIN-05"),
        FormSetFromHand(seat=1, card_ids=("HOME-01", "HOME-02")),
        DiscardCard(seat=2, card_id="BANK-01"),
    )
    assert of_type(told, CardsDrawn) == []
    assert [len(hand) for hand in state.hands] == [1, 1, 1]
    assert GAME.rules.to_act(state) == (0,)


@pytest.mark.rules("BIGDEAL-R.24")
def test_bigdeal_9_5_nobody_gets_a_further_turn():
    told, _state = story(last_card_table(), DiscardCard(seat=0, card_id="COIN-05"), dice=[order()])
    (started,) = of_type(told, TurnStarted)
    assert (started.round, started.turn) == (2, 1)


@pytest.mark.rules("BIGDEAL-R.25", "BIGDEAL-10.3")
def test_bigdeal_9_6_cards_still_in_hand_are_thrown_away_and_worth_nothing():
    told, _state = story(last_card_table(), DiscardCard(seat=0, card_id="COIN-05"), dice=[order()])
    assert of_type(told, HandDiscarded) == [
        HandDiscarded(seat=1, cards=("CASH-05", "GOLD-01"), rule="BIGDEAL-9.6"),
        HandDiscarded(seat=2, cards=("BANK-05",), rule="BIGDEAL-9.6"),
        HandDiscarded(seat=3, cards=("HOME-05",), rule="BIGDEAL-9.6"),
    ]
    assert of_type(told, RoundScored)[0].round_totals == (0, 0, 0, 0)


def test_bigdeal_9_6_hands_go_clockwise_from_the_seat_that_began_the_round():
    start = last_card_table(first_dealer=1)  # seat 2 began
    told, _state = story(start, DiscardCard(seat=0, card_id="COIN-05"), dice=[order()])
    assert [event.seat for event in of_type(told, HandDiscarded)] == [2, 3, 1]


@pytest.mark.rules("BIGDEAL-R.26")
def test_bigdeal_9_7_they_are_shown_to_everybody():
    start = last_card_table()
    events = start.when(DiscardCard(seat=0, card_id="COIN-05"), dice=[order()]).events()
    state = start.state
    for event in events:
        state = GAME.evolve(state, event)
        if isinstance(event, HandDiscarded):
            assert redact(event, SPECTATOR) == event
        if isinstance(event, RoundScored):
            assert state.discards[-4:] == ("CASH-05", "GOLD-01", "BANK-05", "HOME-05")
            assert view_of(GAME, state, 3)["discard_pile"]["cards"][-4:] == [
                "CASH-05",
                "GOLD-01",
                "BANK-05",
                "HOME-05",
            ]


def test_bigdeal_9_8_an_empty_hand_earns_nothing():
    start = last_card_table(sets={0: ["JEWELS-01 JEWELS-02"], 1: ["JEWELS-03 JEWELS-04"]})
    told, _state = story(start, DiscardCard(seat=0, card_id="COIN-05"), dice=[order()])
    assert of_type(told, RoundScored)[0].round_totals == (20_000, 20_000, 0, 0)


@pytest.mark.rules("BIGDEAL-9.2", "BIGDEAL-9.3", "BIGDEAL-8.5", "BIGDEAL-10.6", "BIGDEAL-10.8", "BIGDEAL-2.8")
def test_bigdeal_9_1_one_command_runs_from_the_end_of_a_duel_to_the_first_turn_of_the_next_round():
    start = at(
        2,
        hands={0: "", 1: "GOLD-04"},
        sets=DUEL_SETS,
        duel=(1, "STOCKS-03 STOCKS-04 STOCKS-05 GOLD-01 GOLD-02", "STOCKS-06 STOCKS-07 SILVER-01 SILVER-02"),
        pile=2,
        pile_top="HOME-07 PIGGY-04",
        totals=[400_000, 500_000],
    )
    # Ten cards for two hands, then a joker that must go back.
    first = (*PLAIN_ORDER[:10], "SILVER-08", *(card for card in PLAIN_ORDER[10:] if card != "SILVER-08"))
    pile = first[10:]
    again = (*pile[1:], pile[0])
    joined = (
        *("SILVER-01", "GOLD-01", "SILVER-02", "GOLD-02", "GOLD-04"),
        *("STOCKS-01", "STOCKS-02", "STOCKS-03", "STOCKS-06", "STOCKS-04", "STOCKS-07", "STOCKS-05"),
    )
    # The attacker draws the last two cards. The defender is left without any: a refill of nothing is no event, and a
    # round cannot end after two refills that both bring cards, since then everybody holds some.
    after = start.when(DefendSet(seat=1, card_id="GOLD-04"), dice=[first, again]).then(
        DefencePlayed(seat=1, card="GOLD-04", rule="BIGDEAL-6.9"),
        DuelResolved(
            attacker_seat=0,
            defender_seat=1,
            winner_seat=1,
            ended_by="attacker_out_of_cards",
            set_id="S1-3",
            set_type="STOCKS",
            attack_cards=("STOCKS-03", "STOCKS-04", "STOCKS-05", "GOLD-01", "GOLD-02"),
            defence_cards=("STOCKS-06", "STOCKS-07", "SILVER-01", "SILVER-02", "GOLD-04"),
            cards=joined,
            rule="BIGDEAL-6.19 BIGDEAL-6.22 BIGDEAL-6.15",
        ),
        CardsDrawn(
            seat=0,
            cards=("HOME-07", "PIGGY-04"),
            count=2,
            pile_left=0,
            reason="duel_attacker",
            rule="BIGDEAL-8.5 BIGDEAL-8.3",
        ),
        TurnEnded(round=1, turn=1, seat=0, rule="BIGDEAL-3.7"),
        RoundEnded(round=1, out_seats=(1,), rule="BIGDEAL-9.1"),
        HandDiscarded(seat=0, cards=("HOME-07", "PIGGY-04"), rule="BIGDEAL-9.6"),
        RoundScored(
            round=1,
            round_totals=(10_000, 280_000),
            match_totals=(410_000, 780_000),
            rule="BIGDEAL-10.1 BIGDEAL-10.5",
        ),
        RoundStarted(round=2, dealer_seat=0, starting_seat=1, rule="BIGDEAL-10.6 BIGDEAL-10.8"),
        DeckShuffled(round=2, order=first, rule="BIGDEAL-2.2"),
        HandDealt(round=2, seat=1, cards=first[0:10:2], count=5, rule="BIGDEAL-2.4"),
        HandDealt(round=2, seat=0, cards=first[1:10:2], count=5, rule="BIGDEAL-2.4"),
        StarterRevealed(round=2, attempt=1, card="SILVER-08", accepted=False, rule="BIGDEAL-2.7 BIGDEAL-2.8"),
        PickUpPileReshuffled(round=2, attempt=1, order=again, rule="BIGDEAL-2.8"),
        StarterRevealed(round=2, attempt=2, card=again[0], accepted=True, rule="BIGDEAL-2.7"),
        TurnStarted(round=2, turn=1, seat=1, rule="BIGDEAL-3.1"),
    )
    assert GAME.rules.to_act(after.state) == (1,)
    assert (after.state.round, after.state.totals) == (2, (410_000, 780_000))


@pytest.mark.rules("BIGDEAL-8.5", "BIGDEAL-6.28")
def test_bigdeal_3_7_one_command_runs_from_the_end_of_a_duel_through_two_refills_to_the_next_turn():
    start = at(
        hands={0: "HOME-01 HOME-02", 1: "YACHT-01 YACHT-02 YACHT-03"},
        sets=DUEL_SETS,
        duel=(1, "STOCKS-03 SILVER-01", "STOCKS-04"),
        pile_top="AUTO-01 AUTO-02 AUTO-03",
    )
    start.when(YieldSet(seat=1)).then(
        DefenceDeclined(seat=1, rule="BIGDEAL-6.9"),
        DuelResolved(
            attacker_seat=0,
            defender_seat=1,
            winner_seat=0,
            ended_by="defence_declined",
            set_id="S1-3",
            set_type="STOCKS",
            attack_cards=("STOCKS-03", "SILVER-01"),
            defence_cards=("STOCKS-04",),
            cards=("SILVER-01", "STOCKS-01", "STOCKS-02", "STOCKS-03", "STOCKS-04"),
            rule="BIGDEAL-6.19 BIGDEAL-6.21",
        ),
        CardsDrawn(
            seat=0, cards=("AUTO-01", "AUTO-02"), count=2, pile_left=38, reason="duel_attacker", rule="BIGDEAL-8.5"
        ),
        CardsDrawn(seat=1, cards=("AUTO-03",), count=1, pile_left=37, reason="duel_defender", rule="BIGDEAL-8.5"),
        TurnEnded(round=1, turn=1, seat=0, rule="BIGDEAL-3.7"),
        TurnStarted(round=1, turn=2, seat=1, rule="BIGDEAL-3.2"),
    )
