"""Items on the table: what may be carried, what may be used, what it is worth (section 17)."""

from __future__ import annotations

from games.decider import Seat
from games.munchkin_apocalypse import vocabulary as v
from games.munchkin_apocalypse.catalogue import InstanceId
from games.munchkin_apocalypse.facts import NONE
from games.munchkin_apocalypse.meaning import card_row, facts, fits, has_class, permissions
from games.munchkin_apocalypse.state import HAND_LIMIT, Item, State

HANDS = 2


def big_items(state: State, seat: Seat) -> tuple[InstanceId, ...]:
    """The Big items that count against the limit; under a Cheat! one does not."""
    big = facts(state).big
    return tuple([item.card for item in state.players[seat].items if item.card in big and item.cheat is None])


def big_allowed(state: State, seat: Seat) -> int:
    """MUNCH-17.3: one Big item, and as many more as cards permit."""
    return 1 + sum(step.n for step in permissions(state, seat, v.ExtraBig))


def can_carry(state: State, seat: Seat, card: InstanceId) -> bool:
    """MUNCH-17.4: whether one more item leaves the Big limit kept."""
    return not card_row(state, card).is_big or len(big_items(state, seat)) < big_allowed(state, seat)


def is_usable(state: State, seat: Seat, item: Item) -> bool:
    """MUNCH-17.9: whether the character may use it at all."""
    only_for = facts(state).only_for.get(item.card)
    return item.cheat is not None or only_for is None or has_class(state, seat, only_for)


def has_room(state: State, seat: Seat, item: Item) -> bool:
    """MUNCH-17.11: whether it can be used beside the items already in use."""
    card = card_row(state, item.card)
    if item.cheat is not None or card.slot == "none":
        return True
    others = [other for other in state.players[seat].items if other.in_use and other.card != item.card]
    if card.slot == "hands":
        return sum(hands_filled(state, other) for other in others) + card.hands <= HANDS
    return not any(other.cheat is None and card_row(state, other.card).slot == card.slot for other in others)


def hands_filled(state: State, item: Item) -> int:
    if item.both_hands:
        return HANDS
    return 0 if item.cheat is not None else card_row(state, item.card).hands


def can_grip(state: State, seat: Seat) -> bool:
    return any(True for _ in permissions(state, seat, v.TwoHandGrip))


def grip_bonus(state: State, seat: Seat) -> int:
    return max((step.n for step in permissions(state, seat, v.TwoHandGrip)), default=0)


def enhancer_host(state: State, card: InstanceId) -> int | None:
    """How much more each Item Enhancer gives on this item, if it holds any number of them (MUNCH-C.6)."""
    for _, clause in facts(state).on["while_in_play"].get(card, NONE):
        for step in clause.do:
            if isinstance(step, v.EnhancerHost):
                return step.n
    return None


def has_place_for_enhancer(state: State, item: Item) -> bool:
    """MUNCH-17.18: one Item Enhancer on an item, unless its card allows more."""
    return not item.enhancers or enhancer_host(state, item.card) is not None


def enhancement(state: State, enhancer: InstanceId) -> int:
    return sum(
        step.n
        for _, clause in facts(state).on["while_in_play"].get(enhancer, NONE)
        for step in clause.do
        if isinstance(step, v.Enhance)
    )


def item_bonus(state: State, item: Item) -> int:
    """Printed bonus with Item Enhancers, without a grip; a one-shot counts 0."""
    card = card_row(state, item.card)
    printed = card.bonus if card.type == "item" else 0
    if not item.enhancers:
        return printed
    host = enhancer_host(state, item.card) or 0
    return printed + sum(enhancement(state, enhancer) + host for enhancer in item.enhancers)


def worth(state: State, item: Item) -> int:
    """MUNCH-18.7: gold of the item and of the Item Enhancers on it."""
    cards = facts(state).cards
    return cards[item.card].gold + sum(cards[enhancer].gold for enhancer in item.enhancers)


def matching_items(state: State, seat: Seat, filter_: v.Filter) -> tuple[InstanceId, ...]:
    """The items on a table that a filter means; with `best` those that tie for the highest figure."""
    items = [item for item in state.players[seat].items if fits(state, item, filter_)]
    if items and isinstance(filter_, v.ItemFilter) and filter_.best is not None:
        figure = item_bonus if filter_.best == "bonus" else worth
        best = max(figure(state, item) for item in items)
        items = [item for item in items if figure(state, item) == best]
    return tuple(item.card for item in items)


def hand_limit(state: State, seat: Seat) -> int:
    """MUNCH-23.11: 5 cards at the end of the own turn, and what cards add."""
    return HAND_LIMIT + sum(step.n for step in permissions(state, seat, v.HandLimit))


def payable(state: State, seat: Seat, source: InstanceId) -> tuple[InstanceId, ...]:
    """MUNCH-16.16: the cards of one's own that may pay for the ability of `source`."""
    player = state.players[seat]
    pledged = state.combat.pledged if state.combat is not None and state.combat.fighter == seat else ()
    table = [
        *(item.card for item in player.items if item.card not in pledged),
        *player.classes,
        *player.super_munchkins,
        *player.paranoia,
        *player.hirelings,
        *(item.cheat for item in player.items if item.cheat is not None),
    ]
    return (*player.hand, *(card for card in table if card != source))
