"""How each event of a combat, a flight, a death or a Seal changes the state."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from games.munchkin_apocalypse import events_combat as ec
from games.munchkin_apocalypse.state import (
    Body,
    Combat,
    GivenBonus,
    Monster,
    MonsterEnhancer,
    State,
    Window,
    with_player,
)
from games.munchkin_apocalypse.zones import (
    discarded,
    handed_over,
    played,
    received,
    taken_up,
    without,
)


def _with_combat(state: State, **changes: object) -> State:
    assert state.combat is not None
    return replace(state, combat=replace(state.combat, **changes))


def combat_started(state: State, event: ec.CombatStarted) -> State:
    combat = Combat(
        id=event.combat, fighter=event.fighter, monsters=(Monster(event.monster, event.card),), monsters_met=1
    )
    return replace(state, combat=combat, resolving=without(state.resolving, (event.card,)), fresh=())


def one_shot_played(state: State, event: ec.OneShotPlayed) -> State:
    state = taken_up(state, event.seat, event.card)
    if event.attached:
        state = discarded(state, event.attached)
    if state.combat is None:
        return replace(state, resolving=(*state.resolving, event.card))
    return _with_combat(state, played=(*state.combat.played, event.card))


def side_bonus_given(state: State, event: ec.SideBonusGiven) -> State:
    assert state.combat is not None
    bonus = GivenBonus(event.side, event.amount, event.card, event.by)
    return _with_combat(state, bonuses=(*state.combat.bonuses, bonus))


def monster_enhanced(state: State, event: ec.MonsterEnhanced) -> State:
    state = taken_up(state, event.by, event.card)
    assert state.combat is not None
    monsters = tuple(
        [
            replace(monster, enhancers=(*monster.enhancers, MonsterEnhancer(event.card)))
            if monster.id == event.monster
            else monster
            for monster in state.combat.monsters
        ]
    )
    return _with_combat(state, monsters=monsters)


def card_for_combat_played(state: State, event: ec.WanderingMonsterPlayed | ec.HordeEnhancerPlayed) -> State:
    return played(state, event.by, event.card)


def _joined(state: State, monster: Monster) -> State:
    assert state.combat is not None
    return _with_combat(state, monsters=(*state.combat.monsters, monster), monsters_met=state.combat.monsters_met + 1)


def monster_joined(state: State, event: ec.MonsterJoined) -> State:
    return _joined(taken_up(state, event.by, event.card), Monster(event.monster, event.card))


def _left(state: State, monster_id: str) -> State:
    """A Monster leaves the combat; its own cards are discarded."""
    assert state.combat is not None
    monster = state.combat.monster(monster_id)
    assert monster is not None
    state = _with_combat(state, monsters=tuple([one for one in state.combat.monsters if one.id != monster_id]))
    cards = monster_cards(monster)
    return discarded(state, cards) if cards else state


def monster_cards(monster: Monster) -> tuple[str, ...]:
    """The real cards of a Monster; a copy has none but those played on it."""
    own = () if monster.is_copy else (monster.card,)
    return own + tuple([enhancer.card for enhancer in monster.enhancers if not enhancer.is_copy])


def monster_eliminated(state: State, event: ec.MonsterEliminated) -> State:
    state = _left(state, event.monster)
    assert state.combat is not None
    return _with_combat(state, noted_treasures=state.combat.noted_treasures + event.treasures)


def monster_copied(state: State, event: ec.MonsterCopied) -> State:
    assert state.combat is not None
    original = state.combat.monster(event.monster)
    assert original is not None
    enhancers = tuple([MonsterEnhancer(card, is_copy=True) for card in event.enhancers])
    return _joined(state, Monster(event.new, original.card, is_copy=True, enhancers=enhancers))


def monster_swapped(state: State, event: ec.MonsterSwapped) -> State:
    state = _left(taken_up(state, event.by, event.card), event.monster)
    return _joined(state, Monster(event.new, event.card))


def share_granted(state: State, event: ec.ShareGranted) -> State:
    assert state.combat is not None
    return _with_combat(state, share=event.treasures, first_pick=state.combat.helper)


def helper_joined(state: State, event: ec.HelperJoined) -> State:
    return _with_combat(
        state,
        helper=event.helper,
        helper_is_forced=event.deal is None,
        pledged=event.items,
        share=event.treasures,
        first_pick=event.first_pick,
    )


def helper_lost(state: State, event: ec.HelperLost) -> State:
    return _with_combat(state, helper=None, helper_is_forced=False, pledged=(), share=0, first_pick=None)


def conclusion_declared(state: State, event: ec.ConclusionDeclared) -> State:
    return _with_combat(state, claim=event.claim)


def window_opened(state: State, event: ec.WindowOpened) -> State:
    window = Window(event.window, event.kind, event.asked, (), event.opened_at, event.length_ms, event.deadline)
    return replace(state, window=window)


def window_passed(state: State, event: ec.WindowPassed) -> State:
    assert state.window is not None
    return replace(state, window=replace(state.window, passed=(*state.window.passed, event.seat)))


def window_closed(state: State, event: ec.WindowClosed) -> State:
    return replace(state, window=None)


def window_voided(state: State, event: ec.WindowVoided) -> State:
    return replace(state, window=None)


def monsters_killed(state: State, event: ec.MonstersKilled) -> State:
    return state


def level_gained(state: State, event: ec.LevelGained) -> State:
    gained = state.players[event.seat].levels_this_turn + event.amount
    return with_player(state, event.seat, level=event.level, levels_this_turn=gained)


def level_lost(state: State, event: ec.LevelLost) -> State:
    return with_player(state, event.seat, level=event.level)


def treasure_picked(state: State, event: ec.TreasurePicked) -> State:
    return received(replace(state, spoils=without(state.spoils, (event.card,))), event.seat, (event.card,))


def pledge_paid(state: State, event: ec.PledgePaid) -> State:
    return handed_over(_pledge_gone(state, event.card), event.giver, event.taker, event.card)


def pledge_lapsed(state: State, event: ec.PledgeLapsed) -> State:
    return _pledge_gone(state, event.card)


def _pledge_gone(state: State, card: str) -> State:
    assert state.combat is not None
    return _with_combat(state, pledged=without(state.combat.pledged, (card,)))


def combat_cards_discarded(state: State, event: ec.CombatCardsDiscarded) -> State:
    return discarded(_with_combat(state, monsters=(), played=(), bonuses=()), event.cards)


def combat_ended(state: State, event: ec.CombatEnded) -> State:
    return replace(state, combat=None, turn_phase="TURN_END")


def flight_started(state: State, event: ec.FlightStarted) -> State:
    return _with_combat(state, runners=event.runners)


def escape_rolled(state: State, event: ec.EscapeRolled | ec.EscapeRerolled) -> State:
    return state


def escape_resolved(state: State, event: ec.EscapeResolved) -> State:
    assert state.combat is not None
    return _with_combat(state, settled=(*state.combat.settled, (event.seat, event.monster)))


def bad_stuff_applied(state: State, event: ec.BadStuffApplied) -> State:
    return state


def character_died(state: State, event: ec.CharacterDied) -> State:
    state = replace(state, dying=(*state.dying, event.seat))
    return with_player(state, event.seat, is_alive=False, has_died=True)


def body_laid_out(state: State, event: ec.BodyLaidOut) -> State:
    state = with_player(state, event.seat, hand=(), items=(), hirelings=(), disasters=())
    dying = tuple([seat for seat in state.dying if seat != event.seat])
    state = replace(state, dying=dying, body=Body(event.seat, event.cards))
    return discarded(state, event.discarded) if event.discarded else state


def loot_order_decided(state: State, event: ec.LootOrderDecided) -> State:
    assert state.body is not None
    return replace(state, body=replace(state.body, looters=event.order))


def card_looted(state: State, event: ec.CardLooted) -> State:
    assert state.body is not None
    body = replace(state.body, cards=without(state.body.cards, (event.card,)), looters=state.body.looters[1:])
    return received(replace(state, body=body), event.seat, (event.card,))


def body_cleared(state: State, event: ec.BodyCleared) -> State:
    state = replace(state, body=None)
    return discarded(state, event.discarded) if event.discarded else state


def seal_opened(state: State, event: ec.SealOpened) -> State:
    seals = state.seals[1:]
    return replace(
        state,
        seals=seals,
        open_seals=(*state.open_seals, event.card),
        closed_seals=min(state.closed_seals, len(seals)),
    )


def seal_closed(state: State, event: ec.SealClosed) -> State:
    state = replace(
        state,
        seals=(*state.seals, event.card),
        open_seals=state.open_seals[:-1],
        closed_seals=state.closed_seals + 1,
    )
    return with_player(state, event.seat, has_closed_seal=True) if event.cause == "three_levels" else state


def seal_closing_used_up(state: State, event: ec.SealClosingUsedUp) -> State:
    return with_player(state, event.seat, has_closed_seal=True)


ON_COMBAT_EVENT: Mapping[type[Any], Callable[[State, Any], State]] = {
    ec.CombatStarted: combat_started,
    ec.OneShotPlayed: one_shot_played,
    ec.SideBonusGiven: side_bonus_given,
    ec.MonsterEnhanced: monster_enhanced,
    ec.WanderingMonsterPlayed: card_for_combat_played,
    ec.HordeEnhancerPlayed: card_for_combat_played,
    ec.MonsterJoined: monster_joined,
    ec.MonsterEliminated: monster_eliminated,
    ec.MonsterCopied: monster_copied,
    ec.MonsterSwapped: monster_swapped,
    ec.ShareGranted: share_granted,
    ec.HelperJoined: helper_joined,
    ec.HelperLost: helper_lost,
    ec.ConclusionDeclared: conclusion_declared,
    ec.WindowOpened: window_opened,
    ec.WindowPassed: window_passed,
    ec.WindowClosed: window_closed,
    ec.WindowVoided: window_voided,
    ec.MonstersKilled: monsters_killed,
    ec.LevelGained: level_gained,
    ec.LevelLost: level_lost,
    ec.TreasurePicked: treasure_picked,
    ec.PledgePaid: pledge_paid,
    ec.PledgeLapsed: pledge_lapsed,
    ec.CombatCardsDiscarded: combat_cards_discarded,
    ec.CombatEnded: combat_ended,
    ec.FlightStarted: flight_started,
    ec.EscapeRolled: escape_rolled,
    ec.EscapeRerolled: escape_rolled,
    ec.EscapeResolved: escape_resolved,
    ec.BadStuffApplied: bad_stuff_applied,
    ec.CharacterDied: character_died,
    ec.BodyLaidOut: body_laid_out,
    ec.LootOrderDecided: loot_order_decided,
    ec.CardLooted: card_looted,
    ec.BodyCleared: body_cleared,
    ec.SealOpened: seal_opened,
    ec.SealClosed: seal_closed,
    ec.SealClosingUsedUp: seal_closing_used_up,
}
