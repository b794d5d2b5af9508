"""Matches that are made in memory and copied into the store at once, so that making them takes no time of the run."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from events.envelope import seat_actor
from events.memory_store import MemoryStore
from events.store import DIGEST_BYTES, Append, EventStore, Head, Key
from games.registry import all_games
from ledger import events as facts
from ledger.decide import decide
from ledger.orders import Order, plain
from ledger.rules_lobby import open_match
from ledger.table import rulesets_of
from projections import snapshot
from projections.tables import Tables, table_in
from service.handle import Sent, handle, listed_note, write_first
from service.web.identity import Person, new_id
from tests.play import sample_params
from tests.policies import POLICIES

PIECE = 1000  # events in one append
NO_CLOCKS = {"reaction_timeout_s": None, "reaction_window_ms": None, "response_window_ms": None}


Move = tuple[int, str, dict[str, Any]]  # seat, type, parameters
COUP = {"module": "media", "first_seat": 0, "reaction_timeout_s": None}


class Recording(NamedTuple):
    """A match that can be repeated under its id: with the same seed, the same commands have the same outcomes."""

    match: str
    slug: str
    options: dict[str, Any]
    server_seed: str
    moves: list[Move]


class MatchBuilder:
    """Matches of these people, played in memory, or in another store."""

    def __init__(self, people: Sequence[Person], store: EventStore | None = None) -> None:
        self.people = people
        self.store = store or MemoryStore()
        self.tables = Tables(self.store, rulesets_of(all_games()))

    def begin(
        self, slug: str = "coup", given: dict[str, Any] = COUP, server_seed: str = "00" * 32, match: str | None = None
    ) -> str:
        """A match with everybody seated, just begun."""
        game = all_games()[slug]
        ruleset = self.tables.rulesets[slug, game.rules_version]
        options = msgspec.convert(given, game.options)
        params = {
            "game": game.slug,
            "seats": len(self.people),
            "options": plain(options),
            "public": True,
            "turn_s": None,
            "reaction_s": None,
            "hold_s": facts.HOLD_S,
        }
        opener = f"player:{self.people[0].id}"
        order = Order(opener, "open_match", params, {"match": match or new_id("m"), "server_seed": server_seed})
        (opened,) = open_match(game, order, 1)
        recorded, frontier, feed = write_first(ruleset, opened, order, 1)
        self.store.append(Append(opened.match, Head(0, ()), [recorded.stored], frontier, feed=feed))
        for seat, person in enumerate(self.people):
            sitting = Order(f"player:{person.id}", "take_seat", {"seat": seat}, {"name": person.name})
            handle(self.tables, opened.match, sitting)
        handle(self.tables, opened.match, Order(opener, "start_match"))
        return opened.match

    def record(self, slug: str, rng: Random, moves_max: int) -> Recording:
        """A match played by the random player of the tests, to its end or to a number of moves."""
        options = {name: value for name, value in NO_CLOCKS.items() if name in _option_names(slug)}
        server_seed = rng.randbytes(32).hex()
        match = self.begin(slug, options, server_seed)
        recording = Recording(match, slug, options, server_seed, [])
        while len(recording.moves) < moves_max and (table := self.tables.recent(match)).status == "running":
            seat = rng.choice(table.to_act())
            template = POLICIES[slug](rng, table.state, seat, table.game.rules.choices(table.state, seat))
            move = (seat, template.type, msgspec.to_builtins(sample_params(template, rng)))
            recording.moves.append(move)
            self.play(match, *move)
        return recording

    def begin_again(self, recording: Recording) -> str:
        """The recorded match before its first move; not in the store that it was recorded in, which has it already."""
        return self.begin(recording.slug, recording.options, recording.server_seed, recording.match)

    def play(self, match: str, seat: int, type_: str, params: dict[str, Any], key: str | None = None) -> None:
        kept = None if key is None else Key(seat_actor(seat), key, bytes(DIGEST_BYTES))
        handle(self.tables, match, Order(seat_actor(seat), type_, params, is_command=True), Sent(key=kept))

    def ends_with(self, match: str, seat: int, type_: str, params: dict[str, Any]) -> bool:
        """Whether the match would be over after this command."""
        table = self.tables.recent(match)
        events = decide(table, Order(seat_actor(seat), type_, params, is_command=True), table.last_at)
        return table.game.rules.result(table.game.fold(table.state, events)) is not None

    def rewind(self, match: str, steps: int) -> None:
        """Take the last steps back, as an arbiter."""
        line = list(self.tables.recent(match).line)
        to_step = line[-steps - 1] if len(line) > steps else 0
        handle(self.tables, match, Order("arbiter:bench", "rewind", {"to_step": to_step}))

    def copy_to(self, match: str, store: EventStore, copy: str | None = None, *, with_luck: bool = False) -> int:
        """Copy the match with its snapshots into the store, under another id if one is given; returns its version.

        The seed depends on the id: a copy with the luck of the original has a snapshot at its end, which holds it.
        """
        name = copy or match
        first, *rest = (recorded.stored for recorded in self.store.read(match))
        events = [replace(first, public={**first.public, "match": name}), *rest]
        frontier = self.store.head(match).frontier
        for start in range(0, len(events), PIECE):
            known = Head(start, frontier if start else ())
            store.append(Append(name, known, events[start : start + PIECE], frontier, feed=listed_note()))
        table = self.tables.recent(match)
        snapshots = {
            waypoint.version: snapshot.write(replace(kept, match=name, opened=replace(kept.opened, match=name)))
            for waypoint in table.waypoints
            if (kept := table_in(table, self.store.at(match, waypoint.version)))
        }
        if with_luck:
            snapshots[table.version] = snapshot.write(
                replace(table, match=name, opened=replace(table.opened, match=name))
            )
        if snapshots:
            store.put_snapshots(name, Head(len(events), frontier), snapshots, newest=max(snapshots))
        return len(events)


def endless_turn(turn: int) -> list[Move]:
    """Three commands of two players that change nothing: foreign aid, its block, and the block accepted."""
    actor, first = turn % 2, turn * 3
    return [
        (actor, "declare_action", {"decision_id": first, "action": "local_businessmen"}),
        (1 - actor, "block", {"decision_id": first + 1, "claim": "russia"}),
        (actor, "accept_block", {"decision_id": first + 2}),
    ]


def _option_names(slug: str) -> set[str]:
    return {field.name for field in msgspec.structs.fields(all_games()[slug].options)}
