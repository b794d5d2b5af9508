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

    def answer(self) -> bool:
        """Send one command, where somebody asks this bot and the match does not wait for it; whether it was played."""
        table, offered = self._match.get(), self._match.choices()
        if offered["version"] != table["version"] or not offered["choices"]:
            return False
        return self._send(Turn(self._match, table, offered))

    def play(self) -> None:
        """Play until the match is over."""
        for turn in self._match.turns(accepts_undo=True):
            self._send(turn)

    def _send(self, turn: Turn) -> bool:
        table, choices = cast(dict[str, Any], turn.table), cast(list[Choice], turn.choices)
        try:
            turn.send(self._policy(self._rng, table, turn.seat, choices))
        except MovedOn:
            return False  # somebody was faster: whoever waits for the next turn gets it
        return True
