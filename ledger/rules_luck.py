"""Luck that nobody can choose: commitments, closing the lobby, opening the parts, withholding one (LEDGER-9)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from games.decider import Event
from games.dice import Dice
from ledger import events as facts
from ledger.bots import bot_kind
from ledger.orders import Order, Refused, person_as_player
from ledger.seed import HEX_32, PART_BYTES, commitment_of
from ledger.table import SeatInfo, Table, seed_of

OPEN_S = 60  # to open one's part, in a match with a clock
OPEN_WITHOUT_CLOCK_S = 24 * 3600
ROUNDS_MAX = 3
LOBBY_EVENTS_MAX = 1000
COMMIT, OPEN, WITHHOLD = "commit_luck", "open_luck", "withhold_luck"

Seats = Sequence[SeatInfo | None]


def must_not_be_closed(table: Table) -> None:
    """LEDGER-9.3: who sits where, and who has committed to what, is settled before the first part is open."""
    if table.opening is not None:
        sentence = "The lobby is closed until everybody has opened their part of the luck."
        raise Refused("lobby_closed", "LEDGER-9.3", sentence, waiting_for=list(table.opening.waiting_for))


def must_not_be_too_long(table: Table) -> None:
    """LEDGER-2.9: sitting down, leaving and committing again and again must not fill the store."""
    if table.version >= LOBBY_EVENTS_MAX:
        sentence = "Too much has happened in this lobby: open another match."
        raise Refused("lobby_too_long", "LEDGER-2.9", sentence)


def checked_commitment(table: Table, commitment: str) -> str:
    """LEDGER-9.2: 32 bytes that were not used before."""
    if not HEX_32.fullmatch(commitment):
        sentence = "A commitment to a part of the luck has 64 hexadecimal digits."
        raise Refused("commitment_invalid", "LEDGER-9.2", sentence, errors={"commitment": ["not 64 hex digits"]})
    if commitment in table.commitments:
        raise Refused("commitment_used", "LEDGER-9.2", "This commitment was used in this match before.")
    return commitment


def commit_luck(table: Table, order: Order, _at: int) -> list[facts.MatchEvent]:
    """LEDGER-2.9, LEDGER-9.2: whoever sits commits, or commits to another part, while the lobby is open."""
    info = _seat_in_lobby(table, order)
    must_not_be_closed(table)
    must_not_be_too_long(table)
    if bot_kind(info.player) is not None:
        raise Refused("not_allowed", "LEDGER-9.2", "Bots of the server give no part of the luck.")
    commitment = checked_commitment(table, order.params["commitment"])
    return [facts.LuckCommitted(seat=info.seat, commitment=commitment, rule="LEDGER-9.2")]


def close_lobby(table: Table, person: str, at: int) -> list[facts.MatchEvent]:
    """LEDGER-9.3, LEDGER-9.5, LEDGER-9.6: nothing if nobody has committed; else everybody who has opens their part."""
    if table.abandoned_rounds == ROUNDS_MAX:
        sentence = f"A part of the luck was withheld in {ROUNDS_MAX} rounds: this match cannot be started any more."
        raise Refused("luck_given_up", "LEDGER-9.6", sentence)
    missing = table.must_commit()
    if missing:
        sentence = f"These seats commit to a new part of the luck first: {', '.join(map(str, missing))}."
        raise Refused("luck_missing", "LEDGER-9.5", sentence, seats=list(missing))
    waiting_for = tuple(info.seat for info in table.seats if info is not None and info.commitment)
    if not waiting_for:
        return []
    seconds = OPEN_S if table.opened.has_clock else OPEN_WITHOUT_CLOCK_S
    return [
        facts.LobbyClosed(
            by=person,
            round=table.abandoned_rounds + 1,
            waiting_for=waiting_for,
            deadline=at + 1000 * seconds,
            rule="LEDGER-9.3",
        )
    ]


def open_luck(table: Table, order: Order, at: int) -> list[facts.MatchEvent | Event]:
    """LEDGER-9.4: the part that was committed to, once and in time; play begins with the last one."""
    info, opening = _seat_in_lobby(table, order), table.opening
    part: str = order.params["part"]
    if not HEX_32.fullmatch(part):
        sentence = f"A part of the luck has {PART_BYTES} bytes, as 64 hexadecimal digits."
        raise Refused("part_invalid", "LEDGER-9.1", sentence, errors={"part": ["not 64 hex digits"]})
    if opening is None:
        raise Refused("lobby_not_closed", "LEDGER-9.4", "Parts are opened once the lobby is closed.")
    if not info.commitment:
        raise Refused("luck_not_committed", "LEDGER-9.4", "Your seat has not committed to a part of the luck.")
    if info.seat not in opening.waiting_for:
        raise Refused("luck_opened", "LEDGER-9.4", "Your part of the luck is open already.")
    if at > opening.deadline:
        raise Refused("luck_late", "LEDGER-9.4", "The time to open the parts of the luck is over.")
    if commitment_of(table.match, info.seat, info.player, part) != info.commitment:
        raise Refused("luck_mismatch", "LEDGER-9.4", "This is not the part that your seat has committed to.")
    opened = facts.LuckOpened(seat=info.seat, part=part, rule="LEDGER-9.4")
    seats = seats_at_start(table, order)
    return [opened] if seats is None else [opened, *begin_play(table, seats, info.player, "LEDGER-9.4", at)]


def seats_at_start(table: Table, order: Order) -> Seats | None:
    """The seats, with all their parts, if play begins with this order; None if it does not."""
    if order.type == "start_match":
        return None if any(info is not None and info.commitment for info in table.seats) else table.seats
    seat = table.seat_of(person_as_player(order.actor))
    if order.type != OPEN or table.opening is None or table.opening.waiting_for != (seat,):
        return None
    return [
        replace(info, part=order.params["part"]) if info is not None and info.seat == seat else info
        for info in table.seats
    ]


def begin_play(table: Table, seats: Seats, person: str, rule: str, at: int) -> list[facts.MatchEvent | Event]:
    """LEDGER-2.6: the game's setup follows; in a branch nothing does."""
    players = tuple(info.player for info in seats if info is not None)
    began = facts.PlayBegan(by=person, players=players, rule=rule)
    if table.opened.branch is not None:
        return [began]
    dice = Dice(seed_of(table.opened, seats), 0, serial=0, at_ms=at)
    return [began, *table.game.rules.setup(table.options(), len(seats), dice)]


