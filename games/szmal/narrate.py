"""One plain sentence for each event, from what its viewer may know of it. `{2}` stands for the name of seat 2."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from events.visibility import Viewer
from games.decider import Event, Seat
from games.szmal import events as e
from games.szmal.catalogue import BOX, CATALOGUES

REASONS = {
    "COST_DECLINED": "its Cost was not paid",
    "COST_UNPAYABLE": "its Cost cannot be paid",
    "REQUIREMENT_UNMET": "its Requirement is not met",
}
WAITS = {
    "DRAFT_PICK": "{who} must choose a card to keep.",
    "COMMIT_CARD": "{who} must put a card face down.",
    "PAY_COST": "{who} may pay for {card}, or lose it.",
    "CHOOSE_PROPERTY": "{who} must choose a Property for {card}.",
    "CHOOSE_GANGSTER": "{who} must choose a Gangster for {card} to copy.",
    "OPTIONAL_PLAY": "{who} may play one more card, by {card}.",
    "EXTRA_PLAY": "{who} must play one more card, by {card}.",
    "ORDER_EACH_TURN": '{who} must choose which "each turn" ability comes first.',
    "CHOOSE_LOSS": "{who} must choose a card to lose by {card}.",
}


def narrate(event: Event, _viewer: Viewer) -> str:
    return SENTENCES[type(event)](event)


def card_name(number: int) -> str:
    """Name and number; the number alone where packs give it different names."""
    names = {catalogue.cards[number].name for catalogue in CATALOGUES.values() if number in catalogue.cards}
    return f"{names.pop()} ({number})" if len(names) == 1 else f"Card {number}"


def _name(seat: Seat) -> str:
    return f"{{{seat}}}"


def _all(parts: Iterable[str]) -> str:
    """A, B and C."""
    *first, last = parts
    return f"{', '.join(first)} and {last}" if first else last


def _secret(card: int | None) -> str:
    return "a card" if card is None else card_name(card)


def _markers(count: int) -> str:
    return "1 marker" if count == 1 else f"{count} markers"


def _itself(event: Any) -> str:
    return " (there was no choice)" if event.auto else ""


def _match_started(event: e.MatchStarted) -> str:
    packs = f" with the pack{'s' if len(event.packs) > 1 else ''} {_all(event.packs)}" if event.packs else ""
    return f"A match for {event.seats} players begins{packs}."


def _decision_opened(event: e.DecisionOpened) -> str:
    asking = card_name(event.card) if event.card is not None else ""
    return WAITS[event.kind].format(who=_all(map(_name, event.seats)), card=asking)


def _round_started(event: e.RoundStarted) -> str:
    opened = [packet for packet in event.opened if packet is not None]
    if len(opened) == 1:
        return f"Round {event.round} begins; your packet holds {_all(map(card_name, opened[0]))}."
    return f"Round {event.round} begins, and everybody takes up a packet."


def _cards_revealed(event: e.CardsRevealed) -> str:
    return f"The cards are turned over: {_all(f'{_name(play.seat)} {card_name(play.card)}' for play in event.plays)}."


def _resolution_started(event: e.CardResolutionStarted) -> str:
    ignored = [
        word
        for word, is_ignored in (("Costs", event.costs_ignored), ("Requirements", event.requirements_ignored))
        if is_ignored
    ]
    free = f", ignoring {_all(ignored)}" if ignored else ""
    return f"Next is {card_name(event.card)} of {_name(event.seat)}{free}."


def _cost_paid(event: e.CostPaid) -> str:
    if event.option == "CASH":
        return f"{_name(event.seat)} pays ${event.amount:,} for {card_name(event.card)}{_itself(event)}."
    assert event.paid_card is not None
    return f"{_name(event.seat)} pays for {card_name(event.card)} with {card_name(event.paid_card)}."


def _markers_placed(event: e.MarkersPlaced) -> str:
    cause = "its symbols" if event.cause == "SYMBOLS" else card_name(event.cause)
    return f"{card_name(event.property)} of {_name(event.seat)} receives {_markers(event.count)} by {cause}."


def _cash_gained(event: e.CashGained) -> str:
    doubled = f", ${event.base:,} doubled" * bool(event.doublings)
    twice = f" {event.doublings} times" * (event.doublings > 1)
    mirror = " as a mirror" * (event.mirror_of is not None)
    return f"{_name(event.seat)} gains ${event.amount:,}{mirror} by {card_name(event.cause)}{doubled}{twice}."


def _card_lost(event: e.CardLost) -> str:
    to = "back to the hand" if event.to == "HAND" else "to the discard pile"
    markers = f" with {_markers(event.markers_returned)}" if event.markers_returned else ""
    return f"{_name(event.seat)} loses {card_name(event.card)}{markers} by {card_name(event.cause)}; it goes {to}."


def _draw_pile_revealed(event: e.DrawPileRevealed) -> str:
    if not event.cards:
        return f"The draw pile is empty, so {_name(event.seat)} turns up nothing."
    turned = _all(map(card_name, event.cards))
    found = "no Gangster among them" if event.found is None else f"{card_name(event.found)} is played"
    return f"{_name(event.seat)} turns up {turned}; {found}."


def _losses_revealed(event: e.LossesRevealed) -> str:
    losses = _all(f"{card_name(loss.card)} of {_name(loss.seat)}" for loss in event.losses)
    return f"By {card_name(event.cause)} these are lost: {losses}."


def _match_scored(event: e.MatchScored) -> str:
    return f"The final worth is {_all(f'${score.worth:,} for {_name(score.seat)}' for score in event.scores)}."


def _match_ended(event: e.MatchEnded) -> str:
    verb = "wins" if len(event.winners) == 1 else "share the win"
    return f"{_all(map(_name, event.winners))} {verb}."


def _lasting_effect_created(event: e.LastingEffectCreated) -> str:
    """SZMAL-15.3: what would work after the last round never does."""
    if event.works_in_round > BOX.rounds:
        when = "would work in the next round, but this is the last one"
    else:
        when = f"will work in round {event.works_in_round}"
    return f"{card_name(event.cause)} of {_name(event.seat)} {when}."


def _action_kept(event: e.ActionKept) -> str:
    end = "the match" if event.until_round > BOX.rounds else f"round {event.until_round}"
    return f"{card_name(event.card)} of {_name(event.seat)} stays until the end of {end}."


SENTENCES: Mapping[type[Any], Callable[[Any], str]] = {
    e.MatchStarted: _match_started,
    e.DeckShuffled: lambda _event: "All cards are shuffled.",
    e.PacketsDealt: lambda event: f"Packets are dealt; {event.draw_pile_size} cards remain in the draw pile.",
    e.RoundStarted: _round_started,
    e.DecisionOpened: _decision_opened,
    e.CardDrafted: lambda event: f"{_name(event.seat)} drafts {_secret(event.card)}{_itself(event)}.",
    e.PacketsPassed: lambda _event: "The packets go on to the left.",
    e.CardCommitted: lambda event: f"{_name(event.seat)} puts {_secret(event.card)} face down{_itself(event)}.",
    e.CardsRevealed: _cards_revealed,
    e.ExtraCardChosen: lambda event: (
        f"{_name(event.seat)} plays {card_name(event.card)} as well, by {card_name(event.source)}{_itself(event)}."
    ),
    e.ExtraPlayDeclined: lambda event: f"{_name(event.seat)} plays no further card by {card_name(event.source)}.",
    e.CardResolutionStarted: _resolution_started,
    e.CostPaid: _cost_paid,
    e.CostDeclined: lambda event: f"{_name(event.seat)} refuses to pay for {card_name(event.card)}.",
    e.HandCardDiscarded: lambda event: f"{_name(event.seat)} discards {card_name(event.card)} from the hand.",
    e.PlayedCardDiscarded: lambda event: (
        f"{card_name(event.card)} of {_name(event.seat)} is thrown away: {REASONS[event.reason]}."
    ),
    e.CardEnteredTerritory: lambda event: f"{card_name(event.card)} enters the Territory of {_name(event.seat)}.",
    e.PropertyChosen: lambda event: f"{_name(event.seat)} chooses {card_name(event.card)}{_itself(event)}.",
    e.MarkersPlaced: _markers_placed,
    e.MarkersRemoved: lambda event: (
        f"{card_name(event.property)} of {_name(event.seat)} loses {_markers(event.count)} by {card_name(event.cause)}."
    ),
    e.CashGained: _cash_gained,
    e.CashLost: lambda event: f"{_name(event.seat)} loses ${event.amount:,} by {card_name(event.cause)}.",
    e.CardLost: _card_lost,
    e.CardDrawn: lambda event: f"{_name(event.seat)} draws {_secret(event.card)}.",
    e.DrawPileRevealed: _draw_pile_revealed,
    e.GangsterCopied: lambda event: (
        f"{card_name(event.card)} of {_name(event.seat)} becomes {card_name(event.copied)}{_itself(event)}."
    ),
    e.LastingEffectCreated: _lasting_effect_created,
    e.LastingEffectExpired: lambda event: f"{card_name(event.cause)} of {_name(event.seat)} works no longer.",
    e.ActionKept: _action_kept,
    e.ActionDiscarded: lambda event: f"{card_name(event.card)} of {_name(event.seat)} goes to the discard pile.",
    e.CardReturnedToHand: lambda event: f"{card_name(event.card)} goes back to the hand of {_name(event.seat)}.",
    e.AbilityResolved: lambda event: (
        f'{_name(event.seat)} carries out "each turn" of {card_name(event.card)}'
        f"{'' if event.had_effect else ', which has no effect'}{_itself(event)}."
    ),
    e.LossChosen: lambda event: f"{_name(event.seat)} has chosen {_secret(event.card)} to lose{_itself(event)}.",
    e.LossesRevealed: _losses_revealed,
    e.SupplyOverdrawn: lambda event: (
        f"The {'bank' if event.kind == 'CASH' else 'marker pool'} is overdrawn: the balance is {event.balance:,}."
    ),
    e.RoundEnded: lambda event: f"Round {event.round} is over.",
    e.MatchScored: _match_scored,
    e.MatchEnded: _match_ended,
}


def marker(event: Event) -> str | None:
    return f"round {event.round}" if isinstance(event, e.RoundStarted) else None


def played_cards(event: Event) -> list[tuple[Seat, str]]:
    """The cards that are turned over, and those that are played besides."""
    match event:
        case e.CardsRevealed(plays=plays):
            return [(play.seat, str(play.card)) for play in plays]
        case e.ExtraCardChosen(seat=seat, card=card):
            return [(seat, str(card))]
        case _:
            return []
