"""The invariants: they hold over whole matches, and each of them notices when it is broken."""

from __future__ import annotations

from itertools import groupby

import msgspec
import pytest
from msgspec.structs import replace

from events.visibility import divide, unite
from games.big_deal import GAME, effects
from games.big_deal import events as e
from games.big_deal.catalogue import DECK
from games.big_deal.commands import AttackSet, ContinueAttack, DefendSet, DiscardCard, FormSetFromHand, YieldSet
from games.big_deal.invariants import cards_on_table
from games.big_deal.state import CardSet, State
from games.decider import Command, Event
from tests.games.big_deal.table import at, card_set, of_type, opened, order
from tests.spec import Given, ScriptedDice

SETS = {0: ["COIN-01 COIN-02"], 1: ["CASH-01 CASH-02", "STOCKS-01 STOCKS-02"]}
HANDS = {0: "STOCKS-03 STOCKS-04 HOME-01 HOME-02", 1: "STOCKS-05 SILVER-01 YACHT-01 YACHT-02"}


def moment(start: Given, command: Command, event_type: type[Event], dice=()) -> tuple[State, Event, State]:
    """The state before, the event and the state after, at the first event of this type."""
    state = start.state
    for event in GAME.decide(state, command, ScriptedDice(dice)):
        after = GAME.evolve(state, event)
        if isinstance(event, event_type):
            assert list(GAME.rules.invariants(state, event, after)) == []
            return state, event, after
        state = after
    raise AssertionError(f"no {event_type.__name__}")


def broken(before: State, event: Event, after: State) -> set[str]:
    return {sentence.split(":")[0] for sentence in GAME.rules.invariants(before, event, after)}


DISCARDING = (at(hands=HANDS, sets=SETS), DiscardCard(seat=0, card_id="HOME-01"))
LAYING = (at(hands=HANDS, sets=SETS), FormSetFromHand(seat=0, card_ids=("HOME-01", "HOME-02")))
ATTACKING = (at(hands=HANDS, sets=SETS), AttackSet(seat=0, target_seat=1, card_id="STOCKS-03"))
FIGHTING = at(
    hands={0: "STOCKS-04 HOME-01", 1: "YACHT-01 YACHT-02"}, sets=SETS, duel=(1, "STOCKS-03 STOCKS-06", "STOCKS-05")
)
YIELDING = (FIGHTING, YieldSet(seat=1))
ENDING = (
    at(hands={0: "COIN-05", 1: "CASH-05", 2: "BANK-05", 3: "AUTO-05"}, sets=SETS, pile=0),
    DiscardCard(seat=0, card_id="COIN-05"),
)
WINNING = (
    at(hands={0: "COIN-05", 1: "CASH-05", 2: "BANK-05", 3: "AUTO-05"}, sets=SETS, pile=0, totals=[0, 990_000, 0, 0]),
    DiscardCard(seat=0, card_id="COIN-05"),
)


def with_top(state: State, seat: int, top: CardSet) -> State:
    collection = (*state.collections[seat][:-1], top)
    return replace(state, collections=(*state.collections[:seat], collection, *state.collections[seat + 1 :]))


def test_bigdeal_i_1_no_card_is_lost_or_doubled():
    before, event, after = moment(*DISCARDING, e.CardDiscarded)
    assert "BIGDEAL-I.1" in broken(before, event, replace(after, discards=after.discards[1:]))
    assert "BIGDEAL-I.1" in broken(before, event, replace(after, pile=(after.pile[1], *after.pile[1:])))


def test_bigdeal_i_2_the_deck_keeps_its_value(played_match):
    for _before, _event, after in played_match.states[::11]:
        assert effects.value(cards_on_table(after)) == 1_360_000
    before, event, after = moment(*DISCARDING, e.CardDiscarded)
    poorer = replace(after, discards=tuple(card for card in after.discards if card != "GOLD-01"))
    assert "GOLD-01" in after.discards
    assert broken(before, event, poorer) == {"BIGDEAL-I.1", "BIGDEAL-I.2"}
    swapped = replace(after, discards=tuple("GOLD-02" if card == "GOLD-01" else card for card in after.discards))
    assert broken(before, event, swapped) == {"BIGDEAL-I.1"}


