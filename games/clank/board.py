"""A board: rooms, corridors and where to draw them, checked when it is read.

Checked are the ids, that two rooms are joined once at most, that everything can be reached with a key, and that no
room is a trap: from every room there is a way outside without a key.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, json

from games.catalogue import BadCatalogue, read_document

Feature = Literal["cave", "market", "fountain", "shrine", "major", "minor"]
Zone = Literal["outside", "upper", "depths"]
Coordinate = Annotated[int, Meta(ge=0, le=1000)]


class Room(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A room, or the start space outside; x runs from left to right, y from top to bottom."""

    id: str
    title: str
    zone: Zone
    features: tuple[Feature, ...] = ()
    artifact: Annotated[int, Meta(ge=1)] | None = None
    x: Coordinate
    y: Coordinate


class Corridor(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A way between two rooms; a one-way corridor leads from its first end to its second."""

    id: str
    ends: tuple[str, str]
    boots: Annotated[int, Meta(ge=1, le=2)] = 1
    monsters: Annotated[int, Meta(ge=0)] = 0
    locked: bool = False
    one_way: bool = False
    wrap: bool = False


class BoardFile(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    side: str
    crossings: Annotated[int, Meta(ge=0)]  # of corridors in the drawing, when it was laid out
    room: tuple[Room, ...]
    corridor: tuple[Corridor, ...]


class Way(Struct, frozen=True):
    """A corridor as seen from the room one stands in."""

    corridor: Corridor
    target: Room
    permitted: bool  # False against the arrow


@dataclass(frozen=True)
class Board:
    """One side of the board, with the tables that the rules look things up in."""

    side: str
    crossings: int
    rooms: tuple[Room, ...]
    corridors: tuple[Corridor, ...]

    @cached_property
    def start(self) -> str:
        return next(room.id for room in self.rooms if room.zone == "outside")

    @cached_property
    def room(self) -> Mapping[str, Room]:
        return {room.id: room for room in self.rooms}

    @cached_property
    def index(self) -> Mapping[str, int]:
        """The place of a room in the file, which is its place in the state."""
        return {room.id: i for i, room in enumerate(self.rooms)}

    @cached_property
    def ways(self) -> Mapping[str, Mapping[str, Way]]:
        """By room, then by corridor: where one can go from there, also against the arrow."""
        found: dict[str, dict[str, Way]] = {room.id: {} for room in self.rooms}
        for corridor in self.corridors:
            first, second = corridor.ends
            found[first][corridor.id] = Way(corridor, self.room[second], permitted=True)
            found[second][corridor.id] = Way(corridor, self.room[first], permitted=not corridor.one_way)
        return found

    @cached_property
    def neighbours(self) -> Mapping[str, Mapping[str, Way]]:
        """By room, then by the room at the other end."""
        return {room: {way.target.id: way for way in ways.values()} for room, ways in self.ways.items()}

    def with_feature(self, feature: Feature) -> tuple[str, ...]:
        return tuple(room.id for room in self.rooms if feature in room.features)

    @cached_property
    def plain(self) -> dict[str, Any]:
        """All that is needed to draw the board, as plain JSON."""
        whole = {"side": self.side, "rooms": self.rooms, "corridors": self.corridors}
        plain: dict[str, Any] = json.decode(json.encode(whole))
        return plain

    def reachable(self, origin: str, *, key: bool) -> set[str]:
        """The rooms that can be walked to, whatever the cost."""
        reached, fresh = {origin}, [origin]
        while fresh:
            for way in self.ways[fresh.pop()].values():
                if way.permitted and (key or not way.corridor.locked) and way.target.id not in reached:
                    reached.add(way.target.id)
                    fresh.append(way.target.id)
        return reached


def load_board(path: Path) -> Board:
    document = read_document(path, BoardFile)
    board = Board(document.side, document.crossings, document.room, document.corridor)
    for problem in problems(board):
        raise BadCatalogue(f"{path.name}: {problem}")
    return board


def problems(board: Board) -> Iterable[str]:
    """What is wrong with a board, the first thing first."""
    yield from _wrong_names(board)
    yield from _wrong_ways(board)


def _wrong_names(board: Board) -> Iterable[str]:
    if len(board.room) != len(board.rooms):
        yield "two rooms have one id"
    if len({corridor.id for corridor in board.corridors}) != len(board.corridors):
        yield "two corridors have one id"
    if len({(room.x, room.y) for room in board.rooms}) != len(board.rooms):
        yield "two rooms are drawn in one place"
    if sum(room.zone == "outside" for room in board.rooms) != 1:
        yield "there must be one start space"
    if len(board.with_feature("shrine")) != 1:
        yield "there must be one monkey shrine"
    for corridor in board.corridors:
        for end in corridor.ends:
            if end not in board.room:
                yield f"corridor '{corridor.id}' leads to '{end}', which is no room"
    pairs = [frozenset(corridor.ends) for corridor in board.corridors]
    if len(set(pairs)) != len(pairs) or any(len(pair) == 1 for pair in pairs):
        yield "a corridor joins two different rooms, and two rooms are joined once at most"


def _wrong_ways(board: Board) -> Iterable[str]:
    if len(board.ways[board.start]) != 1:
        yield "one corridor must lead outside"
    for room in board.rooms:
        if room.id not in board.reachable(board.start, key=True):
            yield f"room '{room.id}' cannot be reached, even with a key"
        if board.start not in board.reachable(room.id, key=False):
            yield f"room '{room.id}' is a trap: no way outside without a key"
