"""Every sentence of some random matches of each game is fit for players (tests/sentences.py; `make read-sentences`)."""

from __future__ import annotations

import pytest

from events.visibility import SPECTATOR
from games.registry import all_games
from ledger.events import MATCH_EVENTS
from projections.narration import TELLERS, fill_in_names, narrate
from tests.ledger.lucky import sit, unseal, withhold
from tests.ledger.match import Match
from tests.sentences import faults_of, read_match

MATCHES = {"coup": 30, "szmal": 12, "big-deal": 3, "clank": 5, "munchkin-apocalypse": 12}
GAMES = list(all_games().values())


@pytest.mark.parametrize("slug", list(all_games()))
def test_no_sentence_has_a_fault(slug):
    for seed in range(MATCHES[slug]):
        assert read_match(slug, seed)


@pytest.mark.parametrize(
    ("sentence", "fault"),
    [
        ("{0} plays zoo-escape#2.", "the id of a card"),
        ("{0} spends 1 Boots.", "a plural of one"),
        ("{0} draws 2 card.", "a singular of many"),
        ("{0} takes seat 0.", "the number 0 of something that is counted from 1"),
        ("{0} sends declare_action.", "a name with an underscore"),
        ("{0} is caught by m1.", "the id of a token, set or Monster"),
        ("{0} spends 1 Boot (A-c02).", "the id of a room or corridor"),
        ("{0} waits", "no end"),
        ("{0} becomes a Islander.", "the wrong article"),
        ("Shortage!.", "two ends"),
    ],
)
def test_a_fault_is_found(sentence, fault):
    assert fault in faults_of(sentence, GAMES[0])


def test_who_sits_down_is_named_and_who_has_left_is_not():
    match = Match("coup", 3).sit(0, 2)
    taken = [narrate(match.table, match.ruleset.codec.read(one.stored), SPECTATOR) for one in match.history]
    assert taken == ["The match is opened for 3 players.", "Player 0 sits down.", "Player 2 sits down."]
    assert fill_in_names("{0} and {1}.", match.table.seats) == "Player 0 and Seat 2."
    (left,) = match.do("player:p-0", "leave_seat", {"seat": 0})
    assert narrate(match.table, left, SPECTATOR) == "A player leaves, and a seat is free again."


def test_every_event_of_a_match_has_a_sentence():
    assert TELLERS.keys() == set(MATCH_EVENTS)


def test_the_luck_is_told_without_blaming_whoever_takes_the_seat_later():
    match = sit(Match("coup", 2))
    match.do("player:p-0", "start_match")
    unseal(match, 0)
    withhold(match)
    match.do("player:p-1", "take_seat", {"seat": 1}, name="Somebody else")
    told = [narrate(match.table, match.ruleset.codec.read(one.stored), SPECTATOR) for one in match.history[3:6]]
    assert told == [
        "Everybody is here. The match begins once the luck of Player 0 and Somebody else is opened.",
        "Player 0 opens their luck.",
        "The match does not begin yet: one player did not open their luck in time.",
    ]
    assert not any(faults_of(sentence, match.table.game) for sentence in told)
