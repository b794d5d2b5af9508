"""Bots in seats over the API, what the runner does for them, and the standings of what was played."""

from __future__ import annotations

from random import Random

import pytest
from matchledger_client import Client as ApiClient

from events.redis.bots import RedisBots
from events.redis.deadlines import RedisDeadlines
from events.redis.feed import RedisFeed
from events.store import StoreUnavailable
from games.bots import POLICIES, draw_command, policy_for
from games.registry import all_games
from ledger.bots import bot_id, bot_kind
from projections.lists import Summary
from projections.standings import standings, statistics
from service.processes.bots import runner as bot_runner
from service.processes.bots.player import Bot
from service.processes.bots.runner import BotRunner
from service.processes.projector import Projector
from tests.client import Client, InProcess, InProcessSession
from tests.keys import LAYOUT


def opened(client: Client, seats: int = 3) -> tuple[str, str]:
    token = client.player("Ana")
    match = client.call("POST", "/v1/matches", token, {"game": "coup", "seats": seats}, expect=201)["id"]
    client.call("POST", f"/v1/matches/{match}/seats", token, {}, expect=201)
    return match, token


def test_bots_take_the_free_seats_and_play_to_the_end(app, link):
    client = Client(InProcess(app))
    match, token = opened(client)
    taken = client.call("POST", f"/v1/matches/{match}/bots", token, {"policy": "random", "count": 1}, expect=201)
    assert taken == {"seats": [1]}
    assert client.call("POST", f"/v1/matches/{match}/bots", token, {}, expect=201) == {"seats": [2]}
    client.call("POST", f"/v1/matches/{match}/start", token, {}, expect=200)
    services = app.extensions["matchledger"]
    assert RedisBots(link).all() == set()
    projector = Projector(services, RedisFeed(link, "listing", "test"), RedisDeadlines(link))
    projector.start()  # finds the bots in the events
    assert RedisBots(link).all() == {match}
    api = ApiClient("", session=InProcessSession(app))
    runner = BotRunner(services, api, pause_s=0.0)
    mine = api.with_token(token).match(match)
    me = Bot(mine, policy_for("coup", "sensible"), Random(5))
    for _ in range(500):
        if mine.get()["status"] == "finished":
            break
        me.act()
        runner.schedule({match})
        runner.run_due()
    assert mine.get()["status"] == "finished"
    runner.schedule({match})
    runner.run_due()
    assert RedisBots(link).all() == set()


@pytest.fixture
def with_a_bot(app, link, monkeypatch):
    """A running match in which a bot is to act, and the runner, which has seen it."""
    monkeypatch.setattr(bot_runner, "RETRY_FACTOR", 0.0)
    client = Client(InProcess(app))
    match, token = opened(client, seats=2)
    client.call("POST", f"/v1/matches/{match}/bots", token, {}, expect=201)
    client.call("POST", f"/v1/matches/{match}/start", token, {}, expect=200)
    services = app.extensions["matchledger"]
    projector = Projector(services, RedisFeed(link, "listing", "test"), RedisDeadlines(link))
    projector.start()
    api = ApiClient("", session=InProcessSession(app))
    runner = BotRunner(services, api, pause_s=0.0)
    me = Bot(api.with_token(token).match(match), policy_for("coup", "sensible"), Random(5))
    while services.tables.current(match).to_act() != (1,):
        me.act()
    while projector.run_once(10):
        pass
    runner.schedule(set())
    return match, runner, services


def let_act(runner: BotRunner, turns: int = 3) -> None:
    for _ in range(turns):
        runner.schedule(set())
        runner.run_due()


WHAT_MAKES_STRONG = {"play_item", "play_class", "play_special", "play_one_shot", "complete_sale", "add_to_sale"}


