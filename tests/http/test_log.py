"""The log of match heads over HTTP, as the projector keeps it; and a store that has lost a match is found out."""

from __future__ import annotations

import json
import re

import pytest

from events.checkpoint import open_note
from events.head_log import MatchHead, leaf_of
from events.origin import origin_in
from events.redis.deadlines import RedisDeadlines
from events.redis.feed import RedisFeed
from events.tree import is_consistent, root_from_inclusion
from service.config import Config
from service.processes.background import rebuild_all
from service.processes.projector import HEAD_EVERY, Projector
from service.tools import audit as auditing
from service.tools import pool
from tests.http.asking import coup, problem
from tests.servers import Server


def catch_up(projector):
    while projector.run_once(block_ms=10):
        pass


def entries(ask):
    return ask("GET", "/v1/log/entries").json["entries"]


def sizes(ask, match):
    return [one["head"]["size"] for one in entries(ask) if one["head"] and one["head"]["match"] == match]


def test_a_match_is_in_the_log_from_its_opening_to_its_end(ask, projector):
    token = ask.client.player("Ana")
    opened = ask("POST", "/v1/matches", token, {"game": "coup", "seats": 2}).json["id"]
    assert ask("GET", f"/v1/matches/{opened}/log").json == {"logged": None}
    catch_up(projector)
    assert sizes(ask, opened) == [1]
    match = coup(ask)
    catch_up(projector)
    begun = match.seen()["version"]
    assert sizes(ask, match.match)[-1] == begun
    match.move()
    catch_up(projector)
    assert sizes(ask, match.match)[-1] == begun, "a single move is not worth an entry"
    end = match.finish()
    catch_up(projector)
    assert sizes(ask, match.match)[-1] == end["version"]


def test_a_long_match_is_logged_on_the_way(ask, projector):
    match = coup(ask)
    catch_up(projector)
    begun = match.seen()["version"]
    while match.seen()["version"] < begun + HEAD_EVERY:
        match.move()
        token = match.tokens[0]
        assert ask("POST", f"{match.path}/undo", token).status in (201, 202, 409, 403)
    catch_up(projector)
    logged = sizes(ask, match.match)
    assert logged[-1] > begun
    assert logged == sorted(set(logged))


def test_every_proof_leads_to_the_signed_root(ask, projector):
    for _ in range(3):
        coup(ask)
        catch_up(projector)
    old = ask("GET", "/v1/log/checkpoint").json
    match = coup(ask)
    match.finish()
    catch_up(projector)
    new = ask("GET", "/v1/log/checkpoint").json
    for point in (old, new):
        signed = open_note(point["note"], point["key"])
        assert (signed.origin, signed.size, signed.root.hex()) == (
            origin_in(point["key"]),
            point["size"],
            point["root"],
        )
    assert old["size"] < new["size"]
    for entry in range(1, new["size"] + 1):
        proof = ask("GET", f"/v1/log/proof?entry={entry}").json
        leaf = leaf_of(MatchHead(**proof["head"]))
        assert leaf.hex() == proof["leaf"]
        assert _root(leaf, entry, proof) == new["root"] == proof["root"]
    grown = ask("GET", f"/v1/log/proof?old_size={old['size']}").json
    nodes = [bytes.fromhex(node) for node in grown["proof"]]
    roots = bytes.fromhex(old["root"]), bytes.fromhex(new["root"])
    assert is_consistent(old["size"], roots[0], new["size"], roots[1], nodes)
    logged = ask("GET", f"{match.path}/log").json["logged"]
    assert logged["head"] == {"match": match.match, "size": match.seen()["version"], "root": _checkpoint(match)["root"]}
    assert _root(leaf_of(MatchHead(**logged["head"])), logged["entry"], {**logged, "size": new["size"]}) == new["root"]


def _root(leaf, entry, proof):
    path = [bytes.fromhex(node) for node in proof["proof"]]
    return root_from_inclusion(leaf, entry - 1, proof["size"], path).hex()


def _checkpoint(match):
    return match.ask("GET", f"{match.path}/checkpoint").json


def test_what_the_log_does_not_have_is_told_so(ask, projector):
    problem(ask("GET", "/v1/log/proof?entry=1"), "not-found")
    problem(ask("GET", "/v1/log/proof"), "bad-request")
    coup(ask)
    catch_up(projector)
    size = ask("GET", "/v1/log/checkpoint").json["size"]
    problem(ask("GET", f"/v1/log/proof?entry={size + 1}"), "not-found")
    problem(ask("GET", f"/v1/log/proof?old_size=1&size={size + 1}"), "not-found")
    problem(ask("GET", f"/v1/log/proof?old_size=1&entry={size}"), "bad-request")
    assert ask("GET", f"/v1/log/entries?after={size}").json == {"entries": []}


def test_of_a_private_match_there_is_the_leaf_alone(ask, projector):
    ana, eve = ask.client.player("Ana"), ask.client.player("Eve")
    match = ask("POST", "/v1/matches", ana, {"game": "coup", "seats": 2, "public": False}).json["id"]
    catch_up(projector)
    (entry,) = entries(ask)
    assert entry["head"] is None
    for path in ("/v1/log/entries", "/v1/log/proof?entry=1", "/v1/log/checkpoint"):
        assert match.encode() not in ask("GET", path, eve).body
    problem(ask("GET", f"/v1/matches/{match}/log", eve), "not-found")
    logged = ask("GET", f"/v1/matches/{match}/log", ana).json["logged"]
    assert leaf_of(MatchHead(**logged["head"])).hex() == entry["leaf"], "the players know what the leaf stands for"


