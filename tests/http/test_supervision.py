"""One fault stops one thing: a bad entry of a feed, a sick partition, a loop that fails, a thread that ends."""

from __future__ import annotations

import contextlib
import logging
import sys
import threading
import time
from pathlib import Path

import pytest

from events.background_status import BackgroundStatus, LoopStatus
from events.codec import UnreadableEvent
from events.deadlines import DUE_MAX, Deadline
from events.redis.background_status import RedisBackgroundStatus
from events.redis.bots import RedisBots
from events.redis.deadlines import RedisDeadlines, deadline_keys
from events.redis.feed import ASIDE_KEY, BadEntry, RedisFeed
from events.redis.feed_tail import FeedTail
from events.store import StoreUnavailable
from service.handle import now_ms
from service.processes import loops
from service.processes.background import rebuild_all
from service.processes.clock import Clock
from service.processes.lease import Lease
from service.processes.loops import Loop, watch
from service.processes.projector import Projector
from tests.http.asking import coup, in_process
from tests.keys import LAYOUT, PARTITIONS, feed_key, partition_of

BAD_ENTRIES = {
    "no fields of ours": ("x", "y"),
    "no version": ("m", "m-1", "v", "many", "d", b"\x92\xc3\xc0"),
    "no text": ("m", b"\xff\xfe", "v", "1", "d", b"\x92\xc3\xc0"),
    "a note that is not one": ("m", "m-1", "v", "1", "d", b"\xc1\xc1"),
    "a note of another shape": ("m", "m-1", "v", "1", "d", b"\xa3abc"),
}


def catch_up(projector):
    while projector.run_once(block_ms=10):
        pass


@pytest.mark.parametrize("fields", BAD_ENTRIES.values(), ids=BAD_ENTRIES)
@pytest.mark.parametrize("when", ["running", "starting"])
def test_an_entry_that_cannot_be_read_is_set_aside(ask, app, link, projector, caplog, fields, when):
    match = coup(ask)
    link.call("XADD", feed_key(partition_of(match.match)), "*", *fields)
    for _ in range(3):
        match.move()
    if when == "starting":  # an earlier process has taken it, and died of it
        feed = RedisFeed(link, "listing", "test")
        assert any(isinstance(one, BadEntry) or one.match == "m-1" for one in feed.take(feed.partitions, 10).entries)
        projector = Projector(app.extensions["matchledger"], feed, RedisDeadlines(link))
        with caplog.at_level(logging.ERROR):
            projector.start()
    else:
        with caplog.at_level(logging.ERROR):
            catch_up(projector)
    assert [one["id"] for one in ask("GET", "/v1/matches").json["matches"]] == [match.match]
    assert [record.message for record in caplog.records] == ["an entry of a feed cannot be read"]
    ((_, kept),) = link.call("XRANGE", ASIDE_KEY, "-", "+")
    assert kept[kept.index(b"feed") + 1].decode() == feed_key(partition_of(match.match))
    (warning,) = [one for one in ask("GET", "/readyz").json["warnings"] if "set aside" in one]
    assert warning.startswith("1 entries")
    assert not RedisFeed(link, "listing", "test").unfinished(partition_of(match.match))


def test_a_bad_entry_does_not_disturb_viewers_and_bots(link, ask):
    match = coup(ask)
    tail = FeedTail(link, range(PARTITIONS))
    link.call("XADD", feed_key(partition_of(match.match)), "*", "x", "y")
    match.move()
    assert tail.changed(10).matches == {match.match}


def in_other_partitions(ask, match):
    while True:
        other = coup(ask)
        if partition_of(other.match) != partition_of(match.match):
            return other


@pytest.fixture
def sick(ask, link):
    """A match in a partition whose feed cannot be read: its key holds something else."""
    match = coup(ask)
    key = feed_key(partition_of(match.match))
    kept = link.call("DUMP", key)

    def spoil():
        link.call("DEL", key)
        link.call("SET", key, "foreign")

    def mend():
        link.call("DEL", key)
        link.call("RESTORE", key, 0, kept)

    return match, spoil, mend


