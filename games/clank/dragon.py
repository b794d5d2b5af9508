"""The dragon, and how one gets out: attacks, knock-outs, leaving, the countdown (sections 13 to 16)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from games.clank.catalogue import CARDS, TABLE
from games.clank.events import (
    CountdownAdvanced,
    CountdownStarted,
    Cube,
    CubeEffect,
    CubesDrawn,
    DamageTaken,
    DragonAttackStarted,
    FinalAttack,
    MasteryAwarded,
    PlayerKnockedOut,
    PlayerLeftDungeon,
    RageAdvanced,
)
from games.clank.state import State, artifacts_of, board_of, clockwise_from, is_full
from games.clank.unfolding import Unfolding
from games.decider import Seat


def advance_rage(unfolding: Unfolding, cause: str, rule: str) -> None:
    """CLANK-13.9: one space forward; on the last space the marker stays."""
    space = unfolding.state.rage
    unfolding.emit(RageAdvanced(from_space=space, to_space=min(space + 1, len(TABLE.rage)), cause=cause, rule=rule))


def attack(unfolding: Unfolding, cause: Literal["refill", "countdown", "card"], rule: str, extra: int = 0) -> None:
    """CLANK-13.1 to CLANK-13.7, CLANK-13.12: noise into the bag, cubes out of it, one by one."""
    state = unfolding.state
    rage = TABLE.rage[state.rage - 1]
    danger = sum(CARDS[card.name].danger for card in state.row if card is not None)
    announced = rage + danger + extra
    moved = tuple(player.clank for player in state.players)
    unfolding.emit(
        DragonAttackStarted(
            cause=cause, rage=rage, danger=danger, extra=extra, cubes=announced, moved_to_bag=moved, rule=rule
        )
    )
    bag = bag_of(unfolding.state)
    cubes = unfolding.dice.draw(bag, min(announced, len(bag)))
    effects = effects_of(unfolding.state, cubes)
    unfolding.emit(CubesDrawn(cubes=cubes, effects=effects, rule="CLANK-13.1 CLANK-13.2"))
    for cube, effect in zip(cubes, effects):
        if cube != "black" and effect == "damage":
            unfolding.emit(DamageTaken(seat=cube, amount=1, source="dragon", rule="CLANK-13.4"))
            if is_full(unfolding.player(cube)):
                knock_out(unfolding, cube, "dragon", rule="CLANK-14.5")


def bag_of(state: State) -> tuple[Cube, ...]:
    cubes: list[Cube] = ["black"] * state.black_bag
    for seat, player in enumerate(state.players):
        cubes += [seat] * player.bag
    return tuple(cubes)


def effects_of(state: State, cubes: Sequence[Cube]) -> tuple[CubeEffect, ...]:
    """CLANK-13.3 to CLANK-13.5: what each drawn cube does, given those before it."""
    room_left = [TABLE.health - player.meter if player.status == "in" else 0 for player in state.players]
    effects: list[CubeEffect] = []
    for cube in cubes:
        if cube == "black":
            effects.append("none")
        elif room_left[cube] > 0:
            room_left[cube] -= 1
            effects.append("damage")
        else:
            effects.append("set_aside")
    return tuple(effects)


def knock_out(unfolding: Unfolding, seat: Seat, cause: Literal["dragon", "final_attack"], rule: str) -> None:
    """CLANK-15.3, CLANK-15.4: out; rescued only above the Depths and with an artifact."""
    player = unfolding.player(seat)
    above = board_of(unfolding.state).room[player.room].zone == "upper"
    rescued = above and bool(artifacts_of(player))
    fate = "CLANK-15.3" if rescued else "CLANK-15.4"
    unfolding.emit(
        PlayerKnockedOut(seat=seat, room_id=player.room, rescued=rescued, cause=cause, rule=f"{rule} {fate}")
    )
    start_countdown(unfolding, seat)


def leave(unfolding: Unfolding, seat: Seat) -> None:
    """CLANK-15.1, CLANK-15.2, CLANK-15.7: outside with an artifact; credits left over are lost."""
    unfolding.emit(
        PlayerLeftDungeon(seat=seat, teleports_lost=unfolding.state.turn.teleports, rule="CLANK-15.1 CLANK-15.7")
    )
    unfolding.emit(MasteryAwarded(seat=seat, token_id=unfolding.state.masteries[0].id, rule="CLANK-15.2"))
    start_countdown(unfolding, seat)


def start_countdown(unfolding: Unfolding, seat: Seat) -> None:
    """CLANK-16.1, CLANK-16.2: the first who is out, and only the first, goes to the countdown track."""
    if unfolding.state.countdown_seat is None:
        unfolding.emit(CountdownStarted(seat=seat, space=1, rule="CLANK-16.1"))


def countdown_turn(unfolding: Unfolding, seat: Seat) -> None:
    """CLANK-16.3 to CLANK-16.7: one space on; an attack with extra cubes, or the end for all who are still inside."""
    space = unfolding.state.countdown_space + 1
    if space <= len(TABLE.countdown_extra):
        extra = TABLE.countdown_extra[space - 1]
        unfolding.emit(CountdownAdvanced(seat=seat, space=space, extra=extra, rule="CLANK-16.3"))
        attack(unfolding, "countdown", rule="CLANK-16.5", extra=extra)
        return
    unfolding.emit(CountdownAdvanced(seat=seat, space=space, extra=0, rule="CLANK-16.3"))
    victims = tuple(other for other in clockwise_from(unfolding.state, seat) if unfolding.is_in(other))
    unfolding.emit(FinalAttack(victims=victims, rule="CLANK-16.7"))
    for victim in victims:
        knock_out(unfolding, victim, "final_attack", rule="CLANK-16.7")
