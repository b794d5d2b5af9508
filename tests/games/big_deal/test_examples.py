"""The worked examples of the rulebook."""

from __future__ import annotations

import pytest

from events.visibility import SPECTATOR
from games.big_deal import GAME, effects
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
    CardsDrawn,
    DuelResolved,
    HandDiscarded,
    MatchEnded,
    PickUpPileReshuffled,
    RoundEnded,
    RoundScored,
    RoundStarted,
    StarterRevealed,
    TurnStarted,
)
from tests.games.big_deal.table import at, of_type, opened, order, story, worth
from tests.spec import given_state, view_of

SABRINA, MATTHIAS = 1, 2
JEWELS_SETS = ["GOLD-01 HOME-01", "JEWELS-01 JEWELS-02", "JEWELS-03 JEWELS-04"]
PRIZE = ("SILVER-01", "GOLD-02", "SILVER-02", "STOCKS-02", "STOCKS-01", "STOCKS-03", "STOCKS-04")


def worth_of_set(card_set) -> int:
    return effects.value(card_set.cards)


def drawn(events) -> list[tuple[int, int, int]]:
    return [(event.seat, event.count, event.pile_left) for event in of_type(events, CardsDrawn)]


@pytest.mark.rules("BIGDEAL-4.1", "BIGDEAL-4.2", "BIGDEAL-4.7", "BIGDEAL-4.8", "BIGDEAL-4.9")
def test_bigdeal_e_1_a_second_set_covers_the_first():
    start = at(
        hands={SABRINA: "JEWELS-01 JEWELS-02 YACHT-01 COIN-01"},
        sets={SABRINA: JEWELS_SETS[:1]},
        pile=60,
        active=SABRINA,
    )
    assert worth(start.state, SABRINA) == 70_000
    told, state = story(start, FormSetFromHand(seat=SABRINA, card_ids=("JEWELS-01", "JEWELS-02")))
    assert [one.cards for one in state.collections[SABRINA]] == [("GOLD-01", "HOME-01"), ("JEWELS-01", "JEWELS-02")]
    assert worth(state, SABRINA) == 90_000
    assert drawn(told) == [(SABRINA, 2, 58)]


@pytest.mark.rules("BIGDEAL-4.12")
def test_bigdeal_e_2_the_same_motif_is_a_new_set():
    start = at(hands={SABRINA: "JEWELS-03 JEWELS-04"}, sets={SABRINA: JEWELS_SETS[:2]}, active=SABRINA)
    _told, state = story(start, FormSetFromHand(seat=SABRINA, card_ids=("JEWELS-03", "JEWELS-04")))
    assert [worth_of_set(one) for one in state.collections[SABRINA]] == [70_000, 20_000, 20_000]
    assert worth(state, SABRINA) == 110_000
    assert state.collections[SABRINA][-1].cards == ("JEWELS-03", "JEWELS-04")


@pytest.mark.rules("BIGDEAL-5.1", "BIGDEAL-5.2", "BIGDEAL-5.7", "BIGDEAL-5.9", "BIGDEAL-5.12")
def test_bigdeal_e_3_a_set_with_the_discard_pile():
    start = at(hands={SABRINA: "STOCKS-01"}, sets={SABRINA: JEWELS_SETS}, discards="PIGGY-04 STOCKS-02", active=SABRINA)
    told, state = story(start, FormSetWithDiscard(seat=SABRINA, card_id="STOCKS-01"))
    assert [one.cards for one in state.collections[SABRINA]][3:] == [("STOCKS-02", "STOCKS-01")]
    assert worth(state, SABRINA) == 130_000
    assert state.discards[-1] == "PIGGY-04"
    assert [count for _seat, count, _left in drawn(told)] == [1]


@pytest.mark.rules("BIGDEAL-6.11", "BIGDEAL-6.19", "BIGDEAL-6.20", "BIGDEAL-6.21", "BIGDEAL-6.28", "BIGDEAL-6.29")
def test_bigdeal_e_4_the_theft():
    start = at(
        hands={SABRINA: "SILVER-01 GOLD-02 YACHT-01 COIN-01", MATTHIAS: "STOCKS-03 STOCKS-04 SILVER-02 CASH-01"},
        sets={SABRINA: [*JEWELS_SETS, "STOCKS-02 STOCKS-01"], MATTHIAS: ["PIGGY-01 PIGGY-02"]},
        pile=40,
        active=MATTHIAS,
    )
    told, state = story(
        start,
        AttackSet(seat=MATTHIAS, target_seat=SABRINA, card_id="STOCKS-03"),
        DefendSet(seat=SABRINA, card_id="SILVER-01"),
        ContinueAttack(seat=MATTHIAS, card_id="STOCKS-04"),
        DefendSet(seat=SABRINA, card_id="GOLD-02"),
        ContinueAttack(seat=MATTHIAS, card_id="SILVER-02"),
        YieldSet(seat=SABRINA),
    )
    (resolved,) = of_type(told, DuelResolved)
    assert (resolved.winner_seat, resolved.ended_by) == (MATTHIAS, "defence_declined")
    assert resolved.cards == PRIZE
    assert worth_of_set(state.collections[MATTHIAS][-1]) == 140_000
    assert (len(state.collections[MATTHIAS]), worth(state, MATTHIAS)) == (2, 150_000)
    assert (len(state.collections[SABRINA]), worth(state, SABRINA)) == (3, 110_000)
    assert state.collections[SABRINA][-1].cards == ("JEWELS-03", "JEWELS-04")
    assert drawn(told) == [(MATTHIAS, 3, 37), (SABRINA, 2, 35)]
    assert GAME.rules.to_act(state) == (3,)


