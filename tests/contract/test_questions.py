"""What every game says to a seat that is asked: words for everything, and answers that do not refuse each other."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from games.choices import Choice, OneOf
from games.decider import CLOCK, Command, Decider, IllegalMove
from games.dice import Dice
from games.questions import Words
from games.registry import all_games
from tests.play import Match, build, moves, sample_params
from tests.policies import POLICIES, options_for
from tests.question_words import read_question

STEPS_MAX = 300


@pytest.fixture(params=all_games().values(), ids=lambda game: game.slug)
def game(request: pytest.FixtureRequest) -> Decider[Any]:
    return request.param


def started(game: Decider[Any], seed: int) -> tuple[Match, random.Random]:
    rng = random.Random(seed)
    match = Match(game, options_for(game, rng), rng.randint(game.seats_min, game.seats_max), seed)
    match.start()
    return match, rng


def test_every_choice_that_is_met_has_its_words(game):
    read = set()
    for seed in range(900, 903):
        match, rng = started(game, seed)
        for command in moves(match, rng, POLICIES[game.slug]):
            if match.steps > STEPS_MAX:
                break
            for seat in range(match.seats):
                faults = list(read_question(game, match.state, seat))
                assert not faults, (faults, seat, match.where())
            if command.seat != CLOCK:
                read.add(type(command))
    assert len(read) > len(game.rules.on_command) // 2, "too little was met to say anything"


def test_templates_that_read_the_same_are_the_same_but_for_values_that_have_names(game):
    """Two copies of a card may read the same; two corridors, deals or commands may not."""
    for seed in range(910, 912):
        match, rng = started(game, seed)
        for _ in moves(match, rng, POLICIES[game.slug]):
            if match.steps > STEPS_MAX:
                break
            for seat in game.rules.to_act(match.state):
                seen: dict[Any, Any] = {}
                for template in game.rules.choices(match.state, seat):
                    words = game.presentation.describe(match.state, seat, template)
                    told = (words.label, words.effect, tuple(sorted(words.names.items())))
                    silent = {name: one for name, one in template.params.items() if name not in words.names}
                    meant = (template.type, silent)
                    assert seen.setdefault(told, meant) == meant, (told, match.where())


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"label": "declare_action now"}, "a name with an underscore"),
        ({"label": ""}, "the label is empty"),
        ({"effect": "seat 1 loses."}, "a number of a seat"),
        ({"effect": "It costs 2M"}, "has no end"),
        ({"effect": "{0} loses."}, "speaks of its reader by name"),
        ({"effect": f"{'Long ' * 60}."}, "characters"),
        ({"names": {"action": ("USA", "Russia")}}, "2 names for 1 values"),
        ({"group": "other"}, "there is no group other"),
    ],
)
def test_a_fault_of_the_words_is_found(changes, fault):
    coup = all_games()["coup"]
    match = Match(coup, coup.options(first_seat=0), 2, 1)
    match.start()

    def spoil(state: Any, seat: int, template: Choice) -> Words:
        return msgspec.structs.replace(coup.presentation.describe(state, seat, template), **changes)

    spoilt = replace(coup, presentation=replace(coup.presentation, describe=spoil))
    assert not list(read_question(coup, match.state, 0))
    assert any(fault in one for one in read_question(spoilt, match.state, 0)), list(
        read_question(spoilt, match.state, 0)
    )


def test_simultaneous_answers_of_two_seats_do_not_refuse_each_other(game):
    """Sent at one state by two seats, both are accepted, unless the first one has ended the decision for all."""
    answered = 0
    for seed in range(920, 924):
        match, rng = started(game, seed)
        for _ in moves(match, rng, POLICIES[game.slug]):
            if match.steps > STEPS_MAX:
                break
            ready = simultaneous_answers(match, rng)
            for first in ready:
                for second in ready:
                    if first.seat != second.seat:
                        answered += both_are_taken(match, first, second)
    assert answered or game.slug in ("big-deal", "clank"), "two seats never answered at once"


def simultaneous_answers(match: Match, rng: random.Random) -> list[Command]:
    """For each seat one command from each template that is to be sent without an expected version."""
    game = match.game
    return [
        build(game, template.type, seat, sample_params(template, rng))
        for seat in range(match.seats)
        for template in game.rules.choices(match.state, seat)
        if game.presentation.describe(match.state, seat, template).simultaneous
    ]


def both_are_taken(match: Match, first: Command, second: Command) -> bool:
    game, state = match.game, match.state
    after = game.fold(state, game.decide(state, first, Dice(b"one", 1, serial=10**6)))
    if second.seat not in game.rules.to_act(after) or is_asked_anew(game, state, after, second.seat):
        return False
    try:
        game.decide(after, second, Dice(b"two", 2, serial=10**6 + 1))
    except IllegalMove as refusal:
        raise AssertionError((first, second, refusal, match.where())) from refusal
    return True


def is_asked_anew(game: Decider[Any], before: Any, after: Any, seat: int) -> bool:
    """Whether the first answer has closed the decision: what the seat may answer now names another one."""
    return not decision_ids(game, before, seat) & decision_ids(game, after, seat)


def decision_ids(game: Decider[Any], state: Any, seat: int) -> set[Any]:
    """The ids of decisions and windows in what a seat may send; `None` for what names none."""
    found = set()
    for template in game.rules.choices(state, seat):
        domain = template.params.get("decision_id") or template.params.get("window")
        found.add(domain.one_of[0] if isinstance(domain, OneOf) else None)
    return found - {None} or found
