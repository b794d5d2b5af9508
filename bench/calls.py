"""`python -m bench.calls`: how many of our own functions and files one command passes.

Accepted commands of Coup are sent to the WSGI app in this process, on an embedded Redis, after others that warm it up.
Counted are the calls of Python functions in our own folders, the files that they are in, and, beside them, the calls of
all Python functions; gunicorn and its worker are left out. Printed are the median command and the one with the most
calls, which stores a snapshot. `--list` prints each function of the median command, `--profile` where the time goes.
"""

from __future__ import annotations

import argparse
import cProfile
import io
import json
import os
import pstats
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any

from service.app import create_app
from service.config import Config
from service.processes.embedded import EmbeddedRedis

ROOT = Path(__file__).parents[1]
OUR_FOLDERS = ("service", "projections", "ledger", "games", "events", "pages")
TURNS_BEFORE = 8  # sent before those that are counted, so that nothing happens for the first time
COUNTED_TURNS = 8
PROFILED_TURNS = 600

Function = tuple[str, str]  # file, name


class Player:
    """Plays Coup through the WSGI interface: both players, in turn, do something that never ends the match."""

    def __init__(self, app: Callable[..., Any]) -> None:
        self._app = app
        self._tokens = [self.ask("POST", "/v1/players", {"name": name})["token"] for name in ("Ana", "Ben")]
        options = {"first_seat": 0, "reaction_timeout_s": None}
        opened = self.ask("POST", "/v1/matches", {"game": "coup", "seats": 2, "options": options}, 0)
        self._match = f"/v1/matches/{opened['id']}"
        for seat in (0, 1):
            self.ask("POST", f"{self._match}/seats", {}, seat)
        self.ask("POST", f"{self._match}/start", {}, 0)
        self._decision = 0

    def commands_of_turn(self) -> list[dict[str, Any]]:
        """Foreign aid, blocked, and the block accepted: three commands that leave the game as it was."""
        actor, first = self._decision // 3 % 2, self._decision
        self._decision += 3
        return [
            self._command(actor, "declare_action", {"decision_id": first, "action": "local_businessmen"}),
            self._command(1 - actor, "block", {"decision_id": first + 1, "claim": "russia"}),
            self._command(actor, "accept_block", {"decision_id": first + 2}),
        ]

    def _command(self, seat: int, type_: str, params: dict[str, Any]) -> dict[str, Any]:
        return self._environ("POST", f"{self._match}/commands", {"type": type_, "params": params}, seat)

    def ask(self, method: str, path: str, body: Any, seat: int | None = None) -> Any:
        return json.loads(self.send(self._environ(method, path, body, seat)))

    def send(self, environ: dict[str, Any]) -> bytes:
        statuses: list[str] = []
        parts = self._app(environ, lambda status, _headers, _error=None: statuses.append(status))
        body = b"".join(parts)
        if hasattr(parts, "close"):
            parts.close()
        assert statuses[0].startswith("2"), (statuses, body)
        return body

    def _environ(self, method: str, path: str, body: Any, seat: int | None) -> dict[str, Any]:
        """What gunicorn passes to an app."""
        raw = json.dumps(body).encode()
        made = {
            "REQUEST_METHOD": method,
            "SCRIPT_NAME": "",
            "PATH_INFO": path,
            "RAW_URI": path,
            "QUERY_STRING": "",
            "SERVER_NAME": "127.0.0.1",
            "SERVER_PORT": "8000",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "SERVER_SOFTWARE": "bench",
            "REMOTE_ADDR": "127.0.0.1",
            "REMOTE_PORT": "5000",
            "HTTP_HOST": "bench",
            "CONTENT_TYPE": "application/json",
            "CONTENT_LENGTH": str(len(raw)),
            "wsgi.version": (1, 0),
            "wsgi.url_scheme": "http",
            "wsgi.errors": sys.stderr,
            "wsgi.input": io.BytesIO(raw),
            "wsgi.input_terminated": True,
            "wsgi.multithread": True,
            "wsgi.multiprocess": True,
            "wsgi.run_once": False,
        }
        return made if seat is None else {**made, "HTTP_AUTHORIZATION": f"Bearer {self._tokens[seat]}"}


def count_calls(work: Callable[[], object]) -> tuple[Counter[Function], int]:
    """Calls of our own functions, and of all Python functions."""
    ours: Counter[Function] = Counter()
    total = 0
    folders = tuple(f"{ROOT / name}{os.sep}" for name in OUR_FOLDERS)

    def note(frame: FrameType, event: str, _arg: object) -> None:
        nonlocal total
        if event == "call":
            total += 1
            code = frame.f_code
            if code.co_filename.startswith(folders):
                ours[str(Path(code.co_filename).relative_to(ROOT)), code.co_qualname] += 1

    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(None)
    return ours, total


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--list", action="store_true", dest="is_listed")
    parser.add_argument("--profile", action="store_true")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="matchledger-bench-") as folder, EmbeddedRedis(folder) as redis:
        player = Player(create_app(Config(redis_url=redis.url)))
        for _ in range(TURNS_BEFORE):
            for environ in player.commands_of_turn():
                player.send(environ)
        if chosen.profile:
            profile(player)
            return 0
        turns = [player.commands_of_turn() for _ in range(COUNTED_TURNS)]
        counts = [count_calls(partial(player.send, environ)) for turn in turns for environ in turn]
    counts.sort(key=lambda count: count[0].total())
    if chosen.is_listed:
        for (file, name), count in sorted(counts[len(counts) // 2][0].items()):
            print(f"{count:>4}  {file}: {name}")
    for which, (ours, total) in (("median", counts[len(counts) // 2]), ("most", counts[-1])):
        files = len({file for file, _ in ours})
        print(f"{which:7} {ours.total()} calls in {files} files of ours; {total} calls of Python functions in all")
    return 0


def profile(player: Player) -> None:
    environs = [environ for _ in range(PROFILED_TURNS) for environ in player.commands_of_turn()]
    profiler = cProfile.Profile()
    profiler.enable()
    for environ in environs:
        player.send(environ)
    profiler.disable()
    pstats.Stats(profiler).sort_stats("tottime").print_stats(45)


if __name__ == "__main__":
    sys.exit(main())
