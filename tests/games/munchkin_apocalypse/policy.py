"""How the random player plays Munchkin Apocalypse: with enough sense for matches to end."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from games.choices import Choice, one_from, one_of
from games.decider import snake_case
from games.munchkin_apocalypse import GAME
from games.munchkin_apocalypse.catalogue import card_of, catalogue_for, load_packs
from games.munchkin_apocalypse.checks import words_used
from games.munchkin_apocalypse.state import Options, State
from games.munchkin_apocalypse.vocabulary import word_of

PACKS = load_packs(Path(__file__).parent / "packs")

# How eagerly each kind of command is sent; what only rearranges or talks is rare, so that matches go on.
WEIGHTS: dict[str, float] = {
    "finish_setup": 4,
    "open_door": 5,
    "look_for_trouble": 3,
    "search_room": 3,
    "end_turn": 3,
    "play_class": 4,
    "discard_class": 0.05,
    "play_super_munchkin": 8,
    "play_paranoia": 4,
    "play_item": 8,
    "attach_to_item": 8,
    "wield_item": 3,
    "stow_item": 0.1,
    "discard_item": 0.05,
    "add_to_sale": 1.5,
    "remove_from_sale": 0.1,
    "complete_sale": 6,
    "cancel_sale": 0.1,
    "open_deal": 0.4,
    "put_in_deal": 0.6,
    "take_from_deal": 0.1,
    "set_deal_treasures": 0.2,
    "set_deal_first_pick": 0.1,
    "agree_deal": 5,
    "cancel_deal": 0.3,
    "play_disaster": 0.6,
    "play_special": 1.5,
    "use_ability": 0.5,
    "play_one_shot": 0.6,
    "play_monster_enhancer": 0.4,
    "play_wandering_monster": 0.6,
    "join_horde": 1,
    "join_horde_with": 1,
    "grant_share": 0.3,
    "declare_victory": 6,
    "declare_flight": 1.5,
    "withdraw_declaration": 0.05,
    "pass": 6,
    "respond": 2,
    "show_card": 0.03,
}

AIMED = ("play_disaster", "play_special")
OUT_OF_REACH = {
    "event DeckExhausted",  # all cards of a back would have to lie in hands and on tables at once
}


def policy(rng: random.Random, state: State, seat: int, choices: list[Choice]) -> Choice:
    """One template, by its weight; a set grip is kept, and a side is the one that helps whoever plays.

    A helper draws fire, since little else makes a combat lose one.
    """
    helper = None if state.combat is None else state.combat.helper
    weights = [_weight(one, has_helper=helper is not None) for one in choices]
    chosen = rng.choices(choices, weights)[0]
    if chosen.type in AIMED and helper in getattr(chosen.params.get("target"), "one_of", ()) and rng.random() < 0.5:
        return Choice(chosen.type, {**chosen.params, "target": one_of(helper)})
    if chosen.type == "play_one_shot" and "side" in chosen.params and rng.random() < 0.8:
        own = state.combat is not None and seat in state.combat.participants
        return Choice(chosen.type, {**chosen.params, "side": one_of("fighters" if own else "monsters")})
    if chosen.type == "set_deal_treasures":
        return Choice(chosen.type, {**chosen.params, "count": one_from(range(3))})
    return chosen


def _weight(template: Choice, *, has_helper: bool) -> float:
    if _is_idle(template):
        return 0.05
    return WEIGHTS.get(template.type, 1) * (6 if has_helper and template.type in AIMED else 1)


def _is_idle(template: Choice) -> bool:
    return template.type == "set_grip" and getattr(template.params["both"], "one_of", ()) == (False,)


def random_options(rng: random.Random) -> Options:
    """Mostly the usual match, with every variant now and then."""
    return Options(
        first_seat=rng.choice([None, 0, 1]),
        reaction_window_ms=rng.choice([20_000, 2660, None]),
        response_window_ms=rng.choice([10_000, 1000, None]),
        flight_window=rng.random() < 0.7,
        fast_listen=rng.random() < 0.3,
        fast_search=rng.random() < 0.3,
        fast_shared_victory=rng.random() < 0.3,
        epic=rng.random() < 0.1,
        blend_seal_roll=rng.random() < 0.15,
        packs=PACKS if rng.random() < 0.2 else (),
    )


def options_without_clocks(rng: random.Random) -> Options:
    return replace(random_options(rng), reaction_window_ms=None, response_window_ms=None)


def everything() -> set[str]:
    """Every command, every event, every card, every effect word."""
    cards = catalogue_for(PACKS).cards
    named = {f"command {name}" for name in GAME.commands}
    named |= {f"event {kind.__name__}" for kind in GAME.rules.on_event} - OUT_OF_REACH
    named |= {f"card {card}" for card in cards}
    return named | {f"word {word}" for word in words_used(cards.values())}


def reached(match: Any) -> set[str]:
    """What one match has reached: a card when an event names it outside the decks, a word with its card."""
    found = {f"command {snake_case(type(command).__name__)}" for command in match.commands}
    found |= {f"event {type(event).__name__}" for event in match.events}
    cards = catalogue_for(PACKS).cards
    played: set[str] = set()
    for event in match.events:
        kind = type(event).__name__
        if kind in ("DeckShuffled", "DeckReshuffled", "CardsDrawn", "AgendaChanged", "ChoiceRequested"):
            continue
        for value in _texts(msgspec.to_builtins(event)):
            if "#" in value and card_of(value) in cards:
                played.add(card_of(value))
    found |= {f"card {card}" for card in played}
    for card in played:
        found |= {f"word {word}" for word in words_used([cards[card]])}
        found |= {f"word {word_of(step)}" for clause in cards[card].clauses for step in clause.steps}
    return found


def _texts(value: Any) -> Any:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from _texts(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _texts(part)
