"""Each event as a sentence (rulebook, section 12), and what replays and statistics take from events."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from events.visibility import Viewer
from games.big_deal import effects
from games.big_deal import events as e
from games.big_deal.catalogue import NAME_OF, names
from games.decider import Event, Seat


def narrate(event: Event, _viewer: Viewer) -> str:
    """One sentence; a private field that the viewer may not see has become None and is left out."""
    return _SENTENCES[type(event)](event)


def _money(dollars: int) -> str:
    return f"${dollars:,}"


def _count(cards: int) -> str:
    return "1 card" if cards == 1 else f"{cards} cards"


def _listed(seats: Iterable[Seat]) -> str:
    """Seats for people: `{0}`, `{0} and {2}`, `{0}, {1} and {2}`."""
    *others, last = [f"{{{seat}}}" for seat in seats]
    return f"{', '.join(others)} and {last}" if others else last


def _match_started(event: e.MatchStarted) -> str:
    return f"A match of {event.seats} players begins; {_money(event.target)} ends it."


def _hand_dealt(event: e.HandDealt) -> str:
    shown = "" if event.cards is None else f": {names(event.cards)}"
    return f"{{{event.seat}}} is dealt {_count(event.count)}{shown}."


def _starter_revealed(event: e.StarterRevealed) -> str:
    if event.accepted:
        return f"{names((event.card,))} is turned up and starts the discard pile."
    return f"{names((event.card,))} is turned up; a joker cannot start the discard pile and goes back."


def _set_formed(event: e.SetFormed) -> str:
    source = "" if event.discard_card is None else f" with {names((event.discard_card,))} from the discard pile"
    return (
        f"{{{event.seat}}} lays a set of {NAME_OF[event.set_type]}{source}: "
        f"{names(event.cards)} ({_money(effects.value(event.cards))})."
    )


def _attack_declared(event: e.AttackDeclared) -> str:
    return (
        f"{{{event.seat}}} attacks the set of {NAME_OF[event.set_type]} of {{{event.target_seat}}} "
        f"with {names((event.card,))}."
    )


def _duel_resolved(event: e.DuelResolved) -> str:
    worth = f"{_count(len(event.cards))} ({_money(effects.value(event.cards))})"
    what = f"the set of {NAME_OF[event.set_type]}, now {worth}"
    if event.winner_seat == event.attacker_seat:
        return f"{{{event.attacker_seat}}} takes {what}, from {{{event.defender_seat}}}."
    return f"{{{event.defender_seat}}} keeps {what}."


def _cards_drawn(event: e.CardsDrawn) -> str:
    shown = "" if event.cards is None else f": {names(event.cards)}"
    left = "1 is left" if event.pile_left == 1 else f"{event.pile_left} are left"
    return f"{{{event.seat}}} draws {_count(event.count)}{shown}; {left}."


def _round_ended(event: e.RoundEnded) -> str:
    verb = "has" if len(event.out_seats) == 1 else "have"
    return f"Round {event.round} ends: the pick-up pile is empty and {_listed(event.out_seats)} {verb} no cards left."


def _round_scored(event: e.RoundScored) -> str:
    results = (
        f"{{{seat}}} {_money(result)} (total {_money(total)})"
        for seat, (result, total) in enumerate(zip(event.round_totals, event.match_totals))
    )
    return f"Round {event.round} scores: {', '.join(results)}."


def _match_ended(event: e.MatchEnded) -> str:
    total = _money(event.match_totals[event.winner_seats[0]])
    if len(event.winner_seats) == 1:
        return f"{{{event.winner_seats[0]}}} wins the match with {total}."
    return f"{_listed(event.winner_seats)} win the match together, with {total} each."


_SENTENCES: Mapping[type[Event], Callable[[Any], str]] = {
    e.MatchStarted: _match_started,
    e.RoundStarted: lambda event: f"Round {event.round} begins; {{{event.dealer_seat}}} deals.",
    e.DeckShuffled: lambda _event: "All cards are shuffled.",
    e.HandDealt: _hand_dealt,
    e.StarterRevealed: _starter_revealed,
    e.PickUpPileReshuffled: lambda _event: "The pick-up pile is shuffled again.",
    e.TurnStarted: lambda event: f"It is the turn of {{{event.seat}}}.",
    e.SetFormed: _set_formed,
    e.AttackDeclared: _attack_declared,
    e.DefencePlayed: lambda event: f"{{{event.seat}}} defends with {names((event.card,))}.",
    e.AttackContinued: lambda event: f"{{{event.seat}}} attacks again with {names((event.card,))}.",
    e.DefenceDeclined: lambda event: f"{{{event.seat}}} gives the set up.",
    e.AttackStopped: lambda event: f"{{{event.seat}}} stops the attack.",
    e.DuelResolved: _duel_resolved,
    e.CardDiscarded: lambda event: f"{{{event.seat}}} discards {names((event.card,))}.",
    e.CardsDrawn: _cards_drawn,
    e.TurnEnded: lambda event: f"The turn of {{{event.seat}}} is over.",
    e.RoundEnded: _round_ended,
    e.HandDiscarded: lambda event: f"{{{event.seat}}} throws {_count(len(event.cards))} away: {names(event.cards)}.",
    e.RoundScored: _round_scored,
    e.MatchEnded: _match_ended,
}


def marker(event: Event) -> str | None:
    match event:
        case e.RoundStarted(round=number):
            return f"round {number}"
        case e.TurnStarted(round=number, turn=turn):
            return f"round {number}, turn {turn}"
        case _:
            return None


def played_cards(event: Event) -> list[tuple[Seat, str]]:
    """The titles that are laid as sets."""
    return [(event.seat, event.set_type)] if isinstance(event, e.SetFormed) else []
