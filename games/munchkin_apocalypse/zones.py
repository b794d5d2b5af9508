"""Where cards lie, and how they move in the state; nothing here knows a rule."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from msgspec.structs import replace

from games.decider import Seat
from games.munchkin_apocalypse.catalogue import InstanceId
from games.munchkin_apocalypse.facts import facts_of
from games.munchkin_apocalypse.state import Item, Player, State, with_player

Cards = tuple[InstanceId, ...]


def without(cards: Cards, gone: Collection[InstanceId]) -> Cards:
    return tuple([card for card in cards if card not in gone])


def discarded(state: State, cards: Iterable[InstanceId]) -> State:
    """The cards on top of the discard piles of their backs, in this order."""
    back = facts_of(state.catalogue, state.options.packs).back
    doors: list[InstanceId] = []
    treasures: list[InstanceId] = []
    for card in cards:
        (doors if back[card] == "door" else treasures).append(card)
    if doors and treasures:
        return replace(
            state,
            door_discards=(*state.door_discards, *doors),
            treasure_discards=(*state.treasure_discards, *treasures),
        )
    if doors:
        return replace(state, door_discards=(*state.door_discards, *doors))
    return replace(state, treasure_discards=(*state.treasure_discards, *treasures))


def received(state: State, seat: Seat, cards: Cards) -> State:
    """MUNCH-1.14, MUNCH-4.11: cards enter a hand and are fresh."""
    players = list(state.players)
    players[seat] = replace(players[seat], hand=players[seat].hand + cards)
    return replace(state, players=tuple(players), fresh=state.fresh + cards)


def out_of_hand(state: State, seat: Seat, cards: Collection[InstanceId]) -> State:
    return with_player(state, seat, hand=without(state.players[seat].hand, cards))


def played(state: State, seat: Seat, card: InstanceId) -> State:
    """A card leaves the hand, the table or the deck's top for the middle, where it waits for its effect."""
    return replace(taken_up(state, seat, card), resolving=(*state.resolving, card))


def taken_up(state: State, seat: Seat, card: InstanceId) -> State:
    """A card leaves wherever it lies before this seat, or the middle."""
    if card in state.resolving:
        return replace(state, resolving=without(state.resolving, (card,)))
    player = state.players[seat]
    if card in player.hand:
        return with_player(state, seat, hand=without(player.hand, (card,)))
    players = list(state.players)
    players[seat] = off_table(player, card)
    return replace(state, players=tuple(players))


def off_table(player: Player, card: InstanceId) -> Player:
    """The player without this card on the table; what lies on an item goes with it."""
    gone = (card,)
    if card in player.classes:
        return replace(player, classes=without(player.classes, gone))
    if card in player.paranoia:
        return replace(player, paranoia=without(player.paranoia, gone))
    if card in player.hirelings:
        return replace(player, hirelings=without(player.hirelings, gone))
    if card in player.super_munchkins:
        return replace(player, super_munchkins=without(player.super_munchkins, gone))
    items: list[Item] = []
    for item in player.items:
        if item.cheat == card:
            latest = max(other.cheat_lost for other in player.items)
            items.append(replace(item, cheat=None, cheat_lost=latest + 1 if item.in_use else 0))
        elif item.card != card:
            items.append(item)
    return replace(player, items=tuple(items))


def with_item(state: State, seat: Seat, card: InstanceId, **changes: object) -> State:
    items = tuple([replace(item, **changes) if item.card == card else item for item in state.players[seat].items])
    return with_player(state, seat, items=items)


def handed_over(state: State, giver: Seat, taker: Seat, card: InstanceId) -> State:
    """MUNCH-17.21, MUNCH-17.22: an item arrives stowed, with its Enhancers and without its Cheat!"""
    item = state.players[giver].item(card)
    assert item is not None
    state = with_player(state, giver, items=tuple([one for one in state.players[giver].items if one.card != card]))
    arrived = Item(card=card, enhancers=item.enhancers)
    state = with_player(state, taker, items=(*state.players[taker].items, arrived))
    return state if item.cheat is None else discarded(state, (item.cheat,))
