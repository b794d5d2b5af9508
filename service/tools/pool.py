"""Work on many stored matches, one after the other or in several processes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import TypeVar

from games.packs import load_packs
from projections.tables import Tables
from service.config import Config
from service.tools.admin import link_of

CHUNK = 4  # tasks given to a process at once
T = TypeVar("T")
R = TypeVar("R")


def work_on_each(
    config: Config, tables: Tables, work: Callable[[Tables, T], R], tasks: Sequence[T], jobs: int
) -> Iterator[R]:
    """What `work` returns for each task, in their order. It is a function of a module, so that processes can get it."""
    if jobs == 1 or len(tasks) <= CHUNK:
        yield from (work(tables, task) for task in tasks)
        return
    with ProcessPoolExecutor(jobs, initializer=_start_worker, initargs=(config,)) as workers:
        yield from workers.map(partial(_run, work), tasks, chunksize=CHUNK)


_own: list[Tables] = []  # of each process of the pool


def _start_worker(config: Config) -> None:
    from service.app import open_services

    load_packs(config.packs)
    _own.append(open_services(config, link_of(config)).tables)


def _run(work: Callable[[Tables, T], R], task: T) -> R:
    return work(_own[0], task)
