"""What must hold after every event (section 9 of the rules); what spans several events is tested over whole matches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain
from typing import Any

from games.decider import Event
from games.munchkin_apocalypse import events as e
from games.munchkin_apocalypse import events_combat as ec
from games.munchkin_apocalypse.agenda import BigExcess, LoseClass, Pay
from games.munchkin_apocalypse.carrying import HANDS, big_allowed, hand_limit, hands_filled
from games.munchkin_apocalypse.catalogue import InstanceId
from games.munchkin_apocalypse.evolve_combat import monster_cards
from games.munchkin_apocalypse.meaning import card_row, facts, has_class
from games.munchkin_apocalypse.state import FIGHTING, GOLD_PER_LEVEL, SEALS_TO_END, Combat, Player, State, to_act
from games.munchkin_apocalypse.vocabulary import Slot
from games.piles import removed_and_added

SLOTS: tuple[Slot, ...] = ("headgear", "armour", "footgear")
QUIET = frozenset([ec.WindowPassed, ec.WindowClosed, ec.WindowVoided, e.HandCardShown, e.AgendaChanged])
UNCOUNTED = frozenset([e.MatchStarted, e.DeckShuffled])  # the decks are still being made


def invariants(before: State, event: Event, after: State) -> Iterable[str]:
    """A sentence for each invariant that this event has broken.

    What nothing has touched is still the same object, and is as it was: of all cards, those that have moved are
    compared after each event, and once a round all are counted.
    """
    if not after.players:
        return ()
    broken: list[str] = []
    kind = type(event)
    if kind not in UNCOUNTED and (_are_others(before, after, broken) or _is_counted(event)):
        broken += _cards(after)
    if after.seals is not before.seals or after.open_seals is not before.open_seals:
        broken += _seals(after)
    if after.players is not before.players or after.dying is not before.dying:
        broken += _levels(after)
        broken += _dead(before, after)
    if after.combat is not before.combat and after.combat is not None and after.combat.helper == after.combat.fighter:
        broken.append("MUNCH-I.12: the fighter helps")
    if after.window is not None and after.window.kind == "conclusion" and after.combat is None:
        broken.append("MUNCH-I.9: a conclusion window without a combat")
    if before.window is not None and before.window.kind == "conclusion" and kind not in QUIET:
        broken.append(f"MUNCH-I.10: {kind.__name__} in an open conclusion window")
    if after.deals and (after.deals is not before.deals or after.combat is not before.combat):
        broken += _deals(after)
    for check in BY_EVENT.get(kind, ()):
        broken += check(before, event, after)
    return broken


def _is_counted(event: Event) -> bool:
    """The decks have just been made, or a round begins."""
    return isinstance(event, e.FirstPlayerChosen) or (isinstance(event, e.TurnStarted) and event.seat == 0)


def _are_others(before: State, after: State, broken: list[str]) -> bool:
    """Whether the cards that have left their places are others than those that have come to one; and MUNCH-I.3."""
    had: list[InstanceId] = []
    has: list[InstanceId] = []
    if _piles_moved(before, after):
        back = facts(after).back
        for deck, old_pile, new_pile in zip(("door", "treasure") * 2, _piles(before), _piles(after)):
            if old_pile is not new_pile:
                gone, come = removed_and_added(old_pile, new_pile)
                had += gone
                has += come
                if any(back.get(card) != deck for card in come):
                    broken.append(f"MUNCH-I.3: a card lies in the wrong {deck} pile")
    if before.resolving is not after.resolving:
        had += before.resolving
        has += after.resolving
    if before.spoils is not after.spoils:
        had += before.spoils
        has += after.spoils
    if before.players is not after.players:
        for old, new in zip(before.players, after.players):
            if old is not new:
                _compare_players(old, new, had, has)
    if before.body is not after.body:
        had += () if before.body is None else before.body.cards
        has += () if after.body is None else after.body.cards
    if before.combat is not after.combat:
        had += _fighting(before)
        has += _fighting(after)
    if len(had) != len(has) or len(before.players) != len(after.players):
        return True
    return bool(had) and set(had) != set(has)


def _piles(state: State) -> tuple[tuple[InstanceId, ...], ...]:
    return (state.doors, state.treasures, state.door_discards, state.treasure_discards)


def _piles_moved(before: State, after: State) -> bool:
    return (
        before.doors is not after.doors
        or before.treasures is not after.treasures
        or before.door_discards is not after.door_discards
        or before.treasure_discards is not after.treasure_discards
    )


def _compare_players(old: Player, new: Player, had: list[InstanceId], has: list[InstanceId]) -> None:
    if old.hand is not new.hand:
        had += old.hand
        has += new.hand
    if old.items is not new.items:
        for item in old.items:
            had += (item.card, *item.attached)
        for item in new.items:
            has += (item.card, *item.attached)
    lying, laid = _before_a_player(old), _before_a_player(new)
    if lying != laid:
        had += lying
        has += laid


def _before_a_player(player: Player) -> tuple[InstanceId, ...]:
    """What lies there beside the items."""
    lying = player.classes + player.super_munchkins + player.paranoia + player.hirelings
    return lying + tuple([lasting.card for lasting in player.disasters]) if player.disasters else lying


def _fighting(state: State) -> list[InstanceId]:
    """What has been played into the combat."""
    if state.combat is None:
        return []
    cards = list(state.combat.played)
    for monster in state.combat.monsters:
        cards += monster_cards(monster)
    return cards


def places(state: State) -> list[InstanceId]:
    """Every Door and Treasure where it lies."""
    lying = list(chain(*_piles(state), state.resolving, state.spoils, _fighting(state)))
    for player in state.players:
        lying += player.hand
        lying += _before_a_player(player)
        for item in player.items:
            lying += (item.card, *item.attached)
    if state.body is not None:
        lying += state.body.cards
    return lying


def _cards(state: State) -> Iterator[str]:
    """MUNCH-I.1."""
    decks, lying = facts(state).catalogue.decks, places(state)
    if len(lying) != len(decks["door"]) + len(decks["treasure"]) or len(set(lying)) != len(lying):
        twice = [card for card, count in Counter(lying).items() if count > 1]
        missing = sorted({*decks["door"], *decks["treasure"]} - set(lying))
        yield f"MUNCH-I.1: lying twice: {twice}; nowhere: {missing}"


def _seals(after: State) -> Iterator[str]:
    """MUNCH-I.2, MUNCH-I.6."""
    if len(after.seals) + len(after.open_seals) != len(facts(after).catalogue.decks["seal"]):
        yield f"MUNCH-I.2: {len(after.seals)} Seals in the deck and {len(after.open_seals)} open"
    if len(after.open_seals) > SEALS_TO_END:
        yield f"MUNCH-I.6: {len(after.open_seals)} Seals are open"


def _levels(after: State) -> Iterator[str]:
    """MUNCH-I.4."""
    top = after.options.winning_level
    for seat, player in enumerate(after.players):
        if not 1 <= player.level <= top:
            yield f"MUNCH-I.4: seat {seat} has Level {player.level}"


def _level_gained(before: State, event: ec.LevelGained, after: State) -> Iterator[str]:
    """MUNCH-I.5, MUNCH-I.16."""
    can_win = event.cause in facts(after).cards and card_row(after, event.cause).can_win
    if event.level == after.options.winning_level and event.cause != "kill" and not can_win:
        yield f"MUNCH-I.5: seat {event.seat} reached the winning Level by {event.cause}"
    helper = None if after.combat is None else after.combat.helper
    if event.cause == "kill" and event.seat == helper and not after.options.fast_shared_victory:
        yield f"MUNCH-I.16: the helper {helper} gained a Level"


def _items_sold(before: State, event: e.ItemsSold, after: State) -> Iterator[str]:
    """MUNCH-I.25."""
    due = min(event.total // GOLD_PER_LEVEL, after.options.winning_level - 1 - before.players[event.seat].level)
    if event.levels != due or due < 1 or event.seat != before.active:
        yield f"MUNCH-I.25: {event.levels} Levels for {event.total} gold by seat {event.seat}"


def _combat_started(before: State, event: ec.CombatStarted, after: State) -> Iterator[str]:
    """MUNCH-I.12."""
    if before.combat is not None:
        yield "MUNCH-I.12: a second combat"


def _items_handled(before: State, event: Event, after: State) -> Iterator[str]:
    """MUNCH-I.13."""
    if before.combat is not None:
        yield f"MUNCH-I.13: {type(event).__name__} during a combat"


def _item_stowed(before: State, event: e.ItemStowed, after: State) -> Iterator[str]:
    """MUNCH-I.13."""
    if before.combat is not None and not event.forced:
        yield "MUNCH-I.13: an item was stowed during a combat"


def _item_discarded(before: State, event: e.ItemDiscarded, after: State) -> Iterator[str]:
    """MUNCH-I.13."""
    if before.combat is not None and event.cause == "own_will":
        yield "MUNCH-I.13: an item was discarded at will during a combat"


def _monsters_killed(before: State, event: ec.MonstersKilled, after: State) -> Iterator[str]:
    """MUNCH-I.14, MUNCH-I.15."""
    if before.combat is not None:
        if before.combat.runners:
            yield "MUNCH-I.15: a flight was rewarded"
        if before.window is not None or before.combat.claim != "victory":
            yield "MUNCH-I.14: a kill without a declared victory"


def _cards_drawn(before: State, event: e.CardsDrawn, after: State) -> Iterator[str]:
    """MUNCH-I.15."""
    if before.combat is not None and before.combat.runners and event.reason == "treasure":
        yield "MUNCH-I.15: a flight was rewarded"


def _die(
    before: State, event: e.SealDieRolled | ec.EscapeRolled | ec.EscapeRerolled | e.DieRolled, after: State
) -> Iterator[str]:
    """MUNCH-I.29."""
    if not 1 <= event.die <= 6:
        yield f"MUNCH-I.29: a die shows {event.die}"


def _window_opened(before: State, event: ec.WindowOpened, after: State) -> Iterator[str]:
    """MUNCH-I.9."""
    if before.window is not None:
        yield "MUNCH-I.9: a second window"


def _window_passed(before: State, event: ec.WindowPassed, after: State) -> Iterator[str]:
    """MUNCH-I.9."""
    window = before.window
    if window is None or event.seat not in window.asked or event.seat in window.passed:
        yield f"MUNCH-I.9: seat {event.seat} could not pass"


def _window_closed(before: State, event: ec.WindowClosed, after: State) -> Iterator[str]:
    """MUNCH-I.11."""
    window = before.window
    if event.by == "all_passed" and (window is None or set(window.passed) != set(window.asked)):
        yield "MUNCH-I.11: not all had passed"


def _deals(after: State) -> Iterator[str]:
    """MUNCH-I.28."""
    kinds = [(deal.kind, *sorted(deal.parties)) for deal in after.deals]
    if len(set(kinds)) != len(kinds):
        yield "MUNCH-I.28: two open deals of a kind between the same players"
    for deal in after.deals:
        if deal.kind == "help" and after.combat is None:
            yield "MUNCH-I.28: a help deal outside combat"
        if deal.kind == "trade" and after.combat is not None:
            yield "MUNCH-I.28: a trade deal during combat"


def _dead(before: State, after: State) -> Iterator[str]:
    """MUNCH-I.20."""
    for seat, (old, new) in enumerate(zip(before.players, after.players)):
        if not old.is_alive and not new.is_alive:
            if len(new.hand) > len(old.hand) or new.level > old.level:
                yield f"MUNCH-I.20: the dead seat {seat} gained something"
            if seat not in after.dying and (new.hand or new.items):
                yield f"MUNCH-I.20: the dead seat {seat} owns cards"


def _loot_order(before: State, event: ec.LootOrderDecided, after: State) -> Iterator[str]:
    """MUNCH-I.22."""
    levels = [after.players[seat].level for seat in event.order]
    if levels != sorted(levels, reverse=True) or len(set(event.order)) != len(event.order):
        yield f"MUNCH-I.22: loot order {event.order} at Levels {levels}"


def _turn_started(before: State, event: e.TurnStarted, after: State) -> Iterator[str]:
    """MUNCH-I.26."""
    if before.turn and event.seat != (before.active + 1) % len(before.players):
        yield f"MUNCH-I.26: seat {event.seat} follows seat {before.active}"


def _turn_ended(before: State, event: e.TurnEnded, after: State) -> Iterator[str]:
    """MUNCH-I.23."""
    player = before.players[event.seat]
    if player.is_alive and len(player.hand) > hand_limit(before, event.seat):
        yield f"MUNCH-I.23: seat {event.seat} ends the turn with {len(player.hand)} cards"
    given = () if before.charity is None else before.charity.given
    if given and max(given) - min(given) > 1:
        yield f"MUNCH-I.23: Charity was divided as {given}"


def _seal_closed(before: State, event: ec.SealClosed, after: State) -> Iterator[str]:
    """MUNCH-I.24."""
    if event.cause == "three_levels" and before.players[event.seat].has_closed_seal:
        yield f"MUNCH-I.24: seat {event.seat} closed a second Seal in one turn"


def _door_opened(before: State, event: e.DoorOpened, after: State) -> Iterator[str]:
    """MUNCH-I.27."""
    if before.turn_phase != "TURN_START":
        yield "MUNCH-I.27: a second Door"


def _room_left(before: State, event: e.TroubleSought | e.RoomSearched, after: State) -> Iterator[str]:
    """MUNCH-I.27."""
    if before.turn_phase != "AFTER_DOOR":
        yield "MUNCH-I.27: no room to search, and no trouble to look for"


def _decision(before: State, event: e.AgendaChanged, after: State) -> Iterator[str]:
    """MUNCH-I.4, MUNCH-I.6, MUNCH-I.7, MUNCH-I.12 at the end of a batch that left something to do."""
    if len(after.open_seals) == SEALS_TO_END:
        yield "MUNCH-I.6: seven Seals are open and the match goes on"
    top = after.options.winning_level
    if top in [player.level for player in after.players]:
        yield "MUNCH-I.4: the winning Level is reached and the match goes on"
    if after.combat is not None and after.phase in FIGHTING and not _is_whole(after, after.combat):
        yield "MUNCH-I.12: a combat without Monster, or with a dead participant"
    if not to_act(after):
        yield f"MUNCH-I.7: nobody can act in {after.phase}"


def _is_whole(after: State, combat: Combat) -> bool:
    return bool(combat.monsters) and all(after.players[seat].is_alive for seat in combat.participants)


def _characters(before: State, event: Event, after: State) -> Iterator[str]:
    """MUNCH-I.18, MUNCH-I.19, once the checks of MUNCH-5.7 have been made."""
    if after.winners or any(isinstance(job, Pay) for job in after.agenda):
        return
    for seat, player in enumerate(after.players):
        if player.super_munchkins or len(player.classes) > 1:
            yield from _classes(after, seat)
        if player.items and player.is_alive:
            yield from _equipment(after, seat)


def _classes(after: State, seat: int) -> Iterator[str]:
    cards, player = facts(after).cards, after.players[seat]
    classes = [cards[card].class_name for card in player.classes]
    is_mending = any(isinstance(job, LoseClass) and job.seat == seat for job in after.agenda)
    if len(set(classes)) != len(classes):
        yield f"MUNCH-I.18: seat {seat} has Classes {classes}"
    supers = len(player.super_munchkins)
    is_wrong = len(classes) > 1 + supers or (supers > 0 and len(classes) < 2)
    if is_wrong and not is_mending and len(facts(after).catalogue.kinds) == 1:
        yield f"MUNCH-I.18: seat {seat} has {len(classes)} Classes and {supers} Super Munchkin"


def _equipment(after: State, seat: int) -> Iterator[str]:
    tables = facts(after)
    hands, slots, big = 0, [], 0
    for item in after.players[seat].items:
        if item.card in tables.big and item.cheat is None:
            big += 1
        if item.in_use:
            hands += hands_filled(after, item)
            if item.cheat is None:
                slots.append(tables.cards[item.card].slot)
                only_for = tables.only_for.get(item.card)
                if only_for is not None and not has_class(after, seat, only_for):
                    yield f"MUNCH-I.19: seat {seat} uses an item of another Class"
    if hands > HANDS or any(slots.count(slot) > 1 for slot in SLOTS):
        yield f"MUNCH-I.19: seat {seat} uses more than its slots hold"
    if big > 1 and BigExcess(seat=seat) not in after.agenda and big > big_allowed(after, seat):
        yield f"MUNCH-I.19: seat {seat} carries too many Big items"


BY_EVENT: Mapping[type[Event], tuple[Callable[[State, Any, State], Iterator[str]], ...]] = {
    ec.LevelGained: (_level_gained,),
    e.ItemsSold: (_items_sold, _items_handled),
    e.ItemPlayed: (_items_handled,),
    e.ItemWielded: (_items_handled,),
    e.ItemsTraded: (_items_handled,),
    e.ItemStowed: (_item_stowed,),
    e.ItemDiscarded: (_item_discarded,),
    ec.CombatStarted: (_combat_started,),
    ec.MonstersKilled: (_monsters_killed,),
    e.CardsDrawn: (_cards_drawn,),
    e.SealDieRolled: (_die,),
    ec.EscapeRolled: (_die,),
    ec.EscapeRerolled: (_die,),
    e.DieRolled: (_die,),
    ec.WindowOpened: (_window_opened,),
    ec.WindowPassed: (_window_passed,),
    ec.WindowClosed: (_window_closed,),
    ec.LootOrderDecided: (_loot_order,),
    e.TurnStarted: (_turn_started, _characters),
    e.TurnEnded: (_turn_ended,),
    ec.SealClosed: (_seal_closed,),
    e.DoorOpened: (_door_opened,),
    e.TroubleSought: (_room_left,),
    e.RoomSearched: (_room_left,),
    e.AgendaChanged: (_decision, _characters),
}
