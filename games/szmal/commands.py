"""What a player may ask. Every command names the decision it answers, so that it never hits the next one."""

from __future__ import annotations

from games.decider import Command
from games.szmal.vocabulary import Option


class Answer(Command, frozen=True, kw_only=True):
    """An answer to the decision of this id."""

    decision_id: int


class CardAnswer(Answer, frozen=True, kw_only=True):
    """An answer that names a card by its number; one that is not in the deck is refused by the rules (SZMAL-1.2)."""

    card: int


class DraftCard(CardAnswer, frozen=True, kw_only=True):
    """Take this card out of the packet."""


class CommitCard(CardAnswer, frozen=True, kw_only=True):
    """Put this hand card face down."""


class PayCost(Answer, frozen=True, kw_only=True):
    """Pay the Cost of one's card in this way; with `card`, unless it is paid in cash."""

    option: Option
    card: int | None = None


class DeclineCost(Answer, frozen=True, kw_only=True):
    """Refuse to pay; the card is thrown away."""


class ChooseProperty(CardAnswer, frozen=True, kw_only=True):
    """Put the markers on this Property of one's own."""


class ChooseGangster(CardAnswer, frozen=True, kw_only=True):
    """Copy this Gangster of one's own."""


class PlayExtra(CardAnswer, frozen=True, kw_only=True):
    """Play this hand card now."""


class PassExtra(Answer, frozen=True, kw_only=True):
    """Leave an extra play out."""


class ResolveAbility(CardAnswer, frozen=True, kw_only=True):
    """Carry out the "each turn" ability of this card next."""


class ChooseLoss(CardAnswer, frozen=True, kw_only=True):
    """Lose this card."""
