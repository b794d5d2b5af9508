"""What must be true after every event, as far as one event and the states around it can show."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain, zip_longest
from typing import Any

from games.choices import Maybe, OneOf
from games.decider import Event
from games.szmal import events as e
from games.szmal.catalogue import BOX
from games.szmal.choices import choices
from games.szmal.state import State, catalogue_of, to_act
from games.szmal.table import each_turn_pending
from games.szmal.vocabulary import MONEY_UNIT

BANK = BOX.bank
COUNTED = frozenset([e.RoundStarted, e.MatchEnded])


def invariants(before: State, event: Event, after: State) -> Iterable[str]:
    """A sentence for each invariant that this event has broken.

    What nothing has touched is still the same object, and is as it was: of all cards, those that have moved are
    compared after each event, and where a round begins and at the end all are counted.
    """
    broken: list[str] = []
    kind = type(event)
    if kind in COUNTED or _are_others(before, after):
        broken += _cards(after)
    if (
        before.bank != after.bank
        or before.cash is not after.cash
        or before.pool != after.pool
        or before.territories is not after.territories
    ):
        broken += _supplies(after)
    if kind is not e.DeckShuffled and after.draw_pile is not before.draw_pile:
        broken += _draw_pile(before, after)
    if kind in CHECKS:
        broken += CHECKS[kind](before, event, after)
    return broken


def counted(state: State) -> Iterable[str]:
    """What is wrong with a state alone, wherever it comes from."""
    return [*_cards(state), *_supplies(state)]


def _are_others(before: State, after: State) -> bool:
    """Whether the cards that have left their places are others than those that have come to one."""
    had: list[int] = []
    has: list[int] = []
    if before.draw_pile is not after.draw_pile:
        had += before.draw_pile
        has += after.draw_pile
    if before.discard is not after.discard:
        had += before.discard
        has += after.discard
    for old_zone, new_zone in ((before.packets, after.packets), (before.hands, after.hands)):
        if old_zone is not new_zone:
            for old_part, new_part in zip_longest(old_zone, new_zone, fillvalue=()):
                if old_part is not new_part:
                    had += old_part
                    has += new_part
    if before.committed is not after.committed:
        had += [card for card in before.committed if card is not None]
        has += [card for card in after.committed if card is not None]
    if before.table is not after.table:
        had += [pick.card for pick in before.table]
        has += [pick.card for pick in after.table]
    if before.territories is not after.territories:
        for old, new in zip_longest(before.territories, after.territories, fillvalue=()):
            if old is not new:
                had += [place.card for place in old]
                has += [place.card for place in new]
    return len(had) != len(has) or set(had) != set(has)


def _cards(state: State) -> Iterator[str]:
    """Each card is in exactly one place, once the deck has been brought out."""
    if not state.draw_pile and not state.packets:
        return
    cards = [*state.draw_pile, *state.discard, *chain.from_iterable(state.packets), *chain.from_iterable(state.hands)]
    cards += [card for card in state.committed if card is not None]
    cards += [pick.card for pick in state.table]
    cards += [place.card for place in chain.from_iterable(state.territories)]
    numbers = catalogue_of(state).cards
    if len(cards) != len(numbers) or set(cards) != numbers.keys():
        yield "SZMAL-I.1 a card is missing or in two places"


def _supplies(state: State) -> Iterator[str]:
    if state.bank + sum(state.cash) != BANK:
        yield "SZMAL-I.2 money has come from nowhere or has gone"
    if min(state.cash, default=0) < 0 or any(cash % MONEY_UNIT for cash in state.cash):
        yield f"SZMAL-I.3 somebody's cash is below 0 or no multiple of ${MONEY_UNIT:,}"
    cards, total = catalogue_of(state).cards, state.pool
    for territory in state.territories:
        for place in territory:
            if place.markers:
                total += place.markers
                if place.markers < 0 or cards[place.card].type != "PROPERTY":
                    yield f"SZMAL-I.4 card {place.card} has {place.markers} markers"
    if total != BOX.markers:
        yield "SZMAL-I.4 markers have come from nowhere or have gone"


def _draw_pile(before: State, after: State) -> Iterator[str]:
    size = len(after.draw_pile)
    if size > len(before.draw_pile) or after.draw_pile != before.draw_pile[len(before.draw_pile) - size :]:
        yield "SZMAL-I.15 the draw pile is not what was left of it"


def _packets(_before: State, _event: Event, after: State) -> Iterator[str]:
    sizes = {len(packet) for packet in after.packets}
    if len(sizes) > 1:
        yield "SZMAL-I.5 packets differ in size outside a draft"


def _round_started(before: State, event: e.RoundStarted, after: State) -> Iterator[str]:
    yield from _packets(before, event, after)
    if any(len(packet) != BOX.packet_size + 1 - event.round for packet in after.packets):
        yield "SZMAL-I.6 somebody has not drafted once in every round"
    if event.round != before.round + 1 or event.round > BOX.rounds:
        yield "SZMAL-I.19 rounds do not follow each other from 1 to 12"


def _card_drafted(_before: State, event: e.CardDrafted, after: State) -> Iterator[str]:
    if len(after.packets[event.packet]) != BOX.packet_size - after.round:
        yield "SZMAL-I.5 a packet has a wrong size within the draft"


def _revealed(before: State, event: e.CardsRevealed, _after: State) -> Iterator[str]:
    if sorted(play.seat for play in event.plays) != list(range(before.seats)) or before.round < 3:
        yield "SZMAL-I.7 not everybody has played one card"
    numbers = [play.card for play in event.plays]
    if numbers != sorted(numbers) or event.order != tuple(play.seat for play in event.plays):
        yield "SZMAL-I.8 the cards are not in ascending order"


def _resolution(before: State, event: e.CardResolutionStarted, _after: State) -> Iterator[str]:
    if event.origin == "MAIN" and event.card != min(pick.card for pick in before.table):
        yield "SZMAL-I.8 a lower card is still waiting"


def _decision(before: State, event: e.DecisionOpened, after: State) -> Iterator[str]:
    if before.decision is not None or not to_act(after):
        yield "SZMAL-I.9 there is not exactly one decision with somebody to make it"
    for seat in event.seats:
        answers = 0
        for template in choices(after, seat):
            card = template.params.get("card")
            assert not isinstance(card, Maybe)
            answers += len(card.one_of) if isinstance(card, OneOf) else 1
        if answers < 2:
            yield f"SZMAL-I.10 seat {seat} is asked although there is no choice"


def _ability(before: State, event: e.AbilityResolved, _after: State) -> Iterator[str]:
    if event.card in before.used:
        yield f'SZMAL-I.11 the "each turn" ability of card {event.card} is carried out twice'


def _lasting(_before: State, event: e.LastingEffectCreated, after: State) -> Iterator[str]:
    if event.works_in_round not in (after.round, after.round + 1):
        yield "SZMAL-I.14 an effect is made for a round that is neither this nor the next one"


def _gain(before: State, event: e.CashGained, _after: State) -> Iterator[str]:
    if event.amount != event.base * 2**event.doublings or event.amount <= 0:
        yield "SZMAL-I.17 a gain is not its base, doubled"
    origin = before.mirrorable
    if event.mirror_of is not None and (
        origin is None or (origin.number, origin.amount) != (event.mirror_of, event.base)
    ):
        yield "SZMAL-I.17 a mirrored gain does not fit the gain it mirrors"


def _loss(before: State, event: e.CashLost, _after: State) -> Iterator[str]:
    if event.amount != min(event.demanded, before.cash[event.seat]) or event.amount == 0:
        yield "SZMAL-I.18 a loss is not what was demanded or all there was"


def _round_ended(_before: State, event: e.RoundEnded, after: State) -> Iterator[str]:
    if event.round >= BOX.first_round_of_plays and any(each_turn_pending(after, seat) for seat in range(after.seats)):
        yield 'SZMAL-I.11 an "each turn" ability was left out'
    cards = catalogue_of(after).cards
    for territory in after.territories:
        for place in territory:
            if cards[place.card].type == "ACTION" and place.kept_until != event.round + 1:
                yield f"SZMAL-I.12 Action {place.card} should have left"
    if any(effect.works_in_round <= event.round for effect in after.effects):
        yield "SZMAL-I.14 an effect outlives its round"
    if after.table or any(card is not None for card in (*after.committed, *after.losing)):
        yield "SZMAL-I.1 a card is still on the table when the round is over"


def _ended(before: State, event: e.MatchEnded, after: State) -> Iterator[str]:
    worths = {score.seat: score.worth for score in after.scores}
    best = tuple(seat for seat, worth in worths.items() if worth == max(worths.values()))
    if not event.winners or event.winners != best:
        yield "SZMAL-I.20 the winners are not those with the largest worth"
    if any(after.packets):
        yield "SZMAL-I.6 a packet is not empty at the end"
    if before.decision is not None:
        yield "SZMAL-I.9 a decision is open although the match is over"


CHECKS: Mapping[type[Any], Callable[[State, Any, State], Iterator[str]]] = {
    e.PacketsPassed: _packets,
    e.RoundStarted: _round_started,
    e.CardDrafted: _card_drafted,
    e.CardsRevealed: _revealed,
    e.CardResolutionStarted: _resolution,
    e.DecisionOpened: _decision,
    e.AbilityResolved: _ability,
    e.LastingEffectCreated: _lasting,
    e.CashGained: _gain,
    e.CashLost: _loss,
    e.RoundEnded: _round_ended,
    e.MatchEnded: _ended,
}
