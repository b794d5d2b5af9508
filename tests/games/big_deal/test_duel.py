"""Section 6 of the rulebook: stealing a set."""

from __future__ import annotations

import pytest

from games.big_deal import GAME
from games.big_deal.commands import AttackSet, ContinueAttack, DefendSet, DiscardCard, StopAttack, YieldSet
from games.big_deal.events import (
    AttackContinued,
    AttackDeclared,
    AttackStopped,
    CardsDrawn,
    DefenceDeclined,
    DefencePlayed,
    DuelResolved,
    TurnEnded,
    TurnStarted,
)
from tests.games.big_deal.table import at, of_type, offered, order, story, worth

SETS = {0: ["COIN-01 COIN-02"], 1: ["CASH-01 CASH-02", "STOCKS-01 STOCKS-02"], 3: ["BANK-01 BANK-02"]}
HANDS = {0: "STOCKS-03 STOCKS-04 GOLD-01 HOME-01", 1: "STOCKS-05 SILVER-01 YACHT-01 YACHT-02"}


def attack(card: str = "STOCKS-03", target: int = 1, seat: int = 0) -> AttackSet:
    return AttackSet(seat=seat, target_seat=target, card_id=card)


def defend(card: str = "STOCKS-05") -> DefendSet:
    return DefendSet(seat=1, card_id=card)


def go_on(card: str = "STOCKS-04") -> ContinueAttack:
    return ContinueAttack(seat=0, card_id=card)


YIELD, STOP = YieldSet(seat=1), StopAttack(seat=0)


def duel_table(**more):
    return at(**{"hands": HANDS, "sets": SETS, **more})


def declared(card: str = "STOCKS-03") -> AttackDeclared:
    return AttackDeclared(seat=0, target_seat=1, set_id="S1-3", set_type="STOCKS", card=card, rule="BIGDEAL-6.6")


@pytest.mark.rules("BIGDEAL-6.6")
def test_bigdeal_6_1_the_player_on_turn_attacks_the_top_set_of_an_opponent():
    after = duel_table().when(attack()).then(declared())
    assert after.state.phase == "duel_defence"
    assert GAME.rules.to_act(after.state) == (1,)


@pytest.mark.parametrize("target", [1, 2, 3])
def test_bigdeal_6_1_any_opponent_may_be_attacked_whatever_the_seating(target):
    start = at(
        hands={0: "STOCKS-03"}, sets={0: ["COIN-01 COIN-02"], target: ["CASH-01 CASH-02", "STOCKS-01 STOCKS-02"]}
    )
    start.when(attack(target=target)).then_types(AttackDeclared)


def test_bigdeal_6_1_nobody_attacks_their_own_set():
    start = duel_table(sets={0: ["COIN-01 COIN-02", "STOCKS-01 STOCKS-02"], 1: SETS[1][:1]})
    start.when(attack(target=0)).then_refused("BIGDEAL-6.1", "target_is_self")
    at(hands=HANDS).when(attack(target=0)).then_refused("BIGDEAL-6.1", "target_is_self")


@pytest.mark.parametrize("target", [-1, 4, 99])
def test_bigdeal_6_1_the_target_must_be_a_seat_of_the_match(target):
    duel_table().when(attack(target=target)).then_refused("BIGDEAL-6.1", "bad_parameters")


def test_bigdeal_6_2_an_attacker_needs_a_set():
    start = duel_table(sets={1: SETS[1]})
    start.when(attack()).then_refused("BIGDEAL-6.2", "no_own_set")
    assert "attack_set" not in offered(start.state, 0)


@pytest.mark.rules("BIGDEAL-R.15")
def test_bigdeal_6_3_the_only_set_of_a_player_is_safe():
    start = duel_table(sets={0: SETS[0], 1: SETS[1][1:]})
    start.when(attack()).then_refused("BIGDEAL-6.3", "target_set_safe")
    assert "attack_set" not in offered(start.state, 0)


def test_bigdeal_6_3_a_player_without_sets_cannot_be_attacked():
    start = duel_table()
    start.when(attack(target=2)).then_refused("BIGDEAL-6.3", "target_has_no_set")
    duel_table(sets={}).when(attack(target=2)).then_refused("BIGDEAL-6.2", "no_own_set")


