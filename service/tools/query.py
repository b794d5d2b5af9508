"""`matchledger query`: one SELECT over exported matches, or over those of the store."""

from __future__ import annotations

import csv
import os
import sys
import tempfile
from pathlib import Path
from typing import Any, Literal

import msgspec

from service.config import Config
from service.tools.admin import needs_store
from service.tools.export import Wanted, report_wrong, write_rows
from service.tools.rows_in_duckdb import BadQuery, Found, NoDuckDB, ask, must_have_duckdb

Format = Literal["table", "csv", "ndjson"]


@needs_store(exit_code=2)
def run_query(
    config: Config, sql: str, folder: Path | None, wanted: Wanted, kind: Format, seconds: float, jobs: int
) -> int:
    """Print the answer; without a folder of an export, the rows of the store are made first and thrown away."""
    status = 0
    try:
        must_have_duckdb()
        if folder is not None:
            found = ask(folder, sql, seconds)
        else:
            with tempfile.TemporaryDirectory(prefix="matchledger-query-") as made:
                status = report_wrong(write_rows(config, wanted, Path(made), jobs))
                found = ask(Path(made), sql, seconds)
    except (OSError, NoDuckDB, BadQuery) as error:
        print(f"matchledger: {error}", file=sys.stderr)
        return 2
    try:
        _print(found, kind)
        sys.stdout.flush()
    except BrokenPipeError:  # whoever reads has read enough, as `head` has; Python flushes once more at its end
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return status


def _print(found: Found, kind: Format) -> None:
    if kind == "csv":
        writer = csv.writer(sys.stdout)
        writer.writerow(found.columns)
        writer.writerows(found.rows)
    elif kind == "ndjson":
        for row in found.rows:
            print(msgspec.json.encode(dict(zip(found.columns, row, strict=True)), enc_hook=str).decode())
    else:
        lines = [found.columns, *([_cell(value) for value in row] for row in found.rows)]
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        for line in lines:
            print("  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip())


def _cell(value: Any) -> str:
    return "" if value is None else f"{value:.3f}" if isinstance(value, float) else str(value)
