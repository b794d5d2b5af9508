"""Clank! with some sense: play every card, buy what can be bought, fetch an artifact and run for the way out."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from matchledger_client.choices import Choice, Command, command, group_by_type, values

from games.clank.catalogue import BOARDS, TOKENS
from games.clank.ways import FAR, distances

LATE_TURNS = 10


def choose(rng: Random, match: dict[str, Any], seat: int, templates: list[Choice]) -> Command:
    view = match["state"]
    offered = group_by_type(templates)
    own = view["players"][seat]
    if "take_token" in offered:
        return _take(rng, view, own, offered["take_token"][0])
    for type_ in ("play_card", "trash_card"):
        if type_ in offered:
            return command(rng.choice(offered[type_]), rng)
    if "use_potion" in offered and own["damage"] >= 4:
        return command(offered["use_potion"][0], rng)
    for type_ in ("buy_item", "use_device", "fight", "acquire_card"):
        if type_ in offered:
            return command(rng.choice(offered[type_]), rng)
    step = _step(rng, view, own, offered.get("move", []))
    if step is not None:
        return step
    if "teleport" in offered:
        return _teleport(rng, view, own, offered["teleport"])
    return command((offered.get("end_turn") or templates)[0], rng)


def _has_artifact(own: dict[str, Any]) -> bool:
    return any(token["type"] == "artifact" for token in own["tokens"])


def _take(rng: Random, view: dict[str, Any], own: dict[str, Any], template: Choice) -> Command:
    here: list[Any] = next((one["tokens"] for one in view["tokens"] if one["room_id"] == own["room_id"]), [])
    worth = {slot: _points(token) or 3 for slot, token in enumerate(here)}
    return command(template, rng, token_slot=max(values(template, "token_slot"), key=lambda slot: worth.get(slot, 0)))


def _goal(view: dict[str, Any], own: dict[str, Any]) -> Mapping[str, int]:
    """The distances to where this player wants to be."""
    to = distances(view["board_side"], _has_key(own))
    start = BOARDS[view["board_side"]].start
    if _has_artifact(own):
        return to[start]
    rounds = view["turn"]["number"] // max(1, len(view["players"]))
    best: tuple[float, Mapping[str, int]] = (FAR, to[start])
    for place in view["tokens"]:
        artifact = max((_points(token) for token in place["tokens"] if _is_artifact(token)), default=0)
        if not artifact:
            continue
        worth = 0 if rounds > LATE_TURNS else artifact / 3
        cost = to[place["room_id"]].get(own["room_id"], FAR) - worth
        if cost < best[0]:
            best = (cost, to[place["room_id"]])
    return best[1]


def _points(token: dict[str, Any] | None) -> int:
    """0 where a token was taken or lies face down."""
    return 0 if token is None or token["kind"] is None else TOKENS[token["kind"]].points


def _is_artifact(token: dict[str, Any] | None) -> bool:
    return token is not None and token["type"] == "artifact"


def _has_key(own: dict[str, Any]) -> bool:
    return any(token["kind"] == "key" for token in own["tokens"])


def _step(rng: Random, view: dict[str, Any], own: dict[str, Any], walks: list[Choice]) -> Command | None:
    """The walk that brings the pawn nearest to its goal, if any brings it nearer."""
    if own["room_id"] is None:
        return command(rng.choice(walks), rng) if walks else None
    goal = _goal(view, own)
    ways = BOARDS[view["board_side"]].ways[own["room_id"]]
    best, nearest = None, goal.get(own["room_id"], FAR)
    for template in walks:
        room = ways[values(template, "corridor_id")[0]].target.id
        if goal.get(room, FAR) < nearest:
            best, nearest = template, goal[room]
    return None if best is None else command(best, rng, heal=True)


def _teleport(rng: Random, view: dict[str, Any], own: dict[str, Any], templates: list[Choice]) -> Command:
    goal = _goal(view, own)
    ways = [(goal.get(room, FAR), room, template) for template in templates for room in values(template, "to_room")]
    _, room, template = min(ways, key=lambda one: one[:2])
    return command(template, rng, to_room=room, heal=True)
