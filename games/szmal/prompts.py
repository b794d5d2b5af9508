"""What a seat is asked, and what each answer is called and leads to; a sealed choice is told to its own seat alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from games.choices import Choice
from games.decider import Seat
from games.questions import Words, join_words, name_values, only_value, values_of
from games.szmal.costs import price
from games.szmal.outlook import NOTHING, THROWN_AWAY, is_idle, note_on, note_on_price
from games.szmal.rules import lost_type
from games.szmal.state import Decision, Frame, Run, State, catalogue_of, to_act
from games.szmal.table import left_of

_GIVEN_UP = {"GANGSTER": "a Gangster", "PROPERTY": "a Property", "HAND": "a card of your hand"}


def prompt(state: State, seat: Seat) -> str | None:
    decision = state.decision
    if decision is None or seat not in decision.seats:
        return None
    ask = _PROMPTS if seat in to_act(state) else _CHOSEN
    return ask[decision.kind](state, seat, decision)


def describe(state: State, seat: Seat, template: Choice) -> Words:
    assert state.decision is not None
    return _WORDS[template.type](state, seat, state.decision, template)


def _name(state: State, card: int | None) -> str:
    return "A card" if card is None else catalogue_of(state).cards[card].name


def _asking(state: State, decision: Decision) -> str:
    """The card that asks."""
    asking = decision.stack[-1] if decision.stack else None
    return _name(state, asking.card if isinstance(asking, Frame | Run) else None)


def _ask_cost(state: State, seat: Seat, decision: Decision) -> str:
    frame = decision.stack[-1]
    assert isinstance(frame, Frame)
    ways = [
        _GIVEN_UP.get(one.option) or f"${price(state, seat, frame.card, one):,}"
        for one in catalogue_of(state).cards[frame.card].cost
    ]
    return f"{_name(state, frame.card)} costs {join_words(ways, 'or')}."


def _lost(state: State, decision: Decision) -> str:
    asking = decision.stack[-1]
    assert isinstance(asking, Run)
    return lost_type(state, asking).title()


Ask = Callable[[State, Seat, Decision], str]
_PROMPTS: Mapping[str, Ask] = {
    "DRAFT_PICK": lambda state, seat, _: f"Keep one card of this packet; the rest goes to {{{left_of(state, seat)}}}.",
    "COMMIT_CARD": lambda _state, _seat, _decision: "Which card do you play? Nobody sees it yet.",
    "PAY_COST": _ask_cost,
    "CHOOSE_PROPERTY": lambda state, _, decision: f"{_asking(state, decision)}: on which Property go the markers?",
    "CHOOSE_GANGSTER": lambda state, _, decision: f"{_asking(state, decision)}: which Gangster is copied?",
    "OPTIONAL_PLAY": lambda state, _, decision: f"{_asking(state, decision)}: do you play one more card?",
    "EXTRA_PLAY": lambda state, _, decision: f"{_asking(state, decision)}: which card do you play besides?",
    "ORDER_EACH_TURN": lambda _state, _seat, _decision: "Which ability is carried out next?",
    "CHOOSE_LOSS": lambda state, _, decision: f"You lose a {_lost(state, decision)}. Which one?",
}
_CHOSEN: Mapping[str, Ask] = {
    "DRAFT_PICK": lambda state, seat, _: f"You chose {_name(state, state.picked[seat])}.",
    "COMMIT_CARD": lambda state, seat, _: f"You chose {_name(state, state.committed[seat])}.",
    "CHOOSE_LOSS": lambda state, seat, _: f"You chose to lose {_name(state, state.losing[seat])}.",
}


Say = Callable[[State, Seat, Decision, Choice], Words]


def _names(state: State, template: Choice) -> dict[str, tuple[str, ...]]:
    return name_values(template, card=lambda card: _name(state, card))


def _say(label: str, effect: str, *, simultaneous: bool = False) -> Say:
    """Words that are the same whatever the cards are."""
    return lambda state, _seat, _decision, template: Words(
        label=label, effect=effect, simultaneous=simultaneous, names=_names(state, template)
    )


def _say_pay(state: State, seat: Seat, decision: Decision, template: Choice) -> Words:
    frame = decision.stack[-1]
    assert isinstance(frame, Frame)
    option = only_value(template, "option")
    way = next(one for one in catalogue_of(state).cards[frame.card].cost if one.option == option)
    if option == "CASH":
        effect = f"{_name(state, frame.card)} is paid for, and play goes on with it."
        return Words(label=f"Pay ${price(state, seat, frame.card, way):,}", effect=effect)
    effect = "It goes back to your hand." if way.to_hand else "It goes to the discard pile."
    return Words(label=f"Give up {_GIVEN_UP[option]}", effect=effect, names=_names(state, template))


_WHY = {
    THROWN_AWAY["COST_UNPAYABLE"]: "Its cost cannot be paid: as things stand it would be thrown away.",
    THROWN_AWAY["REQUIREMENT_UNMET"]: "Its Requirement is not met: as things stand it would be thrown away.",
    NOTHING: "As things stand it would do nothing.",
}
_WITH_NOTES = "A card that cannot be paid, or whose Requirement is not met, would be thrown away as things stand."

Note = Callable[[State, Seat, int], str | None]


def _noted(state: State, seat: Seat, template: Choice, note: Note) -> dict[str, tuple[str, ...]]:
    """The cards that can be named, each with what is to be said of it, in brackets."""

    def called(card: int) -> str:
        said = note(state, seat, card)
        return _name(state, card) if said is None else f"{_name(state, card)} ({said})"

    return name_values(template, card=called)


def _say_play(label: str, effect: str, *, simultaneous: bool = False) -> Say:
    """Cards of the hand: said before is which of them would bring nothing, as things stand, and one's own price."""

    def say(state: State, seat: Seat, _decision: Decision, template: Choice) -> Words:
        notes = [note_on(state, seat, card) for card in values_of(template, "card")]
        warning = ""
        if len(notes) == 1:
            warning = f" {_WHY[notes[0]]}" if notes[0] in _WHY else ""
        elif any(note in THROWN_AWAY.values() for note in notes):
            warning = f" {_WITH_NOTES}"
        return Words(
            label=label,
            effect=f"{effect}{warning}",
            simultaneous=simultaneous,
            names=_noted(state, seat, template, note_on),
        )

    return say


