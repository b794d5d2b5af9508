"""What a player may ask; all of it is for the active player alone."""

from __future__ import annotations

from typing import Literal

from games.decider import Command


class PlayCard(Command, frozen=True):
    """The last five are given exactly when the card asks for them."""

    card_id: str
    option: int | None = None
    discard_card_id: str | None = None
    row_slot: int | None = None
    room_id: str | None = None
    token_slot: int | None = None


class AcquireCard(Command, frozen=True):
    source: Literal["row", "reserve"]
    slot: int | None = None  # with the row
    pile: str | None = None  # with the reserve


class UseDevice(Command, frozen=True):
    slot: int
    option: int | None = None


class Fight(Command, frozen=True):
    target: int | Literal["goblin"]


class BuyItem(Command, frozen=True):
    item: Literal["key", "backpack", "crown"]


class Move(Command, frozen=True):
    corridor_id: str
    swords: int | None = None  # only where monsters are; none if left out
    heal: bool | None = None  # only into a fountain; yes if left out


class Teleport(Command, frozen=True):
    to_room: str
    heal: bool | None = None


class TakeToken(Command, frozen=True):
    token_slot: int


class DeclineToken(Command, frozen=True):
    pass


class UsePotion(Command, frozen=True):
    token_id: str


class EndTurn(Command, frozen=True):
    pass


class TrashCard(Command, frozen=True):
    card_id: str
