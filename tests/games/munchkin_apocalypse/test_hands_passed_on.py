"""Hand cards that go from everyone at once (1.4 of the catalogue): all are picked first and move together."""

from __future__ import annotations

from typing import Any

from events.visibility import redact
from games.munchkin_apocalypse import GAME
from tests.games.munchkin_apocalypse.table import Table, seat, table


def swap_meet(**step: Any) -> dict[str, Any]:
    move = {"op": "move_hand", "n": 1, "from": "everyone", **step}
    clause = {"on": "on_play", "window": "any_time", "do": [move]}
    return {"id": "swap-meet", "name": "Swap Meet", "deck": "door", "type": "special", "copies": 1, "clause": [clause]}


def played(packs: Any, hands: tuple[str, ...], **step: Any) -> Table:
    packs(swap_meet(**step))
    first, *others = hands
    t = table(seat(hand=f"swap-meet {first}"), *(seat(hand=hand) for hand in others), packs=("circus",))
    return t.do(0, "play_special", card="swap-meet")


def test_everybody_picks_before_anything_moves(packs):
    t = played(packs, ("cheat cheater", "bird-flu earthquake", "sinkhole"), to="left")
    assert GAME.rules.to_act(t.state) == (0,)
    t.choose("cheat#1")
    assert t.state.picked == ((0, "cheat#1"),)
    assert t.hand(0) == ["cheat", "cheater"]
    assert [redact(event, 1).value for event in t.happened("ChoiceMade")] == [None]
    t.choose("earthquake#1")  # the only card of seat 2 goes without a question
    assert (t.hand(0), t.hand(1), t.hand(2)) == (["cheater", "sinkhole"], ["bird-flu", "cheat"], ["earthquake"])
    assert t.state.picked == ()


def test_a_card_for_each_of_several_receivers(packs):
    t = played(packs, ("cheat cheater acid-rain", "", ""), to="neighbours")
    t.choose("cheat#1").choose("acid-rain#1")
    assert (t.hand(0), t.hand(1), t.hand(2)) == (["cheater"], ["cheat"], ["acid-rain"])


def test_receivers_may_be_the_ones_who_pick(packs):
    t = played(packs, ("cheat cheater", "bird-flu earthquake"), to="left", pick="taker")
    assert GAME.rules.to_act(t.state) == (1,)
    (asked,) = t.happened("ChoiceRequested")
    assert redact(asked, 1).options == ("cheat#1", "cheater#1")
    assert GAME.presentation.reveals(asked)  # a hand was shown: no free undo any more
    t.choose("cheater#1")
    assert GAME.rules.to_act(t.state) == (0,)
    t.choose("earthquake#1")
    assert (t.hand(0), t.hand(1)) == (["cheat", "earthquake"], ["bird-flu", "cheater"])


def test_chance_may_pick(packs):
    packs(swap_meet(to="left", pick="random"))
    t = table(seat(hand="swap-meet cheat"), seat(hand="bird-flu earthquake"), packs=("circus",))
    t.do(0, "play_special", card="swap-meet", dice=[("cheat#1",), ("earthquake#1",)])
    assert (t.hand(0), t.hand(1)) == (["earthquake"], ["bird-flu", "cheat"])
    (first, _) = t.happened("RandomCardsPicked")
    assert (redact(first, 0).cards, redact(first, 1).cards) == (("cheat#1",), None)
