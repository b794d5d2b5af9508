"""`matchledger backup`, `backup verify` and `restore`: everything that cannot be rebuilt, in one file."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.metadata import version
from pathlib import Path
from typing import BinaryIO

import msgspec

from events.archive import archive_of
from events.backup import BackupWriter, BadBackup, Began, Ended, LogPage, SavedKey, SavedMatch, read_records
from events.checkpoint import BadCheckpoint, Checkpoint, Signer, open_note, read_key
from events.codec import UnreadableEvent, decode
from events.head_log import MatchHead, leaf_of
from events.objects.opening import open_objects
from events.origin import log_number, names_log
from events.redis.backup import RedisBackup
from events.redis.client import Client, open_client
from events.redis.figures import RedisFigures
from events.redis.signing_seed import KEY as SEED_KEY
from events.store import StoreUnavailable
from events.tree import Frontier, append_leaf, canonical, root_of, unpack
from service.config import Config
from service.handle import now_ms
from service.log_state import KeptCheckpoint, NotKept, SigningStopped, StateFile
from service.processes.background import rebuild_all
from service.processes.embedded import EmbeddedRedis, EmbeddedRedisError, running_url
from service.tools.admin import link_of, needs_store
from service.tools.origin import begin_log
from service.tools.progress import open_with_progress, show_progress

PAGE = 500
WARNING = "It holds hidden cards, token hashes and the signing seed: encrypt it and keep it apart from this machine."


@needs_store(exit_code=1)
def make_backup(config: Config, target: str) -> int:
    """Write a backup of the running service's store; `-` is the standard output."""
    began_ms = now_ms()
    try:
        link = link_of(config)
        with _open_target(target) as file:
            ended = _write(config, link, BackupWriter(file))
        with suppress(StoreUnavailable):  # the backup is complete; only the metrics do not know of it
            RedisFigures(link).put_backup_time(began_ms)
    except (OSError, SigningStopped, UnreadableEvent) as error:
        print(f"matchledger: no backup was made: {error}", file=sys.stderr)
        return 1
    print(f"{ended.matches} matches with {ended.events} events, {ended.keys} people and tokens.", file=sys.stderr)
    print(WARNING, file=sys.stderr)
    return 0


def _write(config: Config, link: Client, writer: BackupWriter) -> Ended:
    from service.app import open_services

    services = open_services(config, link)
    saved = RedisBackup(link, open_objects(config.archive))
    # The checkpoint first: what it covers is in the store by now, so it is in the backup.
    signed = services.notary.sign_log(services.heads)
    writer.write(Began(now_ms(), version("matchledger"), services.notary.key, signed.note))
    for begun in range(0, signed.size, PAGE):
        entries = services.heads.entries(begun, min(PAGE, signed.size - begun))
        writer.write(LogPage(tuple(canonical(entry.head) for entry in entries)))
    matches, events, keys = saved.match_ids(), 0, 0
    for match in show_progress(matches, "reading matches"):
        found = saved.read_match(match)
        events += len(found.events)
        writer.write(found)
    for key in saved.read_keys():
        writer.write(key)
        keys += 1
    ended = Ended(signed.size, len(matches), events, keys)
    writer.write(ended)
    return ended