def test_bigdeal_6_3_the_target_is_looked_at_before_the_card():
    duel_table().when(attack("nonsense", target=2)).then_refused("BIGDEAL-6.3", "target_has_no_set")
    duel_table().when(attack("nonsense", target=9)).then_refused("BIGDEAL-6.1", "bad_parameters")
    duel_table().when(attack("HOME-07")).then_refused("BIGDEAL-12.10", "card_not_in_hand")


def test_bigdeal_6_4_the_first_set_of_a_round_is_never_lost(played_match):
    first: dict[int, str] = {}
    thefts = 0
    for _before, event, after in played_match.states:
        if type(event).__name__ == "RoundStarted":
            first = {}
        for seat, collection in enumerate(after.collections):
            if collection:
                assert collection[0].id == first.setdefault(seat, collection[0].id)
            else:
                assert seat not in first
        thefts += isinstance(event, DuelResolved) and event.winner_seat == event.attacker_seat
    assert thefts > 3


def test_bigdeal_6_5_only_the_top_set_is_attacked():
    start = duel_table(hands={0: "CASH-03 STOCKS-03 HOME-01 HOME-02"})
    start.when(attack("CASH-03")).then_refused("BIGDEAL-6.6", "card_does_not_match_set")
    (template,) = [choice for choice in GAME.rules.choices(start.state, 0) if choice.type == "attack_set"]
    assert template.params["card_id"].one_of == ("STOCKS-03",)
    assert template.params["target_seat"].one_of == (1,)


def test_bigdeal_6_6_a_card_that_does_not_match_cannot_attack():
    duel_table().when(attack("HOME-01")).then_refused("BIGDEAL-6.6", "card_does_not_match_set")


@pytest.mark.rules("BIGDEAL-R.16")
def test_bigdeal_6_7_both_sides_may_fight_with_jokers_alone():
    start = duel_table(hands={0: "GOLD-01 SILVER-02 HOME-01", 1: "SILVER-01 GOLD-02 YACHT-01 YACHT-02"})
    told, state = story(start, attack("GOLD-01"), defend("SILVER-01"), go_on("SILVER-02"), defend("GOLD-02"), STOP)
    assert state.collections[1][-1].cards == (
        "GOLD-01",
        "SILVER-01",
        "SILVER-02",
        "GOLD-02",
        "STOCKS-01",
        "STOCKS-02",
    )
    assert of_type(told, DuelResolved)[0].winner_seat == 1


def test_bigdeal_6_8_one_card_is_enough_against_a_set_of_any_size():
    big = "GOLD-02 GOLD-03 SILVER-02 STOCKS-01 STOCKS-02 STOCKS-06 STOCKS-07 STOCKS-08"
    start = duel_table(sets={0: SETS[0], 1: ["CASH-01 CASH-02", big]})
    told, state = story(start, attack(), YIELD)
    assert len(of_type(told, DuelResolved)[0].cards) == 9
    assert len(state.collections[0][-1].cards) == 9


def test_bigdeal_6_9_the_defender_plays_one_matching_card_or_yields():
    after = duel_table().when(attack()).goes_on()
    assert [choice.type for choice in GAME.rules.choices(after.state, 1)] == ["defend_set", "yield_set"]
    assert GAME.rules.choices(after.state, 1)[0].params["card_id"].one_of == ("STOCKS-05", "SILVER-01")
    after.when(defend("YACHT-01")).then_refused("BIGDEAL-6.9", "card_does_not_match_set")
    after.when(defend("STOCKS-04")).then_refused("BIGDEAL-12.10", "card_not_in_hand")
    played = after.when(defend()).then(DefencePlayed(seat=1, card="STOCKS-05", rule="BIGDEAL-6.9"))
    assert played.state.phase == "duel_attack"
    after.when(YIELD).goes_on()


def test_bigdeal_6_10_the_attacker_plays_one_more_matching_card_or_stops():
    after = duel_table().when(attack()).goes_on().when(defend()).goes_on()
    assert [choice.type for choice in GAME.rules.choices(after.state, 0)] == ["continue_attack", "stop_attack"]
    assert GAME.rules.choices(after.state, 0)[0].params["card_id"].one_of == ("STOCKS-04", "GOLD-01")
    after.when(go_on("HOME-01")).then_refused("BIGDEAL-6.10", "card_does_not_match_set")
    after.when(go_on("STOCKS-03")).then_refused("BIGDEAL-12.10", "card_not_in_hand")
    played = after.when(go_on()).then(AttackContinued(seat=0, card="STOCKS-04", rule="BIGDEAL-6.10"))
    assert played.state.phase == "duel_defence"
    after.when(STOP).goes_on()


