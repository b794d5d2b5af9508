"""The command that the clock sends for a seat whose time is up: pass if possible, else what commits to the least.

docs/clocks.md has the table.
"""

from __future__ import annotations

from typing import Any

import msgspec

from games.choices import Choice, Domain, Integer, Maybe, OneOf, OrderOf, SomeOf, Text
from games.decider import Command, Decider

# Beginnings of command names. Those that commit to the least come first: they pass, give in or end.
LEAST_COMMITTING_FIRST = (
    "pass",
    "decline",
    "accept",
    "yield",
    "stop",
    "finish",
    "end_turn",
    "roll",
    "open_door",
    "declare_flight",
    "declare_victory",
    "discard_card",
)


def clock_choice(game: Decider[Any], state: Any) -> Command:
    """The command for the first seat that the match waits for."""
    seat = game.rules.to_act(state)[0]
    template = min(game.rules.choices(state, seat), key=_rank)
    params = {name: _first(domain) for name, domain in template.params.items() if not isinstance(domain, Maybe)}
    return msgspec.convert({"seat": seat, **params}, game.commands[template.type])


def _rank(template: Choice) -> int:
    """The position of the command in the list above; after all of them if it is not there."""
    names = enumerate(LEAST_COMMITTING_FIRST)
    return next((rank for rank, name in names if template.type.startswith(name)), len(LEAST_COMMITTING_FIRST))


def _first(domain: Domain) -> Any:
    match domain:
        case OneOf(one_of=values):
            return False if any(value is False for value in values) else values[0]
        case SomeOf():
            return _first_some(domain)
        case OrderOf(order_of=values):
            return list(values)
        case Integer(integer=bounds):
            return bounds.min
        case Text():
            return ""
        case Maybe(optional=inner):
            return _first(inner)


def _first_some(domain: SomeOf) -> list[Any]:
    chosen = list(domain.some_of[: domain.min])
    if isinstance(domain.weights, tuple) and isinstance(domain.min_total, int):
        while sum(domain.weights[: len(chosen)]) < domain.min_total:
            chosen.append(domain.some_of[len(chosen)])
    return chosen
