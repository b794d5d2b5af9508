"""The server's signing key: made once, kept in the store, the same for every worker."""

from __future__ import annotations

import hmac
import os
from functools import cached_property

from msgspec import Struct

from events.checkpoint import SEED_BYTES, Checkpoint, Signer
from events.head_log import HeadLog
from events.origin import log_origin
from events.redis.signing_seed import RedisSigningSeed
from events.store import Head
from events.tree import root_of
from service.log_state import KeptCheckpoint, StateFile


class SignedLog(Struct, frozen=True):
    origin: str
    size: int
    root: bytes
    note: str


class Notary:
    """Signs checkpoints, as long as the log and the key are those that were signed before."""

    def __init__(self, seed: RedisSigningSeed, state: StateFile | None = None, origin: str | None = None) -> None:
        self._kept_seed, self._state, self._origin = seed, state, origin

    @cached_property
    def _seed(self) -> bytes:
        return self._kept_seed.get(os.urandom(SEED_BYTES))

    @cached_property
    def signer(self) -> Signer:
        return Signer(self._seed, self._origin)

    def derived(self, label: str) -> bytes:
        """A secret of the server's own for this purpose, the same in every process and after a restart."""
        return hmac.digest(self._seed, label.encode(), "sha256")

    @property
    def key(self) -> str:
        """The public key, in the form that verifiers are given."""
        return self.signer.key

    def sign_log(self, heads: HeadLog) -> SignedLog:
        """The checkpoint of the head log; raises SigningStopped if it is not the log that was signed before."""

        def read_newest() -> KeptCheckpoint:
            number, head = _number_and_head(heads)
            origin = log_origin(self.signer.origin, number)
            return KeptCheckpoint(self.key, origin, head.version, root_of(head.frontier).hex())

        newest = read_newest() if self._state is None else self._state.advance(read_newest, heads)
        root = bytes.fromhex(newest.root)
        note = self.signer.sign(Checkpoint(newest.origin, newest.size, root))
        return SignedLog(newest.origin, newest.size, root, note)

    def sign(self, checkpoint: Checkpoint) -> str:
        """A note about a checkpoint of a match, by the key that was used before; raises SigningStopped otherwise."""
        if self._state is not None:
            self._state.check_key(self.key)
        return self.signer.sign(checkpoint)

    def bot_token(self, player: str) -> str:
        """A bot's token is derived from the server's secret, so that it need not be stored."""
        return "ml_bot_" + self.derived(f"bot {player}").hex()


def _number_and_head(heads: HeadLog) -> tuple[int, Head]:
    """Of one log: another may be begun between two calls, and must not be signed under the name of the first."""
    number = heads.number()
    while True:
        head, known, number = heads.head(), number, heads.number()
        if number == known:  # numbers only grow
            return number, head
