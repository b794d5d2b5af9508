"""Combat strength: computed from what lies on the table, never stored, always with its parts (section 7)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from games.decider import Seat
from games.munchkin_apocalypse import vocabulary as v
from games.munchkin_apocalypse.agenda import Bindings
from games.munchkin_apocalypse.carrying import grip_bonus, item_bonus
from games.munchkin_apocalypse.catalogue import InstanceId
from games.munchkin_apocalypse.facts import NONE
from games.munchkin_apocalypse.meaning import (
    card_row,
    facts,
    has_class,
    holds,
    is_immune,
    items_that_count,
    seats_meant,
    tags_of,
)
from games.munchkin_apocalypse.state import Combat, Item, Monster, State

Word = v.CombatBonus | v.MonsterBonus | v.ExtraTreasures | v.NoHelp | v.NoSealBonus | v.IgnoreItems | v.AddTag


class Part(Struct, frozen=True):
    """One addend of a strength, with the name that people know it by."""

    label: str
    amount: int


class Strengths(Struct, frozen=True):
    """Both sides of a combat, each fighter and each Monster in parts that add up."""

    characters: tuple[tuple[Seat, tuple[Part, ...]], ...]
    monsters: tuple[tuple[str, tuple[Part, ...]], ...]
    fighters_side: tuple[Part, ...]
    monsters_side: tuple[Part, ...]

    @property
    def fighters_total(self) -> int:
        """MUNCH-7.5."""
        return sum(total(parts) for _, parts in self.characters) + total(self.fighters_side)

    @property
    def monsters_total(self) -> int:
        """MUNCH-7.6."""
        return sum(total(parts) for _, parts in self.monsters) + total(self.monsters_side)


def total(parts: tuple[Part, ...]) -> int:
    return sum(part.amount for part in parts)


class Working(Struct, frozen=True):
    """A step that counts in this combat, and whose it is."""

    bound: Bindings
    step: v.Effect


def working(state: State, combat: Combat) -> list[Working]:
    """Every continuous step in force now: of Monsters, of participants' cards, of the top Seal."""
    return [
        *_of_monsters(state, combat),
        *_of_seal(state),
        *_of_characters(state, combat),
        *_of_items(state, combat),
    ]


def _steps(state: State, trigger: v.Trigger, bound: Bindings) -> Iterator[Working]:
    for _, clause in facts(state).on[trigger].get(bound.card, NONE):
        for step in clause.do if holds(state, clause.when, bound) else clause.otherwise:
            yield Working(bound, step)


def _of_monsters(state: State, combat: Combat) -> Iterator[Working]:
    """MUNCH-7.9: a Monster's own text, and what its Enhancers give it."""
    in_combat = facts(state).on["in_combat"]
    for monster in combat.monsters:
        if monster.card in in_combat:
            yield from _steps(state, "in_combat", Bindings(monster.card, combat.fighter, monster=monster.id))
        for enhancer in monster.enhancers:
            bound = Bindings(enhancer.card, combat.fighter, monster=monster.id)
            yield from _steps(state, "on_play", bound)
            yield from _steps(state, "in_combat", bound)


def _of_seal(state: State) -> Iterator[Working]:
    """MUNCH-22.5: the top Open Seal alone."""
    if state.open_seals:
        yield from _steps(state, "while_top_seal", Bindings(state.open_seals[-1], state.active))


def _of_characters(state: State, combat: Combat) -> Iterator[Working]:
    in_combat = facts(state).on["in_combat"]
    for seat in combat.participants:
        player = state.players[seat]
        for card in player.classes + player.super_munchkins + player.paranoia + player.hirelings:
            if card in in_combat:
                yield from _steps(state, "in_combat", Bindings(card, seat))
        for lasting in player.disasters:
            if lasting.card in in_combat and lasting.not_before <= combat.id:
                yield from _steps(state, "in_combat", Bindings(lasting.card, seat, victim=seat))


def _of_items(state: State, combat: Combat) -> Iterator[Working]:
    in_combat = facts(state).on["in_combat"]
    for seat in combat.participants:
        for item in items_that_count(state, seat):
            for card in (item.card, *item.enhancers):
                if card in in_combat:
                    yield from _steps(state, "in_combat", Bindings(card, seat))


def strengths(state: State) -> Strengths:
    """MUNCH-7.10: both totals, afresh from what is on the table; the last answer is kept, as it is asked for often."""
    global _latest
    known_state, known = _latest
    if known_state is not state:
        known = _strengths(state)
        _latest = (state, known)
    assert known is not None
    return known


_latest: tuple[State | None, Strengths | None] = (None, None)


def _strengths(state: State) -> Strengths:
    combat = state.combat
    assert combat is not None
    found = working(state, combat)
    for_seals = _count_seals(state, found)
    return Strengths(
        characters=tuple((seat, tuple(_character(state, seat, found))) for seat in combat.participants),
        monsters=tuple((one.id, tuple(_monster(state, one, found, for_seals))) for one in combat.monsters),
        fighters_side=_side(state, combat, "fighters"),
        monsters_side=_side(state, combat, "monsters"),
    )


