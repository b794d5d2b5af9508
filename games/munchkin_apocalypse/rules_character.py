"""Classes, Super Munchkin, Paranoia, and the items a character carries (section 16, section 17)."""

from __future__ import annotations

from games.decider import Seat
from games.munchkin_apocalypse import commands as c
from games.munchkin_apocalypse import events as e
from games.munchkin_apocalypse.agenda import BigExcess
from games.munchkin_apocalypse.carrying import (
    big_items,
    can_carry,
    can_grip,
    has_place_for_enhancer,
    has_room,
    is_usable,
)
from games.munchkin_apocalypse.catalogue import InstanceId
from games.munchkin_apocalypse.meaning import card_row, facts
from games.munchkin_apocalypse.refusals import (
    check_in_hand,
    check_own_turn,
    check_setup_open,
    hand_card,
    not_available,
    refuse,
)
from games.munchkin_apocalypse.state import Item, State
from games.munchkin_apocalypse.steps import discard_cards, discard_class, discard_item
from games.munchkin_apocalypse.timing import check_timing
from games.munchkin_apocalypse.unfolding import Unfolding
from games.munchkin_apocalypse.upkeep import class_limit, classes_of_kind, kind_raised_by


def check_play_class(state: State, command: c.PlayClass) -> None:
    """MUNCH-16.3 to MUNCH-16.5."""
    check_setup_open(state, command.seat)
    card = hand_card(state, command.seat, command.card, "class")
    check_timing(state, command.seat, card.window, command.card)
    kind = facts(state).catalogue.kind_of[card.class_name or ""].id
    if len(classes_of_kind(state, command.seat, kind)) >= class_limit(state, command.seat, kind):
        refuse("MUNCH-16.4", "class_limit", "You may have no more Classes; discard one first.")
    _check_other_class(state, command.seat, command.card)


def _check_other_class(state: State, seat: Seat, card: InstanceId) -> None:
    cards = facts(state).cards
    if any(cards[one].class_name == cards[card].class_name for one in state.players[seat].classes):
        refuse("MUNCH-16.5", "duplicate_class", "You have this Class in play already.")


def play_class(unfolding: Unfolding, command: c.PlayClass) -> None:
    unfolding.emit(e.ClassPlayed(seat=command.seat, card=command.card, rule="MUNCH-16.3"))


def check_discard_class(state: State, command: c.DiscardClass) -> None:
    if command.card not in state.players[command.seat].classes:
        not_available()


def drop_class(unfolding: Unfolding, command: c.DiscardClass) -> None:
    """MUNCH-16.8: at any time, even in combat."""
    discard_class(unfolding, command.seat, command.card, "own_will", "MUNCH-16.8")


def check_play_super_munchkin(state: State, command: c.PlaySuperMunchkin) -> None:
    """MUNCH-16.9: with exactly one Class in play and a second, different one from the hand that could be played now."""
    seat = command.seat
    check_setup_open(state, seat)
    check_in_hand(state, seat, command.card, command.second)
    card = hand_card(state, seat, command.card, "super_munchkin")
    second = hand_card(state, seat, command.second, "class")
    check_timing(state, seat, card.window, command.card)
    check_timing(state, seat, second.window, command.second)  # MUNCH-16.3
    kind = kind_raised_by(state, command.card)
    in_play = len(classes_of_kind(state, seat, kind))
    base = facts(state).catalogue.kinds[kind].limit
    if in_play > base:
        refuse("MUNCH-16.4", "class_limit", "You have two Classes in play already.")
    _check_other_class(state, seat, command.second)
    if in_play < base or facts(state).catalogue.kind_of[second.class_name or ""].id != kind:
        refuse("MUNCH-16.9", "no_second_class", "You need one Class in play, and a second one from your hand.")


def play_super_munchkin(unfolding: Unfolding, command: c.PlaySuperMunchkin) -> None:
    unfolding.emit(e.SuperMunchkinPlayed(seat=command.seat, card=command.card, rule="MUNCH-16.9"))
    unfolding.emit(e.ClassPlayed(seat=command.seat, card=command.second, rule="MUNCH-16.9"))


