"""What a viewer cannot know: another table that looks the same to them, and which events teach somebody something."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from events.visibility import ARBITER, Viewer
from games.big_deal import events as e
from games.big_deal.catalogue import TITLE_OF, CardId
from games.big_deal.state import State
from games.decider import Event, Seat
from games.dice import Dice

_REVEALING = (
    e.CardsDrawn,
    e.HandDiscarded,
    e.DeckShuffled,
    e.HandDealt,
    e.StarterRevealed,
    e.PickUpPileReshuffled,
)


def reveals(event: Event) -> bool:
    """BIGDEAL-13.3: drawing, dealing, shuffling, throwing hands away; a card one shows oneself costs nobody else."""
    return isinstance(event, _REVEALING)


def resample(state: State, viewer: Viewer, dice: Dice) -> State:
    """The pick-up pile and the hands of the others, dealt again from all cards that this viewer has not seen.

    Everybody has seen which jokers went back into the pile as starters (BIGDEAL-12.5), so no hand may get more of
    those than it can have drawn. Deals that break this are thrown away, which keeps the others equally likely.
    """
    if viewer == ARBITER:
        return state
    others = [seat for seat in range(state.seats) if seat != viewer]
    # Sorted first: what is dealt depends on the dice and on what the viewer knows, never on where a card really was.
    unseen = sorted([*state.pile, *(card for seat in others for card in state.hands[seat])])
    while True:
        other = _dealt_again(state, others, dice.shuffle(unseen))
        if all(_could_hold(state, seat, other.hands[seat]) for seat in others):
            return other


def _dealt_again(state: State, others: Sequence[Seat], cards: tuple[CardId, ...]) -> State:
    hands = list(state.hands)
    for seat in others:
        count = len(hands[seat])
        hands[seat], cards = cards[:count], cards[count:]
    return replace(state, hands=tuple(hands), pile=cards)


def _could_hold(state: State, seat: Seat, hand: tuple[CardId, ...]) -> bool:
    return sum(card in state.returned for card in hand) <= state.returned_max[seat]


def hand(state: State, seat: Seat) -> list[str]:
    """The titles of the cards in the hand."""
    return [TITLE_OF[card] for card in state.hands[seat]]
