"""Replay by keyboard, views without a leak, a match that goes on meanwhile; test_analysis.py has the rest."""

from __future__ import annotations

from random import Random

import pytest

from games.registry import all_games
from tests.pages.replay_speed import KINDS, measure

LOADED = "[data-test=table][data-loaded]"
# The table as it stands and the same step drawn from nothing, if they differ; marks of what has changed are left out.
DIFFERENCE = """async (match) => {
  const { adapterFor, makeContext } = await import('/static/table.js');
  const { get, game } = await import('/static/api.js');
  const table = document.querySelector('[data-test=table]');
  const found = await get(`/v1/matches/${match}`);
  const { state } = await get(`/v1/matches/${match}/steps/${table.dataset.step}?state=true&view=revealed`);
  const played = await game(found.game);
  const adapter = await adapterFor(played);
  const parts = { match: found, view: state, seat: 0, isOwn: false, game: played, adapter };
  const shown = table.firstElementChild.cloneNode(true);
  for (const one of shown.querySelectorAll('.changed, .is-shown')) one.classList.remove('changed', 'is-shown');
  for (const one of shown.querySelectorAll('[data-seen]')) { delete one.dataset.seen; one.removeAttribute('title'); }
  for (const one of shown.querySelectorAll('[class=""]')) one.removeAttribute('class');
  const fresh = adapter.draw(state, makeContext(parts));
  return shown.isEqualNode(fresh) ? [] : [shown.outerHTML, fresh.outerHTML];
}"""

IS_IN_SIGHT = """item => {
  const list = item.closest('.transcript').getBoundingClientRect();
  const box = item.getBoundingClientRect();
  return box.top >= list.top - 1 && (box.bottom <= list.bottom + 1 || box.height > list.height);
}"""


def shown_step(person):
    return int(person.page.get_attribute("[data-test=table]", "data-step"))


def wait_for_step(person, step):
    person.page.wait_for_selector(f"[data-test=table][data-step='{step}']")


def test_replay_by_keyboard(visit, desk, played):
    match, _ = played
    ana = visit()
    ana.go(f"/m/{match}/replay")
    ana.page.wait_for_selector(LOADED)
    assert shown_step(ana) == 0
    for key, step in (("ArrowRight", 1), ("ArrowRight", 2), ("PageDown", 12), ("ArrowLeft", 11), ("Home", 0)):
        ana.page.keyboard.press(key)
        wait_for_step(ana, step)
    ana.page.keyboard.press("End")
    last = desk.api.match(match)["step"]
    wait_for_step(ana, last)
    assert last > 20
    ana.page.wait_for_url(f"**#step={last}&**")
    ana.page.keyboard.press("Home")
    ana.page.select_option("[data-test=speed]", "fastest")
    ana.page.keyboard.press("Escape")
    ana.page.click("[data-test=play]")
    ana.page.wait_for_function("() => Number(document.querySelector('[data-test=table]').dataset.step) >= 3")
    ana.page.click("[data-test=play]")
    ana.page.wait_for_selector("[data-test=play][data-state=paused]")


def test_shift_and_an_arrow_go_from_turn_to_turn(visit, desk, played):
    match, _ = played
    ana = visit()
    ana.go(f"/m/{match}/replay")
    ana.page.wait_for_selector(LOADED)
    told = desk.api.call("GET", f"/v1/matches/{match}/steps?limit=100&patch=false")["steps"]
    # The turn begins with the last event of one step, and the next step is the first that is sent in it.
    first, second = [one["step"] + 1 for one in told if one["markers"]][:2]
    last = desk.api.match(match)["step"]
    keys = (("Shift+ArrowRight", first), ("Shift+ArrowRight", second), ("Shift+ArrowLeft", first), ("End", last))
    for key, step in keys:
        ana.page.keyboard.press(key)
        wait_for_step(ana, step)
        shown = ana.page.locator(".transcript .current")
        assert shown.get_attribute("data-step") == str(step)
        assert shown.evaluate(IS_IN_SIGHT)


