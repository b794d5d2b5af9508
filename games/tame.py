"""What is done for a seat that has let its time go by: pass if that can be, else the first choice that is safe.

docs/clocks.md has the table.
"""

from __future__ import annotations

from typing import Any

import msgspec

from games.choices import Choice, Domain, Integer, Maybe, OneOf, OrderOf, SomeOf, Text
from games.decider import Command, Decider

# Commands that commit to the least come first: they pass, give in or end, whatever the game calls it.
TAME = (
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


def tamest_choice(game: Decider[Any], state: Any) -> Command:
    """The command for the first seat that the match waits for."""
    seat = game.rules.to_act(state)[0]
    template = min(game.rules.choices(state, seat), key=_wildness)
    params = {name: _first(domain) for name, domain in template.params.items() if not isinstance(domain, Maybe)}
    return msgspec.convert({"seat": seat, **params}, game.commands[template.type])


def _wildness(template: Choice) -> int:
    return next((place for place, word in enumerate(TAME) if template.type.startswith(word)), len(TAME))


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