def check_play_paranoia(state: State, command: c.PlayParanoia) -> None:
    check_setup_open(state, command.seat)
    card = hand_card(state, command.seat, command.card, "paranoia")
    check_timing(state, command.seat, card.window, command.card)


def play_paranoia(unfolding: Unfolding, command: c.PlayParanoia) -> None:
    unfolding.emit(e.ParanoiaPlayed(seat=command.seat, card=command.card, rule="MUNCH-16.13"))


def check_play_item(state: State, command: c.PlayItem) -> None:
    """MUNCH-20.1, MUNCH-17.4: in the own calm turn or while fresh, within the Big limit."""
    check_setup_open(state, command.seat)
    hand_card(state, command.seat, command.card, "item", "one_shot")
    check_timing(state, command.seat, "own_turn_calm", command.card)
    if not can_carry(state, command.seat, command.card):
        refuse("MUNCH-17.4", "big_item_limit", "You carry as many Big items as you may.")


def play_item(unfolding: Unfolding, command: c.PlayItem) -> None:
    """MUNCH-17.16: in use if there is room for it."""
    item = Item(command.card)
    in_use = is_usable(unfolding.state, command.seat, item) and has_room(unfolding.state, command.seat, item)
    unfolding.emit(e.ItemPlayed(seat=command.seat, card=command.card, in_use=in_use, rule="MUNCH-17.2 MUNCH-17.16"))


def own_item(state: State, seat: Seat, card: InstanceId) -> Item:
    item = state.players[seat].item(card)
    if item is None:
        not_available()
    return item


def check_attach_to_item(state: State, command: c.AttachToItem) -> None:
    """MUNCH-17.18: on one own item in play that is no one-shot and has a place for it."""
    check_setup_open(state, command.seat)
    check_in_hand(state, command.seat, command.card)
    item = own_item(state, command.seat, command.item)
    hand_card(state, command.seat, command.card, "item_enhancer")
    check_timing(state, command.seat, "own_turn_calm", command.card)
    if card_row(state, item.card).type != "item":
        refuse("MUNCH-17.18", "bad_target", "An Item Enhancer goes on an item that is no one-shot.")
    if not has_place_for_enhancer(state, item):
        refuse("MUNCH-17.18", "enhancer_limit", "That item holds an Item Enhancer already.")


def attach_to_item(unfolding: Unfolding, command: c.AttachToItem) -> None:
    unfolding.emit(e.ItemEnhanced(seat=command.seat, card=command.card, item=command.item, rule="MUNCH-17.18"))


def check_wield_item(state: State, command: c.WieldItem) -> None:
    """MUNCH-17.14, MUNCH-17.9, MUNCH-17.11."""
    check_setup_open(state, command.seat)
    item = own_item(state, command.seat, command.card)
    if not item.in_use and not has_room(state, command.seat, item):
        refuse("MUNCH-17.11", "slot_taken", "Its place is taken; stow the other item first.")
    if not is_usable(state, command.seat, item):
        refuse("MUNCH-17.9", "item_not_usable", "Your character cannot use this item; it can only be carried.")
    if item.in_use:
        refuse("MUNCH-17.10", "already_in_use", "It is in use already.")


def wield_item(unfolding: Unfolding, command: c.WieldItem) -> None:
    unfolding.emit(e.ItemWielded(seat=command.seat, card=command.card, rule="MUNCH-17.14"))


def check_stow_item(state: State, command: c.StowItem) -> None:
    check_setup_open(state, command.seat)
    if not own_item(state, command.seat, command.card).in_use:
        refuse("MUNCH-17.10", "already_stowed", "It is stowed already.")


def stow_item(unfolding: Unfolding, command: c.StowItem) -> None:
    unfolding.emit(e.ItemStowed(seat=command.seat, card=command.card, forced=False, rule="MUNCH-17.14"))