@pytest.mark.parametrize("when", ["running", "starting"])
def test_a_sick_partition_does_not_stop_the_lists_of_the_others(ask, app, link, sick, when, monkeypatch):
    monkeypatch.setattr(loops, "PAUSE_S", 0.01)
    match, spoil, mend = sick
    well = in_other_partitions(ask, match)
    projector = Projector(app.extensions["matchledger"], RedisFeed(link, "listing", "test"), RedisDeadlines(link))
    if when == "running":
        projector.start()
    spoil()
    before = well.seen()["version"]
    well.finish()
    for _ in range(3):
        with contextlib.suppress(UnreadableEvent):  # as the loop around it does
            projector.run_once(block_ms=10)
    finished = ask("GET", "/v1/matches?status=finished").json["matches"]
    assert [(one["id"], one["version"] > before) for one in finished] == [(well.match, True)]
    assert projector.failing.startswith("1 partitions are behind")
    mend()
    time.sleep(0.1)
    projector.run_once(block_ms=10)
    assert projector.failing is None
    assert {one["id"] for one in ask("GET", "/v1/matches").json["matches"]} == {well.match, match.match}


@pytest.mark.parametrize("step", ["_follow_deadline", "_follow_lists"])
def test_what_the_store_refuses_is_tried_again_soon_and_the_other_partitions_go_on(ask, app, link, step, monkeypatch):
    """Soon: not only when it is noticed, seconds later, that something was left unfinished."""
    monkeypatch.setattr(loops, "PAUSE_S", 0.01)
    projector = Projector(app.extensions["matchledger"], RedisFeed(link, "listing", "test"), RedisDeadlines(link))
    projector.start()
    projector.run_once(block_ms=10)
    real, away = getattr(projector, step), True
    first = coup(ask)
    second = in_other_partitions(ask, first)

    def follow(pointer, note):
        if away and pointer.match == first.match:
            raise StoreUnavailable("away")
        real(pointer, note)

    monkeypatch.setattr(projector, step, follow)
    projector.run_once(block_ms=10)
    assert "behind: away" in (projector.failing or "")

    def listed():
        return {one["id"] for one in ask("GET", "/v1/matches").json["matches"]}

    assert first.match not in listed()
    assert second.match in listed() or step == "_follow_lists"
    away = False
    time.sleep(0.1)
    projector.run_once(block_ms=10)
    assert projector.failing is None
    assert {first.match, second.match} <= listed()


def test_an_entry_that_failed_is_not_followed_after_a_later_one_of_its_match(ask, app, link, monkeypatch):
    """Otherwise a match that is over has a deadline again: that of the entry that was tried anew."""
    monkeypatch.setattr(loops, "PAUSE_S", 0.01)
    projector = Projector(app.extensions["matchledger"], RedisFeed(link, "listing", "test"), RedisDeadlines(link))
    projector.start()
    projector.run_once(block_ms=10)
    match = coup(ask, reaction_timeout_s=30)
    match.send(0, {"type": "declare_action", "params": {"decision_id": 0, "action": "russia"}})
    moved = match.seen()["version"]
    assert match.ask("POST", f"{match.path}/leave", match.tokens[0], {"as": "concede"}).status == 201
    assert match.seen()["status"] == "finished"
    real, away = projector._follow_deadline, True

    def follow(pointer, note):
        nonlocal away
        if away and pointer.version == moved:
            assert note.deadline_ms, "the window closes by itself"
            away = False
            raise StoreUnavailable("away")
        real(pointer, note)

    monkeypatch.setattr(projector, "_follow_deadline", follow)
    projector.run_once(block_ms=10)
    assert not away
    time.sleep(0.1)
    projector.run_once(block_ms=10)
    assert projector.failing is None
    assert link.call("ZSCORE", deadline_keys(partition_of(match.match))[0], match.match) is None