@pytest.mark.rules("BIGDEAL-R.17")
def test_bigdeal_6_11_attack_and_defence_alternate_until_one_gives_up():
    after = duel_table().when(attack()).goes_on()
    after.when(go_on()).then_refused("BIGDEAL-6.10", "wrong_phase")
    after = after.when(defend()).goes_on()
    after.when(defend("SILVER-01")).then_refused("BIGDEAL-6.9", "wrong_phase")
    after = after.when(go_on()).goes_on().when(defend("SILVER-01")).goes_on().when(go_on("GOLD-01")).goes_on()
    after.when(YIELD).then_types(DefenceDeclined, DuelResolved, CardsDrawn, CardsDrawn, TurnEnded, TurnStarted)


def test_bigdeal_6_12_one_may_give_up_with_a_matching_card_in_hand():
    told, _state = story(duel_table(), attack(), YIELD)
    assert told[1] == DefenceDeclined(seat=1, rule="BIGDEAL-6.9")
    told, _state = story(duel_table(), attack(), defend(), STOP)
    assert told[2] == AttackStopped(seat=0, rule="BIGDEAL-6.10")


def test_bigdeal_6_13_nobody_draws_during_a_duel():
    told, state = story(duel_table(), attack(), defend(), go_on(), defend("SILVER-01"), go_on("GOLD-01"))
    assert of_type(told, CardsDrawn) == []
    assert state.hands[:2] == (("HOME-01",), ("YACHT-01", "YACHT-02"))
    assert len(state.pile) == 40


def test_bigdeal_6_14_the_others_only_watch():
    after = duel_table().when(attack()).goes_on()
    for seat in (2, 3):
        assert GAME.rules.choices(after.state, seat) == []
        after.when(DefendSet(seat=seat, card_id="STOCKS-05")).then_refused("BIGDEAL-3.9", "not_your_decision")


@pytest.mark.rules("BIGDEAL-R.18")
def test_bigdeal_6_15_an_attacker_with_an_empty_hand_stops_by_itself():
    start = duel_table(hands={0: "STOCKS-03", 1: "STOCKS-05 YACHT-01"}, pile=0)
    told, _state = story(start, attack(), defend(), dice=[order()])
    assert [type(event) for event in told[1:3]] == [DefencePlayed, DuelResolved]
    assert (told[2].ended_by, told[2].winner_seat) == ("attacker_out_of_cards", 1)
    assert told[2].rule == "BIGDEAL-6.19 BIGDEAL-6.22 BIGDEAL-6.15"


@pytest.mark.rules("BIGDEAL-R.18")
def test_bigdeal_6_15_a_defender_with_an_empty_hand_yields_by_itself():
    start = duel_table(hands={0: "STOCKS-03 STOCKS-04 HOME-01", 1: "STOCKS-05"}, pile=0)
    told, _state = story(start, attack(), defend(), go_on(), dice=[order()])
    assert [type(event) for event in told[2:4]] == [AttackContinued, DuelResolved]
    assert (told[3].ended_by, told[3].winner_seat) == ("defender_out_of_cards", 0)
    assert told[3].rule == "BIGDEAL-6.19 BIGDEAL-6.21 BIGDEAL-6.15"


@pytest.mark.rules("BIGDEAL-R.18")
def test_bigdeal_6_16_a_defender_without_a_matching_card_is_still_asked():
    start = duel_table(hands={**HANDS, 1: "YACHT-01 YACHT-02 HOME-05 HOME-06"})
    after = start.when(attack()).then(declared())
    assert GAME.rules.to_act(after.state) == (1,)
    assert [choice.type for choice in GAME.rules.choices(after.state, 1)] == ["yield_set"]
    after.when(YIELD).goes_on()


def test_bigdeal_6_16_an_attacker_without_a_matching_card_is_still_asked():
    start = duel_table(hands={**HANDS, 0: "STOCKS-03 YACHT-05 HOME-05 HOME-06"})
    after = (
        start.when(attack()).goes_on().when(defend()).then(DefencePlayed(seat=1, card="STOCKS-05", rule="BIGDEAL-6.9"))
    )
    assert [choice.type for choice in GAME.rules.choices(after.state, 0)] == ["stop_attack"]


