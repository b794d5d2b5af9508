"""How soon a step shows in the replay after the key press: `python -m tests.pages.replay_speed` says median and p95.

A long match of the heaviest games is played by bots, then walked through with the arrow keys in a real Chromium. Two
times are taken for each press: until the page's own work is done, and until the frame after it has been drawn. Beside
them stands how much of a processor the page has used for a step, which says the same on a busy machine.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

PRESSES = 400
STEPS = 2000
WATCH = """() => {
  window.shown = [];
  addEventListener('keydown', (event) => {
    const began = event.timeStamp;
    requestAnimationFrame(() => setTimeout(() => window.shown.push(performance.now() - began)));
  }, true);
}"""


class Measured(NamedTuple):
    """In milliseconds, for each press."""

    shown_ms: list[float]
    worked_ms: list[float]
    used_ms: float  # processor time of the page's main thread, on average


def measure(page: Any, base: str, match: str, presses: int) -> Measured:
    """Forwards and back again, each press after the one before has been drawn."""
    page.goto(f"{base}/m/{match}/replay")
    page.wait_for_selector("[data-test=table][data-loaded]")
    page.evaluate(WATCH)
    meter = page.context.new_cdp_session(page)
    meter.send("Performance.enable", {"timeDomain": "threadTicks"})
    before = _used_s(meter)
    for press in range(presses):
        page.keyboard.press("ArrowRight" if press < presses // 2 else "ArrowLeft")
        page.wait_for_function("n => window.shown.length > n", arg=press)
    used_ms = (_used_s(meter) - before) * 1000 / presses
    worked = "performance.getEntriesByName('replay-step').map((one) => one.duration)"
    return Measured(page.evaluate("window.shown"), page.evaluate(worked), used_ms)


def _used_s(meter: Any) -> float:
    metrics = meter.send("Performance.getMetrics")["metrics"]
    return next(float(one["value"]) for one in metrics if one["name"] == "TaskDuration")


def summary(times: list[float]) -> str:
    p95 = sorted(times)[int(len(times) * 0.95)]
    return f"median {statistics.median(times):.1f} ms, p95 {p95:.1f} ms, slowest {max(times):.1f} ms"


def main() -> None:
    from playwright.sync_api import sync_playwright

    from tests.http.live import Live
    from tests.pages.conftest import FLAGS, chromium
    from tests.pages.desk import WAIT_MS, Desk

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", action="append", help="else munchkin-apocalypse and clank")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--presses", type=int, default=PRESSES)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        service = Live(Path(folder) / "data").start()
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS), headless=True)
        try:
            for game in asked.game or ["munchkin-apocalypse", "clank"]:
                desk = Desk(service)
                match, tokens = desk.start(game, asked.seats)
                found = desk.finish(match, tokens, Random(1), steps=STEPS)
                page = browser.new_page(viewport={"width": 1440, "height": 900})
                page.set_default_timeout(WAIT_MS)
                measured = measure(page, service.base, match, min(asked.presses, 2 * found["step"]))
                print(f"{game}: {found['version']} events, {found['step']} steps, {len(measured.shown_ms)} key presses")
                print(f"  processor time for a step: {measured.used_ms:.1f} ms")
                print(f"  until the page has done its work: {summary(measured.worked_ms)}")
                print(f"  until it is on the screen: {summary(measured.shown_ms)}", flush=True)
                page.close()
        finally:
            browser.close()
            service.kill()


if __name__ == "__main__":
    sys.exit(main())
