"""Those who play, watch and rule while faults come: every request is repeated under its key until it is answered."""

from __future__ import annotations

import json
import random
import secrets
import threading
import time
from collections import Counter
from typing import Any, NamedTuple

import requests

from games.bots import policy_for
from games.registry import all_games
from tests.client import params_of
from tests.ledger_checker import UNKNOWN

REQUEST_S = 30.0
PATIENCE_S = 120.0
STEPS_MAX = 250  # of one match; then the table begins another
SENSE = 0.8  # the share of decisions that the sensible bot of the game takes for a person


class Accepted(NamedTuple):
    """A command that was acknowledged: its first event, as the answer showed it."""

    match: str
    version: int
    command: str


class Notes:
    """What all of them have seen."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.accepted: list[Accepted] = []
        self.matches: list[str] = []
        self.complaints: list[str] = []
        self.stopping = threading.Event()

    def complain(self, words: str) -> None:
        self.complaints.append(words)


class Person:
    """Somebody with a token; unanswered requests are sent again."""

    def __init__(self, base: str, notes: Notes, token: str | None, seed: str) -> None:
        self.base, self.notes, self.token = base, notes, token
        self.rng = random.Random(seed)
        self._session = requests.Session()

    @classmethod
    def enrolled(cls, base: str, notes: Notes, name: str) -> Person:
        person = cls(base, notes, None, name)
        status, made = person.ask("POST", "/v1/players", {"name": name})
        assert status == 201, made
        person.token = made["token"]
        return person

    def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """Status and document of the answer, whenever it comes."""
        headers = {} if self.token is None else {"Authorization": f"Bearer {self.token}"}
        if method != "GET":
            headers["Idempotency-Key"] = secrets.token_hex(8)
        until = time.monotonic() + PATIENCE_S
        while True:
            status = self._send(method, path, body, headers)
            if status is not None:
                return status
            if time.monotonic() > until:
                raise TimeoutError(f"no answer within {PATIENCE_S} s: {method} {path}")
            time.sleep(0.2)

    def _send(self, method: str, path: str, body: Any, headers: dict[str, str]) -> tuple[int, Any] | None:
        try:
            reply = self._session.request(method, self.base + path, json=body, headers=headers, timeout=REQUEST_S)
        except requests.RequestException:
            self._session.close()
            self.notes.counts[f"{method} no answer"] += 1
            return None
        self.notes.counts[f"{method} {reply.status_code}"] += 1
        if reply.status_code == 500:
            self.notes.complain(f"{method} {path}: 500 {reply.text[:300]}")
        if reply.status_code in UNKNOWN:
            return None
        return reply.status_code, reply.json() if reply.content else None


class Table(threading.Thread):
    """One or two people and some bots, who play one match of a game after another."""

    def __init__(self, base: str, notes: Notes, slug: str, number: int, seed: int) -> None:
        super().__init__(name=f"{slug} {number}", daemon=True)
        self._notes, self._slug = notes, slug
        self._rng = random.Random(f"{seed} {self.name}")
        self._people = [Person.enrolled(base, notes, f"{self.name} {place}") for place in range(2)]

    def run(self) -> None:
        try:
            while not self._notes.stopping.is_set():
                self._play_one()
        except Exception as failure:  # whatever it is, the soak has failed
            self._notes.complain(f"{self.name}: {failure!r}")

    def _play_one(self) -> None:
        game = all_games()[self._slug]
        seats = self._rng.randint(game.seats_min, min(4, game.seats_max))
        people = self._people[: self._rng.randint(1, min(2, seats))]
        host = people[0]
        turn_s = self._rng.choice((None, None, 20))
        status, opened = host.ask("POST", "/v1/matches", {"game": self._slug, "seats": seats, "turn_s": turn_s})
        assert status == 201, opened
        path = f"/v1/matches/{opened['id']}"
        for person in people:
            assert person.ask("POST", f"{path}/seats", {})[0] == 201
        if seats > len(people):
            assert host.ask("POST", f"{path}/bots", {"count": seats - len(people)})[0] == 201
        assert host.ask("POST", f"{path}/start", {})[0] == 200
        self._notes.matches.append(opened["id"])
        for _ in range(STEPS_MAX):
            if self._notes.stopping.is_set() or not self._act(path, self._rng.choice(people)):
                return

    def _act(self, path: str, person: Person) -> bool:
        """One thing that this person does, or nothing for a moment; false once the match is over."""
        _, table = person.ask("GET", path)
        _, offered = person.ask("GET", f"{path}/choices")
        if table["status"] == "finished":
            return False
        seat, request, chance = offered["seat"], table["undo_request"], self._rng.random()
        if request is not None and seat in request["waiting_for"]:
            person.ask("POST", f"{path}/undo/votes", {"accepts": chance < 0.7})
        elif chance < 0.03:
            person.ask("POST", f"{path}/undo", {})
        elif chance < 0.04:
            person.ask("POST", f"{path}/redo", {})
        elif chance < 0.05:
            body = {"step": self._rng.randint(0, table["step"]), "claim": "Not so!", "freeze": chance < 0.045}
            person.ask("POST", f"{path}/disputes", body)
        elif offered["choices"] and offered["version"] == table["version"]:  # else somebody has acted in between
            self._command(path, person, table, offered)
        else:
            time.sleep(self._rng.uniform(0.05, 0.3))
        return True

    def _command(self, path: str, person: Person, table: Any, offered: Any) -> None:
        if self._rng.random() < SENSE:
            command = policy_for(self._slug, "sensible")(self._rng, table, offered["seat"], offered["choices"])
        else:
            template = self._rng.choice(offered["choices"])
            command = {"type": template["type"], "params": params_of(template, self._rng)}
        status, answer = person.ask("POST", f"{path}/commands", command)
        if status == 201:
            first = answer["events"][0]
            self._notes.accepted.append(Accepted(table["id"], first["version"], first["command"]))


class Arbiter(threading.Thread):
    """Rules on every open dispute, so that nobody waits for long."""

    def __init__(self, person: Person) -> None:
        super().__init__(name="arbiter", daemon=True)
        self._person = person

    def run(self) -> None:
        person = self._person
        try:
            while not person.notes.stopping.wait(1.0):
                _, docket = person.ask("GET", "/v1/disputes?status=open")
                for dispute in docket["disputes"]:
                    ruling = person.rng.choice(("dismiss", "dismiss", "rewind"))
                    body = {"ruling": ruling, "reason": "So it is."}
                    person.ask("POST", f"/v1/disputes/{dispute['id']}/ruling", body)
        except Exception as failure:  # whatever it is, the soak has failed
            person.notes.complain(f"the arbiter: {failure!r}")


def same_for_everybody(event: dict[str, Any]) -> tuple[Any, ...]:
    """What every viewer of an event sees, also after the match has ended."""
    return event["version"], event["command"], event["type"], json.dumps(event["public"], sort_keys=True)
