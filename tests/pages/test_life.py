"""From a link to the first move, the next match, and what waits for somebody, in two browsers."""

from __future__ import annotations

from typing import Any

import pytest
from matchledger_client import Problem

from tests.pages.tables import resize
from tests.servers import wait_until


def open_for_people(person: Any, game: str = "coup", *, is_public: bool = True) -> str:
    person.go("/")
    person.page.check(f"[data-game={game}]")
    person.page.wait_for_selector("[data-test=others]")
    person.page.select_option("[data-test=others]", "people")
    if not is_public:
        person.page.click("summary:has-text('Options')")
        person.page.uncheck("[data-test=public]")
    person.page.click("[data-test=open]")
    person.page.wait_for_url("**/m/*")
    person.page.wait_for_selector("[data-test=status]")
    return str(person.page.url).rsplit("/", 1)[1]


def start(visit: Any, game: str = "coup", width: int = 390) -> tuple[Any, Any, str]:
    ana, bob = visit("Ana"), visit(None, width=width)
    match = open_for_people(ana, game)
    bob.go(f"/m/{match}")
    bob.page.fill("[data-test=guest-name]", "Bob")
    bob.page.click("[data-test=join]")
    bob.page.wait_for_selector("[data-test=status]")
    ana.page.click("[data-test=start]")
    for person in (ana, bob):
        person.page.wait_for_selector("[data-test=status][data-status=running]")
    return ana, bob, match


def test_a_game_whose_options_come_late_does_not_replace_the_one_chosen_after_it(visit):
    ana = visit("Ana")
    held: list[Any] = []
    ana.page.route("**/v1/games/clank", lambda route: held.append(route))
    with ana.page.expect_request("**/v1/games/clank"):
        ana.page.check("[data-game=clank]")
    ana.page.check("[data-game=coup]")
    ana.page.wait_for_selector("a[href='/rules/coup']")
    with ana.page.expect_response("**/v1/games/clank"):
        held[0].continue_()
    ana.page.click("[data-test=open]")
    ana.page.wait_for_url("**/m/*")
    ana.page.wait_for_selector("[data-test=status]")
    assert "Coup" in ana.page.title()


class Presses:
    """Counts what two people press together, by mouse or finger."""

    def __init__(self, *people: Any) -> None:
        self.people = people
        for person in people:
            person.context.add_init_script(
                "addEventListener('click', (event) => { if (event.isTrusted) sessionStorage.setItem('presses', "
                "Number(sessionStorage.getItem('presses') ?? 0) + 1); }, true)"
            )

    def count(self) -> int:
        return sum(int(one.page.evaluate("sessionStorage.getItem('presses') ?? 0")) for one in self.people)


@pytest.mark.parametrize("size", ["laptop", "phone"])
@pytest.mark.parametrize("is_public", [True, False], ids=["public", "private"])
def test_from_the_link_to_the_first_move_in_three_presses(visit, desk, is_public, size):
    """Newcomers: one press sits down, one starts, and the third is the first move, whatever their first table tells."""
    ana, bob = visit("Ana", is_new=True), visit(None, is_new=True)
    for person in (ana, bob):
        resize(person, size)
    match = open_for_people(ana, is_public=is_public)
    presses = Presses(ana, bob)
    ana.go(f"/m/{match}")
    bob.go(f"/m/{match}")
    assert "Ana" in bob.page.inner_text("[data-test=invitation]")
    assert (bob.page.query_selector("[data-test=watch]") is not None) == is_public
    bob.page.locator("[data-test=guest-name]").press_sequentially("Bob")
    bob.page.click("[data-test=join]")
    bob.page.wait_for_selector("[data-test=status]")
    assert bob.page.url.endswith(f"/m/{match}"), "never by way of the lobby"
    bob.page.click("[data-test=start]")
    for person in (ana, bob):
        person.page.wait_for_selector("[data-test=first-help]")
    table = desk.api.match(match, ana.token)
    mover = (ana, bob)[table["to_act"][0]]
    mover.wait_for_choice()
    before = mover.version
    mover.page.click("[data-test=acts] .choice [data-send]:not([aria-disabled])")
    mover.wait_for_move(before)
    assert presses.count() == 3
    assert mover.page.query_selector("[data-test=first-help]") is None, "it goes with the first move"
    late = visit("Eve")
    late.go(f"/m/{match}")
    late.page.wait_for_selector("[data-test=status]" if is_public else "[data-test=lost]")


def test_the_ways_out_can_be_asked_for_again_where_they_did_not_come(visit, desk):
    """They are loaded when somebody wants to leave; a connection may be lost just then."""
    match, tokens = desk.start("coup")
    ana = visit()
    ana.sit_down_as(desk.person(tokens[0]))
    ana.go(f"/m/{match}")
    ana.page.route("**/leaving.js*", lambda route: route.abort())
    ana.page.click("[data-test=leave-menu] > summary")
    ana.page.wait_for_selector(".alerts .alert")
    ana.page.unroute("**/leaving.js*")
    ana.page.click(".alerts .alert button")
    for _ in range(2):
        ana.page.click("[data-test=leave-menu] > summary")
    ana.page.wait_for_selector("[data-test=leave-concede]")
    ana.complaints.clear()  # the browser says that the file did not come


