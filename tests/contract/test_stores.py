"""What every store must hold to, whichever it is: in memory, on one server of either age, on a cluster."""

from __future__ import annotations

import random
import secrets
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest
import redis
from msgspec import Struct
from redis.crc import key_slot

from events.codec import UnreadableEvent
from events.envelope import Part, Recorded, Stored
from events.memory_store import MemoryStore
from events.objects.folder import FolderObjects
from events.objects.remote import RemoteObjects
from events.objects.store import Objects
from events.redis import archive as redis_archive
from events.redis.archive_marker import MARKER, MARKER_KEY
from events.redis.client import Client, open_client
from events.redis.store import RedisStore
from events.store import (
    REFUSALS_BYTES_MAX,
    REFUSALS_MAX,
    TAIL_MAX,
    Append,
    Appended,
    Behind,
    EventStore,
    Head,
    Key,
    Moment,
    Refusal,
    Repeated,
    StoreUnavailable,
    Tail,
)
from events.tree import Frontier, commitment, extend, leaf_hash, root_of, tree_root
from tests.keys import (
    PARTITIONS,
    archive_key,
    feed_key,
    keys_of,
    leftovers_key,
    partition_of,
    register_keys,
    snapshot_key,
)
from tests.servers import Cluster, Server

SAME, OTHER = b"s" * 16, b"o" * 16  # digests of two bodies


class Kept(Struct, frozen=True):
    """A store, and the ways around it that a test needs."""

    store: Any  # EventStore
    feed: Callable[[str], list[tuple[str, int, bytes]]]  # (match) -> what its partition's feed was told about it
    drop_snapshot: Callable[[str], None]


def memory() -> Kept:
    store = MemoryStore()

    def drop(match: str) -> None:
        store._matches[match].snapshots.clear()

    return Kept(store, lambda match: [entry for entry in store.feed if entry[0] == match], drop)


def on_redis(url: str, client: Any, objects: Objects) -> Kept:
    def feed(match: str) -> list[tuple[str, int, bytes]]:
        entries = [fields for _, fields in client.xrange(feed_key(partition_of(match)))]
        told = [(fields[b"m"].decode(), int(fields[b"v"]), fields[b"d"]) for fields in entries]
        return [entry for entry in told if entry[0] == match]

    def drop(match: str) -> None:
        assert client.delete(snapshot_key(match)) == 1

    return Kept(RedisStore(open_client(url), objects), feed, drop)


class Archiving(RedisStore):
    """Puts matches into their archives all the time: nobody may notice."""

    def append(self, append: Append) -> Any:
        answer = super().append(append)
        version = self.head(append.match).version
        if version < 20 or version % 25 == 0:  # packing a long match after every event takes its time
            self.archive(append.match)
        return answer

    def put_snapshots(self, match: str, *args: Any, **kwargs: Any) -> None:
        self.restore(match)  # of a match in its archive none is kept
        super().put_snapshots(match, *args, **kwargs)


@pytest.fixture
def objects(tmp_path: Path) -> FolderObjects:
    """An archive of the test alone, on servers that others use too."""
    return FolderObjects(tmp_path / "archive")


def forget_archive(client: Any) -> None:
    """The archive of an earlier test is not that of this one."""
    client.delete(MARKER_KEY)


@pytest.fixture(params=["memory", "system", "bundled", "cluster", "archiving"])
def kept(request: pytest.FixtureRequest, objects: Objects) -> Iterator[Kept]:
    if request.param == "memory":
        yield memory()
        return
    if request.param == "archiving":
        archiving: Server = request.getfixturevalue("system_redis")
        remote = RemoteObjects(f"memory://{secrets.token_hex(8)}")
        made = on_redis(archiving.url, archiving.client(), remote)
        forget_archive(archiving.client())
        yield msgspec.structs.replace(made, store=Archiving(open_client(archiving.url), remote))
        return
    if request.param == "cluster":
        cluster: Cluster = request.getfixturevalue("redis_cluster")
        url, client = cluster.url, redis.RedisCluster(host="127.0.0.1", port=cluster.masters[0].port, protocol=2)
    else:
        server: Server = request.getfixturevalue(f"{request.param}_redis")
        url, client = server.url, server.client()
    on = on_redis(url, client, objects)
    forget_archive(client)
    yield on
    on.store._client.close()
    client.close()


@pytest.fixture
def store(kept: Kept) -> EventStore:
    return kept.store


@pytest.fixture
def match() -> str:
    return new_match()


def new_match() -> str:
    return "m-" + secrets.token_hex(8)


def fact(number: int, *, step: int = 1, command: bytes = b"") -> Stored:
    secret = {"seat:1": Part(b"salt" * 8, {"card": "ducat", "text": "zażółć \x00 \U0001f0cf"})}
    return Stored("Counted", 1, step, command, "seat:0", 1_700_000_000_000 + number, "T-1", {"number": number}, secret)


def facts(first: int, count: int) -> list[Stored]:
    return [fact(number) for number in range(first, first + count)]


def frontier_of(events: list[Stored]) -> Frontier:
    return extend((), 0, [leaf_hash(version, event) for version, event in enumerate(events, 1)])


def key(name: str = "k", *, actor: str = "seat:0", digest: bytes = SAME) -> Key:
    return Key(actor, name, digest)


def refusal(number: int = 0) -> Refusal:
    return Refusal(number, "seat:0", b'{"type": "pass"}', 422, b"refused %d" % number)


def append(
    store: Any, match: str, base: int, events: Sequence[Stored] = (), *, known: Frontier | None = None, **rest: Any
) -> Any:
    """Append as somebody who knows the match up to `base`, with the frontier that the store has if none is given."""
    head = store.head(match) if known is None else Head(base, known)
    return store.append(Append(match, head if head.version == base else Head(base, ()), events, **rest))


def three(store: EventStore, match: str) -> list[Stored]:
    """A match at version 3, appended under the key k with the answer "done"."""
    events = facts(1, 3)
    frontier = frontier_of(events)
    assert append(store, match, 0, events, frontier=frontier, key=key(), answer=b"done") == Appended(3)
    return events


