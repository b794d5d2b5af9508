"""Section 1 of the rulebook, and the catalogue."""

from __future__ import annotations

import msgspec
import pytest

from games.big_deal import GAME, catalogue, effects
from games.big_deal.catalogue import DECK, HAND_SIZE, NUMBERS, TITLES, Score, read_titles
from games.big_deal.commands import (
    AttackSet,
    ContinueAttack,
    DefendSet,
    DiscardCard,
    FormSetFromHand,
    FormSetWithDiscard,
    YieldSet,
)
from games.big_deal.events import SetFormed
from games.big_deal.setup import BigDealOptions
from games.catalogue import BadCatalogue
from games.decider import IllegalMove
from tests.games.big_deal.table import at, of_type, opened, order, story
from tests.spec import ScriptedDice

ROWS = [
    # id, title, bundle, copies, value, value of all copies
    ("GOLD", "Gold", "JOKER", 4, 50_000, 200_000),
    ("SILVER", "Silver", "JOKER", 8, 25_000, 200_000),
    ("HOME", "Home", "OBJECT", 8, 20_000, 160_000),
    ("YACHT", "Yacht", "OBJECT", 10, 15_000, 150_000),
    ("AUTO", "Classic Auto", "OBJECT", 10, 15_000, 150_000),
    ("JEWELS", "Jewels", "OBJECT", 10, 10_000, 100_000),
    ("BANK", "Bank Account", "OBJECT", 10, 10_000, 100_000),
    ("STOCKS", "Stocks", "OBJECT", 10, 10_000, 100_000),
    ("COIN", "Coin Collection", "OBJECT", 10, 5_000, 50_000),
    ("CASH", "Cash under the Mattress", "OBJECT", 10, 5_000, 50_000),
    ("STAMP", "Stamp Collection", "OBJECT", 10, 5_000, 50_000),
    ("PIGGY", "Piggy Bank", "OBJECT", 10, 5_000, 50_000),
]
OBJECTS = [row[0] for row in ROWS if row[2] == "OBJECT"]
JOKERS = ["GOLD", "SILVER"]
OBJECT_ROW = 'id = "X"\ntitle = "X"\ncopies = 1\nbundle = "OBJECT"\n'
BUNDLE = """
[[bundle]]
id = "OBJECT"
effects = [
    { do = "TYPE", which = "own" }, { do = "PAIR", which = "own" }, { do = "FIGHT", which = "own" },
    { do = "STARTER", which = "ok" }, { do = "LAYER", which = "top" }, { do = "DISCARD" },
]
"""


def test_bigdeal_1_1_the_deck_has_110_cards_of_12_titles():
    assert len(DECK) == len(set(DECK)) == 110
    assert len(TITLES) == 12
    assert effects.value(DECK) == 1_360_000


@pytest.mark.parametrize(("id_", "title", "bundle", "copies", "value", "total"), ROWS)
@pytest.mark.rules("BIGDEAL-1.3", "BIGDEAL-1.4")
def test_bigdeal_1_1_every_row_of_the_catalogue(id_, title, bundle, copies, value, total):
    row = next(row for row in TITLES if row.id == id_)
    assert (row.title, row.bundle, row.copies) == (title, bundle, copies)
    assert row.cards == tuple(f"{id_}-{number:02}" for number in range(1, copies + 1))
    assert all(effects.value((card,)) == value for card in row.cards)
    assert effects.value(row.cards) == total
    assert value % 5_000 == 0
    assert all(effects.is_joker(card) == (bundle == "JOKER") for card in row.cards)


def test_the_rows_stand_in_the_order_of_the_deck():
    assert [title.id for title in TITLES] == [row[0] for row in ROWS]
    assert DECK[:5] == ("GOLD-01", "GOLD-02", "GOLD-03", "GOLD-04", "SILVER-01")
    assert DECK[-1] == "PIGGY-10"


def test_the_figures_of_the_game():
    assert (NUMBERS.seats_min, NUMBERS.seats_max) == (GAME.seats_min, GAME.seats_max) == (2, 6)
    assert HAND_SIZE == {2: 5, 3: 5, 4: 4, 5: 4, 6: 4}
    assert (NUMBERS.set_size, NUMBERS.attacker_sets_min, NUMBERS.defender_sets_min) == (2, 1, 2)
    assert NUMBERS.target == 1_000_000
    assert GAME.rules_version == NUMBERS.ruleset == 1


