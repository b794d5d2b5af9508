"""The words that cards are written in: what each one may stand beside, and how a line of them is read.

    ONCE ON_PLAY: GAIN(ME, 15000), IF CASH<50000 THEN RETURN_TO_HAND(SELF)

A clause is a kind, a timing and some effects; rulebook.md says what the words mean. Whatever is not in the tables below
is refused, so that a slip in a card is found when the game starts and not in the middle of a match.
"""

from __future__ import annotations

import re
from typing import Literal

from msgspec import Struct

Kind = Literal["ONCE", "PERM", "THIS", "NEXT"]
CardType = Literal["ACTION", "GANGSTER", "PROPERTY"]
Symbol = Literal["BOTTLE", "HEART", "WRENCH", "GUN", "CAR", "KEY"]
Option = Literal["CASH", "GANGSTER", "PROPERTY", "HAND"]

RESOURCES: tuple[Symbol, ...] = ("BOTTLE", "HEART", "WRENCH")
CREW: tuple[Symbol, ...] = ("GUN", "CAR", "KEY")
SYMBOLS = RESOURCES + CREW
STAYING = ("GANGSTER", "PROPERTY")  # the types that stay in a Territory and can be counted or lost
LASTING = ("THIS", "NEXT")
ANY_TYPE = ("ACTION", *STAYING)
MONEY_UNIT = 5000


class Number(Struct, frozen=True):
    value: int


class Count(Struct, frozen=True):
    """Something counted on the table: `SYM(GUN)`, `PAID_MARKERS`."""

    word: str
    of: str = ""


class Product(Struct, frozen=True):
    left: Quantity
    right: Quantity


class Sum(Struct, frozen=True):
    left: Quantity
    right: Quantity


Quantity = Number | Count | Product | Sum


class Comparison(Struct, frozen=True):
    quantity: Quantity
    sign: str
    number: int


class Claim(Struct, frozen=True):
    """A condition that is no comparison: `SOLE_MOST(ME, GANGSTER)`."""

    word: str
    args: tuple[str, ...]


Condition = Comparison | Claim


class Effect(Struct, frozen=True):
    word: str
    args: tuple[str, ...]  # what it is done to: a target, a type, symbols
    amount: Quantity | None
    conditions: tuple[Condition, ...] = ()


class Clause(Struct, frozen=True):
    kind: str
    timing: str
    args: tuple[str, ...]  # of the timing: who plays what, which loss
    effects: tuple[Effect, ...]


class Alternative(Struct, frozen=True):
    """One way to pay a Cost."""

    option: Option
    amount: int = 0
    to_hand: bool = False


class BadWord(ValueError):
    """A text that is not written in these words."""


KINDS_OF_TIMING: dict[str, tuple[str, ...]] = {
    "ON_PLAY": ("ONCE",),
    "WHEN_PLAYS": ("PERM", *LASTING),
    "AFTER_PLAYS": ("PERM", *LASTING),
    "AFTER_ALL_PLAYS": ("PERM", *LASTING),
    "ON_GAIN": ("PERM", *LASTING),
    "ON_LOST": ("PERM",),
    "EACH_TURN": ("PERM",),
    "AT_ROUND_END": ("PERM", *LASTING),
    "AT_GAME_END": ("ONCE", "PERM"),
    "STATIC": ("PERM", *LASTING),
}
_PLAYS = (("ME", "ADJACENT"), ANY_TYPE + tuple(f"OTHER {type_}" for type_ in ANY_TYPE))
ARGS_OF_TIMING: dict[str, tuple[tuple[str, ...], ...]] = {
    "WHEN_PLAYS": _PLAYS,
    "AFTER_PLAYS": _PLAYS,
    "ON_GAIN": (("LEFT",),),
    "ON_LOST": (("SELF", "MY_OTHER"),),
}
COUNTS: dict[str, tuple[str, ...]] = {
    "SYM": SYMBOLS,
    "COUNT": STAYING,
    "THEIR_COUNT": STAYING,
    "MAX_COUNT": STAYING,
    "MARKERS": ("SELF",),
    "MAX_MARKERS": ("ME", "OPPONENTS", "ALL"),
    "PAID_MARKERS": ("",),
    "CASH": ("",),
}
CLAIMS: dict[str, tuple[tuple[str, ...], ...]] = {
    "SOLE_MOST": (("ME",), STAYING),
    "SOLE_FEWEST": (("ME",), STAYING),
    "NONE_IN_PLAY": (SYMBOLS, SYMBOLS),
}
COSTS: dict[str, Alternative] = {
    "DISCARD(GANGSTER)": Alternative("GANGSTER"),
    "DISCARD(PROPERTY)": Alternative("PROPERTY"),
    "RETURN(PROPERTY)": Alternative("PROPERTY", to_hand=True),
    "DISCARD(HAND)": Alternative("HAND"),
}
ONE_MOST = {f"SOLE_MOST({kind})": kind for kind in (*STAYING, *SYMBOLS)}
EACH_MINE = "EACH_MY_PROPERTY"
_MARKED = ("SELF", "PLAYED", "CHOSEN_PROPERTY", EACH_MINE, f"{EACH_MINE}[MARKERS<=1]", f"{EACH_MINE}[NO_SYMBOLS]")

