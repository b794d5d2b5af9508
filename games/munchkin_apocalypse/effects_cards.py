"""Losing and giving cards, one at a time, by the choice of whoever may choose (1.5 of the catalogue)."""

from __future__ import annotations

from msgspec.structs import replace

from games.decider import Seat
from games.munchkin_apocalypse import events as e
from games.munchkin_apocalypse.agenda import GatherHand, GiveHand, GiveItems, LoseClass, LoseHand, LoseItems
from games.munchkin_apocalypse.carrying import can_carry, matching_items
from games.munchkin_apocalypse.catalogue import InstanceId
from games.munchkin_apocalypse.steps import (
    ask,
    discard_cards,
    discard_class,
    discard_item,
    lose_levels,
    note_forced,
)
from games.munchkin_apocalypse.unfolding import Unfolding
from games.munchkin_apocalypse.upkeep import classes_of_kind

FORCED_DISCARD = "MUNCH-C.9"


def lose_hand(unfolding: Unfolding, job: LoseHand) -> None:
    """Hand cards of the owner's choice; a hand that is just large enough goes without a question."""
    hand = unfolding.state.players[job.seat].hand
    if len(hand) <= job.left:
        if hand:
            discard_cards(unfolding, job.seat, hand, job.source, FORCED_DISCARD)
    else:
        ask(unfolding, job, job.seat, "hand_card", hand, is_public=False, source=job.source)


def hand_card_lost(unfolding: Unfolding, job: LoseHand, value: int | str) -> None:
    discard_cards(unfolding, job.seat, (str(value),), job.source, FORCED_DISCARD)
    if job.left > 1:
        unfolding.push(replace(job, left=job.left - 1))


def give_hand(unfolding: Unfolding, job: GiveHand) -> None:
    players = unfolding.state.players
    hand = players[job.giver].hand
    if not hand or not players[job.taker].is_alive:
        return
    if job.pick == "random":
        cards = unfolding.dice.draw(hand, min(job.left, len(hand)))
        unfolding.emit(
            e.RandomCardsPicked(
                seat=job.giver, count=len(cards), cards=cards, purpose="move", to=job.taker, rule="MUNCH-V.17"
            )
        )
        _move(unfolding, job.giver, job.taker, cards)
    elif len(hand) <= job.left:
        _move(unfolding, job.giver, job.taker, hand)
    else:
        chooser = job.taker if job.pick == "taker" else job.giver
        ask(unfolding, job, chooser, "hand_card", hand, is_public=False, source=job.source, owner=job.giver)


def hand_card_given(unfolding: Unfolding, job: GiveHand, value: int | str) -> None:
    _move(unfolding, job.giver, job.taker, (str(value),))
    if job.left > 1:
        unfolding.push(replace(job, left=job.left - 1))


def _move(unfolding: Unfolding, giver: Seat, taker: Seat, cards: tuple[InstanceId, ...]) -> None:
    unfolding.emit(
        e.HandCardsMoved(giver=giver, taker=taker, count=len(cards), cards=cards, rule="MUNCH-1.14 MUNCH-V.17")
    )


