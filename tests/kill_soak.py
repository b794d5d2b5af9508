"""Load over HTTP while everything is killed at random: `python -m tests.kill_soak --kills 30` (`make kill`).

With `--faults` (`make faults`) other faults come in between: processes that stand still, full memory, a full disk,
foreign entries in the feeds.

Starts the service as it is run (`matchledger serve` on its own embedded Redis, in a temporary folder) and plays matches
of Coup against it, while workers, the gunicorn master, the background process (clock and projections), the redis-server
and now and then everything at once are killed with SIGKILL. Every request and every answer is written to a file. In the
end the streams are read with plain redis-py, and `tests/ledger_checker.py`, which shares no code with the service, says
whether anything was lost.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import redis
import requests

from tests.client import params_of
from tests.faults.inject import FAULTS, VICTIMS, inject, is_well
from tests.http.channel_client import Channel, Closed, connect, reply_of
from tests.http.live import Live
from tests.ledger_checker import UNKNOWN, Exchange, Kept, check, check_clock
from tests.servers import wait_until

TABLES = 3
SEATS = 2
TURN_S = 5
GRACE_MS = 45_000  # how late the clock may be while everything around it is killed, on a busy machine
RECOVERY_S = 90.0
REQUEST_S = 30.0


class Record:
    """Every request and every answer, in one file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file = path.open("wb")
        self._lock = threading.Lock()
        self.counts: Counter[str] = Counter()

    def add(self, exchange: Exchange) -> None:
        with self._lock:
            self._file.write(msgspec.json.encode(exchange) + b"\n")
            self.counts[f"{exchange.method} {exchange.status or 'no answer'}"] += 1

    def close(self) -> None:
        self._file.close()

    def accepted(self) -> int:
        with self._lock:
            return self.counts["POST 201"]


def read_record(path: Path) -> list[Exchange]:
    return [msgspec.json.decode(line, type=Exchange) for line in path.read_bytes().splitlines()]


class Player:
    """One person at one table; notes down what was sent and what came back."""

    def __init__(self, base: str, record: Record, name: str, seed: int, *, is_over_channel: bool = False) -> None:
        self._base, self._record = base, record
        self._is_over_channel = is_over_channel
        self._channel: Channel | None = None
        self._session = requests.Session()
        made = self._session.post(f"{base}/v1/players", json={"name": name}, timeout=REQUEST_S).json()
        self.id, self._token = made["id"], made["token"]
        self.rng = random.Random(seed)
        self.match, self.seat = "", 0
        self.sent: list[tuple[str, dict[str, Any], str, int | None]] = []

    def ask(
        self, method: str, path: str, body: Any = None, *, key: str | None = None, expected: int | None = None
    ) -> Exchange:
        headers = {"Authorization": f"Bearer {self._token}"}
        headers |= {} if key is None else {"Idempotency-Key": key}
        headers |= {} if expected is None else {"If-Match": str(expected)}
        text = "" if body is None else json.dumps(body)
        is_message = self._is_over_channel and path.endswith("/commands")
        if is_message:
            text = f'{{"type":{json.dumps(body["type"])},"params":{json.dumps(body["params"])}}}'
        headers |= {"Content-Type": "application/json"} if text else {}
        is_lobby = path.endswith(("/matches", "/seats", "/start"))
        sent, found = time.monotonic_ns(), None
        try:
            if is_message:
                found = self._send_message(path, body, key, expected)
            else:
                found = self._session.request(method, self._base + path, data=text, headers=headers, timeout=REQUEST_S)
        except requests.RequestException:
            self._session.close()
        except (OSError, Closed):
            self._close_channel()
        exchange = Exchange(
            match=self.match,
            actor=f"player:{self.id}" if is_lobby else f"seat:{self.seat}",
            method=method,
            path=path,
            body=text,
            key=key,
            expected=expected,
            sent=sent,
            answered=None if found is None else time.monotonic_ns(),
            status=None if found is None else found.status_code,
            answer="" if found is None or found.status_code == 304 else found.text,
            etag="" if found is None else found.headers.get("ETag", ""),
        )
        # What a table looks like fills the file and is not judged here; at which version it was seen is.
        is_look = method == "GET" and exchange.status == 200
        self._record.add(msgspec.structs.replace(exchange, answer="") if is_look else exchange)
        return exchange

    def _send_message(self, path: str, body: Any, key: str | None, expected: int | None) -> Any:
        """The same over a socket, opened anew after a loss; in the shape of an answer of requests."""
        if self._channel is None:
            self._channel = connect(int(self._base.rpartition(":")[2]))
            if self._channel.hello(self._token)["kind"] != "welcome":
                raise Closed(None)
        fields = {} if expected is None else {"expected": expected}
        raw = self._channel.ask_raw("command", match=path.split("/")[3], key=key, **fields, **body)
        status, headers, answer = reply_of(raw)
        return SimpleNamespace(status_code=status, headers=headers, text=answer.decode())

    def _close_channel(self) -> None:
        if self._channel is not None:
            self._channel.line.close()
            self._channel = None

    def insist(self, method: str, path: str, body: Any = None, *, key: str, expected: int | None = None) -> Exchange:
        """The same request again until there is an answer."""
        until = time.monotonic() + RECOVERY_S
        while (told := self.ask(method, path, body, key=key, expected=expected)).status in UNKNOWN:
            if time.monotonic() > until:
                raise TimeoutError(f"no answer within {RECOVERY_S} s: {method} {path} {told.status}")
            time.sleep(0.1)
        return told

    def sit_down(self, match: str) -> None:
        self.match = match
        taken = self.insist("POST", f"/v1/matches/{match}/seats", {}, key=f"{match}-sit")
        assert taken.status == 201, taken
        self.seat = json.loads(taken.answer)["seat"]

    def play(self, stopping: threading.Event) -> None:
        """Commands under keys, until the match is over; an unanswered one is sent again until it is answered."""
        path = f"/v1/matches/{self.match}"
        for number in range(10**6):
            if stopping.is_set():
                return
            seen = self.ask("GET", path)
            if seen.status != 200:
                time.sleep(0.1)
                continue
            table = json.loads(seen.answer)
            if table["status"] == "finished":
                return
            if self.seat not in table["to_act"] and self.rng.random() < 0.9:
                time.sleep(0.02)
                continue
            command = self._command(path)
            expected = table["version"] if self.rng.random() < 0.3 else None
            key = f"{self.match}-{number}"
            self.sent.append((f"{path}/commands", command, key, expected))
            self.insist("POST", f"{path}/commands", command, key=key, expected=expected)

    def _command(self, path: str) -> dict[str, Any]:
        offered = self.ask("GET", f"{path}/choices")
        choices = json.loads(offered.answer)["choices"] if offered.status == 200 else []
        if not choices or self.rng.random() < 0.05:
            return {"type": "pass", "params": {"decision_id": self.rng.randint(0, 9)}}
        # Income where there is any, so that a match lasts.
        calm = [one for one in choices if one["type"] == "pass" or "usa" in str(one["params"])]
        template = self.rng.choice(calm if calm and self.rng.random() < 0.8 else choices)
        return {"type": template["type"], "params": params_of(template, self.rng)}

    def settle(self) -> None:
        """Ask again about what was done long ago: the answer must be the same as then."""
        for path, command, key, expected in self.rng.sample(self.sent, min(40, len(self.sent))):
            self.match = path.split("/")[3]
            self.insist("POST", path, command, key=key, expected=expected)


