"""Sections 10 and 11 of the rulebook: scoring, the next round and the end of the match."""

from __future__ import annotations

import pytest

from games.big_deal import GAME
from games.big_deal.catalogue import DECK
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
from games.big_deal.events import (
    CardDiscarded,
    DeckShuffled,
    HandDealt,
    HandDiscarded,
    MatchEnded,
    RoundEnded,
    RoundScored,
    RoundStarted,
    StarterRevealed,
    TurnEnded,
    TurnStarted,
)
from games.decider import Result
from tests.games.big_deal.table import at, of_type, order, story
from tests.spec import view_of

LAST = DiscardCard(seat=0, card_id="COIN-05")


def last_turn(seats: int = 4, **more):
    """Seat 0 is about to end the round with COIN-05."""
    hands = {0: "COIN-05", 1: "CASH-05", 2: "BANK-05", 3: "AUTO-05"}
    return at(seats, **{"hands": {seat: hands[seat] for seat in range(seats)}, "pile": 0, **more})


def scored(start, dice=None) -> RoundScored:
    told, _state = story(start, LAST, dice=[order()] if dice is None else dice)
    (event,) = of_type(told, RoundScored)
    return event


def test_bigdeal_10_1_every_card_of_every_set_counts_covered_or_not():
    start = last_turn(
        sets={
            0: ["HOME-01 HOME-02", "YACHT-01 YACHT-02", "SILVER-01 STOCKS-01 STOCKS-02"],
            1: ["JEWELS-01 JEWELS-02"],
            3: ["PIGGY-01 PIGGY-02"],
        }
    )
    assert scored(start) == RoundScored(
        round=1,
        round_totals=(115_000, 20_000, 0, 10_000),
        match_totals=(115_000, 20_000, 0, 10_000),
        rule="BIGDEAL-10.1 BIGDEAL-10.5",
    )


def test_bigdeal_10_2_jokers_count_their_own_value():
    start = last_turn(sets={0: ["GOLD-01 COIN-01"], 1: ["SILVER-01 HOME-01"]})
    assert scored(start).round_totals == (55_000, 45_000, 0, 0)


def test_bigdeal_10_3_the_discard_pile_and_hands_count_for_nobody():
    start = last_turn(sets={1: ["CASH-01 CASH-02"]}, hands={0: "COIN-05", 1: "GOLD-01", 2: "GOLD-02", 3: "GOLD-03"})
    assert scored(start).round_totals == (0, 10_000, 0, 0)


def test_bigdeal_10_4_without_a_collection_the_result_is_nothing():
    assert scored(last_turn(totals=[5_000, 10_000, 0, 20_000])) == RoundScored(
        round=1,
        round_totals=(0, 0, 0, 0),
        match_totals=(5_000, 10_000, 0, 20_000),
        rule="BIGDEAL-10.1 BIGDEAL-10.5",
    )


def test_bigdeal_10_5_results_are_added_to_public_totals():
    start = last_turn(sets={1: ["CASH-01 CASH-02"]}, totals=[100_000, 200_000, 0, 50_000])
    _told, state = story(start, LAST, dice=[order()])
    assert state.totals == (100_000, 210_000, 0, 50_000)
    shown = view_of(GAME, state, 2)
    assert [seat["match_total"] for seat in shown["seats"]] == [100_000, 210_000, 0, 50_000]
    assert [seat["last_round"] for seat in shown["seats"]] == [0, 10_000, 0, 0]


@pytest.mark.rules("BIGDEAL-R.27")
def test_bigdeal_10_6_a_new_round_is_set_up_at_once_with_all_cards():
    told, state = story(last_turn(sets={1: ["CASH-01 CASH-02"]}), LAST, dice=[order()])
    assert [type(event) for event in told] == [
        CardDiscarded,
        TurnEnded,
        RoundEnded,
        HandDiscarded,
        HandDiscarded,
        HandDiscarded,
        RoundScored,
        RoundStarted,
        DeckShuffled,
        HandDealt,
        HandDealt,
        HandDealt,
        HandDealt,
        StarterRevealed,
        TurnStarted,
    ]
    assert sorted(of_type(told, DeckShuffled)[0].order) == sorted(DECK)
    assert [len(hand) for hand in state.hands] == [4, 4, 4, 4]
    assert (len(state.pile), len(state.discards), state.sets_formed) == (93, 1, 0)
    assert state.collections == ((), (), (), ())
    assert (state.round, state.turn) == (2, 1)


@pytest.mark.parametrize("first_dealer", range(4))
@pytest.mark.rules("BIGDEAL-10.8", "BIGDEAL-10.9", "BIGDEAL-R.28")
def test_bigdeal_10_7_the_start_moves_on_by_one_seat_and_the_last_beginner_deals(first_dealer):
    started = (first_dealer + 1) % 4
    told, _state = story(last_turn(first_dealer=first_dealer), LAST, dice=[order()])
    assert of_type(told, RoundStarted) == [
        RoundStarted(round=2, dealer_seat=started, starting_seat=(started + 1) % 4, rule="BIGDEAL-10.6 BIGDEAL-10.8")
    ]
    assert of_type(told, TurnStarted)[0].seat == (started + 1) % 4


