"""One command and all that follows from it without a new decision: events are listed and folded in as they come."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from games.decider import Event, Seat
from games.dice import Dice
from games.munchkin_apocalypse import events as e
from games.munchkin_apocalypse import events_combat as ec
from games.munchkin_apocalypse.agenda import Bindings, Job
from games.munchkin_apocalypse.cards import InstanceId
from games.munchkin_apocalypse.evolve import ON_EVENT
from games.munchkin_apocalypse.meaning import card_row
from games.munchkin_apocalypse.state import State
from games.munchkin_apocalypse.vocabulary import DrawDeck


class Batch:
    """The state as it is now, the events that led there, and the dice."""

    __slots__ = ("_agenda_before", "dice", "events", "state")

    def __init__(self, state: State, dice: Dice) -> None:
        self.state = state
        self.dice = dice
        self.events: list[Event] = []
        self._agenda_before = state.agenda

    def emit(self, event: Event) -> None:
        self.events.append(event)
        self.state = ON_EVENT[type(event)](self.state, event)

    def push(self, *jobs: Job) -> None:
        """Put business on top of the agenda; the first of these is done first."""
        self.state = replace(self.state, agenda=(*self.state.agenda, *reversed(jobs)))

    def pop(self) -> Job:
        job = self.state.agenda[-1]
        self.state = replace(self.state, agenda=self.state.agenda[:-1])
        return job

    def replace_job(self, old: Job, new: Job) -> None:
        """Change an entry where it lies."""
        self.state = replace(self.state, agenda=tuple(new if job is old else job for job in self.state.agenda))

    def finish(self) -> list[Event]:
        """The events, with one more if something is left to be done, or no longer is."""
        if self.state.agenda != self._agenda_before and not self.state.winners:
            self.emit(e.AgendaChanged(agenda=self.state.agenda, rule="MUNCH-5.5"))
        return self.events

    def roll(self, bound: Bindings) -> int:
        """MUNCH-1.6: a die for an effect."""
        die = self.dice.roll()
        self.emit(e.DieRolled(seat=bound.subject, die=die, purpose=bound.card, rule="MUNCH-1.6"))
        return die


def ask(
    batch: Batch,
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
    batch.push(job)
    batch.emit(
        e.ChoiceRequested(
            choice=batch.dice.serial,
            seat=seat,
            kind=kind,
            options=tuple(options),
            open=is_public,
            source=source,
            owner=owner,
            rule="MUNCH-5.4",
        )
    )


def note_forced(batch: Batch, seat: Seat, kind: str, value: int | str, *, is_public: bool) -> None:
    """A choice with one legal value, as everybody can tell, is made without asking."""
    batch.emit(
        e.ChoiceMade(
            choice=batch.dice.serial,
            seat=seat,
            kind=kind,
            value=value,
            open=is_public,
            forced=True,
            rule="MUNCH-5.4",
        )
    )


def draw(
    batch: Batch,
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
        if not refill(batch, deck):
            batch.emit(e.DeckExhausted(deck=deck, missing=count, rule="MUNCH-4.4"))
            return
        pile = batch.state.doors if deck == "door" else batch.state.treasures
        cards = pile[:count]
        batch.emit(
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


def refill(batch: Batch, deck: DrawDeck) -> bool:
    """MUNCH-4.3: an empty deck takes in its whole discard pile; whether there is a card now."""
    state = batch.state
    if state.doors if deck == "door" else state.treasures:
        return True
    pile = state.door_discards if deck == "door" else state.treasure_discards
    if not pile:
        return False
    order = batch.dice.shuffle(pile)
    batch.emit(e.DeckReshuffled(deck=deck, count=len(order), order=order, rule="MUNCH-4.2 MUNCH-4.3"))
    return True


def gain_levels(batch: Batch, seat: Seat, amount: int, cause: str, rule: str, *, may_win: bool = False) -> None:
    """MUNCH-12.4, MUNCH-15.5: up, but to the winning Level only by lawful means; the dead gain none (MUNCH-14.7)."""
    player = batch.state.players[seat]
    top = batch.state.options.winning_level - (0 if may_win else 1)
    amount = min(amount, top - player.level)
    if amount > 0 and player.is_alive:
        batch.emit(ec.LevelGained(seat=seat, amount=amount, level=player.level + amount, cause=cause, rule=rule))


def lose_levels(batch: Batch, seat: Seat, amount: int, cause: str) -> None:
    """MUNCH-15.3, MUNCH-15.4: down, never below 1; the dead can lose Levels too (MUNCH-22.10)."""
    level = batch.state.players[seat].level
    amount = min(amount, level - 1)
    if amount > 0:
        batch.emit(
            ec.LevelLost(seat=seat, amount=amount, level=level - amount, cause=cause, rule="MUNCH-15.3 MUNCH-15.4")
        )


def discard_item(batch: Batch, seat: Seat, card: InstanceId, cause: str, rule: str) -> None:
    """An item leaves the game for the discard piles, with all that lies on it."""
    item = batch.state.players[seat].item(card)
    assert item is not None
    batch.emit(e.ItemDiscarded(seat=seat, card=card, attached=item.attached, cause=cause, rule=rule))


def discard_cards(batch: Batch, seat: Seat, cards: Iterable[InstanceId], cause: str, rule: str) -> None:
    batch.emit(e.CardsDiscarded(seat=seat, cards=tuple(cards), cause=cause, rule=rule))


def discard_class(batch: Batch, seat: Seat, card: InstanceId, cause: str, rule: str) -> None:
    batch.emit(e.ClassDiscarded(seat=seat, card=card, cause=cause, rule=rule))


def name_of(state: State, card: InstanceId) -> str:
    return card_row(state, card).name
