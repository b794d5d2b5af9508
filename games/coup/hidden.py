"""What a viewer cannot know: another table that looks the same to them, and which events teach somebody something."""

from __future__ import annotations

from msgspec.structs import replace

from events.visibility import ARBITER, Viewer
from games.coup.catalogue import Kind
from games.coup.events import (
    CardsDealt,
    CardShown,
    ClaimDisproved,
    ClaimProved,
    ExchangeCardsDrawn,
    InfluenceLost,
    InspectedCardReplaced,
    MatchEnded,
    ReplacementDrawn,
    Slot,
)
from games.coup.state import State
from games.coup.steps import BLUFF_CAUGHT
from games.decider import Event, Seat
from games.dice import Dice


def resample(state: State, viewer: Viewer, dice: Dice) -> State:
    """Another state that looks the same to this viewer: all cards they cannot see are dealt anew, evenly."""
    if sees_all(state, viewer):
        return state
    while True:
        other = _dealt_anew(state, viewer, dice)
        if not _is_contradicted(other):
            return other


def _dealt_anew(state: State, viewer: Viewer, dice: Dice) -> State:
    unseen = _unseen_slots(state, viewer)
    hides_drawn = viewer != state.actor
    pool: list[Kind | None] = [state.hands[seat][slot] for seat, slot in unseen]
    pool += [*(state.drawn if hides_drawn else ()), *state.deck]
    # Sorted first: what is dealt depends on the dice and on what the viewer knows, never on where a card really was.
    cards = list(dice.shuffle(sorted(pool, key=str)))
    hands = [list(hand) for hand in state.hands]
    for seat, slot in unseen:
        hands[seat][slot] = cards.pop()
    drawn = tuple([cards.pop() for _ in state.drawn]) if hides_drawn else state.drawn
    return replace(state, hands=tuple([tuple(hand) for hand in hands]), drawn=drawn, deck=tuple(cards))


def _unseen_slots(state: State, viewer: Viewer) -> list[tuple[Seat, Slot]]:
    """The hidden cards of the others, but for one that is being shown to this viewer."""
    shown = None
    if state.shown_slot is not None and state.declaration is not None and viewer == state.actor:
        shown = (state.declaration.target, state.shown_slot)
    return [
        (seat, slot)
        for seat, slots in enumerate(state.hidden)
        if seat != viewer
        for slot in slots
        if (seat, slot) != shown and state.hands[seat][slot] is not None
    ]


def _is_contradicted(state: State) -> bool:
    """Whether somebody holds the very card that they have just been caught without (COUP-6.2)."""
    if state.loss_cause != BLUFF_CAUGHT or state.declaration is None:
        return False
    loser = state.waiting[0]
    claim = state.block.claim if state.block is not None else state.declaration.claim
    return any(state.hands[loser][slot] == claim for slot in state.hidden[loser])


# A shuffle is seen by nobody, and a finished exchange shows its author only cards seen before.
_REVEALING = frozenset(
    {
        CardsDealt,
        CardShown,
        ClaimDisproved,
        ClaimProved,
        ExchangeCardsDrawn,
        InfluenceLost,
        InspectedCardReplaced,
        MatchEnded,
        ReplacementDrawn,
    }
)


def reveals(event: Event) -> bool:
    return type(event) in _REVEALING


def sees_all(state: State, viewer: Viewer) -> bool:
    """COUP-V.5: an arbiter during the match, everybody after it."""
    return viewer == ARBITER or state.phase == "finished"


def hand(state: State, seat: Seat) -> list[str]:
    """The influences that are still face down."""
    return [kind for slot in state.hidden[seat] if (kind := state.hands[seat][slot]) is not None]
