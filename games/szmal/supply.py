"""Money from and to the bank, markers from and to the pool (section 16 of the rulebook), with what a gain sets off."""

from __future__ import annotations

from typing import Literal

from games.decider import Seat
from games.szmal.events import CashGained, CashLost, MarkersPlaced, MarkersRemoved, SupplyOverdrawn
from games.szmal.measure import holds
from games.szmal.state import Gain
from games.szmal.table import abilities, clause_of, has_static, left_of, place_of, statics
from games.szmal.unfolding import Unfolding

SYMBOLS: Literal["SYMBOLS"] = "SYMBOLS"


def gain(unfolding: Unfolding, seat: Seat, base: int, *, cause: int, rule: str) -> None:
    """SZMAL-1.14, SZMAL-11.18 to SZMAL-11.21: take cash from the bank, doubled, and let others mirror it."""
    if base == 0:
        return
    _pay_out(unfolding, seat, base, cause=cause, rule=rule, origin=None)
    origin = unfolding.state.mirrorable
    assert origin is not None
    for run in abilities(unfolding.state, "ON_GAIN"):
        if left_of(unfolding.state, run.seat) == seat:
            for effect in clause_of(unfolding.catalogue, run).effects:
                if holds(unfolding.state, run, effect.conditions):
                    mirror_rule = f"SZMAL-11.20 {unfolding.catalogue.cards[run.number].rule}"
                    _pay_out(unfolding, run.seat, origin.amount, cause=run.card, rule=mirror_rule, origin=origin)


def lose_cash(unfolding: Unfolding, seat: Seat, demanded: int, *, cause: int, rule: str) -> None:
    """SZMAL-1.15, SZMAL-11.17: give cash back to the bank, at most all one has."""
    amount = min(demanded, unfolding.state.cash[seat])
    if amount:
        unfolding.emit(CashLost(seat=seat, amount=amount, demanded=demanded, cause=cause, rule=rule))


def place_markers(unfolding: Unfolding, seat: Seat, card: int, count: int, *, cause: int | None, rule: str) -> None:
    """Put markers on a Property that lies in this Territory; without a cause they are for symbols (SZMAL-9.2)."""
    if count == 0 or place_of(unfolding.state, seat, card) is None:
        return
    before = unfolding.state.pool
    unfolding.emit(
        MarkersPlaced(seat=seat, property=card, count=count, cause=SYMBOLS if cause is None else cause, rule=rule)
    )
    if before >= 0 > unfolding.state.pool:
        unfolding.emit(SupplyOverdrawn(kind="MARKERS", balance=unfolding.state.pool, rule="SZMAL-16.4"))


def remove_markers(unfolding: Unfolding, seat: Seat, card: int, demanded: int, *, cause: int, rule: str) -> None:
    """SZMAL-9.11, SZMAL-9.13: take markers off a Property, as many as there are, unless they are protected."""
    place = place_of(unfolding.state, seat, card)
    if place is None or has_static(unfolding.state, seat, "PROTECT_MARKERS", card=card):
        return
    count = min(demanded, place.markers)
    if count:
        unfolding.emit(MarkersRemoved(seat=seat, property=card, count=count, cause=cause, rule=rule))


def _pay_out(unfolding: Unfolding, seat: Seat, base: int, *, cause: int, rule: str, origin: Gain | None) -> None:
    before = unfolding.state.bank
    doublings = sum(1 for _ in statics(unfolding.state, seat, "DOUBLE_GAINS"))
    unfolding.emit(
        CashGained(
            seat=seat,
            gain=unfolding.state.gains + 1,
            amount=base * 2**doublings,
            base=base,
            doublings=doublings,
            cause=cause,
            mirror_of=origin.number if origin else None,
            rule=f"{rule} SZMAL-11.19" if doublings else rule,
        )
    )
    if before >= 0 > unfolding.state.bank:
        unfolding.emit(SupplyOverdrawn(kind="CASH", balance=unfolding.state.bank, rule="SZMAL-16.4"))