class Table(threading.Thread):
    """Some players who play one match after another until they are told to stop."""

    def __init__(self, players: list[Player], stopping: threading.Event, name: str) -> None:
        super().__init__(name=name)
        self.players, self._stopping = players, stopping
        self.failure: BaseException | None = None
        self.seats_of: list[tuple[Player, str, int]] = []

    def run(self) -> None:
        try:
            number = 0
            while not self._stopping.is_set():
                number += 1
                self._play_one(number)
        except BaseException as failure:
            self.failure = failure

    def _play_one(self, number: int) -> None:
        host = self.players[0]
        host.match = ""
        body = {"game": "coup", "seats": len(self.players), "turn_s": TURN_S if number % 2 else None}
        opened = host.insist("POST", "/v1/matches", body, key=f"open-{number}")
        match = json.loads(opened.answer)["id"]
        for player in self.players:
            player.sit_down(match)
        assert host.insist("POST", f"/v1/matches/{match}/start", {}, key=f"{match}-start").status == 200
        playing = [threading.Thread(target=self._seat, args=(player,)) for player in self.players]
        for one in playing:
            one.start()
        for one in playing:
            one.join()

    def _seat(self, player: Player) -> None:
        try:
            player.play(self._stopping)
        except BaseException as failure:
            self.failure = failure


def idle_match(players: list[Player]) -> str:
    """A match that nobody plays: only the clock does."""
    host = players[0]
    body = {"game": "coup", "seats": len(players), "turn_s": TURN_S, "options": {}}
    match = str(json.loads(host.insist("POST", "/v1/matches", body, key="open-idle").answer)["id"])
    for player in players:
        player.sit_down(match)
    assert host.insist("POST", f"/v1/matches/{match}/start", {}, key="start-idle").status == 200
    return match


# What is left in the end.
def read_kept(client: redis.Redis) -> dict[str, Kept]:
    """Every match as it lies in Redis, by the documented names of the keys."""
    kept: dict[str, Kept] = {}
    for key in client.scan_iter(match="{p*}:m-*:e"):
        tag, match, _ = key.decode().rsplit(":", 2)
        entries: Any = client.xrange(key)
        assert [place for place, _ in entries] == [b"%d-0" % number for number in range(1, len(entries) + 1)], key
        head: Any = client.hgetall(f"{tag}:{match}:h")
        journal = [refusal_in(line) for line in client.lrange(f"{tag}:{match}:j", 0, -1)]
        feed = [int(told[b"v"]) for _, told in client.xrange(f"{tag}:feed") if told.get(b"m", b"").decode() == match]
        stored = [fields[b"e"] for _, fields in entries]
        kept[match] = Kept(stored, int(head[b"v"]), head[b"f"], journal, feed)
    return kept


