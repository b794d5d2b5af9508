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


# Presses the first answer in the moment in which it comes.
EAGER = """() => {
  window.eager = 0;
  new MutationObserver(() => {
    const one = document.querySelector('[data-test=acts] .choice [data-send]:not([aria-disabled])');
    if (one && !window.known.has(one)) { window.known.add(one); window.eager += 1; one.click(); }
  }).observe(document.querySelector('[data-test=acts]'), { childList: true, subtree: true });
  window.known = new Set(document.querySelectorAll('[data-send]'));
}"""


def test_what_comes_under_a_resting_pointer_is_not_answered_at_once(visit, desk):
    """Though nothing was asked just before: after a claim of one's own others are waited for."""
    match, tokens = desk.start("coup", 2)
    seat = desk.api.match(match)["to_act"][0]
    ana = visit()
    ana.sit_down_as(desk.person(tokens[1 - seat]))
    ana.go(f"/m/{match}")
    ana.page.evaluate(EAGER)
    act_elsewhere(desk, match, tokens, seat, "declare_action")
    while 1 - seat not in desk.api.match(match)["to_act"]:
        desk.finish(match, tokens, Random(1), steps=1)
    version = desk.api.match(match)["version"]
    ana.wait_for_version(version)
    ana.page.wait_for_function("window.eager > 0")
    assert ana.page.get_attribute("[data-test=acts]", "data-fresh") == "yes", "it is seen to be new"
    ana.wait_for_choice()
    assert desk.api.match(match)["version"] == version, "nobody has read it yet"
    ana.page.locator("[data-test=acts] .choice [data-send]:not([aria-disabled])").first.click()
    ana.wait_for_version(version + 1)


def test_an_answer_that_has_moved_is_not_what_was_meant(visit):
    """As where something was bought: the list closes up, and what ends the turn lies under the pointer."""
    ana = visit()
    ana.go("/")
    assert ana.page.evaluate(
        """async () => {
          const { ARM_MS, Presses } = await import('/static/press.js');
          const root = document.createElement('div');
          root.innerHTML = '<p>Buy</p><button data-send data-press="end">End</button>'
            + '<button data-send data-press="other">Other</button>';
          document.body.append(root);
          const done = [];
          const handlers = { end: () => done.push('end'), other: () => done.push('other') };
          const presses = new Presses(root, handlers);
          presses.arm(root, true);
          const [end, other] = root.querySelectorAll('button');
          other.style.cssText = 'position: fixed; top: 0';
          presses.measure();
          root.firstChild.remove();
          presses.arm(root, false);
          end.click();
          other.click();
          const soon = [...done];
          await new Promise((then) => setTimeout(then, ARM_MS + 20));
          end.click();
          root.remove();
          return [soon, done, root.dataset.arming];
        }"""
    ) == [["other"], ["other", "end"], None]


def lose_an_influence(desk):
    """A match of Coup in which somebody must choose what to lose; answers their seat."""
    match, tokens = desk.start("coup", 3)
    seat = desk.api.match(match)["to_act"][0]
    found = desk.api.choices(match, tokens[seat])
    bluff = next(one for one in found["choices"] if one["effect"].startswith("A bluff"))
    params = {name: domain["one_of"][0] for name, domain in bluff["params"].items()}
    desk.api.send(match, tokens[seat], {"type": bluff["type"], "params": params}, found["version"])
    act_elsewhere(desk, match, tokens, (seat + 1) % 3, "challenge")
    return match, tokens, seat


def test_an_influence_is_looked_at_before_it_is_lost(visit, desk):
    """On one's own turn a press on a card explains it; here it would give the card up for ever."""
    match, tokens, seat = lose_an_influence(desk)
    assert desk.api.match(match)["to_act"] == [seat]
    ana = sit_at(visit, desk, match, tokens)
    version = ana.version
    card = ana.page.locator(".pane-hand .card.can").first
    card.dblclick()
    ana.page.wait_for_selector("[data-test=card-view] .answers")
    assert "Press it once more" in ana.page.inner_text("[data-test=card-view]")
    ana.page.wait_for_selector(".match:not([data-arming])")
    assert ana.version == version, "nor by a double click"
    card.click()
    ana.wait_for_move(version)


def hold(visitor, locator):
    """A finger that rests."""
    locator.scroll_into_view_if_needed()
    box = locator.bounding_box()
    wire = visitor.context.new_cdp_session(visitor.page)
    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    wire.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    visitor.page.wait_for_timeout(700)
    wire.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    visitor.page.wait_for_timeout(100)


def test_a_finger_that_rests_on_an_answer_is_shown_its_card(visit, desk):
    match, tokens = start_full(desk, "clank", 0)
    ana = sit_at(lambda: visit(has_touch=True), desk, match, tokens, "phone")
    version = desk.api.match(match)["version"]
    ana.page.click("[data-press=unfold] >> visible=true")
    ana.wait_for_choice()
    chip = ana.page.locator("[data-choice=play_card] .chip:visible").first
    name = chip.inner_text()
    hold(ana, chip)
    assert ana.page.inner_text("[data-test=card-view] h3") == name
    assert desk.api.match(match)["version"] == version, "and nothing is played"
