"""What the words of a clause mean at one moment: whom it is about, whether its condition holds, what it permits."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from games.decider import Seat
from games.munchkin_apocalypse import vocabulary as v
from games.munchkin_apocalypse.agenda import Bindings
from games.munchkin_apocalypse.catalogue import Card, Clause, InstanceId
from games.munchkin_apocalypse.facts import NONE, Facts, facts_of
from games.munchkin_apocalypse.state import Item, Monster, State

Roll = Callable[[Bindings], int]  # throws a die for a condition
W = TypeVar("W", bound=v.EffectWord)


def facts(state: State) -> Facts:
    return facts_of(state.catalogue, state.options.packs)


def card_row(state: State, card: InstanceId) -> Card:
    return facts_of(state.catalogue, state.options.packs).cards[card]


def seats_meant(state: State, who: v.Who, bound: Bindings) -> tuple[Seat, ...]:
    """The players that a word means, in turn order from the card's subject (1.4 of the catalogue, MUNCH-22.9).

    Groups hold the living alone (MUNCH-C.7); `self`, `victim` and `runner` may be dead.
    """
    match who:
        case "self":
            return (bound.seat,)
        case "victim":
            return () if bound.victim is None else (bound.victim,)
        case "runner":
            return () if bound.runner is None else (bound.runner,)
        case "fighter":
            return () if state.combat is None else (state.combat.fighter,)
        case "participants":
            return () if state.combat is None else state.combat.participants
        case "any_player" | "other_player":
            return (bound.target,) if isinstance(bound.target, int) else ()
        case "left":
            return living_to_the_left(state, bound.subject)[:1]
        case "neighbours":
            others = living_to_the_left(state, bound.subject)
            return others[:1] if len(others) < 2 else (others[0], others[-1])
        case "everyone":
            return _living_from(state, bound.subject)
        case "everyone_else":
            return living_to_the_left(state, bound.subject)
        case "highest_level" | "lowest_level":
            seats = _living_from(state, bound.subject)
            levels = [state.players[seat].level for seat in seats]
            wanted = (max if who == "highest_level" else min)(levels, default=0)
            return tuple(seat for seat in seats if state.players[seat].level == wanted)
        case v.Holders(holders=name):
            seats = living_to_the_left(state, bound.seat)
            return tuple(seat for seat in seats if has_class(state, seat, name))


def _living_from(state: State, first: Seat) -> tuple[Seat, ...]:
    return tuple(seat for seat in state.in_turn_order(first) if state.players[seat].is_alive)


def living_to_the_left(state: State, seat: Seat) -> tuple[Seat, ...]:
    """All living others, the left neighbour first."""
    return tuple(other for other in _living_from(state, seat) if other != seat)


def has_class(state: State, seat: Seat, name: v.ClassName) -> bool:
    """Whether this Class card is in play before the seat; `none` asks whether there is none at all."""
    classes = state.players[seat].classes
    if name == "none":
        return not classes
    cards = facts_of(state.catalogue, state.options.packs).cards
    return name in [cards[card].class_name for card in classes]


def holds(state: State, condition: v.Condition | None, bound: Bindings, roll: Roll | None = None) -> bool:
    """MUNCH-7.11: whether a condition is true; about a group as soon as one member satisfies it."""
    if condition is None:
        return True
    return CONDITIONS[type(condition)](state, condition, bound, roll)


def _has_class(state: State, condition: v.HasClass, bound: Bindings, _roll: Roll | None) -> bool:
    return any(has_class(state, seat, condition.class_name) for seat in seats_meant(state, condition.who, bound))


def _level_at_least(state: State, condition: v.LevelAtLeast, bound: Bindings, _roll: Roll | None) -> bool:
    return any(state.players[seat].level >= condition.n for seat in seats_meant(state, condition.who, bound))


def _level_at_most(state: State, condition: v.LevelAtMost, bound: Bindings, _roll: Roll | None) -> bool:
    return any(state.players[seat].level <= condition.n for seat in seats_meant(state, condition.who, bound))


def _seals_at_least(state: State, condition: v.SealsAtLeast, _bound: Bindings, _roll: Roll | None) -> bool:
    return len(state.open_seals) >= condition.n


def _alone(state: State, _condition: v.Alone, _bound: Bindings, _roll: Roll | None) -> bool:
    return state.combat is not None and state.combat.helper is None


def _is_fighter(state: State, condition: v.IsFighter, bound: Bindings, _roll: Roll | None) -> bool:
    return state.combat is not None and state.combat.fighter in seats_meant(state, condition.who, bound)


def _has_item(state: State, condition: v.HasItem, bound: Bindings, _roll: Roll | None) -> bool:
    return any(
        item.in_use and fits(state, item, condition.filter)
        for seat in seats_meant(state, condition.who, bound)
        for item in state.players[seat].items
    )


def _monster_has_tag(state: State, condition: v.MonsterHasTag, _bound: Bindings, _roll: Roll | None) -> bool:
    if state.combat is None:
        return False
    return any(condition.tag in tags_of(state, monster) for monster in state.combat.monsters)


def _d6_at_least(_state: State, condition: v.D6AtLeast, bound: Bindings, roll: Roll | None) -> bool:
    assert roll is not None, "a die is thrown only for a clause that fires once"
    return roll(bound) >= condition.n


def _not(state: State, condition: v.Not, bound: Bindings, roll: Roll | None) -> bool:
    return not holds(state, condition.of[0], bound, roll)


def _all(state: State, condition: v.All, bound: Bindings, roll: Roll | None) -> bool:
    return all(holds(state, part, bound, roll) for part in condition.of)


CONDITIONS: dict[type[Any], Callable[[State, Any, Bindings, Roll | None], bool]] = {
    v.HasClass: _has_class,
    v.LevelAtLeast: _level_at_least,
    v.LevelAtMost: _level_at_most,
    v.SealsAtLeast: _seals_at_least,
    v.Alone: _alone,
    v.IsFighter: _is_fighter,
    v.HasItem: _has_item,
    v.MonsterHasTag: _monster_has_tag,
    v.D6AtLeast: _d6_at_least,
    v.Not: _not,
    v.All: _all,
}


def fits(state: State, item: Item, filter_: v.Filter) -> bool:
    """Whether an item is of the slot or size that a filter names; `best` compares, see `matching_items`."""
    if isinstance(filter_, str):
        return True
    card = card_row(state, item.card)
    if filter_.slot is not None:
        return card.slot == filter_.slot
    return filter_.size is None or card.size == filter_.size


def tags_of(state: State, monster: Monster) -> frozenset[str]:
    """MUNCH-8.11: the printed tags of a Monster and those that cards give it."""
    tables = facts(state)
    tags = set(tables.cards[monster.card].tags)
    for enhancer in monster.enhancers:
        for _, clause in tables.on["on_play"].get(enhancer.card, NONE):
            tags.update(step.tag for step in clause.do if isinstance(step, v.AddTag))
    for _, step in tag_effects(state):
        if step.scope == "each" or (isinstance(step.scope, v.Tagged) and step.scope.tagged in tags):
            tags.add(step.tag)
    for card in (monster.card, *(enhancer.card for enhancer in monster.enhancers)):
        for _, clause in tables.on["in_combat"].get(card, NONE):
            bound = Bindings(card, state.active, monster=monster.id)
            tags.update(step.tag for step in _tags(state, clause, bound) if step.scope == "this")
    return frozenset(tags)


def tag_effects(state: State) -> Iterator[tuple[InstanceId, v.AddTag]]:
    """What gives tags to Monsters other than their own cards: cards of participants, the top Seal."""
    combat = state.combat
    if combat is None:
        return
    tables = facts(state)
    for seat in combat.participants:
        lasting = [one.card for one in state.players[seat].disasters if one.not_before <= combat.id]
        for card in (*lasting, *working_cards(state, seat)):
            for _, clause in tables.on["in_combat"].get(card, NONE):
                bound = Bindings(card, seat, victim=seat if card in lasting else None)
                yield from ((card, step) for step in _tags(state, clause, bound))
    if state.open_seals:
        top = state.open_seals[-1]
        for _, clause in tables.on["while_top_seal"].get(top, NONE):
            yield from ((top, step) for step in _tags(state, clause, Bindings(top, state.active)))


def _tags(state: State, clause: Clause, bound: Bindings) -> Iterator[v.AddTag]:
    steps = [step for step in clause.do if isinstance(step, v.AddTag)]
    if steps and not isinstance(clause.when, v.MonsterHasTag) and holds(state, clause.when, bound):
        yield from steps


def silenced(state: State) -> list[v.Filter]:
    """Which items of participants do not count in this combat, its flight included (`ignore_items`)."""
    combat = state.combat
    if combat is None:
        return []
    tables = facts(state)
    silencing = tables.silencing
    found: list[v.Filter] = []

    def look(trigger: v.Trigger, bound: Bindings) -> None:
        for _, clause in tables.on[trigger].get(bound.card, NONE):
            filters = [step.filter for step in clause.do if isinstance(step, v.IgnoreItems)]
            if filters and holds(state, clause.when, bound):
                found.extend(filters)

    for monster in combat.monsters:
        for card in (monster.card, *(enhancer.card for enhancer in monster.enhancers)):
            if card in silencing:
                look("in_combat", Bindings(card, combat.fighter, monster=monster.id))
    if state.open_seals and state.open_seals[-1] in silencing:
        look("while_top_seal", Bindings(state.open_seals[-1], state.active))
    for seat in combat.participants:
        player = state.players[seat]
        for card in player.classes + player.paranoia + player.hirelings:
            if card in silencing:
                look("in_combat", Bindings(card, seat))
        for lasting in player.disasters:
            if lasting.card in silencing and lasting.not_before <= combat.id:
                look("in_combat", Bindings(lasting.card, seat, victim=seat))
    return found


def items_that_count(state: State, seat: Seat) -> list[Item]:
    """The items in use of a player, without those that a combat silences."""
    items = [item for item in state.players[seat].items if item.in_use]
    if items and state.combat is not None and seat in state.combat.participants:
        filters = silenced(state)
        if filters:
            return [item for item in items if not any(fits(state, item, filter_) for filter_ in filters)]
    return items


def working_cards(state: State, seat: Seat) -> Iterator[InstanceId]:
    """The player's cards in play whose text works: no stowed items (MUNCH-17.10), and no Disasters."""
    player = state.players[seat]
    yield from player.classes
    yield from player.super_munchkins
    yield from player.paranoia
    yield from player.hirelings
    for item in items_that_count(state, seat):
        yield item.card
        yield from item.enhancers


