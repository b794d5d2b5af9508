"""Replay, undo with its votes, redo, branches and live streams over HTTP."""

from __future__ import annotations

import itertools
import random
import threading
from collections.abc import Callable
from typing import Any

import jsonpatch
import pytest

from bench.matches import MatchBuilder, endless_turn
from events.redis.client import Client
from events.redis.store import RedisStore
from games.registry import all_games
from ledger.fold import STRIDE
from tests.http.asking import Ask, Coup, coup, in_process, problem

BRANCH_BYTES_MAX = 1152


@pytest.fixture
def three(ask: Ask) -> Coup:
    """Coup for three; seat 0 has declared `media`, so that the last pass draws cards."""
    match = coup(ask, seats=3)
    match.send(0, {"type": "declare_action", "params": {"decision_id": 0, "action": "media"}})
    return match


def passes(match: Coup, seat: int) -> None:
    decision = match.seen()["state"]["decision"]["id"]
    assert match.send(seat, {"type": "pass", "params": {"decision_id": decision}}).status == 201


def undo(match: Coup, seat: int, **body: object):
    return match.ask("POST", f"{match.path}/undo", match.tokens[seat], body)


def vote(match: Coup, seat: int, accepts: bool):
    return match.ask("POST", f"{match.path}/undo/votes", match.tokens[seat], {"accepts": accepts})


def types(match: Coup) -> list[str]:
    return [event["type"] for event in match.ask("GET", f"{match.path}/events").json["events"]]


def test_a_move_that_taught_nobody_anything_is_taken_back_at_once(three):
    passes(three, 1)
    said = three.ask("GET", f"{three.path}/undo", three.tokens[1]).json
    assert (said["steps"], said["needs"], said["voters"]) == ([2], "nothing", [])
    assert undo(three, 1).status == 201
    assert three.seen()["to_act"] == [1, 2]
    assert types(three)[-1] == "MoveUndone"


def test_a_move_that_showed_something_needs_the_others(three):
    passes(three, 1)
    passes(three, 2)
    said = three.ask("GET", f"{three.path}/undo", three.tokens[2]).json
    assert (said["needs"], said["voters"]) == ("consent", [0, 1])
    assert [reason["event"] for reason in said["reasons"]] == ["ExchangeCardsDrawn"]
    assert undo(three, 2).status == 202
    problem(undo(three, 1), "undo-impossible")
    assert vote(three, 0, True).status == 201
    problem(vote(three, 0, True), "undo-not-open")
    problem(vote(three, 2, True), "undo-not-open")
    assert [event["type"] for event in vote(three, 1, True).json["events"]] == ["UndoAnswered", "MoveUndone"]
    assert three.seen()["state"]["phase"] == "awaiting_reactions"


def test_one_refusal_ends_a_request_and_it_cannot_be_made_again(three):
    passes(three, 1)
    passes(three, 2)
    undo(three, 2)
    assert vote(three, 0, False).status == 201
    problem(vote(three, 1, True), "undo-not-open")
    problem(undo(three, 2), "undo-impossible")
    state = three.seen(0)["state"]
    assert state["phase"] == "awaiting_exchange"
    keep = {"decision_id": state["decision"]["id"], "keep": ["hand:0", "hand:1"]}
    assert three.send(0, {"type": "choose_exchange", "params": keep}).status == 201
    problem(undo(three, 2), "undo-impossible")  # the same command, with another one after it


def test_a_request_can_be_withdrawn_but_not_for_ever(three):
    passes(three, 1)
    passes(three, 2)
    for _ in range(3):
        assert undo(three, 2).status == 202
        problem(three.ask("DELETE", f"{three.path}/undo", three.tokens[0]), "undo-not-open")
        assert three.ask("DELETE", f"{three.path}/undo", three.tokens[2]).status == 204
    problem(undo(three, 2), "undo-impossible")


def test_a_request_lapses_when_the_match_moves_on(three):
    passes(three, 1)
    passes(three, 2)
    undo(three, 2)
    state = three.seen(0)["state"]
    keep = {"decision_id": state["decision"]["id"], "keep": ["hand:0", "hand:1"]}
    assert three.send(0, {"type": "choose_exchange", "params": keep}).status == 201
    assert "UndoLapsed" in types(three)
    problem(vote(three, 0, True), "undo-not-open")


