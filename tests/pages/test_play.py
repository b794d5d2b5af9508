"""Two people at two browsers, in every game: choices are clicked or pressed, bots play the rest, both see the end."""

from __future__ import annotations

from random import Random

import pytest

from games.registry import all_games
from tests.pages.tables import sit_at, start_full

CLICKS = 5
ROUNDS_MAX = 150
# In this match nobody is hurried: the clock of a window would make it another match on a slow machine.
UNHURRIED = {"munchkin-apocalypse": {"reaction_window_ms": "", "response_window_ms": ""}}


@pytest.mark.parametrize("game", sorted(all_games()))
def test_a_match_of_two_from_the_lobby_to_the_end(game, visit, desk):
    """Ana has a mouse and a wide screen, Bob a narrow one and nothing but a keyboard."""
    rng = Random(7)
    ana, bob = visit("Ana"), visit("Bob", width=390, scheme="dark")
    match = ana.open_match(game, **UNHURRIED.get(game, {}))
    bob.go(f"/m/{match}")
    bob.tab_to("[data-test=join]")
    bob.page.keyboard.press("Enter")
    ana.page.click("[data-test=start]")
    for person in (ana, bob):
        person.page.wait_for_selector("[data-test=status][data-status=running]")
    bob.tab_to("a.skip[href='#acts']")
    bob.page.keyboard.press("Enter")
    assert bob.page.evaluate("document.activeElement.id") == "acts"
    acted = {ana: 0, bob: 0}
    for _ in range(ROUNDS_MAX):
        now = desk.api.match(match)
        if now["status"] == "finished" or min(acted.values()) >= CLICKS:
            break
        person = min(((ana, bob)[seat] for seat in now["to_act"]), key=lambda one: acted[one])
        if acted[person] >= CLICKS:
            desk.finish(match, [ana.token, bob.token], rng, steps=1)  # a long turn: a bot takes over
            continue
        person.wait_for_version(now["version"])
        person.wait_for_choice()
        acted[person] += person.click_choice(rng) if person is ana else person.press_choice()
    assert ana.refusals + bob.refusals == []
    assert desk.api.match(match)["status"] == "finished" or min(acted.values()) == CLICKS, acted
    assert min(acted.values()) >= 1, acted
    result = desk.finish(match, [ana.token, bob.token], rng)["result"]
    for person in (ana, bob):
        person.page.wait_for_selector("[data-test=status][data-status=finished]")
    shown = ana.page.inner_text("[data-test=status]")
    assert ("You win" in shown) == (0 in result["winners"])


def test_a_match_against_bots_goes_on_by_itself(visit):
    ana = visit("Ana")
    ana.open_match("coup", others="sensible")
    rng = Random(1)
    clicked = 0
    for _ in range(40):  # a bot may close a window between the look and the click
        ana.wait_for_choice()
        clicked += ana.click_choice(rng)
        if ana.status == "finished" or clicked == 4:
            break
    assert ana.status == "finished" or clicked == 4


def test_a_place_on_the_table_can_be_touched(visit, desk):
    """Cards that can be played are buttons where they lie."""
    ana = visit("Ana")
    match = ana.open_match("big-deal", others="random")
    ana.page.wait_for_selector("[data-test=table] button.card.can")
    before = ana.version
    ana.page.click("[data-test=table] button.card.can")
    sheet = ana.page.query_selector("[data-test=card-view] .choice [data-send]:not([aria-disabled])")
    if sheet is not None:
        sheet.click()
    ana.wait_for_move(before)
    assert desk.api.match(match)["step"] >= 1


@pytest.mark.parametrize(("most", "asked"), [(0, []), (2, ["swords"])])
def test_how_many_of_nothing_is_not_asked(most, asked, visit):
    """In Clank! one may spend Swords on the monsters of a corridor, if one has any."""
    ana = visit()
    ana.go("/")
    template = {"type": "move", "params": {"swords": {"optional": {"integer": {"min": 0, "max": most}}}}}
    script = "async (template) => (await import('/static/domains.js')).freeParams(template).map(([name]) => name)"
    assert ana.page.evaluate(script, template) == asked


