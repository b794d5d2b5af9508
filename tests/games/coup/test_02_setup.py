"""Setup."""

import random
from collections import Counter

import msgspec
import pytest

from events.visibility import ARBITER, SPECTATOR
from games.coup import GAME
from games.coup.catalogue import DECK
from games.coup.events import CardsDealt, DeckShuffled, FirstPlayerChosen, MatchStarted, TurnStarted
from games.coup.setup import CoupOptions
from games.decider import IllegalMove
from games.dice import Dice
from tests.games.coup.policy import policy
from tests.play import Match, moves
from tests.spec import ScriptedDice, view_of

ORDER = (
    "eu", "russia", "media", "police", "protest",
    "russia", "eu", "eu", "media", "media",
    "police", "police", "protest", "protest", "russia",
)  # fmt: skip


def opened(seats, order=ORDER, **options):
    return GAME.rules.setup(CoupOptions(first_seat=0, **options), seats, ScriptedDice([order], serial=0))


def state_after(seats, **options):
    events = GAME.rules.setup(CoupOptions(**options), seats, Dice(b"setup", 0))
    return GAME.fold(GAME.rules.initial, events)


def test_coup_2_1_two_to_six_play():
    assert (GAME.seats_min, GAME.seats_max) == (2, 6)
    for seats in range(2, 7):
        assert len(state_after(seats).live) == seats


@pytest.mark.parametrize(("module", "other"), [("media", "un"), ("un", "media")])
def test_coup_2_2_one_of_the_two_modules_is_played_with(module, other):
    kinds = Counter(DECK[module])
    assert kinds[module] == 3
    assert other not in kinds
    assert len(kinds) == 5


@pytest.mark.parametrize(("module", "other"), [("media", "un"), ("un", "media")])
def test_coup_2_3_the_other_module_stays_in_the_box(module, other):
    state = state_after(4, module=module)
    cards = [*state.deck, *(kind for hand in state.hands for kind in hand)]
    assert other not in cards
    assert view_of(GAME, state, SPECTATOR)["boxed"]["kind"] == other


def test_coup_2_4_the_module_is_media_unless_said_otherwise():
    assert state_after(3).module == "media"
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"module": "eu"}, CoupOptions)


@pytest.mark.rules("COUP-2.6", "COUP-2.9", "COUP-15.1")
def test_coup_2_5_fifteen_cards_are_shuffled_and_dealt_in_two_rounds():
    assert opened(3) == [
        MatchStarted(
            seats=3,
            module="media",
            boxed_kind="un",
            starting_money=2,
            reaction_timeout_s=None,
            rule="COUP-2.2 COUP-2.3 COUP-2.9",
        ),
        FirstPlayerChosen(seat=0, method="given", rule="COUP-2.11"),
        DeckShuffled(reason="setup", size=15, order=ORDER, rule="COUP-2.5"),
        CardsDealt(seat=0, count=2, kinds=("eu", "police"), rule="COUP-2.6"),
        CardsDealt(seat=1, count=2, kinds=("russia", "protest"), rule="COUP-2.6"),
        CardsDealt(seat=2, count=2, kinds=("media", "russia"), rule="COUP-2.6"),
        TurnStarted(turn=1, seat=0, must_scandal=False, decision_id=0, rule="COUP-3.1"),
    ]


@pytest.mark.parametrize("seats", range(2, 7))
def test_coup_2_6_everybody_has_two_hidden_cards_and_the_deck_keeps_its_order(seats):
    state = GAME.fold(GAME.rules.initial, opened(seats))
    assert state.hands == tuple((ORDER[seat], ORDER[seats + seat]) for seat in range(seats))
    assert state.hidden == ((0, 1),) * seats
    assert state.deck == ORDER[2 * seats :]


def test_coup_2_7_players_see_their_own_hidden_cards_at_any_time_and_nobody_elses():
    match = Match(GAME, CoupOptions(), 3, seed=27)
    match.start()
    for _ in moves(match, random.Random(27), policy):
        for viewer in range(3):
            for shown in view_of(GAME, match.state, viewer)["seats"]:
                hidden = [card["card"] for card in shown["cards"] if not card["is_lost"]]
                assert all((card is not None) == (shown["seat"] == viewer) for card in hidden)


@pytest.mark.parametrize(("seats", "size"), [(2, 11), (3, 9), (4, 7), (5, 5), (6, 3)])
def test_coup_2_8_the_rest_is_the_deck(seats, size):
    state = state_after(seats)
    assert len(state.deck) == size
    assert view_of(GAME, state, 0)["deck"] == {"size": size, "order": None}


def test_coup_2_9_everybody_begins_with_2m():
    assert state_after(5).money == (2, 2, 2, 2, 2)


def test_coup_2_11_the_first_player_is_given():
    assert GAME.rules.to_act(state_after(4, first_seat=2)) == (2,)


def test_coup_2_11_or_drawn_with_equal_chances():
    first = Counter(
        GAME.rules.setup(CoupOptions(), 3, Dice(str(seed).encode(), 0))[1].seat  # type: ignore[attr-defined]
        for seed in range(3000)
    )
    assert sorted(first) == [0, 1, 2]
    assert all(900 < count < 1100 for count in first.values())


def test_coup_2_11_the_draw_is_recorded():
    events = GAME.rules.setup(CoupOptions(), 3, ScriptedDice([1, ORDER], serial=0))
    assert events[1] == FirstPlayerChosen(seat=1, method="random", rule="COUP-2.11")
    assert events[-1] == TurnStarted(turn=1, seat=1, must_scandal=False, decision_id=0, rule="COUP-3.1")


@pytest.mark.parametrize("first_seat", [3, 5, -1])
def test_coup_2_11_a_first_player_without_a_seat_is_refused(first_seat):
    with pytest.raises(IllegalMove) as refusal:
        GAME.rules.setup(CoupOptions(first_seat=first_seat), 3, Dice(b"", 0))
    assert (refusal.value.rule, refusal.value.code) == ("COUP-2.11", "bad_parameters")
    assert refusal.value.facts == {"parameter": "first_seat", "seats": 3}


@pytest.mark.parametrize(
    "options", [{"reaction_timeout_s": 0}, {"reaction_timeout_s": -5}, {"first_seat": 6}, {"first_seat": -1}, {"x": 1}]
)
def test_options_out_of_range_are_refused_by_their_types(options):
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(options, CoupOptions)


def test_coup_2_12_two_players_set_up_like_any_others():
    state = state_after(2)
    assert (state.money, state.hidden, len(state.deck)) == ((2, 2), ((0, 1), (0, 1)), 11)


def test_the_catalogue_is_the_same_for_every_match_and_named_by_its_digest():
    assert GAME.catalogue(CoupOptions(module="un")) == GAME.catalogue(CoupOptions())
    assert len(GAME.catalogue_digest(CoupOptions())) == 64
    assert view_of(GAME, state_after(2), ARBITER)["deck"]["order"] is not None
