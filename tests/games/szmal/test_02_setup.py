"""Section 2: setup."""

from __future__ import annotations

import pytest

from events.visibility import ARBITER, SPECTATOR, redact
from games.dice import Dice
from games.szmal import GAME
from games.szmal import events as e
from games.szmal.catalogue import BASE
from tests.games.szmal.tables import ORDER, started
from tests.spec import view_of


@pytest.mark.rules("SZMAL-R.3")
def test_szmal_2_1_two_to_five_people_play():
    assert (GAME.seats_min, GAME.seats_max) == (2, 5)


def test_szmal_2_3_all_cards_are_shuffled_together():
    orders = []
    for seed in (b"one", b"two", b"one"):
        shuffled = GAME.rules.setup(GAME.options(), 3, Dice(seed, 0))[1]
        assert isinstance(shuffled, e.DeckShuffled)
        assert sorted(shuffled.order) == list(BASE.numbers)
        orders.append(shuffled.order)
    assert orders[0] == orders[2] != orders[1]


@pytest.mark.rules("SZMAL-2.5", "SZMAL-R.41")
def test_szmal_2_4_everybody_is_dealt_twelve_cards_from_the_top():
    order = ORDER[::-1]
    story = started(3, order)
    dealt = story.of(e.PacketsDealt)[0]
    assert dealt.packets == (order[:12], order[12:24], order[24:36])
    assert story.state.draw_pile == order[36:]


def test_szmal_2_6_nobody_looks_into_a_packet_before_round_1():
    before_round_1 = [event for event in started().events if not isinstance(event, e.RoundStarted)][:3]
    assert [type(event) for event in before_round_1] == [e.MatchStarted, e.DeckShuffled, e.PacketsDealt]
    for viewer in (0, 1, 2, SPECTATOR):
        _, shuffled, dealt = (redact(event, viewer) for event in before_round_1)
        assert shuffled.order is None
        assert dealt.packets is None


@pytest.mark.parametrize(("seats", "left"), [(2, 56), (3, 44), (4, 32), (5, 20)])
def test_szmal_2_7_the_rest_is_the_draw_pile(seats, left):
    story = started(seats)
    assert story.of(e.PacketsDealt)[0].draw_pile_size == len(story.state.draw_pile) == left


def test_szmal_2_8_the_discard_pile_is_empty_and_open():
    assert started().state.discard == ()
    assert started().view(SPECTATOR)["discard_pile"] == []


def test_szmal_2_10_everybody_starts_with_nothing():
    state = started(4).state
    assert state.cash == (0, 0, 0, 0)
    assert state.hands == state.territories == ((), (), (), ())


def test_szmal_2_10_the_first_events_of_a_match():
    story = started(2)
    assert [type(event) for event in story.events] == [
        e.MatchStarted,
        e.DeckShuffled,
        e.PacketsDealt,
        e.RoundStarted,
        e.DecisionOpened,
    ]
    assert story.events[0] == e.MatchStarted(
        seats=2,
        catalogue=BASE.digest,
        packs=(),
        bank=1_340_000,
        markers=54,
        rule="SZMAL-2.1 SZMAL-2.10",
    )
    assert story.state.decision.id == 0
    assert view_of(GAME, story.state, ARBITER)["draw_pile"]["size"] == 56
