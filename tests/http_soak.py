"""Long random play over HTTP: `python -m tests.http_soak --game coup --matches 200`.

Starts the service as it is run (two workers, an embedded Redis, everything in a temporary folder) and plays matches
with a client that knows only the public API and the table of domains. Nothing that is offered may be refused, nothing
may be an error of ours, every retry under a key must get the same bytes, and the audit of every match must agree.

Plain chance gets lost in some games, so each match has as much sense as it draws: none, half or most of its decisions
are left to the sensible bot of the game, which sees what its seat sees and nothing else (in Clank! it fetches an
artifact and runs for the way out).
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from games.bots import policy_for
from games.registry import all_games
from tests.client import params_of
from tests.http.asking import Ask
from tests.http.live import Live
from tests.policies import options_without_clocks

STEPS_MAX = 3000
SENSE = (0.0, 0.5, 0.9)  # the share of decisions that are not left to chance
INTERRUPTIONS = 0.1  # how often somebody is asked whom the match does not wait for
PACKS = {
    slug: Path(__file__).parent / "games" / slug.replace("-", "_") / "packs"
    for slug in ("szmal", "munchkin-apocalypse")
}


@dataclass
class Tally:
    matches: int = 0
    finished: int = 0
    won: int = 0  # with a winner: in some games everybody can lose
    commands: int = 0
    retries: int = 0
    options: Counter[str] = field(default_factory=Counter)


def play_one(ask: Ask, slug: str, seed: int, tally: Tally, steps_max: int = STEPS_MAX) -> None:
    """One match from nothing but what the API says."""
    rng = random.Random(seed)
    game = ask("GET", f"/v1/games/{slug}").json
    options = msgspec.to_builtins(options_without_clocks(all_games()[slug], rng))
    match, tokens = ask.client.start(slug, rng.randint(game["seats_min"], game["seats_max"]), options)
    path = f"/v1/matches/{match}"
    sense, sensible = rng.choice(SENSE), policy_for(slug, "sensible")
    tally.options.update(f"{name} {value}" for name, value in options.items())
    for step in range(steps_max):
        seen = ask("GET", path, rng.choice([*tokens, None])).json
        if seen["status"] == "finished":
            tally.finished += 1
            tally.won += bool(seen["result"]["winners"])
            break
        is_waited_for = rng.random() > INTERRUPTIONS
        seat = rng.choice(seen["to_act"] if is_waited_for else range(len(tokens)))
        offered = ask("GET", f"{path}/choices", tokens[seat]).json
        if not is_waited_for and not offered["choices"]:
            continue
        assert offered["choices"], f"{slug} seed {seed}: seat {seat} is to act and has no choice"
        if is_waited_for and rng.random() < sense:
            command = sensible(rng, ask("GET", path, tokens[seat]).json, seat, offered["choices"])
        else:
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
        packs = Path(folder) / "packs"
        packs.mkdir()
        for slug, of_game in PACKS.items():
            (packs / slug).symlink_to(of_game)
        service = Live(Path(folder) / "data", MATCHLEDGER_PACKS=str(packs))
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
