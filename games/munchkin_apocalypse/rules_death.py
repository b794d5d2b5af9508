"""Death, looting and the Seal that a death opens (section 14)."""

from __future__ import annotations

from itertools import groupby

from games.decider import Seat
from games.munchkin_apocalypse import commands as c
from games.munchkin_apocalypse import events_combat as ec
from games.munchkin_apocalypse.agenda import Bury, EndDeaths, LayOut, Looting, OpenSeal
from games.munchkin_apocalypse.refusals import refuse
from games.munchkin_apocalypse.rules_victory import finish_combat
from games.munchkin_apocalypse.state import State
from games.munchkin_apocalypse.unfolding import Unfolding
from games.munchkin_apocalypse.upkeep import close_deals, empty_basket


def die(unfolding: Unfolding, seat: Seat, cause: str) -> None:
    """MUNCH-14.1, MUNCH-14.8, MUNCH-14.10, MUNCH-14.24: dead from this moment; the body waits for the looting."""
    unfolding.emit(ec.CharacterDied(seat=seat, cause=cause, rule="MUNCH-14.1 MUNCH-14.10"))
    close_deals(unfolding, "death", "MUNCH-14.24", seat=seat)
    if seat == unfolding.state.active:
        empty_basket(unfolding)
    combat = unfolding.state.combat
    if combat is None or combat.runners:
        return
    if seat == combat.fighter:
        finish_combat(unfolding, "fighter_died")
    elif seat == combat.helper:
        unfolding.emit(ec.HelperLost(combat=combat.id, helper=seat, cause="death", rule="MUNCH-14.8"))


def bury(unfolding: Unfolding, _job: Bury) -> None:
    """MUNCH-14.9, MUNCH-14.19: bodies in the order of dying, then one Seal, by the dead or by the active player."""
    state = unfolding.state
    if state.dying and not (state.combat is not None and state.combat.runners):
        opener = state.dying[0] if len(state.dying) == 1 else state.active
        unfolding.push(*(LayOut(seat=seat) for seat in state.dying), EndDeaths(opener=opener))


def lay_out(unfolding: Unfolding, job: LayOut) -> None:
    """MUNCH-14.2 to MUNCH-14.6, MUNCH-14.11, MUNCH-14.12: what is kept, what is lost, what lies there to be taken."""
    player = unfolding.state.players[job.seat]
    attached = [card for item in player.items for card in item.attached]
    cards = (*player.hand, *(item.card for item in player.items), *attached, *player.hirelings)
    kept = (*player.classes, *player.super_munchkins, *player.paranoia)
    gone = tuple(lasting.card for lasting in player.disasters)
    unfolding.emit(
        ec.BodyLaidOut(seat=job.seat, cards=cards, kept=kept, discarded=gone, rule="MUNCH-14.2 MUNCH-14.3 MUNCH-14.5")
    )
    if cards and unfolding.state.living:
        order, rolls = loot_order(unfolding)
        unfolding.emit(ec.LootOrderDecided(body=job.seat, order=order, rolls=rolls, rule="MUNCH-14.13 MUNCH-14.14"))
    unfolding.push(Looting(seat=job.seat))


def loot_order(unfolding: Unfolding) -> tuple[tuple[Seat, ...], tuple[tuple[ec.SeatRoll, ...], ...]]:
    """MUNCH-14.13, MUNCH-14.14: the highest Level first; ties by the die, equal rolls again among themselves."""
    rolls: list[tuple[ec.SeatRoll, ...]] = []

    def settle(tied: list[Seat]) -> list[Seat]:
        if len(tied) == 1:
            return tied
        thrown = [ec.SeatRoll(seat, unfolding.dice.roll()) for seat in tied]
        rolls.append(tuple(thrown))
        by_die = sorted(thrown, key=lambda one: -one.die)
        groups = [[one.seat for one in group] for _, group in groupby(by_die, key=lambda one: one.die)]
        return [seat for group in groups for seat in settle(group)]

    players = unfolding.state.players
    seats = sorted(unfolding.state.living, key=lambda seat: -players[seat].level)
    levels = [list(group) for _, group in groupby(seats, key=lambda seat: players[seat].level)]
    order = tuple(seat for group in levels for seat in settle(group))
    return order, tuple(rolls)


def loot(unfolding: Unfolding, job: Looting) -> bool:
    """MUNCH-14.15 to MUNCH-14.18: one card each; the last one goes by itself, the rest is discarded."""
    body = unfolding.state.body
    assert body is not None
    if not body.cards or not body.looters:
        unfolding.emit(ec.BodyCleared(body=body.seat, discarded=body.cards, rule="MUNCH-14.16 MUNCH-14.18"))
        return False
    if len(body.cards) == 1:
        looter = body.looters[0]
        unfolding.emit(
            ec.CardLooted(body=body.seat, seat=looter, card=body.cards[0], forced=True, rule="MUNCH-14.15 MUNCH-14.17")
        )
        unfolding.push(job)
        return False
    return True


def end_deaths(unfolding: Unfolding, job: EndDeaths) -> None:
    """MUNCH-14.19: exactly one Seal for the whole batch of deaths."""
    unfolding.push(OpenSeal(opener=job.opener, cause="death"))


def check_loot_card(state: State, command: c.LootCard) -> None:
    body = state.body
    assert body is not None
    if command.seat != body.looters[0]:
        refuse("MUNCH-5.3", "not_your_decision", "Another player takes a card now.", late=True)
    if command.card not in body.cards:
        refuse("MUNCH-4.5", "card_not_available", "That card does not lie there to be taken.")


def loot_card(unfolding: Unfolding, command: c.LootCard) -> None:
    body = unfolding.state.body
    assert body is not None
    unfolding.emit(
        ec.CardLooted(
            body=body.seat, seat=command.seat, card=command.card, forced=False, rule="MUNCH-14.13 MUNCH-14.17"
        )
    )
