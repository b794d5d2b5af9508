"""What the tables mark: it follows the rules, and it hides nothing of what it marks."""

from __future__ import annotations

import re
from random import Random

import pytest

from games.registry import all_games
from tests.pages.tables import resize, sit_at, start_full

STEPS_MAX = 600
STARTS_MAX = 4  # of a match that may end before what is looked for comes


def seen(desk, match, tokens, is_there):
    """The state in which it is so; None if the match ends before."""
    for seed in range(STEPS_MAX):
        found = desk.api.match(match)
        if found["status"] == "finished":
            return None
        if is_there(found["state"]):
            return found["state"]
        desk.finish(match, tokens, Random(seed), steps=1)
    return None


def play_until(desk, match, tokens, is_there):
    state = seen(desk, match, tokens, is_there)
    assert state is not None, f"that did not come within {STEPS_MAX} steps"
    return state


def marked(visitor, seats):
    """The seats whose top set is marked as one that can be attacked."""
    marks = [visitor.page.locator(f".other[data-seat='{seat}'] .set .tag") for seat in range(seats)]
    return {seat for seat, one in enumerate(marks) if one.count()}


def test_the_only_set_of_a_player_is_not_marked_as_one_to_attack(visit, desk):
    """BIGDEAL-6.3: a single set is safe."""
    match, tokens = desk.start("big-deal", 3)

    def sizes(state):
        return sorted(min(len(one["collection"]), 2) for one in state["seats"])

    ana = visit()
    play_until(desk, match, tokens, lambda state: 1 in sizes(state))
    assert 2 not in sizes(desk.api.match(match)["state"])
    ana.go(f"/m/{match}")
    assert ana.page.locator(".other .set").count() == 1
    assert marked(ana, 3) == set()
    state = play_until(desk, match, tokens, lambda state: sizes(state)[1:] == [1, 2])
    ana.go(f"/m/{match}")
    assert marked(ana, 3) == {one["seat"] for one in state["seats"] if len(one["collection"]) > 1}


def test_nothing_can_be_attacked_after_the_end(visit, played):
    ana = visit()
    ana.go(f"/m/{played[0]}")
    assert ana.page.locator(".other .set").count() > 0
    assert marked(ana, 2) == set()


def test_a_figure_that_has_moved_keeps_its_colour(visit, desk):
    """It says whose it is; that it has moved is a bar beside it."""
    match, _ = desk.start("clank")
    ana = visit()
    ana.go(f"/m/{match}")
    look = """() => [...document.querySelectorAll('.pawn > :is(path, circle):not(.pawn-change)')]
      .map((one) => [getComputedStyle(one).fill, getComputedStyle(one).stroke])"""
    before = ana.page.evaluate(look)
    assert len(before) == 4
    assert not ana.page.locator(".pawn-change").first.is_visible()
    ana.page.evaluate("document.querySelectorAll('.pawn').forEach((one) => one.classList.add('changed'))")
    assert ana.page.evaluate(look) == before
    assert ana.page.locator(".pawn-change").first.is_visible()
    mark, body = (ana.page.locator(f".pawn > {one}").first.bounding_box() for one in (".pawn-change", "path"))
    assert mark["x"] + mark["width"] <= body["x"] + 1, "it covers nothing"


def test_the_countdown_of_clank_pushes_nothing_out_of_the_window(visit, desk):

    def is_there(state):
        """The countdown has begun, and who is asked carries something."""
        return state["countdown"]["seat"] is not None and state["players"][state["turn"]["seat"]]["tokens"]

    starts = (desk.start("clank", 2) for _ in range(STARTS_MAX))
    match, tokens = next((match, tokens) for match, tokens in starts if seen(desk, match, tokens, is_there))
    ana = sit_at(visit, desk, match, tokens)
    head = ana.page.locator(".me").bounding_box()
    assert head["height"] < 40, "one line"
    cards = ana.page.locator(".panes .card, .panes .gang-chip")
    assert cards.count() > 1
    for at in range(cards.count()):
        box = cards.nth(at).bounding_box()
        assert box["y"] + box["height"] <= 800
    assert re.fullmatch(r"Countdown \d of 5: Player \d is out\. Next: .+\.", ana.page.inner_text(".countdown"))
    assert ana.page.evaluate(
        "() => [...document.querySelectorAll('.other .tags')].every((one) => one.scrollWidth <= one.clientWidth)"
    )
    resize(ana, "phone")
    ana.go(f"/m/{match}")
    ana.page.click(".tabs-row button:has-text('Tokens')")
    assert ana.page.locator(".pane-tokens .gang-chip").first.is_visible()


def offers(desk, match, tokens):
    seat = desk.api.match(match)["to_act"][0]
    return [one["type"] for one in desk.api.choices(match, tokens[seat])["choices"]]


