"""Tables in the middle of a match, laid out by hand, and the story that is played on them.

table(lay={0: (22, (11, 3))}, cash={0: 15_000}, plays={0: 21}) is round 5 of three players: seat 0 has the cards 22 and
11, with 3 markers on 11, and $15,000, and has put card 21 face down; the others have put down cards that are thrown
away without consequence. All have been turned over, and `events` is what came of it. Invariants hold all the way.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from games.choices import Choice
from games.decider import Event
from games.questions import Words
from games.szmal import GAME
from games.szmal import commands as c
from games.szmal import events as e
from games.szmal.catalogue import BASE, BOX, combined
from games.szmal.state import Decision, LastingEffect, Place, State, pickable
from games.szmal.table import symbol_count
from tests.spec import Given, ScriptedDice, When, given_state, view_of

DECISION = 100
FILLERS = (29, 51, 47, 48, 30, 61, 43, 32, 79, 37, 73, 59)  # they require what an empty Territory does not show
Laid = int | tuple[int, int]


class Story:
    """A state, and what the latest command has brought."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []
        self.log: list[Event] = []
        self.serial = DECISION

    def given(self) -> Given:
        return given_state(GAME, self.state)

    def when(self, command_type: type[c.Answer], seat: int, **params: Any) -> When:
        """A command for the open decision, to look at what it would bring."""
        decision = self.state.decision.id if self.state.decision else 0
        command = command_type(seat=seat, **{"decision_id": decision, **params})
        return self.given().when(command, serial=self.serial + 1)

    def does(self, command_type: type[c.Answer], seat: int, **params: Any) -> Story:
        """The command is accepted, and the story goes on."""
        events = self.when(command_type, seat, **params).events()
        self.serial += 1
        assert events
        for event in events:
            before, self.state = self.state, GAME.evolve(self.state, event)
            broken = list(GAME.rules.invariants(before, event, self.state))
            assert not broken, (broken, event)
        self.events = events
        self.log += events
        return self

    def refuses(self, command_type: type[c.Answer], seat: int, code: str, rule: str, **params: Any) -> None:
        self.when(command_type, seat, **params).then_refused(rule, code)

    def next_round(self, plays: Mapping[int, int]) -> Story:
        """Everybody drafts the lowest card, then these cards and otherwise fillers are put face down."""
        began = len(self.log)
        assert self.kind == "DRAFT_PICK"
        for seat in range(self.state.seats):
            self.does(c.DraftCard, seat, card=pickable(self.state, seat)[0])
        if self.kind == "COMMIT_CARD":
            for seat in self.asked:
                filler = next((card for card in FILLERS if card in self.state.hands[seat]), None)
                self.does(c.CommitCard, seat, card=plays.get(seat, filler))
        self.events = self.log[began:]
        return self

    @property
    def kind(self) -> str | None:
        return self.state.decision.kind if self.state.decision else None

    @property
    def asked(self) -> tuple[int, ...]:
        return self.state.decision.seats if self.state.decision else ()

    def choices(self, seat: int) -> list[Choice]:
        return GAME.rules.choices(self.state, seat)

    def words(self, seat: int) -> list[Words]:
        return [GAME.presentation.describe(self.state, seat, template) for template in self.choices(seat)]

    def labels(self, seat: int) -> list[str]:
        return [one.label for one in self.words(seat)]

    def offered(self, seat: int) -> dict[str, tuple[Any, ...]]:
        """The cards that each command is offered with; () where it takes none."""
        return {
            template.type: template.params["card"].one_of if "card" in template.params else ()
            for template in self.choices(seat)
        }

    def lying(self, seat: int) -> dict[int, int]:
        """The Territory: card -> markers."""
        return {place.card: place.markers for place in self.state.territories[seat]}

    def markers(self, card: int) -> int:
        return next(lying[card] for lying in map(self.lying, range(self.state.seats)) if card in lying)

    def symbols(self, seat: int) -> dict[str, int]:
        counts = {kind: symbol_count(self.state, seat, kind) for kind in ("GUN", "CAR", "KEY")}
        counts |= {kind: symbol_count(self.state, seat, kind) for kind in ("BOTTLE", "HEART", "WRENCH")}
        return {kind: count for kind, count in counts.items() if count}

    def of(self, *types: type[Event]) -> list[Any]:
        """The latest events of these types."""
        return [event for event in self.events if isinstance(event, types)]

    def gains(self) -> list[tuple[int, int]]:
        return [(event.seat, event.amount) for event in self.of(e.CashGained)]

    def losses(self) -> list[tuple[int, int]]:
        return [(event.seat, event.amount) for event in self.of(e.CashLost)]

    def placed(self) -> list[tuple[int, int, Any]]:
        return [(event.property, event.count, event.cause) for event in self.of(e.MarkersPlaced)]

    def thrown_away(self) -> dict[int, str]:
        return {event.card: event.reason for event in self.of(e.PlayedCardDiscarded)}

    def was_played(self, card: int) -> bool:
        return any(event.card == card for event in self.of(e.CardEnteredTerritory))

    def view(self, viewer: Any) -> dict[str, Any]:
        return view_of(GAME, self.state, viewer)


