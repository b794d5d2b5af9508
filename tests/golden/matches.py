"""Golden matches: played once, kept as files, and decided again by today's rules in every test run.

A file is named after what it shows: `coup/v1-2-module-un.jsonl.gz`. Salts and ids are counted, not random, and time is
a counter too, so that the same rules write the same bytes.
"""

from __future__ import annotations

import gzip
import random
import re
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest import mock

import msgspec

from events import export
from events.checkpoint import Checkpoint, Signer
from events.envelope import seat_actor
from events.tree import root_of
from events.visibility import ARBITER
from games.decider import Decider
from ledger.luck import luck_of
from ledger.orders import Order
from ledger.rules_undo import plan_undo, redo_refusal
from ledger.table import Table
from service.handle import with_history
from tests.policies import options_for
from tests.projections.ledger import Ledger

FOLDER = Path(__file__).parent
SIGNER = Signer(b"golden".ljust(32, b"."))
DRAWS = 300  # options drawn for a game, of which those are played that bring a value not seen yet
JUDGE = "arbiter:a-golden"
EVENTS_MAX = 1000  # of one match; a longer one is kept as far as this
BRANCH_STEPS = 25
TICK_MS = 700


class Counted:
    """Time and entropy as plain counters."""

    def __init__(self) -> None:
        self.count, self.at = 0, 1_700_000_000_000

    def urandom(self, length: int) -> bytes:
        self.count += 1
        return self.count.to_bytes(length, "big")

    def now_ms(self) -> int:
        self.at += TICK_MS
        return self.at

    def __enter__(self) -> Counted:
        os = SimpleNamespace(urandom=self.urandom)
        self._patches = [mock.patch("service.handle.os", os), mock.patch("service.handle.now_ms", self.now_ms)]
        for patch in self._patches:
            patch.start()
        return self

    def __exit__(self, *_: object) -> None:
        for patch in self._patches:
            patch.stop()


class Kept(msgspec.Struct, frozen=True):
    """A match and what it shows."""

    name: str
    text: bytes


def made(game: Decider[Any]) -> Iterator[Kept]:
    """The golden matches of a game: every number of seats, every value of every option, and two branches."""
    for number, (seats, options, shown) in enumerate(settings_of(game)):
        rng = random.Random(f"{game.slug} {number}")
        name = f"v{game.rules_version}-{number}-{shown}"
        with Counted() as counted:
            ledger = Ledger(has_joint_luck=number % 2 == 0)
            table = play(ledger, counted, ledger.start(game, seats, options, number, f"m-golden{number}"), rng)
            yield Kept(name, exported(ledger, table))
            if number == 0:
                for seat in (None, 0):
                    branch = play(ledger, counted, branched(ledger, table, seat), rng, BRANCH_STEPS)
                    yield Kept(f"{name}-branch-{'all' if seat is None else 'resampled'}", exported(ledger, branch))


def settings_of(game: Decider[Any]) -> list[tuple[int, Any, str]]:
    """Seats and options of each match, and what is new in it."""
    rng = random.Random(game.slug)
    found, seen = [], set()
    numbers = list(range(game.seats_min, game.seats_max + 1))
    for draw in range(DRAWS):
        options = game.options() if draw == 0 else options_for(game, rng)
        values = {f"{name}-{value}" for name, value in msgspec.structs.asdict(options).items()}
        fresh = sorted(values - seen)
        if fresh or numbers:
            seats = numbers.pop() if numbers else game.seats_max
            found.append((seats, options, "plain" if draw == 0 else slugged(fresh[0] if fresh else f"seats-{seats}")))
        seen |= values
    return found


def slugged(words: str) -> str:
    return re.sub("[^a-z0-9]+", "-", words.lower()).strip("-")


