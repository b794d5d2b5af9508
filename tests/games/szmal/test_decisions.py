"""The decision model: who decides, ids of decisions, refusals in order, order of events."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from games.choices import Choice, OneOf
from games.decider import IllegalMove
from games.dice import Dice
from games.szmal import GAME
from games.szmal import commands as c
from games.szmal import events as e
from games.szmal.state import Frame, Phase, Run, catalogue_of
from tests.games.szmal.policy import policy, random_options
from tests.games.szmal.tables import effect, started, table
from tests.games.szmal.whole import some_matches, whole_match
from tests.play import Match, agree, moves


def test_szmal_d_1_one_seat_decides_or_several_do_in_secret():
    sealed = {"DRAFT_PICK", "COMMIT_CARD", "CHOOSE_LOSS"}
    opened = [event for match in some_matches(12) for event in match.events if isinstance(event, e.DecisionOpened)]
    assert {event.kind for event in opened} >= sealed
    assert all(len(event.seats) == 1 for event in opened if event.kind not in sealed)


def test_szmal_d_2_the_work_that_waits_is_kept_with_the_decision():
    story = table(plays={0: 80}, hands={0: [27, 8]}, lay={0: [46, 9]})
    story.does(c.ChooseProperty, 0, card=46).does(c.PlayExtra, 0, card=27)
    stack = story.state.decision.stack
    assert stack[:4] == (Phase("CLOSE_ROUND"), Phase("ROUND_END"), Phase("EACH_TURN"), Phase("EXTRA_PLAYS"))
    frames = [(work.card, work.origin, work.step) for work in stack if isinstance(work, Frame)]
    assert frames == [(80, "MAIN", "AFTERWARDS"), (27, "EXTRA", "COST")]
    assert [work.card for work in stack if isinstance(work, Run)] == [80]
    assert story.state.decision.kind == "PAY_COST"
    assert story.view(1)["decision"]["card"]["card"] == 27


def test_szmal_d_2_a_card_three_deep_comes_back_to_the_outermost():
    story = table(plays={0: 80}, hands={0: [55, 8]}, lay={0: [54, 22, 76]}, cash={1: 50_000})
    story.does(c.PlayExtra, 0, card=55).does(c.ChooseGangster, 0, card=22)
    assert story.gains() == [(0, 10_000), (0, 10_000)]  # 54 as a copy of 22, then 22 itself
    assert story.losses() == [(1, 10_000)]
    assert story.of(e.ActionDiscarded)[0].card == 80


@pytest.mark.rules("SZMAL-R.46")
def test_szmal_d_3_forced_moves_are_marked():
    stories = {
        e.CardCommitted: table(seats=2, plays={0: 22, 1: 23}, bare=[0, 1]).next_round({}),
        e.CostPaid: table(plays={0: 13}, lay={0: [66]}),
        e.PropertyChosen: table(plays={0: 38}, lay={0: [8]}),
        e.GangsterCopied: table(plays={0: 54}, lay={0: [22]}),
        e.ExtraCardChosen: table(effects=[effect(1, 0, 67, 5)], hands={0: [22]}, bare=[0]),
        e.AbilityResolved: table(lay={0: [69]}),
        e.LossChosen: table(lay={0: [8]}, effects=[effect(1, 1, 79, 5)]),
    }
    for event_type, story in stories.items():
        assert story.of(event_type)[0].auto, event_type
    drafted = [event for event in whole_match(2, 1).events if isinstance(event, e.CardDrafted)]
    assert [event.auto for event in drafted[-2:]] == [True, True]
    chosen = table(plays={0: 38}, lay={0: [8, 9]}).does(c.ChooseProperty, 0, card=8)
    assert not chosen.of(e.PropertyChosen)[0].auto


def test_szmal_d_4_a_decision_has_the_number_of_the_command_that_opened_it():
    story = started(2)
    assert story.state.decision.id == 0
    story.does(c.DraftCard, 0, card=1)
    assert story.state.decision.id == 0  # still the same decision
    story.does(c.DraftCard, 1, card=13)
    assert story.state.decision.id == story.serial == 2
    assert [template.params["decision_id"].one_of for template in story.choices(0)] == [(2,)]


def test_szmal_d_4_a_command_never_answers_another_decision():
    story = started(2)
    story.does(c.DraftCard, 0, card=1).does(c.DraftCard, 1, card=13)
    story.refuses(c.DraftCard, 0, "decision_closed", "SZMAL-D.4", decision_id=0, card=14)
    story.refuses(c.DraftCard, 0, "unknown_decision", "SZMAL-D.4", decision_id=3, card=14)


def test_szmal_d_4_after_an_undo_the_decision_has_a_fresh_id():
    story = table(plays={0: 8}, cash={0: 10_000})
    reopened = GAME.take_back.reopen(story.state, 250, 0)
    assert (reopened.decision.id, reopened.decision.stack) == (250, story.state.decision.stack)
    assert GAME.rules.choices(reopened, 0)[0].params["decision_id"] == OneOf((250,))
    assert GAME.take_back.reopen(GAME.rules.initial, 7, 0) == GAME.rules.initial


def refusal(state, command):
    with pytest.raises(IllegalMove) as caught:
        GAME.decide(state, command, Dice(b"", 1, serial=10**6))
    return caught.value.code


def test_szmal_d_5_the_first_reason_that_applies_is_given():
    over = table(round_=12).state
    paying = table(plays={0: 21}, lay={0: [22, 8], 1: [23]}, cash={0: 5_000})
    state, id_ = paying.state, paying.state.decision.id
    assert refusal(over, c.DraftCard(seat=0, decision_id=1, card=99)) == "malformed"
    assert refusal(over, c.DraftCard(seat=0, decision_id=1, card=9)) == "match_not_running"
    assert refusal(GAME.rules.initial, c.DraftCard(seat=0, decision_id=1, card=9)) == "match_not_running"
    assert refusal(state, c.CommitCard(seat=1, decision_id=id_ + 1, card=99)) == "malformed"
    assert refusal(state, c.CommitCard(seat=1, decision_id=id_ + 1, card=9)) == "unknown_decision"
    assert refusal(state, c.CommitCard(seat=1, decision_id=id_ - 1, card=9)) == "decision_closed"
    assert refusal(state, c.CommitCard(seat=1, decision_id=id_, card=9)) == "wrong_decision"
    assert refusal(state, c.PayCost(seat=1, decision_id=id_, option="HAND", card=9)) == "not_your_decision"
    # A hand card that is not in the hand comes before the option that this Cost does not have.
    assert refusal(state, c.PayCost(seat=0, decision_id=id_, option="HAND", card=9)) == "card_not_in_hand"
    in_hand = state.hands[0][0]
    assert refusal(state, c.PayCost(seat=0, decision_id=id_, option="HAND", card=in_hand)) == "option_not_offered"
    assert refusal(state, c.PayCost(seat=0, decision_id=id_, option="CASH")) == "cannot_afford"
    not_mine = c.PayCost(seat=0, decision_id=id_, option="PROPERTY", card=23)
    assert refusal(state, not_mine) == "card_not_in_your_territory"
    assert refusal(state, c.PayCost(seat=0, decision_id=id_, option="PROPERTY", card=22)) == "wrong_card_type"


def test_szmal_d_5_a_compulsory_extra_play_cannot_be_passed_by_anybody():
    story = table(effects=[effect(1, 0, 67, 5)], hands={0: [22]})
    id_ = story.state.decision.id
    assert refusal(story.state, c.PassExtra(seat=0, decision_id=id_)) == "pass_not_allowed"
    assert refusal(story.state, c.PassExtra(seat=1, decision_id=id_)) == "pass_not_allowed"
    assert refusal(story.state, c.PlayExtra(seat=1, decision_id=id_, card=22)) == "not_your_decision"


def test_szmal_d_6_each_payable_alternative_is_offered_by_itself():
    story = table(plays={0: 21}, lay={0: [22, 23, 8]}, cash={0: 10_000})
    id_ = OneOf((story.state.decision.id,))
    assert story.choices(0) == [
        Choice(
            "pay_cost",
            {"decision_id": id_, "option": OneOf(("GANGSTER",)), "card": OneOf((22, 23))},
        ),
        Choice(
            "pay_cost",
            {"decision_id": id_, "option": OneOf(("PROPERTY",)), "card": OneOf((8,))},
        ),
        Choice("pay_cost", {"decision_id": id_, "option": OneOf(("CASH",))}),
        Choice("decline_cost", {"decision_id": id_}),
    ]
    assert story.choices(1) == []
    assert (story.view(0)["decision"]["cash_due"], story.view(2)["decision"]["cash_due"]) == (10_000, None)
    taken_back = table(plays={0: 41}, lay={0: [8]})
    assert taken_back.words(0)[0].effect == "It goes back to your hand."
    assert taken_back.view(0)["decision"]["cash_due"] is None


def test_szmal_d_7_events_of_a_resolution_in_order():
    story = table(plays={0: 80}, hands={0: [71]}, lay={0: [62, 45, 70]}).does(c.PlayExtra, 0, card=71)
    story.does(c.PayCost, 0, option="GANGSTER", card=62)
    assert [type(event) for event in story.events[:7]] == [
        e.CostPaid,
        e.CardLost,
        e.MarkersPlaced,
        e.CashGained,
        e.CardEnteredTerritory,
        e.CashGained,  # after card 80: 70
        e.CashGained,  # and 71
    ]
    assert isinstance(story.events[7], e.ActionDiscarded)


@pytest.mark.rules("SZMAL-D.9")
def test_szmal_d_8_events_of_a_card_that_is_thrown_away():
    declined = table(plays={0: 8}, cash={0: 10_000})
    assert isinstance(declined.events[-2], e.CardResolutionStarted)
    declined.does(c.DeclineCost, 0)
    assert [type(event) for event in declined.events[:2]] == [e.CostDeclined, e.PlayedCardDiscarded]
    unpayable = table(plays={0: 8})
    assert [type(event) for event in unpayable.events[2:4]] == [e.CardResolutionStarted, e.PlayedCardDiscarded]
    assert unpayable.of(e.CostPaid) == []


def test_szmal_d_10_forced_sealed_choices_come_in_seat_order_before_anybody_is_asked():
    story = table(lay={0: [8], 1: [14, 15], 2: [9]}, effects=[effect(1, 2, 5, 5, clause=1)])
    assert [(type(event), event.seat) for event in story.events[-3:-1]] == [(e.LossChosen, 0), (e.LossChosen, 2)]
    assert isinstance(story.events[-1], e.DecisionOpened)
    assert story.events[-1].seats == (1,)


def test_szmal_d_14_the_shuffle_is_the_only_luck():
    for match in some_matches(6):
        order = next(event.order for event in match.events if isinstance(event, e.DeckShuffled))
        taken = 12 * match.seats
        for event in match.events:
            if isinstance(event, e.CardDrawn):
                assert event.card == order[taken]
                taken += 1
            if isinstance(event, e.DrawPileRevealed):
                assert event.cards == order[taken : taken + len(event.cards)]
                taken += len(event.cards)
        assert match.state.draw_pile == order[taken:]


@pytest.mark.rules("SZMAL-4.6", "SZMAL-5.4", "SZMAL-14.2")
def test_szmal_d_5_every_sealed_choice_is_made_once():
    draft = started(2).does(c.DraftCard, 0, card=3)
    assert GAME.rules.to_act(draft.state) == (1,)
    assert draft.choices(0) == []
    for card in (3, 5):  # the same answer, whichever card is named
        draft.refuses(c.DraftCard, 0, "already_chosen", "SZMAL-4.6", card=card)
    loss = table(lay={0: [8, 9], 1: [14, 15]}, effects=[effect(1, 2, 79, 5)]).does(c.ChooseLoss, 0, card=8)
    assert loss.choices(0) == []
    loss.refuses(c.ChooseLoss, 0, "already_chosen", "SZMAL-14.2", card=9)
    loss.does(c.ChooseLoss, 1, card=14)
    assert [event.card for event in loss.of(e.CardLost)] == [8, 14]


def test_szmal_14_2_a_forced_sealed_choice_is_not_asked_for():
    story = table(lay={0: [8], 1: [14, 15]}, effects=[effect(1, 2, 79, 5)])
    assert story.choices(0) == []
    story.refuses(c.ChooseLoss, 0, "not_your_decision", "SZMAL-3.5", card=8)


def test_szmal_r_52_who_answers_a_play_is_settled_when_the_step_begins():
    # Card 70 leaves for the Cost, before step (g) begins.
    gone = table(plays={0: 35}, lay={0: [70, 22]}).does(c.PayCost, 0, option="GANGSTER", card=70)
    assert gone.gains() == [(0, 25_000)]
    stays = table(plays={0: 35}, lay={0: [70, 22]}).does(c.PayCost, 0, option="GANGSTER", card=22)
    assert stays.gains() == [(0, 25_000), (0, 5_000)]


def everything_one_could_send(state, seat):
    id_ = state.decision.id
    numbers = range(1, max(catalogue_of(state).numbers) + 2)  # a pack may have added cards
    for command_type in GAME.rules.on_command:
        if command_type is c.PayCost:
            yield command_type(seat=seat, decision_id=id_, option="CASH")
            for option in ("CASH", "GANGSTER", "PROPERTY", "HAND"):
                for card in numbers:
                    yield command_type(seat=seat, decision_id=id_, option=option, card=card)
        elif issubclass(command_type, c.CardAnswer):
            for card in numbers:
                yield command_type(seat=seat, decision_id=id_, card=card)
        else:
            yield command_type(seat=seat, decision_id=id_)


def test_szmal_d_6_what_is_offered_is_exactly_what_is_accepted_out_of_everything_one_could_send():
    looked: Counter[str] = Counter()
    for seed in range(60):
        rng = random.Random(seed)
        match = Match(GAME, random_options(rng), rng.randint(2, 5), seed)
        match.start()
        for _ in moves(match, rng, policy):
            kind = match.state.decision.kind
            if looked[kind] < 4 and rng.random() < 0.3:
                looked[kind] += 1
                for seat in range(match.seats):
                    templates = GAME.rules.choices(match.state, seat)
                    offered = sum(len(template.params.get("card", OneOf((0,))).one_of) for template in templates)
                    assert offered == sum(agree(match, sent) for sent in everything_one_could_send(match.state, seat))
    assert len(looked) == 9, looked
