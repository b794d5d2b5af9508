"""LEDGER-12: who may see what of a match."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ledger.orders import Refused
from ledger.rules_visibility import (
    is_invited,
    may_see,
    may_try_to_sit,
    must_be_advisable,
    must_be_revealed,
    refusals_seen_by,
)
from ledger.table import Table
from tests.ledger import lucky
from tests.ledger.match import Match

STRANGERS = (None, "player:p-9")
INSIDERS = ("player:p-0", "player:p-1", "arbiter:a-1", "admin:d-1")


def refusal_of(rule: Callable[..., Any], *given: Any) -> tuple[str, str]:
    with pytest.raises(Refused) as caught:
        rule(*given)
    return caught.value.code, caught.value.rule


def private(**more: Any) -> Match:
    """Opened by p-0, who does not sit in it."""
    return Match("coup", 2, public=False, **more).sit(1)


def told(rule: Callable[[Table, str | None], bool], table: Table) -> set[str | None]:
    """Those for whom the rule says yes."""
    return {actor for actor in (*STRANGERS, *INSIDERS) if rule(table, actor)}


def test_ledger_12_1_a_private_match_does_not_exist_for_outsiders():
    assert told(may_see, private().table) == set(INSIDERS)
    assert told(may_see, Match("coup", 2, public=False).table) == {"player:p-0", "arbiter:a-1", "admin:d-1"}
    assert told(may_see, Match("coup", 2).sit(1).table) == {*STRANGERS, *INSIDERS}


def test_ledger_12_1_also_when_it_is_over():
    match = private()
    match.do("player:p-0", "cancel_match")
    assert told(may_see, match.table) == set(INSIDERS)


def test_ledger_12_2_whoever_has_the_id_may_sit_down_until_the_lobby_is_closed():
    match = private()
    everybody = {*STRANGERS, *INSIDERS}
    assert told(is_invited, match.table) == told(may_try_to_sit, match.table) == everybody
    match.sit(0)
    assert told(is_invited, match.table) == set(INSIDERS)
    assert told(may_try_to_sit, match.table) == everybody, "who is told that it is full"
    match.do("player:p-0", "start_match")
    assert told(is_invited, match.table) == told(may_try_to_sit, match.table) == set(INSIDERS)


def test_ledger_12_2_nor_while_parts_of_the_luck_are_opened():
    match = lucky.sit(Match(public=False))
    assert may_try_to_sit(match.table, "player:p-9")
    match.do("player:p-0", "start_match")
    assert not told(may_try_to_sit, match.table) & set(STRANGERS)
    assert not told(is_invited, match.table) & set(STRANGERS)


def test_ledger_12_3_what_others_see_is_revealed_at_the_end():
    match = Match().sit()
    assert refusal_of(must_be_revealed, match.table) == ("not_revealed", "LEDGER-12.3")
    match.do("player:p-0", "start_match")
    assert refusal_of(must_be_revealed, match.table) == ("not_revealed", "LEDGER-12.3")
    must_be_revealed(match.play(400).table)


def test_ledger_12_4_the_search_tells_nothing_before_the_end():
    match = Match().begin()
    assert refusal_of(must_be_advisable, match.table) == ("no_advice_yet", "LEDGER-12.4")
    must_be_advisable(match.play(400).table)


def test_ledger_12_5_a_player_sees_their_own_refused_commands_and_an_arbiter_all():
    match = private()
    assert refusals_seen_by(match.table, "player:p-1") == 1
    for presiding in ("arbiter:a-1", "admin:d-1"):
        assert refusals_seen_by(match.table, presiding) is None
    assert refusals_seen_by(match.table, "arbiter:p-1") == 1, "who sits in the match is a player in it"
    for other in ("player:p-0", "player:p-9"):
        assert refusal_of(refusals_seen_by, match.table, other) == ("refusals_of_others", "LEDGER-12.5")
