"""Subcommands that decide stored matches again: `matchledger audit` and `doctor`."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from service.cli.shared import add_all, add_jobs, add_matches, named_matches, with_deck_packs

if TYPE_CHECKING:
    from service.config import Config


def declare_audit(parser: ArgumentParser) -> None:
    parser.set_defaults(run=run_audit, parser=parser)
    add_matches(parser)
    add_jobs(parser)
    parser.add_argument(
        "--checkpoint",
        type=Path,
        action="append",
        default=[],
        metavar="FILE",
        help="a checkpoint that was kept, of the log or of a match, which the store must extend",
    )
    add_all(parser)
    parser.add_argument(
        "--rules",
        type=int,
        metavar="VERSION",
        help="by this version of their rules: list which would differ, and where",
    )
    parser.add_argument("--game", action="append", default=[], help="with --rules: only this game; may be repeated")


@with_deck_packs
def run_audit(args: Namespace, config: Config) -> int:
    matches = named_matches(args)
    if args.rules is not None:
        from service.tools.audit_rules import audit_under

        return audit_under(config, matches, args.rules, args.game, args.jobs)
    from service.tools.audit import audit_matches

    return audit_matches(config, matches, args.jobs, args.checkpoint)


def declare_doctor(parser: ArgumentParser) -> None:
    parser.set_defaults(run=run_doctor)
    parser.add_argument("--all", action="store_true", dest="is_all", help="finished matches too")


@with_deck_packs
def run_doctor(args: Namespace, config: Config) -> int:
    from service.tools.doctor import examine

    return examine(config, is_all=args.is_all)
