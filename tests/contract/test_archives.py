"""Archives outside Redis: whatever fails or is killed, nothing is lost, nothing is there twice, no answer is wrong."""

from __future__ import annotations

import os
import secrets
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from events.codec import UnreadableEvent
from events.objects.folder import FolderObjects
from events.objects.opening import BadArchive, open_objects
from events.objects.remote import RemoteObjects
from events.objects.store import ArchiveUnavailable, ObjectMissing
from events.redis import archive as redis_archive
from events.redis.archive_marker import MARKER, MARKER_KEY
from events.redis.client import open_client
from events.redis.store import RedisStore
from events.store import Repeated
from tests.contract.test_stores import append, everything, fact, facts, frontier_of, key, refusal, three
from tests.keys import keys_of, leftovers_key, partition_of

ROOT = Path(__file__).parents[2]


@pytest.fixture
def link(system_redis):
    opened = open_client(system_redis.url)
    opened.call("FLUSHALL")
    yield opened
    opened.close()


@pytest.fixture(params=["folder", "remote"])
def objects(request, tmp_path):
    if request.param == "folder":
        return FolderObjects(tmp_path / "archive")
    return RemoteObjects(f"file://{tmp_path}/remote")


@pytest.fixture
def match():
    return f"m-{secrets.token_hex(8)}"


def object_of(objects) -> str:
    (name,) = set(objects.names()) - {MARKER}
    return name


def leftovers(link, match) -> list[bytes]:
    return link.call("HKEYS", leftovers_key(partition_of(match)))


# Objects


def test_an_object_is_there_as_it_was_put_until_it_is_deleted(objects):
    with pytest.raises(ObjectMissing):
        objects.get("ab/none")
    objects.delete("ab/none")
    objects.put("ab/one", b"\x00content")
    objects.put("two", b"")
    assert (objects.get("ab/one"), objects.get("two")) == (b"\x00content", b"")
    assert objects.names() == ["ab/one", "two"]
    objects.delete("ab/one")
    assert objects.names() == ["two"]


def test_files_are_for_their_owner_only(tmp_path):
    FolderObjects(tmp_path / "a").put("ab/one", b"content")
    modes = [path.stat().st_mode & 0o777 for path in (tmp_path / "a", tmp_path / "a/ab", tmp_path / "a/ab/one")]
    assert modes == [0o700, 0o700, 0o600]