@pytest.mark.parametrize("seats", [0, 1, 7])
def test_bigdeal_1_2_other_numbers_of_players_are_refused(seats):
    with pytest.raises(IllegalMove) as refusal:
        GAME.rules.setup(BigDealOptions(), seats, ScriptedDice())
    assert (refusal.value.rule, refusal.value.code) == ("BIGDEAL-1.2", "bad_player_count")


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_bigdeal_1_2_two_to_six_play(seats):
    started = opened(seats, order())[0]
    assert (started.seats, started.target, started.ruleset) == (seats, 1_000_000, 1)


def test_bigdeal_1_3_ten_titles_are_objects_and_two_are_jokers():
    assert {title.id for title in TITLES if effects.is_joker(title.cards[0])} == {"GOLD", "SILVER"}
    assert len(OBJECTS) == 10


@pytest.mark.parametrize("first", OBJECTS)
@pytest.mark.parametrize("second", OBJECTS)
@pytest.mark.rules("BIGDEAL-1.6")
def test_bigdeal_1_5_objects_are_identical_by_title_alone(first, second):
    assert effects.pairs(f"{first}-01", f"{second}-02") == (first == second)
    assert effects.fights(f"{first}-01", second) == (first == second)


@pytest.mark.parametrize("title", OBJECTS)
@pytest.mark.parametrize("joker", ["GOLD-01", "SILVER-08"])
@pytest.mark.rules("BIGDEAL-1.11")
def test_bigdeal_1_7_gold_and_silver_can_do_the_same(joker, title):
    assert effects.pairs(joker, f"{title}-01")
    assert effects.pairs(f"{title}-01", joker)
    assert effects.fights(joker, title)
    assert not effects.starts(joker)
    assert not effects.pairs(joker, "SILVER-01")
    assert effects.types_of((joker,)) == set()
    assert effects.layered((f"{title}-01", joker)) == (joker, f"{title}-01")


def test_bigdeal_1_7_gold_and_silver_differ_in_value():
    assert (effects.value(("GOLD-01",)), effects.value(("SILVER-01",))) == (50_000, 25_000)


@pytest.mark.parametrize("title", OBJECTS)
@pytest.mark.rules("BIGDEAL-4.1", "BIGDEAL-6.6", "BIGDEAL-7.2")
def test_bigdeal_1_9_every_object_makes_a_set_of_its_type(title):
    start = at(hands={0: f"{title}-01 {title}-02 GOLD-01 SILVER-01"}, pile=10)
    told, state = story(start, FormSetFromHand(seat=0, card_ids=(f"{title}-01", f"{title}-02")))
    assert told[0].set_type == state.collections[0][0].type == title
    assert effects.starts(f"{title}-01")


@pytest.mark.parametrize("title", OBJECTS)
@pytest.mark.parametrize("joker", JOKERS)
@pytest.mark.rules("BIGDEAL-1.9", "BIGDEAL-4.2", "BIGDEAL-5.4")
def test_bigdeal_1_10_the_object_gives_the_type_and_jokers_never_do(joker, title):
    start = at(hands={0: f"{title}-01 {joker}-01", 1: f"{title}-02"}, discards="SILVER-07", pile=20)
    told, state = story(
        start,
        FormSetFromHand(seat=0, card_ids=(f"{title}-01", f"{joker}-01")),
        FormSetWithDiscard(seat=1, card_id=f"{title}-02"),
    )
    assert [event.set_type for event in of_type(told, SetFormed)] == [title, title]
    assert state.collections[0][0].cards == (f"{joker}-01", f"{title}-01")


def test_bigdeal_1_10_a_set_keeps_its_type_whatever_joins_it():
    start = at(
        hands={0: "GOLD-01 GOLD-02", 1: "SILVER-01 COIN-01"},
        sets={0: ["CASH-01 CASH-02"], 1: ["BANK-01 BANK-02", "SILVER-02 YACHT-01"]},
    )
    _told, state = story(
        start,
        AttackSet(seat=0, target_seat=1, card_id="GOLD-01"),
        DefendSet(seat=1, card_id="SILVER-01"),
        ContinueAttack(seat=0, card_id="GOLD-02"),
        YieldSet(seat=1),
    )
    stolen = state.collections[0][-1]
    assert stolen.cards == ("SILVER-02", "GOLD-01", "SILVER-01", "GOLD-02", "YACHT-01")
    assert stolen.type == "YACHT"


def test_bigdeal_1_8_left_is_the_next_seat_and_the_last_is_followed_by_the_first():
    start = at(3, hands={2: "HOME-01 HOME-02 HOME-03 HOME-04 HOME-05"}, active=2)
    told, _state = story(start, DiscardCard(seat=2, card_id="HOME-01"))
    assert told[-1].seat == 0


