"""A phone: labels are whole, the pane that answers the question is in view, and opening a player moves nobody."""

from __future__ import annotations

from random import Random

import pytest

from games.registry import all_games
from tests.pages.tables import sit_at, start_full
from tests.pages.test_every_page import serious

# What is cut off of buttons and tabs that do not stand in a row that is swiped.
CUT = """() => [...document.querySelectorAll('.match :is(.answers .act, .unfold, .tabs-row button, .match-bar button)')]
  .filter((one) => one.checkVisibility()).filter((one) => {
    const box = one.getBoundingClientRect();
    const isCut = (part) => part.scrollWidth > part.clientWidth + 1 || part.scrollHeight > part.clientHeight + 1;
    return box.left < -1 || box.right > innerWidth + 1 || isCut(one) || [...one.querySelectorAll('strong')].some(isCut);
  }).map((one) => one.innerText)"""
STEPS_MAX = 200
SHOWN = "document.querySelector('[data-pane].is-shown').dataset.pane"


@pytest.mark.parametrize("game", sorted(all_games()))
def test_no_label_is_cut(game, visit, desk):
    match, tokens = start_full(desk, game, 30)
    ana = sit_at(visit, desk, match, tokens, "phone")
    assert ana.page.evaluate(CUT) == []


# The longest of what Munchkin offers (games/munchkin_apocalypse/labels.py).
LABELS = (
    "Fight Vengeful Vending Machine from your hand",
    "Use Comment Storm of Blogger",
    "Play Disaster! Zombie Plague",
)


def test_long_labels_and_all_panes_of_munchkin_are_whole(visit, desk):
    match, tokens = start_full(desk, "munchkin-apocalypse", 0)
    ana = visit()
    given = [{"type": f"do_{at}", "params": {}, "label": label, "group": "main"} for at, label in enumerate(LABELS)]

    def with_long_labels(route):
        found = route.fetch()
        body = found.json()
        if "choices" in body:
            body["choices"] = given
        else:
            own = body["state"]["players"][0]
            own["items"] = [{"card": "helm#1", "name": "Helm", "in_use": at < 12, "bonus": 1} for at in range(24)]
        route.fulfill(response=found, json=body)

    ana.page.route(f"**/v1/matches/{match}/choices", with_long_labels)
    ana.page.route(f"**/v1/matches/{match}", with_long_labels)
    sit_at(lambda: ana, desk, match, tokens, "phone")
    assert [label in ana.page.inner_text("[data-test=acts]") for label in LABELS] == [True] * 3
    assert [one.split(" ")[0] for one in ana.page.locator(".tabs-row button").all_inner_texts()] == [
        "Hand",
        "Worn",
        "Stowed",
    ]
    assert ana.page.evaluate(CUT) == []


def test_the_pane_follows_the_question_unless_another_was_chosen(visit, desk):
    """Clank!: what was played brings at least 2 Skill, for a card of the reserve."""
    match, tokens = start_full(desk, "clank", 0)
    ana = sit_at(visit, desk, match, tokens, "phone")
    assert ana.page.evaluate(SHOWN) == "hand"
    ana.page.click("[data-tab=row]")
    assert ana.page.evaluate(SHOWN) == "row", "it was chosen, though the hand answers"
    ana.wait_for_choice()  # the answers have moved with it
    ana.page.click("[data-test=acts] [data-press=answer-all]")
    ana.page.wait_for_selector("[data-choice=end_turn]")
    ana.page.wait_for_selector(".pane-row.is-shown .can")
    view = ana.page.locator(".pane-row").first.bounding_box()
    boxes = [one.bounding_box() for one in ana.page.locator(".pane-row .can").all()]
    assert any(view["x"] <= box["x"] < view["x"] + view["width"] for box in boxes), "something that glows is in view"
    ana.page.click("[data-tab=dragon]")
    assert ana.page.is_visible(".rage")
    ana.page.evaluate("document.querySelector('[data-press=unfold]').click()")  # drawn anew
    assert ana.page.evaluate(SHOWN) == "dragon"


def test_the_pane_comes_into_view_by_itself(visit, desk):
    match, tokens = start_full(desk, "clank", 0)
    ana = sit_at(visit, desk, match, tokens, "phone")
    ana.page.click("[data-test=acts] [data-press=answer-all]")
    ana.page.wait_for_selector(".pane-row.is-shown .can")


PLACES = """() => [...document.querySelectorAll('.others > *')].map((one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return [x, y, width, height]; })"""


