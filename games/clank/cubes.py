"""Cubes and gold: Clank, Quiet, healing, and what cards make of noise and of gains (sections 10, 11, 14)."""

from __future__ import annotations

from games.clank.catalogue import PER_CLANK, PER_GOLD_GAIN
from games.clank.chain import Chain
from games.clank.events import ClankAdded, ClankRemoved, DamageHealed, GoldGained, ResourcesGained
from games.decider import Seat


def make_clank(chain: Chain, seat: Seat, requested: int, source: str, rule: str) -> None:
    """CLANK-11.1, CLANK-11.2, CLANK-11.4, CLANK-11.7: cubes into the area, Quiet first; out means no noise."""
    if not chain.is_in(seat):
        return
    quiet = chain.state.turn.quiet if seat == chain.state.turn.seat else 0
    cancelled = min(requested, quiet)
    added = min(requested - cancelled, chain.player(seat).supply)
    chain.add(
        ClankAdded(
            seat=seat,
            requested=requested,
            cancelled=cancelled,
            added=added,
            source=source,
            rule=f"{rule} CLANK-11.4" if cancelled else rule,
        )
    )
    if seat == chain.state.turn.seat:
        for card in chain.player(seat).play:
            if card.name in PER_CLANK:
                gain_skill_for_clank(chain, seat, card.name, added)


def gain_skill_for_clank(chain: Chain, seat: Seat, name: str, cubes: int) -> None:
    """CLANK-18.6: Skill for every cube really made."""
    if cubes:
        chain.add(ResourcesGained(seat=seat, source=name, skill=PER_CLANK[name] * cubes, rule="CLANK-18.6"))


def get_quiet(chain: Chain, seat: Seat, requested: int, source: str, rule: str) -> None:
    """CLANK-11.3, CLANK-11.4: own cubes come back, and what finds none is kept for this turn."""
    if not chain.is_in(seat):
        return
    removed = min(requested, chain.player(seat).clank)
    banked = requested - removed
    chain.add(
        ClankRemoved(
            seat=seat,
            requested=requested,
            removed=removed,
            banked=banked,
            source=source,
            rule=f"{rule} CLANK-11.4" if banked else rule,
        )
    )


def heal(chain: Chain, seat: Seat, amount: int, source: str, rule: str) -> None:
    """CLANK-14.3, CLANK-14.4: cubes from the meter back into the supply, as many as there are."""
    healed = min(amount, chain.player(seat).meter)
    if healed:
        chain.add(DamageHealed(seat=seat, amount=healed, source=source, rule=rule))


def gain_gold(chain: Chain, seat: Seat, base: int, source: str, rule: str) -> None:
    """CLANK-10.1, CLANK-18.7: one gain of gold, larger for each Search in play."""
    bonus = sum(PER_GOLD_GAIN.get(card.name, 0) for card in chain.player(seat).play)
    rules = f"{rule} CLANK-18.7" if bonus else rule
    chain.add(GoldGained(seat=seat, base=base, bonus=bonus, source=source, is_gain=True, rule=rules))


def catch_up_gold(chain: Chain, seat: Seat, name: str) -> None:
    """CLANK-18.7: the gains that came before the card; the catch-up is no gain itself."""
    bonus = PER_GOLD_GAIN[name] * chain.state.turn.gold_gains
    if bonus:
        chain.add(GoldGained(seat=seat, base=0, bonus=bonus, source=name, is_gain=False, rule="CLANK-18.7"))
