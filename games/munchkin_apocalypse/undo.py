"""What taking a command back takes (section 5 of the rules), and what an undo brings back afresh."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from games.decider import Command, Event, UndoClass
from games.munchkin_apocalypse import commands as c
from games.munchkin_apocalypse import events as e
from games.munchkin_apocalypse import events_combat as ec
from games.munchkin_apocalypse.clock import restart_clock
from games.munchkin_apocalypse.evolve import ON_EVENT
from games.munchkin_apocalypse.hidden import reveals
from games.munchkin_apocalypse.state import State

# Whoever sends these asks for a card or a die, also where for once none comes.
ALWAYS_BY_CONSENT = (c.OpenDoor, c.SearchRoom, c.RollEscape, c.GiveCharityCard, c.CloseWindow)
MAY_CLOSE_A_SEAL = (c.CompleteSale, c.PlaySpecial, c.PlayDisaster, c.UseAbility, c.Respond)


def undo_class(before: State, command: Command, events: Sequence[Event]) -> UndoClass:
    """The table of section 5, row by row."""
    if any(isinstance(event, e.MatchEnded) for event in events):
        return "never"  # MUNCH-U.10
    if isinstance(command, c.ShowCard):
        return "never"  # what was seen was seen
    if isinstance(command, c.Pass) and not any(isinstance(event, ec.WindowClosed) for event in events):
        return "never"  # a pass does not bind, so there is nothing to take back
    if isinstance(command, ALWAYS_BY_CONSENT) or any(reveals(event) for event in events):
        return "consent"
    if _shows_a_hand_card_of_another(before, command, events):
        return "consent"  # MUNCH-U.4
    if any(isinstance(event, e.DealClosed) and event.outcome == "concluded" for event in events):
        return "consent"  # MUNCH-U.12
    if isinstance(command, c.FinishSetup) and any(isinstance(event, e.TurnStarted) for event in events):
        return "consent"  # the first turn may begin with a die or a draw
    if isinstance(command, MAY_CLOSE_A_SEAL) and any(isinstance(event, ec.SealClosed) for event in events):
        return "consent"
    return "free"


def _shows_a_hand_card_of_another(before: State, command: Command, events: Sequence[Event]) -> bool:
    """MUNCH-U.4: a card that was hidden in the hand of another seat than the sender's, and lies in no hand any more."""
    after = before
    for event in events:
        after = ON_EVENT[type(event)](after, event)
    held = {card for player in after.players for card in player.hand}
    return any(
        card not in held for seat, player in enumerate(before.players) if seat != command.seat for card in player.hand
    )


def undo_allowance(before: State, events: Sequence[Event]) -> str | None:
    """MUNCH-U.13: taking back what voided a window is free once per player and combat; then others have a say."""
    if before.combat is None or not any(isinstance(event, ec.WindowVoided) for event in events):
        return None
    return f"window of combat {before.combat.id}"


def reopen(state: State, serial: int, at_ms: int) -> State:
    """MUNCH-U.8: a new id for an open window or choice; a window has no passes and its full length.

    The terms of a deal have a new number, so that nobody agrees to terms that were taken back (MUNCH-11.7).
    """
    window, choice = state.window, state.choice
    if window is not None:
        window = replace(window, id=serial, passed=())
    if choice is not None:
        choice = replace(choice, id=serial)
    deals = tuple(replace(deal, terms=max(deal.terms + 1, serial)) for deal in state.deals)
    return restart_clock(replace(state, window=window, choice=choice, deals=deals), at_ms)
