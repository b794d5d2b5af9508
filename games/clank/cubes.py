"""Cubes and gold: Clank, Quiet, healing, and what cards make of noise and of gains (sections 10, 11, 14)."""

from __future__ import annotations

from games.clank.catalogue import PER_CLANK, PER_GOLD_GAIN
from games.clank.events import ClankAdded, ClankRemoved, DamageHealed, GoldGained, ResourcesGained
from games.clank.unfolding import Unfolding
from games.decider import Seat


def make_clank(unfolding: Unfolding, seat: Seat, requested: int, source: str, rule: str) -> None:
    """CLANK-11.1, CLANK-11.2, CLANK-11.4, CLANK-11.7: cubes into the area, Quiet first; out means no noise."""
    if not unfolding.is_in(seat):
        return
    quiet = unfolding.state.turn.quiet if seat == unfolding.state.turn.seat else 0
    cancelled = min(requested, quiet)
    added = min(requested - cancelled, unfolding.player(seat).supply)
    unfolding.emit(
        ClankAdded(
            seat=seat,
            requested=requested,
            cancelled=cancelled,
            added=added,
            source=source,
            rule=f"{rule} CLANK-11.4" if cancelled else rule,
        )
    )
    if seat == unfolding.state.turn.seat:
        for card in unfolding.player(seat).play:
            if card.name in PER_CLANK:
                gain_skill_for_clank(unfolding, seat, card.name, added)


def gain_skill_for_clank(unfolding: Unfolding, seat: Seat, name: str, cubes: int) -> None:
    """CLANK-18.6: Skill for every cube really made."""
    if cubes:
        unfolding.emit(ResourcesGained(seat=seat, source=name, skill=PER_CLANK[name] * cubes, rule="CLANK-18.6"))


def get_quiet(unfolding: Unfolding, seat: Seat, requested: int, source: str, rule: str) -> None:
    """CLANK-11.3, CLANK-11.4: own cubes come back, and what finds none is kept for this turn."""
    if not unfolding.is_in(seat):
        return
    removed = min(requested, unfolding.player(seat).clank)
    banked = requested - removed
    unfolding.emit(
        ClankRemoved(
            seat=seat,
            requested=requested,
            removed=removed,
            banked=banked,
            source=source,
            rule=f"{rule} CLANK-11.4" if banked else rule,
        )
    )


def heal(unfolding: Unfolding, seat: Seat, amount: int, source: str, rule: str) -> None:
    """CLANK-14.3, CLANK-14.4: cubes from the meter back into the supply, as many as there are."""
    healed = min(amount, unfolding.player(seat).meter)
    if healed:
        unfolding.emit(DamageHealed(seat=seat, amount=healed, source=source, rule=rule))


def gain_gold(unfolding: Unfolding, seat: Seat, base: int, source: str, rule: str) -> None:
    """CLANK-10.1, CLANK-18.7: one gain of gold, larger for each Search in play."""
    bonus = sum(PER_GOLD_GAIN.get(card.name, 0) for card in unfolding.player(seat).play)
    rules = f"{rule} CLANK-18.7" if bonus else rule
    unfolding.emit(GoldGained(seat=seat, base=base, bonus=bonus, source=source, is_gain=True, rule=rules))


def catch_up_gold(unfolding: Unfolding, seat: Seat, name: str) -> None:
    """CLANK-18.7: the gains that came before the card; the catch-up is no gain itself."""
    bonus = PER_GOLD_GAIN[name] * unfolding.state.turn.gold_gains
    if bonus:
        unfolding.emit(GoldGained(seat=seat, base=0, bonus=bonus, source=name, is_gain=False, rule="CLANK-18.7"))