def gather_hand(unfolding: Unfolding, job: GatherHand) -> None:
    """Card after card is picked from each giver; nothing moves before all are."""
    if not job.givers:
        _move_gathered(unfolding, job)
        return
    giver = job.givers[0]
    takers = [taker for one, taker in job.moves if one == giver]
    picked = [card for seat, card in unfolding.state.picked if seat == giver]
    options = tuple(card for card in unfolding.state.players[giver].hand if card not in picked)
    wanted = min(job.n * len(takers) - len(picked), len(options))
    if wanted and job.pick == "random":
        cards = unfolding.dice.draw(options, wanted)
        unfolding.emit(e.RandomCardsPicked(seat=giver, count=wanted, cards=cards, purpose="move", rule="MUNCH-V.17"))
    elif len(options) > wanted > 0:
        chooser = takers[len(picked) // job.n] if job.pick == "taker" else giver
        ask(unfolding, job, chooser, "hand_card", options, is_public=False, source=job.source, owner=giver)
        return
    elif wanted:
        for card in options:
            _set_aside(unfolding, giver, card)
    unfolding.push(replace(job, givers=job.givers[1:]))


def _move_gathered(unfolding: Unfolding, job: GatherHand) -> None:
    for giver, taker in job.moves:
        cards = tuple(card for seat, card in unfolding.state.picked if seat == giver)[: job.n]
        if cards:
            _move(unfolding, giver, taker, cards)


def _set_aside(unfolding: Unfolding, giver: Seat, card: InstanceId) -> None:
    unfolding.emit(
        e.ChoiceMade(
            choice=None,
            seat=giver,
            kind="hand_card",
            value=card,
            open=False,
            forced=True,
            keep_for=giver,
            rule="MUNCH-5.4",
        )
    )


def hand_card_gathered(unfolding: Unfolding, job: GatherHand, _value: int | str) -> None:
    """The answer has set the card aside; on with the next one."""
    unfolding.push(job)


def lose_items(unfolding: Unfolding, job: LoseItems) -> None:
    """MUNCH-21.5: items that fit, by the owner's choice where there are more than must go."""
    options = matching_items(unfolding.state, job.seat, job.filter)
    if not options:
        return
    is_best = getattr(job.filter, "best", None) is not None
    if job.left == "all" or (len(options) <= job.left and not is_best):
        for card in options:
            discard_item(unfolding, job.seat, card, job.source, FORCED_DISCARD)
    elif job.is_random:
        item_lost(unfolding, job, unfolding.dice.pick(options))
    elif len(options) == 1:
        note_forced(unfolding, job.seat, "item", options[0], is_public=True)
        item_lost(unfolding, job, options[0])
    else:
        ask(unfolding, job, job.seat, "item", options, is_public=True, source=job.source)


def item_lost(unfolding: Unfolding, job: LoseItems, value: int | str) -> None:
    discard_item(unfolding, job.seat, str(value), job.source, FORCED_DISCARD)
    if job.left != "all" and job.left > 1:
        unfolding.push(replace(job, left=job.left - 1))


def give_items(unfolding: Unfolding, job: GiveItems) -> None:
    options = matching_items(unfolding.state, job.giver, job.filter)
    chooser = job.taker if job.pick == "taker" else job.giver
    if not options or not unfolding.state.players[job.taker].is_alive:
        return
    if job.pick == "random":
        item_given(unfolding, job, unfolding.dice.pick(options))
    elif len(options) == 1:
        note_forced(unfolding, chooser, "item", options[0], is_public=True)
        item_given(unfolding, job, options[0])
    else:
        ask(unfolding, job, chooser, "item", options, is_public=True, source=job.source)


def item_given(unfolding: Unfolding, job: GiveItems, value: int | str) -> None:
    """MUNCH-17.22: it arrives stowed; a Big one that its new owner cannot carry is discarded."""
    card = str(value)
    if can_carry(unfolding.state, job.taker, card):
        unfolding.emit(e.ItemMoved(giver=job.giver, taker=job.taker, card=card, rule="MUNCH-17.22"))
    else:
        discard_item(unfolding, job.giver, card, job.source, "MUNCH-17.22")
    if job.left > 1:
        unfolding.push(replace(job, left=job.left - 1))


def lose_class(unfolding: Unfolding, job: LoseClass) -> None:
    """One Class card of the player's choice; who has none loses a Level instead, if it was a card that asked."""
    state = unfolding.state
    if job.kind is None:
        options = state.players[job.seat].classes
    else:
        options = classes_of_kind(state, job.seat, job.kind)
    if not options:
        lose_levels(unfolding, job.seat, 1, job.source or "")
    elif len(options) == 1:
        note_forced(unfolding, job.seat, "class", options[0], is_public=True)
        class_lost(unfolding, job, options[0])
    else:
        ask(unfolding, job, job.seat, "class", options, is_public=True, source=job.source)


def class_lost(unfolding: Unfolding, job: LoseClass, value: int | str) -> None:
    rule = "MUNCH-16.12" if job.kind is not None else "MUNCH-16.2"
    discard_class(unfolding, job.seat, str(value), job.source or "super_munchkin_lost", rule)
