"""The audit in the browser, and a dispute from the claim to the ruling."""

from __future__ import annotations

import json
import time
from random import Random

import pytest
import requests

from events.checkpoint import open_note
from events.export import read
from events.tree import canonical
from games.registry import all_games
from ledger.audit import EXECUTED
from ledger.table import rulesets_of
from projections.verify import CHECKS, verify
from tests.lies.files import SIGNER, file_of, whole


def checks_of(person):
    person.page.wait_for_selector("[data-verdict]")
    lines = person.page.query_selector_all("[data-test=own-checks] [data-check]")
    return {line.get_attribute("data-check"): line.get_attribute("data-value") for line in lines}


@pytest.mark.parametrize("game", ["coup", "clank"])
def test_a_finished_match_is_green_in_the_browser(game, visit, desk):
    match, tokens = desk.start(game)
    desk.finish(match, tokens, Random(11))
    ana = visit()
    ana.go(f"/m/{match}/audit")
    checks = checks_of(ana)
    assert list(checks) == list(CHECKS)
    open_here = {name for name, value in checks.items() if value != "proven"} - {
        "log"
    }  # the log may be a moment behind
    assert open_here == set(EXECUTED), checks
    assert "broken" not in checks.values()
    ana.page.wait_for_selector("text=every event is what the rules decide again.")


def test_the_audit_begins_with_one_sentence(visit, desk, played):
    ana = visit()
    ana.go(f"/m/{played[0]}/audit")
    ana.page.wait_for_selector("[data-verdict]")
    said = ana.page.inner_text("[data-test=verdict]")
    assert said == "Nothing here has been tampered with, as far as a browser can check."
    assert not ana.page.locator("[data-check=tree]").first.is_visible(), "what was checked is folded"
    ana.page.click("[data-test=each-check] summary")
    assert ana.page.locator("[data-check=tree]").first.is_visible()


def test_a_running_match_is_checked_by_its_commitments(visit, desk):
    match, _ = desk.start("coup")
    ana = visit()
    ana.go(f"/m/{match}/audit")
    checks = checks_of(ana)
    assert checks["tree"] == "proven"
    assert checks["draws"] == "not proven here"


def _changed_card(lines):
    """A dealt card becomes another one."""
    for line in lines:
        for part in line.get("secret", {}).values():
            if "values" in part and line["type"] == "HandDealt":
                name = next(iter(part["values"]))
                part["values"][name] = list(reversed(part["values"][name]))
                return


def _changed_winner(lines):
    ended = next(line for line in lines if line.get("type") == "MatchEnded")
    ended["public"]["winner_seats"] = [1 - seat for seat in ended["public"]["winner_seats"]]


def _dropped_event(lines):
    del lines[5]


def _changed_luck(lines):
    for line in lines:
        if "luck" in line:
            outcome = line["calls"][0][2]
            if isinstance(outcome, list):
                outcome.reverse()
            else:
                line["calls"][0][2] = outcome + 1
            return


def _changed_time(lines):
    lines[4]["at"] += 1


def _forged_root(lines):
    lines[0]["root"] = "0" * 64


LIES = [_changed_card, _changed_winner, _dropped_event, _changed_luck, _changed_time, _forged_root]


@pytest.mark.parametrize("lie", LIES, ids=lambda lie: lie.__name__.strip("_"))
def test_a_tampered_file_turns_red(lie, visit, desk, played, tmp_path):
    text = desk.export(played[0])
    ana = visit()
    ana.go("/audit")
    honest = tmp_path / "honest.jsonl"
    honest.write_text(text)
    ana.page.set_input_files("[data-test=file]", str(honest))
    ana.page.wait_for_selector("[data-verdict='not proven here']")
    lines = [json.loads(line) for line in text.splitlines()]
    lie(lines)
    tampered = tmp_path / "tampered.jsonl"
    tampered.write_bytes(b"".join(canonical(line) + b"\n" for line in lines))
    assert tampered.read_text() != text
    ana.page.set_input_files("[data-test=file]", str(tampered))
    ana.page.wait_for_selector("[data-verdict=broken]")
    assert "broken" in checks_of(ana).values()


