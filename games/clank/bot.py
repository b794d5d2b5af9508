"""Clank! with some sense: play every card, buy what can be bought, fetch an artifact and run for the way out."""

from __future__ import annotations

import heapq
from random import Random
from typing import Any

from games.domains import Command, Template, fill_template, group_by_type, values

FAR = 999
LATE_TURNS = 10


def choose(rng: Random, match: dict[str, Any], seat: int, templates: list[Template]) -> Command:
    view = match["state"]
    offered = group_by_type(templates)
    own = view["players"][seat]
    if "take_token" in offered:
        return _take(rng, view, own, offered["take_token"][0])
    for type_ in ("play_card", "trash_card"):
        if type_ in offered:
            return fill_template(rng.choice(offered[type_]), rng)
    if "use_potion" in offered and own["damage"] >= 4:
        return fill_template(offered["use_potion"][0], rng)
    for type_ in ("buy_item", "use_device", "fight", "acquire_card"):
        if type_ in offered:
            return fill_template(rng.choice(offered[type_]), rng)
    step = _step(rng, view, own, offered.get("move", []))
    if step is not None:
        return step
    if "teleport" in offered:
        return _teleport(rng, view, own, offered["teleport"])
    return fill_template((offered.get("end_turn") or templates)[0], rng)


def _has_artifact(own: dict[str, Any]) -> bool:
    return any(token["type"] == "artifact" for token in own["tokens"])


def _take(rng: Random, view: dict[str, Any], own: dict[str, Any], template: Template) -> Command:
    here: list[Any] = next((one["tokens"] for one in view["tokens"] if one["room_id"] == own["room_id"]), [])
    worth = {slot: (token or {}).get("points") or 3 for slot, token in enumerate(here)}
    return fill_template(
        template, rng, token_slot=max(values(template, "token_slot"), key=lambda slot: worth.get(slot, 0))
    )


def _distances(view: dict[str, Any], target: str, *, has_key: bool) -> dict[str, int]:
    """From every room, the cost of the cheapest way to the target, in Boots and a little for monsters."""
    ways: dict[str, list[tuple[str, int]]] = {}
    for corridor in view["board"]["corridors"]:
        if corridor["locked"] and not has_key:
            continue
        first, second = corridor["ends"]
        cost = 2 * corridor["boots"] + corridor["monsters"]
        ways.setdefault(second, []).append((first, cost))
        if not corridor["one_way"]:
            ways.setdefault(first, []).append((second, cost))
    found: dict[str, int] = {}
    queue = [(0, target)]
    while queue:
        cost, room = heapq.heappop(queue)
        if room in found:
            continue
        found[room] = cost
        for neighbour, more in ways.get(room, []):
            heapq.heappush(queue, (cost + more, neighbour))
    return found


def _goal(view: dict[str, Any], own: dict[str, Any], *, has_key: bool) -> dict[str, int]:
    """The distances to where this player wants to be."""
    start = view["board"]["rooms"][0]["id"]
    if _has_artifact(own):
        return _distances(view, start, has_key=has_key)
    rounds = view["turn"]["number"] // max(1, len(view["players"]))
    best: tuple[float, dict[str, int]] = (FAR, _distances(view, start, has_key=has_key))
    for place in view["tokens"]:
        artifact = max((token["points"] or 0 for token in place["tokens"] if _is_artifact(token)), default=0)
        if not artifact:
            continue
        distances = _distances(view, place["room_id"], has_key=has_key)
        worth = 0 if rounds > LATE_TURNS else artifact / 3
        cost = distances.get(own["room_id"], FAR) - worth
        if cost < best[0]:
            best = (cost, distances)
    return best[1]


def _is_artifact(token: dict[str, Any] | None) -> bool:
    return token is not None and token["type"] == "artifact"


def _has_key(own: dict[str, Any]) -> bool:
    return any("key" in str(token["kind"]) for token in own["tokens"])


def _step(rng: Random, view: dict[str, Any], own: dict[str, Any], walks: list[Template]) -> Command | None:
    """The walk that brings the pawn nearest to its goal, if any brings it nearer."""
    if own["room_id"] is None:
        return fill_template(rng.choice(walks), rng) if walks else None
    distances = _goal(view, own, has_key=_has_key(own))
    corridors = {corridor["id"]: corridor["ends"] for corridor in view["board"]["corridors"]}
    best, nearest = None, distances.get(own["room_id"], FAR)
    for template in walks:
        ends = corridors[values(template, "corridor_id")[0]]
        room = ends[1] if ends[0] == own["room_id"] else ends[0]
        if distances.get(room, FAR) < nearest:
            best, nearest = template, distances[room]
    return None if best is None else fill_template(best, rng, heal=True)


def _teleport(rng: Random, view: dict[str, Any], own: dict[str, Any], templates: list[Template]) -> Command:
    distances = _goal(view, own, has_key=_has_key(own))
    ways = [
        (distances.get(room, FAR), room, template) for template in templates for room in values(template, "to_room")
    ]
    _, room, template = min(ways, key=lambda one: one[:2])
    return fill_template(template, rng, to_room=room, heal=True)