def refusal_in(line: bytes) -> dict[str, Any]:
    found = msgspec.msgpack.decode(line[4 + int(line[:4]) :])
    return {**found, "command": json.dumps(json.loads(found["command"])), "body": found["body"].decode()}


def run(
    folder: Path,
    kills: int,
    seed: int,
    victims: tuple[str, ...] = VICTIMS,
    tables: int = TABLES,
    *,
    is_over_channel: bool = False,
    in_turn: tuple[str, ...] = (),
) -> list[str]:
    """Play and kill; the complaints of the checker in the end. `in_turn`: these faults, one after the other."""
    service = Live(folder / "data").start()
    record = Record(folder / "record.jsonl")
    stopping, rng = threading.Event(), random.Random(seed)
    try:
        people = [
            Player(service.base, record, f"Player {number}", seed + number, is_over_channel=is_over_channel)
            for number in range(SEATS * (tables + 1))
        ]
        idle = idle_match(people[:SEATS])
        playing = [
            Table(people[SEATS * number : SEATS * (number + 1)], stopping, f"table {number}")
            for number in range(1, tables + 1)
        ]
        for table in playing:
            table.start()
        done: Counter[str] = Counter()
        while sum(done.values()) < kills:
            reached = record.accepted() + rng.randint(1, 12)
            wait_until(lambda: record.accepted() >= reached or _failed(playing), "the load goes on", RECOVERY_S)  # noqa: B023
            if _failed(playing):
                break
            victim = in_turn[sum(done.values())] if in_turn else _draw(victims, done, rng)
            if inject(service, victim, rng):
                done[victim] += 1
                print(f"kill {sum(done.values())}: {victim}, {record.accepted()} accepted", file=sys.stderr, flush=True)
            wait_until(lambda: is_well(service), "the service is well again", RECOVERY_S)
        stopping.set()
        for table in playing:
            table.join(2 * RECOVERY_S)
            if table.failure is not None:
                raise table.failure
        for player in people:
            player.settle()
        people[0].match = idle
        is_running = '"status":"running"' in people[0].ask("GET", f"/v1/matches/{idle}").answer
        end_ms = time.time_ns() // 1_000_000 if is_running else None
        with redis.Redis(unix_socket_path=(service.data / "address").read_text()) as client:
            kept = read_kept(client)
        record.close()
        complaints = check(read_record(record.path), kept)
        audited = service.run("audit", "--all", "--jobs", "1")
        if audited.returncode:
            complaints.append(f"audit: {audited.stdout[-1000:]}{audited.stderr[-1000:]}")
        complaints += [f"{idle}: {words}" for words in check_clock(kept[idle], GRACE_MS, end_ms)]
        _report(record, kept, done, complaints)
        return complaints
    finally:
        stopping.set()
        service.kill()
        record.close()


def _draw(victims: tuple[str, ...], done: Counter[str], rng: random.Random) -> str:
    """At random, but each often."""
    rarest = min(done[victim] for victim in victims)
    return rng.choice([victim for victim in victims if done[victim] <= rarest + 1])


def _failed(tables: list[Table]) -> bool:
    return any(table.failure is not None or not table.is_alive() for table in tables)


def _report(record: Record, kept: dict[str, Kept], done: Counter[str], complaints: list[str]) -> None:
    print(f"kills: {sum(done.values())} ({', '.join(f'{count} {name}' for name, count in sorted(done.items()))})")
    print(f"requests: {dict(sorted(record.counts.items()))}")
    print(f"matches: {len(kept)}, events: {sum(len(one.entries) for one in kept.values())}")
    print(f"complaints: {len(complaints)}")
    for complaint in complaints[:20]:
        print(f"  {complaint}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=30)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--faults", action="store_true", help="not only deaths")
    parser.add_argument("--keep", type=Path, help="a folder for the record and the data, kept afterwards")
    parser.add_argument("--channel", action="store_true", help="send commands over the channel")
    chosen = parser.parse_args()
    victims = (*VICTIMS, *FAULTS) if chosen.faults else VICTIMS
    if chosen.keep is not None:
        chosen.keep.mkdir(parents=True, exist_ok=True)
        return 1 if run(chosen.keep, chosen.kills, chosen.seed, victims, is_over_channel=chosen.channel) else 0
    with tempfile.TemporaryDirectory(prefix="matchledger-kill-") as folder:
        return 1 if run(Path(folder), chosen.kills, chosen.seed, victims, is_over_channel=chosen.channel) else 0


if __name__ == "__main__":
    sys.exit(main())
