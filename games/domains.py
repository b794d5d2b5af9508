"""Values from the domains of a template: all that a bot has to know of a game in order to play it."""

from __future__ import annotations

from random import Random
from typing import Any

Template = dict[str, Any]
Params = dict[str, Any]
Command = dict[str, Any]


def value_of(domain: dict[str, Any], rng: Random) -> Any:
    """A random value of a domain."""
    if "one_of" in domain:
        return rng.choice(domain["one_of"])
    if "some_of" in domain:
        return _some_of(domain, rng)
    if "order_of" in domain:
        return rng.sample(domain["order_of"], len(domain["order_of"]))
    if "integer" in domain:
        return rng.randint(domain["integer"]["min"], domain["integer"]["max"])
    if "text" in domain:
        return ""
    raise ValueError(f"a domain of a kind that this bot does not know: {domain}")


def _some_of(domain: dict[str, Any], rng: Random) -> list[Any]:
    chosen = rng.sample(domain["some_of"], rng.randint(domain["min"], domain["max"]))
    if "weights" in domain:
        weight = dict(zip(map(str, domain["some_of"]), domain["weights"]))
        rest = [value for value in domain["some_of"] if value not in chosen]
        while sum(weight[str(value)] for value in chosen) < domain["min_total"]:
            chosen.append(rest.pop())
    return chosen


def fill_template(template: Template, rng: Random, **wanted: Any) -> Command:
    """A command from a template: the wanted values where the domains contain them, random values elsewhere."""
    params: Params = {}
    for name, domain in template["params"].items():
        inner = domain.get("optional", domain)
        if name in wanted and _contains(inner, wanted[name]):
            params[name] = wanted[name]
        elif inner is domain or rng.random() < 0.5:
            params[name] = value_of(inner, rng)
    return {"type": template["type"], "params": params}


def _contains(domain: dict[str, Any], value: Any) -> bool:
    if "one_of" in domain:
        return value in domain["one_of"]
    if "integer" in domain:
        return bool(domain["integer"]["min"] <= value <= domain["integer"]["max"])
    if "some_of" in domain:
        return domain["min"] <= len(value) <= domain["max"] and all(one in domain["some_of"] for one in value)
    return True


def values(template: Template, name: str) -> list[Any]:
    """The values that a parameter may have; none if the template has no such parameter."""
    domain = template["params"].get(name, {})
    inner = domain.get("optional", domain)
    return list(inner.get("one_of", inner.get("some_of", [])))


def group_by_type(templates: list[Template]) -> dict[str, list[Template]]:
    found: dict[str, list[Template]] = {}
    for template in templates:
        found.setdefault(template["type"], []).append(template)
    return found