def test_bigdeal_6_17_the_cards_lie_between_the_two_and_the_set_stays():
    _told, state = story(duel_table(), attack(), defend(), go_on())
    assert state.duel.attack_cards == ("STOCKS-03", "STOCKS-04")
    assert state.duel.defence_cards == ("STOCKS-05",)
    assert [one.cards for one in state.collections[1]] == [("CASH-01", "CASH-02"), ("STOCKS-01", "STOCKS-02")]


@pytest.mark.parametrize("ending", [[YIELD], [defend("SILVER-01"), STOP]], ids=["yielded", "stopped"])
@pytest.mark.rules("BIGDEAL-6.28")
def test_bigdeal_6_18_no_card_of_a_duel_returns_to_a_hand(ending):
    start = duel_table(pile_top="AUTO-01 AUTO-02 AUTO-03 AUTO-04 AUTO-05")
    told, state = story(start, attack(), defend(), go_on(), *ending)
    fought = {event.card for event in told if isinstance(event, (AttackDeclared, DefencePlayed, AttackContinued))}
    assert not fought & {card for hand in state.hands for card in hand}
    winner = of_type(told, DuelResolved)[0].winner_seat
    assert fought <= set(state.collections[winner][-1].cards)


@pytest.mark.rules("BIGDEAL-6.20", "BIGDEAL-6.21", "BIGDEAL-6.26", "BIGDEAL-R.19")
def test_bigdeal_6_19_a_defender_who_yields_loses_the_whole_set():
    start = duel_table()
    told, state = story(start, attack(), defend(), go_on(), YIELD)
    assert of_type(told, DuelResolved) == [
        DuelResolved(
            attacker_seat=0,
            defender_seat=1,
            winner_seat=0,
            ended_by="defence_declined",
            set_id="S1-3",
            set_type="STOCKS",
            attack_cards=("STOCKS-03", "STOCKS-04"),
            defence_cards=("STOCKS-05",),
            cards=("STOCKS-01", "STOCKS-02", "STOCKS-03", "STOCKS-05", "STOCKS-04"),
            rule="BIGDEAL-6.19 BIGDEAL-6.21",
        )
    ]
    assert [one.id for one in state.collections[0]] == ["S1-1", "S1-3"]
    assert [one.id for one in state.collections[1]] == ["S1-2"]
    assert worth(state, 0) == 60_000
    assert state.duel is None


@pytest.mark.rules("BIGDEAL-6.22", "BIGDEAL-R.20")
def test_bigdeal_6_19_an_attacker_who_stops_leaves_the_set_grown():
    told, state = story(duel_table(), attack(), defend(), STOP)
    (resolved,) = of_type(told, DuelResolved)
    assert (resolved.winner_seat, resolved.ended_by) == (1, "attack_stopped")
    assert resolved.rule == "BIGDEAL-6.19 BIGDEAL-6.22"
    assert [one.id for one in state.collections[1]] == ["S1-2", "S1-3"]
    assert state.collections[1][-1].cards == ("STOCKS-01", "STOCKS-02", "STOCKS-03", "STOCKS-05")
    assert [one.id for one in state.collections[0]] == ["S1-1"]


def test_bigdeal_6_20_all_cards_of_set_and_duel_become_one_set():
    told, state = story(duel_table(), attack(), defend("SILVER-01"), go_on("GOLD-01"), defend(), STOP)
    (resolved,) = of_type(told, DuelResolved)
    assert set(resolved.cards) == {"STOCKS-01", "STOCKS-02", *resolved.attack_cards, *resolved.defence_cards}
    assert state.collections[1][-1].cards == resolved.cards


def test_bigdeal_6_21_the_stolen_set_lies_on_top_of_the_attackers_collection():
    start = duel_table(sets={**SETS, 0: ["COIN-01 COIN-02", "PIGGY-01 PIGGY-02"]})
    _told, state = story(start, attack(), YIELD)
    assert [one.type for one in state.collections[0]] == ["COIN", "PIGGY", "STOCKS"]


