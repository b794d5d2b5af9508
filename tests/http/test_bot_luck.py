"""Clients of the API commit to their parts of the luck and open them by themselves: nobody has to know."""

from __future__ import annotations

from random import Random

import pytest
from matchledger_client import Client, Problem, Unreachable
from matchledger_client.luck import commitment_of

from games.bots import policy_for
from ledger import seed
from service.processes.bots.demo import begin
from service.processes.bots.player import Bot
from tests.client import InProcessSession


@pytest.fixture
def api(app):
    return Client("", session=InProcessSession(app))


def seated(api, seats=2, **more):
    """The views of people who have sat down, the first of whom has opened the match."""
    people = [api.sign_up(f"Player {seat}") for seat in range(seats)]
    match = people[0].open_match("coup", seats, **more)
    views = [player.match(match.id) for player in people]
    assert [view.sit() for view in views] == list(range(seats))
    return views


def act(*views):
    for view in views:
        Bot(view, policy_for("coup", "sensible"), Random(1)).act()


def joint_luck(view):
    return next(one for one in view.audit()["checks"] if one["name"] == "joint luck")


def test_the_sdk_commits_as_the_ledger_reads_it():
    given = ("m-1", 2, "p-7", "ab" * 32)
    assert commitment_of(*given) == seed.commitment_of(*given)


def test_a_demo_match_has_joint_luck(api):
    views = begin("szmal", [api.sign_up(f"Player {seat}") for seat in range(3)])
    assert views[0].get()["status"] == "running"
    check = joint_luck(views[0])
    assert (check["value"], "seats 0, 1, 2" in check["detail"]) == ("proven", True)


def test_a_bot_opens_its_part_when_the_match_waits_for_it(api):
    first, second = seated(api)
    act(first, second)
    assert first.get()["opening"] is None
    started = first.start()
    assert started["opening"]["waiting_for"] == [1]
    act(second)
    assert first.get()["status"] == "running"
    assert joint_luck(first)["value"] == "proven"


def test_a_bot_commits_anew_after_somebody_has_withheld_a_part(api, wall, projector, clock):
    first, second = seated(api, turn_s=30)
    first.start()
    used = first.luck_part
    projector.start()
    while projector.run_once(block_ms=10):
        pass
    wall.passes(61)
    clock.run_once()
    assert first.get()["must_commit"] == [0]
    waiting = first.get()
    act(first)
    fresh = first.luck_part
    assert fresh not in (None, used)
    assert first.client.match(first.id).settle_luck(waiting), "another loop of the same client, a moment later"
    assert first.luck_part == fresh
    second.sit()
    second.start()
    act(first, second)
    assert first.get()["status"] == "running"


def test_a_lost_reply_does_no_harm(api):
    first, second = seated(api)
    first.request("POST", "/start", {})
    waiting = first.get()
    assert first.settle_luck(waiting)
    assert first.settle_luck(waiting), "the same request again"
    assert second.settle_luck(waiting)
    assert first.get()["status"] == "running"


def test_a_refused_commitment_leaves_the_part_as_it_was(api):
    first, second = seated(api)
    committed = first.luck_part
    with pytest.raises(Problem):
        first.sit()
    assert first.luck_part == committed
    stranger = api.sign_up("Late").match(first.id)
    with pytest.raises(Problem):
        stranger.sit(0)
    assert stranger.luck_part is None
    first.start()
    act(second)
    assert first.get()["status"] == "running"


def test_a_part_is_kept_before_its_commitment_is_sent(api):
    """If the answer is lost for good, the server may have the commitment."""
    first = api.sign_up("Ana").open_match("coup", 2)
    first.client.player_id()
    send = first.request

    def lose_the_answer(method, path, *given, **more):
        send(method, path, *given, **more)
        raise Unreachable("lost")

    first.request = lose_the_answer
    with pytest.raises(Unreachable):
        first.sit(0)
    first.request = send
    second = api.sign_up("Ben").match(first.id)
    second.sit()
    assert first.start()["opening"]["waiting_for"] == [1]
    act(second)
    assert first.get()["status"] == "running"


def test_whoever_gives_no_part_is_not_waited_for(api):
    people = [api.sign_up(name) for name in ("Ana", "Ben")]
    match = people[0].open_match("coup", 2)
    for player in people:
        player.match(match.id).sit(luck=False)
    assert match.start()["status"] == "running"
    assert joint_luck(match)["value"] == "not proven here"


def test_whoever_is_overtaken_takes_the_next_seat(api):
    first, *_ = seated(api, 3)
    with pytest.raises(Problem) as full:
        api.sign_up("Late").match(first.id).sit()
    assert full.value.code == "match_full"

    opener = api.sign_up("Opener")
    slow = opener.open_match("coup", 2)
    stale = slow.request("GET", "/invitation")
    assert api.sign_up("Quick").match(slow.id).sit() == 0
    fresh, documents = slow.request, [stale]
    slow.request = lambda *given, **more: documents.pop() if documents else fresh(*given, **more)
    assert slow.sit() == 1


def test_in_a_rematch_everybody_finds_the_seat_that_is_kept_for_them(api):
    first, second = seated(api)
    act(first, second)
    first.start()
    act(second)
    first.request("POST", "/leave", {"as": "concede"})
    rematch = first.request("POST", "/rematch", {})["id"]
    assert [view.client.match(rematch).sit() for view in (first, second)] == [1, 0]
