"""How long the browser takes to verify a long match: `python -m tests.pages.verify_speed [--events 2000]`.

A whole match of Munchkin Apocalypse of at least so many events is exported and verified by pages/static/verify.js in a
Chromium, as the audit page does it, several times; the middle time is printed, and that of each check.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

from playwright.sync_api import sync_playwright

from tests.audit.exports import exported, played
from tests.browser import FLAGS, chromium

STATIC = Path(__file__).parents[2] / "pages" / "static"
GAME, SEEDS, STEPS = "munchkin-apocalypse", 200, 10_000
EVENTS = 2000
LIMIT_MS = 2000
RUNS = 5
VERIFY = """async (text) => {
  const { verify } = await import('/verify.js');
  const bytes = Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
  const times = {};
  const began = performance.now();
  let last = began;
  const note = ({ name }) => { const now = performance.now(); times[name] = now - last; last = now; };
  const checks = await verify(bytes, note);
  const broken = checks.filter(({ value }) => value === 'broken').map(({ name }) => name);
  return { ms: performance.now() - began, times, broken };
}"""


def long_export(events: int) -> bytes:
    """A match with at least so many events."""
    for seed in range(SEEDS):
        if played(GAME, seed, STEPS)[1].version >= events:
            return exported(GAME, seed, steps=STEPS)
    raise SystemExit(f"no match has {events} events")


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        pass


@contextmanager
def served_files() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(STATIC)))
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()


def measure(text: bytes, runs: int) -> list[dict[str, Any]]:
    with served_files() as base, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS), headless=True)
        page = browser.new_page()
        page.goto(f"{base}/icon.svg")
        found = [page.evaluate(VERIFY, b64encode(text).decode()) for _ in range(runs)]
        browser.close()
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--events", type=int, default=EVENTS)
    parser.add_argument("--runs", type=int, default=RUNS)
    chosen = parser.parse_args()
    text = long_export(chosen.events)
    found = measure(text, chosen.runs)
    assert not any(one["broken"] for one in found), found[0]["broken"]
    middle = statistics.median(one["ms"] for one in found)
    size = text.count(b"\n")
    print(f"{size} lines, {len(text):,} bytes: {middle:.0f} ms in the middle of {len(found)} runs")
    for name, ms in found[0]["times"].items():
        print(f"  {name:<12} {ms:8.1f} ms in the first run")
    scaled = middle * chosen.events / size
    print(f"{scaled:.0f} ms for {chosen.events} events; the limit is {LIMIT_MS}")
    return 0 if scaled < LIMIT_MS else 1


if __name__ == "__main__":
    sys.exit(main())
