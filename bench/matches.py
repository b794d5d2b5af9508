"""Matches made in memory and put into the store in one piece, so that making them takes no time of the run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from events import match as facts
from events.envelope import seat_actor
from events.memory_store import MemoryStore
from events.store import EventStore
from games.dice import Dice
from games.registry import all_games
from projections import snapshot
from projections.table import Table, seed_of
from projections.tables import Tables, rulesets_of, table_in
from service.handle import Order, handle, listed_note, write_first
from service.identity import Person, new_id

PIECE = 1000  # events in one append


class Kitchen:
    """Matches, played in memory."""

    def __init__(self, people: Sequence[Person]) -> None:
        self.people = people
        self.store = MemoryStore()
        self.tables = Tables(self.store, rulesets_of(all_games()))

    def begin(self, slug: str = "coup") -> str:
        """A match with everybody seated, just begun; of Coup, with seat 0 to act."""
        game = all_games()[slug]
        ruleset = self.tables.rulesets[slug, game.rules_version]
        options = msgspec.convert({"first_seat": 0} if slug == "coup" else {}, game.options)
        opened = facts.MatchOpened(
            match=new_id("m"),
            game=slug,
            rules_version=game.rules_version,
            catalogue=game.catalogue_digest(options),
            seats=len(self.people),
            options=msgspec.json.decode(msgspec.json.encode(options)),
            is_public=True,
            opened_by=self.people[0].id,
            server_seed="00" * 32,
        )
        recorded, frontier, feed = write_first(ruleset, opened, "player:bench", 1)
        self.store.append(opened.match, 0, [recorded.stored], frontier=frontier, feed=feed)
        for seat, person in enumerate(self.people):
            taken = facts.SeatTaken(seat=seat, player=person.id, name=person.name, entropy="")
            handle(self.tables, opened.match, Order("player:bench", is_step=False), lambda _t, _at, e=taken: [e])

        def start(table: Table, at: int) -> Sequence[Any]:
            dice = Dice(seed_of(opened.server_seed, table.seats), 0, serial=0, at_ms=at)
            began = facts.PlayBegan(by=self.people[0].id, players=tuple(person.id for person in self.people))
            return [began, *game.setup(options, len(self.people), dice)]

        handle(self.tables, opened.match, Order("player:bench", is_step=False), start)
        return opened.match

    def play(self, match: str, seat: int, type_: str, params: dict[str, Any]) -> None:
        def decide(table: Table, at: int) -> Sequence[Any]:
            command = msgspec.convert({**params, "seat": seat}, table.game.commands[type_])
            return table.game.decide(table.state, command, table.dice(at))

        handle(self.tables, match, Order(seat_actor(seat), b"", (type_, params)), decide)

    def take_back(self, match: str, steps: Sequence[int]) -> None:
        """As an arbiter does."""
        undone = facts.MoveUndone(steps=tuple(steps), by="arbiter:bench")
        handle(self.tables, match, Order("arbiter:bench"), lambda _table, _at: [undone])

    def serve(self, match: str, store: EventStore, copy: str | None = None) -> int:
        """Put the match into the store with its snapshots, perhaps under another name; answers its version."""
        name = copy or match
        first, *rest = (recorded.stored for recorded in self.store.read(match))
        events = [replace(first, public={**first.public, "match": name}), *rest]
        frontier = self.store.head(match).frontier
        for start in range(0, len(events), PIECE):
            store.append(name, start, events[start : start + PIECE], frontier=frontier, feed=listed_note())
        table = self.tables.recent(match)
        snapshots = {
            waypoint.version: snapshot.write(replace(kept, match=name, opened=replace(kept.opened, match=name)))
            for waypoint in table.waypoints
            if (resumed := self.store.resume(match, waypoint.version)) and (kept := table_in(table, resumed))
        }
        if snapshots:
            store.put_snapshots(name, snapshots, newest=max(snapshots))
        return len(events)


def rounds_without_end(turn: int) -> list[tuple[int, str, dict[str, Any]]]:
    """A turn of two players that changes nothing: foreign aid, blocked, and the block accepted. Three commands."""
    actor, first = turn % 2, turn * 3
    return [
        (actor, "declare_action", {"decision_id": first, "action": "local_businessmen"}),
        (1 - actor, "block", {"decision_id": first + 1, "claim": "russia"}),
        (actor, "accept_block", {"decision_id": first + 2}),
    ]
