"""What a card says to a player, made from its clauses, so that text and behaviour cannot drift apart (MUNCH-C.2)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct, to_builtins

from games.catalogue import read_rows
from games.munchkin_apocalypse import vocabulary as word
from games.munchkin_apocalypse.rows import Card, Clause
from games.munchkin_apocalypse.vocabulary import Condition, Cost, Effect, Filter, Scope, Who
from games.questions import with_article


class Ability(Struct, frozen=True, forbid_unknown_fields=True):
    card: str
    names: tuple[str, ...]


ABILITIES: dict[str, tuple[str, ...]] = {
    row.card: row.names for row in read_rows(Path(__file__).parent / "data" / "abilities.toml", Ability, "ability")
}
TRIGGERS: dict[word.Trigger, str] = {
    "in_combat": "In combat",
    "while_in_play": "While in play",
    "while_top_seal": "While this Seal is on top",
    "on_play": "",
    "on_hit": "",
    "on_open": "When opened",
    "on_enter_combat": "On joining a combat",
    "on_run_away": "When running away",
    "on_bad_stuff": "Bad Stuff",
    "on_escape": "After getting away",
    "on_win": "After a victory",
    "on_seal_open": "Whenever a Seal has been opened",
    "on_disaster": "When a disaster is about to strike",
    "start_of_turn": "At the start of the turn",
    "on_use": "",
}
WINDOWS: dict[word.Window, str] = {
    "any_time": "at any time",
    "own_turn": "in your turn",
    "own_turn_calm": "in your turn, outside combat",
    "any_combat": "in any combat",
    "own_combat": "in your own combat",
    "disaster": "when a disaster is about to strike you",
    "run_away": "when you run away",
    "run_roll": "after your escape die is thrown",
}
LASTS: dict[word.Duration, str] = {
    "instant": "",
    "this_combat": "for this combat",
    "next_combat": "for the next combat",
    "until_next_win": "until the next victory",
    "until_discarded": "until it is discarded",
}
PLAYERS: dict[str, str] = {
    "self": "you",
    "victim": "the victim",
    "runner": "the runner",
    "fighter": "the fighter",
    "participants": "a participant",
    "any_player": "a player of your choice",
    "other_player": "another player of your choice",
    "left": "the player to the left",
    "neighbours": "each neighbour",
    "everyone": "everyone",
    "everyone_else": "everyone else",
    "highest_level": "whoever has the highest level",
    "lowest_level": "whoever has the lowest level",
}


TAGS: dict[word.Tag, str] = {"undead": "undead", "shark": "a shark"}
PICKS: dict[word.Pick, str] = {"owner": "", "taker": " chosen by the receiver", "random": " at random"}
CONDITIONS: dict[type[Any], str] = {
    word.HasClass: "{who} {has_class}",
    word.LevelAtLeast: "the level of {who} is {n} or more",
    word.LevelAtMost: "the level of {who} is {n} or less",
    word.SealsAtLeast: "at least {n} Seals are open",
    word.Alone: "the fighter has no helper",
    word.IsFighter: "the fighter is {who}",
    word.HasItem: "{items} is in use by {who}",
    word.MonsterHasTag: "a monster is {tag}",
    word.D6AtLeast: "a die shows {n} or more",
}
EFFECTS: dict[type[Any], str] = {
    word.CombatBonus: "{n:+} for {who}",
    word.MonsterBonus: "{n:+} for {scope}{per}",
    word.SideBonus: "{n:+} for the side you name",
    word.ExtraTreasures: "{n:+} Treasure{s} for {scope}",
    word.AddTag: "{scope} is {tag}",
    word.IgnoreItems: "{items} of the participants counts nothing",
    word.NoHelp: "nobody can become a helper",
    word.NoSealBonus: "open Seals add nothing to monsters",
    word.AddMonster: "a monster from your hand joins the combat",
    word.CloneMonster: "a copy of the monster joins the combat, with its enhancers",
    word.RemoveMonster: "a monster leaves the combat; its Treasures come with a victory, no level does",
    word.SwapMonster: "a monster is exchanged for one from your hand",
    word.JoinWith: "or, if a monster is {tag}, bring in a monster from your hand with this card on it",
    word.ForceHelp: "{who} must help",
    word.EndCombat: "the combat is over without levels, and the fighter draws {n} Treasure{s}",
    word.RunAwayBonus: "{n:+} on the escape die for {who}",
    word.AutoEscape: "no roll is needed: an escape for {who}",
    word.Reroll: "the escape die is thrown again",
    word.CancelBadStuff: "this monster's Bad Stuff does not happen to you",
    word.GainLevels: "{who} gain{does} {n} level{s}",
    word.LoseLevels: "{who} lose{does} {n} level{s}",
    word.Death: "{who} die{does}",
    word.LoseClass: "{who} lose{does} a class, or a level where there is no class",
    word.Draw: "{who} draw{does} {n} {deck}{s} face {face}",
    word.DiscardHand: "{who} discard{does} {n} hand card{s}{pick}",
    word.MoveHand: "{n} hand card{s}{pick} from {giver} to {taker}",
    word.DiscardItem: "{who} discard{does} {items}{pick}",
    word.MoveItem: "{items}{pick} from {giver} to {taker}",
    word.Recover: "the top card of the {deck} discard pile comes to your hand",
    word.DiscardSelf: "this card is discarded",
    word.OpenSeal: "{who} open{does} a Seal",
    word.CloseSeal: "the top Seal is closed",
    word.CancelDisaster: "the disaster does not happen",
    word.RedirectDisaster: "the disaster strikes {who} instead",
    word.Immune: "{card} does not affect you",
    word.ExtraClass: "you may have {n} more {kind}{s}, all different",
    word.ExtraBig: "you may carry {n} more big item{s}",
    word.LegaliseItem: "one item of yours may be used whatever its class, slot, hands or size",
    word.TwoHandGrip: "a one-hand item held in both hands gives {n:+}",
    word.OneshotBoost: "every bonus of a one-shot that you use is {n} higher",
    word.SellDouble: "one item of a sale counts with twice its gold",
    word.Enhance: "{n:+} for the item that it is attached to",
    word.EnhancerHost: "holds any number of enhancers, each with {n:+}",
    word.HandLimit: "{n:+} to your hand limit",
    word.CannotHelp: "you cannot become a helper",
}


class CardWithText(Card, frozen=True, kw_only=True):
    """A row of the catalogue as clients get it, with the text to show."""

    text: tuple[str, ...]


def catalogue_json(cards: Mapping[str, Card]) -> list[dict[str, Any]]:
    """The cards of a match as a client gets them: their rows, with the text to show."""
    return [{**to_builtins(card), "text": list(card_text(card, cards))} for card in cards.values()]


def card_text(card: Card, cards: Mapping[str, Card]) -> tuple[str, ...]:
    """The card's text, a sentence for each clause; `cards` are all of the match, for the names in it."""
    names = ABILITIES.get(card.id, ())
    return tuple(
        _clause(clause, names[position] if position < len(names) else "", cards)
        for position, clause in enumerate(card.clauses)
    )


