"""What a player may ask for."""

from __future__ import annotations

from games.big_deal.catalogue import CardId
from games.decider import Command, Seat


class FormSetFromHand(Command, frozen=True):
    """Lay two cards from the hand as a set (BIGDEAL-4.1)."""

    card_ids: tuple[CardId, ...]


class FormSetWithDiscard(Command, frozen=True):
    """Lay a card from the hand and the top card of the discard pile as a set (BIGDEAL-5.1)."""

    card_id: CardId


class AttackSet(Command, frozen=True):
    """Try to steal the top set of another player (BIGDEAL-6.6)."""

    target_seat: Seat
    card_id: CardId


class DefendSet(Command, frozen=True):
    """Answer an attack with a matching card (BIGDEAL-6.9)."""

    card_id: CardId


class YieldSet(Command, frozen=True):
    """Give the attacked set up (BIGDEAL-6.9)."""


class ContinueAttack(Command, frozen=True):
    """Attack once more with a matching card (BIGDEAL-6.10)."""

    card_id: CardId


class StopAttack(Command, frozen=True):
    """Leave the attacked set to its owner (BIGDEAL-6.10)."""


class DiscardCard(Command, frozen=True):
    """Put a card on the discard pile (BIGDEAL-7.1)."""

    card_id: CardId
