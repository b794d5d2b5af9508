"""A match in its archive answers at every address as before, and goes on if somebody has a claim."""

from __future__ import annotations

import subprocess
from pathlib import Path

import msgspec
import pytest

from events.objects.folder import FolderObjects
from events.objects.store import ArchiveUnavailable
from events.redis import head_log, head_log_tiles
from events.redis.archive_marker import MARKER
from events.redis.deadlines import RedisDeadlines
from events.redis.feed import RedisFeed
from events.redis.store import RedisStore
from projections.lists import ListFilter
from service.config import Config
from service.processes import archiving
from service.processes.archiving import ArchiveTurns, Archivist
from service.processes.background import Projector, rebuild_all
from service.tools.archive import archive_finished
from service.tools.audit import audit_matches
from service.tools.doctor import examine
from tests.http.asking import Coup, coup, in_process
from tests.keys import keys_of
from tests.servers import wait_until
from tests.service.test_full_disk import fill, small_disk

ENDINGS = [
    "",
    "?at=9",
    "/events",
    "/events?after=5&limit=7",
    "/steps?limit=4",
    "/steps/3?base=0&state=true",
    "/steps/2?view=revealed",
    "/choices",
    "/undo",
    "/rejections",
    "/export",
    "/audit",
    "/audit/steps/2",
    "/checkpoint",
    "/proof?version=4",
    "/proof?old_size=4",
]
FIRST = {"type": "declare_action", "params": {"decision_id": 0, "action": "usa"}}


@pytest.fixture
def played(ask):
    match = coup(ask)
    assert match.send(1, FIRST).status == 422
    kept = match.send(0, FIRST, key="kept")
    assert kept.status == 201
    match.finish()
    return match, kept


def answers(match):
    found = [match.ask("GET", match.path + ending, match.tokens[0]) for ending in ENDINGS]
    return [(ending, one.status, one.body) for ending, one in zip(ENDINGS, found, strict=True)]


def test_every_address_answers_as_before(played, link, objects, new_app):
    match, kept = played
    before = answers(match)
    assert {status for _, status, _ in before} == {200}
    assert RedisStore(link, objects).archive(match.match)
    assert not link.call("EXISTS", keys_of(match.match)[0])
    assert answers(match) == before
    fresh = match._replace(ask=in_process(new_app()))
    assert answers(fresh) == before, "also by a worker that remembers nothing"
    again = fresh.send(0, FIRST, key="kept")
    assert (again.status, again.body) == (201, kept.body)


def test_a_dispute_goes_on_from_the_archive(played, link, objects, new_app):
    match, _ = played
    RedisStore(link, objects).archive(match.match)
    fresh = match._replace(ask=in_process(new_app()))
    version = fresh.seen()["version"]
    claim = {"step": 1, "claim": "The deck was marked."}
    assert fresh.ask("POST", f"{match.path}/disputes", match.tokens[1], claim).status == 201
    events = fresh.ask("GET", f"{match.path}/events?after={version - 3}", match.tokens[1]).json["events"]
    assert [one["version"] for one in events] == list(range(version - 2, version + 2))
    assert fresh.ask("GET", f"{match.path}/audit").json["verdict"] == "ok"
    assert RedisStore(link, objects).archive(match.match)
    assert match.ask("GET", f"{match.path}/audit").json["verdict"] == "ok"


@pytest.fixture
def config(system_redis, objects):
    return Config(redis_url=system_redis.url, archive=objects.address)


def test_the_command_archives_what_has_rested_long_enough(played, ask, link, objects, config, capsys):
    match, _ = played
    running = coup(ask)
    assert archive_finished(config, days=1) == 0
    assert "0 of 2 matches" in capsys.readouterr().out
    for _ in range(2):  # the second time there is nothing left to do
        assert archive_finished(config, days=0) == 0
    said = capsys.readouterr().out
    assert "1 of 2 matches" in said
    assert "0 of 2 matches" in said
    (name,) = set(objects.names()) - {MARKER}
    assert match.match in name
    assert not link.call("EXISTS", keys_of(match.match)[0])
    assert link.call("EXISTS", keys_of(running.match)[0])


