"""The server's signing key: made once, kept in the store, the same for every worker."""

from __future__ import annotations

import hmac
import os
from functools import cached_property

from events.checkpoint import SEED_BYTES, Checkpoint, Signer, origin_of, verifier_key
from events.head_log import LOG_ORIGIN
from events.redis.signing_seed import RedisSigningSeed
from events.tree import Frontier, root_of


class Notary:
    """Signs checkpoints."""

    def __init__(self, seed: RedisSigningSeed) -> None:
        self._kept_seed = seed

    @cached_property
    def _seed(self) -> bytes:
        return self._kept_seed.get(os.urandom(SEED_BYTES))

    @cached_property
    def signer(self) -> Signer:
        return Signer(self._seed)

    def derived(self, label: str) -> bytes:
        """A secret of the server's own for this purpose, the same in every process and after a restart."""
        return hmac.digest(self._seed, label.encode(), "sha256")

    @property
    def key(self) -> str:
        """The public key, in the form that verifiers are given."""
        return verifier_key(self.signer.public)

    def note(self, match: str, size: int, frontier: Frontier) -> str:
        return self.signer.sign(Checkpoint(origin_of(match), size, root_of(frontier)))

    def log_note(self, size: int, root: bytes) -> str:
        return self.signer.sign(Checkpoint(LOG_ORIGIN, size, root))

    def bot_token(self, player: str) -> str:
        """A bot's token is derived from the server's secret, so that it need not be stored."""
        return "ml_bot_" + self.derived(f"bot {player}").hex()