def test_redo_belongs_to_the_maker_and_ends_when_somebody_plays_on(three):
    passes(three, 1)
    undo(three, 1)
    problem(three.ask("POST", f"{three.path}/redo", three.tokens[2]), "undo-impossible")
    assert three.ask("POST", f"{three.path}/redo", three.tokens[1]).status == 201
    assert three.seen()["to_act"] == [2]
    undo(three, 1)
    passes(three, 2)
    problem(three.ask("POST", f"{three.path}/redo", three.tokens[1]), "undo-impossible")


def test_an_arbiter_rewinds_to_any_step_without_asking(app, three):
    passes(three, 1)
    passes(three, 2)
    judge = app.extensions["matchledger"].identity.enrol("Judge", "arbiter")[1]
    problem(three.ask("POST", f"{three.path}/undo", judge, {}), "bad-request")
    assert three.ask("POST", f"{three.path}/undo", judge, {"to_step": 0}).status == 201
    assert three.seen()["state"]["phase"] == "awaiting_action"
    assert three.ask("GET", f"{three.path}/audit").json["verdict"] == "ok"


def test_the_same_move_after_an_undo_brings_the_same_cards(three):
    passes(three, 1)
    passes(three, 2)
    drawn = three.seen(0)["state"]["exchange"]
    undo(three, 2)
    vote(three, 0, True)
    vote(three, 1, True)
    passes(three, 2)
    assert three.seen(0)["state"]["exchange"] == drawn


def test_three_votes_and_a_rival_command_at_once_end_in_one_order(ask):
    race(coup(ask, seats=4), lambda: ask, seed=5)


@pytest.mark.xdist_group("live")
def test_votes_race_a_rival_command_over_two_workers(live):
    for seed in range(6):
        race(coup(live.ask(), seats=4), live.ask, seed)


