"""Who is a bot: its id says how it chooses."""

from __future__ import annotations

from games.bots import KINDS

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