@pytest.mark.parametrize("game", sorted(all_games()))
def test_a_table_that_was_altered_step_by_step_is_the_one_drawn_from_nothing(game, visit, desk):
    """The replay draws only what is another thing than before; this holds it to having left nothing out."""
    match, tokens = desk.start(game, seats=3)
    desk.finish(match, tokens, Random(11))
    ana = visit()
    ana.go(f"/m/{match}/replay#view=revealed")
    ana.page.wait_for_selector(LOADED)
    rng = Random(12)
    keys = [key for kind in KINDS.values() for key in kind]
    for _ in range(60):
        ana.page.keyboard.press(rng.choice(keys))
        if rng.random() < 0.5:
            assert ana.page.evaluate(DIFFERENCE, match) == [], shown_step(ana)


@pytest.mark.parametrize("game", ["big-deal", "munchkin-apocalypse"])
def test_a_perspective_shows_no_more_than_was_known(game, visit, desk):
    """Every body that the page gets, the live stream included, is searched for the cards in the other hand."""
    match, tokens = desk.start(game)
    desk.finish(match, tokens, Random(5), steps=4)
    hidden = hidden_cards(desk.api.match(match, tokens[1])["state"])
    assert len(hidden) >= 2
    ana = visit()
    ana.listen()
    ana.sit_down_as(desk.person(tokens[0]))
    ana.go(f"/m/{match}")
    ana.page.wait_for_selector("[data-test=table] .other")
    ana.go(f"/m/{match}/replay")
    ana.page.wait_for_selector(LOADED + "[data-view=mine]")
    ana.page.select_option("[data-test=perspective]", "spectator")
    ana.page.wait_for_selector(LOADED + "[data-view=spectator]")
    ana.page.select_option("[data-test=perspective]", "mine")
    ana.page.wait_for_selector(LOADED + "[data-view=mine]")
    assert ana.page.query_selector("option[value=revealed]") is None
    assert ana.page.query_selector("option[value='seat:1']") is None
    ana.go(f"/m/{match}/audit#step=3")
    ana.page.wait_for_selector("[data-test=evidence-view]")
    ana.page.wait_for_selector("[data-verdict='not proven here']")
    searched = {url: "".join(texts) for url, texts in ana.bodies.items() if "/v1/games" not in url}
    asked = {url for url in ana.urls if "/v1/matches/" in url and "/live" not in url}
    assert asked <= searched.keys()
    assert len(searched) >= 5
    for url, text in searched.items():
        assert not [card for card in hidden if card in text], url


def hidden_cards(state):
    """The cards that only seat 1 holds, as an answer would spell them."""
    if "players" in state:
        return [f'"{held["card"]}"' for held in state["players"][1]["hand"]["cards"]]
    return [f'"{held["id"]}"' for held in state["seats"][1]["hand"]]


def test_all_is_revealed_after_the_end(visit, played):
    match, _ = played
    ana = visit()
    ana.go(f"/m/{match}/replay#step=4")
    ana.page.wait_for_selector(LOADED + "[data-view=spectator]")
    before = ana.page.locator(".open-hand .gang-chip").count()
    ana.page.select_option("[data-test=perspective]", "revealed")
    ana.page.wait_for_function("n => document.querySelectorAll('.open-hand .gang-chip').length > n", arg=before)
    assert shown_step(ana) == 4


def headings(person, steps=range(100)):
    """Which steps a turn stands over, in the transcript or in the log."""
    found = person.page.evaluate(
        """() => [...document.querySelectorAll('.transcript li')].filter(one => one.querySelector('.marker'))
          .map(one => [Number(one.dataset.step), one.querySelector('.marker').textContent])"""
    )
    return [(step, turn) for step, turn in found if step in steps]


