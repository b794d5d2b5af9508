"""The lease on the background work: one holder, which changes when it dies, hangs or says so."""

from __future__ import annotations

import threading

import pytest

from events.redis.client import open_client
from events.redis.lease import KEY, RedisLease
from events.store import StoreUnavailable
from service.processes import lease as lease_module
from service.processes.lease import LEASE_S, Lease
from service.processes.loops import Loop
from tests.servers import wait_until


@pytest.fixture
def link(system_redis):
    opened = open_client(system_redis.url)
    opened.call("DEL", KEY)
    yield opened
    opened.call("DEL", KEY)
    opened.close()


def test_one_has_it_until_it_gives_it_back(link):
    one, other = RedisLease(link, "one"), RedisLease(link, "other")
    assert one.take(60_000)
    assert not other.take(60_000)
    assert one.take(60_000)
    other.give_back()
    assert not other.take(60_000), "nobody gives back what another has"
    one.give_back()
    assert other.take(60_000)


def test_it_ends_by_itself(link):
    one, other = RedisLease(link, "one"), RedisLease(link, "other")
    assert one.take(50)
    wait_until(lambda: other.take(60_000), "the other gets it")
    assert not one.take(60_000)


def test_a_key_that_was_deleted_goes_to_whoever_asks_next(link):
    one, other = RedisLease(link, "one"), RedisLease(link, "other")
    assert one.take(60_000)
    link.call("DEL", KEY)
    assert one.take(60_000), "the holder keeps it"
    link.call("DEL", KEY)
    assert other.take(60_000)
    assert not one.take(60_000), "there is one holder"
    one.give_back()
    assert not one.take(60_000)


FOREIGN = {
    "a value without an end": ("SET", KEY, "somebody"),
    "an end that is an hour away": ("SET", KEY, "somebody", "PX", 3_600_000),  # also if the server's clock was set back
    "another type": ("RPUSH", KEY, "somebody"),
}


@pytest.mark.parametrize("command", FOREIGN.values(), ids=FOREIGN)
def test_what_is_no_lease_under_its_key_stops_the_work_for_no_longer_than_a_lease(link, command):
    lease = RedisLease(link, "one")
    link.call(*command)
    assert not lease.take(200), "its holder may be alive, and renew it"
    wait_until(lambda: lease.take(200), "the lease ends")
    assert 0 < link.call("PTTL", KEY) <= 200


def test_a_lease_that_is_renewed_is_not_cut_short_by_those_who_wait(link):
    one, other = RedisLease(link, "one"), RedisLease(link, "other")
    assert one.take(60_000)
    assert not other.take(60_000)
    assert link.call("PTTL", KEY) > 30_000
    other.give_back()
    assert link.call("PTTL", KEY) > 30_000


class Kept:
    """What Redis would answer."""

    def __init__(self) -> None:
        self.answer = True
        self.is_away = False
        self.given_back = 0

    def take(self, _length_ms: int) -> bool:
        if self.is_away:
            raise StoreUnavailable("away")
        return self.answer

    def give_back(self) -> None:
        self.given_back += 1
        if self.is_away:
            raise StoreUnavailable("away")


@pytest.fixture
def clock(monkeypatch):
    """The time since the process started, to be moved by hand."""

    class Clock:
        now = 100.0

        def monotonic(self) -> float:
            return self.now

    made = Clock()
    monkeypatch.setattr(lease_module, "time", made)
    return made


def test_a_process_that_was_paused_does_not_hold_it_until_it_has_asked_again(clock):
    kept = Kept()
    lease = Lease(kept)
    assert not lease.is_held
    lease.renew()
    assert (lease.is_held, lease.term) == (True, 1)
    clock.now += LEASE_S - 1
    lease.renew()
    assert (lease.is_held, lease.term) == (True, 1)
    clock.now += LEASE_S + 1
    assert not lease.is_held
    lease.renew()
    assert (lease.is_held, lease.term) == (True, 2), "somebody else may have worked meanwhile: it begins again"
    kept.answer = False
    lease.renew()
    assert not lease.is_held
    lease.give_back()
    assert kept.given_back == 0


def test_the_holder_goes_on_while_the_server_of_the_lease_is_away(clock):
    """On a cluster the other servers may be there, and nobody can take the lease over."""
    kept = Kept()
    lease = Lease(kept)
    kept.is_away = True
    lease.renew()
    assert not lease.is_held, "who has never had it waits"
    kept.is_away = False
    lease.renew()
    kept.is_away = True
    for _ in range(5):
        clock.now += LEASE_S
        lease.renew()
        assert lease.is_held
    kept.is_away, kept.answer = False, False
    lease.renew()
    assert not lease.is_held
    lease.give_back()


def test_the_time_of_the_lease_counts_from_the_question(clock):
    """A process that is paused before it has read the answer: the lease has ended meanwhile."""
    kept = Kept()
    lease = Lease(kept)
    answer = kept.take

    def take_slowly(length_ms: int) -> bool:
        is_holder = answer(length_ms)
        clock.now += LEASE_S + 1
        return is_holder

    kept.take = take_slowly
    lease.renew()
    assert not lease.is_held


def test_who_stops_while_the_server_is_away_lets_the_lease_end_by_itself(clock):
    kept = Kept()
    lease = Lease(kept)
    lease.renew()
    kept.is_away = True
    lease.give_back()
    assert (kept.given_back, lease.is_held) == (1, False)


def test_a_loop_works_only_while_the_lease_is_held_and_begins_each_term_anew(clock):
    kept = Kept()
    lease = Lease(kept)
    done: list[str] = []
    stopping = threading.Event()

    def turn() -> float:
        done.append("turn")
        return 0.01

    loop = Loop("lists", turn, lambda: None, lease, lambda: done.append("begin"))
    thread = threading.Thread(target=loop.run, args=(stopping,), daemon=True)
    thread.start()
    try:
        assert not stopping.wait(0.3)
        assert done == []
        lease.renew()
        wait_until(lambda: len(done) > 3, "it works")
        assert done[:3] == ["begin", "turn", "turn"]
        assert done.count("begin") == 1
        kept.answer = False
        lease.renew()
        assert not stopping.wait(0.3)
        count = len(done)
        assert not stopping.wait(0.3)
        assert len(done) == count
        kept.answer = True
        lease.renew()
        wait_until(lambda: len(done) > count + 1, "it works again")
        assert done[count] == "begin"
    finally:
        stopping.set()
        thread.join(5)