def test_a_branch_of_an_archived_match_is_played_and_audited(played, link, objects, new_app):
    match, _ = played
    assert RedisStore(link, objects).archive(match.match)
    ask = in_process(new_app())
    branch = ask("POST", f"{match.path}/branches", match.tokens[1], {"step": 2, "public": True}).json["id"]
    for token in match.tokens:
        assert ask("POST", f"/v1/matches/{branch}/seats", token).status == 201
    assert ask("POST", f"/v1/matches/{branch}/start", match.tokens[1]).status == 200
    played_on = Coup(ask, branch, match.tokens)
    played_on.finish()
    assert ask("GET", f"{played_on.path}/audit").json["verdict"] == "ok"
    assert RedisStore(link, objects).archive(branch)
    assert in_process(new_app())("GET", f"{played_on.path}/audit").json["verdict"] == "ok"


def test_an_unreachable_archive_is_503_for_its_matches_alone(played, ask, link, objects, new_app, projector, tmp_path):
    match, _ = played
    catch_up(projector)  # nothing else can tell then that the match is public
    other = coup(ask)
    assert RedisStore(link, objects).archive(match.match)
    (tmp_path / "archive").rename(tmp_path / "away")
    fresh = in_process(new_app())
    for ending in ENDINGS:
        reply = fresh("GET", match.path + ending, match.tokens[0])
        assert (reply.status, reply.json["type"].rsplit("/", 1)[1]) == (503, "store-unavailable")
        assert "archive" in reply.json["detail"]
    assert other._replace(ask=fresh).move().status == 201
    (tmp_path / "away").rename(tmp_path / "archive")
    assert fresh("GET", match.path, match.tokens[0]).status == 200


def test_a_lost_object_is_damaged_data_for_clients_audit_and_doctor(
    played, ask, link, objects, config, new_app, projector, capsys, caplog
):
    match, _ = played
    catch_up(projector)
    coup(ask)
    assert RedisStore(link, objects).archive(match.match)
    (name,) = set(objects.names()) - {MARKER}
    assert examine(config, is_all=False) == 0
    assert audit_matches(config, None) == 0
    objects.delete(name)
    reply = in_process(new_app())("GET", match.path, match.tokens[0])
    assert (reply.status, reply.json["type"].rsplit("/", 1)[1]) == (500, "data-damaged")
    assert name in caplog.text
    assert name not in reply.body.decode()
    capsys.readouterr()
    assert examine(config, is_all=False) == 1
    assert name in capsys.readouterr().out
    assert audit_matches(config, None) == 1
    assert name in capsys.readouterr().out


def test_a_lost_object_stops_the_rebuild_of_no_other_match(played, ask, app, link, objects, projector, new_app, caplog):
    match, _ = played
    claim = {"step": 1, "claim": "The deck was marked."}
    catch_up(projector)
    assert ask("POST", f"{match.path}/disputes", match.tokens[1], claim).status == 201
    catch_up(projector)
    other = coup(ask)
    assert RedisStore(link, objects).archive(match.match)
    (name,) = set(objects.names()) - {MARKER}
    objects.delete(name)
    for key in link.call("KEYS", "{lists}*"):
        link.call("DEL", key)
    assert rebuild_all(new_app().extensions["matchledger"], link) == 2
    assert name in caplog.text
    listing = app.extensions["matchledger"].listing
    assert [one.id for one in listing.page(ListFilter("coup"), None, 9)[0]] == [other.match]


def test_an_archive_without_rights_or_room_is_a_clear_error(played, config, capsys, monkeypatch):
    match, _ = played

    def refuse(_self, _name, _content):
        raise ArchiveUnavailable("/archive/x cannot be written: Permission denied")

    monkeypatch.setattr(FolderObjects, "put", refuse)
    assert archive_finished(config, days=0) == 1
    assert f"{match.match} stays in Redis: /archive/x cannot be written: Permission denied" in capsys.readouterr().err
    assert {status for _, status, _ in answers(match)} == {200}


def test_an_archive_on_a_full_disk_is_a_clear_error_and_loses_nothing(played, tmp_path, config, capsys):
    match, _ = played
    disk = tmp_path / "disk"
    small_disk(disk, "64k")
    full = msgspec.structs.replace(config, archive=str(disk / "archive"))
    try:
        with pytest.raises(OSError, match="No space left"):
            fill(disk / "filler")
        assert archive_finished(full, days=0) == 1
        assert "No space left on device" in capsys.readouterr().err
        assert {status for _, status, _ in answers(match)} == {200}
        (disk / "filler").unlink()
        assert archive_finished(full, days=0) == 0
        assert "1 of 1 matches" in capsys.readouterr().out
    finally:
        subprocess.run(["umount", str(disk)], check=False)


