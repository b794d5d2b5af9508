"""What a seat is asked in Szmal."""

from __future__ import annotations

import random

import msgspec
import pytest

from games.szmal import GAME
from games.szmal import commands as c
from games.szmal import events as e
from games.szmal.catalogue import BASE
from games.szmal.rules import SEALED_COMMANDS
from tests.games.szmal.policy import policy
from tests.games.szmal.tables import FILLERS, committing, effect, table
from tests.play import Match, moves

THROWN_AWAY = (" (cannot be paid)", " (Requirement not met)")


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


def named(story, seat):
    """The cards that a seat may play, by what they are called."""
    (template,) = story.choices(seat)
    (words,) = story.words(seat)
    return dict(zip(template.params["card"].one_of, words.names["card"])), words.effect


@pytest.mark.rules("SZMAL-7.7", "SZMAL-8.4")
def test_a_card_that_would_be_thrown_away_is_so_marked_before_it_is_played():
    story = committing(hands={0: [21, 59]}, plays={0: 22}, bare=[0])
    names, effect_ = named(story, 0)
    assert names[21].endswith(" (cannot be paid)")
    assert names[59].endswith(" (Requirement not met)")
    assert "(" not in names[22]
    assert effect_.endswith(" would be thrown away as things stand.")
    names, effect_ = named(committing(hands={0: [21, 59]}, plays={0: 23}, lay={0: [22]}, bare=[0]), 0)
    assert not any(name.endswith(THROWN_AWAY) for name in names.values())
    assert "thrown away" not in effect_


@pytest.mark.parametrize(("card", "why"), [(21, "Its cost cannot be paid"), (59, "Its Requirement is not met")])
def test_the_only_card_of_the_hand_says_why_it_would_be_thrown_away(card, why):
    story = committing(plays={0: card}, bare=[0])
    assert named(story, 0)[1].endswith(f" {why}: as things stand it would be thrown away.")


def test_a_card_that_costs_a_card_of_the_hand_does_not_pay_for_itself():
    alone, beside = committing(plays={0: 27}, bare=[0]), committing(plays={0: 27}, hands={0: [22]}, bare=[0])
    assert named(alone, 0)[0][27] == "Gambit! (cannot be paid)"
    assert named(beside, 0)[0][27] == "Gambit!"


@pytest.mark.rules("SZMAL-7.17", "SZMAL-8.8")
def test_what_is_ignored_in_this_round_throws_nothing_away():
    ignoring = [effect(1, 0, 63, 5), effect(2, 0, 64, 5)]
    names, _ = named(committing(hands={0: [21, 59]}, plays={0: 22}, effects=ignoring, bare=[0]), 0)
    assert not any(name.endswith(THROWN_AWAY) for name in names.values())


def test_what_is_marked_is_thrown_away_and_nothing_else_is():
    """Where nobody else changes anything, the words and the rules agree about every card."""
    for card in BASE.cards:
        if card in FILLERS[-6:]:
            continue
        story = committing(plays={0: card}, cash={0: 10_000}, bare=[0, 1, 2])
        is_marked = named(story, 0)[0][card].endswith(THROWN_AWAY)
        for seat in range(3):
            story.does(c.CommitCard, seat, card=story.state.hands[seat][0])
        reasons = {one.card: one.reason for one in story.log if isinstance(one, e.PlayedCardDiscarded)}
        assert is_marked == (card in reasons), (card, reasons.get(card))


def test_an_action_that_would_do_nothing_is_so_marked():
    """Arson! counts Gangsters, Renovate! needs a Property, and what works in the next round has none after the last."""
    idle = {75: "Arson!", 38: "Renovate!", 4: "Liquidate!"}
    for card, name in idle.items():
        names, effect_ = named(committing(plays={0: card}, lay={0: [(11, 0)]} if card == 4 else {}, bare=[0]), 0)
        assert names[card] == f"{name} (no effect now)"
        assert effect_.endswith(" As things stand it would do nothing.")
    laid = {0: [22, (11, 2)]}
    for card in idle:
        cash = {1: 10_000}
        assert "(" not in named(committing(plays={0: card}, lay=laid, cash=cash, bare=[0]), 0)[0][card]
    paid_for_each = committing(plays={0: 75}, lay={0: [70]}, bare=[0])  # card 70: $5,000 for each Action of one's own
    assert named(paid_for_each, 0)[0][75] == "Arson!"
    assert named(committing(plays={0: 78}, bare=[0]), 0)[0][78] == "Master Plan!"
    assert named(committing(plays={0: 78}, bare=[0], round_=12), 0)[0][78] == "Master Plan! (no effect now)"


@pytest.mark.rules("SZMAL-7.14")
def test_a_card_is_named_with_what_it_costs_this_player():
    """Card 52 takes $5,000 off every Property."""
    cheaper = committing(hands={0: [8]}, plays={0: 22}, lay={0: [(52, 0)]}, cash={0: 5_000}, bare=[0])
    assert named(cheaper, 0)[0][8] == "Chinatown ($5,000)"
    assert named(committing(hands={0: [8]}, plays={0: 22}, cash={0: 10_000}, bare=[0]), 0)[0][8] == "Chinatown"


@pytest.mark.rules("SZMAL-13.3", "SZMAL-13.7")
def test_an_ability_that_would_do_nothing_is_so_marked_and_still_asked_for():
    story = table(plays={0: 22}, lay={0: [69, 6]}, cash={0: 5_000})
    names, _ = named(story, 0)
    assert set(names.values()) == {'Natascha "The Squirrel" Rubin', '"Biscuits" O\'Malley (no effect now)'}


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
