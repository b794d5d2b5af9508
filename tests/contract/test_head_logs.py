"""What every log of match heads must hold to, whichever it is: in memory, on one server of either age, on a cluster."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from redis.crc import key_slot

from events.codec import UnreadableEvent
from events.head_log import HeadLog, MatchHead, consistency, inclusion, leaf_of, root_at
from events.memory_head_log import MemoryHeadLog
from events.objects.folder import FolderObjects
from events.objects.store import ArchiveUnavailable
from events.redis import head_log, head_log_tiles
from events.redis.archive_marker import MARKER, MARKER_KEY
from events.redis.client import Client, open_client
from events.redis.head_log import ENTRIES, HEAD, NEWEST, NUMBER, RedisHeadLog
from events.redis.head_log_tiles import TILES
from events.store import StoreUnavailable, Wait
from events.tree import consistency_proof, inclusion_proof, is_consistent, root_from_inclusion, root_of, tree_root
from projections.head_log import walk


@pytest.fixture(params=["memory", "system", "bundled", "cluster"])
def log(request: pytest.FixtureRequest) -> Iterator[HeadLog]:
    if request.param == "memory":
        yield MemoryHeadLog()
        return
    name = "redis_cluster" if request.param == "cluster" else f"{request.param}_redis"
    link = open_client(request.getfixturevalue(name).url)
    link.call("DEL", ENTRIES, HEAD, *NEWEST, TILES)
    yield RedisHeadLog(link)
    link.call("DEL", ENTRIES, HEAD, *NEWEST, TILES)
    link.close()


def head(match: int, size: int) -> MatchHead:
    return MatchHead(f"m-{match}", size, sha256(b"%d:%d" % (match, size)).hexdigest())


def fill(log: HeadLog, count: int) -> list[bytes]:
    """So many heads of a few matches; answers the leaves."""
    heads = [head(number % 3, number + 1) for number in range(count)]
    for one in heads:
        log.append(one, is_public=True)
    return [leaf_of(one) for one in heads]


def test_the_leaf_is_the_canonical_json_of_the_head():
    assert leaf_of(MatchHead("m-1", 7, "ab")) == sha256(b'\x00{"match":"m-1","root":"ab","size":7}').digest()


def test_an_empty_log_has_nothing(log):
    assert log.head().version == 0
    assert log.entries(0, 10) == []
    assert log.newest("m-1") is None


def test_heads_stand_in_the_order_in_which_they_came(log):
    fill(log, 7)
    assert [entry.head.match for entry in log.entries(0, 100)] == [f"m-{number % 3}" for number in range(7)]
    assert [entry.head.size for entry in log.entries(4, 2)] == [5, 6]
    assert (log.newest("m-0"), log.newest("m-2"), log.newest("m-9")) == (7, 6, None)
    assert log.head().version == 7


def test_a_head_that_is_known_or_older_is_not_logged_again(log):
    log.append(head(1, 5), is_public=True)
    before = log.head()
    log.append(head(1, 5), is_public=True)
    log.append(head(1, 3), is_public=True)
    assert log.head() == before
    log.append(head(1, 6), is_public=False)
    assert [(entry.head.size, entry.is_public) for entry in log.entries(0, 9)] == [(5, True), (6, False)]


def test_every_proof_is_that_of_the_tree_over_all_leaves(log):
    leaves = fill(log, 11)
    assert root_of(log.head().frontier) == tree_root(leaves)
    for size in range(1, len(leaves) + 1):
        root = root_at(log, size)
        assert root == tree_root(leaves[:size])
        for entry in range(1, size + 1):
            path = inclusion(log, entry, size)
            assert path == inclusion_proof(leaves[:size], entry - 1)
            assert root_from_inclusion(leaves[entry - 1], entry - 1, size, path) == root
            nodes = consistency(log, entry, size)
            assert nodes == consistency_proof(leaves[:size], entry)
            assert is_consistent(entry, root_at(log, entry), size, root, nodes)


def test_writers_that_race_add_every_head_once(log):
    def write() -> None:
        for number in range(20):
            log.append(head(number, 1), is_public=True)

    writers = [threading.Thread(target=write) for _ in range(4)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    entries = log.entries(0, 100)
    assert sorted(entry.head.match for entry in entries) == sorted(f"m-{number}" for number in range(20))
    assert tree_root([leaf_of(entry.head) for entry in entries]) == root_of(log.head().frontier)
    assert walk(log).wrong == ""


def test_the_keys_of_the_log_sit_in_one_slot():
    assert len({key_slot(key.encode()) for key in (ENTRIES, HEAD, *NEWEST, TILES)}) == 1


@pytest.fixture
def small_tiles(monkeypatch: pytest.MonkeyPatch) -> None:
    """Four entries in a tile, and two that stay in Redis after the last one."""
    for module in (head_log, head_log_tiles):
        monkeypatch.setattr(module, "TILE", 4)
        monkeypatch.setattr(module, "STAYING", 2)


@pytest.fixture(params=["system", "bundled", "cluster"])
def link(request: pytest.FixtureRequest, small_tiles: None) -> Iterator[Client]:
    name = "redis_cluster" if request.param == "cluster" else f"{request.param}_redis"
    opened = open_client(request.getfixturevalue(name).url)
    keys = (ENTRIES, HEAD, *NEWEST, TILES)
    opened.call("DEL", *keys)
    opened.call("DEL", MARKER_KEY)
    yield opened
    opened.call("DEL", *keys, NUMBER, *(f"{key}:before:2" for key in keys))
    opened.call("DEL", MARKER_KEY)
    opened.close()


def everything(log: HeadLog) -> Any:
    """All that can be asked of a log: its pages, its roots, its proofs."""
    size = log.head().version
    pages = [log.entries(after, limit) for after in range(size + 1) for limit in (1, 3, 100)]
    roots = [root_at(log, upto) for upto in range(1, size + 1)]
    proofs = [
        (inclusion(log, entry, upto), consistency(log, entry, upto))
        for upto in range(1, size + 1)
        for entry in range(1, upto + 1)
    ]
    return log.head(), pages, roots, proofs, walk(log), [log.newest(f"m-{number}") for number in range(4)]


def test_no_answer_differs_once_old_entries_are_in_the_archive(link, tmp_path):
    log = RedisHeadLog(link, FolderObjects(tmp_path))
    for size in (5, 6, 13, 21):
        fill(log, size)
        before = everything(log)
        log.archive()
        assert everything(RedisHeadLog(link, FolderObjects(tmp_path))) == before
        assert int(link.call("XLEN", ENTRIES)) == size - 4 * ((size - 2) // 4)
        assert log.archive() == 0
    assert walk(log).wrong == ""
    assert len(FolderObjects(tmp_path).names()) == 1 + (21 - 2) // 4


def test_the_signed_root_and_proofs_of_new_entries_need_no_archive(link, tmp_path):
    """They go on while the archive cannot be reached."""
    log = RedisHeadLog(link, FolderObjects(tmp_path))
    leaves = fill(log, 21)
    assert log.archive() == 16
    alone = RedisHeadLog(link)
    for size in range(16, 22):
        assert root_at(alone, size) == tree_root(leaves[:size])
        assert consistency(alone, 16, size) == consistency_proof(leaves[:size], 16)
    for entry in range(17, 22):
        assert inclusion(alone, entry, 21) == inclusion_proof(leaves, entry - 1)
    alone.append(head(7, 1), is_public=True)
    assert len(alone.entries(16, 100)) == 6
    with pytest.raises(ArchiveUnavailable):
        alone.entries(14, 1)


def test_a_lost_or_changed_object_is_named(link, tmp_path):
    log = RedisHeadLog(link, FolderObjects(tmp_path))
    fill(log, 21)
    log.archive()
    name = next(one for one in FolderObjects(tmp_path).names() if one.startswith("log/2."))
    content = (tmp_path / name).read_bytes()
    for damaged in (b"", content[:-3], content[::-1], None):
        (tmp_path / name).unlink() if damaged is None else (tmp_path / name).write_bytes(damaged)
        fresh = RedisHeadLog(link, FolderObjects(tmp_path))
        with pytest.raises(UnreadableEvent, match=name):
            fresh.entries(8, 1)
        assert len(fresh.entries(12, 100)) == 9
        assert name in walk(fresh).wrong
    (tmp_path / name).write_bytes(content)
    assert walk(RedisHeadLog(link, FolderObjects(tmp_path))).wrong == ""


def test_nothing_is_moved_to_an_archive_of_another_store(link, tmp_path):
    log = RedisHeadLog(link, FolderObjects(tmp_path / "one"))
    fill(log, 8)
    assert log.archive() == 4
    other = RedisHeadLog(link, FolderObjects(tmp_path / "other"))
    fill(log, 20)
    with pytest.raises(ArchiveUnavailable, match="is not the archive of this store"):
        other.archive()
    with pytest.raises(ArchiveUnavailable, match="is not the archive of this store"):
        other.entries(0, 1)
    assert len(log.entries(0, 100)) == 20


def test_a_new_log_leaves_the_tiles_of_the_old_one_beside_it(link, tmp_path):
    log = RedisHeadLog(link, FolderObjects(tmp_path))
    fill(log, 21)
    log.archive()
    log.begin(2)
    assert (log.head().version, log.entries(0, 100)) == (0, [])
    assert int(link.call("LLEN", f"{TILES}:before:2")) == 4
    leaves = fill(log, 9)
    assert log.archive() == 4
    assert [leaf_of(entry.head) for entry in log.entries(0, 100)] == leaves


def test_an_entry_that_is_missing_is_not_covered_up(link, tmp_path):
    log = RedisHeadLog(link, FolderObjects(tmp_path))
    fill(log, 9)
    link.call("XDEL", ENTRIES, "3-0")
    assert log.archive() == 0
    assert len(log.entries(0, 100)) == 2
    assert walk(log).wrong != ""


def move_and_die(url: str, folder: Path, steps: int) -> int:
    """In a process of its own: move old entries, and die before the step of this number. Returns its exit status."""
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    left = iter(range(steps))

    def counted(call: Any) -> Any:
        def run(*args: Any, **kwargs: Any) -> Any:
            if next(left, None) is None:
                os._exit(9)
            return call(*args, **kwargs)

        return run

    client: Any = open_client(url)
    objects: Any = FolderObjects(folder)
    for target, names in ((client, ("call", "run")), (objects, ("put", "get"))):
        for name in names:
            setattr(target, name, counted(getattr(target, name)))
    os.fsync = counted(os.fsync)
    RedisHeadLog(client, objects).archive()
    os._exit(0)


def test_killed_at_any_moment_no_entry_is_lost(small_tiles, system_redis, tmp_path):
    client = open_client(system_redis.url)
    client.call("DEL", ENTRIES, HEAD, *NEWEST, TILES, MARKER_KEY)
    fill(RedisHeadLog(client), 11)
    before = everything(RedisHeadLog(client))
    for steps in range(200):
        status = move_and_die(system_redis.url, tmp_path, steps)
        assert everything(RedisHeadLog(client, FolderObjects(tmp_path))) == before, steps
        if status == 0:
            break
    assert steps > 8
    assert int(client.call("LLEN", TILES)) == 2
    assert sorted(name.partition(".")[0] for name in FolderObjects(tmp_path).names() if name != MARKER) == [
        "log/0",
        "log/1",
    ]
    client.call("DEL", ENTRIES, HEAD, *NEWEST, TILES, MARKER_KEY)
    client.close()


def test_a_head_is_acknowledged_only_when_the_replicas_have_it(system_redis):
    """Else the log forks in a failover: it is signed as soon as it is acknowledged."""
    link = open_client(system_redis.url)
    link.call("FLUSHALL")
    waiting = open_client(system_redis.url, Wait(replicas=1, timeout_ms=20))
    with pytest.raises(StoreUnavailable, match="replicas confirmed"):
        RedisHeadLog(waiting).append(MatchHead("m-1", 1, "00" * 32), is_public=True)
    waiting.close()
    link.close()
