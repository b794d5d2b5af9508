"""What an undo needs, row by row, and that a sealed choice can be left out of the log."""

from __future__ import annotations

import pytest

from games.szmal import GAME
from games.szmal import commands as c
from games.szmal import events as e
from games.szmal.state import State
from ledger.rules_undo import plan_undo
from tests.games.szmal.tables import Story, committing, effect, started, table
from tests.ledger.match import Match


def undo(story: Story, command_type: type[c.Answer], seat: int, **params: object) -> str:
    """How the command that this would be could be undone."""
    when = story.when(command_type, seat, **params)
    return GAME.take_back.undo_class(story.state, when.command, when.events())


@pytest.mark.rules("SZMAL-U.6")
def test_szmal_u_1_sealed_choices_are_free_until_the_last_one():
    draft = started(2)
    assert undo(draft, c.DraftCard, 0, card=1) == "free"
    draft.does(c.DraftCard, 0, card=1)
    assert undo(draft, c.DraftCard, 1, card=13) == "consent"
    commit = committing(seats=2, plays={0: 22, 1: 23})
    assert undo(commit, c.CommitCard, 0, card=22) == "free"
    assert undo(commit.does(c.CommitCard, 0, card=22), c.CommitCard, 1, card=23) == "consent"
    loss = table(seats=3, lay={0: [8, 9], 1: [14, 15]}, effects=[effect(1, 2, 79, 5)])
    assert undo(loss, c.ChooseLoss, 0, card=8) == "free"
    assert undo(loss.does(c.ChooseLoss, 0, card=8), c.ChooseLoss, 1, card=14) == "consent"
    assert GAME.take_back.sealed_commands == {c.DraftCard, c.CommitCard, c.ChooseLoss}


def test_szmal_u_6_the_last_draft_of_a_later_round_needs_consent_although_it_shows_nothing():
    story = table(seats=2, plays={0: 22}, hands={1: [23]})
    story.does(c.DraftCard, 0, card=story.offered(0)["draft_card"][0])
    when = story.when(c.DraftCard, 1, card=story.offered(1)["draft_card"][0])
    events = when.events()
    assert not any(GAME.presentation.reveals(event) for event in events)
    assert GAME.take_back.undo_class(story.state, when.command, events) == "consent"


@pytest.mark.rules("SZMAL-U.3")
def test_szmal_u_2_other_commands_are_free_unless_something_is_shown():
    waits = {0: 80, 1: 8}  # card 80 comes last and keeps the round open
    paying = {"plays": waits, "cash": {1: 10_000}, "hands": {0: [2]}}
    assert undo(table(**paying), c.PayCost, 1, option="CASH") == "free"
    assert undo(table(**paying), c.DeclineCost, 1) == "free"
    assert undo(table(plays={0: 8}, cash={0: 10_000}), c.PayCost, 0, option="CASH") == "consent"  # a new round follows
    assert undo(table(plays={0: 8}, cash={0: 10_000}), c.DeclineCost, 0) == "consent"
    choosing = {"lay": {0: [8, 9]}, "hands": {0: [22, 65]}}
    assert undo(table(plays={0: 80}, **choosing), c.ChooseProperty, 0, card=8) == "free"
    assert undo(table(plays={0: 38}, **choosing), c.ChooseProperty, 0, card=8) == "consent"
    copying = {"plays": {0: 54, 1: 80}, "lay": {0: [22, 65, 53]}, "hands": {1: [2]}}
    assert undo(table(**copying), c.ChooseGangster, 0, card=22) == "free"
    assert undo(table(**copying), c.ChooseGangster, 0, card=65) == "consent"
    assert undo(table(**copying), c.ChooseGangster, 0, card=53) == "consent"
    extra = table(plays={0: 80}, hands={0: [8, 65]}, cash={0: 0})
    assert undo(extra, c.PlayExtra, 0, card=8) == "free"  # it asks for its Cost next: $10,000 are there now
    assert undo(extra, c.PlayExtra, 0, card=65) == "consent"
    assert undo(extra, c.PassExtra, 0) == "consent"
    waiting = table(plays={0: 80}, hands={0: [8]}, lay={1: [69, 6]})
    assert undo(waiting, c.PassExtra, 0) == "free"  # seat 1's order of abilities comes first
    assert undo(table(lay={0: [69, 6, 46]}), c.ResolveAbility, 0, card=6) == "free"
    assert undo(table(lay={0: [69, 6]}), c.ResolveAbility, 0, card=6) == "consent"


def test_szmal_u_3_everything_else_is_asked_of_all_seats():
    assert GAME.take_back.undo_voters is None  # the service then asks every other seat


