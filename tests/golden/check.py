"""The golden matches, replayed and decided again."""

from __future__ import annotations

import json
from functools import cache
from itertools import zip_longest
from pathlib import Path
from typing import Any

import msgspec

from events import export
from events.memory_store import MemoryStore
from events.store import Append, Head
from events.tree import root_of
from ledger.audit import with_roots
from ledger.luck import luck_of
from projections.ageing import Rulesets, first_difference
from projections.tables import Tables
from tests.golden.matches import FOLDER, files, read

INDEX = FOLDER / "index.json"
WHAT_TO_DO = """
A stored match would no longer be decided as it was. If that is not what you wanted, it is a bug.
If it is: put the rules away as they were (make keep-rules GAME=…), give the game a higher rules_version, `make golden`.
Only where no match of this version is stored anywhere yet: `make golden` alone writes what differs anew.
"""


@cache
def text_of(path: Path) -> bytes:
    return read(path)


def name_of(path: Path) -> str:
    return str(path.relative_to(FOLDER)).removesuffix(".jsonl.gz")


def listed() -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = json.loads(INDEX.read_bytes()) if INDEX.exists() else {}
    return found


def line_of(path: Path, rulesets: Rulesets) -> dict[str, Any]:
    """What the index says of a match: where it ended."""
    header, history, _ = export.read(text_of(path))
    tables = tables_with(path, rulesets)
    table = tables.fold_history(history, ())
    result = msgspec.json.decode(msgspec.json.encode(table.result()))
    return {"match": header.match, "events": len(history), "step": table.step, "root": header.root, "result": result}


def tables_with(path: Path, rulesets: Rulesets) -> Tables:
    """A store with what a branch leaves: the first match of its game in its version."""
    store = MemoryStore()
    is_branch = "-branch-" in path.name
    for other in path.parent.glob(f"{path.name.partition('-branch-')[0]}.jsonl.gz") if is_branch else ():
        header, history, _ = export.read(text_of(other))
        rooted, frontier = with_roots(history)
        store.append(Append(header.match, Head(0, ()), rooted, frontier))
    return Tables(store, rulesets)


def trouble_with(path: Path, rulesets: Rulesets) -> str | None:
    """What is wrong with a golden match, with game, match and first differing step; None if nothing is."""
    try:
        header, history, luck = export.read(text_of(path))
    except export.BadExport as bad:
        return f"{name_of(path)}: it is not in the form of an export any more: {bad}"
    _, frontier = with_roots(history)
    if root_of(frontier).hex() != header.root:
        return f"{name_of(path)}: the events no longer lead to the root that was signed"
    ruleset = rulesets.get((header.game, header.rules_version))
    origin = None if ruleset is None else tables_with(path, rulesets).origin_of(history[0])
    difference = first_difference(rulesets, history, root_of(frontier), origin)
    if difference is not None:
        return f"{name_of(path)}: {difference}"
    assert ruleset is not None
    again, then = msgspec.to_builtins(luck_of(ruleset, history, origin)), msgspec.to_builtins(luck)
    if again != then:
        both = zip_longest(again, then)
        step = next(min(one["luck"] for one in pair if one is not None) for pair in both if pair[0] != pair[1])
        return f"{name_of(path)}: {header.game} {header.match}: step {step} differs: the dice are asked otherwise"
    if line_of(path, rulesets) != listed().get(name_of(path)):
        return f"{name_of(path)}: it ends otherwise than index.json says"
    return None


def all_trouble(rulesets: Rulesets) -> list[str]:
    return [trouble for path in files() if (trouble := trouble_with(path, rulesets)) is not None]
