"""The policy of a bot that searches by itself, beside the store: `matchledger bot --policy search`.

It draws worlds from the table of the match, and chooses by these alone.
"""

from __future__ import annotations

import os
from random import Random
from typing import Any

from matchledger_client.choices import Choice, Command

from games.bots import Policy
from projections.tables import Tables
from service.handle import now_ms
from service.searching import answer, question_about


def search_policy(tables: Tables, match: str, seconds: float) -> Policy:
    """`seconds` are of CPU time, for each command."""

    def choose(_rng: Random, _seen: dict[str, Any], seat: int, _templates: list[Choice]) -> Command:
        # If the match has moved on since the choices were read, the service refuses the command by its version.
        found = answer(question_about(tables.current(match), seat, os.urandom(16), now_ms(), seconds))
        return {"type": found.best.type, "params": found.best.params}

    return choose
