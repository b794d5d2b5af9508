"""What the policy bot does when somebody deals with it, and against whoever is ahead."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from games.munchkin_apocalypse import GAME
from games.munchkin_apocalypse.bot import choose
from tests.games.munchkin_apocalypse.table import Table, seat, table


def bot(t: Table, of: int, luck: int = 1):
    """The command of the policy, from what this seat is shown."""
    seen = {"state": msgspec.to_builtins(GAME.presentation.view(t.state, of))}
    return choose(Random(luck), seen, of, msgspec.to_builtins(GAME.rules.choices(t.state, of)))


def play(t: Table, of: int):
    chosen = bot(t, of)
    t.do(of, chosen["type"], **chosen["params"])
    return chosen["type"]


def asked_for_help(helper, **fighter) -> Table:
    """Seat 0 has a fight that it loses alone, against a monster with two Treasures or more, and asks seat 1."""
    t = table(seat(**fighter), helper, seat(), doors="fire-ants")
    t.do(0, "open_door")
    assert t.fighters <= t.monsters
    return t.do(0, "open_deal", kind="help", partner=1)


@pytest.fixture
def strong():
    return seat(9, items="tire-iron riot-helmet")


def test_a_bot_that_can_turn_the_fight_names_its_price_and_agrees(strong):
    t = asked_for_help(strong, level=3)
    assert GAME.rules.asked(t.state) == (1,)
    assert play(t, 1) == "set_deal_treasures"
    assert play(t, 1) == "agree_deal"
    (deal,) = t.state.deals
    assert deal.treasures >= 1
    assert GAME.rules.asked(t.state) == (0,)
    t.do(0, "agree_deal", deal=deal.id, terms=deal.terms)
    assert t.state.combat.helper == 1


def test_a_bot_that_is_offered_its_price_agrees_at_once(strong):
    t = asked_for_help(strong, level=3)
    t.do(0, "set_deal_treasures", deal=t.state.deals[0].id, count=2)
    t.do(0, "agree_deal", deal=t.state.deals[0].id, terms=t.state.deals[0].terms)
    assert play(t, 1) == "agree_deal"
    assert t.state.combat.helper == 1


def test_a_bot_refuses_where_it_could_not_turn_the_fight_and_where_the_fighter_would_win_the_match(strong):
    weak = asked_for_help(seat(1), level=3)
    assert play(weak, 1) == "cancel_deal"
    assert not weak.state.deals
    lost = asked_for_help(strong, level=9)
    assert play(lost, 1) == "cancel_deal"


@pytest.mark.parametrize(("gives", "answer"), [("riot-helmet", "cancel_deal"), ("getaway-slippers", "agree_deal")])
def test_a_bot_trades_for_what_is_worth_as_much(gives, answer):
    t = table(seat(items="tire-iron"), seat(items="riot-helmet getaway-slippers"))
    t.do(0, "open_deal", kind="trade", partner=1)
    assert GAME.rules.asked(t.state) == ()
    (deal,) = t.state.deals
    t.do(0, "put_in_deal", deal=deal.id, card="tire-iron")
    t.do(1, "put_in_deal", deal=deal.id, card=gives)
    t.do(0, "agree_deal", deal=deal.id, terms=t.state.deals[0].terms)
    assert GAME.rules.asked(t.state) == (1,)
    assert play(t, 1) == answer


def test_a_level_card_is_for_the_bot_itself_and_not_for_the_leader():
    t = table(seat(2, hand="level-eat-the-last-tin"), seat(8))
    template = next(one for one in GAME.rules.choices(t.state, 0) if one.type == "play_special")
    seen = {"state": msgspec.to_builtins(GAME.presentation.view(t.state, 0))}
    chosen = choose(Random(0), seen, 0, msgspec.to_builtins([template]))
    assert chosen["params"]["target"] == 0


def test_a_bot_strengthens_the_monster_of_whoever_is_ahead_if_that_turns_the_fight():
    t = table(seat(8, items="tire-iron riot-helmet"), seat(2, hand="glows-in-the-dark"), doors="fire-ants")
    t.do(0, "open_door").do(0, "declare_victory")
    assert bot(t, 1)["type"] == "play_monster_enhancer"
    few = table(seat(3, items="tire-iron"), seat(2, hand="glows-in-the-dark"), doors="militant-knitting-circle")
    few.do(0, "open_door")
    few.do(0, "declare_victory")
    assert bot(few, 1)["type"] != "play_monster_enhancer"
