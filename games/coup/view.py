"""The table as a viewer may see it, put together from nothing."""

from __future__ import annotations

from typing import Any

from events.visibility import Viewer
from games.coup.catalogue import BOXED, CARD_NAMES, TABLE, Kind
from games.coup.events import Slot
from games.coup.hidden import sees_all
from games.coup.state import State, declared, opponents, reactions_of
from games.decider import Seat


def view(state: State, viewer: Viewer) -> dict[str, Any]:
    """COUP-13.4, COUP-V.1 to COUP-V.8: what lies open is for everybody, a hidden card for its owner."""
    return {
        "phase": state.phase,
        "turn": state.turn,
        "actor": state.actor,
        "module": state.module,
        "boxed": _card(BOXED[state.module]),
        "reaction_timeout_s": state.reaction_timeout_s,
        "decision": _decision(state),
        "deck": {
            "size": len(state.deck),
            "order": [_card(kind) for kind in state.deck] if sees_all(state, viewer) else None,
        },
        "seats": [_seat(state, seat, viewer) for seat in range(len(state.money))],
        "declaration": _declaration(state),
        "reactions": _reactions(state),
        "block": _block(state),
        "loss": _loss(state),
        "exchange": _exchange(state, viewer),
        "inspection": _inspection(state, viewer),
        "winner": state.winner,
    }


def _card(kind: Kind | None) -> dict[str, str] | None:
    return None if kind is None else {"kind": kind, "name": CARD_NAMES[kind]}


def _decision(state: State) -> dict[str, Any] | None:
    if not state.waiting:
        return None
    return {"id": state.decision_id, "waiting_for": list(state.waiting), "deadline_ms": state.deadline}


def _seat(state: State, seat: Seat, viewer: Viewer) -> dict[str, Any]:
    sees_hidden = viewer == seat or sees_all(state, viewer)
    return {
        "seat": seat,
        "is_live": seat in state.live,
        "money": state.money[seat],
        "money_over_track": max(0, state.money[seat] - TABLE.track_top),
        "hidden_count": len(state.hidden[seat]),
        "cards": [_slot(state, seat, slot, sees_hidden=sees_hidden) for slot in range(len(state.hands[seat]))],
    }


def _slot(state: State, seat: Seat, slot: Slot, *, sees_hidden: bool) -> dict[str, Any]:
    is_lost = slot not in state.hidden[seat]
    kind = state.hands[seat][slot] if is_lost or sees_hidden else None
    return {"slot": slot, "is_lost": is_lost, "card": _card(kind)}


def _declaration(state: State) -> dict[str, Any] | None:
    declaration = state.declaration
    if declaration is None:
        return None
    return {
        "action": declaration.action,
        "name": declared(state).name,
        "mode": declaration.mode,
        "target": declaration.target,
        "claim": _card(declaration.claim),
        "cost": declaration.cost,
        "is_paid": state.is_paid,
        "is_cancelled": state.is_cancelled,
    }


def _reactions(state: State) -> dict[str, Any] | None:
    """COUP-4.16: who is still asked, with what they may answer, and who has passed."""
    if state.phase != "awaiting_reactions":
        return None
    row = declared(state)
    asked = []
    for seat in state.waiting:
        allowed = reactions_of(state, row, seat)
        asked.append({"seat": seat, "reactions": list(allowed.reactions), "claims": list(allowed.claims)})
    passed = [seat for seat in opponents(state, state.actor) if seat not in state.waiting]
    return {"asked": asked, "passed": passed}


def _block(state: State) -> dict[str, Any] | None:
    return None if state.block is None else {"blocker": state.block.blocker, "claim": _card(state.block.claim)}


def _loss(state: State) -> dict[str, Any] | None:
    return None if state.loss_cause is None else {"seat": state.waiting[0], "cause": state.loss_cause}


def _exchange(state: State, viewer: Viewer) -> dict[str, Any] | None:
    """COUP-V.2: the others know how many cards are drawn, the actor which."""
    if not state.drawn:
        return None
    sees_drawn = viewer == state.actor or sees_all(state, viewer)
    return {
        "seat": state.actor,
        "count": len(state.drawn),
        "drawn": [_card(kind) for kind in state.drawn] if sees_drawn else None,
    }


def _inspection(state: State, viewer: Viewer) -> dict[str, Any] | None:
    """COUP-V.4: the shown card is for its owner and the actor, and for the actor only until the verdict."""
    if state.shown_slot is None or state.declaration is None or state.declaration.target is None:
        return None
    target = state.declaration.target
    sees_card = viewer in (state.actor, target) or sees_all(state, viewer)
    return {
        "seat": target,
        "to": state.actor,
        "slot": state.shown_slot,
        "card": _card(state.hands[target][state.shown_slot]) if sees_card else None,
    }
