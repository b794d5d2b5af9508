"""Progress bars, only on a terminal: files and pipes get the results alone."""

from __future__ import annotations

import os
import sys
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, TypeVar, cast

T = TypeVar("T")


def show_progress(items: Collection[T], what: str, results: Iterator[Any] | None = None) -> Iterator[Any]:
    """The items themselves, or one result for each of them, with a bar that says how many are done."""
    given: Iterator[Any] = iter(items) if results is None else results
    if not sys.stderr.isatty():
        yield from given
        return
    with _new_bar() as bar:
        yield from bar.track(given, total=len(items), description=what)


@contextmanager
def open_with_progress(path: Path, what: str) -> Iterator[BinaryIO]:
    """The file, with a bar that says how much of it was read."""
    with path.open("rb") as file:
        if not sys.stderr.isatty():
            yield file
            return
        with _new_bar() as bar, bar.wrap_file(file, os.fstat(file.fileno()).st_size, description=what) as tracked:
            yield cast(BinaryIO, tracked)


def _new_bar() -> Any:
    # Loaded only where it is used: it takes longer than many a command.
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=Console(stderr=True), transient=True)
