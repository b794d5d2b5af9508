"""Every page, narrow and wide, dark and light: nothing overflows, axe finds nothing serious, the wire stays light."""

from __future__ import annotations

from random import Random

import pytest
import requests

from games.registry import all_games

FIRST_PAGE_BYTES_MAX = 100_000
LOOKS = [(390, "dark"), (1440, "light")]


def serious(person):
    """What axe-core finds that keeps somebody out."""
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(person.page).response["violations"]
    return [
        (one["id"], one["help"], [node["target"] for node in one["nodes"]][:4], one["nodes"][0]["failureSummary"][:300])
        for one in found
        if one["impact"] in ("serious", "critical")
    ]


def is_within(person):
    return person.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("game", sorted(all_games()))
def test_the_table_and_the_replay_of(game, visit, desk):
    match, tokens = desk.start(game, seats=3)
    desk.finish(match, tokens, Random(21), steps=12)
    for width, scheme in LOOKS:
        ana = visit(width=width, scheme=scheme)
        ana.page.goto(ana.base + "/static/icon.svg")
        ana.page.evaluate(
            "p => { localStorage.setItem('matchledger.people', JSON.stringify([p])); "
            "localStorage.setItem('matchledger.current', p.id); }",
            {**desk.api.call("GET", "/v1/players/me", tokens[0]), "token": tokens[0]},
        )
        for path in (f"/m/{match}", f"/m/{match}/replay#step=9"):
            ana.go(path)
            ana.page.wait_for_selector("[data-test=table] .seat")
            assert is_within(ana), (path, width)
            assert serious(ana) == [], (path, width, scheme)


@pytest.mark.parametrize(("width", "scheme"), LOOKS)
def test_the_other_pages(width, scheme, visit, desk):
    match, tokens = desk.start("coup")
    desk.api.call("POST", f"/v1/matches/{match}/disputes", tokens[0], {"step": 0, "claim": "Look at this."})
    desk.finish(match, tokens, Random(22))
    ana = visit("Ana", width=width, scheme=scheme)
    ana.page.check("[data-game=coup]")
    ana.page.wait_for_selector("[data-test=open]")
    ana.page.click("summary:has-text('Options')")
    assert serious(ana) == []
    opened = ana.open_match("coup")
    number = desk.api.call("GET", "/v1/disputes?limit=1")["disputes"]
    dispute = number[0]["id"] if number else None
    paths = [
        "/",
        f"/m/{opened}",
        f"/m/{match}",
        f"/m/{match}/audit#step=2",
        "/audit",
        "/disputes",
        "/standings",
        "/rules/coup",
    ]
    for path in [*paths, *([] if dispute is None else [f"/disputes/{dispute}"])]:
        ana.go(path)
        assert is_within(ana), (path, width)
        assert serious(ana) == [], (path, width, scheme)


def test_the_first_page_is_light(visit):
    ana = visit()
    sizes: list[int] = []
    ana.page.on("response", lambda response: sizes.append(int(response.headers.get("content-length", 0))))
    ana.go("/")
    assert 0 < sum(sizes) < FIRST_PAGE_BYTES_MAX


def test_files_are_served_once_zipped_and_guarded(served):
    first = requests.get(served.base + "/", timeout=10)
    policy = first.headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    assert first.headers["X-Content-Type-Options"] == "nosniff"
    style = requests.get(served.base + "/static/style.css", timeout=10)
    assert style.headers["Content-Encoding"] == "gzip"
    again = requests.get(
        served.base + "/static/style.css", headers={"If-None-Match": style.headers["ETag"]}, timeout=10
    )
    assert again.status_code == 304
    for path in ("/static/nothing.js", "/static/../__init__.py", "/static/%2e%2e/__init__.py", "/static/"):
        assert requests.get(served.base + path, timeout=10).status_code == 404
