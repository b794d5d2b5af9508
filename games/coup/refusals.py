"""What is checked of every command before its own rules: first the match, then the sender, the decision, the phase."""

from __future__ import annotations

from typing import Any, NoReturn

from games.coup.commands import Answer
from games.coup.state import Phase, State
from games.decider import IllegalMove, Seat

# What may be sent while a decision of this kind is open, for the refusal of anything else.
_EXPECTED: dict[Phase, str] = {
    "awaiting_action": "the player whose turn it is has to declare_action",
    "awaiting_reactions": "the opponents may pass, challenge or block",
    "awaiting_block_response": "the blocked player has to accept_block or challenge_block",
    "awaiting_influence_loss": "a player has to choose_influence",
    "awaiting_exchange": "the player who drew cards has to choose_exchange",
    "awaiting_card_to_show": "the target has to choose_card_to_show",
    "awaiting_inspection_verdict": "the player who was shown a card has to decide_inspection",
}


def check_open(state: State, command: Answer, phase: Phase) -> None:
    """The command is from a live player and for the decision that is open now, which takes such commands."""
    check_running(state)
    _check_sender(state, command.seat)
    check_decision(state, command.decision_id)
    if state.phase != phase:
        refuse_phase(state)


def check_running(state: State) -> None:
    """COUP-10.1: nothing can be done after the end."""
    if state.phase == "finished":
        raise IllegalMove("COUP-10.1", "match_over", f"the match is over: seat {state.winner} has won")


def _check_sender(state: State, seat: Seat) -> None:
    """COUP-4.12, COUP-9.8: spectators and eliminated players do not act."""
    if seat in state.live:
        return
    if seat not in range(len(state.money)):
        raise IllegalMove("COUP-4.12", "not_a_player", "only a player with a seat in this match can do that")
    raise IllegalMove("COUP-9.8", "player_eliminated", "you are out of the match and can only watch", late=True)


def check_decision(state: State, decision_id: int) -> None:
    """COUP-15.2, COUP-15.4, COUP-15.5: an answer counts for the decision it names, and for no other."""
    if decision_id != state.decision_id:
        _refuse_decision(state, decision_id)


def _refuse_decision(state: State, decision_id: int) -> NoReturn:
    for window in state.claimed_windows:
        if window.decision_id == decision_id:
            facts: dict[str, Any] = {"claimed_by": window.claimed_by, "kind": window.kind}
            if window.claim is not None:
                facts["claim"] = window.claim
            message = f"another player was first with a {window.kind}; see what is open now"
            raise IllegalMove("COUP-15.4", "reaction_already_claimed", message, late=True, **facts)
    if 0 <= decision_id < state.decision_id:
        message = f"that decision is closed; the open one is {state.decision_id}"
        raise IllegalMove("COUP-15.5", "decision_closed", message, late=True, decision_id=state.decision_id)
    message = f"there has been no decision {decision_id}; the open one is {state.decision_id}"
    raise IllegalMove("COUP-15.5", "unknown_decision", message, decision_id=state.decision_id)


def refuse_phase(state: State) -> NoReturn:
    """COUP-15.2: the open decision takes other commands."""
    expected = _EXPECTED.get(state.phase, "nothing can be done")
    raise IllegalMove("COUP-15.2", "wrong_phase", f"not now: {expected}", phase=state.phase)
