"""How the random player plays Coup: any style, but with some will to bring the match to its end."""

from __future__ import annotations

import random
from collections.abc import Iterator

from games.choices import Choice
from games.coup import GAME
from games.coup import events as happened
from games.coup.catalogue import ACTION, CARDS
from games.coup.setup import CoupOptions
from games.coup.state import State
from games.decider import Event
from tests.play import Match

# How much likelier a template is than the plainest one: most actions are let through, costly ones bring the end nearer.
_WEIGHTS = {"pass": 8, "challenge": 2, "block": 3, "accept_block": 2}
_ACTION_WEIGHTS = {"scandal": 6, "protest": 4, "police": 3, "usa": 1}


def policy(rng: random.Random, _state: State, _seat: int, choices: list[Choice]) -> Choice:
    """Plain chance in a third of all cases; otherwise weighted towards play that gets somewhere."""
    if rng.random() < 1 / 3:
        return rng.choice(choices)
    return rng.choices(choices, [_weight(template) for template in choices])[0]


def _weight(template: Choice) -> int:
    if template.type == "declare_action":
        return _ACTION_WEIGHTS.get(template.params["action"].one_of[0], 2)
    return _WEIGHTS.get(template.type, 1)


def random_options(rng: random.Random) -> CoupOptions:
    return CoupOptions(
        module=rng.choice(["media", "un"]),
        first_seat=rng.choice([None, 0, 1]),
        reaction_timeout_s=rng.choice([None, 30]),
    )


# The decision table COUP-14: how a turn of each action can go, in the order of its rows. "one" and "two" are the hidden
# cards of a target who reacts.
_PASSED, _TRUE, _FALSE = "passed", "challenge true", "challenge false"
_BLOCKS = ("block accepted", "block true")
_ROWS = {
    "usa": (_PASSED,),
    "local_businessmen": (_PASSED, *_BLOCKS, "block false"),
    "scandal": (_PASSED,),
    "russia": (_PASSED, _TRUE, _FALSE),
    "protest": (
        _PASSED, "challenge true, target two", "challenge true, target one", _TRUE, _FALSE,
        *_BLOCKS, "block false, target two", "block false, target one",
    ),
    "media": (_PASSED, _TRUE, _FALSE),
    "un_draw": (_PASSED, _TRUE, _FALSE),
    "un_inspect": (_PASSED, _TRUE, "challenge true, target two", "challenge true, target one", _FALSE),
    "police": (
        _PASSED, _TRUE, "challenge true, target two", "challenge true, target one", _FALSE,
        *_BLOCKS, "block false, target two", "block false, target one",
    ),
}  # fmt: skip
_ROW_IDS = {
    (action, way): f"COUP-14.{number}"
    for number, (action, way) in enumerate([(action, way) for action, ways in _ROWS.items() for way in ways], start=1)
}


def everything() -> set[str]:
    """Every command, event, card, effect word and row of the decision table."""
    return {
        *GAME.commands,
        *(event_type.__name__ for event_type in GAME.rules.on_event),
        *(f"card {card.id}" for card in CARDS),
        *(f"effect {type(row.effect).__name__}" for row in ACTION.values()),
        *_ROW_IDS.values(),
    }


def reached(match: Match) -> set[str]:
    names = {name for name, command_type in GAME.commands.items() if command_type in map(type, match.commands)}
    names |= {type(event).__name__ for event in match.events}
    names |= {f"card {event.kind}" for event in match.events if isinstance(event, happened.InfluenceLost)}
    for turn in turns(match.events):
        declared = next((event for event in turn if isinstance(event, happened.ActionDeclared)), None)
        if declared is not None and isinstance(turn[-1], happened.TurnEnded | happened.MatchEnded):
            row = ACTION[declared.action, declared.mode]
            names.add(_ROW_IDS[row.id, way_of(turn, declared.target)])
            if any(isinstance(event, happened.ActionResolved) for event in turn):
                names.add(f"effect {type(row.effect).__name__}")
    return names


def turns(events: list[Event]) -> Iterator[list[Event]]:
    """The events of each turn, from its TurnStarted on."""
    starts = [place for place, event in enumerate(events) if isinstance(event, happened.TurnStarted)]
    for start, end in zip(starts, [*starts[1:], len(events)]):
        yield events[start:end]


def way_of(turn: list[Event], target: int | None) -> str:
    """Which row of the decision table a turn of this action was."""
    by_type = {type(event): event for event in reversed(turn)}
    if happened.ActionChallenged in by_type:
        if happened.ClaimDisproved in by_type:
            return _FALSE
        return _TRUE + _hidden(by_type, target, by_type[happened.ActionChallenged].challenger)
    if happened.ActionBlocked not in by_type:
        return _PASSED
    if happened.BlockAccepted in by_type:
        return "block accepted"
    if happened.ClaimProved in by_type:
        return "block true"
    return "block false" + _hidden(by_type, target, by_type[happened.ActionBlocked].blocker)


def _hidden(by_type: dict[type[Event], Event], target: int | None, reactor: int) -> str:
    """How many hidden cards a reacting target had: with one, the first loss of the turn was forced."""
    if reactor != target:
        return ""
    return ", target one" if by_type[happened.InfluenceLost].forced else ", target two"