def check_set_grip(state: State, command: c.SetGrip) -> None:
    """MUNCH-17.20: one one-handed item in use, and no other item in the hands."""
    check_setup_open(state, command.seat)
    item = own_item(state, command.seat, command.card)
    others = [one for one in state.players[command.seat].items if one.in_use and one.card != item.card]
    if not can_grip(state, command.seat) or not item.in_use or card_row(state, item.card).hands != 1:
        refuse("MUNCH-17.20", "no_grip", "A grip needs the ability, and a one-handed item in use.")
    if item.both_hands == command.both:
        refuse("MUNCH-17.20", "no_grip", "It is held that way already.")
    if command.both and any(_fills_hands(state, one) for one in others):
        refuse("MUNCH-17.20", "slot_taken", "Both hands are needed; stow the other item first.")


def _fills_hands(state: State, item: Item) -> bool:
    return item.both_hands or (item.cheat is None and card_row(state, item.card).slot == "hands")


def set_grip(unfolding: Unfolding, command: c.SetGrip) -> None:
    unfolding.emit(e.GripChanged(seat=command.seat, card=command.card, both=command.both, rule="MUNCH-17.20"))


def check_discard_item(state: State, command: c.DiscardItem) -> None:
    """MUNCH-17.19, MUNCH-4.13: in the own calm turn; also Paranoia cards, Cheater and Cheat!"""
    check_own_turn(state, command.seat)
    player = state.players[command.seat]
    cheats = [item.cheat for item in player.items]
    if player.item(command.card) is None and command.card not in (*player.paranoia, *player.hirelings, *cheats):
        not_available()


def discard_own_item(unfolding: Unfolding, command: c.DiscardItem) -> None:
    if unfolding.state.players[command.seat].item(command.card) is not None:
        discard_item(unfolding, command.seat, command.card, "own_will", "MUNCH-17.19")
    else:
        discard_cards(unfolding, command.seat, (command.card,), "own_will", "MUNCH-4.13")


def surplus_item(state: State, seat: Seat, card: InstanceId) -> None:
    """The Big item of the player who must mend a surplus."""
    top = state.agenda[-1]
    assert isinstance(top, BigExcess)
    if seat != top.seat:
        refuse("MUNCH-5.3", "not_your_decision", "Another player has too many Big items.", late=True)
    own_item(state, seat, card)
    if card not in big_items(state, seat):
        refuse("MUNCH-20.8", "wrong_card_type", "That is not one of the Big items that are too many.")


def big_recipients(state: State, seat: Seat, card: InstanceId) -> tuple[Seat, ...]:
    """MUNCH-17.7: of the living others who can carry it, those of the lowest Level."""
    able = [one for one in state.living if one != seat and can_carry(state, one, card)]
    lowest = min((state.players[one].level for one in able), default=0)
    return tuple(one for one in able if state.players[one].level == lowest)


def check_give_big_item(state: State, command: c.GiveBigItem) -> None:
    surplus_item(state, command.seat, command.card)
    if command.to not in big_recipients(state, command.seat, command.card):
        refuse("MUNCH-17.7", "big_recipient", "It goes to a player of the lowest Level who can carry it.")


def give_big_item(unfolding: Unfolding, command: c.GiveBigItem) -> None:
    unfolding.emit(e.BigItemGiven(giver=command.seat, taker=command.to, card=command.card, rule="MUNCH-17.7"))


def check_discard_big_item(state: State, command: c.DiscardBigItem) -> None:
    """MUNCH-17.8: only if nobody can carry it."""
    surplus_item(state, command.seat, command.card)
    if big_recipients(state, command.seat, command.card):
        refuse("MUNCH-17.8", "big_recipient", "Somebody can carry it: give it away.")


def discard_big_item(unfolding: Unfolding, command: c.DiscardBigItem) -> None:
    discard_item(unfolding, command.seat, command.card, "big_excess", "MUNCH-17.8")
