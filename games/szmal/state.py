"""What is true now: where every card lies, what everybody owns, and whose decision it is."""

from __future__ import annotations

from typing import Literal, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from games.decider import Result, Seat
from games.szmal.catalogue import BASE, CATALOGUES, Catalogue, pinned

T = TypeVar("T")
DecisionKind = Literal[
    "DRAFT_PICK",
    "COMMIT_CARD",
    "PAY_COST",
    "CHOOSE_PROPERTY",
    "CHOOSE_GANGSTER",
    "OPTIONAL_PLAY",
    "EXTRA_PLAY",
    "ORDER_EACH_TURN",
    "CHOOSE_LOSS",
]
Origin = Literal["MAIN", "EXTRA", "REVEALED"]
Step = Literal[
    "START", "COST", "REQUIREMENT", "ENTER", "SYMBOLS", "WHEN_PLAYED", "INSTRUCTIONS", "AFTERWARDS", "PUT_AWAY"
]


class Frame(Struct, frozen=True, tag="play"):
    """A card in resolution, and the step of SZMAL-6.5 that comes next."""

    seat: Seat
    card: int
    origin: Origin
    step: Step = "START"
    costs_ignored: bool = False
    requirements_ignored: bool = False
    paid_markers: int = 0


class Run(Struct, frozen=True, tag="ability"):
    """One ability being carried out, and the effect of it that comes next."""

    seat: Seat
    card: int  # the card that carries it: SELF
    number: int  # the card it is printed on; another one only for a copy
    clause: int
    effect: int | None = None  # the lasting effect that it is, if it is one
    at: int = 0
    played: int | None = None  # the card whose play has set it off
    paid_markers: int = 0

    @property
    def following(self) -> Run:
        """The same ability, one effect further."""
        return replace(self, at=self.at + 1)


class Instructions(Struct, frozen=True, tag="instructions"):
    """The instructions of a card (step f), and the clause that comes next."""

    seat: Seat
    card: int
    number: int
    clause: int = 0
    paid_markers: int = 0


class Losing(Struct, frozen=True, tag="loss"):
    """A card that is about to be lost."""

    seat: Seat
    card: int
    cause: int


class Phase(Struct, frozen=True, tag="phase"):
    """A part of the round that is yet to come, or that is under way."""

    name: Literal["EXTRA_PLAYS", "EACH_TURN", "ROUND_END", "CLOSE_ROUND", "SCORING"]


Work = Frame | Run | Instructions | Losing | Phase


class Decision(Struct, frozen=True):
    """The one decision that is open, and all the work that goes on once it is made, the next piece last."""

    id: int
    kind: DecisionKind
    seats: tuple[Seat, ...]
    stack: tuple[Work, ...]


class Pick(Struct, frozen=True):
    """A card and whose it is."""

    seat: Seat
    card: int


class Place(Struct, frozen=True):
    """A card in a Territory."""

    card: int
    entered: int  # the round
    markers: int = 0
    copied: int | None = None
    kept_until: int | None = None

    @property
    def number(self) -> int:
        """The card whose symbols and abilities this one has."""
        return self.card if self.copied is None else self.copied


class LastingEffect(Struct, frozen=True):
    """A THIS or NEXT ability that was made and has not expired."""

    id: int
    seat: Seat
    card: int
    number: int
    clause: int
    works_in_round: int
    paid_markers: int


class Gain(Struct, frozen=True):
    number: int  # 1, 2, 3 … through the match
    amount: int


class Score(Struct, frozen=True):
    seat: Seat
    cash: int
    markers: int
    worth: int


class State(Struct, frozen=True):
    """Tuples with one entry for each seat are in seat order. Packets and hands are kept in ascending order."""

    seats: int = 0
    catalogue: str = BASE.digest
    packs: tuple[str, ...] = ()
    round: int = 0
    draw_pile: tuple[int, ...] = ()
    packets: tuple[tuple[int, ...], ...] = ()  # by the seat that each was dealt to
    passed: tuple[tuple[tuple[int, ...], ...], ...] = ()  # all packets as dealt, and after each draft: what was seen
    hands: tuple[tuple[int, ...], ...] = ()
    returned: tuple[tuple[int, ...], ...] = ()  # cards that everybody saw going back to a hand and not leaving it
    picked: tuple[int | None, ...] = ()  # of this draft; already in the hand
    committed: tuple[int | None, ...] = ()  # face down; no longer in the hand
    order: tuple[Seat, ...] = ()  # of this round's play
    table: tuple[Pick, ...] = ()  # face up, waiting for their turn or in resolution, in no Territory yet
    territories: tuple[tuple[Place, ...], ...] = ()  # in order of entry
    discard: tuple[int, ...] = ()
    cash: tuple[int, ...] = ()
    bank: int = 0
    pool: int = 0
    effects: tuple[LastingEffect, ...] = ()
    effects_made: int = 0
    used: tuple[int, ...] = ()  # cards whose "each turn" ability was carried out in this round
    losing: tuple[int | None, ...] = ()  # the sealed losses
    gains: int = 0  # how many gains there have been
    mirrorable: Gain | None = None  # the latest gain that is not itself a mirror
    decision: Decision | None = None
    scores: tuple[Score, ...] = ()
    winners: tuple[Seat, ...] = ()


def catalogue_of(state: State) -> Catalogue:
    """The cards that this match is played with."""
    return CATALOGUES.get(state.catalogue) or pinned(state.catalogue, state.packs)


def to_act(state: State) -> tuple[Seat, ...]:
    """The seats that the match waits for: for a sealed choice, those who have not made it."""
    decision = state.decision
    if decision is None:
        return ()
    match decision.kind:
        case "DRAFT_PICK":
            made = state.picked
        case "COMMIT_CARD":
            made = state.committed
        case "CHOOSE_LOSS":
            made = state.losing
        case _:
            return decision.seats
    return tuple(seat for seat in decision.seats if made[seat] is None)


def held_packet(state: State, seat: Seat, round_: int) -> int:
    """SZMAL-4.4: the packet, named by the seat it was dealt to, that this seat drafts from in this round."""
    return (seat - round_ + 1) % state.seats


def pickable(state: State, seat: Seat) -> tuple[int, ...]:
    """The cards that a seat drafts from in this round."""
    return state.packets[held_packet(state, seat, state.round)]


def with_card(cards: tuple[int, ...], card: int) -> tuple[int, ...]:
    return tuple(sorted((*cards, card)))


def without_card(cards: tuple[int, ...], card: int) -> tuple[int, ...]:
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


def put(values: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    """The same tuple with another value in one place."""
    return (*values[:at], value, *values[at + 1 :])


def result(state: State) -> Result | None:
    if not state.winners:
        return None
    return Result(winners=state.winners, scores={str(score.seat): score.worth for score in state.scores})


def on_turn(state: State) -> tuple[Seat, ...]:
    """Everybody plays at once, and then the owner of each card; losses that a card asks for are answers to it."""
    return () if state.decision is not None and state.decision.kind == "CHOOSE_LOSS" else to_act(state)
