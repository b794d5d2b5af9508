"""Every cell of the table of addresses and roles (permissions.py), tried in earnest, in public and private matches."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from events.head_log import MatchHead
from ledger.seed import commitment_of
from service.web.http import ROUTES, Route
from tests.audit.exports import exported
from tests.http.asking import STREAMS, Ask, Coup, Reply, address, body_for, problem
from tests.http.permissions import ROLES, ROLES_MEAN, TABLE, cell
from tests.http.wall import Wall

SECURITY = Path(__file__).parents[2] / "docs" / "security.md"
SEAT = {"seated": 0, "seated arbiter": 1}
EXTRA = 2  # a further seat, of a player who is none of the roles


def test_every_route_has_its_row_and_every_row_its_route():
    assert {route.view.__name__ for route in ROUTES} == TABLE.keys()


class Stage(NamedTuple):
    """A match, and somebody in each role."""

    ask: Ask
    match: str
    tokens: dict[str, str | None]
    extra: str

    @property
    def path(self) -> str:
        return f"/v1/matches/{self.match}"

    @property
    def coup(self) -> Coup:
        seated, arbiter = self.tokens["seated"], self.tokens["seated arbiter"]
        assert seated is not None
        assert arbiter is not None
        return Coup(self.ask, self.match, [seated, arbiter, self.extra])

    def done(self, method: str, path: str, token: str | None, body: Any = None) -> Any:
        reply = self.ask(method, path, token, body)
        assert reply.status < 300, reply
        return reply.json if reply.body else None


@pytest.fixture
def stage(app, ask: Ask) -> Callable[..., Stage]:
    return partial(make_stage, app, ask)


def make_stage(app: Any, ask: Ask, *, is_private: bool, first_seat: int = 0) -> Stage:
    """An open match with one seat left."""
    enrol = app.extensions["matchledger"].identity.enrol
    kinds = {"arbiter": "arbiter", "seated arbiter": "arbiter", "admin": "admin"}
    tokens = {role: None if role == "nobody" else enrol(role, kinds.get(role, "player"))[1] for role in ROLES}
    body = {"game": "coup", "seats": 3, "public": not is_private, "options": {"first_seat": first_seat}}
    match = ask("POST", "/v1/matches", tokens["opener"], body).json["id"]
    made = Stage(ask, match, tokens, enrol("Extra", "player")[1])
    for role in SEAT:
        made.done("POST", f"{made.path}/seats", tokens[role])
    return made


def filled(stage: Stage) -> Stage:
    stage.done("POST", f"{stage.path}/seats", stage.extra)
    return stage


def running(stage: Stage) -> Stage:
    filled(stage).done("POST", f"{stage.path}/start", stage.tokens["opener"])
    return stage


def disputed(stage: Stage) -> str:
    claim = {"step": 0, "claim": "That cannot be."}
    found: str = stage.done("POST", f"{stage.path}/disputes", stage.extra, claim)["id"]
    return found


# How each address that changes something is brought to the point where one who may use it succeeds.
Asking = Callable[[Stage, str], Reply]


def take_seat(stage: Stage, role: str) -> Reply:
    return stage.ask("POST", f"{stage.path}/seats", stage.tokens[role])


def leave_seat(stage: Stage, role: str) -> Reply:
    return stage.ask("DELETE", f"{stage.path}/seats/{SEAT.get(role, 0)}", stage.tokens[role])


def seat_bots(stage: Stage, role: str) -> Reply:
    return stage.ask("POST", f"{stage.path}/bots", stage.tokens[role], {})


def start_match(stage: Stage, role: str) -> Reply:
    filled(stage)
    return stage.ask("POST", f"{stage.path}/start", stage.tokens[role])


def commit_luck(stage: Stage, role: str) -> Reply:
    return stage.ask("POST", f"{stage.path}/luck/commitment", stage.tokens[role], {"commitment": "ab" * 32})


def open_luck(stage: Stage, role: str) -> Reply:
    """Everybody who sits there has committed."""
    parts = {one: f"{seat:064x}" for one, seat in SEAT.items()}
    for one, seat in SEAT.items():
        player = stage.done("GET", "/v1/players/me", stage.tokens[one])["id"]
        body = {"commitment": commitment_of(stage.match, seat, player, parts[one])}
        assert stage.ask("POST", f"{stage.path}/luck/commitment", stage.tokens[one], body).status == 204
    running(stage)
    return stage.ask("POST", f"{stage.path}/luck", stage.tokens[role], {"part": parts.get(role, f"{0:064x}")})


def send_command(stage: Stage, role: str) -> Reply:
    return stage.ask("POST", f"{running(stage).path}/commands", stage.tokens[role], income(stage))


def undo(stage: Stage, role: str) -> Reply:
    make_move(running(stage))
    body = {} if role in SEAT else {"to_step": 0}
    return stage.ask("POST", f"{stage.path}/undo", stage.tokens[role], body)


def redo(stage: Stage, role: str) -> Reply:
    mover = make_move(running(stage))
    stage.done("POST", f"{stage.path}/undo", stage.coup.tokens[mover], {})
    return stage.ask("POST", f"{stage.path}/redo", stage.tokens[role])


def report_step(stage: Stage, role: str) -> Reply:
    make_move(running(stage))
    return stage.ask("POST", f"{stage.path}/steps/1/report", stage.tokens[role])


def make_move(stage: Stage) -> int:
    """Whoever is to act takes income."""
    mover: int = seen(stage)["to_act"][0]
    stage.done("POST", f"{stage.path}/commands", stage.coup.tokens[mover], income(stage))
    return mover


def seen(stage: Stage) -> Any:
    """As one who may see a private match."""
    return stage.done("GET", stage.path, stage.extra)


def income(stage: Stage) -> dict[str, Any]:
    decision = seen(stage)["state"]["decision"]["id"]
    return {"type": "declare_action", "params": {"decision_id": decision, "action": "usa"}}


def request_undo(stage: Stage, seat: int) -> None:
    """A seat asks to take a move back that others have answered since."""
    last = [make_move(stage) for _ in range(3)][-1]
    if last == seat:
        make_move(stage)
    reply = stage.ask("POST", f"{stage.path}/undo", stage.coup.tokens[seat], {})
    assert reply.status == 202, reply


def vote_on_undo(stage: Stage, role: str) -> Reply:
    """Asked for by the other one of the two first seats, so that this one has a say."""
    request_undo(running(stage), 1 - SEAT.get(role, 0))
    return stage.ask("POST", f"{stage.path}/undo/votes", stage.tokens[role], {"accepts": True})


def withdraw_undo(stage: Stage, role: str) -> Reply:
    request_undo(running(stage), SEAT.get(role, 0))
    return stage.ask("DELETE", f"{stage.path}/undo", stage.tokens[role])


def cancel_match(stage: Stage, role: str) -> Reply:
    return stage.ask("POST", f"{stage.path}/cancel", stage.tokens[role])


def leave_match(stage: Stage, role: str) -> Reply:
    return stage.ask("POST", f"{running(stage).path}/leave", stage.tokens[role], {"as": "concede"})


def stay_in_match(stage: Stage, role: str) -> Reply:
    seat = SEAT.get(role, 0)
    running(stage).done("POST", f"{stage.path}/leave", stage.coup.tokens[seat], {"as": "bot"})
    return stage.ask("DELETE", f"{stage.path}/leave", stage.tokens[role])


def report_away(stage: Stage, role: str) -> Reply:
    """The match has waited for a day, and not for the seat of this role, which has moved."""
    make_move(running(stage))
    away = seen(stage)["away"]
    with pytest.MonkeyPatch.context() as monkeypatch:
        Wall(monkeypatch).passes(24 * 3600)
        body = {"seat": away[0]["seat"], "as": "bot"}
        return stage.ask("POST", f"{stage.path}/away", stage.tokens[role], body)


def open_rematch(stage: Stage, role: str) -> Reply:
    running(stage).done("POST", f"{stage.path}/leave", stage.extra, {"as": "call-off"})
    return stage.ask("POST", f"{stage.path}/rematch", stage.tokens[role])


def branch(stage: Stage, role: str) -> Reply:
    make_move(running(stage))
    return stage.ask("POST", f"{stage.path}/branches", stage.tokens[role], {"step": 0})


CLAIM = {"step": 0, "claim": "That cannot be."}


def open_dispute(stage: Stage, role: str) -> Reply:
    return running(stage).ask("POST", f"{stage.path}/disputes", stage.tokens[role], CLAIM)


def withdraw_dispute(stage: Stage, role: str) -> Reply:
    """Opened by whoever withdraws it, if they sit here, and else by the first seat."""
    running(stage)
    opened = stage.done("POST", f"{stage.path}/disputes", stage.coup.tokens[SEAT.get(role, 0)], CLAIM)
    return stage.ask("DELETE", f"/v1/disputes/{opened['id']}", stage.tokens[role])


def rule_on_dispute(stage: Stage, role: str) -> Reply:
    dispute = disputed(running(stage))
    ruling = {"ruling": "dismiss", "reason": "It can."}
    return stage.ask("POST", f"/v1/disputes/{dispute}/ruling", stage.tokens[role], ruling)


def preview_ruling(stage: Stage, role: str) -> Reply:
    dispute = disputed(running(stage))
    return stage.ask("POST", f"/v1/disputes/{dispute}/preview", stage.tokens[role], {"ruling": "dismiss"})


def open_match(stage: Stage, role: str) -> Reply:
    return stage.ask("POST", "/v1/matches", stage.tokens[role], {"game": "coup", "seats": 2})


def make_player(stage: Stage, role: str) -> Reply:
    return stage.ask("POST", "/v1/players", stage.tokens[role], {"name": "Ana"})


def make_token(stage: Stage, role: str) -> Reply:
    return stage.ask("POST", "/v1/tokens", stage.tokens[role], {"name": "My bot"})


def revoke_token(stage: Stage, role: str) -> Reply:
    """A second token of the same person, if it is anybody: the first is needed for what follows."""
    made = make_token(stage, role)
    token_id = made.json["id"] if made.status == 201 else "t-unknown"
    return stage.ask("DELETE", f"/v1/tokens/{token_id}", stage.tokens[role])


def make_code(stage: Stage, role: str) -> Reply:
    return stage.ask("POST", "/v1/tokens/codes", stage.tokens[role])


def redeem_code(stage: Stage, role: str) -> Reply:
    code = stage.done("POST", "/v1/tokens/codes", stage.extra)["code"]
    return stage.ask("POST", "/v1/tokens/redeem", stage.tokens[role], {"code": code})


def import_match(stage: Stage, role: str) -> Reply:
    return stage.ask("POST", "/v1/matches/import", stage.tokens[role], raw=exported("coup", 4))


def verify_file(stage: Stage, role: str) -> Reply:
    return stage.ask("POST", "/v1/verify", stage.tokens[role], raw=exported("coup", 4))


CHANGING: dict[str, Asking] = {
    one.__name__: one
    for one in (
        take_seat,
        leave_seat,
        seat_bots,
        start_match,
        commit_luck,
        open_luck,
        send_command,
        undo,
        redo,
        vote_on_undo,
        withdraw_undo,
        report_step,
        cancel_match,
        leave_match,
        stay_in_match,
        report_away,
        open_rematch,
        branch,
        open_dispute,
        withdraw_dispute,
        rule_on_dispute,
        preview_ruling,
        open_match,
        make_player,
        make_token,
        revoke_token,
        make_code,
        redeem_code,
        import_match,
        verify_file,
    )
}
READING = [route for route in ROUTES if route.method == "GET"]
QUERIES = {"get_proof": "?version=1", "get_log_proof": "?entry=1", "list_player_matches": "?limit=1"}


def test_every_route_that_changes_something_is_tried():
    assert CHANGING.keys() == {route.view.__name__ for route in ROUTES if route.method != "GET"}


def check(reply: Reply, expected: str, what: str) -> None:
    if expected == "yes":
        assert reply.status < 300, (what, reply)
    else:
        problem(reply, expected)


def is_of_a_match(route: Route) -> bool:
    return "<match>" in route.path or "<dispute>" in route.path


@pytest.mark.parametrize("is_private", [False, True], ids=["public", "private"])
@pytest.mark.parametrize("name", CHANGING)
@pytest.mark.usefixtures("trusts_the_files")
def test_who_may_change_something(stage, link, name, is_private):
    route = next(one for one in ROUTES if one.view.__name__ == name)
    for role in ROLES:
        forget_imports(link)
        made = stage(is_private=is_private, first_seat=SEAT.get(role, 0))
        expected = cell(name, role, is_private=is_private, is_of_a_match=is_of_a_match(route))
        check(CHANGING[name](made, role), expected, f"{name} as {role}")


def forget_imports(link: Any) -> None:
    for key in link.call("KEYS", "*:m-test:*"):
        link.call("DEL", key)


@pytest.mark.parametrize("is_private", [False, True], ids=["public", "private"])
def test_who_may_read_what(stage, app, is_private):
    made = running(stage(is_private=is_private))
    make_move(made)
    dispute = disputed(made)
    app.extensions["matchledger"].heads.append(MatchHead("m-logged", 1, "00" * 32), is_public=False)
    over = running(stage(is_private=is_private))
    used_by = {"get_advice": over, "compare": finished_branch(over, is_private=is_private)}
    for route, role in ((route, role) for route in READING for role in ROLES):
        name = route.view.__name__
        used = used_by.get(name, made)
        player = made.done("GET", "/v1/players/me", made.extra)["id"]
        path = address(route, match=used.match, dispute=dispute, player_id=player) + QUERIES.get(name, "")
        expected = cell(name, role, is_private=is_private, is_of_a_match=is_of_a_match(route))
        check(answer_of(used, route, path, used.tokens[role]), expected, f"{name} as {role}")


def finished_branch(stage: Stage, *, is_private: bool) -> Stage:
    """A branch that everybody who may see the match may see too: an arbiter has ended it, its opener branches."""
    make_move(stage)
    ruling = {"ruling": "adjust", "winners": [0], "reason": "Enough."}
    stage.done("POST", f"/v1/disputes/{disputed(stage)}/ruling", stage.tokens["arbiter"], ruling)
    body = {"step": 0, "public": not is_private}
    made = stage.done("POST", f"{stage.path}/branches", stage.tokens["opener"], body)["id"]
    for token in stage.coup.tokens:
        stage.done("POST", f"/v1/matches/{made}/seats", token)
    return stage._replace(match=made)


def answer_of(stage: Stage, route: Route, path: str, token: str | None) -> Reply:
    if route.view.__name__ not in STREAMS:
        return stage.ask(route.method, path, token, body_for(route))
    stream = stage.ask.open_stream(path, token)
    try:
        body = b"" if stream.status == 200 else b"".join(stream.chunks)
    finally:
        stream.close()
    return Reply(stream.status, stream.headers, body)


def test_an_arbiter_who_plays_sees_and_does_no_more_than_a_player(stage):
    """Not the others' refused commands, not all of the evidence, no rewinding; a branch has the unknown drawn anew."""
    made = running(stage(is_private=False))
    seated, arbiter = made.tokens["seated"], made.tokens["seated arbiter"]
    refused = made.ask("POST", f"{made.path}/commands", seated, {"type": "pass", "params": {"decision_id": 0}})
    assert refused.status == 422
    assert made.done("GET", f"{made.path}/rejections", arbiter) == {"rejections": []}
    make_move(made)
    made.done("GET", f"{made.path}/audit/steps/1", arbiter)
    assert not looks(made), "all of the evidence is only for a look that is recorded"
    problem(made.ask("POST", f"{made.path}/undo", arbiter, {"to_step": 5}), "undo-impossible")
    branched = made.done("POST", f"{made.path}/branches", arbiter, {"step": 0})
    assert branched["branch"]["resampled_for"] == SEAT["seated arbiter"]


