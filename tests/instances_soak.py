"""`make instances`: several services on one Redis under load, while the one that does the background work is killed,
paused or stopped, in turn.

After each blow a deadline that passes must be kept within the time of the lease (and PATIENCE_S for a busy machine),
and a match of bots must go on without a refusal. Players wander between the services meanwhile, and send what was not
answered to another one. In the end every list must equal a rebuild, every match must audit, the head log must have the
heads of all matches, and `tests/ledger_checker.py` must find nothing that was acknowledged lost, doubled or answered
differently, and no read of the past.
"""

from __future__ import annotations

import argparse
import json
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
from tests.kill_soak import GRACE_MS, RECOVERY_S, Player, Record, Table, idle_match, read_kept, read_record
from tests.ledger_checker import Exchange, Kept, check_clock
from tests.ledger_checker import check as check_record
from tests.servers import Server, system_executable, wait_until

INSTANCES = 3
TABLES, SEATS = 2, 2
PATIENCE_S = 30.0  # a busy machine is no failure of the lease
BLOWS = ("kill", "pause", "stop")


class Wanderer(Player):
    """A player who sends every request, also the same one again, to whichever service comes first."""

    def __init__(self, bases: list[str], record: Record, name: str, seed: int) -> None:
        super().__init__(bases[0], record, name, seed)
        self._bases = bases

    def ask(self, *args: Any, **kwargs: Any) -> Exchange:
        self._base = self.rng.choice(self._bases)
        return super().ask(*args, **kwargs)


class Load:
    """Players at tables, who wander between the services; every request and answer is written down."""

    def __init__(self, bases: list[str], folder: Path, seed: int) -> None:
        self.record = Record(folder / "record.jsonl")
        self._stopping = threading.Event()
        self._end_ms: int | None = None  # when the record ends, if the idle match still runs
        self._people = [
            Wanderer(bases, self.record, f"Player {number}", seed + number) for number in range(SEATS * (TABLES + 1))
        ]
        self.idle = idle_match([*self._people[:SEATS]])
        self._tables = [
            Table([*self._people[SEATS * number : SEATS * (number + 1)]], self._stopping, f"table {number}")
            for number in range(1, TABLES + 1)
        ]

    def start(self) -> None:
        for table in self._tables:
            table.start()

    def must_go_on(self) -> None:
        for table in self._tables:
            if table.failure is not None:
                raise table.failure
            assert table.is_alive() or self._stopping.is_set()

    def stop(self) -> None:
        """Let everybody finish the request that they are at, then ask again about what was done long ago."""
        self._stopping.set()
        for table in self._tables:
            table.join(2 * RECOVERY_S)
            assert not table.is_alive()
        self.must_go_on()
        for person in self._people:
            person.settle()
        idle = self._people[0].ask("GET", f"/v1/matches/{self.idle}").answer
        self._end_ms = time.time_ns() // 1_000_000 if '"status":"running"' in idle else None

    def complaints(self, kept: dict[str, Kept], others: set[str]) -> list[str]:
        """What the outside checker says of the matches of these players; `others` were opened by the soak itself."""
        self.record.close()
        exchanges = read_record(self.record.path)
        played = {one.match for one in exchanges} | {opened_by(one) for one in exchanges} | {self.idle}
        found = check_record(exchanges, {match: one for match, one in kept.items() if match in played})
        found += [f"{match}: opened, and nobody was told so" for match in sorted(kept.keys() - played - others)]
        if self.idle not in kept:
            return [*found, f"{self.idle}: lost"]
        return [*found, *(f"{self.idle}: {words}" for words in check_clock(kept[self.idle], GRACE_MS, self._end_ms))]


def opened_by(told: Exchange) -> str:
    is_opening = told.is_accepted and told.method == "POST" and told.path == "/v1/matches"
    return str(json.loads(told.answer)["id"]) if is_opening else ""


def holder_of(link: Client) -> int | None:
    """The service that holds the lease, by its process."""
    raw = link.call("GET", KEY)
    return None if raw is None else int(raw.split(b":")[1])


def instance_of(instances: list[Live], pid: int) -> Live | None:
    for one in instances:
        if one.process is not None and one.process.pid == pid:
            return one
    return None