def test_a_bot_that_is_asked_for_help_answers_although_the_match_waits_for_the_fighter(app, link):
    client = Client(InProcess(app))
    token = client.player("Ana")
    opening = {"game": "munchkin-apocalypse", "seats": 2, "options": {"first_seat": 0}}
    match = client.call("POST", "/v1/matches", token, opening, expect=201)["id"]
    client.call("POST", f"/v1/matches/{match}/seats", token, {}, expect=201)
    client.call("POST", f"/v1/matches/{match}/bots", token, {}, expect=201)
    client.call("POST", f"/v1/matches/{match}/start", token, {}, expect=200)
    services = app.extensions["matchledger"]
    Projector(services, RedisFeed(link, "listing", "test"), RedisDeadlines(link)).start()  # finds the bots
    runner = BotRunner(services, ApiClient("", session=InProcessSession(app)), pause_s=0.0)
    mine = runner._api.with_token(token).match(match)
    sensible = policy_for("munchkin-apocalypse", "sensible")

    def ask_for_help(rng, seen, seat, templates):
        wish = [one for one in templates if one["type"] == "open_deal" and seen["state"]["combat"] is not None]
        bare = [one for one in templates if one["type"] not in WHAT_MAKES_STRONG]  # so that a fight is lost alone
        return draw_command(wish[0], rng) if wish else sensible(rng, seen, seat, bare or templates)

    me = Bot(mine, ask_for_help, Random(7))

    def offers():
        return [deal for deal in mine.get()["state"]["deals"] if deal["kind"] == "help"]

    for _ in range(400):
        me.act()
        if offers():
            break
        runner._act(match)
    (deal,) = offers()
    assert deal["agreed"] == []
    assert services.tables.current(match).to_act() == (0,)
    for _ in range(2):  # a price, and that it agrees
        runner._act(match)
    assert [deal["agreed"] for deal in offers()] in ([], [[1]]), "neither yes nor no"


@pytest.mark.parametrize("lost", ["token:", "person:bot"])
def test_a_bot_whose_token_is_lost_while_it_plays_gets_it_back(with_a_bot, link, lost):
    """As in a failover of the server that has them: nothing in the match will change unless the bot moves."""
    match, runner, services = with_a_bot
    version = services.tables.current(match).version
    for key in link.call("KEYS", f"{lost}*"):
        link.call("DEL", key)
    services.identity._cached.clear()  # as a worker does after a minute
    let_act(runner)
    assert services.tables.current(match).version > version
    assert runner.failing is None


def test_a_match_with_a_bot_that_is_lost_from_the_set_while_it_plays_is_put_back(with_a_bot, link):
    match, runner, services = with_a_bot
    assert RedisBots(link).all() == {match}
    RedisBots(link).remove(match)
    runner._due.clear()  # it does not look at the match for another reason
    version = services.tables.current(match).version
    let_act(runner)
    assert RedisBots(link).all() == {match}
    assert services.tables.current(match).version > version


def test_of_bots_that_have_to_wait_one_is_tried_in_a_turn_and_after_all_others(app, monkeypatch):
    """Each attempt takes seconds while the server of the match, or of the bot's token, does not answer."""
    monkeypatch.setattr(bot_runner, "RETRY_FACTOR", 0.0)
    runner, tried = BotRunner(app.extensions["matchledger"], ApiClient(""), pause_s=0.0), []
    sick, well = {f"m-sick{n}" for n in range(20)}, {"m-well1", "m-well2"}

    def act(match):
        tried.append(match)
        if match in sick:
            raise StoreUnavailable("away")

    monkeypatch.setattr(runner, "_act", act)
    runner._known = {"m-sick0", "m-sick1", *well}  # the server of the others does not answer
    runner._due = dict.fromkeys([*sick, *well], 0.0)
    runner.run_due()
    assert set(tried) - sick == well
    assert len(tried) == 5
    for _ in range(5):
        tried.clear()
        runner._due.update(dict.fromkeys(well, 0.0))
        runner.run_due()
        assert set(tried[:2]) == well
        assert len(tried) == 3
    assert runner.failing == "a bot has to wait: away"


def test_a_bot_whose_match_is_on_a_server_that_does_not_answer_waits_without_a_call_to_it(app, monkeypatch):
    """Such a call takes five seconds."""
    runner = BotRunner(app.extensions["matchledger"], ApiClient(""), pause_s=0.0)
    monkeypatch.setattr(app.extensions["matchledger"].bots, "is_reachable", lambda match: match != "m-sick")
    monkeypatch.setattr(runner, "_act", lambda match: pytest.fail(match))
    runner._due = {"m-sick": 0.0}
    runner.run_due()
    assert "does not answer" in runner.failing
    assert "m-sick" in runner._due, "it is tried again"


