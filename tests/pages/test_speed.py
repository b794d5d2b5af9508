"""What a table costs on the wire and on the screen, against budget.json. Times are medians: the machine is shared."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from statistics import median

import pytest

from games.registry import all_games
from tests.pages.desk import WAIT_MS
from tests.pages.tables import NAMES, act_elsewhere, sit_at, start_full
from tests.servers import wait_until

BUDGET = json.loads((Path(__file__).parent / "budget.json").read_text())
EVENTS_MAX = 3
SHIFT_OF_A_FIGURE = 0.002  # one that grows by a digit, and what stands beside it
SHIFTS = """new PerformanceObserver(list => {
  for (const one of list.getEntries()) if (!one.hadRecentInput) {
    window.shift = (window.shift ?? 0) + one.value;
    (window.shifted ??= []).push(...one.sources.map(({ node }) => node?.outerHTML?.slice(0, 80) ?? node?.data));
  }
}).observe({ type: 'layout-shift', buffered: false })"""

# Once the last drawing is on the screen: the browser tells of a shift after it.
SHIFT_SO_FAR = """() => new Promise(done => requestAnimationFrame(() =>
  setTimeout(() => done(window.shift ?? 0), 50)))"""


def count_wire(visitor):
    """The bytes of every answer from now on, headers included, counted by the browser."""
    sizes: list[int] = []
    wire = visitor.context.new_cdp_session(visitor.page)
    wire.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    wire.send("Network.enable")
    return sizes


def wait_for_streams(visitor):
    """The page opens its two streams last."""

    def are_open():
        visitor.page.wait_for_timeout(20)
        return sum("/live" in url for url in visitor.urls) >= 2

    wait_until(are_open, "the streams are open", WAIT_MS / 1000)


@pytest.mark.parametrize("game", sorted(all_games()))
def test_the_first_table(game, visit, desk):
    match, tokens = start_full(desk, game, 12)
    seat = desk.api.match(match)["to_act"][0]
    ana = visit(is_new=True)  # nothing is kept here yet, and the table says how the game is played
    ana.sit_down_as(desk.person(tokens[seat]))
    cold = count_wire(ana)
    ana.urls.clear()
    ana.go(f"/m/{match}")
    wait_for_streams(ana)
    assert sum(cold) <= BUDGET["first_table_bytes"], f"{sum(cold)} bytes"
    assert len(ana.urls) <= BUDGET["first_table_requests"], f"{len(ana.urls)} requests"
    cold.clear()
    ana.urls.clear()
    ana.go(f"/m/{match}")
    wait_for_streams(ana)
    assert sum(cold) <= BUDGET["warm_table_bytes"], f"{sum(cold)} bytes the second time"


@pytest.mark.parametrize("game", sorted(all_games()))
def test_moves_of_others_cost_no_request_and_move_nothing(game, visit, desk):
    match, tokens = start_full(desk, game, 6)
    ana = visit()
    watcher = (desk.api.match(match)["to_act"][0] + 3) % len(tokens)  # not asked soon
    ana.sit_down_as(desk.person(tokens[watcher]))
    ana.go(f"/m/{match}")
    ana.page.wait_for_function("document.fonts.status === 'loaded'")
    desk.finish(match, tokens, Random(9), steps=1)
    ana.wait_for_version(desk.api.match(match)["version"])  # now everything that is read at the beginning has been read
    ana.urls.clear()
    ana.page.evaluate(SHIFTS)
    shift = 0.0
    for number in range(EVENTS_MAX):
        version = ana.version
        desk.finish(match, tokens, Random(number), steps=1)
        ana.wait_for_move(version)
        if watcher in desk.api.match(match)["to_act"]:
            break  # what this player is asked moves what stands below it
        shift = ana.page.evaluate(SHIFT_SO_FAR)
    # Whether somebody attacks this player depends on the cards: then the icon of the tab changes, which is a file.
    asked = [url for url in ana.urls if "/v1/" in url]
    assert len(asked) <= BUDGET["requests_for_an_event_of_another"], asked
    assert shift <= BUDGET["layout_shift_during_play"] + SHIFT_OF_A_FIGURE, ana.page.evaluate("window.shifted")


PLACES = """() => [...document.querySelectorAll('.answered li, .undo')].map((one) => {
  const { left, top, width, height } = one.getBoundingClientRect();
  return [left, top, width, height]; })"""


def test_whoever_passes_moves_no_other_and_not_what_can_be_taken_back(visit, desk):
    match, tokens = start_full(desk, "coup", 0)
    actor = desk.api.match(match)["to_act"][0]
    offered = desk.api.choices(match, tokens[actor])
    claim = next(one for one in offered["choices"] if one["label"].startswith("Claim Russia"))
    params = {name: domain["one_of"][0] for name, domain in claim["params"].items()}
    desk.api.send(match, tokens[actor], {"type": claim["type"], "params": params}, offered["version"])
    watcher, *others = desk.api.match(match)["to_act"]
    act_elsewhere(desk, match, tokens, watcher, "pass")
    ana = visit()
    ana.sit_down_as(desk.person(tokens[watcher]))
    ana.go(f"/m/{match}")
    ana.page.wait_for_function("document.fonts.status === 'loaded'")
    ana.page.wait_for_selector("[data-test=undo]")
    before = ana.page.evaluate(PLACES)
    assert len(before) == len(tokens), "all but who claims, and what can be taken back"
    for seat in others[:-1]:
        ana.wait_for_version(act_elsewhere(desk, match, tokens, seat, "pass")["version"])
        assert NAMES[seat] not in ana.page.inner_text(".answered li:not(.done) >> nth=0")
        assert ana.page.evaluate(PLACES) == before
    assert ana.page.locator(".answered .done").all_inner_texts()[0] == "✓ you passed"


def test_a_press_is_answered_at_once(visit, desk):
    """Whatever the network does: the page shows that it has heard."""
    match, tokens = start_full(desk, "clank", 0)
    ana = sit_at(visit, desk, match, tokens)
    times = []
    for _ in range(3):
        ana.wait_for_choice()
        version = ana.version
        times.append(
            ana.page.evaluate(
                """() => new Promise(done => {
                  const began = performance.now();
                  new MutationObserver(() => done(performance.now() - began))
                    .observe(document.body, { attributes: true, attributeFilter: ['data-sending'] });
                  document.querySelector('[data-test=acts] .choice [data-send]').click();
                })"""
            )
        )
        ana.wait_for_move(version)
        ana.page.wait_for_selector("body:not([data-sending])")
    assert median(times) <= BUDGET["press_to_answer_ms"], times
