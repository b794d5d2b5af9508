"""Every rule that states behaviour is reached by a test, and every id that a test cites exists."""

import pytest

from tests.rules_coverage import books, rules_missed, rules_reached


@pytest.mark.parametrize("book", books(), ids=lambda book: book.prefix)
def test_every_rule_is_reached_by_a_test(book):
    assert rules_missed(book) == []


@pytest.mark.parametrize("book", books(), ids=lambda book: book.prefix)
def test_every_rule_a_test_cites_exists(book):
    assert {rule for rule in rules_reached(book) if rule not in book.rulebook} == set()
