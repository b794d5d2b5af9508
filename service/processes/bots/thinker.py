"""Searches for bots, in a process of its own: it is sent drawn worlds and never the true state of a match."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Hashable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process
from pathlib import Path
from typing import Any

from games.packs import load_packs
from games.search import Found
from ledger.table import Table
from service.searching import Question, answer, question_about

WAITING_MAX = 64  # searches that are asked for at once; whoever comes later asks again


class Thinker:
    """Starts searches and has their answers when they are there; the process begins with the first question."""

    def __init__(self, seconds: float, packs: Path | None = None) -> None:
        self._seconds, self._packs = seconds, packs
        self._pool: ProcessPoolExecutor | None = None
        self._asked: dict[Hashable, Future[Found]] = {}

    def ask(self, about: Hashable, table: Table, seat: int, at_ms: int) -> Found | None:
        """The answer to a question that is asked again and again under one name, until it is there."""
        future = self._asked.get(about)
        if future is None:
            self._forget_old()
            if len(self._asked) < WAITING_MAX:
                self._asked[about] = self._submit(question_about(table, seat, os.urandom(16), at_ms, self._seconds))
            return None
        if not future.done():
            return None
        del self._asked[about]
        try:
            return future.result()
        except BrokenProcessPool:
            self.close()  # its process was killed: the next question starts another
            return None

    def _submit(self, question: Question) -> Future[Found]:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                1, mp_context=get_context("spawn"), initializer=_begin, initargs=(self._packs,)
            )
        try:
            return self._pool.submit(answer, question)
        except BrokenProcessPool:
            self.close()
            return self._submit(question)

    def _forget_old(self) -> None:
        """Answers that nobody came for: the match has moved on."""
        if len(self._asked) >= WAITING_MAX:
            for about in [about for about, future in self._asked.items() if future.done()]:
                del self._asked[about]

    def close(self) -> None:
        pool, self._pool = self._pool, None
        self._asked.clear()
        if pool is not None:
            pool.shutdown(wait=False, cancel_futures=True)


def _begin(packs: Path | None) -> None:
    """In the new process: Ctrl-C is for its parent, it plays second to web workers, and it ends when its parent does,
    however that happens."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(5)
    load_packs(packs)
    parent = parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: Any) -> None:
    parent.join()
    os._exit(0)