# Order, versions, ranges


def test_versions_count_from_one_without_a_gap_and_events_come_back_as_they_were(store, match):
    events = facts(1, 6)
    assert append(store, match, 0, events[:1]) == Appended(1)
    assert append(store, match, 1, events[1:4]) == Appended(4)
    assert append(store, match, 4, events[4:], frontier=frontier_of(events)) == Appended(6)
    assert store.read(match) == [Recorded(version, event) for version, event in enumerate(events, 1)]
    assert store.head(match) == Head(6, frontier_of(events))


@pytest.mark.parametrize(
    ("first", "last", "versions"),
    [
        (1, None, [1, 2, 3, 4, 5]),
        (3, None, [3, 4, 5]),
        (1, 3, [1, 2, 3]),
        (2, 4, [2, 3, 4]),
        (5, 4, []),
        (5, 2, []),
        (1, 0, []),
        (6, None, []),
        (10, None, []),
        (1, 99, [1, 2, 3, 4, 5]),
    ],
)
def test_reading_a_range(store, match, first, last, versions):
    append(store, match, 0, facts(1, 5))
    recorded = store.read(match, first, last)
    assert [one.version for one in recorded] == versions
    assert [one.stored.public["number"] for one in recorded] == versions


def test_a_match_that_does_not_exist_is_empty(store, match):
    assert store.head(match) == Head(0, ())
    assert store.read(match) == []
    assert store.refusals(match) == []
    assert store.at(match) == Moment(Head(0, ()), 0, b"", ())
    assert store.at(match, 1) == Moment(Head(0, ()), 0, b"", ())
    assert store.tail(match, 0) == store.tail(match, 3) == Tail(Head(0, ()), b"", ())
    assert append(store, match, 0) == Appended(0)
    assert append(store, match, 7, facts(8, 1)) == Behind(Head(0, ()), b"", ())


def test_of_a_match_that_does_not_exist_nothing_is_kept(store, match):
    assert append(store, match, 0, key=key(), answer=b"no", refusal=refusal()) == Appended(0)
    assert store.refusals(match) == []
    assert append(store, match, 0, facts(1, 1), key=key()) == Appended(1)


def test_matches_do_not_meet(store):
    # Two matches of one partition, so that they share a feed.
    names = [new_match() for _ in range(2 * PARTITIONS)]
    one = names[0]
    other = next((name for name in names[1:] if partition_of(name) == partition_of(one)), names[1])
    append(store, one, 0, facts(1, 2))
    append(store, other, 0, facts(101, 1))
    assert [recorded.stored.public["number"] for recorded in store.read(one)] == [1, 2]
    assert [recorded.stored.public["number"] for recorded in store.read(other)] == [101]


def test_hundreds_of_events_are_one_append(store, match):
    assert append(store, match, 0, facts(1, 700)) == Appended(700)
    assert [one.version for one in store.read(match)] == list(range(1, 701))


# The table of section 4: c is the version of the match, e what the caller expects, k the key

TABLE = [
    # e, key, digest -> answer; the match is at c = 3, and the key k was answered at version 0
    ("e = c, k unknown", 3, "new", SAME, Appended(4)),
    ("e = c, no key", 3, None, SAME, Appended(4)),
    ("e = c, k known, same body", 3, "k", SAME, Repeated(b"done", is_same_body=True)),
    ("e = c, k known, other body", 3, "k", OTHER, Repeated(b"done", is_same_body=False)),
    ("e < c, k known, same body", 0, "k", SAME, Repeated(b"done", is_same_body=True)),
    ("e < c, k known, other body", 1, "k", OTHER, Repeated(b"done", is_same_body=False)),
    ("e > c, k known, same body", 9, "k", SAME, Repeated(b"done", is_same_body=True)),
    ("e < c, k unknown", 1, "new", SAME, Behind),
    ("e < c, no key", 2, None, SAME, Behind),
    ("e > c, k unknown", 9, "new", SAME, Behind),
    ("e > c, no key", 4, None, SAME, Behind),
]


@pytest.mark.parametrize(("base", "name", "digest", "expected"), [row[1:] for row in TABLE], ids=[r[0] for r in TABLE])
def test_the_table_of_keys_and_versions(kept, match, base, name, digest, expected):
    store = kept.store
    events = three(store, match)
    before = store.read(match), store.head(match), kept.feed(match)
    asked = None if name is None else key(name, digest=digest)
    answer = append(store, match, base, [fact(4)], frontier=frontier_of([*events, fact(4)]), key=asked, answer=b"four")
    if expected is Behind:
        expected = Behind(before[1], b"", tuple(before[0][base:]))
    assert answer == expected
    if isinstance(answer, Appended):
        assert store.read(match, 4) == [Recorded(4, fact(4))]
        assert store.head(match) == Head(4, frontier_of([*events, fact(4)]))
    else:
        assert (store.read(match), store.head(match), kept.feed(match)) == before


def test_a_key_is_looked_up_by_match_and_actor_never_by_itself(store, match):
    three(store, match)
    assert append(store, match, 3, [fact(4)], key=key(actor="seat:1"), answer=b"other seat") == Appended(4)
    elsewhere = new_match()
    assert append(store, elsewhere, 0, facts(1, 1), key=key(), answer=b"other match") == Appended(1)
    assert append(store, match, 0, key=key()) == Repeated(b"done", is_same_body=True)
    assert append(store, match, 0, key=key(actor="seat:1")) == Repeated(b"other seat", is_same_body=True)
    assert append(store, elsewhere, 0, key=key()) == Repeated(b"other match", is_same_body=True)


def test_a_key_is_known_also_when_its_answer_is_empty(store, match):
    assert append(store, match, 0, facts(1, 2), key=key()) == Appended(2)
    assert append(store, match, 2, facts(3, 2), key=key()) == Repeated(b"", is_same_body=True)
    assert store.head(match).version == 2


