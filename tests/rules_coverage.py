"""Which rules the tests reach: `python -m tests.rules_coverage` prints a table and names what is missing.

A test reaches the rule in its name (`test_coup_4_3_any_opponent_may_challenge` reaches COUP-4.3) and those in its
mark (`@pytest.mark.rules("COUP-4.3", "COUP-6.2")`).
"""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path

from msgspec import Struct

from games.registry import all_games
from games.rulebook import Rulebook
from ledger import RULEBOOK

TESTS = Path(__file__).parent


class Book(Struct, frozen=True):
    """A rulebook, and the folder of its tests."""

    name: str
    prefix: str
    rulebook: Rulebook
    tests: Path


def books() -> list[Book]:
    games = all_games().values()
    found = [Book(one.name, one.prefix, one.rulebook, TESTS / "games" / one.slug.replace("-", "_")) for one in games]
    return [*found, Book("The ledger", "LEDGER", RULEBOOK, TESTS / "ledger")]


def rules_reached(book: Book) -> set[str]:
    """The ids that the tests of a rulebook name."""
    named = re.compile(rf"^test_{book.prefix.lower()}_([a-z0-9]+)_([0-9]+)(?:_|$)")
    reached: set[str] = set()
    for path in book.tests.glob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                found = named.match(node.name)
                if found:
                    reached.add(f"{book.prefix}-{found[1].upper()}.{found[2]}")
                for mark in node.decorator_list:
                    reached |= _marked(mark)
    return reached


def _marked(mark: ast.expr) -> set[str]:
    if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.rules":
        return {argument.value for argument in mark.args if isinstance(argument, ast.Constant)}
    return set()


def rules_missed(book: Book) -> list[str]:
    """Rules that state behaviour and that no test names."""
    reached = rules_reached(book)
    return [rule.id for rule in book.rulebook.rules.values() if not rule.is_definition and rule.id not in reached]


def main() -> int:
    missed_any = False
    for book in books():
        rules = list(book.rulebook.rules.values())
        definitions = [rule.id for rule in rules if rule.is_definition]
        missed = rules_missed(book)
        missed_any |= bool(missed)
        stating = len(rules) - len(definitions)
        share = 100 * (stating - len(missed)) // max(1, stating)
        print(f"{book.name}: {stating - len(missed)} of {stating} rules that state behaviour are reached ({share} %)")
        print(f"  definitions only ({len(definitions)}): {', '.join(definitions) or 'none'}")
        if missed:
            print(f"  not reached: {', '.join(missed)}")
    return 1 if missed_any else 0


if __name__ == "__main__":
    sys.exit(main())
