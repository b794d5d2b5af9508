"""Refusals that several commands share, and the first three that every command meets (CLANK-X.1 to CLANK-X.3)."""

from __future__ import annotations

from games.clank.state import Phase, State
from games.decider import IllegalMove, Seat


def check_turn(state: State, seat: Seat, phase: Phase = "TURN") -> None:
    """Refuse a command after the end, from another seat, or while another decision is open."""
    if state.phase == "ENDED":
        raise IllegalMove("CLANK-16.9", "match_over", "The match is over; nothing more can be played.")
    if seat != state.turn.seat:
        raise IllegalMove(
            "CLANK-2.1", "not_your_turn", "It is another player's turn; please wait for yours.", late=True
        )
    if state.phase != phase:
        raise wrong_phase(state.phase, phase)


def wrong_phase(now: Phase, wanted: Phase) -> IllegalMove:
    if now == "TOKEN_CHOICE":
        return IllegalMove("CLANK-9.5", "wrong_phase", "First take a token of this room or decline.", late=True)
    if now == "TRASH_CHOICE":
        return IllegalMove("CLANK-2.11", "wrong_phase", "First choose the card that you have to trash.", late=True)
    if wanted == "TOKEN_CHOICE":
        return IllegalMove(
            "CLANK-9.5", "wrong_phase", "A token is taken only on entering a room; enter it again.", late=True
        )
    return IllegalMove("CLANK-2.11", "wrong_phase", "A card is trashed only at the end of the turn.", late=True)


def not_found(rule: str, message: str) -> IllegalMove:
    return IllegalMove(rule, "not_found", message)


def bad_params(rule: str, message: str) -> IllegalMove:
    return IllegalMove(rule, "bad_params", message)