def test_an_answer_of_any_bytes_comes_back(store, match):
    answer = bytes(range(256)) * 8 + b"\r\n$3\r\n"
    name = "\x00 ż \r\n" * 20
    append(store, match, 0, facts(1, 1), key=Key("seat:0", name, SAME), answer=answer)
    assert append(store, match, 1, key=Key("seat:0", name, SAME)) == Repeated(answer, is_same_body=True)


def test_only_proving_that_one_is_current_keeps_nothing(kept, match):
    three(kept.store, match)
    told = kept.feed(match)
    assert append(kept.store, match, 3, key=key("proof")) == Appended(3)
    assert append(kept.store, match, 3) == Appended(3)
    assert append(kept.store, match, 3, [fact(4)], key=key("proof"), answer=b"now") == Appended(4)
    assert len(kept.feed(match)) == len(told) + 1


def test_a_lost_race_learns_the_missing_tail_and_the_frontier(store, match):
    events = three(store, match)
    more = facts(4, 2)
    append(store, match, 3, more, frontier=frontier_of(events + more))
    answer = append(store, match, 1, [fact(99)])
    assert isinstance(answer, Behind)
    assert answer.events == tuple(Recorded(version, event) for version, event in enumerate(events + more, 1))[1:]
    assert answer.head.version == 5
    # With these two the loser can go on at once, without another read.
    ours = extend(answer.head.frontier, 5, [leaf_hash(6, fact(6))])
    assert append(store, match, 5, [fact(6)], frontier=ours) == Appended(6)
    assert store.head(match).frontier == frontier_of([*events, *more, fact(6)])


def test_a_tail_is_cut_at_its_limit_and_the_version_says_so(store, match):
    append(store, match, 0, facts(1, TAIL_MAX + 5))
    answer = append(store, match, 2, [fact(0)])
    assert isinstance(answer, Behind)
    assert [one.version for one in answer.events] == list(range(3, TAIL_MAX + 3))
    assert answer.head.version == TAIL_MAX + 5
    assert [one.version for one in store.read(match, answer.events[-1].version + 1)] == [
        TAIL_MAX + n for n in (3, 4, 5)
    ]


# A store that has lost events, and reached the same version with others


def test_the_frontier_is_compared_not_the_version_alone(kept, match):
    store = kept.store
    events = three(store, match)
    told, head = kept.feed(match), store.head(match)
    lost = frontier_of([*events[:2], fact(33)])
    for rest in ({}, {"events": [fact(4)], "frontier": lost}, {"refusal": refusal(), "answer": b"no", "key": key("r")}):
        assert append(store, match, 3, known=lost, **rest) == Behind(head, b"", ())
    assert (store.head(match), [one.stored for one in store.read(match)]) == (head, events)
    assert kept.feed(match) == told
    assert store.refusals(match) == []
    assert append(store, match, 3, [fact(4)], known=frontier_of(events), key=key("r")) == Appended(4)


def test_a_tail_comes_with_the_root_at_the_version_before_it(store, match):
    events = [msgspec.structs.replace(one, root=tree_root([b"%d" % number])) for number, one in enumerate(facts(1, 5))]
    frontier = frontier_of(events)
    # What a store keeps in an archive must have the roots of its tree.
    events = [msgspec.structs.replace(one, root=root_of(frontier_of(events[:n]))) for n, one in enumerate(events, 1)]
    assert append(store, match, 0, events, frontier=frontier) == Appended(5)
    for after in range(6):
        root = root_of(frontier_of(events[:after])) if 0 < after < 5 else b""
        recorded = tuple(Recorded(version, events[version - 1]) for version in range(after + 1, 6))
        assert store.tail(match, after) == Tail(Head(5, frontier), root, recorded)
    behind = append(store, match, 2, [fact(9)])
    assert behind == Behind(Head(5, frontier), root_of(frontier_of(events[:2])), store.tail(match, 2).events)
    assert store.tail(match, 9) == Tail(Head(5, frontier), b"", ())


# Refusals


def test_a_refusal_is_journaled_and_its_answer_repeated(kept, match):
    store = kept.store
    three(store, match)
    told = kept.feed(match)
    assert append(store, match, 3, key=key("r"), answer=b"refused", refusal=refusal(1)) == Appended(3)
    assert append(store, match, 3, refusal=refusal(2)) == Appended(3)
    assert store.refusals(match) == [refusal(2), refusal(1)]
    assert append(store, match, 3, key=key("r"), refusal=refusal(1)) == Repeated(b"refused", is_same_body=True)
    assert append(store, match, 3, [fact(4)], key=key("r")) == Repeated(b"refused", is_same_body=True)
    assert append(store, match, 3, key=key("r", digest=OTHER)) == Repeated(b"refused", is_same_body=False)
    assert store.refusals(match) == [refusal(2), refusal(1)]
    assert store.head(match).version == 3
    assert kept.feed(match) == told


@pytest.mark.parametrize("base", [0, 2, 4])
def test_a_refusal_that_rests_on_old_facts_is_not_journaled(store, match, base):
    three(store, match)
    assert isinstance(append(store, match, base, key=key("r"), answer=b"no", refusal=refusal()), Behind)
    assert store.refusals(match) == []
    assert append(store, match, 3, [fact(4)], key=key("r")) == Appended(4)


def test_the_journal_is_bounded_in_bytes_too(store, match):
    three(store, match)
    large = REFUSALS_BYTES_MAX // 4
    for number in range(8):
        kept = Refusal(number, "seat:0", b"x" * large, 422, b"")
        append(store, match, 3, key=key(f"r{number}"), answer=b"no", refusal=kept)
    assert [one.at for one in store.refusals(match)] == [7, 6, 5]
    assert append(store, match, 3, key=key("r7")) == Repeated(b"no", is_same_body=True)
    assert append(store, match, 3, key=key("r4")) == Appended(3), "it was dropped, not only left out"
    append(store, match, 3, refusal=Refusal(9, "seat:0", b"x" * (2 * REFUSALS_BYTES_MAX), 422, b""))
    assert [one.at for one in store.refusals(match)] == [9], "the newest is kept however large"