def test_the_browser_and_the_offline_verifier_agree(desk):
    match, tokens = desk.start("coup")
    desk.finish(match, tokens, Random(13))
    text = desk.export(match).encode()
    assert read(text)[0].viewer == "all"
    assert all(check.ok for check in verify(text, rulesets_of(all_games())))


def test_a_dispute_from_claim_to_ruling(visit, desk):
    """Ana opens the match and the dispute with nothing but a keyboard."""
    arbiter = desk.arbiter("Judith")  # without one a match is not held
    ana = visit("Ana")
    ana.tab_to("[data-game]")
    ana.page.keyboard.press("Space")
    while ana.page.evaluate("document.activeElement.dataset.game") != "coup":
        ana.page.keyboard.press("ArrowDown")
    ana.page.wait_for_selector("a[href='/rules/coup']")
    ana.tab_to("[data-test=open]")
    ana.page.keyboard.press("Enter")
    ana.page.wait_for_url("**/m/*")
    match = ana.page.url.rsplit("/", 1)[1]
    ana.wait_for_choice()
    ana.press_choice()
    ana.go(f"/m/{match}/audit")
    for field, typed in (("step", "1"), ("claim", "I did not mean that.")):
        ana.tab_to(f"[data-test=dispute-{field}]")
        ana.page.keyboard.press("Control+A")
        ana.page.keyboard.type(typed)
    ana.tab_to("[data-test=dispute-freeze], [data-test=dispute-send]")
    if ana.page.evaluate("document.activeElement.type") == "checkbox":
        ana.page.keyboard.press("Space")
        ana.tab_to("[data-test=dispute-send]")
    ana.page.keyboard.press("Enter")
    ana.page.wait_for_selector("[data-test=dispute][data-status=open]")
    address = ana.page.url.removeprefix(ana.base)
    desk.wait_for_docket(address.rsplit("/", 1)[1])

    judith = visit()
    judith.become("Judith", arbiter)
    judith.go("/disputes")
    judith.page.click(f"a[href='{address}']")
    judith.page.wait_for_selector("[data-test=evidence-view]")
    judith.page.check("[data-test=ruling-dismiss]")
    judith.page.fill("[data-test=reason]", "The command is on record as received.")
    judith.page.click("[data-test=rule]")
    judith.page.wait_for_selector("[data-test=dispute][data-status=ruled]")
    judith.page.click("[data-test=report]")
    judith.page.wait_for_selector("[data-test=report-text]")
    report = judith.page.inner_text("[data-test=report-text]")
    assert "as seat 1 saw it" in report, "the arbiter's report says what everybody could see"
    assert "I did not mean that." in report
    assert "on record as received" in report

    ana.go(address)
    ana.page.wait_for_selector("[data-test=dispute][data-status=ruled]")
    assert "on record" in ana.page.wait_for_selector(".ruling blockquote").inner_text()
    told = desk.api.call("GET", f"/v1/matches/{match}/steps?limit=100", ana.token)["steps"]
    assert any("looked" in sentence for step in told for sentence in step["narration"]), (
        "the look of the arbiter is on record"
    )


def test_a_match_with_an_erased_player_shows_what_is_left(visit, desk, served):
    match, tokens = desk.start("coup")
    desk.finish(match, tokens, Random(31))
    player = desk.person(tokens[0])["id"]
    erased = served.run("erase", "--player", player)
    assert erased.returncode == 0, erased.stderr
    ana = visit()
    ana.go(f"/m/{match}")
    ana.page.wait_for_selector("[data-test=no-table]")
    ana.go(f"/m/{match}/audit")
    ana.page.wait_for_selector("[data-test=verdict][data-verdict='not proven here']")