def test_a_sick_partition_does_not_stop_the_viewers_of_the_others(ask, link, sick):
    match, spoil, mend = sick
    well = in_other_partitions(ask, match)
    spoil()
    tail = FeedTail(link, range(PARTITIONS))
    assert set(tail.failed) == {partition_of(match.match)}
    well.move()
    assert tail.changed(10).matches == {well.match}
    mend()
    assert tail.changed(10).partitions == {partition_of(match.match)}, "anything may have changed there"
    match.move()
    assert tail.changed(10).matches == {match.match}


def overdue(ask):
    """A match in which seat 1 has a second to react."""
    match = coup(ask, reaction_timeout_s=1)
    action = next(one for one in match.choices(0) if one["params"]["action"]["one_of"] == ["local_businessmen"])
    params = {name: domain["one_of"][0] for name, domain in action["params"].items()}
    assert match.send(0, {"type": "declare_action", "params": params}).status == 201
    return match


def test_a_match_whose_store_fails_does_not_stop_the_clock_of_the_others(ask, app, projector, clock, wall, monkeypatch):
    sick, well = overdue(ask), overdue(ask)
    catch_up(projector)
    tables = app.extensions["matchledger"].tables
    current = tables.current

    def fail(match):
        if match == sick.match:
            raise StoreUnavailable("its server is away")
        return current(match)

    wall.passes(2)
    steps = sick.seen()["step"], well.seen()["step"]
    with monkeypatch.context() as patch:
        patch.setattr(tables, "current", fail)
        clock.run_once()
        clock.run_once()
        assert clock.failing == "some deadlines cannot be kept: its server is away"
    assert (sick.seen()["step"], well.seen()["step"]) == (steps[0], steps[1] + 1)
    deadline = time.monotonic() + 5
    while sick.seen()["step"] == steps[0]:
        assert time.monotonic() < deadline, "the match is tried again"
        clock.run_once()
    assert clock.failing is None


def test_deadlines_of_a_server_that_is_away_are_left_out(ask, link, projector, wall):
    matches = [overdue(ask), overdue(ask)]
    catch_up(projector)
    lost = partition_of(matches[0].match)

    class Half:
        """A client whose calls for one partition fail."""

        layout = LAYOUT

        def call_many(self, calls):
            replies = link.call_many(calls)
            return [
                StoreUnavailable("away") if f"{{p{lost}}}" in call[1] else reply for call, reply in zip(calls, replies)
            ]

    deadlines = RedisDeadlines(Half())
    found = {line.match for line in deadlines.due(now_ms() + 10_000)}
    assert found == {match.match for match in matches if partition_of(match.match) != lost}
    assert deadlines.failed == {lost: "away"}
    assert RedisBots(Half()).all() == set()


def foreign_members(match):
    """What stands in the keys of its partition and belongs to none, or to another one."""
    elsewhere = (f"m-none{number}" for number in range(1000))
    wrong = [one for one in elsewhere if partition_of(one) != partition_of(match)]
    return [b"\xff\xfe", "", *wrong[:300]]


def test_what_nobody_of_ours_has_put_into_the_deadlines_does_not_stop_the_clock(
    ask, link, projector, clock, wall, caplog
):
    match = overdue(ask)
    catch_up(projector)
    times, versions = deadline_keys(partition_of(match.match))
    for member in foreign_members(match.match):
        link.call("ZADD", times, 1, member)
    link.call("HSET", versions, match.match, "many")
    wall.passes(2)
    step = match.seen()["step"]
    for _ in range(3):  # there are more than one call returns
        clock.run_once()
    assert match.seen()["step"] == step + 1
    catch_up(projector)
    assert link.call("ZRANGEBYSCORE", times, 1, 1) == []
    assert "of no match of their partition" in caplog.text
    assert clock.failing is None


