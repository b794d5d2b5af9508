"""Schemathesis on the OpenAPI document, in process: `python -m tests.schema_soak --cases 10000`.

Every check that it has, in all its phases: edge values of every parameter, random requests valid and invalid, and
chains of requests along the document's links. What a request is about is mostly something that exists: matches open,
running, held by a dispute, finished and private, of every game. No answer may be a 5xx, or one that the document does
not have.
"""

from __future__ import annotations

import argparse
import collections
import copy
import random
import sys
import time
from collections.abc import Iterator, Sequence
from typing import Any
from unittest import mock
from zlib import crc32

import schemathesis
from schemathesis.config import SchemathesisConfig
from schemathesis.engine import events, from_schema
from schemathesis.transport.wsgi import WSGITransport

from games.registry import all_games
from service.app import build_services, create_app
from service.config import Config
from tests.http.asking import STREAMS, Ask, in_process
from tests.http.strict import STRICT

# Its answer never ends; tests/http/test_history.py and test_leaks.py read it.
LEFT_OUT = STREAMS
# Not for the shape of the request: for who asks, what there is, what the rules say, and what has changed meanwhile.
REFUSED = ("401", "403", "404", "409", "410", "412", "422", "423")
CHAIN = 10  # requests in a chain, at the most
FOR_NETWORKS = ("max_redirects", "verify", "cert", "proxies")
# Requests that fit the document may be refused as malformed where it cannot say everything: which commands the game of
# this match has, that one of two parameters is given, which characters a name may have, what options a game has.
SAID_IN_WORDS = (
    "send_command",
    "get_proof",
    "get_log_proof",
    "open_dispute",
    "rule_on_dispute",
    "preview_ruling",
    "make_player",
    "open_match",
    "undo",
    "take_seat",
)


