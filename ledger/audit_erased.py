"""A match whose secrets were erased: who sat where and who was erased can still be decided again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from events.codec import UnreadableEvent
from events.envelope import Recorded
from games.decider import Result
from ledger import events as facts
from ledger.audit_events import Finding, batches
from ledger.audit_orders import decide_again, order_of
from ledger.decide import ERASE, LOBBY
from ledger.erasure import open_without_secrets
from ledger.evolve_leaving import LEAVING
from ledger.fold import advance
from ledger.orders import Refused
from ledger.table import Ruleset, Table

_DAMAGE = (UnreadableEvent, msgspec.ValidationError, AssertionError, AttributeError, LookupError, TypeError, ValueError)
_WINNERS = ("winners", "winner_seats", "winner")  # as the games call them in their last event


def findings_without_state(ruleset: Ruleset, history: Sequence[Recorded]) -> Iterator[Finding]:
    """Seats and erasures decided again on what is public."""
    table = open_without_secrets(ruleset, history[0])
    for batch in batches(history[1:]):
        kind = None if batch[0].stored.cause is None else batch[0].stored.cause.type
        try:
            is_lobby = kind in LOBBY and not any(one.stored.type == facts.PlayBegan.__name__ for one in batch)
            if kind == ERASE or is_lobby:
                yield from _compare_decisions(table, batch, history)
            if is_lobby:
                table = advance(table, batch, ())
            table = replace(_with_public_result(table, batch), version=batch[-1].version)
        except _DAMAGE as damage:
            detail = f"it does not fit what came before it ({type(damage).__name__})"
            yield Finding("ledger", batch[0].version, detail)
            return


def _compare_decisions(table: Table, batch: Sequence[Recorded], history: Sequence[Recorded]) -> Iterator[Finding]:
    events = [table.ruleset.codec.read(recorded.stored) for recorded in batch]
    try:
        again = decide_again(table, order_of(batch, events), batch, history, None)
    except Refused as refused:
        detail = f"the ledger's rules refuse this order: {refused.code} ({refused.rule})"
        yield Finding("ledger", batch[0].version, detail)
        return
    if [_comparable(event) for event in again] != [_comparable(event) for event in events]:
        yield Finding("ledger", batch[0].version, f"the rules decide another {type(events[0]).__name__}")


def _comparable(event: Any) -> Any:
    """Scores cannot be worked out without the state; who won is public."""
    return replace(event, scores={}) if isinstance(event, facts.PlayerErased) else event


def _with_public_result(table: Table, batch: Sequence[Recorded]) -> Table:
    """Whether the match runs or is over, and who has won it, as far as its public events say."""
    for recorded in batch:
        stored = recorded.stored
        if stored.type == facts.PlayBegan.__name__:
            table = replace(table, status="running")
        elif stored.type == facts.ResultAdjusted.__name__:
            table = replace(table, status="finished", adjusted=tuple(stored.public["winners"]))
        elif stored.type in LEAVING:
            table = LEAVING[stored.type](table, recorded, table.ruleset.codec.read(stored))
        elif stored.type == "MatchEnded":
            table = replace(table, status="finished", final=Result(_winners(stored.public), {}))
    return table


def _winners(public: dict[str, Any]) -> tuple[int, ...]:
    value = next((public[name] for name in _WINNERS if name in public), None)
    if value is None:
        return ()
    return tuple(value) if isinstance(value, list) else (value,)
