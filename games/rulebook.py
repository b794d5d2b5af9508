"""The rules of a game in our own words, by id, so that events, errors and tests can cite them.

A rulebook is a Markdown file. A heading opens a section; a list item that begins with a bold id is a rule:

    ## Reactions
    - **COUP-4.3** Any live opponent may challenge a card action.
    - **COUP-1.9** (definition) Seats are numbered clockwise.

A rule marked (definition) names something and states no behaviour of its own, so no test needs to reach it.
"""

from __future__ import annotations

import re
from pathlib import Path

from msgspec import Struct

_RULE = re.compile(r"^- \*\*([A-Z]+-[A-Z0-9.]+)\*\* (\(definition\) )?(.*)$")


class Rule(Struct, frozen=True):
    id: str
    section: str
    text: str
    is_definition: bool


class Rulebook(Struct, frozen=True):
    rules: dict[str, Rule]

    def __contains__(self, rule_id: str) -> bool:
        return rule_id in self.rules

    def __getitem__(self, rule_id: str) -> Rule:
        return self.rules[rule_id]


def load_rulebook(path: Path) -> Rulebook:
    """Read a rulebook; an id that occurs twice is an error."""
    rules: dict[str, Rule] = {}
    section = ""
    current: str | None = None
    for line in path.read_text(encoding="utf-8").splitlines():
        found = _RULE.match(line)
        if found:
            current = found[1]
            if current in rules:
                raise ValueError(f"{path.name}: the rule {current} stands there twice")
            rules[current] = Rule(current, section, found[3].strip(), is_definition=bool(found[2]))
        elif line.startswith("#"):
            section, current = line.lstrip("# ").strip(), None
        elif current is not None and line.strip():
            rule = rules[current]
            rules[current] = Rule(rule.id, rule.section, f"{rule.text}\n{line.rstrip()}", rule.is_definition)
        else:
            current = None
    return Rulebook(rules)
