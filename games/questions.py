"""What a seat is asked, in words: a prompt, and for each template what it is called and what follows from it.

`{2}` stands for the name of seat 2, as in narration; the seat that is asked is "you". Nothing here may rest on what the
seat does not know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Literal

from msgspec import Struct

from games.choices import Choice, Maybe, OneOf, OrderOf, SomeOf

# What answers the question; what is rarely wanted; what passes, gives in or ends
Group = Literal["main", "more", "end"]


class Words(Struct, frozen=True, kw_only=True):
    """A template for people."""

    label: str  # a few words, as on a button
    effect: str  # a sentence
    group: Group = "main"
    # Where it stands among its group: lower ones come first, equal ones in the order of the templates. A narrow window
    # shows the first two or three alone.
    place: int = 0
    # Other seats may answer at the same time without making this answer invalid; its parameters name the decision, so
    # that it needs no expected version
    simultaneous: bool = False
    names: dict[str, tuple[str, ...]] = {}  # by parameter: what its values are called, in the order of its domain


def values_of(template: Choice, name: str) -> tuple[Any, ...]:
    """The values that a parameter of the template may have; none if it has no such parameter, or any number."""
    domain = template.params.get(name)
    match domain.optional if isinstance(domain, Maybe) else domain:
        case OneOf(one_of=values) | SomeOf(some_of=values) | OrderOf(order_of=values):
            return values
        case _:
            return ()


def only_value(template: Choice, name: str) -> Any:
    """The value of a parameter that leaves nothing to choose; None if it does."""
    values = values_of(template, name)
    return values[0] if len(values) == 1 else None


def name_values(template: Choice, **callers: Callable[[Any], str]) -> dict[str, tuple[str, ...]]:
    """`name_values(template, target=seat_name)`: the names of the values of those parameters that the template has."""
    return {
        name: tuple([call(value) for value in values_of(template, name)])
        for name, call in callers.items()
        if name in template.params
    }


def seat_name(seat: int) -> str:
    return f"{{{seat}}}"


def call_seat(seat: int, you: int) -> str:
    """How a seat is called in a sentence to `you`."""
    return "you" if seat == you else f"{{{seat}}}"


def count_of(number: int, one: str, many: str = "") -> str:
    """`1 card`, `2 cards`."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def with_article(noun: str) -> str:
    """`a Kid`, `an Islander`."""
    return f"{'an' if noun[0] in 'AEIOaeio' and not noun.lower().startswith('one') else 'a'} {noun}"


def join_words(words: Iterable[str], last: str = "and") -> str:
    """`A`, `A and B`, `A, B and C`."""
    *first, final = words
    return f"{', '.join(first)} {last} {final}" if first else final