def _say_draft(state: State, seat: Seat, _decision: Decision, template: Choice) -> Words:
    return Words(
        label="Keep",
        effect="It goes to your hand; nobody else learns which.",
        simultaneous=True,
        names=_noted(state, seat, template, note_on_price),
    )


def _say_ability(state: State, seat: Seat, _decision: Decision, template: Choice) -> Words:
    """SZMAL-13.3, SZMAL-13.7: the order is the player's own, also of those that would do nothing."""
    return Words(
        label="Choose an ability",
        effect="It is carried out now, the others after it.",
        names=_noted(state, seat, template, lambda *about: NOTHING if is_idle(*about) else None),
    )


def _say_copy(state: State, _seat: Seat, decision: Decision, template: Choice) -> Words:
    effect = f"{_asking(state, decision)} becomes a copy of it."
    return Words(label="Copy a Gangster", effect=effect, names=_names(state, template))


def _say_loss(state: State, _seat: Seat, decision: Decision, template: Choice) -> Words:
    return Words(
        label=f"Lose a {_lost(state, decision)}",
        effect="It goes to the discard pile, once everybody who is asked has chosen.",
        simultaneous=True,
        names=_names(state, template),
    )


_DECLINE = Words(label="Do not pay", effect="The card is thrown away; you keep what it costs.", group="end")
_PASS = Words(label="Play no other card", effect="You keep the cards of your hand.", group="end")

_WORDS: Mapping[str, Say] = {
    "draft_card": _say_draft,
    "commit_card": _say_play("Play face down", "It lies face down until everybody has chosen.", simultaneous=True),
    "pay_cost": _say_pay,
    "decline_cost": lambda _state, _seat, _decision, _template: _DECLINE,
    "choose_property": _say("Choose a Property", "The markers go on it."),
    "choose_gangster": _say_copy,
    "play_extra": _say_play("Play one more card", "It is played at once."),
    "pass_extra": lambda _state, _seat, _decision, _template: _PASS,
    "resolve_ability": _say_ability,
    "choose_loss": _say_loss,
}
