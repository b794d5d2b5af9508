"""How a command is decided: the checks in their order (3.5 of the rules), then its events and all that follows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from msgspec import Struct

from games.decider import CLOCK, ClockOnly, Command, Event, IllegalMove, snake_case
from games.dice import Dice
from games.munchkin_apocalypse import agenda as a
from games.munchkin_apocalypse import commands as c
from games.munchkin_apocalypse import events as e
from games.munchkin_apocalypse import rules_character as character
from games.munchkin_apocalypse import rules_combat as combat
from games.munchkin_apocalypse import rules_death as death
from games.munchkin_apocalypse import rules_disasters as disasters
from games.munchkin_apocalypse import rules_flight as flight
from games.munchkin_apocalypse import rules_play as plays
from games.munchkin_apocalypse import rules_trade as trade
from games.munchkin_apocalypse import rules_turn as turns
from games.munchkin_apocalypse import rules_victory as victory
from games.munchkin_apocalypse.carrying import big_allowed, big_items
from games.munchkin_apocalypse.effects import open_seal, react_to_seal, run_clause, run_steps
from games.munchkin_apocalypse.effects_cards import (
    class_lost,
    gather_hand,
    give_hand,
    give_items,
    hand_card_gathered,
    hand_card_given,
    hand_card_lost,
    item_given,
    item_lost,
    lose_class,
    lose_hand,
    lose_items,
)
from games.munchkin_apocalypse.effects_combat import bring_monster, monster_brought
from games.munchkin_apocalypse.refusals import refuse
from games.munchkin_apocalypse.state import CALM, FIGHTING, OPEN, Phase, State, runner_on_turn
from games.munchkin_apocalypse.unfolding import Unfolding
from games.munchkin_apocalypse.upkeep import check_all

STEPS_MAX = 10_000
SETUP: frozenset[Phase] = frozenset({"SETUP"})
BIG: frozenset[Phase] = frozenset({"BIG_EXCESS"})
WINDOWED: frozenset[Phase] = frozenset({"CONCLUSION", "RESPONSE"})
COMBAT: frozenset[Phase] = frozenset({"COMBAT"})
IN_COMBAT: frozenset[Phase] = FIGHTING | {"FLIGHT"}
SEATS_NAMED = ("to", "partner", "picker", "target")  # parameters in which a number is a seat


class Rule(Struct, frozen=True):
    """What a command needs and what it does."""

    check: Callable[..., None] | None
    apply: Callable[[Unfolding, Any], None]
    phases: frozenset[Phase]  # that take it
    is_about_items: bool = False  # refused in combat with a code of its own
    voids: bool = True  # an open conclusion window


def check_choose(state: State, command: c.Choose) -> None:
    choice = state.choice
    assert choice is not None
    if command.seat != choice.seat:
        refuse("MUNCH-5.3", "not_your_decision", "Another player is asked.")
    if not any(command.value == option and type(command.value) is type(option) for option in choice.options):
        refuse("MUNCH-5.4", "bad_value", "That is not one of the options.")


def choose(unfolding: Unfolding, command: c.Choose) -> None:
    """MUNCH-5.4: the answer goes to the entry that asked."""
    choice = unfolding.state.choice
    assert choice is not None
    job = unfolding.pop()
    unfolding.emit(
        e.ChoiceMade(
            choice=choice.id,
            seat=choice.seat,
            kind=choice.kind,
            value=command.value,
            open=choice.is_public,
            forced=False,
            keep_for=job.givers[0] if isinstance(job, a.GatherHand) else None,
            rule="MUNCH-5.4",
        )
    )
    ANSWERED[type(job)](unfolding, job, command.value)


RULES: Mapping[type[Command], Rule] = {
    c.FinishSetup: Rule(turns.check_finish_setup, turns.finish_setup, SETUP),
    c.OpenDoor: Rule(turns.check_active, turns.open_door, frozenset({"TURN_START"})),
    c.LookForTrouble: Rule(turns.check_look_for_trouble, turns.look_for_trouble, frozenset({"AFTER_DOOR"})),
    c.SearchRoom: Rule(turns.check_active, turns.search_room, frozenset({"AFTER_DOOR"})),
    c.EndTurn: Rule(turns.check_active, turns.end_turn, frozenset({"AFTER_DOOR", "TURN_END"})),
    c.GiveCharityCard: Rule(turns.check_give_charity_card, turns.give_charity_card, frozenset({"CHARITY"})),
    c.DiscardCharityCard: Rule(turns.check_discard_charity_card, turns.discard_charity_card, frozenset({"CHARITY"})),
    c.PlayClass: Rule(character.check_play_class, character.play_class, SETUP | OPEN),
    c.DiscardClass: Rule(character.check_discard_class, character.drop_class, OPEN),
    c.PlaySuperMunchkin: Rule(character.check_play_super_munchkin, character.play_super_munchkin, SETUP | OPEN),
    c.PlayParanoia: Rule(character.check_play_paranoia, character.play_paranoia, SETUP | OPEN),
    c.PlayItem: Rule(character.check_play_item, character.play_item, SETUP | CALM, is_about_items=True),
    c.AttachToItem: Rule(character.check_attach_to_item, character.attach_to_item, SETUP | CALM, is_about_items=True),
    c.WieldItem: Rule(character.check_wield_item, character.wield_item, SETUP | CALM, is_about_items=True),
    c.StowItem: Rule(character.check_stow_item, character.stow_item, SETUP | CALM, is_about_items=True),
    c.SetGrip: Rule(character.check_set_grip, character.set_grip, SETUP | CALM, is_about_items=True),
    c.DiscardItem: Rule(character.check_discard_item, character.discard_own_item, CALM, is_about_items=True),
    c.AddToSale: Rule(trade.check_add_to_sale, trade.add_to_sale, CALM | BIG, is_about_items=True),
    c.RemoveFromSale: Rule(trade.check_remove_from_sale, trade.remove_from_sale, CALM | BIG, is_about_items=True),
    c.CompleteSale: Rule(trade.check_complete_sale, trade.complete_sale, CALM | BIG, is_about_items=True),
    c.CancelSale: Rule(trade.check_cancel_sale, trade.cancel_sale, CALM | BIG, is_about_items=True),
    c.OpenDeal: Rule(trade.check_open_deal, trade.open_deal, OPEN),
    c.PutInDeal: Rule(trade.check_put_in_deal, trade.put_in_deal, CALM | COMBAT),
    c.TakeFromDeal: Rule(trade.check_take_from_deal, trade.take_from_deal, CALM | COMBAT),
    c.SetDealTreasures: Rule(trade.check_set_deal_treasures, trade.set_deal_treasures, COMBAT),
    c.SetDealFirstPick: Rule(trade.check_set_deal_first_pick, trade.set_deal_first_pick, COMBAT),
    c.AgreeDeal: Rule(trade.check_agree_deal, trade.agree_deal, CALM | COMBAT),
    c.CancelDeal: Rule(trade.check_cancel_deal, trade.cancel_deal, CALM | COMBAT),
    c.GiveBigItem: Rule(character.check_give_big_item, character.give_big_item, BIG),
    c.DiscardBigItem: Rule(character.check_discard_big_item, character.discard_big_item, BIG),
    c.PlayDisaster: Rule(disasters.check_play_disaster, disasters.play_disaster, OPEN),
    c.PlaySpecial: Rule(plays.check_play_special, plays.play_special, SETUP | OPEN | BIG),
    c.UseAbility: Rule(plays.check_use_ability, plays.use_ability, OPEN | BIG),
    c.PlayOneShot: Rule(plays.check_play_one_shot, plays.play_one_shot, OPEN),
    c.PlayMonsterEnhancer: Rule(combat.check_play_monster_enhancer, combat.play_monster_enhancer, FIGHTING),
    c.PlayWanderingMonster: Rule(combat.check_play_wandering_monster, combat.play_wandering_monster, FIGHTING),
    c.JoinHorde: Rule(combat.check_join_horde, combat.join_horde, FIGHTING),
    c.JoinHordeWith: Rule(combat.check_join_horde_with, combat.join_horde_with, FIGHTING),
    c.GrantShare: Rule(combat.check_grant_share, combat.grant_share, COMBAT),
    c.DeclareVictory: Rule(combat.check_declare_victory, combat.declare_victory, COMBAT),
    c.DeclareFlight: Rule(combat.check_declare_flight, combat.declare_flight, COMBAT),
    c.WithdrawDeclaration: Rule(
        combat.check_withdraw_declaration, combat.withdraw_declaration, frozenset({"CONCLUSION"})
    ),
    c.Pass: Rule(combat.check_pass, combat.pass_window, WINDOWED, voids=False),
    c.CloseWindow: Rule(None, combat.close_window, WINDOWED, voids=False),
    c.Respond: Rule(plays.check_respond, plays.respond, frozenset({"RESPONSE"})),
    c.RollEscape: Rule(flight.check_roll_escape, flight.roll_escape, frozenset({"FLIGHT"})),
    c.PickTreasure: Rule(victory.check_pick_treasure, victory.pick_treasure, frozenset({"TREASURE_PICK"})),
    c.LootCard: Rule(death.check_loot_card, death.loot_card, frozenset({"LOOTING"})),
    c.Choose: Rule(check_choose, choose, frozenset({"CHOICE"})),
    c.ShowCard: Rule(turns.check_show_card, turns.show_card, frozenset(), voids=False),
}


SEATS_IN: Mapping[type[Command], tuple[str, ...]] = {
    kind: tuple(name for name in SEATS_NAMED if name in kind.__struct_fields__) for kind in RULES
}


def check_general(state: State, command: Command, rule: Rule) -> None:
    """The checks that come before a command's own, in their order (rows 1 to 8 of 3.5)."""
    kind, seat = type(command), command.seat
    phase = state.phase
    _check_shape(state, command)
    if phase == "MATCH_OVER":
        refuse("MUNCH-24.2", "match_over", "The match is over.")
    if kind is c.CloseWindow and seat != CLOCK:
        raise ClockOnly("MUNCH-5.17", "clock_only", "Only the clock closes a window; pass instead.")
    if seat != CLOCK and not state.players[seat].is_alive and not _is_asked(state, command):
        refuse("MUNCH-5.8", "character_dead", "Your character is dead and comes back with the next turn.", late=True)
    _check_ids(state, command)
    if kind is c.ShowCard or phase in rule.phases:
        return
    if phase not in OPEN:
        refuse("MUNCH-5.3", "resolution_pending", "Something must be finished first; try again after that.", late=True)
    if rule.is_about_items and phase in IN_COMBAT:
        refuse("MUNCH-7.21", "items_locked", "Nobody handles items while a combat or a flight is going on.", late=True)
    refuse("MUNCH-5.2", "wrong_phase", "This cannot be done in the present phase.", late=True, phase=phase)


