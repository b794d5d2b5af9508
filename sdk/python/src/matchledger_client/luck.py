"""A player's part of the luck: a commitment when sitting down, the part itself when everybody has committed.

Nobody can choose a part by what the others are, so nobody chooses the luck (docs/luck.md).
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from contextlib import AbstractContextManager
from hashlib import sha256
from threading import Lock

from matchledger_client.problems import Problem, Unreachable

PART_BYTES = 32


def commitment_of(match: str, seat: int, player: str, part: str) -> str:
    """What a player gives away of their part before all parts are fixed."""
    return sha256(f"matchledger/luck/v2\n{match}\n{seat}\n{player}\n{part}\n".encode()).hexdigest()


def key_of(part: str) -> str:
    """The idempotency key under which a part is opened: after a lost answer the same request gets the same answer."""
    return sha256(part.encode()).hexdigest()[:24]


class LuckParts:
    """The newest part of one player in each match. Whoever loses a part before play begins loses the seat."""

    def __init__(self) -> None:
        self._parts: dict[str, str] = {}
        # Two threads must not commit to different parts of one match.
        self.alone: AbstractContextManager[object] = Lock()

    def get(self, match: str) -> str | None:
        return self._parts.get(match)

    def give(self, match: str, part: str) -> None:
        self._parts[match] = part

    def commit(self, match: str, seat: int, player: str, send: Callable[[str], object]) -> None:
        """Send the commitment to a new part, and keep the part unless the server has refused."""
        before, part = self._parts.get(match), secrets.token_hex(PART_BYTES)
        self._parts[match] = part  # before it is sent: if the answer is lost, the server may have it
        try:
            send(commitment_of(match, seat, player, part))
        except Unreachable:
            raise
        except Problem:
            if before is None:
                del self._parts[match]
            else:
                self._parts[match] = before
            raise
