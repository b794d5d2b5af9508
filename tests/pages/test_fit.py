"""Every table with all seats taken, seen whole: nobody scrolls the page to decide, and no inner word is shown."""

from __future__ import annotations

import re
from random import Random

import pytest

from games.registry import all_games
from tests.pages.tables import SIZES, act_elsewhere, resize, sit_at, start_full
from tests.pages.test_every_page import serious

STEPS = 24
# The first answer is in sight; a question with many answers scrolls in its own box.
QUESTION = ("[data-test=acts] .prompt", "[data-test=acts] [data-send]")
WIDE = (*QUESTION, ".pane-hand", ".felt > .middle", "[data-test=log] li:last-child")
NARROW = (*QUESTION, "[data-pane].is-shown")  # the one that answers, which luck decides
INNER = re.compile(r"\b[a-z]+_[a-z]+\b|#\d|\bseat \d|[A-Z]-c\d+", re.MULTILINE)
THEMES = ("contrast",)  # test_every_page.py looks at the others
TARGET_PX_MIN = 24
# What is seen of an element: its box, cut by whatever cuts it off.
SEEN = """selector => {
  const found = [...document.querySelectorAll(selector)].filter(one => one.checkVisibility());
  if (!found.length) return `${selector} is not there`;
  const box = found[0].getBoundingClientRect();
  const isIn = box.top >= -1 && box.left >= -1 && box.bottom <= innerHeight + 1 && box.right <= innerWidth + 1;
  const at = [box.left + Math.min(20, box.width / 2), box.top + Math.min(8, box.height / 2)];
  const middle = document.elementFromPoint(...at);
  if (!isIn) return `${selector} at ${JSON.stringify(box)}`;
  return found[0].contains(middle) ? '' : `${selector} is covered by ${middle?.className}`;
}"""


@pytest.mark.parametrize("game", sorted(all_games()))
def test_the_whole_table(game, visit, desk):
    match, tokens = start_full(desk, game, STEPS)
    ana = sit_at(visit, desk, match, tokens)
    for size in SIZES:
        resize(ana, size)
        ana.go(f"/m/{match}")
        height = ana.page.evaluate("document.documentElement.scrollHeight")
        assert height == SIZES[size][1], f"the page is {height} px high"
        assert ana.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        for selector in NARROW if size == "phone" else WIDE:
            assert ana.page.evaluate(SEEN, selector) == "", size
        assert INNER.findall(ana.page.inner_text(".match")) == []
        assert small_targets(ana) == [], size
    for theme in THEMES:
        ana.page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
        assert serious(ana, ("color-contrast",)) == [], theme


def small_targets(visitor):
    """Answers that are smaller than a finger needs (WCAG 2.5.8); names of cards stand within a sentence."""
    return visitor.page.evaluate(
        """least => [...document.querySelectorAll('[data-test=acts] button:not(.card-name), .match-bar button')]
          .filter(one => one.checkVisibility()).map(one => [one.innerText, one.getBoundingClientRect()])
          .filter(([, box]) => box.height < least || box.width < least).map(([text]) => text)""",
        TARGET_PX_MIN,
    )


def test_every_opponent_of_clank_is_in_view(visit, desk):
    match, tokens = start_full(desk, "clank", 20)
    ana = sit_at(visit, desk, match, tokens)
    heads = ana.page.locator(".others .other .facts-line")
    assert heads.count() == len(tokens) - 1
    boxes = [heads.nth(at).bounding_box() for at in range(heads.count())]
    mine = ana.page.locator(".mine").bounding_box()
    assert all(box["y"] + box["height"] <= mine["y"] for box in boxes), boxes


@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_no_card_is_wider_inside_than_outside(size, visit, desk):
    match, tokens = start_full(desk, "clank", 20)
    ana = sit_at(visit, desk, match, tokens, size)
    wide = ana.page.evaluate(
        """[...document.querySelectorAll('.card')].filter((card) => card.checkVisibility()
          && [...card.children].some((part) => part.offsetWidth > card.offsetWidth)).map((card) => card.innerText)"""
    )
    assert wide == []


def test_a_narrow_window_always_offers_the_answer_that_lets_things_pass(visit, desk):
    """However many main answers there are: it is the one that is wanted most often."""
    match, tokens = start_full(desk, "coup", 0)
    seat = desk.api.match(match)["to_act"][0]
    desk.api.send(
        match,
        tokens[seat],
        {"type": "declare_action", "params": {"decision_id": 0, "action": "police", "target": (seat + 1) % 6}},
        desk.api.match(match)["version"],
    )
    ana = visit()
    resize(ana, "phone")
    ana.sit_down_as(desk.person(tokens[(seat + 1) % 6]))
    ana.go(f"/m/{match}")
    shown = ana.page.locator("[data-test=acts] .answers > :visible")
    assert shown.count() == 3
    assert "Let it happen" in ana.page.inner_text("[data-test=acts] .answers")
    ana.page.click("[data-test=acts] .to-values:visible")  # "Block it…": which card is chosen where there is room
    ana.page.wait_for_selector("[data-test=acts][data-open] .chip:visible")


