"""What can still be read of a match after somebody was erased from it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from events.envelope import Recorded, Stored
from events.tree import Frontier
from games.decider import Result
from ledger import events as facts
from ledger.evolve import LOBBY, without_names
from ledger.evolve_leaving import LEAVING
from ledger.table import Ruleset, Table

_NEED_NO_STATE = {
    "SeatTaken",
    "SeatLeft",
    "DisputeOpened",
    "DisputeWithdrawn",
    "HoldExpired",
    "DisputeRuled",
    "ResultAdjusted",
    *LEAVING,
}


class SecretsErased(Exception):
    """What was played in this match can no longer be shown: a player's secrets have been erased."""


def has_no_secrets(history: Sequence[Recorded]) -> bool:
    """Whether what was played has been erased, so that it cannot be executed again."""
    return any(stored.public.get("secrets") for stored in _erasures(history))


def _erasures(history: Sequence[Recorded]) -> list[Stored]:
    """The events that say that somebody was erased."""
    return [recorded.stored for recorded in history if recorded.stored.type == "PlayerErased"]


def is_closed(stored: Stored) -> bool:
    """Whether a part of this event cannot be opened."""
    for part in stored.secret.values():
        if not part.salt:
            return True
    return stored.cause is not None and not stored.cause.params.salt


def fold_without_state(ruleset: Ruleset, history: Sequence[Recorded], frontier: Frontier) -> Table:
    """A finished match whose secrets have been erased: who sat where, how it ended, and the disputes about it."""
    first = history[0].stored
    opened = msgspec.convert({**first.public, "rule": first.rule, "server_seed": ""}, facts.MatchOpened)
    table = Table(
        match=opened.match,
        ruleset=ruleset,
        opened=opened,
        opened_at=first.at,
        seats=(None,) * opened.seats,
        status="finished",
        source=first.source,
    )
    for recorded in history:
        if recorded.stored.type in _NEED_NO_STATE:
            table = LOBBY[recorded.stored.type](table, recorded, ruleset.codec.read(recorded.stored))
        elif recorded.stored.type == "PlayerErased":
            event = ruleset.codec.read(recorded.stored)
            assert isinstance(event, facts.PlayerErased)
            table = replace(without_names(table, event), erased_at=recorded.version)
            if event.secrets and table.final is None:
                table = replace(table, final=Result(event.winners, event.scores))
    last = history[-1].stored
    return replace(
        table, version=len(history), command=last.command, step=last.step, last_at=last.at, frontier=frontier
    )