def test_a_failed_write_leaves_no_part_of_a_file(tmp_path, monkeypatch):
    objects = FolderObjects(tmp_path)

    def fail(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(ArchiveUnavailable, match="No space left on device"):
        objects.put("ab/one", b"content")
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


def test_what_a_killed_writer_has_left_goes_with_the_object(tmp_path):
    objects = FolderObjects(tmp_path)
    objects.put("ab/one", b"content")
    (tmp_path / "ab/one.0011.part").write_bytes(b"con")
    assert objects.names() == ["ab/one"]
    objects.delete("ab/one")
    assert list((tmp_path / "ab").iterdir()) == []


def test_an_address_that_cannot_be_opened_is_a_clear_error():
    assert isinstance(open_objects("/somewhere"), FolderObjects)
    with pytest.raises(BadArchive, match=r"MATCHLEDGER_ARCHIVE.*nonsense"):
        open_objects("nonsense://bucket")


def test_no_password_is_told():
    assert open_objects("memory://user:secret@host/x").address == "memory://host/x"


# Archives of matches


def test_a_match_is_one_object_named_by_match_and_root(link, objects, match):
    store = RedisStore(link, objects)
    events = three(store, match)
    assert store.archive(match)
    root = redis_archive.archive_of([redis_archive.encode(event) for event in events]).root[:16].hex()
    assert object_of(objects).startswith(f"{root[:2]}/{match}.{root}.")
    assert leftovers(link, match) == []


def test_a_second_archive_replaces_the_first_when_an_hour_has_passed(link, objects, match, monkeypatch):
    store = RedisStore(link, objects)
    events = three(store, match)
    assert store.archive(match)
    first = object_of(objects)
    append(store, match, 3, [fact(4)], frontier=frontier_of([*events, fact(4)]))
    assert store.archive(match)
    assert leftovers(link, match) == [first.encode()]
    assert store.delete_leftovers() == 0, "a failover may bring the head back that refers to it"
    monkeypatch.setattr(redis_archive, "_now_ms", lambda: 10**13)
    assert store.delete_leftovers() == 1
    assert object_of(objects) != first
    assert len(RedisStore(link, objects).read(match)) == 4


def hide(tmp_path: Path) -> Any:
    """Unmount the disk of the archive; returns what mounts it again."""
    (folder,) = (path for path in tmp_path.iterdir() if path.name in ("archive", "remote"))
    hidden = folder.rename(tmp_path / "hidden")
    folder.mkdir()

    def mount() -> None:
        assert list(folder.iterdir()) == [], "nothing is written where the disk should be"
        folder.rmdir()
        hidden.rename(folder)

    return mount


def test_objects_that_are_to_be_deleted_are_not_forgotten_while_the_disk_is_away(link, objects, match, tmp_path):
    """What was erased would stay there for ever."""
    store = RedisStore(link, objects)
    events = three(store, match)
    assert store.archive(match)
    first = object_of(objects)
    append(store, match, 3, [fact(4)], frontier=frontier_of([*events, fact(4)]))
    assert store.archive(match)
    mount = hide(tmp_path)
    with pytest.raises(ArchiveUnavailable, match="is it mounted"):
        RedisStore(link, objects).delete_leftovers(is_due_only=False)
    assert leftovers(link, match) == [first.encode()]
    mount()
    assert store.delete_leftovers(is_due_only=False) == 1
    assert object_of(objects) != first


def test_nothing_is_archived_while_the_disk_is_away(link, objects, match, tmp_path):
    """Also by a process that has archived before: the object would be hidden when the disk is mounted again."""
    store, other = RedisStore(link, objects), f"{match}2"
    three(store, match)
    three(store, other)
    assert store.archive(match)
    mount = hide(tmp_path)
    with pytest.raises(ArchiveUnavailable, match="is it mounted"):
        store.archive(other)
    mount()
    assert len(store.read(other)) == 3
    assert store.archive(other)


def test_a_lost_object_is_damaged_data_and_its_name_is_told(link, objects, match):
    three(RedisStore(link, objects), match)
    assert RedisStore(link, objects).archive(match)
    name = object_of(objects)
    objects.delete(name)
    store = RedisStore(link, objects)
    for read in (store.read, store.at, store.refusals, store.head, lambda one: store.tail(one, 0)):
        with pytest.raises(UnreadableEvent, match=name):
            read(match)


def test_a_changed_object_is_damaged_data_and_its_name_is_told(link, objects, match):
    store = RedisStore(link, objects)
    three(store, match)
    append(store, match, 3, key=key("r"), answer=b"no", refusal=refusal())
    assert store.archive(match)
    name = object_of(objects)
    packed = objects.get(name)
    for junk in (packed[:-5], b"junk", packed[:40] + b"\x00\x00" + packed[42:], b"", packed + b"\x00"):
        objects.put(name, junk)
        with pytest.raises(UnreadableEvent, match=name):
            RedisStore(link, objects).read(match)
    other = redis_archive.pack_archive(redis_archive.archive_of([], ()))
    objects.put(name, other)
    with pytest.raises(UnreadableEvent, match=name):
        RedisStore(link, objects).refusals(match)


def test_what_was_read_lately_is_kept_and_bounded(link, objects, monkeypatch):
    store = RedisStore(link, objects)
    matches = [f"m-{secrets.token_hex(8)}" for _ in range(4)]
    for one in matches:
        three(store, one)
        assert store.archive(one)
    asked: list[str] = []
    real = objects.get
    monkeypatch.setattr(objects, "get", lambda name: asked.append(name) or real(name))
    monkeypatch.setattr(redis_archive, "KEPT_EVENTS_MAX", 6)
    fresh = RedisStore(link, objects)
    for one in (matches[0], matches[0], matches[1], matches[0], matches[2], matches[1]):
        assert len(fresh.read(one)) == 3
    assert [name.split("/")[1].split(".")[0] for name in asked] == [matches[0], matches[1], matches[2], matches[1]]


def test_an_archive_that_is_not_there_is_unavailable_and_not_damaged(link, tmp_path, match):
    """As the folder of a disk that is not mounted."""
    folder = tmp_path / "archive"
    store = RedisStore(link, FolderObjects(folder))
    three(store, match)
    assert store.archive(match)
    folder.rename(tmp_path / "elsewhere")
    folder.mkdir()
    for fresh in (RedisStore(link, FolderObjects(folder)), RedisStore(link)):
        with pytest.raises(ArchiveUnavailable):
            fresh.read(match)
        three(fresh, other := f"m-{secrets.token_hex(8)}")
        assert len(fresh.read(other)) == 3, "the matches in Redis go on"
        with pytest.raises(ArchiveUnavailable):
            fresh.archive(other)
        assert len(fresh.read(other)) == 3
    assert list(folder.iterdir()) == [], "nothing was written to the wrong place"
    folder.rmdir()
    (tmp_path / "elsewhere").rename(folder)
    assert len(RedisStore(link, FolderObjects(folder)).read(match)) == 3


HANGS = """
from gevent import monkey, sleep, spawn
monkey.patch_all()
import sys, time
from events.objects.store import ArchiveUnavailable
from service.web import archive_reads

class Hanging:
    address, put, delete, names = "archive", None, None, None

    def get(self, name):
        monkey.get_original("time", "sleep")(3)  # stops the thread, not only the greenlet

turns = []

def serve():
    while True:
        turns.append(1)
        sleep(0.01)

others, began, archive_reads.READ_S = spawn(serve), time.monotonic(), 0.3
try:
    archive_reads.ThreadedObjects(Hanging()).get("object")
except ArchiveUnavailable as gone:
    assert time.monotonic() - began < 2.5, "it has waited for the archive"
    assert len(turns) > 5, "the other requests have waited"
    print(gone, flush=True)
    import os
    os._exit(0)  # the thread hangs still
sys.exit("it was read")
"""


def test_an_archive_that_hangs_is_unavailable_and_the_other_requests_of_a_worker_go_on():
    command = [sys.executable, "-c", HANGS]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60, cwd=ROOT, check=False)
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout == "archive/object could not be read within 0 s\n"


