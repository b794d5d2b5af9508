"""`make instances`: several services on one Redis under load, while the one that does the background work is killed,
paused or stopped, in turn.

After each blow a deadline that passes must be kept within the time of the lease (and PATIENCE_S for a busy machine),
and a match of bots must go on without a refusal. In the end every list must equal a rebuild, every match must audit,
and the head log must have the heads of all matches.
"""

from __future__ import annotations

import argparse
import random
import signal
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from events.redis.client import Client, open_client
from events.redis.feed import RedisFeed
from events.redis.lease import KEY
from events.redis.store import RedisStore
from events.tree import root_of
from service.app import build_services
from service.processes.background import rebuild_all
from service.processes.lease import LEASE_S
from tests.http.asking import Coup, coup
from tests.http.live import Live
from tests.kept_lists import read_items, read_lists
from tests.servers import Server, system_executable, wait_until

INSTANCES = 3
PATIENCE_S = 30.0  # a busy machine is no failure of the lease
BLOWS = ("kill", "pause", "stop")


class Load(threading.Thread):
    """Plays matches at all instances until it is told to end; whatever fails for want of a service is tried again."""

    def __init__(self, instances: list[Live], seed: int) -> None:
        super().__init__(daemon=True)
        self._instances, self._rng = instances, random.Random(seed)
        self.is_over = False
        self.moves = 0

    def run(self) -> None:
        while not self.is_over:
            try:
                self._play()
            except (OSError, AssertionError, KeyError):  # the service that was asked is being killed or started
                time.sleep(0.2)

    def _play(self) -> None:
        match = coup(self._rng.choice(self._instances).ask())
        for _ in range(self._rng.randrange(5, 60)):
            if self.is_over:
                return
            there = match._replace(ask=self._rng.choice(self._instances).ask())
            self.moves += there.move().status == 201


def holder_of(link: Client) -> int | None:
    """The service that holds the lease, by its process."""
    raw = link.call("GET", KEY)
    return None if raw is None else int(raw.split(b":")[1])


def instance_of(instances: list[Live], pid: int) -> Live | None:
    for one in instances:
        if one.process is not None and one.process.pid == pid:
            return one
    return None


def match_with_a_deadline(live: Live) -> Callable[[], bool]:
    """Whether the clock has acted in a match in which somebody has a second to react."""
    match = coup(live.ask(), reaction_timeout_s=1)
    seat = match.to_act()
    action = next(one for one in match.choices(seat) if one["params"]["action"]["one_of"] == ["local_businessmen"])
    params = {key: domain["one_of"][0] for key, domain in action["params"].items()}
    assert match.send(seat, {"type": "declare_action", "params": params}).status == 201
    before = match.seen()["version"]
    return lambda: bool(match.seen()["version"] > before)


def match_of_bots(live: Live) -> Coup:
    ask = live.ask()
    token = ask("POST", "/v1/players", body={"name": "Host"}).json["token"]
    match = ask("POST", "/v1/matches", token, {"game": "coup", "seats": 3}).json["id"]
    assert ask("POST", f"/v1/matches/{match}/bots", token, {"policy": "sensible"}).status == 201
    assert ask("POST", f"/v1/matches/{match}/start", token).status == 200
    return Coup(ask, match, [token])


def has_gone_on(match: Coup, version: int) -> bool:
    seen = match.seen()
    return bool(seen["version"] > version or seen["status"] == "finished")


def start(live: Live) -> None:
    live.start()


def strike(blow: str, live: Live) -> Callable[[], None]:
    """Returns what ends it."""
    if blow == "stop":
        live.stop()
        return lambda: start(live)
    if blow == "kill":
        live.kill()
        return lambda: start(live)
    background = live.running("cli background")[0]
    background.suspend()
    return background.resume


def run(folder: Path, blows: int, seed: int, say: Callable[[str], None] = print) -> None:
    server = Server(system_executable(), folder).start()
    link = open_client(server.url)
    environment = {"MATCHLEDGER_REDIS_URL": server.url, "MATCHLEDGER_LIMITS": "off", "MATCHLEDGER_BOT_PAUSE_MS": "200"}
    environment["MATCHLEDGER_ARCHIVE"] = str(folder / "archive")
    instances = [Live(folder / f"one{number}", workers=1, **environment) for number in range(INSTANCES)]
    try:
        for one in instances:
            one.start()
        load = Load(instances, seed)
        load.start()
        for number in range(blows):
            strike_once(link, instances, BLOWS[number % len(BLOWS)], say)
        load.is_over = True
        load.join(60)
        assert not load.is_alive()
        assert load.moves > 0
        for one in instances[1:]:
            one.stop()
        settle(link)
        check(instances[0], link, server)
        instances[0].stop()
        say(f"{load.moves} moves, {blows} blows: lists, deadlines, bots and heads are right")
    finally:
        for one in instances:
            if one.process is not None:
                for member in one.family():
                    member.send_signal(signal.SIGCONT)
            one.kill()
        link.close()
        server.kill()


