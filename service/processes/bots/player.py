"""A bot in a seat: it waits for its turn, chooses a command and sends it."""

from __future__ import annotations

from random import Random
from typing import Any, cast

from matchledger_client import Match, MovedOn, Turn
from matchledger_client.choices import Choice

from games.bots import Policy


class Bot:
    """One player in one match."""

    def __init__(self, match: Match, policy: Policy, rng: Random) -> None:
        self._match, self._policy, self._rng = match, policy, rng

    def act(self) -> None:
        """Answer an undo request, and send one command if the match waits for this bot now."""
        for turn in self._match.turns(accepts_undo=True, wait_s=0):
            self._send(turn)
            return

    def play(self) -> None:
        """Play until the match is over."""
        for turn in self._match.turns(accepts_undo=True):
            self._send(turn)

    def _send(self, turn: Turn) -> None:
        table, choices = cast(dict[str, Any], turn.table), cast(list[Choice], turn.choices)
        try:
            turn.send(self._policy(self._rng, table, turn.seat, choices))
        except MovedOn:
            return  # somebody was faster: whoever waits for the next turn gets it
