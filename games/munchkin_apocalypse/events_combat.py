"""What can have happened in a combat, in a flight, to the dead and with the Seals."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from games.decider import Event, Seat
from games.munchkin_apocalypse.catalogue import InstanceId
from games.munchkin_apocalypse.state import Claim, Side, WindowKind

Cards = tuple[InstanceId, ...]
CombatCause = Literal["door", "trouble", "effect"]
CombatOutcome = Literal["victory", "flight", "fighter_died", "stopped"]
Via = Literal["wandering", "horde", "horde_pair", "effect"]
ClosedBy = Literal["all_passed", "clock", "resolved"]


class SeatRoll(Struct, frozen=True):
    seat: Seat
    die: int


# Combat.


class CombatStarted(Event, frozen=True):
    combat: int
    fighter: Seat
    monster: str
    card: InstanceId
    cause: CombatCause


class OneShotPlayed(Event, frozen=True):
    seat: Seat
    card: InstanceId
    side: Side | None
    source: Literal["hand", "table"]
    attached: Cards = ()  # a Cheat! that lay on it


class SideBonusGiven(Event, frozen=True):
    combat: int
    side: Side
    amount: int
    card: InstanceId
    by: Seat


class MonsterEnhanced(Event, frozen=True):
    combat: int
    monster: str
    card: InstanceId
    by: Seat


class WanderingMonsterPlayed(Event, frozen=True):
    combat: int
    card: InstanceId
    by: Seat


class HordeEnhancerPlayed(Event, frozen=True):
    combat: int
    card: InstanceId
    by: Seat


class MonsterJoined(Event, frozen=True):
    combat: int
    monster: str
    card: InstanceId
    by: Seat
    via: Via


class MonsterEliminated(Event, frozen=True):
    combat: int
    monster: str
    by: Seat
    treasures: int


class MonsterCopied(Event, frozen=True):
    combat: int
    monster: str
    new: str
    enhancers: Cards
    by: Seat


class MonsterSwapped(Event, frozen=True):
    combat: int
    monster: str
    new: str
    card: InstanceId
    by: Seat


class ShareGranted(Event, frozen=True):
    combat: int
    treasures: int


class HelperJoined(Event, frozen=True):
    combat: int
    helper: Seat
    deal: int | None
    items: Cards
    treasures: int
    first_pick: Seat


class HelperLost(Event, frozen=True):
    combat: int
    helper: Seat
    cause: str


class ConclusionDeclared(Event, frozen=True):
    combat: int
    claim: Claim
    fighters: int
    monsters: int


class WindowOpened(Event, frozen=True):
    window: int
    kind: WindowKind
    asked: tuple[Seat, ...]
    opened_at: int
    length_ms: int | None
    deadline: int | None


class WindowPassed(Event, frozen=True):
    window: int
    seat: Seat


class WindowClosed(Event, frozen=True):
    window: int
    by: ClosedBy


class WindowVoided(Event, frozen=True):
    window: int
    cause: str


class MonstersKilled(Event, frozen=True):
    combat: int
    monsters: tuple[str, ...]
    levels: int


class LevelGained(Event, frozen=True):
    seat: Seat
    amount: int
    level: int
    cause: str


class LevelLost(Event, frozen=True):
    seat: Seat
    amount: int
    level: int
    cause: str


class TreasurePicked(Event, frozen=True):
    seat: Seat
    card: InstanceId
    forced: bool


class PledgePaid(Event, frozen=True):
    giver: Seat
    taker: Seat
    card: InstanceId


class PledgeLapsed(Event, frozen=True):
    giver: Seat
    taker: Seat
    card: InstanceId


class CombatCardsDiscarded(Event, frozen=True):
    combat: int
    cards: Cards


class CombatEnded(Event, frozen=True):
    combat: int
    outcome: CombatOutcome


# Running away.


class FlightStarted(Event, frozen=True):
    combat: int
    runners: tuple[Seat, ...]


class EscapeRolled(Event, frozen=True):
    seat: Seat
    monster: str
    die: int
    modifier: int
    total: int


class EscapeRerolled(Event, frozen=True):
    seat: Seat
    monster: str
    die: int
    modifier: int
    total: int
    by: InstanceId


class EscapeResolved(Event, frozen=True):
    seat: Seat
    monster: str
    escaped: bool
    automatic: bool
    bad_stuff: Literal["applied", "cancelled"] | None


class BadStuffApplied(Event, frozen=True):
    seat: Seat
    monster: str


# Death and Seals.


class CharacterDied(Event, frozen=True):
    seat: Seat
    cause: str


class BodyLaidOut(Event, frozen=True):
    seat: Seat
    cards: Cards
    kept: Cards
    discarded: Cards  # lasting Disasters


class LootOrderDecided(Event, frozen=True):
    body: Seat
    order: tuple[Seat, ...]
    rolls: tuple[tuple[SeatRoll, ...], ...]  # one entry for each throw of those who were tied


class CardLooted(Event, frozen=True):
    body: Seat
    seat: Seat
    card: InstanceId
    forced: bool


class BodyCleared(Event, frozen=True):
    body: Seat
    discarded: Cards


class SealOpened(Event, frozen=True):
    card: InstanceId
    opener: Seat
    open: int
    cause: Literal["death", "effect", "seal_roll"]


class SealClosed(Event, frozen=True):
    card: InstanceId
    open: int
    cause: Literal["three_levels", "effect"]
    seat: Seat


class SealClosingUsedUp(Event, frozen=True):
    """Three Levels in one turn, and no Seal was open (MUNCH-22.15)."""

    seat: Seat