QUIET = """
from gevent import monkey
monkey.patch_all()
from events.objects.store import ObjectMissing
from service.web import archive_reads, threads

class Empty:
    address, put, delete, names = "archive", None, None, None

    def get(self, name):
        raise ObjectMissing(name)

def refuse(name):
    raise ObjectMissing(name)

for read in (archive_reads.ThreadedObjects(Empty()).get, lambda name: threads.run_in_thread(refuse, name),
             lambda name: threads.write_in_thread(lambda: refuse(name))):
    try:
        read("object")
    except ObjectMissing as missing:
        print(missing)
"""


def test_an_error_in_a_thread_is_raised_and_not_written_into_the_log_by_gevent():
    command = [sys.executable, "-c", QUIET]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60, cwd=ROOT, check=True)
    assert (ended.stdout, ended.stderr) == ("object\n" * 3, "")


def test_a_new_store_continues_with_the_archive_that_is_there(link, objects, match):
    three(RedisStore(link, objects), match)
    assert RedisStore(link, objects).archive(match)
    link.call("FLUSHALL")
    store = RedisStore(link, objects)
    three(store, match)
    assert store.archive(match)
    assert link.call("GET", MARKER_KEY) == objects.get(MARKER)
    assert len(RedisStore(link, objects).read(match)) == 3


@pytest.mark.parametrize("call", ["put", "get"])
def test_a_match_stays_in_redis_if_its_object_cannot_be_written_or_read_back(link, objects, match, call, monkeypatch):
    store = RedisStore(link, objects)
    three(store, match)
    store.archive(f"m-{secrets.token_hex(8)}")  # makes the mark
    real = getattr(objects, call)

    def fail(name: str, *args: bytes) -> bytes:
        if name == MARKER:
            return real(name, *args)
        raise ArchiveUnavailable("no rights")

    monkeypatch.setattr(objects, call, fail)
    before = everything(store, match)
    with pytest.raises(ArchiveUnavailable, match="no rights"):
        store.archive(match)
    assert everything(store, match) == before
    assert link.call("EXISTS", keys_of(match)[0])
    assert objects.names() == [MARKER]
    assert leftovers(link, match) == []


def test_an_object_that_is_not_what_was_written_is_not_relied_on(link, objects, match, monkeypatch):
    store = RedisStore(link, objects)
    three(store, match)
    real = objects.put
    monkeypatch.setattr(objects, "put", lambda name, content: real(name, content[:-1] if "/" in name else content))
    with pytest.raises(ArchiveUnavailable, match="not what was written"):
        store.archive(match)
    assert len(store.read(match)) == 3


