"""Walking, teleporting, buying, taking tokens, drinking: what is done on the board (sections 7 to 9, 15, 19, 20)."""

from __future__ import annotations

from games.clank.board import Corridor, Way
from games.clank.catalogue import TABLE, TOKENS
from games.clank.commands import BuyItem, DeclineToken, Move, TakeToken, Teleport, UsePotion
from games.clank.cubes import heal
from games.clank.dragon import leave
from games.clank.effects import Cause, run, take_token
from games.clank.events import (
    BecameExhausted,
    DamageTaken,
    GoldSpent,
    ItemBought,
    PawnMoved,
    PotionUsed,
    ResourcesSpent,
    TeleportSpent,
    TokenBoxed,
    TokenDeclined,
    TokensOffered,
)
from games.clank.refusals import bad_params, check_turn, not_found
from games.clank.rules_turn import finish
from games.clank.state import Player, State, Token, artifacts_of, board_of, can_carry_artifact, owns_item
from games.clank.unfolding import Unfolding
from games.decider import Event, IllegalMove, Seat
from games.dice import Dice


def move(state: State, command: Move, dice: Dice) -> list[Event]:
    """CLANK-8.1 to CLANK-8.18: Boots for the way, Swords or blood for its monsters."""
    check_turn(state, command.seat)
    player = state.players[command.seat]
    way = board_of(state).ways[player.room].get(command.corridor_id)
    if way is None:
        raise not_found("CLANK-8.1", "That corridor does not begin in your room; choose one that does.")
    monsters, swords = monsters_for(state, way.corridor), command.swords or 0
    if command.swords is not None and (monsters == 0 or not 0 <= swords <= monsters):
        raise bad_params("CLANK-8.3", f"{monsters} Swords at most are of use there; with no monsters leave swords out.")
    _check_heal(way, command.heal)
    refusal = why_not_walk(state, command.seat, way)
    if refusal is not None:
        raise refusal
    _check_blood(state, player, swords, monsters)
    unfolding = Unfolding(state, dice)
    _walk(unfolding, command.seat, way, swords, monsters)
    enter(unfolding, command.seat, heals=command.heal is not False)
    return finish(unfolding)


def _walk(unfolding: Unfolding, seat: Seat, way: Way, swords: int, monsters: int) -> None:
    """CLANK-8.1 to CLANK-8.4: pay, bleed, arrive."""
    corridor, from_room = way.corridor, unfolding.player(seat).room
    rule = "CLANK-8.2" if corridor.boots > 1 else "CLANK-8.1"
    paid = f"{rule} CLANK-8.3" if swords else rule
    unfolding.emit(ResourcesSpent(seat=seat, spent_on=corridor.id, swords=swords, boots=corridor.boots, rule=paid))
    if monsters > swords:
        unfolding.emit(DamageTaken(seat=seat, amount=monsters - swords, source="corridor", rule="CLANK-8.3 CLANK-8.4"))
    unfolding.emit(
        PawnMoved(
            seat=seat,
            from_room=from_room,
            to_room=way.target.id,
            corridor_id=corridor.id,
            mode="boots",
            rule="CLANK-8.1",
        )
    )


def monsters_for(state: State, corridor: Corridor) -> int:
    """CLANK-8.17: the monsters that would hurt the active player there."""
    return 0 if state.turn.ignores_monsters else corridor.monsters


def _check_heal(way: Way, heals: bool | None) -> None:
    if heals is not None and "fountain" not in way.target.features:
        raise bad_params("CLANK-9.2", "There is no fountain at the other end; leave heal out.")


def why_not_walk(state: State, seat: Seat, way: Way) -> IllegalMove | None:
    """CLANK-X.7 to CLANK-X.15: the first reason, if any, against this corridor, whatever Swords are spent."""
    player, corridor = state.players[seat], way.corridor
    refusal = _why_not_go(state, player, way)
    if refusal is not None:
        return refusal
    if not way.permitted:
        return IllegalMove("CLANK-8.8", "one_way", "That corridor leads the other way only; find another.")
    if corridor.locked and not owns_item(player, "key"):
        return IllegalMove("CLANK-8.7", "locked", "That corridor is locked; you need a key from the market.")
    if state.turn.exhausted and not state.turn.ignores_caves:
        message = "The crystal cave has exhausted you; no Boots can be spent before the next turn."
        return IllegalMove("CLANK-8.13", "exhausted", message)
    if state.turn.boots < corridor.boots:
        message = f"That corridor takes {corridor.boots} Boots and you have {state.turn.boots}."
        return IllegalMove("CLANK-8.2" if corridor.boots > 1 else "CLANK-8.1", "not_enough_boots", message)
    return None


