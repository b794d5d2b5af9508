"""What the lists in Redis hold to: on one server of either age, on a cluster."""

from __future__ import annotations

import contextlib
import random
import secrets
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from events.ids import unpack_id
from events.redis.client import Client, open_client
from events.redis.lists import VOCABULARIES_KEY, RedisLists, Vocabulary, list_key
from events.store import StoreUnavailable
from service.web.identity import new_id


@pytest.fixture(params=["system", "bundled", "cluster"])
def client(request: pytest.FixtureRequest) -> Iterator[Client]:
    name = "redis_cluster" if request.param == "cluster" else f"{request.param}_redis"
    opened = open_client(request.getfixturevalue(name).url)
    yield opened
    opened.close()


@pytest.fixture
def name() -> str:
    """Of a list that no other test has."""
    return secrets.token_hex(8)


class Counting:
    """A client that counts its round trips."""

    def __init__(self, client: Client) -> None:
        self._client, self.count = client, 0

    def call(self, *args: Any) -> Any:
        self.count += 1
        return self._client.call(*args)

    def call_many(self, calls: Any) -> Any:
        self.count += 1
        return self._client.call_many(calls)

    def run(self, *args: Any) -> Any:
        self.count += 1
        return self._client.run(*args)


def test_an_item_is_in_the_lists_of_its_newest_version_alone(client, name):
    lists = RedisLists(client)
    item = f"m-{name}"
    lists.put(item, 3, 100, [f"{name}/open", f"{name}/*"], b"three\nlines\n\x00")
    assert lists.page(f"{name}/open", None, 10) == ([b"three\nlines\n\x00"], None)
    lists.put(item, 5, 100, [f"{name}/running", f"{name}/*"], b"five")
    lists.put(item, 4, 100, [f"{name}/open", f"{name}/*"], b"late")
    assert lists.page(f"{name}/open", None, 10) == ([], None)
    assert lists.page(f"{name}/running", None, 10) == lists.page(f"{name}/*", None, 10) == ([b"five"], None)
    lists.put(item, 5, 100, [f"{name}/*"], b"five, told better")
    assert lists.page(f"{name}/running", None, 10) == ([], None)
    assert lists.page(f"{name}/*", None, 10) == ([b"five, told better"], None)
    assert lists.put(item, 2, 100, [f"{name}/*"], b"two", instead_of=4) == 5
    assert lists.put(item, 2, 100, [f"{name}/*"], b"two", instead_of=5) == 2, "the store has lost version 5"
    assert lists.page(f"{name}/*", None, 10) == ([b"two"], None)
    assert lists.put(item, 6, 100, [], b"gone") == 6
    assert lists.page(f"{name}/*", None, 10) == ([], None)