@pytest.mark.rules("BIGDEAL-6.3", "BIGDEAL-6.4")
def test_bigdeal_e_5_the_first_set_is_safe():
    start = at(hands={0: "HOME-03"}, sets={0: ["COIN-01 COIN-02"], 1: ["HOME-01 HOME-02"]})
    start.when(AttackSet(seat=0, target_seat=1, card_id="HOME-03")).then_refused("BIGDEAL-6.3", "target_set_safe")
    assert (start.state.phase, GAME.rules.to_act(start.state)) == ("turn_action", (0,))


@pytest.mark.rules("BIGDEAL-6.2")
def test_bigdeal_e_6_no_theft_without_a_set_of_ones_own():
    start = at(hands={0: "YACHT-05"}, sets={1: ["COIN-01 COIN-02", "CASH-01 CASH-02", "YACHT-01 YACHT-02"]})
    start.when(AttackSet(seat=0, target_seat=1, card_id="YACHT-05")).then_refused("BIGDEAL-6.2", "no_own_set")


@pytest.mark.rules("BIGDEAL-6.10", "BIGDEAL-6.19", "BIGDEAL-6.22")
def test_bigdeal_e_7_a_successful_defence():
    start = at(
        hands={0: "AUTO-02", 1: "AUTO-03"},
        sets={0: ["CASH-01 CASH-02"], 1: ["COIN-01 COIN-02", "SILVER-03 AUTO-01"]},
        pile=30,
    )
    told, state = story(
        start,
        AttackSet(seat=0, target_seat=1, card_id="AUTO-02"),
        DefendSet(seat=1, card_id="AUTO-03"),
        StopAttack(seat=0),
    )
    (resolved,) = of_type(told, DuelResolved)
    assert (resolved.winner_seat, resolved.ended_by) == (1, "attack_stopped")
    assert len(state.collections[1]) == 2
    assert state.collections[1][-1].cards == ("SILVER-03", "AUTO-01", "AUTO-02", "AUTO-03")
    assert worth_of_set(state.collections[1][-1]) == 70_000
    assert drawn(told) == [(0, 1, 29), (1, 1, 28)]
    assert GAME.rules.to_act(state) == (1,)


@pytest.mark.rules("BIGDEAL-6.7", "BIGDEAL-6.8", "BIGDEAL-6.20")
def test_bigdeal_e_8_one_gold_against_seven_cards():
    start = at(
        hands={
            0: "PIGGY-03",
            MATTHIAS: "CASH-01 CASH-02 CASH-03 CASH-04",
            3: "GOLD-04 HOME-02 HOME-03 HOME-04",
        },
        sets={0: ["COIN-03 COIN-04"], MATTHIAS: ["PIGGY-01 PIGGY-02", " ".join(PRIZE)], 3: ["COIN-01 COIN-02"]},
        active=3,
    )
    _told, state = story(start, AttackSet(seat=3, target_seat=MATTHIAS, card_id="GOLD-04"), YieldSet(seat=MATTHIAS))
    assert len(state.collections[3][-1].cards) == 8
    assert worth_of_set(state.collections[3][-1]) == 190_000
    assert (len(state.collections[MATTHIAS]), worth(state, MATTHIAS)) == (1, 10_000)
    attack = AttackSet(seat=0, target_seat=MATTHIAS, card_id="PIGGY-03")
    given_state(GAME, state).when(attack).then_refused("BIGDEAL-6.3", "target_set_safe")


