"""What the seed of a match is made of: the server's part, and a part from each player who has given one.

All parts are fixed before one of them is open: the server's by the first event, a player's by a commitment. So nobody
can choose a part by what the others are (docs/proofs.md).
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Iterable

PART_BYTES = 32
HEX_32 = re.compile(r"[0-9a-f]{64}")  # a part, a commitment, the server's part
NO_PART = "-"


def commitment_of(match: str, seat: int, player: str, part: str) -> str:
    """What a player gives away of their part before all parts are fixed; of no use in another seat or match."""
    return hashlib.sha256(f"matchledger/luck/v2\n{match}\n{seat}\n{player}\n{part}\n".encode()).hexdigest()


def seed_from(match: str, server_seed: str, parts: Iterable[tuple[int, str, str]]) -> bytes:
    """The seed from the server's part and from seat, player and part (or "") of each seat in order."""
    lines = "".join(f"{seat} {player} {part or NO_PART}\n" for seat, player, part in parts)
    return hmac.digest(bytes.fromhex(server_seed), f"matchledger/seed/v2\n{match}\n{lines}".encode(), "sha256")
