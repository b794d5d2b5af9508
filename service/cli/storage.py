"""Subcommands that change or copy what is stored: `matchledger rebuild`, `backup`, `restore`, `archive`, `clocks`."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from service.cli.shared import with_deck_packs

if TYPE_CHECKING:
    from service.config import Config


def declare_rebuild(parser: ArgumentParser) -> None:
    parser.set_defaults(run=run_rebuild)


@with_deck_packs
def run_rebuild(args: Namespace, config: Config) -> int:
    from service.tools.admin import rebuild

    return rebuild(config)


def declare_backup(parser: ArgumentParser) -> None:
    parser.set_defaults(run=run_backup, parser=parser)
    parser.add_argument(
        "target", metavar="FILE|-|verify", help="the file; `-`: standard output; `verify FILE`: check one"
    )
    parser.add_argument("file", type=Path, nargs="?", help="with verify: the backup to check")
    parser.add_argument("--execute", action="store_true", help="with verify: audit every match in a temporary store")


@with_deck_packs
def run_backup(args: Namespace, config: Config) -> int:
    from service.tools.backup import make_backup, verify_backup

    if (args.target == "verify") != (args.file is not None):
        args.parser.error("write `backup FILE`, `backup -` or `backup verify FILE`")
    if args.file is None:
        return make_backup(config, args.target)
    return verify_backup(config, args.file, is_executed=args.execute)


def declare_restore(parser: ArgumentParser) -> None:
    parser.set_defaults(run=run_restore)
    parser.add_argument("file", type=Path)


@with_deck_packs
def run_restore(args: Namespace, config: Config) -> int:
    from service.tools.backup import restore_backup

    return restore_backup(config, args.file)


def declare_archive(parser: ArgumentParser) -> None:
    parser.set_defaults(run=run_archive)
    parser.add_argument(
        "--days", type=float, default=7, help="only matches that have not changed for this many days; default: 7"
    )


@with_deck_packs
def run_archive(args: Namespace, config: Config) -> int:
    from service.tools.archive import archive_finished

    return archive_finished(config, args.days)


def declare_clocks(parser: ArgumentParser) -> None:
    restart = parser.add_subparsers(dest="clocks_command", required=True).add_parser(
        "restart", help="after the server's time was wrong: everybody has their full time again"
    )
    restart.set_defaults(run=run_clocks_restart)
    restart.add_argument("matches", nargs="*", metavar="MATCH", help="default: every running match with a deadline")


@with_deck_packs
def run_clocks_restart(args: Namespace, config: Config) -> int:
    from service.tools.clocks import restart_clocks

    return restart_clocks(config, args.matches)
