"""Files are verified in a process of its own: it answers as the verifier does, and its memory and time are bounded."""

from __future__ import annotations

import threading
import time
from typing import Any

import msgspec
import psutil
import pytest
import requests

from games.registry import all_rules
from ledger.table import rulesets_of
from projections.verify import Pins, verify
from service.problems import Problem
from service.processes import verifier as program
from service.web import side_process
from service.web.side_process import SideProcess
from service.web.verifying import PROGRAM, SECONDS_MAX, verify_in
from tests.audit.exports import exported

pytestmark = pytest.mark.xdist_group("live")
GREEDY = b'{"a":[' + b"[]," * 4_500_000 + b"1]}\n"  # 13 MB that take 400 to be read


@pytest.fixture
def verifier():
    made = SideProcess(PROGRAM, SECONDS_MAX)
    yield made
    made.stop()


def process_of(verifier: SideProcess) -> psutil.Process:
    """The process, which must be running."""
    assert verifier.process is not None
    return psutil.Process(verifier.process.pid)


@pytest.mark.parametrize("text", [exported("coup", 4), b"nonsense", b""], ids=["match", "nonsense", "nothing"])
def test_it_says_what_the_verifier_says(verifier, text):
    pins = Pins(frozenset({"some key"}))
    assert verify_in(verifier, text, pins) == verify(text, rulesets_of(all_rules()), pins)


def test_one_process_verifies_many_files_and_ends_after_a_large_one(verifier):
    verify_in(verifier, b"nonsense", Pins())
    first = process_of(verifier).pid
    verify_in(verifier, b"nonsense", Pins())
    assert process_of(verifier).pid == first
    verify_in(verifier, b"x" * (program.LARGE_BYTES + 1), Pins())
    verify_in(verifier, b"nonsense", Pins())
    assert process_of(verifier).pid != first


def test_a_file_that_needs_too_much_memory_is_refused_and_the_next_one_is_verified(verifier):
    before = psutil.Process().memory_info().rss
    with pytest.raises(Problem, match="more memory"):
        verify_in(verifier, GREEDY, Pins())
    assert psutil.Process().memory_info().rss - before < 3 * len(GREEDY)
    assert verify_in(verifier, b"nonsense", Pins())[0].name == "file"


@pytest.mark.parametrize("when", ["idle", "busy"])
def test_a_process_that_was_killed_is_started_again(verifier, when):
    verify_in(verifier, b"nonsense", Pins())
    process = process_of(verifier)
    if when == "busy":
        process.suspend()
        threading.Timer(0.3, process.kill).start()
    else:
        process.kill()
    assert verify_in(verifier, b"nonsense", Pins())[0].name == "file"


def test_it_ends_with_its_worker():
    made = SideProcess(PROGRAM, SECONDS_MAX)
    verify_in(made, b"nonsense", Pins())
    process = process_of(made)
    made.process.stdin.close()
    assert process.wait(10) == 0
    made.stop()


def test_only_one_file_is_verified_at_once_and_the_worker_keeps_its_memory(live):
    """Three greedy files at once: with all of them in the worker it would take a gigabyte."""
    workers = live.running("gunicorn")[1:]
    statuses: list[int] = []
    most, programs = 0, 0

    def send() -> None:
        statuses.append(requests.post(f"{live.base}/v1/verify", data=GREEDY, timeout=60).status_code)

    before = sum(one.memory_info().rss for one in workers)
    senders = [threading.Thread(target=send) for _ in range(3)]
    for sender in senders:
        sender.start()
    while any(sender.is_alive() for sender in senders):
        most = max(most, sum(one.memory_info().rss for one in workers) - before)
        programs = max(programs, len(live.running(PROGRAM)))
        assert requests.get(f"{live.base}/healthz", timeout=5).status_code == 200, "others are served meanwhile"
        time.sleep(0.2)
    assert set(statuses) <= {413, 429}
    assert 413 in statuses
    assert 1 <= programs <= len(workers)
    assert most < 3 * 3 * len(GREEDY), "each is received, and handed on"
    checked = live.ask()("POST", "/v1/verify", raw=exported("coup", 4)).json
    assert {check["name"]: check["value"] for check in checked["checks"]}["tree"] == "proven"


def test_a_file_that_takes_too_long_is_refused(monkeypatch, verifier):
    """As gevent does it in a worker: the exception comes once, while the answer is waited for."""
    verify_in(verifier, b"nonsense", Pins())
    process = process_of(verifier)
    read, is_late = side_process.read_message, [True]

    def interrupted(pipe: Any) -> bytes | None:
        if is_late:
            is_late.pop()
            raise TimeoutError
        return read(pipe)

    monkeypatch.setattr(side_process, "read_message", interrupted)
    with pytest.raises(Problem, match="more time"):
        verify_in(verifier, b"nonsense", Pins())
    assert not process.is_running()
    assert verifier.process is None, "nobody waits for the answer, so no other process is asked"
    assert msgspec.to_builtins(verify_in(verifier, b"nonsense", Pins()))[0]["name"] == "file"
