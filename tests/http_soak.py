"""Long random play over HTTP: `python -m tests.http_soak --game coup --matches 200`.

Starts the service as it is run (two workers, an embedded Redis, everything in a temporary folder) and plays matches
with a client that knows only the public API and the table of domains. Nothing that is offered may be refused, nothing
may be an error of ours, every retry under a key must get the same bytes, and the audit of every match must agree.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import threading
import time
from dataclasses import dataclass
from pathlib import Path

from games.registry import all_games
from tests.client import params_of
from tests.http.asking import Ask
from tests.http.live import Live

STEPS_MAX = 1500


@dataclass
class Tally:
    matches: int = 0
    finished: int = 0
    commands: int = 0
    retries: int = 0


def play_one(ask: Ask, slug: str, seed: int, tally: Tally, steps_max: int = STEPS_MAX) -> None:
    """One match from nothing but what the API says."""
    rng = random.Random(seed)
    game = ask("GET", f"/v1/games/{slug}").json
    match, tokens = ask.client.start(slug, rng.randint(game["seats_min"], game["seats_max"]))
    path = f"/v1/matches/{match}"
    for step in range(steps_max):
        seen = ask("GET", path, rng.choice([*tokens, None])).json
        if seen["status"] == "finished":
            tally.finished += 1
            break
        seat = rng.choice(seen["to_act"])
        offered = ask("GET", f"{path}/choices", tokens[seat]).json
        assert offered["choices"], f"{slug} seed {seed}: seat {seat} is to act and has no choice"
        template = rng.choice(offered["choices"])
        command = {"type": template["type"], "params": params_of(template, rng)}
        key = {"key": f"s{step}", "version": offered["version"]} if rng.random() < 0.3 else {}
        reply = ask("POST", f"{path}/commands", tokens[seat], command, **key)
        assert reply.status == 201, f"{slug} seed {seed}, step {step}: {command} got {reply.status} {reply.body!r}"
        tally.commands += 1
        if key and rng.random() < 0.5:
            again = ask("POST", f"{path}/commands", tokens[seat], command, **key)
            assert (again.status, again.body) == (reply.status, reply.body), f"{slug} seed {seed}: another answer"
            tally.retries += 1
    audit = ask("GET", f"{path}/audit", tokens[0]).json
    assert audit["verdict"] == "ok", f"{slug} seed {seed}: {audit}"
    tally.matches += 1


def soak(base: Live, slug: str, matches: int, first_seed: int, writers: int, steps_max: int) -> Tally:
    tally, lock = Tally(), threading.Lock()
    seeds = iter(range(first_seed, first_seed + matches))
    failures: list[BaseException] = []
    began = said = time.monotonic()

    def work() -> None:
        nonlocal said
        ask = base.ask()
        while not failures:
            with lock:
                seed = next(seeds, None)
            if seed is None:
                return
            own = Tally()
            try:
                play_one(ask, slug, seed, own, steps_max)
            except BaseException as failure:
                failures.append(failure)
                return
            with lock:
                for name, value in vars(own).items():
                    setattr(tally, name, getattr(tally, name) + value)
                if time.monotonic() - said > 5:
                    said = time.monotonic()
                    print(f"{slug}: {tally}, {said - began:.0f} s", file=sys.stderr, flush=True)

    threads = [threading.Thread(target=work) for _ in range(writers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failures:
        raise failures[0]
    return tally


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=[*all_games(), "all"], default="all")
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--writers", type=int, default=4)
    parser.add_argument("--steps-max", type=int, default=STEPS_MAX)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="matchledger-soak-") as folder:
        service = Live(Path(folder) / "data")
        try:
            service.start()
            for slug in all_games() if chosen.game == "all" else [chosen.game]:
                tally = soak(service, slug, chosen.matches, chosen.seed, chosen.writers, chosen.steps_max)
                print(f"{slug}: {tally}")
            service.stop()
        finally:
            service.kill()
    return 0


if __name__ == "__main__":
    sys.exit(main())
