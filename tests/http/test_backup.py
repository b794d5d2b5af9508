"""A backup made during play restores elsewhere: every match audits, tokens and keys work, and play goes on."""

from __future__ import annotations

import random
import threading

import pytest

from events.backup import BackupWriter, BadBackup, SavedKey, SavedMatch, read_records
from events.objects.folder import FolderObjects
from service.app import build_services, create_app
from service.config import Config
from service.processes.background import rebuild_all
from service.tools import audit, backup
from tests.http.asking import Coup, coup, in_process
from tests.http.live import Live


@pytest.fixture
def config(system_redis, objects):
    return Config(redis_url=system_redis.url, archive=objects.address)


@pytest.fixture
def played(link, app, tmp_path, config):
    """Some matches, one of them archived, one with a refusal, and a backup of them."""
    ask = in_process(app)
    matches = [coup(ask) for _ in range(4)]
    for match in matches:
        match.move()
        match.send(0, {"type": "declare_action", "params": {"decision_id": 99, "action": "usa"}})
    matches[0].finish()
    services = app.extensions["matchledger"]
    assert services.tables.store.archive(matches[0].match)
    rebuild_all(services, link)
    for match in matches[1:]:
        match.move()  # further than the log knows
    assert backup.make_backup(config, str(tmp_path / "b")) == 0
    return matches, tmp_path / "b"


def contents(path):
    with path.open("rb") as file:
        return [record for record in read_records(file) if isinstance(record, (SavedMatch, SavedKey))]


def test_a_backup_is_for_its_owner_and_says_what_it_holds(played, config, capsys):
    _, path = played
    capsys.readouterr()
    assert backup.make_backup(config, str(path)) == 0, "an older one is replaced"
    assert path.stat().st_mode & 0o777 == 0o600
    assert not path.with_suffix(".part").exists()
    assert backup.verify_backup(Config(), path, is_executed=True) == 0
    told = capsys.readouterr()
    assert "4 matches" in told.out
    assert "hidden cards" in told.err
    assert [line.split()[-1] for line in told.out.splitlines() if line.startswith("all")] == ["0"]


def test_a_cut_or_changed_file_is_refused_with_the_place(played, capsys):
    _, path = played
    whole = path.read_bytes()
    rng = random.Random(1)
    for position in (0, 10, 30, len(whole) - 1, *(rng.randrange(len(whole)) for _ in range(40))):
        changed = bytearray(whole)
        changed[position] ^= 1 << rng.randrange(8)
        for bad in (whole[:position], bytes(changed)):
            path.write_bytes(bad)
            assert backup.verify_backup(Config(), path, is_executed=False) == 1, position
            told = capsys.readouterr().err
            assert "at byte" in told or "it is no backup" in told
    path.write_bytes(whole + b"\0")
    assert backup.verify_backup(Config(), path, is_executed=False) == 1


@pytest.mark.parametrize("lie", ["an event is missing", "a match is missing", "another seed"])
def test_a_file_that_was_changed_and_sealed_again_is_refused(played, tmp_path, lie):
    _, path = played
    made = tmp_path / "made"
    done = False
    with path.open("rb") as file, made.open("wb") as out:
        writer = BackupWriter(out)
        for record in read_records(file):
            if isinstance(record, SavedMatch) and not done and lie != "another seed":
                done = True
                if lie == "a match is missing":
                    continue
                record = SavedMatch(*[getattr(record, name) for name in record.__struct_fields__[:2]],
                                    record.events[:-1], record.answers, record.journal, record.is_archived)  # fmt: skip
            if isinstance(record, SavedKey) and record.key == b"signing:seed" and lie == "another seed":
                record = SavedKey(record.key, "string", (bytes(32),))
            writer.write(record)
    with pytest.raises(BadBackup):
        backup.check_backup(made)


def test_a_backup_restores_into_an_empty_cluster_and_back(played, link, redis_cluster, tmp_path, system_redis, capsys):
    matches, path = played
    before = contents(path)
    old = build_services(link).notary
    for node in redis_cluster.masters:
        with node.client() as client:
            client.flushall()
    there = Config(redis_url=redis_cluster.url, limits="off", archive=str(tmp_path / "there"))
    assert backup.restore_backup(there, path) == 0
    assert backup.restore_backup(there, path) == 1
    assert "the store is not empty" in capsys.readouterr().err
    assert audit.audit_matches(there, None) == 0
    again = tmp_path / "again"
    assert backup.make_backup(there, str(again)) == 0
    assert contents(again) == before
    link.call("FLUSHALL")
    assert len(FolderObjects(tmp_path / "there").names()) == 2, "the archived match, and the mark of the archive"
    back = Config(redis_url=system_redis.url, limits="off", archive=str(tmp_path / "back"))
    assert backup.restore_backup(back, again) == 0
    services = build_services(link, objects=FolderObjects(tmp_path / "back"))
    ask = in_process(create_app(back, services))
    for match in matches[1:]:
        assert Coup(ask, match.match, match.tokens).move().status == 201
    signed = services.notary.sign_log(services.heads)
    services.live.close()
    assert services.notary.key == old.key
    assert signed.origin == f"{old.signer.origin}+3"
    assert audit.audit_matches(back, None) == 0
    for node in redis_cluster.masters:
        with node.client() as client:
            client.flushall()


@pytest.mark.xdist_group("live")
def test_a_service_is_backed_up_under_load_loses_its_data_and_goes_on(tmp_path):
    first = Live(tmp_path / "one", MATCHLEDGER_LIMITS="off").start()
    second = Live(tmp_path / "two", MATCHLEDGER_LIMITS="off")
    path = str(tmp_path / "backup")
    stopping = threading.Event()
    sent: list[tuple[str, str, int]] = []
    try:
        matches = [coup(first.ask()) for _ in range(6)]

        def play() -> None:
            ask, number = first.ask(), 0
            while not stopping.is_set():
                number += 1
                match = matches[number % 6]
                reply = Coup(ask, match.match, match.tokens).move(key=f"key-{number}")
                if reply.status == 201:
                    sent.append((match.match, f"key-{number}", reply.json["version"]))

        player = threading.Thread(target=play)
        player.start()
        try:
            while len(sent) < 12:
                assert player.is_alive()
                stopping.wait(0.05)
            known = len(sent)
            done = first.run("backup", path)
            assert done.returncode == 0, done.stderr
        finally:
            stopping.set()
            player.join(30)
        old = first.ask()("GET", "/v1/log/checkpoint").json
        assert first.run("restore", path).returncode == 1, "a service is running there"
        first.kill()
        done = second.run("restore", path)
        assert done.returncode == 0, done.stderr
        second.start()
        ask = second.ask()
        audited = second.run("audit", "--all")
        assert audited.returncode == 0, audited.stdout
        for match, _, version in sent[:known]:
            assert ask("GET", f"/v1/matches/{match}").json["version"] >= version
        for match in matches:
            Coup(ask, match.match, match.tokens).finish()
        new = ask("GET", "/v1/log/checkpoint").json
        assert (new["key"], new["origin"]) == (old["key"], f"{old['origin']}+2")
        assert ask("GET", "/v1/log/entries").json["entries"][0]["head"]["match"] == old["origin"]
    finally:
        first.kill()
        second.kill()
