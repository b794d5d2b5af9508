"""Every page, narrow and wide, dark and light: nothing overflows, axe finds nothing serious, the wire stays light."""

from __future__ import annotations

from random import Random

import pytest
import requests
from axe_playwright_python.sync_playwright import Axe

from games.registry import all_games

FIRST_PAGE_BYTES_MAX = 100_000
# Dark differs from light in colours alone, and at both widths alike; more is in view at the larger one.
SCHEMES = {"light": (), "dark": ("color-contrast",)}
WIDTHS = {390: ("light",), 1440: ("light", "dark")}


def check_looks(person, path):
    """The page at each width, loaded once, and in the dark."""
    for width, schemes in WIDTHS.items():
        person.page.set_viewport_size({"width": width, "height": 900})
        person.go(path)
        if path.startswith("/m/") and "/audit" not in path:
            person.page.wait_for_selector("[data-test=table] > *")
        assert person.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (path, width)
        for scheme in schemes:
            person.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            assert serious(person, SCHEMES[scheme]) == [], (path, width, scheme)


def serious(person, rules=()):
    """What axe-core finds that keeps somebody out; by all its rules unless some are named."""
    options = {"resultTypes": ["violations"], **({"runOnly": list(rules)} if rules else {})}
    found = Axe().run(person.page, options=options).response["violations"]
    return [
        (one["id"], one["help"], [node["target"] for node in one["nodes"]][:4], one["nodes"][0]["failureSummary"][:300])
        for one in found
        if one["impact"] in ("serious", "critical")
    ]


@pytest.mark.parametrize("game", sorted(all_games()))
def test_the_table_and_the_replay_of(game, visit, desk):
    match, tokens = desk.start(game, seats=3)
    desk.finish(match, tokens, Random(21), steps=12)
    ana = visit()
    ana.sit_down_as(desk.person(tokens[0]))
    for path in (f"/m/{match}", f"/m/{match}/replay#step=9"):
        check_looks(ana, path)


INCOMPLETE = """async () => {
  const { drawQuestion } = await import('/static/question.js');
  const template = { type: 'form_set', label: 'Lay a set', effect: 'It is worth $40,000.', params: {
    card_ids: { some_of: ['a', 'b', 'c'], min: 2, max: 2 } } };
  const ctx = { catalogue: {}, adapter: {}, match: { to_act: [0] }, seat: 0, names: [], game: { catalogue: {} },
    offers: new Map() };
  document.querySelector('main').replaceChildren(...drawQuestion({ choices: [template], prompt: 'Lay a set?' }, ctx));
}"""


@pytest.mark.parametrize("scheme", SCHEMES)
def test_an_answer_that_is_not_complete_can_be_read(scheme, visit):
    """Whether one is asked to choose two of three depends on the cards, so this one is made."""
    ana = visit(scheme=scheme)
    ana.go("/")
    ana.page.evaluate(INCOMPLETE)
    assert ana.page.is_visible("main [data-send][aria-disabled]")
    assert serious(ana, ("color-contrast",)) == []


def test_the_other_pages(visit, desk):
    match, tokens = desk.start("coup")
    claim = {"step": 0, "claim": "Look at this."}
    dispute = desk.api.call("POST", f"/v1/matches/{match}/disputes", tokens[0], claim)["id"]
    desk.finish(match, tokens, Random(22))
    desk.wait_for_docket(dispute)
    opened = desk.api.open_match(tokens[0], "coup", 3, {})
    ana = visit()
    ana.sit_down_as(desk.person(tokens[0]))
    paths = [
        "/",
        f"/m/{opened}",
        f"/m/{match}",
        f"/m/{match}/audit#step=2",
        "/audit",
        "/disputes",
        "/standings?game=coup",
    ]
    nowhere = ["/nothing", "/disputes/nothing"]
    for path in [*paths, "/rules/coup", f"/disputes/{dispute}", f"/disputes/{dispute}/report", *nowhere]:
        check_looks(ana, path)


@pytest.mark.parametrize("path", ["/nothing", "/m/nothing", "/m/nothing/replay", "/m/nothing/audit", "/rules/nothing"])
def test_whoever_is_lost_finds_the_way_home(path, visit):
    ana = visit()
    ana.go(path)
    assert ana.page.inner_text("h1") == "There is nothing here"
    ana.page.click("main a:has-text('To the lobby')")
    ana.page.wait_for_selector("[data-test=make-player]")


def test_the_desk_of_the_arbiter_and_the_options_of_a_match(visit, desk):
    match, tokens = desk.start("coup")
    claim = {"step": 0, "claim": "Look at this."}
    dispute = desk.api.call("POST", f"/v1/matches/{match}/disputes", tokens[0], claim)["id"]
    judith = visit()
    judith.sit_down_as(desk.person(desk.arbiter()))
    check_looks(judith, f"/disputes/{dispute}")
    for game in sorted(all_games()):
        judith.go("/")
        judith.page.check(f"[data-game={game}]")
        judith.page.wait_for_selector(f"a[href='/rules/{game}']")
        judith.page.click("summary:has-text('Options')")
        assert serious(judith) == [], game


def test_the_documentation_of_the_api_can_be_read(visit):
    ana = visit()
    ana.page.goto(ana.base + "/docs")
    ana.page.wait_for_selector(".opblock", timeout=60_000)
    assert "Open a match" in ana.page.inner_text("body")


def test_the_first_page_is_light(visit):
    """As many bytes as really came over the wire, headers included, counted by the browser."""
    ana = visit()
    sizes: list[int] = []
    wire = ana.context.new_cdp_session(ana.page)
    wire.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    wire.send("Network.enable")
    ana.go("/")
    ana.page.wait_for_load_state("networkidle")
    assert len(sizes) >= 6, "the page, its style sheet and its script, the games and the matches"
    assert sum(sizes) < FIRST_PAGE_BYTES_MAX


def test_files_are_served_once_zipped_and_guarded(served):
    first = requests.get(served.base + "/", timeout=10)
    policy = first.headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    assert first.headers["X-Content-Type-Options"] == "nosniff"
    style = requests.get(served.base + "/static/style.css", timeout=10)
    for accepted, encoding in (
        ("gzip, deflate, br", "br"),
        ("gzip", "gzip"),
        ("br;q=0, gzip", "gzip"),
        ("identity", None),
    ):
        packed = requests.get(served.base + "/static/style.css", headers={"Accept-Encoding": accepted}, timeout=10)
        assert packed.headers.get("Content-Encoding") == encoding
        assert packed.text == style.text
    again = requests.get(
        served.base + "/static/style.css", headers={"If-None-Match": style.headers["ETag"]}, timeout=10
    )
    assert again.status_code == 304
    for path in ("/static/nothing.js", "/static/../__init__.py", "/static/%2e%2e/__init__.py", "/static/"):
        assert requests.get(served.base + path, timeout=10).status_code == 404
