"""The replay as an analysis board: any seat's view, who was shown what, the way of a card, variations, the overview."""

from __future__ import annotations

from random import Random

import pytest
import requests

from games.registry import all_games
from tests.pages.desk import Desk
from tests.pages.tables import resize, start_full
from tests.pages.test_fit import SEEN
from tests.pages.test_replay import LOADED, shown_step, wait_for_step
from tests.servers import wait_until

TRANSPORT_PX = 56
OVERVIEW_BYTES_MAX = 20_000
MARKS = """[...document.querySelectorAll('[data-trace]')]
  .map(({ dataset, title }) => [dataset.trace, dataset.seen, title])"""


@pytest.fixture(scope="module")
def munchkin(served):
    """A long match of Munchkin Apocalypse: its id, its last step, its tokens."""
    desk = Desk(served)
    for seed in range(16):
        match, tokens = desk.start("munchkin-apocalypse", seats=4)
        found = desk.finish(match, tokens, Random(seed))
        if found["version"] >= 1000:
            return match, found["step"], tokens
    raise AssertionError("no match was long enough")


def open_replay(person, match, **wanted):
    hash_ = "&".join(f"{name}={value}" for name, value in wanted.items())
    person.go(f"/m/{match}/replay#{hash_}")
    person.page.wait_for_selector(LOADED)


@pytest.mark.parametrize("game", sorted(all_games()))
def test_the_replay_fits_into_one_window(game, visit, desk):
    match, tokens = start_full(desk, game, 30)
    seat = desk.api.match(match)["to_act"][0]
    ana = visit()
    ana.sit_down_as(desk.person(tokens[seat]))
    for size, shown in (
        ("laptop", (".pane-hand", ".transcript .current", ".felt > .middle")),
        ("phone", (".pane-hand",)),
    ):
        resize(ana, size)
        open_replay(ana, match, step=12)
        page = ana.page
        assert page.evaluate("document.documentElement.scrollHeight === innerHeight"), size
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), size
        for selector in (*shown, "[data-test=told]", "[data-test=play]", "[data-test=last]"):
            assert page.evaluate(SEEN, selector) == "", size
    resize(ana, "laptop")
    assert ana.page.evaluate("document.querySelector('.transport').offsetHeight") == TRANSPORT_PX


def test_the_view_of_any_seat_keeps_the_step(visit, desk, played):
    match, tokens = played
    ana = visit()
    ana.sit_down_as(desk.person(tokens[1]))
    open_replay(ana, match, step=7)
    assert ana.page.get_attribute("[data-test=table]", "data-view") == "seat:1"
    assert "(you)" in ana.page.inner_text(".me h3")
    for view, name in (("seat:0", "Player 0"), ("revealed", "Player 0"), ("spectator", None)):
        ana.page.select_option("[data-test=perspective]", view)
        ana.page.wait_for_selector(f"{LOADED}[data-view='{view}']")
        assert shown_step(ana) == 7
        assert ana.page.locator(".me h3").all_inner_texts() == ([name] if name else [])
    ana.page.keyboard.press("v")
    ana.page.wait_for_selector(LOADED + "[data-view=revealed]")


def test_what_the_search_would_have_played(visit, desk, played):
    match, _ = played
    first = desk.api.call("GET", f"/v1/matches/{match}/steps/0/advice")
    ana = visit()
    open_replay(ana, match, step=0, view="spectator")
    ana.page.click("[data-test=advice]:visible")
    ana.page.wait_for_selector(".advice li")
    assert f"Player {first['seat']} is to decide." in ana.page.inner_text("dialog")
    for text, one in zip(ana.page.locator(".advice li b").all_inner_texts(), first["compared"], strict=True):
        assert text.startswith(one["label"])
    ana.page.keyboard.press("Escape")
    ana.page.keyboard.press("End")
    ana.page.keyboard.press("a")
    ana.page.wait_for_selector("dialog .problem, dialog [role=alert]")


