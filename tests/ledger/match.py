"""A match without store and service: orders are decided on a table, stored in a list, and folded again."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from events.envelope import Recorded
from events.tree import Frontier, extend, leaf_hash, root_of
from games.decider import IllegalMove, params_of, snake_case
from games.registry import all_games
from ledger.audit import Report, audit
from ledger.audit_orders import MainLine
from ledger.decide import ORDERS, decide
from ledger.erasure import fold_without_state, has_no_secrets
from ledger.fold import advance, fold
from ledger.orders import Order, Refused
from ledger.rules_clock import due_order
from ledger.rules_lobby import open_branch, open_match
from ledger.rules_people import erase, parts_to_close, without_parts
from ledger.table import NeedsHistory, Table, open_table, rulesets_of
from tests.play import sample_params
from tests.policies import POLICIES

RULESETS = rulesets_of(all_games())
OPENING_PARAMS = {"options": {}, "public": True, "turn_s": None, "reaction_s": None, "hold_s": 172_800}


def order_by_name(
    actor: str, type_: str, params: dict[str, Any] | None = None, given: dict[str, Any] | None = None
) -> Order:
    """An order to the ledger if there is one of this name, otherwise a command of the game."""
    return Order(actor, type_, params or {}, given or {}, is_command=type_ not in ORDERS)


class Match:
    """One match; `do` carries an order out or raises its refusal."""

    def __init__(self, game: str = "coup", seats: int = 3, *, seed: int = 1, **params: Any) -> None:
        version = all_games()[game].rules_version
        self.ruleset = RULESETS[game, version]
        self.rng = random.Random(seed)
        self.history: list[Recorded] = []
        self.frontier: Frontier = ()
        self.origin: Table | None = None  # of a branch: the table that it leaves
        self.at = 1_000_000
        opening = Order(
            "player:p-0",
            "open_match",
            {"game": game, "seats": seats, **OPENING_PARAMS, **params},
            {"match": "m-pure", "server_seed": f"{seed:064x}"},
        )
        self._store(opening, open_match(self.ruleset.game, opening, self.at), step=0)
        self.table: Table = msgspec.structs.replace(open_table(self.ruleset, self.history[0]), frontier=self.frontier)

    @classmethod
    def of_branch(cls, main: Match, origin: Table, order: Order) -> Match:
        """A branch of another match, which leaves it at `origin`."""
        made = cls(main.table.opened.game, len(main.table.seats))
        made.history, made.frontier, made.origin, made.at = [], (), origin, main.at
        made._store(order, open_branch(main.table, origin, order, main.at), step=order.given["step"])
        made.table = msgspec.structs.replace(open_table(main.ruleset, made.history[0], origin), frontier=made.frontier)
        return made

    def sit(self, *seats: int) -> Match:
        for seat in seats or range(len(self.table.seats)):
            self.do(f"player:p-{seat}", "take_seat", {"seat": seat}, name=f"Player {seat}")
        return self

    def begin(self) -> Match:
        return self.sit().begun()

    def begun(self) -> Match:
        """Once everybody sits."""
        self.do("player:p-0", "start_match")
        return self

    def do(self, actor: str, type_: str, params: dict[str, Any] | None = None, **given: Any) -> list[Any]:
        """The events of this order, decided, stored and folded."""
        order = order_by_name(actor, type_, params, given)
        events = self.decide(order)
        self._store(order, events, self.table.next_step)
        new = self.history[-len(events) :]
        try:
            self.table = advance(self.table, new, self.frontier, events)
        except NeedsHistory:
            self.table = fold(self.ruleset, self.history, self.frontier, self.origin)
        return events

    def decide(self, order: Order) -> list[Any]:
        if order.type == "erase":
            return list(erase(self.table, order, self.history))
        try:
            return decide(self.table, order, self.at)
        except NeedsHistory:
            return decide(self.remembered(), order, self.at)

    def remembered(self) -> Table:
        """The table with every step that counts in it."""
        return fold(self.ruleset, self.history, self.frontier, self.origin, recent_max=None)

    def erase(self, player: str, *, secrets: bool = False) -> list[Any]:
        """As the store does it: the event is appended, and the parts are closed in the same moment."""
        seat = self.table.seat_of(player) if secrets else None
        params = {"player": player, "secrets_of": seat}
        closed = parts_to_close(self.history, player, seat)
        order = Order("operator", "erase", params)
        events = list(erase(self.table, order, self.history))
        for version, names in closed.items():
            stored = without_parts(self.history[version - 1].stored, names)
            self.history[version - 1] = Recorded(version, stored)
        self._store(order, events, self.table.next_step)
        if has_no_secrets(self.history):
            self.table = fold_without_state(self.ruleset, self.history, self.frontier)
        else:
            self.table = fold(self.ruleset, self.history, self.frontier, self.origin)
        return events

    def play(self, steps: int = 1) -> Match:
        """So many random commands; the clock plays for seats that have conceded."""
        for _ in range(steps):
            if self.table.status != "running":
                break
            due = due_order(self.table) if self.table.conceded() else None
            if due is not None and (self.table.due_ms() or 0) <= self.at:
                self.do(due.actor, due.type, due.params)
                continue
            actor, type_, params = self.random_command()
            self.do(actor, type_, params)
            self.at += 1000
        return self

    def random_command(self) -> tuple[str, str, dict[str, Any]]:
        game, state = self.table.game, self.table.state
        conceded = self.table.conceded()
        seat = self.rng.choice([one for one in game.rules.to_act(state) if one not in conceded])
        template = POLICIES[game.slug](self.rng, state, seat, game.rules.choices(state, seat))
        command = msgspec.convert({"seat": seat, **sample_params(template, self.rng)}, game.commands[template.type])
        return f"seat:{seat}", snake_case(type(command).__name__), msgspec.to_builtins(params_of(command))

    def refused(self, actor: str, type_: str, params: dict[str, Any] | None = None, **given: Any) -> tuple[str, str]:
        """Code and rule of the refusal."""
        with pytest.raises((Refused, IllegalMove)) as caught:
            self.decide(order_by_name(actor, type_, params, given))
        refusal = caught.value
        assert isinstance(refusal, (Refused, IllegalMove))
        return refusal.code, refusal.rule

    def audit(self, history: Sequence[Recorded] | None = None, main: MainLine | None = None) -> Report:
        """`main`: the main line of a branch."""
        found = self.history if history is None else history
        leaves = [leaf_hash(recorded.version, recorded.stored) for recorded in found]
        return audit(self.ruleset, found, root_of(extend((), 0, leaves)), main=main)

    def _store(self, order: Order, events: Sequence[Any], step: int) -> None:
        stored = self.ruleset.codec.write(
            events,
            step=step,
            command=self.rng.randbytes(8),
            actor=order.actor,
            at=self.at,
            salt=lambda: self.rng.randbytes(32),
            cause=(order.type, order.params),
        )
        first = len(self.history) + 1
        leaves = [leaf_hash(version, one) for version, one in enumerate(stored, first)]
        self.frontier = extend(self.frontier, len(self.history), leaves)
        stored[-1] = msgspec.structs.replace(stored[-1], root=root_of(self.frontier))
        # As read from the store: lists in place of tuples.
        self.history += [
            Recorded(version, msgspec.msgpack.decode(msgspec.msgpack.encode(one), type=type(one)))
            for version, one in enumerate(stored, first)
        ]


def failed(report: Report) -> dict[str, str]:
    """The checks that do not hold."""
    return {check.name: check.detail for check in report.checks if not check.ok}
