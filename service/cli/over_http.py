"""Subcommands that ask a running service over HTTP: `matchledger demo`, `bot` and `report`."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from service.cli.shared import add_game

if TYPE_CHECKING:
    from service.config import Config


def add_server(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--server", default=None, help="address of the service; default: MATCHLEDGER_HOST and MATCHLEDGER_PORT"
    )


def server_of(args: Namespace, config: Config) -> str:
    return args.server or f"http://{config.host}:{config.port}"


def declare_demo(parser: ArgumentParser) -> None:
    parser.set_defaults(run=run_demo)
    parser.add_argument(
        "--matches", type=int, default=2, help="finished matches of each game; one more is left running"
    )
    add_game(parser)
    parser.add_argument("--seed", type=int, default=None)
    add_server(parser)


def run_demo(args: Namespace, config: Config) -> int:
    from service.processes.bots.demo import run

    return run(server_of(args, config), args.matches, args.seed, tuple(args.game))


def declare_bot(parser: ArgumentParser) -> None:
    parser.set_defaults(run=run_bot)
    parser.add_argument("--match", required=True)
    parser.add_argument(
        "--policy",
        choices=["sensible", "random", "search"],
        default="sensible",
        help="by the game's policy, by chance, or by a search, which needs the store of the service",
    )
    parser.add_argument("--name", default="Bot")
    add_server(parser)


def run_bot(args: Namespace, config: Config) -> int:
    from games.bots import policy_for
    from service.processes.bots.join import run

    if args.policy == "search":
        return run_searching_bot(args, config)
    return run(server_of(args, config), args.match, lambda game: policy_for(game, args.policy), args.name)


def run_searching_bot(args: Namespace, config: Config) -> int:
    """It plays over HTTP too, but has its worlds drawn from the store, which only this machine can read."""
    from events.store import StoreUnavailable
    from games.packs import load_packs
    from service.app import open_services
    from service.processes.bots.by_search import search_policy
    from service.processes.bots.join import run
    from service.tools.admin import link_of

    load_packs(config.packs)
    try:
        tables = open_services(config, link_of(config)).tables
    except StoreUnavailable as error:
        print(f"matchledger: a bot that searches needs the store of the service ({error})", file=sys.stderr)
        return 1
    policy = search_policy(tables, args.match, config.bot_think_ms / 1000)
    return run(server_of(args, config), args.match, lambda _game: policy, args.name)


def declare_report(parser: ArgumentParser) -> None:
    parser.set_defaults(run=run_report)
    parser.add_argument("dispute", metavar="DISPUTE", help="its id, as in its address")
    parser.add_argument("--to", type=Path, metavar="FILE", help="default: standard output")
    parser.add_argument(
        "--token-file", type=Path, metavar="FILE", help="of an arbiter or player; else as spectators see"
    )
    add_server(parser)


def run_report(args: Namespace, config: Config) -> int:
    from service.tools.report import write_report

    return write_report(server_of(args, config), args.dispute, args.token_file, args.to)
