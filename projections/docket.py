"""Across matches: the docket of disputes and rulings."""

from __future__ import annotations

from typing import Any

import msgspec

from ledger.table import Dispute, Table


def dispute_document(table: Table, dispute: Dispute) -> dict[str, Any]:
    """A dispute as everybody who may see the match may see it."""
    where = f"{table.match}~{dispute.number}"
    fields = msgspec.structs.asdict(dispute)
    del fields["held_since"]  # `held` of the match says it
    return {
        "id": where,
        "match": table.match,
        "game": table.opened.game,
        **fields,
        "status": status_of(dispute),
        "evidence": f"/v1/disputes/{where}/evidence",
    }


def lists_of(match: str, dispute: Dispute) -> list[str]:
    """The lists that a dispute belongs to, by name."""
    return ["docket/*", f"docket/{status_of(dispute)}", list_of_match(match)]


def list_of_match(match: str) -> str:
    """By which those that the match no longer has are found."""
    return f"docket/match/{match}"


def status_of(dispute: Dispute) -> str:
    if dispute.withdrawn_at:
        return "withdrawn"
    return "open" if dispute.ruling is None else "ruled"
