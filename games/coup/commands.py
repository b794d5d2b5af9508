"""What a player, or the clock, may ask for; every command names the decision that it answers (COUP-15.2)."""

from __future__ import annotations

from games.coup.catalogue import Kind, Mode
from games.decider import Command, Seat


class Answer(Command, frozen=True, kw_only=True):
    """The answer to one open decision, and to no later one."""

    decision_id: int


class DeclareAction(Answer, frozen=True, kw_only=True):
    action: str
    target: Seat | None = None
    mode: Mode | None = None


class Pass(Answer, frozen=True, kw_only=True):
    pass


class Challenge(Answer, frozen=True, kw_only=True):
    pass


class Block(Answer, frozen=True, kw_only=True):
    claim: Kind


class AcceptBlock(Answer, frozen=True, kw_only=True):
    pass


class ChallengeBlock(Answer, frozen=True, kw_only=True):
    pass


class ChooseInfluence(Answer, frozen=True, kw_only=True):
    slot: int


class ChooseExchange(Answer, frozen=True, kw_only=True):
    keep: tuple[str, ...]  # `hand:0`, `hand:1`, `drawn:0`, `drawn:1`


class ChooseCardToShow(Answer, frozen=True, kw_only=True):
    slot: int


class DecideInspection(Answer, frozen=True, kw_only=True):
    force_exchange: bool


class ExpireDecision(Answer, frozen=True, kw_only=True):
    """Sent by the clock alone (COUP-15.7)."""
