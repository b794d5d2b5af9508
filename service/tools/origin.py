"""`matchledger origin new`: begins a new head log after the store has lost the old one, or its key."""

from __future__ import annotations

import sys
from pathlib import Path

from events.checkpoint import BadCheckpoint, Checkpoint, open_note
from events.head_log import MatchHead
from events.objects.opening import open_objects
from events.origin import log_number, log_origin
from events.tree import root_of
from service.config import Config
from service.log_state import KeptCheckpoint, NotKept, StateFile
from service.processes.background import rebuild_all
from service.tools.admin import link_of, needs_store
from service.web.http import Services


@needs_store(exit_code=1)
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
        old = open_note(note_file.read_text(encoding="utf-8"), trusted)
    except (OSError, BadCheckpoint) as bad:
        print(f"matchledger: {note_file}: {bad}", file=sys.stderr)
        return 2
    if kept is not None and (log_number(old.origin), old.size) < (log_number(kept.origin), kept.size):
        print(f"matchledger: a later checkpoint is known here, of {kept.size} entries: name that one", file=sys.stderr)
        return 2
    try:
        if state is not None:
            state.check_writable()
    except OSError as error:
        print(f"matchledger: no new log is begun: {config.state} cannot be written: {error}", file=sys.stderr)
        return 1
    link = link_of(config)
    services = build_services(link, origin=config.origin, objects=open_objects(config.archive))
    try:
        origin = begin_log(services, old, state)
    except NotKept as bad:
        print(f"matchledger: {bad}", file=sys.stderr)
        return 1
    count = rebuild_all(services, link)
    print(
        f"The head log is {origin} from now on; its first entry names the checkpoint of {old.origin} with {old.size} "
        "entries."
    )
    print(f"The heads of {count} matches are in it. Publish the key again: {services.notary.key}")
    return 0


def begin_log(services: Services, old: Checkpoint, state: StateFile | None) -> str:
    heads = services.heads
    number = max(heads.number(), log_number(old.origin)) + 1
    origin = log_origin(services.notary.signer.origin, number)
    heads.begin(number)
    heads.append(MatchHead(old.origin, old.size, old.root.hex()), is_public=True)
    if state is not None:
        head = heads.head()
        state.replace(KeptCheckpoint(services.notary.key, origin, head.version, root_of(head.frontier).hex()))
    return origin
