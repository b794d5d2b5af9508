"""Two people at two browsers, in every game: choices are clicked, bots play the rest, both see the end."""

from __future__ import annotations

from random import Random

import pytest

from games.registry import all_games

CLICKS = 6


@pytest.mark.parametrize("game", sorted(all_games()))
def test_a_match_of_two_from_the_lobby_to_the_end(game, visit, desk):
    rng = Random(7)
    ana, bob = visit("Ana"), visit("Bob", width=390, scheme="dark")
    match = ana.open_match(game)
    bob.go(f"/m/{match}")
    bob.page.click("[data-test=join]")
    ana.page.wait_for_selector("[data-test=start]")
    ana.page.click("[data-test=start]")
    for person in (ana, bob):
        person.page.wait_for_selector("[data-test=status][data-status=running]")
    clicked = {ana: 0, bob: 0}
    for _ in range(200):
        for person in (ana, bob):
            if person.status == "running" and clicked[person] < CLICKS and person.click_choice(rng):
                clicked[person] += 1
        waited_for = [(ana, bob)[seat] for seat in desk.api.match(match)["to_act"]]
        if ana.status == "finished" or all(clicked[person] >= CLICKS for person in waited_for):
            break
        ana.page.wait_for_timeout(30)
    assert ana.status == "finished" or sum(clicked.values()) >= CLICKS
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
        ana.page.wait_for_function(
            "() => document.querySelector('[data-test=acts] [data-send]') "
            "|| document.querySelector('[data-test=status]').dataset.status === 'finished'"
        )
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
    sheet = ana.page.query_selector("dialog .choice [data-send]:not([aria-disabled])")
    if sheet is not None:
        sheet.click()
    ana.wait_for_move(before)
    assert desk.api.match(match)["step"] >= 1


def test_a_refused_move_says_why_and_shows_the_rule(visit, desk):
    """The page is kept from hearing of it that the decision was taken elsewhere."""
    match, tokens = desk.start("coup")
    first = desk.api.match(match)["to_act"][0]
    ana = visit()
    ana.page.goto(ana.base + "/static/icon.svg")
    ana.page.evaluate(
        "p => { localStorage.setItem('matchledger.people', JSON.stringify([p])); "
        "localStorage.setItem('matchledger.current', p.id); }",
        {**desk.api.call("GET", "/v1/players/me", tokens[first]), "token": tokens[first]},
    )
    ana.page.route("**/live**", lambda route: route.abort())
    ana.page.route("**/events?**", lambda route: route.abort())
    ana.go(f"/m/{match}")
    offered = desk.api.choices(match, tokens[first])
    command = {
        "type": "declare_action",
        "params": {
            "decision_id": offered["choices"][0]["params"]["decision_id"]["one_of"][0],
            "action": "local_businessmen",
        },
    }
    desk.api.send(match, tokens[first], command, offered["version"])
    ana.page.click("[data-choice=declare_action] [data-send]")
    ana.page.wait_for_selector(".alert[data-problem=illegal-move]")
    ana.page.click(".alert .rule")
    ana.page.wait_for_selector("dialog .rule-text")
    assert len(ana.page.inner_text("dialog .rule-text")) > 20


def test_taking_back_needs_the_vote_of_the_other(visit, desk):
    ana, bob = visit("Ana"), visit("Bob")
    match = ana.open_match("coup")
    bob.go(f"/m/{match}")
    bob.page.click("[data-test=join]")
    ana.page.click("[data-test=start]")
    ana.page.wait_for_selector("[data-test=status][data-status=running]")
    first, second = (ana, bob) if desk.api.match(match)["to_act"] == [0] else (bob, ana)
    first.page.click("[data-choice=declare_action] [data-send]")
    second.page.wait_for_function("() => document.querySelector('[data-test=status]').textContent !== ''")
    first.page.wait_for_selector("[data-test=undo]")
    first.page.click("[data-test=undo]")
    if desk.api.match(match)["undo_request"] is None:
        first.page.wait_for_timeout(300)
    if desk.api.match(match)["undo_request"] is not None:
        second.page.wait_for_selector("[data-test=undo-yes]")
        second.page.click("[data-test=undo-yes]")
    first.page.wait_for_selector(".transcript .undone")
    first.page.wait_for_selector("[data-choice=declare_action]")


def test_a_match_can_be_played_by_keyboard_alone(visit):
    """Tab to a choice, Enter sends it; the focus stays in the page and is visible."""
    ana = visit("Ana")
    ana.open_match("big-deal", others="random")
    for _ in range(2):
        ana.page.wait_for_selector("[data-test=acts] [data-send]")
        before = ana.version
        for _ in range(120):
            ana.page.keyboard.press("Tab")
            if ana.page.evaluate(
                "document.activeElement.matches('[data-test=acts] .choice [data-send]:not([aria-disabled])')"
            ):
                break
        else:
            raise AssertionError("no choice was reached by Tab")
        outline = ana.page.evaluate("getComputedStyle(document.activeElement).outlineWidth")
        assert outline != "0px"
        ana.page.keyboard.press("Enter")
        ana.wait_for_move(before)