# For each effect: what its first argument may be (nothing: it has no such argument), and what follows it.
EFFECTS: dict[str, tuple[tuple[str, ...], Literal["", "dollars", "number", "type", "symbols"]]] = {
    "GAIN": (("ME", "EACH_OPPONENT", *ONE_MOST), "dollars"),
    "LOSE_CASH": (("ME", "EACH_OPPONENT"), "dollars"),
    "MARK": (_MARKED, "number"),
    "UNMARK": (("PLAYED", "EACH_OPPONENT_PROPERTY"), "number"),
    "SYMBOL_MARKERS": (("SELF",), ""),
    "DEFER_SYMBOL_MARKERS": (("SELF",), ""),
    "PROTECT_MARKERS": (("SELF",), ""),
    "DRAW": ((), "number"),
    "RETURN_TO_HAND": (("SELF", "PLAYED"), ""),
    "LOSE_CARD": (("ALL", "OPPONENTS"), "type"),
    "EXTRA_PLAY": (("MAY", "MUST"), ""),
    "REVEAL_AND_PLAY": (("GANGSTER",), ""),
    "COPY": (("CHOSEN_OTHER_GANGSTER",), ""),
    "REPLAY": (("MY_EARLIER_GANGSTERS",), ""),
    "MIRROR": (("ME",), ""),
    "DOUBLE_GAINS": (("ME",), ""),
    "IGNORE": (("COST", "REQUIREMENT"), ""),
    "DISCOUNT": (("ANY", "PROPERTY"), "dollars"),
    "ADD_SYMBOLS": (("SELF",), "symbols"),
}
STATIC_WORDS = ("DEFER_SYMBOL_MARKERS", "PROTECT_MARKERS", "DOUBLE_GAINS", "IGNORE", "DISCOUNT", "ADD_SYMBOLS")

_CALL = re.compile(r"([A-Z_]+)(?:\((.*)\))?")
_CLAUSE = re.compile(r"([A-Z]+) ([A-Z_]+)(?:\(([^)]*)\))?: (.+)")
_EFFECT = re.compile(r"(?:IF (.+?) THEN )?(.+)")
_COMPARISON = re.compile(r"(.+?)(>=|<=|==|<)([0-9]+)")
_CASH = re.compile(r"CASH\(([0-9]+)\)")


def read_clause(text: str) -> Clause:
    found = _CLAUSE.fullmatch(text)
    if not found:
        raise BadWord(f"'{text}' is not of the form KIND TIMING: EFFECT(...)")
    kind, timing, args, effects = found.groups()
    if timing not in KINDS_OF_TIMING:
        raise BadWord(f"there is no timing '{timing}'")
    if kind not in KINDS_OF_TIMING[timing]:
        raise BadWord(f"'{kind}' cannot stand before '{timing}'")
    arguments = _arguments(timing, args, ARGS_OF_TIMING.get(timing, ()))
    return Clause(kind, timing, arguments, tuple(_effect(part) for part in _split(effects, ",")))


def read_condition(text: str) -> tuple[Condition, ...]:
    """The parts of a condition; all of them must hold."""
    return tuple(_test(part) for part in text.split(" AND ")) if text else ()


def read_cost(text: str) -> tuple[Alternative, ...]:
    """The ways to pay a Cost; none for a card without one."""
    return tuple(_alternative(part) for part in text.split(" OR ")) if text else ()