@pytest.mark.parametrize("is_keyed", [True, False], ids=["with an answer", "with nothing but events"])
def test_two_that_archive_a_match_at_once_leave_one_object(link, objects, match, monkeypatch, is_keyed):
    one, other = RedisStore(link, objects), RedisStore(link, objects)
    if is_keyed:
        three(one, match)
    else:
        append(one, match, 0, facts(1, 3), frontier=frontier_of(facts(1, 3)))
    real = redis_archive.pack_archive

    def pack(archive: object) -> bytes:
        monkeypatch.setattr(redis_archive, "pack_archive", real)
        assert other.archive(match)
        return real(archive)

    monkeypatch.setattr(redis_archive, "pack_archive", pack)
    assert not one.archive(match)
    assert len([name for name in objects.names() if name != MARKER]) == 1
    assert len(RedisStore(link, objects).read(match)) == 3


def test_a_match_that_falls_back_meanwhile_is_not_archived(link, objects, match, monkeypatch):
    """The store has lost its events and has come to the same version with others."""
    one, other = RedisStore(link, objects), RedisStore(link, objects)
    append(one, match, 0, facts(1, 3), frontier=frontier_of(facts(1, 3)))
    real = redis_archive.pack_archive

    def pack(archive: object) -> bytes:
        link.call("DEL", *keys_of(match)[:2])
        append(other, match, 0, facts(7, 3), frontier=frontier_of(facts(7, 3)))
        return real(archive)

    monkeypatch.setattr(redis_archive, "pack_archive", pack)
    assert not one.archive(match)
    assert [recorded.stored for recorded in one.read(match)] == facts(7, 3)


def test_a_reader_that_comes_too_late_for_an_object_reads_the_match_again(link, objects, match, monkeypatch):
    """It has the head from before, and the match is back in Redis and its object gone, as after an erasure."""
    store, other = RedisStore(link, objects), RedisStore(link, objects)
    three(store, match)
    real = objects.get

    def get(name: str) -> bytes:
        monkeypatch.setattr(objects, "get", real)
        assert other.restore(match)
        assert other.delete_leftovers(is_due_only=False) == 1
        return real(name)

    for read in (lambda one: one.read(match), lambda one: one.at(match).events, lambda one: one.archives.get(match)):
        assert store.archive(match)
        monkeypatch.setattr(objects, "get", get)
        read(RedisStore(link, objects))
    assert [one.version for one in store.read(match)] == [1, 2, 3]


def test_an_attempt_that_was_given_up_does_not_become_the_archive(link, objects, match, monkeypatch):
    """A process that was paused for long between writing the object and the script: it has been deleted meanwhile."""
    store, sweeper = RedisStore(link, objects), RedisStore(link, objects)
    three(store, match)
    real = objects.get

    def get(name: str) -> bytes:
        content = real(name)
        if "/" in name:
            assert sweeper.delete_leftovers(is_due_only=False) == 1
        return content

    monkeypatch.setattr(objects, "get", get)
    assert not store.archive(match)
    assert objects.names() == [MARKER]
    assert len(RedisStore(link, objects).read(match)) == 3


def archive_and_die(url: str, folder: Path, match: str, steps: int) -> int:
    """In a process of its own: archive the match, and die before the step of this number. Returns its exit status."""
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

    link: Any = open_client(url)
    objects: Any = FolderObjects(folder)
    for target, names in ((link, ("call", "call_many", "run")), (objects, ("put", "get", "delete"))):
        for name in names:
            setattr(target, name, counted(getattr(target, name)))
    os.fsync = counted(os.fsync)
    os._exit(0 if RedisStore(link, objects).archive(match) else 1)


def test_killed_at_any_moment_nothing_is_lost_and_nothing_is_there_twice(link, system_redis, tmp_path, match):
    """A process that dies before each call to Redis, to the objects and to the disk, one after the other."""
    folder = tmp_path / "archive"
    store = RedisStore(link, FolderObjects(folder))
    events = three(store, match)
    append(store, match, 3, key=key("r"), answer=b"no", refusal=refusal())
    before = everything(store, match)
    for steps in range(60):
        status = archive_and_die(system_redis.url, folder, match, steps)
        fresh = RedisStore(link, FolderObjects(folder))
        assert everything(fresh, match) == before, f"killed before step {steps}"
        if status == 0:
            break
        assert status == 9
    else:
        raise AssertionError("it never came to its end")
    assert steps > 10
    store.delete_leftovers(is_due_only=False)
    assert len(FolderObjects(folder).names()) == 2, "the object and the mark"
    drafts = [path.name for path in folder.rglob("*.part")]
    assert all(name.startswith(MARKER) for name in drafts), "of the match there is nothing else"
    assert everything(RedisStore(link, FolderObjects(folder)), match) == before
    assert append(store, match, 3, key=key("r")) == Repeated(b"no", is_same_body=True)
    assert [one.stored for one in store.read(match)] == events