def test_the_journal_is_bounded_and_a_key_is_forgotten_with_its_refusal(store, match):
    three(store, match)
    for number in range(REFUSALS_MAX):
        append(store, match, 3, key=key(f"r{number}"), answer=b"no %d" % number, refusal=refusal(number))
    assert len(store.refusals(match)) == REFUSALS_MAX
    assert append(store, match, 3, key=key("r0")) == Repeated(b"no 0", is_same_body=True)
    append(store, match, 3, refusal=refusal(1000))  # without a key
    assert [kept.at for kept in store.refusals(match)] == [1000, *range(REFUSALS_MAX - 1, 0, -1)]
    assert append(store, match, 3, key=key("r1")) == Repeated(b"no 1", is_same_body=True)
    assert append(store, match, 3, [fact(4)], key=key("r0"), answer=b"yes") == Appended(4)
    # The key now stands for an accepted command, and those are kept for ever, whatever the journal drops.
    for number in range(REFUSALS_MAX):
        append(store, match, 4, key=key(f"s{number}"), answer=b"no", refusal=refusal(number))
    assert append(store, match, 4, key=key("r0")) == Repeated(b"yes", is_same_body=True)
    assert append(store, match, 4, key=key()) == Repeated(b"done", is_same_body=True)
    assert append(store, match, 4, key=key("r1")) == Appended(4)


# The archive


def everything(store: EventStore, match: str) -> tuple[Any, ...]:
    return store.read(match), store.head(match), store.refusals(match), store.tail(match, 1), store.tail(match, 3)


def test_a_match_in_its_archive_is_as_it_was_and_goes_on(store, match):
    events = three(store, match)
    append(store, match, 3, key=key("r"), answer=b"refused", refusal=refusal(1))
    before = everything(store, match)
    assert store.archive(match)
    assert everything(store, match) == before
    assert append(store, match, 3, key=key("r")) == Repeated(b"refused", is_same_body=True)
    assert append(store, match, 3, key=key(digest=OTHER)) == Repeated(b"done", is_same_body=False)
    assert append(store, match, 3, [fact(4)], key=key("new"), answer=b"4", frontier=frontier_of([*events, fact(4)]))
    assert [one.version for one in store.read(match)] == [1, 2, 3, 4]
    assert [one.version for one in store.read(match, 3)] == [3, 4]
    assert append(store, match, 4, refusal=refusal(2)) == Appended(4)
    before = everything(store, match)
    assert store.archive(match), "a second time, with what has come since"
    assert everything(store, match) == before
    assert store.restore(match)
    assert everything(store, match) == before
    assert append(store, match, 4, key=key("new")) == Repeated(b"4", is_same_body=True)
    assert append(store, match, 4, [fact(5)]) == Appended(5)


def test_what_does_not_exist_is_not_archived(store, match):
    assert not store.archive(match)
    assert not store.restore(match)
    assert store.read(match) == []


@pytest.fixture
def link(system_redis: Server) -> Client:
    forget_archive(system_redis.client())
    return open_client(system_redis.url)


def test_an_archive_leaves_nothing_but_the_head_behind(link, objects, match):
    store = RedisStore(link, objects)
    link.call("DEL", leftovers_key(partition_of(match)))  # another test may have left something in this partition
    for number in range(300):
        append(store, match, number, [fact(number)], key=key(f"k{number}"), answer=b"done", refusal=None)
        append(store, match, number + 1, key=key(f"r{number}"), answer=b"no", refusal=refusal(number))
    store.put_snapshots(match, store.head(match), {300: bytes(1000)}, newest=300)
    assert store.archive(match)
    names = (*keys_of(match)[:4], snapshot_key(match), archive_key(match), leftovers_key(partition_of(match)))
    assert [name for name in names if link.call("EXISTS", name)] == []
    assert len(link.call("HGET", keys_of(match)[5], match)) == 32 + len("300")
    store.put_snapshots(match, store.head(match), {300: bytes(1000)}, newest=300)
    assert store.at(match).snapshot == b""


def test_an_archived_match_has_a_head_again_once_it_goes_on_and_not_before(link, objects, match):
    """A refusal or a read brings nothing of it back into Redis but the refusal."""
    store = RedisStore(link, objects)
    events = three(store, match)
    assert store.archive(match)
    stream, head, _, journal, _, register = keys_of(match)
    line = link.call("HGET", register, match)
    assert isinstance(append(store, match, 2, [fact(3)]), Behind)
    assert append(store, match, 3, key=key("r"), answer=b"no", refusal=refusal()) == Appended(3)
    assert store.tail(match, 3).head == store.head(match) == store.at(match).head == Head(3, frontier_of(events))
    assert link.call("HGET", register, match) == line
    assert (link.call("EXISTS", head), link.call("LLEN", journal)) == (0, 1)
    assert append(store, match, 3, [fact(4)], frontier=frontier_of([*events, fact(4)])) == Appended(4)
    assert link.call("HGET", register, match) == b""
    assert link.call("HMGET", head, "v", "a", "o") == [b"4", b"3", line[:32]]
    assert int(link.call("XLEN", stream)) == 1
    assert store.archive(match)
    assert link.call("HGET", register, match)[32:] == b"4"
    assert link.call("EXISTS", stream, head, journal) == 0
    assert len(store.refusals(match)) == 1


def test_nothing_is_appended_to_an_archived_match_by_whoever_knows_another_history(link, objects, match):
    """After a failover the match may have reached the same version with other events."""
    store = RedisStore(link, objects)
    three(store, match)
    assert store.archive(match)
    other = Head(3, frontier_of(facts(7, 3)))
    reply = store.append(Append(match, other, (fact(4),), frontier=frontier_of(facts(7, 4))))
    assert isinstance(reply, Behind)
    assert reply.head == store.head(match) != other
    assert len(store.read(match)) == 3


