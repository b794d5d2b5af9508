"""Random orders in a lobby with joint luck: what the match says of it is kept, and refusals have the right codes."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from ledger.seed import commitment_of
from tests.http.asking import Ask, Reply

ORDERS_MAX = 400
WITHHELD_MAX = 2  # after three rounds the match could not be started

Send = Callable[..., Reply]  # what, method, path, token, body


class LobbyOrders:
    """People who sit down, leave, commit, open rightly and wrongly, or let the time pass, until play has begun."""

    def __init__(
        self, ask: Ask, send: Send, strike: Callable[[float], None], erase: Callable[[str], None], rng: random.Random
    ) -> None:
        self.ask, self.send, self.strike, self.erase, self.rng = ask, send, strike, erase, rng
        self.parts: dict[int, str] = {}
        self.withheld = 0

    def begin(self, path: str, tokens: list[str], reader: str) -> None:
        """Until the match runs; each sits where their token stands in the list. `reader` may see the match."""
        self.path, self.tokens, self.reader = path, tokens, reader
        self.players = [self.ask("GET", "/v1/players/me", token).json["id"] for token in tokens]
        self.chance = self.rng.choice((0.0, 0.5, 1.0))
        for _ in range(ORDERS_MAX):
            document = self.ask("GET", path, reader).json
            if document["status"] == "running":
                return
            (self.while_closed if document["opening"] else self.while_open)(document)
            if self.rng.random() < 0.15:
                self.aside(document)
            after = self.ask("GET", path, reader).json
            assert after["status"] != "open" or after["step"] == document["step"], (document, after)
        raise AssertionError(f"{path} did not begin")

    def aside(self, document: dict[str, Any]) -> None:
        """What is no matter of the lobby: a dispute that stays open or is withdrawn, a look, an erasure."""
        seats = [one for one in document["seats"] if one["player"] is not None]
        choice = self.rng.random()
        if choice < 0.3 or not seats:
            assert self.send("lobby look", "GET", f"{self.path}/rejections", self.reader).status == 200
        elif choice < 0.4:
            self.erase(self.rng.choice(seats)["player"])
        else:
            token = self.tokens[self.rng.choice(seats)["seat"]]
            body = {"step": document["step"], "claim": "My seat!", "freeze": self.rng.random() < 0.5}
            reply = self.send("lobby dispute", "POST", f"{self.path}/disputes", token, body)
            if reply.status == 201 and self.rng.random() < 0.5:
                case = f"/v1/disputes/{reply.json['id']}"
                assert self.send("lobby withdraw", "DELETE", case, token).status == 204

    def while_open(self, document: dict[str, Any]) -> None:
        free = [one["seat"] for one in document["seats"] if one["player"] is None]
        if free:
            self.sit(self.rng.choice(free))
            return
        seat, must_commit, choice = self.seat(), document["must_commit"], self.rng.random()
        if choice < 0.1:
            self.expect(self.open(seat, self.parts.get(seat, "00" * 32)), "lobby_not_closed")
        elif choice < 0.2:
            assert self.send("leave", "DELETE", f"{self.path}/seats/{seat}", self.tokens[seat]).status == 204
            self.parts.pop(seat, None)
        elif (choice < 0.35 and self.chance) or (must_commit and choice < 0.8):
            self.commit(self.rng.choice(must_commit or [seat]))
        else:
            started = self.send("start", "POST", f"{self.path}/start", self.tokens[seat], {})
            self.expect(started, "luck_missing" if must_commit else None)

    def while_closed(self, document: dict[str, Any]) -> None:
        waiting_for, choice = document["opening"]["waiting_for"], self.rng.random()
        assert waiting_for
        seat = self.rng.choice(waiting_for)
        if choice < 0.55:
            self.expect(self.open(seat, self.parts[seat]), None)
        elif choice < 0.65:
            self.expect(self.open(seat, self.rng.randbytes(32).hex()), "luck_mismatch")
        elif choice < 0.75:
            opened = [one for one in self.parts if one not in waiting_for]
            silent = [one for one in range(len(self.tokens)) if one not in self.parts]
            if opened:
                self.expect(self.open(opened[0], self.parts[opened[0]]), "luck_opened")
            if silent:
                self.expect(self.open(silent[0], "00" * 32), "luck_not_committed")
        elif choice < 0.9:
            path, body = self.rng.choice((("start", {}), ("bots", {}), ("luck/commitment", {"commitment": "cd" * 32})))
            self.expect(self.send(path, "POST", f"{self.path}/{path}", self.tokens[seat], body), "lobby_closed")
        elif self.withheld < WITHHELD_MAX:
            self.let_time_pass(document, waiting_for)

    def let_time_pass(self, document: dict[str, Any], waiting_for: list[int]) -> None:
        has_clock = document["turn_s"] is not None or document["reaction_s"] is not None
        self.strike(61 if has_clock else 24 * 3600 + 1)
        self.withheld += 1
        after = self.ask("GET", self.path, self.reader).json
        assert [one["seat"] for one in after["seats"] if one["player"] is None] == waiting_for
        assert after["must_commit"] == sorted(self.parts.keys() - set(waiting_for))
        for seat in waiting_for:
            del self.parts[seat]

    def sit(self, seat: int) -> None:
        body: dict[str, Any] = {"seat": seat}
        if self.rng.random() < self.chance:
            body["luck"] = {"commitment": self.new_commitment(seat)}
        self.expect(self.send("sit", "POST", f"{self.path}/seats", self.tokens[seat], body), None)

    def commit(self, seat: int) -> None:
        body = {"commitment": self.new_commitment(seat)}
        self.expect(self.send("commit", "POST", f"{self.path}/luck/commitment", self.tokens[seat], body), None)

    def new_commitment(self, seat: int) -> str:
        self.parts[seat] = self.rng.randbytes(32).hex()
        return commitment_of(self.path.rpartition("/")[2], seat, self.players[seat], self.parts[seat])

    def open(self, seat: int, part: str) -> Reply:
        return self.send("open", "POST", f"{self.path}/luck", self.tokens[seat], {"part": part})

    def seat(self) -> int:
        return self.rng.randrange(len(self.tokens))

    def expect(self, reply: Reply, code: str | None) -> None:
        found = None if reply.status < 300 else reply.json.get("code", reply.json["type"])
        assert found == code, f"{self.path}: {reply}, and it should be {code or 'accepted'}"