def test_late_events_are_listed_when_the_archive_is_back_and_other_matches_at_once(
    played, ask, app, link, objects, projector, new_app, tmp_path
):
    match, _ = played
    claim = {"step": 1, "claim": "The deck was marked."}
    assert ask("POST", f"{match.path}/disputes", match.tokens[1], claim).status == 201
    assert RedisStore(link, objects).archive(match.match)
    (tmp_path / "archive").rename(tmp_path / "away")
    late = Projector(new_app().extensions["matchledger"], RedisFeed(link, "listing", "test"), RedisDeadlines(link))
    others = [coup(ask).match for _ in range(3)]
    late.run_once(10)
    listing = app.extensions["matchledger"].listing
    listed = {one.id for one in listing.page(ListFilter("coup", "running"), None, 9)[0]}
    assert set(others) <= listed
    assert late.failing
    (tmp_path / "away").rename(tmp_path / "archive")
    wait_until(lambda: late.run_once(10) >= 0 and not late.failing, "the partition is brought up to date")
    assert match.match in {one.id for one in listing.page(ListFilter("coup", "finished"), None, 9)[0]}


def test_the_background_process_archives_in_short_turns(played, ask, link, objects, monkeypatch):
    match, _ = played
    coup(ask)
    monkeypatch.setattr(archiving, "TURN_S", 0.0)
    turns = ArchiveTurns(Archivist(link, RedisStore(link, objects), days=0))
    assert [turns() for _ in range(3)] == [0.0, 0.0, archiving.IDLE_S]
    assert len(objects.names()) == 2
    assert turns() == archiving.IDLE_S, "the next pass is later"
    assert RedisStore(link, objects).archives.is_finished(match.match)


def catch_up(projector):
    while projector.run_once(block_ms=10):
        pass


@pytest.fixture
def logged(ask, projector, monkeypatch):
    """Two matches, one of them over, with a head log of so many entries that some of it can be moved."""
    for module in (head_log, head_log_tiles):
        monkeypatch.setattr(module, "TILE", 4)
        monkeypatch.setattr(module, "STAYING", 2)
    match, running = coup(ask), coup(ask)
    catch_up(projector)
    match.finish()
    catch_up(projector)
    for _ in range(7):
        coup(ask)
        catch_up(projector)
    return match, running


def log_answers(ask, matches):
    size = ask("GET", "/v1/log/checkpoint").json["size"]
    assert size > 8
    numbers = range(1, size + 1)
    paths = ["/v1/log/entries", "/v1/log/entries?after=2&limit=5", *(f"{one.path}/log" for one in matches)]
    paths += [f"/v1/log/proof?{kind}={number}" for number in numbers for kind in ("entry", "old_size")]
    return [(path, reply.status, reply.body) for path in paths for reply in [ask("GET", path)]]


def test_the_head_log_answers_as_before_from_the_archive(logged, ask, link, objects, config, new_app, capsys):
    before = log_answers(ask, logged)
    assert {status for _, status, _ in before} == {200}
    length = int(link.call("XLEN", head_log.ENTRIES))
    assert archive_finished(config, days=0) == 0
    assert int(link.call("XLEN", head_log.ENTRIES)) <= length - 4
    assert log_answers(ask, logged) == before
    assert log_answers(in_process(new_app()), logged) == before, "also by a worker that remembers nothing"
    assert audit_matches(config, None) == 0
    assert examine(config, is_all=False) == 0
    capsys.readouterr()
    objects.delete(next(name for name in objects.names() if name.startswith("log/0.")))
    assert audit_matches(config, None) == 1
    assert "log/0." in capsys.readouterr().out
    assert examine(config, is_all=False) == 1
    assert "log/0." in capsys.readouterr().out


@pytest.mark.usefixtures("logged")
def test_the_log_is_signed_and_goes_on_while_the_archive_is_unreachable(config, new_app, objects, projector):
    assert archive_finished(config, days=0) == 0
    folder = Path(objects.address)
    folder.rename(folder.with_name("away"))
    ask = in_process(new_app())
    size = ask("GET", "/v1/log/checkpoint").json["size"]
    assert ask("GET", "/v1/log/entries").status == 503
    assert ask("GET", f"/v1/log/proof?entry={size}").status == 200
    another = coup(ask)
    catch_up(projector)
    assert ask("GET", "/v1/log/checkpoint").json["size"] > size
    assert ask("GET", f"{another.path}/log").status == 200
    folder.with_name("away").rename(folder)
    assert ask("GET", "/v1/log/entries").status == 200