@pytest.mark.parametrize("size", ["laptop", "desk"])
def test_the_cards_of_a_whole_deck_stay_inside_the_table(size, visit, desk):
    """As when one of them is trashed: what was played and what was discarded lies open beside the hand."""
    match, tokens = start_full(desk, "clank", 0)
    ana = sit_at(visit, desk, match, tokens, size)
    ana.page.evaluate(
        """() => { const pane = document.querySelector('.pane-hand');
          for (const name of ['played', 'discards']) {
            const more = pane.cloneNode(true);
            more.className = `pane pane-${name}`;
            const cards = more.querySelector('.cards');
            for (const card of [...cards.children]) { card.classList.replace('hand', 'row');
              cards.append(card.cloneNode(true)); }
            pane.after(more); } }"""
    )
    outside = ana.page.evaluate(
        """() => [...document.querySelectorAll('.panes .card')]
          .filter((card) => card.getBoundingClientRect().bottom > innerHeight).length"""
    )
    assert outside == 0


@pytest.mark.parametrize("game", sorted(all_games()))
def test_a_watcher_with_a_phone_sees_the_table_over_the_whole_width(game, visit, desk):
    match, _ = start_full(desk, game, STEPS)
    ana = visit()
    resize(ana, "phone")
    ana.go(f"/m/{match}")
    for tab in range(ana.page.locator(".tabs-row button").count() or 1):
        if ana.page.locator(".tabs-row button").count():
            ana.page.locator(".tabs-row button").nth(tab).click()
        for selector in (".others", ".felt > .middle", "[data-test=acts]", "[data-pane].is-shown"):
            found = ana.page.locator(selector)
            assert not found.count() or found.first.bounding_box()["width"] > 330, selector


def test_the_row_of_clank_lies_over_the_whole_width_of_a_phone(visit, desk):
    match, tokens = start_full(desk, "clank", 0)
    ana = sit_at(visit, desk, match, tokens, "phone")
    ana.page.click("[data-tab=row]")
    assert ana.page.locator(".pane-row").bounding_box()["width"] > 330
    assert ana.page.locator(".felt > .middle").bounding_box()["width"] > 330


def test_the_result_of_clank_names_those_who_were_knocked_out(visit, desk):
    match, _ = start_full(desk, "clank", 0)
    ana = visit()

    def as_ended(route):
        found = route.fetch()
        body = found.json()
        body |= {"status": "finished", "to_act": [], "result": {"winners": [1], "scores": {"1": 49, "3": 30}}}
        for player, status in zip(body["state"]["players"], ("ko", "left", "ko", "ko")):
            player |= {"status": status, "rescued": player["seat"] == 3}
        route.fulfill(response=found, json=body)

    ana.page.route(f"**/v1/matches/{match}?*", as_ended)
    ana.page.route(f"**/v1/matches/{match}", as_ended)
    ana.go(f"/m/{match}")
    ana.page.wait_for_selector(".scores li")  # the result comes by itself
    assert ana.page.locator(".scores li").all_inner_texts() == [
        "Bartholomew49",
        "Dido30knocked out, rescued",
        "Zosiaknocked out, no score",
        "Carlaknocked out, no score",
    ]


def test_the_log_of_a_phone_opens_at_its_end_and_closes_without_a_move(visit, desk):
    match, tokens = start_full(desk, "coup", STEPS)
    ana = sit_at(visit, desk, match, tokens, "phone")
    version = ana.version
    for close in (lambda: ana.page.click(".log-close"), lambda: ana.page.mouse.click(15, 500)):
        ana.page.click("[data-press=log]:visible")
        assert ana.page.evaluate(SEEN, "[data-test=log] li:last-child") == ""
        close()
        assert not ana.page.locator("[data-test=log]").is_visible()
    assert ana.version == version
    assert not ana.page.locator("[data-test=card-view] .card-head").is_visible()


def test_the_race_of_big_deal_ends_with_the_scores(visit, desk, played):
    """The sets of the last round still lie on the table, and are counted once."""
    ana = visit()
    ana.go(f"/m/{played[0]}")
    scores = desk.api.match(played[0])["result"]["scores"]
    shown = ana.page.locator(".race b").all_inner_texts()
    assert shown == [f"${scores[str(seat)]:,}" for seat in range(len(scores))]
    assert ana.page.evaluate(
        """[...document.querySelectorAll('.race b')].every((one) => {
          one.textContent = '$1,005,000';
          return one.offsetHeight < 30 && one.scrollWidth <= one.clientWidth; })"""
    )