def is_money(quantity: Quantity) -> bool:
    """Whether a quantity is a whole multiple of the smallest note, whatever is counted (SZMAL-1.5)."""
    match quantity:
        case Number(value=value):
            return value % MONEY_UNIT == 0
        case Count(word=word):
            return word == "CASH"
        case Product(left=left, right=right):
            return is_money(left) or is_money(right)
        case Sum(left=left, right=right):
            return is_money(left) and is_money(right)


def counts_in(quantity: Quantity | None) -> tuple[Count, ...]:
    """Everything that a quantity counts."""
    match quantity:
        case Count():
            return (quantity,)
        case Product(left=left, right=right) | Sum(left=left, right=right):
            return counts_in(left) + counts_in(right)
        case _:
            return ()


def _effect(text: str) -> Effect:
    found = _EFFECT.fullmatch(text)
    call = _CALL.fullmatch(found[2]) if found else None
    if not found or not call or call[1] not in EFFECTS:
        raise BadWord(f"there is no effect '{text}'")
    targets, second = EFFECTS[call[1]]
    parts = _split(call[2] or "", ",")
    if len(parts) != bool(targets) + bool(second):
        raise BadWord(f"'{text}' has too many or too few arguments")
    if targets and parts[0] not in targets:
        raise BadWord(f"'{call[1]}' does not go with '{parts[0]}'")
    args, amount = tuple(parts[:1]) if targets else (), None
    if second in ("dollars", "number"):
        amount = _quantity(parts[-1])
        if second == "dollars" and not is_money(amount):
            raise BadWord(f"'{parts[-1]}' is not a multiple of ${MONEY_UNIT:,}")
    elif second:
        words = tuple(parts[-1].split(" + "))
        _check_words(call[1], words, STAYING if second == "type" else SYMBOLS)
        args += words
    return Effect(call[1], args, amount, read_condition(found[1] or ""))


def _test(text: str) -> Condition:
    found = _COMPARISON.fullmatch(text)
    if found:
        return Comparison(_quantity(found[1]), found[2], int(found[3]))
    call = _CALL.fullmatch(text)
    if not call or call[1] not in CLAIMS:
        raise BadWord(f"there is no condition '{text}'")
    return Claim(call[1], _arguments(call[1], call[2], CLAIMS[call[1]]))


def _quantity(text: str) -> Quantity:
    """Sums of products of numbers and counts, as usual."""
    for sign, joined in ((" + ", Sum), (" * ", Product)):
        left, found, right = text.rpartition(sign)
        if found:
            return joined(_quantity(left), _quantity(right))
    if text.isdecimal():
        return Number(int(text))
    call = _CALL.fullmatch(text)
    if not call or (call[2] or "") not in COUNTS.get(call[1], ()):
        raise BadWord(f"there is nothing to count called '{text}'")
    return Count(call[1], call[2] or "")


def _alternative(text: str) -> Alternative:
    found = _CASH.fullmatch(text)
    if found and int(found[1]) % MONEY_UNIT == 0:
        return Alternative("CASH", amount=int(found[1]))
    if text not in COSTS:
        raise BadWord(f"there is no Cost '{text}'")
    return COSTS[text]


def _arguments(word: str, text: str | None, allowed: tuple[tuple[str, ...], ...]) -> tuple[str, ...]:
    args = tuple(_split(text or "", ","))
    if len(args) != len(allowed):
        raise BadWord(f"'{word}' takes {len(allowed)} arguments, not '{text or ''}'")
    for arg, words in zip(args, allowed):
        _check_words(word, (arg,), words)
    return args


def _check_words(before: str, words: tuple[str, ...], allowed: tuple[str, ...]) -> None:
    for word in words:
        if word not in allowed:
            raise BadWord(f"'{before}' does not go with '{word}'")


def _split(text: str, mark: str) -> list[str]:
    """The parts of a text between these marks, where marks inside brackets do not count."""
    parts, depth, begin = [], 0, 0
    for i, character in enumerate(text):
        depth += (character in "([") - (character in ")]")
        if character == mark and depth == 0:
            parts.append(text[begin:i].strip())
            begin = i + 1
    last = text[begin:].strip()
    return [*parts, last] if parts or last else []
