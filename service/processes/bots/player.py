"""A bot in a seat: read the match, choose a command, send it."""

from __future__ import annotations

from random import Random
from typing import Any, Literal

from games.bots import Policy
from service.processes.bots.client import Api, ApiProblem

Outcome = Literal["acted", "waiting", "finished", "held"]
ATTEMPTS_MAX = 6
WAIT_S = 20


class Bot:
    """One player in one match."""

    def __init__(self, api: Api, token: str, match: str, policy: Policy, rng: Random) -> None:
        self.api, self.token, self.match, self.policy, self.rng = api, token, match, policy, rng
        self.version = 0

    def act(self) -> Outcome:
        """Do at most one thing: vote on an undo request, or send one command."""
        for _ in range(ATTEMPTS_MAX):
            match = self.api.match(self.match, self.token)
            self.version = match["version"]
            try:
                return self._act_on(match)
            except ApiProblem as problem:
                if problem.slug == "version-conflict":
                    continue  # another command came first: read the match again
                if problem.slug in ("match-frozen", "match-finished", "undo-not-open"):
                    return "held"
                raise
        return "held"

    def _act_on(self, match: dict[str, Any]) -> Outcome:
        if match["status"] == "finished":
            return "finished"
        offered = self.api.choices(self.match, self.token)
        seat = offered["seat"]
        request = match["undo_request"]
        if request is not None:
            if seat not in request["waiting_for"]:
                return "waiting"
            self.api.vote(self.match, self.token, accepts=True)
            return "acted"
        if match["status"] != "running" or seat not in match["to_act"] or not offered["choices"]:
            return "waiting"
        command = self.policy(self.rng, match, seat, offered["choices"])
        self.api.send(self.match, self.token, command, offered["version"])
        return "acted"

    def play(self) -> None:
        """Play until the match is over."""
        while (outcome := self.act()) != "finished":
            if outcome != "acted":
                self.api.wait(self.match, self.token, self.version, WAIT_S)
