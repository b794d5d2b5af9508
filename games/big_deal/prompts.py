"""What a seat is asked, and what each answer is called and leads to."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from games.big_deal.catalogue import NAME_OF, NUMBERS, TITLE_OF, CardId
from games.big_deal.effects import value
from games.big_deal.state import CardSet, Duel, State, decider
from games.choices import Choice
from games.decider import Seat
from games.questions import Words, name_values, only_value, values_of


def prompt(state: State, seat: Seat) -> str | None:
    if decider(state) != seat:
        return None
    if state.duel is None:
        return "Your turn: lay a set, attack, or discard."
    if seat == state.duel.defender:
        return f"{{{state.duel.attacker}}} attacks your {_set(_attacked(state, state.duel))}."
    return f"{{{state.duel.defender}}} has defended {_set(_attacked(state, state.duel))}. Do you attack again?"


def describe(state: State, seat: Seat, template: Choice) -> Words:
    return _WORDS[template.type](state, seat, template)


def _attacked(state: State, duel: Duel) -> CardSet:
    return next(one for one in state.collections[duel.defender] if one.id == duel.set_id)


def _set(one: CardSet) -> str:
    return f"{NAME_OF[one.type]} (${value(one.cards):,})"


def _name(card: CardId) -> str:
    return NAME_OF[TITLE_OF[card]]


def _only_name(template: Choice) -> str | None:
    """What the card is called that would be played, if all cards that could be played are called the same."""
    names = {_name(card) for card in values_of(template, "card_id")}
    return next(iter(names)) if len(names) == 1 else None


def _with(template: Choice) -> str:
    card = _only_name(template)
    return f" with {card}" if card else ""


def _worth_first(dollars: int) -> int:
    """The place of an answer: what brings the most stands first, since a narrow window shows few answers."""
    return -dollars


def _form_set(_state: State, _seat: Seat, template: Choice) -> Words:
    """All cards of one title, or one card and a joker: any two of them are worth the same."""
    cards = values_of(template, "card_ids")
    pair = cards[: NUMBERS.set_size]
    names = list(dict.fromkeys(map(_name, pair)))
    worth = value(pair)
    return Words(
        label=f"Lay {' and '.join(names)}" if len(names) > 1 else f"Lay a set of {names[0]}",
        effect=f"Worth ${worth:,}. It goes on top of your sets, and your turn ends.",
        place=_worth_first(worth),
        names=name_values(template, card_ids=_name),
    )


def _form_with_discard(state: State, _seat: Seat, template: Choice) -> Words:
    top = state.discards[-1]
    cards = values_of(template, "card_id")
    name = _only_name(template)
    worth = max(value((card, top)) for card in cards)
    return Words(
        label=f"Lay {'a set with' if name in (None, _name(top)) else f'{name} and'} the discarded {_name(top)}",
        effect=f"Worth {'' if name else 'up to '}${worth:,}. It goes on top of your sets, and your turn ends.",
        place=_worth_first(worth),
        names=name_values(template, card_id=_name),
    )


def _attack(state: State, _seat: Seat, template: Choice) -> Words:
    target = only_value(template, "target_seat")
    card = _only_name(template)
    attacked = state.collections[target][-1]
    return Words(
        label=f"Attack {{{target}}}: {_set(attacked)}",
        effect=f"With your {card}." if card else "The last matching card wins the set.",
        place=_worth_first(value(attacked.cards)),
        names=name_values(template, card_id=_name, target_seat=lambda seat: f"{{{seat}}}"),
    )


def _discard(_state: State, _seat: Seat, template: Choice) -> Words:
    return Words(
        label="Discard a card",
        effect="Your turn ends; others may lay a set with it.",
        group="end",
        names=name_values(template, card_id=_name),
    )


def _defend(state: State, _seat: Seat, template: Choice) -> Words:
    assert state.duel is not None
    return Words(
        label=f"Defend it{_with(template)}",
        effect=f"Your card joins the set; {{{state.duel.attacker}}} stops, or attacks once more.",
        names=name_values(template, card_id=_name),
    )


def _yield(state: State, _seat: Seat, _template: Choice) -> Words:
    assert state.duel is not None
    effect = f"{{{state.duel.attacker}}} takes the set and all cards of this duel."
    return Words(label="Let it go", effect=effect, group="end")


def _continue(state: State, _seat: Seat, template: Choice) -> Words:
    assert state.duel is not None
    return Words(
        label=f"Attack again{_with(template)}",
        effect=f"Your card joins the set; {{{state.duel.defender}}} gives it up, or defends once more.",
        names=name_values(template, card_id=_name),
    )


def _stop(state: State, _seat: Seat, _template: Choice) -> Words:
    assert state.duel is not None
    effect = f"{{{state.duel.defender}}} keeps the set and all cards of this duel."
    return Words(label="Stop", effect=effect, group="end")


_WORDS: Mapping[str, Callable[[State, Seat, Choice], Words]] = {
    "form_set_from_hand": _form_set,
    "form_set_with_discard": _form_with_discard,
    "attack_set": _attack,
    "discard_card": _discard,
    "defend_set": _defend,
    "yield_set": _yield,
    "continue_attack": _continue,
    "stop_attack": _stop,
}
