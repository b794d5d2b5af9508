"""The network between the service and its Redis is cut: 503 until it is back, and nothing is lost or doubled."""

from __future__ import annotations

import threading
import time

import pytest

from tests.faults.long import LONG
from tests.faults.proxy import Network
from tests.http.asking import coup
from tests.http.live import Live
from tests.keys import keys_of
from tests.kill_soak import Player, Record, read_record, refusal_in
from tests.ledger_checker import Kept, check
from tests.servers import Server, free_port, system_executable, wait_until

pytestmark = [pytest.mark.xdist_group("live"), LONG]
CUT_S = 7.0  # longer than the client waits for an answer
PATIENCE_S = 60.0


@pytest.fixture
def server(tmp_path):
    made = Server(system_executable(), tmp_path, "--appendonly", "yes", port=free_port())
    try:
        yield made.start()
    finally:
        made.kill()


def kept_of(server: Server, match: str) -> Kept:
    stream, head, _, refused, *_ = keys_of(match)
    with server.client() as client:
        known = client.hgetall(head)
        entries = [fields[b"e"] for _, fields in client.xrange(stream)]
        return Kept(entries, int(known[b"v"]), known[b"f"], [refusal_in(one) for one in client.lrange(refused, 0, -1)])


def test_a_cut_network_refuses_for_a_while_and_loses_nothing(server, tmp_path):
    network = Network(server.port)
    (tmp_path / "service").mkdir()
    service = Live(tmp_path / "service" / "data", MATCHLEDGER_REDIS_URL=f"redis://127.0.0.1:{network.port}")
    record, stopping = Record(tmp_path / "record.jsonl"), threading.Event()
    try:
        service.start()
        people = [Player(service.base, record, f"Player {number}", number) for number in range(2)]
        body = {"game": "coup", "seats": 2, "turn_s": 60}
        match = people[0].insist("POST", "/v1/matches", body, key="open").answer.split('"id":"')[1].split('"')[0]
        for person in people:
            person.sit_down(match)
        people[0].insist("POST", f"/v1/matches/{match}/start", {}, key="start")
        players = [threading.Thread(target=person.play, args=(stopping,)) for person in people]
        for player in players:
            player.start()
        wait_until(lambda: record.accepted() > 8, "play is under way", PATIENCE_S)
        network.cut()
        time.sleep(CUT_S)
        assert record.counts["POST 503"] + record.counts["GET 503"] > 0, "nobody waits for ever"
        reached = record.accepted()
        network.mend()
        wait_until(lambda: record.accepted() > reached + 4 or not players[0].is_alive(), "play goes on", PATIENCE_S)
        stopping.set()
        for player in players:
            player.join(PATIENCE_S)
        for person in people:
            person.settle()
        record.close()
        assert check(read_record(record.path), {match: kept_of(server, match)}) == []
        listed = coup(service.ask()).match  # the background follows again
        wait_until(lambda: listed in _running(service), "the lists follow", PATIENCE_S)
        assert "Traceback" not in service.log.read_text()
    finally:
        stopping.set()
        service.kill()
        network.close()


def _running(service: Live) -> list[str]:
    return [one["id"] for one in service.ask()("GET", "/v1/matches?status=running").json["matches"]]
