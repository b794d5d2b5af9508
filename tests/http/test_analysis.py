"""What an analysis board asks for: every seat's view, who was shown what, the way of a card, branches, the overview."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from games.registry import all_games
from tests.http.asking import Ask, Coup, problem
from tests.play import sample_params
from tests.policies import POLICIES


@pytest.fixture
def arbiter(app) -> str:
    return app.extensions["matchledger"].identity.enrol("Judge", "arbiter")[1]


def play(app, ask: Ask, slug: str, seats: int = 3, steps: int = 400) -> tuple[str, list[str]]:
    """A match played by chance, over the API."""
    match, tokens = ask.client.start(slug, seats)
    rng, tables = Random(5), app.extensions["matchledger"].tables
    for _ in range(steps):
        table = tables.current(match)
        if table.status == "finished":
            break
        seat = rng.choice(table.to_act())
        template = POLICIES[slug](rng, table.state, seat, table.game.rules.choices(table.state, seat))
        command = {"type": template.type, "params": msgspec.to_builtins(sample_params(template, rng))}
        reply = ask("POST", f"/v1/matches/{match}/commands", tokens[seat], command)
        assert reply.status == 201, reply
    return match, tokens


def conceded(match: Coup) -> None:
    """Two seats: whoever concedes ends the match."""
    assert match.ask("POST", f"{match.path}/leave", match.tokens[1], {"as": "concede"}).status < 300


def test_any_seats_view_only_after_the_end(match):
    match.move()
    stranger = match.ask.client.player()
    for view in ("seat:0", "seat:1", "revealed"):
        for token in (*match.tokens, stranger, None):
            problem(match.ask("GET", f"{match.path}/steps/0?view={view}", token), "not-allowed")
            problem(match.ask("GET", f"{match.path}/steps?view={view}", token), "not-allowed")
    problem(match.ask("GET", f"{match.path}/steps/0?view=seat:2"), "not-found")
    problem(match.ask("GET", f"{match.path}/steps/0?view=seat:x"), "bad-request")
    own = match.ask("GET", f"{match.path}/steps/0?state=true", match.tokens[0]).json
    conceded(match)
    for token in (match.tokens[1], stranger, None):
        seen = match.ask("GET", f"{match.path}/steps/0?state=true&view=seat:0", token).json
        assert seen["state"] == own["state"]
        assert seen["events"] == own["events"]
    as_spectator = match.ask("GET", f"{match.path}/steps/0?state=true&view=spectator", match.tokens[0]).json
    assert as_spectator["state"] == match.ask("GET", f"{match.path}/steps/0?state=true").json["state"]
    assert as_spectator["state"] != own["state"]
    problem(match.ask("GET", f"{match.path}/steps/0?view=seat:7"), "not-found")


def test_who_was_shown_what_says_no_more_than_ones_own_events_until_the_end(match):
    known = match.ask("GET", f"{match.path}/steps/0?known=true", match.tokens[0]).json["known"]
    assert known
    assert all([shown["seat"] for shown in one["shown"]] == [0] for one in known), "only seat 0 has seen its cards"
    assert all(one["card"] == f"0:{one['kind']}" for one in known)
    assert match.ask("GET", f"{match.path}/steps/0?known=true").json["known"] == []
    assert "known" not in match.ask("GET", f"{match.path}/steps/0", match.tokens[0]).json
    conceded(match)
    whole = match.ask("GET", f"{match.path}/steps/0?known=true").json["known"]
    assert {shown["seat"] for one in whole for shown in one["shown"]} == {0, 1}
    assert [one for one in whole if one["card"].startswith("0:")] == known


def test_the_way_of_a_card(app, ask):
    match, tokens = play(app, ask, "munchkin-apocalypse", steps=60)
    path = f"/v1/matches/{match}"
    last = ask("GET", path, tokens[0]).json["step"]
    known = ask("GET", f"{path}/steps/{last}?known=true&patch=false", tokens[0]).json["known"]
    everybody = [one for one in known if len(one["shown"]) == 3]
    assert everybody
    card = everybody[0]["card"]
    quoted = card.replace("#", "%23")
    steps = ask("GET", f"{path}/steps?card={quoted}&limit=100&detail=words", tokens[0]).json["steps"]
    assert steps
    assert all(one["named_in"] for one in steps)
    assert {shown["step"] for shown in everybody[0]["shown"]} <= {one["step"] for one in steps}
    one_by_one: list[int] = []
    after: int | None = -1
    while after is not None:
        page = ask("GET", f"{path}/steps?card={quoted}&limit=1&after={after}&patch=false", tokens[0]).json
        one_by_one += [one["step"] for one in page["steps"]]
        after = page["next"]
    assert one_by_one == [one["step"] for one in steps]
    hidden = [
        (seat, one["card"])
        for seat, token in enumerate(tokens)
        for one in ask_known(ask, path, last, token)
        if [shown["seat"] for shown in one["shown"]] == [seat]
    ]
    assert hidden, "somebody has a card that nobody else has seen"
    for seat, one in hidden:
        for other, token in enumerate(tokens):
            steps = ask("GET", f"{path}/steps?card={one.replace('#', '%23')}", token).json["steps"]
            assert bool(steps) == (other == seat), "a card that I was not shown is as one that there is not"


def ask_known(ask: Ask, path: str, step: int, token: str | None) -> list[dict]:
    return ask("GET", f"{path}/steps/{step}?known=true&patch=false", token).json["known"]


def test_branches_are_listed_for_those_who_may_see_them(match, projector, arbiter):
    match.move()
    ana, ben = match.tokens
    assert match.ask("GET", f"{match.path}/branches").json == {"branches": [], "next": None}
    conceded(match)
    private = match.ask("POST", f"{match.path}/branches", ana, {"step": 1}).json["id"]
    public = match.ask("POST", f"{match.path}/branches", ana, {"step": 0, "public": True}).json["id"]
    projector.run_once()

    def listed(token: str | None) -> list[tuple[str, int]]:
        found = match.ask("GET", f"{match.path}/branches", token).json["branches"]
        return [(one["id"], one["step"]) for one in found]

    assert sorted(listed(ana)) == sorted([(private, 1), (public, 0)])
    assert sorted(listed(arbiter)) == sorted([(private, 1), (public, 0)])
    assert listed(ben) == listed(None) == [(public, 0)], "a private branch does not exist for others"
    problem(match.ask("GET", "/v1/matches/m-unknown/branches"), "not-found")
    page = match.ask("GET", f"{match.path}/branches?limit=1", ana).json
    rest = match.ask("GET", f"{match.path}/branches?limit=1&cursor={page['next']}", ana).json
    assert {one["id"] for one in page["branches"] + rest["branches"]} == {private, public}


@pytest.mark.parametrize("slug", sorted(all_games()))
def test_the_overview_follows_the_games_own_measure(app, ask, slug):
    match, tokens = play(app, ask, slug, steps=60)
    reply = ask("GET", f"/v1/matches/{match}/overview")
    found = reply.json
    table = app.extensions["matchledger"].tables.current(match)
    measure = table.game.presentation.measure
    assert found["measure"] == measure.name
    assert [one["points"][-1] for one in found["seats"]] == [
        [table.step, measure.of(table.state, seat)] for seat in range(3)
    ]
    assert (found["first_step"], found["last_step"]) == (0, table.step)
    for token in tokens:
        assert ask("GET", f"/v1/matches/{match}/overview", token).json == found, "it is the same for everybody"


def test_a_preview_is_what_the_ruling_then_does(match, arbiter):
    match.move()
    case = match.ask("POST", f"{match.path}/disputes", match.tokens[1], {"step": 1, "claim": "mine", "freeze": True})
    path, before = f"/v1/disputes/{case.json['id']}", match.seen()
    assert case.json["number"] == 1
    for body, undone, status in (
        ({"ruling": "dismiss"}, [], "running"),
        ({"ruling": "rewind", "to_step": 0}, [1], "running"),
        ({"ruling": "adjust", "winners": [1]}, [], "finished"),
        ({"ruling": "forfeit", "seat": 0}, [], "finished"),
    ):
        preview = match.ask("POST", f"{path}/preview", arbiter, body).json
        assert (preview["undone"], preview["status"]) == (undone, status)
        assert preview["narration"]
    assert match.seen()["version"] == before["version"], "nothing was written"
    preview = match.ask("POST", f"{path}/preview", arbiter, {"ruling": "rewind"}).json
    assert match.ask("POST", f"{path}/ruling", arbiter, {"ruling": "rewind", "reason": "So."}).status == 201
    after = match.ask("GET", match.path).json
    assert preview["state"] == after["state"]
    assert (preview["to_act"], preview["status"]) == (after["to_act"], after["status"])


def test_a_preview_is_refused_as_the_ruling_would_be(match, arbiter):
    match.move()
    case = match.ask("POST", f"{match.path}/disputes", match.tokens[1], {"step": 1, "claim": "mine"}).json
    path = f"/v1/disputes/{case['id']}"
    for body, refusal in (
        ({"ruling": "adjust"}, "bad-request"),
        ({"ruling": "forfeit", "seat": 7}, "bad-request"),
        ({"ruling": "rewind", "to_step": 99}, "undo-impossible"),
    ):
        shown = problem(match.ask("POST", f"{path}/preview", arbiter, body), refusal)
        given = problem(match.ask("POST", f"{path}/ruling", arbiter, {"reason": "So.", **body}), refusal)
        assert (shown["detail"], shown.get("rule")) == (given["detail"], given.get("rule"))
    problem(match.ask("POST", f"{path}/preview", match.tokens[0], {"ruling": "dismiss"}), "not-allowed")
    assert match.ask("POST", f"{path}/ruling", arbiter, {"ruling": "dismiss", "reason": "So."}).status == 201
    problem(match.ask("POST", f"{path}/preview", arbiter, {"ruling": "dismiss"}), "dispute-ruled")
    second = match.ask("POST", f"{match.path}/disputes", match.tokens[1], {"step": 0, "claim": "again"}).json
    assert (second["number"], second["id"]) == (2, f"{match.match}~2")


def test_the_docket_by_game_age_and_hold(ask, match, projector, arbiter):
    other, tokens = ask.client.start("big-deal", 2)
    held = ask("POST", f"{match.path}/disputes", match.tokens[1], {"step": 0, "claim": "a", "freeze": True}).json
    free = ask("POST", f"/v1/matches/{other}/disputes", tokens[0], {"step": 0, "claim": "b"}).json
    projector.run_once()

    def ids(query: str) -> set[str]:
        return {one["id"] for one in ask("GET", f"/v1/disputes?limit=100&{query}").json["disputes"]}

    assert ids("") == {held["id"], free["id"]}
    assert ids("game=big-deal") == {free["id"]}
    assert ids("held=true") == ids("held=true&game=coup") == {held["id"]}
    assert ids("held=true&game=big-deal") == set()
    assert ids("status=open&game=coup") == {held["id"]}
    oldest = min(held["opened_at"], free["opened_at"])
    assert ids(f"opened_before={oldest}") == set()
    assert ids(f"opened_before={max(held['opened_at'], free['opened_at']) + 1}") == {held["id"], free["id"]}
    problem(ask("GET", "/v1/disputes?opened_before=never"), "bad-request")
    assert ask("POST", f"/v1/disputes/{held['id']}/ruling", arbiter, {"ruling": "dismiss", "reason": "x"}).status == 201
    projector.run_once()
    assert ids("held=true") == set()