@pytest.mark.parametrize("game", sorted(all_games()))
def test_opening_a_player_moves_nobody(game, visit, desk):
    match, tokens = start_full(desk, game, 24)
    ana = sit_at(visit, desk, match, tokens, "phone")
    ana.page.evaluate("document.querySelector('.others').scrollLeft = 0")  # it may show whoever answers the question
    before = ana.page.evaluate(PLACES)
    middle = ana.page.locator(".felt > .middle").bounding_box()
    for at in (1, 0):
        ana.page.locator(".others .other .facts-line").nth(at).click()
        other = ana.page.locator(".others .other").nth(at)
        assert other.bounding_box()["width"] == 344, "it is open"
        assert ana.page.evaluate(PLACES) == before
        assert ana.page.locator(".felt > .middle").bounding_box() == middle
    for chip in other.locator(".gang-chip").all()[:1]:
        place = chip.bounding_box()
        chip.focus()
        assert chip.bounding_box() == place, "nor what is in it"


# What one carries late in a match of Clank!: none of it may push the map away, nor health and gold out of the window.
CARRIED = (("artifact", "artifact_30"), ("minor", "dragon_egg"), ("minor", "potion_strength"), ("major", "chalice"))
HEIGHTS = """() => ['.felt > .middle', '.me', '[data-test=acts]'].map((selector) =>
  document.querySelector(selector).getBoundingClientRect().height)"""
COUNTERS_IN_VIEW = """() => [...document.querySelectorAll('.me .counter')].filter((one) => one.checkVisibility())
  .map((one) => one.getBoundingClientRect()).filter((box) => box.left >= 0 && box.right <= innerWidth).length"""


@pytest.mark.parametrize("is_over", [False, True])
def test_the_map_of_clank_stays_in_view_to_the_end(is_over, visit, desk):
    match, tokens = start_full(desk, "clank", 0)
    own = desk.api.match(match)["to_act"][0]
    ana = visit()

    def as_late(route):
        found = route.fetch()
        body = found.json()
        view = body["state"]
        carried = [{"token_id": f"t{at}", "type": type_, "kind": kind} for at, (type_, kind) in enumerate(CARRIED)]
        view["players"][own] |= {"gold": 17, "tokens": carried}
        view["countdown"] |= {"seat": (own + 1) % 4, "space": 1}
        view["turn"] |= {"skill": 6, "swords": 2, "boots": 2, "exhausted": True}
        if is_over:
            body |= {"status": "finished", "to_act": [], "result": {"winners": [own], "scores": {str(own): 49}}}
        route.fulfill(response=found, json=body)

    for address in (f"**/v1/matches/{match}?*", f"**/v1/matches/{match}"):
        ana.page.route(address, as_late)
    sit_at(lambda: ana, desk, match, tokens, "phone")
    if is_over:
        ana.page.wait_for_selector(".result")  # it is read when a match is over
    of_map, of_own, of_question = ana.page.evaluate(HEIGHTS)
    assert of_own <= 36
    assert of_map >= 120
    assert of_question >= 100
    assert ana.page.evaluate(COUNTERS_IN_VIEW) == 2, "health and gold"
    assert serious(ana, ("scrollable-region-focusable",)) == []


def claims_of_held_cards(desk, match, token, seat):
    held = {one["card"]["name"] for one in desk.api.match(match, token)["state"]["seats"][seat]["cards"]}
    labels = [one["label"] for one in desk.api.choices(match, token)["choices"]]
    return [label for label in labels if any(f"Claim {name}" in label or f"the {name}" in label for name in held)]


def test_the_claims_of_held_cards_are_the_first_answers_of_coup(visit, desk):
    for _ in range(9):  # until luck has given a card that can be claimed with the first money
        match, tokens = start_full(desk, "coup", 0)
        seat = desk.api.match(match)["to_act"][0]
        if claims := claims_of_held_cards(desk, match, tokens[seat], seat):
            break
    ana = sit_at(visit, desk, match, tokens, "phone")
    shown = ana.page.locator("[data-test=acts] .answers > :visible").all_inner_texts()
    assert len(shown) == 3
    assert claims
    assert all(one in label for one, label in zip(claims, shown)), (claims, shown)


SHEET = """() => { const pane = document.querySelector('.pane-help');
  return { isWhole: pane.scrollWidth <= pane.clientWidth,
    lines: Math.max(...[...pane.querySelectorAll('td')].map((one) => one.getBoundingClientRect().height)) }; }"""


