"""Section 17: scoring."""

import pytest

from games.clank import GAME
from games.clank.events import MatchEnded
from games.clank.scoring import match_ended, score
from games.clank.state import Score
from tests.games.clank.table import END, at_table, do, of_type, table, thief, with_player

LEFT = {"room": "A00", "status": "left"}


def points(**me):
    return score(table(thief(deck="", **me)).players[0], 0)


def test_clank_17_1_only_those_who_left_or_were_rescued_score():
    state = table(
        thief(tokens="artifact_5 mastery", **LEFT),
        thief("A14", status="ko", rescued=True, tokens="artifact_7"),
        thief("A15", status="ko", tokens="artifact_30"),
    )
    ended = match_ended(state, rule="CLANK-16.9")
    assert [one.seat for one in ended.scores] == [0, 1]
    assert ended.lost == (2,)
    assert ended.ranking == (0, 1)


def test_clank_17_2_artifacts_tokens_gold_and_cards_of_every_zone():
    state = table(
        thief(hand="ruby", play="emerald", discard="diamond", deck="sapphire", tokens="artifact_20 chalice", gold=3)
    )
    assert score(state.players[0], 0) == Score(seat=0, artifacts=20, tokens=7, gold=3, cards=6 + 5 + 8 + 4, total=53)


@pytest.mark.rules("CLANK-20.2", "CLANK-20.13", "CLANK-7.6", "CLANK-7.7", "CLANK-7.8")
@pytest.mark.parametrize(
    ("kind", "value"),
    [
        ("mastery", 20),
        ("crown_10", 10),
        ("crown_9", 9),
        ("crown_8", 8),
        ("chalice", 7),
        ("monkey_idol", 5),
        ("key", 5),
        ("backpack", 5),
        ("dragon_egg", 3),
        ("potion_healing", 0),
        ("potion_greater_healing", 0),
        ("potion_strength", 0),
        ("potion_swiftness", 0),
    ],
)
def test_clank_17_3_points_of_tokens(kind, value):
    assert (points(tokens=kind).tokens, points(tokens=kind).artifacts) == (value, 0)


@pytest.mark.parametrize("value", [5, 7, 10, 15, 20, 25, 30])
def test_artifacts_are_worth_their_value(value):
    assert points(tokens=f"artifact_{value}").artifacts == value


def test_clank_17_4_trashed_cards_do_not_count():
    state = table(thief(discard="ruby", deck=""))
    trashed = with_player(state, 0, discard=(), trashed=state.players[0].discard)
    assert score(trashed.players[0], 0).cards == 0


@pytest.mark.rules("CLANK-R.37")
@pytest.mark.parametrize(
    ("me", "cards"),
    [
        ({"discard": "wizard"}, 0),
        ({"discard": "wizard secret_tome secret_tome"}, 4 + 14),
        ({"discard": "the_duke", "gold": 4}, 0),
        ({"discard": "the_duke", "gold": 14}, 2),
        ({"discard": "dragons_eye"}, 0),
        ({"discard": "dragons_eye", "tokens": "artifact_5 mastery"}, 10),
        ({"discard": "dwarven_peddler", "tokens": "chalice"}, 0),
        ({"discard": "dwarven_peddler", "tokens": "monkey_idol monkey_idol"}, 0),
        ({"discard": "dwarven_peddler", "tokens": "chalice monkey_idol"}, 4),
        ({"discard": "dwarven_peddler", "tokens": "dragon_egg monkey_idol chalice"}, 4),
    ],
)
def test_clank_17_5_points_that_are_worked_out_at_the_end(me, cards):
    assert points(**me).cards == cards


def test_clank_17_6_the_highest_score_wins():
    state = table(thief(tokens="artifact_5 mastery", **LEFT), thief(tokens="artifact_7 mastery", **LEFT), thief(**LEFT))
    assert match_ended(state, rule="CLANK-16.9").winner == 1


@pytest.mark.rules("CLANK-R.27")
def test_clank_17_7_a_tie_goes_to_the_best_single_artifact():
    state = table(
        thief(tokens="artifact_10 artifact_20 backpack mastery", deck="", **LEFT),
        thief(tokens="artifact_25 mastery", gold=10, deck="", **LEFT),
    )
    ended = match_ended(state, rule="CLANK-16.9")
    assert [one.total for one in ended.scores] == [55, 55]
    assert (ended.winner, ended.ranking) == (1, (1, 0))


def test_clank_17_7_the_best_of_several_artifacts_counts_and_not_the_least():
    state = table(
        thief(tokens="artifact_5 artifact_20 backpack mastery", deck="", **LEFT),
        thief(tokens="artifact_10 artifact_15 backpack mastery", deck="", **LEFT),
    )
    ended = match_ended(state, rule="CLANK-16.9")
    assert [one.total for one in ended.scores] == [50, 50]
    assert ended.ranking == (0, 1)


@pytest.mark.rules("CLANK-R.26")
def test_clank_17_8_if_nobody_scores_nobody_wins():
    given = at_table(thief("A15"), thief("A16", status="ko"), countdown=(1, 4))
    after, events = do(given, END)
    (ended,) = of_type(events, MatchEnded)
    assert (ended.scores, ended.lost, ended.ranking, ended.winner) == ((), (0, 1), (), None)
    assert GAME.rules.result(after).winners == ()
    assert GAME.rules.result(after).scores == {}


def test_the_result_names_the_winner_and_the_totals():
    given = at_table(thief("A15"), thief(tokens="artifact_5 mastery", deck="", **LEFT), countdown=(1, 4))
    after, _ = do(given, END)
    assert GAME.rules.result(after).winners == (1,)
    assert GAME.rules.result(after).scores == {"1": 25}
    assert GAME.rules.result(given.state) is None


def test_everybody_sees_what_a_seat_would_score_now():
    """CLANK-V.2: deck and hand are open as one list, so that the sum tells nothing of what is in hand."""
    state = table(thief(hand="ruby", deck="diamond", tokens="artifact_20", gold=3), thief())
    for viewer in (0, 1, "spectator"):
        assert GAME.presentation.view(state, viewer).players[0].points == score(state.players[0], 0).total == 37