def test_what_nobody_of_ours_has_put_among_the_matches_of_bots_is_left_out(link, ask):
    match = coup(ask).match
    bots = RedisBots(link)
    bots.add(match)
    link.call("SADD", f"{{p{partition_of(match)}}}:bots", *foreign_members(match))
    assert bots.all() == {match}


def test_many_deadlines_that_cannot_be_met_do_not_hide_those_of_another_partition(link):
    """As when a server of a cluster refuses writes: what is overdue on it stays overdue."""
    deadlines = RedisDeadlines(link)
    sick, well = (
        "m-sick",
        next(one for one in (f"m-{n}" for n in range(99)) if partition_of(one) != partition_of("m-sick")),
    )
    times, _ = deadline_keys(partition_of(sick))
    stuck = [one for one in (f"m-stuck{n}" for n in range(100_000)) if partition_of(one) == partition_of(sick)]
    assert len(stuck) > DUE_MAX
    for match in stuck:
        link.call("ZADD", times, 1, match)
    deadlines.set(well, 1, 1000)
    assert well in {line.match for line in deadlines.due(1000)}


class Refusing:
    """Deadlines of many matches, in one partition of which every attempt takes long and fails."""

    def __init__(self, sick, well):
        self._sick, self._well, self.failed = sick, well, {}

    def partition_of(self, match):
        return 1 if match in self._sick else 2

    def due(self, _now):
        return [Deadline(match, 1) for match in (*self._sick, *self._well)]


def test_of_what_fails_one_is_tried_in_a_turn_and_after_all_others(app, monkeypatch):
    deadlines = Refusing([f"m-sick{n}" for n in range(30)], ["m-well1", "m-well2"])
    clock, tried = Clock(app.extensions["matchledger"], deadlines), []

    def act(line):
        tried.append(line.match)
        if deadlines.partition_of(line.match) == 1:
            raise StoreUnavailable("NOREPLICAS")

    monkeypatch.setattr(clock, "_act_on", act)
    clock.run_once()
    for _ in range(5):
        tried.clear()
        clock.run_once()
        assert tried[:2] == ["m-well1", "m-well2"]
        assert len(tried) == 3
    assert clock.failing == "some deadlines cannot be kept: NOREPLICAS"


def test_a_deadline_that_a_player_has_met_meanwhile_is_not_told_of_for_ever(
    ask, link, projector, clock, wall, monkeypatch
):
    match = overdue(ask)
    catch_up(projector)
    wall.passes(2)
    with monkeypatch.context() as patch:
        patch.setattr(clock, "_act_on", lambda _line: (_ for _ in ()).throw(StoreUnavailable("away")))
        clock.run_once()
    assert clock.failing
    RedisDeadlines(link).set(match.match, match.seen()["version"] + 1, None)
    clock.run_once()
    assert clock.failing is None


def test_a_match_that_breaks_the_lists_does_not_stop_those_of_others(ask, app, link, monkeypatch):
    monkeypatch.setattr(loops, "PAUSE_S", 0.01)
    first = coup(ask)
    second = in_other_partitions(ask, first)
    projector = Projector(app.extensions["matchledger"], RedisFeed(link, "listing", "test"), RedisDeadlines(link))
    projector.start()
    real = projector.relist

    def relist(match):
        if match == first.match:
            raise UnreadableEvent("a key of this service holds foreign data")
        real(match)

    with monkeypatch.context() as patch:
        patch.setattr(projector, "relist", relist)
        first.finish()
        second.finish()
        for _ in range(3):
            projector.run_once(block_ms=10)
        finished = ask("GET", "/v1/matches?status=finished").json["matches"]
        assert [one["id"] for one in finished] == [second.match]
        assert "foreign data" in projector.failing
    time.sleep(0.1)
    projector.run_once(block_ms=10)
    assert projector.failing is None
    assert len(ask("GET", "/v1/matches?status=finished").json["matches"]) == 2