def test_who_was_shown_a_card_and_where_it_went_is_three_presses_away(visit, desk, munchkin):
    match, last, _ = munchkin
    known = desk.api.call("GET", f"/v1/matches/{match}/steps/{last}?known=true&patch=false")["known"]
    names = {card["id"]: card["name"] for card in desk.api.call("GET", "/v1/games/munchkin-apocalypse")["catalogue"]}
    kinds = [one["kind"] for one in known]
    card = next(
        one
        for one in known
        if len({shown["step"] for shown in one["shown"]}) > 1 and kinds.count(one["kind"]) == 1 and one["kind"] in names
    )
    way = desk.api.call(
        "GET", f"/v1/matches/{match}/steps?card={card['card'].replace('#', '%23')}&limit=100&detail=words"
    )
    ana = visit()
    open_replay(ana, match)
    ana.page.click("[data-test=find]")  # one
    ana.page.keyboard.type(names[card["kind"]])
    ana.page.click("[data-test=found-card]")  # two
    ana.page.wait_for_selector("[data-test=way]")
    steps = ana.page.locator("[data-test=way] [data-step]")
    assert [int(one.get_attribute("data-step")) for one in steps.all()] == [one["step"] for one in way["steps"]]
    told = ana.page.inner_text("[data-test=shown-to]")
    for shown in card["shown"]:
        assert f"(step {shown['step']})" in told
    steps.last.click()  # three
    wait_for_step(ana, way["steps"][-1]["step"])


def test_an_eye_marks_what_only_some_have_seen(visit, desk, munchkin):
    match, last, _ = munchkin
    known = {
        one["card"]: one["shown"]
        for one in desk.api.call("GET", f"/v1/matches/{match}/steps/{last}?known=true&patch=false")["known"]
    }
    ana = visit()
    open_replay(ana, match, view="revealed")
    marks = 0
    for step in (0, 40, 90):
        ana.page.evaluate("step => { location.hash = `step=${step}`; }", step)
        wait_for_step(ana, step)
        found = ana.page.evaluate(MARKS)
        for card, seen, title in found:
            seats = [shown["seat"] for shown in known.get(card, []) if shown["step"] <= step]
            assert bool(seen) == (0 < len(seats) < 4), (step, card)
            assert not seen or all(f"Player {seat}" in title for seat in seats)
            marks += bool(seen)
    assert marks > 5


def test_what_is_typed_finds_sentences_and_kinds_of_events(visit, played):
    match, _ = played
    ana = visit()
    open_replay(ana, match, step=9)
    ana.page.keyboard.press("f")
    ana.page.keyboard.type("set formed")
    ana.page.locator("[data-test=found-step]").first.click()
    assert "lays a set" in ana.page.inner_text("[data-test=told]")
    assert ana.page.query_selector(".changed") is not None
    ana.page.fill("[data-test=find]", "zzzz")
    assert "Nothing matches" in ana.page.inner_text("[data-test=found]")
    ana.page.keyboard.press("Escape")
    assert ana.page.is_visible("[data-test=transcript]")


def test_share_copies_step_view_and_variation_and_says_so(visit, played):
    match, _ = played
    ana = visit()
    ana.context.grant_permissions(["clipboard-read", "clipboard-write"])
    open_replay(ana, match, step=5, view="seat:1")
    ana.page.keyboard.press("ArrowRight")
    ana.page.click("[data-test=share]")
    ana.page.wait_for_selector("[data-test=toast]:has-text('step 6, as Player 1 knew it')")
    copied = ana.page.evaluate("navigator.clipboard.readText()")
    assert copied.endswith(f"/m/{match}/replay#step=6&view=seat%3A1")
    ben = visit()
    ben.go(copied.removeprefix(ben.base))
    ben.page.wait_for_selector(LOADED + "[data-view='seat:1']")
    assert shown_step(ben) == 6


def test_the_overview_is_drawn_read_and_pressed(visit, desk, munchkin):
    match, last, _ = munchkin
    answer = requests.get(f"{desk.service.base}/v1/matches/{match}/overview", timeout=30)
    assert len(answer.content) <= OVERVIEW_BYTES_MAX
    ana = visit()
    open_replay(ana, match)
    lines = ana.page.wait_for_selector("[data-test=overview-lines]")
    assert ana.page.locator(".seat-line").count() == 4
    box = lines.bounding_box()
    ana.page.mouse.click(box["x"] + box["width"] * 0.75, box["y"] + box["height"] / 2)
    assert abs(shown_step(ana) - last * 0.75) <= last * 0.02
    ana.page.click("[data-test=overview-table]")
    rows = ana.page.locator("[data-test=overview-rows] tbody tr")
    points = answer.json()["seats"][0]["points"]
    assert rows.last.locator("td").first.inner_text() == str(points[-1][1])


