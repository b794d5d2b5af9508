"""How the random player plays Clank!, and what it should reach.

Plain chance wanders about and is caught; this player has a goal. It plays its cards before anything else, spends most
of what they give on whatever is offered, and walks the shortest way (Boots, and a little for monsters) to a goal that
it keeps for a few turns: mostly an artifact that it may take, sometimes a market (with gold for it), a room with
secrets, or any room at all. Once it carries an artifact it nearly always heads for the way out, takes it and so starts
the countdown; late in a match it does nothing else. One decision in twelve is left to plain chance, so that everything
legal happens now and then.
"""

from __future__ import annotations

import heapq
import random
from functools import cache

from games.choices import Choice
from games.clank import GAME
from games.clank import events as ev
from games.clank.catalogue import BOARDS, CARDS, TOKENS
from games.clank.rules_board import may_take
from games.clank.state import ClankOptions, State, artifacts_of, board_of, can_carry_artifact, owns_item
from games.clank.vocabulary import Choose, words_in
from games.decider import snake_case
from tests.play import Match

ERA = 5  # rounds for which a goal is kept
LATE = 14  # rounds after which the player only wants to get out


def random_options(rng: random.Random) -> ClankOptions:
    return ClankOptions(board_side=rng.choice(("A", "B")))


options_without_clocks = random_options


def policy(rng: random.Random, state: State, seat: int, choices: list[Choice]) -> Choice:
    by_type: dict[str, list[Choice]] = {}
    for template in choices:
        by_type.setdefault(template.type, []).append(template)
    if rng.random() < 1 / 12:
        return rng.choice(choices)
    if "take_token" in by_type and rng.random() < 0.95:
        return by_type["take_token"][0]
    if "play_card" in by_type and rng.random() < 0.9:
        return rng.choice(by_type["play_card"])
    spending = [
        template
        for type_ in ("buy_item", "acquire_card", "use_device", "fight", "use_potion")
        for template in by_type.get(type_, ())
    ]
    if spending and rng.random() < 0.8:
        return rng.choice(spending)
    step = step_towards_goal(state, seat, by_type.get("move", []))
    if step is not None:
        return step
    for type_ in ("teleport", "end_turn"):
        if type_ in by_type:
            return rng.choice(by_type[type_])
    return rng.choice(choices)


def step_towards_goal(state: State, seat: int, walks: list[Choice]) -> Choice | None:
    """The walk that brings the pawn nearest to its goal, if any brings it nearer."""
    player, board = state.players[seat], board_of(state)
    distance = distances(board.side, goal(state, seat), owns_item(player, "key"))
    best, nearest = None, distance.get(player.room, 999)
    for template in walks:
        corridor_id = template.params["corridor_id"].one_of[0]
        room = board.ways[player.room][corridor_id].target.id
        if distance.get(room, 999) < nearest:
            best, nearest = template, distance[room]
    return best


@cache
def distances(side: str, target: str, key: bool) -> dict[str, int]:
    """From every room, the cost of the cheapest way to the target."""
    board, found, queue = BOARDS[side], {}, [(0, target)]
    while queue:
        cost, room = heapq.heappop(queue)
        if room in found:
            continue
        found[room] = cost
        for neighbour, way in board.neighbours[room].items():
            back = board.neighbours[neighbour][room]
            if back.permitted and (key or not way.corridor.locked):
                heapq.heappush(queue, (cost + 2 * way.corridor.boots + way.corridor.monsters, neighbour))
    return found


def goal(state: State, seat: int) -> str:
    """The same for a few rounds, different between matches, seats and times."""
    player, board = state.players[seat], board_of(state)
    rounds = state.turn.number // len(state.players)
    whim = random.Random(f"{state.hidden_box} {state.order} {seat} {rounds // ERA}")
    wish = whim.random()
    key = owns_item(player, "key")

    def nearest(rooms: list[str]) -> str:
        return min(rooms, key=lambda room: distances(board.side, room, key).get(player.room, 999), default=board.start)

    if artifacts_of(player) and (rounds > LATE or wish < 0.75 or not can_carry_artifact(player)):
        return board.start
    if rounds <= LATE:
        if player.gold >= 7 and state.stock and wish > 0.3:
            return nearest(list(board.with_feature("market")))
        if wish < 0.25:
            return whim.choice([room.id for room in board.rooms[1:]])
        if wish < 0.4:
            return nearest([room.id for room, here in zip(board.rooms, state.rooms) if any(here)])
    artifacts = [
        room.id
        for room, here in zip(board.rooms, state.rooms)
        if room.artifact
        and any(token is not None and may_take(player, token) for token in here)
        and (key or player.room in distances(board.side, room.id, False))
    ]
    if wish > 0.8 and artifacts:
        return whim.choice(artifacts)
    return nearest(artifacts)


