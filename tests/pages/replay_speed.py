"""How soon a step shows in the replay after the key press: `python -m tests.pages.replay_speed`.

Long matches of the heaviest games are played by bots, one of them with 2,000 events or more, then walked through by
trusted key presses in a real Chromium: single steps forwards and backwards from places all over the match, and jumps.
Each press is timed from the time stamp of the key's own event until the frame that shows the step had been drawn (the
first task after the animation frame), and by the browser itself (Event Timing: until the screen has it, in units of
8 ms; what took less than 16 ms it does not report). Among them are presses of a key that does nothing, which tell what
the machine itself needs for a frame, and beside them stands how much of a processor the page has used for a press: on a
busy machine only these can be compared.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

PRESSES = 320
RUN = 12  # single steps one after the other, from each place
EVENTS_MIN = 2000
MATCHES_MAX = 40
STEPS_MAX = 6000
REPORTED_MS_MIN = 16
KINDS = {
    "forward": ("ArrowRight",),
    "backward": ("ArrowLeft",),
    "jump": ("Home", "End", "PageUp", "PageDown", "Shift+ArrowRight", "Shift+ArrowLeft"),
    "nothing": ("z",),
}
# What is asked for, how many sit there, who plays: bots without any sense need longest.
MATCHES = (
    ("clank", 4, "sensible", 0),
    ("munchkin-apocalypse", 4, "sensible", 0),
    ("munchkin-apocalypse", 6, "random", EVENTS_MIN),
)
WATCH = """() => {
  window.shown = [];
  window.timed = new Map();
  const drawn = new MessageChannel();
  let began = null;
  drawn.port1.onmessage = () => { window.shown.push([began, performance.now() - began]); began = null; };
  addEventListener('keydown', (event) => {
    if (event.key === 'Shift') return;
    if (!event.isTrusted) throw new Error('not a key');
    began = event.timeStamp;
    requestAnimationFrame(() => drawn.port2.postMessage(null));
  }, true);
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) if (one.name === 'keydown') window.timed.set(one.startTime, one.duration);
  }).observe({ type: 'event', durationThreshold: 16 });
}"""
DRAWN = "n => new Promise((done) => { const look = () => shown.length > n ? done() : setTimeout(look, 4); look(); })"
TOLD = "shown.map(([began, ms]) => [ms, timed.get(began) ?? null])"
# Nothing is left to do from the press before, and the next one comes at any moment between two frames.
REST = "ms => new Promise((done) => setTimeout(done, ms))"


class Press(NamedTuple):
    """One key press."""

    kind: str
    drawn_ms: float
    screen_ms: float  # by Event Timing, at least REPORTED_MS_MIN
    worked_ms: float  # in the page's own code


class Measured(NamedTuple):
    presses: list[Press]
    used_ms: float  # processor time of the page's main thread for a press, on average

    def of(self, kind: str, field: str) -> list[float]:
        return [getattr(one, field) for one in self.presses if one.kind == kind]


def measure(page: Any, address: str, presses: int, rng: Random) -> Measured:
    """Each press comes after the one before has been drawn."""
    page.goto(address)
    page.wait_for_selector("[data-test=table][data-loaded]")
    last = int(page.get_attribute("[data-test=slider]", "max"))
    page.evaluate(WATCH)
    meter = page.context.new_cdp_session(page)
    meter.send("Performance.enable", {"timeDomain": "threadTicks"})
    kinds: list[str] = []
    used_s = 0.0
    for kind, place, key in plan(presses, last, rng):
        if place is not None:
            page.evaluate("step => { location.hash = `step=${step}`; }", place)
        page.evaluate(REST, 20 + rng.random() * 20)
        before = _used_s(meter)
        page.keyboard.press(key)
        page.evaluate(DRAWN, len(kinds))
        used_s += (_used_s(meter) - before) * (kind != "nothing")
        kinds.append(kind)
    page.evaluate(REST, 300)  # the browser's own times come in late
    worked = iter(page.evaluate("performance.getEntriesByName('replay-step').map((one) => one.duration)"))
    told = page.evaluate(TOLD)
    found = [
        Press(kind, drawn, REPORTED_MS_MIN if screen is None else screen, 0 if kind == "nothing" else next(worked))
        for kind, (drawn, screen) in zip(kinds, told, strict=True)
    ]
    assert next(worked, None) is None, "each press but those of nothing is a step"
    return Measured(found, used_s * 1000 / sum(kind != "nothing" for kind in kinds))


def plan(presses: int, last: int, rng: Random) -> Iterator[tuple[str, int | None, str]]:
    """What is pressed: (kind, the place to go to first, key); single steps in runs, as people make them."""
    left = presses
    while left > 0:
        kind = list(KINDS)[(presses - left) // RUN % len(KINDS)]
        for press in range(min(RUN, left)):
            yield kind, rng.randint(0, last) if press == 0 else None, rng.choice(KINDS[kind])
        left -= RUN


def _used_s(meter: Any) -> float:
    metrics = meter.send("Performance.getMetrics")["metrics"]
    return next(float(one["value"]) for one in metrics if one["name"] == "TaskDuration")


def summary(times: list[float]) -> str:
    p95 = sorted(times)[int(len(times) * 0.95)]
    return f"median {statistics.median(times):.1f}, p95 {p95:.1f}, slowest {max(times):.1f} ms"


def long_match(desk: Any, game: str, seats: int, policy: str, events_min: int, rng: Random) -> dict[str, Any]:
    """Played to its end; another one if it has come to its end too early."""
    for number in range(MATCHES_MAX):
        print(f"playing {game} with {seats} seats, match {number + 1} of {MATCHES_MAX} at most", file=sys.stderr)
        match, tokens = desk.start(game, seats)
        found: dict[str, Any] = desk.finish(match, tokens, rng, steps=STEPS_MAX, policy=policy)
        if found["version"] >= events_min:
            return found
    raise RuntimeError(f"no match of {game} had {events_min} events")


def report(game: str, found: dict[str, Any], view: str, measured: Measured) -> None:
    print(f"{game}, {len(found['seats'])} seats, {view}: {found['version']} events, {found['step']} steps, ", end="")
    print(f"{len(measured.presses)} key presses, processor time for one {measured.used_ms:.1f} ms")
    for kind in KINDS:
        print(f"  {kind:8}  drawn: {summary(measured.of(kind, 'drawn_ms'))}")
        print(f"            on the screen by Event Timing: {summary(measured.of(kind, 'screen_ms'))}")
        if kind != "nothing":
            print(f"            the page's own work: {summary(measured.of(kind, 'worked_ms'))}", flush=True)


def main() -> None:
    from playwright.sync_api import sync_playwright

    from tests.browser import FLAGS, chromium
    from tests.http.live import Live
    from tests.pages.desk import WAIT_MS, Desk
    from tests.servers import Server, system_executable

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", action="append", help="only these of the games")
    parser.add_argument("--view", action="append", help="spectator or revealed; else both")
    parser.add_argument("--presses", type=int, default=PRESSES)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    rng = Random(asked.seed)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        redis = Server(system_executable(), Path(folder)).start()  # it writes nothing to the disk
        service = Live(Path(folder) / "data", MATCHLEDGER_REDIS_URL=redis.url).start()
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS), headless=True)
        try:
            for game, seats, policy, events_min in MATCHES:
                if asked.game and game not in asked.game:
                    continue
                found = long_match(Desk(service), game, seats, policy, events_min, rng)
                for view in asked.view or ("spectator", "revealed"):
                    page = browser.new_page(viewport={"width": 1440, "height": 900})
                    page.set_default_timeout(WAIT_MS)
                    address = f"{service.base}/m/{found['id']}/replay#view={view}"
                    report(game, found, view, measure(page, address, asked.presses, rng))
                    page.close()
        finally:
            browser.close()
            service.kill()
            redis.kill()


if __name__ == "__main__":
    sys.exit(main())
