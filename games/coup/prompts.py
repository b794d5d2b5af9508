"""What a seat is asked, and what each answer is called and leads to, from what this seat may know (COUP-V.1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from games.choices import Choice
from games.coup.catalogue import (
    ACTION,
    ACTIONS,
    ACTIONS_IN,
    ACTIONS_OF_WORD,
    CARD_NAMES,
    DECK,
    MODULES,
    Action,
    Exchange,
    Gain,
    Inspect,
    Kind,
    LoseInfluence,
    Module,
    Take,
)
from games.coup.rules_cards import exchangeable
from games.coup.state import Phase, State, declared, forced_action, target_of
from games.coup.steps import BLUFF_CAUGHT, CHALLENGE_LOST
from games.decider import Seat
from games.questions import Words, call_seat, count_of, join_words, name_values, only_value, seat_name, values_of

HELD, CERTAIN, BLUFF = -1, 0, 1  # the places of actions: with a card that one holds, without any card, with none held


def prompt(state: State, seat: Seat) -> str | None:
    ask = _PROMPTS.get(state.phase)
    return None if ask is None or seat not in state.waiting else ask(state, seat)


def describe(state: State, seat: Seat, template: Choice) -> Words:
    return _WORDS[template.type](state, seat, template)


def _ask_action(state: State, seat: Seat) -> str:
    money = state.money[seat]
    forced = forced_action(money)
    if forced is not None:
        return f"You have {money}M and must make a {forced.name}. Against whom?"
    return f"Your turn: you have {money}M."


def _ask_reaction(state: State, seat: Seat) -> str:
    row = declared(state)
    who = f"{{{state.actor}}}"
    does = _AIMS[type(row.effect)](state, seat, row.effect)
    pays = f", for {row.pay}M" if row.pay else ""
    if row.claim is None:
        return f"{who} wants {does}{pays} ({row.name})."
    return f"{who} claims {_the(row.claim)}, {does}{pays}."


def _aim_take(state: State, seat: Seat, effect: Take) -> str:
    target = target_of(state)
    return f"to take {min(effect.amount, state.money[target])}M from {call_seat(target, seat)}"


def _aim_lose(state: State, seat: Seat, _effect: LoseInfluence) -> str:
    return f"to make {call_seat(target_of(state), seat)} lose an influence"


def _aim_inspect(state: State, seat: Seat, _effect: Inspect) -> str:
    return f"to be shown a card by {call_seat(target_of(state), seat)}"


_AIMS: Mapping[type[Any], Callable[[State, Seat, Any], str]] = {
    Gain: lambda _state, _seat, effect: f"to take {effect.amount}M",
    Take: _aim_take,
    LoseInfluence: _aim_lose,
    Exchange: lambda _state, _seat, effect: f"to draw {count_of(effect.cards, 'card')} and exchange",
    Inspect: _aim_inspect,
}


def _ask_about_block(state: State, _seat: Seat) -> str:
    assert state.block is not None
    return f"{{{state.block.blocker}}} blocks with {_the(state.block.claim)}. Do you believe it?"


def _ask_loss(state: State, _seat: Seat) -> str:
    cause = state.loss_cause
    if cause == BLUFF_CAUGHT:
        return "Your bluff is called. Which influence do you lose?"
    if cause == CHALLENGE_LOST:
        return "You doubted the truth. Which influence do you lose?"
    assert cause is not None
    return f"{ACTIONS_OF_WORD[cause][0].name} of {{{state.actor}}} hits you. Which influence do you lose?"


def _ask_exchange(state: State, seat: Seat) -> str:
    kept = len(state.hidden[seat])
    return f"Keep {kept} of these {kept + len(state.drawn)} cards."


def _ask_verdict(state: State, _seat: Seat) -> str:
    """COUP-V.4: the actor is the one who has seen the card."""
    target = target_of(state)
    assert state.shown_slot is not None
    kind = state.hands[target][state.shown_slot]
    return f"{{{target}}} shows you {CARD_NAMES[kind] if kind else 'a card'}. What becomes of it?"


_PROMPTS: Mapping[Phase, Callable[[State, Seat], str]] = {
    "awaiting_action": _ask_action,
    "awaiting_reactions": _ask_reaction,
    "awaiting_block_response": _ask_about_block,
    "awaiting_influence_loss": _ask_loss,
    "awaiting_exchange": _ask_exchange,
    "awaiting_card_to_show": lambda state, _seat: f"{{{state.actor}}} inspects you. Which card do you show?",
    "awaiting_inspection_verdict": _ask_verdict,
}


def _the(kind: Kind) -> str:
    name = CARD_NAMES[kind]
    return f"the {name}" if " " in name else name


def _holds(state: State, seat: Seat, kind: Kind) -> bool:
    return any(state.hands[seat][slot] == kind for slot in state.hidden[seat])


def _label(row: Action) -> str:
    """`Claim Russia: take 3M`, `USA: take 1M`."""
    pays = f" for {row.pay}M" if row.pay else ""
    name = row.name if row.claim is None else f"Claim {_the(row.claim)}"
    return f"{name}: {_DEEDS[type(row.effect)](row.effect)}{pays}"


_DEEDS: Mapping[type[Any], Callable[[Any], str]] = {
    Gain: lambda effect: f"take {effect.amount}M",
    Take: lambda effect: f"take {effect.amount}M from a player",
    LoseInfluence: lambda _effect: "make a player lose an influence",
    Exchange: lambda effect: f"draw {count_of(effect.cards, 'card')} and exchange",
    Inspect: lambda _effect: "inspect a player",
}
_LABELS: Mapping[str, str] = {row.id: _label(row) for row in ACTIONS}


def _what_follows(row: Action, module: Module) -> str:
    """What the label does not say: what comes of it, and who may block it."""
    about = "They show you a card, and you may make them exchange it." if isinstance(row.effect, Inspect) else ""
    blocks = [_the(kind) for kind in row.block_kinds if kind in DECK[module]]
    who = "They" if row.block_by == "target" else "Any opponent"
    stopped = f"{who} may block it with {join_words(blocks, 'or')}." if blocks else ""
    certain = "Nobody can stop it." if not row.has_window else ""
    return " ".join([part for part in (about, stopped, certain) if part])


_FOLLOWS = {(row.id, module): _what_follows(row, module) for module in MODULES for row in ACTIONS_IN[module]}


def _declare(state: State, seat: Seat, template: Choice) -> Words:
    row = ACTION[only_value(template, "action"), only_value(template, "mode")]
    effect = _FOLLOWS[row.id, state.module]
    # What makes a player lose an influence and cannot be stopped is the strongest action whoever can pay it has.
    place = HELD if isinstance(row.effect, LoseInfluence) else CERTAIN
    if row.claim is not None:
        holds = _holds(state, seat, row.claim)
        place = HELD if holds else BLUFF
        # First, because a narrow window shows no more than the beginning.
        effect = f"{'You have the card.' if holds else 'A bluff.'} {effect}".rstrip()
    names = name_values(template, target=seat_name)
    return Words(label=_LABELS[row.id], effect=effect, place=place, names=names)


_PASS = Words(
    label="Let it happen", effect="It is carried out unless another player objects.", group="end", simultaneous=True
)


def _challenge(state: State, _seat: Seat, _template: Choice) -> Words:
    claim = declared(state).claim
    assert claim is not None
    effect = f"{{{state.actor}}} has to show {_the(claim)}: one of you loses an influence."
    return Words(label="I doubt it", effect=effect, simultaneous=True)


def _block(state: State, seat: Seat, template: Choice) -> Words:
    names = {
        kind: f"{CARD_NAMES[kind]} ({'you have it' if _holds(state, seat, kind) else 'a bluff'})"
        for kind in values_of(template, "claim")
    }
    label = f"Block with {next(iter(names.values()))}" if len(names) == 1 else "Block it"
    effect = f"Nothing happens, unless {{{state.actor}}} doubts that you have the card."
    return Words(label=label, effect=effect, simultaneous=True, names=name_values(template, claim=names.__getitem__))


_GIVE_WAY = Words(label="Give way", effect="Your action does not happen, nothing is paid, the turn ends.", group="end")


def _challenge_block(state: State, _seat: Seat, _template: Choice) -> Words:
    assert state.block is not None
    effect = f"{{{state.block.blocker}}} has to show {_the(state.block.claim)}: one of you loses an influence."
    return Words(label="I do not believe it", effect=effect)


def _own_card(state: State, seat: Seat) -> Callable[[int], str]:
    return lambda slot: CARD_NAMES[kind] if (kind := state.hands[seat][slot]) else "a card"


def _lose(state: State, seat: Seat, template: Choice) -> Words:
    names = name_values(template, slot=_own_card(state, seat))
    return Words(label="Lose an influence", effect="The card is turned up and stays so.", names=names)


def _keep(state: State, seat: Seat, template: Choice) -> Words:
    cards = exchangeable(state)
    back = len(cards) - len(state.hidden[seat])
    names = name_values(
        template,
        keep=lambda card: f"{CARD_NAMES[cards[card]]} ({'drawn' if card.startswith('drawn') else 'yours'})",
    )
    label = f"Keep {count_of(len(state.hidden[seat]), 'card')}"
    verb = "goes" if back == 1 else "go"
    return Words(label=label, effect=f"The other {back} {verb} back into the deck, which is shuffled.", names=names)


def _show(state: State, seat: Seat, template: Choice) -> Words:
    names = name_values(template, slot=_own_card(state, seat))
    effect = f"{{{state.actor}}} alone sees it, and may make you exchange it."
    return Words(label="Show a card", effect=effect, names=names)


def _judge(state: State, _seat: Seat, template: Choice) -> Words:
    names = name_values(template, force_exchange=lambda forced: "Have it exchanged" if forced else "Leave it")
    effect = f"{{{target_of(state)}}} keeps the card, or exchanges it for the top card of the deck."
    return Words(label="Decide about the card", effect=effect, names=names)


_WORDS: Mapping[str, Callable[[State, Seat, Choice], Words]] = {
    "declare_action": _declare,
    "pass": lambda _state, _seat, _template: _PASS,
    "challenge": _challenge,
    "block": _block,
    "accept_block": lambda _state, _seat, _template: _GIVE_WAY,
    "challenge_block": _challenge_block,
    "choose_influence": _lose,
    "choose_exchange": _keep,
    "choose_card_to_show": _show,
    "decide_inspection": _judge,
}