@pytest.mark.rules("BIGDEAL-R.1")
def test_bigdeal_1_8_rising_seats_are_clockwise():
    told, _state = story(at(4, hands={1: "HOME-01"}, active=1), DiscardCard(seat=1, card_id="HOME-01"))
    assert told[-1].seat == 2


def test_bigdeal_1_11_jokers_in_a_set_do_not_change_what_matches_it():
    start = at(
        hands={0: "GOLD-02 BANK-03 STOCKS-03"},
        sets={0: ["COIN-01 COIN-02"], 1: ["CASH-01 CASH-02", "GOLD-01 SILVER-01 STOCKS-01"]},
    )
    start.when(AttackSet(seat=0, target_seat=1, card_id="BANK-03")).then_refused(
        "BIGDEAL-6.6", "card_does_not_match_set"
    )
    for card in ("GOLD-02", "STOCKS-03"):
        start.when(AttackSet(seat=0, target_seat=1, card_id=card)).goes_on()


def test_bigdeal_1_12_the_last_set_laid_is_the_top_of_one_stack():
    start = at(hands={0: "HOME-01 HOME-02"}, sets={0: ["COIN-01 COIN-02", "CASH-01 CASH-02"]})
    _told, state = story(start, FormSetFromHand(seat=0, card_ids=("HOME-01", "HOME-02")))
    assert [one.type for one in state.collections[0]] == ["COIN", "CASH", "HOME"]


def test_bigdeal_1_14_no_card_goes_from_the_table_back_to_a_hand_or_the_pile(played_match):
    table: set[str] = set()
    for before, event, after in played_match.states:
        hidden = {*after.pile, *(card for hand in after.hands for card in hand)}
        if type(event).__name__ == "RoundStarted":
            table = set()
        elif before.turn > 0 and after.round == before.round:
            assert not table & hidden
            table |= set(DECK) - hidden


def test_an_unknown_word_is_refused_and_the_row_named(tmp_path):
    path = tmp_path / "cards.toml"
    path.write_text(f'{BUNDLE}[[card]]\n{OBJECT_ROW}effects = [{{ do = "DOUBLE", amount = 5000 }}]\n')
    with pytest.raises(BadCatalogue, match=r"card 'X'.*DOUBLE"):
        read_titles(path)


@pytest.mark.parametrize(
    "effects_text",
    ["[]", '[{ do = "SCORE", amount = 5000 }, { do = "SCORE", amount = 10000 }]'],
    ids=["no score", "two scores"],
)
def test_a_row_needs_one_effect_of_every_word(tmp_path, effects_text):
    path = tmp_path / "cards.toml"
    path.write_text(f"{BUNDLE}[[card]]\n{OBJECT_ROW}effects = {effects_text}\n")
    with pytest.raises(BadCatalogue, match=r"card 'X'.*exactly one effect"):
        read_titles(path)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (('"OBJECT"\n', '"WONDER"\n'), "no bundle 'WONDER'"),
        (("copies = 1", "copies = 0"), "card 'X'"),
        (("copies = 1", "colour = 1"), "card 'X'"),
        (("amount = 5000", "amount = 1234"), "card 'X'"),
    ],
)
def test_a_bad_row_is_refused_and_named(tmp_path, change, complaint):
    row = f'[[card]]\n{OBJECT_ROW}effects = [{{ do = "SCORE", amount = 5000 }}]\n'
    path = tmp_path / "cards.toml"
    path.write_text(BUNDLE + row.replace(*change))
    with pytest.raises(BadCatalogue, match=complaint):
        read_titles(path)


def test_a_good_row_is_read_and_a_double_id_refused(tmp_path):
    row = f'[[card]]\n{OBJECT_ROW}effects = [{{ do = "SCORE", amount = 5000 }}]\n'
    path = tmp_path / "cards.toml"
    path.write_text(BUNDLE + row)
    (title,) = read_titles(path)
    assert title.effects[-1] == Score(5000)
    path.write_text(BUNDLE + row + row)
    with pytest.raises(BadCatalogue, match="same id"):
        read_titles(path)


def test_the_catalogue_is_plain_json_with_a_digest():
    shown = GAME.catalogue(BigDealOptions())
    assert msgspec.json.decode(msgspec.json.encode(shown)) == shown
    assert sum(len(row["cards"]) for row in shown["cards"]) == 110
    assert GAME.catalogue_digest(BigDealOptions()) == catalogue.digest(shown)
