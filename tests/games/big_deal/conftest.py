"""Whole matches, played once and looked at by many tests."""

from __future__ import annotations

import random
from dataclasses import dataclass

import pytest

from games.big_deal import GAME
from games.big_deal.setup import BigDealOptions
from games.big_deal.state import State
from games.decider import Command, Event
from tests.games.big_deal.policy import policy
from tests.play import Match, moves


@dataclass
class Played:
    """A match from its first to its last event."""

    match: Match
    batches: list[tuple[State, Command | None, list[Event]]]  # state before, command, events
    states: list[tuple[State, Event, State]]  # before, event, after


def play_through(seats: int, seed: int) -> Played:
    match = Match(GAME, BigDealOptions(first_dealer_seat=seed % seats), seats, seed)
    match.start()
    batches: list[tuple[State, Command | None, list[Event]]] = [(GAME.rules.initial, None, list(match.events))]
    pending: tuple[State, Command, int] | None = None
    for command in moves(match, random.Random(seed), policy):
        if pending is not None:
            before, sent, known = pending
            batches.append((before, sent, match.events[known:]))
        pending = (match.state, command, len(match.events))
    assert pending is not None
    before, sent, known = pending
    batches.append((before, sent, match.events[known:]))
    states, state = [], GAME.rules.initial
    for event in match.events:
        after = GAME.evolve(state, event)
        states.append((state, event, after))
        state = after
    assert state == match.state
    return Played(match, batches, states)


@pytest.fixture(scope="session", params=[(2, 1), (3, 2), (4, 3), (5, 4), (6, 5)], ids=lambda it: f"{it[0]} seats")
def played_match(request: pytest.FixtureRequest) -> Played:
    return play_through(*request.param)
