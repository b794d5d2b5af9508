"""What becomes of each order, by game."""

from __future__ import annotations

import time

from events.store import Answer, Append, Behind, EventStore, StoreUnavailable
from games.decider import IllegalMove
from ledger.orders import Refused
from service.metrics.families import APPEND_SECONDS, COMMANDS, CONFLICTS, EVENTS, REFUSALS, STORE_ERRORS
from service.metrics.tallies import count, observe
from service.problems import Problem, refusal_slug


def append_counted(store: EventStore, append: Append) -> Answer:
    began = time.perf_counter()
    try:
        answer = store.append(append)
    except StoreUnavailable:
        count(STORE_ERRORS, "append")
        raise
    observe(APPEND_SECONDS, time.perf_counter() - began)
    if isinstance(answer, Behind):
        count(CONFLICTS)
    return answer


def count_accepted(game: str, events: int) -> None:
    count(COMMANDS, game, "accepted")
    count(EVENTS, game, amount=events)


def count_repeated(game: str) -> None:
    count(COMMANDS, game, "repeated")


def count_refused(game: str, refusal: IllegalMove | Refused | Problem) -> None:
    count(COMMANDS, game, "refused")
    count(REFUSALS, game, refusal.slug if isinstance(refusal, Problem) else refusal_slug(refusal) or refusal.code)


def count_failed(game: str) -> None:
    count(COMMANDS, game, "failed")
