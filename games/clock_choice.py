"""The command that the clock sends for a seat whose time is up: what the seat would regret the least.

docs/clocks.md has the table.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from games.choices import Choice, Domain, Integer, Maybe, OneOf, OrderOf, SomeOf, Text
from games.decider import Command, Decider

Regret = Callable[[Any], int]


def clock_choice(game: Decider[Any], state: Any, seat: int | None = None) -> Command:
    """The command for a seat that the match waits for, by default the first one."""
    seat = game.rules.to_act(state)[0] if seat is None else seat
    templates = game.rules.choices(state, seat)
    mildest = min(_rank(game, template) for template in templates)
    offers = [(*_fill(game, state, seat, one), one) for one in templates if _rank(game, one) == mildest]
    _, params, template = min(offers, key=lambda offer: offer[0])
    return msgspec.convert({"seat": seat, **params}, game.commands[template.type])


def _rank(game: Decider[Any], template: Choice) -> int:
    """The position of the command in the game's list; after all of them if it is not there."""
    names = game.clock.mildest_first
    return next((rank for rank, name in enumerate(names) if template.type.startswith(name)), len(names))


def _fill(game: Decider[Any], state: Any, seat: int, template: Choice) -> tuple[int, dict[str, Any]]:
    """What would be regretted about this template at its best, and the parameters for that."""
    total, params = 0, {}
    for name, domain in template.params.items():
        if not isinstance(domain, Maybe):
            regret = _regret_of(game, state, seat, template, name)
            params[name] = _mildest(domain, regret)
            total += regret(params[name])
    return total, params


def _regret_of(game: Decider[Any], state: Any, seat: int, template: Choice, name: str) -> Regret:
    return lambda value: game.clock.regret(state, seat, template, name, value)


def _mildest(domain: Domain, regret: Regret) -> Any:
    match domain:
        case OneOf(one_of=values):
            return min(values, key=regret)
        case SomeOf():
            return _mildest_some(domain)
        case OrderOf(order_of=values):
            return list(values)
        case Integer(integer=bounds):
            return bounds.min
        case Text():
            return ""
        case Maybe(optional=inner):
            return _mildest(inner, regret)


def _mildest_some(domain: SomeOf) -> list[Any]:
    chosen = list(domain.some_of[: domain.min])
    if isinstance(domain.weights, tuple) and isinstance(domain.min_total, int):
        while sum(domain.weights[: len(chosen)]) < domain.min_total:
            chosen.append(domain.some_of[len(chosen)])
    return chosen
