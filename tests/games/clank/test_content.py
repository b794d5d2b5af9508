"""The content of the box: counts, boards, and how bad data is refused."""

import heapq
import math
from itertools import combinations
from typing import get_args

import pytest

from games.catalogue import BadCatalogue, read_rows
from games.clank import GAME
from games.clank.board import Board, Corridor, Room, load_board, problems
from games.clank.catalogue import (
    BOARDS,
    CARDS,
    DUNGEON,
    DUNGEON_DECK,
    FOLDER,
    TABLE,
    TOKENS,
    CardKind,
    needs_of,
    tokens_of,
)
from games.clank.effects import PRIMITIVES
from games.clank.state import ClankOptions
from games.clank.vocabulary import Choose, Effect, Heal, ReplaceRowCard


def test_clank_c_1_the_dungeon_deck():
    def cards(is_counted):
        return sum(row.copies for row in DUNGEON.values() if is_counted(row))

    assert (len(DUNGEON), len(DUNGEON_DECK)) == (63, 100)
    assert cards(lambda row: row.dragon) == 26
    assert cards(lambda row: row.danger) == 5
    assert cards(lambda row: "companion" in row.tags) == 25
    assert cards(lambda row: "gem" in row.tags) == 9
    assert cards(lambda row: row.kind == "monster") == 20
    assert cards(lambda row: row.kind == "device") == 10


@pytest.mark.rules("CLANK-R.33")
def test_clank_c_2_the_tokens():
    count = {type_: len(tokens_of(type_)) for type_ in ("artifact", "major", "minor", "idol", "market", "mastery")}
    assert count == {"artifact": 7, "major": 11, "minor": 18, "idol": 3, "market": 7, "mastery": 4}
    majors = {kind: TOKENS[kind].count for kind in tokens_of("major")}
    assert majors.pop("chalice") == 3
    assert set(majors.values()) == {2}


COUNTS = {
    "A": (38, 14, 24, 62, 9, 4, 3, 1, 9, 9, 7, 6, 7, 11, 22, 2),
    "B": (42, 17, 25, 68, 8, 5, 1, 1, 9, 9, 7, 6, 7, 11, 23, 2),
}


@pytest.mark.parametrize("side", ["A", "B"])
def test_clank_c_3_the_counts_of_the_boards(side):
    board = BOARDS[side]
    zones = [room.zone for room in board.rooms]
    features = [len(board.with_feature(name)) for name in ("cave", "market", "fountain", "shrine", "major", "minor")]
    assert COUNTS[side] == (
        len(board.rooms) - 1,
        zones.count("upper"),
        zones.count("depths"),
        len(board.corridors),
        *features,
        sum(room.artifact is not None for room in board.rooms),
        sum(corridor.locked for corridor in board.corridors),
        sum(corridor.one_way for corridor in board.corridors),
        sum(corridor.boots == 2 for corridor in board.corridors),
        sum(corridor.monsters > 0 for corridor in board.corridors),
        sum(corridor.wrap for corridor in board.corridors),
    )


@pytest.mark.parametrize("side", ["A", "B"])
def test_clank_c_4_everything_is_reached_with_a_key_and_left_without(side):
    board = BOARDS[side]
    assert board.reachable(board.start, key=True) == set(board.room)
    for room in board.rooms:
        assert board.start in board.reachable(room.id, key=False)


@pytest.mark.parametrize(("side", "closed"), [("A", {"A26", "A27"}), ("B", {"B13", "B34", "B37", "B38"})])
def test_clank_c_5_six_rooms_need_a_key(side, closed):
    board = BOARDS[side]
    assert set(board.room) - board.reachable(board.start, key=False) == closed


