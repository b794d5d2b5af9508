"""The checker itself: it has nothing to say against a sound record, and objects to every doctored one."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from tests.ledger_checker import KEPT_REFUSAL, Exchange, Kept, blocks_of, check, check_clock
from tests.simulation.judge import kept_of
from tests.simulation.run import simulate

Doctored = tuple[list[Exchange], Kept]
Doctor = Callable[[list[Exchange], Kept], Doctored]


@cache
def sound() -> tuple[str, list[Exchange], Kept]:
    """A record with accepted and refused commands, retries and races."""
    for seed in range(100):
        outcome = simulate(seed)
        ((match, kept),) = [(name, kept_of(outcome.kept, name)) for name in outcome.kept._matches]
        if len(accepted(outcome.exchanges)) > 4 and len(refused(outcome.exchanges)) > 1:
            return match, outcome.exchanges, kept
    raise AssertionError("no evening has enough in it")


def accepted(exchanges: list[Exchange]) -> list[int]:
    """The places of accepted commands that have a key."""
    return [
        place for place, one in enumerate(exchanges) if one.key and one.path.endswith("/commands") and one.is_accepted
    ]


def refused(exchanges: list[Exchange]) -> list[int]:
    return [place for place, one in enumerate(exchanges) if one.problem == KEPT_REFUSAL and one.key]


def changed(exchanges: list[Exchange], place: int, **fields: Any) -> list[Exchange]:
    return [*exchanges[:place], replace(exchanges[place], **fields), *exchanges[place + 1 :]]


def rewritten(kept: Kept, version: int, field: int, value: Any) -> Kept:
    """One field of one stored event is another."""
    event = msgspec.msgpack.decode(kept.entries[version - 1])
    event[field] = value
    entries = [*kept.entries]
    entries[version - 1] = msgspec.msgpack.encode(event)
    return replace(kept, entries=entries)


def without(kept: Kept, first: int, last: int) -> Kept:
    entries = kept.entries[: first - 1] + kept.entries[last:]
    return replace(kept, entries=entries, version=len(entries))


def last_acknowledged_lost(exchanges: list[Exchange], kept: Kept) -> Doctored:
    told = json.loads(exchanges[accepted(exchanges)[-1]].answer)
    return exchanges, without(kept, told["events"][0]["version"], len(kept.entries))


def middle_event_lost(exchanges: list[Exchange], kept: Kept) -> Doctored:
    return exchanges, without(kept, 5, 5)


def last_event_of_a_command_lost(exchanges: list[Exchange], kept: Kept) -> Doctored:
    block = max(blocks_of(kept.entries), key=lambda block: len(block.events))
    return exchanges, without(kept, block.last, block.last)


def two_events_swapped(exchanges: list[Exchange], kept: Kept) -> Doctored:
    entries = [*kept.entries]
    entries[6], entries[7] = entries[7], entries[6]
    return exchanges, replace(kept, entries=entries)


def a_command_twice(exchanges: list[Exchange], kept: Kept) -> Doctored:
    block = blocks_of(kept.entries)[-1]
    entries = kept.entries + kept.entries[block.first - 1 :]
    return exchanges, replace(kept, entries=entries, version=len(entries))


def a_head_behind_its_stream(exchanges: list[Exchange], kept: Kept) -> Doctored:
    return exchanges, replace(kept, version=kept.version - 1)


def another_frontier(exchanges: list[Exchange], kept: Kept) -> Doctored:
    return exchanges, replace(kept, frontier=bytes(32) + kept.frontier[32:])


def another_root(exchanges: list[Exchange], kept: Kept) -> Doctored:
    return exchanges, rewritten(kept, blocks_of(kept.entries)[3].last, 10, bytes(32))


def another_actor(exchanges: list[Exchange], kept: Kept) -> Doctored:
    place = accepted(exchanges)[0]
    return changed(exchanges, place, actor="seat:9"), kept


def an_earlier_date(exchanges: list[Exchange], kept: Kept) -> Doctored:
    return exchanges, rewritten(kept, len(kept.entries), 5, 1)


def a_step_left_out(exchanges: list[Exchange], kept: Kept) -> Doctored:
    return exchanges, rewritten(kept, len(kept.entries), 2, 999)


def a_retry_with_another_answer(exchanges: list[Exchange], kept: Kept) -> Doctored:
    one = exchanges[accepted(exchanges)[0]]
    return [*exchanges, replace(one, answer=one.answer.replace('"rule":"', '"rule":"x'))], kept


def a_retry_with_another_status(exchanges: list[Exchange], kept: Kept) -> Doctored:
    one = exchanges[accepted(exchanges)[0]]
    return [*exchanges, replace(one, status=202)], kept


def a_retry_that_is_refused(exchanges: list[Exchange], kept: Kept) -> Doctored:
    one, other = exchanges[accepted(exchanges)[0]], exchanges[refused(exchanges)[0]]
    return [*exchanges, replace(one, status=other.status, answer=other.answer, etag="")], kept


def a_command_answered_to_two(exchanges: list[Exchange], kept: Kept) -> Doctored:
    one = exchanges[accepted(exchanges)[0]]
    return [*exchanges, replace(one, key="another")], kept


def nobody_asked(exchanges: list[Exchange], kept: Kept) -> Doctored:
    """Nor is anybody still waiting who has asked for the same."""
    one = exchanges[accepted(exchanges)[0]]
    return [other for other in exchanges if (other.actor, other.body) != (one.actor, one.body)], kept


def two_bodies_under_one_key(exchanges: list[Exchange], kept: Kept) -> Doctored:
    one = exchanges[accepted(exchanges)[0]]
    other = next(
        exchanges[place] for place in accepted(exchanges) + refused(exchanges) if exchanges[place].body != one.body
    )
    return [*exchanges, replace(other, actor=one.actor, key=one.key)], kept


def a_key_called_reused(exchanges: list[Exchange], kept: Kept) -> Doctored:
    one = exchanges[refused(exchanges)[0]]
    told = json.dumps({"type": "/problems/idempotency-key-reused"})
    return [*exchanges, replace(one, key="never used", status=422, answer=told)], kept


def if_match_ignored(exchanges: list[Exchange], kept: Kept) -> Doctored:
    return changed(exchanges, accepted(exchanges)[0], expected=1), kept


def a_look_at_the_past(exchanges: list[Exchange], kept: Kept) -> Doctored:
    last = max((one for one in exchanges if one.method == "GET" and one.status == 200), key=lambda one: one.sent)
    return [*exchanges, replace(last, etag='"4-0"')], kept


def a_look_at_the_future(exchanges: list[Exchange], kept: Kept) -> Doctored:
    first = min((one for one in exchanges if one.method == "GET" and one.status == 200), key=lambda one: one.sent)
    return [*exchanges, replace(first, etag=f'"{len(kept.entries)}-0"')], kept


def an_order_that_cannot_be(exchanges: list[Exchange], kept: Kept) -> Doctored:
    """The first command was sent after the last one was answered, and lies before it."""
    place = accepted(exchanges)[0]
    one = exchanges[place]
    end = max(other.answered or 0 for other in exchanges)
    rest = [other for other in exchanges if (other.actor, other.key) != (one.actor, one.key)]
    return [*rest, replace(one, sent=end + 1, answered=end + 2)], kept


def a_refusal_not_in_the_journal(exchanges: list[Exchange], kept: Kept) -> Doctored:
    told = {one.body for one in exchanges if one.problem == KEPT_REFUSAL}
    return exchanges, replace(kept, journal=[one for one in kept.journal if one["command"] not in told])


def a_refusal_that_nobody_got(exchanges: list[Exchange], kept: Kept) -> Doctored:
    return exchanges, replace(kept, journal=[{**kept.journal[0], "command": '{"type": "never sent"}'}, *kept.journal])


def a_feed_told_twice(exchanges: list[Exchange], kept: Kept) -> Doctored:
    assert kept.feed is not None
    return exchanges, replace(kept, feed=[*kept.feed, kept.feed[-1]])


def a_feed_not_told(exchanges: list[Exchange], kept: Kept) -> Doctored:
    assert kept.feed is not None
    return exchanges, replace(kept, feed=kept.feed[:-1])


def another_card_shown(exchanges: list[Exchange], kept: Kept) -> Doctored:
    """The sender was shown a part of an event that is not for that seat."""
    place = accepted(exchanges)[0]
    told = json.loads(exchanges[place].answer)
    told["events"][0]["secret"] = {"seat:7": {"card": "media"}}
    return changed(exchanges, place, answer=json.dumps(told)), kept


DOCTORS: list[Doctor] = [
    last_acknowledged_lost,
    middle_event_lost,
    last_event_of_a_command_lost,
    two_events_swapped,
    a_command_twice,
    a_head_behind_its_stream,
    another_frontier,
    another_root,
    another_actor,
    an_earlier_date,
    a_step_left_out,
    a_retry_with_another_answer,
    a_retry_with_another_status,
    a_retry_that_is_refused,
    a_command_answered_to_two,
    nobody_asked,
    two_bodies_under_one_key,
    a_key_called_reused,
    if_match_ignored,
    a_look_at_the_past,
    a_look_at_the_future,
    an_order_that_cannot_be,
    a_refusal_not_in_the_journal,
    a_refusal_that_nobody_got,
    a_feed_told_twice,
    a_feed_not_told,
    another_card_shown,
]


def test_nothing_is_said_against_a_sound_record():
    match, exchanges, kept = sound()
    assert check(exchanges, {match: kept}) == []


def test_the_journal_has_a_command_in_a_form_of_its_own():
    """Blanks of the sender, which over the channel are others than over REST, are not kept."""
    match, exchanges, kept = sound()
    assert any(one.problem == KEPT_REFUSAL for one in exchanges)
    written = [replace(one, body=one.body.replace(": ", " :\t")) for one in exchanges]
    assert check(written, {match: kept}) == []


@pytest.mark.parametrize("doctor", DOCTORS, ids=[doctor.__name__ for doctor in DOCTORS])
def test_a_doctored_record_is_objected_to(doctor):
    match, exchanges, kept = sound()
    doctored, left = doctor(exchanges, kept)
    assert check(doctored, {match: left})


def timed(*waits_ms: tuple[str, int]) -> Kept:
    """A running match with five seconds for each decision: who acted, how long after the one before."""
    at = 1000
    lines: list[tuple[str, str, dict[str, Any]]] = [
        ("MatchOpened", "player:p", {"turn_s": 5}),
        ("PlayBegan", "player:p", {}),
    ]
    entries = [[name, 1, 0, bytes([n]), actor, at, "", public, {}] for n, (name, actor, public) in enumerate(lines)]
    for number, (actor, wait_ms) in enumerate(waits_ms, 2):
        at += wait_ms
        entries.append(["Moved", 1, number, bytes([number]), actor, at, "", {}, {}])
    return Kept([msgspec.msgpack.encode(entry) for entry in entries], len(entries), b"")


def test_deadlines_are_neither_early_nor_forgotten():
    assert list(check_clock(timed(("clock:0", 5001), ("seat:1", 100)), 2000, 8000)) == []
    assert list(check_clock(timed(("clock:0", 4999)), 2000, 8000))
    assert list(check_clock(timed(("clock:0", 8000)), 2000, 10_000))
    assert list(check_clock(timed(("seat:0", 100)), 2000, 9000))
    assert list(check_clock(timed(("seat:0", 100)), 2000, None)) == []