def _clause(clause: Clause, name: str, cards: Mapping[str, Card]) -> str:
    title = name or (clause.ability or "").replace("-", " ").capitalize()
    sentence = _steps(clause.do, cards)
    if clause.when is not None:
        sentence = f"if {_condition(clause.when)}, {sentence}"
    if clause.otherwise:
        sentence += f"; otherwise {_steps(clause.otherwise, cards)}"
    heads = filter(None, (title, TRIGGERS[clause.on], _usage(clause)))
    return ": ".join([*heads, sentence[0].upper() + sentence[1:]]) + "."


def _steps(steps: tuple[Effect, ...], cards: Mapping[str, Card]) -> str:
    """Whoever does one thing after another is named once."""
    said = [EFFECTS[type(step)].format_map(_values(step, cards)) for step in steps]
    for at in range(len(said) - 1, 0, -1):
        who = getattr(steps[at], "who", None)
        doer = "" if who is None else f"{_who(who)} "
        if doer and said[at].startswith(doer) and said[at - 1].startswith(doer):
            said[at] = said[at].removeprefix(doer)
    return ", then ".join(said)


def _condition(condition: Condition) -> str:
    if isinstance(condition, word.Not) and isinstance(condition.of[0], word.Alone):
        return "the fighter has a helper"
    if isinstance(condition, word.Not):
        return f"it is not so that {_condition(condition.of[0])}"
    if isinstance(condition, word.All):
        return " and ".join(_condition(part) for part in condition.of)
    return CONDITIONS[type(condition)].format_map(_values(condition, {}))


