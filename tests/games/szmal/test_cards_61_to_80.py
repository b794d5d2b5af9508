"""Cards 61 to 80: each one played, and its condition both ways."""

from __future__ import annotations

import pytest

from games.szmal import commands as c
from games.szmal import events as e
from tests.games.szmal.tables import effect, table


def test_szmal_card_61_pays_for_other_gangsters():
    story = table(plays={0: 61}, lay={0: [71]}, hands={0: [22]})
    assert (story.gains(), story.symbols(0)["KEY"]) == ([], 2)
    assert story.next_round({0: 22}).gains() == [(0, 15_000), (0, 10_000)]
    for lying in ([22], [64]):
        assert table(plays={0: 61}, lay={0: lying}).thrown_away()[61] == "REQUIREMENT_UNMET"


def test_szmal_card_62_pays_when_it_is_lost():
    story = table(plays={0: 62}, hands={0: [35]}).next_round({0: 35})
    story.does(c.PayCost, 0, option="GANGSTER", card=62)
    assert story.gains() == [(0, 20_000), (0, 25_000)]
    other = table(plays={0: 35}, lay={0: [62, 22]}).does(c.PayCost, 0, option="GANGSTER", card=22)
    assert other.gains() == [(0, 25_000)]


@pytest.mark.rules("SZMAL-E.9", "SZMAL-E.25")
def test_szmal_card_63_lets_costs_be_ignored_in_the_next_round():
    story = table(plays={0: 63}, hands={0: [18, 9]})
    story.next_round({0: 18})
    assert (18 in story.lying(0), story.of(e.CostPaid)) == (True, [])
    same_round = table(plays={0: 63}, effects=[effect(1, 0, 67, 5)], hands={0: [18]}, bare=[0])
    assert same_round.thrown_away()[18] == "COST_UNPAYABLE"


def test_szmal_card_64_lets_requirements_be_ignored_in_the_next_round():
    story = table(plays={0: 64}, hands={0: [30]}).next_round({0: 30})
    assert story.gains() == [(0, 25_000)]
    same_round = table(plays={0: 64}, effects=[effect(1, 0, 67, 5)], hands={0: [30]}, bare=[0])
    assert same_round.thrown_away()[30] == "REQUIREMENT_UNMET"


@pytest.mark.rules("SZMAL-E.19")
def test_szmal_card_65_draws_for_each_key():
    story = table(plays={0: 65}, lay={0: [61]}, draw=[11, 12, 13, 14])
    assert [event.card for event in story.of(e.CardDrawn)] == [11, 12, 13]
    assert len(table(plays={0: 65}, draw=[11, 12]).of(e.CardDrawn)) == 1


def test_szmal_card_66_lowers_every_cost():
    story = table(plays={0: 66}, hands={0: [21]}, cash={0: 5_000}).next_round({0: 21})
    story.does(c.PayCost, 0, option="CASH")
    assert story.of(e.CostPaid)[0].amount == 5_000
    assert table(plays={0: 8}, lay={1: [66]}, cash={0: 5_000}).thrown_away()[8] == "COST_UNPAYABLE"


@pytest.mark.rules("SZMAL-E.5", "SZMAL-E.22")
def test_szmal_card_67_makes_one_play_twice_in_the_next_round():
    story = table(plays={0: 67}, hands={0: [22, 76], 1: [43], 2: [61]}).next_round({0: 22})
    assert (story.kind, story.symbols(0)) == ("EXTRA_PLAY", {"GUN": 1, "CAR": 1, "KEY": 1})
    story.does(c.PlayExtra, 0, card=76)
    assert story.was_played(76)
    again = story.next_round({})
    assert again.of(e.ExtraCardChosen) == []


def test_szmal_card_68_takes_actions_back_in_the_next_round():
    story = table(plays={0: 68}, hands={0: [60]}, lay={1: [8]}).next_round({0: 60})
    assert 60 in story.state.hands[0]
    gangster = table(plays={0: 68}, hands={0: [22]}).next_round({0: 22})
    assert 22 in gangster.lying(0)
    already_gone = table(plays={0: 36}, effects=[effect(1, 0, 68, 5)])
    assert len(already_gone.of(e.CardReturnedToHand)) == 1


def test_szmal_card_69_pays_each_turn():
    assert table(plays={0: 69}, lay={0: [8, 9]}).gains() == [(0, 5_000)]
    assert table(plays={0: 69}, lay={0: [8]}).thrown_away()[69] == "REQUIREMENT_UNMET"


def test_szmal_card_70_pays_after_actions():
    story = table(plays={0: 70}, hands={0: [60, 46]}).next_round({0: 60})
    assert story.gains() == [(0, 5_000)]
    assert table(plays={0: 22}, lay={0: [70]}).gains() == [(0, 10_000)]