@pytest.mark.parametrize("active", range(4))
def test_bigdeal_10_9_who_ended_the_round_plays_no_part(active):
    start = at(hands={seat: f"COIN-0{seat + 1}" for seat in range(4)}, pile=0, active=active, first_dealer=3)
    told, _state = story(start, DiscardCard(seat=active, card_id=f"COIN-0{active + 1}"), dice=[order()])
    assert of_type(told, RoundStarted)[0].starting_seat == 1


@pytest.mark.rules("BIGDEAL-R.29")
def test_bigdeal_11_1_the_match_ends_only_after_a_scoring(played_match):
    ends = [
        (previous, event)
        for (_b, previous, _a), (_before, event, _after) in zip(played_match.states, played_match.states[1:])
        if isinstance(event, MatchEnded)
    ]
    assert [type(previous) for previous, _event in ends] == [RoundScored]
    assert played_match.states[-1][1] == ends[0][1]


@pytest.mark.parametrize(("before", "over"), [(990_000, True), (985_000, False), (995_000, True)])
@pytest.mark.rules("BIGDEAL-11.5")
def test_bigdeal_11_2_exactly_a_million_is_enough(before, over):
    start = last_turn(sets={1: ["CASH-01 CASH-02"]}, totals=[0, before, 0, 0])
    told, state = story(start, LAST, dice=[] if over else [order()])
    assert (type(told[-1]) is MatchEnded) == over
    assert (state.phase == "match_over") == over
    assert (GAME.rules.result(state) is not None) == over


def test_bigdeal_11_3_the_highest_total_wins_whoever_has_passed_a_million():
    start = last_turn(sets={1: ["CASH-01 CASH-02"], 2: ["HOME-01 HOME-02"]}, totals=[5_000, 995_000, 990_000, 0])
    told, state = story(start, LAST)
    assert told[-1] == MatchEnded(
        winner_seats=(2,),
        match_totals=(5_000, 1_005_000, 1_030_000, 0),
        rounds_played=1,
        rule="BIGDEAL-11.2 BIGDEAL-11.3",
    )
    assert GAME.rules.result(state) == Result((2,), {"0": 5_000, "1": 1_005_000, "2": 1_030_000, "3": 0})
    assert GAME.rules.to_act(state) == ()


@pytest.mark.rules("BIGDEAL-R.30")
def test_bigdeal_11_4_equal_highest_totals_win_together():
    start = last_turn(
        sets={0: ["HOME-01 HOME-02"], 2: ["HOME-03 HOME-04"], 3: ["CASH-01 CASH-02"]},
        totals=[980_000, 0, 980_000, 1_005_000],
        round_=3,
    )
    told, state = story(start, LAST)
    assert told[-1] == MatchEnded(
        winner_seats=(0, 2),
        match_totals=(1_020_000, 0, 1_020_000, 1_015_000),
        rounds_played=3,
        rule="BIGDEAL-11.2 BIGDEAL-11.4",
    )
    assert GAME.rules.result(state).winners == (0, 2)
    assert view_of(GAME, state, 1)["winner_seats"] == [0, 2]


def test_bigdeal_11_5_rounds_follow_without_limit():
    told, _state = story(last_turn(round_=250), LAST, dice=[order()])
    assert of_type(told, RoundStarted)[0].round == 251


def test_bigdeal_11_6_a_collection_that_would_make_a_million_has_no_effect_yet():
    start = at(hands={0: "COIN-05 COIN-06"}, sets={1: ["GOLD-01 GOLD-02 HOME-01"]}, totals=[0, 950_000, 0, 0], pile=20)
    told, state = story(start, LAST)
    assert of_type(told, MatchEnded) == []
    assert GAME.rules.to_act(state) == (1,)


@pytest.mark.parametrize(
    "command",
    [
        FormSetFromHand(seat=0, card_ids=("HOME-01", "HOME-02")),
        FormSetWithDiscard(seat=0, card_id="HOME-01"),
        AttackSet(seat=0, target_seat=1, card_id="HOME-01"),
        DefendSet(seat=0, card_id="HOME-01"),
        YieldSet(seat=0),
        ContinueAttack(seat=0, card_id="HOME-01"),
        StopAttack(seat=0),
        DiscardCard(seat=77, card_id="HOME-01"),
    ],
    ids=lambda command: type(command).__name__,
)
def test_bigdeal_11_2_nothing_is_accepted_after_the_end(command):
    start = last_turn(sets={1: ["CASH-01 CASH-02"]}, totals=[0, 990_000, 0, 0])
    after = start.when(LAST).goes_on()
    after.when(command).then_refused("BIGDEAL-11.2", "match_over")
    assert GAME.rules.choices(after.state, 0) == []
