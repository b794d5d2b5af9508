"""What the search has found for a seat in a position of a match, in the game's words; and what was played there."""

from __future__ import annotations

from typing import Any

from events.envelope import seat_actor
from games.choices import Choice, allows
from games.questions import values_of
from games.search import Found, Tried
from ledger.table import Table
from projections.questions import Offer, offers_for
from projections.replay import Replay

SHOWN_MAX = 5
STEPS_AHEAD_MAX = 50


def list_best(table: Table, seat: int, found: Found) -> list[dict[str, Any]]:
    """The best commands, the best first, each with what the choice was called."""
    offers = offers_for(table, seat)
    return [_in_words(one, offers) for one in found.tried[:SHOWN_MAX]]


def _in_words(tried: Tried, offers: list[Offer]) -> dict[str, Any]:
    offer = next(one for one in offers if _fits(tried, one))
    return {
        "type": tried.type,
        "params": tried.params,
        "label": offer.label,
        "names": {name: called for name in tried.params if (called := _name_of(tried, name, offer)) is not None},
        "worth": round(tried.worth, 3),
        "passes": tried.passes,
    }


def _fits(tried: Tried, offer: Offer) -> bool:
    return (
        offer.type == tried.type
        and tried.params.keys() <= offer.params.keys()
        and all(allows(offer.params[name], value) for name, value in tried.params.items())
    )


def _name_of(tried: Tried, name: str, offer: Offer) -> str | None:
    """What the value of a parameter is called; None where it has no name, or is a list."""
    values, value = values_of(Choice(offer.type, offer.params), name), tried.params[name]
    return offer.names[name][values.index(value)] if name in offer.names and value in values else None


def next_command(replay: Replay, table: Table, step: int, seat: int) -> dict[str, Any] | None:
    """What this seat sent next; None if it sent nothing soon."""
    for later in range(step + 1, min(replay.steps().stop, step + 1 + STEPS_AHEAD_MAX)):
        stored = replay.events_of(later)[0].stored
        if stored.actor == seat_actor(seat) and stored.cause is not None and stored.cause.type in table.game.commands:
            return {"step": later, "type": stored.cause.type, "params": stored.cause.params.values}
    return None
