"""The shape of the table as a viewer may see it (section 4 of the rules); what is hidden from them is null."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from games.decider import Seat
from games.munchkin_apocalypse.catalogue import InstanceId
from games.munchkin_apocalypse.state import Claim, Phase, WindowKind
from games.munchkin_apocalypse.vocabulary import CardType, ClassName, Duration, Size, Slot


class CardView(Struct, frozen=True):
    card: InstanceId
    name: str


class LastingView(Struct, frozen=True):
    card: InstanceId
    name: str
    lasts: Duration


class EnhancerView(Struct, frozen=True):
    card: InstanceId
    name: str
    is_copy: bool


Cards = tuple[CardView, ...]


class DecisionView(Struct, frozen=True):
    phase: Phase
    must_act: tuple[Seat, ...]
    may_act: tuple[Seat, ...]
    window: int | None
    choice: int | None


class HandView(Struct, frozen=True):
    """How many cards of each back, and for their owner which."""

    doors: int
    treasures: int
    cards: Cards | None
    fresh: tuple[InstanceId, ...] | None


class ItemView(Struct, frozen=True):
    card: InstanceId
    name: str
    type: CardType
    bonus: int
    slot: Slot
    hands: int
    size: Size
    gold: int
    only_for: ClassName | None
    in_use: bool
    both_hands: bool
    enhancers: Cards
    cheat: InstanceId | None


class PlayerView(Struct, frozen=True):
    seat: Seat
    level: int
    gender: str | None
    is_alive: bool
    is_ready: bool
    levels_this_turn: int
    hand: HandView
    hand_limit: int
    classes: Cards
    super_munchkins: Cards
    paranoia: Cards
    hirelings: Cards
    items: tuple[ItemView, ...]
    disasters: tuple[LastingView, ...]


class OrdersView(Struct, frozen=True):
    doors: tuple[InstanceId, ...]
    treasures: tuple[InstanceId, ...]
    seals: tuple[InstanceId, ...]


class DecksView(Struct, frozen=True):
    doors: int
    treasures: int
    seals: int
    closed_seals: Cards
    orders: OrdersView | None  # after the end


class DiscardsView(Struct, frozen=True):
    doors: Cards
    treasures: Cards


class PartView(Struct, frozen=True):
    label: str
    amount: int


class CharacterView(Struct, frozen=True):
    seat: Seat
    total: int
    parts: tuple[PartView, ...]


class FightersView(Struct, frozen=True):
    total: int
    characters: tuple[CharacterView, ...]
    side: tuple[PartView, ...]


class MonsterView(Struct, frozen=True):
    monster: str
    card: InstanceId
    name: str
    is_copy: bool
    total: int
    parts: tuple[PartView, ...]
    treasures: int
    levels: int
    tags: tuple[str, ...]
    enhancers: tuple[EnhancerView, ...]


class MonstersView(Struct, frozen=True):
    total: int
    monsters: tuple[MonsterView, ...]
    side: tuple[PartView, ...]


class SettledView(Struct, frozen=True):
    """An escape that is done."""

    seat: Seat
    monster: str


class CombatView(Struct, frozen=True):
    combat: int
    fighter: Seat
    helper: Seat | None
    helper_is_forced: bool
    pledged: Cards
    helper_treasures: int
    first_pick: Seat | None
    claim: Claim | None
    fighters: FightersView
    monsters: MonstersView
    noted_treasures: int
    played: Cards
    runners: tuple[Seat, ...]
    runner: Seat | None
    settled: tuple[SettledView, ...]


class PendingDisaster(Struct, frozen=True, tag_field="kind", tag="disaster"):
    card: InstanceId
    name: str
    target: Seat
    by: Seat | None


class PendingEscape(Struct, frozen=True, tag_field="kind", tag="escape"):
    runner: Seat
    monster: str
    die: int
    modifier: int
    total: int


class LeftView(Struct, frozen=True):
    fighter: int
    helper: int


class PendingTreasures(Struct, frozen=True, tag_field="kind", tag="treasures"):
    picker: Seat
    left: LeftView


class PendingBigExcess(Struct, frozen=True, tag_field="kind", tag="big_excess"):
    seat: Seat
    cards: Cards


Pending = PendingDisaster | PendingEscape | PendingTreasures | PendingBigExcess


class WindowView(Struct, frozen=True):
    window: int
    kind: WindowKind
    asked: tuple[Seat, ...]
    passed: tuple[Seat, ...]
    opened_at: int
    deadline: int | None


class ChoiceView(Struct, frozen=True):
    choice: int
    seat: Seat
    kind: str
    source: CardView | None
    options: tuple[int | str, ...] | None


class DealView(Struct, frozen=True):
    deal: int
    kind: Literal["trade", "help"]
    parties: tuple[Seat, Seat]
    items: tuple[Cards, Cards]
    treasures: int
    first_pick: Seat | None
    terms: int
    agreed: tuple[Seat, ...]


class BasketView(Struct, frozen=True):
    seat: Seat
    table_cards: Cards
    hand_count: int
    hand_cards: Cards | None
    doubled: InstanceId | None
    total: int | None


class BodyView(Struct, frozen=True):
    seat: Seat
    cards: Cards
    looters: tuple[Seat, ...]


class RecipientView(Struct, frozen=True):
    seat: Seat
    given: int


class CharityView(Struct, frozen=True):
    surplus: int
    recipients: tuple[RecipientView, ...]


class View(Struct, frozen=True):
    """The table of Munchkin Apocalypse as one viewer may see it."""

    phase: Phase
    turn: int
    active: Seat
    decision: DecisionView
    winning_level: int
    players: tuple[PlayerView, ...]
    decks: DecksView
    discards: DiscardsView
    open_seals: Cards
    seal_bonus: int  # what each Monster has for them now; the top one may say that it is nothing
    resolving: Cards
    pending: Pending | None
    combat: CombatView | None
    window: WindowView | None
    choice: ChoiceView | None
    deals: tuple[DealView, ...]
    basket: BasketView
    treasures_to_share: Cards
    body: BodyView | None
    charity: CharityView | None
    winners: tuple[Seat, ...]
