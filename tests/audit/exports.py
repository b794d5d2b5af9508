"""Exports of random matches, made without a server."""

from __future__ import annotations

from functools import cache

from events import export
from events.checkpoint import Checkpoint, Signer
from events.envelope import Recorded
from events.head_log import Logged, MatchHead, inclusion
from events.memory_head_log import MemoryHeadLog
from events.tree import root_of
from events.visibility import ARBITER, Viewer
from games.registry import all_games
from ledger.luck import luck_of
from ledger.table import Table
from tests.projections.ledger import Ledger, random_start

SIGNER = Signer(b"k" * 32)
STRANGER = Signer(b"s" * 32)


def played(slug: str, seed: int, steps: int = 400) -> tuple[Ledger, Table]:
    """A match, to its end if that comes within so many steps; played once, since its salts are new each time."""
    return _played(slug, seed, steps)


@cache
def _played(slug: str, seed: int, steps: int) -> tuple[Ledger, Table]:
    ledger, table, rng = random_start(all_games()[slug], seed)
    for _ in range(steps):
        if table.status == "finished":
            break
        table = ledger.send(table.match, ledger.random_command(table, rng)).table
    return ledger, table


def logged_of(table: Table, root: bytes, signer: Signer = SIGNER) -> Logged:
    """That the match as it is now is in a log of heads, among others."""
    log = MemoryHeadLog()
    heads = [MatchHead(f"m-{place}", 1, "00" * 32) for place in range(5)]
    heads.insert(3, MatchHead(table.match, table.version, root.hex()))
    for head in heads:
        log.append(head, is_public=True)
    size, log_root = log.head().version, root_of(log.head().frontier)
    return Logged(
        head=heads[3],
        entry=4,
        log_size=size,
        log_root=log_root.hex(),
        proof=[node.hex() for node in inclusion(log, 4, size)],
        note=signer.sign(Checkpoint(signer.origin, size, log_root)),
        origin=signer.origin,
    )


def forget_played() -> None:
    _played.cache_clear()


def header_of(table: Table, viewer: Viewer, signer: Signer = SIGNER, **other: object) -> export.Header:
    point = Checkpoint(signer.origin_of(table.match), table.version, root_of(table.frontier))
    fields = {
        "match": table.match,
        "game": table.opened.game,
        "rules_version": table.opened.rules_version,
        "catalogue": table.opened.catalogue,
        "viewer": export.viewer_name(viewer),
        "size": table.version,
        "root": root_of(table.frontier).hex(),
        "note": signer.sign(point),
        "key": signer.key,
        "logged": logged_of(table, root_of(table.frontier), signer),
    }
    return export.Header(**{**fields, **other})


def exported(slug: str, seed: int, viewer: Viewer = ARBITER, steps: int = 400) -> bytes:
    ledger, table = played(slug, seed, steps)
    history = ledger.store.read(table.match)
    luck = luck_of(table.ruleset, history) if viewer == ARBITER else []
    return b"".join(export.write(header_of(table, viewer), history, viewer, luck))


def signed_again(history: list[Recorded], table: Table, signer: Signer, luck: list[export.Luck]) -> bytes:
    """What a server that lies and signs its lie would hand out."""
    from ledger.audit import with_roots

    rooted, frontier = with_roots(history)
    point = Checkpoint(signer.origin_of(table.match), len(history), root_of(frontier))
    forged = [Recorded(place, stored) for place, stored in enumerate(rooted, 1)]
    header = header_of(
        table,
        ARBITER,
        signer,
        size=len(history),
        root=point.root.hex(),
        note=signer.sign(point),
        key=signer.key,
        logged=None,
    )
    return b"".join(export.write(header, forged, ARBITER, luck))
