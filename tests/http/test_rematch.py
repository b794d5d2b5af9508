"""Playing again, over the API: one rematch, the same people and bots, everybody one seat further."""

from __future__ import annotations

import threading
from typing import Any

from service.metrics import tallies
from service.metrics.families import BOUND_LABELS, registry
from tests.http.asking import Reply, coup, in_process, problem


def test_the_same_people_play_again_one_seat_further(ask, match):
    problem(ask("POST", f"{match.path}/rematch", match.tokens[0]), "rematch-impossible")
    match.finish()
    problem(ask("POST", f"{match.path}/rematch", ask.client.player("Eve")), "not-seated")
    first = ask("POST", f"{match.path}/rematch", match.tokens[1], {})
    assert first.status == 201
    assert ask("POST", f"{match.path}/rematch", match.tokens[0], {}).json == first.json, "one for all of them"
    path = first.headers["Location"]
    assert match.seen()["rematch"] == first.json["id"]
    opened = ask("GET", path).json
    assert (opened["rematch_of"], opened["options"], opened["status"]) == (match.match, match.seen()["options"], "open")
    assert problem(ask("POST", f"{path}/seats", ask.client.player("Eve")), "match-full")["code"] == "seat_kept"
    assert [ask("POST", f"{path}/seats", token).json["seat"] for token in match.tokens] == [1, 0]
    assert ask("POST", f"{path}/start", match.tokens[0]).status == 200
    for one in (match.path, path):
        assert ask("GET", f"{one}/audit", match.tokens[0]).json["verdict"] == "ok"


def test_the_event_that_opens_a_rematch_is_counted(ask, match):
    """As those of every other match: the figures are what the store has."""

    def figures() -> tuple[float, float]:
        tallies.flush()
        timed = "matchledger_append_duration_seconds_buckets_total"
        appended = sum(registry.get_sample_value(timed, {"le": bound}) or 0 for bound in BOUND_LABELS)
        return registry.get_sample_value("matchledger_events_appended_total", {"game": "coup"}) or 0, appended

    match.finish()
    events, appended = figures()
    before = match.seen()["version"]
    ask("POST", f"{match.path}/rematch", match.tokens[1])
    assert figures() == (events + match.seen()["version"] - before + 1, appended + 2)
    ask("POST", "/v1/matches", match.tokens[0], {"game": "coup", "seats": 2})
    assert figures() == (events + match.seen()["version"] - before + 2, appended + 3)


def test_bots_come_along(ask):
    ana = ask.client.player("Ana")
    path = f"/v1/matches/{ask('POST', '/v1/matches', ana, {'game': 'coup', 'seats': 3}).json['id']}"
    ask("POST", f"{path}/seats", ana)
    ask("POST", f"{path}/bots", ana, {"policy": "random", "count": 1})
    ask("POST", f"{path}/bots", ana, {"policy": "sensible"})
    ask("POST", f"{path}/start", ana)
    ask("POST", f"{path}/leave", ana, {"as": "call-off"})
    again = ask("POST", f"{path}/rematch", ana).headers["Location"]
    kinds = [seat["player"] and seat["player"].split("-")[1] for seat in ask("GET", again).json["seats"]]
    assert kinds == ["sensible", None, "random"]
    assert ask("POST", f"{again}/seats", ana).json["seat"] == 1
    assert ask("POST", f"{again}/start", ana).status == 200


def test_who_asks_at_the_same_time_gets_the_same_rematch(ask, new_app):
    match = coup(ask, seats=4)
    ask("POST", f"{match.path}/leave", match.tokens[0], {"as": "call-off"})
    replies: list[Reply] = []
    begin = threading.Barrier(4)

    def write(way: Any, token: str) -> None:
        begin.wait(30)
        replies.append(way("POST", f"{match.path}/rematch", token))

    threads = [threading.Thread(target=write, args=(in_process(new_app()), token)) for token in match.tokens]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {(reply.status, reply.body) for reply in replies} == {(201, replies[0].body)}


def test_the_rematch_of_a_private_match_is_private(ask):
    ana, ben, eve = (ask.client.player(name) for name in ("Ana", "Ben", "Eve"))
    made = ask("POST", "/v1/matches", ana, {"game": "coup", "seats": 2, "public": False}).json["id"]
    path = f"/v1/matches/{made}"
    for token in (ana, ben):
        ask("POST", f"{path}/seats", token)
    ask("POST", f"{path}/start", ana)
    ask("POST", f"{path}/leave", ana, {"as": "concede"})
    problem(ask("POST", f"{path}/rematch", eve), "not-found")
    again = ask("POST", f"{path}/rematch", ben).headers["Location"]
    problem(ask("GET", again, eve), "not-found")
    assert ask("GET", f"{again}/invitation", ana).json["public"] is False
