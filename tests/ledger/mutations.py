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
from ledger.audit_orders import MainLine
from ledger.events import MATCH_EVENTS
from ledger.fold import fold
from ledger.orders import Order
from ledger.rules_clock import due_order
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
    yield from unknown_fields(history, rng)
    for index, recorded in enumerate(history):
        stored = recorded.stored
        if stored.type not in TYPES:
            continue
        for name, value in stored.public.items():
            yield f"{stored.type}.{name}", put(history, index, public={**stored.public, name: changed(value)})
            for inner, found in value.items() if isinstance(value, dict) else ():
                other = {**stored.public, name: {**value, inner: changed(found)}}
                yield f"{stored.type}.{name}.{inner}", put(history, index, public=other)
        for part, values in stored.secret.items():
            for name, value in values.values.items():
                secret = {**stored.secret, part: replace(values, values={**values.values, name: changed(value)})}
                yield f"{stored.type}.{name}", put(history, index, secret=secret)
        actor = rng.choice([one for one in ACTORS if one != stored.actor])
        yield f"{stored.type}: its actor", put(history, index, actor=actor)
        kind, _, name = stored.actor.partition(":")
        yield f"{stored.type}: its actor spelt otherwise", put(history, index, actor=f"{kind}:0{name}")
        yield f"{stored.type}: its rule", put(history, index, rule=stored.rule + "x")
        yield f"{stored.type}: its time", put(history, index, at=stored.at + 1)
        if stored.cause is not None:
            for name, value in stored.cause.params.values.items():
                params = {**stored.cause.params.values, name: changed(value)}
                cause = Cause(stored.cause.type, Part(stored.cause.params.salt, params))
                yield f"the order {stored.cause.type}: {name}", put(history, index, cause=cause)
            params = {**stored.cause.params.values, "x": 1}
            cause = Cause(stored.cause.type, Part(stored.cause.params.salt, params))
            yield f"the order {stored.cause.type}: an unknown parameter", put(history, index, cause=cause)
        if index:
            dropped = [*history[:index], *history[index + 1 :]]
            yield f"{stored.type}: dropped", [Recorded(n, one.stored) for n, one in enumerate(dropped, 1)]
            doubled = [*history[: index + 1], *history[index:]]
            yield f"{stored.type}: doubled", [Recorded(n, one.stored) for n, one in enumerate(doubled, 1)]


def unknown_fields(history: Sequence[Recorded], rng: random.Random) -> Iterator[tuple[str, list[Recorded]]]:
    """One event of each type, with a field that its type, or a record in one of its fields, does not know."""
    for index in {
        history[index].stored.type: index for index in rng.sample(range(len(history)), len(history))
    }.values():
        stored = history[index].stored
        name = f"{stored.type}: an unknown field"
        yield name, put(history, index, public={**stored.public, "x": 1})
        if "options" in stored.public:
            continue  # they are no record, and are changed as such
        for public in _with_unknown_field(stored.public):
            yield f"{name} in a record", put(history, index, public=public)
        for part, found in stored.secret.items():
            yield (
                name,
                put(history, index, secret={**stored.secret, part: replace(found, values={**found.values, "x": 1})}),
            )
            for values in _with_unknown_field(found.values):
                secret = {**stored.secret, part: replace(found, values=values)}
                yield f"{name} in a record", put(history, index, secret=secret)


def _with_unknown_field(value: Any, *, is_record: bool = False) -> Iterator[Any]:
    """The value with a further field in the first record at each level of it."""
    if isinstance(value, dict):
        if is_record:
            yield {**value, "x": 1}
        for name, inner in value.items():
            yield from ({**value, name: other} for other in _with_unknown_field(inner, is_record=True))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            others = [
                [*value[:index], other, *value[index + 1 :]] for other in _with_unknown_field(inner, is_record=True)
            ]
            if others:
                yield from others
                return


def put(history: Sequence[Recorded], index: int, **changes: Any) -> list[Recorded]:
    return [
        *history[:index],
        Recorded(index + 1, replace(history[index].stored, **changes)),
        *history[index + 1 :],
    ]


def survivors(match: Match, rng: random.Random, main: MainLine | None = None) -> Iterator[tuple[str, bool]]:
    """Each change and whether the audit misses it."""
    assert not failed(match.audit(main=main)), "without a change it holds"
    for name, history in mutations(match.history, rng):
        yield name, not failed(match.audit(rooted(history), main))


def rooted(history: Sequence[Recorded]) -> list[Recorded]:
    """The same events with a tree over them."""
    return [Recorded(version, stored) for version, stored in enumerate(with_roots(history)[0], 1)]


def random_match(game: str, seed: int, orders: int) -> Match:
    rng = random.Random(seed)
    decider = all_games()[game]
    match = Match(game, rng.randint(decider.seats_min, decider.seats_max), seed=seed, **rng.choice(CLOCKS))
    match.sit(0).do("player:p-0", "leave_seat", {"seat": 0})
    if seed % 3 == 1:
        busy_in_lobby(match).begun()
    else:
        match.begin() if seed % 2 else begin(match, random.Random(f"luck {seed}"))
    people = People(match, rng)
    for _ in range(orders):
        people.act()
    match.erase("p-1")
    return match


