"""Matches through the real command handler on the store in memory, without HTTP."""

from __future__ import annotations

import random
from typing import Any

import msgspec

from events.envelope import CLOCK_ACTOR, seat_actor
from events.memory_store import MemoryStore
from events.store import Append, Head
from games.decider import CLOCK, Command, Decider, params_of, snake_case
from games.dice import Dice
from games.registry import all_games
from ledger import events as facts
from ledger.table import Table, open_table, rulesets_of, seed_of
from projections.tables import Tables
from service.handle import Done, Order, handle, write_first
from tests.play import Match, sample_params
from tests.policies import POLICIES, options_for


class Ledger:
    """One worker and its store."""

    def __init__(self) -> None:
        self.store = MemoryStore()
        self.tables = Tables(self.store, rulesets_of(all_games()))

    def start(self, game: Decider[Any], seats: int, options: Any, seed: int, match: str = "m-test") -> Table:
        opened = facts.MatchOpened(
            match=match,
            game=game.slug,
            rules_version=game.rules_version,
            catalogue=game.catalogue_digest(options),
            seats=seats,
            options=msgspec.json.decode(msgspec.json.encode(options)),
            is_public=True,
            opened_by="p-0",
            server_seed=f"{seed:064x}",
        )
        self.open(opened)
        return self.fill(match)

    def open(self, opened: facts.MatchOpened) -> None:
        """The first event of a match; of a branch too."""
        ruleset = self.tables.rulesets[opened.game, opened.rules_version]
        recorded, frontier, feed = write_first(ruleset, opened, "player:p-0", 1)
        self.store.append(Append(opened.match, Head(0, ()), [recorded.stored], frontier, feed=feed))
        table = open_table(ruleset, recorded, self.tables.origin_of(recorded))
        self.tables.keep(msgspec.structs.replace(table, frontier=frontier))

    def fill(self, match: str) -> Table:
        """Everybody sits down, and the match begins."""
        for seat in range(len(self.tables.recent(match).seats)):
            taken = facts.SeatTaken(seat=seat, player=f"p-{seat}", name=f"Player {seat}", entropy="")
            self.happens(match, taken, is_step=False)
        return self.begin(match)

    def begin(self, match: str) -> Table:
        def decide(table: Table, at: int) -> list[Any]:
            players = tuple(info.player for info in table.seats if info is not None)
            began = facts.PlayBegan(by="p-0", players=players)
            if table.opened.branch is not None:
                return [began]
            options = msgspec.convert(table.opened.options, table.game.options)
            dice = Dice(seed_of(table.opened.server_seed, table.seats), 0, at_ms=at)
            return [began, *table.game.rules.setup(options, len(table.seats), dice)]

        return handle(self.tables, match, Order("player:p-0", is_step=False), decide).table

    def happens(self, match: str, *events: facts.MatchEvent, is_step: bool = True) -> Table:
        return handle(self.tables, match, Order("arbiter:a", is_step=is_step), lambda _table, _at: list(events)).table

    def send(self, match: str, command: Command) -> Done:
        actor = CLOCK_ACTOR if command.seat == CLOCK else seat_actor(command.seat)
        cause = (snake_case(type(command).__name__), msgspec.to_builtins(params_of(command)))
        done = handle(
            self.tables,
            match,
            Order(actor, cause=cause),
            lambda table, at: table.game.decide(table.state, command, table.dice(at)),
        )
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
