"""LEDGER-7 and LEDGER-8: erasing a person, and what holds for every event."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec.structs import replace

from events.envelope import Part, Recorded
from events.visibility import ALL_PART, ERASED, SEALED_PART, seats_of_part
from games.registry import all_games
from ledger.audit import with_roots
from ledger.decide import ORDERS
from ledger.fold import advance, fold
from ledger.orders import Order, Refused
from ledger.parameters import PARAMETERS
from ledger.rules_lobby import open_match
from ledger.rules_people import closed_part_names, erase
from tests.ledger.match import Match, failed
from tests.ledger.mutations import rooted, unknown_fields
from tests.ledger.test_5_clock_and_disputes import dispute


def finished() -> Match:
    match = Match("coup", 3, seed=2).begin().play(5)
    dispute(match, "seat:1", freeze=False)
    match.play(400)
    assert match.table.status == "finished"
    return match


def refused(match: Match, actor: str, player: str, secrets_of: int | None) -> tuple[str, str]:
    with pytest.raises(Refused) as caught:
        erase(match.table, Order(actor, "erase", {"player": player, "secrets_of": secrets_of}), match.history)
    return caught.value.code, caught.value.rule


def test_ledger_7_1_the_operator_erases():
    match = finished()
    assert refused(match, "arbiter:a-1", "p-1", None) == ("not_allowed", "LEDGER-7.1")
    assert match.erase("p-1")


def test_ledger_7_2_name_and_claims_go():
    match = finished()
    (erased,) = match.erase("p-1")
    assert len(erased.versions) == 2
    for version in erased.versions:
        assert closed_part_names(match.history[version - 1].stored) == {ALL_PART}
    assert not failed(match.audit())


def test_ledger_7_2_the_claims_that_go_are_those_of_the_person_and_no_others():
    match = Match("coup", 3, seed=2).begin()
    for seat in (0, 1, 2, 1):
        dispute(match, f"seat:{seat}", step=0, freeze=False)
        match.play(1)
    (erased,) = match.erase("p-1")
    assert erased.disputes == (2, 4)
    kept = advance(match.table, match.history[match.table.version :], match.frontier)
    assert [one.claim for one in kept.disputes] == ["It was not so.", ERASED, "It was not so.", ERASED]
    assert fold(match.ruleset, match.history, match.frontier).disputes == kept.disputes
    assert not failed(match.audit())


def test_ledger_7_3_what_the_seat_held_goes_once_the_match_is_over():
    running = Match("coup", 3, seed=2).begin().play(5)
    assert refused(running, "operator", "p-1", 1) == ("match_not_finished", "LEDGER-7.3")
    match = finished()
    (erased,) = match.erase("p-1", secrets=True)
    assert erased.winners == match.table.result().winners
    for recorded in match.history[:-1]:
        for name, part in recorded.stored.secret.items():
            if name == SEALED_PART or 1 in seats_of_part(name):
                assert not part.salt, f"{name} of version {recorded.version} names the seat and is open"
        if recorded.stored.actor == "seat:1" and recorded.stored.cause is not None:
            assert not recorded.stored.cause.params.salt
    assert not failed(match.audit())


def test_ledger_7_4_nothing_is_erased_twice():
    match = finished()
    match.erase("p-1")
    assert refused(match, "operator", "p-1", None) == ("nothing_to_erase", "LEDGER-7.4")
    assert refused(match, "operator", "p-9", None) == ("never_sat", "LEDGER-7.1")


def test_ledger_7_4_an_erasure_that_closes_nothing_excuses_nothing():
    match = finished()
    match.erase("p-1")
    last = match.history[-1]
    lie = {**last.stored.public, "versions": [3, 4]}
    assert "ledger" in failed(match.audit(signed([*match.history[:-1], put(last, public=lie)])))
    other = next(one for one in match.history if one.stored.type == "SeatTaken" and one.stored.public["seat"] == 0)
    closed = put(other, secret={ALL_PART: Part(b"", {}, b"x" * 32)})
    assert "commitments" in failed(match.audit(swapped(match.history, closed)))


def put(recorded: Recorded, **changes: Any) -> Recorded:
    return Recorded(recorded.version, replace(recorded.stored, **changes))


def swapped(history: list[Recorded], *changed: Recorded) -> list[Recorded]:
    by_version = {one.version: one for one in changed}
    return signed([by_version.get(one.version, one) for one in history])


def signed(history: list[Recorded]) -> list[Recorded]:
    """With the roots of what stands there now."""
    return [Recorded(version, stored) for version, stored in enumerate(with_roots(history)[0], 1)]


def test_ledger_8_1_versions_steps_and_times_follow():
    match = finished()
    some = match.history[20]
    assert "order" in failed(match.audit(swapped(match.history, put(some, step=some.stored.step + 1))))
    assert "order" in failed(match.audit(swapped(match.history, put(some, at=1))))
    assert "order" in failed(match.audit([*match.history[:20], *match.history[21:]]))


def test_ledger_8_2_the_events_of_an_order_stand_together():
    match = finished()
    first, second = next(
        (one, two)
        for one, two in zip(match.history[10:], match.history[11:])
        if one.stored.cause is not None and one.stored.command == two.stored.command
    )
    for changes in ({"actor": "seat:9"}, {"at": second.stored.at + 1}, {"cause": first.stored.cause}):
        report = match.audit(swapped(match.history, put(second, **changes)))
        assert "order" in failed(report) or "tree" in failed(report)
    assert "order" in failed(match.audit(swapped(match.history, put(first, cause=None))))
    again = put(match.history[-1], command=match.history[5].stored.command)
    assert "order" in failed(match.audit(swapped(match.history, again)))


def test_ledger_8_3_salts_have_32_bytes_and_are_used_once():
    match = finished()
    one, two = [one for one in match.history if "sealed" in one.stored.secret][:2]
    part = one.stored.secret["sealed"]
    short = put(one, secret={**one.stored.secret, "sealed": replace(part, salt=b"short")})
    assert "commitments" in failed(match.audit(swapped(match.history, short)))
    copied = replace(two.stored.secret["sealed"], salt=part.salt)
    twice = put(two, secret={**two.stored.secret, "sealed": copied})
    assert "commitments" in failed(match.audit(swapped(match.history, twice)))


def test_ledger_8_4_a_part_is_closed_exactly_where_an_erasure_says_so():
    match = finished()
    version = next(one.version for one in match.history if one.stored.type == "SeatTaken")
    opened = match.history[version - 1]
    match.erase(opened.stored.public["player"])
    assert not failed(match.audit())
    assert "commitments" in failed(match.audit(swapped(match.history, opened)))
    closed = match.history[version - 1]
    part = replace(closed.stored.secret["all"], values={"name": "Somebody Else"})
    beside = put(closed, secret={**closed.stored.secret, "all": part})
    assert "commitments" in failed(match.audit(swapped(match.history, beside)))


def test_ledger_8_5_fields_are_divided_as_their_event_says():
    match = finished()
    dealt = next(one for one in match.history if any(name.startswith("seat:") for name in one.stored.secret))
    name, part = next((name, part) for name, part in dealt.stored.secret.items() if name.startswith("seat:"))
    rest = {other: values for other, values in dealt.stored.secret.items() if other != name}
    shown = put(dealt, secret=rest, public={**dealt.stored.public, **part.values})
    assert "visibility" in failed(match.audit(swapped(match.history, shown)))
    public = next(one for one in match.history if one.stored.type == "PlayBegan")
    hidden = put(
        public,
        public={"by": public.stored.public["by"]},
        secret={"sealed": Part(b"s" * 32, {"players": public.stored.public["players"]})},
    )
    assert "visibility" in failed(match.audit(swapped(match.history, hidden)))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("game", all_games())
def test_ledger_8_5_no_record_has_a_field_that_its_type_does_not_know(game, seed):
    rng = random.Random(seed)
    match = Match(game, all_games()[game].seats_min, seed=seed).begin().play(60)
    found = [name for name, history in unknown_fields(match.history, rng) if not failed(match.audit(rooted(history)))]
    assert not found


def test_ledger_8_6_an_order_has_no_parameters_but_those_of_its_type():
    match = Match("coup", 2)
    assert match.refused("player:p-0", "take_seat", {"seat": 0, "note": "x"}) == ("bad_parameters", "LEDGER-8.6")
    match = finished()
    for one in match.history:
        if one.stored.cause is not None:
            params = replace(one.stored.cause.params, values={**one.stored.cause.params.values, "note": "x"})
            forged = swapped(match.history, put(one, cause=replace(one.stored.cause, params=params)))
            assert {"ledger", "decisions"} & failed(match.audit(forged)).keys(), one.stored.cause.type


@pytest.mark.parametrize(
    ("type_", "params"),
    [
        ("take_seat", {"seat": "0"}),
        ("take_seat", {"seat": False}),
        ("leave_seat", {"seat": True}),
        ("leave_seat", {"seat": 1.0}),
        ("open_dispute", {"step": 0, "freeze": 0}),
        ("rule_on_dispute", {"dispute": True, "ruling": "dismiss"}),
        ("answer_undo", {"accepts": "yes"}),
        ("erase", {"player": "p-1", "secrets_of": True}),
    ],
)
def test_ledger_8_6_each_parameter_is_of_its_own_kind(type_, params):
    """1, 1.0 and true are equal in Python, and are not the same in what is stored and signed."""
    match = Match("coup", 3).sit()
    actor = {"erase": "operator", "rule_on_dispute": "arbiter:a-1"}.get(type_, "seat:1")
    actor = "player:p-1" if type_.endswith("_seat") else actor
    assert match.refused(actor, type_, params) == ("bad_parameters", "LEDGER-8.6")


def test_ledger_8_6_the_kinds_of_parameters_are_known_for_every_order():
    assert PARAMETERS.keys() <= ORDERS
    with pytest.raises(Refused) as caught:
        open_match(all_games()["coup"], Order("player:p-0", "open_match", {"game": "coup", "seats": "2"}), 0)
    assert caught.value.code == "bad_parameters"


@pytest.mark.parametrize(
    ("actor", "other"),
    [
        ("seat:1", "seat:01"),
        ("seat:1", "seat: 1"),
        ("seat:1", "seat:+1"),
        ("seat:1", "seat:1 "),
        ("seat:1", "seat:١"),
        ("seat:1", "seat:1_"),
        ("seat:1", "seat:"),
        ("player:p-0", "player:p-0 "),
        ("player:p-0", "player:"),
        ("player:p-0", "Player:p-0"),
        ("player:p-0", "p-0"),
    ],
)
def test_ledger_8_7_everybody_is_named_in_one_way(actor, other):
    """Else one seat would be two for whatever compares names: who has moved, who disputes, who had their free undo."""
    match = finished()
    spelt = [
        put(one, actor=other) if one.stored.actor == actor and one.stored.type != "MatchOpened" else one
        for one in match.history
    ]
    assert spelt != match.history
    assert "order" in failed(match.audit(signed(spelt)))


@pytest.mark.parametrize("name", ["seat:01", "seat:1,0", "seat:1,1", "seat:+1", "seat:", "sealed ", "seat:1000"])
def test_ledger_8_7_parts_are_named_in_one_way(name):
    match = finished()
    dealt = next(one for one in match.history if "seat:1" in one.stored.secret)
    parts = dict(dealt.stored.secret)
    renamed = put(
        dealt, secret={**{one: part for one, part in parts.items() if one != "seat:1"}, name: parts["seat:1"]}
    )
    assert "commitments" in failed(match.audit(swapped(match.history, renamed)))
