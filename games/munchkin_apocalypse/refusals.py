"""How a command is refused: with a rule, a code and a kind sentence, and the checks that many commands share."""

from __future__ import annotations

from typing import Any, NoReturn

from games.decider import IllegalMove, Seat
from games.munchkin_apocalypse.agenda import BigExcess
from games.munchkin_apocalypse.catalogue import InstanceId
from games.munchkin_apocalypse.meaning import card_row
from games.munchkin_apocalypse.rows import Card
from games.munchkin_apocalypse.state import State
from games.questions import with_article


def refuse(rule: str, code: str, message: str, **facts: Any) -> NoReturn:
    raise IllegalMove(rule, code, message, **facts)


def not_available() -> NoReturn:
    """MUNCH-V.11: the same answer wherever the card really is."""
    refuse("MUNCH-4.5", "card_not_available", "You do not have that card where this needs it.")


def check_in_hand(state: State, seat: Seat, *cards: InstanceId) -> None:
    if not all(card in state.players[seat].hand for card in cards):
        not_available()


def hand_card(state: State, seat: Seat, card: InstanceId, *types: str) -> Card:
    """The row of a card in the sender's own hand, of one of these types."""
    check_in_hand(state, seat, card)
    row = card_row(state, card)
    if types and row.type not in types:
        wanted = " or ".join(one.replace("_", " ") for one in types)
        refuse(
            "MUNCH-20.8", "wrong_card_type", f"{row.name} cannot be played this way; it takes {with_article(wanted)}."
        )
    return row


def check_own_turn(state: State, seat: Seat) -> None:
    if seat != state.active:
        refuse("MUNCH-6.1", "not_your_turn", "It is not your turn; only the active player may do this.", late=True)


def check_setup_open(state: State, seat: Seat) -> None:
    """MUNCH-3.9: a player who is done waits."""
    if state.phase == "SETUP" and state.players[seat].is_ready:
        refuse("MUNCH-3.9", "setup_finished", "You have finished your setup; wait for the first turn.", late=True)


def check_mender(state: State, seat: Seat) -> None:
    """MUNCH-5.3, MUNCH-17.5: while somebody mends a surplus of Big items, nobody else acts."""
    if state.phase == "BIG_EXCESS":
        top = state.agenda[-1]
        assert isinstance(top, BigExcess)
        if seat != top.seat:
            refuse("MUNCH-5.3", "resolution_pending", "Another player must first be rid of a Big item.", late=True)


def check_living_target(state: State, target: object) -> None:
    """MUNCH-5.8: the target is a seat, and its character lives."""
    if type(target) is not int:
        refuse("MUNCH-5.8", "bad_target", "Name one of the players at the table.")
    if not state.players[target].is_alive:
        refuse("MUNCH-5.8", "target_dead", "That character is dead; name a living one.")
