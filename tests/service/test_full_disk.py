"""A disk that fills up and stays full: reads go on, writes are refused, and it comes back when there is room."""

from __future__ import annotations

import logging
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from events.redis.client import open_client
from events.redis.durability import durability
from events.redis.store import RedisStore
from events.store import Appended, StoreUnavailable
from service.processes import disk
from service.processes.disk import Keeper
from service.processes.embedded import EmbeddedRedis, EmbeddedRedisError
from tests.contract.test_stores import append, fact, three


@pytest.fixture
def room(monkeypatch) -> SimpleNamespace:
    """How much room the disk has, as far as the service knows."""
    told = SimpleNamespace(free=10**9)
    monkeypatch.setattr(disk.shutil, "disk_usage", lambda _folder: told)
    return told


@pytest.fixture
def redis(tmp_path) -> Iterator[EmbeddedRedis]:
    with EmbeddedRedis(tmp_path / "data") as started:
        yield started


def test_writes_are_refused_and_reads_go_on_until_there_is_room(redis, room, caplog):
    store, keeper = RedisStore(open_client(redis.url)), Keeper(redis)
    three(store, "m-1")
    keeper.check()
    assert append(store, "m-1", 3, [fact(4)]) == Appended(4)
    room.free = disk.ROOM_MIN - 1
    with caplog.at_level(logging.WARNING):
        for _ in range(3):
            keeper.check()
        with pytest.raises(StoreUnavailable):
            append(store, "m-1", 4, [fact(5)])
        assert len(store.read("m-1")) == 4
        assert store.tail("m-1", 0).head.version == 4
        (alarm,) = durability(open_client(redis.url))["alarms"]  # what /readyz warns of
        assert "disk" in alarm
        assert "writes stand still" in alarm
        room.free = disk.ROOM_MIN + 1
        keeper.check()
        with pytest.raises(StoreUnavailable):
            append(store, "m-1", 4, [fact(5)])
        room.free = disk.ROOM_AGAIN
        keeper.check()
    assert append(store, "m-1", 4, [fact(5)]) == Appended(5)
    assert durability(open_client(redis.url))["alarms"] == []
    assert [record.message for record in caplog.records] == ["the disk is full", "the disk has room again"]


def test_a_server_that_dies_is_started_again_and_goes_on_refusing(redis, room):
    store, keeper = RedisStore(open_client(redis.url)), Keeper(redis)
    three(store, "m-1")
    room.free = 0
    keeper.check()
    redis._process.kill()
    redis._process.wait(10)
    keeper.check()
    store = RedisStore(open_client(redis.url))
    assert len(store.read("m-1")) == 3
    with pytest.raises(StoreUnavailable):
        append(store, "m-1", 3, [fact(4)])


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), EmbeddedRedisError("it exited at once")])
def test_a_start_that_fails_is_tried_again_and_logged_once(redis, room, monkeypatch, caplog, error):
    keeper, restart = Keeper(redis), redis.restart
    attempts = []

    def fail():
        attempts.append(1)
        if len(attempts) < 4:
            raise error
        restart()

    monkeypatch.setattr(redis, "restart", fail)
    monkeypatch.setattr("service.processes.loops.PAUSE_S", 0.0)
    redis._process.kill()
    redis._process.wait(10)
    with caplog.at_level(logging.ERROR):
        for _ in range(4):
            keeper.check()
    assert redis.is_running
    assert [record.message for record in caplog.records] == ["the redis-server cannot be started; trying again"]


def small_disk(folder: Path, size: str) -> None:
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)]
    done = subprocess.run(command, capture_output=True, check=False)
    if done.returncode:
        pytest.skip("a small file system can be mounted only by root")


def fill(filler: Path) -> None:
    with filler.open("wb", buffering=0) as file:
        while True:
            file.write(b"x" * 4096)


def append_until_refused(store: RedisStore) -> int:
    """The version of the last event that was acknowledged: the last page of the file has some room left."""
    version = 3
    while True:
        try:
            append(store, "m-1", version, [fact(version + 1)])
        except StoreUnavailable:
            return version
        version += 1


def check_until(keeper: Keeper, holds: Callable[[], bool]) -> None:
    """As `serve` does it, again and again; a busy machine takes more than one attempt to start a server."""
    for _ in range(400):
        keeper.check()
        if holds():
            return
        time.sleep(0.05)
    raise AssertionError("the server did not come back")


def answers(store: RedisStore) -> bool:
    """A server that ends is still there for a moment, and answers no more."""
    try:
        store.head("m-1")
    except StoreUnavailable:
        return False
    return True


def test_on_a_disk_that_is_really_full(tmp_path, monkeypatch, caplog):
    """All of it is taken by something else; the server ends when it cannot write, and comes back to be read."""
    folder = tmp_path / "disk"
    small_disk(folder, "4m")
    monkeypatch.setattr(disk, "ROOM_MIN", 200_000)
    monkeypatch.setattr(disk, "ROOM_AGAIN", 400_000)
    monkeypatch.setattr("service.processes.loops.PAUSE_S", 0.01)
    try:
        with EmbeddedRedis(folder / "data") as redis, caplog.at_level(logging.WARNING):
            store, keeper = RedisStore(open_client(redis.url)), Keeper(redis)
            three(store, "m-1")
            filler = folder / "filler"
            with pytest.raises(OSError, match="No space left"):
                fill(filler)
            acknowledged = append_until_refused(store)
            check_until(keeper, lambda: redis.is_running and answers(store))
            assert shutil.disk_usage(folder).free < disk.ROOM_MIN
            assert [one.stored.public["number"] for one in store.read("m-1")][:acknowledged] == list(
                range(1, acknowledged + 1)
            )
            with pytest.raises(StoreUnavailable):
                append(store, "m-1", acknowledged, [fact(0)])
            assert redis.is_running, "a write that is refused does not end it"
            filler.unlink()
            check_until(keeper, lambda: redis.is_running and answers(store))
            for _ in range(20):
                keeper.check()
            version = store.head("m-1").version
            assert append(store, "m-1", version, [fact(version + 1)]) == Appended(version + 1)
    finally:
        subprocess.run(["umount", str(folder)], check=True)