def _why_not_go(state: State, player: Player, way: Way) -> IllegalMove | None:
    """CLANK-15.7, CLANK-8.12: nobody comes back, and nobody leaves without an artifact."""
    if player.status != "in":
        return left_dungeon()
    if way.target.id == board_of(state).start and not artifacts_of(player):
        return IllegalMove("CLANK-8.12", "no_artifact", "You may leave the dungeon only with an artifact.")
    return None


def left_dungeon() -> IllegalMove:
    message = "You have left the dungeon; play your remaining cards and end the turn."
    return IllegalMove("CLANK-15.7", "left_dungeon", message)


def swords_range(state: State, player: Player, monsters: int) -> range:
    """CLANK-8.5, CLANK-8.6: how many Swords may be spent on so many monsters; empty if the way is closed."""
    bearable = min(player.supply, TABLE.health - 1 - player.meter)
    return range(max(0, monsters - bearable), min(monsters, state.turn.swords) + 1)


def _check_blood(state: State, player: Player, swords: int, monsters: int) -> None:
    if swords in swords_range(state, player, monsters):
        return
    if swords > state.turn.swords:
        raise IllegalMove("CLANK-8.3", "not_enough_swords", f"You have {state.turn.swords} Swords to spend.")
    if monsters - swords > player.supply:
        message = "You have too few cubes left to take that damage; spend more Swords or go another way."
        raise IllegalMove("CLANK-8.6", "no_cubes", message)
    message = "That damage would knock you out; spend more Swords or go another way."
    raise IllegalMove("CLANK-8.5", "would_knock_out", message)


def teleport(state: State, command: Teleport, dice: Dice) -> list[Event]:
    """CLANK-19.6, CLANK-19.7, CLANK-19.9: a credit leads through any corridor, and arriving is entering."""
    check_turn(state, command.seat)
    seat, player = command.seat, state.players[command.seat]
    way = board_of(state).neighbours[player.room].get(command.to_room)
    if way is None:
        raise not_found("CLANK-19.6", "No corridor joins that room to yours; choose a joined one.")
    _check_heal(way, command.heal)
    refusal = _why_not_go(state, player, way)
    if refusal is not None:
        raise refusal
    if not state.turn.teleports:
        raise IllegalMove("CLANK-19.6", "no_credit", "You have no teleport to use; walk instead.")
    unfolding = Unfolding(state, dice)
    unfolding.emit(TeleportSpent(seat=seat, count=1, rule="CLANK-19.6"))
    unfolding.emit(
        PawnMoved(
            seat=seat,
            from_room=player.room,
            to_room=way.target.id,
            corridor_id=way.corridor.id,
            mode="teleport",
            rule="CLANK-19.6",
        )
    )
    enter(unfolding, seat, heals=command.heal is not False)
    return finish(unfolding)


def enter(unfolding: Unfolding, seat: Seat, *, heals: bool) -> None:
    """CLANK-9.1: exhaustion, fountain, token choice; or outside, and that is the end of the journey."""
    board, room_id = board_of(unfolding.state), unfolding.player(seat).room
    if room_id == board.start:
        leave(unfolding, seat)
        return
    features = board.room[room_id].features
    if "cave" in features and not unfolding.state.turn.exhausted:
        unfolding.emit(BecameExhausted(seat=seat, rule="CLANK-8.13"))
    if "fountain" in features and heals:
        heal(unfolding, seat, 1, "fountain", rule="CLANK-9.2")
    slots = takeable(unfolding.state, seat, room_id)
    if slots:
        unfolding.emit(TokensOffered(seat=seat, room_id=room_id, token_slots=slots, rule="CLANK-9.3"))


def takeable(state: State, seat: Seat, room_id: str) -> tuple[int, ...]:
    """CLANK-9.3, CLANK-9.6, CLANK-9.11: the slots of the tokens that this player may take there."""
    player = state.players[seat]
    here = state.rooms[board_of(state).index[room_id]]
    return tuple(i for i, token in enumerate(here) if token is not None and may_take(player, token))