def test_bigdeal_i_3_exactly_one_seat_decides_or_the_match_is_over(played_match):
    for _before, _command, events in played_match.batches:
        after = GAME.fold(_before, events)
        assert len(GAME.rules.to_act(after)) == 1 or after.phase == "match_over"
    before, event, after = moment(*ATTACKING, e.AttackDeclared)
    assert "BIGDEAL-I.3" in broken(before, event, replace(after, duel=None))
    before, event, after = moment(*YIELDING, e.DuelResolved)
    assert "BIGDEAL-I.3" in broken(before, event, replace(after, duel=before.duel))


def test_bigdeal_i_4_hands_are_neither_too_large_nor_empty():
    before, event, after = moment(*DISCARDING, e.TurnStarted)
    large = (*after.hands[0], after.pile[0])
    assert "BIGDEAL-I.4" in broken(before, event, replace(after, hands=(large, *after.hands[1:]), pile=after.pile[1:]))
    emptied = replace(after, hands=((), *after.hands[1:]), pile=after.pile + after.hands[0])
    assert "BIGDEAL-I.4" in broken(before, event, emptied)


def test_bigdeal_i_5_hands_are_full_while_there_is_a_pile():
    before, event, after = moment(*DISCARDING, e.TurnStarted)
    short = replace(after, hands=(after.hands[0][1:], *after.hands[1:]), pile=(*after.pile, after.hands[0][0]))
    assert "BIGDEAL-I.5" in broken(before, event, short)


def test_bigdeal_i_6_sets_have_one_type_and_new_ones_two_cards():
    before, event, after = moment(*LAYING, e.SetFormed)
    wrong = CardSet("S1-4", "BANK", ("HOME-01", "HOME-02"))
    assert "BIGDEAL-I.6" in broken(before, event, with_top(after, 0, wrong))
    mixed = CardSet("S1-4", "HOME", ("HOME-01", "BANK-02"))
    assert "BIGDEAL-I.6" in broken(before, event, with_top(after, 0, mixed))
    assert "BIGDEAL-I.6" in broken(before, event, with_top(after, 0, CardSet("S1-4", "HOME", ("HOME-01",))))
    assert "BIGDEAL-I.6" in broken(before, replace(event, cards=("GOLD-01", "SILVER-01")), after)
    assert "BIGDEAL-I.6" in broken(before, replace(event, cards=("HOME-01", "HOME-02", "HOME-03")), after)


def test_bigdeal_i_7_the_bottom_set_stays():
    before, event, after = moment(*LAYING, e.SetFormed)
    turned = replace(after, collections=(after.collections[0][::-1], *after.collections[1:]))
    assert "BIGDEAL-I.7" in broken(before, event, turned)
    gone = replace(after, collections=((), *after.collections[1:]))
    assert "BIGDEAL-I.7" in broken(before, event, gone)
    grown = replace(after, collections=((card_set("S1-1", "COIN-01 COIN-02 COIN-03"),), *after.collections[1:]))
    assert "BIGDEAL-I.7" in broken(before, event, grown)


def test_bigdeal_i_8_only_a_stolen_top_set_leaves_a_collection():
    before, event, after = moment(*LAYING, e.SetFormed)
    lost = replace(after, collections=(after.collections[0], after.collections[1][:1], *after.collections[2:]))
    assert "BIGDEAL-I.8" in broken(before, event, lost)
    touched = (card_set("S1-2", "CASH-01 CASH-02 CASH-03"), after.collections[1][1])
    changed = replace(after, collections=(after.collections[0], touched, *after.collections[2:]))
    assert "BIGDEAL-I.8" in broken(before, event, changed)


def test_bigdeal_i_9_a_set_loses_no_card():
    before, event, after = moment(*YIELDING, e.DuelResolved)
    top = after.collections[0][-1]
    assert "BIGDEAL-I.9" in broken(before, event, with_top(after, 0, replace(top, cards=top.cards[1:])))


def test_bigdeal_i_10_only_forming_a_set_adds_one(played_match):
    for before, event, after in played_match.states:
        if not isinstance(event, (e.RoundStarted, e.MatchStarted)):
            grown = sum(map(len, after.collections)) - sum(map(len, before.collections))
            assert grown == isinstance(event, e.SetFormed)
    before, event, after = moment(*YIELDING, e.DuelResolved)
    doubled = replace(after, collections=(after.collections[0], before.collections[1], *after.collections[2:]))
    assert "BIGDEAL-I.10" in broken(before, event, doubled)