def test_a_held_match_shows_a_banner_and_no_question(visit, desk):
    """LEDGER-6.3: who is waited for, a link to the dispute, a stopped clock, nobody marked as to act."""
    desk.arbiter("Judith")
    ana = visit("Ana")
    match = ana.open_match("coup", others="sensible")
    ana.wait_for_choice()
    ana.press_choice()
    ana.go(f"/m/{match}/audit")
    ana.page.fill("[data-test=dispute-step]", "1")
    ana.page.fill("[data-test=dispute-claim]", "I did not mean that.")
    ana.page.check("[data-test=dispute-freeze]")
    ana.page.click("[data-test=dispute-send]")
    ana.page.wait_for_selector("[data-test=dispute][data-status=open]")
    dispute = ana.page.url.rsplit("/", 1)[1]
    ana.go(f"/m/{match}")
    ana.page.wait_for_selector("[data-test=held]")
    assert ana.page.get_attribute("[data-test=held] a", "href") == f"/disputes/{dispute}"
    assert "arbiter" in ana.page.inner_text("[data-test=status]")
    assert ana.page.locator(".is-waiting").count() == 0
    assert ana.page.locator("[data-choice]").count() == 0


def test_the_browser_keeps_the_log_and_stops_at_a_fork(visit, desk):
    """The service first shows a longer log, and then one that it had signed before: that one is no longer believed."""
    match, _ = desk.start("coup")
    ana = visit()
    early = wait_for_log(desk, 1)
    ana.go(f"/m/{match}/audit")
    assert "keeps the checkpoint" in ana.page.wait_for_selector("[data-test=log]").inner_text()
    desk.start("coup")
    late = wait_for_log(desk, early["size"] + 1)
    ana.go(f"/m/{match}/audit")
    said = ana.page.wait_for_selector("[data-test=log]").inner_text()
    assert f"extends the {early['size']} that this browser had seen" in said
    ana.page.route("**/v1/log/checkpoint", lambda route: route.fulfill(json=early))
    ana.go(f"/m/{match}/audit")
    said = ana.page.wait_for_selector("[data-test=fork]").inner_text()
    assert "rewritten" in said
    assert not ana.page.query_selector("[data-verdict]"), "nothing more is checked"
    with ana.page.expect_download() as saved:
        ana.page.click("[data-test=fork] button")
    fork = json.loads(saved.value.path().read_text())
    assert fork["seen"] == early["note"]
    sizes = [open_note(fork[name], early["key"]).size for name in ("kept", "seen")]
    assert sizes[0] >= late["size"] > sizes[1]
    ana.page.unroute("**/v1/log/checkpoint")


def wait_for_log(desk, size):
    """The checkpoint of the log, once it has so many entries."""
    give_up = time.monotonic() + 30
    while (point := requests.get(f"{desk.service.base}/v1/log/checkpoint", timeout=10).json())["size"] < size:
        assert time.monotonic() < give_up
        time.sleep(0.1)
    return point


def test_an_imported_match_says_so_on_its_pages(visit, desk, served):
    text = file_of(whole("coup"))
    taken = served.run("trust", "add", SIGNER.key)
    assert taken.returncode == 0, taken.stderr
    judge = {"Authorization": f"Bearer {desk.arbiter()}"}
    reply = requests.post(f"{desk.service.base}/v1/matches/import", data=text, headers=judge, timeout=60)
    assert reply.status_code == 201, reply.text
    ana = visit()
    for path in ("", "/replay", "/audit"):
        ana.go(f"/m/m-pure{path}")
        assert SIGNER.origin in ana.page.wait_for_selector("[data-test=imported]").inner_text()


def test_no_page_shows_the_name_of_an_erased_player(visit, desk, served):
    """Also in a browser that has shown it before."""
    name = "Quillon Vexley"
    player, token = desk.api.make_player(name)
    other = desk.api.make_player("Bennet")[1]
    match = desk.api.open_match(token, "coup", 2, {})
    for one in (token, other):
        desk.api.take_seat(match, one)
    desk.api.start(match, token)
    ana = visit()
    paths = [f"/m/{match}", f"/m/{match}/replay", f"/m/{match}/audit", "/"]

    def shown(path: str) -> str:
        ana.go(path)
        is_there = "() => document.querySelector('[data-verdict]') || document.body.innerText.includes('Bennet')"
        ana.page.wait_for_function(is_there)
        return ana.page.content() + json.dumps(ana.page.evaluate("({ ...localStorage, ...sessionStorage })"))

    assert [name in shown(path) for path in paths[:2]] == [True, True]
    for path in paths:
        shown(path)
    done = served.run("erase", "--player", player)
    assert done.returncode == 0, done.stderr
    for path in paths:
        assert name not in shown(path), path
