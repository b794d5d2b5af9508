"""What is offered to whom, template by template."""

from __future__ import annotations

from collections import Counter

import pytest

from games.big_deal import GAME
from games.choices import Choice, choice, one_of, some_from
from tests.games.big_deal.table import at


def templates(state, seat: int, type_: str) -> list[Choice]:
    """The templates of one type."""
    found = [one for one in GAME.rules.choices(state, seat) if one.type == type_]
    return [Choice(one.type, one.params) for one in found]


def test_sets_from_the_hand_have_a_template_for_each_title_held_twice_and_each_object_with_each_joker():
    start = at(2, hands={0: "HOME-01 GOLD-01 HOME-02 SILVER-01 BANK-01"})
    pairs = [
        ("HOME-01", "HOME-02"),
        ("HOME-01", "GOLD-01"),
        ("HOME-01", "SILVER-01"),
        ("HOME-02", "GOLD-01"),
        ("HOME-02", "SILVER-01"),
        ("BANK-01", "GOLD-01"),
        ("BANK-01", "SILVER-01"),
    ]
    assert templates(start.state, 0, "form_set_from_hand") == [
        choice("form_set_from_hand", card_ids=some_from(pair, 2, 2)) for pair in pairs
    ]


def test_three_of_a_title_are_one_template_of_any_two():
    start = at(hands={0: "HOME-01 HOME-02 BANK-01 HOME-03"})
    assert templates(start.state, 0, "form_set_from_hand") == [
        choice("form_set_from_hand", card_ids=some_from(("HOME-01", "HOME-02", "HOME-03"), 2, 2))
    ]


def test_jokers_alone_make_no_template():
    start = at(hands={0: "GOLD-01 GOLD-02 SILVER-01 SILVER-02"}, discards="GOLD-03")
    assert Counter(one.type for one in GAME.rules.choices(start.state, 0)) == {"discard_card": 1}


def test_attacks_have_a_template_for_each_opponent_with_the_cards_that_match_that_set():
    start = at(
        hands={0: "STOCKS-03 HOME-03 GOLD-01 BANK-03"},
        sets={
            0: ["COIN-01 COIN-02"],
            1: ["CASH-01 CASH-02", "STOCKS-01 STOCKS-02"],
            2: ["BANK-01 BANK-02"],
            3: ["PIGGY-01 PIGGY-02", "HOME-01 HOME-02"],
        },
    )
    assert templates(start.state, 0, "attack_set") == [
        choice("attack_set", target_seat=one_of(1), card_id=one_of("STOCKS-03", "GOLD-01")),
        choice("attack_set", target_seat=one_of(3), card_id=one_of("HOME-03", "GOLD-01")),
    ]


def test_an_opponent_whose_set_no_card_matches_is_not_offered():
    start = at(
        hands={0: "HOME-03 HOME-04 BANK-03 BANK-04"},
        sets={0: ["COIN-01 COIN-02"], 1: ["CASH-01 CASH-02", "STOCKS-01 STOCKS-02"]},
    )
    assert templates(start.state, 0, "attack_set") == []


def test_the_discard_pile_is_offered_with_the_cards_that_fit():
    start = at(hands={0: "HOME-03 GOLD-01 BANK-03 HOME-04"}, discards="HOME-01")
    assert templates(start.state, 0, "form_set_with_discard") == [
        choice("form_set_with_discard", card_id=one_of("HOME-03", "GOLD-01", "HOME-04"))
    ]
    start = at(hands={0: "HOME-03 GOLD-01 BANK-03 HOME-04"}, discards="SILVER-01")
    assert templates(start.state, 0, "form_set_with_discard") == [
        choice("form_set_with_discard", card_id=one_of("HOME-03", "BANK-03", "HOME-04"))
    ]


def test_a_discard_pile_of_one_card_is_offered_too():
    start = at(hands={0: "HOME-03 BANK-03 COIN-03 CASH-03"}, discards="HOME-01", pile=None)
    assert start.state.discards == ("HOME-01",)
    assert templates(start.state, 0, "form_set_with_discard") == [
        choice("form_set_with_discard", card_id=one_of("HOME-03"))
    ]


