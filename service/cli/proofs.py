"""Subcommands about what can be proven: `matchledger verify`, `trust add`, `trust list` and `origin new`."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from service.cli.shared import with_deck_packs

if TYPE_CHECKING:
    from service.config import Config


def declare_verify(parser: ArgumentParser) -> None:
    parser.set_defaults(run=run_verify, parser=parser)
    parser.add_argument("file", type=Path, nargs="?", help="the file; without one, the log of --log alone is checked")
    parser.add_argument("--key", help="the only key that you trust (GET /v1/key); default: those of `trust add`")
    parser.add_argument("--require", metavar="CHECKS", help="checks that must be proven, with commas; `all` for all")
    parser.add_argument(
        "--checkpoint",
        type=Path,
        metavar="FILE",
        help="a checkpoint you kept, of the match or of the log; both notes are saved if it is not extended",
    )
    parser.add_argument(
        "--log", metavar="URL", help="ask this service for proof that its log extends what was kept of it"
    )
    parser.add_argument(
        "--with",
        type=Path,
        dest="export",
        metavar="EXPORT",
        help="compare what evidence claims with the exported match",
    )


@with_deck_packs
def run_verify(args: Namespace, config: Config) -> int:
    from service.tools.verify import Asked, run_verify

    asked = Asked(args.file, args.key, required_checks(args), args.checkpoint, args.log, args.export)
    return run_verify(config, asked)


def required_checks(args: Namespace) -> tuple[str, ...]:
    """The checks that must be proven."""
    from projections.verify import CHECKS
    from service.tools.verify import REQUIRED

    if args.require is None:
        return REQUIRED
    names = CHECKS if args.require == "all" else tuple(args.require.split(","))
    unknown = [name for name in names if name not in CHECKS]
    if unknown:
        args.parser.error(f"there is no check {unknown[0]}; the checks are {', '.join(CHECKS)}")
    return names


def declare_trust(parser: ArgumentParser) -> None:
    parser.set_defaults(run=run_trust)
    subcommands = parser.add_subparsers(dest="trust_command", required=True)
    add = subcommands.add_parser("add", help="trust a key from now on")
    add.add_argument("key", help="the key, as GET /v1/key gives it")
    subcommands.add_parser("list", help="list the trusted keys")


def run_trust(args: Namespace, config: Config) -> int:
    """Add a key, if one is given, and list the trusted keys."""
    from service.trust import BadTrust, add_trusted, list_trusted

    try:
        if args.trust_command == "add":
            add_trusted(config.trust, args.key)
        print(list_trusted(config.trust), end="")
    except (BadTrust, OSError) as wrong:
        print(f"matchledger: {wrong}", file=sys.stderr)
        return 2
    return 0


def declare_origin(parser: ArgumentParser) -> None:
    new = parser.add_subparsers(dest="origin_command", required=True).add_parser(
        "new", help="begin a new head log; its first entry names the last checkpoint of the old one"
    )
    new.set_defaults(run=run_origin_new)
    new.add_argument("--after", type=Path, required=True, metavar="CHECKPOINT", help="file with the signed note")
    new.add_argument("--key", help="the key that signed it; default: the one that is kept beside the data")


@with_deck_packs
def run_origin_new(args: Namespace, config: Config) -> int:
    from service.tools.origin import begin_new_log

    return begin_new_log(config, args.after, args.key)
