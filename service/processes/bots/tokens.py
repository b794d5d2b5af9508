"""The tokens of bots: derived from the server's secret, so that one that is lost can be kept again at any time."""

from __future__ import annotations

from ledger.bots import bots_of
from ledger.table import Table
from service.web.http import Services
from service.web.identity import Person, hash_token


def keep_tokens(services: Services, table: Table) -> None:
    """Let the bots of this match in."""
    for player, name in bots_of(table).items():
        token = services.notary.bot_token(player)
        services.identity.people.add(Person(player, name, "player"), hash_token(token))
