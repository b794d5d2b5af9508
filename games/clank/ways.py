"""How far it is from room to room: for those who plan a walk."""

from __future__ import annotations

import heapq
from collections.abc import Mapping
from functools import cache

from games.clank.board import Board
from games.clank.catalogue import BOARDS

FAR = 99  # longer than any way on a board


@cache
def distances(side: str, has_key: bool) -> Mapping[str, Mapping[str, int]]:
    """By target, then by room: the cost of the cheapest way, two for each Boot and one for each monster.

    Rooms without a way to the target are left out.
    """
    return {room.id: _distances_to(BOARDS[side], room.id, has_key) for room in BOARDS[side].rooms}


def _distances_to(board: Board, target: str, has_key: bool) -> dict[str, int]:
    found: dict[str, int] = {}
    queue = [(0, target)]
    while queue:
        cost, room = heapq.heappop(queue)
        if room in found:
            continue
        found[room] = cost
        for way in board.ways[room].values():
            corridor = way.corridor
            is_open = not corridor.one_way or corridor.ends[1] == room  # walked from the other end
            if is_open and (has_key or not corridor.locked):
                heapq.heappush(queue, (cost + 2 * corridor.boots + corridor.monsters, way.target.id))
    return found
