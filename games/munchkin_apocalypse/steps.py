"""The single steps that many rules take: ask, draw, reshuffle, gain and lose Levels, discard."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.decider import Seat
from games.munchkin_apocalypse import events as e
from games.munchkin_apocalypse import events_combat as ec
from games.munchkin_apocalypse.agenda import Job
from games.munchkin_apocalypse.catalogue import InstanceId
from games.munchkin_apocalypse.meaning import card_row
from games.munchkin_apocalypse.state import State
from games.munchkin_apocalypse.unfolding import Unfolding
from games.munchkin_apocalypse.vocabulary import DrawDeck

DEALT = 4  # Doors, and as many Treasures


def ask(
    unfolding: Unfolding,
    job: Job,
    seat: Seat,
    kind: str,
    options: Sequence[int | str],
    *,
    is_public: bool,
    source: InstanceId | None,
    owner: Seat | None = None,
) -> None:
    """MUNCH-5.4: put a choice to a seat; the asking entry waits on top of the agenda for the answer."""
    unfolding.push(job)
    unfolding.emit(
        e.ChoiceRequested(
            choice=unfolding.dice.serial,
            seat=seat,
            kind=kind,
            options=tuple(options),
            open=is_public,
            source=source,
            owner=owner,
            rule="MUNCH-5.4",
        )
    )


def note_forced(unfolding: Unfolding, seat: Seat, kind: str, value: int | str, *, is_public: bool) -> None:
    """A choice with one legal value, as everybody can tell, is made without asking."""
    unfolding.emit(
        e.ChoiceMade(
            choice=None,
            seat=seat,
            kind=kind,
            value=value,
            open=is_public,
            forced=True,
            rule="MUNCH-5.4",
        )
    )


def draw(
    unfolding: Unfolding,
    seat: Seat,
    deck: DrawDeck,
    count: int,
    reason: e.DrawReason,
    rule: str,
    *,
    is_open: bool = False,
    to_table: bool = False,
) -> None:
    """MUNCH-4.2 to MUNCH-4.4: the top cards of a deck, with a reshuffle in the middle where it runs out."""
    while count > 0:
        if not refill(unfolding, deck):
            unfolding.emit(e.DeckExhausted(deck=deck, missing=count, rule="MUNCH-4.4"))
            return
        pile = unfolding.state.doors if deck == "door" else unfolding.state.treasures
        cards = pile[:count]
        unfolding.emit(
            e.CardsDrawn(
                seat=seat,
                deck=deck,
                count=len(cards),
                cards=cards,
                open=is_open,
                to_table=to_table,
                reason=reason,
                rule=rule,
            )
        )
        count -= len(cards)


def deal_hand(unfolding: Unfolding, seat: Seat, reason: e.DrawReason, rule: str) -> None:
    """MUNCH-3.3, MUNCH-14.22: the cards that a new character begins with."""
    draw(unfolding, seat, "door", DEALT, reason, rule)
    draw(unfolding, seat, "treasure", DEALT, reason, rule)


def refill(unfolding: Unfolding, deck: DrawDeck) -> bool:
    """MUNCH-4.3: an empty deck takes in its whole discard pile; whether there is a card now."""
    state = unfolding.state
    if state.doors if deck == "door" else state.treasures:
        return True
    pile = state.door_discards if deck == "door" else state.treasure_discards
    if not pile:
        return False
    order = unfolding.dice.shuffle(pile)
    unfolding.emit(e.DeckReshuffled(deck=deck, count=len(order), order=order, rule="MUNCH-4.2 MUNCH-4.3"))
    return True


def gain_levels(unfolding: Unfolding, seat: Seat, amount: int, cause: str, rule: str, *, may_win: bool = False) -> None:
    """MUNCH-12.4, MUNCH-15.5: up, but to the winning Level only by lawful means; the dead gain none (MUNCH-14.7)."""
    player = unfolding.state.players[seat]
    top = unfolding.state.options.winning_level - (0 if may_win else 1)
    amount = min(amount, top - player.level)
    if amount > 0 and player.is_alive:
        unfolding.emit(ec.LevelGained(seat=seat, amount=amount, level=player.level + amount, cause=cause, rule=rule))


def lose_levels(unfolding: Unfolding, seat: Seat, amount: int, cause: str) -> None:
    """MUNCH-15.3, MUNCH-15.4: down, never below 1; the dead can lose Levels too (MUNCH-22.10)."""
    level = unfolding.state.players[seat].level
    amount = min(amount, level - 1)
    if amount > 0:
        unfolding.emit(
            ec.LevelLost(seat=seat, amount=amount, level=level - amount, cause=cause, rule="MUNCH-15.3 MUNCH-15.4")
        )


def discard_item(unfolding: Unfolding, seat: Seat, card: InstanceId, cause: str, rule: str) -> None:
    """An item leaves the game for the discard piles, with all that lies on it."""
    item = unfolding.state.players[seat].item(card)
    assert item is not None
    unfolding.emit(e.ItemDiscarded(seat=seat, card=card, attached=item.attached, cause=cause, rule=rule))


def discard_cards(unfolding: Unfolding, seat: Seat, cards: Iterable[InstanceId], cause: str, rule: str) -> None:
    unfolding.emit(e.CardsDiscarded(seat=seat, cards=tuple(cards), cause=cause, rule=rule))


def discard_class(unfolding: Unfolding, seat: Seat, card: InstanceId, cause: str, rule: str) -> None:
    unfolding.emit(e.ClassDiscarded(seat=seat, card=card, cause=cause, rule=rule))


def name_of(state: State, card: InstanceId) -> str:
    return card_row(state, card).name
