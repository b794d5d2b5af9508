"""Which words the engine can run where: a clause outside these tables would be silent and is refused (MUNCH-25.11)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from games.munchkin_apocalypse.rows import Card, Clause
from games.munchkin_apocalypse.vocabulary import (
    AddTag,
    All,
    CardType,
    Condition,
    D6AtLeast,
    Effect,
    ExtraClass,
    HasItem,
    IgnoreItems,
    ItemFilter,
    MonsterHasTag,
    Not,
    Trigger,
    Window,
    word_of,
)


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


PLAYED = _words("on_play")
IN_PLAY = _words("in_combat while_in_play on_run_away on_seal_open on_disaster start_of_turn on_use")
TRIGGERS: dict[CardType, frozenset[str]] = {  # those at which a card of the type is looked at
    "monster": _words("in_combat on_enter_combat on_run_away on_bad_stuff on_escape on_win"),
    "monster_enhancer": PLAYED | _words("in_combat on_run_away"),
    "disaster": _words("on_hit in_combat on_run_away start_of_turn"),
    **dict.fromkeys(("class", "super_munchkin", "paranoia", "hireling", "item", "item_enhancer"), IN_PLAY),
    **dict.fromkeys(("cheat", "wandering_monster", "special", "one_shot", "level"), PLAYED),
    "seal": _words("on_open while_top_seal"),
}
NEEDED: dict[CardType, str] = {  # the effect without which a card of the type makes no sense
    "super_munchkin": "extra_class",
    "wandering_monster": "add_monster",
    "cheat": "legalise_item",
    "item_enhancer": "enhance",
    "level": "gain_levels",
}

AT_ONCE = _words(
    "gain_levels lose_levels death lose_class draw discard_hand move_hand discard_item move_item recover discard_self"
    " open_seal close_seal"
)
COUNTS = AT_ONCE | _words("end_combat extra_class extra_big hand_limit")  # never none, never fewer
STRENGTH = _words("combat_bonus monster_bonus extra_treasures add_tag ignore_items no_help no_seal_bonus")
OPS: dict[Trigger, frozenset[str]] = {
    "in_combat": STRENGTH,
    "while_top_seal": STRENGTH | _words("run_away_bonus"),
    "while_in_play": _words(
        "immune extra_class extra_big two_hand_grip oneshot_boost enhance enhancer_host hand_limit cannot_help"
    ),
    "on_run_away": _words("run_away_bonus auto_escape"),
    "on_disaster": AT_ONCE | _words("cancel_disaster"),
    "on_use": AT_ONCE
    | _words("side_bonus remove_monster swap_monster force_help end_combat auto_escape reroll cancel_bad_stuff")
    | _words("cancel_disaster redirect_disaster sell_double"),
}
OPS_OF_PLAY: dict[CardType, frozenset[str]] = {  # what playing a card of the type may do
    "monster_enhancer": _words("monster_bonus extra_treasures add_tag clone_monster join_with"),
    "wandering_monster": _words("add_monster"),
    "cheat": _words("legalise_item"),
    "one_shot": OPS["on_use"] - _words("sell_double force_help"),
    "special": OPS["on_use"] - _words("sell_double"),
    "level": AT_ONCE,
}
COMBAT: frozenset[Window] = frozenset({"any_combat", "own_combat"})
WINDOWS: dict[str, frozenset[Window]] = {  # the only windows in which these effects have something to work on
    **dict.fromkeys(_words("side_bonus remove_monster swap_monster force_help end_combat add_monster"), COMBAT),
    **dict.fromkeys(_words("monster_bonus extra_treasures add_tag clone_monster join_with"), COMBAT),
    **dict.fromkeys(_words("reroll cancel_bad_stuff"), frozenset({"run_roll"})),
    **dict.fromkeys(_words("cancel_disaster redirect_disaster"), frozenset({"disaster"})),
    "auto_escape": frozenset({"run_away"}),
    "sell_double": frozenset({"own_turn_calm"}),
    "death": frozenset(get_args(Window)) - {"disaster", "run_roll"},  # who has died responds no more
}
HOMES: dict[str, frozenset[str]] = {  # effects that do something on cards of these types only
    "enhance": _words("item_enhancer"),
    "enhancer_host": _words("item"),
    "extra_class": _words("super_munchkin"),
    "ignore_items": _words("monster monster_enhancer disaster class paranoia hireling seal"),
    "discard_self": _words("disaster class super_munchkin paranoia hireling item"),
}
PEOPLE: dict[str, frozenset[str]] = {  # effects that strike exactly one player, and not oneself
    "force_help": _words("other_player"),
    "redirect_disaster": _words("other_player left"),
}
CONTINUOUS = _words("in_combat while_in_play while_top_seal")
NAMED_BY_USER = _words("any_player other_player")
VICTIM_AT = _words("on_bad_stuff on_hit")
RUNNER_AT = _words("on_run_away on_escape on_bad_stuff")
WHILE_LASTING = _words("in_combat on_run_away start_of_turn")


def conditions_of(condition: Condition | None) -> Iterator[Condition]:
    """A condition and those inside it."""
    if condition is not None:
        yield condition
    if isinstance(condition, Not | All):
        for part in condition.of:
            yield from conditions_of(part)


def card_faults(card: Card) -> Iterator[str]:
    """What is wrong with the clauses of a card taken together."""
    played = card.on("on_play")
    if "on_play" in TRIGGERS[card.type] and not played:
        yield f"a card of type {card.type} needs an on_play clause"
    if len({clause.window for clause in played}) > 1:
        yield "all on_play clauses of a card have one window"
    needed = NEEDED.get(card.type)
    if needed and not any(word_of(step) == needed for clause in card.clauses for step in clause.steps):
        yield f"a card of type {card.type} needs the effect {needed}"
    if len(_targets([step for clause in played for step in clause.steps])) > 1:
        yield "whoever plays a card names one target, not several kinds"
    if card.type == "disaster" and card.lasts == "this_combat":
        yield "a disaster lasts for the next combat, not for this one"


def clause_faults(card: Card, clause: Clause) -> Iterator[str]:
    """What is wrong with one clause."""
    if clause.on not in TRIGGERS[card.type]:
        yield f"a card of type {card.type} has no use for {clause.on}"
    if clause.on != "on_use" and (clause.ability or clause.cost or clause.limit):
        yield f"ability, cost and limit belong to on_use, not to {clause.on}"
    is_choice = clause.on in ("on_play", "on_use")
    if is_choice != (clause.window is not None):
        yield f"{clause.on} needs a window" if is_choice else f"{clause.on} has no window"
    if clause.on == "on_use" and len(_targets(clause.steps)) > 1:
        yield "whoever uses an ability names one target, not several kinds"
    if card.type == "disaster" and card.lasts == "instant" and clause.on in WHILE_LASTING:
        yield f"{clause.on} needs a disaster that lasts"
    yield from _condition_faults(card, clause)
    for step in clause.steps:
        yield from _step_faults(card, clause, step)


def _targets(steps: tuple[Effect, ...] | list[Effect]) -> set[str]:
    """The kinds of target that the user of these steps has to name."""
    found = {"player" for step in steps if NAMED_BY_USER.intersection(people_of(step))}
    kinds = {"side_bonus": "side", "remove_monster": "monster", "swap_monster": "monster", "legalise_item": "item"}
    return found | {kinds[word_of(step)] for step in steps if word_of(step) in kinds}


def people_of(part: Effect | Condition) -> set[str]:
    """The plain player words of an effect or a condition."""
    words = (getattr(part, name, None) for name in ("who", "giver", "taker"))
    return {word for word in words if isinstance(word, str)}


def _condition_faults(card: Card, clause: Clause) -> Iterator[str]:
    # An Enhancer is played once, but counts from then on like a clause in_combat.
    is_continuous = clause.on in CONTINUOUS or card.type == "monster_enhancer"
    if clause.otherwise and clause.when is None:
        yield "a clause with else needs a condition"
    if clause.otherwise and clause.on == "while_in_play":
        yield "while_in_play has no else"
    for condition in conditions_of(clause.when):
        if is_continuous and isinstance(condition, D6AtLeast):
            yield f"a die cannot be rolled all the time, as {clause.on} would"
        if isinstance(condition, HasItem) and _is_best(condition.filter):
            yield "has_item knows no best item"
        yield from _people_faults(clause, people_of(condition))
        if isinstance(condition, MonsterHasTag) and any(
            isinstance(step, AddTag | IgnoreItems) for step in clause.steps
        ):
            yield "tags and ignored items cannot depend on a tag"


def _is_best(found: object) -> bool:
    return isinstance(found, ItemFilter) and found.best is not None


def _step_faults(card: Card, clause: Clause, step: Effect) -> Iterator[str]:
    word = word_of(step)
    allowed = OPS_OF_PLAY.get(card.type, frozenset()) if clause.on == "on_play" else OPS.get(clause.on, AT_ONCE)
    if word not in allowed:
        yield f"{word} cannot be run by {clause.on} on a card of type {card.type}"
    if clause.window is not None and clause.window not in WINDOWS.get(word, {clause.window}):
        yield f"{word} cannot be run in the window {clause.window}"
    if word in COUNTS and getattr(step, "n", 1) != "all" and getattr(step, "n", 1) < 1:
        yield f"{word} needs a number of 1 or more"
    if not people_of(step) <= PEOPLE.get(word, people_of(step)) or (word in PEOPLE and not people_of(step)):
        yield f"{word} is for {' or '.join(sorted(PEOPLE[word]))}"
    if isinstance(step, ExtraClass) and step.n > 1:
        yield "extra_class gives one more, which is played along with the card"
    if getattr(step, "pick", None) == "taker" and not hasattr(step, "taker"):
        yield f"{word} has no taker who could pick"
    if getattr(step, "scope", None) == "this" and card.type not in ("monster", "monster_enhancer"):
        yield f"a card of type {card.type} has no monster that 'this' could mean"
    if isinstance(step, IgnoreItems) and _is_best(step.filter):
        yield "ignore_items knows no best item"
    if isinstance(step, AddTag | IgnoreItems) and step in clause.otherwise:
        yield f"{word} cannot stand behind else"
    if isinstance(step, AddTag) and card.type in ("monster", "monster_enhancer") and step.scope != "this":
        yield "a monster's card gives a tag to that monster only"
    if card.type not in HOMES.get(word, {card.type}):
        yield f"{word} does nothing on a card of type {card.type}"
    yield from _people_faults(clause, people_of(step))


def _people_faults(clause: Clause, people: set[str]) -> Iterator[str]:
    """Player words that mean nobody at this trigger."""
    if clause.on not in ("on_play", "on_use") and people & NAMED_BY_USER:
        yield f"nobody names a player at {clause.on}"
    if "victim" in people and clause.on not in VICTIM_AT and clause.lasts is None:
        yield f"there is no victim at {clause.on}"
    if "runner" in people and clause.on not in RUNNER_AT:
        yield f"there is no runner at {clause.on}"