def permissions(state: State, seat: Seat, word: type[W]) -> Iterator[W]:
    """The steps of this word among what lies in play before a player (`while_in_play`)."""
    tables = facts(state)
    permitting = tables.permitting.get(word)
    if permitting is None:
        return
    for card in _working_among(state, seat, permitting):
        for _, clause in tables.on["while_in_play"][card]:
            for step in clause.do:
                if type(step) is word and (clause.when is None or holds(state, clause.when, Bindings(card, seat))):
                    yield step


def _working_among(state: State, seat: Seat, wanted: frozenset[InstanceId]) -> list[InstanceId]:
    """Those of `working_cards` that are wanted; which items count is asked only if there is one among them."""
    player = state.players[seat]
    cards = player.classes + player.super_munchkins + player.paranoia + player.hirelings
    found = [card for card in cards if card in wanted]
    for item in player.items:
        if item.card in wanted or (item.enhancers and not wanted.isdisjoint(item.enhancers)):
            for counting in items_that_count(state, seat):
                found += [card for card in (counting.card, *counting.enhancers) if card in wanted]
            break
    return found


def is_immune(state: State, seat: Seat, card: InstanceId) -> bool:
    """Whether a Disaster, or the continuing effect of a Seal, leaves this player alone."""
    return any(step.card == card_row(state, card).id for step in permissions(state, seat, v.Immune))