def test_a_discard_is_offered_for_every_card():
    start = at(hands={0: "HOME-03 GOLD-01 BANK-03 HOME-04"})
    assert templates(start.state, 0, "discard_card") == [
        choice("discard_card", card_id=one_of("HOME-03", "GOLD-01", "BANK-03", "HOME-04"))
    ]


def test_the_words_of_a_duel_say_what_is_attacked_and_by_whom():
    start = at(
        hands={0: "HOME-03", 1: "STOCKS-03"},
        sets={0: ["COIN-01 COIN-02"], 1: ["CASH-01 CASH-02", "STOCKS-01 STOCKS-02"]},
        duel=(1, "STOCKS-04", ""),
    )
    words = [GAME.presentation.describe(start.state, 1, one) for one in GAME.rules.choices(start.state, 1)]
    assert GAME.presentation.prompt(start.state, 1) == "{0} attacks your Stocks ($20,000)."
    assert [one.label for one in words] == ["Defend it with Stocks", "Let it go"]
    assert GAME.presentation.prompt(start.state, 0) is None


@pytest.mark.parametrize(
    ("hand", "defend", "attack"),
    [
        ("STOCKS-03", " with Stocks", "With your Stocks."),
        ("STOCKS-03 STOCKS-04", " with Stocks", "With your Stocks."),
        ("GOLD-01", " with Gold", "With your Gold."),
        ("STOCKS-03 GOLD-01", "", "The last matching card wins the set."),  # which card is a choice of its own
    ],
)
def test_an_answer_says_which_card_it_takes_if_only_one_kind_could_be(hand, defend, attack):
    sets = {0: ["COIN-01 COIN-02"], 1: ["CASH-01 CASH-02", "STOCKS-01 STOCKS-02"]}
    assert words_of(at(hands={1: hand}, sets=sets, pile=0, duel=(1, "STOCKS-05", "")), 1, "defend_set") == (
        f"Defend it{defend}",
        "Your card joins the set; {0} stops, or attacks once more.",
    )
    assert words_of(at(hands={0: hand}, sets=sets, pile=0), 0, "attack_set") == (
        "Attack {1}: Stocks ($20,000)",
        attack,
    )


def test_a_set_is_called_by_its_kind_and_by_the_joker_in_it():
    assert words_of(at(hands={0: "HOME-03 HOME-04"}, pile=0), 0, "form_set_from_hand")[0] == "Lay a set of Home"
    assert words_of(at(hands={0: "HOME-03 GOLD-01"}, pile=0), 0, "form_set_from_hand")[0] == "Lay Home and Gold"
    for hand, label in (("SILVER-01", "Lay Silver and"), ("HOME-05", "Lay a set with")):
        start = at(hands={0: hand}, discards="HOME-03", pile=0)
        assert words_of(start, 0, "form_set_with_discard")[0] == f"{label} the discarded Home"


def words_of(start, seat, type_):
    """The label and the effect of the first answer of a type."""
    template = next(one for one in GAME.rules.choices(start.state, seat) if one.type == type_)
    words = GAME.presentation.describe(start.state, seat, template)
    return words.label, words.effect


@pytest.mark.parametrize(("discard", "worth"), [("YACHT-01", "$30,000"), ("STOCKS-05", "$20,000")])
def test_what_brings_the_most_stands_first_and_a_discard_last(discard, worth):
    """A narrow window shows three answers."""
    sets = {1: ["COIN-01 COIN-02", "HOME-01 HOME-02"]}
    sets[0] = ["CASH-01 CASH-02"]
    start = at(hands={0: "STOCKS-03 STOCKS-04 YACHT-02 HOME-05"}, sets=sets, discards=discard, pile=0)
    words = [GAME.presentation.describe(start.state, 0, one) for one in GAME.rules.choices(start.state, 0)]
    told = [one.label for one in sorted(words, key=lambda one: (one.group == "end", one.place))]
    assert told[0] == "Attack {1}: Home ($40,000)"
    assert told[-1] == "Discard a card"
    assert next(one for one in words if "discarded" in one.label).effect.startswith(f"Worth {worth}. ")