def test_many_sets_to_lay_leave_the_other_answers_in_view(visit, desk):
    """As with jokers in hand: the ways to lay a set are one answer, and unfold."""
    match, tokens = desk.start("big-deal")

    def is_much(_state):
        kinds = offers(desk, match, tokens)
        return kinds.count("form_set_from_hand") > 2 and {"attack_set", "form_set_with_discard"} <= set(kinds)

    play_until(desk, match, tokens, is_much)
    ana = sit_at(visit, desk, match, tokens)
    question = ana.page.locator("[data-test=acts]").bounding_box()
    for kind in ("attack_set", "form_set_with_discard", "discard_card"):
        box = ana.page.locator(f"[data-choice={kind}] strong:visible").first.bounding_box()
        assert box["y"] + box["height"] <= question["y"] + question["height"], kind
    lays = ana.page.locator("[data-choice=form_set_from_hand] [data-send]")
    assert not lays.first.is_visible()
    ana.page.click("[data-test=fold] summary")
    seat = desk.api.match(match)["to_act"][0]
    offered = desk.api.choices(match, tokens[seat])["choices"]
    # Those of the same kinds of cards are one answer.
    assert lays.count() == len({one["label"] for one in offered if one["type"] == "form_set_from_hand"})
    version = ana.version
    lays.last.click()
    ana.wait_for_move(version)


def test_ways_to_walk_come_before_what_can_be_bought(visit, desk):
    match, tokens = desk.start("clank")

    def is_both(_state):
        return {"move", "acquire_card"} <= set(offers(desk, match, tokens))

    play_until(desk, match, tokens, is_both)
    ana = sit_at(visit, desk, match, tokens)
    shown = ana.page.evaluate(
        "() => [...document.querySelectorAll('[data-test=acts] [data-choice]')].map((one) => one.dataset.choice)"
    )
    assert max(at for at, one in enumerate(shown) if one == "move") < shown.index("acquire_card")
    if "play_card" in shown:
        assert shown.index("play_card") < shown.index("move")


# Everything that can be marked, marked alone: the texts that its bar runs through. A box inside it that scrolls cuts
# off its letters, but not the bar.
CROSSED = """() => {
const inView = (line, inner, one) => {
  let [from, to] = [line.left, line.right];
  for (let box = inner; box !== one; box = box.parentElement) {
    if (!/auto|scroll|hidden|clip/.test(getComputedStyle(box).overflowX) || !box.clientWidth) continue;
    const edge = box.getBoundingClientRect().left + box.clientLeft;
    [from, to] = [Math.max(from, edge), Math.min(to, edge + box.clientWidth)];
  }
  return [from, to];
};
return [...document.querySelectorAll('.table [data-path]')].flatMap((one) => {
  if (!one.checkVisibility() || one.closest('svg')) return [];
  one.classList.add('changed');
  const bar = getComputedStyle(one, '::before');
  const box = one.getBoundingClientRect();
  const left = box.left + one.clientLeft + parseFloat(bar.left);
  const right = left + parseFloat(bar.width);
  one.classList.remove('changed');
  const texts = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
  const found = [];
  while (texts.nextNode()) {
    const { currentNode: text } = texts;
    if (!text.data.trim() || text.parentElement.closest('.visually-hidden') || !text.parentElement.checkVisibility()) {
      continue;
    }
    const range = document.createRange();
    range.selectNodeContents(text);
    for (const line of range.getClientRects()) {
      const [from, to] = inView(line, text.parentElement, one);
      if (to - from > 1 && to > left && from < right - .5) found.push(`${one.className}: ${text.data}`);
    }
  }
  return found;
});
}"""


@pytest.mark.parametrize("size", ["laptop", "phone"])
@pytest.mark.parametrize("game", sorted(all_games()))
def test_the_mark_of_a_change_runs_through_no_letter(game, size, visit, desk):
    match, tokens = start_full(desk, game, 60)
    ana = sit_at(visit, desk, match, tokens, size)
    assert ana.page.evaluate(CROSSED) == []


def test_what_is_new_as_a_whole_has_one_mark(visit, desk):
    match, tokens = start_full(desk, "szmal", 5)
    ana = sit_at(visit, desk, match, tokens)
    shown = ana.page.evaluate(
        """() => {
          const zone = document.querySelector('.zone[data-path]');
          const marked = [zone, ...zone.querySelectorAll('[data-path]')];
          marked.forEach((one) => one.classList.add('changed'));
          return [marked.length, marked.filter((one) => getComputedStyle(one, '::before').display !== 'none').length];
        }"""
    )
    assert shown[0] > 3
    assert shown[1] == 1


BELOW = """() => { const question = document.querySelector('.question');
  const { bottom } = question.getBoundingClientRect();
  return [...question.querySelectorAll('[data-send]')].filter((one) => one.checkVisibility()
    && one.getBoundingClientRect().top >= bottom).length; }"""


@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_answers_below_the_edge_are_counted_there(size, visit, desk):
    match, tokens = start_full(desk, "szmal", 0)  # a packet of twelve
    ana = sit_at(visit, desk, match, tokens, size)
    ana.wait_for_choice()
    if size == "phone":
        assert not ana.page.locator("[data-test=below]").is_visible(), "all that is folded is behind More"
        ana.page.click(".unfold")
    ana.page.set_viewport_size({"width": ana.page.viewport_size["width"], "height": 480})
    below = ana.page.locator("[data-test=below]")
    below.wait_for()
    ana.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    hidden = ana.page.evaluate(BELOW)
    assert hidden > 0
    number = int(re.match(r"(\d+) more answers? below", below.inner_text())[1])
    assert number >= hidden
    box, question = below.bounding_box(), ana.page.locator("[data-test=acts]").bounding_box()
    assert abs(box["y"] + box["height"] - question["y"] - question["height"]) < 4, "at the edge"
    version = ana.version
    for _ in range(6):
        if not below.is_visible():
            break
        below.click()
        ana.page.wait_for_timeout(50)
    assert not below.is_visible()
    assert ana.page.evaluate(BELOW) == 0
    assert ana.version == version
