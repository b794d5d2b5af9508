"""Setting up a match (section 1)."""

from __future__ import annotations

from games.clank.board import Board
from games.clank.catalogue import (
    BOARDS,
    CARDS,
    DUNGEON_DECK,
    PILES,
    RESERVE,
    STARTING_DECK,
    TABLE,
    TOKENS,
    TokenType,
    tokens_of,
)
from games.clank.cubes import make_clank
from games.clank.decks import draw_cards, shuffle_deck, shuffle_dungeon
from games.clank.effects import arrive
from games.clank.events import (
    ArtifactsExcluded,
    FirstPlayerChosen,
    MatchCreated,
    Placed,
    PlacedSecret,
    RowDealt,
    SecretsPlaced,
    TokensPlaced,
    TurnStarted,
)
from games.clank.state import Card, ClankOptions, State, Token, clockwise_from
from games.clank.unfolding import Unfolding
from games.decider import Event
from games.dice import Dice


def setup(options: ClankOptions, seats: int, dice: Dice) -> list[Event]:
    """CLANK-1.1 to CLANK-1.23, in this order; who begins is chosen early, because arriving cards ask for it."""
    unfolding = Unfolding(State(), dice)
    board = BOARDS[options.board_side]
    by_seats = seats - 2  # the tables begin with two players
    unfolding.emit(
        MatchCreated(
            board_side=options.board_side,
            colours=TABLE.colours[:seats],
            cubes_each=TABLE.cubes_each,
            dragon_cubes=TABLE.dragon_cubes,
            rage_space=TABLE.rage_start[by_seats],
            rule="CLANK-1.1 CLANK-1.2 CLANK-1.3 CLANK-1.12 CLANK-1.13",
        )
    )
    order = clockwise_from(unfolding.state, dice.below(seats))
    unfolding.emit(FirstPlayerChosen(order=order, rule="CLANK-1.20"))
    _place_tokens(unfolding, board, seats, TABLE.artifacts_excluded[by_seats])
    _place_secrets(unfolding, board)
    _deal_row(unfolding)
    for seat in order:
        shuffle_deck(unfolding, seat, STARTING_DECK, rule="CLANK-1.19")
        draw_cards(unfolding, seat, TABLE.hand_size, "setup", rule="CLANK-1.19")
    for seat, cubes in zip(order, TABLE.starting_clank):
        if cubes:
            make_clank(unfolding, seat, cubes, "setup", rule="CLANK-1.21")
    unfolding.emit(TurnStarted(seat=order[0], turn_no=1, rule="CLANK-1.23"))
    return unfolding.events


class _Numbering:
    """Token ids in the order of asking: t01, t02 …; they are given to places, and so say nothing of kinds."""

    def __init__(self, last: int) -> None:
        self.last = last

    def next(self) -> str:
        self.last += 1
        return f"t{self.last:02d}"


SECRETS = len(tokens_of("major")) + len(tokens_of("minor"))


def _place_tokens(unfolding: Unfolding, board: Board, seats: int, excluded: int) -> None:
    """CLANK-1.4, CLANK-1.5, CLANK-1.8 to CLANK-1.10, CLANK-1.14: everything whose face is open."""
    numbers = _Numbering(SECRETS)
    values = tuple(TOKENS[kind].points for kind in tokens_of("artifact"))
    boxed = tuple(sorted(unfolding.dice.draw(values, excluded)))
    unfolding.emit(ArtifactsExcluded(values=boxed, rule="CLANK-1.5" if excluded else "CLANK-1.4"))
    on_board = tuple(
        Placed(room.id, numbers.next(), f"artifact_{room.artifact}")
        for room in board.rooms
        if room.artifact is not None and room.artifact not in boxed
    )
    idols = tuple(Placed(board.with_feature("shrine")[0], numbers.next(), kind) for kind in tokens_of("idol"))
    stock = sorted(tokens_of("market"), key=lambda kind: -TOKENS[kind].points)
    unfolding.emit(
        TokensPlaced(
            on_board=on_board + idols,
            boxed=tuple(Token(numbers.next(), f"artifact_{value}") for value in boxed),
            stock=tuple(Token(numbers.next(), kind) for kind in stock),
            masteries=tuple(Token(numbers.next(), kind) for kind in tokens_of("mastery")[:seats]),
            reserve=tuple((pile, RESERVE[pile].copies) for pile in PILES),
            rule="CLANK-1.4 CLANK-1.8 CLANK-1.9 CLANK-1.10 CLANK-1.14",
        )
    )


def _place_secrets(unfolding: Unfolding, board: Board) -> None:
    """CLANK-1.6, CLANK-1.7, CLANK-V.5: shuffled first, numbered by place afterwards."""
    numbers = _Numbering(0)
    major, minor = _spaces(board, "major", numbers), _spaces(board, "minor", numbers)
    major_kinds = unfolding.dice.shuffle(tokens_of("major"))
    minor_kinds = unfolding.dice.shuffle(tokens_of("minor"))
    unfolding.emit(
        SecretsPlaced(
            major=major,
            minor=minor,
            boxed=tuple(numbers.next() for _ in major_kinds[len(major) :]),
            major_kinds=major_kinds[: len(major)],
            minor_kinds=minor_kinds,
            boxed_kinds=major_kinds[len(major) :],
            rule="CLANK-1.6 CLANK-1.7",
        )
    )


def _spaces(board: Board, type_: TokenType, numbers: _Numbering) -> tuple[PlacedSecret, ...]:
    rooms = board.with_feature("major" if type_ == "major" else "minor")
    each = 1 if type_ == "major" else TABLE.minor_per_space
    return tuple(PlacedSecret(room, slot, numbers.next()) for room in rooms for slot in range(each))


def _deal_row(unfolding: Unfolding) -> None:
    """CLANK-1.15 to CLANK-1.17: six cards without a dragon, the others shuffled back; then the six arrive."""
    shuffle_dungeon(unfolding, DUNGEON_DECK, "setup", rule="CLANK-1.15")
    deck = iter(unfolding.state.dungeon_deck)
    row: list[Card] = [next(deck) for _ in range(TABLE.row_size)]
    set_aside: list[Card] = []
    for slot in range(TABLE.row_size):
        while CARDS[row[slot].name].dragon:
            set_aside.append(row[slot])
            row[slot] = next(deck)
    unfolding.emit(RowDealt(cards=tuple(row), set_aside=tuple(set_aside), rule="CLANK-1.15 CLANK-1.16"))
    if set_aside:
        names = tuple(card.name for card in (*unfolding.state.dungeon_deck, *set_aside))
        shuffle_dungeon(unfolding, names, "setup_return", rule="CLANK-1.16")
    for slot, card in enumerate(row):
        arrive(unfolding, slot, card, unfolding.state.order[0])
