"""Power cuts, Ctrl-C and second starts, on the service as it is run."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
from pathlib import Path

import psutil
import pytest
import requests

from tests import kill_soak
from tests.faults import inject
from tests.http.asking import coup, over_http, random_command, to_the_end
from tests.http.live import Live
from tests.servers import wait_until

pytestmark = pytest.mark.xdist_group("live")


@pytest.fixture
def service(tmp_path):
    started = Live(tmp_path / "data", workers=1)
    yield started
    started.kill()


@pytest.fixture(scope="module")
def running(tmp_path_factory):
    """One that is shared by the tests after which it goes on; its folder has a name with odd characters."""
    started = Live(tmp_path_factory.mktemp("kill") / "my data %20 é", workers=1).start()
    yield started
    started.kill()


def are_gone(family: list[psutil.Process]) -> bool:
    return not [one for one in family if one.is_running() and one.status() != psutil.STATUS_ZOMBIE]


def test_a_power_cut_in_the_middle_of_a_match_loses_nothing_acknowledged(service):
    """Writers are cut off three times in mid-sentence; what any of them was told is still there afterwards."""
    service.start()
    match = coup(service.ask(), seats=3)
    acknowledged: dict[str, bytes] = {}
    unknown: dict[str, tuple[int, dict]] = {}
    rng = random.Random(3)
    for cut in range(3):
        stopping = threading.Event()
        writer = threading.Thread(target=play_until_cut, args=(service, match, cut, acknowledged, unknown, stopping))
        writer.start()
        wait_until(lambda cut=cut: len(acknowledged) > 6 * (cut + 1), "some commands are acknowledged", 30)
        stopping.wait(rng.random() * 0.05)
        service.kill()
        writer.join(20)
        assert not writer.is_alive()
        service.start()
        match = match._replace(ask=service.ask())
        check_nothing_is_missing(match, acknowledged, unknown)
    end = match.ask.client.play(match.match, match.tokens, rng, pick=to_the_end)
    assert end["status"] == "finished", "and the match goes on to its end"
    assert match.ask("GET", f"{match.path}/audit").json["verdict"] == "ok"


def test_a_short_run_of_the_killing_program(tmp_path, monkeypatch):
    """`make kill` and `make faults` go on for longer, and kill the master and everything at once as well."""
    monkeypatch.setattr(inject, "PAUSE_S", (0.2, 0.5))
    victims = ("redis-server", "worker", "background", "full memory", "bad feed entry")
    assert kill_soak.run(tmp_path, kills=5, seed=2, victims=victims, tables=1) == []


def play_until_cut(service, match, cut, acknowledged, unknown, stopping) -> None:
    """Incomes and passes, each under a key of its own, until the connection breaks."""
    own, rng = match._replace(ask=over_http(service.base)), random.Random(cut)
    for number in range(1000):
        key = f"{cut}-{number}"
        command: dict = {}
        seat = 0
        try:
            seen = own.seen()
            if seen["status"] == "finished" or stopping.is_set():
                return
            seat = seen["to_act"][0]
            command = calm_command(own, seat, rng)
            reply = own.send(seat, command, key=key)
        except (requests.RequestException, KeyError, ValueError):
            if command:
                unknown[key] = (seat, command)
            return
        assert reply.status in (201, 503), reply
        if reply.status == 201:
            acknowledged[key] = reply.body
        else:
            unknown[key] = (seat, command)


def calm_command(match, seat, rng) -> dict:
    """Take income where that is possible, so that the match lasts."""
    for template in match.choices(seat):
        if template["type"] == "pass" or template["params"].get("action", {}).get("one_of") == ["usa"]:
            return {"type": template["type"], "params": {k: v["one_of"][0] for k, v in template["params"].items()}}
    return random_command(match.ask, match.match, match.tokens[seat], rng)


def check_nothing_is_missing(match, acknowledged, unknown) -> None:
    events = [event for page in pages(match) for event in page]
    assert [event["version"] for event in events] == list(range(1, len(events) + 1))
    kept = {event["command"] for event in events}
    told = {event["command"] for body in acknowledged.values() for event in json_of(body)["events"]}
    assert told <= kept, "acknowledged, and missing after the cut"
    # What was neither acknowledged nor refused is sent again under its key: done once, now or then.
    for key, (seat, command) in unknown.items():
        first = match.send(seat, command, key=key)
        again = match.send(seat, command, key=key)
        assert (first.status, first.body) == (again.status, again.body)
        if first.status == 201:
            acknowledged[key] = first.body
    unknown.clear()


def pages(match):
    after: int | None = 0
    while after is not None:
        page = match.ask("GET", f"{match.path}/events?after={after}").json
        yield page["events"]
        after = page["next"]


def json_of(body: bytes):
    import json

    return json.loads(body)


def test_the_service_outlives_its_redis_server_and_its_workers(running):
    service = running
    match = coup(service.ask())
    assert match.move().status == 201
    redis = [one for one in service.family() if "redis-server" in one.name()]
    assert len(redis) == 1
    redis[0].kill()
    wait_until(lambda: _answers(service, match), "the store is back", 30)
    assert match.seen()["step"] == 1
    workers = service.running("gunicorn")
    assert len(workers) == 2, "a master and a worker"
    for worker in workers:
        worker.kill()
    wait_until(lambda: _answers(service, match), "gunicorn is back", 30)
    assert match._replace(ask=service.ask()).move().status == 201


def _answers(service: Live, match) -> bool:
    try:
        return service.ask()("GET", match.path).status == 200
    except requests.RequestException:
        return False


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=["Ctrl-C", "SIGTERM"])
def test_a_stop_ends_everything_that_was_started_and_nothing_else(service, number):
    bystander = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
    try:
        service.start()
        family = service.family()
        assert len(family) >= 5, "serve, redis-server, gunicorn, a worker, background"
        assert service.process is not None
        # A terminal sends Ctrl-C to the whole group in the foreground; only `serve` is in it.
        assert {os.getpgid(one.pid) == family[0].pid for one in family[1:]} == {False}
        service.process.send_signal(number)
        assert service.process.wait(30) == 0
        wait_until(lambda: are_gone(family), "everything is gone", 10)
        assert bystander.poll() is None
        assert not list(Path("/tmp").glob(f"matchledger-metrics-*/*_{family[-1].pid}.db"))
        assert "Traceback" not in service.log.read_text()
    finally:
        bystander.kill()
        bystander.wait()


def test_idle_connections_do_not_hold_a_stop_up(service):
    """A worker that stops waits 10 seconds for requests under way, not for those that may come."""
    service.start()
    with requests.Session() as idle:
        assert idle.get(f"{service.base}/healthz").status_code == 200
        assert service.process is not None
        service.process.terminate()
        assert service.process.wait(8) == 0
    assert "Traceback" not in service.log.read_text()


def test_when_serve_is_killed_outright_the_rest_follows(service):
    service.start()
    family = service.family()
    assert service.process is not None
    service.process.kill()
    service.process.wait(10)
    others = [one for one in family[1:] if "redis-server" not in one.name()]
    wait_until(lambda: are_gone(others), "gunicorn and the background work are gone", 20)
    # Its redis-server stays until the next start, which takes the folder over and loses nothing.
    assert Live.start(service) is service
    assert service.ask()("GET", "/readyz").status == 200


def test_a_second_start_on_the_same_folder_is_refused_clearly(running):
    match = coup(running.ask())
    second = Live(running.data, workers=1)
    refused = second.run("serve")
    assert refused.returncode == 1
    assert f"{running.data} is in use by another service" in refused.stderr
    assert "Traceback" not in refused.stderr
    assert match.move().status == 201, "and the first one does not notice"


def test_a_wrong_setting_is_refused_clearly(service):
    service.environment["MATCHLEDGER_PORT"] = "many"
    refused = service.run("serve")
    assert refused.returncode == 2
    assert "MATCHLEDGER_PORT is 'many'" in refused.stderr


def test_the_operators_commands(running, service):
    nobody = service.run("token", "create", "--role", "arbiter", "--name", "Ref")
    assert nobody.returncode == 1
    assert "is the service running?" in nobody.stderr
    made = running.run("token", "create", "--role", "arbiter", "--name", "Ref")
    assert made.returncode == 0, made
    assert running.ask()("GET", "/v1/players/me", made.stdout.strip()).json["role"] == "arbiter"
    match = coup(running.ask())
    rebuilt = running.run("rebuild")
    assert rebuilt.stdout.endswith(" matches are in the lists again\n"), rebuilt
    assert running.ask()("GET", "/v1/matches").json["matches"][0]["id"] == match.match