def seal_bonus(state: State) -> int:
    """MUNCH-22.5, MUNCH-22.7: what each Monster has for the Open Seals, in the combat or in one that began now."""
    return _count_seals(state, _of_seal(state) if state.combat is None else working(state, state.combat))


def _count_seals(state: State, found: Iterable[Working]) -> int:
    return 0 if any(isinstance(one.step, v.NoSealBonus) for one in found) else len(state.open_seals)


def _side(state: State, combat: Combat, side: str) -> tuple[Part, ...]:
    return tuple(Part(card_row(state, bonus.card).name, bonus.amount) for bonus in combat.bonuses if bonus.side == side)


def _character(state: State, seat: Seat, found: list[Working]) -> Iterator[Part]:
    """MUNCH-7.3: Level, items in use, and what cards add or take."""
    yield Part("level", state.players[seat].level)
    for item in items_that_count(state, seat):
        yield from _item_parts(state, seat, item)
    for one in found:
        step = one.step
        if not isinstance(step, v.CombatBonus) or _spares(state, seat, one.bound.card):
            continue
        if seat in seats_meant(state, step.who, one.bound):
            yield Part(card_row(state, one.bound.card).name, step.n)


def _item_parts(state: State, seat: Seat, item: Item) -> Iterator[Part]:
    card = card_row(state, item.card)
    bonus = item_bonus(state, item)
    if card.type == "item" and bonus:
        names = [card_row(state, enhancer).name for enhancer in item.enhancers]
        yield Part(f"{card.name} ({', '.join(names)})" if names else card.name, bonus)
    if item.both_hands:
        extra = grip_bonus(state, seat)
        if extra:
            yield Part("two-handed", extra)


def _spares(state: State, seat: Seat, card: InstanceId) -> bool:
    """Whether a Disaster or a Seal leaves this seat alone."""
    return card_row(state, card).type in ("disaster", "seal") and is_immune(state, seat, card)


def _monster(state: State, monster: Monster, found: list[Working], for_seals: int) -> Iterator[Part]:
    """MUNCH-7.4, MUNCH-7.13, MUNCH-8.5: printed Level, Open Seals, and every modifier."""
    yield Part("level", card_row(state, monster.card).level)
    if for_seals:
        yield Part("open Seals", for_seals)
    for one in found:
        step = one.step
        if isinstance(step, v.MonsterBonus) and in_scope(state, monster, step.scope, one.bound):
            amount = step.n if step.per is None else step.n * _class_count(state, step.per, one.bound.card)
            if amount:
                yield Part(card_row(state, one.bound.card).name, amount)


def in_scope(state: State, monster: Monster, scope: v.Scope, bound: Bindings) -> bool:
    if scope == "this":
        return bound.monster == monster.id
    return scope == "each" or (isinstance(scope, v.Tagged) and scope.tagged in tags_of(state, monster))


def _class_count(state: State, name: v.ClassName, card: InstanceId) -> int:
    """MUNCH-7.12: living characters of the Class, fighting or not, whom the card does not spare."""
    return sum(has_class(state, seat, name) and not _spares(state, seat, card) for seat in state.living)


def totals(state: State) -> tuple[int, int]:
    both = strengths(state)
    return both.fighters_total, both.monsters_total


def fighters_win(state: State) -> bool:
    """MUNCH-7.7: more than the Monsters; a tie is lost."""
    fighters, monsters = totals(state)
    return fighters > monsters


def treasures_of(state: State, monster: Monster) -> int:
    """MUNCH-12.7: its Treasures as changed by cards, never below 1."""
    assert state.combat is not None
    changes = sum(
        one.step.n
        for one in working(state, state.combat)
        if isinstance(one.step, v.ExtraTreasures) and in_scope(state, monster, one.step.scope, one.bound)
    )
    return max(1, card_row(state, monster.card).treasures + changes)


def help_is_forbidden(state: State) -> bool:
    """Whether a card lets nobody become helper in this combat."""
    assert state.combat is not None
    return any(isinstance(one.step, v.NoHelp) for one in working(state, state.combat))


def final_item_bonus(state: State, seat: Seat) -> int:
    """MUNCH-24.6: items in use with Item Enhancers, and what they give their owner for a Class alone."""
    player = state.players[seat]
    if not player.is_alive:
        return 0
    bonus = 0
    for item in player.items:
        if item.in_use:
            bonus += item_bonus(state, item)
            for card in (item.card, *item.enhancers):
                for _, clause in facts(state).on["in_combat"].get(card, NONE):
                    if _names_owner_alone(clause.when) and holds(state, clause.when, Bindings(card, seat)):
                        bonus += sum(step.n for step in clause.do if isinstance(step, v.CombatBonus))
    return bonus


def _names_owner_alone(condition: v.Condition | None) -> bool:
    match condition:
        case None:
            return True
        case v.HasClass(who="self") | v.LevelAtLeast(who="self") | v.LevelAtMost(who="self"):
            return True
        case v.Not(of=parts) | v.All(of=parts):
            return all(_names_owner_alone(part) for part in parts)
        case _:
            return False