def test_a_head_is_logged_once_however_often_the_projector_dies(ask, app, link):
    services = app.extensions["matchledger"]
    feed = RedisFeed(link, "listing", "projector")
    first = Projector(services, feed, RedisDeadlines(link))
    first.start()
    matches = [coup(ask) for _ in range(3)]
    feed.take(feed.partitions, 10)  # taken, and the process gone before it has followed any of it
    second = Projector(services, RedisFeed(link, "listing", "projector"), RedisDeadlines(link))
    second.start()
    heads = entries(ask)
    third = Projector(services, RedisFeed(link, "listing", "projector"), RedisDeadlines(link))
    third.start()
    rebuild_all(services, link)
    assert entries(ask) == heads
    assert {one["head"]["match"] for one in heads} == {match.match for match in matches}


def test_an_export_says_where_the_log_has_it(ask, projector):
    match = coup(ask)
    match.finish()
    catch_up(projector)
    text = ask("GET", f"{match.path}/export").body
    logged = json.loads(text.splitlines()[0])["logged"]
    assert logged["head"]["size"] == match.seen()["version"]
    checked = ask("POST", "/v1/verify", raw=text).json
    assert checked["verdict"] == "ok"
    (log,) = [check for check in checked["checks"] if check["name"] == "log"]
    assert log["detail"].startswith(f"The first {logged['head']['size']} events are entry")


@pytest.fixture
def audited(system_redis: Server, capsys):
    """`matchledger audit --all` on the store of the test: its exit status, and what it prints."""

    def run(*matches: str):
        status = auditing.audit_matches(Config(redis_url=system_redis.url), list(matches) or None)
        return status, capsys.readouterr().out

    return run


def test_an_audit_of_everything_ends_with_a_table(ask, projector, audited):
    match = coup(ask)
    match.finish()
    version = coup(ask).seen()["version"] + match.seen()["version"]
    catch_up(projector)
    status, said = audited()
    assert status == 0, said
    assert ["coup", "2", str(version), "0"] in [line.split() for line in said.splitlines()]
    assert "of 2 matches" in said


def test_several_processes_find_the_same(ask, projector, link, system_redis, capsys):
    broken, *_ = [coup(ask) for _ in range(pool.CHUNK + 1)]
    catch_up(projector)
    (stream,) = link.call("KEYS", f"*{broken.match}:e")
    link.call("XDEL", stream, "5-0")
    said = []
    for jobs in (1, 2):
        assert auditing.audit_matches(Config(redis_url=system_redis.url), None, jobs) == 1
        said.append(re.sub(r"[0-9.]+ s$", "", capsys.readouterr().out, flags=re.MULTILINE))
    assert said[0] == said[1]
    assert broken.match in said[0]


def test_a_match_that_has_vanished_is_missed(ask, projector, link, audited):
    gone, kept = coup(ask), coup(ask)
    size = gone.seen()["version"]
    catch_up(projector)
    link.call("DEL", *link.call("KEYS", f"*{gone.match}*"))
    for key in link.call("KEYS", "*:matches:*"):
        link.call("HDEL", key, gone.match)
    status, said = audited()
    assert status == 1
    (line,) = [line for line in said.splitlines() if gone.match in line]
    assert line.split(None, 1)[1] == f"log: The match has vanished; the log has its {size} events."
    assert audited(kept.match)[0] == 0


def test_a_match_that_was_cut_short_is_found_by_the_log(ask, projector, link, audited):
    match = coup(ask)
    kept = {key: link.call("DUMP", key) for key in link.call("KEYS", f"*{match.match}*")}
    match.finish()
    catch_up(projector)
    for key, value in kept.items():
        link.call("RESTORE", key, 0, value, "REPLACE")
    status, said = audited()
    assert status == 1
    assert f"{match.match}" in said
    assert "log: First at version 10: the log has a head of" in said
    report = ask("GET", f"{match.path}/audit").json
    assert [check["name"] for check in report["checks"] if not check["ok"]] == ["log"]


def test_a_log_that_was_tampered_with_is_found(ask, projector, link, audited):
    coup(ask)
    catch_up(projector)
    match = coup(ask)
    catch_up(projector)
    (entry,) = link.call("XRANGE", "{log}:e", "2-0", "2-0")
    forged = entry[1][1].replace(match.match.encode(), b"m-" + b"0" * (len(match.match) - 2))
    assert forged != entry[1][1]
    rest = link.call("XRANGE", "{log}:e", "-", "+")
    link.call("DEL", "{log}:e")
    for number, fields in rest:
        link.call("XADD", "{log}:e", number, "e", forged if number == b"2-0" else fields[1])
    status, said = audited()
    assert status == 1
    assert "Entry 2: what is kept with it is not the tree over the entries up to it." in said


def test_the_signature_is_of_the_log_and_of_no_match(ask, projector):
    """A checkpoint of a match can never be taken for one of the log: their origins differ."""
    match = coup(ask)
    catch_up(projector)
    origins = [
        ask("GET", path).json["note"].splitlines()[0] for path in ("/v1/log/checkpoint", f"{match.path}/checkpoint")
    ]
    own = origin_in(ask("GET", "/v1/key").json["key"])
    assert origins == [own, f"{own}/{match.match}"]
