"""The dragon, and how one gets out: attacks, knock-outs, leaving, the countdown (sections 13 to 16)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from games.clank.catalogue import CARDS, TABLE
from games.clank.chain import Chain
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
from games.decider import Seat


def advance_rage(chain: Chain, cause: str, rule: str) -> None:
    """CLANK-13.9: one space forward; on the last space the marker stays."""
    space = chain.state.rage
    chain.add(RageAdvanced(from_space=space, to_space=min(space + 1, len(TABLE.rage)), cause=cause, rule=rule))


def attack(chain: Chain, cause: Literal["refill", "countdown", "card"], rule: str, extra: int = 0) -> None:
    """CLANK-13.1 to CLANK-13.7, CLANK-13.12: noise into the bag, cubes out of it, one by one."""
    state = chain.state
    rage = TABLE.rage[state.rage - 1]
    danger = sum(CARDS[card.name].danger for card in state.row if card is not None)
    announced = rage + danger + extra
    moved = tuple(player.clank for player in state.players)
    chain.add(
        DragonAttackStarted(
            cause=cause, rage=rage, danger=danger, extra=extra, cubes=announced, moved_to_bag=moved, rule=rule
        )
    )
    bag = bag_of(chain.state)
    cubes = chain.dice.draw(bag, min(announced, len(bag)))
    effects = effects_of(chain.state, cubes)
    chain.add(CubesDrawn(cubes=cubes, effects=effects, rule="CLANK-13.1 CLANK-13.2"))
    for cube, effect in zip(cubes, effects):
        if cube != "black" and effect == "damage":
            chain.add(DamageTaken(seat=cube, amount=1, source="dragon", rule="CLANK-13.4"))
            if is_full(chain.player(cube)):
                knock_out(chain, cube, "dragon", rule="CLANK-14.5")


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


def knock_out(chain: Chain, seat: Seat, cause: Literal["dragon", "final_attack"], rule: str) -> None:
    """CLANK-15.3, CLANK-15.4: out; rescued only above the Depths and with an artifact."""
    player = chain.player(seat)
    above = board_of(chain.state).room[player.room].zone == "upper"
    rescued = above and bool(artifacts_of(player))
    fate = "CLANK-15.3" if rescued else "CLANK-15.4"
    chain.add(PlayerKnockedOut(seat=seat, room_id=player.room, rescued=rescued, cause=cause, rule=f"{rule} {fate}"))
    start_countdown(chain, seat)


def leave(chain: Chain, seat: Seat) -> None:
    """CLANK-15.1, CLANK-15.2, CLANK-15.7: outside with an artifact; credits left over are lost."""
    chain.add(PlayerLeftDungeon(seat=seat, teleports_lost=chain.state.turn.teleports, rule="CLANK-15.1 CLANK-15.7"))
    chain.add(MasteryAwarded(seat=seat, token_id=chain.state.masteries[0].id, rule="CLANK-15.2"))
    start_countdown(chain, seat)


def start_countdown(chain: Chain, seat: Seat) -> None:
    """CLANK-16.1, CLANK-16.2: the first who is out, and only the first, goes to the countdown track."""
    if chain.state.countdown_seat is None:
        chain.add(CountdownStarted(seat=seat, space=1, rule="CLANK-16.1"))


def countdown_turn(chain: Chain, seat: Seat) -> None:
    """CLANK-16.3 to CLANK-16.7: one space on; an attack with extra cubes, or the end for all who are still inside."""
    space = chain.state.countdown_space + 1
    if space <= len(TABLE.countdown_extra):
        extra = TABLE.countdown_extra[space - 1]
        chain.add(CountdownAdvanced(seat=seat, space=space, extra=extra, rule="CLANK-16.3"))
        attack(chain, "countdown", rule="CLANK-16.5", extra=extra)
        return
    chain.add(CountdownAdvanced(seat=seat, space=space, extra=0, rule="CLANK-16.3"))
    victims = tuple(other for other in clockwise_from(chain.state, seat) if chain.is_in(other))
    chain.add(FinalAttack(victims=victims, rule="CLANK-16.7"))
    for victim in victims:
        knock_out(chain, victim, "final_attack", rule="CLANK-16.7")
