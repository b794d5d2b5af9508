"""How likely a seat is to win, roughly: Levels, then what is in use, then what may still be of use.

And the commands that a search leaves alone (`sideways` of the `Decider`): they can be sent for ever.
"""

from __future__ import annotations

from games.decider import Command, Seat
from games.munchkin_apocalypse import commands as c
from games.munchkin_apocalypse.state import Player, State
from games.worth import share

ITEM_IN_USE = 0.8
OTHER_ITEM = 0.3
CARD_IN_HAND = 0.12
CLASS = 0.3
DEATH = 1.5
SIDEWAYS: frozenset[type[Command]] = frozenset(
    {
        c.ShowCard,
        c.StowItem,
        c.SetGrip,
        c.RemoveFromSale,
        c.CancelSale,
        c.OpenDeal,
        c.PutInDeal,
        c.TakeFromDeal,
        c.SetDealTreasures,
        c.SetDealFirstPick,
        c.GrantShare,
        c.WithdrawDeclaration,
    }
)


def value(state: State, seat: Seat) -> float:
    return share([_worth(player) for player in state.players], seat, 2.0)


def _worth(player: Player) -> float:
    items = sum(ITEM_IN_USE if item.in_use else OTHER_ITEM for item in player.items)
    lost = 0.0 if player.is_alive else DEATH
    return player.level + items + CARD_IN_HAND * len(player.hand) + CLASS * len(player.classes) - lost
