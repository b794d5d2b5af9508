"""A player's own matches: the list with those first that wait for them, and the live stream over all of them."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from games.registry import all_games
from projections.attention import attention_of, changes_between
from service.web import player_live
from service.web.player_live import PlayerStream
from tests.http.asking import Ask, Coup, coup, problem
from tests.http.test_leaks import begin, moments
from tests.http.worlds import Worlds
from tests.ledger.match import Match

PATIENCE = 100  # heartbeats
FIELDS = {
    "match",
    "game",
    "status",
    "version",
    "seat",
    "wants",
    "deadline",
    "seats",
    "names",
    "held",
    "ending",
    "rematch",
}


def catch_up(projector: Any) -> None:
    while projector.run_once(block_ms=10):
        pass


def turns(ask: Ask, token: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = ask("GET", "/v1/players/me/turns", token).json["matches"]
    return found


def test_matches_that_wait_for_the_player_come_first(ask, projector):
    match = coup(ask)
    ana, ben = match.tokens
    later = ask("POST", "/v1/matches", ben, {"game": "coup", "seats": 2}).json["id"]
    ask("POST", f"/v1/matches/{later}/seats", ben)
    catch_up(projector)
    assert [(one["match"], one["wants"]) for one in turns(ask, ana)] == [(match.match, ["move"])]
    match.move()
    assert [(one["match"], one["wants"]) for one in turns(ask, ben)] == [(match.match, ["move"]), (later, [])]
    assert all(one.keys() == FIELDS for one in turns(ask, ben))
    problem(ask("GET", "/v1/players/me/turns"), "token-missing")
    problem(ask("GET", "/v1/players/me/live"), "token-missing")


def test_the_nearest_deadline_comes_first(ask, projector, wall):
    ana = ask.client.player("Ana")
    found = []
    for turn_s in (500, 100, None, 300):
        made = {"game": "coup", "seats": 2, "turn_s": turn_s, "options": {"first_seat": 0}}
        path = f"/v1/matches/{ask('POST', '/v1/matches', ana, made).json['id']}"
        ask("POST", f"{path}/seats", ana)
        ask("POST", f"{path}/bots", ana)
        ask("POST", f"{path}/start", ana)
        found.append(path.rpartition("/")[2])
    catch_up(projector)
    assert [one["match"] for one in turns(ask, ana)] == [found[1], found[3], found[0], found[2]]


class Listener:
    """The stream of one player, read event by event."""

    def __init__(self, ask: Ask, token: str) -> None:
        self._stream = ask.open_stream("/v1/players/me/live", token)
        self._silent = 0
        self._events = self._read()

    def _read(self) -> Iterator[tuple[str, Any]]:
        text = b""
        for chunk in self._stream.chunks:
            text += chunk
            *blocks, text = text.split(b"\n\n")
            for block in blocks:
                self._silent += block == b": heartbeat"
                assert self._silent < PATIENCE, "nothing more is told"
                fields = dict(line.split(b": ", 1) for line in block.splitlines() if b": " in line)
                if b"event" in fields:
                    yield fields[b"event"].decode(), json.loads(fields[b"data"])

    def next(self) -> tuple[str, Any]:
        return next(self._events)

    def close(self) -> None:
        self._stream.close()


@pytest.fixture
def listener(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    monkeypatch.setattr(player_live, "REFRESH_S", 0.2)
    made: list[Listener] = []

    def listen(token: str) -> Listener:
        made.append(Listener(ask, token))
        return made[-1]

    yield listen
    for one in made:
        one.close()


def test_the_stream_tells_what_matters_in_every_match(ask, projector, listener):
    """The life of a match as its second player hears of it."""
    ana, ben = ask.client.player("Ana"), ask.client.player("Ben")
    made = ask("POST", "/v1/matches", ana, {"game": "coup", "seats": 2, "options": {"first_seat": 0}}).json["id"]
    match = Coup(ask, made, [ana, ben])
    catch_up(projector)
    heard = listener(ana)
    assert heard.next() == ("matches", {"matches": []})
    ask("POST", f"{match.path}/seats", ana)
    catch_up(projector)
    ask("POST", f"{match.path}/seats", ben)
    catch_up(projector)

    def expect(kind: str) -> dict[str, Any]:
        found, document = heard.next()
        assert (found, document["match"]) == (kind, match.match), document
        assert document.keys() == FIELDS
        return document

    ask("POST", f"{match.path}/start", ben)
    told = [heard.next()[0]]
    while told[-1] != "turn":
        told.append(heard.next()[0])
    assert told in (["turn"], ["started", "turn"], ["seated", "started", "turn"])
    match.move()
    match.move()
    assert expect("turn")["wants"] == ["move"]
    ask("POST", f"{match.path}/undo", ben, {"to_step": 0})
    assert "answer_undo" in expect("undo")["wants"]
    ask("POST", f"{match.path}/undo/votes", ana, {"accepts": False})
    ask("POST", f"{match.path}/leave", ben, {"as": "call-off"})
    assert "agree_to_call_off" in expect("call_off")["wants"]
    ask("POST", f"{match.path}/disputes", ben, {"step": 0, "claim": "No.", "freeze": True})
    assert expect("hold")["held"]["by"] == "dispute"
    case = ask("GET", "/v1/disputes").json["disputes"]
    assert case == [], "the docket is written by the background process"
    ask("DELETE", f"/v1/disputes/{match.seen()['held']['id']}", ben)
    assert expect("turn")["held"] is None
    ask("POST", f"{match.path}/leave", ben, {"as": "concede"})
    assert expect("end")["ending"] == "conceded"
    again = ask("POST", f"{match.path}/rematch", ben).json["id"]
    assert expect("rematch")["rematch"] == again


def test_a_player_hears_of_no_match_but_their_own(ask, projector, listener):
    match = coup(ask)
    eve = ask.client.player("Eve")
    catch_up(projector)
    heard = listener(eve)
    assert heard.next() == ("matches", {"matches": []})
    match.move()
    body = {"game": "coup", "seats": 2, "options": {"first_seat": 0}}
    own = ask("POST", "/v1/matches", eve, body).json["id"]
    ask("POST", f"/v1/matches/{own}/seats", eve)
    ask("POST", f"/v1/matches/{own}/bots", eve)
    ask("POST", f"/v1/matches/{own}/start", eve)
    catch_up(projector)
    kind, document = heard.next()
    assert (kind, document["match"]) == ("turn", own)


def test_a_stream_follows_no_more_matches_than_the_lists_have(ask, app, projector):
    """Matches that are over are left out one refresh later, however long the stream is open."""
    ana = ask("POST", "/v1/players", body={"name": "Ana"}).json
    services = app.extensions["matchledger"]
    stream = PlayerStream(services, ana["id"])
    for _ in range(12):
        match = ask("POST", "/v1/matches", ana["token"], {"game": "coup", "seats": 2}).json["id"]
        ask("POST", f"/v1/matches/{match}/seats", ana["token"])
        for _ in range(2):
            catch_up(projector)
            stream.refresh()
            list(stream.read_changes())
            ask("POST", f"/v1/matches/{match}/cancel", ana["token"])
    stream.refresh()
    assert set(stream.followed) == set(player_live.own_matches(services, ana["id"]))
    assert len(stream.followed) <= player_live.FINISHED_MAX
    stream.close()


def test_a_change_is_told_without_reading_the_lists(ask, app, projector, monkeypatch):
    match = coup(ask)
    catch_up(projector)
    read = []
    monkeypatch.setattr(player_live, "own_matches", lambda *_: read.append(1) or [match.match])
    heard = Listener(ask, match.tokens[0])
    assert heard.next()[0] == "matches"
    for _ in range(3):
        match.move()
        match.move()
        assert heard.next()[0] == "turn"
    heard.close()
    assert len(read) == 1


def test_a_match_that_goes_from_one_list_to_another_is_not_new(ask, app, projector, monkeypatch):
    """Between the three questions it may be in none of the answers."""
    match = coup(ask)
    catch_up(projector)
    services = app.extensions["matchledger"]
    stream = PlayerStream(services, services.tables.current(match.match).seats[0].player)
    stream.refresh()
    assert len(list(stream.read_changes())) == 1
    with monkeypatch.context() as patched:
        patched.setattr(player_live, "own_matches", lambda *_: [])
        stream.refresh()
    stream.refresh()
    assert list(stream.read_changes()) == []
    stream.close()


def test_a_quick_opponent_does_not_hide_that_it_is_the_players_turn_again():
    match = Match("coup", 2, seed=2, options={"first_seat": 0}).begin()
    before = attention_of(match.table, "p-0")
    for seat in (0, 1):
        state = match.table.state
        match.do(f"seat:{seat}", "declare_action", {"decision_id": state.decision_id, "action": "usa"})
    now = attention_of(match.table, "p-0")
    assert now is not None
    assert changes_between(before, now) == ["turn"]
    assert changes_between(now, now) == []
    assert attention_of(match.table, "p-9") is None


@pytest.mark.parametrize("slug", list(all_games()))
def test_list_and_stream_tell_nothing_hidden(link, projector, slug):
    """The same bytes in two worlds that differ in what the player cannot know."""
    worlds = Worlds(link)
    try:
        played = begin(worlds, all_games()[slug], 3)
        compared = 0
        for step in moments(played, random.Random(4), steps_max=12):
            if step % 4:
                continue
            catch_up(projector)
            for viewer, token in played.viewers[:-1]:
                worlds.other.look_as(viewer)
                pair = [turns(ask, str(token)) for ask in (worlds.ask, worlds.ask_other)]
                assert pair[0] == pair[1] != []
                heard = [Listener(ask, str(token)) for ask in (worlds.ask, worlds.ask_other)]
                assert heard[0].next() == heard[1].next()
                for one in heard:
                    one.close()
                compared += 1
        assert compared
    finally:
        worlds.services.live.close()