def play(ledger: Ledger, counted: Counted, table: Table, rng: random.Random, steps_max: int = 10**6) -> Table:
    """Random play with everything that can happen to a match: taking back, asking, disputes, clocks."""
    match, disputed_at = table.match, rng.randint(6, 20)
    for step in range(steps_max):
        if table.status == "finished" or table.version >= EVENTS_MAX:
            return table
        if step == disputed_at:
            table = disputed(ledger, table, rng)
        elif step == disputed_at + 2 and table.line and table.undo_request is None:
            ledger.rewind(match, actor=JUDGE)
            table = ledger.redo(match, JUDGE)
        elif table.recent and rng.random() < 0.08:
            table = taken_back(ledger, table, rng)
        elif table.due_ms() is not None and rng.random() < 0.05:
            counted.at = max(counted.at, table.due_ms() or 0)
            table = ledger.strike(match)
        else:
            table = ledger.send(match, ledger.random_command(table, rng)).table
    return table


def taken_back(ledger: Ledger, table: Table, rng: random.Random) -> Table:
    """By its maker, by asking the others, or by an arbiter; now and then it is played again."""
    match, seat = table.match, rng.randrange(len(table.seats))
    plan, table = with_history(ledger.tables, table, lambda known: plan_undo(known, seat, None))
    if plan.needs == "nothing":
        table = ledger.order(match, seat_actor(seat), "undo")
    elif plan.needs == "consent" and plan.voters:
        return asked(ledger, match, seat, plan.voters, accepts=rng.random() < 0.7)
    elif table.line:
        table = ledger.rewind(match, actor=JUDGE)
    if table.redoable and rng.random() < 0.5:
        maker = table.redoable[0].maker
        table = ledger.redo(match, JUDGE if redo_refusal(table, Order(maker, "redo")) is not None else maker)
    return table


def asked(ledger: Ledger, match: str, seat: int, voters: tuple[int, ...], *, accepts: bool) -> Table:
    table = ledger.order(match, seat_actor(seat), "undo")
    for voter in voters if accepts else voters[:1]:
        table = ledger.order(match, seat_actor(voter), "answer_undo", {"accepts": accepts})
    return table


def disputed(ledger: Ledger, table: Table, rng: random.Random) -> Table:
    """A dispute that holds the match, an arbiter's look, and a ruling: dismissed, or rewound by a few steps."""
    match = table.match
    table = ledger.dispute(match, table.step, seat_actor(table.in_play()[0]))
    number = table.disputes[-1].number
    ledger.order(match, JUDGE, "look", {"what": "evidence_of_dispute", "number": number})
    params: dict[str, Any] = {"dispute": number, "ruling": "dismiss"}
    if table.line and rng.random() < 0.6:
        steps = list(table.line)[-rng.randint(1, 3) :]
        params = {"dispute": number, "ruling": "rewind", "to_step": steps[0] - 1}
    return ledger.order(match, JUDGE, "rule_on_dispute", params, reason="As the rules say.")


def branched(ledger: Ledger, table: Table, seat: int | None) -> Table:
    """A new match from the middle of this one; for a seat, with everything drawn anew that it could not know."""
    history = ledger.store.read(table.match)
    line = list(table.line)
    step = line[len(line) // 2]
    version = max(recorded.version for recorded in history if recorded.stored.step == step)
    if seat is None:
        return ledger.branch(table, version, "player:p-0", f"{table.match}xall")
    then = ledger.tables.at(table.match, version)
    return ledger.branch(then, version, f"player:p-{seat}", f"{table.match}x{seat}")


def exported(ledger: Ledger, table: Table) -> bytes:
    """The file of a match with everything open, as the service would give it."""
    history = ledger.store.read(table.match)
    point = Checkpoint(SIGNER.origin_of(table.match), table.version, root_of(table.frontier))
    header = export.Header(
        match=table.match,
        game=table.opened.game,
        rules_version=table.opened.rules_version,
        catalogue=table.opened.catalogue,
        viewer=export.viewer_name(ARBITER),
        size=point.size,
        root=point.root.hex(),
        note=SIGNER.sign(point),
        key=SIGNER.key,
    )
    luck = luck_of(table.ruleset, history, ledger.tables.origin_of(history[0]))
    return b"".join(export.write(header, history, ARBITER, luck))


def files() -> list[Path]:
    return sorted(FOLDER.glob("*/*.jsonl.gz"))


def read(path: Path) -> bytes:
    return gzip.decompress(path.read_bytes())


def packed(text: bytes) -> bytes:
    return gzip.compress(text, 9, mtime=0)
