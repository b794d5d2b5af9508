"""A reported step, played again by the rules that are installed here."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import msgspec
from msgspec import Struct

from events.visibility import ARBITER
from games.catalogue import BadCatalogue
from games.decider import CLOCK, Command, Decider, Event, IllegalMove, snake_case
from games.dice import Dice
from games.recorded_dice import RecordedDice
from games.registry import all_rules
from games.search import commands_of
from ledger.audit import DAMAGE
from projections.step_report import FORMAT, Bundle, ReportedCommand, seen_event

WORLDS_MAX = 400  # drawn in search of one in which happens what was seen
COMMANDS_MAX = 60  # tried in each of them where the parameters of the command are not known


class BadBundle(Exception):
    """A file that is no report of a step, or one that cannot be played here; the message says why."""


class Reproduction(Struct, frozen=True):
    """The reported command on the state before it, and what the rules make of it."""

    world: int  # which of the drawn worlds; 0 is the one in the file
    state: Any
    command: Command
    outcomes: list[Any]  # of the dice, one for each question
    events: list[Event]
    refusal: IllegalMove | None
    alike: int  # how many events, from the first on, are as they were seen; -1: it is refused
    is_as_seen: bool


def read_bundle(raw: bytes) -> Bundle:
    try:
        bundle = msgspec.json.decode(raw, type=Bundle)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise BadBundle(f"it is not a report of a step ({FORMAT}): {error}") from None
    if not bundle.commands or bundle.commands[-1].step != bundle.step:
        raise BadBundle(f"its last command is not that of step {bundle.step}")
    return bundle


def game_of(bundle: Bundle) -> Decider[Any]:
    """The game with the rules and the cards of the match."""
    game = all_rules().get((bundle.game, bundle.rules_version))
    if game is None:
        raise BadBundle(f"{bundle.game} with rules version {bundle.rules_version} is not installed here")
    if not game.seats_min <= bundle.seats <= game.seats_max:
        wanted = f"{game.seats_min} to {game.seats_max}"
        raise BadBundle(f"{bundle.game} is played with {wanted} seats, not {bundle.seats}")
    if isinstance(bundle.seen_as, int) and not 0 <= bundle.seen_as < bundle.seats:
        raise BadBundle(f"it was seen as seat {bundle.seen_as}, and there are {bundle.seats} seats")
    try:
        digest = game.catalogue_digest(_options(game, bundle))
    except BadCatalogue as error:
        raise BadBundle(f"its cards are not here: {error}") from None
    if digest != bundle.catalogue:
        raise BadBundle(f"the cards of {bundle.game} here are not those of the match: {digest}, not {bundle.catalogue}")
    return game


def _options(game: Decider[Any], bundle: Bundle) -> Any:
    try:
        return msgspec.convert(bundle.options, game.options)
    except msgspec.ValidationError as error:
        raise BadBundle(f"its options are not those of {bundle.game}: {error}") from None


def state_before(bundle: Bundle, world: int = 0) -> Any:
    """The state that the reported command found; of a match that ran, one that looked the same to whoever reported."""
    game = game_of(bundle)
    state = _state_at_start(game, bundle)
    for one in bundle.commands[:-1]:
        command = _known_command(game, one)
        try:
            state = game.fold(state, game.decide(state, command, _dice(bundle, one, 0)))
        except IllegalMove as refusal:
            raise BadBundle(f"these rules refuse step {one.step} already: {refusal}") from None
    if world == 0:
        return state
    return game.presentation.resample(state, bundle.seen_as, Dice(_luck(bundle, world), 0))


def _state_at_start(game: Decider[Any], bundle: Bundle) -> Any:
    if bundle.state is None:
        dice = Dice(_luck(bundle, 0), 0, at_ms=bundle.begun_at)
        return game.fold(game.rules.initial, game.rules.setup(_options(game, bundle), bundle.seats, dice))
    try:
        return msgspec.convert(bundle.state, type(game.rules.initial), str_keys=True)
    except msgspec.ValidationError as error:
        raise BadBundle(f"its state is not one of {bundle.game} as it is here: {error}") from None


def _luck(bundle: Bundle, world: int) -> bytes:
    try:
        seed = bytes.fromhex(bundle.seed)
    except ValueError:
        raise BadBundle("its seed is not written in hexadecimal digits") from None
    return seed + b"/%d" % world if world else seed


def _dice(bundle: Bundle, command: ReportedCommand, world: int) -> RecordedDice:
    return RecordedDice(_luck(bundle, world), command.place, serial=command.step, at_ms=command.at)


def _known_command(game: Decider[Any], command: ReportedCommand) -> Command:
    if command.params is None:
        raise BadBundle(f"the parameters of step {command.step} are missing")
    return _build(game, command, command.params)


def _build(game: Decider[Any], command: ReportedCommand, params: dict[str, Any]) -> Command:
    kind = game.commands.get(command.type)
    if kind is None:
        raise BadBundle(f"{game.name} has no command {command.type}")
    try:
        return msgspec.convert({**params, "seat": command.seat}, kind)
    except msgspec.ValidationError as error:
        raise BadBundle(f"the parameters of {command.type} in step {command.step} do not fit: {error}") from None


def reproduce(bundle: Bundle) -> Reproduction:
    """Play it. Of a match that ran, worlds are drawn until what was seen happens in one of them; if it does in none of
    many, the one that comes nearest."""
    try:
        best = _best_try(game_of(bundle), bundle)
    except DAMAGE as error:
        raise BadBundle(f"its state cannot be played on ({type(error).__name__}: {error})") from error
    if best is None:
        raise BadBundle(
            f"in no world that looks the same may seat {bundle.commands[-1].seat} send {bundle.commands[-1].type}; "
            "report the step again when the match is over"
        )
    return best


def _best_try(game: Decider[Any], bundle: Bundle) -> Reproduction | None:
    best: Reproduction | None = None
    for found in _tries(game, bundle):
        if found.is_as_seen:
            return found
        if best is None or found.alike > best.alike:
            best = found
    return best


def _tries(game: Decider[Any], bundle: Bundle) -> Iterator[Reproduction]:
    last = bundle.commands[-1]
    is_drawn = bundle.seen_as != ARBITER
    start = state_before(bundle)
    for world in range(WORLDS_MAX if is_drawn else 1):
        state = start
        if world:
            state = game.presentation.resample(start, bundle.seen_as, Dice(_luck(bundle, world), 0))
        for command in _candidates(game, state, last, Random(world)):
            yield _try(game, bundle, world, state, command)


def _candidates(game: Decider[Any], state: Any, last: ReportedCommand, rng: Random) -> Iterator[Command]:
    if last.params is not None:
        yield _known_command(game, last)
        return
    if last.seat == CLOCK:
        deadline = game.clock.deadline(state)
        if deadline is not None and snake_case(type(deadline.command).__name__) == last.type:
            yield deadline.command
        return
    for template in game.rules.choices(state, last.seat):
        if template.type == last.type:
            for found in islice(commands_of(template, rng), COMMANDS_MAX):
                yield _build(game, last, found["params"])


def _try(game: Decider[Any], bundle: Bundle, world: int, state: Any, command: Command) -> Reproduction:
    dice = _dice(bundle, bundle.commands[-1], world)
    try:
        events, refusal = game.decide(state, command, dice), None
    except IllegalMove as illegal:
        events, refusal = [], illegal
    seen = [seen_event(event, bundle.seen_as) for event in events]
    alike = next((place for place, (one, other) in enumerate(zip(seen, bundle.events)) if one != other), len(seen))
    return Reproduction(
        world,
        state,
        command,
        outcomes=[outcome for _question, _given, outcome in dice.calls],
        events=events,
        refusal=refusal,
        alike=alike if refusal is None else -1,
        is_as_seen=seen == bundle.events,
    )
