"""Standings: a match counts as what it was."""

from __future__ import annotations

from typing import Any

from projections.lists import Summary
from projections.standings import standings, statistics


def summary(number: int, winners: list[int] | None, *left: str | None) -> Summary:
    seats: list[dict[str, Any]] = [
        {"seat": seat, "player": f"p-{seat}", "name": f"P{seat}", "left": how} for seat, how in enumerate(left)
    ]
    result = None if winners is None else {"winners": winners, "scores": {}}
    ending = "called_off" if winners is None else "played"
    return Summary(f"m-{number}", "coup", "finished", number, 10 * number, True, seats, result, ending=ending)


MATCHES = [
    summary(1, [0], None, None),
    summary(2, [1], "conceded", None),
    summary(3, [0], "bot", None),
    summary(4, None, None, None),
    summary(5, [1], None, "bot"),
]


def test_conceded_called_off_and_bot_played_matches_are_told_apart():
    found = {one.player: one for one in standings(MATCHES)}
    ana, ben = found["p-0"], found["p-1"]
    assert (ana.played, ana.won, ana.conceded, ana.by_bot, ana.called_off) == (3, 1, 1, 1, 1)
    assert (ben.played, ben.won, ben.conceded, ben.by_bot, ben.called_off) == (3, 1, 0, 1, 1)


def test_statistics_leave_out_what_has_no_result():
    found = statistics(MATCHES)
    assert found.matches == 4
    assert sum(one.played for one in found.seats) == 8
    assert sum(bucket.count for bucket in found.lengths) == 4


def test_a_player_whose_every_match_was_called_off_is_listed():
    (one, other) = standings([summary(1, None, None, None)])
    assert {one.called_off, other.called_off} == {1}
    assert one.played == 0
