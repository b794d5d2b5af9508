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
import functools
import random
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any
from unittest import mock

import schemathesis
from schemathesis.config import SchemathesisConfig
from schemathesis.engine import events, from_schema
from schemathesis.transport.wsgi import WSGITransport

from tests.http.asking import STREAMS
from tests.http.strict import STRICT
from tests.schema_stage import Prepared

# Its answer never ends; tests/http/test_history.py and test_leaks.py read it.
LEFT_OUT = STREAMS
# Not for the shape of the request: for who asks, what there is, what the rules say, and what has changed meanwhile.
REFUSED = ("401", "403", "404", "409", "410", "412", "422", "423")
CHAIN = 10  # requests in a chain, at the most
CHAINED = "STATEFUL_TESTING"  # what Schemathesis calls the phase
ROUNDS_MAX = 200  # runs of chains
FOR_NETWORKS = ("max_redirects", "verify", "cert", "proxies")
# Requests that fit the document may be refused as malformed where it cannot say everything: which commands the game of
# this match has, which of two parameters is given, which characters a name may have, what options a game has.
SAID_IN_WORDS = (
    "send_command",
    "get_match",
    "get_proof",
    "get_log_proof",
    "open_dispute",
    "rule_on_dispute",
    "preview_ruling",
    "make_player",
    "make_token",
    "redeem_code",
    "open_match",
    "undo",
    "take_seat",
)
# Sent by an arbiter: everybody else is refused before anything is looked at.
FOR_ARBITERS = ("rule_on_dispute", "preview_ruling", "import_match")
# Below an address with DELETE, which ends a dispute or a request to undo and removes nothing: the ledger keeps them.
READ_AFTER_DELETE = ("get_dispute", "get_evidence", "get_report", "get_undo")


def configuration(
    cases: int, *, operations: int, seed: int, token: str, in_chains: bool, is_short: bool
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
                *(
                    {"include-operation-id": name, "checks": {"use_after_free": {"enabled": False}}}
                    for name in READ_AFTER_DELETE
                ),
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
        self.by_operation: dict[str, collections.Counter[int]] = {}
        self.phases: collections.Counter[str] = collections.Counter()
        self.failures: dict[str, str] = {}  # the first of each kind, by operation and title
        self.errors: list[str] = []


def soak(prepared: Prepared, cases: int, seed: int, *, is_short: bool = False) -> Iterator[Found]:
    """Run, and say now and then what was found so far; the last word is the whole."""
    operations = loaded(prepared).statistic.operations.total
    found = Found()
    make = functools.partial(configuration, operations=operations, token=prepared.token, is_short=is_short)
    yield from _run(prepared, make(cases // 2, seed=seed, in_chains=False), found)
    # Chains after the others: in one go with them they come short. Hypothesis ends a run of chains without a word where
    # the same draws led elsewhere than before, as they do in a service that keeps what it is told: another run follows.
    for again in range(ROUNDS_MAX):
        missing = cases // 2 - found.phases[CHAINED]
        if missing <= 0 or found.errors:
            break
        yield from _run(prepared, make(missing, seed=seed + again, in_chains=True), found)
    if found.cases < cases and not is_short:
        found.errors.append(f"{found.cases} cases instead of {cases}")
    yield found


def _run(prepared: Prepared, config: SchemathesisConfig, found: Found) -> Iterator[Found]:
    schema = loaded(prepared, config)
    for name in LEFT_OUT:
        schema = schema.exclude(operation_id=name)
    schema.hook("map_path_parameters")(_placing(prepared))
    with mock.patch.object(WSGITransport, "send", sending(prepared)):
        for event in from_schema(schema).execute():
            if isinstance(event, events.ScenarioFinished):
                _take(found, event)
                yield found
            elif isinstance(event, events.NonFatalError | events.FatalError):
                found.errors.append(str(getattr(event, "info", event)))


def loaded(prepared: Prepared, config: SchemathesisConfig | None = None) -> Any:
    """The strict document, and not the one that the service hands out, in which answers may have more fields."""
    schema = schemathesis.openapi.from_dict(copy.deepcopy(STRICT), config=config)
    schema.app, schema.location = prepared.app, "/openapi.json"  # as `from_wsgi` does
    return schema


_send = WSGITransport.send


def sending(prepared: Prepared) -> Callable[..., Any]:
    def send(transport: WSGITransport, case: Any, **words: Any) -> Any:
        prepared.count_request()
        operation = _name(case.operation)
        if operation == "revoke_token" and prepared.is_own(case.path_parameters.get("token_id")):
            # All requests after it would be refused; tests/http/test_tokens.py revokes the token that it sends.
            case.path_parameters["token_id"] = prepared.spare_token()
        if operation == "send_command" and _is_valid(case):  # hardly a command that is made up is legal
            case.body = prepared.offered(case.path_parameters["match"]) or case.body
        if operation in FOR_ARBITERS:
            words["headers"] = _as_arbiter(prepared, words.get("headers"))
        # In chains, settings for a network are handed on to werkzeug, which does not know them (as of 4.32).
        return _send(transport, case, **{name: value for name, value in words.items() if name not in FOR_NETWORKS})

    return send


def _is_valid(case: Any) -> bool:
    """Whether the request is meant to fit the document, and not to break it in one place."""
    return case.meta is not None and bool(case.meta.generation.mode.is_positive) and case.method == "POST"


def _as_arbiter(prepared: Prepared, headers: Any) -> Any:
    """A request that is sent without the token, or with a wrong one, stays as it is."""
    if headers is None or headers.get("Authorization") != f"Bearer {prepared.token}":
        return headers
    return {**headers, "Authorization": f"Bearer {prepared.arbiter}"}


def _placing(prepared: Prepared) -> Callable[..., Any]:
    def place(context: Any, path_parameters: dict[str, Any] | None) -> dict[str, Any] | None:
        return path_parameters and prepared.place(_name(context.operation), path_parameters)

    return place


def _name(operation: Any) -> str:
    name: str = operation.definition.raw["operationId"]
    return name


def _take(found: Found, event: events.ScenarioFinished) -> None:
    recorder = event.recorder
    found.cases += len(recorder.interactions)
    found.phases[event.phase.name] += len(recorder.interactions)
    for case_id, interaction in recorder.interactions.items():
        status = interaction.response.status_code if interaction.response else 0
        found.statuses[status] += 1
        case = recorder.cases[case_id].value
        if case.method.upper() == case.operation.method.upper():  # else it asks what happens with another method
            found.by_operation.setdefault(_name(case.operation), collections.Counter())[status] += 1
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
    never = [name for name, statuses in found.by_operation.items() if not any(200 <= one < 400 for one in statuses)]
    print("operations that never succeeded:", ", ".join(sorted(never)) or "none")
    for name, failure in found.failures.items():
        print(f"\nFAILED {name}\n{failure}")
    for error in found.errors:
        print(f"\nERROR {error}")
    return 1 if found.failures or found.errors else 0


if __name__ == "__main__":
    sys.exit(main())
