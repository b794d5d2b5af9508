"""What can have happened. Orders of decks and kinds of face-down secrets are sealed; a drawn card is its owner's."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Struct

from events.visibility import SEALED, only_for
from games.clank.state import Card, Score, Token
from games.clank.vocabulary import Condition, FlagName
from games.decider import Event, Seat

Cube = Seat | Literal["black"]
CubeEffect = Literal["none", "damage", "set_aside"]


class Placed(Struct, frozen=True):
    """A token whose face everybody sees."""

    room_id: str
    token_id: str
    kind: str


class PlacedSecret(Struct, frozen=True):
    """A token lying face down."""

    room_id: str
    token_slot: int
    token_id: str


class MatchCreated(Event, frozen=True):
    board_side: Literal["A", "B"]
    colours: tuple[str, ...]  # by seat
    cubes_each: int
    dragon_cubes: int
    rage_space: int


class FirstPlayerChosen(Event, frozen=True):
    order: tuple[Seat, ...]


class ArtifactsExcluded(Event, frozen=True):
    values: tuple[int, ...]


class TokensPlaced(Event, frozen=True):
    """Everything whose face is known from the start: artifacts, idols, the market's stock, mastery, reserve piles."""

    on_board: tuple[Placed, ...]
    boxed: tuple[Token, ...]
    stock: tuple[Token, ...]
    masteries: tuple[Token, ...]
    reserve: tuple[tuple[str, int], ...]


class SecretsPlaced(Event, frozen=True):
    """The kinds stand in the same order as the tokens."""

    major: tuple[PlacedSecret, ...]
    minor: tuple[PlacedSecret, ...]
    boxed: tuple[str, ...]
    major_kinds: Annotated[tuple[str, ...], SEALED]
    minor_kinds: Annotated[tuple[str, ...], SEALED]
    boxed_kinds: Annotated[tuple[str, ...], SEALED]


class DungeonDeckShuffled(Event, frozen=True):
    size: int
    order: Annotated[tuple[Card, ...], SEALED]
    reason: Literal["setup", "setup_return", "exhausted"]


class RowDealt(Event, frozen=True):
    cards: tuple[Card, ...]
    set_aside: tuple[Card, ...]


class DeckShuffled(Event, frozen=True):
    seat: Seat
    size: int
    order: Annotated[tuple[Card, ...], SEALED]


class CardsDrawn(Event, frozen=True):
    seat: Seat
    count: int
    cards: Annotated[tuple[Card, ...], only_for("seat")]
    reason: str


class TurnStarted(Event, frozen=True):
    seat: Seat
    turn_no: int


class CardPlayed(Event, frozen=True):
    seat: Seat
    card_id: str
    name: str
    option: int | None = None


class ResourcesGained(Event, frozen=True):
    seat: Seat
    source: str
    skill: int = 0
    swords: int = 0
    boots: int = 0


class ResourcesSpent(Event, frozen=True):
    seat: Seat
    spent_on: str
    skill: int = 0
    swords: int = 0
    boots: int = 0


class TeleportGained(Event, frozen=True):
    seat: Seat
    count: int


class TeleportSpent(Event, frozen=True):
    seat: Seat
    count: int


class ConditionMet(Event, frozen=True):
    seat: Seat
    card_id: str
    condition: Condition


class FlagSet(Event, frozen=True):
    seat: Seat
    card_id: str
    flag: FlagName
    amount: int


class GoldGained(Event, frozen=True):
    seat: Seat
    base: int
    bonus: int
    source: str
    is_gain: bool


class GoldSpent(Event, frozen=True):
    seat: Seat
    amount: int
    spent_on: str


class ClankAdded(Event, frozen=True):
    seat: Seat
    requested: int
    cancelled: int
    added: int
    source: str


class ClankRemoved(Event, frozen=True):
    seat: Seat
    requested: int
    removed: int
    banked: int
    source: str


class CardAcquired(Event, frozen=True):
    seat: Seat
    card_id: str
    name: str
    source: Literal["row", "reserve"]
    cost: int
    slot: int | None = None
    pile: str | None = None


class DeviceUsed(Event, frozen=True):
    seat: Seat
    card_id: str
    name: str
    slot: int
    cost: int
    option: int | None = None


