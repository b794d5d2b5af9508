"""Section 2 of the rulebook: setting up a round."""

from __future__ import annotations

import msgspec
import pytest

from events.visibility import ARBITER, SPECTATOR, redact
from games.big_deal import GAME
from games.big_deal.catalogue import DECK
from games.big_deal.commands import DiscardCard
from games.big_deal.events import (
    DeckShuffled,
    HandDealt,
    MatchStarted,
    PickUpPileReshuffled,
    RoundStarted,
    StarterRevealed,
    TurnStarted,
)
from games.big_deal.setup import BigDealOptions
from games.decider import IllegalMove
from games.dice import Dice
from tests.games.big_deal.table import at, of_type, opened, order, story
from tests.spec import ScriptedDice, view_of

PILE_AFTER_SETUP = {2: 99, 3: 94, 4: 93, 5: 89, 6: 85}
HAND_SIZE = {2: 5, 3: 5, 4: 4, 5: 4, 6: 4}


def test_bigdeal_2_1_without_a_named_dealer_the_last_seat_deals_and_seat_0_begins():
    events = opened(4, order())
    assert events[0].first_dealer_seat == 3
    assert events[1] == RoundStarted(round=1, dealer_seat=3, starting_seat=0, rule="BIGDEAL-2.1")


@pytest.mark.parametrize("dealer", range(6))
@pytest.mark.rules("BIGDEAL-R.3", "BIGDEAL-3.1")
def test_bigdeal_2_1_the_named_dealer_deals_and_the_seat_to_the_left_begins(dealer):
    events = opened(6, order(), first_dealer_seat=dealer)
    starting = (dealer + 1) % 6
    assert events[1] == RoundStarted(round=1, dealer_seat=dealer, starting_seat=starting, rule="BIGDEAL-2.1")
    assert events[-1] == TurnStarted(round=1, turn=1, seat=starting, rule="BIGDEAL-3.1")


def test_bigdeal_2_1_a_dealer_without_a_seat_is_refused():
    with pytest.raises(IllegalMove) as refusal:
        GAME.rules.setup(BigDealOptions(first_dealer_seat=3), 3, ScriptedDice())
    assert (refusal.value.rule, refusal.value.code) == ("BIGDEAL-2.1", "bad_parameters")


@pytest.mark.parametrize("options", [{"first_dealer_seat": 6}, {"first_dealer_seat": -1}, {"target": 5}])
def test_bigdeal_2_1_options_are_checked(options):
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(options, BigDealOptions)


def test_bigdeal_2_2_all_cards_are_shuffled_evenly_from_the_match_seed():
    first, again = (GAME.rules.setup(BigDealOptions(), 3, Dice(b"seed", 0)) for _ in range(2))
    other = GAME.rules.setup(BigDealOptions(), 3, Dice(b"another", 0))
    assert first == again != other
    (shuffled,) = of_type(first, DeckShuffled)
    assert sorted(shuffled.order) == sorted(DECK)
    assert shuffled.order != DECK


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
@pytest.mark.rules("BIGDEAL-2.4", "BIGDEAL-2.11", "BIGDEAL-2.12")
def test_bigdeal_2_3_hands_and_piles_after_the_setup(seats):
    events = opened(seats, order())
    state = GAME.fold(GAME.rules.initial, events)
    assert events[0] == MatchStarted(
        seats=seats,
        hand_size=HAND_SIZE[seats],
        first_dealer_seat=seats - 1,
        target=1_000_000,
        ruleset=1,
        rule="BIGDEAL-1.2 BIGDEAL-2.3",
    )
    assert [len(hand) for hand in state.hands] == [HAND_SIZE[seats]] * seats
    assert len(state.pile) == PILE_AFTER_SETUP[seats]
    assert len(state.discards) == 1
    assert state.collections == ((),) * seats
    assert state.totals == (0,) * seats
    assert state.phase == "turn_action"


@pytest.mark.rules("BIGDEAL-R.4")
def test_bigdeal_2_4_cards_go_round_singly_from_the_left_of_the_dealer():
    dealt = [f"{title}-01" for title in ["HOME", "YACHT", "AUTO", "JEWELS", "BANK", "STOCKS", "COIN", "CASH"]]
    dealt += [f"{title}-02" for title in ["HOME", "YACHT", "AUTO", "JEWELS", "BANK", "STOCKS", "COIN"]]
    events = opened(3, order(*dealt), first_dealer_seat=0)
    assert of_type(events, HandDealt) == [
        HandDealt(round=1, seat=seat, cards=tuple(dealt[place::3]), count=5, rule="BIGDEAL-2.4")
        for place, seat in enumerate([1, 2, 0])
    ]


