"""How the random player plays Szmal, which decks it draws, and what it should reach."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

from games.choices import Choice, choice, one_from
from games.szmal import GAME
from games.szmal import events as e
from games.szmal.catalogue import BASE, Card, load_packs
from games.szmal.costs import is_payable
from games.szmal.measure import holds
from games.szmal.setup import SzmalOptions
from games.szmal.state import Run, State, catalogue_of
from games.szmal.table import of_type, place_of, statics
from games.szmal.vocabulary import Claim, Clause, Comparison, Condition, counts_in
from tests.play import Match

PACKS = load_packs(Path(__file__).parent / "packs")


def policy(rng: random.Random, state: State, seat: int, choices: list[Choice]) -> Choice:
    """Any choice, but mostly one that does something: refusing, passing and hopeless cards are rarer."""
    doing = [template for template in choices if template.type not in ("decline_cost", "pass_extra")]
    chosen = rng.choice(doing if rng.random() < 0.85 else choices)
    if chosen.type in ("commit_card", "play_extra") and rng.random() < 0.7:
        hopeful = tuple(card for card in chosen.params["card"].one_of if is_playable(state, seat, card))
        if hopeful:
            return choice(chosen.type, **{**chosen.params, "card": one_from(hopeful)})
    return chosen


def is_playable(state: State, seat: int, number: int) -> bool:
    """Whether a card would be played as things are now."""
    card = catalogue_of(state).cards[number]
    is_met = holds(state, Run(seat, number, number, 0), card.requirement)
    return is_met and (not card.cost or any(is_payable(state, seat, number, way) for way in card.cost))


def random_options(rng: random.Random) -> SzmalOptions:
    """The base game mostly; now and then with packs over it."""
    packs = rng.sample(PACKS, rng.randint(1, len(PACKS))) if rng.random() < 0.2 else []
    return SzmalOptions(packs=tuple(packs))


options_without_clocks = random_options


def everything() -> set[str]:
    """Every command and event, every card played, every word on a card at work."""
    names = {f"command {name}" for name in GAME.commands}
    names |= {event_type.__name__ for event_type in GAME.rules.on_event}
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
    state = GAME.rules.initial
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


# Which words an event shows to have been at work; the card that spoke them is named in the event's rule.
SHOWN_BY: dict[type[Any], tuple[str, ...]] = {
    e.CashGained: ("GAIN", "MIRROR"),
    e.CashLost: ("LOSE_CASH",),
    e.MarkersPlaced: ("MARK", "SYMBOL_MARKERS"),
    e.MarkersRemoved: ("UNMARK",),
    e.CardDrawn: ("DRAW",),
    e.CardReturnedToHand: ("RETURN_TO_HAND",),
    e.ExtraCardChosen: ("EXTRA_PLAY",),
    e.DrawPileRevealed: ("REVEAL_AND_PLAY",),
    e.GangsterCopied: ("COPY",),
}


def _seen(state: State, event: Any) -> set[str]:
    names: set[str] = set()
    for number in re.findall(r"SZMAL-CARD\.(\d+)", event.rule):
        names |= _spoken(BASE.cards[int(number)], SHOWN_BY.get(type(event), ()))
    match event:
        case e.LossesRevealed():
            names |= _spoken(catalogue_of(state).cards[event.cause], ("LOSE_CARD",))
        case e.CardEnteredTerritory():
            names |= _entered(state, event)
        case e.PlayedCardDiscarded():
            names.add(f"card {event.card} thrown away")
        case e.CostPaid():
            names |= {f"cost {event.option}"} | _discounts(state, event)
        case e.CardResolutionStarted():
            names |= _ignored(state, event)
        case e.DecisionOpened():
            for seat in range(state.seats):
                for run, _ in statics(state, seat, "ADD_SYMBOLS"):
                    names |= _spoken(catalogue_of(state).cards[run.number], ("ADD_SYMBOLS",))
        case e.CashGained(doublings=times) if times:
            names |= _static_words(state, event.seat, "DOUBLE_GAINS")
    return names


def _spoken(card: Card, shown: tuple[str, ...]) -> set[str]:
    """All words of the clauses of a card in which one of these effects stands."""
    clauses = (clause for clause in card.clauses if any(effect.word in shown for effect in clause.effects))
    return {name for clause in clauses for name in words(clause)}


def _static_words(state: State, seat: int, word: str) -> set[str]:
    runs = [run for run, _ in statics(state, seat, word)]
    return {name for run in runs for name in _spoken(catalogue_of(state).cards[run.number], (word,))}


def _entered(state: State, event: e.CardEnteredTerritory) -> set[str]:
    card, cards = catalogue_of(state).cards[event.card], catalogue_of(state).cards
    names = {f"card {event.card}"} if card.rule != "SZMAL-P.4" else set()
    for condition in card.requirement:
        names |= condition_words(condition)
    if any(place.entered < state.round for place in of_type(state, event.seat, "GANGSTER")):
        names |= _spoken(card, ("REPLAY",))
    if any(effect.args == ("EACH_OPPONENT_PROPERTY",) for clause in card.clauses for effect in clause.effects):
        for seat in range(state.seats):
            for run, _ in statics(state, seat, "PROTECT_MARKERS"):
                place = place_of(state, seat, run.card)
                if seat != event.seat and place is not None and place.markers:
                    names |= _spoken(cards[run.number], ("PROTECT_MARKERS",))
    return names | _spoken(card, ("DEFER_SYMBOL_MARKERS",))


def _discounts(state: State, event: e.CostPaid) -> set[str]:
    printed = next(way.amount for way in catalogue_of(state).cards[event.card].cost if way.option == event.option)
    return _static_words(state, event.seat, "DISCOUNT") if event.amount < printed else set()


def _ignored(state: State, event: e.CardResolutionStarted) -> set[str]:
    card = catalogue_of(state).cards[event.card]
    needed = (event.costs_ignored and card.cost) or (event.requirements_ignored and card.requirement)
    return _static_words(state, event.seat, "IGNORE") if needed else set()