def withhold_luck(table: Table) -> list[facts.MatchEvent]:
    """LEDGER-9.5: whoever has not opened their part leaves."""
    assert table.opening is not None, "only called when it is due"
    late = [info for info in table.seats if info is not None and info.seat in table.opening.waiting_for]
    seats = tuple(info.seat for info in late)
    return [
        facts.LuckWithheld(round=table.opening.round, seats=seats, rule="LEDGER-9.5"),
        *(facts.SeatLeft(seat=info.seat, player=info.player, rule="LEDGER-9.5") for info in late),
    ]


def withhold_by_clock(_table: Table, _order: Order, _at: int) -> list[facts.MatchEvent]:
    """LEDGER-9.5: nobody but the clock asks for that."""
    raise Refused("not_allowed", "LEDGER-9.5", "Only the clock says that a part of the luck was withheld.")


def _seat_in_lobby(table: Table, order: Order) -> SeatInfo:
    seat = table.seat_of(person_as_player(order.actor))
    info = None if seat is None else table.seats[seat]
    if info is None:
        raise Refused("not_a_player", "LEDGER-9.2", "Only the players of this match have a part in its luck.")
    if table.status != "open":
        raise Refused("match_not_open", "LEDGER-9.4", "The parts of the luck are settled before play begins.")
    return info