def _check_shape(state: State, command: Command) -> None:
    """Row 1 of the table: what is wrong whatever the state of the match."""
    if isinstance(command, c.Respond):
        plays.check_response_shape(command)
    if isinstance(command, (c.SetDealTreasures, c.GrantShare)) and not 0 <= command.count <= c.TREASURES_MAX:
        refuse("MUNCH-11.5", "bad_parameters", f"A share is 0 to {c.TREASURES_MAX} Treasures.")
    for name in SEATS_IN[type(command)]:
        value = getattr(command, name)
        if type(value) is int and not 0 <= value < len(state.players):
            refuse("MUNCH-3.1", "bad_parameters", "There is no such seat at this table.")


def _is_asked(state: State, command: Command) -> bool:
    return isinstance(command, c.Choose) and state.choice is not None and state.choice.seat == command.seat


def _check_ids(state: State, command: Command) -> None:
    """MUNCH-5.19: what was meant for a window or choice that is over never hits the next one."""
    if isinstance(command, (c.Pass, c.CloseWindow, c.Respond)):
        if state.window is None or state.window.id != command.window:
            refuse("MUNCH-5.19", "window_over", "That window is not open.", late=True)
    elif isinstance(command, c.Choose) and (state.choice is None or state.choice.id != command.choice):
        refuse("MUNCH-5.19", "choice_over", "That choice is not open.", late=True)