def test_bigdeal_i_11_attack_and_defence_alternate():
    before, event, after = moment(FIGHTING, YieldSet(seat=1), e.DefenceDeclined)
    assert "BIGDEAL-I.11" in broken(before, event, replace(after, phase="duel_attack"))
    before, event, after = moment(*YIELDING, e.DuelResolved)
    assert "BIGDEAL-I.11" in broken(before, replace(event, winner_seat=1), after)
    before, event, after = moment(*ATTACKING, e.AttackDeclared)
    assert "BIGDEAL-I.11" in broken(before, event, replace(after, hand_size=0))


def test_bigdeal_i_12_every_card_of_a_duel_matches():
    before, event, after = moment(*ATTACKING, e.AttackDeclared)
    stray = replace(after, duel=replace(after.duel, attack_cards=("HOME-01",)))
    assert "BIGDEAL-I.12" in broken(before, event, stray)
    elsewhere = replace(after, duel=replace(after.duel, set_id="S1-2"))
    assert "BIGDEAL-I.12" in broken(before, event, elsewhere)


def test_bigdeal_i_13_refills_are_exact_and_for_the_right_seats():
    before, event, after = moment(*DISCARDING, e.CardsDrawn)
    for wrong in (
        replace(event, count=0, cards=()),
        replace(event, cards=(before.pile[1],)),
        replace(event, reason="duel_defender"),
        replace(event, pile_left=7),
    ):
        assert "BIGDEAL-I.13" in broken(before, wrong, after)
    before, event, after = moment(*DISCARDING, e.CardDiscarded)
    early = e.CardsDrawn(seat=1, cards=(), count=0, pile_left=40, reason="duel_defender", rule="BIGDEAL-8.5")
    assert "BIGDEAL-I.13" in broken(after, early, after)


@pytest.mark.rules("BIGDEAL-I.4", "BIGDEAL-I.5")
def test_bigdeal_i_14_every_turn_uses_up_a_card(played_match):
    stock = turns = 0
    for _before, event, after in played_match.states:
        if isinstance(event, e.TurnStarted):
            left = len(after.pile) + sum(map(len, after.hands))
            assert left == 109 if event.turn == 1 else left < stock
            stock, turns = left, max(turns, event.turn)
    assert 20 < turns <= 109
    before, event, after = moment(*DISCARDING, e.TurnStarted)
    assert "BIGDEAL-I.14" in broken(before, replace(event, turn=70), after)
    assert "BIGDEAL-I.14" in broken(before, replace(event, turn=1), after)


def test_bigdeal_i_15_a_round_ends_exactly_when_pile_and_a_hand_are_empty():
    before, event, after = moment(*ENDING, e.RoundEnded, dice=[order()])
    assert "BIGDEAL-I.15" in broken(before, replace(event, out_seats=(1,)), after)
    assert "BIGDEAL-I.15" in broken(replace(before, pile=("HOME-01",)), event, after)
    start = e.TurnStarted(round=1, turn=2, seat=1, rule="BIGDEAL-3.2")
    assert "BIGDEAL-I.15" in broken(before, start, replace(before, phase="turn_action"))


def test_bigdeal_i_16_results_equal_the_collections(played_match):
    totals = (0,) * played_match.match.seats
    for scored in of_type(played_match.match.events, e.RoundScored):
        assert sum(scored.round_totals) <= 1_360_000
        assert all(result % 5_000 == 0 and (result == 0 or result >= 10_000) for result in scored.round_totals)
        assert all(new >= old for new, old in zip(scored.match_totals, totals))
        totals = scored.match_totals
    before, event, after = moment(*ENDING, e.RoundScored, dice=[order()])
    assert "BIGDEAL-I.16" in broken(before, replace(event, round_totals=(5_000, 0, 0, 0)), after)
    assert "BIGDEAL-I.16" in broken(before, event, replace(after, totals=(0, 0, 0, 0)))
    tiny = replace(before, collections=((CardSet("S1-1", "COIN", ("COIN-01",)),), (), (), ()))
    assert "BIGDEAL-I.16" in broken(tiny, event, after)