def _usage(clause: Clause) -> str:
    """When it may be played or used, what that costs, how often it may be, and how long it lasts."""
    parts = [
        WINDOWS[clause.window] if clause.window else "",
        _cost(clause.cost) if clause.cost else "",
        _limit(clause) if clause.limit_per else "",
        LASTS[clause.lasts] if clause.lasts else "",
    ]
    text = ", ".join(filter(None, parts))
    return text[:1].upper() + text[1:]


def _cost(cost: Cost) -> str:
    if cost.kind == "whole_hand":
        return f"discarding your whole hand of {cost.n} or more cards"
    place = "your hand" if cost.kind == "hand" else "hand or table"
    return f"discarding {cost.n} card{_plural(cost.n)} from {place}"


def _limit(clause: Clause) -> str:
    times = {1: "once", 2: "twice"}.get(clause.limit_times, f"{clause.limit_times} times")
    return f"{times} in each turn" if clause.limit_per == "turn" else f"{times} for each {clause.limit_per}"


def _values(part: Effect | Condition, cards: Mapping[str, Card]) -> dict[str, Any]:
    """The parameters of a word as they are spoken."""
    said = {name: getattr(part, name) for name in part.__struct_fields__}
    n = said.get("n", 1)
    values: dict[str, Any] = {**said, "s": _plural(n)}
    values |= {name: _who(said[name]) for name in ("who", "giver", "taker") if name in said}
    values["does"] = "" if said.get("who") == "self" else "s"
    if "filter" in said:
        values["items"] = _items(said["filter"], "every" if isinstance(part, word.IgnoreItems) else n)
    if "class_name" in said:
        values["has_class"] = _has_class(said["class_name"], said["who"])
    if "scope" in said:
        values["scope"] = _scope(said["scope"])
    if "per" in said:
        values["per"] = "" if said["per"] is None else f" per {said['per']} in play"
    if "tag" in said:
        values["tag"] = TAGS[said["tag"]]
    if "pick" in said:
        values["pick"] = PICKS[said["pick"]]
    if "deck" in said:
        values["deck"] = said["deck"].capitalize()
    if "card" in said and said["card"] in cards:
        values["card"] = cards[said["card"]].name
    return values


def _plural(n: word.Amount) -> str:
    return "" if n in (1, -1) else "s"


def _who(who: Who) -> str:
    return f"every {who.holders} but you" if isinstance(who, word.Holders) else PLAYERS[who]


def _has_class(name: str, who: Who) -> str:
    if name == "none":
        return "have no class" if who == "self" else "has no class"
    return f"are {with_article(name)}" if who == "self" else f"is {with_article(name)}"


def _scope(scope: Scope) -> str:
    if isinstance(scope, word.Tagged):
        return f"each {scope.tagged} monster"
    return "this monster" if scope == "this" else "each monster"


def _items(found: Filter, n: word.Amount | str) -> str:
    s = "" if n in (1, "every") else "s"
    if not isinstance(found, word.ItemFilter):
        return f"{n} item{s}"
    if found.best:
        return f"{n} item{s} with the highest {found.best}"
    return f"{n} {'big' if found.size else 'hand' if found.slot == 'hands' else found.slot} item{s}"
