"""Checkpoints that somebody kept outside the store, compared with what the store has now."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from events.checkpoint import BadCheckpoint, Checkpoint, find_signer, note_text, open_note
from events.head_log import root_at
from events.origin import is_log_origin, log_origin, origin_in
from events.tree import root_of
from service.config import Config
from service.log_state import SigningStopped, StateFile
from service.tools.forks import Fork, read_note, save_fork
from service.trust import read_pins
from service.web.http import Services


def check_kept(config: Config, services: Services, paths: Sequence[Path]) -> list[str]:
    """A sentence for each kept checkpoint that the store does not extend; both notes are saved."""
    wrong = []
    for path in paths:
        fork = _compare(config, services, read_note(path))
        if fork is not None:
            wrong.append(f"{fork.sentence} Both notes are kept as evidence: {save_fork(config.forks, fork)}")
    return wrong


def _compare(config: Config, services: Services, note: str) -> Fork | None:
    kept = None if config.state is None else StateFile(config.state).read()
    known = [services.notary.key, *([] if kept is None else [kept.key]), *sorted(read_pins(config.trust).keys)]
    signer = find_signer(note, known)
    if signer is None:
        raise BadCheckpoint("the checkpoint is signed by no key that is known here; `matchledger trust add` pins one")
    point = open_note(note, signer)
    match = _match_in(point, signer)
    now = _now(services, point, origin_in(signer), match)
    if signer != services.notary.key:
        return Fork(f"The store has another key than the one that signed {point.origin}.", note, now)
    if is_log_origin(point.origin, origin_in(signer)):
        sentence = _compare_log(services, point)
    else:
        sentence = _compare_match(services, point, match)
    return None if sentence is None else Fork(sentence, note, now)


def _match_in(point: Checkpoint, signer: str) -> str:
    return point.origin.removeprefix(f"{origin_in(signer)}/").removeprefix("imported/")


def _compare_log(services: Services, point: Checkpoint) -> str | None:
    origin, size = log_origin(services.notary.signer.origin, services.heads.number()), services.heads.head().version
    if origin != point.origin:
        return f"The log is {origin} now; {point.origin}, of which a checkpoint was kept, has been replaced."
    if size < point.size:
        return f"The log has {size} entries; the kept checkpoint is of {point.size}."
    if root_at(services.heads, point.size) != point.root:
        return f"The first {point.size} entries of the log are not those of the kept checkpoint."
    return None


def _compare_match(services: Services, point: Checkpoint, match: str) -> str | None:
    size = services.tables.store.head(match).version
    if size < point.size:
        return f"{match} has {size} events; the kept checkpoint is of {point.size}."
    (last,) = services.tables.store.read(match, point.size, point.size)
    if last.stored.root != point.root:
        return f"The first {point.size} events of {match} are not those of the kept checkpoint."
    return None


def _now(services: Services, point: Checkpoint, origin: str, match: str) -> str:
    """What the store has now, signed; where signing has stopped, the text of it alone."""
    if is_log_origin(point.origin, origin):
        head = services.heads.head()
        now = Checkpoint(
            log_origin(services.notary.signer.origin, services.heads.number()), head.version, root_of(head.frontier)
        )
    else:
        head = services.tables.store.head(match)
        now = Checkpoint(point.origin, head.version, root_of(head.frontier))
    try:
        if is_log_origin(point.origin, origin):
            return services.notary.sign_log(services.heads).note
        return services.notary.sign(now)
    except SigningStopped:
        return note_text(now)
