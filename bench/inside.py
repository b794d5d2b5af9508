"""`python -m bench.inside`: the CPU time of one request inside a worker, without gunicorn and without waiting.

Calls the apps as a server would, with requests ready made, on an embedded Redis. Times are process time, so a busy
machine matters little. `--profile reads` shows where it goes.
"""

from __future__ import annotations

import argparse
import cProfile
import io
import json
import os
import pstats
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import Any

from bench.matches import Kitchen
from events.redis.client import open_client
from events.redis.people import RedisPeople
from events.redis.store import RedisStore
from games.registry import all_games
from service.app import StoredPeople, create_app
from service.config import Config
from service.processes.embedded import EmbeddedRedis
from service.web.identity import Identity

Environ = dict[str, Any]
SEATS = 3
MOVES = 120  # of each match
GAMES = tuple(all_games())


def environ(method: str, path: str, token: str, body: bytes = b"", **headers: str) -> Environ:
    """What gunicorn hands to an app."""
    made: Environ = {
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
        "HTTP_AUTHORIZATION": f"Bearer {token}",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": "http",
        "wsgi.errors": sys.stderr,
        "wsgi.input": io.BytesIO(body),
        "wsgi.input_terminated": True,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
        **headers,
    }
    if body:
        made["CONTENT_TYPE"], made["CONTENT_LENGTH"] = "application/json", str(len(body))
    return made


def call(app: Any, request: Environ, expected: str) -> None:
    statuses: list[str] = []
    answer = app(request, lambda status, _headers, _error=None: statuses.append(status))
    for _ in answer:
        pass
    if hasattr(answer, "close"):
        answer.close()
    assert statuses[0].startswith(expected), statuses


class Inside:
    def __init__(self, redis_url: str) -> None:
        os.environ["MATCHLEDGER_REDIS_URL"] = redis_url
        from bench.bare import app as bare

        self.bare_app = bare
        self.service_app = create_app(Config(redis_url=redis_url))
        link = open_client(redis_url)
        self.store = RedisStore(link)
        enrol = Identity(StoredPeople(RedisPeople(link))).enrol
        people, self.tokens = zip(*(enrol(f"Bench {seat}", "player") for seat in range(SEATS)), strict=True)
        self.kitchen = Kitchen(people)

    def bare(self) -> Iterator[tuple[Any, Environ, str]]:
        match, version = f"b-{time.time_ns()}", 0
        while True:
            body = {"match": match, "version": version, "type": "declare_action", "params": {}}
            yield self.bare_app, environ("POST", "/bare", "x", json.dumps(body).encode()), "201"
            version += 1

    def null(self) -> Iterator[tuple[Any, Environ, str]]:
        while True:
            yield self.bare_app, environ("GET", "/null", "x", HTTP_IF_NONE_MATCH='"7-0"'), "304"

    def commands(self, slug: str) -> Iterator[tuple[Any, Environ, str]]:
        """Random matches of a game, one after the other, as `bench.run` plays them."""
        rng = Random(slug)
        while True:
            recipe = self.kitchen.invent(slug, rng, MOVES)
            match = self.kitchen.begin(slug, recipe.options, recipe.server_seed)
            self.kitchen.serve(match, self.store)
            for seat, type_, params in recipe.moves:
                body = json.dumps({"type": type_, "params": params}).encode()
                path = f"/v1/matches/{match}/commands"
                yield self.service_app, environ("POST", path, self.tokens[seat], body), "201"

    def reads(self) -> Iterator[tuple[Any, Environ, str]]:
        match = self.kitchen.begin()
        version = self.kitchen.serve(match, self.store)
        while True:
            tag = f'"{version}-0"'
            request = environ("GET", f"/v1/matches/{match}", self.tokens[0], HTTP_IF_NONE_MATCH=tag)
            yield self.service_app, request, "304"

    def full_reads(self) -> Iterator[tuple[Any, Environ, str]]:
        for app, request, _ in self.reads():
            del request["HTTP_IF_NONE_MATCH"]
            yield app, request, "200"


BATCH = 50


def cpu_us(requests: Iterator[tuple[Any, Environ, str]]) -> float:
    """The process time of a request, over a small batch."""
    batch = [next(requests) for _ in range(BATCH)]
    began = time.process_time()
    for one in batch:
        call(*one)
    return 1e6 * (time.process_time() - began) / BATCH


def profile(requests: Iterator[tuple[Any, Environ, str]], count: int) -> None:
    batch = [next(requests) for _ in range(count)]
    for one in batch[: count // 2]:
        call(*one)
    profiler = cProfile.Profile()
    profiler.enable()
    for one in batch[count // 2 :]:
        call(*one)
    profiler.disable()
    pstats.Stats(profiler).sort_stats("tottime").print_stats(45)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=3000)
    parser.add_argument("--profile", choices=["bare", *GAMES, "null", "reads", "full_reads"])
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="matchledger-bench-") as folder, EmbeddedRedis(folder) as redis:
        inside = Inside(redis.url)
        kinds: dict[str, Callable[[], Iterator[tuple[Any, Environ, str]]]] = {
            "bare": inside.bare,
            **{slug: partial(inside.commands, slug) for slug in GAMES},
            "null": inside.null,
            "reads": inside.reads,
            "full_reads": inside.full_reads,
        }
        if chosen.profile:
            profile(kinds[chosen.profile](), chosen.count)
            return 0
        streams = {name: make() for name, make in kinds.items()}
        found: dict[str, list[float]] = {name: [] for name in kinds}
        for _ in range(chosen.count // BATCH):
            for name, requests in streams.items():
                found[name].append(cpu_us(requests))
        # Whatever else the machine does makes a batch slower, never faster: the quicker batches are the truer ones.
        times = {name: statistics.quantiles(batches, n=10)[1] for name, batches in found.items()}
        for name, took in times.items():
            base = times["bare" if name in ("bare", *GAMES) else "null"]
            print(f"{name:20}{took:>8.0f} us{took - base:>+8.0f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