def test_bigdeal_6_22_a_defended_set_stays_on_top_and_the_number_of_sets_too():
    start = duel_table()
    _told, state = story(start, attack(), defend(), STOP)
    assert [len(collection) for collection in state.collections] == [1, 2, 0, 1]


def test_bigdeal_6_23_a_set_may_grow_and_keeps_its_type():
    _told, state = story(duel_table(), attack("GOLD-01"), defend("SILVER-01"), STOP)
    assert (len(state.collections[1][-1].cards), state.collections[1][-1].type) == (4, "STOCKS")


@pytest.mark.rules("BIGDEAL-R.20")
def test_bigdeal_6_24_it_does_not_join_a_set_of_its_type_below():
    start = duel_table(sets={0: ["STOCKS-06 STOCKS-07"], 1: ["STOCKS-08 STOCKS-09", "STOCKS-01 STOCKS-02"]})
    _told, stolen = story(start, attack(), YIELD)
    assert [len(one.cards) for one in stolen.collections[0]] == [2, 3]
    _told, kept = story(start, attack(), defend(), STOP)
    assert [len(one.cards) for one in kept.collections[1]] == [2, 4]


def test_bigdeal_6_25_the_loser_may_attack_it_on_the_next_turn():
    start = duel_table(sets={**SETS, 1: ["CASH-01 CASH-02", "PIGGY-01 PIGGY-02", "STOCKS-01 STOCKS-02"]})
    told, _state = story(start, attack(), YIELD, attack("STOCKS-05", target=0, seat=1))
    assert told[-1].set_id == "S1-4"
    assert told[-1].target_seat == 0


def test_bigdeal_6_26_the_set_underneath_becomes_the_top_set():
    start = duel_table(sets={**SETS, 1: ["CASH-01 CASH-02", "PIGGY-01 PIGGY-02", "STOCKS-01 STOCKS-02"]})
    _told, state = story(start, attack(), YIELD)
    assert state.collections[1][-1].type == "PIGGY"


@pytest.mark.parametrize("ending", [[YIELD], [defend(), STOP]], ids=["won", "lost"])
def test_bigdeal_6_27_the_attack_was_the_action_of_the_turn(ending):
    told, state = story(duel_table(), attack(), *ending)
    assert told[-2:] == [
        TurnEnded(round=1, turn=1, seat=0, rule="BIGDEAL-3.7"),
        TurnStarted(round=1, turn=2, seat=1, rule="BIGDEAL-3.2"),
    ]
    assert GAME.rules.choices(state, 0) == []


@pytest.mark.parametrize("ending", [[YIELD], [defend("SILVER-01"), STOP]], ids=["won", "lost"])
@pytest.mark.rules("BIGDEAL-R.21", "BIGDEAL-8.5")
def test_bigdeal_6_28_the_attacker_refills_before_the_defender_whoever_won(ending):
    told, _state = story(duel_table(), attack(), defend(), go_on(), *ending)
    drawn = [(event.seat, event.reason, event.rule) for event in of_type(told, CardsDrawn)]
    assert drawn == [(0, "duel_attacker", "BIGDEAL-8.5"), (1, "duel_defender", "BIGDEAL-8.5")]


def test_bigdeal_6_28_a_defender_who_played_nothing_draws_nothing():
    told, _state = story(duel_table(), attack(), YIELD)
    assert [(event.seat, event.count) for event in of_type(told, CardsDrawn)] == [(0, 1)]


@pytest.mark.rules("BIGDEAL-R.22")
def test_bigdeal_6_29_jokers_come_first_each_group_as_it_arrived():
    start = duel_table(sets={**SETS, 1: ["CASH-01 CASH-02", "SILVER-05 STOCKS-01"]})
    _told, state = story(start, attack(), defend("SILVER-01"), go_on("GOLD-01"), defend("STOCKS-05"), STOP)
    assert state.collections[1][-1].cards == (
        "SILVER-05",
        "SILVER-01",
        "GOLD-01",
        "STOCKS-01",
        "STOCKS-03",
        "STOCKS-05",
    )


def test_a_third_player_goes_on_playing_after_the_duel():
    _told, state = story(
        duel_table(hands={**HANDS, 2: "AUTO-01"}), attack(), YIELD, DiscardCard(seat=1, card_id="YACHT-01")
    )
    assert GAME.rules.to_act(state) == (2,)