# room: in without a key, in with one, out of the Depths, outside without a key, outside with one (Boots, damage)
WAYS = {
    "A16": ((5, 1), (5, 1), (1, 0), (6, 0), (6, 0)),
    "A20": ((7, 0), (7, 0), (1, 0), (7, 0), (7, 0)),
    "A19": ((7, 2), (6, 0), (2, 2), (7, 2), (6, 0)),
    "A22": ((7, 2), (7, 2), (2, 2), (8, 1), (8, 1)),
    "A30": ((8, 4), (8, 2), (4, 3), (9, 3), (8, 2)),
    "A35": ((10, 4), (9, 2), (4, 4), (10, 4), (9, 2)),
    "A27": (None, (9, 2), (3, 2), (9, 2), (9, 2)),
    "A21": ((7, 2), (7, 2), (3, 3), (9, 2), (9, 2)),
    "A17": ((6, 2), (6, 2), (1, 2), (6, 2), (6, 2)),
    "A18": ((6, 2), (6, 2), (2, 1), (7, 1), (7, 1)),
    "A24": ((7, 2), (7, 0), (3, 1), (8, 1), (7, 0)),
    "B22": ((6, 2), (6, 2), (1, 1), (6, 2), (6, 1)),
    "B23": ((7, 1), (7, 1), (1, 1), (7, 2), (7, 1)),
    "B24": ((7, 2), (7, 2), (3, 1), (7, 2), (7, 1)),
    "B32": ((8, 2), (8, 2), (3, 2), (8, 3), (8, 2)),
    "B35": ((9, 4), (9, 4), (4, 3), (9, 4), (9, 3)),
    "B37": (None, (8, 1), (6, 1), (10, 2), (9, 4)),
    "B40": ((11, 2), (10, 4), (6, 6), (11, 4), (10, 4)),
    "B21": ((6, 1), (6, 1), (1, 1), (7, 2), (7, 2)),
    "B16": ((7, 1), (7, 1), (0, 0), (7, 3), (7, 3)),
    "B19": ((5, 1), (5, 1), (2, 1), (6, 2), (6, 2)),
    "B25": ((7, 2), (7, 2), (2, 1), (7, 2), (7, 1)),
    "B30": ((8, 2), (8, 2), (3, 1), (8, 2), (8, 1)),
    "B38": (None, (9, 1), (5, 1), (9, 2), (9, 1)),
}


def shortest(board, origin, targets, key):
    """Boots, then damage, of the shortest way to any of the rooms."""
    queue, done = [(0, 0, origin)], set()
    while queue:
        boots, damage, room = heapq.heappop(queue)
        if room in targets:
            return boots, damage
        if room in done:
            continue
        done.add(room)
        for way in board.ways[room].values():
            if way.permitted and (key or not way.corridor.locked):
                heapq.heappush(queue, (boots + way.corridor.boots, damage + way.corridor.monsters, way.target.id))
    return None


@pytest.mark.rules("CLANK-C.3")
@pytest.mark.parametrize("room", WAYS)
def test_the_shortest_ways_are_those_of_the_reference(room):
    board = BOARDS[room[0]]
    upper = {one.id for one in board.rooms if one.zone != "depths"}
    assert WAYS[room] == (
        shortest(board, board.start, {room}, key=False),
        shortest(board, board.start, {room}, key=True),
        shortest(board, room, upper, key=False),
        shortest(board, room, {board.start}, key=False),
        shortest(board, room, {board.start}, key=True),
    )


def segments(board):
    """The lines of the drawing; a wrap corridor is two, out to the edges."""
    for corridor in board.corridors:
        first, second = sorted((board.room[end] for end in corridor.ends), key=lambda room: room.x)
        if corridor.wrap:
            yield (first.x, first.y), (0, first.y), {first.id}
            yield (second.x, second.y), (1000, second.y), {second.id}
        else:
            yield (first.x, first.y), (second.x, second.y), {first.id, second.id}


def side_of(a, b, c):
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def crosses(one, other):
    (a, b, ends), (c, d, other_ends) = one, other
    if ends & other_ends:
        return False
    return side_of(a, b, c) * side_of(a, b, d) < 0 and side_of(c, d, a) * side_of(c, d, b) < 0


