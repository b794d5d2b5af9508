"""What a seat is asked, from what lies open and from its own hand; labels.py has what each answer is called."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from games.decider import Seat
from games.munchkin_apocalypse import agenda as a
from games.munchkin_apocalypse.carrying import hand_limit
from games.munchkin_apocalypse.catalogue import CATALOGUES, InstanceId
from games.munchkin_apocalypse.choices import can_respond
from games.munchkin_apocalypse.meaning import card_row
from games.munchkin_apocalypse.state import (
    CALM,
    ESCAPE_ROLL,
    FIGHTING,
    GOLD_PER_LEVEL,
    Deal,
    Phase,
    State,
    runner_on_turn,
    to_act,
)
from games.munchkin_apocalypse.strength import totals
from games.munchkin_apocalypse.upkeep import basket_total
from games.munchkin_apocalypse.windows import response_about
from games.munchkin_apocalypse.wording import card_text
from games.questions import call_seat, count_of, join_words

DISASTER_TEXT_MAX = 160  # of a longer one the card says more than a question can
NAMED_MAX = 2  # cards of a deal that a question names, before it counts the rest


def prompt(state: State, seat: Seat) -> str | None:
    """What the match asks this seat, or the combat that it may take part in; and an offer that waits for it."""
    phase = state.phase
    asked: str | None = None
    if seat in to_act(state):
        asked = _ask_sale(state) if phase in CALM and state.basket.cards else _PROMPTS[phase](state, seat)
    elif phase in FIGHTING and state.players[seat].is_alive:
        asked = _watch_combat(state, seat)
    offers = [_ask_deal(state, deal, seat) for deal in state.deals if _waits_for(state, deal, seat)]
    if not offers and seat in to_act(state):
        offers = [_tell_offer(deal, seat) for deal in state.deals if deal.kind == "help" and seat in deal.agreed]
    return " ".join([*([] if asked is None else [asked]), *offers[:1]]) or None


def card_name(state: State, card: InstanceId) -> str:
    return card_row(state, card).name


def monster_names(state: State) -> str:
    assert state.combat is not None
    names = [card_name(state, monster.card) for monster in state.combat.monsters]
    return join_words(names) if names else "nothing"


def _waits_for(state: State, deal: Deal, seat: Seat) -> bool:
    """Whether the other party has agreed, and this seat can answer now."""
    is_time = state.phase in CALM if deal.kind == "trade" else state.phase == "COMBAT"
    return is_time and seat in deal.parties and bool(deal.agreed) and seat not in deal.agreed


def _ask_sale(state: State) -> str:
    cards = [card_name(state, card) for card in state.basket.cards]
    if len(cards) > NAMED_MAX + 1:
        cards[NAMED_MAX:] = [count_of(len(cards) - NAMED_MAX, "more card")]
    return f"For sale: {join_words(cards)}, {basket_total(state, state.basket)} gold. {GOLD_PER_LEVEL} is a Level."


def _ask_deal(state: State, deal: Deal, seat: Seat) -> str:
    other = deal.b if seat == deal.a else deal.a
    ours, theirs = (price_of(state, deal, giver, named_max=NAMED_MAX) for giver in (seat, other))
    if deal.kind == "help" and state.combat is not None:
        if seat == state.combat.fighter:
            return f"{{{other}}} would help you{_for(ours)}."
        return f"{{{other}}} wants your help{_for(theirs) or ' for nothing'}."
    return f"{{{other}}} offers {theirs or 'nothing'}{_for(ours)}."


def _tell_offer(deal: Deal, seat: Seat) -> str:
    return f"You have agreed; {{{deal.b if seat == deal.a else deal.a}}} has not answered yet."


def _for(price: str) -> str:
    return f" for {price}" if price else ""


def price_of(state: State, deal: Deal, giver: Seat, *, named_max: int | None = None) -> str:
    """What one party gives: items, and the fighter also Treasures of the combat; of many items the rest are counted."""
    parts = [card_name(state, card) for card in deal.items_of(giver)]
    if named_max is not None and len(parts) > named_max + 1:
        parts[named_max:] = [count_of(len(parts) - named_max, "more card")]
    if deal.treasures and state.combat is not None and giver == state.combat.fighter:
        parts.append(count_of(deal.treasures, "Treasure"))
    return join_words(parts) if parts else ""


def _ask_door(state: State, seat: Seat) -> str:
    """MUNCH-15.5: why nothing can be sold now."""
    is_last = state.players[seat].level == state.options.winning_level - 1
    return f"Your turn: open the door.{' The last Level must be won in a fight; none is sold.' if is_last else ''}"


def _ask_room(state: State, seat: Seat) -> str:
    holds_one = any(card_row(state, card).type == "monster" for card in state.players[seat].hand)
    return f"No monster came. {'Fight one of your own, or search' if holds_one else 'Search'} the room."


def _ask_combat(state: State, _seat: Seat) -> str:
    fighters, monsters = totals(state)
    return f"You fight {monster_names(state)}, {fighters} to {monsters}."


def _watch_combat(state: State, seat: Seat) -> str:
    assert state.combat is not None
    if state.combat.claim is not None and seat == state.combat.fighter:
        return f"You have declared {state.combat.claim}; the others may still act."
    fighters, monsters = totals(state)
    return f"{{{state.combat.fighter}}} fights {monster_names(state)}, {fighters} to {monsters}. You may take part."


def _ask_conclusion(state: State, _seat: Seat) -> str:
    assert state.combat is not None
    fighters, monsters = totals(state)
    does = "declares victory" if state.combat.claim == "victory" else "wants to run away"
    return f"{{{state.combat.fighter}}} {does}, {fighters} to {monsters}."


def _ask_response(state: State, seat: Seat) -> str:
    about = response_about(state)
    if isinstance(about, a.Strike):
        text = " ".join(card_text(card_row(state, about.card), CATALOGUES[state.catalogue].cards))
        what = f" {text}" if len(text) <= DISASTER_TEXT_MAX else ""
        return f"{card_name(state, about.card)} strikes {call_seat(about.target, seat)}.{what}{_answers(state, seat)}"
    assert isinstance(about, a.Escape)
    assert state.combat is not None
    monster = state.combat.monster(about.monster)
    what = "" if monster is None else f" from {card_name(state, monster.card)}"
    if about.runner == seat:
        return f"You roll {about.total} in all and need {ESCAPE_ROLL} to get away{what}.{_answers(state, seat)}"
    return f"{{{about.runner}}} rolls {about.total} in all and needs {ESCAPE_ROLL} to get away{what}. Do you answer?"


def _answers(state: State, seat: Seat) -> str:
    """MUNCH-5.12: a window asks by what lies open; whether this seat has an answer, it knows by its hand."""
    return " Do you answer?" if can_respond(state, seat) else " You have no answer to it."


def _ask_flight(state: State, seat: Seat) -> str:
    assert runner_on_turn(state) == seat
    return f"Roll to get away from {monster_names(state)}."


def _ask_charity(state: State, seat: Seat) -> str:
    assert state.charity is not None
    held, kept = len(state.players[seat].hand), hand_limit(state, seat)
    surplus = count_of(max(1, held - kept), "card")
    recipients = [f"{{{to}}}" for to in state.charity.recipients]
    last = "or" if held - kept < len(recipients) else "and"
    demand = f"give {surplus} to {join_words(recipients, last)}" if recipients else f"discard {surplus}"
    return f"You hold {held} and may keep {kept}: {demand}."


def _ask_choice(state: State, seat: Seat) -> str:
    pending = state.choice
    assert pending is not None
    asks = _ASKED_BY.get(type(state.agenda[-1]))
    sentence = _KINDS[pending.kind] if asks is None else asks(state, seat, state.agenda[-1])
    return sentence if pending.source is None else f"{card_name(state, pending.source)}: {_lower(sentence)}"


def _lower(text: str) -> str:
    return text[0].lower() + text[1:]


_KINDS: Mapping[str, str] = {
    "hand_card": "Which card?",
    "item": "Which item?",
    "class": "Which Class do you lose?",
    "cost": "Which card do you discard for it?",
    "monster": "Which monster?",
    "monster_from_hand": "Which monster of your hand joins the combat?",
    "seat": "Which player?",
}
_ASKED_BY: Mapping[type[Any], Callable[[State, Seat, Any], str]] = {
    a.LoseHand: lambda _state, _seat, _job: "Which card of your hand do you discard?",
    a.GiveHand: lambda _state, seat, job: _ask_giving(seat, job.giver, job.taker, "card"),
    a.GatherHand: lambda state, seat, job: _ask_giving(seat, job.givers[0], taker_of(state, job), "card"),
    a.LoseItems: lambda _state, _seat, _job: "Which item do you lose?",
    a.GiveItems: lambda _state, seat, job: _ask_giving(seat, job.giver, job.taker, "item"),
}


def _ask_giving(seat: Seat, giver: Seat, taker: Seat, what: str) -> str:
    if seat == giver:
        return f"Which {what} do you give to {{{taker}}}?"
    return f"Which {what} of {{{giver}}} goes to {call_seat(taker, seat)}?"


def taker_of(state: State, job: a.GatherHand) -> Seat:
    """Who gets the card that is being chosen: the first one chosen goes to the first receiver, and so on."""
    giver = job.givers[0]
    takers = [taker for one, taker in job.moves if one == giver]
    return takers[sum(one == giver for one, _ in state.picked) // job.n]


def _ask_loot(state: State, _seat: Seat) -> str:
    assert state.body is not None
    return f"{{{state.body.seat}}} is dead: take one card."


_PROMPTS: Mapping[Phase, Callable[[State, Seat], str]] = {
    "SETUP": lambda _state, _seat: "Put on what you like.",
    "TURN_START": _ask_door,
    "AFTER_DOOR": _ask_room,
    "COMBAT": _ask_combat,
    "CONCLUSION": _ask_conclusion,
    "FLIGHT": _ask_flight,
    "RESPONSE": _ask_response,
    "CHOICE": _ask_choice,
    "BIG_EXCESS": lambda _state, _seat: "You carry too many Big items. Which one goes?",
    "TREASURE_PICK": lambda _state, _seat: "Choose a Treasure.",
    "LOOTING": _ask_loot,
    "TURN_END": lambda _state, _seat: "Anything else before your turn ends?",
    "CHARITY": _ask_charity,
}
