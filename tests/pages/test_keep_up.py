"""The page shows the match as it is now, whatever comes first: an answer, a message of the stream, a release."""

from __future__ import annotations

from tests.pages.desk import WAIT_MS
from tests.pages.test_play import declare
from tests.servers import wait_until

ASKED = "[data-test=acts] [data-choice=declare_action]"


def sit_in_a_match_of_two(visit, desk):
    match, tokens = desk.start("coup", options={"first_seat": 0})
    ana = visit()
    ana.sit_down_as(desk.person(tokens[0]))
    return ana, match, tokens


def test_an_answer_that_is_older_than_the_stream_changes_nothing(visit, desk):
    """The choices are read, somebody moves, the stream tells of it, and only then the choices arrive."""
    ana, match, tokens = sit_in_a_match_of_two(visit, desk)
    ana.listen()
    declare(desk, match, tokens[0], "usa")
    ana.go(f"/m/{match}")
    late = []

    def hold_the_first(route) -> None:
        if late:
            route.continue_()
        else:
            late.append((route, route.fetch()))

    ana.page.route("**/choices", hold_the_first)
    ana.page.click("[data-test=undo]")
    wait_until(lambda: bool(late or ana.page.wait_for_timeout(20)), "the page asks for its choices", WAIT_MS / 1000)
    declare(desk, match, tokens[0], "usa")  # on another device
    version = desk.api.match(match)["version"]
    told = f'"version":{version},"base"'

    def has_come() -> bool:
        ana.page.wait_for_timeout(20)
        return any(told in "".join(parts) for url, parts in ana.bodies.items() if "/live" in url)

    wait_until(has_come, "the stream has told of it", WAIT_MS / 1000)
    route, answer = late[0]
    route.fulfill(response=answer)
    ana.wait_for_version(version)
    ana.page.wait_for_selector(ASKED, state="detached")
    assert "waiting" in str(ana.page.get_attribute("[data-test=acts] .prompt", "class"))


def test_a_press_that_never_ends_stops_nothing(visit, desk):
    """A button of the mouse that was released outside the window, where the page does not hear of it."""
    ana, match, tokens = sit_in_a_match_of_two(visit, desk)
    ana.go(f"/m/{match}")
    ana.page.locator(f"{ASKED} [data-send]").first.hover()
    ana.page.mouse.down()
    declare(desk, match, tokens[0], "usa")
    ana.page.evaluate("dispatchEvent(new Event('blur'))")
    ana.wait_for_version(desk.api.match(match)["version"])
    ana.page.wait_for_selector(ASKED, state="detached")
