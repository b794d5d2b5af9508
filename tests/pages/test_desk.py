"""The arbiter's desk: a dispute is read and ruled on without leaving one screen, and the docket finds it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from games.registry import all_games
from tests.pages.tables import resize, start_full
from tests.pages.test_fit import SEEN
from tests.servers import wait_until

GUIDE = (Path(__file__).parents[2] / "docs" / "arbiters.md").read_text()
PARTS = (
    "[data-test=before] .middle",
    "[data-test=after] .middle",
    ".around .is-disputed",
    ".could li",
    ".cited li",
    "[data-test=proofs]",
)
FORM = ("[data-test=preview]", "[data-test=reason]", "[data-test=rule]")


def disputed(desk, game, steps=12, **more):
    """A running match with a dispute about its last step: the match, its tokens, and the dispute."""
    match, tokens = start_full(desk, game, steps)
    table = desk.api.match(match)
    claimant = tokens[table["to_act"][0]]  # who is asked is still in play, and so may hold the match
    body = {"step": table["step"], "claim": "It was my turn.", "freeze": True, **more}
    return match, tokens, desk.api.call("POST", f"/v1/matches/{match}/disputes", claimant, body)


def sit_at_desk(visit, desk, dispute, token):
    judith = visit()
    resize(judith, "laptop")
    judith.sit_down_as(desk.person(token))
    judith.go(f"/disputes/{dispute['id']}")
    return judith


@pytest.mark.parametrize("game", sorted(all_games()))
def test_an_arbiter_rules_without_leaving_the_screen(game, visit, desk):
    token = desk.arbiter()
    match, tokens, dispute = disputed(desk, game)
    judith = sit_at_desk(visit, desk, dispute, token)
    page = judith.page
    page.wait_for_selector("[data-test=preview][data-of=dismiss] p")
    assert page.evaluate("document.documentElement.scrollHeight === innerHeight")
    for selector in (*PARTS, *FORM):
        assert page.evaluate(SEEN, selector) == "", selector
    assert "Held" in page.inner_text("[data-test=state]").title()
    for viewer in ("0", "spectator"):
        page.click(f"[data-viewer='{viewer}']")
    page.check("[data-test=ruling-rewind]")
    page.wait_for_selector("[data-test=preview][data-of=rewind] p")
    assert f"Takes back step {dispute['about_step']}." in page.inner_text("[data-test=preview]")
    assert "preview" in page.inner_text(".half:last-child h2").lower()
    assert page.inner_text("[data-test=after]")
    page.click("[data-test=show-ruled]")
    assert "After step" in page.inner_text(".half:last-child h2")
    page.fill("[data-test=reason]", "She was right.")
    page.click("[data-test=rule]")
    page.wait_for_selector("[data-test=dispute][data-status=ruled]")
    assert page.url.endswith(f"/disputes/{dispute['id']}")
    found = desk.api.match(match)
    told = desk.api.call("GET", f"/v1/matches/{match}/steps?after={found['step'] - 1}", tokens[0])["steps"]
    assert any("She was right." in sentence for one in told for sentence in one["narration"]), "the players read it"
    assert found["held"] is None


def test_the_table_of_the_preview_is_the_one_that_the_ruling_leads_to(visit, desk):
    token = desk.arbiter()
    match, _, dispute = disputed(desk, "coup")
    judith = sit_at_desk(visit, desk, dispute, token)
    judith.page.check("[data-test=ruling-rewind]")
    judith.page.wait_for_selector("[data-ruled=yes]")
    shown = judith.page.inner_text("[data-test=after] .others")
    judith.page.fill("[data-test=reason]", "Back.")
    judith.page.click("[data-test=rule]")
    judith.page.wait_for_selector("[data-test=dispute][data-status=ruled]")
    state = desk.api.match(match)["state"]
    money = [int(one) for one in re.findall(r"(\d+)M", shown)]
    assert money == [one["money"] for one in state["seats"]]


def test_the_preview_of_a_ruling_that_was_chosen_before_is_not_shown(visit, desk):
    """Its answer may come after another ruling was chosen, and would stand there as that one's table."""
    token = desk.arbiter()
    _, _, dispute = disputed(desk, "coup")
    judith = visit()
    held = []
    judith.page.route("**/preview", lambda route: held.append(route))
    resize(judith, "laptop")
    judith.sit_down_as(desk.person(token))
    judith.go(f"/disputes/{dispute['id']}")
    wait_until(lambda: judith.page.wait_for_timeout(20) or held, "the first preview is asked for", 10)
    judith.page.check("[data-test=ruling-rewind]")
    held[0].continue_()
    wait_until(lambda: judith.page.wait_for_timeout(20) or len(held) > 1, "the second preview is asked for", 10)
    judith.page.wait_for_timeout(200)  # for the answer to the first
    assert judith.page.locator("[data-ruled=yes]").count() == 0
    held[1].continue_()
    judith.page.wait_for_selector("[data-ruled=yes]")


def test_a_ruling_that_somebody_else_gave_first_loses_nothing(visit, desk):
    token = desk.arbiter()
    _, _, dispute = disputed(desk, "coup")
    judith = sit_at_desk(visit, desk, dispute, token)
    judith.page.fill("[data-test=reason]", "A long reason that took a while to write.")
    body = {"ruling": "dismiss", "reason": "I was faster."}
    desk.api.call("POST", f"/v1/disputes/{dispute['id']}/ruling", desk.arbiter("Kim"), body)
    judith.page.click("[data-test=rule]")
    alert = judith.page.wait_for_selector(".ruling .alert[data-problem=dispute-ruled]")
    assert "settled already" in alert.inner_text()
    assert judith.page.input_value("[data-test=reason]").startswith("A long reason")


