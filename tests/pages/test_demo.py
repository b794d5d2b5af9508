"""`matchledger demo`, and what there is to look at afterwards."""

from __future__ import annotations

from tests.pages.desk import WAIT_MS
from tests.servers import wait_until


def test_the_demo_fills_an_empty_server(visit, desk):
    done = desk.service.run("demo", "--server", desk.service.base, "--matches", "1", "--game", "coup")
    assert done.returncode == 0, done.stderr
    played, running, farewell = done.stdout.splitlines()
    assert played.startswith("[1/2] Coup: m-")
    assert " played, " in played
    assert running.startswith("[2/2] Coup: m-")
    assert desk.service.base in farewell
    match = played.split()[2]

    def is_listed() -> bool:
        found = desk.api.call("GET", "/v1/matches?game=coup&status=finished&limit=100")["matches"]
        return any(one["id"] == match for one in found)

    wait_until(is_listed, "the lobby has the played match", WAIT_MS / 1000)
    ana = visit()
    ana.go("/?game=coup&status=finished")
    ana.page.wait_for_selector(f"[data-match={match}]")
    ana.go("/standings")
    assert "Choose a game" in ana.page.inner_text("[data-test=decisive]")
    ana.page.click("[data-tab=coup]")
    ana.page.wait_for_selector("[data-tab=coup][aria-pressed=true]")
    assert "Choose a game" not in ana.page.inner_text("[data-test=decisive]")
    assert ana.page.locator("svg.plot").count() >= 2


def test_the_demo_says_when_nobody_answers(desk):
    done = desk.service.run("demo", "--server", "http://127.0.0.1:9")
    assert done.returncode == 1
    assert "is the service running?" in done.stderr