def test_a_start_on_a_slow_server_shows_that_it_goes_on(app, link):
    """Else the process is taken for one that hangs, ended, and begins again, for ever."""
    projector, beats = (
        Projector(app.extensions["matchledger"], RedisFeed(link, "listing", "test"), RedisDeadlines(link)),
        [],
    )
    projector.heartbeat = lambda: beats.append(1)
    projector.run_once(block_ms=10)
    assert len(beats) >= PARTITIONS


@pytest.mark.parametrize("key", ["background:status", ASIDE_KEY])
def test_readyz_tells_of_a_key_that_holds_something_else(ask, link, key):
    link.call("HSET", key, "x", "y")
    told = ask("GET", "/readyz")
    assert told.status == 200
    assert any("foreign data" in one for one in told.json["warnings"]), told.json["warnings"]


def test_readyz_tells_of_a_status_that_cannot_be_read(ask, link):
    link.call("SET", "background:status", "{")
    told = ask("GET", "/readyz")
    assert told.status == 200
    assert any("cannot be read" in one for one in told.json["warnings"]), told.json["warnings"]


def test_a_crash_after_bots_were_seated_leaves_bots_that_play(ask, app, link):
    """The worker dies right after the append: nothing else of the request happens."""
    token = ask.client.player("Ana")
    match = ask("POST", "/v1/matches", token, {"game": "coup", "seats": 2}).json["id"]
    assert ask("POST", f"/v1/matches/{match}/bots", token, {"count": 1}).status == 201
    (seat,) = [one for one in ask("GET", f"/v1/matches/{match}").json["seats"] if one["player"]]
    bot_token = app.extensions["matchledger"].notary.bot_token(seat["player"])
    for key in [*link.call("KEYS", "person:bot*"), *link.call("KEYS", "*:bots")]:
        link.call("DEL", key)
    assert ask("GET", "/v1/players/me", bot_token).status == 401
    rebuild_all(app.extensions["matchledger"], link)
    assert ask("GET", "/v1/players/me", bot_token).json["id"] == seat["player"]
    assert RedisBots(link).all() == {match}


class Stopped(threading.Event):
    """Stops a loop after some turns, and does not really wait."""

    def __init__(self, turns):
        super().__init__()
        self._left, self.waits = turns, []

    def is_set(self):
        self._left -= 1
        return self._left < 0

    def wait(self, timeout):
        self.waits.append(timeout)
        return False


def test_a_loop_goes_on_after_any_failure(caplog):
    failures = iter([ValueError("bad"), StoreUnavailable("away"), StoreUnavailable("away"), None, KeyError("x"), None])

    def turn():
        failure = next(failures)
        if failure is not None:
            raise failure
        return 0.0

    loop, stopped = Loop("lists", turn, lambda: None), Stopped(6)
    with caplog.at_level(logging.WARNING):
        loop.run(stopped)
    assert [record.levelname for record in caplog.records] == ["ERROR", "ERROR"]
    assert len(stopped.waits) == 4
    assert stopped.waits[0] < stopped.waits[1] < stopped.waits[2] > stopped.waits[3], "longer, and then short again"
    assert loop.status.failing is None


def test_a_loop_that_fails_is_not_heard_of(monkeypatch):
    def turn():
        raise ValueError("bad")

    loop = Loop("clock", turn, lambda: None)
    heard = loop.status.heard_ms
    time.sleep(0.01)
    loop.run(Stopped(3))
    assert loop.status == LoopStatus(heard, "bad")


class OwnLease:
    """Nobody else wants it."""

    def take(self, _length_ms):
        return True

    def give_back(self):
        pass


