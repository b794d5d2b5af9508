"""The store falls back, as after a failover, and another worker reaches the same version with other events."""

from __future__ import annotations

import json
import logging
import re
import threading
from contextlib import closing

import pytest

from events.redis.head_log import RedisHeadLog
from events.store import StoreUnavailable
from projections import tables as tables_module
from projections.head_log import walk
from projections.tables import kept_of
from service.processes.background import rebuild_all
from service.tools.audit import audit_one
from tests.http.asking import coup, in_process

pytestmark = pytest.mark.timeout(30)  # what never comes is not waited for


def keys_of_match(link, match):
    return {key: link.call("DUMP", key) for key in link.call("KEYS", f"*{match}*") if key.startswith(b"{p")}


def fall_back(link, match, before):
    """As a replica that had not heard of the last commands and is promoted."""
    for key in keys_of_match(link, match):
        link.call("DEL", key)
    for key, dump in before.items():
        link.call("RESTORE", key, 0, dump)


@pytest.fixture
def workers(new_app):
    apps = new_app(), new_app()
    return [in_process(app) for app in apps], [app.extensions["matchledger"].tables for app in apps]


@pytest.mark.parametrize("moves", [0, 1, 2, 5], ids=lambda moves: f"{moves} moves of the other worker")
@pytest.mark.parametrize("first", ["command", "refusal", "read"])
def test_a_worker_that_remembers_lost_events_begins_again(link, workers, caplog, moves, first):
    (stale, other), (remembering, fresh) = workers
    match = coup(stale)
    match.move()
    before = keys_of_match(link, match.match)
    assert match.move().status == 201
    lost = remembering.kept(match.match)
    fall_back(link, match.match, before)
    elsewhere = match._replace(ask=other)
    for _ in range(moves):
        assert elsewhere.move().status == 201
    assert (fresh.current(match.match).version == lost.version) == (moves == 1)
    with caplog.at_level(logging.ERROR):
        if first == "command":
            seen = elsewhere.seen()
            assert match.send(seen["to_act"][0], elsewhere.income(), key="k").status == 201
        elif first == "refusal":
            assert match.send(1 - elsewhere.to_act(), elsewhere.income()).status == 422
        assert match.seen() == elsewhere.seen()
        assert match.move().status == 201
        assert match.seen() == elsewhere.seen()
    assert ["the store has lost events" in record.message for record in caplog.records] == [True]
    assert (remembering.losses, fresh.losses) == (1, 0)
    for ask in (stale, other):
        assert ask("GET", f"{match.path}/audit").json["verdict"] == "ok"


def test_a_replay_forgets_what_was_lost(link, workers):
    (stale, other), _ = workers
    match = coup(stale)
    match.move()
    before = keys_of_match(link, match.match)
    match.move()
    path = f"{match.path}/steps/2"
    assert stale("GET", path, match.tokens[0]).status == 200
    fall_back(link, match.match, before)
    match._replace(ask=other).move()
    theirs = other("GET", path, match.tokens[0])
    assert stale("GET", path, match.tokens[0]).json == theirs.json


@pytest.mark.parametrize("moves", [0, 1, 2, 5], ids=lambda moves: f"{moves} moves of the other worker")
@pytest.mark.parametrize("first", [1, 3])
def test_a_bound_of_what_is_kept_is_never_too_high(link, workers, moves, first):
    (stale, other), (remembering, fresh) = workers
    match = coup(stale)
    for _ in range(first):
        match.move()
    before = keys_of_match(link, match.match)
    common = remembering.kept(match.match).version
    match.move()
    lost = remembering.kept(match.match)
    fall_back(link, match.match, before)
    for _ in range(moves):
        match._replace(ask=other).move()
    kept = kept_of(fresh.store, lost, fresh.store.head(match.match))
    assert kept <= common
    assert kept or common < 16, "of 16 events and one more, 16 are known to be kept"


def stream_of(ask, match, after):
    opened = ask.open_stream(f"{match.path}/live?after={after}", match.tokens[0])
    assert opened.status == 200
    for chunk in opened.chunks:
        fields = dict(line.split(": ", 1) for line in chunk.decode().splitlines() if ": " in line[1:])
        if "event" in fields:
            yield fields["event"], json.loads(fields["data"])


