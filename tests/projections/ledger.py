"""Matches through the real command handler on the store in memory, without HTTP."""

from __future__ import annotations

import random
from typing import Any

import msgspec

from events.envelope import CLOCK_ACTOR, seat_actor
from events.memory_store import MemoryStore
from events.store import Append, Head
from games.decider import CLOCK, Command, Decider, params_of, snake_case
from games.registry import all_games
from ledger.events import HOLD_S, MatchOpened
from ledger.orders import Order, plain
from ledger.rules_clock import due_order
from ledger.rules_lobby import open_branch, open_match
from ledger.seed import commitment_of
from ledger.table import Table, open_table, rulesets_of
from projections.tables import Tables
from service.handle import Done, handle, write_first
from tests.play import Match, sample_params
from tests.policies import POLICIES, options_for

ARBITER = "arbiter:a"


class Ledger:
    """One worker and its store; with `has_joint_luck`, everybody but the last seat has a part in the luck."""

    def __init__(self, *, has_joint_luck: bool = False) -> None:
        self.has_joint_luck = has_joint_luck
        self.store = MemoryStore()
        self.tables = Tables(self.store, rulesets_of(all_games()))

    def start(self, game: Decider[Any], seats: int, options: Any, seed: int, match: str = "m-test") -> Table:
        params = {
            "game": game.slug,
            "seats": seats,
            "options": plain(options),
            "public": True,
            "turn_s": None,
            "reaction_s": None,
            "hold_s": HOLD_S,
        }
        order = Order("player:p-0", "open_match", params, {"match": match, "server_seed": f"{seed:064x}"})
        self._open(open_match(game, order, 1)[0], order)
        return self.fill(match)

    def branch(self, main: Table, version: int, actor: str, match: str) -> Table:
        """A match that goes on from a version of another one, filled and begun."""
        last = self.store.read(main.match, version, version)[0].stored
        seed, root = main.opened.server_seed, last.root.hex()
        given = {"match": match, "server_seed": seed, "root": root, "step": last.step}
        order = Order(actor, "open_branch", {"public": True}, given)
        self._open(open_branch(main, self.tables.at(main.match, version), order, main.last_at)[0], order, main.last_at)
        return self.fill(match)

    def _open(self, opened: MatchOpened, order: Order, at: int = 1) -> None:
        ruleset = self.tables.rulesets[opened.game, opened.rules_version]
        recorded, frontier, feed = write_first(ruleset, opened, order, at)
        self.store.append(Append(opened.match, Head(0, ()), [recorded.stored], frontier, feed=feed))
        table = open_table(ruleset, recorded, self.tables.origin_of(recorded))
        self.tables.keep(msgspec.structs.replace(table, frontier=frontier))

    def fill(self, match: str) -> Table:
        """Everybody sits down, and the match begins."""
        seats = len(self.tables.recent(match).seats)
        parts = {seat: f"{seat + 1:064x}" for seat in range(seats - 1)} if self.has_joint_luck else {}
        for seat in range(seats):
            params: dict[str, Any] = {"seat": seat}
            if seat in parts:
                params["luck"] = {"commitment": commitment_of(match, seat, f"p-{seat}", parts[seat])}
            self.order(match, f"player:p-{seat}", "take_seat", params, name=f"Player {seat}")
        table = self.order(match, "player:p-0", "start_match")
        for seat, part in parts.items():
            table = self.order(match, f"player:p-{seat}", "open_luck", {"part": part})
        return table

    def order(self, match: str, actor: str, type_: str, params: dict[str, Any] | None = None, **given: Any) -> Table:
        return handle(self.tables, match, Order(actor, type_, params or {}, given)).table

    def rewind(self, match: str, steps: int = 1, actor: str = ARBITER) -> Table:
        """The last steps that count are taken back by an arbiter."""
        line = list(self.tables.current(match).line)
        to_step = line[-steps - 1] if len(line) > steps else self.tables.current(match).first_step
        return self.order(match, actor, "rewind", {"to_step": to_step})

    def redo(self, match: str, actor: str = ARBITER) -> Table:
        return self.order(match, actor, "redo")

    def dispute(self, match: str, step: int, actor: str = "seat:0", claim: str = "That cannot be.") -> Table:
        """A dispute that holds the match."""
        params = {"step": step, "freeze": True}
        return self.order(match, actor, "open_dispute", params, claim=claim, is_journaled=False, has_arbiter=True)

    def strike(self, match: str) -> Table:
        """The clock does what is due."""
        order = due_order(self.tables.current(match))
        assert order is not None
        return handle(self.tables, match, order).table

    def send(self, match: str, command: Command) -> Done:
        actor = CLOCK_ACTOR if command.seat == CLOCK else seat_actor(command.seat)
        params = msgspec.to_builtins(params_of(command))
        done = handle(self.tables, match, Order(actor, snake_case(type(command).__name__), params, is_command=True))
        assert isinstance(done, Done)
        return done

    def random_command(self, table: Table, rng: random.Random) -> Command:
        """What the random player of this game does next."""
        game = table.game
        seat = rng.choice(game.rules.to_act(table.state))
        template = POLICIES[game.slug](rng, table.state, seat, game.rules.choices(table.state, seat))
        return msgspec.convert({"seat": seat, **sample_params(template, rng)}, game.commands[template.type])


def random_start(game: Decider[Any], seed: int) -> tuple[Ledger, Table, random.Random]:
    rng = random.Random(seed)
    ledger = Ledger()
    table = ledger.start(game, rng.randint(game.seats_min, game.seats_max), options_for(game, rng), seed)
    return ledger, table, rng


__all__ = ["Ledger", "Match", "random_start"]
