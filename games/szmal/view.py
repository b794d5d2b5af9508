"""The table as a viewer may see it, built from nothing."""

from __future__ import annotations

from typing import Any

from events.visibility import ARBITER, Viewer
from games.decider import Seat
from games.szmal.catalogue import BOX
from games.szmal.costs import price
from games.szmal.state import (
    Decision,
    Frame,
    LastingEffect,
    Phase,
    Pick,
    Place,
    Run,
    State,
    catalogue_of,
    held_packet,
    to_act,
)
from games.szmal.table import each_turn_pending, lent_symbols, symbol_count
from games.szmal.vocabulary import SYMBOLS


def view(state: State, viewer: Viewer) -> dict[str, Any]:
    """Everything that this viewer may know now; after the end everybody may know everything (SZMAL-V.1)."""
    viewer = ARBITER if state.winners else viewer
    shown = catalogue_of(state).shown
    return {
        "phase": _phase(state),
        "round": state.round,
        "rounds": BOX.rounds,
        "packs": list(state.packs),
        "decision": _decision(state, state.decision, viewer) if state.decision else None,
        "draw_pile": {
            "size": len(state.draw_pile),
            "cards": [shown[card] for card in state.draw_pile] if viewer == ARBITER else None,
        },
        "discard_pile": [shown[card] for card in state.discard],
        "bank": state.bank,
        "marker_pool": state.pool,
        "order": list(state.order),
        "table": [_pick(state, pick) for pick in state.table],
        "seats": [_seat(state, seat, viewer) for seat in range(state.seats)],
        "effects": [_effect(state, effect) for effect in state.effects],
        "scores": [
            {"seat": score.seat, "cash": score.cash, "markers": score.markers, "worth": score.worth}
            for score in state.scores
        ],
        "winners": list(state.winners),
    }


def _phase(state: State) -> str:
    if state.winners:
        return "FINISHED"
    return state.decision.kind if state.decision else "RESOLUTION"


def _decision(state: State, decision: Decision, viewer: Viewer) -> dict[str, Any]:
    """SZMAL-V.6: what is asked and who is pending is open; what can be answered is for those who are asked."""
    asking = decision.stack[-1] if decision.stack else None
    card = asking.card if isinstance(asking, (Frame, Run)) else None
    sees = viewer == ARBITER or viewer in decision.seats
    return {
        "id": decision.id,
        "kind": decision.kind,
        "seats": list(decision.seats),
        "pending": list(to_act(state)),
        "card": catalogue_of(state).shown[card] if card is not None else None,
        "cash_due": _cash_due(state, asking) if sees and isinstance(asking, Frame) else None,
        "abilities": _abilities(state, decision.seats[0]) if sees and isinstance(asking, Phase) else None,
    }


def _cash_due(state: State, frame: Frame) -> int | None:
    cost = catalogue_of(state).cards[frame.card].cost
    prices = [price(state, frame.seat, frame.card, one) for one in cost if one.option == "CASH"]
    return prices[0] if prices else None


def _abilities(state: State, seat: Seat) -> list[dict[str, Any]]:
    shown = catalogue_of(state).shown
    return [shown[card] for card in each_turn_pending(state, seat)]


def _seat(state: State, seat: Seat, viewer: Viewer) -> dict[str, Any]:
    sees = viewer in (seat, ARBITER)
    return {
        "seat": seat,
        "cash": state.cash[seat],
        "markers": sum(place.markers for place in state.territories[seat]),
        "worth": state.cash[seat] + BOX.marker_value * sum(place.markers for place in state.territories[seat]),
        "symbols": {symbol: symbol_count(state, seat, symbol) for symbol in SYMBOLS},
        "hand": _cards(state, state.hands[seat], sees=sees),
        "packet": _packet(state, seat, viewer),
        "committed": _sealed(state, state.committed[seat], sees=sees),
        "losing": _sealed(state, state.losing[seat], sees=sees),
        "territory": [_place(state, seat, place) for place in state.territories[seat]],
    }


def _cards(state: State, cards: tuple[int, ...], *, sees: bool) -> dict[str, Any]:
    shown = catalogue_of(state).shown
    return {"size": len(cards), "cards": [shown[card] for card in cards] if sees else None}


def _packet(state: State, seat: Seat, viewer: Viewer) -> dict[str, Any]:
    """The packet a seat looks at, or the one it will take up next; its cards are shown until the own pick."""
    drafting = state.decision is not None and state.decision.kind == "DRAFT_PICK"
    dealt_to = held_packet(state, seat, state.round if drafting else state.round + 1)
    packet = state.packets[dealt_to] if state.packets else ()
    pick = state.picked[seat] if drafting else None
    owns = drafting and viewer == seat
    return {
        "dealt_to": dealt_to,
        **_cards(state, packet, sees=viewer == ARBITER or (owns and pick is None)),
        "picked": _sealed(state, pick, sees=viewer == ARBITER or owns),
    }


def _sealed(state: State, card: int | None, *, sees: bool) -> dict[str, Any]:
    return {
        "chosen": card is not None,
        "card": catalogue_of(state).shown[card] if sees and card is not None else None,
    }


def _place(state: State, seat: Seat, place: Place) -> dict[str, Any]:
    catalogue = catalogue_of(state)
    symbols = (*catalogue.cards[place.number].symbols, *lent_symbols(state, seat, place.card))
    return {
        **catalogue.shown[place.card],
        "symbols": list(symbols),
        "markers": place.markers,
        "entered_in_round": place.entered,
        "copy_of": catalogue.shown[place.copied] if place.copied is not None else None,
        "kept_until_round": place.kept_until,
    }


def _pick(state: State, pick: Pick) -> dict[str, Any]:
    return {"seat": pick.seat, **catalogue_of(state).shown[pick.card]}


def _effect(state: State, effect: LastingEffect) -> dict[str, Any]:
    return {
        "id": effect.id,
        "seat": effect.seat,
        "card": catalogue_of(state).shown[effect.card],
        "ability": catalogue_of(state).by_number[effect.number].abilities[effect.clause],
        "works_in_round": effect.works_in_round,
        "paid_markers": effect.paid_markers,
    }
