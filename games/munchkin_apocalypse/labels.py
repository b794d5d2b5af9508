"""What each template is called and what follows from it; prompts.py has the question that it answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from msgspec import Struct

from games.choices import Choice
from games.decider import Seat
from games.munchkin_apocalypse import agenda as a
from games.munchkin_apocalypse.carrying import grip_bonus, worth
from games.munchkin_apocalypse.catalogue import CATALOGUES
from games.munchkin_apocalypse.meaning import card_row
from games.munchkin_apocalypse.narrate import ability_name
from games.munchkin_apocalypse.playable import cannot_help
from games.munchkin_apocalypse.prompts import card_name, price_of, taker_of
from games.munchkin_apocalypse.rules_trade import helper_of
from games.munchkin_apocalypse.state import CALM, ESCAPE_ROLL, GOLD_PER_LEVEL, Deal, State, to_act
from games.munchkin_apocalypse.strength import totals, treasures_of
from games.munchkin_apocalypse.upkeep import basket_total
from games.munchkin_apocalypse.windows import response_about
from games.munchkin_apocalypse.wording import card_text
from games.questions import Group, Words, call_seat, count_of, join_words, only_value, seat_name, values_of

EFFECT_LENGTH_MAX = 160
_IDS = ("deal", "terms", "window", "choice", "ability", "kind")  # parameters that say nothing to people


class Say(Struct, frozen=True):
    """The words of a command; `{card}` is the only card that it can be about, where there is no other."""

    many: str
    one: str  # as `many`, where there is one card only
    effect: str  # empty: the text of that card
    group: Group = "main"


_SAY: Mapping[str, Say] = {
    "finish_setup": Say("I am ready", "", "Play begins when everybody is.", "end"),
    "open_door": Say("Open the door", "", "The top card of the Door deck is turned up: a monster is fought."),
    "look_for_trouble": Say(
        "Fight a monster from your hand", "Fight {card} from your hand", "The combat begins at once."
    ),
    "search_room": Say("Search the room", "", "You draw a Door card that nobody else sees."),
    "end_turn": Say("End the turn", "", "If you hold too many cards, some go to the weakest players.", "end"),
    "give_charity_card": Say("Give a card away", "Give {card} away", "It goes to the hand of another player."),
    "discard_charity_card": Say("Discard a card", "Discard {card}", "It goes to the discard pile."),
    "play_class": Say("Play a Class", "Play {card} as your Class", "Its abilities are yours as long as you keep it."),
    "discard_class": Say("Give up a Class", "Give up {card}", "Its abilities are gone with it.", "more"),
    "play_super_munchkin": Say("Play it", "Play {card}", "You have two Classes at once."),
    "play_paranoia": Say("Play a card", "Play {card}", ""),
    "play_item": Say(
        "Lay down an item", "Lay down {card}", "It lies before you, and counts if you have a hand or place free for it."
    ),
    "attach_to_item": Say("Improve an item", "Improve an item with {card}", ""),
    "wield_item": Say("Use an item", "Use {card}", "It counts from now on."),
    "stow_item": Say("Stow an item", "Stow {card}", "You keep it, but it does not count.", "more"),
    "set_grip": Say("Change a grip", "Change the grip of {card}", "", "more"),
    "discard_item": Say("Discard something", "Discard {card}", "It goes to the discard pile.", "more"),
    "add_to_sale": Say("Sell something", "Sell {card}", f"Each {GOLD_PER_LEVEL} gold together are a Level.", "more"),
    "remove_from_sale": Say("Take out of the sale", "Take {card} out of the sale", "You keep it.", "more"),
    "complete_sale": Say("Sell it all", "", ""),
    "cancel_sale": Say("Sell nothing", "", "You keep everything.", "end"),
    "open_deal": Say("Trade", "", "You two put items in, and both have to agree.", "more"),
    "put_in_deal": Say("Offer {other} an item", "Offer {other} {card}", "You two agree anew then.", "more"),
    "take_from_deal": Say(
        "Take an item back from {other}", "Take {card} back from {other}", "You two agree anew then.", "more"
    ),
    "set_deal_treasures": Say("Offer Treasures, with {other}", "", "So many Treasures go to the helper.", "more"),
    "set_deal_first_pick": Say(
        "Change who picks first, with {other}", "", "That player takes the first of the Treasures.", "more"
    ),
    "agree_deal": Say("Agree with {other}", "", ""),
    "cancel_deal": Say("No deal with {other}", "", "Nothing changes hands.", "end"),
    "give_big_item": Say("Give an item away", "Give {card} away", "Its new owner has it at once."),
    "discard_big_item": Say("Discard an item", "Discard {card}", "It goes to the discard pile."),
    "play_disaster": Say("Play a disaster", "Play {card}", ""),
    "play_special": Say("Play a card", "Play {card}", ""),
    "use_ability": Say("Use an ability", "Use an ability", ""),
    "play_one_shot": Say("Use a one-shot", "Use {card}", ""),
    "play_monster_enhancer": Say("Change a monster", "Play {card} on a monster", ""),
    "play_wandering_monster": Say("Bring in a monster", "Play {card}", "A monster of your hand joins the combat."),
    "join_horde": Say("Add a monster of its kind", "Add {card}", "It joins the combat."),
    "join_horde_with": Say("Bring in a monster", "Bring in a monster with {card}", "It joins the combat, enhanced."),
    "grant_share": Say("Promise Treasures", "", "So many Treasures go to your helper.", "more"),
    "declare_victory": Say("I win", "", ""),
    "declare_flight": Say("Run away", "", f"A die for each monster: {ESCAPE_ROLL} or more gets you away.", "end"),
    "withdraw_declaration": Say("Take that back", "", "The combat goes on.", "more"),
    "pass": Say("Let it happen", "", "You do nothing about it.", "end"),
    "respond": Say("Answer with a card", "Answer with {card}", ""),
    "roll_escape": Say("Roll the die", "Roll to get away from {card}", f"{ESCAPE_ROLL} or more gets you away."),
    "pick_treasure": Say("Take a Treasure", "Take {card}", "It goes to your hand."),
    "loot_card": Say("Take a card", "Take {card}", "It goes to your hand; the next player takes one too."),
    "show_card": Say("Show a card", "Show {card}", "It changes nothing, and you keep it.", "more"),
    "choose": Say("Choose", "Choose {card}", ""),
}
QUIET = CALM | {"FLIGHT"}
_GOES_ON = (
    *("open_door", "look_for_trouble", "search_room", "complete_sale", "roll_escape"),
    *("play_class", "play_super_munchkin", "play_paranoia", "play_item", "attach_to_item", "wield_item"),
    *("play_special", "play_disaster"),  # cards for any time: what does not glow looks as if it could not be played
)
_DECIDES = ("declare_victory", "declare_flight", "complete_sale")  # the question, before what adds to it
# What is given away for ever stands last
_PLACES = {"stow_item": 1, "discard_item": 2, "discard_class": 3}
_CARD_PARAMS = ("card", "source", "value", "monster")
_SIMULTANEOUS = ("pass", "respond")  # they name the window that they answer


def describe(state: State, seat: Seat, template: Choice) -> Words:
    say = _SAY[template.type]
    label, effect = _LABELS.get(template.type), _EFFECTS.get(template.type)
    asks_for_help = _asks_for_help(state, seat, template)
    bids = template.type == "set_deal_treasures" and state.combat is not None and state.combat.fighter == seat
    return Words(
        label=_label(state, seat, say, template) if label is None else label(state, seat, template),
        effect=(say.effect or _text(state, template)) if effect is None else effect(state, seat, template),
        group="main" if asks_for_help or bids else _group(state, seat, template.type, say.group),
        place=_place(state, seat, template, asks_for_help=asks_for_help),
        simultaneous=state.phase == "SETUP" or template.type in _SIMULTANEOUS,
        names=_names(state, seat, template),
    )


def _place(state: State, seat: Seat, template: Choice, *, asks_for_help: bool) -> int:
    """What the other one has agreed to already comes before asking somebody else."""
    if template.type == "agree_deal":
        deal = state.deal(only_value(template, "deal"))
        return -2 if deal is not None and deal.agreed else -1
    return -1 if asks_for_help or template.type in _DECIDES else _PLACES.get(template.type, 0)


def _group(state: State, seat: Seat, type_: str, group: Group) -> Group:
    """Where nobody fights, the turn and the cards of the hand answer the question, and only its player is asked."""
    if group != "main" or state.phase not in QUIET or type_ == "agree_deal":
        return group
    return "main" if type_ in _GOES_ON and seat in to_act(state) else "more"


def _asks_for_help(state: State, seat: Seat, template: Choice) -> bool:
    """MUNCH-11.2: it is offered to a fighter who is not winning, and is then what they think of first."""
    return template.type == "open_deal" and state.combat is not None and state.combat.fighter == seat


def _names(state: State, seat: Seat, template: Choice) -> dict[str, tuple[str, ...]]:
    if template.type == "add_to_sale":
        cards = values_of(template, "card")
        return {"card": tuple([f"{_name(state, seat, card)}, {_gold(state, seat, card)} gold" for card in cards])}
    return {
        name: tuple([_name(state, seat, value) for value in values_of(template, name)])
        for name in template.params
        if name not in _IDS and values_of(template, name)
    }


def _name(state: State, seat: Seat, value: Any) -> str:
    match value:
        case bool():
            return "both hands" if value else "one hand"
        case int():
            return call_seat(value, seat)
        case "all":
            return "everybody"
        case "fighters" | "monsters":
            return f"the {value}"
    if "#" in value:
        return card_name(state, value)
    monster = None if state.combat is None else state.combat.monster(value)
    assert monster is not None, f"{value} is no card, seat or monster"
    return f"{card_name(state, monster.card)}{' (a copy)' if monster.is_copy else ''}"


def _other(deal: Deal, seat: Seat) -> Seat:
    return deal.b if seat == deal.a else deal.a


def _only_card(template: Choice) -> Any:
    """The card that is played, if there is one only: its target is not what the label names."""
    played = next((param for param in _CARD_PARAMS if param in template.params), None)
    return None if played is None else only_value(template, played)


def _label(state: State, seat: Seat, say: Say, template: Choice) -> str:
    card = _only_card(template) if say.one else None
    deal = state.deal(only_value(template, "deal")) if "deal" in template.params else None
    other = "" if deal is None else seat_name(_other(deal, seat))
    if card is None:
        return say.many.format(other=other)
    return say.one.format(card=_name(state, seat, card), other=other)


@lru_cache(2048)
def _card_text(card: str, ability: str | None, catalogue: str) -> str:
    """The text of a card, or of one ability of it, as far as it fits, in whole sentences."""
    cards = CATALOGUES[catalogue].cards
    found = ""
    for clause, sentence in zip(cards[card].clauses, card_text(cards[card], cards)):
        if ability is not None and clause.ability != ability:
            continue
        if found and len(found) + len(sentence) >= EFFECT_LENGTH_MAX:
            break
        found = f"{found} {sentence}".strip()
    return found


def _text(state: State, template: Choice) -> str:
    """What the only card that it can be about says."""
    card, ability = only_value(template, "card") or only_value(template, "source"), only_value(template, "ability")
    text = "" if card is None else _card_text(card_row(state, card).id, ability, state.catalogue)
    return text or "It does what the card says."


def _label_deal(state: State, _seat: Seat, template: Choice) -> str:
    seats = values_of(template, "partner")
    whom = f" {{{seats[0]}}}" if len(seats) == 1 else ""
    if only_value(template, "kind") == "trade":
        return f"Trade with{whom}" if whom else "Trade"
    assert state.combat is not None
    return f"Ask{whom} for help" if state.combat.fighter not in seats else f"Offer{whom} your help"


def _label_ability(state: State, _seat: Seat, template: Choice) -> str:
    source = only_value(template, "source")
    if source is None:
        card = only_value(template, "card")
        return "Answer with a card" if card is None else f"Answer with {card_name(state, card)}"
    verb = "Use" if template.type == "use_ability" else "Answer with"
    return f"{verb} {ability_name(only_value(template, 'ability'))} of {card_name(state, source)}"


def _label_grip(state: State, _seat: Seat, template: Choice) -> str:
    both = only_value(template, "both")
    card = only_value(template, "card")
    held = "an item" if card is None else card_name(state, card)
    return f"Hold {held} in {'both hands' if both else 'one hand'}"


def _label_enhancer(state: State, seat: Seat, template: Choice) -> str:
    card, monster = only_value(template, "card"), only_value(template, "monster")
    played = "a card" if card is None else card_name(state, card)
    return f"Play {played} on {'a monster' if monster is None else _name(state, seat, monster)}"


def _label_share(state: State, seat: Seat, template: Choice) -> str:
    deal = state.deal(only_value(template, "deal"))
    assert deal is not None
    asks = seat == helper_of(state, deal)
    return f"Ask {{{_other(deal, seat)}}} for Treasures" if asks else f"Offer {{{_other(deal, seat)}}} Treasures"


def _label_choice(state: State, seat: Seat, template: Choice) -> str:
    assert state.choice is not None
    value = only_value(template, "value")
    return f"Choose {_KINDS[state.choice.kind] if value is None else _name(state, seat, value)}"


_KINDS: Mapping[str, str] = {
    "hand_card": "a card",
    "item": "an item",
    "class": "a Class",
    "cost": "a card",
    "monster": "a monster",
    "monster_from_hand": "a monster",
    "seat": "a player",
}
_LABELS: Mapping[str, Callable[[State, Seat, Choice], str]] = {
    "open_deal": _label_deal,
    "use_ability": _label_ability,
    "respond": _label_ability,
    "set_grip": _label_grip,
    "choose": _label_choice,
    "play_monster_enhancer": _label_enhancer,
    "set_deal_treasures": _label_share,
}


def _effect_choice(state: State, seat: Seat, _template: Choice) -> str:
    job = state.agenda[-1]
    match job:
        case a.LoseHand() | a.LoseItems() | a.LoseClass():
            return "It goes to the discard pile."
        case a.GiveHand(taker=taker) | a.GiveItems(taker=taker):
            return f"It goes to {call_seat(taker, seat)}."
        case a.GatherHand():
            return f"It goes to {call_seat(taker_of(state, job), seat)}, when all who give have chosen."
        case a.Pay():
            return "It is discarded as the price."
        case a.BringMonster():
            return "It joins the combat."
        case _:
            return "The card is aimed there."


def _effect_pass(state: State, seat: Seat, _template: Choice) -> str:
    """What a disaster does, for the one whom it is about to strike."""
    about = response_about(state) if state.phase == "RESPONSE" else None
    if not isinstance(about, a.Strike) or about.target != seat:
        return _SAY["pass"].effect
    return _card_text(card_row(state, about.card).id, None, state.catalogue)


def _effect_victory(state: State, _seat: Seat, _template: Choice) -> str:
    fighters, monsters = totals(state)
    return f"It is {fighters} to {monsters}; the others may still act against it."


def _effect_sale(state: State, seat: Seat, _template: Choice) -> str:
    """MUNCH-18.2, MUNCH-18.5: a Level for each full thousand, up to the last but one."""
    gold = basket_total(state, state.basket)
    levels = min(gold // GOLD_PER_LEVEL, state.options.winning_level - 1 - state.players[seat].level)
    rest = "" if gold == levels * GOLD_PER_LEVEL else "; the rest is lost"
    return f"{gold} gold, so you go up {count_of(levels, 'Level')}{rest}."


def _effect_adding(state: State, seat: Seat, template: Choice) -> str:
    card = only_value(template, "card")
    rule = _SAY["add_to_sale"].effect
    return rule if card is None else f"It is worth {_gold(state, seat, card)}. {rule}"


def _gold(state: State, seat: Seat, card: str) -> int:
    item = state.players[seat].item(card)
    return card_row(state, card).gold if item is None else worth(state, item)


def _effect_grip(state: State, seat: Seat, template: Choice) -> str:
    return f"It counts {grip_bonus(state, seat)} more." if only_value(template, "both") else "A hand is free again."


def _effect_agreeing(state: State, seat: Seat, template: Choice) -> str:
    deal = state.deal(only_value(template, "deal"))
    assert deal is not None
    other = _other(deal, seat)
    given, got = (price_of(state, deal, giver) or "nothing" for giver in (seat, other))
    when = "" if other in deal.agreed else f", once {{{other}}} agrees too"
    if deal.kind == "trade":
        return f"You give {given} and get {got}{when}."
    if seat == helper_of(state, deal):
        return f"You help for {got}{when}."
    return f"{{{other}}} helps you for {given}{when}."


def _effect_deal(state: State, seat: Seat, template: Choice) -> str:
    if only_value(template, "kind") == "help":
        partners = values_of(template, "partner")
        barred = [seat_name(one) for one in state.living if one != seat and cannot_help(state, one)]
        why = f" Cards of {join_words(barred)} forbid it." if barred and len(partners) + 1 < len(state.living) else ""
        return f"The helper's strength counts too, for what you two agree on.{why}"
    return "You two put items in, and both have to agree."


def _effect_share(state: State, _seat: Seat, _template: Choice) -> str:
    assert state.combat is not None
    count = sum(treasures_of(state, monster) for monster in state.combat.monsters)
    return f"So many of the {count} go to the helper." if count > 1 else "There is 1; it may go to the helper."


_EFFECTS: Mapping[str, Callable[[State, Seat, Choice], str]] = {
    "pass": _effect_pass,
    "choose": _effect_choice,
    "declare_victory": _effect_victory,
    "complete_sale": _effect_sale,
    "add_to_sale": _effect_adding,
    "set_grip": _effect_grip,
    "set_deal_treasures": _effect_share,
    "agree_deal": _effect_agreeing,
    "open_deal": _effect_deal,
}
