"""Bots that search: in a process of their own, by worlds that look to their seat as the match does."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from random import Random
from typing import Any

import msgspec
import psutil
import pytest
from matchledger_client import Client as ApiClient
from msgspec.structs import replace

from games.bots import policy_for
from games.dice import Dice
from games.registry import all_games
from service.processes.bots.player import Bot
from service.processes.bots.runner import BotRunner
from service.processes.bots.thinker import Thinker
from service.processes.projector import Projector
from service.searching import answer, from_messages, question_about, to_messages
from tests.client import Client, InProcess, InProcessSession
from tests.servers import wait_until

WAIT_S = 120


@pytest.fixture
def thinker():
    made = Thinker(0.01)
    yield made
    made.close()


def table_of(app: Any, game: str) -> Any:
    match, _ = Client(InProcess(app)).start(game, 2)
    return app.extensions["matchledger"].tables.current(match)


def wait_for_answer(thinker: Thinker, table: Any, seat: int) -> Any:
    until = time.monotonic() + WAIT_S
    while time.monotonic() < until:
        found = thinker.ask("one", table, seat, 0)
        if found is not None:
            return found
        time.sleep(0.01)
    raise AssertionError("no answer")


def test_a_match_against_a_bot_that_searches_is_played_to_its_end(app, projector: Projector, thinker):
    client = Client(InProcess(app))
    token = client.player("Ann")
    match = client.call("POST", "/v1/matches", token, {"game": "coup", "seats": 2}, expect=201)["id"]
    mine = ApiClient("", token, session=InProcessSession(app)).match(match)
    mine.sit()
    assert mine.seat_bots("search") == [1]
    mine.start()
    projector.run_once(block_ms=1)
    session: Any = InProcessSession(app)
    runner = BotRunner(app.extensions["matchledger"], ApiClient("", session=session), 0.0, thinker)
    me = Bot(mine, policy_for("coup", "sensible"), Random(5))
    until = time.monotonic() + WAIT_S
    while mine.get()["status"] != "finished" and time.monotonic() < until:
        me.act()
        runner.schedule({match})
        runner.run_due()
    found = mine.get()
    assert found["status"] == "finished"
    assert {event["actor"] for event in mine.request("GET", "/events", query={"limit": 100})["events"]} >= {"seat:1"}
    assert mine.audit()["verdict"] == "ok"


@pytest.mark.parametrize("game", sorted(all_games()))
def test_the_question_is_the_same_in_worlds_that_look_the_same_to_the_seat(app, game):
    table = table_of(app, game)
    seat = table.to_act()[0]
    other = replace(table, state=table.game.presentation.resample(table.state, seat, Dice(b"other", 1)))
    asked, asked_there = (question_about(one, seat, b"seed", 0, 0.01) for one in (table, other))
    assert msgspec.json.encode(asked) == msgspec.json.encode(asked_there)
    assert table.state not in asked.worlds or table.state == other.state
    assert from_messages(*to_messages(asked)) == asked, "as a process reads it from its pipe"
    found = answer(asked)
    assert found.best.type in {template.type for template in table.game.rules.choices(table.state, seat)}


def test_the_search_runs_in_another_process_and_one_that_is_killed_is_replaced(app, thinker):
    table = table_of(app, "coup")
    seat = table.to_act()[0]
    before = {child.pid for child in psutil.Process().children(recursive=True)}
    assert wait_for_answer(thinker, table, seat).tried
    started = [child for child in psutil.Process().children(recursive=True) if child.pid not in before]
    workers = [child for child in started if "spawn_main" in " ".join(child.cmdline())]
    assert workers
    for child in workers:
        os.kill(child.pid, signal.SIGKILL)
    psutil.wait_procs(workers, timeout=WAIT_S)
    assert wait_for_answer(thinker, table, seat).tried


def test_from_the_command_line_it_takes_a_seat_and_plays_to_the_end(live):
    client = ApiClient(live.base).sign_up("Ann")
    match = client.open_match("coup", 2)
    match.sit()
    words = live.command("bot", "--policy", "search", "--match", match.id, "--server", live.base)
    environment = {**live.environment, "MATCHLEDGER_BOT_THINK_MS": "5"}
    bot = subprocess.Popen(words, cwd=live.root, env=environment, stdout=subprocess.PIPE, text=True)
    try:
        wait_until(lambda: match.get()["seats"][1]["player"] is not None, "the bot sits", WAIT_S)
        match.start()
        Bot(match, policy_for("coup", "sensible"), Random(5)).play()
        said, _ = bot.communicate(timeout=WAIT_S)
    finally:
        bot.kill()
    won = 1 in match.get()["result"]["winners"]
    assert said.splitlines() == ["Bot has seat 1", "won" if won else "lost"]
    assert match.audit()["verdict"] == "ok"


def test_from_the_command_line_it_says_that_it_needs_the_store(tmp_path):
    words = [
        sys.executable,
        "-m",
        "service.cli",
        "bot",
        "--policy",
        "search",
        "--match",
        "m-x",
        "--server",
        "http://[::1]",
    ]
    environment = {**os.environ, "MATCHLEDGER_DATA": str(tmp_path)}
    done = subprocess.run(words, env=environment, capture_output=True, text=True, timeout=WAIT_S)
    assert done.returncode == 1
    assert "needs the store of the service" in done.stderr
