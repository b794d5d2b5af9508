"""Random play of whole matches from nothing but `choices`, with everything checked on the way."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import msgspec

from games.choices import Choice, Domain, Integer, Maybe, OneOf, OrderOf, SomeOf, Text, is_offered
from games.decider import CLOCK, Command, Decider, Event, IllegalMove, params_of, snake_case
from games.dice import Dice

Policy = Callable[[random.Random, Any, int, list[Choice]], Choice]


def any_choice(rng: random.Random, _state: Any, _seat: int, choices: list[Choice]) -> Choice:
    return rng.choice(choices)


def sample(domain: Domain, rng: random.Random) -> Any:
    """A random value of a domain."""
    match domain:
        case OneOf(one_of=values):
            return rng.choice(values)
        case SomeOf():
            return _sample_some(domain, rng)
        case OrderOf(order_of=values):
            return rng.sample(values, len(values))
        case Integer(integer=bounds):
            return rng.randint(bounds.min, bounds.max)
        case Text(text=length):
            return "x" * rng.randint(0, min(length.max, 8))
        case Maybe(optional=inner):
            return sample(inner, rng)


def _sample_some(domain: SomeOf, rng: random.Random) -> list[Any]:
    chosen = rng.sample(domain.some_of, rng.randint(domain.min, domain.max))
    if isinstance(domain.weights, tuple) and isinstance(domain.min_total, int):
        rest = [value for value in domain.some_of if value not in chosen]
        rng.shuffle(rest)
        weight = dict(zip(domain.some_of, domain.weights))
        while sum(weight[value] for value in chosen) < domain.min_total:
            chosen.append(rest.pop())
    return chosen


def sample_params(template: Choice, rng: random.Random) -> dict[str, Any]:
    return {
        name: sample(domain, rng)
        for name, domain in template.params.items()
        if not isinstance(domain, Maybe) or rng.random() < 0.5
    }


def build(game: Decider[Any], type_: str, seat: int, params: dict[str, Any]) -> Command:
    """A command as the service builds it: types checked, unknown fields refused."""
    return msgspec.convert({"seat": seat, **params}, game.commands[type_])


@dataclass
class Match:
    """A match in the making, kept in memory."""

    game: Decider[Any]
    options: Any
    seats: int
    seed: int
    state: Any = None
    steps: int = 0
    events: list[Event] = field(default_factory=list)
    commands: list[Command] = field(default_factory=list)
    at_ms: int = 1_700_000_000_000

    def dice(self) -> Dice:
        return Dice(str(self.seed).encode(), self.steps, serial=self.steps, at_ms=self.at_ms)

    def start(self) -> None:
        self.state = self.game.rules.initial
        self.apply(self.game.rules.setup(self.options, self.seats, self.dice()))

    def apply(self, events: list[Event]) -> None:
        for event in events:
            before = self.state
            self.state = self.game.evolve(before, event)
            broken = list(self.game.rules.invariants(before, event, self.state))
            assert not broken, f"{broken} after {event} ({self.where()})"
            self.events.append(event)

    def send(self, command: Command) -> list[Event]:
        self.steps += 1
        self.at_ms += 1000
        events = self.game.decide(self.state, command, self.dice())
        assert events, f"{command} was accepted without an event ({self.where()})"
        self.apply(events)
        self.commands.append(command)
        return events

    def where(self) -> str:
        return f"{self.game.slug} seed {self.seed}, {self.seats} seats, {self.options}, step {self.steps}"


def moves(match: Match, rng: random.Random, policy: Policy = any_choice) -> Iterator[Command]:
    """Play on, command by command, until the match is over; each command is yielded before it is sent."""
    game = match.game
    while game.rules.result(match.state) is None:
        waiting = game.rules.to_act(match.state)
        assert waiting, f"nobody is to act, yet the match is not over ({match.where()})"
        deadline = game.clock.deadline(match.state)
        if deadline is not None and rng.random() < 0.05:
            match.at_ms = max(match.at_ms, deadline.at_ms)
            command = deadline.command
        else:
            # Now and then somebody acts whom nobody waits for, where the rules let them (an interruption).
            seat = rng.choice(waiting) if rng.random() < 0.8 else rng.randrange(match.seats)
            choices = game.rules.choices(match.state, seat)
            if not choices:
                seat = rng.choice(waiting)
                choices = game.rules.choices(match.state, seat)
            assert choices, f"seat {seat} is to act but has no choice ({match.where()})"
            template = policy(rng, match.state, seat, choices)
            command = build(game, template.type, seat, sample_params(template, rng))
        yield command
        try:
            match.send(command)
        except IllegalMove as refusal:
            raise AssertionError(f"a template was refused: {command}: {refusal} ({match.where()})") from refusal


def play(
    game: Decider[Any], options: Any, seats: int, seed: int, policy: Policy = any_choice, steps_max: int = 20_000
) -> Match:
    """A whole match, or `steps_max` steps of it."""
    match = Match(game, options, seats, seed)
    match.start()
    for _ in moves(match, random.Random(seed), policy):
        if match.steps >= steps_max:
            break
    return match


def _values(domain: Domain) -> tuple[Any, ...]:
    match domain:
        case OneOf(one_of=values) | OrderOf(order_of=values):
            return values
        case SomeOf(some_of=values):
            return values
        case Integer(integer=bounds):
            return (bounds.min - 1, bounds.min, bounds.max, bounds.max + 1)
        case Maybe(optional=inner):
            return _values(inner)
        case _:
            return ()


def wild_commands(
    match: Match, rng: random.Random, count: int, extra_values: tuple[Any, ...] = ()
) -> Iterator[Command]:
    """Commands built from nothing: any type, any seat, values of the right type from everywhere, mostly wrong."""
    game = match.game
    pool = [*_pool(match), *extra_values]
    types = sorted(game.commands)
    made = 0
    for _ in range(count * 20):
        if made == count:
            return
        command_type = game.commands[rng.choice(types)]
        values: dict[str, Any] = {"seat": rng.randrange(match.seats)}
        for name in command_type.__struct_fields__:
            if name != "seat" and rng.random() < 0.9:
                values[name] = (
                    rng.choice(pool) if rng.random() < 0.8 else rng.sample(pool, min(len(pool), rng.randint(0, 3)))
                )
        try:
            command = msgspec.convert(values, command_type)
        except msgspec.ValidationError:
            continue
        made += 1
        yield command


def near_commands(match: Match, rng: random.Random, count: int) -> Iterator[Command]:
    """Commands that are offered to somebody, but for one thing: a value, a value left out, a value too many, a seat."""
    game = match.game
    offered = [(seat, template) for seat in range(match.seats) for template in game.rules.choices(match.state, seat)]
    if not offered:
        return
    pool = _pool(match)
    for _ in range(count * 20):
        seat, template = rng.choice(offered)
        values = {"seat": seat, **sample_params(template, rng)}
        field = rng.choice(game.commands[template.type].__struct_fields__)
        if field == "seat":
            values["seat"] = rng.randrange(match.seats)
        elif field in values and rng.random() < 0.2:
            del values[field]
        else:
            values[field] = rng.choice(pool)
        try:
            yield msgspec.convert(values, game.commands[template.type])
        except msgspec.ValidationError:
            continue
        count -= 1
        if not count:
            return


def _pool(match: Match) -> list[Any]:
    """Values of all sorts, and all that are offered to anybody now."""
    pool: list[Any] = [0, 1, 2, 3, 5, 99, -1, True, False, "nonsense"]
    for seat in range(match.seats):
        for template in match.game.rules.choices(match.state, seat):
            for domain in template.params.values():
                pool += _values(domain)
    return pool


def agree(match: Match, command: Command) -> bool:
    """Whether `decide` accepts the command; fails unless `choices` offers exactly what `decide` accepts."""
    game = match.game
    offered = command.seat != CLOCK and is_offered(
        game.rules.choices(match.state, command.seat),
        snake_case(type(command).__name__),
        msgspec.to_builtins(params_of(command)),
    )
    match.steps += 1
    refusal: IllegalMove | None = None
    try:
        game.decide(match.state, command, match.dice())
    except IllegalMove as illegal:
        refusal = illegal
    finally:
        match.steps -= 1
    accepted = refusal is None
    assert refusal is None or refusal.rule in game.rulebook, f"{refusal} cites a rule that is not in the rulebook"
    assert offered == accepted, f"offered {offered}, accepted {accepted}: {command} ({match.where()})"
    return accepted
