"""Erasure of a person: which parts of a match must go, what the match is told of it, and what can still be read."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from events.envelope import Cause, Part, Recorded, Stored, actor_seat, commanding_seat
from events.tree import Frontier, commitment
from events.visibility import ALL_PART, SEALED_PART, seat_part
from games.decider import Result
from ledger import events as facts
from ledger.evolve import LOBBY, without_names
from ledger.table import Ruleset, Table

_NEED_NO_STATE = {"SeatTaken", "SeatLeft", "DisputeOpened", "DisputeRuled", "ResultAdjusted"}


class SecretsErased(Exception):
    """What was played in this match can no longer be shown: a player's secrets have been erased."""


class Plan(Struct, frozen=True):
    """What the erasure of a person does to one match."""

    replaced: dict[int, Stored]  # by version
    event: facts.PlayerErased


def plan(history: Sequence[Recorded], table: Table, player: str, by: str, secrets_of: int | None) -> Plan | None:
    """What must go: the name and claims of a player; with `secrets_of`, whatever shows what that seat held and did.

    What a seat held can be worked out again from sealed orders and the seed, so these go with it.
    """
    sitting: dict[int, str] = {}
    replaced: dict[int, Stored] = {}
    disputes: list[int] = []
    for recorded in history:
        stored = recorded.stored
        parts: set[str] = set()
        if stored.type == "SeatTaken":
            sitting[stored.public["seat"]] = stored.public["player"]
            if stored.public["player"] == player:
                parts.add(ALL_PART)
        elif stored.type == "SeatLeft":
            sitting.pop(stored.public["seat"], None)
        elif stored.type == "DisputeOpened" and sitting.get(_seat(stored.actor)) == player:
            parts.add(ALL_PART)
            disputes.append(stored.step)
        if secrets_of is not None:
            parts |= {SEALED_PART, seat_part((secrets_of,))}
        is_own = secrets_of is not None and commanding_seat(stored.actor) == secrets_of
        closed = _closed(stored, parts, has_cause=is_own)
        if closed != stored:
            replaced[recorded.version] = closed
    if not replaced:
        return None
    result = table.result() if secrets_of is not None else None
    event = facts.PlayerErased(
        player=player,
        by=by,
        versions=tuple(replaced),
        disputes=tuple(disputes),
        secrets=secrets_of is not None,
        winners=() if result is None else result.winners,
        scores={} if result is None else result.scores,
    )
    return Plan(replaced, event)


def _seat(actor: str) -> int:
    seat = actor_seat(actor)
    return -1 if seat is None else seat


def _closed(stored: Stored, parts: set[str], *, has_cause: bool) -> Stored:
    secret = {name: _without(part) if name in parts else part for name, part in stored.secret.items()}
    cause = stored.cause
    if cause is not None and has_cause:
        cause = Cause(cause.type, _without(cause.params))
    return replace(stored, secret=secret, cause=cause)


def _without(part: Part) -> Part:
    return Part(b"", {}, commitment(part))


def erased_versions(history: Sequence[Recorded]) -> set[int]:
    """The events of which parts may be closed, because an event says that they were erased."""
    found: set[int] = set()
    for stored in _erasures(history):
        versions = stored.public.get("versions")
        if isinstance(versions, (list, tuple)):  # in a file from elsewhere anything may stand here
            found.update(version for version in versions if isinstance(version, int))
    return found


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
    )
    for recorded in history:
        if recorded.stored.type in _NEED_NO_STATE:
            table = LOBBY[recorded.stored.type](table, recorded, ruleset.codec.read(recorded.stored))
        elif recorded.stored.type == "PlayerErased":
            event = ruleset.codec.read(recorded.stored)
            assert isinstance(event, facts.PlayerErased)
            table = without_names(table, event)
            if event.secrets and table.final is None:
                table = replace(table, final=Result(event.winners, event.scores))
    last = history[-1].stored
    return replace(table, version=len(history), step=last.step, last_at=last.at, frontier=frontier)