def distance(point, a, b):
    """From a point to the line between two others."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    t = ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / (dx * dx + dy * dy)
    t = min(1, max(0, t))
    return math.dist(point, (a[0] + t * dx, a[1] + t * dy))


@pytest.mark.parametrize(("side", "least"), [("A", 1), ("B", 2)])
def test_clank_c_7_corridors_do_not_cross_more_than_the_data_says(side, least):
    lines = list(segments(BOARDS[side]))
    assert sum(crosses(one, other) for one, other in combinations(lines, 2)) == BOARDS[side].crossings == least


@pytest.mark.rules("CLANK-C.7")
@pytest.mark.parametrize("side", ["A", "B"])
def test_rooms_are_drawn_apart_from_each_other_and_the_depths_below(side):
    board = BOARDS[side]
    for one, other in combinations(board.rooms, 2):
        assert (one.x - other.x) ** 2 + (one.y - other.y) ** 2 >= 90**2
    for a, b, ends in segments(board):
        for room in board.rooms:
            assert room.id in ends or distance((room.x, room.y), a, b) > 35
    deepest_upper = max(room.y for room in board.rooms if room.zone != "depths")
    assert deepest_upper < min(room.y for room in board.rooms if room.zone == "depths")


def test_the_tables_have_an_entry_for_each_number_of_players():
    seats = GAME.seats_max - GAME.seats_min + 1
    assert len(TABLE.rage_start) == len(TABLE.artifacts_excluded) == seats
    assert len(TABLE.colours) == len(TABLE.starting_clank) == GAME.seats_max


@pytest.mark.rules("CLANK-R.29")
def test_there_is_no_game_for_one():
    assert GAME.seats_min == 2


def test_every_word_of_the_vocabulary_is_carried_out():
    assert PRIMITIVES.keys() == set(get_args(Effect))


def test_the_catalogue_names_its_content_and_its_digest_pins_it():
    sides = [ClankOptions(board_side=side) for side in ("A", "B")]
    assert GAME.catalogue_digest(sides[0]) != GAME.catalogue_digest(sides[1])
    shown = GAME.catalogue(sides[1])
    assert shown["board"]["side"] == "B"
    assert len(shown["dungeon"]) == 63
    assert {row["id"] for part in ("starters", "reserve", "dungeon") for row in shown[part]} == CARDS.keys()


ROW = '[[card]]\nid = "x"\ntitle = "X"\nkind = "card"\ncopies = 1\n'


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ('play = [{ do = "fly", n = 1 }]', "fly"),
        ('play = [{ do = "gold", n = 1, extra = 2 }]', "extra"),
        ('play = [{ do = "gold", n = 0 }]', ">= 1"),
        ('turn = [{ do = "gold", n = 1 }]', "gold"),
        ('turn = [{ do = "when", condition = "is_rich", then = [] }]', "is_rich"),
        ('wings = "two"', "wings"),
        ('place = "moon"', "moon"),
    ],
)
def test_a_bad_row_is_refused_and_named(tmp_path, line, what):
    path = tmp_path / "cards.toml"
    path.write_text(ROW + line, encoding="utf-8")
    with pytest.raises(BadCatalogue, match="'x'") as refusal:
        read_rows(path, CardKind)
    assert what in str(refusal.value)


def test_a_clause_may_not_ask_for_two_choices():
    choose = Choose(options=((Heal(n=1),), (Heal(n=2),)))
    with pytest.raises(BadCatalogue):
        needs_of((choose, choose))
    with pytest.raises(BadCatalogue):
        needs_of((ReplaceRowCard(), ReplaceRowCard()))


def small_board(*corridors, rooms="ABC"):
    drawn = tuple(
        Room(
            id=name,
            title=name,
            zone="outside" if i == 0 else "upper",
            features=("shrine",) if i == 1 else (),
            x=i * 100,
            y=0,
        )
        for i, name in enumerate(rooms)
    )
    return Board("T", 0, drawn, corridors)


def way(ends, number=1, **rest):
    return Corridor(id=f"c{number}", ends=tuple(ends), **rest)


@pytest.mark.parametrize(
    ("board", "problem"),
    [
        (small_board(way("AB")), "cannot be reached"),
        (small_board(way("AB"), way("BC", 2, one_way=True)), "is a trap"),
        (small_board(way("AB"), way("BC", 2, locked=True)), "is a trap"),
        (small_board(way("AB"), way("BC", 2), way("CB", 3)), "joined once"),
        (small_board(way("AB"), way("BC", 1)), "two corridors have one id"),
        (small_board(way("AB"), way("BC", 2), way("AC", 3)), "one corridor must lead outside"),
        (small_board(way("AB"), way("BC", 2), way("CC", 3)), "two different rooms"),
    ],
)
def test_a_bad_board_is_refused(board, problem):
    assert any(problem in sentence for sentence in problems(board))


def test_a_corridor_to_nowhere_is_refused_when_the_board_is_read(tmp_path):
    assert list(problems(small_board(way("AB"), way("BC", 2)))) == []
    text = (FOLDER / "board_a.toml").read_text(encoding="utf-8").replace('["A37", "A38"]', '["A37", "A99"]')
    path = tmp_path / "board.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadCatalogue, match="A99"):
        load_board(path)
