"""The command line tool `matchledger`: the table of its subcommands. The arguments of each are beside its code."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from importlib.metadata import version

from service.cli import authors, checks, over_http, people, proofs, rows, serving, storage

# Name, help, and the function that declares the arguments and names the function that runs it.
SUBCOMMANDS: tuple[tuple[str, str, Callable[[argparse.ArgumentParser], None]], ...] = (
    ("serve", "serve the API, on an embedded Redis unless MATCHLEDGER_REDIS_URL is set", serving.declare_serve),
    ("config", "the settings, from the environment", serving.declare_config),
    ("background", "run the lists, the clock and the bots; `serve` starts this by itself", serving.declare_background),
    ("rebuild", "rebuild every list from the matches alone, while serving", storage.declare_rebuild),
    ("demo", "fill a running server with played matches of every game", over_http.declare_demo),
    ("bot", "take a seat in an open match and play it to the end", over_http.declare_bot),
    ("report", "a dispute with its evidence as a page to print, from a running server", over_http.declare_report),
    ("token", "create, list and revoke tokens", people.declare_token),
    ("verify", "check an exported match or evidence, with no server and no Redis", proofs.declare_verify),
    ("trust", "the keys that you trust", proofs.declare_trust),
    ("backup", "write everything that cannot be rebuilt to a file, while serving", storage.declare_backup),
    ("restore", "restore a backup into an empty store; stop the service first", storage.declare_restore),
    ("audit", "execute stored matches again and compare", checks.declare_audit),
    ("export", "write finished matches as rows into files, for other programs", rows.declare_export),
    ("query", "ask one SELECT of events, commands, results and draws; needs DuckDB", rows.declare_query),
    ("reproduce", "play a reported step again, and write it as a test", authors.declare_reproduce),
    ("archive", "move finished matches out of Redis; they can be read as before", storage.declare_archive),
    ("erase", "destroy a player's name, claims and secrets; every root stays valid", people.declare_erase),
    (
        "doctor",
        "before a deployment: list open matches that these rules would decide differently",
        checks.declare_doctor,
    ),
    ("clocks", "the clocks of running matches", storage.declare_clocks),
    ("origin", "the head log: begin a new one after the store has lost the old one", proofs.declare_origin),
    ("keep-rules", "copy a game's rules before they change, for older matches", authors.declare_keep_rules),
    ("new-game", "write the package of a new game, to install beside the service", authors.declare_new_game),
)


def main(arguments: list[str] | None = None) -> int:
    args = make_parser().parse_args(arguments)
    # Imported after the arguments are parsed, so that --help and --version start quickly.
    from events.objects.opening import BadArchive
    from games.catalogue import BadCatalogue
    from games.registry import BadGame
    from service.config import BadSetting, read_config

    try:
        code: int = args.run(args, read_config(_environment(args)))
    except (BadSetting, BadCatalogue, BadGame, BadArchive) as wrong:
        print(f"matchledger: {wrong}", file=sys.stderr)
        return 2
    return code


def make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="matchledger", description="An event-sourced ledger for board and card games."
    )
    parser.add_argument("--version", action="version", version=f"matchledger {version('matchledger')}")
    subcommands = parser.add_subparsers(dest="command", required=True)
    for name, text, declare in SUBCOMMANDS:
        declare(subcommands.add_parser(name, help=text))
    return parser


def _environment(args: argparse.Namespace) -> dict[str, str]:
    """The environment, with the arguments of `serve` in place of its variables."""
    given = {f"MATCHLEDGER_{name.upper()}": getattr(args, name, None) for name in ("host", "port", "data")}
    return {**os.environ, **{name: value for name, value in given.items() if value is not None}}
