"""The names that a rulebook says are used in place of the rules page's exist."""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from typing import Any

import pytest

from events.visibility import field_names
from games.decider import Decider
from games.registry import all_games
from ledger import events as facts
from ledger.decide import DECIDE
from service.problems import PROBLEM_OF_CODE

HEADING = "## Names that differ from the rules page"


@pytest.mark.parametrize("game", list(all_games().values()), ids=lambda game: game.slug)
def test_every_name_in_place_of_the_pages_exists(game):
    book = Path(inspect.getfile(type(game.rules.initial))).with_name("rulebook.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (.+) \| (.+) \| (.+) \|$", book.partition(HEADING)[2], re.MULTILINE)[2:]
    assert rows
    known = names_in(game)
    for _page, here, _why in rows:
        named = re.findall(r"`([\w.]+)`", here)
        assert named or here == "none", here
        for name in named:
            assert name in known, f"{game.slug}: {name}"


def names_in(game: Decider[Any]) -> set[str]:
    """Events, fields of events, commands of the game, orders of the ledger, and codes of its refusals."""
    types = [*game.rules.on_event, *facts.MATCH_EVENTS]
    fields = {f"{type_.__name__}.{name}" for type_ in types for name in field_names(type_)}
    plain = {name for type_ in types for name in field_names(type_)}
    return (
        {type_.__name__ for type_ in types} | fields | plain | set(game.commands) | set(DECIDE) | set(PROBLEM_OF_CODE)
    )