def test_what_a_server_that_does_not_answer_has_is_not_missing():
    class Link:
        layout = LAYOUT

        def call_many(self, calls):
            assert {name for name, *_ in calls} == {"SISMEMBER"}
            return [{"m-there": 1, "m-gone": 0}.get(match, StoreUnavailable("away")) for *_, match in calls]

    assert RedisBots(Link()).missing({"m-there", "m-gone", "m-away"}) == {"m-gone"}


def test_bots_are_seated_by_those_whom_the_match_concerns(app):
    client = Client(InProcess(app))
    match, token = opened(client, seats=2)
    stranger = client.player("Eve")
    assert client.call("POST", f"/v1/matches/{match}/bots", stranger, {})["status"] == 403
    assert client.call("POST", f"/v1/matches/{match}/bots", token, {"count": 2})["status"] == 409
    assert client.call("POST", f"/v1/matches/{match}/bots", token, {"policy": "perfect"})["status"] == 400
    client.call("POST", f"/v1/matches/{match}/bots", token, {}, expect=201)
    assert client.call("POST", f"/v1/matches/{match}/bots", token, {})["status"] == 409


def test_a_bot_is_known_by_its_id_and_its_token_follows_from_a_secret(app):
    notary = app.extensions["matchledger"].notary
    one, other = bot_id("sensible", "x-0123456789abcdef"), bot_id("random", "x-fedcba9876543210")
    assert (bot_kind(one), bot_kind(other), bot_kind("p-0123456789abcdef")) == ("sensible", "random", None)
    assert notary.bot_token(one) == notary.bot_token(one) != notary.bot_token(other)


@pytest.mark.parametrize("kind", POLICIES)
@pytest.mark.parametrize("game", sorted(all_games()))
def test_every_policy_chooses_what_is_offered(game, kind, app):
    """A few dozen steps of every game by bots: the rules refuse nothing of it."""
    rng = Random(9)
    match, tokens = Client(InProcess(app)).start(game, 2)
    views = [ApiClient("", token, session=InProcessSession(app)).match(match) for token in tokens]
    bots = [Bot(view, policy_for(game, kind), rng) for view in views]
    for _ in range(60):
        found = views[0].get()
        if found["status"] == "finished":
            break
        bots[found["to_act"][0]].act()
        assert views[0].get()["step"] == found["step"] + 1


def summary(winners: list[int], *players: str, version: int = 100) -> Summary:
    seats = [{"seat": seat, "player": player, "name": player.title()} for seat, player in enumerate(players)]
    return Summary("m-1", "coup", "finished", 1, version, True, seats, {"winners": winners, "scores": {}})


def test_standings_count_wins_and_take_bots_of_a_kind_together():
    found = standings(
        [summary([0], "ana", "bot-random-1"), summary([1], "bob", "bot-random-2"), summary([0], "ana", "bob")]
    )
    assert [(one.player, one.played, one.won) for one in found] == [("ana", 2, 2), ("bot-random", 2, 1), ("bob", 2, 0)]


def test_statistics_by_seat_and_length():
    found = statistics([summary([0], "a", "b", version=10), summary([0], "a", "b", version=30)])
    assert [(one.seat, one.played, one.won) for one in found.seats] == [(0, 2, 2), (1, 2, 0)]
    assert sum(bucket.count for bucket in found.lengths) == 2
    assert statistics([]).lengths == []


def test_standings_over_http(app, projector):
    client = Client(InProcess(app))
    match, tokens = client.start("coup", 2)
    client.play(match, tokens, Random(3))
    while projector.run_once(10):
        pass
    found = client.call("GET", "/v1/standings?game=coup", expect=200)
    assert found["matches"] == 1
    assert {one["played"] for one in found["standings"]} == {1}
    assert client.call("GET", "/v1/stats", expect=200)["matches"] == 1
    assert client.call("GET", "/v1/standings?game=chess")["status"] == 404
