"""What a game is: commands are decided into events, events evolve the state, and everything else reads the state."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, reduce
from pathlib import Path
from typing import Any, Generic, Literal, TypeVar

from msgspec import Struct

from events.visibility import Viewer
from games.card_names import CardsIn, any_cards
from games.catalogue import digest
from games.choices import Choice
from games.dice import Dice
from games.questions import Words
from games.rulebook import Rulebook

Seat = int
CLOCK: Seat = -1  # the sender of a command that no player sends: a deadline has passed


class Command(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An order to the game; the fields of a subclass are its parameters, and the service adds the sender's seat."""

    seat: Seat


class Event(Struct, frozen=True, kw_only=True):
    """Something that has happened, and the rule or rules (separated by blanks) that it rests on."""

    rule: str


class IllegalMove(Exception):
    """A command that the rules refuse: which rule, a stable code for programs, and a sentence for people.

    `facts` are further fields for the error answer. None of it may tell the sender anything hidden from them.
    `late` says that the command may have been offered a moment ago: the decision that it answers is closed or answered,
    or the turn or the phase in which it is possible is over. The sender looks at their choices again.
    """

    def __init__(self, rule: str, code: str, message: str, *, late: bool = False, **facts: Any) -> None:
        super().__init__(f"{code} ({rule}): {message}")
        self.rule = rule
        self.code = code
        self.message = message
        self.facts = {"late": True, **facts} if late else facts


class ClockOnly(IllegalMove):
    """A command that only the clock may send, sent by somebody else."""


class Result(Struct, frozen=True):
    """How a match ended."""

    winners: tuple[Seat, ...]
    scores: dict[str, int]  # by seat, as text because JSON keys are text; empty where a game has no scores


class Deadline(Struct, frozen=True):
    """The moment from which the clock may send this command, if nothing else has happened until then."""

    at_ms: int
    command: Command


