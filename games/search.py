"""One search that plays every game: it tries each command in the same drawn worlds and takes the best on average.

A world is a state that looks to the seat as the true one does (`resample`). The search is given worlds and never the
true state, so it cannot use what its seat does not know. In each pass every remaining command is tried in one world,
with the same luck for all (paired: only the command differs), played on for a few decisions, and judged by the result
or by the game's `value`. Half of the commands are dropped after passes 2, 4, 8, …, so that the time goes to those that
are hard to tell apart.

Long playouts say more about the players in them than about the command, so they are short and of several lengths.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from random import Random
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct

from games.bots import Policy, draw_command
from games.choices import Choice, OneOf
from games.decider import Command, Decider, Seat
from games.dice import Dice

S = TypeVar("S", bound=Struct)

WORLDS = 24
DRAWS_MAX = 12  # of one world
CANDIDATES_MAX = 14
PROPOSALS = 3  # commands that the policy is asked for; what it likes is tried first
PLAYOUT_DECISIONS = (2, 6, 3, 4)  # at least, by pass, in turn
OVERTIME = 16  # decisions more, until another seat is to act
TO_THE_END = 300  # decisions of a playout where the game has no `value`
UNDECIDED = 0.5  # what such a playout is worth if it does not end
SERIAL = 1 << 40  # of the commands in playouts: higher than in any match, as ids of decisions are made from it


class Tried(Struct, frozen=True):
    """A command, what it is worth on average, and how many worlds that rests on."""

    type: str
    params: dict[str, Any]
    worth: float
    passes: int


class Found(Struct, frozen=True):
    """What the search has compared, the best first."""

    tried: tuple[Tried, ...]

    @property
    def best(self) -> Tried:
        return self.tried[0]


def draw_worlds(game: Decider[S], state: S, seat: Seat, seed: bytes, count: int = WORLDS) -> list[S]:
    """Worlds that look the same to the seat, from the true state: whoever calls this keeps that state to themselves.

    `resample` takes every world for equally likely. Where the game knows better, unlikely ones are drawn again.
    """
    return [_draw_world(game, state, seat, seed + b"/%d" % number) for number in range(count)]


def _draw_world(game: Decider[S], state: S, seat: Seat, seed: bytes) -> S:
    world = game.presentation.resample(state, seat, Dice(seed, 0))
    if game.likelihood is not None:
        rng = Random(seed)
        for number in range(1, DRAWS_MAX):
            if rng.random() < game.likelihood(world, seat):
                break
            world = game.presentation.resample(state, seat, Dice(seed, number))
    return world


def search(
    game: Decider[S],
    worlds: Sequence[S],
    seat: Seat,
    policy: Policy,
    seed: bytes,
    at_ms: int,
    has_time: Callable[[int], bool],
) -> Found:
    """The best command of the seat; `has_time` is asked before each playout, with the number of passes that are done.

    The first pass always begins with what the policy proposes, so there is an answer however little time there is.
    """
    candidates = _candidates(game, worlds[0], seat, policy, Random(seed))
    playouts = _Playouts(game, seat, policy, seed, at_ms)
    totals = [0.0] * len(candidates)
    passes = [0] * len(candidates)
    left = list(range(len(candidates)))
    dropped: list[int] = []  # the best first
    done = 0

    def rank(numbers: list[int]) -> list[int]:
        return sorted(numbers, key=lambda number: (-totals[number], number))

    while len(left) > 1 and has_time(done):
        worths: list[float] = []
        for number in left:
            if worths and not has_time(done):
                break
            worths.append(playouts.try_out(worlds[done % len(worlds)], candidates[number], done))
        if len(worths) < len(left):
            break  # commands are compared by complete passes only
        done += 1
        for number, worth in zip(left, worths):
            totals[number] += worth
            passes[number] = done
        if done & (done - 1) == 0 and done > 1:  # 2, 4, 8, …
            kept = max(2, (len(left) + 1) // 2)
            left, worse = rank(left)[:kept], rank(left)[kept:]
            dropped = worse + dropped
    return Found(
        tuple(
            Tried(
                candidates[number]["type"],
                candidates[number]["params"],
                totals[number] / passes[number] if passes[number] else UNDECIDED,
                passes[number],
            )
            for number in rank(left) + dropped
        )
    )


def _candidates(game: Decider[S], world: S, seat: Seat, policy: Policy, rng: Random) -> list[dict[str, Any]]:
    """What the policy proposes, then commands of every template in turn, until there are enough or no more."""
    templates = _choices(game, world, seat)
    assert templates, f"seat {seat} has nothing to choose from"
    seen = _seen(game, world, seat)
    plain = msgspec.to_builtins(templates)
    found: dict[bytes, dict[str, Any]] = {}

    def add(candidate: dict[str, Any]) -> None:
        found.setdefault(msgspec.json.encode(candidate, order="deterministic"), candidate)

    for _ in range(PROPOSALS):
        add(policy(rng, seen, seat, plain))
    sources = [commands_of(template, rng) for template in templates]
    while sources and len(found) < CANDIDATES_MAX:
        for source in list(sources):
            candidate = next(source, None)
            if candidate is None:
                sources.remove(source)
            elif len(found) < CANDIDATES_MAX:
                add(candidate)
    return list(found.values())


def _choices(game: Decider[S], state: S, seat: Seat) -> list[Choice]:
    """What the seat may do, without what leads nowhere: with that a bot could put off the rest of its turn for ever."""
    templates = game.rules.choices(state, seat)
    if not game.sideways:
        return templates
    return [one for one in templates if game.commands[one.type] not in game.sideways] or templates


def commands_of(template: Choice, rng: Random) -> Iterator[dict[str, Any]]:
    """Every command of a template that only chooses among values, in a random order; of another one a few."""
    domains = [domain for domain in template.params.values() if isinstance(domain, OneOf)]
    if len(domains) == len(template.params):
        for chosen in product(*(rng.sample(domain.one_of, len(domain.one_of)) for domain in domains)):
            yield {"type": template.type, "params": dict(zip(template.params, chosen))}
        return
    plain = msgspec.to_builtins(template)
    for _ in range(CANDIDATES_MAX):
        yield draw_command(plain, rng)


def _seen(game: Decider[S], state: S, seat: Seat) -> dict[str, Any]:
    """What the policy of a seat is shown: its view as clients get it."""
    view = game.presentation.view(state, seat)
    return {"state": _Fields(view) if isinstance(view, Struct) else view}


class _Fields(Mapping[str, Any]):
    """The fields of a view as plain JSON, each made when it is first asked for: a policy reads few of them."""

    def __init__(self, view: Struct) -> None:
        self._view = view
        self._made: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        if name not in self._made:
            if name not in self._view.__struct_fields__:
                raise KeyError(name)
            self._made[name] = msgspec.to_builtins(getattr(self._view, name))
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._view.__struct_fields__)

    def __len__(self) -> int:
        return len(self._view.__struct_fields__)


@dataclass(frozen=True)
class _Playouts(Generic[S]):
    """What a command of the seat leads to, if all play on by the policy."""

    game: Decider[S]
    seat: Seat
    policy: Policy
    seed: bytes
    at_ms: int

    def try_out(self, world: S, candidate: dict[str, Any], done: int) -> float:
        """What the command is worth to the seat in this world, with the luck of this pass."""
        game, luck = self.game, self.seed + b":%d" % done
        rng = Random(luck)
        state = _after(game, world, candidate, self.seat, Dice(luck, 0, serial=SERIAL, at_ms=self.at_ms))
        least, acting = _length(game, done), self.seat
        for number in range(1, least + OVERTIME + 1):
            waiting = game.rules.to_act(state)
            if not waiting or game.rules.result(state) is not None:
                break
            before, acting = acting, rng.choice(waiting)
            if number > least and acting != before:
                break  # no turn is judged half-way: what is not spent yet looks like nothing
            chosen = _chosen(game, state, acting, self.policy, rng)
            dice = Dice(luck, number, serial=SERIAL + number, at_ms=self.at_ms + number)
            state = _after(game, state, chosen, acting, dice)
        return judge(game, state, self.seat)


def _length(game: Decider[Any], done: int) -> int:
    return TO_THE_END if game.value is None else PLAYOUT_DECISIONS[done % len(PLAYOUT_DECISIONS)]


def _chosen(game: Decider[S], state: S, seat: Seat, policy: Policy, rng: Random) -> dict[str, Any]:
    """By the policy; where there is nothing to choose it is not asked, because most of its time goes into the view."""
    templates = _choices(game, state, seat)
    if len(templates) == 1 and not templates[0].params:
        return {"type": templates[0].type, "params": {}}
    return policy(rng, _seen(game, state, seat), seat, msgspec.to_builtins(templates))


def _after(game: Decider[S], state: S, chosen: dict[str, Any], seat: Seat, dice: Dice) -> S:
    command: Command = msgspec.convert({"seat": seat, **chosen["params"]}, game.commands[chosen["type"]])
    return game.fold(state, game.decide(state, command, dice))


def judge(game: Decider[S], state: S, seat: Seat) -> float:
    """From 0 (lost) to 1 (won): the result, or what the game expects."""
    result = game.rules.result(state)
    if result is not None:
        return 1 / len(result.winners) if seat in result.winners else 0.0
    return UNDECIDED if game.value is None else game.value(state, seat)
