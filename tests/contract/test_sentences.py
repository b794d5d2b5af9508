"""Every sentence of some random matches of each game is fit for players (tests/sentences.py; `make read-sentences`)."""

from __future__ import annotations

import pytest

from events.visibility import SPECTATOR
from games.registry import all_games
from projections.narration import named, narrate
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
        ("Shortage!.", "two ends"),
    ],
)
def test_a_fault_is_found(sentence, fault):
    assert fault in faults_of(sentence, GAMES[0])


def test_seats_are_counted_from_1_whether_taken_or_free():
    match = Match("coup", 3).sit(0, 2)
    taken = [narrate(match.table, match.ruleset.codec.read(one.stored), SPECTATOR) for one in match.history]
    assert taken == ["The match is opened for 3 players.", "Player 0 takes seat 1.", "Player 2 takes seat 3."]
    assert named("{0} and {1}.", match.table.seats) == "Player 0 and Seat 2."
    (left,) = match.do("player:p-0", "leave_seat", {"seat": 0})
    assert narrate(match.table, left, SPECTATOR) == "Seat 1 is free again."
