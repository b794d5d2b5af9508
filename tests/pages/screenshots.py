"""The pictures of docs/screenshots, taken anew: `python -m tests.pages.screenshots`.

Every table with all seats taken, in the three windows that the pages are made for, and the pages around them. Luck is
the service's own, so each run shows other matches.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

FOLDER = Path(__file__).parents[2] / "docs" / "screenshots"
STEPS = {"coup": 24, "big-deal": 40, "szmal": 40, "clank": 30, "munchkin-apocalypse": 60}
PLAYED = ("coup", "big-deal", "szmal")  # finished matches, for the statistics
SETTLE_MS = 1000  # until what comes later is there
OPEN = ("clank", "munchkin-apocalypse", "szmal")


def take_all(desk: Any, visit: Callable[[], Any], folder: Path, games: list[str]) -> None:
    from tests.pages.tables import SIZES, sit_at, start_full

    for game in games:
        match, tokens = start_full(desk, game, STEPS[game])
        for size, (width, _height) in SIZES.items():
            visitor = sit_at(visit, desk, match, tokens, size)
            keep(visitor, folder / f"{game}-{width}.png")


def take_others(desk: Any, visit: Callable[[], Any], folder: Path) -> None:
    from tests.pages.tables import resize, start_full

    for at, game in enumerate(PLAYED * 2):
        match, tokens = desk.start(game, 3)
        desk.finish(match, tokens, Random(at))
    for game in OPEN:
        desk.api.open_match(desk.api.make_player("Maja")[1], game, 3, {})
    replayed, tokens = desk.start("coup", 3)
    desk.finish(replayed, tokens, Random(9))
    disputed, seated = start_full(desk, "coup", STEPS["coup"])
    judith, table = desk.arbiter(), desk.api.match(disputed)
    body = {"step": table["step"], "claim": "It was my turn.", "freeze": True}
    dispute = desk.api.call("POST", f"/v1/matches/{disputed}/disputes", seated[table["to_act"][0]], body)
    pages = (
        ("lobby.png", "laptop", "/", tokens[0], ".lobby, main"),
        ("replay-1280.png", "laptop", f"/m/{replayed}/replay#step=12", tokens[0], "[data-test=table][data-loaded]"),
        ("replay-360.png", "phone", f"/m/{replayed}/replay#step=12", tokens[0], "[data-test=table][data-loaded]"),
        ("desk-1280.png", "laptop", f"/disputes/{dispute['id']}", judith, ".ruling"),
        ("audit.png", "laptop", f"/m/{replayed}/audit#step=5", tokens[0], "main"),
        ("standings.png", "laptop", "/standings?game=coup", tokens[0], "main"),
    )
    for name, size, path, token, ready in pages:
        visitor = visit()
        resize(visitor, size)
        visitor.sit_down_as(desk.person(token))
        visitor.go(path)
        visitor.page.wait_for_selector(ready)
        keep(visitor, folder / name)


def keep(visitor: Any, path: Path) -> None:
    visitor.page.wait_for_timeout(SETTLE_MS)
    visitor.page.screenshot(path=path)
    visitor.context.close()
    print(path, file=sys.stderr)


@contextmanager
def served() -> Iterator[Any]:
    """The whole service, on a redis-server of its own that writes nothing to the disk."""
    from tests.http.live import Live
    from tests.pages.desk import Desk
    from tests.servers import Server, system_executable

    with tempfile.TemporaryDirectory() as folder:
        redis = Server(system_executable(), Path(folder)).start()
        service = Live(Path(folder) / "data", MATCHLEDGER_REDIS_URL=redis.url, MATCHLEDGER_BOT_PAUSE_MS="0").start()
        try:
            yield Desk(service)
        finally:
            service.kill()
            redis.kill()


def main() -> None:
    from playwright.sync_api import sync_playwright

    from tests.browser import FLAGS, chromium
    from tests.pages.desk import Visitor

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=Path, default=FOLDER)
    parser.add_argument("--game", action="append", choices=list(STEPS), help="only the tables of these games")
    chosen = parser.parse_args()
    chosen.folder.mkdir(exist_ok=True)
    with served() as desk, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS), headless=True)

        def visit() -> Any:
            context = browser.new_context(reduced_motion="reduce")
            return Visitor(context, desk.service.base, None)

        take_all(desk, visit, chosen.folder, chosen.game or list(STEPS))
        if not chosen.game:
            take_others(desk, visit, chosen.folder)
        browser.close()


if __name__ == "__main__":
    sys.exit(main())