def match_with_a_deadline(live: Live) -> Coup:
    """A match in which somebody has a second to react."""
    match = coup(live.ask(), reaction_timeout_s=1)
    seat = match.to_act()
    action = next(one for one in match.choices(seat) if one["params"]["action"]["one_of"] == ["local_businessmen"])
    params = {key: domain["one_of"][0] for key, domain in action["params"].items()}
    assert match.send(seat, {"type": "declare_action", "params": params}).status == 201
    return match


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
        load, others = Load([one.base for one in instances], folder, seed), set[str]()
        load.start()
        for number in range(blows):
            accepted = load.record.accepted()
            others |= strike_once(link, instances, BLOWS[number % len(BLOWS)], say)
            load.must_go_on()
            wait_until(lambda: load.record.accepted() > accepted, "the players play on", PATIENCE_S)  # noqa: B023
        load.stop()
        for one in instances[1:]:
            one.stop()
        kept = check(instances[0], link, server)
        complaints = load.complaints(kept, others)
        assert complaints == [], complaints[:10]
        instances[0].stop()
        events, moves = sum(len(one.entries) for one in kept.values()), load.record.accepted()
        say(f"requests of the players: {dict(sorted(load.record.counts.items()))}")
        say(f"{moves} of them accepted, {len(kept)} matches, {events} events: nothing was lost, nothing doubled")
        say(f"{blows} blows: lists, deadlines, bots and heads are right")
    finally:
        for one in instances:
            if one.process is not None:
                for member in one.family():
                    member.send_signal(signal.SIGCONT)
            one.kill()
        link.close()
        server.kill()


def strike_once(link: Client, instances: list[Live], blow: str, say: Callable[[str], None]) -> set[str]:
    """Returns the matches that it has opened."""
    wait_until(lambda: holder_of(link) is not None, "somebody holds the lease", LEASE_S + PATIENCE_S)
    pid = holder_of(link)
    assert pid is not None
    struck = instance_of(instances, pid)
    assert struck is not None, "the holder is one of ours"
    other = next(one for one in instances if one is not struck)
    timed, bots = match_with_a_deadline(other), match_of_bots(other)
    open_version = timed.seen()["version"]
    began = time.monotonic()
    end = strike(blow, struck)
    wait_until(lambda: holder_of(link) not in (None, pid), "the lease moves", LEASE_S + PATIENCE_S)
    moved_s = time.monotonic() - began
    wait_until(lambda: bool(timed.seen()["version"] > open_version), "the deadline is kept", LEASE_S + PATIENCE_S)
    kept_s = time.monotonic() - began
    before = bots.seen()["version"]
    wait_until(lambda: has_gone_on(bots, before), "the bots play on", LEASE_S + PATIENCE_S)
    refused = RedisStore(link).refusals(bots.match)
    assert refused == [], "a bot that plays a decision twice would be refused"
    end()
    say(f"{blow}: the lease moved after {moved_s:.1f} s, a deadline was kept {kept_s:.1f} s after the blow")
    return {timed.match, bots.match}


def is_settled(link: Client) -> bool:
    """Whether nothing is left to read in the feeds."""
    groups = [
        dict(zip(group[::2], group[1::2]))
        for partition in RedisFeed(link, "listing", "projector").partitions
        if link.call("EXISTS", f"{{p{partition}}}:feed")
        for group in link.call("XINFO", "GROUPS", f"{{p{partition}}}:feed")
    ]
    return all(group[b"lag"] == 0 and group[b"pending"] == 0 for group in groups)


def suspend_settled(live: Live, link: Client) -> None:
    """Suspend the service when its lists are up to date; Redis goes on. Bots and the clock would play on meanwhile."""

    def is_suspended() -> bool:
        wait_until(lambda: is_settled(link), "the lists are up to date", 120)
        for one in live.family()[1:]:
            one.suspend()
        if is_settled(link):
            return True
        for one in live.family()[1:]:  # somebody has moved in between
            one.resume()
        return False

    wait_until(is_suspended, "nobody moves between the last look at the feeds and the end", 240)


def projections_of(link: Client) -> dict[bytes, Any]:
    """Every list and the matches of bots, in a form that can be compared. What a list says of a running match is as of
    the last change that concerns lists, so of its items only the names of their lists are compared."""
    found: dict[bytes, Any] = {}
    found |= read_lists(link)
    for item, (_, names, summary) in read_items(link).items():
        found[item] = (names, summary) if b"finished" in names else names
    found |= {key: sorted(link.call("SMEMBERS", key)) for key in link.call("KEYS", "{p*}:bots")}
    return found


def check(live: Live, link: Client, server: Server) -> dict[str, Kept]:
    """With everything quiet: rebuild, audit, heads. Returns all matches."""
    suspend_settled(live, link)
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
        with server.client() as client:
            kept = read_kept(client)
    finally:
        for one in list(live.family())[1:]:
            one.resume()
    audited = live.run("audit", "--all", "--jobs", "1")
    assert audited.returncode == 0, audited.stdout[-2000:]
    return kept


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
