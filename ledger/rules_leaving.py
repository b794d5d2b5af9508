"""Leaving: cancelling an open match, conceding, a bot that plays on, calling a match off, and seats that are away
(LEDGER-2.7, LEDGER-2.8 and LEDGER-10)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from events.envelope import seat_actor
from ledger import events as facts
from ledger.bots import bot_kind, is_bot_id
from ledger.conditions import holding_seat, lapse_request, must_play_on, must_run
from ledger.orders import Order, Refused, person_as_player
from ledger.rules_luck import must_not_be_closed
from ledger.table import Table

CALL_OFFS_MAX = 3  # proposals of one seat in one match


def cancel_match(table: Table, order: Order, _at: int) -> list[facts.MatchEvent]:
    """LEDGER-2.7: whoever has opened a match may cancel it until the lobby is closed."""
    if table.status != "open":
        raise Refused("match_not_open", "LEDGER-2.7", "A match is cancelled before it begins.")
    if person_as_player(order.actor) != table.opened.opened_by:
        raise Refused("not_allowed", "LEDGER-2.7", "A match is cancelled by whoever has opened it.")
    must_not_be_closed(table)  # else a deal that somebody foresees could be refused without anybody's name
    return [facts.MatchCancelled(by=order.actor, rule="LEDGER-2.7")]


def leave(table: Table, order: Order, at: int) -> list[facts.MatchEvent]:
    """LEDGER-10.1: a player of a running match concedes, lets a bot play on, or wants to call it off."""
    must_run(table)
    seat = holding_seat(table, order)
    if seat in table.conceded():
        raise Refused("already_conceded", "LEDGER-10.2", "You have conceded already.")
    return WAYS[order.params["as"]](table, seat, order, at)


def _concede(table: Table, seat: int, order: Order, _at: int) -> list[facts.MatchEvent]:
    """LEDGER-10.2, LEDGER-10.4: a seat that can still win gives up; if only one is left that has not, that one wins."""
    if seat not in table.contenders():
        raise Refused("not_in_play", "LEDGER-10.2", "The seat is out of the match, so there is nothing to concede.")
    gone = {seat, *table.conceded()}
    left = tuple(one for one in table.contenders() if one not in gone)
    conceded = facts.SeatConceded(seat=seat, by=order.actor, rule="LEDGER-10.2")
    is_over = len(left) <= 1
    ending = [facts.MatchConceded(winners=left, rule="LEDGER-10.4")] if is_over else []
    return [*lapse_request(table), conceded, *ending]


def _hand_over(table: Table, seat: int, order: Order, _at: int) -> list[facts.MatchEvent]:
    """LEDGER-10.5: a bot plays on for the player."""
    if is_played_by_bot(table, seat):
        raise Refused("bot_plays_on", "LEDGER-10.5", "A bot plays this seat already.")
    bot: str = order.given["bot"]
    if table.seat_of(bot) is not None or not is_bot_id(bot, order.params.get("policy", "sensible")):
        raise Refused("bot_invalid", "LEDGER-10.5", "A bot has an id of its own, which says how it plays.")
    return [facts.SeatHandedOver(seat=seat, bot=bot, by=order.actor, rule="LEDGER-10.5")]


def is_played_by_bot(table: Table, seat: int) -> bool:
    """Whether no person plays this seat now."""
    info = table.seats[seat]
    return table.bot_of(seat) is not None or (info is not None and bot_kind(info.player) is not None)


def _call_off(table: Table, seat: int, order: Order, at: int) -> list[facts.MatchEvent]:
    """LEDGER-10.6: at once while somebody who is asked has not played yet; later when all of them agree."""
    asked = seats_asked(table, at)
    if seat not in asked:
        raise Refused("not_in_play", "LEDGER-10.6", "A match is called off by those who can still win it.")
    agreed = tuple(sorted({*table.call_off, seat}))
    missing = tuple(one for one in asked if one not in agreed)
    has_begun = all(seat_actor(one) in table.moved for one in asked)
    if not missing or not has_begun:
        return [*lapse_request(table), facts.MatchAbandoned(by=order.actor, agreed=agreed, rule="LEDGER-10.6")]
    if seat in table.call_off:
        raise Refused("already_agreed", "LEDGER-10.6", "You have agreed already; the others have not.")
    if table.call_offs.count(seat) >= CALL_OFFS_MAX:
        sentence = f"You have proposed it {CALL_OFFS_MAX} times; the others may still propose it."
        raise Refused("call_off_too_often", "LEDGER-10.6", sentence)
    return [facts.CallOffProposed(seat=seat, waiting_for=missing, rule="LEDGER-10.6")]


def seats_asked(table: Table, at: int) -> tuple[int, ...]:
    """LEDGER-10.6: whose consent it takes to call the match off: of persons who can still win and are not away."""
    conceded = table.conceded()
    return tuple(
        seat
        for seat in table.contenders()
        if seat not in conceded and not is_played_by_bot(table, seat) and not is_away(table, seat, at)
    )


def is_away(table: Table, seat: int, at: int) -> bool:
    """LEDGER-10.7: the match has waited for this seat for the time that it says."""
    away_ms = table.away_ms_if_waited_for(seat)
    return away_ms is not None and away_ms <= at and table.away_ms(seat) is not None


WAYS: Mapping[str, Callable[[Table, int, Order, int], list[facts.MatchEvent]]] = {
    "concede": _concede,
    "bot": _hand_over,
    "call-off": _call_off,
}


def stay(table: Table, order: Order, _at: int) -> list[facts.MatchEvent]:
    """LEDGER-10.5, LEDGER-10.6: the player takes the seat back from a bot, or no longer wants to call the match off."""
    must_run(table)
    person = person_as_player(order.actor)
    seat = table.seat_of(person)
    if seat is None or table.bot_of(seat) == person:
        raise Refused("not_a_player", "LEDGER-10.5", "Only the players of this match may do that.")
    must_play_on(table, seat)
    if table.bot_of(seat) is not None:
        return [facts.SeatTakenBack(seat=seat, rule="LEDGER-10.5")]
    if seat in table.call_off:
        return [facts.CallOffWithdrawn(seat=seat, rule="LEDGER-10.6")]
    raise Refused("nothing_to_withdraw", "LEDGER-10.5", "You play your seat, and have not asked to call the match off.")


def report_away(table: Table, order: Order, at: int) -> list[facts.MatchEvent]:
    """LEDGER-10.7, LEDGER-10.8: the others let a bot play on for a seat that is away, or take it to have conceded."""
    must_run(table)
    own, seat = holding_seat(table, order), order.params["seat"]
    must_play_on(table, own)
    if seat == own:
        raise Refused("not_away", "LEDGER-10.8", "This is your own seat; leave the match if you want to.")
    if not 0 <= seat < len(table.seats) or not is_away(table, seat, at):
        away_ms = table.away_ms(seat) if 0 <= seat < len(table.seats) else None
        sentence = "The match does not wait for this seat, or not for long enough yet."
        raise Refused("not_away", "LEDGER-10.7", sentence, away_at=away_ms)
    return REMEDIES[order.params["as"]](table, seat, order, at)


REMEDIES: Mapping[str, Callable[[Table, int, Order, int], list[Any]]] = {"concede": _concede, "bot": _hand_over}
