"""How choices are given."""

import itertools

import pytest

from games.choices import SomeOf
from games.coup import GAME
from games.coup.commands import ChooseExchange
from games.coup.events import ExchangeCompleted
from tests.games.coup.table import table


def exchange(hand, module="media", deck=("russia", "protest")):
    t = table(hand, "police/police", module=module, deck=deck)
    t.declare(0, module, mode="draw" if module == "un" else None)
    t.passes(1)
    return t


@pytest.mark.parametrize(
    ("keep", "code"),
    [
        ((), "bad_keep_count"),
        (("hand:0",), "bad_keep_count"),
        (("hand:0", "hand:0", "hand:0"), "bad_keep_count"),
        (("hand:0", "hand:1", "drawn:0"), "bad_keep_count"),
        (("hand:0", "hand:0"), "duplicate_keep"),
        (("nonsense", "nonsense"), "duplicate_keep"),
        (("hand:0", "hand:2"), "unknown_keep_ref"),
        (("hand:0", "drawn:2"), "unknown_keep_ref"),
        (("eu", "media"), "unknown_keep_ref"),
    ],
)
def test_coup_16_1_keep_names_as_many_different_cards_as_are_hidden(keep, code):
    exchange("eu/media").refuse(0, ChooseExchange, "COUP-16.1", code, keep=keep)


@pytest.mark.parametrize("keep", [("hand:0",), ("drawn:2",)])
def test_coup_16_1_a_lost_card_is_no_reference(keep):
    exchange("[eu]/media").refuse(0, ChooseExchange, "COUP-16.1", "unknown_keep_ref", keep=keep)


def test_coup_16_2_with_un_there_is_one_drawn_card():
    t = exchange("eu/un", module="un")
    t.refuse(0, ChooseExchange, "COUP-16.1", "unknown_keep_ref", keep=("drawn:0", "drawn:1"))
    t.refuse(0, ChooseExchange, "COUP-16.1", "duplicate_keep", keep=("drawn:0", "drawn:0"))
    t.keep(0, "drawn:0", "hand:0")


@pytest.mark.parametrize(
    ("hand", "keep", "after"),
    [
        ("eu/media", ("hand:1", "hand:0"), "media/eu"),
        ("eu/media", ("drawn:1", "hand:0"), "protest/eu"),
        ("[eu]/media", ("drawn:0",), "[eu]/russia"),
        ("eu/[media]", ("drawn:1",), "protest/[media]"),
    ],
)
def test_coup_16_3_kept_cards_fill_the_hidden_slots_in_the_order_named(hand, keep, after):
    t = exchange(hand)
    t.keep(0, *keep)
    assert t.hand(0) == after


def test_coup_16_4_drawn_0_was_the_top_of_the_deck():
    t = exchange("eu/media", deck=("russia", "protest"))
    t.keep(0, "drawn:0", "drawn:1")
    assert t.only(ExchangeCompleted).kept == ("russia", "protest")


def test_coup_16_5_to_exchange_nothing_is_to_keep_the_own_cards():
    t = exchange("eu/media")
    t.keep(0, "hand:0", "hand:1")
    assert t.hand(0) == "eu/media"
    assert t.only(ExchangeCompleted).returned == ("russia", "protest")


@pytest.mark.parametrize(
    ("module", "money", "expected"),
    [
        ("media", 2, ["usa", "local_businessmen", "russia", "media", "police>"]),
        ("media", 3, ["usa", "local_businessmen", "russia", "protest>", "media", "police>"]),
        ("un", 7, ["usa", "local_businessmen", "scandal>", "russia", "protest>", "un draw", "un inspect>", "police>"]),
        ("un", 10, ["scandal>"]),
        ("media", 12, ["scandal>"]),
    ],
)
def test_coup_16_6_one_template_for_each_way_to_act(module, money, expected):
    t = table(seats=3, module=module, money=(money, 2, 2))
    offered = []
    for template in GAME.rules.choices(t.state, 0):
        params = dict(template.params)
        assert template.type == "declare_action"
        assert params.pop("decision_id").one_of == (10,)
        text = " ".join(params.pop(name).one_of[0] for name in ("action", "mode") if name in params)
        if "target" in params:
            assert params.pop("target").one_of == (1, 2)
            text += ">"
        assert params == {}
        offered.append(text)
    assert offered == expected


def test_coup_16_7_an_exchange_is_one_template_and_every_order_is_legal():
    (template,) = GAME.rules.choices(exchange("eu/media").state, 0)
    assert template.type == "choose_exchange"
    references = ("hand:0", "hand:1", "drawn:0", "drawn:1")
    assert template.params["keep"] == SomeOf(references, 2, 2)
    for keep in itertools.permutations(references, 2):
        exchange("eu/media").keep(0, *keep)
    (template,) = GAME.rules.choices(exchange("eu/[media]").state, 0)
    assert template.params["keep"] == SomeOf(("hand:0", "drawn:0", "drawn:1"), 1, 1)


def test_coup_16_8_other_commands_have_one_parameter_or_none():
    parameters = {
        name: set(command_type.__struct_fields__) - {"seat", "decision_id"}
        for name, command_type in GAME.commands.items()
    }
    assert parameters == {
        "declare_action": {"action", "target", "mode"},
        "pass": set(),
        "challenge": set(),
        "block": {"claim"},
        "accept_block": set(),
        "challenge_block": set(),
        "choose_influence": {"slot"},
        "choose_exchange": {"keep"},
        "choose_card_to_show": {"slot"},
        "decide_inspection": {"force_exchange"},
        "expire_decision": set(),
    }
