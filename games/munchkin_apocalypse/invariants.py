"""What must hold after every event (section 9 of the rules); what spans several events is tested over whole matches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from games.decider import Event
from games.munchkin_apocalypse import events as e
from games.munchkin_apocalypse import events_combat as ec
from games.munchkin_apocalypse.agenda import BigExcess, LoseClass, Pay
from games.munchkin_apocalypse.cards import InstanceId
from games.munchkin_apocalypse.carrying import HANDS, big_allowed, big_items, hand_limit, hands_filled, is_usable
from games.munchkin_apocalypse.evolve_combat import monster_cards
from games.munchkin_apocalypse.meaning import card_row, facts
from games.munchkin_apocalypse.state import FIGHTING, GOLD_PER_LEVEL, SEALS_TO_END, Combat, State, to_act
from games.munchkin_apocalypse.vocabulary import Slot

SLOTS: tuple[Slot, ...] = ("headgear", "armour", "footgear")
SETTLED = (e.AgendaChanged, e.TurnStarted)  # after these the checks of MUNCH-5.7 have been made
FROZEN = (e.ItemPlayed, e.ItemWielded, e.ItemsSold, e.ItemsTraded)
LEVELS = frozenset([ec.LevelGained, e.ItemsSold])
WINDOWS = frozenset([ec.WindowOpened, ec.WindowPassed, ec.WindowClosed])
TURNS = frozenset([e.TurnStarted, e.TurnEnded, ec.SealClosed, e.DoorOpened, e.TroubleSought, e.RoomSearched])
RANDOM_DICE = (e.SealDieRolled, ec.EscapeRolled, ec.EscapeRerolled, e.DieRolled)


def invariants(before: State, event: Event, after: State) -> Iterator[str]:
    """A sentence for each invariant that this event has broken.

    What nothing has touched is still the same object, and is as it was.
    """
    if not after.players:
        return
    kind = type(event)
    if kind in CARD_MOVES:
        yield from _cards(after)
    if after.players is not before.players or kind in LEVELS:
        yield from _levels(before, event, after)
    yield from _seals(after)
    if before.combat is not None or after.combat is not None or kind in RANDOM_DICE:
        yield from _combat(before, event, after)
    if before.window is not None or after.window is not None or kind in WINDOWS:
        yield from _windows(before, event, after)
    if after.deals:
        yield from _deals(after)
    if after.players is not before.players or after.dying is not before.dying or kind is ec.LootOrderDecided:
        yield from _dead(before, event, after)
    if kind in TURNS:
        yield from _turns(before, event, after)
    if kind is e.AgendaChanged:
        yield from _decision(after)
    if isinstance(event, SETTLED) and not after.winners:
        yield from _characters(after)


CARD_MOVES = frozenset(
    kind
    for kind in (*vars(e).values(), *vars(ec).values())
    if isinstance(kind, type)
    and issubclass(kind, Event)
    and {"card", "cards", "discarded", "moves", "enhancers", "order"} & set(kind.__struct_fields__)
    and kind not in (e.DeckShuffled, ec.LootOrderDecided)
)


def places(state: State) -> list[InstanceId]:
    """Every Door and Treasure where it lies."""
    lying = [*state.doors, *state.treasures, *state.door_discards, *state.treasure_discards]
    lying += (*state.resolving, *state.spoils)
    for player in state.players:
        lying += (*player.hand, *player.classes, *player.super_munchkins, *player.paranoia, *player.hirelings)
        for item in player.items:
            lying += (item.card, *item.attached)
        lying += [lasting.card for lasting in player.disasters]
    if state.body is not None:
        lying += state.body.cards
    if state.combat is not None:
        lying += state.combat.played
        for monster in state.combat.monsters:
            lying += monster_cards(monster)
    return lying


def _cards(state: State) -> Iterator[str]:
    """MUNCH-I.1 to MUNCH-I.3."""
    tables = facts(state)
    decks = tables.catalogue.decks
    if not state.seals and not state.open_seals:
        return  # the decks are still being made
    lying = places(state)
    if len(lying) != len(decks["door"]) + len(decks["treasure"]) or len(set(lying)) != len(lying):
        twice = [card for card, count in Counter(lying).items() if count > 1]
        missing = sorted({*decks["door"], *decks["treasure"]} - set(lying))
        yield f"MUNCH-I.1: lying twice: {twice}; nowhere: {missing}"
    if len(state.seals) + len(state.open_seals) != len(decks["seal"]):
        yield f"MUNCH-I.2: {len(state.seals)} Seals in the deck and {len(state.open_seals)} open"
    back = tables.back
    for deck, pile in (
        ("door", state.doors + state.door_discards),
        ("treasure", state.treasures + state.treasure_discards),
    ):
        if not {deck}.issuperset(map(back.__getitem__, pile)):
            yield f"MUNCH-I.3: a card lies in the wrong {deck} pile"


def _levels(before: State, event: Event, after: State) -> Iterator[str]:
    """MUNCH-I.4, MUNCH-I.5, MUNCH-I.16, MUNCH-I.25."""
    top = after.options.winning_level
    for seat, player in enumerate(after.players):
        if not 1 <= player.level <= top:
            yield f"MUNCH-I.4: seat {seat} has Level {player.level}"
    if isinstance(event, ec.LevelGained):
        can_win = event.cause in facts(after).cards and card_row(after, event.cause).can_win
        if event.level == top and event.cause != "kill" and not can_win:
            yield f"MUNCH-I.5: seat {event.seat} reached the winning Level by {event.cause}"
        helper = None if after.combat is None else after.combat.helper
        if event.cause == "kill" and event.seat == helper and not after.options.fast_shared_victory:
            yield f"MUNCH-I.16: the helper {helper} gained a Level"
    if isinstance(event, e.ItemsSold):
        due = min(event.total // GOLD_PER_LEVEL, top - 1 - before.players[event.seat].level)
        if event.levels != due or due < 1 or event.seat != before.active:
            yield f"MUNCH-I.25: {event.levels} Levels for {event.total} gold by seat {event.seat}"


def _seals(after: State) -> Iterator[str]:
    """MUNCH-I.6."""
    if len(after.open_seals) > SEALS_TO_END:
        yield f"MUNCH-I.6: {len(after.open_seals)} Seals are open"


def _combat(before: State, event: Event, after: State) -> Iterator[str]:
    """MUNCH-I.12 to MUNCH-I.15, MUNCH-I.29."""
    combat = after.combat
    if isinstance(event, ec.CombatStarted) and before.combat is not None:
        yield "MUNCH-I.12: a second combat"
    if combat is not None and combat.helper == combat.fighter:
        yield "MUNCH-I.12: the fighter helps"
    if before.combat is not None:
        if isinstance(event, FROZEN):
            yield f"MUNCH-I.13: {type(event).__name__} during a combat"
        if isinstance(event, e.ItemStowed) and not event.forced:
            yield "MUNCH-I.13: an item was stowed during a combat"
        if isinstance(event, e.ItemDiscarded) and event.cause == "own_will":
            yield "MUNCH-I.13: an item was discarded at will during a combat"
        is_reward = isinstance(event, e.CardsDrawn) and event.reason == "treasure"
        if before.combat.runners and (isinstance(event, ec.MonstersKilled) or is_reward):
            yield "MUNCH-I.15: a flight was rewarded"
        if isinstance(event, ec.MonstersKilled) and (before.window is not None or before.combat.claim != "victory"):
            yield "MUNCH-I.14: a kill without a declared victory"
    if isinstance(event, RANDOM_DICE) and not 1 <= event.die <= 6:
        yield f"MUNCH-I.29: a die shows {event.die}"


def _windows(before: State, event: Event, after: State) -> Iterator[str]:
    """MUNCH-I.9 to MUNCH-I.11."""
    if isinstance(event, ec.WindowOpened) and before.window is not None:
        yield "MUNCH-I.9: a second window"
    if isinstance(event, ec.WindowPassed):
        window = before.window
        if window is None or event.seat not in window.asked or event.seat in window.passed:
            yield f"MUNCH-I.9: seat {event.seat} could not pass"
    if isinstance(event, ec.WindowClosed) and event.by == "all_passed":
        window = before.window
        if window is None or set(window.passed) != set(window.asked):
            yield "MUNCH-I.11: not all had passed"
    quiet = (ec.WindowPassed, ec.WindowClosed, ec.WindowVoided, e.HandCardShown, e.AgendaChanged)
    if before.window is not None and before.window.kind == "conclusion" and not isinstance(event, quiet):
        yield f"MUNCH-I.10: {type(event).__name__} in an open conclusion window"
    if after.window is not None and after.window.kind == "conclusion" and after.combat is None:
        yield "MUNCH-I.9: a conclusion window without a combat"


def _deals(after: State) -> Iterator[str]:
    """MUNCH-I.28."""
    kinds = Counter((deal.kind, frozenset(deal.parties)) for deal in after.deals)
    if any(count > 1 for count in kinds.values()):
        yield "MUNCH-I.28: two open deals of a kind between the same players"
    if any(deal.kind == "help" for deal in after.deals) and after.combat is None:
        yield "MUNCH-I.28: a help deal outside combat"
    if any(deal.kind == "trade" for deal in after.deals) and after.combat is not None:
        yield "MUNCH-I.28: a trade deal during combat"


def _dead(before: State, event: Event, after: State) -> Iterator[str]:
    """MUNCH-I.20, MUNCH-I.22."""
    for seat, (old, new) in enumerate(zip(before.players, after.players)):
        if not old.is_alive and not new.is_alive:
            if len(new.hand) > len(old.hand) or new.level > old.level:
                yield f"MUNCH-I.20: the dead seat {seat} gained something"
            if seat not in after.dying and (new.hand or new.items):
                yield f"MUNCH-I.20: the dead seat {seat} owns cards"
    if isinstance(event, ec.LootOrderDecided):
        levels = [after.players[seat].level for seat in event.order]
        if levels != sorted(levels, reverse=True) or len(set(event.order)) != len(event.order):
            yield f"MUNCH-I.22: loot order {event.order} at Levels {levels}"


def _turns(before: State, event: Event, after: State) -> Iterator[str]:
    """MUNCH-I.23, MUNCH-I.24, MUNCH-I.26, MUNCH-I.27."""
    if isinstance(event, e.TurnStarted) and before.turn and event.seat != (before.active + 1) % len(before.players):
        yield f"MUNCH-I.26: seat {event.seat} follows seat {before.active}"
    if isinstance(event, e.TurnEnded):
        player = before.players[event.seat]
        if player.is_alive and len(player.hand) > hand_limit(before, event.seat):
            yield f"MUNCH-I.23: seat {event.seat} ends the turn with {len(player.hand)} cards"
        given = () if before.charity is None else before.charity.given
        if given and max(given) - min(given) > 1:
            yield f"MUNCH-I.23: Charity was divided as {given}"
    if (
        isinstance(event, ec.SealClosed)
        and event.cause == "three_levels"
        and before.players[event.seat].has_closed_seal
    ):
        yield f"MUNCH-I.24: seat {event.seat} closed a second Seal in one turn"
    if isinstance(event, e.DoorOpened) and before.turn_phase != "TURN_START":
        yield "MUNCH-I.27: a second Door"
    if isinstance(event, (e.TroubleSought, e.RoomSearched)) and before.turn_phase != "AFTER_DOOR":
        yield "MUNCH-I.27: no room to search, and no trouble to look for"


def _decision(after: State) -> Iterator[str]:
    """MUNCH-I.4, MUNCH-I.6, MUNCH-I.7, MUNCH-I.12 at the end of a batch that left something to do."""
    if len(after.open_seals) == SEALS_TO_END:
        yield "MUNCH-I.6: seven Seals are open and the match goes on"
    if any(player.level == after.options.winning_level for player in after.players):
        yield "MUNCH-I.4: the winning Level is reached and the match goes on"
    if after.combat is not None and after.phase in FIGHTING and not _is_whole(after, after.combat):
        yield "MUNCH-I.12: a combat without Monster, or with a dead participant"
    if not to_act(after):
        yield f"MUNCH-I.7: nobody can act in {after.phase}"


def _is_whole(after: State, combat: Combat) -> bool:
    return bool(combat.monsters) and all(after.players[seat].is_alive for seat in combat.participants)


def _characters(after: State) -> Iterator[str]:
    """MUNCH-I.18, MUNCH-I.19, once the checks of MUNCH-5.7 have been made."""
    if any(isinstance(job, Pay) for job in after.agenda):
        return
    cards = facts(after).cards
    for seat, player in enumerate(after.players):
        classes = [cards[card].class_name for card in player.classes]
        is_mending = any(isinstance(job, LoseClass) and job.seat == seat for job in after.agenda)
        if len(set(classes)) != len(classes):
            yield f"MUNCH-I.18: seat {seat} has Classes {classes}"
        supers = len(player.super_munchkins)
        is_wrong = len(classes) > 1 + supers or (supers > 0 and len(classes) < 2)
        if is_wrong and not is_mending and len(facts(after).catalogue.kinds) == 1:
            yield f"MUNCH-I.18: seat {seat} has {len(classes)} Classes and {supers} Super Munchkin"
        if player.is_alive:
            yield from _equipment(after, seat)


def _equipment(after: State, seat: int) -> Iterator[str]:
    used = [item for item in after.players[seat].items if item.in_use]
    if any(not is_usable(after, seat, item) for item in used):
        yield f"MUNCH-I.19: seat {seat} uses an item of another Class"
    slots = [card_row(after, item.card).slot for item in used if item.cheat is None]
    if any(slots.count(slot) > 1 for slot in SLOTS) or sum([hands_filled(after, item) for item in used]) > HANDS:
        yield f"MUNCH-I.19: seat {seat} uses more than its slots hold"
    big = big_items(after, seat)
    if len(big) > 1 and BigExcess(seat=seat) not in after.agenda and len(big) > big_allowed(after, seat):
        yield f"MUNCH-I.19: seat {seat} carries too many Big items"
