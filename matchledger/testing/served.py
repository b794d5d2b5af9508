"""What every game must hold to once it is served: the real service, asked over HTTP as clients ask it."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any, NamedTuple

import msgspec
import pytest
from matchledger_client import Client, Match

from events.visibility import SPECTATOR, Viewer, part_is_for, unite
from games.bots import policy_for
from games.decider import Decider
from games.dice import Dice

STEPS_MAX = 2000
LOOKS = 25  # moments of a match at which everybody looks
CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


class Look(NamedTuple):
    """What a viewer was sent at a moment of a match."""

    viewer: Viewer
    version: int
    step: int
    to_act: list[int]
    view: Any
    choices: Any
    events: list[Any]  # all so far


class Played(NamedTuple):
    """A match of everybody's own client, and what each of them was sent on the way."""

    id: str
    seats: list[Match]
    everybody: Match
    looks: list[Look]


def begin(address: str, game: Decider[Any], options: Any, seats: int) -> Played:
    people = [Client(address).sign_up(f"Player {number + 1}") for number in range(seats)]
    opened = people[0].open_match(game.slug, seats, msgspec.to_builtins(options))
    views = [one.match(opened.id) for one in people]
    for view in views:
        view.sit()
    views[0].start()
    for view in views[1:]:
        view.settle_luck(view.get())
    return Played(opened.id, views, Client(address).match(opened.id), [])


def act(game: Decider[Any], played: Played, rng: random.Random) -> int | None:
    """One command of somebody who is to act; their seat, None if the match is over."""
    found: Any = played.everybody.get()
    if found["status"] == "finished":
        return None
    seat = int(rng.choice(found["to_act"]))
    own, offered = played.seats[seat].get(), played.seats[seat].choices()
    policy = policy_for(game.slug, "sensible")
    played.seats[seat].send(policy(rng, dict(own), seat, list(offered["choices"])))
    return seat


def look(played: Played) -> None:
    """Everybody asks for the table, the choices and the events."""
    viewers: list[tuple[Viewer, Match]] = [*enumerate(played.seats), (SPECTATOR, played.everybody)]
    for viewer, match in viewers:
        table: Any = match.get()
        if table["status"] == "finished":
            return
        choices: Any = match.choices()["choices"] if viewer != SPECTATOR else None
        events = page_through(match)
        played.looks.append(
            Look(viewer, table["version"], table["step"], table["to_act"], table["state"], choices, events)
        )


def page_through(match: Match) -> list[Any]:
    events: list[Any] = []
    after: int | None = 0
    while after is not None:
        page = match.request("GET", "/events", query={"after": after})
        events += page["events"]
        after = page["next"]
    return events


@pytest.fixture(scope="module")
def played(
    matchledger_service: str, matchledger_game: Decider[Any], matchledger_options: Callable[[random.Random], Any]
) -> Played:
    """A match that was played to its end over HTTP, with a look at some of its moments."""
    game, rng = matchledger_game, random.Random(1)
    match = begin(matchledger_service, game, matchledger_options(rng), max(game.seats_min, min(3, game.seats_max)))
    for step in range(STEPS_MAX):
        if step < LOOKS:
            look(match)
        if act(game, match, rng) is None:
            return match
    pytest.fail(f"the match was not over after {STEPS_MAX} steps: give the game a bot.py that wants to win")


def states_of(game: Decider[Any], events: list[Any]) -> dict[int, Any]:
    """The true state by version, from the events of a finished match, in which everything is open."""
    known = {one.__name__: one for one in game.rules.on_event}
    state, found = game.rules.initial, {}
    for event in events:
        if event["type"] in known:
            whole = unite(known[event["type"]], {**event["public"], "rule": event["rule"]}, event.get("secret", {}))
            state = game.evolve(state, msgspec.convert(whole, known[event["type"]]))
        found[event["version"]] = state
    return found


def test_nobody_was_sent_what_they_may_not_know(matchledger_game: Decider[Any], played: Played) -> None:
    """What a viewer was sent is what they would have been sent in another world that looks the same to them."""
    game, rng = matchledger_game, random.Random(2)
    truth = page_through(played.everybody)
    states = states_of(game, truth)
    assert played.looks
    for one in played.looks:
        other = game.presentation.resample(states[one.version], one.viewer, Dice(rng.randbytes(8), 0))
        assert plain(game.presentation.view(other, one.viewer)) == one.view, (one.viewer, one.version)
        if one.choices is not None:
            offered = [plain(template) for template in game.rules.choices(other, int(one.viewer))]
            assert [{"type": sent["type"], "params": sent["params"]} for sent in one.choices] == offered
        for whole, sent in zip(truth, one.events):
            allowed = {name: part for name, part in whole.get("secret", {}).items() if part_is_for(name, one.viewer)}
            assert {**whole, "secret": allowed} == {"secret": {}, **sent}, (one.viewer, one.version)


def plain(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


def test_every_step_is_replayed_as_it_was(played: Played) -> None:
    for one in played.looks:
        match = played.everybody if one.viewer == SPECTATOR else played.seats[int(one.viewer)]
        step = match.request("GET", f"/steps/{one.step}", query={"state": True})
        assert step["state"] == one.view, (one.viewer, one.step)


def test_the_audit_executes_the_match_again_and_agrees(played: Played) -> None:
    assert played.everybody.audit()["verdict"] == "ok"


def test_a_command_is_taken_back_and_the_match_goes_on(
    matchledger_service: str, matchledger_game: Decider[Any], matchledger_options: Callable[[random.Random], Any]
) -> None:
    game, rng = matchledger_game, random.Random(3)
    match = begin(matchledger_service, game, matchledger_options(rng), max(game.seats_min, min(2, game.seats_max)))
    taken_back = 0
    for _ in range(20):
        before: Any = match.everybody.get()
        seat = act(game, match, rng)
        after: Any = match.everybody.get()
        if seat is None or after["status"] == "finished":
            break
        plan = match.seats[seat].undo_plan()
        if plan["needs"] == "impossible" or plan["steps"] != [after["step"]]:
            continue
        match.seats[seat].undo()
        for voter in plan["voters"]:
            match.seats[voter].vote(accepts=True)
        again: Any = match.everybody.get()
        assert again["to_act"] == before["to_act"]
        if game.take_back.reopen is None:  # else open decisions have new ids
            assert again["state"] == before["state"]
        taken_back += 1
        act(game, match, rng)
    assert match.everybody.audit()["verdict"] == "ok"
    if not taken_back:
        pytest.skip("the rules let nothing be taken back")


def test_the_pages_show_the_match_and_its_replay(matchledger_service: str, played: Played) -> None:
    """Where Playwright is installed and there is a Chromium."""
    browser = next((found for name in CHROMIUM if (found := shutil.which(name))), None)
    if browser is None or find_spec("playwright") is None:
        pytest.skip("needs a Chromium and the package playwright")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=browser, args=["--no-sandbox"], headless=True)
        try:
            page = chromium.new_page()
            wrong: list[str] = []
            page.on("pageerror", lambda error: wrong.append(str(error)))
            page.on("console", lambda line: wrong.append(line.text) if line.type == "error" else None)
            for path in (f"/m/{played.id}", f"/m/{played.id}/replay"):
                page.goto(matchledger_service + path)
                page.wait_for_selector("html[data-ready]")
                page.wait_for_selector("[data-test=table] > *")
            assert not wrong, wrong
        finally:
            chromium.close()
