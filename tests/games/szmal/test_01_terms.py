"""Section 1: terms and components."""

from __future__ import annotations

from collections import Counter

import pytest

from games.catalogue import BadCatalogue
from games.szmal import commands as c
from games.szmal import events as e
from games.szmal.catalogue import BASE, BASE_ROWS, BOX, Row, build
from games.szmal.table import are_adjacent, left_of, opponents
from tests.games.szmal.tables import effect, started, table


@pytest.mark.rules("SZMAL-R.4")
def test_szmal_1_1_the_deck_has_30_actions_25_gangsters_and_25_properties():
    assert Counter(card.type for card in BASE.cards.values()) == {"ACTION": 30, "GANGSTER": 25, "PROPERTY": 25}
    assert len(BASE.cards) == 80


def test_szmal_1_2_numbers_run_from_1_to_80_and_none_occurs_twice():
    assert BASE.numbers == tuple(range(1, 81))
    with pytest.raises(BadCatalogue, match=r"card '7': the number stands there twice"):
        build([*BASE_ROWS, Row(id=7, name="Another seven", type="ACTION")])


def test_szmal_1_2_a_number_that_is_not_in_the_deck_is_malformed():
    for number in (-1, 0, 81, 1000, 10**9):
        started().refuses(c.DraftCard, 0, "malformed", "SZMAL-1.2", card=number)


def test_szmal_1_3_the_bank_opens_with_1340000():
    assert [(note.value, note.count) for note in BOX.notes] == [(5_000, 29), (10_000, 32), (25_000, 13), (50_000, 11)]
    assert started().state.bank == 1_340_000


def test_szmal_1_4_the_pool_opens_with_54_markers():
    assert started().state.pool == 54


def test_szmal_1_5_amounts_are_multiples_of_5000():
    for text in ("GAIN(ME, 12500)", "LOSE_CASH(ME, 1 * SYM(GUN))", "GAIN(ME, 5000 + SYM(GUN))"):
        with pytest.raises(BadCatalogue, match=r"card '90': .* is not a multiple of \$5,000"):
            build([*BASE_ROWS, Row(id=90, name="Odd", type="ACTION", abilities=(f"ONCE ON_PLAY: {text}",))])
    with pytest.raises(BadCatalogue, match="there is no Cost"):
        build([*BASE_ROWS, Row(id=90, name="Odd", type="ACTION", cost="CASH(2500)")])


@pytest.mark.rules("SZMAL-1.7", "SZMAL-1.8", "SZMAL-R.1")
def test_szmal_1_6_each_kind_of_symbol_belongs_to_one_type_of_card():
    shown = {(card.type, symbol) for card in BASE.cards.values() for symbol in card.symbols}
    resources = {("PROPERTY", symbol) for symbol in ("BOTTLE", "HEART", "WRENCH")}
    assert shown == resources | {("GANGSTER", symbol) for symbol in ("GUN", "CAR", "KEY")}
    for type_, symbol in (("PROPERTY", "GUN"), ("GANGSTER", "HEART"), ("ACTION", "KEY")):
        with pytest.raises(BadCatalogue, match=f"card '90': {symbol} is not printed on cards of type {type_}"):
            build([*BASE_ROWS, Row(id=90, name="Odd", type=type_, symbols=(symbol,))])


def test_szmal_1_9_played_cards_lie_in_the_territory_for_all_to_see():
    story = table(plays={0: 22})
    for viewer in (0, 1, "spectator"):
        assert [place["card"] for place in story.view(viewer)["seats"][0]["territory"]] == [22]


@pytest.mark.rules("SZMAL-1.13")
def test_szmal_1_11_seats_run_clockwise():
    state = started(4).state
    assert [left_of(state, seat) for seat in range(4)] == [1, 2, 3, 0]
    assert opponents(state, 2) == (3, 0, 1)


@pytest.mark.rules("SZMAL-R.40")
def test_szmal_1_12_the_neighbours_are_adjacent():
    four, two = started(4).state, started(2).state
    assert [seat for seat in range(4) if are_adjacent(four, 0, seat)] == [1, 3]
    assert [seat for seat in range(2) if are_adjacent(two, 0, seat)] == [1]


def test_szmal_1_12_of_two_players_each_is_adjacent_once():
    story = table(seats=2, plays={0: 2, 1: 60}, lay={1: [8]})
    assert story.gains() == [(0, 10_000), (0, 10_000), (1, 5_000)]


@pytest.mark.rules("SZMAL-1.15")
def test_szmal_1_14_gains_come_from_the_bank_and_losses_go_there():
    story = table(plays={0: 22, 1: 76}, cash={0: 5_000, 2: 20_000})
    assert story.state.cash == (5_000, 0, 10_000)  # seat 1, who caused the losses, has nothing of them
    assert story.state.bank == 1_340_000 - 15_000


@pytest.mark.rules("SZMAL-R.12")
def test_szmal_1_16_a_card_that_is_thrown_away_was_not_played():
    watching = [effect(1, 1, 3, 5, clause=1)]
    assert table(plays={0: 42}, effects=watching).gains() == []
    assert table(plays={0: 42}, lay={0: [22, 23]}, effects=watching).gains() == [(1, 10_000)]


@pytest.mark.rules("SZMAL-R.20")
def test_szmal_1_17_a_card_given_up_taken_back_or_removed_is_lost():
    given_up = table(plays={0: 35}, lay={0: [62, 45]}).does(c.PayCost, 0, option="GANGSTER", card=62)
    assert given_up.of(e.CardLost)[0].to == "DISCARD"
    assert given_up.markers(45) == 2
    taken_back = table(plays={0: 41}, lay={0: [8, 45]}).does(c.PayCost, 0, option="PROPERTY", card=8)
    assert taken_back.of(e.CardLost)[0].to == "HAND"
    assert taken_back.markers(45) == 2
    removed = table(lay={0: [22, 45]}, effects=[effect(1, 1, 73, 5, clause=1)])
    assert removed.of(e.CardLost)[0].reason == "EFFECT"
    assert removed.markers(45) == 2


def test_szmal_1_18_an_action_that_leaves_is_not_lost():
    story = table(plays={0: 60}, lay={0: [45, 78]}, kept={78: 5})
    assert [event.card for event in story.of(e.ActionDiscarded)] == [60, 78]
    assert story.markers(45) == 0