@contextmanager
def _open_target(target: str) -> Iterator[BinaryIO]:
    """A file for its owner only; it has its name when it is complete."""
    if target == "-":
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    draft = Path(f"{target}.part")
    draft.unlink(missing_ok=True)
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with open(descriptor, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        draft.rename(target)
    except BaseException:  # also an interrupt: no incomplete file may be left behind
        draft.unlink(missing_ok=True)
        raise


class Verified(msgspec.Struct, frozen=True):
    began: Began
    checkpoint: Checkpoint
    ended: Ended


def check_backup(path: Path) -> Verified:
    """Check every root, the signed log, that each logged head has its match, and the counts; raises BadBackup."""
    log = _LogCheck()
    matches: dict[str, tuple[bytes, ...]] = {}  # the roots after each event
    began, ended, events, keys, seed = None, None, 0, 0, b""
    with open_with_progress(path, "verifying") as file:
        for record in read_records(file):
            match record:
                case Began():
                    began = record
                case LogPage():
                    log.add(record)
                case SavedMatch():
                    matches[record.match] = check_match(record)
                    events += len(record.events)
                case SavedKey():
                    keys += 1
                    seed = record.value[0] if record.key == SEED_KEY.encode() else seed
                case Ended():
                    ended = record
    assert began is not None, "read_records raises otherwise"
    assert ended is not None, "read_records raises otherwise"
    if ended != Ended(log.size, len(matches), events, keys):
        raise BadBackup("the backup does not hold as much as its last record says")
    try:
        checkpoint = open_note(began.note, began.key)
    except BadCheckpoint as bad:
        raise BadBackup(f"the checkpoint of the head log: {bad}") from bad
    if (checkpoint.size, checkpoint.root) != (log.size, root_of(log.frontier)):
        raise BadBackup("the heads are not those of the signed checkpoint")
    if not seed or Signer(seed, read_key(began.key).name).key != began.key:
        raise BadBackup("the signing seed is not that of the key")
    for head in log.heads():
        roots = matches.get(head.match, ())
        if len(roots) < head.size or roots[head.size - 1].hex() != head.root:
            raise BadBackup(f"match {head.match}: the {head.size} events that the head log knows are not in the backup")
    return Verified(began, checkpoint, ended)


class _LogCheck:
    """The tree over the leaves of the log, and the newest head of each match."""

    def __init__(self) -> None:
        self.size = 0
        self.frontier: Frontier = ()
        self._newest: dict[str, MatchHead] = {}

    def add(self, page: LogPage) -> None:
        for raw in page.heads:
            head = msgspec.json.decode(raw, type=MatchHead)
            _, self.frontier = append_leaf(self.frontier, self.size, leaf_of(head))
            self.size += 1
            if not names_log(head.match):  # the first entry of a later log names the one before
                self._newest[head.match] = head

    def heads(self) -> list[MatchHead]:
        return list(self._newest.values())


def check_match(saved: SavedMatch) -> tuple[bytes, ...]:
    """The roots after each event, if they lead to the head of the match."""
    try:
        archive = archive_of(saved.events)
        roots = tuple(decode(raw).root for raw in saved.events)
    except UnreadableEvent as bad:
        raise BadBackup(f"match {saved.match}: {bad}") from bad
    if archive.root != root_of(unpack(saved.frontier)):
        raise BadBackup(f"match {saved.match}: its events do not lead to its head")
    return roots


def verify_backup(config: Config, path: Path, *, is_executed: bool) -> int:
    """`is_executed`: restore it into a temporary store, and audit every match there."""
    from service.tools.audit import audit_matches

    try:
        found = check_backup(path)
    except (BadBackup, OSError) as bad:
        print(f"matchledger: {path}: {bad}", file=sys.stderr)
        return 1
    ended = found.ended
    print(
        f"{path}: {ended.matches} matches with {ended.events} events, {ended.keys} people and tokens, "
        f"{ended.heads} heads in the log {found.checkpoint.origin}: complete and unchanged"
    )
    if not is_executed:
        return 0
    with (
        tempfile.TemporaryDirectory(prefix="matchledger-verify-") as folder,
        EmbeddedRedis(f"{folder}/data") as embedded,
    ):
        there = msgspec.structs.replace(
            config, redis_url=embedded.url, redis_wait=None, state=None, archive=f"{folder}/archive"
        )
        restore_into(there, open_client(embedded.url, partitions=config.partitions), path, found)
        return audit_matches(there, None)


def restore_backup(config: Config, path: Path) -> int:
    """Into an empty store: an embedded one whose service is stopped, or the Redis of MATCHLEDGER_REDIS_URL."""
    try:
        found = check_backup(path)
        if config.redis_url is not None:
            return _restore(config, open_client(config.redis_url, config.redis_wait, config.partitions), path, found)
        if running_url(config.data) is not None:
            raise BadBackup(f"a service is running on {config.data}; stop it first")
        with EmbeddedRedis(config.data) as embedded:
            return _restore(config, open_client(embedded.url, partitions=config.partitions), path, found)
    except (BadBackup, OSError, SigningStopped, EmbeddedRedisError) as bad:
        print(f"matchledger: {path}: nothing was restored: {bad}", file=sys.stderr)
        return 1
    except NotKept as bad:
        print(f"matchledger: {path}: the matches are restored, but {bad}", file=sys.stderr)
        return 1
    except StoreUnavailable as error:
        print(f"matchledger: the store does not answer ({error}); empty it before you try again", file=sys.stderr)
        return 1


def _restore(config: Config, link: Client, path: Path, found: Verified) -> int:
    if not RedisBackup(link, open_objects(config.archive)).is_empty():
        raise BadBackup("the store is not empty")
    origin, count = restore_into(config, link, path, found)
    print(
        f"{count} matches are restored. The head log is {origin} from now on; its first entry names the checkpoint of"
    )
    print(f"{found.checkpoint.origin}. Commands acknowledged after the backup are lost; start the service.")
    return 0


def restore_into(config: Config, link: Client, path: Path, found: Verified) -> tuple[str, int]:
    """Returns the origin of the new head log and the number of matches."""
    from service.app import build_services

    state = None if config.state is None else StateFile(config.state)
    newest = _newest_checkpoint(found, None if state is None else state.read())
    if state is not None:
        state.check_writable()
    objects = open_objects(config.archive)
    saved = RedisBackup(link, objects)
    with open_with_progress(path, "restoring") as file:
        for record in read_records(file):
            if isinstance(record, SavedMatch):
                saved.write_match(record)
            elif isinstance(record, SavedKey):
                saved.write_key(record)
    services = build_services(link, origin=read_key(found.began.key).name, objects=objects)
    origin = begin_log(services, newest, state)
    return origin, rebuild_all(services, link, show_progress(link.layout.partitions, "making the lists"))


def _newest_checkpoint(found: Verified, kept: KeptCheckpoint | None) -> Checkpoint:
    """Of the backup's and the one kept beside the lost store, the later: somebody may hold it."""
    old = found.checkpoint
    if kept is None:
        return old
    if kept.key != found.began.key:
        raise BadBackup(f"the key {kept.key} is kept here, and the backup is signed by {found.began.key}")
    if (log_number(kept.origin), kept.size) <= (log_number(old.origin), old.size):
        return old
    return Checkpoint(kept.origin, kept.size, bytes.fromhex(kept.root))