def test_a_step_stands_under_the_turn_in_which_it_was_sent(visit, desk):
    """The step that ends a turn is one of it, and what was taken back has begun no turn."""
    match, tokens = desk.start("coup", 4)
    taken = [desk.api.match(match)["step"] + 1]
    desk.finish(match, tokens, Random(2), steps=1)
    while not desk.api.call("GET", f"/v1/matches/{match}/steps?after={taken[-1] - 1}")["steps"][0]["markers"]:
        desk.finish(match, tokens, Random(2), steps=1)
        taken.append(taken[-1] + 1)
    desk.api.call("POST", f"/v1/matches/{match}/undo", desk.arbiter(), {"to_step": 0})
    desk.finish(match, tokens, Random(3), steps=30)
    steps = desk.api.call("GET", f"/v1/matches/{match}/steps?limit=100")["steps"]
    begun = [(one["step"] + 1, one["markers"][-1]) for one in steps if one["markers"] and not one["undone"]]
    expected = [pair for pair in begun if pair[0] <= steps[-1]["step"]]
    assert len(expected) > 2
    assert taken[-1] + 1 < expected[1][0], "the turn that was taken back is not the first heading"
    ana = visit()
    ana.go(f"/m/{match}/replay")
    ana.page.wait_for_selector(LOADED)
    assert headings(ana) == expected
    (_, one), (second, two) = expected[:2]
    for step, turn in ((0, ""), (1, one), (taken[-1], one), (second - 1, one), (second, two)):
        ana.go(f"/m/{match}/replay#step={step}")
        wait_for_step(ana, step)
        assert ana.page.inner_text(".turn-count") == (turn and f"{turn} of {len(expected)}"), step
        assert ana.page.locator("[data-test=told] .marker").count() == 0
    ana.sit_down_as(desk.person(tokens[0]))
    ana.go(f"/m/{match}")
    ana.page.wait_for_selector(".transcript li[data-step]")
    ana.page.wait_for_function(
        "last => document.querySelector(`.transcript li[data-step='${last}']`)", arg=steps[-1]["step"]
    )
    # The log has neither the set-up nor the oldest steps, so it does not know in which turn its first step was sent.
    shown = ana.page.locator(".transcript li[data-key^=step]").first.get_attribute("data-step")
    assert headings(ana) == [pair for pair in expected if pair[0] > int(shown)]


def test_undone_moves_are_struck_through(visit, desk):
    match, tokens = desk.start("coup")
    desk.finish(match, tokens, Random(2), steps=1)
    arbiter = desk.arbiter()
    desk.api.call("POST", f"/v1/matches/{match}/undo", arbiter, {"to_step": 0})
    ana = visit()
    ana.go(f"/m/{match}/replay")
    ana.page.wait_for_selector(".transcript .undone s")


def test_a_running_match_goes_on_in_the_replay(visit, desk):
    """New steps come in by themselves, whoever looks at the newest stays with it, and the end opens everything."""
    match, tokens = desk.start("coup")
    desk.finish(match, tokens, Random(6), steps=3)
    ana = visit()
    ana.go(f"/m/{match}/replay#step=1")
    ana.page.wait_for_selector(LOADED)
    desk.finish(match, tokens, Random(7), steps=1)
    ana.page.wait_for_selector(f".transcript li[data-step='{desk.api.match(match)['step']}']")
    assert shown_step(ana) == 1
    ana.page.keyboard.press("End")
    desk.finish(match, tokens, Random(8), steps=1)
    wait_for_step(ana, desk.api.match(match)["step"])
    desk.api.call("POST", f"/v1/matches/{match}/undo", desk.arbiter(), {"to_step": 2})
    ana.page.wait_for_selector(".transcript li[data-step='3'].undone s")
    desk.finish(match, tokens, Random(9))
    ana.page.wait_for_selector("[data-test=replay-status][data-status=finished]")
    ana.page.select_option("[data-test=perspective]", "revealed")
    ana.page.wait_for_selector(LOADED + "[data-view=revealed]")


def test_how_fast_a_step_shows_can_be_measured(visit, desk):
    """A short run of the program that measures it; how long it took says nothing on a busy machine."""
    match, tokens = desk.start("clank")
    desk.finish(match, tokens, Random(4), steps=25)
    measured = measure(visit().page, f"{desk.service.base}/m/{match}/replay", 48, Random(1))
    for kind in KINDS:
        assert len(measured.of(kind, "drawn_ms")) == 12
        assert all(0 < one < 60_000 for one in measured.of(kind, "drawn_ms") + measured.of(kind, "screen_ms"))
    assert measured.used_ms > 0
