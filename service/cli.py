"""The command line tool `matchledger`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from service.config import BadSetting, Config, read_config


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="matchledger", description="An event-sourced ledger for board and card games."
    )
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("serve", help="serve the API, on an embedded Redis unless MATCHLEDGER_REDIS_URL is set")
    commands.add_parser("background", help="the lists and the clock; `serve` starts it by itself")
    commands.add_parser("rebuild", help="rebuild every list from the matches alone, while serving")
    token = commands.add_parser("token", help="tokens for arbiters and admins")
    create = token.add_subparsers(dest="token_command", required=True).add_parser("create", help="print a token, once")
    create.add_argument("--role", choices=["player", "arbiter", "admin"], required=True)
    create.add_argument("--name", required=True)
    verify = commands.add_parser("verify", help="check an exported match, with no server and no Redis")
    verify.add_argument("file", type=Path)
    verify.add_argument("--key", help="the server's key that you trust (GET /v1/key)")
    audit = commands.add_parser("audit", help="execute stored matches again and compare")
    audit.add_argument("matches", nargs="*", metavar="MATCH")
    audit.add_argument("--all", action="store_true", dest="is_all", help="every match of the store")
    chosen = parser.parse_args(arguments)
    try:
        return run(chosen, read_config())
    except BadSetting as wrong:
        print(f"matchledger: {wrong}", file=sys.stderr)
        return 2


def run(chosen: argparse.Namespace, config: Config) -> int:
    # Imported here because each command needs little of the rest, and starts at once.
    if chosen.command == "serve":
        from service.serve import serve

        return serve(config)
    if chosen.command == "background":
        from service.background import run as run_background

        run_background(config)
        return 0
    if chosen.command == "verify":
        from service.verifying import verify_file

        return verify_file(chosen.file, chosen.key)
    from service.admin import audit_matches, create_token, rebuild

    if chosen.command == "rebuild":
        return rebuild(config)
    if chosen.command == "audit":
        return audit_matches(config, None if chosen.is_all else chosen.matches)
    return create_token(config, chosen.role, chosen.name)


if __name__ == "__main__":
    sys.exit(main())
