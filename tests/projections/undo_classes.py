"""Which class of undo each command has, as the undo section of each game's rules has it: one row for each command type.

A row says what a command needs as a rule, and when it needs something else, told from its events. Nothing here asks the
games' own code. A command that ends the match is never taken back, in any game; and whoever asks for a step that is
not their own, or not the latest, needs the consent of the others whatever the row says.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from games.decider import Command, Event, UndoClass, snake_case

Condition = Callable[[Any, Sequence[Any]], bool]  # the command, its events: of any game


class Row(NamedTuple):
    usually: UndoClass
    otherwise: UndoClass = "consent"
    if_so: Condition = lambda _command, _events: False


def named(*names: str) -> Condition:
    """Whether one of the events has one of these names."""
    return lambda _command, events: any(type(event).__name__ in names for event in events)


def held(name: str, **fields: Any) -> Condition:
    """Whether there is an event of this name with these fields."""

    def found(_command: Command, events: Sequence[Event]) -> bool:
        return any(
            type(event).__name__ == name and all(getattr(event, field) == value for field, value in fields.items())
            for event in events
        )

    return found


def either(*conditions: Condition) -> Condition:
    return lambda command, events: any(condition(command, events) for condition in conditions)


def closes_its_decision(_command: Command, events: Sequence[Event]) -> bool:
    """A sealed choice by itself is one event; whatever else there is follows from its being the last."""
    return len(events) > 1


ALWAYS_FREE, ALWAYS_CONSENT, NEVER = Row("free"), Row("consent"), Row("never")

# BIGDEAL-13.3
_dealt = named(
    "CardsDrawn", "HandDiscarded", "DeckShuffled", "HandDealt", "StarterRevealed", "PickUpPileReshuffled"
)  # fmt: skip
BIG_DEAL = {
    "attack_set": ALWAYS_FREE,
    "defend_set": Row("free", if_so=_dealt),
    "continue_attack": Row("free", if_so=_dealt),
    "yield_set": Row("free", if_so=_dealt),
    "stop_attack": Row("free", if_so=_dealt),
    "form_set_from_hand": Row("free", if_so=_dealt),
    "form_set_with_discard": Row("free", if_so=_dealt),
    "discard_card": Row("free", if_so=_dealt),
}


def _is_secret_taken(_command: Command, events: Sequence[Event]) -> bool:
    return any(type(event).__name__ == "TokenTaken" and not _lies_open(event.kind) for event in events)


def _lies_open(kind: str) -> bool:
    return kind.startswith(("artifact", "monkey_idol"))


_drawn = named("CardsDrawn", "DeckShuffled", "CubesDrawn")
CLANK = {
    "play_card": Row("free", if_so=either(_drawn, named("RowCardReplaced"), _is_secret_taken)),
    "acquire_card": ALWAYS_FREE,
    "use_device": ALWAYS_FREE,
    "fight": Row("free", if_so=_drawn),
    "buy_item": ALWAYS_FREE,
    "move": ALWAYS_FREE,
    "teleport": ALWAYS_FREE,
    "take_token": Row("free", if_so=_is_secret_taken),
    "decline_token": ALWAYS_FREE,
    "use_potion": ALWAYS_FREE,
    "trash_card": ALWAYS_CONSENT,
    "end_turn": Row("consent", "free", lambda _command, events: type(events[-1]).__name__ == "TrashDemanded"),
}

COUP = {
    "declare_action": Row("free", if_so=named("InfluenceLost")),
    "pass": Row("free", if_so=named("InfluenceLost", "ExchangeCardsDrawn", "CardShown")),
    "challenge": ALWAYS_CONSENT,
    "challenge_block": ALWAYS_CONSENT,
    "block": ALWAYS_FREE,
    "accept_block": ALWAYS_FREE,
    "choose_influence": ALWAYS_CONSENT,
    "choose_exchange": ALWAYS_FREE,
    "choose_card_to_show": ALWAYS_CONSENT,
    "decide_inspection": Row("free", if_so=lambda command, _events: command.force_exchange),
    "expire_decision": ALWAYS_CONSENT,
}

_shown = either(
    named("RoundStarted", "CardsRevealed", "LossesRevealed", "CardDrawn"),
    lambda _command, events: any(type(one).__name__ == "DrawPileRevealed" and one.cards for one in events),
)
SZMAL = {
    "draft_card": Row("free", if_so=closes_its_decision),
    "commit_card": Row("free", if_so=closes_its_decision),
    "choose_loss": Row("free", if_so=closes_its_decision),
    "pay_cost": Row("free", if_so=_shown),
    "decline_cost": Row("free", if_so=_shown),
    "choose_property": Row("free", if_so=_shown),
    "choose_gangster": Row("free", if_so=_shown),
    "play_extra": Row("free", if_so=_shown),
    "pass_extra": Row("free", if_so=_shown),
    "resolve_ability": Row("free", if_so=_shown),
}


def _another_discards_from_hand(command: Command, events: Sequence[Event]) -> bool:
    """MUNCH-U.4: a card that only its holder knew, and that an effect of the sender's puts on the discard pile."""
    return any(
        type(event).__name__ == "CardsDiscarded"
        and event.rule == "MUNCH-C.9"
        and event.cause not in event.cards  # a card that was played lay open before
        and event.seat != command.seat
        for event in events
    )


