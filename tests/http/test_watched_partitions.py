"""A worker reads the feeds of those partitions only whose matches somebody watches there."""

from __future__ import annotations

import threading

import pytest

from events.redis.feed_tail import FeedTail
from tests.http.asking import coup
from tests.keys import PARTITIONS, feed_key, partition_of
from tests.servers import wait_until

pytestmark = pytest.mark.timeout(30)  # what never comes is not waited for


@pytest.fixture
def feeds_read(link, monkeypatch):
    """Which feeds the last call that waits for changes has named."""
    newest: list[set[str]] = [set()]
    real = link.call

    def call(*args):
        if args[0] == "XREAD":
            keys = args[args.index("STREAMS") + 1 :]
            newest[0] = set(keys[: len(keys) // 2])
        return real(*args)

    monkeypatch.setattr(link, "call", call)
    return newest


def in_two_partitions(ask):
    one = coup(ask)
    while True:
        other = coup(ask)
        if partition_of(other.match) != partition_of(one.match):
            return one, other


def test_only_the_partitions_of_watched_matches_are_read(ask, app, feeds_read):
    live = app.extensions["matchledger"].live
    one, other = in_two_partitions(ask)
    feeds = [feed_key(partition_of(match.match)) for match in (one, other)]
    first = live.subscribe(one.match)
    wait_until(lambda: feeds_read[0] == {feeds[0]}, "the first partition is read")
    second, third = live.subscribe(other.match), live.subscribe(other.match)
    wait_until(lambda: feeds_read[0] == set(feeds), "both are read")
    first.close()
    second.close()
    wait_until(lambda: feeds_read[0] == {feeds[1]}, "the first is read no more, the second has a viewer left")
    bell = live.add_bell()
    wait_until(lambda: len(feeds_read[0]) == PARTITIONS, "whoever waits for any match waits for all partitions")
    bell.close()
    wait_until(lambda: feeds_read[0] == {feeds[1]}, "only as long as they wait")
    third.close()
    quiet = threading.Event()

    def is_quiet() -> bool:
        feeds_read[0] = set()
        quiet.wait(0.3)
        return feeds_read[0] == set()

    wait_until(is_quiet, "nothing is read for nobody")


def test_a_change_before_the_partition_is_followed_is_not_missed(ask, app):
    """The viewer has read the match, and it changes before the thread begins to follow its partition."""
    live = app.extensions["matchledger"].live
    one, other = in_two_partitions(ask)
    kept = live.subscribe(one.match)  # the thread waits for this one
    for match in (other, one):
        subscription = live.subscribe(match.match)
        version = subscription.read(0, 0).table.version
        match.move()
        wait_until(
            lambda subscription=subscription, version=version: (
                subscription.wait(0.05) and subscription.read(0, 0).table.version > version
            ),
            "the viewer is woken",
        )
        subscription.close()
    kept.close()


def test_of_a_partition_that_is_new_anything_may_have_changed(ask, link):
    one, other = in_two_partitions(ask)
    tail = FeedTail(link, {partition_of(one.match)})
    other.move()
    one.move()
    assert tail.changed(10).matches == {one.match}
    both = {partition_of(one.match), partition_of(other.match)}
    assert tail.follow(both) == {partition_of(other.match)}
    assert tail.follow(both) == set()
    other.move()
    assert tail.changed(10).matches == {other.match}
    assert tail.follow({partition_of(one.match)}) == set()
    other.move()
    assert tail.changed(10).matches == set()