def test_influences_and_the_help_sheet_of_coup(visit, desk):
    match, tokens = start_full(desk, "coup", 0)
    own = desk.api.match(match)["to_act"][0]
    ana = visit()

    def with_losses(route):
        found = route.fetch()
        body = found.json()
        for seat in (own, (own + 1) % 6):
            body["state"]["seats"][seat]["cards"][0] |= {"is_lost": True, "card": {"kind": "police", "name": "Police"}}
        route.fulfill(response=found, json=body)

    for address in (f"**/v1/matches/{match}?*", f"**/v1/matches/{match}"):
        ana.page.route(address, with_losses)
    sit_at(lambda: ana, desk, match, tokens, "phone")
    left = ana.page.locator(".others .other .facts-line .fan:visible")
    assert left.all_inner_texts() == ["1", "2", "2", "2", "2"]
    assert ana.page.inner_text("[data-tab=hand]") == "Influences 1"
    ana.page.click("[data-tab=help]")
    sheet = ana.page.evaluate(SHEET)
    assert sheet["isWhole"]
    assert sheet["lines"] <= 60, "no column of single words"


# What costs something that one does not see.
COSTS = {"coup": "declare_action", "big-deal": "yield_set", "szmal": "decline_cost"}


@pytest.mark.parametrize("game", sorted(COSTS))
def test_the_short_bar_says_what_follows_from_an_answer(game, visit, desk):
    """That a claim is a bluff, and what it costs not to pay, is not for those alone who unfold the question."""
    match, tokens = start_full(desk, game, 0)
    for number in range(STEPS_MAX):
        seat = desk.api.match(match)["to_act"][0]
        if any(one["type"] == COSTS[game] for one in desk.api.choices(match, tokens[seat])["choices"]):
            break
        desk.finish(match, tokens, Random(number), steps=1)
    ana = sit_at(visit, desk, match, tokens, "phone")
    ana.wait_for_choice()
    button = ana.page.locator(f".answers [data-choice={COSTS[game]}] > .act:not(.to-values):visible").first
    effect = button.locator(".effect")
    assert effect.is_visible()
    assert len(effect.inner_text()) > 5
    box, outer = effect.bounding_box(), button.bounding_box()
    assert box["height"] >= 14
    assert box["y"] + box["height"] <= outer["y"] + outer["height"] + 1


def swords_are_asked(choices):
    """Whether the first answer is a way with monsters, for somebody with Swords."""
    first = min(choices, key=lambda one: {"play_card": 0, "take_token": 0, "move": 1}.get(one["type"], 2))
    swords = first["params"].get("swords", {})
    return "heal" not in first["params"] and len((swords.get("optional") or swords).get("one_of", ())) > 1


def test_what_an_answer_asks_is_seen_before_it_is_sent(visit, desk):
    """The short bar has no room for the questions of an answer: a press shows them, and a second one answers."""
    match, tokens = start_full(desk, "clank", 0)
    for number in range(4 * STEPS_MAX):
        seat = desk.api.match(match)["to_act"][0]
        choices = desk.api.choices(match, tokens[seat])["choices"]
        if swords_are_asked(choices):
            break
        desk.finish(match, tokens, Random(number), steps=1)
    version = desk.api.match(match)["version"]
    ana = sit_at(visit, desk, match, tokens, "phone")
    ana.wait_for_choice()
    ana.page.click(".answers [data-choice=move] > .to-values:visible")
    ana.page.wait_for_selector(".question[data-open]")
    assert desk.api.match(match)["version"] == version
    chips = ana.page.locator(".answers [data-choice=move] .chips").first.locator(".chip")
    assert "damage" in chips.first.inner_text()
    assert "Sword" in chips.last.inner_text()
    chips.last.click()
    ana.wait_for_version(version + 1)


SHEET_OF_ANSWERS = """() => {
  const question = document.querySelector('[data-test=acts]');
  question.scrollTop = 0;
  const boxes = (selector) => [...question.querySelectorAll(selector)].filter((one) => one.checkVisibility())
    .map((one) => one.getBoundingClientRect());
  const [less] = boxes('.unfold');
  const answers = boxes('[data-send]');
  const meets = (one) => one.left < less.right && one.right > less.left
    && one.top < less.bottom && one.bottom > less.top;
  return { all: answers.length, covered: answers.filter(meets).length, narrow: boxes('.act').filter((one) =>
    one.width < 320).length };
}"""


def test_more_says_how_many_answers_it_holds_and_less_covers_none(visit, desk):
    match, tokens = start_full(desk, "coup", 0)
    ana = sit_at(visit, desk, match, tokens, "phone")
    shown = ana.page.locator("[data-test=acts] [data-send]:visible").count()
    said = ana.page.inner_text(".unfold")
    ana.page.click(".unfold")
    sheet = ana.page.evaluate(SHEET_OF_ANSWERS)
    assert said == f"More ({sheet['all'] - shown})…"
    assert (sheet["covered"], sheet["narrow"]) == (0, 0)