def test_a_new_packet_of_szmal_is_read_from_its_top(visit, desk):
    """On a phone, where it scrolls; and one's own figures are all in view beside the tabs there."""
    match, tokens = start_full(desk, "szmal", 0)
    own, *others = desk.api.match(match)["to_act"]
    kind = desk.api.choices(match, tokens[own])["choices"][0]["type"]
    for seat in others:
        act_elsewhere(desk, match, tokens, seat, kind)
    ana = sit_at(visit, desk, match, tokens, "phone")
    ana.page.evaluate("document.querySelector('.middle').scrollTop = 300")
    assert ana.page.evaluate("document.querySelector('.middle').scrollTop") == 300
    ana.wait_for_version(act_elsewhere(desk, match, tokens, own, kind)["version"])
    assert ana.page.locator(".packet .card").count() > 4
    assert ana.page.evaluate("document.querySelector('.middle').scrollTop") == 0
    assert ana.page.evaluate(
        """() => { const [cash, markers] = document.querySelectorAll('.me .counter b');
          [cash.textContent, markers.textContent] = ['$135,000', '12'];
          const line = document.querySelector('.me .facts-line');
          return line.scrollWidth <= line.clientWidth; }"""
    )


def test_a_card_face_down_leaves_the_gang_beside_it_as_it_is(visit, desk):
    """Szmal: the back of the card that somebody has chosen is no higher than the names of their gang."""
    match, tokens = start_full(desk, "szmal", 0)
    for seed in range(300):
        found = desk.api.match(match)
        own = found["to_act"][-1]
        chosen = [one["seat"] for one in found["state"]["seats"] if one["territory"] and one["committed"]["chosen"]]
        if chosen and own not in chosen:
            break
        desk.finish(match, tokens, Random(seed), steps=1)
    ana = visit()
    resize(ana, "laptop")
    ana.sit_down_as(desk.person(tokens[own]))
    ana.go(f"/m/{match}")
    gang = ana.page.locator(f".other[data-seat='{chosen[0]}'] .gang")
    assert gang.locator(".card-back").count() == 1
    heights = [box["height"] for box in (one.bounding_box() for one in gang.locator("> *").all())]
    assert max(heights) <= 30, heights


def test_a_card_that_would_be_thrown_away_says_so_in_the_hand(visit, desk):
    """Szmal: before it is played, and why."""
    match, tokens = start_full(desk, "szmal", 0)
    marked = []
    for seed in range(300):
        seat = desk.api.match(match)["to_act"][0]
        (template, *_) = desk.api.choices(match, tokens[seat])["choices"]
        noted = (name.partition(" (")[2].rstrip(")") for name in template["names"].get("card", ()))
        marked = [note for note in noted if note in ("cannot be paid", "Requirement not met")]
        if template["type"] == "commit_card" and 0 < len(marked) < len(template["names"]["card"]):
            break
        desk.finish(match, tokens, Random(seed), steps=1)
    ana = sit_at(visit, desk, match, tokens)
    told = ana.page.locator(".pane-hand .card .against").all_inner_texts()
    told = [one for one in told if "thrown away" in one]
    assert sorted(told) == sorted(f"{why[0].upper()}{why[1:]}: thrown away." for why in marked)


def test_the_first_hand_of_munchkin_is_whole(visit, desk):
    match, tokens = start_full(desk, "munchkin-apocalypse", 0)
    ana = sit_at(visit, desk, match, tokens)
    last = ana.page.locator(".pane-hand .card").nth(7).bounding_box()
    pane = ana.page.locator(".pane-hand .cards").bounding_box()
    assert last["x"] + last["width"] <= pane["x"] + pane["width"], (last, pane)


def is_full(player):
    is_in_use = {one["in_use"] for one in player["items"]}
    return is_in_use == {True, False} and player["hand"]["doors"] + player["hand"]["treasures"] > 5


def find_full_player(desk):
    """A match of Munchkin in which somebody wears, carries and holds much, and their seat; it may take another one."""
    for _ in range(5):
        match, tokens = start_full(desk, "munchkin-apocalypse", 0)
        for seed in range(300):
            found = desk.finish(match, tokens, Random(seed), steps=1)
            if found["status"] == "finished":
                break
            for player in desk.api.match(match)["state"]["players"]:
                if is_full(player):
                    return match, tokens, player["seat"]
    pytest.fail("nobody has that much in any of five matches")


def test_what_one_wears_and_carries_in_munchkin_can_be_told_apart(visit, desk):
    """However many cards the hand has: names are cut, but never to a letter or two."""
    match, tokens, seat = find_full_player(desk)
    ana = visit()
    resize(ana, "laptop")
    ana.sit_down_as(desk.person(tokens[seat]))
    ana.go(f"/m/{match}")
    assert ana.page.locator(".pane-carried .chip-name").count() > 0
    cut = ana.page.evaluate(
        """[...document.querySelectorAll('.mine .chip-name')].map((one) => [one.innerText, one.clientWidth,
          one.scrollWidth]).filter(([, seen, whole]) => seen < Math.min(whole, 60))"""
    )
    assert cut == []
