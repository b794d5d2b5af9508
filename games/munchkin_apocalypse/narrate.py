"""One plain sentence for each event, saying no more than the viewer of the redacted event may know."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any

from events.visibility import Viewer
from games.decider import Event, Seat
from games.munchkin_apocalypse import agenda as a
from games.munchkin_apocalypse import events as e
from games.munchkin_apocalypse import events_combat as ec
from games.munchkin_apocalypse.catalogue import CATALOGUES, InstanceId, card_of
from games.munchkin_apocalypse.events_combat import OneShotPlayed
from games.munchkin_apocalypse.wording import ABILITIES
from games.questions import with_article

CAUSES = {
    "class_lost": "because one of the two Classes is gone",
    "super_munchkin_lost": "because Super Munchkin is gone",
    "big_excess": "because nobody can carry it",
    "played": "after use",
    "kill": "for the kill",
    "sale": "for the sale",
}


def narrate(event: Event, _viewer: Viewer) -> str:
    """Where the name of a card that is shouted ends the sentence, it needs no full stop."""
    sentence = SENTENCES[type(event)](event).replace("!.", "!")
    return f"{sentence[:1].upper()}{sentence[1:]}"


@cache
def card_name(card: InstanceId) -> str:
    for catalogue in CATALOGUES.values():
        if card in catalogue.instances:
            return catalogue.instances[card].name
    return card_of(card) or card


def who(seat: int) -> str:
    return f"{{{seat}}}"


def listed(words: Iterable[str]) -> str:
    words = list(words)
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def names(cards: Iterable[InstanceId]) -> str:
    return listed(card_name(card) for card in cards)


def seats(all_seats: Iterable[int]) -> str:
    return listed(who(seat) for seat in all_seats)


def cards_or_count(cards: tuple[InstanceId, ...] | None, count: int) -> str:
    """The names for who may know them, the number for the others."""
    if cards is None:
        return "a card" if count == 1 else f"{count} cards"
    return names(cards)


def plural(count: int, word: str) -> str:
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


def why(cause: str) -> str:
    if cause in CAUSES:
        return f" {CAUSES[cause]}"
    return f" by {card_name(cause)}" if "#" in cause else ""


def monster_name(monster: str) -> str:
    """`m2` is the second monster of the combat. Mostly there is one, and nobody counts it."""
    number = int(monster.removeprefix("m"))
    return "the monster" if number == 1 else f"the {_ORDINALS.get(number) or f'{number}th'} monster"


@cache
def ability_name(ability: str) -> str:
    """As on the card: `dodge-and-weave` is "Dodge and Weave"."""
    names_of_all = (name for names_there in ABILITIES.values() for name in names_there)
    by_id = {name.lower().replace(" ", "-"): name for name in names_of_all}
    return by_id.get(ability, ability.replace("-", " ").capitalize())


def _value(value: int | str) -> str:
    if isinstance(value, int):
        return who(value)
    if value in ("fighters", "monsters"):
        return f"the side of the {value}"
    return card_name(value) if "#" in value else monster_name(value)


CHOICES = {
    "hand_card": "a card of the hand",
    "item": "an item",
    "class": "a Class",
    "cost": "a card to pay with",
    "monster": "a Monster",
    "monster_from_hand": "a Monster of the hand",
    "seat": "a player",
}
_CLAIMS = {"victory": "The fighters claim victory", "flight": "The fighters want to run away"}
OUTCOMES = {
    "victory": "with a victory",
    "flight": "with a flight",
    "fighter_died": "since the fighter has died",
    "stopped": "before it is decided",
}
DEALS = {"concluded": "is concluded", "cancelled": "is cancelled", "lapsed": "lapses"}


_ORDINALS = {2: "second", 3: "third", 4: "fourth", 5: "fifth", 6: "sixth"}


def _is(count: int) -> str:
    return "is" if count == 1 else "are"


def _seals(count: int) -> str:
    return f"{plural(count, 'Seal')} {_is(count)} open."


def _cards_drawn(event: e.CardsDrawn) -> str:
    what = plural(event.count, "Door" if event.deck == "door" else "Treasure")
    drawn = f": {names(event.cards)}" if event.cards else ""
    place = "turns up" if event.to_table else "draws"
    return f"{who(event.seat)} {place} {what}{drawn}."


def _sale_changed(event: e.SaleChanged) -> str:
    count = len(event.table_cards) + event.hand_count
    if not count:
        return f"{who(event.seat)} puts nothing up for sale any more."
    total = "" if event.total is None else f", worth {event.total} gold pieces"
    return f"{who(event.seat)} has {plural(count, 'card')} up for sale{total}."


def _choice_requested(event: e.ChoiceRequested) -> str:
    source = "" if event.source is None else f" for {card_name(event.source)}"
    options = "" if event.options is None else f" ({listed(_value(one) for one in event.options)})"
    return f"{who(event.seat)} must choose {CHOICES[event.kind]}{source}{options}."


def _choice_made(event: e.ChoiceMade) -> str:
    verb = "has no other choice than" if event.forced else "chooses"
    return f"{who(event.seat)} {verb} {'a card' if event.value is None else _value(event.value)}."


def _ability_used(event: e.AbilityUsed) -> str:
    target = "" if event.target is None else f" on {_value(event.target)}"
    return f"{who(event.seat)} uses {ability_name(event.ability)} of {card_name(event.source)}{target}."


def _response_made(event: e.ResponseMade) -> str:
    if event.card is not None:
        return f"{who(event.seat)} answers with {card_name(event.card)}."
    assert event.source is not None
    assert event.ability is not None
    return f"{who(event.seat)} answers with {ability_name(event.ability)} of {card_name(event.source)}."


def _special_played(event: e.SpecialPlayed) -> str:
    target = "" if event.target is None else f" on {_value(event.target)}"
    return f"{who(event.seat)} plays {card_name(event.card)}{target}."


def _lasting_card_placed(event: e.LastingCardPlaced) -> str:
    if event.item is None:
        return f"{card_name(event.card)} stays before {who(event.seat)}."
    return f"{card_name(event.card)} lies on the {card_name(event.item)} of {who(event.seat)}."


def _deal_changed(event: e.DealChanged) -> str:
    share = f": {plural(event.treasures, 'Treasure')} for the helper" if event.treasures else ""
    return f"{who(event.by)} changes the offer{share}."


def _disaster_struck(event: e.DisasterStruck) -> str:
    by = "" if event.by is None or event.by == event.target else f", sent by {who(event.by)}"
    return f"{card_name(event.card)} is about to strike {who(event.target)}{by}."


def _disaster_resolved(event: e.DisasterResolved) -> str:
    endings = {
        "applied": "has struck",
        "ignored": "finds nothing to harm at",
        "cancelled": "is called off for",
        "kept": "stays with",
    }
    return f"{card_name(event.card)} {endings[event.outcome]} {who(event.target)}."


def _one_shot_played(event: ec.OneShotPlayed) -> str:
    side = "" if event.side is None else f" for the {event.side}"
    return f"{who(event.seat)} uses {card_name(event.card)}{side}."


def _window_opened(event: ec.WindowOpened) -> str:
    about = {
        "conclusion": "still act against it",
        "disaster": "answer the Disaster",
        "run_roll": "answer the escape roll",
    }
    return f"{seats(event.asked)} may {about[event.kind]}."


def _roll(event: ec.EscapeRolled | ec.EscapeRerolled) -> str:
    rolled = f"{event.die}{event.modifier:+d} = {event.total}" if event.modifier else str(event.die)
    return f"{rolled} against {monster_name(event.monster)}"


def _escape_resolved(event: ec.EscapeResolved) -> str:
    if event.escaped:
        how = " without a roll" if event.automatic else ""
        return f"{who(event.seat)} gets away from {monster_name(event.monster)}{how}."
    ending = ", but is spared" if event.bad_stuff == "cancelled" else ""
    return f"{who(event.seat)} is caught by {monster_name(event.monster)}{ending}."


def _loot_order(event: ec.LootOrderDecided) -> str:
    rolls = "; ".join(listed(f"{who(one.seat)} rolls {one.die}" for one in throw) for throw in event.rolls)
    return f"The body of {who(event.body)} is looted by {seats(event.order)}{f' ({rolls})' if rolls else ''}."


def _match_ended(event: e.MatchEnded) -> str:
    reasons = {
        "level": "at the winning Level",
        "seventh_seal": "as the seventh Seal is open",
        "card": "by the word of a card",
    }
    return f"{seats(event.winners)} {'wins' if len(event.winners) == 1 else 'win together'} {reasons[event.reason]}!"


def _agenda_changed(event: e.AgendaChanged) -> str:
    """Who has to do what before play goes on; the entry on top is what is waited for."""
    if not event.agenda:
        return "Play goes on."
    waits = _WAITS.get(type(event.agenda[-1]))
    return "There is more to do before play goes on." if waits is None else waits(event.agenda[-1])


def _giving(giver: Seat, taker: Seat, what: str) -> str:
    return f"{who(giver)} has to give {what} to {who(taker)} before play goes on."


_WAITS: Mapping[type[Any], Callable[[Any], str]] = {
    a.Strike: lambda job: f"{card_name(job.card)} hits {who(job.target)} once nobody answers any more.",
    a.Escape: lambda job: f"It is not sure yet whether {who(job.runner)} gets away.",
    a.LoseHand: lambda job: f"{who(job.seat)} has to discard {plural(job.left, 'card')} before play goes on.",
    a.GiveHand: lambda job: _giving(job.giver, job.taker, plural(job.left, "card")),
    a.GatherHand: lambda job: f"{who(job.givers[0])} has to part with {plural(job.n, 'card')} before play goes on.",
    a.LoseItems: lambda job: f"{who(job.seat)} has to part with an item before play goes on.",
    a.GiveItems: lambda job: _giving(job.giver, job.taker, plural(job.left, "item")),
    a.LoseClass: lambda job: f"{who(job.seat)} has to part with a Class before play goes on.",
    a.Pay: lambda job: f"{who(job.bound.seat)} has to pay with {plural(job.left, 'card')} before play goes on.",
    a.NameTarget: lambda job: f"{who(job.bound.seat)} has to say whom {card_name(job.bound.card)} is for.",
    a.BringMonster: lambda job: f"{who(job.seat)} has to bring a Monster before play goes on.",
    a.Looting: lambda job: f"Each of them takes one card that {who(job.seat)} leaves behind.",
    a.Picking: lambda job: f"{who(job.seat)} picks the next Treasure.",
    a.BigExcess: lambda job: f"{who(job.seat)} has to give up a Big item before play goes on.",
}


def _charity_started(event: e.CharityStarted) -> str:
    cards = plural(event.surplus, "card")
    if not event.recipients:
        return f"{who(event.seat)} is the poorest and has to discard {cards}."
    one_of = "one of " if event.surplus < len(event.recipients) else ""
    return f"{who(event.seat)} has to give {cards} to {one_of}{seats(event.recipients)}."


def _hand_card_shown(event: e.HandCardShown) -> str:
    to = "everybody" if event.to == "all" else who(event.to)
    return f"{who(event.seat)} shows {to} {'a card' if event.card is None else card_name(event.card)}."


SENTENCES: Mapping[type[Any], Callable[[Any], str]] = {
    e.MatchStarted: lambda v: f"The match begins with {v.seats} players.",
    e.DeckShuffled: lambda v: f"The {v.deck} deck is shuffled: {plural(v.count, 'card')}.",
    e.DeckReshuffled: lambda v: (
        f"The {v.deck} deck had run out; its {plural(v.count, 'discarded card')} {_is(v.count)} shuffled anew."
    ),
    e.DeckExhausted: lambda v: (
        f"The {v.deck} deck and its discards are used up; {plural(v.missing, 'card')} {_is(v.missing)} missing."
    ),
    e.FirstPlayerChosen: lambda v: f"{who(v.seat)} will begin.",
    e.CardsDrawn: _cards_drawn,
    e.SetupFinished: lambda v: f"{who(v.seat)} is ready.",
    e.MatchEnded: _match_ended,
    e.AgendaChanged: _agenda_changed,
    e.TurnStarted: lambda v: f"Turn {v.turn}: {who(v.seat)}.",
    e.CharacterRevived: lambda v: f"{who(v.seat)} comes back to life.",
    e.SealDieRolled: lambda v: f"{who(v.seat)} rolls {v.die} for the Seals.",
    e.DoorOpened: lambda v: f"{who(v.seat)} opens the door: {card_name(v.card)}.",
    e.DoorCardTaken: lambda v: f"{who(v.seat)} takes {card_name(v.card)} into the hand.",
    e.TroubleSought: lambda v: f"{who(v.seat)} looks for trouble with {card_name(v.card)}.",
    e.RoomSearched: lambda v: f"{who(v.seat)} searches the room.",
    e.CharityStarted: _charity_started,
    e.CharityGiven: lambda v: (
        f"{who(v.seat)} gives {who(v.to)} {card_name(v.card) if v.card else f'a {v.deck.capitalize()} card'}."
    ),
    e.CharityDiscarded: lambda v: f"{who(v.seat)} discards {card_name(v.card)}.",
    e.TurnEnded: lambda v: f"The turn of {who(v.seat)} is over.",
    e.HandCardShown: _hand_card_shown,
    e.ClassPlayed: lambda v: f"{who(v.seat)} becomes {with_article(card_name(v.card))}.",
    e.ClassDiscarded: lambda v: (
        f"{who(v.seat)} {'gives up' if v.cause == 'own_will' else 'loses'} the Class {card_name(v.card)}{why(v.cause)}."
    ),
    e.SuperMunchkinPlayed: lambda v: f"{who(v.seat)} plays {card_name(v.card)}.",
    e.SuperMunchkinDiscarded: lambda v: f"{who(v.seat)} loses {card_name(v.card)}{why(v.cause)}.",
    e.ParanoiaPlayed: lambda v: f"{who(v.seat)} plays {card_name(v.card)}.",
    e.ItemPlayed: lambda v: f"{who(v.seat)} lays down {card_name(v.card)}{'' if v.in_use else ', stowed'}.",
    e.ItemWielded: lambda v: f"{who(v.seat)} uses {card_name(v.card)} from now on.",
    e.ItemStowed: lambda v: f"{who(v.seat)} {'must stow' if v.forced else 'stows'} {card_name(v.card)}.",
    e.GripChanged: lambda v: f"{who(v.seat)} holds {card_name(v.card)} in {'both hands' if v.both else 'one hand'}.",
    e.ItemEnhanced: lambda v: f"{who(v.seat)} puts {card_name(v.card)} on {card_name(v.item)}.",
    e.ItemDiscarded: lambda v: f"{who(v.seat)} discards {names((v.card, *v.attached))}{why(v.cause)}.",
    e.CardsDiscarded: lambda v: f"{who(v.seat)} discards {names(v.cards)}{why(v.cause)}.",
    e.ItemMoved: lambda v: f"{card_name(v.card)} goes from {who(v.giver)} to {who(v.taker)}.",
    e.CardRecovered: lambda v: f"{who(v.seat)} takes {card_name(v.card)} back from the discards.",
    e.RandomCardsPicked: lambda v: f"Chance picks {cards_or_count(v.cards, v.count)} from the hand of {who(v.seat)}.",
    e.HandCardsMoved: lambda v: f"{who(v.giver)} gives {who(v.taker)} {cards_or_count(v.cards, v.count)}.",
    e.BigExcessFound: lambda v: f"{who(v.seat)} carries too many Big items: {names(v.cards)}.",
    e.BigItemGiven: lambda v: f"{who(v.giver)} hands {card_name(v.card)} over to {who(v.taker)}.",
    e.SaleChanged: _sale_changed,
    e.ItemsSold: lambda v: f"{who(v.seat)} sells {names(v.cards)} for {v.total} gold pieces.",
    e.DealOpened: lambda v: (
        f"{who(v.a)} wants to trade with {who(v.b)}."
        if v.kind == "trade"
        else f"{who(v.a)} and {who(v.b)} talk about help."
    ),
    e.DealChanged: _deal_changed,
    e.DealAgreed: lambda v: f"{who(v.seat)} agrees to the deal.",
    e.DealClosed: lambda v: f"The deal {DEALS[v.outcome]}." if v.by is None else f"{who(v.by)} wants no deal.",
    e.ItemsTraded: lambda v: " ".join(
        f"{card_name(m.card)} goes from {who(m.giver)} to {who(m.taker)}." for m in v.moves
    ),
    e.DisasterStruck: _disaster_struck,
    e.DisasterResolved: _disaster_resolved,
    e.DisasterEnded: lambda v: f"{who(v.seat)} is rid of {card_name(v.card)}.",
    e.SpecialPlayed: _special_played,
    e.LastingCardPlaced: _lasting_card_placed,
    e.AbilityUsed: _ability_used,
    e.CostPaid: lambda v: f"{who(v.seat)} pays with {names((v.card, *v.attached))}.",
    e.ChoiceRequested: _choice_requested,
    e.ChoiceMade: _choice_made,
    e.ResponseMade: _response_made,
    e.DieRolled: lambda v: f"{who(v.seat)} rolls {v.die} for {card_name(v.purpose)}.",
    ec.CombatStarted: lambda v: f"{who(v.fighter)} fights {card_name(v.card)}.",
    ec.OneShotPlayed: _one_shot_played,
    ec.SideBonusGiven: lambda v: f"{card_name(v.card)} gives the {v.side} {v.amount:+d}.",
    ec.MonsterEnhanced: lambda v: f"{who(v.by)} plays {card_name(v.card)} on {monster_name(v.monster)}.",
    ec.WanderingMonsterPlayed: lambda v: f"{who(v.by)} plays {card_name(v.card)}.",
    ec.HordeEnhancerPlayed: lambda v: f"{who(v.by)} brings a Monster along with {card_name(v.card)}.",
    ec.MonsterJoined: lambda v: (
        f"{card_name(v.card)} joins the combat as {monster_name(v.monster)}, brought by {who(v.by)}."
    ),
    ec.MonsterEliminated: lambda v: (
        f"{who(v.by)} removes {monster_name(v.monster)}, which leaves {plural(v.treasures, 'Treasure')}."
    ),
    ec.MonsterCopied: lambda v: f"A copy of {monster_name(v.monster)} joins the combat as {monster_name(v.new)}.",
    ec.MonsterSwapped: lambda v: (
        f"{who(v.by)} puts {card_name(v.card)} in the place of {monster_name(v.monster)}, as {monster_name(v.new)}."
    ),
    ec.ShareGranted: lambda v: f"The helper is granted {plural(v.treasures, 'Treasure')}.",
    ec.HelperJoined: lambda v: f"{who(v.helper)} helps{'' if v.deal is not None else ', like it or not'}.",
    ec.HelperLost: lambda v: f"{who(v.helper)} helps no more.",
    ec.ConclusionDeclared: lambda v: f"{_CLAIMS[v.claim]}, {v.fighters} to {v.monsters}.",
    ec.WindowOpened: _window_opened,
    ec.WindowPassed: lambda v: f"{who(v.seat)} passes.",
    ec.WindowClosed: lambda _: "Nobody answers any more.",
    ec.WindowVoided: lambda v: "The fight goes on." if v.cause not in ("reroll", "redirected") else "It begins anew.",
    ec.MonstersKilled: lambda v: (
        "The monster is killed." if len(v.monsters) == 1 else f"All {len(v.monsters)} monsters are killed."
    ),
    ec.LevelGained: lambda v: f"{who(v.seat)} goes up {plural(v.amount, 'Level')} to {v.level}{why(v.cause)}.",
    ec.LevelLost: lambda v: f"{who(v.seat)} goes down {plural(v.amount, 'Level')} to {v.level}{why(v.cause)}.",
    ec.TreasurePicked: lambda v: f"{who(v.seat)} takes {card_name(v.card)}.",
    ec.PledgePaid: lambda v: f"{who(v.giver)} pays {who(v.taker)} with {card_name(v.card)}.",
    ec.PledgeLapsed: lambda v: f"{who(v.taker)} does not get the promised {card_name(v.card)}.",
    ec.CombatCardsDiscarded: lambda v: (
        f"The cards of the combat are discarded{f': {names(v.cards)}' if v.cards else ''}."
    ),
    ec.CombatEnded: lambda v: f"The combat ends {OUTCOMES[v.outcome]}.",
    ec.FlightStarted: lambda v: f"{seats(v.runners)} {'runs' if len(v.runners) == 1 else 'run'} away.",
    ec.EscapeRolled: lambda v: f"{who(v.seat)} rolls {_roll(v)}.",
    ec.EscapeRerolled: lambda v: f"{who(v.seat)} rolls again: {_roll(v)}.",
    ec.EscapeResolved: _escape_resolved,
    ec.BadStuffApplied: lambda v: f"{monster_name(v.monster)} does its worst to {who(v.seat)}.",
    ec.CharacterDied: lambda v: f"{who(v.seat)} dies{why(v.cause).replace(' by ', ' of ')}.",
    ec.BodyLaidOut: lambda v: f"The body of {who(v.seat)} is laid out{f': {names(v.cards)}' if v.cards else ''}.",
    ec.LootOrderDecided: _loot_order,
    ec.CardLooted: lambda v: f"{who(v.seat)} takes {card_name(v.card)} from the body.",
    ec.BodyCleared: lambda v: (
        f"What is left of the body is discarded{f': {names(v.discarded)}' if v.discarded else ''}."
    ),
    ec.SealOpened: lambda v: f"{who(v.opener)} opens a Seal, {card_name(v.card)}; {_seals(v.open)}",
    ec.SealClosed: lambda v: (
        f"{f'{who(v.seat)} rose three Levels in this turn: the' if v.cause == 'three_levels' else 'The'} "
        f"Seal {card_name(v.card)} is closed; {_seals(v.open)}"
    ),
    ec.SealClosingUsedUp: lambda v: f"{who(v.seat)} rose three Levels in this turn, but no Seal is open.",
}


PLAYED = (e.ClassPlayed, e.SuperMunchkinPlayed, e.ItemPlayed, e.SpecialPlayed, OneShotPlayed)


def marker(event: Event) -> str | None:
    return f"turn {event.turn}" if isinstance(event, e.TurnStarted) else None


def played_cards(event: Event) -> list[tuple[Seat, str]]:
    """Classes, items, one-shots and specials, by kind: `riot_helmet#2` is a riot_helmet."""
    return [(event.seat, event.card.partition("#")[0])] if isinstance(event, PLAYED) else []
