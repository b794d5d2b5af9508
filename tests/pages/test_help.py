"""How to play in two minutes, and the tour of a real table."""

from __future__ import annotations

from random import Random

import pytest

from games.registry import all_games
from tests.pages.tables import SIZES, resize, sit_at, start_full
from tests.pages.test_speed import SHIFTS

HELP = "[data-test=first-help]"
COVERED = """help => {
  const box = document.querySelector(help).getBoundingClientRect();
  const meets = (one) => { const { left, right, top, bottom } = one.getBoundingClientRect();
    return Math.min(right, box.right) - Math.max(left, box.left) > 1
      && Math.min(bottom, box.bottom) - Math.max(top, box.top) > 1; };
  const parts = ['.question', '.middle', '.others', '.pane.is-shown', '.pane-hand'];
  const shown = (part) => [...document.querySelectorAll(part)].filter((one) => one.checkVisibility());
  return parts.filter((part) => shown(part).some(meets));
}"""


# How much of what the tour explains lies under its bubble.
OVERLAP = """() => {
  const [one, other] = ['.in-tour', '.tour'].map((name) => document.querySelector(name).getBoundingClientRect());
  const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return Math.max(0, width) * Math.max(0, height) / (one.width * one.height);
}"""


@pytest.mark.parametrize("game", sorted(all_games()))
def test_five_sentences_and_a_tour(game, visit, desk):
    match, tokens = start_full(desk, game, 2)
    ana = sit_at(visit, desk, match, tokens)
    ana.page.keyboard.press("?")
    ana.page.wait_for_selector("[data-test=help]")
    assert ana.page.locator(".two-minutes li").count() == 5
    assert ana.page.locator(".table-picture .mark").count() >= 5
    ana.page.click("[data-test=help-tour]")
    stops = 0
    while ana.page.locator("[data-test=tour-next]").count():
        assert ana.page.locator(".in-tour").count() == 1
        assert ana.page.evaluate(OVERLAP) < 0.35, "it covers little of what it explains"
        ana.page.click("[data-test=tour-next]")
        stops += 1
    assert stops == 5
    assert ana.page.locator(".in-tour").count() == 0


def test_one_press_too_many_on_the_tour_plays_nothing(visit, desk):
    match, tokens = start_full(desk, "clank", 0)
    ana = sit_at(visit, desk, match, tokens, "phone")
    version = ana.version
    ana.page.click("[data-press=help] >> visible=true")
    ana.page.click("[data-test=help-tour]")
    assert ana.page.locator(".in-tour").count() == 1
    while ana.page.locator("[data-test=tour-next]").count():
        box = ana.page.locator("[data-test=tour-next]").bounding_box()
        ana.page.click("[data-test=tour-next]")
    below = "([x, y]) => document.elementFromPoint(x, y).className"
    assert ana.page.evaluate(below, [box["x"] + 5, box["y"] + 5]) == "tour-shade"
    ana.page.wait_for_selector(".tour-shade", state="detached")
    assert ana.version == version


# The parts of the drawing, or of the table that it stands for, from above.
FROM_ABOVE = """selectors => { const top = (one) => document.querySelector(one).getBoundingClientRect().top;
  return selectors.toSorted((one, other) => top(one) - top(other)).map((one) => selectors.indexOf(one)); }"""


@pytest.mark.parametrize("game", ["clank", "coup"])
def test_the_drawing_on_a_phone_is_that_of_a_phone(game, visit, desk):
    match, tokens = start_full(desk, game, 2)
    ana = sit_at(visit, desk, match, tokens, "phone")
    real = ana.page.evaluate(FROM_ABOVE, [".others", ".middle", "[data-test=acts]", "[data-pane].is-shown"])
    ana.page.keyboard.press("?")
    ana.page.wait_for_selector("[data-test=help]")
    drawn = [f".mark-{part}" for part in ("others", "middle", "question", "mine")]
    assert ana.page.evaluate(FROM_ABOVE, drawn) == real == [0, 1, 2, 3]
    pane = ana.page.locator(".mark-row" if game == "clank" else ".mark-mine").bounding_box()
    assert pane["y"] == ana.page.locator(".mark-mine").bounding_box()["y"], "the row is a pane of its own there"
    bar, others = (ana.page.locator(f".mark-{part}").bounding_box() for part in ("log", "others"))
    assert bar["y"] < others["y"]


def newcomer(visit, desk, game, size, steps=0):
    """Somebody who is asked something at their first table."""
    match, tokens = start_full(desk, game, steps)
    ana = visit(is_new=True)
    resize(ana, size)
    ana.sit_down_as(desk.person(tokens[desk.api.match(match)["to_act"][0]]))
    ana.go(f"/m/{match}")
    ana.page.wait_for_selector(HELP)
    ana.wait_for_choice()
    return ana


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", sorted(all_games()))
def test_the_help_of_a_first_table_stands_in_nobodys_way(game, size, visit, desk):
    ana = newcomer(visit, desk, game, size)
    assert ana.page.evaluate(COVERED, HELP) == []
    last = ana.page.evaluate(
        """() => { const last = [...document.querySelectorAll('.transcript li')].at(-1).getBoundingClientRect();
          const log = document.querySelector('.log').getBoundingClientRect();
          return document.querySelector('.log').checkVisibility() ? last.bottom <= log.bottom + 1 : true; }"""
    )
    assert last, "the newest line of the log is below the help"
    version = ana.version
    assert ana.press_choice() or ana.click_choice(Random(1))
    ana.wait_for_move(version)
    assert ana.page.query_selector(HELP) is None
    ana.page.reload()
    ana.page.wait_for_selector("[data-test=acts] .question-body")
    assert ana.page.query_selector(HELP) is None, "it was their first table, and is no more"


def test_the_help_of_a_first_table_by_keyboard(visit, desk):
    ana = newcomer(visit, desk, "big-deal", "laptop")
    assert ana.page.inner_text("#say") == "How to play stands after what you are asked; the key ? opens it."
    assert ana.page.get_attribute(HELP, "aria-label") == "Big Deal in two minutes"
    assert ana.page.locator(f"{HELP} li").count() == 5
    ana.page.evaluate(SHIFTS)
    ana.tab_to(f"{HELP} [data-press=help-close]")
    ana.page.keyboard.press("Enter")
    assert ana.page.query_selector(HELP) is None
    assert ana.page.evaluate("document.activeElement.id") == "acts"
    ana.page.wait_for_timeout(200)
    assert ana.page.evaluate("window.shift ?? 0") == 0


def test_one_line_on_a_phone_opens_the_help(visit, desk):
    ana = newcomer(visit, desk, "coup", "phone")
    box = ana.page.locator(HELP).bounding_box()
    assert box["height"] <= 60
    ana.page.evaluate(SHIFTS)
    ana.page.click(f"{HELP} [data-press=help]")
    ana.page.wait_for_selector("[data-test=help]")
    assert ana.page.locator("[data-test=help] .two-minutes li").count() == 5
    ana.page.click("[data-test=help-start]")
    assert ana.page.query_selector(HELP) is None
    assert ana.page.evaluate("window.shift ?? 0") == 0