def test_an_archive_that_is_replaced_while_it_is_read_is_read_again(link, objects, match, monkeypatch):
    store, other = RedisStore(link, objects), RedisStore(link, objects)
    events = three(store, match)
    assert store.archive(match)
    base, real = store.head(match), store.archives.frontier

    def frontier(match: str, reference: bytes) -> Frontier:
        found = real(match, reference)
        monkeypatch.setattr(store.archives, "frontier", real)
        assert append(other, match, 3, [fact(4)], frontier=frontier_of([*events, fact(4)])) == Appended(4)
        assert other.archive(match)
        return found

    monkeypatch.setattr(store.archives, "frontier", frontier)
    reply = store.append(Append(match, base, (fact(5),), frontier=frontier_of([*events, fact(5)])))
    assert isinstance(reply, Behind)
    assert reply.head == other.head(match)


def test_appends_that_meet_an_archiving_all_arrive(system_redis, link, objects, match):
    """One process archives and restores the match again and again while others append to it."""
    store = RedisStore(link, objects)
    three(store, match)
    is_over = threading.Event()

    def move() -> None:
        mover = RedisStore(open_client(system_redis.url), objects)
        while not is_over.is_set():
            mover.archive(match)
            mover.restore(match)
            mover.archive(match)
            mover.delete_leftovers(is_due_only=False)

    thread = threading.Thread(target=move)
    thread.start()
    try:
        for number in range(4, 64):
            head = store.head(match)
            assert head.version == number - 1
            event = fact(number)
            after = extend(head.frontier, head.version, [leaf_hash(number, event)])
            reply = store.append(Append(match, head, (event,), frontier=after))
            assert reply == Appended(number)
            assert [one.version for one in store.read(match)] == list(range(1, number + 1))
    finally:
        is_over.set()
        thread.join()
    assert store.head(match).version == 63


def test_a_match_that_moves_on_meanwhile_is_not_archived(link, objects, match, monkeypatch):
    """Whatever comes between the look and the act: an event, a key, a refusal."""
    store = RedisStore(link, objects)
    three(store, match)
    real = redis_archive.pack_archive
    between: list[Callable[[], object]] = [
        lambda: append(store, match, 3, [fact(4)]),
        lambda: append(store, match, 4, key=key("x"), answer=b"kept"),
        lambda: append(store, match, 4, refusal=refusal()),
        lambda: append(store, match, 4, key=key("y"), answer=b"no", refusal=refusal(2)),
    ]
    for happens in between:

        def pack(archive: Any, happens: Callable[[], object] = happens) -> bytes:
            happens()
            return real(archive)

        monkeypatch.setattr(redis_archive, "pack_archive", pack)
        assert not store.archive(match)
        assert objects.names() == [MARKER], "the object that nobody needs is gone"
    monkeypatch.setattr(redis_archive, "pack_archive", real)
    assert store.archive(match)
    assert len(store.refusals(match)) == 2
    assert append(store, match, 4, key=key("x")) == Repeated(b"kept", is_same_body=True)


@pytest.mark.parametrize("move", ["archive", "restore"])
def test_a_refusal_that_pushes_another_out_while_a_match_is_read_is_not_lost(link, objects, match, move):
    """As many answers as before, and others: whoever archives or restores the match must not put the old ones back."""
    store, other = RedisStore(link, objects), RedisStore(link, objects)
    three(store, match)
    if move == "restore":
        assert store.archive(match)
        append(store, match, 3, [fact(4)], frontier=frontier_of([*facts(1, 3), fact(4)]))
    version = store.head(match).version
    for number in range(REFUSALS_MAX):
        append(store, match, version, key=key(f"r{number}"), answer=b"no", refusal=refusal(number))
    replies = {"HGETALL": keys_of(match)[2], "LRANGE": keys_of(match)[3]}  # both are read, one after the other

    class Interrupted:
        def __getattr__(self, name: str) -> Any:
            return getattr(link, name)

        def call(self, *args: Any) -> Any:
            reply = link.call(*args)
            if replies and replies.get(args[0]) == args[1]:
                replies.clear()
                append(other, match, version, key=key("new"), answer=b"not now", refusal=refusal(1000))
            return reply

    mover = RedisStore(Interrupted(), objects)
    getattr(mover, move)(match)
    assert not replies
    assert append(store, match, version, key=key("new")) == Repeated(b"not now", is_same_body=True)
    assert getattr(store, move)(match)
    assert append(store, match, version, key=key("new")) == Repeated(b"not now", is_same_body=True)
    assert append(store, match, version, key=key("r0"), answer=b"", refusal=None) == Appended(version)


# A match that may never go on


def small(store: EventStore, match: str, event: Stored, **more: Any) -> Any:
    frontier = extend((), 0, [leaf_hash(1, event)])
    return append(store, match, 0, [event], frontier=frontier, feed=b"note", is_small=True, **more)


def test_a_small_match_is_one_like_any_other(kept, match):
    store, event = kept.store, fact(1)
    assert small(store, match, event, key=key("k"), answer=b"opened") == Appended(1)
    assert (store.head(match).version, store.read(match)) == (1, [Recorded(1, event)])
    assert store.head(match).frontier == extend((), 0, [leaf_hash(1, event)])
    assert kept.feed(match) == [(match, 1, b"note")]
    assert append(store, match, 1) == Appended(1)
    assert append(store, match, 0) == Behind(store.head(match), b"", (Recorded(1, event),))


def test_a_small_match_is_opened_once(store, match):
    event = fact(1)
    assert small(store, match, event, key=key("k"), answer=b"opened") == Appended(1)
    again = small(store, match, fact(2), key=key("k"), answer=b"opened")
    assert again == Repeated(b"opened", is_same_body=True)
    other = small(store, match, fact(2), key=key("k", digest=OTHER), answer=b"opened")
    assert other == Repeated(b"opened", is_same_body=False)
    assert isinstance(small(store, match, fact(2), key=key("other")), Behind)
    assert isinstance(small(store, match, fact(2)), Behind)
    assert store.read(match) == [Recorded(1, event)]


