"""Sections 16 and 17: supply of money and markers, and what does not exist."""

from __future__ import annotations

import pytest

from games.szmal import GAME
from games.szmal import commands as c
from games.szmal import events as e
from tests.games.szmal.tables import effect, table
from tests.games.szmal.whole import whole_match
from tests.spec import view_of


@pytest.mark.rules("SZMAL-16.3", "SZMAL-R.6")
def test_szmal_16_1_a_gain_is_paid_in_full_from_an_empty_bank():
    story = table(plays={0: 22}, cash={1: 1_335_000})
    assert story.gains() == [(0, 10_000)]
    assert story.state.bank == -5_000 == 1_340_000 - sum(story.state.cash)


@pytest.mark.rules("SZMAL-16.3", "SZMAL-R.6")
def test_szmal_16_2_markers_are_placed_in_full_from_an_empty_pool():
    story = table(plays={0: 38}, lay={0: [8], 1: [(9, 53)]})
    assert story.markers(8) == 2
    assert story.state.pool == -1 == 54 - 2 - 53


@pytest.mark.rules("SZMAL-D.11")
def test_szmal_16_4_falling_below_zero_is_recorded_once_right_after_its_cause():
    story = table(plays={0: 22, 1: 23}, cash={2: 1_335_000}, effects=[effect(1, 2, 1, 5)])
    bank = story.of(e.CashGained, e.SupplyOverdrawn)
    assert [type(event) for event in bank] == [e.CashGained, e.SupplyOverdrawn, e.CashGained, e.CashGained]
    assert bank[1] == e.SupplyOverdrawn(kind="CASH", balance=-5_000, rule="SZMAL-16.4")
    assert bank[2].mirror_of == bank[0].gain  # the mirror follows the overdraft of the gain it mirrors
    markers = table(plays={0: 38, 1: 15}, lay={0: [8], 2: [(9, 54)]})
    assert [event.kind for event in markers.of(e.SupplyOverdrawn)] == ["MARKERS"]
    assert table(plays={0: 22}, cash={1: 1_330_000}).of(e.SupplyOverdrawn) == []  # down to 0 is not below


def test_szmal_17_1_nobody_drops_out():
    match = whole_match(4, seed=5)
    for round_ in range(3, 13):
        revealed = [event for event in match.events if isinstance(event, e.CardsRevealed)][round_ - 3]
        assert sorted(revealed.order) == [0, 1, 2, 3]


@pytest.mark.rules("SZMAL-R.14", "SZMAL-R.15", "SZMAL-V.7")
def test_szmal_17_3_cash_markers_territories_and_discards_are_open():
    story = table(
        plays={0: 27, 1: 78}, hands={0: [2]}, lay={1: [(8, 2), 54]}, copied={54: 22}, cash={1: 15_000}, bare=[0]
    )
    story.does(c.PayCost, 0, option="HAND", card=2)
    for viewer in (0, 2, "spectator"):
        seen = view_of(GAME, story.state, viewer)
        assert 2 in [card["card"] for card in seen["discard_pile"]]
        assert (seen["bank"], seen["marker_pool"]) == (1_340_000 - 45_000, 52)
        one = seen["seats"][1]
        assert (one["cash"], one["markers"]) == (15_000, 2)
        assert [place["card"] for place in one["territory"]] == [8, 54, 78]
        assert one["territory"][1]["copy_of"]["card"] == 22
        assert one["territory"][2]["kept_until_round"] == 6
        assert [made["works_in_round"] for made in seen["effects"]] == [6]
