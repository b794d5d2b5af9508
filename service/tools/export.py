"""`matchledger export`: many matches as rows in files, for DuckDB and whatever else reads NDJSON or Parquet."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import BinaryIO, Literal

import msgspec
from msgspec import Struct

from events.codec import UnreadableEvent
from events.envelope import Recorded
from events.objects.store import ArchiveUnavailable
from events.redis.feed import RedisFeed
from ledger.audit import DAMAGE
from ledger.erasure import FalselyClosed, SecretsErased, first_falsely_closed, has_no_secrets
from projections.rows import RELATIONS, ResultRow, rows_of
from projections.tables import Tables, UnknownMatch
from service.config import Config
from service.tools.admin import link_of, needs_store
from service.tools.pool import work_on_each
from service.tools.progress import show_progress
from service.tools.rows_in_duckdb import NoDuckDB, must_have_duckdb, write_parquet

Format = Literal["ndjson", "parquet"]
DRAFT_FILES = {f"{relation}.{kind}" for relation in RELATIONS for kind in ("ndjson", "parquet")}  # DuckDB adds `tmp_`
WARNING = "The files hold names of players and what was hidden in the matches: keep them as you keep a backup."


class Wanted(Struct, frozen=True):
    """Which matches."""

    matches: Sequence[str] | None = None  # None: all
    games: Sequence[str] = ()  # empty: all
    since_ms: int = 0  # something has happened in it since then
    is_running: bool = False  # those too that are not over


class Lines(Struct, frozen=True):
    """One match as lines of each file; empty if it is not wanted."""

    match: str
    lines: dict[str, bytes] = {}
    wrong: str = ""  # why it cannot be read


class Written(Struct, frozen=True):
    matches: int
    wrong: list[str]


@needs_store(exit_code=2)
def export_matches(config: Config, wanted: Wanted, folder: Path, kind: Format, jobs: int) -> int:
    """Write one file of each relation into a new folder; returns the exit status."""
    try:
        if kind == "parquet":
            must_have_duckdb()
        if folder.exists():
            raise FileExistsError(f"{folder} exists already")
        with _draft_of(folder) as draft:
            written = write_rows(config, wanted, draft, jobs)
            if kind == "parquet":
                write_parquet(draft)
    except (OSError, NoDuckDB) as error:
        print(f"matchledger: nothing was exported: {error}", file=sys.stderr)
        return 2
    print(f"{written.matches} matches are in {folder}. {WARNING}", file=sys.stderr)
    return report_wrong(written)


def report_wrong(written: Written) -> int:
    for sentence in written.wrong:
        print(f"  left out: {sentence}", file=sys.stderr)
    return 1 if written.wrong else 0


def _describe(damage: Exception, history: Sequence[Recorded]) -> str:
    """The first part that is closed without an erasure, which is the whole reason, or the kind of the damage."""
    version = first_falsely_closed(history)
    return type(damage).__name__ if version is None else str(FalselyClosed(version))


@contextmanager
def _draft_of(folder: Path) -> Iterator[Path]:
    """A folder for its owner only; it has its name when it is complete, and is gone if it does not get so far."""
    draft = folder.with_name(f"{folder.name}.part")
    if draft.exists():  # of an export that was killed, or somebody else's
        if any(path.name.removeprefix("tmp_") not in DRAFT_FILES for path in draft.iterdir()):
            raise FileExistsError(f"{draft} exists already, and holds more than an export leaves")
        shutil.rmtree(draft)
    draft.mkdir(mode=0o700)
    try:
        yield draft
        draft.rename(folder)
    except BaseException:  # also an interrupt: no incomplete folder may be left behind
        shutil.rmtree(draft, ignore_errors=True)
        raise


def write_rows(config: Config, wanted: Wanted, folder: Path, jobs: int) -> Written:
    """The rows of the wanted matches as NDJSON; a match that cannot be read is left out and named."""
    from service.app import open_services

    link = link_of(config)
    feed, tables = RedisFeed(link, "export", "export"), open_services(config, link).tables
    matches = wanted.matches or list(feed.all_matches())
    found, wrong = 0, []
    with ExitStack() as files:
        by_name: dict[str, BinaryIO] = {
            name: files.enter_context((folder / f"{name}.ndjson").open("wb")) for name in RELATIONS
        }
        work = partial(lines_of, wanted)
        results = work_on_each(config, tables, work, sorted(matches), jobs)
        for one in show_progress(matches, "reading matches", results):
            for name, lines in one.lines.items():
                by_name[name].write(lines)
            found += bool(one.lines)
            wrong += [f"{one.match}: {one.wrong}"] if one.wrong else []
        for file in by_name.values():
            file.flush()
            os.fsync(file.fileno())
    return Written(found, wrong)


def lines_of(wanted: Wanted, tables: Tables, match: str) -> Lines:
    history: Sequence[Recorded] = ()
    try:
        history = tables.store.read(match)
        if not history:
            return Lines(match, wrong="there is no such match")
        game, last_at = history[0].stored.public.get("game"), history[-1].stored.at
        if (wanted.games and game not in wanted.games) or last_at < wanted.since_ms:
            return Lines(match)
        origin = None if has_no_secrets(history) else tables.origin_of(history[0])
        rows = list(rows_of(tables.ruleset_of(history), history, origin))
    except (*DAMAGE, UnreadableEvent, UnknownMatch, SecretsErased) as damage:
        return Lines(match, wrong=f"it cannot be read ({_describe(damage, history)})")
    except ArchiveUnavailable as failed:
        return Lines(match, wrong=f"it cannot be read ({failed})")
    result = rows[-1]
    assert isinstance(result, ResultRow)
    if result.status != "finished" and not wanted.is_running:
        return Lines(match)
    names = {kind: name for name, kind in RELATIONS.items()}
    lines: dict[str, list[bytes]] = {name: [] for name in RELATIONS}
    for row in rows:
        lines[names[type(row)]].append(msgspec.json.encode(row) + b"\n")
    return Lines(match, {name: b"".join(found) for name, found in lines.items()})
