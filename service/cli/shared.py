"""What several subcommands have in common. Each imports its code when it runs, so that it loads only what it needs."""

from __future__ import annotations

import os
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # not loaded for --help and --version
    from service.config import Config

    Run = Callable[[Namespace, Config], int]


def with_deck_packs(run: Run) -> Run:
    """Load the operator's deck packs first: matches of the store, or of a file, may use their cards."""

    @wraps(run)
    def load_and_run(args: Namespace, config: Config) -> int:
        from games.packs import load_packs

        load_packs(config.packs)
        return run(args, config)

    return load_and_run


def add_matches(parser: ArgumentParser) -> None:
    parser.add_argument("matches", nargs="*", metavar="MATCH")


def add_all(parser: ArgumentParser) -> None:
    parser.add_argument("--all", action="store_true", dest="is_all", help="every match of the store")


def named_matches(args: Namespace) -> list[str] | None:
    """The matches that were named; None: all of the store."""
    if args.is_all == bool(args.matches):
        args.parser.error("name some matches, or use --all")
    return None if args.is_all else args.matches


def add_game(parser: ArgumentParser) -> None:
    parser.add_argument("--game", action="append", default=[], help="only this game; may be given more than once")


def add_jobs(parser: ArgumentParser) -> None:
    parser.add_argument("--jobs", type=_count, default=os.cpu_count() or 1, help="processes; default: one per core")


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise ArgumentTypeError(f"{text} is not a number of processes")
    return int(text)
