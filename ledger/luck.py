"""Where the randomness of a match came from: every question to the dice, and what they showed."""

from __future__ import annotations

from collections.abc import Sequence

from events.envelope import Recorded
from events.export import Luck
from ledger.audit import after, calls_of
from ledger.audit_events import batches
from ledger.audit_orders import order_of
from ledger.rules_lobby import SEED
from ledger.table import Ruleset, SeatInfo, Table, open_table, seed_of


def luck_of(ruleset: Ruleset, history: Sequence[Recorded], origin: Table | None = None) -> list[Luck]:
    """The questions of every step that asked any, by executing the match again."""
    found: list[Luck] = []
    table = open_table(ruleset, history[0], origin)
    for batch in batches(history[1:]):
        events = [ruleset.codec.read(recorded.stored) for recorded in batch]
        calls, place = calls_of(table, order_of(batch, events), batch[0].stored.at)
        if calls:
            found.append(
                Luck(
                    luck=batch[0].stored.step,
                    place=place,
                    calls=[(question, given, outcome) for question, given, outcome in calls],
                )
            )
        table = after(ruleset, table, history, batch, events, origin)
    return found


def seed_in(history: Sequence[Recorded]) -> bytes:
    """The seed of a match with everything open, from its events alone, as docs/proofs.md says."""
    seats: dict[int, SeatInfo] = {}
    for recorded in history:
        public = recorded.stored.public
        if recorded.stored.type == "SeatTaken":
            seats[public["seat"]] = SeatInfo(public["seat"], public["player"], "", public["entropy"])
        elif recorded.stored.type == "SeatLeft":
            seats.pop(public["seat"], None)
        elif recorded.stored.type == "PlayBegan":
            break
    server_seed = history[0].stored.secret["sealed"].values["server_seed"]
    if not SEED.fullmatch(server_seed):
        raise ValueError("the server's part of the luck has 32 bytes")
    if not all(type(one.seat) is int and type(one.entropy) is str for one in seats.values()):
        raise ValueError("a seat or a part of the luck is of another type")
    return seed_of(server_seed, [seats[seat] for seat in sorted(seats)])