def check(state: State, command: Command) -> None:
    """Refuse a command that the rules do not allow; all but the time, which only the clock's command needs."""
    rule = RULES[type(command)]
    check_general(state, command, rule)
    if rule.check is not None:
        rule.check(state, command)


def is_legal(state: State, command: Command) -> bool:
    """Whether a command's own checks pass, for a living sender in a phase that takes it and with the open ids."""
    own_check = RULES[type(command)].check
    try:
        if own_check is not None:
            own_check(state, command)
    except IllegalMove:
        return False
    return True


def decide(rule: Rule, state: State, command: Command, dice: Dice) -> list[Event]:
    """MUNCH-5.1: one command at a time, with all that follows from it without a new decision."""
    check(state, command)
    if isinstance(command, c.CloseWindow):
        combat.check_close_window(state, command, dice)
    unfolding = Unfolding(state, dice)
    if rule.voids and state.window is not None and state.window.kind == "conclusion":
        combat.void_window(unfolding, snake_case(type(command).__name__))
    rule.apply(unfolding, command)
    run(unfolding)
    return unfolding.finish()


ON_COMMAND: Mapping[type[Any], Callable[[State, Any, Dice], list[Event]]] = {
    kind: partial(decide, rule) for kind, rule in RULES.items()
}


def run(unfolding: Unfolding) -> None:
    """MUNCH-5.5: work the agenda off from its top until an answer is needed or nothing is left."""
    seen = -1
    for _ in range(STEPS_MAX):
        if len(unfolding.events) != seen:
            check_all(unfolding)
            seen = len(unfolding.events)
        if unfolding.state.winners or unfolding.state.choice is not None:
            return
        if not unfolding.state.agenda:
            if not _go_on(unfolding):
                return
            continue
        job = unfolding.pop()
        if HANDLERS[type(job)](unfolding, job):
            unfolding.push(job)
            return
    raise AssertionError("the agenda does not come to an end")


