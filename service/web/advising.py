"""What the search would play, found in a process of its own: one for each worker, one question after the other."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

import msgspec

from games.search import Found
from service.problems import Problem
from service.searching import WALL_TIMES, Question, answer, to_messages
from service.web.side_process import SideProcess
from service.web.threads import is_gevent

PROGRAM = "service.processes.searcher"
SECONDS = 2.0  # of CPU time
PASSES = 64  # mostly reached before the time is over, so that the same question has the same answer
WAITING_MAX = 4  # requests of a worker, beside the one that is answered
START_S = 20.0  # for the process to begin
RETRY_S = 5


def search_apart(question: Question) -> Found:
    """What the search prefers. Outside a gunicorn worker, in tests and tools, it is found right here."""
    return _advisor().search(question) if is_gevent() else answer(question)


class Advisor:
    """The process of this worker, and those who wait for it."""

    def __init__(self) -> None:
        self.side = SideProcess(PROGRAM, START_S + WALL_TIMES * SECONDS)
        self._waiting = 0

    def search(self, question: Question) -> Found:
        with self._place_in_queue():
            try:
                found = self.side.ask(to_messages(question))
            except TimeoutError:
                found = None
        if found is None:
            raise Problem("search-busy", "The search has not answered.", retry_after_s=RETRY_S)
        return msgspec.msgpack.decode(found, type=Found)

    @contextmanager
    def _place_in_queue(self) -> Iterator[None]:
        if self._waiting > WAITING_MAX:
            raise Problem("search-busy", "Too many others wait for the search.", retry_after_s=RETRY_S)
        self._waiting += 1
        try:
            yield
        finally:
            self._waiting -= 1


@cache
def _advisor() -> Advisor:
    return Advisor()
