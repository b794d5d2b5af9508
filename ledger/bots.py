"""Who is a bot: its id says how it chooses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.bots import KINDS

if TYPE_CHECKING:
    from ledger.table import Table

NAMES = ("Ada", "Blaise", "Carla", "Dido", "Emil", "Flora", "Gauss", "Hypatia", "Ivo", "Juno", "Kurt", "Lovelace")


def bot_id(kind: str, unique: str) -> str:
    return f"bot-{kind}-{unique.removeprefix('x-')}"


def bot_kind(player: str) -> str | None:
    """How this player chooses; None for a person."""
    words = player.split("-")
    return words[1] if words[0] == "bot" and len(words) == 3 and words[1] in KINDS else None


def is_bot_id(player: str, kind: str) -> bool:
    return bot_kind(player) == kind


def bot_name(seat: int) -> str:
    return f"{NAMES[seat]} (bot)"


def bots_of(table: Table) -> dict[str, str]:
    """The ids and names of the bots in a match: in seats of their own, and for players who have left."""
    seated = {info.player: info.name for info in table.seats if info is not None and bot_kind(info.player) is not None}
    return seated | {one.bot: bot_name(one.seat) for one in table.departed if one.bot}
