"""What a seat is asked in Szmal."""

from __future__ import annotations

import random

import msgspec

from games.szmal import GAME
from games.szmal import commands as c
from games.szmal.rules import SEALED_COMMANDS
from tests.games.szmal.policy import policy
from tests.games.szmal.tables import effect, table
from tests.play import Match, moves


def asked(story, seat):
    return GAME.presentation.prompt(story.state, seat)


def test_szmal_4_8_the_packet_is_gone_after_the_pick_and_the_pick_is_named_to_its_maker():
    match = Match(GAME, GAME.options(), 3, 1)
    match.start()
    assert GAME.presentation.prompt(match.state, 0) == "Keep one card of this packet; the rest goes to {1}."
    assert GAME.presentation.prompt(match.state, 2) == "Keep one card of this packet; the rest goes to {0}."
    (template,) = GAME.rules.choices(match.state, 0)
    words = GAME.presentation.describe(match.state, 0, template)
    card, name = template.params["card"].one_of[0], words.names["card"][0]
    match.send(c.DraftCard(seat=0, decision_id=match.state.decision.id, card=card))
    assert GAME.presentation.prompt(match.state, 0) == f"You chose {name}."
    assert GAME.presentation.prompt(match.state, 1) == "Keep one card of this packet; the rest goes to {2}."


def test_a_cost_is_told_with_all_ways_to_pay_it():
    story = table(plays={0: 21}, lay={0: [22, (11, 3)]}, cash={0: 15_000})
    assert asked(story, 0) == '"King" Richard the Third costs a Gangster, a Property or $10,000.'
    assert story.labels(0) == ["Give up a Gangster", "Give up a Property", "Pay $10,000", "Do not pay"]
    assert [one.group for one in story.words(0)] == ["main", "main", "main", "end"]
    assert asked(story, 1) is None


def test_an_extra_play_names_the_card_that_grants_it():
    story = table(effects=[effect(1, 0, 67, 5)], hands={0: [22]})
    name = msgspec.to_builtins(GAME.presentation.view(story.state, 0))["decision"]["card"]["name"]
    assert asked(story, 0) == f"{name}: which card do you play besides?"
    assert story.labels(0) == ["Play one more card"]


def test_exactly_the_sealed_commands_are_simultaneous():
    told = {}
    for seed in range(12):
        match = Match(GAME, GAME.options(), 3, seed)
        match.start()
        for seat, template in _met(match, seed):
            words = GAME.presentation.describe(match.state, seat, template)
            assert told.setdefault(GAME.commands[template.type], words.simultaneous) == words.simultaneous
    assert {kind for kind, is_simultaneous in told.items() if is_simultaneous} == SEALED_COMMANDS & told.keys()
    assert len(told) > 5


def _met(match, seed):
    for _ in moves(match, random.Random(seed), policy):
        for seat in range(match.seats):
            for template in GAME.rules.choices(match.state, seat):
                yield seat, template
