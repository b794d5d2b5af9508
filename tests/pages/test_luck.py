"""Browsers commit to their part of the luck and open it by themselves, and remember the lobby that they have seen."""

from __future__ import annotations

from random import Random

from tests.pages.test_audit import checks_of

FORGET = "localStorage.removeItem('matchledger.luck.parts')"
EXCHANGE = """(id) => {
  const kept = JSON.parse(localStorage.getItem('matchledger.luck.kept'));
  kept[id][0].root = '00'.repeat(32);
  localStorage.setItem('matchledger.luck.kept', JSON.stringify(kept));
}"""


def seated(visit):
    ana, bob = visit("Ana"), visit("Bob")
    match = ana.open_match("coup")
    bob.go(f"/m/{match}")
    bob.page.click("[data-test=join]")
    bob.page.wait_for_selector("[data-test=start]")
    ana.page.wait_for_selector("[data-test=start]")
    return match, ana, bob


def joint_luck(desk, match):
    checks = desk.api.call("GET", f"/v1/matches/{match}/audit")["checks"]
    return next(check for check in checks if check["name"] == "joint luck")


def test_nobody_has_to_know_of_it(visit, desk):
    match, ana, bob = seated(visit)
    ana.page.click("[data-test=start]")
    for person in (ana, bob):
        person.page.wait_for_selector("[data-test=status][data-status=running]")
    check = joint_luck(desk, match)
    assert (check["value"], "seats 0, 1" in check["detail"]) == ("proven", True)
    desk.finish(match, [ana.token, bob.token], Random(3))
    ana.go(f"/m/{match}/audit")
    assert checks_of(ana)["joint luck"] == "proven"
    ana.page.click("[data-test=each-check] summary")
    shown = ana.page.inner_text("[data-check='joint luck']")
    assert "This browser kept a checkpoint of the closed lobby, and finds it here." in shown
    ana.page.evaluate(EXCHANGE, match)
    ana.go(f"/m/{match}/audit")
    assert checks_of(ana)["joint luck"] == "broken"


def test_the_page_says_for_whom_it_waits(visit, desk):
    match, ana, bob = seated(visit)
    parts = bob.page.evaluate("localStorage.getItem('matchledger.luck.parts')")
    bob.page.evaluate(FORGET)
    ana.page.click("[data-test=start]")
    ana.page.wait_for_selector("[data-test=status]:has-text('Waiting for the luck of Bob.')")
    bob.page.wait_for_selector("[data-test=luck-note]")
    assert "another browser" in bob.page.inner_text("[data-test=luck-note]")
    assert desk.api.match(match)["opening"]["waiting_for"] == [1]
    bob.page.evaluate("(parts) => localStorage.setItem('matchledger.luck.parts', parts)", parts)
    bob.go(f"/m/{match}")
    ana.page.wait_for_selector("[data-test=status][data-status=running]")
    assert ana.complaints + bob.complaints == []


def test_a_second_tab_does_no_harm(visit, desk):
    match, ana, bob = seated(visit)
    second = bob.context.new_page()
    second.goto(f"{bob.base}/m/{match}")
    second.wait_for_selector("[data-test=start]")
    ana.page.click("[data-test=start]")
    for page in (ana.page, bob.page, second):
        page.wait_for_selector("[data-test=status][data-status=running]")
    assert joint_luck(desk, match)["value"] == "proven"
