"""`matchledger token create`, and `token list` and `token revoke` for when a token is in the wrong hands."""

from __future__ import annotations

import sys
import time

from events.redis.people import RedisPeople
from events.redis.tokens import RedisTokens, StoredToken
from service.config import Config
from service.tools.admin import link_of, needs_store
from service.web.identity import Role


@needs_store(exit_code=1)
def create_token(config: Config, role: Role, name: str) -> int:
    from service.app import open_services

    person, token = open_services(config, link_of(config)).identity.enrol(name, role)
    print(f"{role} {person.name} ({person.id}); this is the only time that the token is shown:", file=sys.stderr)
    print(token)
    return 0


@needs_store(exit_code=1)
def list_tokens(config: Config, player: str) -> int:
    """A line for each token: its id, the day it was made, the day of its last use, its name."""
    link = link_of(config)
    if RedisPeople(link).by_id(player) is None:
        return _fail(f"there is no player {player}")
    for token in RedisTokens(link).list(player):
        print(_line(token))
    return 0


def _line(token: StoredToken) -> str:
    made_on = time.strftime("%Y-%m-%d", time.gmtime(token.made_at / 1000))
    return f"{token.id}  made {made_on}  used {token.used_on or 'never':10}  {token.name}".rstrip()


@needs_store(exit_code=1)
def revoke_tokens(config: Config, player: str, token_id: str | None) -> int:
    """One token, or all of them."""
    tokens = RedisTokens(link_of(config))
    ids = [token.id for token in tokens.list(player)] if token_id is None else [token_id]
    revoked = [one for one in ids if tokens.revoke(player, one)]
    if not revoked:
        return _fail(f"{player} has no such token" if token_id is not None else f"{player} has no tokens")
    print(f"revoked: {', '.join(revoked)}")
    return 0


def _fail(reason: str) -> int:
    print(f"matchledger: {reason}", file=sys.stderr)
    return 1
