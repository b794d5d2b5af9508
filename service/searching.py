"""A question to the search and its answer: worlds that look to a seat as the match does, and never its true state."""

from __future__ import annotations

import time
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from games.bots import policy_for
from games.registry import all_rules
from games.search import Found, draw_worlds, search
from ledger.table import Table

WALL_TIMES = 10  # on a busy machine a search may take this many times its CPU time, then it answers with what it has


class Question(Struct, frozen=True):
    """What the searching process gets."""

    game: str
    rules_version: int
    worlds: list[Any]
    seat: int
    seed: bytes
    at_ms: int
    seconds: float  # of CPU time
    passes_max: int | None = None  # so that the answer depends on the seed alone, as long as there is time


def question_about(
    table: Table, seat: int, seed: bytes, at_ms: int, seconds: float, passes_max: int | None = None
) -> Question:
    """Drawn here, beside the true state; the seed has nothing to do with that of the match."""
    worlds = draw_worlds(table.game, table.state, seat, seed)
    return Question(table.game.slug, table.game.rules_version, worlds, seat, seed, at_ms, seconds, passes_max)


def answer(question: Question) -> Found:
    game, policy = all_rules()[question.game, question.rules_version], policy_for(question.game, "sensible")
    end_cpu = time.process_time() + question.seconds
    end_wall = time.monotonic() + WALL_TIMES * question.seconds

    def has_time(done: int) -> bool:
        if question.passes_max is not None and done >= question.passes_max:
            return False
        return time.process_time() < end_cpu and time.monotonic() < end_wall

    return search(game, question.worlds, question.seat, policy, question.seed, question.at_ms, has_time)


def to_messages(question: Question) -> tuple[bytes, bytes]:
    """For a pipe: the worlds apart, because only whoever knows the game can read them."""
    return msgspec.msgpack.encode(replace(question, worlds=[])), msgspec.msgpack.encode(question.worlds)


def from_messages(message: bytes, worlds: bytes) -> Question:
    question = msgspec.msgpack.decode(message, type=Question)
    state: Any = type(all_rules()[question.game, question.rules_version].rules.initial)
    return replace(question, worlds=msgspec.msgpack.decode(worlds, type=list[state]))
