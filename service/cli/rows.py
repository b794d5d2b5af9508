"""Subcommands that give matches as rows: `matchledger export` and `query`."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from service.cli.shared import add_all, add_game, add_jobs, add_matches, named_matches, with_deck_packs

if TYPE_CHECKING:
    from service.config import Config

DAY_S = 86_400


def declare_export(parser: ArgumentParser) -> None:
    parser.set_defaults(run=run_export, parser=parser)
    add_matches(parser)
    add_all(parser)
    parser.add_argument("--to", type=Path, required=True, metavar="FOLDER", help="a new folder, one file a table")
    parser.add_argument("--format", choices=["ndjson", "parquet"], default="ndjson", help="default: ndjson")
    add_selection(parser)


@with_deck_packs
def run_export(args: Namespace, config: Config) -> int:
    from service.tools.export import Wanted, export_matches

    wanted = Wanted(named_matches(args), args.game, args.since, args.running)
    return export_matches(config, wanted, args.to, args.format, args.jobs)


def declare_query(parser: ArgumentParser) -> None:
    parser.set_defaults(run=run_query)
    parser.add_argument("sql", metavar="SELECT")
    parser.add_argument(
        "--from", type=Path, dest="folder", metavar="FOLDER", help="what `export` has written; default: the store"
    )
    parser.add_argument("--format", choices=["table", "csv", "ndjson"], default="table", help="default: table")
    parser.add_argument("--seconds", type=_seconds, default=60.0, help="how long the query may take; default: 60")
    add_selection(parser)


@with_deck_packs
def run_query(args: Namespace, config: Config) -> int:
    from service.tools.export import Wanted
    from service.tools.query import run_query

    wanted = Wanted(None, args.game, args.since, args.running)
    return run_query(config, args.sql, args.folder, wanted, args.format, args.seconds, args.jobs)


def add_selection(parser: ArgumentParser) -> None:
    """Which matches of the store, and how many processes read them."""
    add_game(parser)
    parser.add_argument(
        "--since", type=moment, default=0, metavar="DATE", help="only matches in which something happened since"
    )
    parser.add_argument("--running", action="store_true", help="also matches that are not over, with what is hidden")
    add_jobs(parser)


def _seconds(text: str) -> float:
    found = float(text)
    if not 0.001 <= found <= DAY_S:
        raise ArgumentTypeError(f"{text} is no time from a millisecond to a day")
    return found


def moment(text: str) -> int:
    """A date or a moment of ISO 8601, in milliseconds; without a time zone it is UTC."""
    found = datetime.fromisoformat(text)
    return int((found if found.tzinfo else found.replace(tzinfo=UTC)).timestamp() * 1000)
