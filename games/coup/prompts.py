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
    # What cannot be paid is no answer, and nobody should look for it.
    dear = [row.name for row in sorted(ACTIONS_IN[state.module], key=lambda row: row.pay) if row.pay > money]
    return f"Your turn: you have {money}M" + (f", too little for {join_words(dear, 'or')}." if dear else ".")


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


def _label(row: Action, target: str = "a player") -> str:
    """`Claim Russia: take 3M`, `USA: take 1M`."""
    pays = f" for {row.pay}M" if row.pay else ""
    name = row.name if row.claim is None else f"Claim {_the(row.claim)}"
    return f"{name}: {_DEEDS[type(row.effect)](row.effect, target)}{pays}"


_DEEDS: Mapping[type[Any], Callable[[Any, str], str]] = {
    Gain: lambda effect, _target: f"take {effect.amount}M",
    Take: lambda effect, target: f"take {effect.amount}M from {target}",
    LoseInfluence: lambda _effect, target: f"make {target} lose an influence",
    Exchange: lambda effect, _target: f"draw {count_of(effect.cards, 'card')} and exchange",
    Inspect: lambda _effect, target: f"inspect {target}",
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
        effect = f"{'You have the card.' if holds else _bluff(state, seat)} {effect}".rstrip()
    # One opponent that is left is not asked for, so the label says who it is.
    only = only_value(template, "target")
    label = _LABELS[row.id] if only is None else _label(row, seat_name(only))
    is_taking = isinstance(row.effect, Take)
    if is_taking and all(state.money[target] == 0 for target in values_of(template, "target")):
        effect = f"There is nothing to take. {effect}"
    names = name_values(template, target=lambda target: _purse(state, target) if is_taking else seat_name(target))
    return Words(label=label, effect=effect, place=place, names=names)


def _purse(state: State, seat: Seat) -> str:
    return f"{{{seat}}} ({state.money[seat]}M)"


def _bluff(state: State, seat: Seat) -> str:
    return f"A bluff: if doubted, {_loses(state, seat, seat)}." if len(state.hidden[seat]) == 1 else "A bluff."


def _loses(state: State, loser: Seat, you: Seat, count: int = 1) -> str:
    """What it means for `loser` to lose so many influences, in a sentence to `you`."""
    is_out = len(state.hidden[loser]) <= count
    if is_out and len(state.live) == 2:
        return "you lose the match" if loser == you else "you win"
    is_you = loser == you
    if is_out:
        return f"{call_seat(loser, you)} {'are' if is_you else 'is'} out"
    return f"{call_seat(loser, you)} {'lose' if is_you else 'loses'} an influence"


def _pass(state: State, seat: Seat, _template: Choice) -> Words:
    """What comes of it, and whether somebody can still object: this window is open for some of the others alone."""
    row, others = declared(state), [one for one in state.waiting if one != seat]
    assert state.declaration is not None
    effect = "It is carried out"
    if state.declaration.target == seat:
        effect = _capitalized(_HITS[type(row.effect)](state, seat, row.effect))
    unless = " unless another player objects" if others else ""
    return Words(label="Let it happen", effect=f"{effect}{unless}.", group="end", simultaneous=True)


_HITS: Mapping[type[Any], Callable[[State, Seat, Any], str]] = {
    Take: lambda state, seat, effect: f"you lose {min(effect.amount, state.money[seat])}M",
    LoseInfluence: lambda state, seat, _effect: _loses(state, seat, seat),
    Inspect: lambda state, _seat, _effect: f"you show {{{state.actor}}} a card",
}


def _capitalized(text: str) -> str:
    return text[0].upper() + text[1:]


def _challenge(state: State, seat: Seat, _template: Choice) -> Words:
    """COUP-9.10: whoever doubts the claim that would take their influence loses one for the doubt and one to it."""
    row = declared(state)
    assert state.declaration is not None
    is_double = state.declaration.target == seat and isinstance(row.effect, LoseInfluence)
    wrong, right = _loses(state, seat, seat, 2 if is_double else 1), _loses(state, state.actor, seat)
    return Words(label="I doubt it", effect=_of_doubt(wrong, right), simultaneous=True)


def _of_doubt(wrong: str, right: str) -> str:
    """One's own stake first: a narrow window shows no more than the beginning."""
    return f"If you are wrong, {wrong}; if right, {right}."


def _block(state: State, seat: Seat, template: Choice) -> Words:
    names = {
        kind: f"{CARD_NAMES[kind]} ({'you have it' if _holds(state, seat, kind) else 'a bluff'})"
        for kind in values_of(template, "claim")
    }
    label = f"Block with {next(iter(names.values()))}" if len(names) == 1 else "Block it"
    effect = f"Nothing happens, unless {{{state.actor}}} doubts that you have the card."
    is_bluff = not any(_holds(state, seat, kind) for kind in names)
    # COUP-9.11: a bluff against what takes an influence can cost two.
    count = 2 if isinstance(declared(state).effect, LoseInfluence) else 1
    if is_bluff and len(state.hidden[seat]) <= count:
        effect = f"If doubted, {_loses(state, seat, seat, count)}. Else nothing happens."
    return Words(label=label, effect=effect, simultaneous=True, names=name_values(template, claim=names.__getitem__))


_GIVE_WAY = Words(label="Give way", effect="Your action does not happen, nothing is paid, the turn ends.", group="end")


def _challenge_block(state: State, seat: Seat, _template: Choice) -> Words:
    """COUP-7.10: after a false block the action is carried out, and may take another influence of the blocker."""
    assert state.block is not None
    count = 2 if isinstance(declared(state).effect, LoseInfluence) else 1
    right = _loses(state, state.block.blocker, seat, count)
    return Words(label="I do not believe it", effect=_of_doubt(_loses(state, seat, seat), right))


def _own_card(state: State, seat: Seat) -> Callable[[int], str]:
    return lambda slot: CARD_NAMES[kind] if (kind := state.hands[seat][slot]) else "a card"


def _lose(state: State, seat: Seat, template: Choice) -> Words:
    names = name_values(template, slot=_own_card(state, seat))
    return Words(label="Lose an influence", effect="The card is turned up for good.", names=names)


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
    "pass": _pass,
    "challenge": _challenge,
    "block": _block,
    "accept_block": lambda _state, _seat, _template: _GIVE_WAY,
    "challenge_block": _challenge_block,
    "choose_influence": _lose,
    "choose_exchange": _keep,
    "choose_card_to_show": _show,
    "decide_inspection": _judge,
}