def _go_on(unfolding: Unfolding) -> bool:
    """What follows by itself when nothing is pending; whether anything did."""
    state = unfolding.state
    is_fleeing = state.combat is not None and bool(state.combat.runners)
    if is_fleeing and runner_on_turn(state) is None:
        unfolding.push(a.FinishCombat(outcome="flight"))
    elif state.dying and not is_fleeing:
        unfolding.push(a.Bury())
    elif state.combat is None and state.turn > 0 and not state.players[state.active].is_alive:
        turns.finish_turn(unfolding)  # MUNCH-6.21
    else:
        return False
    return True


def _mend_big_excess(unfolding: Unfolding, job: a.BigExcess) -> bool:
    """MUNCH-17.5: it waits until the surplus is gone."""
    return len(big_items(unfolding.state, job.seat)) > big_allowed(unfolding.state, job.seat)


HANDLERS: Mapping[type[Any], Callable[[Unfolding, Any], bool | None]] = {  # True: it waits for a command
    a.RunClause: run_clause,
    a.RunSteps: run_steps,
    a.NameTarget: plays.name_target,
    a.Pay: plays.pay,
    a.DiscardPlayed: plays.discard_played,
    a.LoseHand: lose_hand,
    a.GiveHand: give_hand,
    a.GatherHand: gather_hand,
    a.LoseItems: lose_items,
    a.GiveItems: give_items,
    a.LoseClass: lose_class,
    a.BringMonster: bring_monster,
    a.OpenSeal: open_seal,
    a.ReactToSeal: react_to_seal,
    a.Strike: disasters.go_on_with_strike,
    a.Escape: flight.escape,
    a.Bury: death.bury,
    a.LayOut: death.lay_out,
    a.Looting: death.loot,
    a.EndDeaths: death.end_deaths,
    a.Win: victory.win,
    a.TakeSpoils: victory.take_spoils,
    a.Picking: victory.pick,
    a.PayPledges: victory.pay_pledges,
    a.FinishCombat: victory.end_combat,
    a.BigExcess: _mend_big_excess,
    a.NewCharacter: turns.new_character,
    a.SealRoll: turns.roll_for_seal,
    a.Listen: turns.listen,
    a.StartEffects: turns.start_effects,
}

ANSWERED: Mapping[type[Any], Callable[[Unfolding, Any, int | str], None]] = {
    a.LoseHand: hand_card_lost,
    a.GiveHand: hand_card_given,
    a.GatherHand: hand_card_gathered,
    a.LoseItems: item_lost,
    a.GiveItems: item_given,
    a.LoseClass: class_lost,
    a.BringMonster: monster_brought,
    a.Pay: plays.cost_chosen,
    a.NameTarget: plays.target_named,
}
