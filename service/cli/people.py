"""Subcommands about people: `matchledger token create`, `token list`, `token revoke` and `erase`."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from service.cli.shared import with_deck_packs

if TYPE_CHECKING:
    from service.config import Config


def add_player(parser: ArgumentParser) -> None:
    parser.add_argument("--player", required=True, metavar="ID")


def declare_token(parser: ArgumentParser) -> None:
    subcommands = parser.add_subparsers(dest="token_command", required=True)
    listing = subcommands.add_parser("list", help="list the tokens of a person; the tokens are not shown")
    listing.set_defaults(run=run_token_list)
    add_player(listing)
    revoke = subcommands.add_parser("revoke", help="revoke tokens; within a second nobody can use them")
    revoke.set_defaults(run=run_token_revoke)
    add_player(revoke)
    revoked = revoke.add_mutually_exclusive_group(required=True)
    revoked.add_argument("--token", metavar="ID", help="the id of the token, as `token list` shows it")
    revoked.add_argument("--all", action="store_true", dest="is_all", help="every token of the person")
    create = subcommands.add_parser("create", help="create a person with a role, and print the token")
    create.set_defaults(run=run_token_create)
    create.add_argument("--role", choices=["player", "arbiter", "admin"], required=True)
    create.add_argument("--name", required=True)


@with_deck_packs
def run_token_list(args: Namespace, config: Config) -> int:
    from service.tools.tokens import list_tokens

    return list_tokens(config, args.player)


@with_deck_packs
def run_token_revoke(args: Namespace, config: Config) -> int:
    from service.tools.tokens import revoke_tokens

    return revoke_tokens(config, args.player, None if args.is_all else args.token)


@with_deck_packs
def run_token_create(args: Namespace, config: Config) -> int:
    from service.tools.tokens import create_token

    return create_token(config, args.role, args.name)


def declare_erase(parser: ArgumentParser) -> None:
    parser.set_defaults(run=run_erase)
    add_player(parser)
    parser.add_argument("--names-only", action="store_true", help="keep what was played, so that it can be replayed")


@with_deck_packs
def run_erase(args: Namespace, config: Config) -> int:
    from service.tools.erase import erase

    return erase(config, args.player, names_only=args.names_only)