def test_szmal_u_4_what_shows_something():
    rule = "SZMAL-U.4"
    shown = [
        e.RoundStarted(round=2, opened=((), ()), rule=rule),
        e.CardsRevealed(plays=(), order=(), rule=rule),
        e.LossesRevealed(effect=1, cause=5, losses=(), rule=rule),
        e.CardDrawn(seat=0, card=5, draw_pile_size=3, rule=rule),
        e.DrawPileRevealed(seat=0, cards=(5,), found=None, draw_pile_size=3, rule=rule),
    ]
    assert all(GAME.presentation.reveals(event) for event in shown)
    nothing = [
        e.DrawPileRevealed(seat=0, cards=(), found=None, draw_pile_size=0, rule=rule),
        e.CardDrafted(seat=0, packet=0, card=1, rule=rule),
        e.ExtraCardChosen(seat=0, card=1, source=80, rule=rule),
        e.RoundEnded(round=3, rule=rule),
    ]
    assert not any(GAME.presentation.reveals(event) for event in nothing)


def test_szmal_u_5_the_command_that_ends_the_match_is_never_undone():
    last = table(round_=12, plays={0: 8}, cash={0: 10_000})
    assert undo(last, c.PayCost, 0, option="CASH") == "never"
    commit = committing(seats=2, round_=12, plays={0: 22, 1: 23}).does(c.CommitCard, 0, card=22)
    assert undo(commit, c.CommitCard, 1, card=23) == "never"


@pytest.mark.rules("SZMAL-I.22")
def test_szmal_u_7_the_same_cards_come_again():
    story = table(plays={0: 65, 1: 80}, lay={0: [61]}, draw=[11, 12, 13])
    before = story.state
    again = GAME.decide(before, c.PassExtra(seat=1, decision_id=before.decision.id), story.when(c.PassExtra, 1).dice)
    assert again == story.does(c.PassExtra, 1).events
    assert before.draw_pile == story.state.draw_pile


def folded(*batches: list[e.Event]) -> State:
    return GAME.fold(GAME.rules.initial, [event for batch in batches for event in batch])


@pytest.mark.rules("SZMAL-U.1")
def test_szmal_i_22_a_sealed_choice_left_out_of_the_log_leaves_the_others_in_place():
    story = started(3)
    setup = list(story.events)
    first = story.does(c.DraftCard, 0, card=3).events
    second = story.does(c.DraftCard, 1, card=15).events
    change = Story(folded(setup, second)).does(c.DraftCard, 0, card=5).events
    assert folded(setup, second, change).hands == ((5,), (15,), ())
    assert folded(setup, first, second).hands == ((3,), (15,), ())
    without = folded(setup, second)
    assert without.hands == ((), (15,), ())
    assert without.picked == (None, 15, None)
    assert GAME.rules.to_act(without) == (0, 2)
    assert without == GAME.fold(folded(setup), second)
    # The match goes on from there.
    on = Story(without).does(c.DraftCard, 2, card=30).does(c.DraftCard, 0, card=7)
    assert on.state.round == 2


@pytest.mark.rules("SZMAL-U.1")
def test_szmal_i_22_the_same_for_face_down_cards_and_losses():
    story = committing(hands={0: [8, 9], 1: [2]})
    start = story.state
    first = story.does(c.CommitCard, 0, card=8).events
    second = story.does(c.CommitCard, 1, card=2).events
    change = Story(GAME.fold(start, second)).does(c.CommitCard, 0, card=9).events
    assert GAME.fold(start, second).committed == (None, 2, None)
    assert GAME.fold(start, second).hands[0] == start.hands[0]
    assert GAME.fold(start, [*second, *change]).committed == (9, 2, None)
    assert GAME.fold(start, [*first, *second]).committed == (8, 2, None)
    losing = table(seats=3, lay={0: [8, 9], 1: [14, 15]}, effects=[effect(1, 2, 79, 5)])
    start = losing.state
    losing.does(c.ChooseLoss, 0, card=8)
    later = Story(start).does(c.ChooseLoss, 1, card=15)
    assert later.state.losing == (None, 15, None)
    assert GAME.fold(start, [*losing.events, *later.events]).losing == (8, 15, None)


def test_szmal_u_9_back_to_before_one_of_ones_own_commands():
    match = Match("szmal", 3, seed=6).begin()
    for seat in (0, 1):
        state = match.table.state
        card = next(iter(GAME.rules.choices(state, seat)[0].params["card"].one_of))
        match.do(f"seat:{seat}", "draft_card", {"decision_id": state.decision.id, "card": card})
    assert plan_undo(match.table, 1, 1).steps == (2,)
    assert plan_undo(match.table, 0, 0).steps == (1, 2)  # all later ones are void too
    for seat, to_step in ((0, 1), (1, 0), (2, 1), (2, 0)):
        plan = plan_undo(match.table, seat, to_step)
        assert (plan.needs, plan.code, plan.rule) == ("impossible", "not_your_command", "SZMAL-U.9")
