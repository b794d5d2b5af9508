"""What the Python SDK adds to a call of `requests`: the same GET and the same command, by turns, on one service.

python -m bench.sdk
"""

from __future__ import annotations

import json
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

import requests
from matchledger_client import Client
from matchledger_client.testing import served

CALLS = 600
LIMIT = 1.10


def measure(first: Callable[[], object], second: Callable[[], object]) -> tuple[list[float], list[float]]:
    """Median seconds of both, taken in turn, so that whatever else the machine does meets both alike: by the clock, and
    of this process, which other programs disturb less."""
    clock: tuple[list[float], list[float]] = ([], [])
    own: tuple[list[float], list[float]] = ([], [])
    for number in range(2 * CALLS):
        one = number % 2
        began, worked = time.perf_counter(), time.process_time()
        (first, second)[one]()
        clock[one].append(time.perf_counter() - began)
        own[one].append(time.process_time() - worked)
    return [statistics.median(one) for one in clock], [statistics.median(one) for one in own]


def main() -> int:
    with served() as server:
        client = Client(server).sign_up("Ana")
        match = client.open_match("coup", 2)
        match.sit()
        session = requests.Session()
        headers = {"Authorization": f"Bearer {client.token}"}
        address = f"{server}/v1/matches/{match.id}"
        order: dict[str, Any] = {"type": "pass", "params": {"decision_id": 0}}

        def get() -> object:
            return session.get(address, headers=headers, timeout=10).json()

        def post() -> object:
            sent = {**headers, "Idempotency-Key": "bench"}
            return session.post(f"{address}/commands?dry_run=true", json=order, headers=sent, timeout=10).json()

        def send() -> object:
            try:
                return match.request("POST", "/commands", order, query={"dry_run": True}, key="bench")
            except Exception as refused:  # the match has not started: both get the same refusal
                return refused

        worst = 0.0
        for name, raw, ours in (("read a match", get, match.get), ("send a command", post, send)):
            (plain, sdk), (plain_own, sdk_own) = measure(raw, ours)
            # The service's time is the same for both, so only what this process does can differ.
            ratio = (plain + sdk_own - plain_own) / plain
            worst = max(worst, ratio)
            figures = {"requests_ms": plain * 1000, "sdk_ms": sdk * 1000, "added_us": (sdk_own - plain_own) * 1e6}
            print(json.dumps({"call": name, "ratio": round(ratio, 3), **{k: round(v, 2) for k, v in figures.items()}}))
    return 0 if worst <= LIMIT else 1


if __name__ == "__main__":
    sys.exit(main())