def corridor_kinds(side: str) -> dict[str, set[str]]:
    """What is special about each corridor."""
    kinds: dict[str, set[str]] = {}
    for corridor in BOARDS[side].corridors:
        marks = {name for name in ("locked", "one_way", "wrap") if getattr(corridor, name)}
        marks |= {"footprints"} if corridor.boots > 1 else set()
        marks |= {f"monsters_{corridor.monsters}"} if corridor.monsters else set()
        kinds[corridor.id] = marks or {"plain"}
    return kinds


def everything() -> set[str]:
    names = {f"event {event_type.__name__}" for event_type in GAME.rules.on_event}
    names |= {f"command {name}" for name in GAME.commands}
    for name, row in CARDS.items():
        names.add(f"{row.kind} {name}")
        names |= {f"arrived {name}"} if row.arrive else set()
        names |= {f"acquired {name}"} if row.kind == "card" and row.cost else set()
        for choose in _chooses(name):
            names |= {f"option {name} {i}" for i in range(len(choose.options))}
        for effects in (row.play, row.turn, row.acquire, row.use, row.defeat, row.arrive):
            names |= {f"word {word}" for word in words_in(effects)}
    for kind, row in TOKENS.items():
        names |= {f"token {kind}"} | ({f"drunk {kind}"} if row.used else set())
        names |= {f"word {word}" for word in words_in(row.taken + row.used)}
    for board in BOARDS.values():
        names |= {f"room {room.id}" for room in board.rooms}
        names |= {f"corridor {kind} {board.side}" for kinds in corridor_kinds(board.side).values() for kind in kinds}
    names |= {f"attack {cause}" for cause in ("refill", "countdown", "card")}
    names |= {f"out {fate}" for fate in ("left", "rescued", "lost", "final")}
    names |= {f"adjacent secret {type_}" for type_ in ("major", "minor")}
    return names


def _chooses(name: str) -> list[Choose]:
    effects = CARDS[name].play + CARDS[name].use
    inner = [one for effect in effects for one in getattr(effect, "then", ())]
    return [effect for effect in (*effects, *inner) if isinstance(effect, Choose)]


def reached(match: Match) -> set[str]:
    names = {f"command {snake_case(type(command).__name__)}" for command in match.commands}
    kinds = corridor_kinds(match.options.board_side)
    played: dict[str, str] = {}
    for event in match.events:
        names.add(f"event {type(event).__name__}")
        names |= _reached_by(event, kinds, played)
    return names


def _words(effects: tuple, option: int | None = None) -> set[str]:
    """The words carried out, of a choice only those of the option."""
    found = words_in(tuple(effect for effect in effects if not isinstance(effect, Choose)))
    for effect in effects:
        if isinstance(effect, Choose) and option is not None:
            found |= {"choose"} | words_in(effect.options[option])
    return {f"word {word}" for word in found}


def _reached_by(event: object, kinds: dict[str, set[str]], played: dict[str, str]) -> set[str]:
    match event:
        case ev.CardPlayed(card_id=card_id, name=name, option=option):
            played[card_id] = name
            standing = tuple(clause for clause in CARDS[name].turn if type(clause).__name__ != "When")
            chosen = {f"option {name} {option}"} if option is not None else set()
            return {f"card {name}"} | chosen | _words(CARDS[name].play, option) | _words(standing)
        case ev.ConditionMet(card_id=card_id):
            return _words(CARDS[played[card_id]].turn)
        case ev.CardAcquired(name=name, source=source):
            return {f"acquired {name}"} | (_words(CARDS[name].acquire) if source == "row" else set())
        case ev.DeviceUsed(name=name, option=option):
            chosen = {f"option {name} {option}"} if option is not None else set()
            return {f"device {name}"} | chosen | _words(CARDS[name].use, option)
        case ev.MonsterDefeated(name=name):
            return {f"monster {name}"} | _words(CARDS[name].defeat)
        case ev.ArriveResolved(name=name):
            return {f"arrived {name}"} | _words(CARDS[name].arrive)
        case ev.TokenTaken(kind=kind, via=via):
            far = {f"adjacent secret {TOKENS[kind].type}"} if via == "adjacent" else set()
            return {f"token {kind}"} | far | _words(TOKENS[kind].taken)
        case ev.ItemBought(kind=kind):
            return {f"token {kind}"}
        case ev.MasteryAwarded():
            return {"token mastery"}
        case ev.PotionUsed(kind=kind):
            return {f"drunk {kind}"} | _words(TOKENS[kind].used)
        case ev.PawnMoved():
            side = event.to_room[0]
            on_foot = kinds[event.corridor_id] if event.mode == "boots" else set()
            return {f"room {event.to_room}"} | {f"corridor {kind} {side}" for kind in on_foot}
        case ev.DragonAttackStarted(cause=cause):
            return {f"attack {cause}"}
        case ev.PlayerLeftDungeon():
            return {"out left"}
        case ev.PlayerKnockedOut(rescued=rescued, cause=cause):
            return {"out rescued" if rescued else "out lost"} | ({"out final"} if cause == "final_attack" else set())
    return set()
