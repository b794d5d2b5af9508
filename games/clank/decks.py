"""Drawing and shuffling: the players' decks and the dungeon deck (sections 3 and 12)."""

from __future__ import annotations

from typing import Literal

from games.clank.events import CardsDrawn, DeckShuffled, DungeonDeckShuffled
from games.clank.unfolding import Unfolding
from games.decider import Seat


def draw_cards(unfolding: Unfolding, seat: Seat, count: int, reason: str, rule: str) -> None:
    """CLANK-3.4, CLANK-3.6, CLANK-3.7: from the own deck, shuffling only when a card is needed and none is there."""
    while count:
        player = unfolding.player(seat)
        if not player.deck:
            if not player.discard:
                return
            shuffle_deck(unfolding, seat, tuple(card.name for card in player.discard), rule="CLANK-3.4")
            player = unfolding.player(seat)
        drawn = player.deck[:count]
        unfolding.emit(CardsDrawn(seat=seat, count=len(drawn), cards=drawn, reason=reason, rule=rule))
        count -= len(drawn)


def shuffle_deck(unfolding: Unfolding, seat: Seat, names: tuple[str, ...], rule: str) -> None:
    order = unfolding.fresh(unfolding.dice.shuffle(names))
    unfolding.emit(DeckShuffled(seat=seat, size=len(order), order=order, rule=rule))


def shuffle_dungeon(
    unfolding: Unfolding, names: tuple[str, ...], reason: Literal["setup", "setup_return", "exhausted"], rule: str
) -> None:
    order = unfolding.fresh(unfolding.dice.shuffle(names))
    unfolding.emit(DungeonDeckShuffled(size=len(order), order=order, reason=reason, rule=rule))


def dungeon_has_a_card(unfolding: Unfolding) -> bool:
    """CLANK-12.10: an empty dungeon deck is made anew from its discard pile; False if both are empty."""
    if not unfolding.state.dungeon_deck and unfolding.state.dungeon_discard:
        names = tuple(card.name for card in unfolding.state.dungeon_discard)
        shuffle_dungeon(unfolding, names, "exhausted", rule="CLANK-12.10")
    return bool(unfolding.state.dungeon_deck)
