"""Nothing moves under the finger: presses while bots move, and what survives an event of somebody else."""

from __future__ import annotations

import json
import os
from random import Random

from tests.pages.tables import act_elsewhere, sit_at, start_full

PRESSES = int(os.environ.get("PRESSES", "25"))  # `make press` presses 200 times
PRESS_MS = 120
LOOKS_MAX = 150  # without a button to press: a question with boxes to tick waits for ever, so another match is opened
BUTTON = """() => {
  const found = [...document.querySelectorAll('.match:not([data-arming]) [data-test=acts] .choice [data-send]')]
    .filter(one => one.checkVisibility() && !one.hasAttribute('aria-disabled') && !document.body.dataset.sending);
  if (!found.length) return null;
  const one = found[Math.floor(Math.random() * found.length)];
  one.scrollIntoView({ block: 'nearest' });
  const box = one.getBoundingClientRect();
  const at = [box.left + box.width / 2, box.top + box.height / 2];
  if (!one.contains(document.elementFromPoint(...at))) return null;
  return at;
}"""
# What the pointer came down on, noted by the page itself: the question may change while the mouse is on its way.
NOTE = """() => addEventListener('pointerdown', ({ target }) => {
  const one = target.closest?.('[data-send]');
  const isArmed = !document.querySelector('.match[data-arming]');
  window.pressed = one && isArmed ? one : null;
  window.meant = one && [one.closest('[data-choice]').dataset.key, one.dataset.value ?? null];
}, true)"""


def test_no_press_is_lost_or_sent_for_another_decision(visit, desk):
    ana = visit("Ana")
    sent: list[dict] = []
    ana.page.on("request", lambda one: sent.append(one.post_data_json) if one.url.endswith("/commands") else None)
    done = 0
    while done < PRESSES:
        _open_with_five_bots(ana, desk)
        looks = 0
        while done < PRESSES and ana.status == "running" and looks < LOOKS_MAX:
            found = ana.page.evaluate(BUTTON)
            if found is None:
                looks += 1
                ana.page.wait_for_timeout(20)
                continue
            looks, before = 0, len(sent)
            ana.page.mouse.move(*found)
            ana.page.mouse.down()
            ana.page.wait_for_timeout(PRESS_MS)
            ana.page.mouse.up()
            ana.page.wait_for_timeout(30)
            meant = ana.page.evaluate("window.meant")
            is_still_there = ana.page.evaluate("Boolean(window.pressed?.isConnected) && !document.body.dataset.sending")
            fresh = sent[before:]
            told = ana.page.is_visible("[data-test=toast]")
            assert fresh or told or not is_still_there, f"a press was lost: {meant}"
            for command in fresh:
                _check_is_meant(command, *meant)
            done += 1
            ana.page.wait_for_selector("body:not([data-sending])")
    assert ana.refusals == []


def _open_with_five_bots(ana, desk):
    match = desk.api.open_match(ana.token, "coup", 6, {})
    desk.api.take_seat(match, ana.token)
    desk.api.call("POST", f"/v1/matches/{match}/bots", ana.token, {"policy": "sensible", "count": 5})
    desk.api.start(match, ana.token)
    ana.go(f"/m/{match}")
    ana.page.evaluate(NOTE)
    ana.page.wait_for_selector("[data-test=status][data-status=running]")


def _check_is_meant(command, key, value):
    """The command is that of the button on which the press began."""
    kind, params = json.loads(key.removeprefix("choice "))
    assert command["type"] == kind
    for name, domain in params.items():
        values = domain["one_of"]
        chosen = values[0] if len(values) == 1 else values[int(value)]
        assert command["params"][name] == chosen


def test_what_somebody_does_survives_the_moves_of_others(visit, desk):
    """In the set-up of Munchkin everybody acts at the same time."""
    match, tokens = start_full(desk, "munchkin-apocalypse", 0)
    ana = sit_at(visit, desk, match, tokens)
    mine = desk.api.match(match)["to_act"][0]
    other = next(seat for seat in desk.api.match(match)["to_act"] if seat != mine)
    ana.page.click("[data-test=more] summary")
    boxes = ana.page.locator("[data-choice=show_card] input[type=radio]")
    boxes.nth(1).check()
    boxes.nth(1).focus()
    node = ana.page.evaluate_handle("document.querySelector('[data-choice=show_card]')")
    version = act_elsewhere(desk, match, tokens, other, "finish_setup")["version"]
    ana.wait_for_version(version)
    assert boxes.nth(1).is_checked()
    assert ana.page.evaluate("form => form.isConnected", node)
    assert boxes.nth(1).evaluate("one => document.activeElement === one")
    assert ana.page.evaluate("document.querySelector('[data-test=more]').open")
    ana.page.click("[data-test=menu]")
    ana.page.wait_for_selector("dialog[open]")
    another = next(seat for seat in desk.api.match(match)["to_act"] if seat not in (mine, other))
    version = act_elsewhere(desk, match, tokens, another, "finish_setup")["version"]
    ana.wait_for_version(version)
    assert ana.page.is_visible("dialog[open]")


def test_a_reader_of_the_log_stays_where_they_read(visit, desk):
    match, tokens = start_full(desk, "coup", 40)
    if desk.api.match(match)["status"] == "finished":
        raise AssertionError("the match is too short for this test")
    ana = sit_at(visit, desk, match, tokens)
    log = ana.page.locator("[data-test=log]")
    log.evaluate("one => { one.scrollTop = 30; }")
    version = ana.version
    desk.finish(match, tokens, Random(1), steps=1)
    ana.wait_for_move(version)
    assert log.evaluate("one => one.scrollTop") == 30
    ana.page.click(".fresh")
    assert log.evaluate("one => one.scrollHeight - one.scrollTop - one.clientHeight") < 2
