"""An archive in a store of objects that denies writing, reading, deleting or listing: tools say so, nothing is lost."""

from __future__ import annotations

import pytest

from events.objects.remote import RemoteObjects
from events.objects.store import ArchiveUnavailable
from events.redis import archive as redis_archive
from events.redis import head_log, head_log_tiles
from events.redis.archive_marker import MARKER
from events.redis.store import RedisStore
from service.config import Config
from service.processes.archiving import ArchiveTurns, Archivist
from service.tools.admin import rebuild
from service.tools.archive import archive_finished
from service.tools.audit import audit_matches
from service.tools.doctor import examine
from tests.guarded_files import GuardedFiles
from tests.http.asking import coup, in_process
from tests.keys import keys_of, leftovers_key, partition_of

ADDRESS = "guarded://bucket/ledger"


@pytest.fixture
def objects():
    GuardedFiles.reset()
    yield RemoteObjects(ADDRESS)
    GuardedFiles.reset()


@pytest.fixture
def config(system_redis):
    return Config(redis_url=system_redis.url, archive=ADDRESS)


@pytest.fixture
def finished(ask, projector):
    match = coup(ask)
    match.finish()
    while projector.run_once(10):
        pass
    return match


def status_of(ask, match) -> int:
    return ask("GET", match.path, match.tokens[0]).status


def object_names(objects) -> set[str]:
    return set(objects.names()) - {MARKER}


def test_the_right_to_write_objects_is_enough(finished, objects, config):
    assert archive_finished(config, days=0) == 0
    assert len(object_names(objects)) == 1


@pytest.mark.parametrize("had_been_written", [False, True])
def test_where_writing_is_denied_the_command_says_so_and_the_match_stays(
    finished, ask, link, objects, config, new_app, capsys, had_been_written
):
    if had_been_written:
        assert archive_finished(config, days=0) == 0
        finished = coup(ask)
        finished.finish()
    before = dict(GuardedFiles.store)
    GuardedFiles.denied.add("write")
    capsys.readouterr()
    assert archive_finished(config, days=0) == 1
    said = capsys.readouterr().err
    assert f"{finished.match} stays in Redis: the archive's {ADDRESS}/" in said
    assert "cannot be written" in said
    assert "Access Denied" in said
    assert "CreateBucket" not in said, "it is about the object"
    assert link.call("EXISTS", keys_of(finished.match)[0])
    assert before == GuardedFiles.store
    assert status_of(in_process(new_app()), finished) == 200
    GuardedFiles.denied.clear()
    assert archive_finished(config, days=0) == 0
    assert status_of(in_process(new_app()), finished) == 200


def test_where_writing_is_denied_the_background_says_so_at_every_pass(finished, link, objects, ask):
    GuardedFiles.denied.add("write")
    turns = ArchiveTurns(Archivist(link, RedisStore(link, objects), days=0))
    for _ in range(2):
        with pytest.raises(ArchiveUnavailable, match=f"{finished.match} stays in Redis: .* cannot be written"):
            turns()
    assert status_of(ask, finished) == 200
    GuardedFiles.denied.clear()
    turns()
    assert RedisStore(link, objects).archives.is_finished(finished.match)


def test_where_reading_is_denied_nothing_leaves_redis(finished, link, objects, config, capsys):
    assert archive_finished(config, days=30) == 0
    GuardedFiles.denied.add("read")
    assert archive_finished(config, days=0) == 1
    assert f"{finished.match} stays in Redis: the archive's {ADDRESS}/" in (said := capsys.readouterr().err)
    assert "cannot be read" in said
    assert link.call("EXISTS", keys_of(finished.match)[0])
    assert object_names(objects) == set()


