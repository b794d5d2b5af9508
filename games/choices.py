"""Choice templates: what a seat may do, as command types with a domain for each parameter.

A template's parameters are independent: every combination of values from the domains is accepted.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import UNSET, Struct, UnsetType

Value = str | int | bool  # what a parameter can be, or a list of these


class OneOf(Struct, frozen=True):
    """One of these values."""

    one_of: tuple[Value, ...]


class SomeOf(Struct, frozen=True):
    """A list of `min` to `max` different values; with weights, their sum must reach `min_total`."""

    some_of: tuple[Value, ...]
    min: int
    max: int
    weights: tuple[int, ...] | UnsetType = UNSET
    min_total: int | UnsetType = UNSET


class OrderOf(Struct, frozen=True):
    """All of these values, in any order."""

    order_of: tuple[Value, ...]


class Bounds(Struct, frozen=True):
    min: int
    max: int


class Integer(Struct, frozen=True):
    """A whole number within the bounds, both included."""

    integer: Bounds


class Length(Struct, frozen=True):
    max: int


class Text(Struct, frozen=True):
    """A text of at most so many characters."""

    text: Length


class Maybe(Struct, frozen=True):
    """The parameter may be left out."""

    optional: OneOf | SomeOf | OrderOf | Integer | Text


Domain = OneOf | SomeOf | OrderOf | Integer | Text | Maybe


class Choice(Struct, frozen=True):
    """One template: a command type, and a domain for each parameter."""

    type: str
    params: dict[str, Domain]  # always sent, empty where a command has none


def choice(type_: str, **params: Domain) -> Choice:
    """A template; `choice("pass", decision_id=one_of(7))`."""
    return Choice(type_, params)


def one_of(*values: Any) -> OneOf:
    return OneOf(values)


def one_from(values: Iterable[Any]) -> OneOf:
    return OneOf(tuple(values))


def some_from(values: Iterable[Any], min: int, max: int) -> SomeOf:
    return SomeOf(tuple(values), min, max)


def integer(min: int, max: int) -> Integer:
    return Integer(Bounds(min, max))


def allows(domain: Domain, value: Any) -> bool:
    """Whether a value lies in a domain; True and 1 are different values, as they are in JSON."""
    match domain:
        case OneOf(one_of=values):
            return _is_in(value, values)
        case SomeOf():
            return _allows_some(domain, value)
        case OrderOf(order_of=values):
            return isinstance(value, (list, tuple)) and len(value) == len(values) and _all_different_from(value, values)
        case Integer(integer=bounds):
            return type(value) is int and bounds.min <= value <= bounds.max
        case Text(text=length):
            return isinstance(value, str) and len(value) <= length.max
        case Maybe(optional=inner):
            return allows(inner, value)


def _is_in(value: Any, values: Sequence[Any]) -> bool:
    return any(value == known and type(value) is type(known) for known in values)


def _all_different_from(chosen: Sequence[Any], values: Sequence[Any]) -> bool:
    return all(_is_in(one, values) for one in chosen) and not any(
        _is_in(one, chosen[:i]) for i, one in enumerate(chosen)
    )


def _allows_some(domain: SomeOf, value: Any) -> bool:
    if not isinstance(value, (list, tuple)) or not domain.min <= len(value) <= domain.max:
        return False
    if not _all_different_from(value, domain.some_of):
        return False
    if isinstance(domain.weights, UnsetType) or isinstance(domain.min_total, UnsetType):
        return True
    return sum(weight for one, weight in zip(domain.some_of, domain.weights) if _is_in(one, value)) >= domain.min_total


def covers(template: Choice, type_: str, params: Mapping[str, Any]) -> bool:
    """Whether this template offers this very command."""
    if template.type != type_ or not params.keys() <= template.params.keys():
        return False
    return all(
        allows(domain, params[name]) if name in params else isinstance(domain, Maybe)
        for name, domain in template.params.items()
    )


def is_offered(choices: Iterable[Choice], type_: str, params: Mapping[str, Any]) -> bool:
    return any(covers(template, type_, params) for template in choices)