def effect(
    id_: int, seat: int, card: int, round_: int, *, clause: int = 0, number: int = 0, paid: int = 0
) -> LastingEffect:
    """A lasting effect of an ability of a card that works in this round."""
    return LastingEffect(id_, seat, card, number or card, clause, round_, paid)


def committing(
    *,
    seats: int = 3,
    round_: int = 5,
    cash: Mapping[int, int] = {},
    lay: Mapping[int, Iterable[Laid]] = {},
    hands: Mapping[int, Iterable[int]] = {},
    plays: Mapping[int, int] = {},
    effects: Iterable[LastingEffect] = (),
    draw: Iterable[int] = (),
    draw_only: bool = False,
    entered: int = 1,
    copied: Mapping[int, int] = {},
    kept: Mapping[int, int] = {},
    bare: Iterable[int] = (),
    packs: tuple[str, ...] = (),
) -> Story:
    """Everybody is about to put a card face down; they hold what they will play, or a filler, and one more filler.

    Seats in `bare` hold nothing but `hands` and what they will play. `draw` is the top of the draw pile, or with
    `draw_only` all of it. Cards that are mentioned nowhere fill the packets and the rest of the draw pile.
    """
    laid = {seat: tuple(_place(card, entered, copied, kept) for card in lay.get(seat, ())) for seat in range(seats)}
    named = [place.card for places in laid.values() for place in places]
    named += [card for hand in hands.values() for card in hand] + [*plays.values(), *draw]
    assert len(named) == len(set(named)), "a card is laid out twice"
    fillers = iter(card for card in FILLERS if card not in named)
    held = {}
    for seat in range(seats):
        played = plays[seat] if seat in plays else next(fillers)
        spare = [] if seat in bare else [next(fillers)]
        held[seat] = tuple(sorted([*hands.get(seat, ()), played, *spare]))
    taken = {*named, *(card for hand in held.values() for card in hand)}
    catalogue = combined(packs)
    rest = [card for card in catalogue.numbers if card not in taken]
    size = BOX.packet_size - round_
    packets = tuple(tuple(rest[size * seat : size * (seat + 1)]) for seat in range(seats))
    rest = rest[size * seats :]
    effects = tuple(effects)
    state = State(
        seats=seats,
        catalogue=catalogue.digest,
        packs=packs,
        round=round_,
        draw_pile=tuple(draw) if draw_only else (*draw, *rest),
        discard=tuple(rest) if draw_only else (),
        packets=packets,
        passed=(packets,) * (round_ + 1),
        hands=tuple(held[seat] for seat in range(seats)),
        returned=((),) * seats,
        picked=(None,) * seats,
        committed=(None,) * seats,
        losing=(None,) * seats,
        territories=tuple(laid[seat] for seat in range(seats)),
        cash=tuple(cash.get(seat, 0) for seat in range(seats)),
        bank=BOX.bank - sum(cash.values()),
        pool=BOX.markers - sum(place.markers for places in laid.values() for place in places),
        effects=effects,
        effects_made=max((one.id for one in effects), default=0),
        decision=Decision(DECISION, "COMMIT_CARD", tuple(range(seats)), ()),
    )
    return Story(state)


def table(*, plays: Mapping[int, int] = {}, **layout: Any) -> Story:
    """As `committing`, and all cards have been put down and turned over."""
    story = committing(plays=plays, **layout)
    for seat in range(story.state.seats):
        filler = next((card for card in FILLERS if card in story.state.hands[seat]), None)
        story.does(c.CommitCard, seat, card=plays.get(seat, filler))
    return story


ORDER = BASE.numbers  # a deck that was not shuffled at all


def started(seats: int = 3, order: Iterable[int] = ORDER) -> Story:
    """A new match with this order of the deck."""
    story = Story(GAME.rules.initial)
    story.serial = 0
    story.events = GAME.rules.setup(GAME.options(), seats, ScriptedDice([tuple(order)], serial=0))
    story.log = list(story.events)
    story.state = GAME.fold(GAME.rules.initial, story.events)
    return story


def _place(laid: Laid, entered: int, copied: Mapping[int, int], kept: Mapping[int, int]) -> Place:
    card, markers = laid if isinstance(laid, tuple) else (laid, 0)
    return Place(card, entered, markers, copied=copied.get(card), kept_until=kept.get(card))
