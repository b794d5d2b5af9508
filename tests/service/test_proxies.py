"""A match is played through each proxy of deploy/: over REST, with a live stream and over the channel."""

from __future__ import annotations

import json
import random
import threading
from collections.abc import Iterator

import pytest
import requests
from matchledger_client import Client, MovedOn, command

from tests.http.asking import Coup, over_http
from tests.http.channel_client import connect
from tests.http.live import Live
from tests.service.proxies import COMMANDS, proxied

PATIENCE_S = 60.0


@pytest.fixture(scope="module")
def service(tmp_path_factory) -> Iterator[Live]:
    # As in the unit, with limits for everybody: behind a proxy each client is known by its own address.
    limits = {"MATCHLEDGER_LIMITS": "all", "MATCHLEDGER_ACCESS_LOG": "1"}
    live = Live(tmp_path_factory.mktemp("proxied") / "data", workers=1, MATCHLEDGER_PROXIES="1", **limits)
    try:
        yield live.start()
    finally:
        live.kill()


@pytest.mark.xdist_group("live")
@pytest.mark.parametrize("name", COMMANDS)
def test_a_match_is_played_through_a_proxy(name, service, tmp_path):
    with proxied(name, tmp_path, service.port) as port:
        base = f"http://127.0.0.1:{port}"
        players = [Client(base).sign_up(player) for player in ("Ana", "Ben")]
        match = players[0].open_match("coup", 2, {"first_seat": 0})
        for player in players:
            player.match(match.id).sit(luck=False)
        match.start()
        tokens = [str(player.token) for player in players]
        game = Coup(over_http(base), match.id, tokens)
        see_events_at_once(game, base)
        play_over_the_channel(game, port)
        play_to_the_end(players, match.id)
        assert players[0].match(match.id).audit()["verdict"] == "ok"
        refused = requests.get(f"{base}/metrics", timeout=10, headers={"X-Forwarded-For": "192.0.2.7"})
        assert refused.status_code == (404 if name == "caddy" else 200), "nginx gives them to its own machine"
        for player in players:
            player.close()


def see_events_at_once(game: Coup, base: str) -> None:
    """Each event comes while the stream stays open, before anything else is sent: the proxy holds nothing back."""
    version = game.seen()["version"]
    headers = {"Authorization": f"Bearer {game.tokens[0]}", "Last-Event-ID": str(version)}
    address = f"{base}{game.path}/live"
    with requests.get(address, headers=headers, stream=True, timeout=(10, PATIENCE_S)) as stream:
        assert stream.status_code == 200
        lines = stream.iter_lines(chunk_size=1)
        for _ in range(2):
            expected = game.move().json["version"]
            while version < expected:
                line = next(lines)
                if line.startswith(b"data:") and "version" in (told := json.loads(line[5:])):
                    version = told["version"]


def play_over_the_channel(game: Coup, port: int) -> None:
    seat = game.to_act()
    with connect(port) as channel, connect(port) as watching:
        assert channel.hello(game.tokens[seat])["kind"] == "welcome"
        watching.hello(game.tokens[1 - seat])
        assert watching.ask("subscribe", match=game.match)["kind"] == "subscribed"
        done = channel.ask("command", match=game.match, key="through-a-proxy", **game.income())
        assert (done["kind"], done["status"]) == ("ack", 201)
        assert watching.hear("events")["events"][-1]["version"] >= done["body"]["version"]


def play_to_the_end(players: list[Client], match_id: str) -> None:
    def play(player: Client, seed: int) -> None:
        rng = random.Random(seed)
        for turn in player.match(match_id).turns(accepts_undo=True):
            try:
                turn.send(command(rng.choice(turn.choices), rng))
            except MovedOn:
                continue

    threads = [threading.Thread(target=play, args=(player, seed), daemon=True) for seed, player in enumerate(players)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE_S * 3)
    assert players[0].match(match_id).get()["status"] == "finished"