class Options(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the players agree on before the match; a game adds its fields, each with a default. `title` and
    `description` in the `Meta` of a field are what the pages call it."""


def snake_case(name: str) -> str:
    """`DeclareAction` -> `declare_action`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def params_of(command: Command) -> dict[str, Any]:
    """The parameters of a command as a client sends them: without the seat, and without what was left out."""
    values = {name: getattr(command, name) for name in command.__struct_fields__ if name != "seat"}
    return {name: value for name, value in values.items() if value is not None}


UndoClass = Literal["free", "consent", "never"]
S = TypeVar("S", bound=Struct)


Upcast = Callable[[dict[str, Any]], dict[str, Any]]  # all fields of an event of schema n -> those of schema n + 1


def no_marker(_event: Event) -> str | None:
    return None


def no_cards(_event: Event) -> Iterable[tuple[Seat, str]]:
    return ()


def no_hand(_state: Any, _seat: Seat) -> Iterable[str]:
    return ()


class Measure(Struct, frozen=True):
    """How well a seat does, as one number that everybody at the table may know: what a replay draws as a line."""

    name: str  # in a player's words: "Gold"
    of: Callable[[Any, Seat], int]  # (state, seat)


def no_catalogue(_options: Any) -> Any:
    return {}


def no_catalogue_digest(_options: Any) -> str:
    return digest({})


def no_deadline(_state: Any) -> Deadline | None:
    return None


@dataclass(frozen=True, kw_only=True)
class Rules(Generic[S]):
    """What happens: how a match begins, what each command leads to, what each event changes, who is waited for."""

    initial: S
    setup: Callable[[Any, int, Dice], list[Event]]  # options, number of seats
    on_command: Mapping[type[Any], Callable[[S, Any, Dice], list[Event]]]
    on_event: Mapping[type[Any], Callable[[S, Any], S]]
    to_act: Callable[[S], tuple[Seat, ...]]  # the seats that the match waits for; empty once it is over
    choices: Callable[[S, Seat], list[Choice]]  # complete and sound
    result: Callable[[S], Result | None]
    invariants: Callable[[S, Event, S], Iterable[str]]  # before, event, after -> what is broken, rule id first
    # The seats that somebody asks, about an offer say, also while the match does not wait for them: a bot answers there
    asked: Callable[[S], tuple[Seat, ...]] | None = None
    in_play: Callable[[S], tuple[Seat, ...]] | None = None  # the seats not eliminated; without it all of them
    contenders: Callable[[S], tuple[Seat, ...]] | None = None  # the seats that can still win; without it all of them


@dataclass(frozen=True, kw_only=True)
class Presentation(Generic[S]):
    """Who may see what, and how it is told."""

    view: Callable[[S, Viewer], Any]  # a record of `view_type`, or plain JSON
    narrate: Callable[[Any, Viewer], str]  # of an event already redacted; `{2}` stands for the name of seat 2
    reveals: Callable[[Event], bool]  # did somebody learn something from this event that undoing cannot take back?
    resample: Callable[[S, Viewer, Dice], S]  # another state that looks the same to this viewer, evenly chosen
    # What a seat is asked, and the words of a template of its choices, from what it may know; None: nothing
    prompt: Callable[[S, Seat], str | None]
    describe: Callable[[S, Seat, Choice], Words]
    marker: Callable[[Event], str | None] = no_marker  # "turn 3", "round 2": where a replay may jump to
    played_cards: Callable[[Event], Iterable[tuple[Seat, str]]] = no_cards  # seats and kinds of card, for statistics
    hand: Callable[[S, Seat], Iterable[str]] = no_hand  # the kinds of card that only this seat holds, for statistics
    cards_in: CardsIn = any_cards  # the cards that an event names, for "was shown to" and the way of a card
    measure: Measure | None = None  # without it, a replay counts the moves of each seat
    view_type: Any = dict[str, Any]  # the shape of the view, for the documents that clients read
    # Lines of SVG paths in a square of 32 by 32, for the pages: the first is filled, the others are drawn over it
    about: str = ""  # for whoever chooses a game: what it is like, and how long a match of people takes
    emblem: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class TakeBack(Generic[S]):
    """What the rules of a game say of undo beyond the ledger's own rules."""

    # State before, command, its events. Without it: free if nothing was revealed, else by consent
    undo_class: Callable[[S, Command, Sequence[Event]], UndoClass] | None = None
    undo_voters: Callable[[S], tuple[Seat, ...]] | None = None  # who is asked; all seats unless the rules say less
    # Who may ask for what: (asking seat, state now, state to return to, authors of the commands to be taken back, the
    # first one first, None for the clock) -> the refusal, if there is one
    may_ask_undo: Callable[[Seat, S, S, tuple[Seat | None, ...]], IllegalMove | None] | None = None
    undo_pending_rule: str | None = None  # the rule by which nothing is played while an undo is asked for, if any
    sealed_commands: frozenset[type[Any]] = frozenset()  # may be taken back although other seats have sent theirs
    # (state before, events) -> a name under which each player takes this back freely only once, if the rules say so
    undo_allowance: Callable[[S, Sequence[Event]], str | None] | None = None
    # After an undo: (state, serial, at_ms) -> open decisions with fresh ids from the serial, their full time from now
    reopen: Callable[[S, int, int], S] | None = None


# Beginnings of the names of commands that pass, give in or end, for a game that does not say what its clock sends
PASSING_FIRST = ("pass", "decline", "accept", "yield", "stop", "finish", "end_turn", "roll", "discard")


def no_regret(_state: Any, _seat: Seat, _template: Choice, _name: str, _value: Any) -> int:
    return 0


@dataclass(frozen=True, kw_only=True)
class Clock(Generic[S]):
    """What the clock does for a seat that lets its time go by, and the deadlines that the rules of a game set."""

    deadline: Callable[[S], Deadline | None] = no_deadline
    # The seats whose turn it is; a match that waits for others only waits for a reaction. Without it there are none
    on_turn: Callable[[S], tuple[Seat, ...]] | None = None
    clock_commands: frozenset[type[Any]] = frozenset()  # only the clock may send these
    # Commands, or the beginnings of their names, in the order in which the clock prefers them: the mildest first
    mildest_first: tuple[str, ...] = PASSING_FIRST
    # (state, seat, template, parameter, value) -> how much more the seat would regret this value than another one
    regret: Callable[[S, Seat, Choice, str, Any], int] = no_regret
    # What has held the match and its clock up is over: (state, at_ms) -> open decisions with their full time from now
    restart_clock: Callable[[S, int], S] | None = None


@dataclass(frozen=True, kw_only=True)
class Decider(Generic[S]):
    """A game as tables of pure functions; a small game fills in `rules` and `presentation`."""

    slug: str
    name: str
    prefix: str  # of its rule ids: COUP
    rules_version: int
    seats_min: int
    seats_max: int
    rulebook: Rulebook
    options: type[Options]
    rules: Rules[S]
    presentation: Presentation[S]
    # (options) -> the data this match is played with as plain JSON, for clients; (options) -> digest of that data
    catalogue: Callable[[Any], Any] = no_catalogue
    catalogue_digest: Callable[[Any], str] = no_catalogue_digest
    take_back: TakeBack[S] = TakeBack()
    clock: Clock[S] = Clock()
    upcasts: Mapping[tuple[str, int], Upcast] = field(default_factory=dict)  # by event type and its stored schema
    catalogue_type: Any = Any  # the shape of the catalogue, for the documents that clients read
    load_packs: Callable[[Path], tuple[str, ...]] | None = None  # read an operator's folder of deck packs; their names
    # For games/search.py: roughly how likely a seat is to win, 0 to 1; and how likely this state is beside others that
    # look the same to the seat, from what the others have claimed, 0 to 1
    value: Callable[[S, Seat], float] | None = None
    likelihood: Callable[[S, Seat], float] | None = None
    # Commands that can be sent for ever, such as to show a card, or to take one back: the search tries them only where
    # there is nothing else, because it may like one of them better than getting on, every time it is asked
    sideways: frozenset[type[Command]] = frozenset()

    @cached_property
    def commands(self) -> Mapping[str, type[Command]]:
        """The command types by the name they have in the API: `declare_action`."""
        return {snake_case(command_type.__name__): command_type for command_type in self.rules.on_command}

    def decide(self, state: S, command: Command, dice: Dice) -> list[Event]:
        return self.rules.on_command[type(command)](state, command, dice)

    def evolve(self, state: S, event: Event) -> S:
        return self.rules.on_event[type(event)](state, event)

    def fold(self, state: S, events: Iterable[Event]) -> S:
        return reduce(self.evolve, events, state)