@pytest.mark.rules("BIGDEAL-8.3", "BIGDEAL-8.5")
def test_bigdeal_e_9_the_pile_is_too_small_after_a_duel():
    start = at(
        hands={0: "STOCKS-03 STOCKS-04 STOCKS-05 HOME-01", 1: "STOCKS-06 STOCKS-07 HOME-02 HOME-03"},
        sets={0: ["COIN-01 COIN-02"], 1: ["CASH-01 CASH-02", "STOCKS-01 STOCKS-02"]},
        pile=4,
    )
    told, state = story(
        start,
        AttackSet(seat=0, target_seat=1, card_id="STOCKS-03"),
        DefendSet(seat=1, card_id="STOCKS-06"),
        ContinueAttack(seat=0, card_id="STOCKS-04"),
        DefendSet(seat=1, card_id="STOCKS-07"),
        ContinueAttack(seat=0, card_id="STOCKS-05"),
        YieldSet(seat=1),
    )
    assert drawn(told) == [(0, 3, 1), (1, 1, 0)]
    assert [len(hand) for hand in state.hands] == [4, 3, 4, 4]
    assert of_type(told, RoundEnded) == []


@pytest.mark.rules("BIGDEAL-9.2", "BIGDEAL-9.3", "BIGDEAL-6.15", "BIGDEAL-9.6")
def test_bigdeal_e_10_the_defender_ends_the_round():
    attack = ["STOCKS-03", "STOCKS-04", "STOCKS-05", "GOLD-01"]
    defence = ["STOCKS-06", "STOCKS-07", "SILVER-01", "GOLD-02"]
    start = at(
        hands={0: " ".join(attack), 1: " ".join(defence)},
        sets={0: ["COIN-01 COIN-02"], 1: ["CASH-01 CASH-02", "STOCKS-01 STOCKS-02"]},
        pile=2,
        pile_top="YACHT-01 YACHT-02",
    )
    steps = [AttackSet(seat=0, target_seat=1, card_id=attack[0]), DefendSet(seat=1, card_id=defence[0])]
    for attacking, defending in zip(attack[1:], defence[1:]):
        steps += [ContinueAttack(seat=0, card_id=attacking), DefendSet(seat=1, card_id=defending)]
    told, _state = story(start, *steps, dice=[order()])
    (resolved,) = of_type(told, DuelResolved)
    assert (resolved.ended_by, resolved.winner_seat) == ("attacker_out_of_cards", 1)
    assert drawn(told) == [(0, 2, 0)]
    assert of_type(told, RoundEnded)[0].out_seats == (1,)
    thrown = of_type(told, HandDiscarded)
    assert [event.seat for event in thrown] == [0, 2, 3]
    assert thrown[0].cards == ("YACHT-01", "YACHT-02")
    assert of_type(told, RoundScored)[0].round_totals == (10_000, 205_000, 0, 0)


@pytest.mark.rules("BIGDEAL-5.4", "BIGDEAL-7.2")
def test_bigdeal_e_11_a_joker_on_the_discard_pile():
    start = at(hands={3: "GOLD-03", 0: "STAMP-01"}, discards="BANK-01", active=3)
    _told, state = story(start, DiscardCard(seat=3, card_id="GOLD-03"), FormSetWithDiscard(seat=0, card_id="STAMP-01"))
    assert [(one.type, one.cards) for one in state.collections[0]] == [("STAMP", ("GOLD-03", "STAMP-01"))]
    assert worth(state, 0) == 55_000
    assert state.discards[-1] == "BANK-01"


@pytest.mark.rules("BIGDEAL-2.8", "BIGDEAL-2.9", "BIGDEAL-2.10", "BIGDEAL-2.11")
def test_bigdeal_e_12_a_joker_as_starter():
    first = (*order()[:10], "SILVER-06", *(card for card in order()[10:] if card != "SILVER-06"))
    again = ("BANK-02", *(card for card in first[10:] if card != "BANK-02"))
    events = opened(2, first, again)
    assert [event for event in events if isinstance(event, (StarterRevealed, PickUpPileReshuffled))] == [
        StarterRevealed(round=1, attempt=1, card="SILVER-06", accepted=False, rule="BIGDEAL-2.7 BIGDEAL-2.8"),
        PickUpPileReshuffled(round=1, attempt=1, order=again, rule="BIGDEAL-2.8"),
        StarterRevealed(round=1, attempt=2, card="BANK-02", accepted=True, rule="BIGDEAL-2.7"),
    ]
    assert len(again) == 100
    state = GAME.fold(GAME.rules.initial, events)
    assert len(state.pile) == 99
    assert "SILVER-06" in state.pile
    assert state.hands == (first[0:10:2], first[1:10:2])


@pytest.mark.parametrize("cards", [("YACHT-01", "AUTO-01"), ("JEWELS-01", "STOCKS-01")])
@pytest.mark.rules("BIGDEAL-1.5", "BIGDEAL-1.6", "BIGDEAL-4.4")
def test_bigdeal_e_13_the_same_value_is_not_identical(cards):
    at(hands={0: " ".join(cards)}).when(FormSetFromHand(seat=0, card_ids=cards)).then_refused(
        "BIGDEAL-4.4", "cards_do_not_match"
    )


