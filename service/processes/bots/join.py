"""`matchledger bot`: one bot in one match, as a client of the API."""

from __future__ import annotations

import sys
from collections.abc import Callable
from random import Random

from matchledger_client import Client, Problem

from games.bots import Policy
from service.processes.bots.player import Bot


def run(base: str, match_id: str, policy_of: Callable[[str], Policy], name: str) -> int:
    """`policy_of` has the slug of a game and says how the bot chooses in it."""
    try:
        match = Client(base).sign_up(name).match(match_id)
        seat = match.sit()
        print(f"{name} has seat {seat}", flush=True)
        Bot(match, policy_of(match.get()["game"]), Random()).play()
        result = match.get()["result"]
    except Problem as problem:
        print(f"matchledger: {problem}", file=sys.stderr)
        return 1
    print("won" if result and seat in result["winners"] else "lost")
    return 0
