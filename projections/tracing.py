"""The way of a card through a match: in which steps it was named, and to which seats it was shown.

"Shown" is what the events say: a part of an event that named the card was delivered to that seat. Whether a player can
still know where the card is, say after a shuffle, is for people to judge.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec import Struct

from events.envelope import Recorded
from events.visibility import ARBITER, Viewer, marks, redact
from games.card_names import NamedCard
from ledger.table import Table


class Shown(Struct, frozen=True):
    """The step in which a seat was first shown a card."""

    seat: int
    step: int


class KnownCard(Struct, frozen=True):
    """A card that the viewer has been shown, and which seats have been, as far as the viewer may know."""

    card: str
    kind: str  # its id in the catalogue; "" if no event has said it to the viewer
    shown: list[Shown]


def known_cards(newest: Table, history: Iterable[Recorded], viewer: Viewer) -> list[KnownCard]:
    """Of this history, every card that was named to the viewer, in the order of its first appearance.

    Everything follows from the parts that the viewer may open and from whom these are for, so that it tells a player of
    a running match nothing that their own events do not tell.
    """
    kinds: dict[str, str] = {}
    shown: dict[str, dict[int, int]] = {}
    for recorded, event in _game_events(newest, history):
        seen = redact(event, viewer)
        for named in _cards_in(newest, seen):
            kinds[named.id] = kinds.get(named.id) or named.kind
            seats = shown.setdefault(named.id, {})
            for seat in _seats_shown(newest, seen, named.id):
                seats.setdefault(seat, recorded.stored.step)
    return [
        KnownCard(card, kinds[card], [Shown(seat, step) for seat, step in sorted(seats.items())])
        for card, seats in shown.items()
    ]


def steps_naming(newest: Table, history: Iterable[Recorded], card: str, viewer: Viewer) -> dict[int, list[str]]:
    """The steps whose events name this card to the viewer, and the types of those events."""
    found: dict[int, list[str]] = {}
    for recorded, event in _game_events(newest, history):
        if any(named.id == card for named in _cards_in(newest, redact(event, viewer))):
            found.setdefault(recorded.stored.step, []).append(recorded.stored.type)
    return found


def _game_events(newest: Table, history: Iterable[Recorded]) -> Iterator[tuple[Recorded, Any]]:
    read, types = newest.ruleset.codec.read, {one.__name__ for one in newest.game.rules.on_event}
    for recorded in history:
        if recorded.stored.type in types:
            yield recorded, read(recorded.stored)


def _cards_in(newest: Table, event: Any) -> list[NamedCard]:
    return list(dict.fromkeys(newest.game.presentation.cards_in(event)))


def _seats_shown(newest: Table, seen: Struct, card: str) -> Sequence[int]:
    """The seats that the event names the card to, of what the viewer sees of it."""
    seats = range(len(newest.seats))
    if not marks(type(seen)):
        return seats
    return [seat for seat in seats if any(one.id == card for one in _cards_in(newest, redact(seen, seat)))]


def viewer_of_known(newest: Table, viewer: Viewer) -> Viewer:
    """Once the match is over nothing in it is hidden, and every view may be told who was shown what."""
    return ARBITER if newest.status == "finished" else viewer
