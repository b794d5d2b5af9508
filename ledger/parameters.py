"""Which parameters an order to the ledger can have, and of which types; a command's are its fields."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ledger.orders import Order, Refused

Check = Callable[[Any], bool]


def _whole(value: Any) -> bool:
    return type(value) is int  # true and 1.0 are equal to 1, and are not written as it is


def _text(value: Any) -> bool:
    return type(value) is str


def _claim(value: Any) -> bool:
    return type(value) is bool


def _record(value: Any) -> bool:
    return type(value) is dict


def _many(check: Check) -> Check:
    return lambda value: isinstance(value, (list, tuple)) and all(map(check, value))


def _maybe(check: Check) -> Check:
    return lambda value: value is None or check(value)


_WAY: Mapping[str, Check] = {"as": _text, "policy": _text}
PARAMETERS: Mapping[str, Mapping[str, Check]] = {  # an order that is missing here has none
    "open_match": {
        "game": _text,
        "seats": _whole,
        "options": _record,
        "public": _claim,
        **dict.fromkeys(("turn_s", "reaction_s", "total_s", "away_s"), _maybe(_whole)),
        **dict.fromkeys(("increment_s", "hold_s"), _whole),
        "rematch_of": _maybe(_text),
        "kept_for": _many(_text),
    },
    "open_branch": {"public": _claim},
    "take_seat": {"seat": _maybe(_whole), "luck": _maybe(_record)},
    "leave_seat": {"seat": _whole},
    "seat_bots": {"policy": _text, "count": _maybe(_whole), "seats": _maybe(_many(_whole))},
    "commit_luck": {"commitment": _text},
    "open_luck": {"part": _text},
    "undo": {"to_step": _maybe(_whole)},
    "answer_undo": {"accepts": _claim},
    "rewind": {"to_step": _maybe(_whole)},
    "open_dispute": {**dict.fromkeys(("step", "refusal_at", "ruling"), _maybe(_whole)), "freeze": _claim},
    "withdraw_dispute": {"dispute": _whole},
    "rule_on_dispute": {
        "dispute": _whole,
        "ruling": _text,
        "winners": _maybe(_many(_whole)),
        **dict.fromkeys(("to_step", "seat"), _maybe(_whole)),
    },
    "look": {"what": _text, "number": _whole},
    "leave": _WAY,
    "report_away": {**_WAY, "seat": _whole},
    "withhold_luck": {"round": _whole},
    "expire_hold": {"dispute": _whole},
    "lapse_undo": {"request": _whole},
    "erase": {"player": _text, "secrets_of": _maybe(_whole)},
}
_NONE: Mapping[str, Check] = {}


def check_parameters(order: Order) -> None:
    """LEDGER-8.6: the order is stored, so nothing may stand in it that is not decided on."""
    known = PARAMETERS.get(order.type, _NONE)
    unknown = order.params.keys() - known.keys()
    if unknown:
        sentence = f"{order.type} has no such parameters: {', '.join(sorted(unknown))}."
        raise Refused("bad_parameters", "LEDGER-8.6", sentence)
    wrong = sorted(name for name, value in order.params.items() if not known[name](value))
    if wrong:
        sentence = f"Parameters of {order.type} are of another type: {', '.join(wrong)}."
        raise Refused("bad_parameters", "LEDGER-8.6", sentence)