class Prepared:
    """The app, with something of everything in it, and the token of somebody who is part of most of it."""

    def __init__(self, link: Any, seed: int, games: Sequence[str] = tuple(all_games())) -> None:
        self.services = build_services(link)
        self.app = create_app(Config(), self.services)
        self.ask: Ask = in_process(self.app)
        rng = random.Random(seed)
        person, self.token = self.services.identity.enrol("Ana", "player")
        self._arbiter = self.services.identity.enrol("Judge", "arbiter")[1]  # before a dispute holds a match
        self.players = [person.id]
        self.matches: list[str] = []
        self.disputes: list[str] = []
        for slug in games:
            self._match(slug, max(2, all_games()[slug].seats_min), rng)

    def _match(self, slug: str, seats: int, rng: random.Random) -> None:
        """One of each state: open, running, held, finished by a ruling, private."""
        for state in ("open", "running", "held", "finished", "private"):
            body = {"game": slug, "seats": seats, "public": state != "private"}
            match = self._done("POST", "/v1/matches", self.token, body)["id"]
            self.matches.append(match)
            path = f"/v1/matches/{match}"
            tokens = [self.token, *(self.ask.client.player("Ben") for _ in range(seats - 1))]
            for token in tokens[: 1 if state == "open" else seats]:
                self._done("POST", f"{path}/seats", token, {})
            if state == "open":
                continue
            self._done("POST", f"{path}/start", self.token, {})
            self.ask.client.play(match, tokens, rng, steps_max=12) if state != "private" else None
            if state in ("held", "finished"):
                self._dispute(path, state)

    def _dispute(self, path: str, state: str) -> None:
        claim = {"step": 0, "claim": "That cannot be.", "freeze": state == "held"}
        dispute = self._done("POST", f"{path}/disputes", self.token, claim)["id"]
        self.disputes.append(dispute)
        if state == "finished":
            ruling = {"ruling": "adjust", "winners": [0], "reason": "Enough."}
            self._done("POST", f"/v1/disputes/{dispute}/ruling", self._arbiter, ruling)

    def _done(self, method: str, path: str, token: str, body: Any) -> Any:
        reply = self.ask(method, path, token, body)
        assert reply.status < 300, reply
        return reply.json

    def place(self, name: str, made_up: Any) -> Any:
        """What stands in an address: mostly something that exists, the same one for the same made-up value."""
        known = {"match": self.matches, "dispute": self.disputes, "player_id": self.players, "slug": [*all_games()]}
        number = crc32(repr(made_up).encode())
        if name not in known or number % 4 == 0:
            return made_up
        return known[name][number // 4 % len(known[name])]


def configuration(
    cases: int, operations: int, seed: int, token: str, *, in_chains: bool, is_short: bool
) -> SchemathesisConfig:
    """So many cases, in chains or each alone, and then beside the edge values, which are some thousands."""
    return SchemathesisConfig.from_dict(
        {
            "seed": seed,
            "cache": {"enabled": False},  # each run stands for itself
            # Without a network there is nobody to unpack an answer; tests/http/test_zipped.py does that.
            "headers": {"Authorization": f"Bearer {token}", "Accept-Encoding": "identity"},
            "generation": {
                "max-examples": max(1, cases // operations),
                "deterministic": is_short,
                "database": "none",
                "no-shrink": True,
            },
            "phases": {
                "examples": {"enabled": not in_chains},
                "coverage": {"enabled": not in_chains and not is_short},
                "fuzzing": {"enabled": not in_chains},
                "stateful": {
                    "enabled": in_chains,
                    "generation": {"max-examples": max(1, cases // CHAIN)},
                    "max-steps": CHAIN,
                },
            },
            "checks": {
                **_accepting(),
                "negative_data_rejection": {"expected-statuses": ["400", "405", "413", "415", *REFUSED]},
            },
            "operations": [
                {"include-operation-id": "list_events", "parameters": {"wait": 0}},
                # A cursor is opaque: its schema cannot say which there are.
                {"include-operation-id": "get_feed", "parameters": {"wait": 0}, "checks": _accepting("400")},
                {"include-operation-id": "list_matches", "checks": _accepting("400")},
                *({"include-operation-id": name, "checks": _accepting("400")} for name in SAID_IN_WORDS),
                {"include-operation-id": "open_channel", "checks": _accepting("426")},  # no WebSocket is opened here
            ],
        }
    )


def _accepting(*more: str) -> dict[str, Any]:
    return {"positive_data_acceptance": {"expected-statuses": ["2xx", "304", "413", *REFUSED, *more]}}


class Found:
    """What came of a run."""

    def __init__(self) -> None:
        self.cases = 0
        self.statuses: collections.Counter[int] = collections.Counter()
        self.phases: collections.Counter[str] = collections.Counter()
        self.failures: dict[str, str] = {}  # the first of each kind, by operation and title
        self.errors: list[str] = []


def soak(prepared: Prepared, cases: int, seed: int, *, is_short: bool = False) -> Iterator[Found]:
    """Run, and say now and then what was found so far; the last word is the whole."""
    operations = _loaded(prepared).statistic.operations.total
    found = Found()
    for in_chains in (False, True):  # one after the other in one go, chains come short
        config = configuration(cases // 2, operations, seed, prepared.token, in_chains=in_chains, is_short=is_short)
        schema = _loaded(prepared, config)
        for name in LEFT_OUT:
            schema = schema.exclude(operation_id=name)
        schema.hook("map_path_parameters")(lambda _context, path_parameters: _placed(prepared, path_parameters))
        with mock.patch.object(WSGITransport, "send", _sent):
            for event in from_schema(schema).execute():
                if isinstance(event, events.ScenarioFinished):
                    _take(found, event)
                    yield found
                elif isinstance(event, events.NonFatalError | events.FatalError):
                    found.errors.append(str(getattr(event, "info", event)))
    yield found


def _loaded(prepared: Prepared, config: SchemathesisConfig | None = None) -> Any:
    """The strict document, and not the one that the service hands out, in which answers may have more fields."""
    schema = schemathesis.openapi.from_dict(copy.deepcopy(STRICT), config=config)
    schema.app, schema.location = prepared.app, "/openapi.json"  # as `from_wsgi` does
    return schema


_send = WSGITransport.send


def _sent(transport: WSGITransport, case: Any, **words: Any) -> Any:
    """In chains, settings for a network are handed on to werkzeug, which does not know them (as of 4.32)."""
    return _send(transport, case, **{name: value for name, value in words.items() if name not in FOR_NETWORKS})


def _placed(prepared: Prepared, path_parameters: dict[str, Any] | None) -> dict[str, Any] | None:
    if not path_parameters:
        return path_parameters
    return {name: prepared.place(name, value) for name, value in path_parameters.items()}


def _take(found: Found, event: events.ScenarioFinished) -> None:
    recorder = event.recorder
    found.cases += len(recorder.interactions)
    found.phases[event.phase.name] += len(recorder.interactions)
    for interaction in recorder.interactions.values():
        found.statuses[interaction.response.status_code if interaction.response else 0] += 1
    for case_id, checks in recorder.checks.items():
        for check in checks:
            if check.failure_info is not None:
                failure = check.failure_info.failure
                key = f"{recorder.cases[case_id].value.operation.label}: {failure.title}"
                found.failures.setdefault(key, f"{failure.message}\n{check.failure_info.code_sample}")


def main() -> int:
    from events.redis.client import open_client
    from service.processes.embedded import EmbeddedRedis

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cases", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=random.randrange(2**31))
    chosen = parser.parse_args()
    began = time.monotonic()
    import tempfile

    with tempfile.TemporaryDirectory() as folder, EmbeddedRedis(folder) as redis:
        prepared = Prepared(open_client(redis.url), chosen.seed)
        for found in soak(prepared, chosen.cases, chosen.seed):
            if sys.stderr.isatty():
                print(f"\r{found.cases} cases", end="", file=sys.stderr, flush=True)
        prepared.services.live.close()
    print(f"\n{found.cases} cases in {time.monotonic() - began:.0f} s, seed {chosen.seed}: {dict(found.phases)}")
    print("statuses:", dict(sorted(found.statuses.items())))
    for name, failure in found.failures.items():
        print(f"\nFAILED {name}\n{failure}")
    for error in found.errors:
        print(f"\nERROR {error}")
    return 1 if found.failures or found.errors else 0


if __name__ == "__main__":
    sys.exit(main())
