"""LEDGER-11: playing again."""

from __future__ import annotations

import pytest

from ledger.orders import Refused
from ledger.rules_rematch import KEPT_S, rematch_params
from tests.ledger.match import Match, failed

NEW = {"match": "m-next"}


def over() -> Match:
    match = Match("coup", 3, seed=2).begin()
    match.do("seat:0", "leave", {"as": "call-off"})
    return match


def rematch(match: Match) -> Match:
    params = {name: value for name, value in rematch_params(match.table).items() if name not in ("game", "seats")}
    return Match("coup", 3, seed=3, **params)


def test_ledger_11_1_a_match_that_is_over_has_one_rematch():
    match = Match("coup", 3, seed=2).begin()
    assert match.refused("seat:0", "rematch", **NEW) == ("match_not_over", "LEDGER-11.1")
    match.do("seat:0", "leave", {"as": "call-off"})
    assert match.refused("player:p-9", "rematch", **NEW) == ("not_a_player", "LEDGER-3.2")
    match.do("seat:1", "rematch", **NEW)
    assert match.table.rematch == "m-next"
    assert match.refused("seat:2", "rematch", match="m-other") == ("rematch_open", "LEDGER-11.1")
    assert not failed(match.audit())


def test_ledger_11_1_not_of_a_match_that_was_cancelled():
    match = Match().sit(0)
    match.do("player:p-0", "cancel_match")
    assert match.refused("seat:0", "rematch", **NEW) == ("match_not_over", "LEDGER-11.1")


def test_ledger_11_2_everything_is_as_before_and_everybody_one_seat_further():
    match = over()
    again = rematch(match)
    assert again.table.opened.rematch_of == match.table.match
    assert again.table.opened.kept_for == ("p-2", "p-0", "p-1")
    assert again.table.opened.options == match.table.opened.options
    for kept_for in (["p-0"], ["p-0", "p-0", "p-1"], []):
        with pytest.raises(Refused, match="rematch_invalid"):
            Match("coup", 3, rematch_of="m-1", kept_for=kept_for)
    assert not failed(again.audit())


def test_ledger_11_3_seats_are_kept_for_a_while():
    again = rematch(over())
    assert again.refused("player:p-9", "take_seat", name="E") == ("seat_kept", "LEDGER-11.3")
    assert again.refused("player:p-0", "take_seat", {"seat": 0}, name="A") == ("seat_kept", "LEDGER-11.3")
    assert again.do("player:p-1", "take_seat", name="B")[0].seat == 2
    bots = {"policy": "random", "seats": [0]}
    assert again.refused("player:p-1", "seat_bots", bots, players=["bot-random-x1"]) == ("match_full", "LEDGER-2.3")
    again.at += 1000 * KEPT_S
    assert again.do("player:p-9", "take_seat", name="E")[0].seat == 0
    assert again.do("player:p-0", "take_seat", name="A")[0].seat == 1
    assert not failed(again.audit())


def test_ledger_11_3_a_bot_sits_down_where_a_bot_sat():
    params = {**rematch_params(over().table), "kept_for": ["bot-random-a", "p-0", "p-1"]}
    again = Match("coup", 3, **{name: value for name, value in params.items() if name not in ("game", "seats")})
    again.do("player:p-0", "take_seat", name="A")
    seated = again.do("player:p-0", "seat_bots", {"policy": "random", "seats": [0]}, players=["bot-random-b"])
    assert [(one.seat, one.player) for one in seated] == [(0, "bot-random-b")]
    assert not failed(again.audit())