def test_a_move_that_came_too_late_is_told_in_words(visit, desk):
    """The page is kept from hearing of it that the decision was taken elsewhere."""
    match, tokens = desk.start("coup")
    first = desk.api.match(match)["to_act"][0]
    ana = visit()
    ana.sit_down_as(desk.person(tokens[first]))
    ana.page.route("**/live?**", lambda route: route.abort())
    ana.page.route("**/events?**", lambda route: route.abort())
    ana.go(f"/m/{match}")
    declare(desk, match, tokens[first], "local_businessmen")
    ana.page.click("[data-choice=declare_action] [data-send]")
    assert "moved first" in ana.page.inner_text("[data-test=toast]:visible")
    assert ana.page.query_selector(".alerts .alert") is None


def test_the_log_shows_the_text_of_a_rule(visit, desk):
    match, tokens = desk.start("coup")
    first = desk.api.match(match)["to_act"][0]
    declare(desk, match, tokens[first], "usa")
    ana = visit()
    ana.sit_down_as(desk.person(tokens[0]))
    ana.go(f"/m/{match}")
    ana.page.click("[data-test=log] .rules summary")
    ana.page.click("[data-test=log] .rule")
    ana.page.wait_for_selector("dialog .rule-text")
    assert len(ana.page.inner_text("dialog .rule-text")) > 20


def declare(desk, match, token, action):
    _send(desk, match, token, "declare_action", action=action)


def _send(desk, match, token, kind, **params):
    offered = desk.api.choices(match, token)
    decision = offered["choices"][0]["params"]["decision_id"]["one_of"][0]
    command = {"type": kind, "params": {"decision_id": decision, **params}}
    desk.api.send(match, token, command, offered["version"])


@pytest.mark.parametrize("answer", ["yes", "no"])
def test_taking_back_what_was_answered_needs_the_vote_of_the_other(answer, visit, desk):
    match, tokens = desk.start("coup", options={"first_seat": 0})
    declare(desk, match, tokens[0], "local_businessmen")
    _send(desk, match, tokens[1], "pass")
    assert desk.api.call("GET", f"/v1/matches/{match}/undo", tokens[0])["needs"] == "consent"
    ana, bob = visit(), visit(width=390, scheme="dark")
    for person, token in ((ana, tokens[0]), (bob, tokens[1])):
        person.sit_down_as(desk.person(token))
        person.go(f"/m/{match}")
    assert "Ask to take back" in ana.page.inner_text("[data-test=undo]")
    ana.page.click("[data-test=undo]")
    bob.page.wait_for_selector("[data-test=undo-request]")
    assert desk.api.match(match)["undo_request"]["waiting_for"] == [1]
    bob.page.click(f"[data-test=undo-{answer}]")
    ana.page.wait_for_selector("[data-test=undo-request]", state="detached")
    assert desk.api.match(match)["undo_request"] is None
    ana.page.wait_for_selector(".transcript li:has-text('take')")
    undone = ana.page.locator(".transcript .undone")
    if answer == "yes":
        undone.nth(1).wait_for()
        ana.page.wait_for_selector("[data-choice=declare_action]")
    else:
        assert undone.count() == 0


def test_what_taught_nobody_anything_is_taken_back_at_once(visit, desk):
    match, tokens = desk.start("coup", options={"first_seat": 0})
    ana = visit()
    ana.sit_down_as(desk.person(tokens[0]))
    ana.go(f"/m/{match}")
    ana.click_choice(Random(1))
    ana.page.click("[data-test=undo]")
    ana.page.wait_for_selector(".transcript .undone")
    assert desk.api.match(match)["undo_request"] is None
    ana.page.wait_for_selector("[data-choice=declare_action]")


def test_one_press_plays_all_cards_that_ask_nothing(visit, desk):
    match, tokens = start_full(desk, "clank", 0)
    ana = sit_at(visit, desk, match, tokens)
    cards = ana.page.locator(".pane-hand .card").count()
    button = ana.page.locator("[data-test=acts] [data-press=answer-all]")
    assert button.inner_text() == f"Play all {cards}"
    button.click()
    ana.page.wait_for_selector(".pane-hand .card", state="detached")
    assert ana.page.locator(".pane-played .card").count() == cards
    assert ana.page.query_selector(".alerts .alert") is None
