"""Calls that share a packet: each gets its own reply, none is lost, whoever fails or is killed on the way."""

from __future__ import annotations

import threading
import time

import pytest

from events.redis.link import ServerLink
from events.redis.together import Together
from events.store import StoreUnavailable

WAIT_S = 10.0


class Wire:
    """The other end: packets wait until they are let through, and are answered call by call."""

    def __init__(self) -> None:
        self.packets: list[bytes] = []
        self.gate = threading.Event()
        self.failure: BaseException | None = None

    def exchange(self, packed: bytes, count: int) -> list[bytes]:
        self.packets.append(packed)
        assert self.gate.wait(WAIT_S)
        if self.failure is not None:
            failure, self.failure = self.failure, None
            raise failure
        replies = packed.split()
        assert len(replies) == count
        return replies


def asking(together: Together, word: bytes, found: dict[bytes, object]) -> threading.Thread:
    def ask() -> None:
        try:
            found[word] = together.call(word + b" ")
        except BaseException as failure:
            found[word] = failure

    thread = threading.Thread(target=ask)
    thread.start()
    return thread


def until(condition) -> None:
    ends = time.monotonic() + WAIT_S
    while not condition():
        assert time.monotonic() < ends
        time.sleep(0.001)


def test_who_comes_meanwhile_goes_with_the_next_packet():
    wire, found = Wire(), {}
    together = Together(wire.exchange)
    threads = [asking(together, b"first", found)]
    until(lambda: wire.packets)
    for count, word in enumerate((b"second", b"third", b"fourth"), 1):
        threads.append(asking(together, word, found))
        until(lambda count=count: len(together._waiting) == count)
    wire.gate.set()
    for thread in threads:
        thread.join(WAIT_S)
    assert wire.packets == [b"first ", b"second third fourth "]
    assert found == {word: word for word in (b"first", b"second", b"third", b"fourth")}
    assert together.call(b"last ") == b"last"


def test_a_failure_is_told_to_all_who_shared_it_and_to_nobody_else():
    wire, found = Wire(), {}
    together = Together(wire.exchange)
    threads = [asking(together, b"first", found)]
    until(lambda: wire.packets)
    threads.append(asking(together, b"second", found))
    until(lambda: together._waiting)
    wire.failure = StoreUnavailable("gone")
    wire.gate.set()
    for thread in threads:
        thread.join(WAIT_S)
    assert isinstance(found[b"first"], StoreUnavailable)
    assert found[b"second"] == b"second"


def test_a_mistake_of_ours_is_not_taken_for_an_outage():
    wire = Wire()
    wire.failure = ZeroDivisionError()
    wire.gate.set()
    together = Together(wire.exchange)
    with pytest.raises(ZeroDivisionError):
        together.call(b"first ")
    assert together.call(b"second ") == b"second"


class Killed(BaseException):
    """As a greenlet is killed."""


def test_whoever_waits_goes_on_when_the_sender_is_killed():
    wire, found = Wire(), {}
    together = Together(wire.exchange)
    threads = [asking(together, b"first", found)]
    until(lambda: wire.packets)
    for word in (b"second", b"third"):
        threads.append(asking(together, word, found))
    until(lambda: len(together._waiting) == 2)
    wire.failure = Killed()
    wire.gate.set()
    for thread in threads:
        thread.join(WAIT_S)
    assert isinstance(found[b"first"], Killed)
    assert (found[b"second"], found[b"third"]) == (b"second", b"third")


@pytest.mark.parametrize("is_next", [False, True])
def test_whoever_is_killed_while_waiting_holds_nobody_up(is_next):
    wire, found = Wire(), {}
    together = Together(wire.exchange)
    first = asking(together, b"first", found)
    until(lambda: wire.packets)

    class Gate:
        """The lock that the one to be killed waits at."""

        def __init__(self) -> None:
            self.times = 0

        def acquire(self) -> None:
            self.times += 1
            if self.times == 2:  # the first time it is closed
                if is_next:
                    wire.gate.set()
                    until(lambda: opened)
                raise Killed

        def release(self) -> None:
            opened.append(True)

    opened: list[bool] = []
    real, threading.Lock = threading.Lock, Gate
    try:
        with pytest.raises(Killed):
            together.call(b"killed ")
    finally:
        threading.Lock = real
    second = asking(together, b"second", found)
    wire.gate.set()
    for thread in (first, second):
        thread.join(WAIT_S)
    assert found == {b"first": b"first", b"second": b"second"}


def test_whoever_is_killed_while_making_room_holds_nobody_up(monkeypatch):
    wire, found = Wire(), {}
    wire.gate.set()
    together = Together(wire.exchange)
    together._has_greenlets = True
    others: list[threading.Thread] = []

    def killed(_seconds: float) -> None:
        monkeypatch.undo()
        others.append(asking(together, b"other", found))
        until(lambda: len(together._waiting) == 2)
        raise Killed

    monkeypatch.setattr("events.redis.together.time.sleep", killed)
    with pytest.raises(Killed):
        together.call(b"killed ")
    others[0].join(WAIT_S)
    assert (found, wire.packets) == ({b"other": b"other"}, [b"other "])
    assert together.call(b"last ") == b"last"


def test_many_threads_get_each_their_own(system_redis):
    link = ServerLink(system_redis.url)
    for number in range(40):
        link.call("HSET", f"together:{number}", "v", number)
    wrong: list[object] = []

    def read(number: int) -> None:
        for _ in range(50):
            found = link.ask("HGET", f"together:{number}", "v")
            if found != str(number).encode():
                wrong.append(found)

    threads = [threading.Thread(target=read, args=(number,)) for number in range(40)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not wrong
    link.close()


def test_an_error_reply_is_the_error_of_one_call(system_redis):
    link = ServerLink(system_redis.url)
    link.call("SET", "together:text", "x")
    with pytest.raises(Exception, match="something else"):
        link.ask("HGET", "together:text", "v")
    assert link.ask("HGET", "together:none", "v") is None
    link.close()


def test_a_server_that_is_gone_is_told_of():
    link = ServerLink("redis://127.0.0.1:1/0")
    for _ in range(2):
        with pytest.raises(StoreUnavailable):
            link.ask("HGET", "x", "v")
