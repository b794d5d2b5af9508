"""The rows of docs/clocks.md: which states each one is about, and what the clock's command must not do there.

Nothing here asks `games/<slug>/clock.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from games.big_deal.catalogue import TITLE_OF
from games.clank.catalogue import CARDS
from games.clank.effects import teleport_targets
from games.clank.state import board_of
from games.munchkin_apocalypse import GAME as MUNCHKIN_APOCALYPSE
from games.munchkin_apocalypse.meaning import card_row, facts
from games.szmal.state import catalogue_of


class Row(NamedTuple):
    is_about: Callable[[Any], bool]  # the state
    holds: Callable[[Any, Any], bool] = lambda _state, _command: True  # the state, the clock's command


def phase(*names: str) -> Callable[[Any], bool]:
    return lambda state: state.phase in names


def asks(kind: str) -> Callable[[Any], bool]:
    return lambda state: state.decision.kind == kind


# Big Deal


def discards_no_joker_needlessly(state: Any, command: Any) -> bool:
    jokers = ("GOLD", "SILVER")
    others = [card for card in state.hands[command.seat] if TITLE_OF[card] not in jokers]
    return not others or TITLE_OF[command.card_id] not in jokers


BIG_DEAL = {
    "an action": Row(phase("turn_action"), discards_no_joker_needlessly),
    "an answer to an attack": Row(phase("duel_defence")),
    "the attacker in a duel": Row(phase("duel_attack")),
}

# Clank!


def has_hand(state: Any) -> bool:
    return bool(state.players[state.turn.seat].hand)


def must_teleport(state: Any) -> bool:
    return bool(not has_hand(state) and state.turn.teleports and teleport_targets(state, state.turn.seat))


def calls_no_dragon(state: Any, command: Any) -> bool:
    name = next(card.name for card in state.players[command.seat].hand if card.id == command.card_id)
    return name != "mister_whiskers" or command.option == 1


def stays_in_the_dungeon(state: Any, command: Any) -> bool:
    return command.to_room != board_of(state).start or len(teleport_targets(state, command.seat)) == 1


def trashes_the_cheapest(state: Any, command: Any) -> bool:
    player, wanted = state.players[command.seat], state.turn.owed[0].filter
    costs = {card.id: CARDS[card.name].cost for card in player.play + player.discard if wanted in ("any", card.name)}
    return costs[command.card_id] == min(costs.values())


CLANK = {
    "a card to play": Row(lambda state: state.phase == "TURN" and has_hand(state), calls_no_dragon),
    "a teleport that must be used": Row(
        lambda state: state.phase == "TURN" and must_teleport(state), stays_in_the_dungeon
    ),
    "the end of the turn": Row(
        lambda state: state.phase == "TURN" and not has_hand(state) and not must_teleport(state)
    ),
    "a token to take or leave": Row(phase("TOKEN_CHOICE")),
    "a card to trash": Row(phase("TRASH_CHOICE"), trashes_the_cheapest),
}

# Coup


def needs_no_card(_state: Any, command: Any) -> bool:
    return command.action in ("local_businessmen", "scandal", "usa")


def timed(is_timed: bool, *names: str) -> Callable[[Any], bool]:
    return lambda state: state.phase in names and (state.deadline is not None) == is_timed


COUP = {
    "an action": Row(phase("awaiting_action"), needs_no_card),
    "reactions, with `reaction_timeout_s`": Row(timed(True, "awaiting_reactions")),
    "reactions, without it": Row(timed(False, "awaiting_reactions")),
    "an answer to a block, with `reaction_timeout_s`": Row(timed(True, "awaiting_block_response")),
    "an answer to a block, without it": Row(timed(False, "awaiting_block_response")),
    "a card to lose": Row(phase("awaiting_influence_loss")),
    "a card to show": Row(phase("awaiting_card_to_show")),
    "an exchange": Row(
        phase("awaiting_exchange"), lambda _state, command: all(one.startswith("hand:") for one in command.keep)
    ),
    "the verdict on an inspected card": Row(
        phase("awaiting_inspection_verdict"), lambda _state, command: not command.force_exchange
    ),
}

# Munchkin Apocalypse


def windowed(is_timed: bool) -> Callable[[Any], bool]:
    return lambda state: state.phase in ("CONCLUSION", "RESPONSE") and (state.window.deadline is not None) == is_timed


def wins(state: Any) -> bool:
    seat = MUNCHKIN_APOCALYPSE.rules.to_act(state)[0]
    return any(choice.type == "declare_victory" for choice in MUNCHKIN_APOCALYPSE.rules.choices(state, seat))


GIVING = ("choose", "give_charity_card", "discard_charity_card", "give_big_item", "discard_big_item")


def gives_up_the_cheapest(state: Any, command: Any) -> bool:
    """Of the items that are offered; other cards have no price."""
    name = "value" if hasattr(command, "value") else "card"
    choices = MUNCHKIN_APOCALYPSE.rules.choices(state, command.seat)
    offered = [value for choice in choices if choice.type in GIVING for value in choice.params[name].one_of]
    prices = {card: row.gold for card, row in facts(state).cards.items() if card in offered and row.is_item}
    return getattr(command, name) not in prices or prices[getattr(command, name)] == min(prices.values())


def takes_the_dearest(state: Any, command: Any) -> bool:
    lying = state.spoils if state.phase == "TREASURE_PICK" else state.body.cards
    return card_row(state, command.card).gold == max(card_row(state, card).gold for card in lying)


MUNCHKIN = {
    "a player who is not ready": Row(phase("SETUP")),
    "the start of a turn": Row(phase("TURN_START")),
    "the rest of a turn": Row(phase("AFTER_DOOR", "TURN_END")),
    "a combat that is being lost": Row(lambda state: state.phase == "COMBAT" and not wins(state)),
    "a combat that is being won": Row(lambda state: state.phase == "COMBAT" and wins(state)),
    "a window with a deadline": Row(windowed(True)),
    "a window without one": Row(windowed(False)),
    "a flight": Row(phase("FLIGHT")),
    "a choice": Row(phase("CHOICE"), gives_up_the_cheapest),
    "a Treasure to pick": Row(phase("TREASURE_PICK"), takes_the_dearest),
    "a card to loot": Row(phase("LOOTING"), takes_the_dearest),
    "charity": Row(phase("CHARITY"), gives_up_the_cheapest),
    "a surplus of Big items": Row(phase("BIG_EXCESS"), gives_up_the_cheapest),
}

# Szmal


def plays_what_costs_nothing(state: Any, command: Any) -> bool:
    cards = catalogue_of(state).cards
    return not cards[command.card].cost or all(cards[card].cost for card in state.hands[command.seat])


SZMAL = {
    "a card to draft": Row(asks("DRAFT_PICK")),
    "a card to play": Row(asks("COMMIT_CARD"), plays_what_costs_nothing),
    "a cost": Row(asks("PAY_COST")),
    "a second card that may be played": Row(asks("OPTIONAL_PLAY")),
    "a second card that must be played": Row(asks("EXTRA_PLAY"), plays_what_costs_nothing),
    "a property": Row(asks("CHOOSE_PROPERTY")),
    "a gangster": Row(asks("CHOOSE_GANGSTER")),
    "an ability to resolve": Row(asks("ORDER_EACH_TURN")),
    "a loss": Row(asks("CHOOSE_LOSS")),
}

ROWS: Mapping[str, Mapping[str, Row]] = {
    "big-deal": BIG_DEAL,
    "clank": CLANK,
    "coup": COUP,
    "munchkin-apocalypse": MUNCHKIN,
    "szmal": SZMAL,
}
