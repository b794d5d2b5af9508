"""The table as a viewer may see it: built from nothing, with every key always there and in the same order."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import json

from events.visibility import ARBITER, Viewer
from games.clank.catalogue import CARDS, GOBLIN, TABLE, TOKENS
from games.clank.rules_board import takeable
from games.clank.state import Card, Player, State, Token, board_of, to_act
from games.decider import Seat

Plain = dict[str, Any]


def view(state: State, viewer: Viewer) -> Plain:
    """CLANK-V.1 to CLANK-V.6: everything is open but the order of decks, the hands of others, and face-down secrets."""
    sees_all = viewer == ARBITER or state.phase == "ENDED"
    return {
        "phase": state.phase,
        "decision": _decision(state),
        "board": board_of(state).plain,
        "order": list(state.order),
        "turn": _turn(state),
        "row": [_slot(slot, card) for slot, card in enumerate(state.row)],
        "dungeon_deck_size": len(state.dungeon_deck),
        "dungeon_deck": _cards(state.dungeon_deck) if sees_all else None,
        "dungeon_discard": _cards(state.dungeon_discard),
        "reserve": [_pile(name, left) for name, left in state.reserve],
        "goblin": {"name": GOBLIN.id, "title": GOBLIN.title, "swords": GOBLIN.cost},
        "market": {"price": TABLE.market_price, "stock": [_token(token) for token in state.stock]},
        "tokens": _tokens_on_board(state, sees_all),
        "box": [_token(token) for token in state.box],
        "hidden_box": [_secret(token, sees_all) for token in state.hidden_box],
        "masteries_left": len(state.masteries),
        "dragon": _dragon(state),
        "countdown": _countdown(state),
        "players": [_player(state, seat, sees_all or viewer == seat, sees_all) for seat in range(len(state.players))],
        "outcome": json.decode(json.encode(state.outcome)),
    }


def _decision(state: State) -> Plain | None:
    """Whose decision is open, and about what."""
    seats = to_act(state)
    if not seats:
        return None
    seat = seats[0]
    room_id = state.players[seat].room
    choosing = state.phase == "TOKEN_CHOICE"
    return {
        "seat": seat,
        "about": {"TURN": "turn", "TOKEN_CHOICE": "token", "TRASH_CHOICE": "trash"}[state.phase],
        "room_id": room_id if choosing else None,
        "token_slots": list(takeable(state, seat, room_id)) if choosing else None,
    }


def _turn(state: State) -> Plain:
    """CLANK-0.2: the pools and counts of the active player."""
    turn = state.turn
    return {
        "seat": turn.seat if turn.number else None,
        "number": turn.number,
        "skill": turn.skill,
        "swords": turn.swords,
        "boots": turn.boots,
        "quiet": turn.quiet,
        "teleports": turn.teleports,
        "cubes_made": turn.cubes_made,
        "gold_gains": turn.gold_gains,
        "exhausted": turn.exhausted,
        "ignores_caves": turn.ignores_caves,
        "ignores_monsters": turn.ignores_monsters,
        "gem_discount": turn.gem_discount,
        "conditions_met": list(turn.met),
        "to_trash": [{"filter": owed.filter, "source": owed.source} for owed in turn.owed],
    }


def _card(card: Card) -> Plain:
    return {"card_id": card.id, "name": card.name, "title": CARDS[card.name].title}


def _cards(cards: Iterable[Card]) -> list[Plain]:
    return [_card(card) for card in cards]


def _slot(slot: int, card: Card | None) -> Plain:
    return {"slot": slot, "card": None if card is None else _card(card)}


def _pile(name: str, left: int) -> Plain:
    return {"pile": name, "title": CARDS[name].title, "skill": CARDS[name].cost, "left": left}


def _token(token: Token) -> Plain:
    kind = TOKENS[token.kind]
    return {
        "token_id": token.id,
        "type": kind.type,
        "kind": token.kind,
        "title": kind.title,
        "points": kind.points,
        "is_potion": bool(kind.used),
    }


def _secret(token: Token, sees_all: bool) -> Plain:
    """A token on the board or in the box: a secret shows its back, and only its type is on it."""
    type_ = TOKENS[token.kind].type
    if sees_all or type_ not in ("major", "minor"):
        return _token(token)
    return {"token_id": token.id, "type": type_, "kind": None, "title": None, "points": None, "is_potion": None}


def _tokens_on_board(state: State, sees_all: bool) -> list[Plain]:
    return [
        {
            "room_id": room.id,
            "tokens": [None if token is None else _secret(token, sees_all) for token in here],
        }
        for room, here in zip(board_of(state).rooms, state.rooms)
        if here
    ]


def _dragon(state: State) -> Plain:
    danger = sum(CARDS[card.name].danger for card in state.row if card is not None)
    rage = TABLE.rage[state.rage - 1] if state.rage else 0
    return {
        "rage_space": state.rage,
        "rage_track": list(TABLE.rage),
        "danger": danger,
        "cubes_per_attack": rage + danger,
        "bag": {"black": state.black_bag, "by_seat": [player.bag for player in state.players]},
        "set_aside": {"black": state.black_aside, "by_seat": [player.aside for player in state.players]},
        "clank_area": [player.clank for player in state.players],
    }


def _countdown(state: State) -> Plain:
    return {
        "seat": state.countdown_seat,
        "space": state.countdown_space,
        "spaces": len(TABLE.countdown_extra) + 1,
        "extra_cubes": list(TABLE.countdown_extra),
    }


def _player(state: State, seat: Seat, sees_hand: bool, sees_all: bool) -> Plain:
    player = state.players[seat]
    on_track = state.countdown_seat == seat
    return {
        "seat": seat,
        "colour": state.colours[seat],
        "status": player.status,
        "rescued": player.rescued,
        "room_id": None if on_track else player.room,
        "countdown_space": state.countdown_space if on_track else None,
        "damage": player.meter,
        "health_spaces": TABLE.health,
        "gold": player.gold,
        "supply": player.supply,
        "clank": player.clank,
        "hand_size": len(player.hand),
        "hand": _cards(player.hand) if sees_hand else None,
        "deck_size": len(player.deck),
        "deck": _cards(player.deck) if sees_all else None,
        "deck_and_hand": names_in_deck_and_hand(player),
        "play_area": _cards(player.play),
        "discard": _cards(player.discard),
        "trashed": _cards(player.trashed),
        "tokens": [_token(token) for token in player.tokens],
    }


def names_in_deck_and_hand(player: Player) -> list[str]:
    """CLANK-V.2: one list, sorted by name, so that it tells nothing of what is in hand."""
    return sorted(card.name for card in player.deck + player.hand)
