"""What a match wants of one of its players: a move, an answer; and what is new since they last looked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from events.envelope import commanding_seat
from ledger.rules_leaving import seats_asked
from ledger.table import Ending, Hold, Status, Table

Kind = Literal["turn", "seated", "started", "undo", "call_off", "hold", "end", "rematch"]
Wish = Literal["move", "answer_undo", "agree_to_call_off"]


class Attention(Struct, frozen=True):
    """One match as one player wants to hear of it; nothing in it that the player could not read in the match."""

    match: str
    game: str
    status: Status
    version: int
    seat: int
    wants: list[Wish]  # of this player, now
    deadline: int | None  # when the clock acts
    taken: int  # seats
    seats: int
    names: list[str]  # of those who sit, by seat
    held: Hold | None
    ending: Ending | None
    rematch: str | None
    moved_by: int | None  # the seat of the latest step that counts
    moved_in: int  # that step

    @property
    def is_waiting(self) -> bool:
        return bool(self.wants)


def attention_of(table: Table, player: str) -> Attention | None:
    """None if the player does not sit in the match."""
    seat = table.seat_of(player)
    if seat is None:
        return None
    return Attention(
        match=table.match,
        game=table.opened.game,
        status=table.status,
        version=table.version,
        seat=seat,
        wants=list(_wants(table, seat)) if table.seat_played_by(player) is not None else [],
        deadline=table.play_due_ms(),
        taken=sum(info is not None for info in table.seats),
        seats=len(table.seats),
        names=[info.name for info in table.seats if info is not None],
        held=table.held(),
        ending=table.ending(),
        rematch=table.rematch or None,
        moved_by=commanding_seat(table.recent[-1].actor) if table.recent else None,
        moved_in=table.recent[-1].step if table.recent else table.first_step,
    )


def _wants(table: Table, seat: int) -> Iterator[Wish]:
    if table.status != "running":
        return
    if seat in table.to_act():
        yield "move"
    if table.undo_request is not None and seat in table.undo_request.waiting_for:
        yield "answer_undo"
    if table.call_off and seat in seats_asked(table, 0) and seat not in table.call_off:
        yield "agree_to_call_off"


def changes_between(before: Attention | None, now: Attention) -> list[Kind]:
    """What a player is told, in the order in which it matters; of a match that is new to them, what it wants."""
    if before is None:
        return ["turn"] if "move" in now.wants else []
    found: list[Kind] = []
    if now.status == "open" and now.taken > before.taken:
        found.append("seated")
    if before.status == "open" and now.status == "running":
        found.append("started")
    if "move" in now.wants and ("move" not in before.wants or _others_have_moved(before, now)):
        found.append("turn")
    if "answer_undo" in now.wants and "answer_undo" not in before.wants:
        found.append("undo")
    if "agree_to_call_off" in now.wants and "agree_to_call_off" not in before.wants:
        found.append("call_off")
    if now.held is not None and now.held.by == "dispute" and (before.held is None or before.held.by != "dispute"):
        found.append("hold")
    if now.status == "finished" and before.status != "finished":
        found.append("end")
    if now.rematch is not None and before.rematch is None:
        found.append("rematch")
    return found


def _others_have_moved(before: Attention, now: Attention) -> bool:
    """Between two looks a quick opponent may have had a whole turn."""
    return now.moved_in > before.moved_in and now.moved_by not in (None, now.seat)


def sort_by_wish(found: list[Attention]) -> list[Attention]:
    """Those that wait for the player first, the next deadline first among them; then the newest."""
    far = 1 << 62
    return sorted(found, key=lambda one: (not one.is_waiting, one.deadline or far if one.is_waiting else 0))