def strike_once(link: Client, instances: list[Live], blow: str, say: Callable[[str], None]) -> None:
    wait_until(lambda: holder_of(link) is not None, "somebody holds the lease", LEASE_S + PATIENCE_S)
    pid = holder_of(link)
    assert pid is not None
    struck = instance_of(instances, pid)
    assert struck is not None, "the holder is one of ours"
    other = next(one for one in instances if one is not struck)
    has_struck, bots = match_with_a_deadline(other), match_of_bots(other)
    began = time.monotonic()
    end = strike(blow, struck)
    wait_until(lambda: holder_of(link) not in (None, pid), "the lease moves", LEASE_S + PATIENCE_S)
    moved_s = time.monotonic() - began
    wait_until(has_struck, "the deadline is kept", LEASE_S + PATIENCE_S)
    kept_s = time.monotonic() - began
    before = bots.seen()["version"]
    wait_until(lambda: has_gone_on(bots, before), "the bots play on", LEASE_S + PATIENCE_S)
    refused = RedisStore(link).refusals(bots.match)
    assert refused == [], "a bot that plays a decision twice would be refused"
    end()
    say(f"{blow}: the lease moved after {moved_s:.1f} s, a deadline was kept {kept_s:.1f} s after the blow")


def settle(link: Client) -> None:
    """Wait until nothing is left to read in the feeds."""
    feed = RedisFeed(link, "listing", "projector")

    def is_read() -> bool:
        groups = [
            dict(zip(group[::2], group[1::2]))
            for partition in feed.partitions
            if link.call("EXISTS", f"{{p{partition}}}:feed")
            for group in link.call("XINFO", "GROUPS", f"{{p{partition}}}:feed")
        ]
        return all(group[b"lag"] == 0 and group[b"pending"] == 0 for group in groups)

    wait_until(is_read, "the lists are up to date", 120)


def projections_of(link: Client) -> dict[bytes, Any]:
    """Every list and the matches of bots, in a form that can be compared. What a list says of a running match is as of
    the last change that concerns lists, so of its items only the names of their lists are compared."""
    found: dict[bytes, Any] = {}
    found |= read_lists(link)
    for item, (_, names, summary) in read_items(link).items():
        found[item] = (names, summary) if b"finished" in names else names
    found |= {key: sorted(link.call("SMEMBERS", key)) for key in link.call("KEYS", "{p*}:bots")}
    return found


def check(live: Live, link: Client, server: Server) -> None:
    """With everything quiet: rebuild, audit, heads."""
    for one in list(live.family())[1:]:  # only Redis is left; a bot or the clock would go on playing
        one.suspend()
    try:
        before = projections_of(link)
        services = build_services(link)
        for key in link.call("KEYS", "{lists}*") + link.call("KEYS", "{p*}:bots"):
            link.call("DEL", key)
        rebuild_all(services, link)
        after = projections_of(link)
        differing = [key for key in before.keys() | after.keys() if before.get(key) != after.get(key)]
        assert differing == [], [(key, before.get(key), after.get(key)) for key in differing[:3]]
        store = RedisStore(open_client(server.url))
        for match in RedisFeed(link, "listing", "check").all_matches():
            head, entry = store.head(match), services.heads.newest(match)
            assert entry is not None, f"{match} is not in the head log"
            (logged,) = services.heads.entries(entry - 1, 1)
            events = store.read(match, logged.head.size, logged.head.size)
            assert events[0].stored.root.hex() == logged.head.root
            if logged.head.size == head.version:
                assert root_of(head.frontier).hex() == logged.head.root
    finally:
        for one in list(live.family())[1:]:
            one.resume()
    audited = live.run("audit", "--all", "--jobs", "1")
    assert audited.returncode == 0, audited.stdout[-2000:]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--blows", type=int, default=30)
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="matchledger-instances-") as folder:
        run(Path(folder), chosen.blows, chosen.seed)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
