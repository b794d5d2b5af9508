"""How the random player plays Szmal, which decks it draws, and what it should reach."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from games.choices import Choice
from games.szmal import GAME
from games.szmal import events as e
from games.szmal.cards import BASE, load_packs
from games.szmal.rules import SzmalOptions
from games.szmal.state import State, catalogue_of
from games.szmal.table import place_of
from games.szmal.vocabulary import Claim, Clause, Comparison, Condition, counts_in
from tests.play import Match

PACKS = load_packs(Path(__file__).parent / "packs")


def policy(rng: random.Random, _state: State, _seat: int, choices: list[Choice]) -> Choice:
    """Any choice, but mostly one that does something: refusing and passing are rare."""
    doing = [template for template in choices if template.type not in ("decline_cost", "pass_extra")]
    return rng.choice(doing if rng.random() < 0.85 else choices)


def random_options(rng: random.Random) -> SzmalOptions:
    """The base game mostly; now and then with packs over it."""
    packs = rng.sample(PACKS, rng.randint(1, len(PACKS))) if rng.random() < 0.2 else []
    return SzmalOptions(packs=tuple(packs))


def everything() -> set[str]:
    """Every command and event, every card played, every word on a card at work."""
    names = {f"command {name}" for name in GAME.commands}
    names |= {event_type.__name__ for event_type in GAME.on_event}
    names |= {f"card {number}" for number in BASE.numbers} | {f"card {number} thrown away" for number in _conditional()}
    for card in BASE.cards.values():
        for clause in card.clauses:
            names |= words(clause)
        for condition in card.requirement:
            names |= condition_words(condition)
        names |= {f"cost {alternative.option}" for alternative in card.cost}
    return names


def reached(match: Match) -> set[str]:
    """What one match has reached; an effect word counts when something shows that it was at work."""
    names = {f"command {type_}" for type_ in GAME.commands if _sent(match, type_)}
    names |= {type(event).__name__ for event in match.events}
    state = GAME.initial
    for event in match.events:
        names |= _seen(state, event)
        state = GAME.evolve(state, event)
    return names


def words(clause: Clause) -> set[str]:
    """The words of a clause as they are counted here."""
    names = {f"{clause.kind} {clause.timing}" + (f"({', '.join(clause.args)})" if clause.args else "")}
    for effect in clause.effects:
        names.add(f"effect {effect.word}({', '.join(effect.args)})")
        names |= {f"quantity {count.word}({count.of})" for count in counts_in(effect.amount)}
        for condition in effect.conditions:
            names |= condition_words(condition)
    return names


def condition_words(condition: Condition) -> set[str]:
    if isinstance(condition, Claim):
        return {f"condition {condition.word}"}
    assert isinstance(condition, Comparison)
    return {f"condition {condition.sign}"} | {
        f"quantity {count.word}({count.of})" for count in counts_in(condition.quantity)
    }


def _conditional() -> list[int]:
    return [number for number, card in BASE.cards.items() if card.cost or card.requirement]


def _sent(match: Match, type_: str) -> bool:
    return any(type(command) is GAME.commands[type_] for command in match.commands)


def _seen(state: State, event: Any) -> set[str]:
    match event:
        case e.CardEnteredTerritory():
            card = catalogue_of(state).cards[event.card]
            names = {f"card {event.card}"}
            for condition in card.requirement:
                names |= condition_words(condition)
            return names | {name for clause in card.clauses if clause.timing == "STATIC" for name in words(clause)}
        case e.PlayedCardDiscarded():
            return {f"card {event.card} thrown away"}
        case e.CostPaid():
            return {f"cost {event.option}"}
        case e.LastingEffectCreated():
            return _of(state, event.printed, lambda clause: clause.kind in ("THIS", "NEXT"))
        case e.DrawPileRevealed():
            return {"effect REVEAL_AND_PLAY(GANGSTER)"}
        case e.GangsterCopied():
            return {"effect COPY(CHOSEN_OTHER_GANGSTER)"}
        case e.CashGained() | e.CashLost() | e.MarkersPlaced() | e.MarkersRemoved():
            return _by_cause(state, event.seat, event.cause)
        case e.CardDrawn() | e.CardReturnedToHand() | e.LossesRevealed() | e.ExtraCardChosen() | e.PropertyChosen():
            return _by_type(event)
        case _:
            return set()


def _of(state: State, number: int, fits: Any) -> set[str]:
    clauses = catalogue_of(state).cards[number].clauses
    return {name for clause in clauses if fits(clause) for name in words(clause)}


def _by_cause(state: State, seat: int, cause: int | str) -> set[str]:
    """All words of the card that brought cash or markers."""
    if not isinstance(cause, int):
        return {"effect SYMBOL_MARKERS(SELF)", "ONCE AT_GAME_END"} if state.round == 12 else set()
    places = (place_of(state, one, cause) for one in range(state.seats))
    number = next((place.number for place in places if place), cause)
    return _of(state, number, lambda _clause: True)


def _by_type(event: Any) -> set[str]:
    match event:
        case e.CardDrawn():
            return {"effect DRAW()"}
        case e.CardReturnedToHand():
            return {"effect RETURN_TO_HAND(SELF)" if event.card == event.cause else "effect RETURN_TO_HAND(PLAYED)"}
        case e.ExtraCardChosen():
            return {"effect EXTRA_PLAY(MAY)" if event.source == 80 else "effect EXTRA_PLAY(MUST)"}
        case _:
            return set()