@pytest.mark.parametrize("moves", [1, 2])
def test_who_asks_while_a_loss_is_measured_is_told_and_it_is_logged_once(link, new_app, monkeypatch, caplog, moves):
    """How much was kept takes a call to the store, and meanwhile the worker answers others."""
    apps = new_app(), new_app()
    match, within = coup(in_process(apps[0])), apps[0].extensions["matchledger"]
    match.move()
    before = keys_of_match(link, match.match)
    match.move()
    version = match.seen()["version"]
    with closing(within.live.subscribe(match.match)) as viewer:
        viewer.read(version, 0)
        fall_back(link, match.match, before)
        for _ in range(moves):
            match._replace(ask=in_process(apps[1])).move()
        told, real, measured = [], tables_module.kept_of, []

        def look() -> None:
            told.append(viewer.kept(version, viewer.read(version, 0).table))

        def measure(*args):
            measured.append(args)
            if len(measured) == 1:
                look()
            return real(*args)

        monkeypatch.setattr(tables_module, "kept_of", measure)
        match.seen()
        look()
    assert measured
    assert [one is not None for one in told].count(True) == 1, told
    assert [one.message for one in caplog.records].count("the store has lost events") == 1
    assert within.tables.losses == 1


def test_a_viewer_is_told_of_a_loss_that_could_not_be_measured_at_first(link, new_app, monkeypatch):
    apps = new_app(), new_app()
    match, within = coup(in_process(apps[0])), apps[0].extensions["matchledger"]
    match.move()
    before = keys_of_match(link, match.match)
    match.move()
    version = match.seen()["version"]
    with closing(within.live.subscribe(match.match)) as viewer:
        viewer.read(version, 0)
        fall_back(link, match.match, before)
        match._replace(ask=in_process(apps[1])).move()

        def gone(*_):
            raise StoreUnavailable("gone for a moment")

        with monkeypatch.context() as during:
            during.setattr(tables_module, "kept_of", gone)
            assert match.ask("GET", match.path).status == 503
        assert viewer.kept(version, viewer.read(version, 0).table) is not None


def test_a_viewer_is_told_although_many_other_matches_have_lost_events_since(link, new_app, monkeypatch):
    """A worker remembers so many losses; of those before it only knows that there were some."""
    monkeypatch.setattr(tables_module, "LOSSES_MAX", 1)
    apps = new_app(), new_app()
    within, matches = apps[0].extensions["matchledger"], [coup(in_process(apps[0])) for _ in range(3)]
    versions = []
    with closing(within.live.subscribe(matches[0].match)) as viewer:
        for match in matches:
            match.move()
            before = keys_of_match(link, match.match)
            match.move()
            versions.append(match.seen()["version"])
            viewer.read(versions[0], 0)
            fall_back(link, match.match, before)
            match._replace(ask=in_process(apps[1])).move()
        for match in matches:
            match.seen()
        assert within.tables.losses == 3
        assert viewer.kept(versions[0], viewer.read(versions[0], 0).table) is not None
        assert viewer.kept(versions[0], viewer.read(versions[0], 0).table) is None


@pytest.mark.parametrize("moves", [0, 1, 2])
def test_a_viewer_is_told_from_where_on_its_line_was_lost(link, workers, moves):
    (stale, other), (remembering, _) = workers
    match = coup(stale)
    match.move()
    before = keys_of_match(link, match.match)
    common = match.seen()["version"]
    assert match.move().status == 201
    viewer = stream_of(stale, match, 0)
    shown = []
    while len(shown) < remembering.kept(match.match).version:
        name, data = next(viewer)
        assert name == "ledger"
        shown.append(data)
    fall_back(link, match.match, before)
    elsewhere = match._replace(ask=other)
    for _ in range(moves):
        elsewhere.move()
    timer = threading.Timer(0.3, lambda: (match.seen(), elsewhere.move()))
    timer.start()
    name, data = next(viewer)
    assert name == "reset"
    assert data["after"] <= common
    del shown[data["after"] :]
    timer.join()
    while len(shown) < elsewhere.seen()["version"]:
        name, data = next(viewer)
        assert (name, data["version"]) == ("ledger", len(shown) + 1)
        shown.append(data)
    assert shown == other("GET", f"{match.path}/events?limit=100", match.tokens[0]).json["events"]