class MonsterDefeated(Event, frozen=True):
    seat: Seat
    card_id: str
    name: str
    target: int | Literal["goblin"]
    cost: int


class CardDiscarded(Event, frozen=True):
    seat: Seat
    card_id: str
    name: str
    reason: str


class RowCardReplaced(Event, frozen=True):
    """`new` is empty if the dungeon deck had to be shuffled first; then the slot is refilled after the shuffle."""

    slot: int
    old: Card
    new: Card | None


class ReserveTaken(Event, frozen=True):
    seat: Seat
    pile: str
    card_ids: tuple[str, ...]
    count: int


class ItemBought(Event, frozen=True):
    seat: Seat
    item: Literal["key", "backpack", "crown"]
    token_id: str
    kind: str
    points: int


class PawnMoved(Event, frozen=True):
    seat: Seat
    from_room: str
    to_room: str
    corridor_id: str
    mode: Literal["boots", "teleport"]


class BecameExhausted(Event, frozen=True):
    seat: Seat


class DamageTaken(Event, frozen=True):
    seat: Seat
    amount: int
    source: Literal["corridor", "dragon"]


class DamageHealed(Event, frozen=True):
    seat: Seat
    amount: int
    source: str


class TokensOffered(Event, frozen=True):
    """A room was entered in which at least one token may be taken."""

    seat: Seat
    room_id: str
    token_slots: tuple[int, ...]


class TokenTaken(Event, frozen=True):
    seat: Seat
    room_id: str
    token_slot: int
    token_id: str
    kind: str
    via: Literal["entry", "adjacent"]


class TokenDeclined(Event, frozen=True):
    seat: Seat
    room_id: str


class TokenBoxed(Event, frozen=True):
    seat: Seat
    token_id: str
    kind: str


class PotionUsed(Event, frozen=True):
    seat: Seat
    token_id: str
    kind: str


class RageAdvanced(Event, frozen=True):
    from_space: int
    to_space: int
    cause: str


class TrashOwed(Event, frozen=True):
    seat: Seat
    filter: str
    source: str


class TrashLapsed(Event, frozen=True):
    seat: Seat
    filter: str
    source: str


class TrashDemanded(Event, frozen=True):
    """The oldest obligation can be met with cards of different names: the player has to choose."""

    seat: Seat
    filter: str
    source: str


class CardTrashed(Event, frozen=True):
    seat: Seat
    card_id: str
    name: str
    zone: Literal["play_area", "discard"]


class Lost(Struct, frozen=True):
    skill: int
    swords: int
    boots: int
    quiet: int
    teleports: int


class TurnEnded(Event, frozen=True):
    seat: Seat
    lost: Lost


class PlayAreaDiscarded(Event, frozen=True):
    seat: Seat
    card_ids: tuple[str, ...]


class RowRefilled(Event, frozen=True):
    slot: int
    card_id: str
    name: str


class ArriveResolved(Event, frozen=True):
    slot: int
    card_id: str
    name: str


class DragonCubesReturned(Event, frozen=True):
    count: int


class DragonAttackStarted(Event, frozen=True):
    cause: Literal["refill", "countdown", "card"]
    rage: int
    danger: int
    extra: int
    cubes: int
    moved_to_bag: tuple[int, ...]  # by seat


class CubesDrawn(Event, frozen=True):
    cubes: tuple[Cube, ...]
    effects: tuple[CubeEffect, ...]


class PlayerKnockedOut(Event, frozen=True):
    seat: Seat
    room_id: str
    rescued: bool
    cause: Literal["dragon", "final_attack"]


class PlayerLeftDungeon(Event, frozen=True):
    seat: Seat
    teleports_lost: int


class MasteryAwarded(Event, frozen=True):
    seat: Seat
    token_id: str


class CountdownStarted(Event, frozen=True):
    seat: Seat
    space: int


class CountdownAdvanced(Event, frozen=True):
    seat: Seat
    space: int
    extra: int


class FinalAttack(Event, frozen=True):
    victims: tuple[Seat, ...]


class MatchEnded(Event, frozen=True):
    scores: tuple[Score, ...]
    lost: tuple[Seat, ...]
    ranking: tuple[Seat, ...]
    winner: Seat | None
