"""What a player may ask for in Munchkin Apocalypse; a card is named by its instance id, `zoo-escape#2`."""

from __future__ import annotations

from typing import Literal

from games.decider import Command, Seat
from games.munchkin_apocalypse.catalogue import InstanceId

TREASURES_MAX = 99  # that can be promised to a helper


class FinishSetup(Command, frozen=True):
    pass


class ShowCard(Command, frozen=True):
    card: InstanceId
    to: Seat | Literal["all"]


class OpenDoor(Command, frozen=True):
    pass


class LookForTrouble(Command, frozen=True):
    card: InstanceId


class SearchRoom(Command, frozen=True):
    pass


class EndTurn(Command, frozen=True):
    pass


class GiveCharityCard(Command, frozen=True):
    card: InstanceId
    to: Seat


class DiscardCharityCard(Command, frozen=True):
    card: InstanceId


class PlayClass(Command, frozen=True):
    card: InstanceId


class DiscardClass(Command, frozen=True):
    card: InstanceId


class PlaySuperMunchkin(Command, frozen=True):
    card: InstanceId
    second: InstanceId


class PlayParanoia(Command, frozen=True):
    card: InstanceId


class PlayItem(Command, frozen=True):
    card: InstanceId


class AttachToItem(Command, frozen=True):
    card: InstanceId
    item: InstanceId


class WieldItem(Command, frozen=True):
    card: InstanceId


class StowItem(Command, frozen=True):
    card: InstanceId


class SetGrip(Command, frozen=True):
    card: InstanceId
    both: bool


class DiscardItem(Command, frozen=True):
    card: InstanceId


class AddToSale(Command, frozen=True):
    card: InstanceId


class RemoveFromSale(Command, frozen=True):
    card: InstanceId


class CompleteSale(Command, frozen=True):
    pass


class CancelSale(Command, frozen=True):
    pass


class OpenDeal(Command, frozen=True):
    kind: Literal["trade", "help"]
    partner: Seat


class PutInDeal(Command, frozen=True):
    deal: int
    card: InstanceId


class TakeFromDeal(Command, frozen=True):
    deal: int
    card: InstanceId


class SetDealTreasures(Command, frozen=True):
    deal: int
    count: int


class SetDealFirstPick(Command, frozen=True):
    deal: int
    picker: Seat


class AgreeDeal(Command, frozen=True):
    deal: int
    terms: int


class CancelDeal(Command, frozen=True):
    deal: int


class GiveBigItem(Command, frozen=True):
    card: InstanceId
    to: Seat


class DiscardBigItem(Command, frozen=True):
    card: InstanceId


class PlayDisaster(Command, frozen=True):
    card: InstanceId
    target: Seat


class PlaySpecial(Command, frozen=True):
    card: InstanceId
    target: int | str | None = None


class UseAbility(Command, frozen=True):
    source: InstanceId
    ability: str
    target: int | str | None = None


class PlayOneShot(Command, frozen=True):
    card: InstanceId
    side: Literal["fighters", "monsters"] | None = None


class PlayMonsterEnhancer(Command, frozen=True):
    card: InstanceId
    monster: str


class PlayWanderingMonster(Command, frozen=True):
    card: InstanceId


class JoinHorde(Command, frozen=True):
    card: InstanceId


class JoinHordeWith(Command, frozen=True):
    card: InstanceId


class GrantShare(Command, frozen=True):
    count: int


class DeclareVictory(Command, frozen=True):
    pass


class DeclareFlight(Command, frozen=True):
    pass


class WithdrawDeclaration(Command, frozen=True):
    pass


class Pass(Command, frozen=True):
    window: int


class CloseWindow(Command, frozen=True):
    window: int


class Respond(Command, frozen=True):
    window: int
    card: InstanceId | None = None
    source: InstanceId | None = None
    ability: str | None = None


class RollEscape(Command, frozen=True):
    monster: str


class PickTreasure(Command, frozen=True):
    card: InstanceId


class LootCard(Command, frozen=True):
    card: InstanceId


class Choose(Command, frozen=True):
    choice: int
    value: int | str