def test_what_an_arbiter_sees_beyond_a_player_is_told_to_the_players(stage):
    made = running(stage(is_private=False))
    make_move(made)
    dispute = disputed(made)
    for method, path, body in (
        ("GET", f"{made.path}/rejections", None),
        ("GET", f"{made.path}/audit/steps/1", None),
        ("GET", f"/v1/disputes/{dispute}/evidence", None),
        ("GET", f"/v1/disputes/{dispute}/report", None),
    ):
        before = len(looks(made))
        assert made.ask(method, path, made.tokens["arbiter"], body).status < 300
        assert len(looks(made)) == before + 1, path


def looks(stage: Stage) -> list[str]:
    events = stage.done("GET", f"{stage.path}/events?limit=100", stage.extra)["events"]
    return [event["public"]["what"] for event in events if event["type"] == "ArbiterLooked"]


def test_the_table_in_the_documentation_is_this_one():
    text = SECURITY.read_text(encoding="utf-8")
    for line in documented():
        assert line in text, "docs/security.md should say:\n" + "\n".join(documented())
    rows = [line for line in text.splitlines() if re.match(r"\| `(GET|POST|PUT|PATCH|DELETE) ", line)]
    assert len(rows) == len(TABLE)


def documented() -> Iterator[str]:
    yield f"| address | {' | '.join(ROLES)} |"
    for role, meaning in ROLES_MEAN.items():
        yield f"- **{role}**: {meaning}"
    for name, cells in TABLE.items():
        route = next(one for one in ROUTES if one.view.__name__ == name)
        path = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", route.path)
        yield f"| `{route.method} {path}` | {' | '.join(cells)} |"
