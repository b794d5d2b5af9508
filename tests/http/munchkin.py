"""Munchkin Apocalypse over HTTP with decks as a test needs them: the shuffles are stacked, the rest is played."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import pytest

from games.dice import Dice
from games.munchkin_apocalypse.catalogue import catalogue_for
from tests.http.asking import Ask, Reply

DEALT = 4


def instances(names: str) -> list[str]:
    return [name if "#" in name else f"{name}#1" for name in names.split()]


def stack_decks(
    monkeypatch: pytest.MonkeyPatch, hands: Iterable[str], *, doors: str = "", treasures: str = "", seals: str = ""
) -> None:
    """Let the first shuffles deal these hands and leave these cards on top; all other luck stays as it is."""
    decks = catalogue_for().decks
    held = [instances(hand) for hand in hands]
    used = {card for hand in held for card in hand} | {*instances(doors), *instances(treasures), *instances(seals)}

    def order(deck: Any, on_top: str) -> tuple[str, ...]:
        cards = decks[deck]
        spare = (card for card in cards if card not in used)
        dealt: list[str] = []
        for hand in held if deck != "seal" else ():
            own = [card for card in hand if card in cards]
            assert len(own) <= DEALT, f"{own} are too many from the {deck} deck"
            dealt += own + [next(spare) for _ in range(DEALT - len(own))]
        return (*dealt, *instances(on_top), *spare)

    orders = {
        frozenset(decks["door"]): order("door", doors),
        frozenset(decks["treasure"]): order("treasure", treasures),
        frozenset(decks["seal"]): order("seal", seals),
    }
    shuffle = Dice.shuffle

    def stacked(self: Dice, values: Iterable[Any]) -> tuple[Any, ...]:
        cards = tuple(values)
        return orders.get(frozenset(cards)) or shuffle(self, cards)

    monkeypatch.setattr(Dice, "shuffle", stacked)


class Munchkin(NamedTuple):
    """A running match; cards are named by their row, with a copy number only for further copies."""

    ask: Ask
    match: str
    tokens: list[str]

    @property
    def path(self) -> str:
        return f"/v1/matches/{self.match}"

    def send(self, seat: int, command: str, **params: Any) -> Reply:
        rows = catalogue_for().cards
        named = {name: f"{value}#1" if value in rows else value for name, value in params.items()}
        return self.ask("POST", f"{self.path}/commands", self.tokens[seat], {"type": command, "params": named})

    def do(self, seat: int, command: str, **params: Any) -> Reply:
        reply = self.send(seat, command, **params)
        assert reply.status == 201, reply
        return reply

    def seen(self, seat: int | None = None) -> dict[str, Any]:
        document: dict[str, Any] = self.ask("GET", self.path, None if seat is None else self.tokens[seat]).json
        return document

    @property
    def window(self) -> dict[str, Any]:
        window: dict[str, Any] = self.seen()["state"]["window"]
        return window

    def pass_(self, *seats: int) -> None:
        for seat in seats:
            self.do(seat, "pass", window=self.window["window"])


def munchkin(ask: Ask, seats: int, **options: Any) -> Munchkin:
    """A match in which everybody is still setting up; seat 0 will begin."""
    return Munchkin(ask, *ask.client.start("munchkin-apocalypse", seats, {"first_seat": 0, **options}))
