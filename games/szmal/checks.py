"""What must be true of a card before the engine may be handed it (SZMAL-P.3), beyond the words being known.

The limits keep two promises of the engine: a word never meets a situation in which it has no meaning, and every chain
of effects comes to an end.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.szmal.vocabulary import (
    CREW,
    LASTING,
    RESOURCES,
    STATIC_WORDS,
    Alternative,
    BadWord,
    Clause,
    Comparison,
    Condition,
    Effect,
    counts_in,
)

PLAYS = ("WHEN_PLAYS", "AFTER_PLAYS")
TIMINGS_OF_WORD: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(STATIC_WORDS, ("STATIC",)),
    "MIRROR": ("ON_GAIN",),  # nothing else may answer a gain, or gains could chase each other around the table
    "REVEAL_AND_PLAY": ("ON_PLAY",),
    "COPY": ("ON_PLAY",),
    "REPLAY": ("ON_PLAY",),
    "EXTRA_PLAY": ("ON_PLAY", "AFTER_ALL_PLAYS"),
}
WORDS_OF_TIMING: dict[str, tuple[str, ...]] = {"STATIC": STATIC_WORDS, "ON_GAIN": ("MIRROR",)}
SYMBOLS_OF_TYPE: dict[str, tuple[str, ...]] = {"ACTION": (), "GANGSTER": CREW, "PROPERTY": RESOURCES}


def check_card(
    type_: str,
    symbols: tuple[str, ...],
    cost: tuple[Alternative, ...],
    requirement: tuple[Condition, ...],
    clauses: tuple[Clause, ...],
) -> None:
    """Raise BadWord for the first thing that is wrong with a card."""
    for complaint in _complaints(type_, symbols, cost, requirement, clauses):
        raise BadWord(complaint)


def _complaints(
    type_: str,
    symbols: tuple[str, ...],
    cost: tuple[Alternative, ...],
    requirement: tuple[Condition, ...],
    clauses: tuple[Clause, ...],
) -> Iterator[str]:
    for symbol in symbols:
        if symbol not in SYMBOLS_OF_TYPE[type_]:
            yield f"{symbol} is not printed on cards of type {type_} (SZMAL-1.6 to SZMAL-1.8)"
    if cost and requirement:
        yield "a card has a Cost or a Requirement, not both (SZMAL-8.9)"
    if len({alternative.option for alternative in cost}) < len(cost):
        yield "a Cost offers each way to pay once"
    if {"SELF", "THEIR_COUNT", "PAID_MARKERS"} & _counted(requirement):
        yield "a Requirement looks at the Territory without the card itself (SZMAL-6.10)"
    for clause in clauses:
        yield from _clause_complaints(type_, clause)
        for effect in clause.effects:
            yield from _effect_complaints(type_, clause, effect)
    words = {effect.word for clause in clauses for effect in clause.effects}
    if "EXTRA_PLAY" in words and any(_returns_itself(clause) for clause in clauses):
        yield "a card that goes back to the hand cannot bring an extra play, or it could play itself for ever"


def _clause_complaints(type_: str, clause: Clause) -> Iterator[str]:
    if type_ == "ACTION" and clause.kind not in LASTING and clause.timing != "ON_PLAY":
        yield f"an Action does not stay, so it has no {clause.kind} {clause.timing} ability"
    if clause.timing == "STATIC" and any(effect.conditions for effect in clause.effects):
        yield "a STATIC effect is simply true and has no IF"


def _effect_complaints(type_: str, clause: Clause, effect: Effect) -> Iterator[str]:
    word, target = effect.word, effect.args[0] if effect.args else ""
    if clause.timing not in TIMINGS_OF_WORD.get(word, (clause.timing,)):
        yield f"{word} has no meaning at {clause.timing}"
    if word not in WORDS_OF_TIMING.get(clause.timing, (word,)):
        yield f"{clause.timing} cannot bring {word}"
    if target == "PLAYED":
        yield from _played_complaints(clause, word)
    if _needs_markers(effect) and type_ != "PROPERTY":
        yield "markers lie on Properties only (SZMAL-9.7)"
    if word in ("DEFER_SYMBOL_MARKERS", "PROTECT_MARKERS") and clause.kind != "PERM":
        yield f"{word} works while the card lies there, so it is PERM"
    if word == "RETURN_TO_HAND" and target == "SELF" and (type_ != "ACTION" or clause.timing != "ON_PLAY"):
        yield "only an Action that is being played goes back to the hand by itself"
    if (word == "COPY" and type_ != "GANGSTER") or (word == "REPLAY" and type_ == "GANGSTER"):
        yield f"{word} cannot stand on cards of type {type_}"
    if word == "ADD_SYMBOLS" and any(symbol not in SYMBOLS_OF_TYPE[type_] for symbol in effect.args[1:]):
        yield f"cards of type {type_} cannot show these symbols (SZMAL-1.6 to SZMAL-1.8)"
    counted = {count.word for count in counts_in(effect.amount)} | _counted(effect.conditions)
    if "THEIR_COUNT" in counted and (target != "EACH_OPPONENT" or "THEIR_COUNT" in _counted(effect.conditions)):
        yield "THEIR_COUNT stands in an amount for EACH_OPPONENT only"


def _played_complaints(clause: Clause, word: str) -> Iterator[str]:
    if clause.timing not in PLAYS or clause.args[0] != "ME":
        yield "PLAYED needs a play of one's own: WHEN_PLAYS(ME, ...) or AFTER_PLAYS(ME, ...)"
    elif word == "RETURN_TO_HAND":
        if clause.timing != "AFTER_PLAYS" or not clause.args[1].endswith("ACTION"):
            yield "only an Action that has been played goes back to the hand (SZMAL-10.6)"
    elif not clause.args[1].endswith("PROPERTY"):
        yield "markers lie on Properties only (SZMAL-9.7)"


def _needs_markers(effect: Effect) -> bool:
    on_self = effect.word in ("MARK", "SYMBOL_MARKERS", "DEFER_SYMBOL_MARKERS", "PROTECT_MARKERS")
    counted = {count.of for count in counts_in(effect.amount)} | _counted(effect.conditions)
    return (on_self and effect.args[0] == "SELF") or "SELF" in counted


def _counted(conditions: tuple[Condition, ...]) -> set[str]:
    """The words and objects that some conditions count."""
    counts = [
        count
        for condition in conditions
        if isinstance(condition, Comparison)
        for count in counts_in(condition.quantity)
    ]
    return {count.word for count in counts} | {count.of for count in counts}


def _returns_itself(clause: Clause) -> bool:
    return any(effect.word == "RETURN_TO_HAND" and effect.args == ("SELF",) for effect in clause.effects)
