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
from ledger.rules_people import without_parts
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
    after = [replace(one.stored, step=one.stored.step + 1) for one in history if one.stored.step > MIDDLE]
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


def a_false_erasure(history: History) -> History:
    at = first(history, "SeatTaken")
    return changed(history, at, secret=without_parts(history[at].stored, ["all"]).secret)


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
