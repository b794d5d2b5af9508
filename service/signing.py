"""The server's signing key: made once, kept in the store, the same for every worker."""

from __future__ import annotations

import os
from functools import cached_property

from events.checkpoint import SEED_BYTES, Checkpoint, Signer, origin_of, verifier_key
from events.redis_link import Link
from events.tree import Frontier, root_of

SEED_KEY = "signing:seed"


class Notary:
    """Signs checkpoints."""

    def __init__(self, link: Link) -> None:
        self._link = link

    @cached_property
    def signer(self) -> Signer:
        # Whoever comes first sets it; everybody then reads the same one.
        self._link.call("SET", SEED_KEY, os.urandom(SEED_BYTES), "NX")
        return Signer(self._link.call("GET", SEED_KEY))

    @property
    def key(self) -> str:
        """The public key, in the form that verifiers are given."""
        return verifier_key(self.signer.public)

    def note(self, match: str, size: int, frontier: Frontier) -> str:
        return self.signer.sign(Checkpoint(origin_of(match), size, root_of(frontier)))
