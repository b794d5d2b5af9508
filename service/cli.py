"""The command line tool `matchledger`."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from games.catalogue import BadCatalogue
from service.config import BadSetting, Config, read_config


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="matchledger", description="An event-sourced ledger for board and card games."
    )
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("serve", help="serve the API, on an embedded Redis unless MATCHLEDGER_REDIS_URL is set")
    commands.add_parser("background", help="run the lists, the clock and the bots; `serve` starts this by itself")
    commands.add_parser("rebuild", help="rebuild every list from the matches alone, while serving")
    demo = commands.add_parser("demo", help="fill a running server with played matches of every game")
    demo.add_argument("--matches", type=int, default=2, help="finished matches of each game; one more is left running")
    demo.add_argument("--game", action="append", default=[], help="only this game; may be given more than once")
    demo.add_argument("--seed", type=int, default=None)
    bot = commands.add_parser("bot", help="take a seat in an open match and play it to the end")
    bot.add_argument("--match", required=True)
    bot.add_argument("--policy", choices=["sensible", "random"], default="sensible")
    bot.add_argument("--name", default="Bot")
    for one in (demo, bot):
        one.add_argument(
            "--server", default=None, help="address of the service; default: MATCHLEDGER_HOST and MATCHLEDGER_PORT"
        )
    token = commands.add_parser("token", help="tokens for arbiters and admins")
    create = token.add_subparsers(dest="token_command", required=True).add_parser(
        "create", help="create a person with a role, and print the token"
    )
    create.add_argument("--role", choices=["player", "arbiter", "admin"], required=True)
    create.add_argument("--name", required=True)
    verify = commands.add_parser("verify", help="check an exported match, with no server and no Redis")
    verify.add_argument("file", type=Path)
    verify.add_argument("--key", help="the only key that you trust (GET /v1/key); default: those of `trust add`")
    verify.add_argument("--require", metavar="CHECKS", help="checks that must be proven, with commas; `all` for all")
    verify.add_argument("--checkpoint", type=Path, metavar="FILE", help="a checkpoint you kept; the match extends it")
    trust = commands.add_parser("trust", help="the keys that you trust")
    trust_commands = trust.add_subparsers(dest="trust_command", required=True)
    add = trust_commands.add_parser("add", help="trust a key from now on")
    add.add_argument("key", help="the key, as GET /v1/key gives it")
    add.add_argument("--origin", default="matchledger", help="whose key it is: the origin of its checkpoints")
    trust_commands.add_parser("list", help="list the trusted keys")
    audit = commands.add_parser("audit", help="execute stored matches again and compare")
    audit.add_argument("matches", nargs="*", metavar="MATCH")
    audit.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes; default: one per core")
    audit.add_argument("--all", action="store_true", dest="is_all", help="every match of the store")
    archive = commands.add_parser("archive", help="compress finished matches; they can be read as before")
    archive.add_argument(
        "--days", type=float, default=7, help="only matches that have not changed for this many days; default: 7"
    )
    erase = commands.add_parser("erase", help="destroy a player's name, claims and secrets; every root stays valid")
    erase.add_argument("--player", required=True, metavar="ID")
    erase.add_argument("--names-only", action="store_true", help="keep what was played, so that it can be replayed")
    doctor = commands.add_parser(
        "doctor", help="before a deployment: list open matches that these rules would decide differently"
    )
    doctor.add_argument("--all", action="store_true", dest="is_all", help="finished matches too")
    clocks = commands.add_parser("clocks", help="the clocks of running matches")
    restart = clocks.add_subparsers(dest="clocks_command", required=True).add_parser(
        "restart", help="after the server's time was wrong: everybody has their full time again"
    )
    restart.add_argument("matches", nargs="*", metavar="MATCH", help="default: every running match with a deadline")
    origin = commands.add_parser("origin", help="the head log: begin a new one after the store has lost the old one")
    new = origin.add_subparsers(dest="origin_command", required=True).add_parser(
        "new", help="begin a new head log; its first entry names the last checkpoint of the old one"
    )
    new.add_argument("--after", type=Path, required=True, metavar="CHECKPOINT", help="file with the signed note")
    new.add_argument("--key", help="the key that signed it; default: the one that is kept beside the data")
    chosen = parser.parse_args(arguments)
    if chosen.command == "audit" and chosen.is_all == bool(chosen.matches):
        audit.error("name some matches, or use --all")
    if chosen.command == "verify":
        chosen.require = _required(verify, chosen.require)
    try:
        return run(chosen, read_config())
    except (BadSetting, BadCatalogue) as wrong:
        print(f"matchledger: {wrong}", file=sys.stderr)
        return 2


def _required(parser: argparse.ArgumentParser, text: str | None) -> tuple[str, ...]:
    """The checks that must be proven."""
    from projections.verify import CHECKS
    from service.tools.verify import REQUIRED

    if text is None:
        return REQUIRED
    names = CHECKS if text == "all" else tuple(text.split(","))
    unknown = [name for name in names if name not in CHECKS]
    if unknown:
        parser.error(f"there is no check {unknown[0]}; the checks are {', '.join(CHECKS)}")
    return names


def change_trust(chosen: argparse.Namespace, config: Config) -> int:
    from service.trust import BadTrust, add_trusted, list_trusted

    try:
        if chosen.trust_command == "add":
            add_trusted(config.trust, chosen.origin, chosen.key)
        print(list_trusted(config.trust), end="")
    except (BadTrust, OSError) as wrong:
        print(f"matchledger: {wrong}", file=sys.stderr)
        return 2
    return 0


def run(chosen: argparse.Namespace, config: Config) -> int:
    # Imported here, so that each command loads only what it needs and starts quickly.
    if chosen.command == "serve":
        from service.processes.serve import serve

        return serve(config)
    if chosen.command == "background":
        from service.processes.background import run as run_background

        run_background(config)
        return 0
    if chosen.command == "trust":
        return change_trust(chosen, config)
    if chosen.command in ("demo", "bot"):
        return play_over_http(chosen, config)
    from games.packs import load_packs

    load_packs(config.packs)
    if chosen.command == "verify":
        from service.tools.verify import verify_file

        return verify_file(chosen.file, config.trust, chosen.key, chosen.require, chosen.checkpoint)
    if chosen.command == "archive":
        from service.tools.archive import archive_finished

        return archive_finished(config, chosen.days)
    if chosen.command == "audit":
        from service.tools.audit import audit_matches

        return audit_matches(config, None if chosen.is_all else chosen.matches, chosen.jobs)
    if chosen.command == "erase":
        from service.tools.erase import erase

        return erase(config, chosen.player, names_only=chosen.names_only)
    if chosen.command == "clocks":
        from service.tools.clocks import restart_clocks

        return restart_clocks(config, chosen.matches)
    if chosen.command == "origin":
        from service.tools.origin import begin_new_log

        return begin_new_log(config, chosen.after, chosen.key)
    if chosen.command == "doctor":
        from service.tools.doctor import examine

        return examine(config, is_all=chosen.is_all)
    from service.tools.admin import create_token, rebuild

    if chosen.command == "rebuild":
        return rebuild(config)
    return create_token(config, chosen.role, chosen.name)


def play_over_http(chosen: argparse.Namespace, config: Config) -> int:
    base = chosen.server or f"http://{config.host}:{config.port}"
    if chosen.command == "demo":
        from service.processes.bots.demo import run as run_demo

        return run_demo(base, chosen.matches, chosen.seed, tuple(chosen.game))
    from service.processes.bots.join import run as run_bot

    return run_bot(base, chosen.match, chosen.policy, chosen.name)


if __name__ == "__main__":
    sys.exit(main())
