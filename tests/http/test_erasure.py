"""Erasure: a person's name, claims and secrets are gone from every byte of the store, and every root stays valid."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from base64 import b64decode, b64encode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from events.envelope import Part, redact_for
from events.redis.feed import RedisFeed
from events.redis.people import RedisPeople
from events.tree import canonical, commitment, is_consistent
from events.visibility import SPECTATOR
from ledger.erasure import has_no_secrets
from projections import replay
from projections.lists import ListFilter
from service.app import StoredPeople
from service.config import Config
from service.processes.projector import Projector
from service.tools import erase as erasing
from service.tools.erase import erase_player
from service.web.http import ROUTES
from service.web.identity import Identity
from service.web.routes import history
from tests.http.asking import Coup, address, in_process, problem
from tests.keys import PARTITIONS
from tests.servers import wait_until

ROOT = Path(__file__).parents[2]
NAME = "Zenobia Quux"
CLAIM = "It was plainly my turn, says Quuxley."


def bytes_in(link) -> bytes:
    """Every byte that the store holds, read back in the form in which it was written."""
    found = []
    for key in link.call("KEYS", "*"):
        kind = link.call("TYPE", key)
        words = {
            b"string": ("GET", key),
            b"hash": ("HGETALL", key),
            b"list": ("LRANGE", key, 0, -1),
            b"set": ("SMEMBERS", key),
            b"zset": ("ZRANGE", key, 0, -1, "WITHSCORES"),
            b"stream": ("XRANGE", key, "-", "+"),
        }[kind]
        found += [key, *flat(link.call(*words))]
    return b"\n".join(found)


def flat(reply: Any) -> Iterator[bytes]:
    if isinstance(reply, list):
        for one in reply:
            yield from flat(one)
    else:
        yield reply if isinstance(reply, bytes) else str(reply).encode()


def person(ask, name):
    made = ask("POST", "/v1/players", body={"name": name}).json
    return made["id"], made["token"]


def seated(ask, *people, **more) -> Coup:
    """A running match of these people."""
    tokens = [token for _, token in people]
    body = {"game": "coup", "seats": len(people), "options": {"first_seat": 0}, **more}
    match = ask("POST", "/v1/matches", tokens[0], body).json["id"]
    for token in tokens:
        ask("POST", f"/v1/matches/{match}/seats", token, {})
    ask("POST", f"/v1/matches/{match}/start", tokens[0])
    return Coup(ask, match, tokens)


@pytest.fixture
def people(ask):
    return person(ask, NAME), person(ask, "Ben")


@pytest.fixture
def erase(app, link):
    def run(player, *, names_only=False):
        assert RedisPeople(link).erase_name(player)
        erasure = erase_player(app.extensions["matchledger"], link, player, names_only=names_only)
        assert not erasure.unread
        return {one.match: one.what for one in erasure.done}

    return run


def catch_up(projector: Projector) -> None:
    while projector.run_once(block_ms=10):
        pass


def verdict(ask, path):
    return ask("GET", f"{path}/audit").json["verdict"]


def offline(text: bytes, tmp_path: Path) -> None:
    """Both verifiers accept the file."""
    path = tmp_path / "match.jsonl"
    path.write_bytes(text)
    for verifier in (["-m", "service.cli", "verify"], ["service/tools/verify_match.py"]):
        command = [sys.executable, *verifier, str(path)]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
        assert done.returncode == 3, done.stdout + done.stderr  # nothing is broken, and no key is pinned
        assert "broken" not in done.stdout


def test_a_name_goes_from_a_running_match_and_the_match_goes_on(ask, projector, people, erase, link):
    match = seated(ask, *people)
    ask("POST", f"{match.path}/disputes", people[0][1], {"step": 0, "claim": CLAIM})
    ask("GET", f"{match.path}/steps")  # kept by the worker, with the name in it
    catch_up(projector)
    old = ask("GET", f"{match.path}/checkpoint").json
    assert NAME.encode() in bytes_in(link)
    assert CLAIM.encode() in bytes_in(link)
    assert erase(people[0][0]) == {match.match: f"name and claims; the secrets are kept until {match.match} is over"}
    kept = bytes_in(link)
    assert NAME.encode() not in kept
    assert CLAIM.encode() not in kept
    assert [seat["name"] for seat in match.seen()["seats"]] == ["", "Ben"]
    assert match.move().status == 201
    new = ask("GET", f"{match.path}/checkpoint").json
    proof = ask("GET", f"{match.path}/proof?old_size={old['size']}").json["proof"]
    roots = bytes.fromhex(old["root"]), bytes.fromhex(new["root"])
    assert is_consistent(old["size"], roots[0], new["size"], roots[1], [bytes.fromhex(node) for node in proof])
    assert verdict(ask, match.path) == "ok"


def test_a_worker_that_knows_the_match_shows_no_erased_claim_and_every_other_one(ask, people, erase):
    match = seated(ask, *people)
    match.move()
    claims = ["Ben was first.", CLAIM, "Ben is last."]
    for claim, (_, token) in zip(claims, (people[1], people[0], people[1])):
        assert ask("POST", f"{match.path}/disputes", token, {"step": 0, "claim": claim}).status == 201
    ask("GET", match.path)  # so that the worker has the table
    erase(people[0][0])
    shown = [ask("GET", f"/v1/disputes/{match.match}~{number}", match.tokens[1]).json["claim"] for number in (1, 2, 3)]
    assert shown == ["Ben was first.", "", "Ben is last."]
    assert verdict(ask, match.path) == "ok"


def test_no_address_names_an_erased_player(ask, new_app, projector, people, erase):
    match = seated(ask, *people)
    dispute = ask("POST", f"{match.path}/disputes", people[0][1], {"step": 0, "claim": CLAIM}).json["id"]
    match.finish()
    catch_up(projector)
    everything_shown(ask, match, dispute)
    assert erase(people[0][0], names_only=True) == {match.match: "name and claims"}
    for worker in (ask, in_process(new_app())):
        shown = everything_shown(worker, match, dispute)
        assert NAME.encode() not in shown
        assert CLAIM.encode() not in shown
        assert b"Ben" in shown
    assert verdict(ask, match.path) == "ok"


def everything_shown(ask, match, dispute) -> bytes:
    """The answers of all addresses that can be read, about this match or none."""
    shown = []
    for route in ROUTES:
        if route.method == "GET" and route.view.__name__ not in ("live", "live_player", "metrics"):
            reply = ask("GET", address(route, match=match.match, dispute=dispute, **{"int:step": "0"}), match.tokens[1])
            assert reply.status < 500, (route.path, reply)
            shown.append(reply.body)
    return b"\n".join(shown)


def test_every_address_answers_after_secrets_are_erased(ask, new_app, projector, people, erase):
    match = seated(ask, *people)
    dispute = ask("POST", f"{match.path}/disputes", people[1][1], {"step": 0, "claim": "The deck."}).json["id"]
    end = match.finish()
    match.send(0, {"type": "pass", "params": {"decision_id": 0}})
    catch_up(projector)
    assert erase(people[0][0]) == {match.match: "name, claims and secrets"}
    for worker in (ask, in_process(new_app())):
        everything_shown(worker, match, dispute)
        seen = worker("GET", match.path).json
        assert (seen["status"], seen["result"], seen["state"]) == ("finished", end["result"], None)
        problem(worker("GET", f"{match.path}/steps/1"), "match-erased")
        problem(worker("POST", f"{match.path}/branches", people[1][1], {"step": 1}), "match-erased")
    (line,) = ask("GET", "/v1/matches?status=finished").json["matches"]
    assert line["result"] == end["result"]
    appealed = ask("POST", f"{match.path}/disputes", people[1][1], {"step": 1, "claim": "Still."})
    assert appealed.status == 201


def test_secrets_go_and_the_root_stays(ask, projector, people, erase, link, app, tmp_path):
    match = seated(ask, *people)
    match.send(0, {"type": "pass", "params": {"decision_id": 0}}, key="refused")
    match.finish()
    catch_up(projector)
    store = app.extensions["matchledger"].tables.store
    secrets = []
    for recorded in store.read(match.match):
        stored = recorded.stored
        secrets += [part.salt for name, part in stored.secret.items() if name in ("sealed", "seat:0")]
        if stored.cause is not None and stored.actor == "seat:0":
            secrets.append(stored.cause.params.salt)
    assert len(secrets) > 5
    old = ask("GET", f"{match.path}/checkpoint").json
    before = bytes_in(link)
    assert all(salt in before for salt in secrets)
    erase(people[0][0])
    after = bytes_in(link)
    assert not any(salt in after for salt in secrets)
    assert [one.actor for one in store.refusals(match.match)] == []
    report = ask("GET", f"{match.path}/audit").json
    assert report["verdict"] == "ok"
    assert "Not executed again: a player has been erased." in [check["detail"] for check in report["checks"]]
    proof = ask("GET", f"{match.path}/proof?old_size={old['size']}").json
    assert proof["old_root"] == old["root"]
    text = ask("GET", f"{match.path}/export").body
    assert NAME.encode() not in text
    assert ask("POST", "/v1/verify", raw=text).json["verdict"] == "ok"
    offline(text, tmp_path)


def test_a_file_with_an_erased_name_is_still_executed_again_and_imported(ask, people, erase, link, tmp_path):
    match = seated(ask, *people)
    match.finish()
    erase(people[0][0], names_only=True)
    text = ask("GET", f"{match.path}/export").body
    offline(text, tmp_path)
    checked = {check["name"]: check for check in ask("POST", "/v1/verify", raw=text).json["checks"]}
    assert checked["decisions"]["ok"]
    assert checked["luck"]["value"] == "proven"
    root = ask("GET", f"{match.path}/checkpoint").json["root"]
    key = link.call("GET", "signing:seed")
    link.call("FLUSHALL")
    link.call("SET", "signing:seed", key)
    arbiter = Identity(StoredPeople(RedisPeople(link))).enrol("Ref", "arbiter")[1]
    assert ask("POST", "/v1/matches/import", arbiter, raw=text).json["root"] == root


def test_a_part_that_nobody_erased_may_not_be_closed(ask, people, erase, tmp_path):
    """A server that withholds a part and calls it erased needs an event in the tree that says so."""
    match = seated(ask, *people)
    match.finish()
    erase(people[0][0], names_only=True)
    lines = [json.loads(line) for line in ask("GET", f"{match.path}/export").body.splitlines()]
    taken = next(line for line in lines if line.get("type") == "SeatTaken" and line["public"]["seat"] == 1)
    part = taken["secret"]["all"]
    closed = commitment(Part(b64decode(part["salt"]), part["values"]))
    taken["secret"]["all"] = {"commitment": b64encode(closed).decode()}
    text = b"".join(canonical(line) + b"\n" for line in lines)
    (wrong,) = [check for check in ask("POST", "/v1/verify", raw=text).json["checks"] if not check["ok"]]
    assert wrong["name"] == "commitments"
    assert wrong["detail"].startswith(f"Version {taken['version']}:")
    path = tmp_path / "match.jsonl"
    path.write_bytes(text)
    command = [sys.executable, "service/tools/verify_match.py", str(path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1
    assert f"version {taken['version']} has a closed part" in done.stdout


def test_a_branch_that_is_played_keeps_the_secrets_it_rests_on(ask, new_app, people, erase, app):
    match = seated(ask, *people)
    match.move()
    match.finish()
    branch = ask("POST", f"{match.path}/branches", people[1][1], {"step": 1, "public": True}).json["id"]
    for token in match.tokens:
        ask("POST", f"/v1/matches/{branch}/seats", token)
    ask("POST", f"/v1/matches/{branch}/start", people[1][1])
    running = Coup(ask, branch, match.tokens)
    done = erase(people[0][0])
    assert done[match.match] == f"name and claims; the secrets are kept until {branch} is over"
    assert in_process(new_app())("GET", f"{running.path}/steps").status == 200
    running.finish()
    done = erase(people[0][0])
    assert set(done) == {match.match, branch}
    store = app.extensions["matchledger"].tables.store
    for one in (match, running):
        assert has_no_secrets(store.read(one.match))
        assert in_process(new_app())("GET", one.path).json["result"] is not None
        assert verdict(ask, one.path) == "ok"
    assert erase(people[0][0]) == {}, "there is nothing left"


def test_an_archived_match_is_erased_as_well(ask, app, people, erase, new_app, objects):
    match = seated(ask, *people)
    match.finish()
    store = app.extensions["matchledger"].tables.store
    assert store.archive(match.match)
    assert len(objects.names()) == 2
    assert erase(people[0][0]) == {match.match: "name, claims and secrets"}
    assert objects.names() == ["archive.id"], "the object held the name and the secrets"
    fresh = in_process(new_app())
    assert NAME.encode() not in fresh("GET", f"{match.path}/export").body
    assert fresh("GET", match.path).json["seats"][0]["name"] == ""
    assert verdict(fresh, match.path) == "ok"
    assert store.archive(match.match)
    assert verdict(in_process(new_app()), match.path) == "ok", "and archived again"


def test_somebody_who_left_before_the_start_is_erased_alone(ask, people, erase, link):
    (ana, ana_token), (_, ben_token) = people
    match = ask("POST", "/v1/matches", ben_token, {"game": "coup", "seats": 2}).json["id"]
    ask("POST", f"/v1/matches/{match}/seats", ana_token)
    ask("DELETE", f"/v1/matches/{match}/seats/0", ana_token)
    ask("POST", f"/v1/matches/{match}/seats", ben_token)
    assert erase(ana) == {match: "name and claims"}
    assert NAME.encode() not in bytes_in(link)
    seats = ask("GET", f"/v1/matches/{match}").json["seats"]
    assert [seat["name"] for seat in seats] == ["Ben", None]


def test_an_erased_player_joins_without_a_name(ask, people, erase, link):
    """The worker still knows the token and the name that came with it."""
    assert ask("GET", "/v1/players/me", people[0][1]).json["name"] == NAME
    erase(people[0][0])
    match = ask("POST", "/v1/matches", people[0][1], {"game": "coup", "seats": 2}).json["id"]
    assert ask("POST", f"/v1/matches/{match}/seats", people[0][1]).status == 201
    assert NAME.encode() not in bytes_in(link)


def test_lists_are_without_the_name_at_once_and_after_a_rebuild(ask, app, projector, people, erase, link):
    match = seated(ask, *people)
    match.finish()
    catch_up(projector)
    assert NAME.encode() in ask("GET", "/v1/standings?game=coup").body
    erase(people[0][0])
    assert NAME.encode() not in ask("GET", "/v1/standings?game=coup").body
    feed = RedisFeed(link, "listing", "test")
    for partition in range(PARTITIONS):
        for one in feed.matches(partition):
            projector.relist(one)
    assert NAME.encode() not in bytes_in(link)
    (line,), _ = app.extensions["matchledger"].listing.page(ListFilter("coup", "finished"), None, 5)
    assert (line.version, line.cards) == (ask("GET", match.path).json["version"], []), "what was played is gone too"


def test_a_repeated_request_does_not_bring_back_what_was_erased(ask, new_app, people, erase, projector):
    """Answers are kept under idempotency keys for ever; what they say is read again."""
    match = seated(ask, *people)
    dispute = {"step": 0, "claim": CLAIM}
    assert ask("POST", f"{match.path}/disputes", people[0][1], dispute, key="dispute").status == 201
    income, wrong = match.income(), {"type": "pass", "params": {"decision_id": 0}}
    refused = match.send(0, wrong, key="refused")
    assert refused.status == 422
    moved = match.send(0, income, key="moved")
    assert moved.status == 201
    match.finish()
    catch_up(projector)
    erase(people[0][0])
    for worker in (ask, in_process(new_app())):
        again = [
            worker("POST", f"{match.path}/disputes", people[0][1], dispute, key="dispute"),
            worker("POST", f"{match.path}/commands", people[0][1], wrong, key="refused"),
            worker("POST", f"{match.path}/commands", people[0][1], income, key="moved"),
        ]
        for reply in again:
            assert reply.status < 500
            assert NAME.encode() not in reply.body
            assert CLAIM.encode() not in reply.body
        events = again[2].json.get("events", [])
        assert not any(part for event in events for part in event.get("secret", {}).values())
        assert again[1].json.get("code") != refused.json["code"], "the refusal is forgotten with the command"


def test_a_step_that_is_being_made_while_somebody_is_erased_is_not_kept(ask, app, people, erase, monkeypatch):
    """A slow request has read the match before the erasure, and is done after another request has noticed it."""
    match = seated(ask, *people)
    match.finish()
    make, is_slow = history.step_document, [True]

    def slow_document(*args: Any, **kwargs: Any) -> dict[str, Any]:
        made = make(*args, **kwargs)
        if is_slow.pop() if is_slow else False:
            erase(people[0][0], names_only=True)
            assert NAME.encode() not in ask("GET", f"{match.path}/steps/0").body
        return made

    monkeypatch.setattr(history, "step_document", slow_document)
    late = ask("GET", f"{match.path}/steps/0?state=true").body
    assert NAME.encode() in late, "it was read before"
    for path in ("0", "0?state=true"):
        assert NAME.encode() not in ask("GET", f"{match.path}/steps/{path}").body


def test_an_answer_is_not_kept_longer_than_the_name_in_it(ask, people, erase, monkeypatch):
    """The worker has dropped the replay of the match to make room, but not the answers that were made from it."""
    match, other = seated(ask, *people), seated(ask, *people)
    monkeypatch.setattr(replay, "REPLAYS_MAX", 1)
    assert NAME.encode() in ask("GET", f"{match.path}/steps/0").body
    ask("GET", f"{other.path}/steps/0")
    erase(people[0][0], names_only=True)
    assert NAME.encode() not in ask("GET", f"{match.path}/steps/0").body


def test_live_viewers_do_not_get_what_was_erased(ask, app, people, erase):
    """A worker keeps the newest events of a watched match for all who watch it."""
    match = seated(ask, *people)
    ask("POST", f"{match.path}/disputes", people[0][1], {"step": 0, "claim": CLAIM})
    services = app.extensions["matchledger"]
    watched = services.live.subscribe(match.match)
    try:
        shown = [redact_for(one, SPECTATOR) for one in watched.read(0, 100).events]
        assert NAME in json.dumps(shown)
        erase(people[0][0])
        assert watched.wait(20), "the feed tells of it"
        after = [redact_for(one, SPECTATOR) for one in watched.read(0, 100).events]
        assert len(after) == len(shown) + 1
        assert NAME not in json.dumps(after)
        assert CLAIM not in json.dumps(after)
    finally:
        watched.close()


def test_a_worker_forgets_erased_secrets_of_a_watched_match(ask, app, people, erase):
    match = seated(ask, *people)
    match.finish()
    ask("GET", f"{match.path}/steps/1")
    services = app.extensions["matchledger"]
    watched = services.live.subscribe(match.match)
    try:
        salts = {part.salt for one in watched.read(0, 100).events for part in one.stored.secret.values()}
        assert erase(people[0][0]) == {match.match: "name, claims and secrets"}
        assert watched.wait(20)
        events = watched.read(0, 100).events
        kept = {part.salt for one in events for name, part in one.stored.secret.items() if name.startswith("seat:0")}
        assert salts
        assert kept <= {b""}
        problem(ask("GET", f"{match.path}/steps/1"), "match-erased")
    finally:
        watched.close()


def test_nobody_cannot_be_erased(link, system_redis, capsys):
    assert erasing.erase(Config(redis_url=system_redis.url), "p-nobody", names_only=False) == 1
    assert "there is no player p-nobody" in capsys.readouterr().err


def test_nothing_is_left_in_the_files_of_the_running_service(live):
    """The whole service: the tool erases beside it, and the append-only file has no trace when it is done."""
    ask = live.ask()
    name = "Xylophanes" + str(random.Random(5).randrange(10**9))
    ana, ben = person(ask, name), person(ask, "Ben")
    match = seated(ask, ana, ben)
    match.finish()
    listed = "/v1/matches?status=finished&game=coup"
    wait_until(lambda: name.encode() in ask("GET", listed).body, "the match is listed", 30)
    assert any(name.encode() in text for text in files(live.data))
    salts = salts_of(ask("GET", f"{match.path}/export").body, 0)
    assert len(salts) > 5
    assert pieces_in(live.data, salts), "they are found in the files as long as they are there"
    done = live.run("erase", "--player", ana[0])
    assert done.returncode == 0, done.stderr
    assert f"{ana[0]} is erased in 1 matches; 1 append-only files were rewritten" in done.stdout
    assert not [text for text in files(live.data) if name.encode() in text]
    assert not pieces_in(live.data, salts)
    assert name.encode() not in ask("GET", listed).body
    assert [seat["name"] for seat in match.seen()["seats"]] == ["", "Ben"]


def salts_of(export: bytes, seat: int) -> list[bytes]:
    """The salts of everything that must go with a seat."""
    found = []
    for line in map(json.loads, export.splitlines()):
        for name, part in line.get("secret", {}).items():
            if name == "sealed" or (name.startswith("seat:") and str(seat) in name[5:].split(",")):
                found.append(b64decode(part["salt"]))
        if "cause" in line and line["actor"] == f"seat:{seat}":
            found.append(b64decode(line["cause"]["params"]["salt"]))
    return found


def pieces_in(folder: Path, salts: list[bytes]) -> list[bytes]:
    """Pieces of salts that are in the files: the compression of Redis may put a byte of its own between two pieces."""
    everything = b"".join(files(folder))
    return [salt[at : at + 8] for salt in salts for at in (0, 8, 16, 24) if salt[at : at + 8] in everything]


def files(folder: Path) -> list[bytes]:
    return [path.read_bytes() for path in folder.rglob("*") if path.is_file()]


def test_after_one_player_is_erased_the_other_one_is_erased_too(ask, people, erase, link):
    match = seated(ask, *people)
    ask("POST", f"{match.path}/disputes", people[1][1], {"step": 0, "claim": CLAIM})
    match.finish()
    for player, _token in people:
        assert list(erase(player)) == [match.path.removeprefix("/v1/matches/")]
    assert {one["name"] for one in ask("GET", match.path, people[0][1]).json["seats"]} == {""}
    assert CLAIM.encode() not in bytes_in(link)
    assert verdict(ask, match.path) == "ok"