def test_what_if_becomes_a_variation_that_can_be_compared(visit, played, desk):
    match, _ = played
    ana = visit("Ana")
    open_replay(ana, match, step=6, view="seat:1")
    ana.page.click("[data-test=what-if]")
    assert ana.page.input_value("[data-test=what-if-seat]") == "1"
    ana.page.click("[data-test=what-if-go]")
    ana.page.wait_for_selector("[data-test=status][data-status=running]")
    branch = ana.page.url.rsplit("/", 1)[1]
    seats = desk.api.match(branch, ana.token)["seats"]
    assert [one["player"] == ana.me["id"] for one in seats] == [False, True]
    ana.wait_for_choice()
    assert ana.click_choice(Random(1))

    def is_listed() -> bool:
        found = desk.api.call("GET", f"/v1/matches/{match}/branches", ana.token)["branches"]
        return any(one["id"] == branch for one in found)

    wait_until(is_listed, "the branch is listed", 30)
    open_replay(ana, match, step=6, view="seat:1")
    item = ana.page.wait_for_selector(f".variation[data-variation='{branch}']")
    assert "Ana tried" in item.inner_text()
    assert item.evaluate("one => one.previousSibling.dataset.step") == "6", "it stands under the step that it leaves"
    ana.page.keyboard.press("ArrowDown")
    ana.page.wait_for_selector(".variation.is-shown [data-step]")
    ana.page.keyboard.press("ArrowRight")
    wait_for_step(ana, 7)
    assert "Ana" in ana.page.inner_text(".me h3")
    ana.page.wait_for_url(f"**variation={branch}")
    ana.page.click("[data-test=split]")
    assert "Player 1" not in ana.page.inner_text("[data-test=half-variation]")
    assert ana.page.inner_text("[data-test=half-main]") != ana.page.inner_text("[data-test=half-variation]")
    again = ana.page.url.removeprefix(ana.base)
    ana.page.click("[data-test=main]")
    ana.page.wait_for_selector(".match:not(.is-split) [data-test=table][data-step='7'] .mine:has-text('Player 1')")
    ana.go("/")
    ana.go(again)
    ana.page.wait_for_selector(".variation.is-shown")
    wait_for_step(ana, 7)


def test_a_step_a_seat_or_a_variation_that_there_is_not_is_said(visit, played, desk):
    match, _ = played
    last = desk.api.match(match)["step"]
    ana = visit()
    open_replay(ana, match, step=99999)
    ana.page.wait_for_selector(f"[data-test=toast]:has-text('There is no step 99999; the last one is {last}.')")
    assert shown_step(ana) == last
    for wanted, told in (({"view": "seat:7"}, "cannot be seen as"), ({"variation": "m-nothing"}, "no variation")):
        ana.go("/")
        open_replay(ana, match, **wanted)
        ana.page.wait_for_selector(f"[data-test=toast]:has-text('{told}')")
        assert ana.page.is_visible("[data-test=table] .felt")


def test_it_can_be_paced_by_the_times_at_which_it_was_played(visit, played):
    """Bots play without pauses: each step then has the shortest one."""
    match, _ = played
    ana = visit()
    open_replay(ana, match)
    ana.page.select_option("[data-test=speed]", "played")
    ana.page.click("[data-test=play]")
    ana.page.wait_for_function("() => Number(document.querySelector('[data-test=table]').dataset.step) >= 2")
    ana.page.click("[data-test=play]")
    ana.page.wait_for_selector("[data-test=play][data-state=paused]")


def test_looking_back_keeps_the_question(visit, desk):
    match, tokens = start_full(desk, "coup", 9)
    seat = desk.api.match(match)["to_act"][0]
    ana = visit()
    ana.sit_down_as(desk.person(tokens[seat]))
    ana.go(f"/m/{match}")
    ana.wait_for_choice()
    asked = ana.page.inner_text("[data-test=acts] .prompt")
    now = ana.page.inner_text("[data-test=table]")
    ana.page.click("[data-test=look-back]")
    ana.page.wait_for_selector("[data-test=looking]")
    ana.page.keyboard.press("Home")
    ana.page.wait_for_selector("[data-test=looking]:has-text('step 0 of')")
    assert ana.page.inner_text("[data-test=table]") != now
    assert ana.page.inner_text("[data-test=acts] .prompt") == asked
    assert ana.page.evaluate("document.documentElement.scrollHeight === innerHeight")
    ana.page.keyboard.press("Escape")
    ana.page.wait_for_selector("[data-test=looking]", state="detached")
    assert ana.page.inner_text("[data-test=table]") == now
    step = ana.page.locator("[data-test=log] .step-number").first
    step.click()
    ana.page.wait_for_selector(f"[data-test=looking]:has-text('step {step.inner_text()} of')")
    assert ana.page.url.endswith(f"/m/{match}"), "nobody leaves the table"
    assert ana.click_choice(Random(2)), "and whoever is asked can answer meanwhile"
    ana.page.click("[data-test=look-return]")
    ana.page.wait_for_selector("[data-test=transport]", state="detached")
