"""The invariants: they hold in whole matches, and each check finds what is broken."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import replace

from games.szmal import GAME
from games.szmal import events as e
from games.szmal.catalogue import BASE
from games.szmal.invariants import counted
from games.szmal.state import Gain, Pick, Score, State
from games.szmal.table import symbol_count
from tests.games.szmal.tables import committing, effect, started, table
from tests.games.szmal.whole import some_matches, whole_match

RULE = "SZMAL-I.1"
NOTHING = e.CardResolutionStarted(
    seat=0, card=1, origin="EXTRA", costs_ignored=False, requirements_ignored=False, rule=RULE
)


def broken(before: State, event: e.Event, after: State | None = None) -> set[str]:
    """By the event; without a state after it, whatever is wrong with the state alone too."""
    alone = counted(before) if after is None else ()
    return {sentence.split()[0] for sentence in (*GAME.rules.invariants(before, event, after or before), *alone)}


@pytest.fixture
def state() -> State:
    return table(plays={0: 8}, lay={0: [22, (9, 1)], 1: [(14, 2)]}, cash={0: 10_000, 1: 5_000}).state


def test_szmal_i_1_each_card_is_in_one_place(state):
    assert broken(state, NOTHING) == set()
    hands = list(state.hands)
    gone = replace(state, hands=(hands[0][1:], *hands[1:]))
    assert broken(gone, NOTHING) == broken(state, NOTHING, gone) == {"SZMAL-I.1"}
    twice = replace(state, discard=(*state.discard, hands[0][0]))
    assert broken(twice, NOTHING) == broken(state, NOTHING, twice) == {"SZMAL-I.1"}
    assert "SZMAL-I.1" in broken(state, e.RoundEnded(round=5, rule=RULE))  # card 8 still lies on the table
    used_up = replace(state, draw_pile=(), discard=state.discard + state.draw_pile)
    assert broken(used_up, NOTHING) == set()
    assert broken(replace(used_up, discard=used_up.discard[1:]), NOTHING) == {"SZMAL-I.1"}


def test_szmal_i_2_money_is_conserved(state):
    richer = replace(state, bank=state.bank + 5_000)
    assert broken(richer, NOTHING) == broken(state, NOTHING, richer) == {"SZMAL-I.2"}


def test_szmal_i_3_cash_is_a_whole_amount(state):
    less = replace(state, cash=(-5_000, *state.cash[1:]), bank=state.bank + 15_000)
    odd = replace(state, cash=(10_001, *state.cash[1:]), bank=state.bank - 1)
    assert broken(less, NOTHING) == broken(odd, NOTHING) == {"SZMAL-I.3"}
    assert broken(state, NOTHING, less) == broken(state, NOTHING, odd) == {"SZMAL-I.3"}


def test_szmal_i_4_markers_are_conserved_and_lie_on_properties(state):
    fewer = replace(state, pool=53)
    assert broken(fewer, NOTHING) == broken(state, NOTHING, fewer) == {"SZMAL-I.4"}
    gangster, property_ = state.territories[0]
    on_gangster = (replace(gangster, markers=1), replace(property_, markers=0))
    misplaced = replace(state, territories=(on_gangster, *state.territories[1:]))
    assert broken(misplaced, NOTHING) == broken(state, NOTHING, misplaced) == {"SZMAL-I.4"}


def test_szmal_i_5_packets_are_of_equal_size():
    story = started(2)
    passed = e.PacketsPassed(moves=(), rule=RULE)
    packets = (story.state.packets[0][1:], story.state.packets[1])
    smaller = replace(story.state, packets=packets, discard=story.state.packets[0][:1])
    assert broken(smaller, passed) == {"SZMAL-I.5"}
    drafted = e.CardDrafted(seat=1, packet=1, card=13, rule=RULE)
    assert broken(story.state, drafted) == {"SZMAL-I.5"}


def test_szmal_i_6_everybody_drafts_once_a_round():
    state = started(2).state
    again = e.RoundStarted(round=2, opened=((), ()), rule=RULE)
    assert broken(replace(state, round=1), again) == {"SZMAL-I.6"}
    ended = table(round_=12).state
    assert "SZMAL-I.6" in broken(replace(ended, packets=((5,),)), e.MatchEnded(winners=ended.winners, rule=RULE))
    for match in some_matches(6):
        drafted = Counter(event.seat for event in match.events if isinstance(event, e.CardDrafted))
        assert set(drafted.values()) == {12}


def test_szmal_i_7_every_reveal_shows_one_card_of_each(state):
    plays = (Pick(0, 8), Pick(0, 9), Pick(1, 14))
    assert "SZMAL-I.7" in broken(state, e.CardsRevealed(plays=plays, order=(0, 0, 1), rule=RULE))
    for match in some_matches(6):
        reveals = [event for event in match.events if isinstance(event, e.CardsRevealed)]
        assert len(reveals) == 10
        assert all(sorted(event.order) == list(range(match.seats)) for event in reveals)


def test_szmal_i_8_cards_are_carried_out_in_ascending_order(state):
    plays = (Pick(0, 9), Pick(1, 8), Pick(2, 14))
    assert broken(state, e.CardsRevealed(plays=plays, order=(0, 1, 2), rule=RULE)) == {"SZMAL-I.8"}
    highest = max(pick.card for pick in state.table)
    early = replace(NOTHING, card=highest, origin="MAIN")
    assert broken(state, early) == {"SZMAL-I.8"}
    for match in some_matches(6):
        latest = 0
        for event in match.events:
            if isinstance(event, e.RoundStarted):
                latest = 0
            if isinstance(event, e.CardResolutionStarted) and event.origin == "MAIN":
                assert event.card > latest
                latest = event.card


def test_szmal_i_9_there_is_exactly_one_decision(state):
    opened = e.DecisionOpened(decision_id=1, kind="PAY_COST", seats=(0,), card=8, stack=(), rule=RULE)
    assert broken(state, opened, state) == {"SZMAL-I.9"}
    for match in some_matches(6):
        folded = GAME.rules.initial
        for event in match.events:
            was_open, folded = folded.decision, GAME.evolve(folded, event)
            if isinstance(event, e.DecisionOpened):
                assert was_open is None
                assert GAME.rules.to_act(folded)
        assert folded.decision is None


def test_szmal_i_10_nobody_is_asked_without_a_choice():
    story = table(plays={0: 38}, lay={0: [8, 9]})
    asked = story.events[-1]
    one_left = replace(story.state, territories=(story.state.territories[0][:1], *story.state.territories[1:]))
    found = broken(replace(one_left, decision=None), asked, one_left)
    assert "SZMAL-I.10" in found


def test_szmal_i_11_each_turn_abilities_come_once_and_all_of_them():
    story = table(lay={0: [69, 6]})
    done = e.AbilityResolved(seat=0, card=69, had_effect=True, rule=RULE)
    assert broken(replace(story.state, used=(69,)), done) == {"SZMAL-I.11"}
    assert "SZMAL-I.11" in broken(story.state, e.RoundEnded(round=5, rule=RULE))


@pytest.mark.rules("SZMAL-I.14")
def test_szmal_i_12_kept_actions_and_effects_leave_in_time():
    kept = committing(lay={0: [78]}, kept={78: 5}, effects=[effect(1, 0, 78, 5)]).state
    assert broken(kept, e.RoundEnded(round=5, rule=RULE)) == {"SZMAL-I.12", "SZMAL-I.14"}
    late = committing(lay={0: [78]}, kept={78: 6}, effects=[effect(1, 0, 78, 6)]).state
    assert broken(late, e.RoundEnded(round=5, rule=RULE)) == set()
    far = e.LastingEffectCreated(
        effect=2, seat=0, cause=78, printed=78, clause=0, works_in_round=8, paid_markers=0, rule=RULE
    )
    assert broken(late, far) == {"SZMAL-I.14"}


def test_szmal_i_12_an_action_of_round_12_is_still_there_when_the_match_ends():
    story = table(round_=12, plays={0: 78})
    assert 78 in story.lying(0)


def test_szmal_i_13_symbols_are_those_printed_copied_and_lent():
    for match in some_matches(8):
        state = GAME.rules.initial
        for event in match.events:
            state = GAME.evolve(state, event)
            if not isinstance(event, e.DecisionOpened):
                continue
            for seat in range(state.seats):
                printed = Counter(
                    symbol
                    for place in state.territories[seat]
                    for symbol in BASE.cards[place.copied or place.card].symbols
                )
                there = {place.card for place in state.territories[seat]}
                for one in state.effects:
                    if (
                        one.number == 72
                        and one.works_in_round == state.round
                        and one.seat == seat
                        and one.card in there
                    ):
                        printed.update(["GUN", "KEY"])
                for symbol in ("BOTTLE", "HEART", "WRENCH", "GUN", "CAR", "KEY"):
                    assert symbol_count(state, seat, symbol) == printed[symbol]


def test_szmal_i_15_the_draw_pile_only_shrinks(state):
    grown = replace(state, draw_pile=(state.discard[:1] or (1,)) + state.draw_pile)
    assert "SZMAL-I.15" in broken(state, NOTHING, grown)
    turned = replace(state, draw_pile=state.draw_pile[::-1])
    assert broken(state, NOTHING, turned) == {"SZMAL-I.15"}


def test_szmal_i_16_a_card_thrown_away_has_caused_nothing():
    forbidden = (
        e.CashGained,
        e.CashLost,
        e.MarkersPlaced,
        e.MarkersRemoved,
        e.CardLost,
        e.CardEnteredTerritory,
    )
    thrown = 0
    for match in some_matches(12):
        for at, event in enumerate(match.events):
            if isinstance(event, e.PlayedCardDiscarded):
                began = max(
                    i
                    for i, earlier in enumerate(match.events[:at])
                    if isinstance(earlier, e.CardResolutionStarted) and earlier.card == event.card
                )
                assert not any(isinstance(between, forbidden) for between in match.events[began:at])
                thrown += 1
    assert thrown > 50


def test_szmal_i_17_gains_are_their_base_doubled(state):
    gain = e.CashGained(seat=0, gain=1, amount=20_000, base=10_000, doublings=0, cause=22, rule=RULE)
    assert broken(state, gain) == {"SZMAL-I.17"}
    assert broken(state, replace(gain, doublings=1)) == set()
    mirror = replace(gain, doublings=1, mirror_of=7)
    assert broken(state, mirror) == {"SZMAL-I.17"}
    assert broken(replace(state, mirrorable=Gain(7, 10_000)), mirror) == set()
    assert broken(replace(state, mirrorable=Gain(7, 15_000)), mirror) == {"SZMAL-I.17"}


def test_szmal_i_18_a_loss_is_what_was_demanded_or_all_there_was(state):
    loss = e.CashLost(seat=0, amount=10_000, demanded=25_000, cause=24, rule=RULE)
    assert broken(state, loss) == set()
    assert broken(state, replace(loss, amount=5_000)) == {"SZMAL-I.18"}
    assert broken(replace(state, cash=(0, 5_000, 0), bank=state.bank + 10_000), replace(loss, amount=0)) == {
        "SZMAL-I.18"
    }


def test_szmal_i_19_a_round_and_a_match_come_to_an_end(state):
    assert broken(state, e.RoundStarted(round=7, opened=(), rule=RULE)) >= {"SZMAL-I.19"}
    for match in some_matches(12):
        folded, limit, count = GAME.rules.initial, 0, 0
        for event in match.events:
            if isinstance(event, e.CardsRevealed):
                limit = sum(map(len, folded.hands)) + folded.seats + len(folded.draw_pile)
                count = 0
            limit += isinstance(event, e.CardReturnedToHand) or getattr(event, "to", "") == "HAND"
            count += isinstance(event, e.CardResolutionStarted)
            assert count <= limit
            folded = GAME.evolve(folded, event)
        assert match.state.round == 12
        assert match.state.winners


def test_szmal_i_20_the_winners_are_those_with_the_largest_worth():
    ended = table(round_=12).state
    scored = replace(ended, scores=(Score(0, 5_000, 0, 5_000), Score(1, 0, 0, 0), Score(2, 5_000, 0, 5_000)))
    right = e.MatchEnded(winners=(0, 2), rule=RULE)
    assert "SZMAL-I.20" not in broken(scored, right)
    for winners in ((), (0,), (1,), (0, 1, 2)):
        assert "SZMAL-I.20" in broken(scored, replace(right, winners=winners))


def test_szmal_i_21_the_same_events_fold_to_the_same_state():
    match = whole_match(5, seed=8)
    assert GAME.fold(GAME.rules.initial, match.events) == GAME.fold(GAME.rules.initial, match.events) == match.state