def test_play_again_with_one_press_each(visit, desk):
    ana, bob, match = start(visit)
    ana.page.click("[data-test=leave-menu] > summary")
    ana.page.click("[data-test=leave-concede]")
    ana.page.click("[data-test=leave-concede-yes]")
    for person in (ana, bob):
        person.page.wait_for_selector("[data-test=play-again]")
    ana.page.click("[data-test=play-again]")
    ana.page.wait_for_url(lambda url: match not in url)
    bob.page.wait_for_selector("text=Somebody wants to play again")
    bob.page.click("[data-test=play-again]")
    bob.page.wait_for_url(lambda url: match not in url)
    again = str(bob.page.url).rsplit("/", 1)[1]
    bob.page.click("[data-test=start]")
    ana.page.wait_for_selector("[data-test=status][data-status=running]")
    assert [seat["name"] for seat in desk.api.match(again)["seats"]] == ["Bob", "Ana"]


def test_a_player_is_told_that_it_is_their_move(visit, desk):
    ana, bob, match = start(visit)
    mover = (ana, bob)[desk.api.match(match)["to_act"][0]]
    mover.page.wait_for_function("document.title.startsWith('● Your move')")
    assert mover.page.get_attribute("link[rel=icon]", "href").endswith("/icon.svg"), "whoever looks needs no icon"
    for is_hidden, icon in ((True, "/icon-turn.svg"), (False, "/icon.svg")):
        mover.page.evaluate(
            "value => { Object.defineProperty(document, 'hidden', { value, configurable: true }); "
            "document.dispatchEvent(new Event('visibilitychange')); }",
            is_hidden,
        )
        assert mover.page.get_attribute("link[rel=icon]", "href").endswith(icon)
    mover.wait_for_choice()
    before = mover.version
    mover.page.click("[data-test=acts] .choice [data-send]:not([aria-disabled])")
    mover.wait_for_move(before)
    waiting = [(ana, bob)[seat] for seat in desk.api.match(match)["to_act"]]
    for person in (ana, bob):
        person.page.wait_for_function(
            "isMine => document.title.startsWith('● Your move') === isMine", arg=person in waiting
        )
    waiting[0].go("/")
    waiting[0].page.wait_for_selector(f"[data-test=own-matches] [data-match={match}][data-wants=move]")


def test_what_does_not_concern_a_player_passes_by_itself_once_they_have_chosen_so(visit, desk):
    """Coup for three: Ana lets things pass; Ben's claim passes her, and what is aimed at her waits for her."""
    ana = visit("Ana")
    tokens = [ana.token, *(desk.api.make_player(name)[1] for name in ("Ben", "Eve"))]
    match = desk.api.open_match(tokens[0], "coup", 3, {"first_seat": 1})
    for token in tokens:
        desk.api.take_seat(match, token)
    desk.api.start(match, tokens[0])
    ana.go(f"/m/{match}")
    ana.page.check("[data-test=auto-answer]")
    table = desk.api.match(match, tokens[1])
    claim = {"type": "declare_action", "params": {"decision_id": table["state"]["decision"]["id"], "action": "russia"}}
    desk.api.send(match, tokens[1], claim, table["version"])
    ana.page.wait_for_function("() => !document.querySelector('[data-test=acts] .choice [data-send]')")
    wait_until(lambda: 0 not in desk.api.match(match)["to_act"], "Ana has passed")
    assert desk.api.match(match)["to_act"] == [2]
    ana.page.reload()
    ana.page.wait_for_selector("[data-test=auto-answer]")
    assert not ana.page.is_checked("[data-test=auto-answer]"), "off at each start"


def test_whoever_waits_sees_by_themselves_that_the_other_is_away(visit, desk):
    ana, bob = (desk.api.make_player(name)[1] for name in ("Ana", "Bob"))
    body = {"game": "coup", "seats": 2, "options": {"first_seat": 1}, "away_s": 60}
    match = desk.api.call("POST", "/v1/matches", ana, body)["id"]
    for token in (ana, bob):
        desk.api.take_seat(match, token)
    desk.api.start(match, ana)
    visitor = visit()
    visitor.page.clock.install()
    visitor.sit_down_as(desk.person(ana))
    visitor.go(f"/m/{match}")
    assert "Bob counts as away from" in visitor.page.inner_text("[data-test=away-soon]")
    assert visitor.page.query_selector("[data-test=away]") is None
    visitor.page.clock.fast_forward(70_000)  # nothing comes from the service meanwhile
    visitor.page.wait_for_selector("[data-test=away] [data-test=away-bot]")
    assert visitor.page.query_selector("[data-test=away-soon]") is None


def test_a_second_device_by_a_code_and_its_token_is_revoked(visit, desk):
    ana = visit("Ana")
    ana.page.click("summary:has-text('Names in this browser')")
    ana.page.click("[data-test=devices]")
    ana.page.click("[data-test=make-code]")
    code = ana.page.inner_text("[data-test=device-code] strong")
    phone = visit(width=390)
    phone.become("Ana", code.lower())
    assert phone.me["id"] == ana.me["id"]
    assert phone.token != ana.token
    ana.page.reload()
    ana.page.click("summary:has-text('Names in this browser')")
    ana.page.click("[data-test=devices]")
    ana.page.click("summary:has-text('Show my token')")
    assert ana.page.input_value("[data-test=shown-token]") == ana.token
    ana.page.click("[data-test=revoke]")
    ana.page.wait_for_selector("[data-test=revoke]", state="detached")
    wait_until(lambda: is_refused(desk, phone.token), "a revoked token is dead within a second", 10)
    assert desk.api.call("GET", "/v1/players/me", ana.token)["name"] == "Ana"


def is_refused(desk, token):
    try:
        desk.api.call("GET", "/v1/players/me", token)
    except Problem as problem:
        return problem.status == 401
    return False
