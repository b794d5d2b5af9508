"""An upgrade without a break, as docs/upgrade.md says: two instances on one Redis behind a proxy, each stopped when the
other was started. Clients that retry, as the SDK does, notice nothing."""

from __future__ import annotations

import random
import signal
import subprocess
import threading
from pathlib import Path

import pytest
from matchledger_client import Client, MovedOn, command

from tests.http.live import Live
from tests.servers import Server, free_port, system_executable, wait_until
from tests.service.proxies import nginx_command, proxied

PATIENCE_S = 90.0
LONG = "munchkin-apocalypse"  # by chance, a match takes more than 600 commands
MOVES = 6  # between two steps of the upgrade
PAUSE_S = 0.1  # after each, so that the match lasts


class Play:
    """Two players of a long match, and one viewer; whatever goes wrong for one of them is kept."""

    def __init__(self, base: str) -> None:
        self.clients = [Client(base).sign_up(name) for name in ("Ana", "Ben", "Cleo")]
        self.match = self.clients[0].open_match(LONG, 3)
        for client in self.clients:
            client.match(self.match.id).sit(luck=False)
        self.match.start()
        self.moves, self.seen = 0, 0
        self.wrong: list[BaseException] = []
        self._stopping = threading.Event()
        turns = [threading.Thread(target=self._play, args=(one,), daemon=True) for one in self.clients]
        self._threads = [*turns, threading.Thread(target=self._watch, args=(base,), daemon=True)]
        for thread in self._threads:
            thread.start()

    def _play(self, client: Client) -> None:
        rng = random.Random(len(client.token or ""))
        try:
            for turn in client.match(self.match.id).turns(accepts_undo=True):
                if self._stopping.is_set():
                    return
                try:
                    turn.send(command(rng.choice(turn.choices), rng))
                    self.moves += 1
                    self._stopping.wait(PAUSE_S)
                except MovedOn:
                    continue
        except BaseException as raised:
            self.wrong.append(raised)

    def _watch(self, base: str) -> None:
        """Every version once, in order: the SDK raises if one is missing."""
        try:
            for event in Client(base).match(self.match.id).events():
                assert event["version"] == self.seen + 1
                self.seen = event["version"]
                if self._stopping.is_set():
                    return
        except BaseException as raised:
            self.wrong.append(raised)

    def go_on(self) -> None:
        """Until some more commands were played, and the viewer has seen them."""
        moves, seen = self.moves, self.seen
        wait_until(
            lambda: bool(self.wrong) or (self.moves >= moves + MOVES and self.seen > seen),
            "play goes on",
            PATIENCE_S,
        )
        assert self.wrong == []

    def stop(self) -> None:
        self._stopping.set()


@pytest.mark.xdist_group("live")
def test_a_rolling_restart_is_not_noticed(tmp_path):
    server = Server(system_executable(), tmp_path, "--appendonly", "yes", "--appendfsync", "always", port=free_port())
    server.start()
    first, second = (
        Live(tmp_path / name, workers=1, MATCHLEDGER_REDIS_URL=server.url, MATCHLEDGER_LIMITS="off")
        for name in ("old", "new")
    )
    proxy = tmp_path / "proxy"
    proxy.mkdir()
    play = None
    try:
        first.start()
        with proxied("nginx", proxy, first.port) as port:
            play = Play(f"http://127.0.0.1:{port}")
            play.go_on()
            checked = second.run("doctor")
            assert checked.returncode == 0, checked.stdout + checked.stderr
            for old, new in ((first, second), (second, first)):
                new.start()  # waits for /readyz
                turn_proxy(proxy, port, new.port)
                assert old.process is not None
                old.process.send_signal(signal.SIGTERM)
                play.go_on()  # while the old one says goodbye
                assert old.process.wait(30) == 0
                old.process = None
                play.go_on()
            play.stop()
        match = play.match.id
        assert first.run("audit", match).returncode == 0
        events = Client(first.base, play.clients[0].token).match(match).get()["version"]
        assert play.seen <= events
        for live in (first, second):
            assert "Traceback" not in live.log.read_text()
    finally:
        if play is not None:
            play.stop()
        first.kill()
        second.kill()
        server.kill()


def turn_proxy(folder: Path, port: int, served: int) -> None:
    """Point nginx to another instance and reload it: connections that are open stay with the old one."""
    command = nginx_command(folder, port, served)
    subprocess.run([*command, "-s", "reload"], check=True, capture_output=True, timeout=30)
