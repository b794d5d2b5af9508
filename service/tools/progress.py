"""A progress bar on the terminal."""

from __future__ import annotations

import sys

BAR = 30


def show_progress(done: int, total: int) -> None:
    if sys.stderr.isatty() or done == total:
        width = BAR * done // total
        end = "\n" if done == total else ""
        print(f"\r[{'#' * width:<{BAR}}] {done} of {total} matches", end=end, file=sys.stderr, flush=True)
