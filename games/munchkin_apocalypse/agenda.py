"""The entries of the agenda: unfinished business as plain data, so that an effect can wait for an answer (MUNCH-5.5).

An entry names cards, clauses, seats and numbers that everybody may know; what is secret stays in the hands.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from games.decider import Seat
from games.munchkin_apocalypse.catalogue import InstanceId
from games.munchkin_apocalypse.vocabulary import Amount, Filter, Pick


class Bindings(Struct, frozen=True):
    """Whom and what the words of a clause mean."""

    card: InstanceId  # the card whose clause it is
    seat: Seat  # `self`
    victim: Seat | None = None
    runner: Seat | None = None
    monster: str | None = None
    target: int | str | None = None  # as named by the player of the card

    @property
    def subject(self) -> Seat:
        return self.seat if self.victim is None else self.victim


class Entry(Struct, frozen=True, kw_only=True, tag=True):
    """Something still to be done."""


class RunClause(Entry, frozen=True):
    """Test the condition of a clause and carry it out from its first step."""

    clause: int
    bound: Bindings


class RunSteps(Entry, frozen=True):
    """Carry a branch of a clause out from this step on."""

    clause: int
    otherwise: bool
    step: int
    bound: Bindings


class NameTarget(Entry, frozen=True):
    """The user names the seat or the Monster that the clause is about; then it is paid for and runs."""

    kind: Literal["seat", "monster"]
    clause: int
    bound: Bindings


class Pay(Entry, frozen=True):
    """The cost of an ability, card by card; then its clause runs. MUNCH-5.7 counts all of it as one step."""

    ability: str
    left: int
    from_hand_only: bool
    clause: int
    bound: Bindings


class DiscardPlayed(Entry, frozen=True):
    """A card that has been carried out goes to its discard pile."""

    seat: Seat
    card: InstanceId


class LoseHand(Entry, frozen=True):
    seat: Seat
    left: int
    source: InstanceId


class GiveHand(Entry, frozen=True):
    """Hand cards from one giver to one receiver, card by card."""

    giver: Seat
    taker: Seat
    left: int
    pick: Pick
    source: InstanceId


class GatherHand(Entry, frozen=True):
    """Cards are picked from each giver in turn; when all are, they move together (1.4 of the catalogue)."""

    givers: tuple[Seat, ...]
    moves: tuple[tuple[Seat, Seat], ...]  # giver and receiver
    n: int  # cards for each of these moves
    pick: Pick
    source: InstanceId


class LoseItems(Entry, frozen=True):
    seat: Seat
    left: Amount
    filter: Filter
    source: InstanceId
    is_random: bool = False


class GiveItems(Entry, frozen=True):
    giver: Seat
    taker: Seat
    left: int
    filter: Filter
    pick: Pick
    source: InstanceId


class LoseClass(Entry, frozen=True):
    """One Class of the player's choice is lost; `kind` bounds it to one kind of character card."""

    seat: Seat
    source: InstanceId | None
    kind: str | None = None


class BringMonster(Entry, frozen=True):
    """A Monster from the hand joins the combat, beside the card that brings it or in place of another."""

    seat: Seat
    via: Literal["wandering", "horde_pair", "effect", "swap"]
    card: InstanceId
    monster: str | None = None  # the one that is swapped


class OpenSeal(Entry, frozen=True):
    opener: Seat
    cause: Literal["death", "effect", "seal_roll"]


class ReactToSeal(Entry, frozen=True):
    """MUNCH-22.18: cards that react to an opening, in turn order from the opener."""

    opener: Seat


class Strike(Entry, frozen=True):
    """A Disaster on its way: automatic effects, the window, the hit (MUNCH-21.9)."""

    id: int
    card: InstanceId
    target: Seat
    by: Seat | None
    stage: Literal["struck", "window", "hit", "done"]
    reacted: tuple[tuple[InstanceId, int], ...] = ()  # automatic effects of the victim's cards that had their turn
    is_cancelled: bool = False
    serial: int = 0  # of the command and
    events: int = 0  # how many events there were when it hit: none since then means that it found nothing


class Escape(Entry, frozen=True):
    """An escape die that was thrown: the window, then the result (MUNCH-13.10)."""

    runner: Seat
    monster: str
    die: int
    modifier: int
    stage: Literal["window", "result"]
    is_cancelled: bool = False

    @property
    def total(self) -> int:
        return self.die + self.modifier


class Bury(Entry, frozen=True):
    """The event is finished: its dead are looted and one Seal is opened (MUNCH-14.9)."""


class LayOut(Entry, frozen=True):
    seat: Seat


class Looting(Entry, frozen=True):
    seat: Seat  # whose body it is


class EndDeaths(Entry, frozen=True):
    opener: Seat


class Win(Entry, frozen=True):
    """Kill and Level gain of a victory, or the end of a combat without Monsters (MUNCH-12.15)."""

    by_kill: bool


class TakeSpoils(Entry, frozen=True):
    treasures: int


class Picking(Entry, frozen=True):
    """MUNCH-12.12: who picks next, and what both still have coming."""

    seat: Seat
    fighter: Seat
    helper: Seat
    fighter_left: int
    helper_left: int


class PayPledges(Entry, frozen=True):
    pass


class FinishCombat(Entry, frozen=True):
    outcome: Literal["victory", "flight", "fighter_died", "stopped"]


class BigExcess(Entry, frozen=True):
    seat: Seat


class NewCharacter(Entry, frozen=True):
    seat: Seat


class SealRoll(Entry, frozen=True):
    seat: Seat


class Listen(Entry, frozen=True):
    seat: Seat


class StartEffects(Entry, frozen=True):
    seat: Seat


Job = (
    RunClause
    | RunSteps
    | NameTarget
    | Pay
    | DiscardPlayed
    | LoseHand
    | GiveHand
    | GatherHand
    | LoseItems
    | GiveItems
    | LoseClass
    | BringMonster
    | OpenSeal
    | ReactToSeal
    | Strike
    | Escape
    | Bury
    | LayOut
    | Looting
    | EndDeaths
    | Win
    | TakeSpoils
    | Picking
    | PayPledges
    | FinishCombat
    | BigExcess
    | NewCharacter
    | SealRoll
    | Listen
    | StartEffects
)
