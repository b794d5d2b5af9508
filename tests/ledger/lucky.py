"""People who commit to parts of the luck, open them, and withhold them."""

from __future__ import annotations

import random
from typing import Any

from ledger.seed import commitment_of
from tests.ledger.match import Match


def part_of(seat: int, round_: int = 1) -> str:
    return f"{round_:032x}{seat:032x}"


def commitment(seat: int, round_: int = 1) -> str:
    return commitment_of("m-pure", seat, f"p-{seat}", part_of(seat, round_))


def sit(match: Match, *seats: int, without: tuple[int, ...] = (), round_: int = 1) -> Match:
    for seat in seats or range(len(match.table.seats)):
        luck: dict[str, Any] = {} if seat in without else {"luck": {"commitment": commitment(seat, round_)}}
        match.do(f"player:p-{seat}", "take_seat", {"seat": seat, **luck}, name=f"Player {seat}")
    return match


def commit(match: Match, seat: int, round_: int) -> None:
    match.do(f"player:p-{seat}", "commit_luck", {"commitment": commitment(seat, round_)})


def unseal(match: Match, seat: int, round_: int = 1) -> list[str]:
    events = match.do(f"player:p-{seat}", "open_luck", {"part": part_of(seat, round_)})
    return [type(event).__name__ for event in events]


def withhold(match: Match) -> list[str]:
    assert match.table.opening is not None
    match.at = match.table.opening.deadline + 1
    events = match.do("clock", "withhold_luck", {"round": match.table.opening.round})
    return [type(event).__name__ for event in events]


def begin(match: Match, rng: random.Random) -> Match:
    """A match that begins after some rounds, in which some have given a part and some have withheld it."""
    rounds = dict.fromkeys(range(len(match.table.seats)), 1)
    sit(match, *_empty(match), without=tuple(seat for seat in rounds if rng.random() < 0.4))
    for abandoned in range(3):
        if rng.random() < 0.2:
            seat = rng.randrange(len(rounds))
            rounds[seat] += 10
            commit(match, seat, rounds[seat])
        match.at += 1000
        match.do(f"player:p-{rng.randrange(len(rounds))}", "start_match")
        if match.table.status == "running":
            return match
        assert match.table.opening is not None
        waiting_for = list(match.table.opening.waiting_for)
        rng.shuffle(waiting_for)
        is_last_chance = abandoned == 2
        for seat in waiting_for:
            if is_last_chance or rng.random() < 0.75:
                match.at += 1000
                unseal(match, seat, rounds[seat])
        if match.table.status == "running":
            return match
        withhold(match)
        for seat in match.table.must_commit():
            rounds[seat] += 1
            commit(match, seat, rounds[seat])
        for seat in _empty(match):
            rounds[seat] += 1
            sit(match, seat, round_=rounds[seat], without=() if rng.random() < 0.5 else (seat,))
    raise AssertionError("the last round has begun play")


def _empty(match: Match) -> list[int]:
    return [seat for seat, info in enumerate(match.table.seats) if info is None]
