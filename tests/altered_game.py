"""A game with some of its functions replaced, for tests that show what a faulty game would be caught by."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from games.decider import Decider


def with_rules(game: Decider[Any], **changes: Any) -> Decider[Any]:
    return replace(game, rules=replace(game.rules, **changes))


def with_presentation(game: Decider[Any], **changes: Any) -> Decider[Any]:
    return replace(game, presentation=replace(game.presentation, **changes))


def with_take_back(game: Decider[Any], **changes: Any) -> Decider[Any]:
    return replace(game, take_back=replace(game.take_back, **changes))
