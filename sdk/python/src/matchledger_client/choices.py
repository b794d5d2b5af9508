"""The grammar of choices: a template names a command type and a domain for each parameter.

| domain | values |
| --- | --- |
| `{"one_of": [...]}` | one of these |
| `{"some_of": [...], "min": 1, "max": 3}` | a list of that many different ones; with `weights`, worth `min_total` |
| `{"order_of": [...]}` | all of these, in any order |
| `{"integer": {"min": 0, "max": 9}}` | a whole number within the bounds |
| `{"text": {"max": 80}}` | a text of at most so many characters |
| `{"optional": <one of the above>}` | as that domain says, or left out |

Parameters are independent: every combination of values from their domains is accepted.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any

Domain = Mapping[str, Any]
Choice = Mapping[str, Any]
Command = dict[str, Any]


def value(domain: Domain, rng: Random) -> Any:
    """A random value of a domain."""
    if "one_of" in domain:
        return rng.choice(domain["one_of"])
    if "some_of" in domain:
        chosen = rng.sample(domain["some_of"], rng.randint(domain["min"], domain["max"]))
        return _fill_up(domain, chosen, reversed(domain["some_of"]))
    if "order_of" in domain:
        return rng.sample(domain["order_of"], len(domain["order_of"]))
    if "integer" in domain:
        return rng.randint(domain["integer"]["min"], domain["integer"]["max"])
    if "text" in domain:
        return ""
    if "optional" in domain:
        return value(domain["optional"], rng)
    raise ValueError(f"a domain of a kind that this client does not know: {domain}")


def first(domain: Domain) -> Any:
    """The first value of a domain, or the shortest list of the first ones."""
    if "one_of" in domain:
        return domain["one_of"][0]
    if "some_of" in domain:
        return _fill_up(domain, list(domain["some_of"][: domain["min"]]), domain["some_of"])
    if "order_of" in domain:
        return list(domain["order_of"])
    if "integer" in domain:
        return domain["integer"]["min"]
    if "text" in domain:
        return ""
    if "optional" in domain:
        return first(domain["optional"])
    raise ValueError(f"a domain of a kind that this client does not know: {domain}")


def _fill_up(domain: Domain, chosen: list[Any], rest: Iterable[Any]) -> list[Any]:
    """Add values until the chosen ones are worth enough, where that is asked for."""
    if "weights" in domain:
        for one in rest:
            if _total(domain, chosen) >= domain["min_total"]:
                break
            if not _is_in(one, chosen):
                chosen.append(one)
    return chosen


def _total(domain: Domain, chosen: Sequence[Any]) -> int:
    return sum(weight for one, weight in zip(domain["some_of"], domain["weights"]) if _is_in(one, chosen))


def allows(domain: Domain, given: Any) -> bool:
    """Whether a value lies in a domain. True and 1 are different values, as they are in JSON."""
    if "one_of" in domain:
        return _is_in(given, domain["one_of"])
    if "some_of" in domain:
        if not isinstance(given, list | tuple) or not domain["min"] <= len(given) <= domain["max"]:
            return False
        if not _are_different(given, domain["some_of"]):
            return False
        return "weights" not in domain or _total(domain, given) >= domain["min_total"]
    if "order_of" in domain:
        is_list = isinstance(given, list | tuple)
        return is_list and len(given) == len(domain["order_of"]) and _are_different(given, domain["order_of"])
    if "integer" in domain:
        return type(given) is int and domain["integer"]["min"] <= given <= domain["integer"]["max"]
    if "text" in domain:
        return isinstance(given, str) and len(given) <= domain["text"]["max"]
    if "optional" in domain:
        return allows(domain["optional"], given)
    raise ValueError(f"a domain of a kind that this client does not know: {domain}")


def _is_in(given: Any, known: Iterable[Any]) -> bool:
    return any(given == one and isinstance(given, bool) == isinstance(one, bool) for one in known)


def _are_different(given: Sequence[Any], known: Sequence[Any]) -> bool:
    return all(_is_in(one, known) and not _is_in(one, given[:index]) for index, one in enumerate(given))


def command(choice: Choice, rng: Random | None = None, **wanted: Any) -> Command:
    """A command from a choice: the wanted values where their domains allow them; elsewhere random values, or without a
    source of randomness the first ones, and nothing that may be left out."""
    params: dict[str, Any] = {}
    for name, domain in choice.get("params", {}).items():
        is_optional = "optional" in domain
        inner = domain["optional"] if is_optional else domain
        if name in wanted and allows(inner, wanted[name]):
            params[name] = wanted[name]
        elif rng is None:
            if not is_optional:
                params[name] = first(inner)
        elif not is_optional or rng.random() < 0.5:
            params[name] = value(inner, rng)
    return {"type": choice["type"], "params": params}


def is_offered(choices: Iterable[Choice], given: Mapping[str, Any]) -> bool:
    """Whether one of the choices covers this very command."""
    return find_choice(choices, given) is not None


def find_choice(choices: Iterable[Choice], given: Mapping[str, Any]) -> Choice | None:
    """The choice that covers this command."""
    params = given.get("params", {})
    for choice in choices:
        domains = choice.get("params", {})
        if choice["type"] == given["type"] and params.keys() <= domains.keys():
            fits = (
                allows(domain, params[name]) if name in params else "optional" in domain
                for name, domain in domains.items()
            )
            if all(fits):
                return choice
    return None


def values(choice: Choice, name: str) -> list[Any]:
    """The values that a parameter may have one or some of; none if the choice has no such parameter."""
    domain = choice.get("params", {}).get(name, {})
    inner = domain.get("optional", domain)
    return list(inner.get("one_of", inner.get("some_of", [])))


def group_by_type(choices: Iterable[Choice]) -> dict[str, list[Choice]]:
    found: dict[str, list[Choice]] = {}
    for choice in choices:
        found.setdefault(choice["type"], []).append(choice)
    return found
