"""Tables with every seat taken, for the tests that look at them whole."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from games.registry import all_games
from service.processes.bots.demo import OPTIONS
from tests.pages.desk import Desk, Visitor

NAMES = ("Zosia", "Bartholomew", "Carla", "Dido", "Emil", "Flora")
SIZES = {"laptop": (1280, 800), "desk": (1920, 1080), "phone": (360, 640)}


def start_full(desk: Desk, game: str, steps: int, seed: int = 3) -> tuple[str, list[str]]:
    """A match with all seats taken by people with names of all lengths, after so many steps."""
    seats = all_games()[game].seats_max
    tokens = [desk.api.make_player(NAMES[seat])[1] for seat in range(seats)]
    match = desk.api.open_match(tokens[0], game, seats, OPTIONS.get(game, {}))
    for token in tokens:
        desk.api.take_seat(match, token)
    desk.api.start(match, tokens[0])
    desk.finish(match, tokens, Random(seed), steps=steps)
    return match, tokens


def sit_at(visit: Callable[..., Visitor], desk: Desk, match: str, tokens: list[str], size: str = "laptop") -> Visitor:
    """A browser of this size in the seat that is asked."""
    seat = (desk.api.match(match)["to_act"] or [0])[0]
    visitor = visit()
    resize(visitor, size)
    visitor.sit_down_as(desk.person(tokens[seat]))
    visitor.go(f"/m/{match}")
    visitor.page.wait_for_selector("[data-test=acts] .question-body")
    return visitor


def resize(visitor: Visitor, size: str) -> None:
    width, height = SIZES[size]
    visitor.page.set_viewport_size({"width": width, "height": height})


def act_elsewhere(desk: Desk, match: str, tokens: list[str], seat: int, kind: str) -> dict[str, Any]:
    """The first choice of this kind, taken by another player."""
    offered = desk.api.choices(match, tokens[seat])
    choice = next(one for one in offered["choices"] if one["type"] == kind)
    params = {name: domain["one_of"][0] for name, domain in choice["params"].items()}
    desk.api.send(match, tokens[seat], {"type": kind, "params": params}, offered["version"])
    return desk.api.match(match)
