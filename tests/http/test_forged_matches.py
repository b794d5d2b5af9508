"""An operator who writes to Redis and signs again: audit, verify and import name the check and the version.

Each forgery is of a match that was played over HTTP. Its events are written into the stream again with a tree over
them, and the log of heads is begun anew, so that no check but those of the rules can notice it.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from events.codec import encode
from events.envelope import Part, Recorded, Stored, seat_actor
from events.redis.people import RedisPeople
from events.redis.store import RedisStore
from events.tree import pack
from ledger import events as facts
from ledger.audit import with_roots
from ledger.rules_people import parts_to_close, without_parts
from service.app import StoredPeople
from service.cli import main
from service.processes.background import rebuild_all
from service.trust import add_trusted
from service.web.identity import Identity
from tests.http.asking import Coup, in_process, problem
from tests.keys import keys_of, snapshot_key
from tests.ledger.match import RULESETS

History = list[Recorded]
CODEC = RULESETS["coup", 1].codec
MIDDLE = 6  # the step after which something is put in
BRANCHED = 2  # every match that is played to its end has this step


def numbered(events: Sequence[Stored]) -> History:
    return [Recorded(version, stored) for version, stored in enumerate(events, 1)]


def changed(history: History, index: int, **fields: Any) -> History:
    found = [recorded.stored for recorded in history]
    found[index] = replace(found[index], **fields)
    return numbered(found)


def first(history: History, type_: str) -> int:
    return next(index for index, recorded in enumerate(history) if recorded.stored.type == type_)


def begun(history: History, type_: str) -> int:
    """Where the command of the first such event begins."""
    command = history[first(history, type_)].stored.command
    return next(index for index, recorded in enumerate(history) if recorded.stored.command == command)


def inserted(
    history: History, actor: str, order: tuple[str, dict[str, Any]], event: Any, step: int = MIDDLE
) -> History:
    """The history with one more order after this step; later steps have other numbers."""
    before = [recorded.stored for recorded in history if recorded.stored.step <= step]
    written = CODEC.write(
        [event],
        step=step + 1,
        command=b"forged!!",
        actor=actor,
        at=before[-1].at,
        salt=lambda: secrets.token_bytes(32),
        cause=order,
    )
    # As read from the store: lists in place of tuples.
    new = [msgspec.msgpack.decode(msgspec.msgpack.encode(one), type=Stored) for one in written]
    after = [replace(one.stored, step=one.stored.step + 1) for one in history if one.stored.step > step]
    return numbered([*before, *new, *after])


def maker(history: History, step: int) -> str:
    return next(recorded.stored.actor for recorded in history if recorded.stored.step == step)


def undone(history: History, steps: tuple[int, ...]) -> History:
    makers = tuple(maker(history, step) for step in steps)
    event = facts.MoveUndone(steps, makers, makers[0], decision_id=MIDDLE + 1, rule="LEDGER-4.6")
    return inserted(history, makers[0], ("undo", {"to_step": steps[0] - 1}), event)


def an_undo_without_consent(history: History) -> History:
    return undone(history, tuple(range(2, MIDDLE + 1)))


def an_undo_in_the_middle(history: History) -> History:
    return undone(history, (3,))


def another_winner(history: History) -> History:
    at = first(history, "MatchEnded")
    public = history[at].stored.public
    return changed(history, at, public={**public, "winner": 1 - public["winner"]})


def a_result_without_a_ruling(history: History) -> History:
    event = facts.ResultAdjusted(1, (0,), rule="LEDGER-6.8")
    order = "rule_on_dispute", {"dispute": 1, "ruling": "adjust", "winners": [0]}
    return inserted(history, "arbiter:a-0", order, event)


def a_ruling_without_a_dispute(history: History) -> History:
    event = facts.DisputeRuled(1, "dismiss", "So it is.", "arbiter:a-0", rule="LEDGER-6.6")
    return inserted(history, "arbiter:a-0", ("rule_on_dispute", {"dispute": 1, "ruling": "dismiss"}), event)


def a_move_of_the_clock_without_a_deadline(history: History) -> History:
    seat = maker(history, MIDDLE).removeprefix("seat:")
    return numbered(
        [replace(one.stored, actor=f"clock:{seat}") if one.stored.step == MIDDLE else one.stored for one in history]
    )


def play_in_a_hold(history: History) -> History:
    event = facts.DisputeOpened(seat_actor(0), 2, None, None, "It was not so.", freezes=True, rule="LEDGER-6.1")
    return inserted(history, seat_actor(0), ("open_dispute", {"step": 2, "freeze": True}), event)


def a_swapped_hidden_card(history: History) -> History:
    at = first(history, "CardsDealt")
    (name, part), *_ = history[at].stored.secret.items()
    cards = part.values["kinds"]
    other = next(kind for kind in ("media", "police", "russia") if kind not in cards)
    return changed(
        history, at, secret={**history[at].stored.secret, name: replace(part, values={"kinds": [other, other]})}
    )


def a_public_field_that_is_stored_as_hidden(history: History) -> History:
    at = first(history, "ActionDeclared")
    public = dict(history[at].stored.public)
    hidden = Part(b"s" * 32, {"cost": public.pop("cost")})
    return changed(history, at, public=public, secret={"seat:0": hidden})


def closed(history: History, index: int, *parts: str) -> History:
    forged = without_parts(history[index].stored, frozenset(parts))
    return changed(history, index, secret=forged.secret, cause=forged.cause)


def a_false_erasure(history: History) -> History:
    return closed(history, first(history, "SeatTaken"), "all")


def a_false_erasure_of_a_hidden_hand(history: History) -> History:
    return closed(history, first(history, "CardsDealt"), "seat:0")


def a_false_erasure_of_the_seed(history: History) -> History:
    return closed(history, 0, "sealed")


def a_false_erasure_of_a_command(history: History) -> History:
    return closed(history, first(history, "ActionDeclared"), "cause")


def a_hand_that_goes_with_the_erasure_of_somebody_else(history: History) -> History:
    """An erasure of the player of seat 1 as it should be, but what seat 0 was dealt goes too."""
    player = next(one.stored.public["player"] for one in history if one.stored.public.get("seat") == 1)
    parts = parts_to_close(history, player, 1)
    winner = history[first(history, "MatchEnded")].stored.public["winner"]
    event = facts.PlayerErased(player, "operator", tuple(parts), (), secrets=True, winners=(winner,), rule="LEDGER-7.1")
    order = "erase", {"player": player, "secrets_of": 1}
    forged = inserted(history, "operator", order, event, step=history[-1].stored.step)
    for version, names in parts.items():
        forged = closed(forged, version - 1, *names)
    return closed(forged, first(forged, "CardsDealt"), "seat:0")


def an_event_that_cannot_be_read(history: History) -> History:
    at = first(history, "CardsDealt")
    return changed(history, at, public={**history[at].stored.public, "count": "two"})


def an_event_that_cannot_be_folded(history: History) -> History:
    at = first(history, "InfluenceLost")
    return changed(history, at, public={**history[at].stored.public, "seat": 9})


FORGERIES: dict[Callable[[History], History], tuple[str, Callable[[History], int]]] = {
    an_undo_without_consent: ("ledger", lambda forged: first(forged, "MoveUndone")),
    an_undo_in_the_middle: ("ledger", lambda forged: first(forged, "MoveUndone")),
    another_winner: ("decisions", lambda forged: first(forged, "MatchEnded")),
    a_result_without_a_ruling: ("ledger", lambda forged: first(forged, "ResultAdjusted")),
    a_ruling_without_a_dispute: ("ledger", lambda forged: first(forged, "DisputeRuled")),
    a_move_of_the_clock_without_a_deadline: (
        "ledger",
        lambda forged: next(index for index, one in enumerate(forged) if one.stored.actor.startswith("clock")),
    ),
    play_in_a_hold: ("ledger", lambda forged: first(forged, "DisputeOpened") + 1),
    a_swapped_hidden_card: ("decisions", lambda forged: first(forged, "CardsDealt")),
    a_public_field_that_is_stored_as_hidden: ("visibility", lambda forged: first(forged, "ActionDeclared")),
    a_false_erasure: ("commitments", lambda forged: first(forged, "SeatTaken")),
    a_false_erasure_of_a_hidden_hand: ("commitments", lambda forged: first(forged, "CardsDealt")),
    a_false_erasure_of_the_seed: ("commitments", lambda _forged: 0),
    a_false_erasure_of_a_command: ("commitments", lambda forged: first(forged, "ActionDeclared")),
    a_hand_that_goes_with_the_erasure_of_somebody_else: ("commitments", lambda forged: first(forged, "CardsDealt")),
    an_event_that_cannot_be_read: ("decisions", lambda forged: begun(forged, "CardsDealt")),
    an_event_that_cannot_be_folded: ("decisions", lambda forged: first(forged, "InfluenceLost")),
}


def delete(link: Any, pattern: str) -> None:
    for key in link.call("KEYS", pattern):
        link.call("DEL", key)


def write_again(link: Any, services: Any, match: str, forged: History) -> None:
    """Into Redis as the service writes it, with a tree over it, and with a log of heads that knows nothing else."""
    rooted, frontier = with_roots(forged)
    stream, head, *_ = keys_of(match)
    link.call("DEL", stream, snapshot_key(match))
    for version, stored in enumerate(rooted, 1):
        link.call("XADD", stream, f"{version}-0", "e", encode(stored))
    link.call("HSET", head, "v", len(rooted), "f", pack(frontier))
    delete(link, "{log}:*")
    rebuild_all(services, link)


@pytest.fixture
def judge(link):
    return Identity(StoredPeople(RedisPeople(link))).enrol("Judge", "arbiter")[1]


@pytest.fixture
def is_found(link, new_app, judge, system_redis, tmp_path, monkeypatch, capsys):
    """Asserts that all three name the check and the version."""
    monkeypatch.setenv("MATCHLEDGER_REDIS_URL", system_redis.url)

    def check_all(match: Coup, forged: History, check: str, version: int) -> None:
        app = new_app()
        ask = in_process(app)
        write_again(link, app.extensions["matchledger"], match.match, forged)
        assert main(["audit", "--all"]) == 1
        assert re.search(rf"{match.match} +{check}: First at version {version}: ", capsys.readouterr().out)

        exported = ask("GET", f"{match.path}/export")
        assert exported.status == 200
        path, key = tmp_path / "match.jsonl", ask("GET", "/v1/key").json["key"]
        path.write_bytes(exported.body)
        assert main(["verify", str(path), "--key", key]) == 1
        assert re.search(rf"^broken +{check} +.*[Vv]ersion {version}: ", capsys.readouterr().out, re.MULTILINE)

        delete(link, f"*{match.match}*")
        app.extensions["matchledger.trust"] = tmp_path / "trust.json"
        add_trusted(tmp_path / "trust.json", key)
        refused = problem(ask("POST", "/v1/matches/import", judge, raw=exported.body), "bad-import")
        # A branch of another main line has a broken tree too, and that is named first.
        assert re.match(rf"({check}|tree): .*[Vv]ersion {version}: ", refused["detail"])

    return check_all


@pytest.mark.parametrize("forge", FORGERIES, ids=lambda forge: forge.__name__)
def test_a_forged_match_is_found_by_audit_verify_and_import(forge, link, match, is_found):
    match.finish(seed=2)
    check, find = FORGERIES[forge]
    forged = forge(RedisStore(link).read(match.match))
    is_found(match, forged, check, find(forged) + 1)


@pytest.mark.parametrize("name", ["root", "version", "main_version"])
def test_a_false_branch_is_found_by_audit_verify_and_import(name, link, match, is_found):
    match.finish(seed=2)
    made = match.ask("POST", f"{match.path}/branches", match.tokens[0], {"step": BRANCHED, "public": True}).json["id"]
    branch = Coup(match.ask, made, match.tokens)
    for token in branch.tokens:
        branch.ask("POST", f"{branch.path}/seats", token)
    branch.ask("POST", f"{branch.path}/start", branch.tokens[0])
    branch.finish()
    history = RedisStore(link).read(made)
    public = history[0].stored.public
    point = public["branch"]
    other = "00" * 32 if name == "root" else point[name] - 1
    is_found(branch, changed(history, 0, public={**public, "branch": {**point, name: other}}), "ledger", 1)


def test_a_false_erasure_is_named_wherever_no_state_is_needed(
    link, new_app, match, monkeypatch, system_redis, tmp_path, capsys
):
    """The match itself cannot be shown, and nobody is told that a player was erased from it."""
    match.finish(seed=2)
    app = new_app()  # which has nothing of the match in memory
    ask = in_process(app)
    forged = a_false_erasure_of_a_hidden_hand(RedisStore(link).read(match.match))
    version = first(forged, "CardsDealt") + 1
    write_again(link, app.extensions["matchledger"], match.match, forged)
    problem(ask("GET", match.path), "data-damaged")
    wrong = [check for check in ask("GET", f"{match.path}/audit").json["checks"] if not check["ok"]]
    assert ("commitments", version) in [(check["name"], check["version"]) for check in wrong]
    size = ask("GET", f"{match.path}/checkpoint").json["size"]
    assert size == len(forged)
    assert ask("GET", f"{match.path}/proof?version={version}").status == 200

    monkeypatch.setenv("MATCHLEDGER_REDIS_URL", system_redis.url)
    assert main(["export", "--all", "--to", str(tmp_path / "rows")]) == 1
    assert f"{match.match}: it cannot be read (version {version}: a part is closed" in capsys.readouterr().err


def test_a_match_that_cannot_be_folded_is_shown_to_nobody_who_may_not_see_it(link, app, ask):
    tokens = [ask.client.player(name) for name in ("Ana", "Ben", "Cleo")]
    body = {"game": "coup", "seats": 2, "public": False}
    private = Coup(ask, ask("POST", "/v1/matches", tokens[0], body).json["id"], tokens[:2])
    for token in private.tokens:
        ask("POST", f"{private.path}/seats", token, {})
    ask("POST", f"{private.path}/start", tokens[0])
    forged = a_false_erasure_of_a_hidden_hand(RedisStore(link).read(private.match))
    write_again(link, app.extensions["matchledger"], private.match, forged)
    for path in ("export", "audit", "checkpoint", "proof?version=1"):
        assert ask("GET", f"{private.path}/{path}", tokens[0]).status == 200
        for outsider in (None, tokens[2]):
            problem(ask("GET", f"{private.path}/{path}", outsider), "not-found")
    own, others = (ask("GET", f"{private.path}/export", token).body for token in private.tokens)
    assert own != others, "the match is running, so each player's file has only their own cards"


def test_a_branch_of_a_forged_match_is_audited_and_exported(link, app, match, monkeypatch, system_redis, capsys):
    match.finish(seed=2)
    made = match.ask("POST", f"{match.path}/branches", match.tokens[0], {"step": BRANCHED, "public": True}).json["id"]
    forged = a_false_erasure_of_a_hidden_hand(RedisStore(link).read(match.match))
    write_again(link, app.extensions["matchledger"], match.match, forged)
    monkeypatch.setenv("MATCHLEDGER_REDIS_URL", system_redis.url)
    assert main(["audit", "--all"]) == 1
    told = capsys.readouterr().out
    assert re.search(rf"{match.match} +commitments: First at version {first(forged, 'CardsDealt') + 1}: ", told)
    assert re.search(rf"{made} +decisions: First at version 1: what comes before it", told)
    assert match.ask("GET", f"/v1/matches/{made}/export").status == 200
    assert match.ask("GET", f"/v1/matches/{made}/audit").json["verdict"] == "failed"
