"""Money from and to the bank, markers from and to the pool (section 16 of the rulebook), with what a gain sets off."""

from __future__ import annotations

from typing import Literal

from games.decider import Seat
from games.szmal.events import CashGained, CashLost, MarkersPlaced, MarkersRemoved, SupplyOverdrawn
from games.szmal.measure import holds
from games.szmal.state import Gain
from games.szmal.table import abilities, clause_of, has_static, left_of, place_of, statics
from games.szmal.turn import Turn

SYMBOLS: Literal["SYMBOLS"] = "SYMBOLS"


def gain(turn: Turn, seat: Seat, base: int, *, cause: int, rule: str) -> None:
    """SZMAL-1.14, SZMAL-11.18 to SZMAL-11.21: take cash from the bank, doubled, and let others mirror it."""
    if base == 0:
        return
    _pay_out(turn, seat, base, cause=cause, rule=rule, origin=None)
    origin = turn.state.mirrorable
    assert origin is not None
    for run in abilities(turn.state, "ON_GAIN"):
        if left_of(turn.state, run.seat) == seat:
            for effect in clause_of(turn.catalogue, run).effects:
                if holds(turn.state, run, effect.conditions):
                    mirror_rule = f"SZMAL-11.20 {turn.catalogue.cards[run.number].rule}"
                    _pay_out(turn, run.seat, origin.amount, cause=run.card, rule=mirror_rule, origin=origin)


def lose_cash(turn: Turn, seat: Seat, demanded: int, *, cause: int, rule: str) -> None:
    """SZMAL-1.15, SZMAL-11.17: give cash back to the bank, at most all one has."""
    amount = min(demanded, turn.state.cash[seat])
    if amount:
        turn.emit(CashLost(seat=seat, amount=amount, demanded=demanded, cause=cause, rule=rule))


def place_markers(turn: Turn, seat: Seat, card: int, count: int, *, cause: int | None, rule: str) -> None:
    """Put markers on a Property that lies in this Territory; without a cause they are for symbols (SZMAL-9.2)."""
    if count == 0 or place_of(turn.state, seat, card) is None:
        return
    before = turn.state.pool
    turn.emit(
        MarkersPlaced(seat=seat, property=card, count=count, cause=SYMBOLS if cause is None else cause, rule=rule)
    )
    if before >= 0 > turn.state.pool:
        turn.emit(SupplyOverdrawn(kind="MARKERS", balance=turn.state.pool, rule="SZMAL-16.4"))


def remove_markers(turn: Turn, seat: Seat, card: int, demanded: int, *, cause: int, rule: str) -> None:
    """SZMAL-9.11, SZMAL-9.13: take markers off a Property, as many as there are, unless they are protected."""
    place = place_of(turn.state, seat, card)
    if place is None or has_static(turn.state, seat, "PROTECT_MARKERS", card=card):
        return
    count = min(demanded, place.markers)
    if count:
        turn.emit(MarkersRemoved(seat=seat, property=card, count=count, cause=cause, rule=rule))


def _pay_out(turn: Turn, seat: Seat, base: int, *, cause: int, rule: str, origin: Gain | None) -> None:
    before = turn.state.bank
    doublings = sum(1 for _ in statics(turn.state, seat, "DOUBLE_GAINS"))
    turn.emit(
        CashGained(
            seat=seat,
            gain=turn.state.gains + 1,
            amount=base * 2**doublings,
            base=base,
            doublings=doublings,
            cause=cause,
            mirror_of=origin.number if origin else None,
            rule=f"{rule} SZMAL-11.19" if doublings else rule,
        )
    )
    if before >= 0 > turn.state.bank:
        turn.emit(SupplyOverdrawn(kind="CASH", balance=turn.state.bank, rule="SZMAL-16.4"))
