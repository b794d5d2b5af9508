"""What can have happened in a match of Munchkin Apocalypse. A mark on a field says who may see it."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Struct

from events.visibility import SEALED, only_for
from games.decider import Event, Seat
from games.munchkin_apocalypse.agenda import Job
from games.munchkin_apocalypse.catalogue import InstanceId
from games.munchkin_apocalypse.state import Options, TurnPhase
from games.munchkin_apocalypse.vocabulary import Deck, DrawDeck, Duration

Cards = tuple[InstanceId, ...]
Value = int | str
DrawReason = Literal["setup", "new_character", "listen", "search", "treasure", "effect"]
EndReason = Literal["level", "seventh_seal", "card"]
DisasterSource = Literal["door", "hand", "effect"]


class PackUsed(Struct, frozen=True):
    name: str
    digest: str


class CardMove(Struct, frozen=True):
    card: InstanceId
    giver: Seat
    taker: Seat


class Rank(Struct, frozen=True):
    seat: Seat
    level: int
    item_bonus: int


# The match and the decks.


class MatchStarted(Event, frozen=True):
    seats: int
    genders: tuple[str | None, ...]
    options: Options
    catalogue: str
    packs: tuple[PackUsed, ...]
    doors: int
    treasures: int
    seals: int


class DeckShuffled(Event, frozen=True):
    deck: Deck
    count: int
    order: Annotated[Cards, SEALED]


class DeckReshuffled(Event, frozen=True):
    deck: DrawDeck
    count: int
    order: Annotated[Cards, SEALED]


class DeckExhausted(Event, frozen=True):
    deck: DrawDeck
    missing: int
    phase: TurnPhase | None = None  # that follows, where a Door was to be opened


class FirstPlayerChosen(Event, frozen=True):
    seat: Seat
    method: Literal["given", "random"]


class CardsDrawn(Event, frozen=True):
    seat: Seat
    deck: DrawDeck
    count: int
    cards: Annotated[Cards, only_for("seat", unless="open")]
    open: bool
    reason: DrawReason
    to_table: bool = False  # laid out to be shared


class SetupFinished(Event, frozen=True):
    seat: Seat


class MatchEnded(Event, frozen=True):
    winners: tuple[Seat, ...]
    reason: EndReason
    ranking: tuple[Rank, ...]


class AgendaChanged(Event, frozen=True):
    """What is still to be done, in the words of the engine; the last entry is on top."""

    agenda: tuple[Job, ...]


# The turn.


class TurnStarted(Event, frozen=True):
    turn: int
    seat: Seat


class CharacterRevived(Event, frozen=True):
    seat: Seat


class SealDieRolled(Event, frozen=True):
    seat: Seat
    die: int


class DoorOpened(Event, frozen=True):
    seat: Seat
    card: InstanceId


class DoorCardTaken(Event, frozen=True):
    seat: Seat
    card: InstanceId


class TroubleSought(Event, frozen=True):
    seat: Seat
    card: InstanceId


class RoomSearched(Event, frozen=True):
    seat: Seat


class CharityStarted(Event, frozen=True):
    seat: Seat
    surplus: int
    recipients: tuple[Seat, ...]


class CharityGiven(Event, frozen=True):
    seat: Seat
    to: Seat
    deck: DrawDeck
    card: Annotated[InstanceId, only_for("seat", "to")]


class CharityDiscarded(Event, frozen=True):
    seat: Seat
    card: InstanceId


class TurnEnded(Event, frozen=True):
    turn: int
    seat: Seat


class HandCardShown(Event, frozen=True):
    seat: Seat
    to: Seat | Literal["all"]
    card: Annotated[InstanceId, only_for("seat", "to")]


# Character and items.


class ClassPlayed(Event, frozen=True):
    seat: Seat
    card: InstanceId


class ClassDiscarded(Event, frozen=True):
    seat: Seat
    card: InstanceId
    cause: str


class SuperMunchkinPlayed(Event, frozen=True):
    seat: Seat
    card: InstanceId


class SuperMunchkinDiscarded(Event, frozen=True):
    seat: Seat
    card: InstanceId
    cause: str


class ParanoiaPlayed(Event, frozen=True):
    seat: Seat
    card: InstanceId


class ItemPlayed(Event, frozen=True):
    seat: Seat
    card: InstanceId
    in_use: bool


class ItemWielded(Event, frozen=True):
    seat: Seat
    card: InstanceId


class ItemStowed(Event, frozen=True):
    seat: Seat
    card: InstanceId
    forced: bool


class GripChanged(Event, frozen=True):
    seat: Seat
    card: InstanceId
    both: bool


class ItemEnhanced(Event, frozen=True):
    seat: Seat
    card: InstanceId
    item: InstanceId


class ItemDiscarded(Event, frozen=True):
    seat: Seat
    card: InstanceId
    attached: Cards  # what lay on it and goes with it
    cause: str


class CardsDiscarded(Event, frozen=True):
    seat: Seat
    cards: Cards
    cause: str


class ItemMoved(Event, frozen=True):
    giver: Seat
    taker: Seat
    card: InstanceId


class CardRecovered(Event, frozen=True):
    seat: Seat
    card: InstanceId
    deck: DrawDeck


class RandomCardsPicked(Event, frozen=True):
    seat: Seat
    count: int
    cards: Annotated[Cards, only_for("seat", "to")]
    purpose: Literal["discard", "move"]
    to: Seat | None = None  # whoever receives them


class HandCardsMoved(Event, frozen=True):
    giver: Seat
    taker: Seat
    count: int
    cards: Annotated[Cards, only_for("giver", "taker")]


class BigExcessFound(Event, frozen=True):
    seat: Seat
    cards: Cards
    allowed: int


class BigItemGiven(Event, frozen=True):
    giver: Seat
    taker: Seat
    card: InstanceId


# Sales and deals.


class SaleChanged(Event, frozen=True):
    seat: Seat
    table_cards: Cards
    hand_count: int
    hand_cards: Annotated[Cards, only_for("seat")]
    doubled: Annotated[InstanceId | None, only_for("seat")]
    doubled_by: Annotated[InstanceId | None, only_for("seat")]
    total: Annotated[int, only_for("seat")]


class ItemsSold(Event, frozen=True):
    seat: Seat
    cards: Cards
    total: int
    levels: int
    ability: str | None = None  # that doubled one of them
    source: InstanceId | None = None
    mark: str | None = None


class DealOpened(Event, frozen=True):
    deal: int
    kind: Literal["trade", "help"]
    a: Seat
    b: Seat
    first_pick: Seat | None
    terms: int = 0


class DealChanged(Event, frozen=True):
    deal: int
    by: Seat
    items: tuple[Cards, Cards]
    treasures: int
    first_pick: Seat | None
    terms: int


class DealAgreed(Event, frozen=True):
    deal: int
    seat: Seat
    terms: int


class DealClosed(Event, frozen=True):
    deal: int
    outcome: Literal["concluded", "cancelled", "lapsed"]
    cause: str
    by: Seat | None = None  # who wants no deal


class ItemsTraded(Event, frozen=True):
    deal: int
    moves: tuple[CardMove, ...]


# Playing cards.


class DisasterStruck(Event, frozen=True):
    card: InstanceId
    target: Seat
    by: Seat | None
    source: DisasterSource


class DisasterResolved(Event, frozen=True):
    card: InstanceId
    target: Seat
    outcome: Literal["applied", "ignored", "cancelled", "kept"]
    lasts: Duration = "instant"
    not_before: int = 0


class DisasterEnded(Event, frozen=True):
    card: InstanceId
    seat: Seat
    cause: str


class SpecialPlayed(Event, frozen=True):
    seat: Seat
    card: InstanceId
    target: Value | None


class LastingCardPlaced(Event, frozen=True):
    """Cheater lies on the table, Cheat! on an item."""

    seat: Seat
    card: InstanceId
    item: InstanceId | None


class AbilityUsed(Event, frozen=True):
    seat: Seat
    source: InstanceId
    ability: str
    target: Annotated[Value | None, only_for("seat", unless="open")]
    open: bool
    mark: str | None  # under which the use is counted; a doubled sale counts when it is completed


class CostPaid(Event, frozen=True):
    seat: Seat
    card: InstanceId
    attached: Cards
    ability: str


class ChoiceRequested(Event, frozen=True):
    choice: int
    seat: Seat
    kind: str
    options: Annotated[tuple[Value, ...], only_for("seat", unless="open")]
    open: bool
    source: InstanceId | None
    owner: Seat | None = None  # of the hand that is shown for it


class ChoiceMade(Event, frozen=True):
    choice: int | None  # that was requested; None where it is forced, since then nobody was asked
    seat: Seat
    kind: str
    value: Annotated[Value, only_for("seat", unless="open")]
    open: bool
    forced: bool
    keep_for: Seat | None = None  # a hand card of this seat that is kept aside, to be moved with others


class ResponseMade(Event, frozen=True):
    window: int
    seat: Seat
    card: InstanceId | None = None
    source: InstanceId | None = None
    ability: str | None = None
    mark: str | None = None


class DieRolled(Event, frozen=True):
    seat: Seat
    die: int
    purpose: InstanceId
