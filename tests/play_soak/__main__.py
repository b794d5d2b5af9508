"""Everything at once under random faults: `python -m tests.play_soak --minutes 60` (`make soak MINUTES=60`).

The service as it is run. At tables of every game people and bots play, undo, redo and dispute, an arbiter rules,
viewers watch by live streams and by the channel. Meanwhile processes are killed and paused, memory and disk are full
for a moment, and entries that cannot be read turn up in the feeds. In the last third of the time nobody is killed, and
memory is measured.

In the end every acknowledged command is in its match, every viewer has seen what the match has, every match is audited,
every list is what a rebuild makes of it, and, after 45 minutes or more, no process has grown by more than a tenth.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

import redis

from events.redis.client import open_client
from games.registry import all_games
from projections.tables import IDLE_S
from tests.faults.inject import FAULTS, VICTIMS, find, inject, is_well
from tests.http.live import Live
from tests.kept_lists import read_lists, read_summaries
from tests.play_soak.memory import Growth, Sampler, wait_seconds
from tests.play_soak.people import Arbiter, Notes, Person, Table, same_for_everybody
from tests.play_soak.viewers import ChannelViewer, StreamViewer, Viewer
from tests.servers import wait_until

VIEWERS = 6
PAUSE_S = (4.0, 14.0)  # between two faults
RECOVERY_S = 90.0
WARM_UP_S = 2 * IDLE_S  # after the last death: until then a worker keeps more tables from minute to minute
JUDGED_S = 300.0  # memory is judged over so long at least; a shorter soak only reports it
GROWTH_PERCENT_MAX = 10.0
PARTITIONS = 64
PAGE = 100


def run(folder: Path, minutes: float, seed: int, slugs: list[str]) -> list[str]:
    """Play under faults; the complaints in the end."""
    service = Live(folder / "data", MATCHLEDGER_BOT_PAUSE_MS="60").start()
    notes, rng, done = Notes(), random.Random(seed), Counter[str]()
    try:
        token = service.run("token", "create", "--role", "arbiter", "--name", "Judge").stdout.split()[-1]
        tables = [Table(service.base, notes, slug, number, seed) for number, slug in enumerate(slugs)]
        kinds: tuple[type[Viewer], ...] = (StreamViewer, ChannelViewer)
        viewers = [kinds[number % 2](service.base, notes, number, seed) for number in range(VIEWERS)]
        people = [*tables, *viewers, Arbiter(Person(service.base, notes, token, "judge"))]
        for one in people:
            one.start()
        began = time.monotonic()
        _trouble(service, notes, rng, (*VICTIMS, *FAULTS), began + 40 * minutes, done)
        sampler = Sampler(service)
        sampler.start()
        _trouble(service, notes, rng, FAULTS, began + 60 * minutes, done)
        measured_s = 20 * minutes
        is_judged = measured_s >= WARM_UP_S + JUDGED_S
        grown = sampler.growths(WARM_UP_S / measured_s if is_judged else 0.3)
        notes.stopping.set()
        for one in people:
            one.join(2 * RECOVERY_S)
            if one.is_alive():
                notes.complain(f"{one.name} has not come to an end")
        _judge(service, notes, viewers)
        if is_judged:
            _judge_memory(notes, grown)
        else:
            print(f"memory is not judged: that takes {(WARM_UP_S + JUDGED_S) / 20:.0f} minutes")
        _report(service, notes, viewers, done, grown)
        return notes.complaints
    finally:
        notes.stopping.set()
        service.kill()


def _trouble(
    service: Live, notes: Notes, rng: random.Random, kinds: tuple[str, ...], until: float, done: Counter[str]
) -> None:
    while time.monotonic() < until and not notes.complaints:
        wait_seconds(min(rng.uniform(*PAUSE_S), max(0.1, until - time.monotonic())), notes.stopping)
        victim = rng.choice(kinds)
        if inject(service, victim, rng):
            done[victim] += 1
        wait_until(lambda: is_well(service), "the service is well again", RECOVERY_S)
        said = f"{sum(done.values())} faults, {len(notes.accepted)} commands, {len(notes.matches)} matches"
        print(f"{victim}: {said}", file=sys.stderr, flush=True)


# What must be true in the end.
def _judge(service: Live, notes: Notes, viewers: list[Viewer]) -> None:
    _stand_still(service)
    reader = Person(service.base, notes, None, "reader")
    stored = {match: _events(reader, match) for match in notes.matches}
    for one in notes.accepted:
        events = stored[one.match]
        if len(events) < one.version or events[one.version - 1][1] != one.command:
            notes.complain(f"{one.match}: the command at version {one.version} was acknowledged, and is not there")
    for viewer in viewers:
        for match, seen in viewer.seen.items():
            if seen != stored[match][: len(seen)]:
                notes.complain(f"{viewer.name} has seen other events of {match} than it has")
    before = _lists(service)
    rebuilt = service.run("rebuild")
    if rebuilt.returncode:
        notes.complain(f"rebuild: {rebuilt.stderr[-500:]}")
    after = _lists(service)
    for key in sorted(before.keys() | after.keys()):
        if before.get(key) != after.get(key):
            notes.complain(f"{key!r} was {before.get(key)!r:.300}, and a rebuild makes it {after.get(key)!r:.300}")
    audited = service.run("audit", "--all", "--jobs", "1")
    if audited.returncode:
        notes.complain(f"audit: {audited.stdout[-1000:]}{audited.stderr[-1000:]}")
    if "Traceback" in service.log.read_text():
        notes.complain(f"a traceback in {service.log}: {_first_traceback(service.log.read_text())}")


def _stand_still(service: Live) -> None:
    """Wait until the lists have followed everything, and then stop the background: neither bots nor the clock act."""
    client = _client(service)
    (background,) = find(service, "background")
    servers = [*find(service, "master"), *find(service, "worker")]
    for one in servers:  # so that bots can send nothing
        one.suspend()
    until = time.monotonic() + RECOVERY_S
    try:
        while time.monotonic() < until:
            wait_until(lambda: _is_followed(client), "the lists have followed everything", RECOVERY_S)
            background.suspend()
            if _is_followed(client):
                return
            background.resume()  # the clock has acted in between
    finally:
        for one in servers:
            one.resume()
    raise TimeoutError("the clock acts again and again")


def _is_followed(client: Any) -> bool:
    """Whether the group of the lists has read and acknowledged the last entry of each feed."""
    for partition in range(PARTITIONS):
        key = f"{{p{partition}}}:feed"
        last = client.xrevrange(key, count=1)
        if last:
            (group,) = [one for one in client.xinfo_groups(key) if one["name"] == b"listing"]
            if group["pending"] or group["last-delivered-id"] != last[0][0]:
                return False
    return True


def _events(reader: Person, match: str) -> list[tuple[Any, ...]]:
    found: list[tuple[Any, ...]] = []
    after: int | None = 0
    while after is not None:
        _, page = reader.ask("GET", f"/v1/matches/{match}/events?after={after}&limit={PAGE}")
        found += [same_for_everybody(event) for event in page["events"]]
        after = page["next"]
    return found


def _lists(service: Live) -> dict[Any, Any]:
    """All lists and deadlines. An item of a list is written when the list changes: the version that it shows is that of
    the last change, and whom a running match waits for is read from the match."""
    client = _client(service)
    found: dict[Any, Any] = {}
    for pattern in ("*deadlines*", "*bots*"):
        for key in client.scan_iter(match=pattern):
            found[key] = client.smembers(key) if client.type(key) == b"set" else _pairs_of(client, key)
    link = open_client(f"unix://{client.connection_pool.connection_kwargs['path']}")
    found |= read_lists(link)
    for item, (names, summary) in read_summaries(link).items():
        found[item] = names, {**summary, "version": None, "to_act": None, "deadline": None}
    link.close()
    return found


def _pairs_of(client: Any, key: bytes) -> Any:
    return client.hgetall(key) if client.type(key) == b"hash" else client.zrange(key, 0, -1, withscores=True)


def _client(service: Live) -> Any:
    return redis.Redis(unix_socket_path=(service.data / "address").read_text())


def _judge_memory(notes: Notes, grown: list[Growth]) -> None:
    for one in grown:
        if one.percent > GROWTH_PERCENT_MAX:
            notes.complain(f"a {one.role} has grown by {one.percent:.0f} %")


def _first_traceback(text: str) -> str:
    begin = text.index("Traceback")
    return text[max(0, begin - 200) : begin + 1500]


def _report(service: Live, notes: Notes, viewers: list[Viewer], done: Counter[str], grown: list[Growth]) -> None:
    memory = _client(service).info("memory")["used_memory"]
    events = sum(viewed for viewed in (len(seen) for viewer in viewers for seen in viewer.seen.values()))
    print(f"faults: {sum(done.values())} ({', '.join(f'{count} {name}' for name, count in sorted(done.items()))})")
    print(f"requests: {dict(sorted(notes.counts.items()))}")
    print(f"{len(notes.matches)} matches, {len(notes.accepted)} commands of people acknowledged")
    print(f"{sum(len(viewer.seen) for viewer in viewers)} matches watched, {events} events shown, ", end="")
    print(f"{sum(viewer.resets for viewer in viewers)} resets; Redis has {memory / 2**20:.1f} MB")
    for one in grown:
        print(f"{one.role} {one.pid}: {one.first_mb:.1f} MB, in the end {one.last_mb:.1f} ({one.percent:+.1f} %)")
    print(f"complaints: {len(notes.complaints)}")
    for complaint in notes.complaints[:20]:
        print(f"  {complaint}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--games", nargs="+", default=list(all_games()), metavar="GAME")
    parser.add_argument("--keep", type=Path, help="a folder for the data and the log, kept afterwards")
    chosen = parser.parse_args()
    if chosen.keep is not None:
        chosen.keep.mkdir(parents=True, exist_ok=True)
        return 1 if run(chosen.keep, chosen.minutes, chosen.seed, chosen.games) else 0
    with tempfile.TemporaryDirectory(prefix="matchledger-soak-") as folder:
        return 1 if run(Path(folder), chosen.minutes, chosen.seed, chosen.games) else 0


if __name__ == "__main__":
    sys.exit(main())
