"""The grammar of choices as the SDK reads it is the grammar that the rules check."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matchledger_client import choices

from games import choices as rules

VALUES = st.one_of(st.integers(-2, 4), st.booleans(), st.sampled_from(["a", "b", "c", ""]), st.none())
LISTS = st.lists(VALUES, min_size=1, max_size=5, unique_by=lambda one: (type(one), one))


@st.composite
def some_of(draw):
    values = draw(LISTS)
    least = draw(st.integers(0, len(values)))
    most = draw(st.integers(least, len(values)))
    if not draw(st.booleans()):
        return rules.SomeOf(tuple(values), least, most)
    weights = draw(st.lists(st.integers(0, 5), min_size=len(values), max_size=len(values)))
    return rules.SomeOf(tuple(values), least, len(values), tuple(weights), draw(st.integers(0, sum(weights))))


PLAIN = st.one_of(
    LISTS.map(lambda values: rules.OneOf(tuple(values))),
    some_of(),
    LISTS.map(lambda values: rules.OrderOf(tuple(values))),
    st.tuples(st.integers(-3, 3), st.integers(0, 5)).map(lambda two: rules.integer(two[0], two[0] + two[1])),
    st.integers(0, 4).map(lambda most: rules.Text(rules.Length(most))),
)
DOMAINS = st.one_of(PLAIN, PLAIN.map(rules.Maybe))


def as_sent(domain):
    return msgspec.json.decode(msgspec.json.encode(domain))


@settings(deadline=None)
@given(DOMAINS, st.one_of(VALUES, st.lists(VALUES, max_size=5)))
def test_the_sdk_and_the_rules_allow_the_same(domain, value):
    assert choices.allows(as_sent(domain), value) == rules.allows(domain, value)


@settings(deadline=None)
@given(DOMAINS, st.integers(0, 1000))
def test_the_values_that_the_sdk_makes_are_allowed(domain, seed):
    sent = as_sent(domain)
    assert rules.allows(domain, choices.value(sent, Random(seed)))
    assert rules.allows(domain, choices.first(sent))


@settings(deadline=None)
@given(st.dictionaries(st.sampled_from("abc"), DOMAINS), st.integers(0, 1000))
def test_a_command_is_covered_by_its_choice(domains, seed):
    template = rules.Choice("act", domains)
    sent = as_sent(template)
    for rng in (None, Random(seed)):
        made = choices.command(sent, rng)
        assert rules.covers(template, made["type"], made["params"])
        assert choices.find_choice([sent], made) == sent
        assert not choices.is_offered([sent], {**made, "type": "other"})
        assert not choices.is_offered([sent], {**made, "params": {**made["params"], "other": 1}})


def test_wanted_values_are_taken_where_they_are_allowed():
    choice = {"type": "act", "params": {"a": {"one_of": [1, 2]}, "b": {"optional": {"integer": {"min": 0, "max": 3}}}}}
    assert choices.command(choice, a=2, b=3)["params"] == {"a": 2, "b": 3}
    assert choices.command(choice, a=5, b=9, c=1)["params"] == {"a": 1}
    assert choices.values(choice, "a") == [1, 2]
    assert choices.values(choice, "nothing") == []
    assert choices.group_by_type([choice, choice]) == {"act": [choice, choice]}


def test_a_domain_of_an_unknown_kind_is_refused():
    for read in (lambda one: choices.value(one, Random(0)), choices.first, lambda one: choices.allows(one, 1)):
        with pytest.raises(ValueError, match="does not know"):
            read({"colour": {}})
