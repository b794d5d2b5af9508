"""Which commands each phase takes, and the checks that every command must pass first (rulebook, section 3)."""

from __future__ import annotations

from collections.abc import Mapping

from games.big_deal.catalogue import CardId
from games.big_deal.state import Phase, State, decider
from games.decider import Command, IllegalMove, Seat

# Which commands each phase takes. Everybody may know them: they say nothing of what the deciding seat holds.
COMMANDS_OF: Mapping[Phase, tuple[str, ...]] = {
    "turn_action": ("form_set_from_hand", "form_set_with_discard", "attack_set", "discard_card"),
    "duel_defence": ("defend_set", "yield_set"),
    "duel_attack": ("continue_attack", "stop_attack"),
}
_RULE_OF: Mapping[Phase, str] = {
    "turn_action": "BIGDEAL-3.3",
    "duel_defence": "BIGDEAL-6.9",
    "duel_attack": "BIGDEAL-6.10",
}
_WHAT_NOW: Mapping[Phase, str] = {
    "turn_action": "a turn is waiting for its action: form a set, attack a set or discard a card",
    "duel_defence": "a duel is waiting for its defender: defend the set or yield it",
    "duel_attack": "a duel is waiting for its attacker: continue the attack or stop it",
}


def require_decision(state: State, command: Command, phase: Phase) -> None:
    """BIGDEAL-3.3, BIGDEAL-3.9: the match runs, the phase takes this command, and the sender is the one to decide."""
    if state.phase == "lobby":
        raise IllegalMove("BIGDEAL-3.1", "match_not_started", "The match has not started yet.")
    if state.phase == "match_over":
        raise IllegalMove("BIGDEAL-11.2", "match_over", "The match is over; nothing more can be played.")
    if not 0 <= command.seat < state.seats:
        raise IllegalMove("BIGDEAL-3.9", "not_a_player", "You have no seat in this match.")
    seat = decider(state)
    if state.phase != phase:
        now = _WHAT_NOW.get(state.phase, "the table is settling")
        raise IllegalMove(
            _RULE_OF[phase], "wrong_phase", f"This cannot be done now: {now}.", late=True, phase=state.phase
        )
    if command.seat != seat:
        message = f"Seat {seat} decides now; please wait until it is your turn or you are attacked."
        raise IllegalMove("BIGDEAL-3.9", "not_your_decision", message, late=True, waiting_for=seat)


def require_in_hand(state: State, seat: Seat, *cards: CardId) -> None:
    """BIGDEAL-12.10: wherever else the card is, and also if there is none of that name, the answer is the same."""
    if not all(card in state.hands[seat] for card in cards):
        message = "That card is not in your hand; choose among the cards you hold."
        raise IllegalMove("BIGDEAL-12.10", "card_not_in_hand", message)
