"""Where the randomness of a match came from: every question to the dice, and what they showed."""

from __future__ import annotations

from collections.abc import Sequence

from events.envelope import Recorded
from events.export import Luck
from games.catalogue import CatalogueGone
from games.decider import IllegalMove
from ledger.audit import DAMAGE, after, calls_of
from ledger.audit_events import batches
from ledger.audit_orders import order_of
from ledger.orders import Refused
from ledger.table import Ruleset, Table, open_table


def luck_of(ruleset: Ruleset, history: Sequence[Recorded], origin: Table | None = None) -> list[Luck]:
    """The questions of every step that asked any, by executing the match again.

    They end before the first order that cannot be executed: what it asked is not known, and the audit says what is
    wrong with it. Whoever wants to verify such a match needs its file all the same.
    """
    found: list[Luck] = []
    try:
        table = open_table(ruleset, history[0], origin)
    except DAMAGE:
        return found
    for batch in batches(history[1:]):
        try:
            events = [ruleset.codec.read(recorded.stored) for recorded in batch]
            calls, place = calls_of(table, order_of(batch, events), batch[0].stored.at)
            table = after(ruleset, table, history, batch, events, origin)
        except CatalogueGone:
            raise
        except (Refused, IllegalMove, *DAMAGE):
            return found
        if calls:
            found.append(
                Luck(
                    luck=batch[0].stored.step,
                    place=place,
                    calls=[(question, given, outcome) for question, given, outcome in calls],
                )
            )
    return found