def test_bigdeal_i_17_the_match_ends_exactly_at_the_target():
    before, event, after = moment(*WINNING, e.MatchEnded)
    assert "BIGDEAL-I.17" in broken(before, replace(event, winner_seats=(0, 1)), after)
    assert "BIGDEAL-I.17" in broken(replace(before, totals=(0, 0, 0, 0)), event, after)
    before, event, after = moment(*ENDING, e.RoundStarted, dice=[order()])
    assert "BIGDEAL-I.17" in broken(replace(before, totals=(1_000_000, 0, 0, 0)), event, after)


def test_bigdeal_i_18_dealer_start_and_turns_rotate(played_match):
    first, seats = played_match.match.events[0].first_dealer_seat, played_match.match.seats
    for event in played_match.match.events:
        if isinstance(event, e.RoundStarted):
            assert event.dealer_seat == (first + event.round - 1) % seats
            assert event.starting_seat == (first + event.round) % seats
        if isinstance(event, e.TurnStarted):
            assert event.seat == (first + event.round + event.turn - 1) % seats
    before, event, after = moment(*ENDING, e.RoundStarted, dice=[order()])
    assert "BIGDEAL-I.18" in broken(before, replace(event, dealer_seat=2), after)
    assert "BIGDEAL-I.18" in broken(before, replace(event, starting_seat=3), after)
    before, event, after = moment(*DISCARDING, e.TurnStarted)
    assert "BIGDEAL-I.18" in broken(before, replace(event, seat=2), after)
    assert "BIGDEAL-I.18" in broken(before, replace(event, turn=3), after)


def test_bigdeal_i_19_the_starter_is_an_object_and_each_rejected_one_brings_a_reshuffle(played_match):
    setups = [
        event for event in played_match.match.events if isinstance(event, (e.StarterRevealed, e.PickUpPileReshuffled))
    ]
    for _round, events in groupby(setups, key=lambda event: event.round):
        *earlier, last = list(events)
        assert last.accepted
        assert effects.starts(last.card)
        rejected = [event for event in earlier if isinstance(event, e.StarterRevealed)]
        assert not any(event.accepted for event in rejected)
        assert len(of_type(earlier, e.PickUpPileReshuffled)) == len(rejected)
    state = GAME.rules.initial
    for event in opened(2, order()):
        after = GAME.evolve(state, event)
        if isinstance(event, e.StarterRevealed):
            assert "BIGDEAL-I.19" in broken(state, replace(event, accepted=False), after)
            assert "BIGDEAL-I.19" in broken(state, replace(event, card=state.pile[1]), after)
        if isinstance(event, e.TurnStarted):
            assert "BIGDEAL-I.19" in broken(state, event, replace(after, discards=("GOLD-01",)))
        state = after


def test_bigdeal_i_20_the_record_alone_gives_the_same_state(played_match):
    copies = []
    for event in played_match.match.events:
        public, secret = msgspec.json.decode(msgspec.json.encode(divide(event)))
        copies.append(msgspec.convert(unite(type(event), public, secret), type(event)))
    assert GAME.fold(GAME.rules.initial, copies) == played_match.match.state


def test_every_invariant_holds_from_the_first_to_the_last_event(played_match):
    for before, event, after in played_match.states:
        assert list(GAME.rules.invariants(before, event, after)) == []
    assert sorted(cards_on_table(played_match.match.state)) == sorted(DECK)


def test_a_long_duel_breaks_nothing():
    before, event, after = moment(
        at(
            hands={0: "STOCKS-04", 1: "GOLD-01"},
            sets=SETS,
            duel=(1, "STOCKS-03 STOCKS-06 STOCKS-07", "STOCKS-05 STOCKS-08 STOCKS-09"),
        ),
        ContinueAttack(seat=0, card_id="STOCKS-04"),
        e.AttackContinued,
    )
    assert broken(before, event, after) == set()
    told = GAME.decide(after, DefendSet(seat=1, card_id="GOLD-01"), ScriptedDice())
    assert of_type(told, e.DuelResolved)[0].ended_by == "attacker_out_of_cards"
