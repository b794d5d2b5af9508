"""Orders: anything that somebody asks of a match, and how the ledger's rules refuse one."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

OPERATOR = "operator"  # whoever runs the service, at the command line
ARBITERS = ("arbiter", "admin")


class Order(Struct, frozen=True):
    """What is asked, and by whom.

    `params` are stored with the events, so that the audit decides the same order again. `given` is what the service
    adds from outside the match (a name, a fresh id, "the journal has this refusal"): the audit takes it from the
    events and believes it. So it is with `sender`: the person or bot that asks as a seat. The ledger keeps the seat,
    and whether the sender may act for it is decided each time that the order is (LEDGER-3.5).
    """

    actor: str  # seat:2, player:<id>, arbiter:<id>, admin:<id>, clock, clock:2, operator
    type: str  # one of ledger.decide.ORDERS, or of a game's command its own name
    params: dict[str, Any] = {}
    given: dict[str, Any] = {}
    sender: str | None = None  # None in the audit, where it is unknown, and if no seat asks
    is_command: bool = False  # of the game; whatever its name is, it is decided by the rules of the game alone


class Refused(Exception):
    """An order that the ledger's rules refuse: a stable code for programs, the rule, and a sentence for people."""

    def __init__(self, code: str, rule: str, message: str, **facts: Any) -> None:
        super().__init__(f"{code} ({rule}): {message}")
        self.code = code
        self.rule = rule
        self.message = message
        self.facts = facts


def plain(value: Any) -> Any:
    """As it comes back from the store: lists in place of tuples, and nothing but JSON."""
    return msgspec.json.decode(msgspec.json.encode(value))


def player_in(actor: str) -> str | None:
    """The person behind an actor that is not a seat: of `arbiter:p-1` it is `p-1`."""
    role, _, person = actor.partition(":")
    return person if role in ("player", *ARBITERS) and person else None


def person_as_player(actor: str) -> str | None:
    """LEDGER-0.2: the person who asks as a player, whatever else they are here."""
    return player_in(actor) if actor.startswith("player:") else None


def is_arbiter(actor: str) -> bool:
    """Whether this is an arbiter or an admin."""
    return actor.partition(":")[0] in ARBITERS and player_in(actor) is not None