def may_take(player: Player, token: Token) -> bool:
    return TOKENS[token.kind].type != "artifact" or can_carry_artifact(player)


def take(state: State, command: TakeToken, dice: Dice) -> list[Event]:
    """CLANK-9.3 to CLANK-9.10: one token of the room just entered."""
    check_turn(state, command.seat, "TOKEN_CHOICE")
    player = state.players[command.seat]
    here = state.rooms[board_of(state).index[player.room]]
    token = here[command.token_slot] if 0 <= command.token_slot < len(here) else None
    if token is None:
        raise not_found("CLANK-9.3", "There is no token in that slot; choose another or decline.")
    if not may_take(player, token):
        message = "You cannot carry another artifact without another backpack; choose another token or decline."
        raise IllegalMove("CLANK-9.6", "artifact_limit", message)
    unfolding = Unfolding(state, dice)
    take_token(unfolding, command.seat, player.room, command.token_slot)
    return finish(unfolding)


def decline_token(state: State, command: DeclineToken, dice: Dice) -> list[Event]:
    """CLANK-9.3, CLANK-9.5: nothing is taken, and not later either without entering again."""
    check_turn(state, command.seat, "TOKEN_CHOICE")
    unfolding = Unfolding(state, dice)
    room_id = state.players[command.seat].room
    unfolding.emit(TokenDeclined(seat=command.seat, room_id=room_id, rule="CLANK-9.3 CLANK-9.5"))
    return finish(unfolding)


def buy_item(state: State, command: BuyItem, dice: Dice) -> list[Event]:
    """CLANK-7.1 to CLANK-7.5: an item of the one stock for 7 gold; of crowns the best that is left."""
    check_turn(state, command.seat)
    seat, player = command.seat, state.players[command.seat]
    refusal = why_not_buy(state, player, command.item)
    if refusal is not None:
        raise refusal
    token = in_stock(state, command.item)
    assert token is not None
    kind = TOKENS[token.kind]
    unfolding = Unfolding(state, dice)
    unfolding.emit(GoldSpent(seat=seat, amount=TABLE.market_price, spent_on=command.item, rule="CLANK-7.2 CLANK-10.2"))
    unfolding.emit(
        ItemBought(
            seat=seat,
            item=command.item,
            token_id=token.id,
            kind=token.kind,
            points=kind.points,
            rule="CLANK-7.3 CLANK-7.4" if command.item == "crown" else "CLANK-7.3",
        )
    )
    return finish(unfolding)


def in_stock(state: State, item: str) -> Token | None:
    """The most valuable one of the kind that the market still has (the stock is sorted by points)."""
    return next((token for token in state.stock if TOKENS[token.kind].item == item), None)


def why_not_buy(state: State, player: Player, item: str) -> IllegalMove | None:
    if player.status != "in":
        return left_dungeon()
    if "market" not in board_of(state).room[player.room].features:
        return IllegalMove("CLANK-7.1", "wrong_place", "Items are sold in market rooms only; walk to one.")
    if in_stock(state, item) is None:
        return IllegalMove("CLANK-7.5", "sold_out", f"The market has no {item} left.")
    if player.gold < TABLE.market_price:
        message = f"Every item costs {TABLE.market_price} gold and you have {player.gold}."
        return IllegalMove("CLANK-7.2", "not_enough_gold", message)
    return None


def use_potion(state: State, command: UsePotion, dice: Dice) -> list[Event]:
    """CLANK-20.14: an own potion, in the own turn, once."""
    check_turn(state, command.seat)
    seat = command.seat
    token = next((token for token in state.players[seat].tokens if token.id == command.token_id), None)
    if token is None:
        raise not_found("CLANK-20.14", "You do not own that token.")
    kind = TOKENS[token.kind]
    if not kind.used:
        raise IllegalMove("CLANK-20.14", "wrong_kind", f"{kind.title} is no potion.")
    unfolding = Unfolding(state, dice)
    unfolding.emit(PotionUsed(seat=seat, token_id=token.id, kind=token.kind, rule=f"{kind.rule} CLANK-20.14"))
    run(unfolding, kind.used, Cause(seat, token.kind, rule=kind.rule))
    unfolding.emit(TokenBoxed(seat=seat, token_id=token.id, kind=token.kind, rule="CLANK-20.14"))
    return finish(unfolding)
