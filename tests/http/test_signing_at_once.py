"""Several processes and greenlets sign the head log at once: none waits for another for long, none is refused."""

from __future__ import annotations

import fcntl
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
import requests

from events.checkpoint import open_note
from events.head_log import MatchHead
from service.app import build_services
from service.log_state import KeptCheckpoint, SigningStopped, StateFile
from tests.http.asking import coup
from tests.http.live import Live
from tests.servers import wait_until


@pytest.fixture
def state(tmp_path):
    return tmp_path / "state" / "checkpoint.json"


@pytest.fixture
def processes(link, state):
    made = [build_services(link, state=state) for _ in range(2)]
    yield made
    for services in made:
        services.live.close()


def grow(services, count=1):
    for _ in range(count):
        head = MatchHead(f"m-{services.heads.head().version}", 1, "00" * 32)
        services.heads.append(head, is_public=True)


class Meanwhile:
    """A head log of which something happens in another process, once, right after this call was answered."""

    def __init__(self, heads, call: str, happens: Callable[[], object]):
        self._heads, self._call, self._happens = heads, call, [happens]

    def __getattr__(self, name):
        method = getattr(self._heads, name)

        def answer(*args):
            answered = method(*args)
            if name == self._call and self._happens:
                self._happens.pop()()
            return answered

        return answer


@pytest.mark.parametrize("call", ["number", "head", "entries"])
def test_a_log_that_another_process_extends_and_signs_is_not_taken_for_a_shorter_one(processes, state, call):
    one, other = processes
    grow(one)
    one.notary.sign_log(one.heads)
    grow(one, 2)

    def extend_and_sign():
        grow(other)
        other.notary.sign_log(other.heads)

    signed = one.notary.sign_log(Meanwhile(one.heads, call, extend_and_sign))
    kept = StateFile(state).read()
    assert (kept.size, kept.root) == (signed.size, signed.root.hex()) == (4, one.notary.sign_log(one.heads).root.hex())
    assert open_note(signed.note, one.notary.key).root == signed.root


def test_what_another_process_keeps_meanwhile_must_be_extended_too(processes, state):
    one, _ = processes
    grow(one)
    one.notary.sign_log(one.heads)
    kept = StateFile(state).read()
    grow(one, 2)
    forked = KeptCheckpoint(kept.key, kept.origin, 2, "ab" * 32)
    with pytest.raises(SigningStopped, match="are not those that were signed"):
        one.notary.sign_log(Meanwhile(one.heads, "entries", lambda: StateFile(state).replace(forked)))
    assert StateFile(state).read() == forked


def test_a_log_that_is_begun_meanwhile_is_never_signed_under_the_old_name(link):
    """Number and head are read one after the other; here no file is kept that would tell the mistake."""
    services = build_services(link)
    grow(services, 2)
    before = services.notary.sign_log(services.heads)

    def begin():
        services.heads.begin(services.heads.number() + 1)
        grow(services)

    signed = services.notary.sign_log(Meanwhile(services.heads, "number", begin))
    services.live.close()
    assert (signed.origin, signed.size) == (f"{before.origin}+2", 1)


GREENLETS = """
from gevent import monkey; monkey.patch_all()
import sys, gevent
from pathlib import Path
from events.head_log import MatchHead
from events.redis.client import open_client
from service.app import build_services

services = build_services(open_client(sys.argv[1]), state=Path(sys.argv[2]))
read = services.heads.entries

def read_slowly(*args):  # else an answer may be there already, and no other greenlet runs meanwhile
    gevent.sleep(0.01)
    return read(*args)

services.heads.entries = read_slowly
for number in range(int(sys.argv[3])):
    services.heads.append(MatchHead(f"m-{number}", 1, "00" * 32), is_public=True)
    jobs = [gevent.spawn(services.notary.sign_log, services.heads) for _ in range(5)]
    gevent.joinall(jobs, raise_error=True)
    print(*{job.value.size for job in jobs})
"""


def run_greenlets(url, state, rounds):
    command = [sys.executable, "-c", GREENLETS, url, str(state), str(rounds)]
    return subprocess.run(command, capture_output=True, text=True, timeout=30)


def test_greenlets_of_one_worker_sign_at_once(link, system_redis, state):
    ended = run_greenlets(system_redis.url, state, 5)
    assert (ended.returncode, ended.stdout.split()) == (0, ["1", "2", "3", "4", "5"]), ended.stderr
    assert StateFile(state).read().size == 5


def test_a_process_that_stands_still_while_it_writes_holds_nobody_up_for_long(link, system_redis, state):
    state.parent.mkdir()
    with state.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        ended = run_greenlets(system_redis.url, state, 1)
    assert (ended.returncode, ended.stdout) == (0, "1\n"), ended.stderr
    assert ended.stderr.count("the newest checkpoint cannot be kept outside Redis") == 1
    assert StateFile(state).read() is None


def test_one_worker_answers_many_readers_of_the_log_at_once(tmp_path):
    service = Live(tmp_path / "data", workers=1, MATCHLEDGER_LIMITS="off").start()
    try:
        ask = service.ask()
        coup(ask)
        wait_until(lambda: ask("GET", "/v1/log/checkpoint").json["size"] > 0, "the head is in the log")

        def read(path):
            return requests.get(service.base + path, timeout=20).status_code

        with ThreadPoolExecutor(20) as readers:
            for _ in range(3):
                assert set(readers.map(read, ["/v1/log/checkpoint"] * 18 + ["/healthz"] * 2)) == {200}
    finally:
        service.kill()
