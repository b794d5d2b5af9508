"""High Card: three hidden cards, one of them face down in each round, the highest wins the round."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any

from msgspec import Struct
from msgspec.structs import replace

from matchledger.game import (
    ARBITER,
    SEALED,
    Choice,
    Command,
    Decider,
    Dice,
    Event,
    IllegalMove,
    Options,
    Presentation,
    Result,
    Rules,
    Seat,
    Viewer,
    Words,
    choice,
    digest,
    load_rulebook,
    one_from,
    one_of,
    only_for,
    share,
)

CARDS = tuple(range(1, 17))
HAND = 3


class PutCard(Command, frozen=True, kw_only=True):
    round: int  # so that a late command cannot hit the next round
    card: int


class DeckShuffled(Event, frozen=True, kw_only=True):
    seats: int
    order: Annotated[tuple[int, ...], SEALED]


class HandDealt(Event, frozen=True, kw_only=True):
    seat: Seat
    cards: Annotated[tuple[int, ...], only_for("seat")]


class CardPut(Event, frozen=True, kw_only=True):
    seat: Seat
    card: Annotated[int, only_for("seat")]


class RoundWon(Event, frozen=True, kw_only=True):
    seat: Seat
    cards: tuple[int, ...]  # by seat


class MatchWon(Event, frozen=True, kw_only=True):
    winners: tuple[Seat, ...]


class State(Struct, frozen=True):
    seats: int = 0
    deck: tuple[int, ...] = ()
    hands: tuple[tuple[int, ...], ...] = ()
    put: tuple[int | None, ...] = ()  # face down, by seat
    won: tuple[int, ...] = ()  # rounds, by seat
    played: tuple[tuple[int, ...], ...] = ()  # the cards of each round that is over, by seat
    winners: tuple[Seat, ...] = ()


def setup(_options: Options, seats: int, dice: Dice) -> list[Event]:
    order = dice.shuffle(CARDS)
    dealt: list[Event] = [
        HandDealt(seat=seat, cards=tuple(sorted(order[HAND * seat : HAND * seat + HAND])), rule="HIGHCARD-1.2")
        for seat in range(seats)
    ]
    return [DeckShuffled(seats=seats, order=order, rule="HIGHCARD-1.1"), *dealt]


def put_card(state: State, command: PutCard, _dice: Dice) -> list[Event]:
    seat = command.seat
    if state.winners:
        raise IllegalMove("HIGHCARD-1.6", "match_over", "The match is over.")
    if command.round != len(state.played) or state.put[seat] is not None:
        sentence = "You have put a card in this round, or the round is over."
        raise IllegalMove("HIGHCARD-1.3", "not_now", sentence, late=True)
    if command.card not in state.hands[seat]:
        raise IllegalMove("HIGHCARD-1.3", "not_in_hand", "You do not have this card.")
    events: list[Event] = [CardPut(seat=seat, card=command.card, rule="HIGHCARD-1.3")]
    cards = [command.card if other == seat else card for other, card in enumerate(state.put)]
    known = tuple(card for card in cards if card is not None)
    if len(known) < state.seats:
        return events
    best = known.index(max(known))
    events.append(RoundWon(seat=best, cards=known, rule="HIGHCARD-1.4"))
    if len(state.played) + 1 == HAND:
        won = [count + (other == best) for other, count in enumerate(state.won)]
        winners = tuple(other for other, count in enumerate(won) if count == max(won))
        events.append(MatchWon(winners=winners, rule="HIGHCARD-1.5"))
    return events


def deck_shuffled(state: State, event: DeckShuffled) -> State:
    seats = event.seats
    return State(seats=seats, deck=event.order, hands=((),) * seats, put=(None,) * seats, won=(0,) * seats)


def hand_dealt(state: State, event: HandDealt) -> State:
    deck = tuple(card for card in state.deck if card not in event.cards)
    return replace(state, deck=deck, hands=_with(state.hands, event.seat, event.cards))


def card_put(state: State, event: CardPut) -> State:
    hand = tuple(card for card in state.hands[event.seat] if card != event.card)
    return replace(state, hands=_with(state.hands, event.seat, hand), put=_with(state.put, event.seat, event.card))


def round_won(state: State, event: RoundWon) -> State:
    won = _with(state.won, event.seat, state.won[event.seat] + 1)
    return replace(state, put=(None,) * state.seats, won=won, played=(*state.played, event.cards))


def match_won(state: State, event: MatchWon) -> State:
    return replace(state, winners=event.winners)


def _with(values: tuple[Any, ...], at: int, value: Any) -> tuple[Any, ...]:
    return (*values[:at], value, *values[at + 1 :])


def to_act(state: State) -> tuple[Seat, ...]:
    return () if state.winners else tuple(seat for seat in range(state.seats) if state.put[seat] is None)


def choices(state: State, seat: Seat) -> list[Choice]:
    if seat not in to_act(state):
        return []
    return [choice("put_card", round=one_of(len(state.played)), card=one_from(state.hands[seat]))]


def result(state: State) -> Result | None:
    scores = {str(seat): count for seat, count in enumerate(state.won)}
    return Result(state.winners, scores) if state.winners else None


def invariants(_before: State, _event: Event, after: State) -> Iterable[str]:
    put = [card for card in after.put if card is not None]
    there = [*after.deck, *put, *(card for cards in (*after.hands, *after.played) for card in cards)]
    if sorted(there) != list(CARDS):
        yield "HIGHCARD-1.1 a card is missing or is there twice"


def sees_all(state: State, viewer: Viewer) -> bool:
    return viewer == ARBITER or bool(state.winners)


def view(state: State, viewer: Viewer) -> dict[str, Any]:
    shown = [seat == viewer or sees_all(state, viewer) for seat in range(state.seats)]
    return {
        "round": len(state.played) + 1,
        "seats": [
            {
                "seat": seat,
                "hand": list(state.hands[seat]) if shown[seat] else None,
                "hand_size": len(state.hands[seat]),
                "put": state.put[seat] if shown[seat] else None,
                "has_put": state.put[seat] is not None,
                "won": state.won[seat],
            }
            for seat in range(state.seats)
        ],
        "played": [list(cards) for cards in state.played],
    }


def narrate(event: Event, _viewer: Viewer) -> str:
    match event:
        case DeckShuffled():
            return "The cards are shuffled."
        case HandDealt():
            return f"{{{event.seat}}} gets three cards."
        case CardPut():
            return f"{{{event.seat}}} puts a card face down."
        case RoundWon():
            return f"{{{event.seat}}} wins the round with {max(event.cards)}."
        case MatchWon():
            return f"{' and '.join(f'{{{seat}}}' for seat in event.winners)} won the match."
        case _:
            raise AssertionError(f"{event} has no sentence")


def resample(state: State, viewer: Viewer, dice: Dice) -> State:
    """All cards that the viewer cannot see, dealt anew."""
    if sees_all(state, viewer):
        return state
    others = [seat for seat in range(state.seats) if seat != viewer]
    unseen = [*state.deck, *(card for seat in others for card in state.hands[seat])]
    unseen += [card for seat in others if (card := state.put[seat]) is not None]
    # Sorted first, so that the outcome does not depend on where a card really is.
    cards = list(dice.shuffle(sorted(unseen)))
    hands, put = list(state.hands), list(state.put)
    for seat in others:
        hands[seat] = tuple(sorted(cards.pop() for _ in hands[seat]))
        put[seat] = None if put[seat] is None else cards.pop()
    return replace(state, hands=tuple(hands), put=tuple(put), deck=tuple(cards))


def prompt(state: State, seat: Seat) -> str | None:
    return "Put a card face down." if seat in to_act(state) else None


def describe(state: State, seat: Seat, template: Choice) -> Words:
    names = tuple(str(card) for card in state.hands[seat])
    return Words(
        label="Put a card",
        effect="It is turned up when everybody has put one.",
        simultaneous=True,
        names={"card": names, "round": (str(len(state.played) + 1),)},
    )


def value(state: State, seat: Seat) -> float:
    return share([won + sum(hand) / 32 for won, hand in zip(state.won, state.hands)], seat, 1.0)


CATALOGUE = {"cards": list(CARDS)}

GAME: Decider[State] = Decider(
    slug="high-card",
    name="High Card",
    prefix="HIGHCARD",
    rules_version=1,
    seats_min=2,
    seats_max=4,
    rulebook=load_rulebook(Path(__file__).parent / "rulebook.md"),
    options=Options,
    catalogue=lambda _options: CATALOGUE,
    catalogue_digest=lambda _options: digest(CATALOGUE),
    rules=Rules(
        initial=State(),
        setup=setup,
        on_command={PutCard: put_card},
        on_event={
            DeckShuffled: deck_shuffled,
            HandDealt: hand_dealt,
            CardPut: card_put,
            RoundWon: round_won,
            MatchWon: match_won,
        },
        to_act=to_act,
        choices=choices,
        result=result,
        invariants=invariants,
    ),
    presentation=Presentation(
        view=view,
        narrate=narrate,
        reveals=lambda event: isinstance(event, RoundWon | HandDealt | MatchWon),
        resample=resample,
        prompt=prompt,
        describe=describe,
        emblem=("M12 5h14v20H12z", "M8 9v20h14M16 12l3-3v10"),
    ),
    value=value,
)
