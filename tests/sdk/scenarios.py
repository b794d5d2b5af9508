"""What both SDKs have to do on the real service. tests/sdk/scenarios.mjs has the same list, in the same order."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest
from matchledger_client import (
    Client,
    Finished,
    Held,
    IllegalMove,
    Late,
    LuckPartLost,
    Match,
    MovedOn,
    Problem,
    VersionConflict,
    command,
)

Connect = Callable[[], Client]  # a client without a token, on the network of the test
STEPS_MAX = 400
PATIENCE_S = 60


def seated(connect: Connect, **options: object) -> list[Match]:
    """A match of Coup for two that has started, as each player sees it; the first player begins."""
    people = [connect().sign_up(name) for name in ("Ana", "Ben")]
    match = people[0].open_match("coup", 2, {"first_seat": 0}, **options)
    views = [player.match(match.id) for player in people]
    assert [view.sit() for view in views] == [0, 1]
    match.start()
    for view in views:
        view.settle_luck(view.get())  # as turns() does
    return views


def declare(action: str, match: Match) -> dict:
    choice = next(
        one for one in match.choices()["choices"] if action in one["params"].get("action", {}).get("one_of", ())
    )
    return command(choice, action=action)


def play(match: Match, rng: Random) -> int:
    for count, turn in enumerate(match.turns(accepts_undo=True), start=1):
        assert turn.choices
        assert count < STEPS_MAX
        try:
            turn.send(command(rng.choice(turn.choices), rng))
        except MovedOn:
            continue
    return match.get()["version"]


def signs_up(connect: Connect) -> None:
    ana = connect().sign_up("Ana")
    assert ana.me()["name"] == "Ana"
    with pytest.raises(Problem) as refused:
        ana.with_token("nobody").me()
    assert (refused.value.status, refused.value.slug) == (401, "token-unknown")
    assert refused.value.request_id


def plays_to_the_end_with_every_event_once(connect: Connect) -> None:
    views = seated(connect)
    with ThreadPoolExecutor() as pool:
        watching = pool.submit(lambda: [event["version"] for event in connect().match(views[0].id).events()])
        for one in [pool.submit(play, view, Random(seat)) for seat, view in enumerate(views)]:
            one.result(PATIENCE_S)
        versions = watching.result(PATIENCE_S)
    found = views[0].get()
    assert found["status"] == "finished"
    assert len(found["result"]["winners"]) == 1
    assert versions == list(range(1, found["version"] + 1))
    with pytest.raises(Finished):
        views[0].send({"type": "pass", "params": {"decision_id": 0}})
    assert list(views[0].events(after=found["version"])) == []


def is_refused_with_a_rule(connect: Connect) -> None:
    ana, ben = seated(connect)
    wanted = declare("usa", ana)
    assert ana.is_legal(wanted)
    assert not ben.is_legal(wanted)
    with pytest.raises(IllegalMove) as refused:
        ben.send(wanted)
    assert refused.value.rule.startswith("COUP-")
    with pytest.raises(VersionConflict):
        ana.send(wanted, expected=1)
    ana.send(wanted, expected=ana.get()["version"])


def tells_a_late_command_from_a_wrong_one(connect: Connect) -> None:
    ana, ben = seated(connect)
    wanted = declare("usa", ana)
    turn = next(iter(ana.turns()))
    ana.send(wanted)
    assert not ana.is_legal(wanted)
    with pytest.raises(Late) as late:
        ana.send(wanted)
    assert late.value.code == "decision_closed"
    with pytest.raises(VersionConflict):
        turn.send(wanted)
    with pytest.raises(IllegalMove):  # nothing has happened since this turn: it is not late
        next(iter(ben.turns())).send(wanted)
    assert ana.request("GET", "steps/1") == ana.step(1)


def is_held_while_an_undo_is_asked_for(connect: Connect) -> None:
    people = [connect().sign_up(name) for name in ("Ana", "Ben")]
    match = people[0].open_match("big-deal", 2)
    views = [player.match(match.id) for player in people]
    for view in views:
        view.sit(luck=False)
    match.start()
    author = views[match.get()["to_act"][0]]
    for count, turn in enumerate(author.turns(), start=1):
        sent = command(turn.choices[0])
        turn.send(sent)
        if author.undo_plan()["needs"] == "consent":
            break
        assert count < STEPS_MAX
    author.undo()
    assert author.get()["held"]["by"] == "undo"
    assert not author.is_legal(sent)
    with pytest.raises(Held) as held:
        author.send(sent)
    assert held.value.code == "undo_pending"
    with pytest.raises(MovedOn):
        turn.send(sent)


def sends_a_command_once_under_its_key(connect: Connect) -> None:
    ana, ben = seated(connect)
    wanted = declare("usa", ana)
    once = ana.send(wanted, key="the-one")
    assert ana.send(wanted, key="the-one") == once
    assert ben.get()["step"] == 1
    with pytest.raises(Problem) as reused:
        ana.send({**wanted, "type": "pass"}, key="the-one")
    assert reused.value.slug == "idempotency-key-reused"


def opens_its_part_of_the_luck_from_any_match_object_or_gives_none(connect: Connect) -> None:
    ana, ben = (connect().sign_up(name) for name in ("Ana", "Ben"))
    match = ana.open_match("coup", 2)
    assert [player.match(match.id).sit() for player in (ana, ben)] == [0, 1]
    assert match.luck_part is not None
    assert match.start()["opening"]["waiting_for"] == [1]
    next(iter(ben.match(match.id).turns(wait_s=0.5)), None)
    assert match.get()["status"] == "running"
    match = ana.open_match("coup", 2)
    assert match.sit(1, luck=False) == 1
    assert ben.match(match.id).sit(luck=False) == 0
    assert match.luck_part is None
    assert match.start()["status"] == "running"


def opens_a_part_that_was_kept_and_says_if_it_is_lost(connect: Connect) -> None:
    ana, ben = (connect().sign_up(name) for name in ("Ana", "Ben"))
    match = ana.open_match("coup", 2)
    match.sit()
    before = ben.match(match.id)
    assert before.sit(1) == 1
    kept = before.luck_part
    opening = match.start()["opening"]
    restarted = connect().with_token(ben.token)
    with pytest.raises(LuckPartLost) as lost:
        next(restarted.match(match.id).turns())
    assert (lost.value.seat, lost.value.deadline) == (1, opening["deadline"])
    next(restarted.match(match.id, luck_part=kept).turns(wait_s=0.5), None)
    assert match.get()["status"] == "running"


def resumes_after_any_version(connect: Connect) -> None:
    ana, ben = seated(connect)
    last = ana.get()["version"]
    taken = []
    for event in ben.events():
        taken.append(event["version"])
        if len(taken) == 5:
            break
    taken += [event["version"] for event in ben.events(after=5, wait_s=1.0)]
    assert taken == list(range(1, last + 1))
    assert not ben.wait(last, 1)
    done = ana.send(declare("usa", ana))
    assert ben.wait(last, 5)
    assert [event["version"] for event in ben.events(after=last, wait_s=1.0)] == list(
        range(last + 1, done["version"] + 1)
    )


def answers_an_undo_request(connect: Connect) -> None:
    ana, ben = seated(connect)
    ana.send(declare("usa", ana))
    ben.send(declare("usa", ben))
    assert ana.undo_plan(0)["needs"] == "consent"
    ana.undo(0)
    assert list(ben.turns(accepts_undo=True, wait_s=0.5)) == []
    assert ana.get()["undo_request"] is None
    turn = next(iter(ana.turns()))
    assert turn.seat == 0
    assert turn.table["state"]["turn"] == 1


def waits_while_it_is_held(connect: Connect) -> None:
    ana, ben = seated(connect)
    ana.send(declare("usa", ana))
    wanted = declare("usa", ben)
    dispute = ana.request("POST", "/disputes", {"step": 1, "claim": "Not what I meant.", "freeze": True})["id"]
    assert ben.get()["held"]["by"] == "dispute"
    with pytest.raises(Held):
        ben.send(wanted)
    assert list(ben.turns(wait_s=0.5)) == []
    ana.client.request("DELETE", f"/v1/disputes/{dispute}")
    turn = next(iter(ben.turns()))
    assert turn.table["held"] is None
    assert turn.send(wanted)["step"] > 1


def reads_lists_page_by_page(connect: Connect) -> None:
    ana = connect().sign_up("Ana")
    opened = [ana.open_match("coup", 2) for _ in range(3)]
    for match in opened:
        match.sit()
    path = f"/v1/players/{ana.me()['id']}/matches"
    for _ in range(100):
        found = [one["id"] for one in ana.pages(path, "matches", {"limit": 1})]
        if len(found) == len(opened):
            break
        time.sleep(0.1)  # the list follows a moment behind
    assert sorted(found) == sorted(match.id for match in opened)


def follows_the_feed_from_a_cursor(connect: Connect) -> None:
    watcher = connect()
    present = next(iter(watcher.feed()))
    assert present["entries"] == []
    ana, _ = seated(connect)
    done = ana.send(declare("usa", ana))
    newest: dict[str, int] = {}
    for page in watcher.feed(present["cursor"]):
        for entry in page["entries"]:
            assert entry["version"] >= newest.get(entry["match"], 0)
            newest[entry["match"]] = entry["version"]
        if newest.get(ana.id) == done["version"]:
            break
    later = [entry["match"] for page in watcher.feed(page["cursor"], wait_s=0) for entry in page["entries"]]
    assert ana.id not in later
    with pytest.raises(Problem) as refused:
        next(iter(watcher.feed("of-another-server")))
    assert refused.value.slug == "bad-request"


def reads_finished_matches_with_their_events(connect: Connect) -> None:
    ana, ben = seated(connect)
    ana.request("POST", "/leave", {"as": "concede"})
    assert ben.get()["status"] == "finished"
    for _ in range(100):
        found = {one["id"]: one for one in connect().finished(game="coup")}
        if ana.id in found:
            break
        time.sleep(0.1)  # the list follows a moment behind
    events = found[ana.id]["events"]
    assert [event["version"] for event in events] == list(range(1, ben.get()["version"] + 1))
    older = [one["id"] for one in connect().finished(game="coup", after=found[ana.id]["cursor"])]
    assert ana.id not in older
    assert set(older) < found.keys()


SCENARIOS: list[Callable[[Connect], None]] = [
    signs_up,
    plays_to_the_end_with_every_event_once,
    is_refused_with_a_rule,
    tells_a_late_command_from_a_wrong_one,
    is_held_while_an_undo_is_asked_for,
    sends_a_command_once_under_its_key,
    opens_its_part_of_the_luck_from_any_match_object_or_gives_none,
    opens_a_part_that_was_kept_and_says_if_it_is_lost,
    resumes_after_any_version,
    answers_an_undo_request,
    waits_while_it_is_held,
    reads_lists_page_by_page,
    follows_the_feed_from_a_cursor,
    reads_finished_matches_with_their_events,
]