def test_a_status_that_nobody_takes_does_not_hold_up_the_lease(monkeypatch):
    """On a cluster they lie on two servers: the lease would end again and again, and all loops begin anew each time."""
    monkeypatch.setattr(loops, "REPORT_S", 0.02)
    monkeypatch.setattr(loops, "STOP_S", 0.1)
    stopping, over = threading.Event(), threading.Event()
    renewed = []

    class Counted(OwnLease):
        def take(self, _length_ms):
            renewed.append(1)
            if len(renewed) > 5:
                stopping.set()
            return True

    class Kept:
        def put(self, _status):
            over.wait(5)
            raise StoreUnavailable("its server does not answer")

    began = time.monotonic()
    watch([], Kept(), stopping, Lease(Counted()))
    over.set()
    assert len(renewed) > 5
    assert time.monotonic() - began < 4


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_thread_that_ends_ends_the_process(monkeypatch):
    """So that the supervisor starts it again."""
    monkeypatch.setattr(loops, "REPORT_S", 0.05)
    told = []

    class Kept:
        put = staticmethod(told.append)

    def turn():
        if told:
            raise SystemExit  # not an Exception: nothing in the loop catches it
        return 0.01

    with pytest.raises(SystemExit, match="the loop clock of the background process has ended"):
        watch([Loop("clock", turn, lambda: None)], Kept(), threading.Event(), Lease(OwnLease()))
    assert list(told[0].loops) == ["clock"]


def test_a_thread_that_hangs_ends_the_process(monkeypatch):
    monkeypatch.setattr(loops, "REPORT_S", 0.05)
    monkeypatch.setattr(loops, "HUNG_S", 0.2)
    over = threading.Event()

    class Kept:
        put = staticmethod(lambda _status: None)

    def turn():
        over.wait()
        return 0.0

    with pytest.raises(SystemExit, match="the loop clock of the background process hangs"):
        watch([Loop("clock", turn, lambda: None)], Kept(), threading.Event(), Lease(OwnLease()))
    over.set()


@pytest.fixture
def durable(link):
    """The server of the tests keeps nothing on disk, of which /readyz would warn."""
    link.call("CONFIG", "SET", "appendonly", "yes")
    yield
    link.call("CONFIG", "SET", "appendonly", "no")


def test_readyz_tells_when_each_loop_was_last_heard_of(ask, link, durable):
    def ready():
        reply = ask("GET", "/readyz")
        assert reply.status == 200
        return reply.json

    assert ready()["status"] == "degraded"
    assert ready()["warnings"] == [
        "the background process has not been heard of: lists, deadlines and bots stand still"
    ]
    kept = RedisBackgroundStatus(link)
    now = now_ms()
    kept.put(BackgroundStatus({"lists": LoopStatus(now), "clock": LoopStatus(now - 2000)}))
    assert ready()["status"] == "ok"
    assert ready()["background"]["clock"] == {"heard_s": pytest.approx(2, abs=1), "failing": None}
    kept.put(BackgroundStatus({"lists": LoopStatus(now - 60_000), "clock": LoopStatus(now, "its server is away")}))
    assert ready()["warnings"] == ["lists: not heard of for 60 s", "clock: its server is away"]
    assert ready()["status"] == "degraded"


@pytest.mark.xdist_group("live")
def test_the_running_service_is_well(live):
    import requests

    deadline = time.monotonic() + 20
    while (found := requests.get(f"{live.base}/readyz", timeout=5).json())["status"] != "ok":
        assert time.monotonic() < deadline, found
        time.sleep(0.1)
    assert set(found["background"]) == {"lists", "clock", "bots", "log", "figures"}


@pytest.mark.xdist_group("live")
@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not tell the umask of a process")
def test_whatever_a_process_of_the_service_writes_is_for_its_user_only(live):
    started_by_serve = [one for word in ("gunicorn", "background") for one in live.running(word)]
    assert len(started_by_serve) >= 3
    for process in started_by_serve:
        assert "Umask:\t0077" in Path(f"/proc/{process.pid}/status").read_text(), process.cmdline()


def test_a_worker_started_later_knows_the_same(new_app, link, durable):
    RedisBackgroundStatus(link).put(BackgroundStatus({"lists": LoopStatus(now_ms())}))
    assert in_process(new_app())("GET", "/readyz").json["status"] == "ok"
