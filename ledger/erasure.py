"""What can still be read of a match after somebody was erased from it."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence

import msgspec
from msgspec.structs import replace

from events.codec import UnreadableEvent
from events.envelope import Recorded, Stored
from events.tree import Frontier
from games.decider import Result
from ledger import events as facts
from ledger.evolve import LOBBY, without_names
from ledger.evolve_leaving import LEAVING
from ledger.rules_people import closed_part_names, closed_parts
from ledger.table import Ruleset, Status, Table

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
_STATUS: Mapping[str, Status] = {facts.PlayBegan.__name__: "running", "MatchEnded": "finished"}


class SecretsErased(Exception):
    """What was played in this match can no longer be shown: a player's secrets have been erased."""


class FalselyClosed(UnreadableEvent):
    """A part of an event is closed, and no event of the history says that it was erased."""

    def __init__(self, version: int) -> None:
        super().__init__(f"version {version}: a part is closed, and no event says that it was erased")
        self.version = version


def first_falsely_closed(history: Sequence[Recorded]) -> int | None:
    """The version of the first event with a part that is closed without an erasure; None if there is none."""
    erased = closed_parts(history)
    for recorded in history:
        if closed_part_names(recorded.stored) - erased.get(recorded.version, frozenset()):
            return recorded.version
    return None


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
    table = open_without_secrets(ruleset, history[0])
    for recorded in history:
        table = _without_state(table, recorded)
    return _at_end(replace(table, status="finished"), history, frontier)


def fold_outline(ruleset: Ruleset, history: Sequence[Recorded], frontier: Frontier) -> Table:
    """Of a match that cannot be folded, for whatever reason: who sits where and whether it is over, as far as it can be
    read. That is enough to show its events and proofs to whoever may see them."""
    table = open_without_secrets(ruleset, history[0])
    for recorded in history:
        with contextlib.suppress(UnreadableEvent, AssertionError, AttributeError, LookupError, TypeError, ValueError):
            table = _without_state(table, recorded)
        if recorded.stored.type in _STATUS:
            table = replace(table, status=_STATUS[recorded.stored.type])
    return _at_end(table, history, frontier)


def open_without_secrets(ruleset: Ruleset, recorded: Recorded) -> Table:
    """The table after the first event, by its public fields."""
    first = recorded.stored
    opened = msgspec.convert({**first.public, "rule": first.rule, "server_seed": ""}, facts.MatchOpened)
    return Table(
        match=opened.match,
        ruleset=ruleset,
        opened=opened,
        opened_at=first.at,
        version=1,
        seats=(None,) * opened.seats,
        last_at=first.at,
        source=first.source,
    )


def _without_state(table: Table, recorded: Recorded) -> Table:
    """The table after this event, if what it does can be told without the state of the game."""
    stored = recorded.stored
    if stored.type in _NEED_NO_STATE:
        return LOBBY[stored.type](table, recorded, table.ruleset.codec.read(stored))
    if stored.type != "PlayerErased":
        return table
    event = table.ruleset.codec.read(stored)
    assert isinstance(event, facts.PlayerErased)
    table = replace(without_names(table, event), erased_at=recorded.version)
    if event.secrets and table.final is None:
        table = replace(table, final=Result(event.winners, event.scores))
    return table


def _at_end(table: Table, history: Sequence[Recorded], frontier: Frontier) -> Table:
    last = history[-1].stored
    return replace(
        table, version=len(history), command=last.command, step=last.step, last_at=last.at, frontier=frontier
    )
