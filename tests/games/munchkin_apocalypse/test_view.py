"""The table that a client draws, and the sentences it reads out."""

from __future__ import annotations

import random

import pytest

from events.visibility import ARBITER, SPECTATOR, redact
from games.munchkin_apocalypse import GAME
from tests.games.munchkin_apocalypse.policy import policy, random_options
from tests.games.munchkin_apocalypse.table import item, seat, table
from tests.play import Match, moves
from tests.spec import view_of


def test_the_view_has_the_same_keys_for_everybody_in_every_phase():
    for seed in (90, 91):
        rng = random.Random(seed)
        match = Match(GAME, random_options(rng), 4, seed)
        match.start()
        keys = list(view_of(GAME, match.state, SPECTATOR))
        for _ in moves(match, rng, policy):
            for viewer in (0, SPECTATOR, ARBITER):
                assert list(view_of(GAME, match.state, viewer)) == keys
            if match.steps > 200:
                break


@pytest.mark.rules("MUNCH-22.5", "MUNCH-22.7")
@pytest.mark.parametrize(("seals", "bonus"), [("", 0), ("seal-doom", 1), ("seal-doom seal-eye-of-the-storm", 0)])
def test_the_view_tells_what_the_open_seals_add_to_each_monster(seals, bonus):
    t = table(seat(), seat(), seals=seals, doors="fire-ants")
    assert view_of(GAME, t.state, 1)["seal_bonus"] == bonus
    t.do(0, "open_door")
    shown = view_of(GAME, t.state, 1)
    parts = shown["combat"]["monsters"]["monsters"][0]["parts"]
    assert shown["seal_bonus"] == sum(one["amount"] for one in parts if one["label"] == "open Seals") == bonus


def test_a_combat_is_shown_with_both_totals_and_their_parts():
    t = table(seat(5, classes="class-militia", items=[item("tire-iron", both_hands=True)]), seat(), doors="fire-ants")
    t.do(0, "open_door")
    shown = view_of(GAME, t.state, 1)["combat"]
    assert shown["fighters"]["characters"] == [
        {
            "seat": 0,
            "total": 10,
            "parts": [
                {"label": "level", "amount": 5},
                {"label": "Tire Iron", "amount": 2},
                {"label": "two-handed", "amount": 3},
            ],
        }
    ]
    assert (shown["fighters"]["total"], shown["monsters"]["total"]) == (10, 10)
    (monster,) = shown["monsters"]["monsters"]
    assert (monster["name"], monster["treasures"], monster["levels"]) == ("Fire Ants", 3, 1)


def test_what_an_open_phase_is_about_is_shown():
    t = table(seat(hand="acid-rain cheat", items="diesel-generator sofa-cushion-fort", hirelings="cheater"), seat())
    t.do(0, "play_disaster", card="acid-rain", target=0)
    pending = view_of(GAME, t.state, 1)["pending"]
    assert (pending["kind"], pending["name"], pending["target"]) == ("disaster", "Disaster! Acid Rain", 0)
    t.all_pass()
    t = table(seat(items="diesel-generator sofa-cushion-fort", hirelings="cheater"), seat())
    t.do(0, "discard_item", card="cheater")
    assert view_of(GAME, t.state, 1)["pending"]["kind"] == "big_excess"
    t = table(seat(hand="cheat"), seat(), doors="octobear")
    t.do(0, "open_door").runs().do(0, "roll_escape", monster="m1", dice=[5])
    assert view_of(GAME, t.state, 1)["pending"] == {
        "kind": "escape",
        "runner": 0,
        "monster": "m1",
        "die": 5,
        "modifier": -1,
        "total": 4,
    }
    t = table(seat(2), seat(9), doors="fire-ants")
    t.do(0, "open_door").helped_by(1, treasures=1).wins()
    assert view_of(GAME, t.state, 0)["pending"] == {
        "kind": "treasures",
        "picker": 1,
        "left": {"fighter": 2, "helper": 1},
    }


def test_turns_are_where_a_replay_may_jump_to():
    t = table(seat(), seat(), phase="TURN_END")
    t.do(0, "end_turn")
    assert [GAME.presentation.marker(event) for event in t.events] == [None, "turn 4"]


def test_every_event_has_a_sentence_that_says_no_more_than_its_viewer_may_know():
    t = table(seat(5, hand="cheat"), seat(), doors="undead-mall-walker", treasures="riot-helmet")
    t.do(0, "open_door").wins()
    (drawn,) = t.happened("CardsDrawn")
    assert GAME.presentation.narrate(redact(drawn, 0), 0) == "{0} draws 1 Treasure: Riot Helmet."
    assert GAME.presentation.narrate(redact(drawn, 1), 1) == "{0} draws 1 Treasure."
    (gained,) = t.happened("LevelGained")
    assert GAME.presentation.narrate(gained, 1) == "{0} goes up 1 Level to 6 for the kill."
