"""Which parameters an order to the ledger can have; a command's are its fields."""

from __future__ import annotations

from collections.abc import Mapping

from ledger.orders import Order, Refused

_WAY = frozenset(("as", "policy"))
PARAMETERS: Mapping[str, frozenset[str]] = {  # an order that is missing here has none
    "open_match": frozenset(
        (
            *("game", "seats", "options", "public", "turn_s", "reaction_s", "total_s", "increment_s", "hold_s"),
            *("away_s", "rematch_of", "kept_for"),
        )
    ),
    "open_branch": frozenset(("public",)),
    "take_seat": frozenset(("seat", "luck")),
    "leave_seat": frozenset(("seat",)),
    "seat_bots": frozenset(("policy", "count", "seats")),
    "commit_luck": frozenset(("commitment",)),
    "open_luck": frozenset(("part",)),
    "undo": frozenset(("to_step",)),
    "answer_undo": frozenset(("accepts",)),
    "rewind": frozenset(("to_step",)),
    "open_dispute": frozenset(("step", "refusal_at", "ruling", "freeze")),
    "withdraw_dispute": frozenset(("dispute",)),
    "rule_on_dispute": frozenset(("dispute", "ruling", "to_step", "winners", "seat")),
    "look": frozenset(("what", "number")),
    "leave": _WAY,
    "report_away": _WAY | {"seat"},
    "withhold_luck": frozenset(("round",)),
    "expire_hold": frozenset(("dispute",)),
    "lapse_undo": frozenset(("request",)),
    "erase": frozenset(("player", "secrets_of")),
}


def check_parameters(order: Order) -> None:
    """LEDGER-8.6: the order is stored, so nothing may stand in it that is not decided on."""
    unknown = order.params.keys() - PARAMETERS.get(order.type, frozenset())
    if unknown:
        sentence = f"{order.type} has no such parameters: {', '.join(sorted(unknown))}."
        raise Refused("bad_parameters", "LEDGER-8.6", sentence)