@pytest.mark.rules("SZMAL-R.38")
def test_szmal_card_71_pays_for_guns_after_actions():
    story = table(plays={0: 71}, lay={0: [22, 57]}, hands={0: [28]})
    story.does(c.PayCost, 0, option="GANGSTER", card=22).next_round({0: 28})
    assert story.gains() == [(0, 10_000), (0, 10_000), (0, 15_000)]  # GUN and CAR of 28, then three GUN
    assert table(plays={0: 71}, lay={0: [8]}).thrown_away()[71] == "COST_UNPAYABLE"


@pytest.mark.rules("SZMAL-E.27")
def test_szmal_card_72_shows_all_crew_symbols_in_the_next_round():
    story = table(plays={0: 72, 1: 80}, hands={0: [30]})
    assert story.symbols(0) == {"CAR": 1}
    story.does(c.PassExtra, 1).next_round({0: 30})
    assert story.gains() == [(0, 25_000)]
    assert story.symbols(0) == {"CAR": 1}  # in the round after that


def test_szmal_card_73_pays_for_the_most_gangsters_of_one_player_and_takes_some():
    story = table(plays={0: 73}, lay={0: [22], 1: [23, 25, 62]})
    assert story.gains() == [(0, 15_000)]
    story.next_round({}).does(c.ChooseLoss, 1, card=23)
    assert [(event.seat, event.card) for event in story.of(e.CardLost)] == [(0, 22), (1, 23)]
    assert table(plays={0: 73}, lay={0: [62]}).thrown_away()[73] == "REQUIREMENT_UNMET"


@pytest.mark.rules("SZMAL-R.37", "SZMAL-E.14")
@pytest.mark.parametrize(
    ("lying", "gains", "losses", "drawn"),
    [
        ([], [], [], 0),
        ([64], [(0, 10_000)], [], 0),
        ([22], [], [(1, 10_000), (2, 5_000)], 0),
        ([62], [], [], 1),
        ([21], [(0, 10_000)], [(1, 10_000), (2, 5_000)], 1),
    ],
)
def test_szmal_card_74_does_one_thing_for_each_crew_symbol(lying, gains, losses, drawn):
    story = table(plays={0: 74}, lay={0: lying}, cash={1: 30_000, 2: 5_000})
    assert (story.gains(), story.losses(), len(story.of(e.CardDrawn))) == (gains, losses, drawn)


def test_szmal_card_75_burns_for_each_gangster():
    story = table(plays={0: 75}, lay={0: [22, 23]}, cash={0: 5_000, 1: 30_000, 2: 10_000})
    assert story.losses() == [(1, 20_000), (2, 10_000)]
    assert table(plays={0: 75}, cash={1: 30_000}).losses() == []


def test_szmal_card_76_takes_10000_of_every_opponent():
    story = table(plays={1: 76}, cash={0: 30_000, 1: 10_000, 2: 5_000})
    assert (story.losses(), story.symbols(1)) == ([(2, 5_000), (0, 10_000)], {"GUN": 1})


def test_szmal_card_77_takes_for_each_property_of_the_victim():
    story = table(plays={0: 77}, lay={0: [8], 1: [9, 14], 2: [22]}, cash={1: 30_000, 2: 30_000})
    assert (story.losses(), story.symbols(0)["KEY"]) == ([(1, 10_000)], 1)


def test_szmal_card_78_doubles_gains_in_the_next_round():
    story = table(plays={0: 78}, hands={0: [22]})
    assert story.next_round({0: 22}).gains() == [(0, 20_000)]
    assert table(plays={0: 22}, effects=[effect(1, 1, 78, 5)]).gains() == [(0, 10_000)]


@pytest.mark.rules("SZMAL-E.8", "SZMAL-E.21")
def test_szmal_card_79_takes_properties_of_opponents_in_the_next_round():
    story = table(plays={0: 79}, lay={0: [64, 8], 1: [9], 2: [14, 15]})
    assert story.of(e.CardLost) == []
    story.next_round({})
    assert story.asked == (2,)
    story.does(c.ChooseLoss, 2, card=14)
    assert [event.card for event in story.of(e.CardLost)] == [9, 14]
    assert table(plays={0: 79}, lay={0: [22]}).thrown_away()[79] == "REQUIREMENT_UNMET"


def test_szmal_card_80_pays_marks_and_lets_play_on():
    story = table(plays={0: 80}, lay={0: [8, 9]}, hands={0: [22]})
    assert (story.kind, story.gains()) == ("CHOOSE_PROPERTY", [(0, 10_000)])
    story.does(c.ChooseProperty, 0, card=8)
    assert (story.markers(8), story.kind) == (1, "OPTIONAL_PLAY")
    story.does(c.PlayExtra, 0, card=22)
    assert story.gains() == [(0, 10_000)]
    assert 80 in story.state.discard
    passed = table(plays={0: 80}, hands={0: [22]}).does(c.PassExtra, 0)
    assert 80 in passed.state.discard
