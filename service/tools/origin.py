"""`matchledger origin new`: begins a new head log after the store has lost the old one, or its key."""

from __future__ import annotations

import sys
from pathlib import Path

from events.checkpoint import BadCheckpoint, Checkpoint, open_note, public_of
from events.head_log import LOG_ORIGIN, MatchHead, next_origin
from events.store import StoreUnavailable
from events.tree import root_of
from service.config import Config
from service.log_state import KeptCheckpoint, StateFile
from service.processes.background import rebuild_all
from service.tools.admin import link_of
from service.web.http import Services


def begin_new_log(config: Config, note_file: Path, key: str | None) -> int:
    """The first entry of the new log names the old checkpoint, so that whoever has it finds out what became of it."""
    from service.app import build_services

    state = None if config.state is None else StateFile(config.state)
    kept = None if state is None else state.read()
    trusted = key or (kept.key if kept is not None else None)
    if trusted is None:
        print("matchledger: no key is kept here; give the old log's key with --key", file=sys.stderr)
        return 2
    try:
        old = open_note(note_file.read_text(encoding="utf-8"), public_of(trusted))
    except (OSError, BadCheckpoint) as bad:
        print(f"matchledger: {note_file}: {bad}", file=sys.stderr)
        return 2
    if kept is not None and (_number(old.origin), old.size) < (_number(kept.origin), kept.size):
        print(f"matchledger: a later checkpoint is known here, of {kept.size} entries: name that one", file=sys.stderr)
        return 2
    try:
        link = link_of(config)
        services = build_services(link)
        origin = _begin(services, old, state)
        count = rebuild_all(services, link)
    except StoreUnavailable as error:
        print(f"matchledger: the store does not answer; is the service running? ({error})", file=sys.stderr)
        return 1
    print(
        f"The head log is {origin} from now on; its first entry names the checkpoint of {old.origin} with {old.size} "
        "entries."
    )
    print(f"The heads of {count} matches are in it. Publish the key again: {services.notary.key}")
    return 0


def _begin(services: Services, old: Checkpoint, state: StateFile | None) -> str:
    heads = services.heads
    origin = next_origin(max(heads.origin(), old.origin, key=_number))
    heads.begin(origin)
    heads.append(MatchHead(old.origin, old.size, old.root.hex()), is_public=True)
    if state is not None:
        head = heads.head()
        state.replace(KeptCheckpoint(services.notary.key, origin, head.version, root_of(head.frontier).hex()))
    return origin


def _number(origin: str) -> int:
    return int(origin.removeprefix(LOG_ORIGIN).removeprefix("+") or 1)