def test_bigdeal_2_4_the_events_of_a_setup_stand_in_order():
    kinds = [type(event) for event in opened(2, order())]
    assert kinds == [MatchStarted, RoundStarted, DeckShuffled, HandDealt, HandDealt, StarterRevealed, TurnStarted]


def test_bigdeal_2_5_a_dealt_hand_is_for_its_owner():
    for dealt in of_type(opened(3, order()), HandDealt):
        for viewer in (0, 1, 2, SPECTATOR, ARBITER):
            seen = redact(dealt, viewer)
            assert seen.count == 5
            assert (seen.cards is not None) == (viewer in (dealt.seat, ARBITER))


def test_bigdeal_2_6_the_rest_is_the_pile_and_lies_face_down():
    state = GAME.fold(GAME.rules.initial, opened(4, order()))
    assert state.pile == order()[17:]
    for viewer in (0, 1, 2, 3, SPECTATOR):
        shown = view_of(GAME, state, viewer)["pick_up_pile"]
        assert shown == {"count": 93, "cards": None, "returned_jokers": []}


def test_bigdeal_2_7_the_top_card_of_the_pile_starts_the_discard_pile():
    top = order()[8 * 2]  # four hands of four have gone
    events = opened(4, order())
    assert of_type(events, StarterRevealed) == [
        StarterRevealed(round=1, attempt=1, card=top, accepted=True, rule="BIGDEAL-2.7")
    ]
    assert GAME.fold(GAME.rules.initial, events).discards == (top,)


def joker_first(*jokers: str) -> tuple[str, ...]:
    """A deck for two players with a joker on top after the deal."""
    return (*order(*DECK[20:30])[:10], *order(*DECK[20:30], *jokers)[10:])


@pytest.mark.rules("BIGDEAL-2.10", "BIGDEAL-R.6")
def test_bigdeal_2_8_a_joker_goes_back_and_the_pile_alone_is_shuffled():
    first = joker_first("GOLD-02")
    pile = first[10:]
    again = (*pile[1:40], pile[0], *pile[40:])
    events = opened(2, first, again)
    assert events[5:8] == [
        StarterRevealed(round=1, attempt=1, card="GOLD-02", accepted=False, rule="BIGDEAL-2.7 BIGDEAL-2.8"),
        PickUpPileReshuffled(round=1, attempt=1, order=again, rule="BIGDEAL-2.8"),
        StarterRevealed(round=1, attempt=2, card=pile[1], accepted=True, rule="BIGDEAL-2.7"),
    ]
    state = GAME.fold(GAME.rules.initial, events)
    assert state.hands == (first[0:10:2], first[1:10:2])
    assert (len(state.pile), len(state.discards)) == (99, 1)
    assert "GOLD-02" in state.pile


def test_bigdeal_2_9_the_same_joker_may_turn_up_again_and_again():
    first = joker_first("SILVER-01", "GOLD-04")
    pile = first[10:]
    gold_first = ("GOLD-04", "SILVER-01", *pile[2:])
    object_first = (*pile[2:], "SILVER-01", "GOLD-04")
    events = opened(2, first, pile, gold_first, object_first)
    turned = [(event.attempt, event.card, event.accepted) for event in of_type(events, StarterRevealed)]
    assert turned == [
        (1, "SILVER-01", False),
        (2, "SILVER-01", False),
        (3, "GOLD-04", False),
        (4, pile[2], True),
    ]
    assert [event.attempt for event in of_type(events, PickUpPileReshuffled)] == [1, 2, 3]
    state = GAME.fold(GAME.rules.initial, events)
    assert view_of(GAME, state, SPECTATOR)["pick_up_pile"]["returned_jokers"] == ["SILVER-01", "GOLD-04"]


def test_bigdeal_2_12_totals_are_kept_and_collections_emptied_between_rounds():
    start = at(2, hands={0: "COIN-01", 1: "CASH-01"}, sets={0: ["GOLD-01 HOME-01"]}, pile=0, totals=[20_000, 5_000])
    _told, state = story(start, DiscardCard(seat=0, card_id="COIN-01"), dice=[order()])
    assert state.totals == (90_000, 5_000)
    assert state.collections == ((), ())


@pytest.mark.rules("BIGDEAL-7.2", "BIGDEAL-R.13")
def test_bigdeal_2_13_a_joker_that_a_player_discards_stays():
    _told, state = story(at(hands={0: "GOLD-01"}), DiscardCard(seat=0, card_id="GOLD-01"))
    assert state.discards[-1] == "GOLD-01"
