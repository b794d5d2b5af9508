"""Reading one match among others: one that cannot be read must not stop the rest."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TypeVar

from events.codec import UnreadableEvent
from events.store import StoreUnavailable
from games.catalogue import CatalogueGone
from projections.tables import UnknownMatch

T = TypeVar("T")
log = logging.getLogger("matchledger")
DAMAGE = (UnreadableEvent, CatalogueGone, UnknownMatch)  # the lists may name a match that the store has lost


def read_or_none(match: str, read: Callable[[str], T]) -> T | None:
    """What `read` gives for this match; None, and a line in the log, if the match cannot be read."""
    try:
        return read(match)
    except StoreUnavailable as gone:  # its partition or its archive
        log.warning("store unavailable", extra={"match": match, "detail": str(gone)})
    except DAMAGE as damage:
        log.error("cannot read a match", exc_info=damage, extra={"match": match})
    return None