def test_a_small_match_goes_on(kept, match):
    store, events = kept.store, [fact(number) for number in range(1, 5)]
    small(store, match, events[0], key=key("k"), answer=b"opened")
    assert append(store, match, 1, key=key("r"), answer=b"no", refusal=refusal()) == Appended(1)
    assert append(store, match, 1, [events[1]], key=key("on"), answer=b"2") == Appended(2)
    assert append(store, match, 2, events[2:], feed=b"more") == Appended(4)
    assert [recorded.stored for recorded in store.read(match)] == events
    for name, answer in (("k", b"opened"), ("r", b"no"), ("on", b"2")):
        assert append(store, match, 4, key=key(name)) == Repeated(answer, is_same_body=True)
    assert store.refusals(match) == [refusal()]
    assert [version for _, version, _ in kept.feed(match)] == [1, 2, 4]


def test_a_small_match_is_an_ordinary_one_once_it_goes_on(system_redis, match):
    link = open_client(system_redis.url)
    store = RedisStore(link)
    small(store, match, fact(1))
    assert link.call("EXISTS", keys_of(match)[0]) == 0
    append(store, match, 1, [fact(2)])
    assert link.call("XLEN", keys_of(match)[0]) == 2
    assert link.call("EXISTS", archive_key(match)) == 0
    assert link.call("HEXISTS", keys_of(match)[1], "a") == 0


