"""Every way out of a match, with the mouse, with the keyboard alone, and by touch on a phone."""

from __future__ import annotations

from typing import Any

import pytest

pytestmark = pytest.mark.parametrize("by", ["mouse", "keyboard", "phone"])


def person_by(by: str, visit: Any, desk: Any, token: str) -> Any:
    person = visit(width=390, has_touch=True) if by == "phone" else visit()
    person.sit_down_as(desk.person(token))
    return person


def press(person: Any, by: str, *selectors: str) -> None:
    """One after the other, each as soon as it is there."""
    for selector in selectors:
        person.page.wait_for_selector(selector)
        if by == "mouse":
            person.page.click(selector)
        elif by == "phone":
            person.page.tap(selector)
        else:
            person.tab_to(selector)
            person.page.keyboard.press("Enter")


def unfold_if_asked(person: Any, by: str, desk: Any, match: str, seat: int) -> None:
    """On a phone the ways out wait behind "More" while there is a question."""
    if by == "phone" and desk.api.match(match)["to_act"] == [seat]:
        press(person, by, ".unfold")


def at_the_table(by: str, visit: Any, desk: Any, game: str = "coup") -> tuple[Any, str]:
    """Somebody in seat 1 of a match for two that has just begun."""
    match, tokens = desk.start(game)
    person = person_by(by, visit, desk, tokens[1])
    person.go(f"/m/{match}")
    person.page.wait_for_selector("[data-test=status][data-status=running]")
    unfold_if_asked(person, by, desk, match, 1)
    return person, match


def ways_out(kind: str) -> tuple[str, str, str]:
    return "[data-test=leave-menu] > summary", f"[data-test=leave-{kind}]", f"[data-test=leave-{kind}-yes]"


def wait_for_the_end(person: Any, words: str) -> None:
    person.page.wait_for_selector("[data-test=status][data-status=finished]")
    assert words in person.page.inner_text("[data-test=status]")


def test_the_opener_cancels_a_match_that_nobody_joins(by, visit, desk):
    token = desk.api.make_player("Ana")[1]
    match = desk.api.open_match(token, "coup", 2, {})
    desk.api.take_seat(match, token)
    ana = person_by(by, visit, desk, token)
    ana.go(f"/m/{match}")
    press(ana, by, "[data-test=cancel]", "[data-test=cancel-yes]")
    wait_for_the_end(ana, "cancelled")
    assert desk.api.match(match)["ending"] == "cancelled"


def test_conceding_ends_a_match_of_two(by, visit, desk):
    bob, match = at_the_table(by, visit, desk)
    press(bob, by, *ways_out("concede"))
    wait_for_the_end(bob, "You lost")
    assert desk.api.match(match)["ending"] == "conceded"


def test_a_match_in_which_nobody_has_moved_is_called_off(by, visit, desk):
    bob, match = at_the_table(by, visit, desk, "big-deal")
    press(bob, by, *ways_out("call-off"))
    wait_for_the_end(bob, "called off")
    assert desk.api.match(match)["ending"] == "called_off"


def test_a_bot_plays_on_and_gives_the_seat_back(by, visit, desk):
    bob, match = at_the_table(by, visit, desk)
    press(bob, by, *ways_out("bot"))
    bob.page.wait_for_selector("[data-test=bot-plays]")
    assert desk.api.match(match)["seats"][1]["left"] == "bot"
    press(bob, by, "[data-test=take-back-seat]")
    bob.page.wait_for_selector("[data-test=leave-menu]", state="attached")
    assert desk.api.match(match)["seats"][1]["left"] is None


def test_asking_for_a_bot_is_decided_by_the_time_of_the_service(by, visit, desk):
    ana, bob = (desk.api.make_player(name)[1] for name in ("Ana", "Bob"))
    body = {"game": "coup", "seats": 2, "options": {"first_seat": 1}, "away_s": 60}
    match = desk.api.call("POST", "/v1/matches", ana, body)["id"]
    for token in (ana, bob):
        desk.api.take_seat(match, token)
    desk.api.start(match, ana)
    person = person_by(by, visit, desk, ana)
    person.page.clock.install()
    person.go(f"/m/{match}")
    person.page.clock.fast_forward(70_000)
    press(person, by, "[data-test=away-bot]")
    # The page's clock is ahead of the service's, which decides: it says from when on.
    person.page.wait_for_selector(".alerts .alert")
    assert desk.api.match(match)["seats"][1]["left"] is None