def test_where_reading_is_denied_its_matches_are_503_and_doctor_and_audit_name_them(
    finished, ask, link, objects, config, new_app, projector, capsys
):
    other = coup(ask)
    assert archive_finished(config, days=0) == 0
    GuardedFiles.denied.add("read")
    fresh = in_process(new_app())
    for ending in ("", "/events", "/steps/2", "/audit", "/export"):
        reply = fresh("GET", finished.path + ending, finished.tokens[0])
        assert (reply.status, reply.json["type"].rsplit("/", 1)[1]) == (503, "store-unavailable")
        assert "archive" in reply.json["detail"]
    listed = {one["id"] for one in fresh("GET", "/v1/matches").json["matches"]}
    assert finished.match in listed
    assert fresh("GET", "/v1/stats?game=coup").status == 200
    assert other._replace(ask=fresh).move().status == 201
    capsys.readouterr()
    assert examine(config, is_all=False) == 1
    said = capsys.readouterr().out
    assert f"{finished.match} cannot be read: the archive's {ADDRESS}/" in said
    assert "Access Denied" in said
    assert audit_matches(config, None) == 1
    said = "".join(capsys.readouterr())
    assert finished.match in said
    assert "Access Denied" in said
    GuardedFiles.denied.clear()
    assert status_of(fresh, finished) == 200
    assert examine(config, is_all=False) == 0


def test_a_rebuild_lists_all_matches_that_can_be_read_and_says_which_object_could_not(
    finished, ask, app, link, config, projector, capsys
):
    others = {coup(ask).match for _ in range(12)}
    while projector.run_once(10):
        pass
    assert archive_finished(config, days=0) == 0
    for key in link.call("KEYS", "{lists}:*"):
        link.call("DEL", key)
    GuardedFiles.denied.add("read")
    capsys.readouterr()
    assert rebuild(config) == 1
    said = capsys.readouterr().err
    assert f"the archive's {ADDRESS}/" in said
    assert finished.match in said
    assert {one["id"] for one in ask("GET", "/v1/matches").json["matches"]} == others
    GuardedFiles.denied.clear()
    assert rebuild(config) == 0
    assert {one["id"] for one in ask("GET", "/v1/matches").json["matches"]} == {finished.match, *others}


TOOLS = {
    "doctor": lambda config: examine(config, is_all=False),
    "rebuild": rebuild,
    "audit": lambda config: audit_matches(config, None),
}


@pytest.mark.parametrize("tool", TOOLS.values(), ids=TOOLS)
def test_a_tool_that_cannot_read_the_head_log_does_not_blame_redis(ask, projector, config, capsys, monkeypatch, tool):
    for module in (head_log, head_log_tiles):
        monkeypatch.setattr(module, "TILE", 4)
        monkeypatch.setattr(module, "STAYING", 2)
    for _ in range(10):
        coup(ask)
        while projector.run_once(10):
            pass
    assert archive_finished(config, days=30) == 0
    GuardedFiles.denied.add("read")
    capsys.readouterr()
    assert tool(config) > 0
    said = "".join(capsys.readouterr())
    assert f"the archive's {ADDRESS}/log/" in said
    assert "Access Denied" in said
    assert "is the service running" not in said


def test_where_deleting_is_denied_matches_are_archived_and_what_remains_is_noted(
    finished, ask, link, objects, config, new_app, monkeypatch, capsys
):
    monkeypatch.setattr(redis_archive, "SETTLE_MS", -1)
    assert archive_finished(config, days=0) == 0
    claim = {"step": 1, "claim": "The deck was marked."}
    assert ask("POST", f"{finished.path}/disputes", finished.tokens[1], claim).status == 201
    GuardedFiles.denied.add("delete")
    capsys.readouterr()
    assert archive_finished(config, days=0) == 1
    said = capsys.readouterr().err
    assert "cannot be deleted" in said
    assert "Access Denied" in said
    assert RedisStore(link, objects).archives.is_finished(finished.match)
    assert status_of(in_process(new_app()), finished) == 200
    assert len(object_names(objects)) == 2
    assert len(link.call("HKEYS", leftovers_key(partition_of(finished.match)))) == 1
    GuardedFiles.denied.clear()
    assert archive_finished(config, days=0) == 0
    assert len(object_names(objects)) == 1
    assert status_of(in_process(new_app()), finished) == 200


def test_where_listing_is_denied_everything_goes_on(finished, ask, config, new_app):
    GuardedFiles.denied.add("list")
    assert archive_finished(config, days=0) == 0
    assert status_of(in_process(new_app()), finished) == 200
    assert examine(config, is_all=False) == 0
