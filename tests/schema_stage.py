"""What the requests of tests/schema_soak.py are about: the app, with something of everything in it."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import quote
from zlib import crc32

from games.registry import all_games
from service.app import build_services, create_app
from service.config import Config
from service.handle import now_ms
from service.problems import PROBLEMS
from service.web.identity import hash_token, new_token
from tests.client import params_of
from tests.http.asking import Ask, in_process

RENEWED_AFTER = 300  # requests: they start, finish and call off matches, and some of each are needed at any time
SAME_FOR = 10  # requests in a row are about the same match
NUMBER_MAX = {"seat": 2, "step": 12, "version": 20}  # what a match of some moves has
INT_MAX = 2**31 - 1  # of a number in a path; what is no such number is there to be refused


class Prepared:
    """The app with matches in every state, and the token of somebody who is part of most of it."""

    def __init__(self, link: Any, seed: int, games: Sequence[str] = tuple(all_games())) -> None:
        self.services = build_services(link)
        self.app = create_app(Config(), self.services)
        self.ask: Ask = in_process(self.app)
        self._rng = random.Random(seed)
        person, self.token = self.services.identity.enrol("Ana", "player")
        self.arbiter = self.services.identity.enrol("Judge", "arbiter")[1]  # before a dispute holds a match
        self._player = person.id
        self._own_id = self._tokens()[0]
        self._games = games
        self._matches: dict[str, list[str]] = {}  # by game
        self._disputes: dict[str, list[str]] = {}
        self._sent = 0
        for slug in games:
            self._renew(slug)

    def count_request(self) -> None:
        self._sent += 1
        if self._sent % RENEWED_AFTER == 0:
            self._renew(self._games[self._sent // RENEWED_AFTER % len(self._games)])

    def _renew(self, slug: str) -> None:
        """A match of the game in each state: with a free seat, with none, running, waiting for votes on an undo, held
        by a dispute, finished by a ruling, private; and a branch."""
        matches: list[str] = []
        disputes: list[str] = []
        seats = max(2, all_games()[slug].seats_min)
        for state in ("open", "full", "running", "undo", "held", "finished", "private"):
            body = {"game": slug, "seats": seats, "public": state != "private"}
            match = self._done("POST", "/v1/matches", self.token, body)["id"]
            matches.append(match)
            path = f"/v1/matches/{match}"
            tokens = [self.token, *(self.ask.client.player("Ben") for _ in range(seats - 1))]
            for token in tokens[: 1 if state == "open" else seats]:
                self._done("POST", f"{path}/seats", token, {})
            if state in ("open", "full"):
                continue
            self._done("POST", f"{path}/start", self.token, {})
            self.ask.client.play(match, tokens, self._rng, steps_max=12) if state != "private" else None
            if state == "undo":
                self.ask("POST", f"{path}/undo", tokens[1])  # refused where the other player has done nothing yet
            elif state == "running":
                matches.append(self._done("POST", f"{path}/branches", self.token, {"step": 0})["id"])
            elif state in ("held", "finished"):
                disputes.append(self._dispute(path, state))
        self._matches[slug], self._disputes[slug] = matches, disputes

    def _dispute(self, path: str, state: str) -> str:
        claim = {"step": 0, "claim": "That cannot be.", "freeze": state == "held"}
        dispute: str = self._done("POST", f"{path}/disputes", self.token, claim)["id"]
        if state == "finished":
            ruling = {"ruling": "adjust", "winners": [0], "reason": "Enough."}
            self._done("POST", f"/v1/disputes/{dispute}/ruling", self.arbiter, ruling)
        return dispute

    def _done(self, method: str, path: str, token: str, body: Any) -> Any:
        reply = self.ask(method, path, token, body)
        assert reply.status < 300, reply
        return reply.json

    def place(self, operation: str, made_up: Mapping[str, Any]) -> dict[str, Any]:
        """What stands in an address: mostly something that exists. The same made-up values, which the edge values of a
        body come with, stand for something else after some requests."""
        number = crc32(repr((sorted(made_up.items()), self._sent // SAME_FOR)).encode())
        if number % 4 == 0:
            return dict(made_up)
        number //= 4
        known = {name: _chosen(found, number) for name, found in self._known(operation, number).items()}
        return {name: self._placed(name, value, known, number) for name, value in made_up.items()}

    def _placed(self, name: str, made_up: Any, known: Mapping[str, str], number: int) -> Any:
        if name in NUMBER_MAX:
            is_valid = isinstance(made_up, int) and 0 <= made_up <= INT_MAX
            return number // 64 % NUMBER_MAX[name] if is_valid else made_up
        return known.get(name, made_up)

    def _known(self, operation: str, number: int) -> dict[str, Sequence[str]]:
        if operation == "revoke_token":
            return {"token_id": [self.spare_token()]}
        if operation == "get_problem":
            return {"slug": [*PROBLEMS]}
        slug = _chosen([*all_games()], number)
        return {
            "match": [match for found in self._matches.values() for match in found],
            "dispute": [dispute for found in self._disputes.values() for dispute in found],
            "player_id": [self._player],
            "slug": [slug],
            "rule_id": [*all_games()[slug].rulebook.rules] if operation == "get_rule" else ["LEDGER-1.1"],
            "name": ["start.js", "swagger-ui.css"],
        }

    def offered(self, match: Any) -> dict[str, Any] | None:
        """A command that may be sent in this match now; half the time none, so that made-up ones are sent too."""
        if self._rng.random() < 0.5:
            return None
        reply = self.ask("GET", f"/v1/matches/{quote(str(match), safe='')}/choices", self.token)
        choices = reply.json["choices"] if reply.status == 200 else []
        if not choices:
            return None
        template = self._rng.choice(choices)
        return {"type": template["type"], "params": params_of(template, self._rng)}

    def is_own(self, token_id: str) -> bool:
        return token_id == self._own_id

    def spare_token(self) -> str:
        """The id of a token of the same person that may be revoked."""
        for token_id in self._tokens():
            if not self.is_own(token_id):
                return token_id
        return self.services.identity.tokens.add(self._player, "", hash_token(new_token()), now_ms()).id

    def _tokens(self) -> list[str]:
        return [token.id for token in self.services.identity.tokens.list(self._player)]


def _chosen(found: Sequence[str], number: int) -> str:
    return found[number % len(found)]
