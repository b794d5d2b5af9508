"""What the clock does for a player whose time is up (docs/clocks.md): the least, and nothing with their goods."""

from __future__ import annotations

from typing import Any

from games.choices import Choice, OneOf
from games.clank.catalogue import CARDS, PLAY_NEEDS
from games.clank.state import State, board_of
from games.clank.vocabulary import DragonAttack, PayGold, TakeAdjacentSecret, Teleport
from games.decider import Seat

MILDEST_FIRST = ("decline_token", "end_turn", "trash_card", "play_card", "teleport")
HARM = {TakeAdjacentSecret: 1, Teleport: 2, PayGold: 3, DragonAttack: 4}


def regret(state: State, seat: Seat, template: Choice, name: str, value: Any) -> int:
    """A cheap card is given up before a dear one; nobody is taken out of the dungeon, and no dragon is called."""
    if name == "to_room":
        return int(value == board_of(state).start)
    if name == "option":
        return _harm(state, seat, template, value)
    if name == "discard_card_id" or template.type == "trash_card":
        return _cost(state, seat, value)
    return 0


def _cost(state: State, seat: Seat, card_id: str) -> int:
    player = state.players[seat]
    return next(CARDS[card.name].cost for card in (*player.hand, *player.play, *player.discard) if card.id == card_id)


def _harm(state: State, seat: Seat, template: Choice, option: int) -> int:
    card_id = template.params["card_id"]
    assert isinstance(card_id, OneOf)
    name = next(card.name for card in state.players[seat].hand if card.id == card_id.one_of[0])
    choose = PLAY_NEEDS[name].choose
    assert choose is not None
    return max((HARM.get(type(effect), 0) for effect in choose.options[option]), default=0)
