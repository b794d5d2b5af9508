"""What a seat is asked at a version of a match: the game's words with the players' names in them."""

from __future__ import annotations

import msgspec
import pytest

from games.registry import all_games
from ledger.rules_undo import plan_undo
from projections.questions import question_for
from tests.ledger.match import Match


def test_names_stand_in_prompts_labels_and_names_of_values():
    match = Match("coup", 3, options={"first_seat": 0}).begin()
    police = next(one for one in question_for(match.table, 0).choices if one.label.startswith("Claim Police"))
    assert police.names == {"target": ("Player 1 (2M)", "Player 2 (2M)")}
    match.do("seat:0", "declare_action", {"decision_id": 0, "action": "local_businessmen"})
    question = question_for(match.table, 1)
    assert question.prompt == "Player 0 wants to take 2M (Local businessmen)."
    assert question_for(match.table, 0).prompt == "Waiting for Player 1 and Player 2."
    assert [one.group for one in question.choices] == ["end", "main"]
    assert question.choices[1].effect.endswith("unless Player 0 doubts that you have the card.")


def test_what_people_look_for_first_is_offered_first():
    match = Match("coup", 3, options={"first_seat": 0}).begin()
    describe, offered = match.table.game.presentation.describe, question_for(match.table, 0).choices
    templates = match.table.game.rules.choices(match.table.state, 0)
    placed = sorted((describe(match.table.state, 0, one) for one in templates), key=lambda words: words.place)
    assert [one.label for one in offered] == [words.label for words in placed]
    assert len({words.place for words in placed}) > 1


@pytest.mark.parametrize("slug", list(all_games()))
def test_no_placeholder_is_left_and_every_seat_has_a_prompt(slug):
    game = all_games()[slug]
    match = Match(slug, game.seats_min, seed=3).begin()
    for _ in range(60):
        for seat in range(game.seats_min):
            question = question_for(match.table, seat)
            assert question.prompt
            assert (question.version, question.seat) == (match.table.version, seat)
            assert b"{0}" not in msgspec.json.encode(question)
            assert bool(question.choices) >= (seat in match.table.to_act())
        match.play()


def test_a_match_that_asks_nobody_says_why():
    match = Match("szmal", 2)
    match.sit()
    assert question_for(match.table, 0).prompt == "The match has not begun."
    match.do("player:p-0", "start_match")
    match.play(2)
    match.do("seat:0", "undo", {"to_step": 0})
    assert match.table.held() is not None
    question = question_for(match.table, 1)
    assert question.prompt == "Player 0 asks to take something back; nothing is played meanwhile."
    assert (question.choices, question.take_back) == ([], False)
    match.do("seat:1", "answer_undo", {"accepts": False})
    given = {"claim": "It was not so.", "is_journaled": True, "has_arbiter": True}
    match.do("seat:0", "open_dispute", {"step": 1, "freeze": True}, **given)
    assert question_for(match.table, 1).prompt == "A dispute holds the match; an arbiter decides."


def test_the_end_names_who_has_won():
    match = Match("coup", 2, seed=4).begin().play(500)
    (winner,) = match.table.result().winners
    question = question_for(match.table, 1 - winner)
    assert (question.prompt, question.choices) == (f"The match is over. Player {winner} has won.", [])


def test_take_back_is_offered_exactly_while_the_own_sealed_answer_can_be_taken_back():
    offered = 0
    for seed in range(4):
        match = Match("szmal", 3, seed=seed).begin()
        for _ in range(80):
            for seat in range(3):
                table = match.table
                decision = table.state.decision if table.status == "running" else None
                is_sealed = decision is not None and decision.kind in ("DRAFT_PICK", "COMMIT_CARD", "CHOOSE_LOSS")
                has_chosen = is_sealed and seat in decision.seats and seat not in table.to_act()
                question = question_for(table, seat)
                if question.take_back:
                    assert has_chosen
                    assert plan_undo(table, seat, None).needs == "nothing"
                    assert question.prompt.startswith("You chose ")
                    offered += 1
                elif has_chosen:
                    own = table.latest_of(seat)
                    assert own is None or table.recent[own].events[0].auto, "the only card was taken for the player"
            match.play()
    assert offered > 50