@pytest.mark.rules("BIGDEAL-8.4", "BIGDEAL-9.4")
def test_bigdeal_e_14_the_pile_is_empty_and_the_round_goes_on():
    start = at(3, hands={0: "BANK-01", 2: "HOME-01 HOME-02"}, pile=1, active=2)
    told, state = story(start, FormSetFromHand(seat=2, card_ids=("HOME-01", "HOME-02")))
    assert drawn(told) == [(2, 1, 0)]
    assert [len(hand) for hand in state.hands] == [5, 5, 4]
    told, state = story(
        start, FormSetFromHand(seat=2, card_ids=("HOME-01", "HOME-02")), DiscardCard(seat=0, card_id="BANK-01")
    )
    assert drawn(told) == [(2, 1, 0)]
    assert [len(hand) for hand in state.hands] == [4, 5, 4]
    assert of_type(told, RoundEnded) == []


@pytest.mark.rules("BIGDEAL-11.2", "BIGDEAL-11.3")
def test_bigdeal_e_15_two_millionaires():
    start = at(
        3,
        hands={0: "COIN-05", 1: "CASH-05", 2: "BANK-05"},
        sets={
            0: ["GOLD-01 GOLD-02 HOME-01 HOME-02"],
            1: [
                "GOLD-03 GOLD-04 HOME-03 HOME-04 HOME-05 HOME-06",
                "SILVER-01 SILVER-02 JEWELS-01",
                "SILVER-03 SILVER-04 JEWELS-02",
            ],
            2: ["PIGGY-01 PIGGY-02"],
        },
        pile=0,
        totals=[880_000, 760_000, 985_000],
    )
    told, _state = story(start, DiscardCard(seat=0, card_id="COIN-05"))
    assert told[-2:] == [
        RoundScored(
            round=1,
            round_totals=(140_000, 300_000, 10_000),
            match_totals=(1_020_000, 1_060_000, 995_000),
            rule="BIGDEAL-10.1 BIGDEAL-10.5",
        ),
        MatchEnded(
            winner_seats=(1,),
            match_totals=(1_020_000, 1_060_000, 995_000),
            rounds_played=1,
            rule="BIGDEAL-11.2 BIGDEAL-11.3",
        ),
    ]


@pytest.mark.rules("BIGDEAL-2.1", "BIGDEAL-3.1", "BIGDEAL-10.7", "BIGDEAL-10.8")
def test_bigdeal_e_16_who_starts():
    events = opened(4, order())
    seats = [(started.dealer_seat, started.starting_seat) for started in of_type(events, RoundStarted)]
    for round_, ending in ((1, 2), (2, 0)):
        start = at(
            hands={seat: f"COIN-0{seat + 1}" for seat in range(4)}, pile=0, active=ending, round_=round_, first_dealer=3
        )
        told, _state = story(start, DiscardCard(seat=ending, card_id=f"COIN-0{ending + 1}"), dice=[order()])
        seats += [(started.dealer_seat, started.starting_seat) for started in of_type(told, RoundStarted)]
        assert of_type(told, TurnStarted)[-1].seat == seats[-1][1]
    assert seats == [(3, 0), (0, 1), (1, 2)]


@pytest.mark.rules("BIGDEAL-6.16", "BIGDEAL-12.8")
def test_bigdeal_e_17_unable_looks_like_unwilling():
    start = at(
        hands={0: "STOCKS-03", 1: "HOME-01 HOME-02 YACHT-01 YACHT-02"},
        sets={0: ["COIN-01 COIN-02"], 1: ["CASH-01 CASH-02", "STOCKS-01 STOCKS-02"]},
    )
    _told, state = story(start, AttackSet(seat=0, target_seat=1, card_id="STOCKS-03"))
    assert state.phase == "duel_defence"
    assert [choice.type for choice in GAME.rules.choices(state, 1)] == ["yield_set"]
    for viewer in (0, 2, 3, SPECTATOR):
        shown = view_of(GAME, state, viewer)
        assert shown["phase"] == "duel_defence"
        assert shown["decision"] == {"seat": 1, "commands": ["defend_set", "yield_set"]}


@pytest.mark.rules("BIGDEAL-13.3", "BIGDEAL-13.4", "BIGDEAL-13.5")
def test_bigdeal_e_18_free_and_not_free_undo():
    start = at(hands={0: "HOME-04 COIN-05"}, sets={0: ["COIN-01 COIN-02"], 1: ["CASH-01 CASH-02", "HOME-01 HOME-02"]})
    for command, expected in (
        (AttackSet(seat=0, target_seat=1, card_id="HOME-04"), "free"),
        (DiscardCard(seat=0, card_id="COIN-05"), "consent"),
    ):
        assert GAME.take_back.undo_class(start.state, command, start.when(command).events()) == expected