def busy_in_lobby(match: Match) -> Match:
    """Everybody sits down, and asks for what is no matter of the lobby: all of it belongs to its step, so that the
    numbers of disputes are not those of steps."""
    match.sit()
    given = {"claim": "It was not so.", "is_journaled": True, "has_arbiter": True}
    for seat in (0, 1):
        match.do(f"seat:{seat}", "open_dispute", {"step": match.table.first_step, "freeze": True}, **given)
    match.do("arbiter:a-1", "look", {"what": "evidence_of_dispute", "number": 2})
    match.do("arbiter:a-1", "rule_on_dispute", {"dispute": 2, "ruling": "dismiss"}, reason="So it is.")
    match.do("seat:0", "open_dispute", {"ruling": 2, "freeze": False}, **given)
    match.do("seat:0", "withdraw_dispute", {"dispute": 1})
    match.erase("p-0")
    return match


def rare_matches() -> Iterator[Match]:
    """Orders that no random match is given, because it would end, or be another one. Each ends with an erasure, as
    random ones do: that the last event is missing is seen from its head alone."""
    cancelled = Match("coup", 3).sit(0)
    cancelled.do("player:p-0", "cancel_match")
    cancelled.erase("p-0")
    yield cancelled
    bots = Match("coup", 3).sit(1)
    bots.do("player:p-1", "seat_bots", {"policy": "random"}, players=["bot-random-x1", "bot-random-x2"])
    bots.erase("p-1")
    yield bots
    restarted = Match("coup", 3, turn_s=30).begin().play(3)
    restarted.at -= 5_000_000
    restarted.do("operator", "restart_clocks")
    restarted.erase("p-1")
    yield restarted
    called_off = Match("big-deal", 3, seed=4).begin()
    while len(called_off.table.moved) < 3:
        called_off.play(1)
    called_off.do("seat:0", "leave", {"as": "call-off"})
    called_off.do("player:p-0", "stay")
    for seat in range(3):
        called_off.do(f"seat:{seat}", "leave", {"as": "call-off"})
    called_off.do("seat:0", "rematch", match="m-next")
    called_off.erase("p-1")
    yield called_off
    yield disputed()
    busy = busy_in_lobby(Match("coup", 3, seed=2)).begun().play(3)
    busy.erase("p-1")
    yield busy
    left = Match("coup", 3, seed=2).begin().play(2)
    (away,) = left.table.to_act()
    left.at = left.table.away_ms(away) or 0
    report = {"seat": away, "as": "bot", "policy": "random"}
    left.do(f"seat:{(away + 1) % 3}", "report_away", report, bot="bot-random-x2")
    left.do(f"player:p-{away}", "stay")
    left.do("seat:1", "leave", {"as": "bot", "policy": "random"}, bot="bot-random-x1")
    left.do("player:p-1", "stay")
    left.do("seat:0", "leave", {"as": "concede"})
    left.do("seat:1", "leave", {"as": "concede"})
    left.erase("p-1")
    yield left


def disputed() -> Match:
    """A match with each end of a dispute, and steps that are taken back and played again."""
    match = Match("coup", 3, seed=2).begin().play(3)
    match.do("arbiter:a-1", "rewind", {"to_step": 2})
    match.do("arbiter:a-1", "redo")
    match.do("seat:0", "undo", {"to_step": 0})
    match.do("seat:0", "withdraw_undo")
    given = {"claim": "It was not so.", "is_journaled": True, "has_arbiter": True}
    for _ in range(2):
        match.do("seat:0", "open_dispute", {"step": 1, "freeze": True}, **given)
    match.do("seat:0", "withdraw_dispute", {"dispute": 1})
    match.at = match.table.due_ms() or 0
    expired = due_order(match.table)
    assert expired is not None
    match.do(expired.actor, expired.type, expired.params)
    ruling = {"dispute": 2, "ruling": "adjust", "winners": [1]}
    match.do("arbiter:a-1", "rule_on_dispute", ruling, reason="So it is.")
    match.erase("p-1")
    return match


def branch() -> tuple[Match, MainLine]:
    """A branch in which somebody plays, and the match that it leaves."""
    main = Match(seed=4).begin().play(6)
    history = [recorded for recorded in main.history if recorded.stored.step <= 3]
    origin = fold(main.ruleset, history, ())
    given = {"match": "m-branch", "server_seed": "cd" * 32, "root": history[-1].stored.root.hex(), "step": 3}
    order = Order("player:p-1", "open_branch", {"public": False}, given)
    made = Match.of_branch(main, origin, order)
    made.sit().do("player:p-1", "start_match")
    made.play(2).erase("p-1")
    return made, MainLine(origin, main.table, main.history)


def run(matches: int, orders: int) -> tuple[Counter[str], Counter[str]]:
    tried: Counter[str] = Counter()
    missed: Counter[str] = Counter()

    def count(found: Iterator[tuple[str, bool]]) -> None:
        for name, is_missed in found:
            tried[name] += 1
            missed[name] += is_missed

    for match in rare_matches():
        count(survivors(match, random.Random(0)))
    made, main = branch()
    count(survivors(made, random.Random(0), main))
    for game in all_games():
        for seed in range(matches):
            count(survivors(random_match(game, seed, orders), random.Random(seed)))
    return tried, +missed


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--matches", type=int, default=40, help="of each game")
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
