"""The table as a viewer may see it (rulebook, section 12)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from events.visibility import ARBITER, Viewer
from games.big_deal import effects
from games.big_deal.catalogue import NAME_OF, TITLE_OF, CardId
from games.big_deal.rules_turn import COMMANDS_OF
from games.big_deal.state import CardSet, State, decider
from games.decider import Seat


def view(state: State, viewer: Viewer) -> dict[str, Any]:
    """BIGDEAL-12.1 to BIGDEAL-12.8: counts for everybody, hands for their owners, the rest lies open."""
    return {
        "phase": state.phase,
        "round": state.round,
        "turn": state.turn,
        "dealer_seat": state.dealer,
        "starting_seat": state.starting_seat,
        "active_seat": state.active,
        "decision": _decision(state),
        "hand_size": state.hand_size,
        "target": state.target,
        "pick_up_pile": {
            "count": len(state.pile),
            "cards": list(state.pile) if viewer == ARBITER else None,
            "returned_jokers": list(state.returned),
        },
        "discard_pile": {
            "count": len(state.discards),
            "top": _card(state.discards[-1]) if state.discards else None,
            "cards": list(state.discards),
        },
        "seats": [_seat(state, seat, viewer) for seat in range(state.seats)],
        "duel": _duel(state),
        "winner_seats": list(state.winners),
    }


def _decision(state: State) -> dict[str, Any] | None:
    """BIGDEAL-12.8: who decides and between which commands, the same whatever that seat holds."""
    seat = decider(state)
    return None if seat is None else {"seat": seat, "commands": list(COMMANDS_OF[state.phase])}


def _seat(state: State, seat: Seat, viewer: Viewer) -> dict[str, Any]:
    hand, collection = state.hands[seat], state.collections[seat]
    return {
        "seat": seat,
        "hand_count": len(hand),
        "hand": _cards(hand) if viewer in (seat, ARBITER) else None,
        "collection": [_set(card_set) for card_set in collection],
        "collection_value": sum(effects.value(card_set.cards) for card_set in collection),
        "match_total": state.totals[seat],
    }


def _set(card_set: CardSet) -> dict[str, Any]:
    return {
        "set_id": card_set.id,
        "set_type": card_set.type,
        "title": NAME_OF[card_set.type],
        "value": effects.value(card_set.cards),
        "cards": _cards(card_set.cards),
    }


def _duel(state: State) -> dict[str, Any] | None:
    duel = state.duel
    if duel is None:
        return None
    return {
        "attacker_seat": duel.attacker,
        "defender_seat": duel.defender,
        "set_id": duel.set_id,
        "set_type": duel.set_type,
        "title": NAME_OF[duel.set_type],
        "attack_cards": _cards(duel.attack_cards),
        "defence_cards": _cards(duel.defence_cards),
    }


def _cards(cards: Iterable[CardId]) -> list[dict[str, Any]]:
    return [_card(card) for card in cards]


def _card(card: CardId) -> dict[str, Any]:
    return {"id": card, "title": NAME_OF[TITLE_OF[card]], "value": effects.value((card,))}