# MUNCH-U.4: a draw, a Door or Seal, a die, a hidden card that is not the sender's, a window that has run out.
_learned = either(
    _another_discards_from_hand,
    named("CardsDrawn", "DoorOpened", "SealOpened", "DeckReshuffled"),
    named("SealDieRolled", "EscapeRolled", "EscapeRerolled", "DieRolled"),
    lambda _command, events: any(type(one).__name__ == "LootOrderDecided" and one.rolls for one in events),
    named("RandomCardsPicked", "HandCardsMoved", "CharityGiven", "BodyLaidOut"),
    lambda _command, events: any(
        type(one).__name__ == "ChoiceRequested" and one.owner not in (None, one.seat) for one in events
    ),
    held("WindowClosed", by="all_passed"),
    held("WindowClosed", by="clock"),
)
_own_cards = Row("free", if_so=_learned)
_effect = Row("free", if_so=either(_learned, named("SealClosed")))
MUNCHKIN = {
    "finish_setup": Row("free", if_so=either(_learned, named("TurnStarted"))),
    "show_card": NEVER,
    "open_door": ALWAYS_CONSENT,
    "search_room": ALWAYS_CONSENT,
    "look_for_trouble": _own_cards,
    "end_turn": _own_cards,
    "give_charity_card": ALWAYS_CONSENT,
    "discard_charity_card": _own_cards,
    "play_class": _own_cards,
    "discard_class": _own_cards,
    "play_super_munchkin": _own_cards,
    "play_paranoia": _own_cards,
    "play_item": _own_cards,
    "attach_to_item": _own_cards,
    "wield_item": _own_cards,
    "stow_item": _own_cards,
    "set_grip": _own_cards,
    "discard_item": _own_cards,
    "add_to_sale": _own_cards,
    "remove_from_sale": _own_cards,
    "complete_sale": _effect,
    "cancel_sale": _own_cards,
    "open_deal": _own_cards,
    "put_in_deal": _own_cards,
    "take_from_deal": _own_cards,
    "set_deal_treasures": _own_cards,
    "set_deal_first_pick": _own_cards,
    "agree_deal": Row("free", if_so=either(_learned, held("DealClosed", outcome="concluded"))),
    "cancel_deal": _own_cards,
    "give_big_item": _own_cards,
    "discard_big_item": _own_cards,
    "play_disaster": _effect,
    "play_special": _effect,
    "use_ability": _effect,
    "respond": _effect,
    "play_one_shot": _own_cards,
    "play_monster_enhancer": _own_cards,
    "play_wandering_monster": _own_cards,
    "join_horde": _own_cards,
    "join_horde_with": _own_cards,
    "grant_share": _own_cards,
    "declare_victory": _own_cards,
    "declare_flight": _own_cards,
    "withdraw_declaration": _own_cards,
    "pass": Row("never", if_so=named("WindowClosed")),
    "close_window": ALWAYS_CONSENT,
    "roll_escape": ALWAYS_CONSENT,
    "pick_treasure": _own_cards,
    "loot_card": _own_cards,
    "choose": _own_cards,
}

TABLES: Mapping[str, Mapping[str, Row]] = {
    "big-deal": BIG_DEAL,
    "clank": CLANK,
    "coup": COUP,
    "munchkin-apocalypse": MUNCHKIN,
    "szmal": SZMAL,
}


def class_by_the_rules(slug: str, command: Command, events: Sequence[Event]) -> UndoClass:
    if any(type(event).__name__ == "MatchEnded" for event in events):
        return "never"
    row = TABLES[slug][snake_case(type(command).__name__)]
    return row.otherwise if row.if_so(command, events) else row.usually