def test_a_put_is_one_round_trip_and_a_page_of_fifty_two(client, name):
    counting = Counting(client)
    lists: Any = RedisLists(counting)  # type: ignore[arg-type]
    for number in range(120):
        lists.put(f"m-{name}-{number:03}", 1, 1000 + number // 7, [name], b"%d" % number)
    assert counting.count == 120
    found, cursor, pages = [], None, 0
    while pages == 0 or cursor is not None:
        counting.count = 0
        page, cursor = lists.page(name, cursor, 50)
        assert counting.count == 2
        found += page
        pages += 1
    assert pages == 3
    assert found == [b"%d" % number for number in reversed(range(120))]


def test_a_rebuild_beside_the_service_loses_no_update(client, name):
    """Several writers put versions of the same items in any order: the newest of each is what remains."""
    versions = [(f"m-{name}-{item}", version) for item in range(5) for version in range(1, 31)]

    def put_all(seed: int) -> None:
        lists = RedisLists(client)
        for item, version in random.Random(seed).sample(versions, len(versions)):
            lists.put(item, version, 100, [f"{name}/{version}", f"{name}/*"], b"%d" % version)

    threads = [threading.Thread(target=put_all, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    lists = RedisLists(client)
    assert lists.page(f"{name}/*", None, 50) == ([b"30"] * 5, None)
    for version in range(1, 30):
        assert lists.page(f"{name}/{version}", None, 50) == ([], None)


def test_a_page_shows_nothing_that_has_left_the_list_meanwhile(client, name):
    """A page takes two calls. In between, a finished match may be rewound: it has no winner then."""
    lists = RedisLists(client)
    item = f"m-{name}"
    lists.put(item, 5, 100, [f"{name}/finished"], b"won by 1")

    class Rewinding:
        def run(self, *args: Any) -> Any:
            found = client.run(*args)
            lists.put(item, 6, 100, [f"{name}/running"], b"no winner")
            return found

        def call_many(self, calls: Any) -> Any:
            return client.call_many(calls)

    rewinding: Any = Rewinding()
    assert RedisLists(rewinding).page(f"{name}/finished", None, 10) == ([], None)
    assert lists.page(f"{name}/running", None, 10) == ([b"no winner"], None)


def test_an_item_is_removed_unless_a_later_version_of_it_is_known(client, name):
    lists = RedisLists(client)
    item = f"m-{name}"
    assert lists.remove(item, 3) == 0
    lists.put(item, 5, 100, [name], b"five")
    assert lists.remove(item, 4) == 5
    assert lists.remove(item, 4, instead_of=3) == 5
    assert lists.page(name, None, 10) == ([b"five"], None)
    assert lists.remove(item, 4, instead_of=5) == 0
    assert lists.page(name, None, 10) == ([], None)
    lists.put(item, 5, 100, [name], b"five")
    assert lists.remove(item, 5) == 0
    assert lists.page(name, None, 10) == ([], None)


def test_an_item_is_never_in_a_list_with_the_summary_of_an_earlier_version(client, name):
    """So no standing counts a finished match without its winner."""
    is_over = threading.Event()
    lists = RedisLists(client)

    def finish() -> None:
        for number in range(150):
            item = f"m-{name}-{number}"
            lists.put(item, 1, number, [f"{name}/running"], b"running")
            lists.put(item, 2, number, [f"{name}/finished"], b"won by 1")
        is_over.set()

    writer = threading.Thread(target=finish)
    writer.start()
    while not is_over.is_set():
        assert set(lists.page(f"{name}/finished", None, 200)[0]) <= {b"won by 1"}
    writer.join()


def test_no_page_loses_matches_that_were_opened_within_one_millisecond(client, name):
    """A server that restores or imports many matches may give hundreds of them the same time."""
    lists = RedisLists(client)
    for number in range(250):
        lists.put(f"m-{name}-{number:03}", 1, 1000, [name], b"%d" % number)
    found, cursor, pages = [], None, 0
    while pages == 0 or cursor is not None:
        page, cursor = lists.page(name, cursor, 20)
        found += page
        pages += 1
    assert found == [b"%d" % number for number in reversed(range(250))]


def test_several_lists_are_read_as_one(client, name):
    lists = RedisLists(client)
    times = [random.Random(7).randrange(1000, 1010) for _ in range(400)]
    for number, opened_at in enumerate(times):
        lists.put(f"m-{name}-{number:03}", 2, opened_at, [f"{name}/{number % 3}", f"{name}/*"], b"%d" % number)
    lists.put(f"m-{name}-else", 1, 1005, [f"{name}/else"], b"")
    found, cursor, pages = [], None, 0
    while pages == 0 or cursor is not None:
        page, cursor = lists.merged_page([f"{name}/{number}" for number in range(4)], cursor, 7)
        found += page
        pages += 1
    expected = sorted(range(len(times)), key=lambda number: (times[number], number), reverse=True)
    assert [int(one) for one in found] == expected


def test_an_item_that_moves_from_one_list_to_another_is_not_missed_in_both(client, name):
    is_over = threading.Event()
    lists = RedisLists(client)
    lists.put(f"m-{name}", 1, 100, [f"{name}/0"], b"there")

    def move() -> None:
        for version in range(2, 300):
            lists.put(f"m-{name}", version, 100, [f"{name}/{version % 2}"], b"there")
        is_over.set()

    writer = threading.Thread(target=move)
    writer.start()
    while not is_over.is_set():
        assert lists.merged_page([f"{name}/0", f"{name}/1"], None, 10) == ([b"there"], None)
    writer.join()


def keys_of_list(client: Client, name: str) -> dict[str, list[bytes]]:
    """The segments of a list, and the times at which the later ones begin."""
    begins = client.call("ZRANGE", list_key(name) + "@", 0, -1)
    keys = [list_key(name), *(f"{list_key(name)}@{begin.decode()}" for begin in begins)]
    return {key: client.call("ZRANGE", key, 0, -1) for key in keys}


@pytest.mark.parametrize("seed", range(4))
def test_a_long_list_is_kept_in_small_segments_whatever_the_order(client, name, seed):
    """A rebuild lists matches in any order, and some leave the list again. Times are few, so that many are the same."""
    lists, rng = RedisLists(client), random.Random(seed)
    times = {f"m-{name}-{number:04}": rng.randrange(rng.choice((3, 400))) for number in range(900)}
    for item in rng.sample(sorted(times), len(times)):
        lists.put(item, 1, times[item], [name], item.encode())
    gone = rng.sample(sorted(times), 400)
    for number, item in enumerate(gone):
        if number % 3:
            lists.put(item, 2, times.pop(item), [], b"")
        else:
            assert lists.remove(item, 1) == 0
            del times[item]
    expected = [item.encode() for _, item in sorted(((time, item) for item, time in times.items()), reverse=True)]
    found, cursor, pages = [], None, 0
    while pages == 0 or cursor is not None:
        page, cursor = lists.page(name, cursor, 50)
        found += page
        pages += 1
    assert found == expected
    assert lists.count([name, f"{name}/none"]) == [len(times), 0]
    for item in sorted(times):
        lists.put(item, 2, times[item], [], b"")
    assert client.call("EXISTS", list_key(name)) + client.call("EXISTS", list_key(name) + "@") == 0


def test_segments_are_as_small_as_redis_keeps_compactly(client, name):
    lists = RedisLists(client)
    for number in range(1000):
        lists.put(f"m-{number}", 1, number, [name], b"")
    segments = keys_of_list(client, name)
    assert sum(map(len, segments.values())) == 1000
    assert len(segments) <= 16
    assert {client.call("OBJECT", "ENCODING", key) for key in segments} <= {b"listpack", b"ziplist"}


def test_an_item_that_was_opened_at_another_time_is_taken_out_of_its_segment(client, name):
    """The store has lost an event, and what took its place came later."""
    lists = RedisLists(client)
    for number in range(400):
        lists.put(f"m-{name}-{number:03}", 1, number, [name], b"%d" % number)
    lists.put(f"m-{name}-007", 2, 1000, [name], b"again")
    assert lists.page(name, None, 2)[0] == [b"again", b"399"]
    assert lists.count([name]) == [400]


def all_pages(lists: RedisLists, name: str, limit: int = 50) -> list[bytes]:
    found, cursor = lists.page(name, None, limit)
    while cursor is not None:
        page, cursor = lists.page(name, cursor, limit)
        found += page
    return found


SEGMENT_MAX = 128  # as list_segments.lua has it


def test_a_segment_that_is_full_is_split_by_the_next_item_and_not_by_an_update(client, name):
    lists = RedisLists(client)
    for number in range(SEGMENT_MAX):
        lists.put(f"m-{name}-{number:03}", 1, number, [name], b"%d" % number)
    for number in (0, 64, SEGMENT_MAX - 1):
        lists.put(f"m-{name}-{number:03}", 2, number, [name], b"%d" % number)
    assert [len(items) for items in keys_of_list(client, name).values()] == [SEGMENT_MAX]
    lists.put(f"m-{name}-else", 1, 5, [name], b"5")
    assert [len(items) for items in keys_of_list(client, name).values()] == [65, 64]
    assert lists.count([name]) == [SEGMENT_MAX + 1]
    assert all_pages(lists, name) == sorted([b"%d" % number for number in range(SEGMENT_MAX)] + [b"5"], key=int)[::-1]


@pytest.mark.parametrize("segment", [0, 1, -1], ids=["oldest", "middle", "newest"])
def test_a_segment_whose_last_item_has_gone_is_gone_and_its_time_can_be_used_again(client, name, segment):
    lists = RedisLists(client)
    for number in range(400):
        lists.put(f"m-{name}-{number:03}", 1, number, [name], b"%d" % number)
    before = keys_of_list(client, name)
    assert len(before) > 3
    low = sum(map(len, list(before.values())[: segment % len(before)]))
    gone = range(low, low + len(list(before.values())[segment]))
    for number in gone:
        lists.put(f"m-{name}-{number:03}", 2, number, [], b"") if number % 2 else lists.remove(
            f"m-{name}-{number:03}", 1
        )
    after = keys_of_list(client, name)
    oldest = list_key(name)
    assert {key for key, items in after.items() if not items} <= {oldest}
    assert len(after) == len(before) - (segment != 0)
    assert lists.count([name]) == [400 - len(gone)]
    assert all_pages(lists, name) == [b"%d" % number for number in reversed(range(400)) if number not in gone]
    for number in gone:
        lists.put(f"m-{name}-{number:03}", 3, number, [name], b"%d" % number)
    assert all_pages(lists, name) == [b"%d" % number for number in reversed(range(400))]


def test_projector_and_rebuild_that_split_the_same_segments_lose_and_double_nothing(client, name):
    def put_all(seed: int) -> None:
        lists, rng = RedisLists(client), random.Random(seed)
        for number in rng.sample(range(500), 500):
            lists.put(f"m-{name}-{number:03}", 1, number // 3, [f"{name}/all", f"{name}/{seed % 2}"], b"%d" % number)

    writers = [threading.Thread(target=put_all, args=(seed,)) for seed in range(2)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join(60)
    lists = RedisLists(client)
    assert all_pages(lists, f"{name}/all") == [b"%d" % number for number in reversed(range(500))]
    assert lists.count([f"{name}/all"]) == [500]
    assert sum(lists.count([f"{name}/0", f"{name}/1"])) == 500, "each item is in one of these alone"
    segments = keys_of_list(client, f"{name}/all")
    assert max(map(len, segments.values())) <= SEGMENT_MAX
    assert len({item for items in segments.values() for item in items}) == sum(map(len, segments.values())) == 500


def test_who_reads_page_by_page_misses_nothing_while_segments_are_split_and_emptied(client, name):
    lists, rng = RedisLists(client), random.Random(7)
    stays = list(range(0, 600, 2))
    for number in range(600):
        if number % 4 != 3:
            lists.put(f"m-{name}-{number:03}", 1, number // 2, [name], b"%d" % number)
    leaves = [number for number in range(600) if number % 4 == 1]
    comes = [number for number in range(600) if number % 4 == 3]
    rng.shuffle(leaves)
    rng.shuffle(comes)
    found, cursor = lists.page(name, None, 20)
    while cursor is not None:
        for _ in range(12):
            if leaves:
                assert lists.remove(f"m-{name}-{leaves.pop():03}", 1) == 0
            if comes:
                number = comes.pop()
                lists.put(f"m-{name}-{number:03}", 1, number // 2, [name], b"%d" % number)
        page, cursor = lists.page(name, cursor, 20)
        found += page
    numbers = list(map(int, found))
    assert numbers == sorted(set(numbers), reverse=True)
    assert [number for number in numbers if number % 2 == 0] == stays[::-1]


def test_a_page_misses_nothing_when_an_item_leaves_between_its_two_calls(client, name):
    """Of very many items of one millisecond, a page needs more than one call to find those after its cursor."""
    lists = RedisLists(client)
    for number in range(100):
        lists.put(f"m-{name}-{number:03}", 1, 1000, [name], b"%d" % number)
    first, cursor = lists.page(name, None, 20)

    class Leaving:
        gone = [f"m-{name}-099"]  # noqa: RUF012  # which the reader has seen

        def run(self, *args: Any) -> Any:
            found = client.run(*args)
            if self.gone:
                assert lists.remove(self.gone.pop(), 1) == 0
            return found

        def call_many(self, calls: Any) -> Any:
            return client.call_many(calls)

    leaving: Any = Leaving()
    second, _ = RedisLists(leaving).page(name, cursor, 20)
    assert first + second == [b"%d" % number for number in reversed(range(60, 100))]


def test_while_the_memory_is_full_a_list_stays_as_it_was(client, name):
    """A put may take an item out, split a segment and put the item in: all of it, or nothing."""
    lists = RedisLists(client)
    for number in range(SEGMENT_MAX):
        lists.put(f"m-{name}-{number:03}", 1, number, [f"{name}/one"], b"%d" % number)
    servers = client.servers()
    for server in servers:
        server.call("CONFIG", "SET", "maxmemory", "1")
    try:
        with pytest.raises(StoreUnavailable):
            lists.put(f"m-{name}-else", 1, 1000, [f"{name}/one"], b"1000")
        with contextlib.suppress(StoreUnavailable):
            lists.put(f"m-{name}-000", 2, 0, [f"{name}/other"], b"0")
        assert sum(lists.count([f"{name}/one", f"{name}/other"])) == SEGMENT_MAX
        pages = all_pages(lists, f"{name}/one") + all_pages(lists, f"{name}/other")
        assert pages == [b"%d" % number for number in reversed(range(SEGMENT_MAX))]
    finally:
        for server in servers:
            server.call("CONFIG", "SET", "maxmemory", "0")
    lists.put(f"m-{name}-else", 1, 1000, [f"{name}/one"], b"1000")
    assert lists.page(f"{name}/one", None, 1)[0] == [b"1000"]


EXTREMES = ["0000000000000000", "zzzzzzzzzzzzzzzz", "0000000v0000000z", "z0000000zzzzzzzz"]


@pytest.mark.parametrize("kind", ["m", "p"])
def test_an_item_leaves_the_lists_of_people_and_matches_whose_ids_are_kept_packed(client, name, kind):
    """Their ids may have any byte: a line break, a tab, the marks."""
    lists, item = RedisLists(client), new_id("m")
    ids = [new_id(kind) for _ in range(60)] + [f"{kind}-{digits}" for digits in EXTREMES]
    ids += [unpack_id((b"\0" if kind == "m" else b"\1") + bytes([byte]) * 10) for byte in b"\0\1\t\n\v/~\xff"]
    for version, folder in enumerate((f"{name}/", f"{name}/deeper/", ""), 1):
        every = [f"{folder}{one}" for one in (*ids, "*", "bot-random-0123456789abcdef", "żółw")]
        lists.put(item, version, 100, every, b"%d" % version)
        for one in every:
            assert lists.page(one, None, 5) == ([b"%d" % version], None)
    lists.put(item, 9, 100, [f"{name}/else", f"other-{name}/*"], b"9")
    assert lists.page(f"{name}/else", None, 5) == lists.page(f"other-{name}/*", None, 5) == ([b"9"], None)
    assert lists.count(every) == [0] * len(every)
    assert lists.remove(item, 9) == 0
    assert lists.count([f"{name}/else", f"other-{name}/*"]) == [0, 0]


@pytest.mark.parametrize("character", ["\0", "\1", "\t", "\n", "\v"])
def test_a_list_whose_name_has_a_control_character_is_not_kept_and_the_others_are(client, name, character):
    lists, item = RedisLists(client), new_id("m")
    for version in (1, 2):
        lists.put(item, version, 100, [f"{name}/{character}x", f"{name}/x{character}", f"{name}/*"], b"kept")
        assert lists.page(f"{name}/*", None, 5) == ([b"kept"], None)
    assert lists.page(f"{name}/{character}x", None, 5) == ([], None)
    assert lists.remove(item, 2) == 0
    assert lists.count([f"{name}/*"]) == [0]


def test_a_vocabulary_is_there_with_the_first_item_that_needs_it_and_stays(client, name):
    lists, item = RedisLists(client), new_id("m")
    vocabulary = Vocabulary(name.encode(), b"words")
    with pytest.raises(StoreUnavailable, match="matchledger rebuild"):
        lists.vocabulary(vocabulary.digest)
    lists.put(item, 5, 100, [name], b"five")
    lists.put(item, 4, 100, [name], b"late", vocabulary=vocabulary)
    assert not client.call("HEXISTS", VOCABULARIES_KEY, vocabulary.digest), "nothing of a late writer is kept"
    lists.put(item, 5, 100, [name], b"five", vocabulary=vocabulary)
    lists.put(new_id("m"), 1, 100, [name], b"one", vocabulary=vocabulary)
    assert lists.vocabulary(vocabulary.digest) == b"words"
