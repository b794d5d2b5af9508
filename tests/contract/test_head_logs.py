"""What every log of match heads must hold to, whichever it is: in memory, on one server of either age, on a cluster."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from hashlib import sha256

import pytest
from redis.crc import key_slot

from events.head_log import HeadLog, MatchHead, consistency, inclusion, leaf_of, root_at
from events.memory_head_log import MemoryHeadLog
from events.redis.client import open_client
from events.redis.head_log import ENTRIES, HEAD, NEWEST, RedisHeadLog
from events.tree import consistency_proof, inclusion_proof, is_consistent, root_from_inclusion, root_of, tree_root
from projections.head_log import walk


@pytest.fixture(params=["memory", "system", "bundled", "cluster"])
def log(request: pytest.FixtureRequest) -> Iterator[HeadLog]:
    if request.param == "memory":
        yield MemoryHeadLog()
        return
    name = "redis_cluster" if request.param == "cluster" else f"{request.param}_redis"
    link = open_client(request.getfixturevalue(name).url)
    link.call("DEL", ENTRIES, HEAD, NEWEST)
    yield RedisHeadLog(link)
    link.call("DEL", ENTRIES, HEAD, NEWEST)
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
    assert len({key_slot(key.encode()) for key in (ENTRIES, HEAD, NEWEST)}) == 1