def race(match: Coup, new_ask: Callable[[], Ask], seed: int) -> None:
    """The votes and the command race; whoever comes first decides, and everybody else is told why not."""
    match.send(0, {"type": "declare_action", "params": {"decision_id": 0, "action": "media"}})
    for seat in (1, 2, 3):
        passes(match, seat)
    undo(match, 3)
    state = match.seen(0)["state"]
    command = {
        "type": "choose_exchange",
        "params": {"decision_id": state["decision"]["id"], "keep": ["hand:0", "hand:1"]},
    }
    replies = {}
    others = [match._replace(ask=new_ask()) for _ in range(4)]
    jobs = [lambda seat=seat: replies.__setitem__(seat, vote(others[seat], seat, True).status) for seat in (0, 1, 2)]
    jobs.append(lambda: replies.__setitem__("rival", others[3].send(0, command).status))
    random.Random(seed).shuffle(jobs)
    threads = [threading.Thread(target=job) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    happened = types(match)
    if "MoveUndone" in happened:
        assert replies["rival"] == 422
        assert "UndoLapsed" not in happened
    else:
        assert replies["rival"] == 201
        assert 409 in replies.values()
        assert happened.count("UndoLapsed") == 1
    assert match.ask("GET", f"{match.path}/audit").json["verdict"] == "ok"


def test_the_patches_of_the_steps_lead_from_view_to_view(ask):
    match = coup(ask)
    ask.client.play(match.match, match.tokens, random.Random(3), steps_max=25)
    steps = match.ask("GET", f"{match.path}/steps?limit=100", match.tokens[0]).json["steps"]
    view = None
    for step in steps:
        view = jsonpatch.apply_patch(view, step["patch"])
        shown = match.ask("GET", f"{match.path}/steps/{step['step']}?state=true", match.tokens[0]).json
        assert shown["state"] == view
    last = steps[-1]["step"]
    back = match.ask("GET", f"{match.path}/steps/0?base={last}&state=true", match.tokens[0]).json
    assert jsonpatch.apply_patch(view, back["patch"]) == back["state"]


def test_steps_are_paged_and_since_my_last_move(three):
    passes(three, 1)
    passes(three, 2)
    page = three.ask("GET", f"{three.path}/steps?limit=2", three.tokens[0]).json
    assert [step["step"] for step in page["steps"]] == [0, 1]
    rest = three.ask("GET", f"{three.path}/steps?after={page['next']}", three.tokens[0]).json
    assert [step["step"] for step in rest["steps"]] == [2, 3]
    mine = three.ask("GET", f"{three.path}/steps?since_my_last_move=true", three.tokens[1]).json
    assert [step["step"] for step in mine["steps"]] == [3]
    problem(three.ask("GET", f"{three.path}/steps?since_my_last_move=true"), "not-seated")
    problem(three.ask("GET", f"{three.path}/steps/9"), "not-found")


def test_all_is_revealed_after_the_end_and_not_before(ask):
    match = coup(ask)
    refused = problem(match.ask("GET", f"{match.path}/steps/0?view=revealed", match.tokens[0]), "not-allowed")
    assert (refused["code"], refused["rule"]) == ("not_revealed", "LEDGER-12.3")
    assert match.ask("GET", refused["rule_text"]).json["id"] == "LEDGER-12.3"
    match.finish()
    then = match.ask("GET", f"{match.path}/steps/0?state=true", match.tokens[0]).json["state"]
    assert then["seats"][1]["cards"][0]["card"] is None
    revealed = match.ask("GET", f"{match.path}/steps/0?view=revealed&state=true", match.tokens[0]).json["state"]
    assert revealed["seats"][1]["cards"][0]["card"]["kind"]


def test_a_branch_of_a_finished_match_is_played_on(ask):
    match = coup(ask)
    match.finish()
    opened = match.ask("POST", f"{match.path}/branches", match.tokens[0], {"step": 1, "public": True})
    assert opened.status == 201
    assert opened.json["branch"]["match"] == match.match
    path = f"/v1/matches/{opened.json['id']}"
    for token in match.tokens:
        assert ask("POST", f"{path}/seats", token).status == 201
    began = ask("POST", f"{path}/start", match.tokens[0])
    assert began.json["step"] == 1
    ask.client.play(opened.json["id"], match.tokens, random.Random(1))
    assert ask("GET", f"{path}/audit").json["verdict"] == "ok"
    assert match.ask("GET", f"{match.path}/audit").json["verdict"] == "ok"
    compared = ask("GET", f"{path}/compare?step=1").json
    assert (compared["match"], compared["patch"]) == (match.match, [])
    problem(ask("GET", f"{match.path}/compare"), "not-found")


def test_a_players_branch_of_a_running_match_keeps_what_they_know_and_nothing_else(ask):
    match = coup(ask, seats=3)
    problem(match.ask("POST", f"{match.path}/branches", ask.client.player(), {"step": 0}), "not-allowed")
    problem(match.ask("POST", f"{match.path}/branches", match.tokens[1], {"step": 5}), "not-found")
    own = match.seen(1)["state"]
    hands = set()
    for _ in range(8):
        opened = match.ask("POST", f"{match.path}/branches", match.tokens[1], {"step": 0}).json
        assert opened["branch"]["resampled_for"] == 1
        path = f"/v1/matches/{opened['id']}"
        for seat in (1, 0, 2):
            ask("POST", f"{path}/seats", match.tokens[seat], {"seat": seat})
        ask("POST", f"{path}/start", match.tokens[1])
        assert ask("GET", path, match.tokens[1]).json["state"] == own
        hands.add(str(ask("GET", path, match.tokens[0]).json["state"]["seats"][0]["cards"]))
    assert len(hands) > 1, "the other hands are drawn anew"
    problem(ask("GET", path, ask.client.player()), "not-found")


def test_branches_of_branches_share_history_by_reference(ask, link):
    match = coup(ask)
    match.move()
    path, sizes = match.path, []
    for _ in range(4):
        opened = ask("POST", f"{path}/branches", match.tokens[0], {"step": 1}).json
        path = f"/v1/matches/{opened['id']}"
        sizes.append(memory_of(link, opened["id"]))
        for seat, token in enumerate(match.tokens):
            ask("POST", f"{path}/seats", token, {"seat": seat})
        ask("POST", f"{path}/start", match.tokens[0])
    assert max(sizes) <= BRANCH_BYTES_MAX
    assert ask("GET", path, match.tokens[0]).json["step"] == 1


@pytest.mark.parametrize("slug", list(all_games()))
def test_a_branch_takes_about_a_kilobyte(ask, link, slug):
    match, tokens = ask.client.start(slug, all_games()[slug].seats_max)
    opened = ask("POST", f"/v1/matches/{match}/branches", tokens[0], {"step": 0}, key="k" * 128).json
    assert memory_of(link, opened["id"]) <= BRANCH_BYTES_MAX
    assert ask("GET", f"/v1/matches/{opened['id']}", tokens[0]).json["branch"]["match"] == match


def memory_of(link: Client, match: str) -> int:
    """What the keys of a match really take in the server's memory."""
    keys = link.call("KEYS", f"*{match}*")
    assert keys
    return sum(link.call("MEMORY", "USAGE", key, "SAMPLES", 0) for key in keys)


def test_a_branch_of_a_long_match_reads_and_writes_no_more_than_one_of_a_short_match(app, link, new_app, monkeypatch):
    people, tokens = zip(*(app.extensions["matchledger"].identity.enrol(name, "player") for name in "AB"), strict=True)
    builder = MatchBuilder(people, RedisStore(link))
    costs = []
    for turns in (20, 200):
        match = builder.begin()
        for move in itertools.chain.from_iterable(map(endless_turn, range(turns))):
            builder.play(match, *move)
        cold = in_process(new_app())
        with monkeypatch.context() as patch:
            read = counted(patch)
            opened = cold("POST", f"/v1/matches/{match}/branches", tokens[0], {"step": turns * 2}).json
        assert opened["branch"]["step"] == turns * 2
        costs.append((sum(read), memory_of(link, opened["id"])))
    (read_short, size_short), (read_long, size_long) = costs
    assert read_long <= read_short + 3 * STRIDE, "the way from a waypoint may be a little longer, and that is all"
    assert size_long <= size_short + 128, "a step and a version may have more digits, and memory comes in such pieces"


def counted(patch: pytest.MonkeyPatch) -> list[int]:
    """How many events each look into the store brings."""
    brought: list[int] = []
    plain_read, plain_at = RedisStore.read, RedisStore.at

    def read(*words: Any, **more: Any) -> Any:
        found = plain_read(*words, **more)
        brought.append(len(found))
        return found

    def at(*args: Any, **kwargs: Any) -> Any:
        found = plain_at(*args, **kwargs)
        brought.append(len(found.events))
        return found

    patch.setattr(RedisStore, "read", read)
    patch.setattr(RedisStore, "at", at)
    return brought


def test_a_branch_of_a_branch_of_a_branch_is_compared_with_the_one_it_left(ask):
    match = coup(ask)
    match.finish()
    path = match.path
    for step in (1, 2, 3):
        opened = ask("POST", f"{path}/branches", match.tokens[0], {"step": step, "public": True}).json
        before, path = path, f"/v1/matches/{opened['id']}"
        for seat, token in enumerate(match.tokens):
            ask("POST", f"{path}/seats", token, {"seat": seat})
        began = ask("POST", f"{path}/start", match.tokens[0]).json
        assert began["state"] == ask("GET", f"{before}/steps/{step}?state=true", match.tokens[0]).json["state"]
        Coup(ask, opened["id"], match.tokens).finish(seed=step)
        compared = ask("GET", f"{path}/compare?step={step + 1}", match.tokens[0]).json
        assert (compared["match"], compared["step"]) == (before.rpartition("/")[2], step + 1)
        main = ask("GET", f"{before}/steps/{step + 1}?state=true", match.tokens[0]).json["state"]
        own = ask("GET", f"{path}/steps/{step + 1}?state=true", match.tokens[0]).json["state"]
        assert jsonpatch.apply_patch(main, compared["patch"]) == own
    assert ask("GET", f"{path}/audit").json["verdict"] == "ok"
