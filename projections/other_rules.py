"""A stored match executed by another version of its rules: would it have gone the same way, and if not, where first."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from events.envelope import Recorded
from games.catalogue import BadCatalogue
from games.decider import IllegalMove
from ledger.audit import DAMAGE, execution_findings
from ledger.audit_events import Finding
from ledger.fold import fold
from ledger.table import Ruleset, Table
from projections.ageing import Difference, difference_at
from projections.tables import Tables, read_whole


def difference_under(tables: Tables, ruleset: Ruleset, history: Sequence[Recorded]) -> Difference | None:
    """The first step that these rules decide otherwise; the same options, seed and commands, and the cards of these
    rules."""
    try:
        moved = _open_under(ruleset, history)
        origin = _origin_under(tables, ruleset, history[0])
        found = next(execution_findings(ruleset, moved, origin), None)
    except (msgspec.ValidationError, IllegalMove, BadCatalogue) as refusal:
        found = Finding("catalogue", 1, f"these rules do not know its options: {refusal}")
    except DAMAGE as damage:
        found = Finding("decisions", 1, f"it cannot be opened ({type(damage).__name__})")
    return None if found is None else difference_at(history, found)


def _open_under(ruleset: Ruleset, history: Sequence[Recorded]) -> list[Recorded]:
    """The same history, opened with these rules and their cards."""
    first = history[0].stored
    options = msgspec.convert(first.public["options"], ruleset.game.options)
    digest = ruleset.game.catalogue_digest(options)
    public = {**first.public, "rules_version": ruleset.game.rules_version, "catalogue": digest}
    return [replace(history[0], stored=replace(first, public=public)), *history[1:]]


def _origin_under(tables: Tables, ruleset: Ruleset, first: Recorded) -> Table | None:
    """The table that a branch began from, by these rules."""
    branch = first.stored.public.get("branch")
    if branch is None:
        return None
    main = read_whole(tables.store, branch["match"], branch["version"])
    return fold(ruleset, _open_under(ruleset, main), (), _origin_under(tables, ruleset, main[0]))
