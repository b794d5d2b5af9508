"""Players who commit to a part of the luck when they sit down, and open it."""

from __future__ import annotations

from typing import Any

from ledger.seed import commitment_of
from tests.http.asking import Ask, Coup, Reply


class Lobby:
    """A match of Coup in its lobby; `parts` are those of its seats, None for one who gives none."""

    def __init__(self, ask: Ask, *parts: str | None, **more: Any) -> None:
        self.ask, self.parts = ask, list(parts)
        made = [ask("POST", "/v1/players", body={"name": f"Player {seat}"}).json for seat in range(len(parts))]
        self.tokens, self.players = [one["token"] for one in made], [one["id"] for one in made]
        body = {"game": "coup", "seats": len(parts), **more}
        self.match = ask("POST", "/v1/matches", self.tokens[0], body).json["id"]
        self.path = f"/v1/matches/{self.match}"

    def commitment(self, seat: int) -> str:
        part = self.parts[seat]
        assert part is not None
        return commitment_of(self.match, seat, self.players[seat], part)

    def sit(self, *seats: int) -> Lobby:
        for seat in seats or range(len(self.parts)):
            luck = {} if self.parts[seat] is None else {"luck": {"commitment": self.commitment(seat)}}
            taken = self.ask("POST", f"{self.path}/seats", self.tokens[seat], {"seat": seat, **luck})
            assert taken.status == 201, taken
        return self

    def start(self, seat: int = 0, **headers: Any) -> Reply:
        return self.ask("POST", f"{self.path}/start", self.tokens[seat], **headers)

    def open(self, seat: int, **headers: Any) -> Reply:
        return self.ask("POST", f"{self.path}/luck", self.tokens[seat], {"part": self.parts[seat]}, **headers)

    def commit(self, seat: int, part: str, **headers: Any) -> Reply:
        self.parts[seat] = part
        body = {"commitment": self.commitment(seat)}
        return self.ask("POST", f"{self.path}/luck/commitment", self.tokens[seat], body, **headers)

    def begin(self) -> Coup:
        """A running match, with every part open."""
        assert self.sit().start().status == 200
        for seat, part in enumerate(self.parts):
            if part is not None:
                assert self.open(seat).status == 200
        return Coup(self.ask, self.match, self.tokens)


def part(word: str) -> str:
    return word.encode().hex().rjust(64, "0")
