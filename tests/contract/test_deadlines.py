"""What every diary of the clock must hold to: in memory, on one server of either age, on a cluster."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from redis.crc import key_slot

from events.deadlines import Deadline, Deadlines
from events.memory_deadlines import MemoryDeadlines
from events.redis.client import Client, open_client
from events.redis.deadlines import RedisDeadlines, deadline_keys
from tests.keys import PARTITIONS, keys_of, partition_of


@pytest.fixture(params=["memory", "system", "bundled", "cluster"])
def diary(request: pytest.FixtureRequest) -> Iterator[Deadlines]:
    if request.param == "memory":
        yield MemoryDeadlines()
        return
    name = "redis_cluster" if request.param == "cluster" else f"{request.param}_redis"
    link = open_client(request.getfixturevalue(name).url)
    forget_all(link)
    yield RedisDeadlines(link)
    forget_all(link)
    link.close()


def forget_all(link: Client) -> None:
    for partition in range(PARTITIONS):
        link.call("DEL", *deadline_keys(partition))


def test_what_has_come_due_is_named_the_longest_overdue_first(diary):
    for match, at_ms in (("m-a", 300), ("m-b", 100), ("m-c", 301), ("m-d", 200)):
        assert diary.set(match, 7, at_ms) == 7
    assert diary.due(99) == []
    assert diary.due(300) == [Deadline("m-b", 7), Deadline("m-d", 7), Deadline("m-a", 7)]


def test_a_newer_line_takes_the_place_of_an_older_one(diary):
    diary.set("m-a", 3, 100)
    assert diary.set("m-a", 4, 500) == 4
    assert diary.due(499) == []
    assert diary.set("m-a", 4, 50) == 4, "of the same version the last word counts"
    assert diary.due(50) == [Deadline("m-a", 4)]
    assert diary.set("m-a", 5, None) == 5
    assert diary.due(1000) == []


@pytest.mark.parametrize("at_ms", [None, 10, 900], ids=["nothing to do", "earlier", "later"])
def test_a_late_line_never_writes_over_a_newer_one(diary, at_ms):
    diary.set("m-a", 12, 500)
    assert diary.set("m-a", 9, at_ms) == 12
    assert diary.due(499) == []
    assert diary.due(500) == [Deadline("m-a", 12)]


def test_a_late_line_after_there_was_nothing_to_do_gives_way_to_the_next(diary):
    diary.set("m-a", 8, 100)
    diary.set("m-a", 9, None)
    diary.set("m-a", 8, 100)
    assert diary.due(100) == [Deadline("m-a", 8)], "the clock looks in vain, and that is all"
    diary.set("m-a", 10, 300)
    assert diary.due(299) == []


def test_only_the_line_that_is_named_is_written_over_by_an_older_one(diary):
    diary.set("m-a", 12, 500)
    assert diary.set("m-a", 9, 100, instead_of=11) == 12
    assert diary.set("m-a", 9, 100, instead_of=12) == 9
    assert diary.due(100) == [Deadline("m-a", 9)]


def test_a_line_without_a_version_gives_way_to_any(system_redis):
    """As they were written before lines had versions."""
    link = open_client(system_redis.url)
    forget_all(link)
    times, versions = deadline_keys(partition_of("m-a"))
    link.call("ZADD", times, 100, "m-a")
    diary = RedisDeadlines(link)
    assert diary.due(100) == [Deadline("m-a", 0)]
    assert diary.set("m-a", 2, None) == 2
    assert link.call("EXISTS", times, versions) == 0
    link.close()


def test_all_keys_lie_in_one_slot():
    """And in that of the match, so that its clock needs no other server."""
    slots = {key_slot(key.encode()) for key in (*deadline_keys(partition_of("m-a")), keys_of("m-a")[0])}
    assert len(slots) == 1