def test_a_viewer_that_knows_more_than_the_match_has_begins_again(workers):
    (ask, _), _ = workers
    match = coup(ask)
    version = match.seen()["version"]
    viewer = stream_of(ask, match, version + 7)
    assert next(viewer) == ("reset", {"after": 0})
    assert [next(viewer)[1]["version"] for _ in range(version)] == list(range(1, version + 1))
    for wait in ("", "&wait=5"):
        reply = ask("GET", f"{match.path}/events?after={version + 7}{wait}").json
        assert (reply["reset"], reply["events"]) == (0, [])
        assert ask("GET", f"{match.path}/events?after={version}").json["reset"] is None


def test_a_viewer_ahead_of_its_worker_is_not_reset(workers):
    """It has seen more with another worker, and comes to one whose other viewers have not been woken yet."""
    (one, other), (tables, _) = workers
    match = coup(one)
    version = match.seen()["version"]
    slow = stream_of(one, match, version - 1)
    assert next(slow)[1]["version"] == version
    match._replace(ask=other).move()
    ahead = match._replace(ask=other).seen()["version"]
    assert one("GET", f"{match.path}/events?after={ahead}&wait=1").json["reset"] is None
    assert tables.losses == 0


def test_a_long_poll_is_told(link, workers):
    (stale, other), _ = workers
    match = coup(stale)
    match.move()
    before = keys_of_match(link, match.match)
    match.move()
    version = match.seen()["version"]
    fall_back(link, match.match, before)
    for _ in range(3):
        match._replace(ask=other).move()
    reply = stale("GET", f"{match.path}/events?after={version}&wait=5").json
    assert reply["reset"] < version
    again = stale("GET", f"{match.path}/events?after={reply['reset']}&wait=5").json
    assert again["events"][0]["version"] == reply["reset"] + 1


def test_losses_are_counted_in_the_metrics(link, workers):
    (stale, _), _ = workers

    def losses():
        return float(
            re.search(r"matchledger_losses_detected_total ([\d.]+)", stale("GET", "/metrics").body.decode())[1]
        )

    before = losses()
    match = coup(stale)
    kept = keys_of_match(link, match.match)
    match.move()
    fall_back(link, match.match, kept)
    match.seen()
    assert losses() == before + 1


def test_a_dispute_that_was_lost_leaves_the_docket(link, workers, projector, app):
    (stale, _), _ = workers
    match = coup(stale)
    match.move()

    def dispute():
        body = {"step": 1, "claim": "No.", "freeze": False}
        return stale("POST", f"{match.path}/disputes", match.tokens[0], body)

    kept = dispute().json["id"]
    before = keys_of_match(link, match.match)
    lost = dispute().json["id"]
    while projector.run_once(10):
        pass

    def docket():
        return {one["id"] for one in stale("GET", "/v1/disputes").json["disputes"]}

    assert docket() == {kept, lost}
    fall_back(link, match.match, before)
    rebuild_all(app.extensions["matchledger"], link)
    assert docket() == {kept}


@pytest.mark.parametrize("moves", [0, 1, 3])
def test_a_head_that_was_lost_is_told_once_and_recorded(link, workers, app, caplog, moves):
    """The log cannot take the lost head back: the audit fails until the operator has recorded the loss."""
    (stale, other), (_, tables) = workers
    services = app.extensions["matchledger"]
    match = coup(stale)
    match.move()
    rebuild_all(services, link)
    before = keys_of_match(link, match.match)
    common = match.seen()["version"]
    match.move()
    rebuild_all(services, link)
    fall_back(link, match.match, before)
    for _ in range(moves):
        match._replace(ask=other).move()

    def wrong():
        return audit_one(tables, match.match, walk(RedisHeadLog(link)).heads[match.match]).wrong

    (told,) = wrong()
    assert told.startswith("log:")
    with caplog.at_level(logging.WARNING):
        rebuild_all(services, link)
    assert [one.message for one in caplog.records if "head log now says" in one.message]
    log = walk(RedisHeadLog(link))
    assert log.wrong == ""
    assert log.heads[match.match][-1].lost_after == common
    assert wrong() == []
    match._replace(ask=other).move()
    rebuild_all(services, link)
    assert wrong() == []
    assert [one.lost_after for one in walk(RedisHeadLog(link)).heads[match.match]].count(common) == 1
