"""Section 8: Requirements."""

from __future__ import annotations

import pytest

from games.catalogue import BadCatalogue
from games.szmal import events as e
from games.szmal.catalogue import BASE, BASE_ROWS, Row, build
from tests.games.szmal.tables import effect, table


def test_szmal_8_1_only_the_own_territory_and_cash_count():
    assert table(plays={0: 59}, lay={1: [22]}).thrown_away()[59] == "REQUIREMENT_UNMET"
    assert table(plays={0: 59}, lay={0: [22]}).was_played(59)
    assert not table(plays={0: 29}, cash={1: 90_000}).was_played(29)
    assert table(plays={0: 29}, cash={0: 90_000}).was_played(29)


def test_szmal_8_1_card_20_compares_with_the_others():
    assert table(plays={0: 20}, lay={1: [22], 2: [23]}).was_played(20)
    assert not table(plays={0: 20}, lay={1: [22]}).was_played(20)  # seat 2 has as few


@pytest.mark.rules("SZMAL-8.4")
def test_szmal_8_2_every_part_must_be_met():
    for lying in ([], [22], [22, 64], [64, 62]):
        assert table(plays={0: 30}, lay={0: lying}).thrown_away()[30] == "REQUIREMENT_UNMET"
    assert table(plays={0: 30}, lay={0: [22, 64, 62]}).was_played(30)


def test_szmal_8_3_nothing_is_used_up():
    story = table(plays={0: 59}, lay={0: [22]}, cash={0: 5_000}, hands={0: [73]})
    assert story.lying(0) == {22: 0}
    assert story.state.cash[0] == 5_000
    assert story.next_round({0: 73}).was_played(73)


def test_szmal_8_5_the_kinds_of_requirement():
    texts = {row.requirement for row in BASE_ROWS if row.requirement}
    kinds = {part.split("(")[0].split(">")[0] for text in texts for part in text.split(" AND ")}
    assert kinds == {"SYM", "COUNT", "CASH", "SOLE_FEWEST"}
    assert sum(bool(card.requirement) for card in BASE.cards.values()) == 21
    assert sum(bool(card.cost) for card in BASE.cards.values()) == 20


def test_szmal_8_6_equal_symbols_may_be_on_one_card_or_on_two():
    assert table(plays={0: 47}, lay={0: [57]}).was_played(47)  # 57 shows GUN twice
    assert table(plays={0: 47}, lay={0: [22, 23]}).was_played(47)
    assert not table(plays={0: 47}, lay={0: [22]}).was_played(47)


def test_szmal_8_7_one_card_may_serve_several_parts():
    assert table(plays={0: 30}, lay={0: [21]}).was_played(30)
    assert table(plays={0: 37}, lay={0: [23]}).was_played(37)


def test_szmal_8_8_whoever_ignores_requirements_meets_them():
    story = table(plays={0: 30, 1: 61}, effects=[effect(1, 0, 64, 5)])
    assert story.was_played(30)
    assert story.thrown_away()[61] == "REQUIREMENT_UNMET"
    ignored = {event.card: event.requirements_ignored for event in story.of(e.CardResolutionStarted)}
    assert (ignored[30], ignored[61]) == (True, False)


@pytest.mark.rules("SZMAL-R.10")
def test_szmal_8_9_a_card_with_cost_and_requirement_is_refused():
    assert not [card for card in BASE.cards.values() if card.cost and card.requirement]
    both = Row(id=90, name="Both", type="ACTION", cost="CASH(5000)", requirement="SYM(GUN)>=1")
    with pytest.raises(BadCatalogue, match=r"card '90': a card has a Cost or a Requirement, not both"):
        build([*BASE_ROWS, both])