def test_many_take_a_small_match_out_at_once(system_redis, match):
    small(RedisStore(open_client(system_redis.url)), match, fact(0))
    answers: list[Any] = []

    def go_on(number: int) -> None:
        store = RedisStore(open_client(system_redis.url))
        append(store, match, 1, key=key(f"r{number}"), answer=b"no", refusal=refusal(number))
        answers.append(append(store, match, 1, [fact(number)], key=key(f"k{number}")))

    threads = [threading.Thread(target=go_on, args=(number,)) for number in range(1, 9)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    store = RedisStore(open_client(system_redis.url))
    assert sum(isinstance(answer, Appended) for answer in answers) == 1
    assert [recorded.version for recorded in store.read(match)] == [1, 2]
    assert len(store.refusals(match)) >= 1


def test_a_small_match_whose_archive_is_gone_is_never_guessed_at(system_redis, match):
    link = open_client(system_redis.url)
    store = RedisStore(link)
    small(store, match, fact(1))
    link.call("DEL", archive_key(match))
    with pytest.raises(UnreadableEvent):
        append(store, match, 1, [fact(2)])


# Snapshots, feed, keys


def test_snapshots_are_a_cache_that_may_be_deleted(kept, match):
    store = kept.store
    events = three(store, match)
    store.put_snapshots(match, store.head(match), {1: b"one", 2: b"\x00two", 3: b"three"}, newest=3)
    head = store.head(match)
    assert [store.at(match, version).snapshot for version in (1, 2, 3, 4)] == [b"one", b"\x00two", b"three", b"three"]
    newest = Moment(head, 3, b"three", ())
    assert store.at(match) == newest
    assert store.at(match, 1, 2) == Moment(head, 1, b"one", (Recorded(2, events[1]),))
    for version in (3, 9):
        assert store.at(match, version, with_newest=True) == msgspec.structs.replace(newest, newest=newest)
    kept.drop_snapshot(match)
    whole = Moment(head, 0, b"", tuple(store.read(match)))
    assert store.at(match) == whole
    assert store.at(match, 2) == Moment(head, 0, b"", tuple(store.read(match, 1, 2)))
    assert store.at(match, 2, with_newest=True).newest == whole
    assert append(store, match, 3, [fact(4)]) == Appended(4)


def test_a_snapshot_comes_with_the_append_that_it_belongs_to(store, match):
    three(store, match)
    assert append(store, match, 3, [fact(4)], snapshot=b"four") == Appended(4)
    if isinstance(store, Archiving):
        assert store.at(match).snapshot == b"", "of a match in its archive no snapshot is kept"
        return
    assert isinstance(append(store, match, 3, [fact(5)], snapshot=b"behind"), Behind)
    assert store.at(match) == Moment(store.head(match), 4, b"four", ())
    assert append(store, match, 4, [fact(5)]) == Appended(5)
    store.put_snapshots(match, store.head(match), {2: b"two"}, newest=4)
    assert [one.version for one in store.at(match, 2, 5).events] == [3, 4, 5]
    for version, begun in ((1, 0), (2, 2), (3, 2), (4, 4), (5, 4)):
        found = store.at(match, version, with_newest=True)
        assert found.version == begun
        assert [one.version for one in found.events] == list(range(begun + 1, version + 1))
        assert found.newest == store.at(match)
    long = [fact(version) for version in range(6, 90)]
    assert append(store, match, 5, long) == Appended(89)
    assert [one.version for one in store.at(match, 200).events] == list(range(5, 90))
    assert [one.version for one in store.at(match).events] == list(range(5, 90))


def test_a_snapshot_of_other_facts_is_not_kept(store, match):
    """Whoever made it knows events that the store does not have, or not yet those that it has."""
    three(store, match)
    for head in (Head(2, ()), Head(4, ()), Head(3, frontier_of(facts(7, 3)))):
        store.put_snapshots(match, head, {2: b"two"}, newest=2)
        assert store.at(match).snapshot == b""


def test_the_feed_is_told_once_of_each_append(kept, match):
    append(kept.store, match, 0, facts(1, 3), feed=b"opened", key=key(), answer=b"ok")
    append(kept.store, match, 0, facts(1, 3), feed=b"repeated", key=key(), answer=b"ok")
    append(kept.store, match, 3, [fact(4)], feed=b"\x00moved")
    append(kept.store, match, 0, [fact(4)], feed=b"behind")
    append(kept.store, match, 4, feed=b"proved")
    append(kept.store, match, 4, feed=b"refused", refusal=refusal())
    assert kept.feed(match) == [(match, 3, b"opened"), (match, 4, b"\x00moved")]


def test_all_keys_of_a_match_and_its_partition_sit_in_one_slot():
    seen = set()
    for _ in range(2000):
        match = new_match()
        keys = [*keys_of(match), snapshot_key(match), archive_key(match)]
        assert len(set(keys)) == 8
        assert len({key_slot(name.encode()) for name in keys}) == 1
        seen.add(partition_of(match))
    assert seen == set(range(PARTITIONS))


def test_each_match_is_listed_once_with_its_partition(system_redis, match):
    store = RedisStore(open_client(system_redis.url))
    with system_redis.client() as client:
        listed = keys_of(match)[5]
        append(store, match, 0, refusal=refusal())
        assert not client.hexists(listed, match)
        three(store, match)
        append(store, match, 3, [fact(4)])
        assert client.hget(listed, match) == b""
        assert [key for key in register_keys(partition_of(match)) if client.hexists(key, match)] == [listed]


def test_a_damaged_stream_is_never_guessed_at(system_redis):
    store = RedisStore(open_client(system_redis.url))
    with system_redis.client() as client:
        junk, gap = new_match(), new_match()
        for match in (junk, gap):
            three(store, match)
        client.xadd(keys_of(junk)[0], {"e": b"\xc1 no event"}, id="4-0")
        with pytest.raises(UnreadableEvent, match=f"{junk}, version 4"):
            store.read(junk)
        client.xdel(keys_of(gap)[0], "2-0")
        with pytest.raises(UnreadableEvent, match=f"{gap}, version 2"):
            store.read(gap)
        with pytest.raises(UnreadableEvent):
            append(store, gap, 1)


# Many writers at once

WRITERS = 16
COMMANDS = 15


class Acknowledged(Struct, frozen=True):
    match: str
    command: bytes
    key: Key
    count: int
    answer: bytes


class Writer:
    """One of many callers: it knows each match up to some version, and decides again whenever it was too late."""

    def __init__(self, store: EventStore, matches: list[str], seed: int, commands: int = COMMANDS) -> None:
        self.store, self.matches, self.random, self.commands = store, matches, random.Random(seed), commands
        self.known: dict[str, tuple[int, Frontier]] = {}
        self.acknowledged: list[Acknowledged] = []
        self.retries = 0
        self.outages = 0
        self.errors: list[BaseException] = []

    def run(self) -> None:
        try:
            for _ in range(self.commands):
                self.send(self.random.choice(self.matches))
                if self.random.random() < 0.2:
                    self.send_again(self.random.choice(self.acknowledged))
        except BaseException as error:
            self.errors.append(error)

    def send(self, match: str) -> None:
        command, count = self.random.randbytes(16), self.random.randint(1, 4)
        asked = key(command.hex())
        in_doubt: set[bytes] = set()  # answers of attempts of which nobody knows what became
        while True:
            base, frontier = self.known.get(match, (0, ()))
            events = [fact(number, step=base, command=command) for number in range(count)]
            after = extend(frontier, base, [leaf_hash(base + 1 + n, event) for n, event in enumerate(events)])
            said = b"%d %s" % (base + count, command.hex().encode())
            try:
                answer = append(
                    self.store,
                    match,
                    base,
                    events,
                    known=frontier,
                    frontier=after,
                    key=asked,
                    answer=said,
                    feed=command,
                )
            except StoreUnavailable:
                self.outages += 1
                in_doubt.add(said)
                time.sleep(0.02)
                continue
            match answer:
                case Behind(head=head, events=tail):
                    assert tail[-1].version == head.version == base + len(tail)
                    self.known[match] = (head.version, head.frontier)
                case Appended(version=version):
                    assert version == base + count
                    self.known[match] = (version, after)
                    self.acknowledged.append(Acknowledged(match, command, asked, count, said))
                    return
                case Repeated(answer=earlier):
                    assert earlier in in_doubt, "a new key was answered before"
                    self.acknowledged.append(Acknowledged(match, command, asked, count, earlier))
                    return

    def send_again(self, earlier: Acknowledged) -> None:
        self.retries += 1
        base = self.random.choice([0, self.known.get(earlier.match, (0,))[0]])
        try:
            again = append(self.store, earlier.match, base, [fact(666)], known=(), key=earlier.key, answer=b"never")
        except StoreUnavailable:
            self.outages += 1
            return
        assert again == Repeated(earlier.answer, is_same_body=True)


def run_all(writers: list[Writer], meanwhile: Callable[[], None] = lambda: None) -> None:
    threads = [threading.Thread(target=writer.run) for writer in writers]
    for thread in threads:
        thread.start()
    meanwhile()
    for thread in threads:
        thread.join(60)
        assert not thread.is_alive()
    assert [error for writer in writers for error in writer.errors] == []


def check(kept: Kept, acknowledged: list[Acknowledged]) -> None:
    """One order without a gap; each acknowledged command in it once, in one piece; feed and tree agree with it."""
    for match in {one.match for one in acknowledged}:
        recorded = kept.store.read(match)
        assert [one.version for one in recorded] == list(range(1, len(recorded) + 1))
        head = kept.store.head(match)
        leaves = [leaf_hash(one.version, one.stored) for one in recorded]
        assert head == Head(len(recorded), extend((), 0, leaves))
        assert tree_root(leaves) != tree_root(leaves[:-1])
        order = []
        while recorded:
            command = recorded[0].stored.command
            piece = [one for one in recorded if one.stored.command == command]
            assert piece == recorded[: len(piece)], "the events of one command stand apart"
            assert [one.stored.public["number"] for one in piece] == list(range(len(piece)))
            order.append((command, len(piece), piece[-1].version))
            recorded = recorded[len(piece) :]
        expected = {one.command: one for one in acknowledged if one.match == match}
        assert sorted(command for command, _, _ in order) == sorted(expected)
        for command, count, version in order:
            assert count == expected[command].count
            assert expected[command].answer == b"%d %s" % (version, command.hex().encode())
        assert [told[1:] for told in kept.feed(match)] == [(version, command) for command, _, version in order]


@pytest.mark.parametrize("matches", [1, 50])
def test_sixteen_writers_with_retries_make_one_order(kept, matches):
    names = [new_match() for _ in range(matches)]
    writers = [Writer(kept.store, names, seed) for seed in range(WRITERS)]
    run_all(writers)
    acknowledged = [one for writer in writers for one in writer.acknowledged]
    assert len(acknowledged) == WRITERS * COMMANDS
    assert sum(writer.retries for writer in writers) > 10
    check(kept, acknowledged)


def test_a_command_sent_twice_at_once_counts_once(kept, match):
    """Two threads send the same commands under the same keys; whoever is second gets the first one's answer."""
    said: list[dict[int, bytes]] = [{}, {}]

    def run(who: int) -> None:
        for number in range(40):
            mine = b"%d by %d" % (number, who)
            while number not in said[who]:
                base = kept.store.head(match).version
                match append(kept.store, match, base, facts(number, 2), key=key(str(number)), answer=mine):
                    case Appended():
                        said[who][number] = mine
                    case Repeated(answer=answer):
                        said[who][number] = answer

    threads = [threading.Thread(target=run, args=(who,)) for who in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert said[0] == said[1]
    assert len(said[0]) == 40
    assert kept.store.head(match).version == 80


def closed(stored: Stored) -> Stored:
    gone = {name: Part(b"", {}, commitment(part)) for name, part in stored.secret.items()}
    return msgspec.structs.replace(stored, secret=gone)


def test_an_erasure_replaces_events_and_says_so_in_one_stroke(kept, store, match):
    events = facts(1, 5)
    append(store, match, 0, events, frontier=frontier_of(events))
    store.put_snapshots(match, store.head(match), {5: b"zaz"}, newest=5)
    said = fact(6)
    frontier = frontier_of([*events, said])
    replaced = {2: closed(events[1]), 4: closed(events[3])}
    assert store.erase(match, store.head(match), replaced, said, frontier=frontier, feed=b"note")
    found = [recorded.stored for recorded in store.read(match)]
    assert found == [events[0], replaced[2], events[2], replaced[4], events[4], said]
    assert [recorded.version for recorded in store.read(match)] == [1, 2, 3, 4, 5, 6]
    assert store.head(match) == Head(6, frontier)
    assert frontier_of(found) == frontier, "every leaf is what it was"
    assert store.at(match).snapshot == b""
    assert kept.feed(match)[-1] == (match, 6, b"note")
    assert append(store, match, 6, facts(7, 1), frontier=frontier) == Appended(7)


def test_an_erasure_on_old_facts_does_nothing(kept, store, match):
    events = facts(1, 3)
    append(store, match, 0, events, frontier=frontier_of(events))
    told = kept.feed(match)
    for base in (Head(0, ()), Head(2, ()), Head(4, ()), Head(3, frontier_of(facts(7, 3)))):
        assert not store.erase(match, base, {1: closed(events[0])}, fact(4), frontier=())
    assert not store.erase(new_match(), Head(0, ()), {}, fact(1), frontier=())
    assert [recorded.stored for recorded in store.read(match)] == events
    assert kept.feed(match) == told


def test_an_erasure_forgets_the_refusals_of_one_actor_and_their_answers(store, match):
    append(store, match, 0, facts(1, 1), frontier=frontier_of(facts(1, 1)))
    for number, actor in enumerate(("seat:0", "seat:1", "seat:0")):
        refusal = Refusal(number, actor, b"command", 422, b"body")
        key = Key(actor, f"k{number}", SAME) if number else None
        append(store, match, 1, key=key, answer=b"no", refusal=refusal)
    assert store.erase(match, store.head(match), {}, fact(2), frontier=frontier_of(facts(1, 2)), actor="seat:0")
    assert [refusal.actor for refusal in store.refusals(match)] == ["seat:1"]
    assert isinstance(append(store, match, 2, key=Key("seat:1", "k1", SAME)), Repeated)
    assert append(store, match, 2, key=Key("seat:0", "k2", SAME)) == Appended(2)


class Meanwhile:
    """A client or a lock; before its user's next script or turn, something happens in another process, once."""

    def __init__(self, real: Any, happens: Callable[[], object]) -> None:
        self._real, self._happens = real, [happens]

    def __getattr__(self, name: str) -> Any:
        return getattr(self._real, name)

    def run(self, *args: Any) -> Any:
        self._let_happen()
        return self._real.run(*args)

    def __enter__(self) -> None:
        self._let_happen()
        self._real.acquire()

    def __exit__(self, *_: object) -> None:
        self._real.release()

    def _let_happen(self) -> None:
        if self._happens:
            self._happens.pop()()


@pytest.mark.parametrize("count", [0, 1, REFUSALS_MAX])
def test_an_erasure_forgets_a_refusal_that_is_journaled_in_its_last_moment(store, match, monkeypatch, count):
    """A refusal leaves the head of the match as it is, and in a full journal it takes the place of another."""
    append(store, match, 0, facts(1, 1), frontier=frontier_of(facts(1, 1)))
    for number in range(count):
        append(store, match, 1, refusal=refusal(number))
    base = store.head(match)

    def refuse() -> None:
        assert append(store, match, 1, key=key("late"), answer=b"no", refusal=refusal(1000)) == Appended(1)

    name = "_lock" if isinstance(store, MemoryStore) else "_client"
    monkeypatch.setattr(store, name, Meanwhile(getattr(store, name), refuse))
    frontier = frontier_of(facts(1, 2))
    # It is refused where the match was archived at the same moment, and then tried again.
    assert any(store.erase(match, base, {}, fact(2), frontier=frontier, actor="seat:0") for _ in range(2))
    assert store.refusals(match) == []
    assert append(store, match, 2, key=key("late")) == Appended(2), "its answer is forgotten with it"
