"""What is true now."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from games.clank.board import Board
from games.clank.catalogue import BOARDS, TABLE, TOKENS
from games.decider import Options, Seat

Phase = Literal["SETUP", "TURN", "TOKEN_CHOICE", "TRASH_CHOICE", "TURN_END", "COUNTDOWN", "ENDED"]
Status = Literal["in", "left", "ko"]


class ClankOptions(Options, frozen=True):
    board_side: Annotated[
        Literal["A", "B"],
        Meta(title="Side of the board", description="A is the classic one, B the more dangerous one."),
    ] = "A"


class Card(Struct, frozen=True):
    """One card. Its id is given anew by every shuffle, so that it tells nothing of where the card was before."""

    id: str
    name: str  # the id of its kind in the catalogue


class Token(Struct, frozen=True):
    id: str
    kind: str


class Owed(Struct, frozen=True):
    """A card to be trashed at the end of the turn: any, or one of this name."""

    filter: str
    source: str


class Turn(Struct, frozen=True):
    """What the active player has made in this turn and not yet spent."""

    seat: Seat = -1
    number: int = 0
    skill: int = 0
    swords: int = 0
    boots: int = 0
    quiet: int = 0
    teleports: int = 0
    cubes_made: int = 0
    gold_gains: int = 0
    exhausted: bool = False
    ignores_caves: bool = False
    ignores_monsters: bool = False
    gem_discount: int = 0
    met: tuple[str, ...] = ()  # ids of the played cards whose condition has come true
    owed: tuple[Owed, ...] = ()


class Player(Struct, frozen=True):
    """One seat: its cards (the top of the deck first), its cubes, and what lies in front of it."""

    room: str  # where the pawn stands, or stood when it left the board for the countdown track
    supply: int
    status: Status = "in"
    rescued: bool = False
    deck: tuple[Card, ...] = ()
    hand: tuple[Card, ...] = ()
    play: tuple[Card, ...] = ()
    discard: tuple[Card, ...] = ()
    trashed: tuple[Card, ...] = ()
    clank: int = 0  # own cubes in the Clank area
    bag: int = 0  # own cubes in the dragon bag
    drawn: int = 0  # own cubes just drawn from the bag and about to hurt
    meter: int = 0  # own cubes on the health meter
    aside: int = 0  # own cubes set aside for good
    gold: int = 0
    tokens: tuple[Token, ...] = ()


class Score(Struct, frozen=True):
    seat: Seat
    artifacts: int
    tokens: int
    gold: int
    cards: int
    total: int


class Outcome(Struct, frozen=True):
    scores: tuple[Score, ...]
    lost: tuple[Seat, ...]
    ranking: tuple[Seat, ...]
    winner: Seat | None


class State(Struct, frozen=True):
    phase: Phase = "SETUP"
    board_side: str = "A"
    colours: tuple[str, ...] = ()
    order: tuple[Seat, ...] = ()  # all seats in turn order, the first player first
    players: tuple[Player, ...] = ()
    turn: Turn = Turn()
    row: tuple[Card | None, ...] = ()
    dungeon_deck: tuple[Card, ...] = ()
    dungeon_discard: tuple[Card, ...] = ()
    set_aside: tuple[Card, ...] = ()  # dealt into the first row and taken out again, during setup
    reserve: tuple[tuple[str, int], ...] = ()  # pile, cards left
    stock: tuple[Token, ...] = ()  # of the market
    masteries: tuple[Token, ...] = ()
    rooms: tuple[tuple[Token | None, ...], ...] = ()  # the token list of each room, in the order of the board
    box: tuple[Token, ...] = ()
    hidden_box: tuple[Token, ...] = ()  # major secrets that nobody has seen
    black_bag: int = 0
    black_aside: int = 0
    rage: int = 0  # space of the dragon marker, from 1
    rage_start: int = 0
    rage_steps: int = 0  # artifacts taken and eggs revealed, also on the last space
    countdown_seat: Seat | None = None
    countdown_space: int = 0
    outcome: Outcome | None = None


def board_of(state: State) -> Board:
    return BOARDS[state.board_side]


def clockwise_from(state: State, seat: Seat) -> tuple[Seat, ...]:
    """CLANK-0.3: every seat in turn order, this one first."""
    seats = len(state.players)
    return tuple((seat + i) % seats for i in range(seats))


def reserve_left(state: State, pile: str) -> int:
    return next((left for name, left in state.reserve if name == pile), 0)


def count_of(player: Player, kind: str) -> int:
    """How many tokens of this kind the player owns."""
    return sum(token.kind == kind for token in player.tokens)


def artifacts_of(player: Player) -> tuple[Token, ...]:
    return tuple(token for token in player.tokens if TOKENS[token.kind].type == "artifact")


def owns_item(player: Player, item: str) -> bool:
    return any(TOKENS[token.kind].item == item for token in player.tokens)


def can_carry_artifact(player: Player) -> bool:
    """CLANK-9.6: one artifact, and one more for each backpack."""
    return len(artifacts_of(player)) < 1 + count_of(player, "backpack")


def is_full(player: Player) -> bool:
    """CLANK-14.5: no empty space is left on the health meter."""
    return player.meter >= TABLE.health


def everyone_is_out(state: State) -> bool:
    return all(player.status != "in" for player in state.players)


def in_play(state: State) -> tuple[Seat, ...]:
    """The players who are still in the dungeon."""
    return tuple(seat for seat, player in enumerate(state.players) if player.status == "in")


def to_act(state: State) -> tuple[Seat, ...]:
    """CLANK-2.10: the active player decides, and nobody else."""
    return (state.turn.seat,) if state.phase in ("TURN", "TOKEN_CHOICE", "TRASH_CHOICE") else ()
