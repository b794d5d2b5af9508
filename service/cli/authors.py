"""Subcommands for whoever writes or changes rules: `matchledger reproduce`, `keep-rules` and `new-game`."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from service.cli.shared import with_deck_packs

if TYPE_CHECKING:
    from service.config import Config


def declare_reproduce(parser: ArgumentParser) -> None:
    parser.set_defaults(run=run_reproduce)
    parser.add_argument("file", type=Path, help="what POST /v1/matches/{id}/steps/{n}/report has answered")
    parser.add_argument("--to", type=Path, metavar="FOLDER", help="for the test; default: the folder of the file")


@with_deck_packs
def run_reproduce(args: Namespace, config: Config) -> int:
    from service.tools.reproduce import reproduce_step

    return reproduce_step(args.file, args.to)


def declare_keep_rules(parser: ArgumentParser) -> None:
    parser.set_defaults(run=run_keep_rules)
    parser.add_argument("game", metavar="GAME", help="its slug, such as coup")


def run_keep_rules(args: Namespace, config: Config) -> int:
    from service.tools.keep_rules import keep_rules

    return keep_rules(args.game)


def declare_new_game(parser: ArgumentParser) -> None:
    parser.set_defaults(run=run_new_game)
    parser.add_argument("name", metavar="NAME", help="such as tic-tac-toe")
    parser.add_argument("--to", type=Path, default=Path(), metavar="FOLDER", help="where; default: here")


def run_new_game(args: Namespace, config: Config) -> int:
    from service.tools.new_game import new_game

    return new_game(args.name, args.to)
