"""Across matches: the docket of disputes and rulings."""

from __future__ import annotations

from typing import Any

import msgspec

from ledger.table import Dispute, Table

OPEN_DISPUTES = "docket/open"  # the list of those that wait for a ruling


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


def lists_of(table: Table, dispute: Dispute) -> list[str]:
    """The lists that a dispute belongs to, by name."""
    statuses = [None, status_of(dispute), *(["held"] if dispute is table.frozen_by() else [])]
    games = (None, table.opened.game)
    return [*(docket_list(status, game) for status in statuses for game in games), list_of_match(table.match)]


def docket_list(status: str | None, game: str | None) -> str:
    """The name of a list of disputes; None means any. `held` are the open ones that hold their match."""
    return f"docket/{status or '*'}/{game or '*'}"


def list_of_match(match: str) -> str:
    """By which those that the match no longer has are found."""
    return f"docket/match/{match}"


def status_of(dispute: Dispute) -> str:
    if dispute.withdrawn_at:
        return "withdrawn"
    return "open" if dispute.ruling is None else "ruled"


def branches_of(match: str) -> str:
    """The name of the list of the branches that leave a match."""
    return f"branches/{match}"
