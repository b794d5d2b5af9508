"""Single changes to the events of a match, each signed again: what the audit does not notice is believed.

`python -m tests.ledger.mutations` runs them over random matches of every game and writes believed.json beside this
file; a test runs fewer of them, and compares the list with docs/security.md.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from events.envelope import Cause, Part, Recorded
from games.registry import all_games
from ledger.audit import with_roots
from ledger.events import MATCH_EVENTS
from tests.ledger.lucky import begin
from tests.ledger.match import Match, failed
from tests.ledger.playing import CLOCKS, People

BELIEVED = Path(__file__).with_name("believed.json")
ACTORS = ("seat:0", "seat:1", "arbiter:a-1", "arbiter:a-9", "clock", "operator", "player:p-0", "player:p-1")
TYPES = {event_type.__name__ for event_type in MATCH_EVENTS}


def changed(value: Any) -> Any:
    """Another value of the same type."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str):
        return value + "x"
    if value is None:
        return 1
    if isinstance(value, list):
        return [*value[:-1], changed(value[-1])] if value else [0]
    if isinstance(value, dict):
        return {**value, "x": 1}
    raise AssertionError(value)


def mutations(history: Sequence[Recorded], rng: random.Random) -> Iterator[tuple[str, list[Recorded]]]:
    """A name for each change, and the history with it."""
    for index, recorded in enumerate(history):
        stored = recorded.stored
        if stored.type not in TYPES:
            continue
        for name, value in stored.public.items():
            yield f"{stored.type}.{name}", put(history, index, public={**stored.public, name: changed(value)})
        for part, values in stored.secret.items():
            for name, value in values.values.items():
                other = {**stored.secret, part: replace(values, values={**values.values, name: changed(value)})}
                yield f"{stored.type}.{name}", put(history, index, secret=other)
        actor = rng.choice([one for one in ACTORS if one != stored.actor])
        yield f"{stored.type}: its actor", put(history, index, actor=actor)
        yield f"{stored.type}: its rule", put(history, index, rule=stored.rule + "x")
        yield f"{stored.type}: its time", put(history, index, at=stored.at + 1)
        if stored.cause is not None:
            for name, value in stored.cause.params.values.items():
                params = {**stored.cause.params.values, name: changed(value)}
                cause = Cause(stored.cause.type, Part(stored.cause.params.salt, params))
                yield f"the order {stored.cause.type}: {name}", put(history, index, cause=cause)
        if index:
            dropped = [*history[:index], *history[index + 1 :]]
            yield f"{stored.type}: dropped", [Recorded(n, one.stored) for n, one in enumerate(dropped, 1)]
            doubled = [*history[: index + 1], *history[index:]]
            yield f"{stored.type}: doubled", [Recorded(n, one.stored) for n, one in enumerate(doubled, 1)]


def put(history: Sequence[Recorded], index: int, **changes: Any) -> list[Recorded]:
    return [
        *history[:index],
        Recorded(index + 1, replace(history[index].stored, **changes)),
        *history[index + 1 :],
    ]


def survivors(match: Match, rng: random.Random) -> Iterator[tuple[str, bool]]:
    """Each change and whether the audit misses it."""
    assert not failed(match.audit()), "without a change it holds"
    for name, history in mutations(match.history, rng):
        rooted, _frontier = with_roots(history)
        again = [Recorded(version, stored) for version, stored in enumerate(rooted, 1)]
        yield name, not failed(match.audit(again))


def random_match(game: str, seed: int, orders: int) -> Match:
    rng = random.Random(seed)
    decider = all_games()[game]
    match = Match(game, rng.randint(decider.seats_min, decider.seats_max), seed=seed, **rng.choice(CLOCKS))
    match.sit(0).do("player:p-0", "leave_seat", {"seat": 0})
    match.begin() if seed % 2 else begin(match, random.Random(f"luck {seed}"))
    people = People(match, rng)
    for _ in range(orders):
        people.act()
    match.erase("p-1")
    return match


def run(matches: int, orders: int) -> tuple[Counter[str], Counter[str]]:
    tried: Counter[str] = Counter()
    missed: Counter[str] = Counter()
    for game in all_games():
        for seed in range(matches):
            for name, is_missed in survivors(random_match(game, seed, orders), random.Random(seed)):
                tried[name] += 1
                missed[name] += is_missed
    return tried, +missed


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--matches", type=int, default=8, help="of each game")
    parser.add_argument("--orders", type=int, default=80)
    chosen = parser.parse_args()
    tried, missed = run(chosen.matches, chosen.orders)
    BELIEVED.write_text(json.dumps(sorted(missed), indent=1) + "\n", encoding="utf-8")
    print(f"{sum(tried.values())} changes of {len(tried)} kinds; {sum(missed.values())} are believed:")
    for name, count in sorted(missed.items()):
        print(f"  {count:6} of {tried[name]:6}  {name}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
