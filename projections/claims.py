"""What evidence claims about a step (tables, choices, sentences, draws), compared with the whole match."""

from __future__ import annotations

from collections.abc import Sequence

from events.envelope import Recorded
from events.export import BadExport, Export, read_file
from events.memory_store import MemoryStore
from events.store import Append, Head
from events.tree import canonical, leaf_hash, tree_root
from ledger.audit import DAMAGE, with_roots
from ledger.erasure import FalselyClosed, SecretsErased
from ledger.verdict import BROKEN, Check, broken, not_proven, proven
from projections.evidence import claims_about
from projections.evidence_file import EvidenceFile, read_evidence, viewer_in
from projections.replay import Replays
from projections.tables import Tables
from projections.verify import Rulesets, verify

NAME = "claimed"


def compare_claims(evidence: bytes, export: bytes, rulesets: Rulesets) -> Check:
    """Execute the exported match up to where the evidence was given, and compare all that is claimed."""
    try:
        found, match = read_evidence(evidence), read_file(export)
    except BadExport as damage:
        return not_proven(NAME, f"The export or the evidence cannot be read: {damage}.")
    wrong = [check.name for check in verify(export, rulesets) if check.value == BROKEN]
    if wrong:
        return not_proven(NAME, f"The export is broken ({wrong[0]}), so nothing follows from it.")
    header = found.header
    beginning = match.history[: header.size]
    if match.header.match != header.match or len(beginning) != header.size:
        return not_proven(NAME, "The export is of another match, or ends before the evidence was given.")
    if tree_root([leaf_hash(one.version, one.stored) for one in beginning]).hex() != header.root:
        return broken(NAME, "The match that was exported is not the one that the evidence is about.")
    if match.header.viewer != "all" or (match.header.game, match.header.rules_version) not in rulesets:
        return not_proven(NAME, "Not everything of the match is open, or its rules are not installed here.")
    try:
        executed = claims_again(found, match, beginning, rulesets)
    except (SecretsErased, FalselyClosed):  # of a beginning, from which nobody had been erased yet
        return not_proven(NAME, "A player's secrets were erased from the match, so it cannot be executed again.")
    except DAMAGE as damage:
        return broken(NAME, f"The step cannot be executed ({type(damage).__name__}).")
    different = [
        name
        for name in sorted(executed.keys() | found.claimed.keys())
        if canonical(executed.get(name)) != canonical(found.claimed.get(name))
    ]
    if different:
        return broken(NAME, f"Executed again, the match shows something else: {', '.join(different)}.")
    return proven(NAME, f"Executed again, the match shows the same: {', '.join(sorted(executed))}.")


def claims_again(
    found: EvidenceFile, match: Export, beginning: Sequence[Recorded], rulesets: Rulesets
) -> dict[str, object]:
    store = MemoryStore()
    branch = match.history[0].stored.public["branch"]
    if branch is not None and match.main:
        _fill(store, branch["match"], match.main)
    _fill(store, match.header.match, beginning)
    tables = Tables(store, rulesets)
    table = tables.current(match.header.match)
    return claims_about(Replays(tables).of(table), table, found.header.step, viewer_in(found.header.viewer))


def _fill(store: MemoryStore, match: str, history: Sequence[Recorded]) -> None:
    rooted, frontier = with_roots(history)
    store.append(Append(match, Head(0, ()), rooted, frontier))