def test_an_impossible_ruling_says_why_before_it_is_given(visit, desk):
    token = desk.arbiter()
    _, _, dispute = disputed(desk, "coup")
    judith = sit_at_desk(visit, desk, dispute, token)
    judith.page.check("[data-test=ruling-rewind]")
    judith.page.fill("[data-test=to-step]", "999")
    judith.page.wait_for_selector("[data-test=preview] .alert")
    judith.page.fill("[data-test=to-step]", "1")
    judith.page.wait_for_selector("[data-test=preview] p:has-text('Takes back')")


def test_players_see_why_they_cannot_rule_and_may_withdraw(visit, desk):
    arbiter = desk.arbiter("Kim")
    match = desk.api.open_match(arbiter, "coup", 2, {})
    ben = desk.api.make_player("Ben")[1]
    for token in (arbiter, ben):
        desk.api.take_seat(match, token)
    desk.api.start(match, ben)
    body = {"step": 0, "claim": "Look at this.", "freeze": False}
    dispute = desk.api.call("POST", f"/v1/matches/{match}/disputes", ben, body)
    kim = sit_at_desk(visit, desk, dispute, arbiter)
    kim.page.wait_for_selector(".ruling:has-text('You play in this match')")
    assert kim.page.query_selector("[data-test=rule]") is None
    player = sit_at_desk(visit, desk, dispute, ben)
    player.page.click("[data-test=withdraw]")
    player.page.wait_for_selector("[data-test=dispute][data-status=withdrawn]")


def test_the_docket_is_filtered(visit, desk):
    token = desk.arbiter()
    _, tokens, held = disputed(desk, "coup")
    _, _, other = disputed(desk, "szmal", steps=2, freeze=False)
    desk.wait_for_docket(other["id"])
    desk.wait_for_docket(held["id"])
    judith = visit()
    judith.sit_down_as(desk.person(tokens[0]))
    judith.go("/disputes")

    def expect(dispute, is_there):
        judith.page.wait_for_selector(f"[data-dispute='{dispute['id']}']", state="attached" if is_there else "detached")

    expect(held, True)
    expect(other, True)
    judith.page.select_option("[data-test=filter-game]", "szmal")
    expect(held, False)
    expect(other, True)
    judith.page.select_option("[data-test=filter-game]", "")
    judith.page.check("[data-test=filter-held]")
    expect(other, False)
    expect(held, True)
    judith.page.uncheck("[data-test=filter-held]")
    judith.page.check("[data-test=filter-mine]")
    expect(other, False)
    expect(held, True)
    judith.page.select_option("[data-test=filter-age]", "86400")
    expect(held, False)
    desk.api.call("POST", f"/v1/disputes/{held['id']}/ruling", token, {"ruling": "dismiss", "reason": "No."})


def test_the_guide_for_arbiters_is_true_of_the_pages(visit, desk):
    """Every bold name in the part about the desk is pressed, in the order of the text."""
    token = desk.arbiter()
    _, _, dispute = disputed(desk, "coup")
    desk.wait_for_docket(dispute["id"])
    steps = GUIDE.split("## At the desk")[1].split("## Over the API")[0]
    names = re.findall(r"\*\*(.+?)\*\*", steps)
    assert names[:2] == ["Disputes", "Open"]
    assert "Give the ruling" in names
    judith = visit()
    judith.become("Judith", token)
    page = judith.page
    for name in names:
        if name == "a spectator":
            page.click(f"[data-dispute='{dispute['id']}'] a")
            page.wait_for_selector("[data-test=preview] p")
        if name == "Give the ruling":
            page.check("text=Rewind the match")
            page.fill("[data-test=reason]", "As the guide says.")
        page.locator(f":is(a, button, label):text-is('{name}'), label:has-text('{name}')").first.click()
        if name == "Raw JSON":
            page.click("dialog summary:has-text('Events')")
            page.keyboard.press("Escape")
        if name == "Rewind the match":
            page.wait_for_selector("[data-test=preview]:has-text('Takes back')")
        if name == "Give the ruling":
            page.wait_for_selector("[data-test=dispute][data-status=ruled]")
    page.wait_for_selector("[data-test=report-text]:has-text('As the guide says.')")


def test_the_report_on_paper_is_the_same(desk, served, tmp_path):
    token = desk.arbiter()
    _, _, dispute = disputed(desk, "coup")
    (tmp_path / "token").write_text(token + "\n")
    paper = tmp_path / "report.html"
    command = ("report", dispute["id"], "--server", served.base, "--token-file", str(tmp_path / "token"))
    done = served.run(*command, "--to", str(paper))
    assert done.returncode == 0, done.stderr
    text = paper.read_text()
    for wanted in ("Dispute 1, coup", "It was my turn.", "The steps around it", "What it changed, as seat 1 saw it"):
        assert wanted in text
    assert "as seat 1 saw it" not in served.run(*command[:4]).stdout, "without a token it is what spectators see"
    wrong = served.run("report", "m-nothing~1", "--server", served.base)
    assert wrong.returncode == 1
    assert "no report was written" in wrong.stderr
