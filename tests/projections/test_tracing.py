"""To whom a card was shown: from the parts of the events that were delivered, and nothing else."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from events.envelope import redact_for
from events.visibility import ARBITER, SPECTATOR
from games.registry import all_games
from projections.overview import POINTS_MAX, Overview, SeatLine, thin_out
from projections.tracing import known_cards, steps_naming
from tests.projections.ledger import Ledger

GAMES = sorted(all_games())


@pytest.fixture(scope="module")
def played() -> dict[str, tuple[Any, list[Any]]]:
    """A match of every game after a few steps: its table and its history."""
    found = {}
    for slug in GAMES:
        ledger = Ledger()
        table = ledger.start(all_games()[slug], 3, {}, 4)
        rng = random.Random(4)
        for _ in range(12):
            table = ledger.send(table.match, ledger.random_command(table, rng)).table
            if table.status == "finished":
                break
        found[slug] = (table, ledger.store.read(table.match))
    return found


@pytest.mark.parametrize("slug", GAMES)
def test_a_viewer_is_told_no_card_that_their_own_events_do_not_name(slug, played):
    table, history = played[slug]
    for viewer in (*range(3), SPECTATOR):
        text = str([redact_for(one, viewer) for one in history])
        known = known_cards(table, history, viewer)
        for one in known:
            assert (one.kind or one.card) in text or one.card in text, one
            if viewer != SPECTATOR:
                assert viewer in [shown.seat for shown in one.shown], "what I was told, I was shown"


@pytest.mark.parametrize("slug", GAMES)
def test_all_together_is_what_each_seat_was_shown(slug, played):
    """What is told of a seat after the end is exactly what that seat's own events had told it."""
    table, history = played[slug]
    whole = {one.card: {shown.seat: shown.step for shown in one.shown} for one in known_cards(table, history, ARBITER)}
    for seat in range(3):
        own = {
            one.card: shown.step
            for one in known_cards(table, history, seat)
            for shown in one.shown
            if shown.seat == seat
        }
        assert own == {card: seats[seat] for card, seats in whole.items() if seat in seats}
    assert any(len(seats) == 1 for seats in whole.values()), "somebody holds a card that nobody else was shown"


@pytest.mark.parametrize("slug", GAMES)
def test_the_steps_of_a_card_are_those_whose_events_name_it(slug, played):
    table, history = played[slug]
    for one in known_cards(table, history, ARBITER)[:20]:
        named = steps_naming(table, history, one.card, ARBITER)
        assert named
        assert all(types for types in named.values())
        assert {shown.step for shown in one.shown} <= named.keys()


def test_points_are_thinned_out_evenly_and_end_where_the_line_ends():
    points = [(step, step * 2) for step in range(2000)]
    thin = thin_out(points, 150)
    assert len(thin) <= 150
    assert thin[-1] == points[-1]
    assert set(thin) <= set(points)
    assert thin_out(points[:100], 150) == points[:100]


def test_the_overview_of_two_thousand_steps_takes_20_kb_at_the_most():
    """Six seats, and a value of seven digits that changes in every step."""
    seats = 6
    line = [(step, 1_000_000 + step) for step in range(2000)]
    lines = [SeatLine(seat, thin_out(line, POINTS_MAX // seats)) for seat in range(seats)]
    document = Overview(version=2000, measure="Collected", first_step=0, last_step=1999, seats=lines)
    assert 8 * 1024 < len(msgspec.json.encode(document)) <= 20 * 1024
