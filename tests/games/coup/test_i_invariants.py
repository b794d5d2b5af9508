"""The invariants: that they hold in random play, and that each of them notices when it is broken."""

import random
from collections import Counter

import msgspec
import pytest
from msgspec.structs import replace

from games.coup import GAME
from games.coup import events as happened
from games.coup.setup import CoupOptions
from tests.games.coup.policy import policy, turns
from tests.games.coup.table import Table, table
from tests.play import Match, moves
from tests.spec import view_of


@pytest.fixture(scope="module")
def matches():
    """Whole matches of every size and both modules; the invariants of single events are checked on the way."""
    played = []
    for seed in range(30):
        options = CoupOptions(module="un" if seed % 2 else "media", reaction_timeout_s=30 if seed % 3 else None)
        match = Match(GAME, options, 2 + seed % 5, seed)
        match.start()
        for _ in moves(match, random.Random(seed), policy):
            pass
        played.append(match)
    return played


def broken(t: Table, event: happened.Event, **changes) -> list[str]:
    """The ids of the invariants that an event with such an outcome breaks."""
    after = replace(GAME.evolve(t.state, event), **changes)
    return sorted({sentence.partition(":")[0] for sentence in GAME.rules.invariants(t.state, event, after)})


GAINED = happened.MoneyGained(seat=0, amount=1, source="usa", rule="COUP-11.1")


def test_coup_i_1_a_card_too_many_is_noticed():
    t = table(seats=2)
    assert broken(t, GAINED, deck=(*t.state.deck[1:], "un")) == ["COUP-I.1"]
    assert broken(t, GAINED, deck=t.state.deck[1:]) == ["COUP-I.1", "COUP-I.3"]
    assert broken(t, GAINED) == []


def test_coup_i_2_an_empty_slot_is_noticed():
    t = table("eu/eu", "media/media")
    returned = happened.ProofCardReturned(seat=0, slot=0, kind="eu", rule="COUP-6.5")
    waiting = replace(t.state, phase="resolving", waiting=())
    t.state = waiting
    assert broken(t, returned) == []
    assert broken(t, returned, hands=((None, None), ("media", "media"))) == ["COUP-I.1", "COUP-I.2"]
    assert "COUP-I.2" in broken(t, GAINED, hands=((None, "eu"), ("media", "media")))


def test_coup_i_3_a_deck_of_the_wrong_size_is_noticed():
    t = table("eu/eu", "media/media")
    moved = replace(t.state, deck=t.state.deck[1:], drawn=t.state.deck[:1])
    assert broken(t, GAINED, deck=moved.deck, drawn=moved.drawn) == []  # an exchange is open
    assert broken(t, GAINED, deck=(), drawn=t.state.deck) == ["COUP-I.3"]


@pytest.mark.parametrize(("amount", "is_broken"), [(11, True), (10, False)])
def test_coup_i_4_too_much_money_is_noticed(amount, is_broken):
    gained = happened.MoneyGained(seat=0, amount=amount, source="russia", rule="COUP-11.5")
    assert broken(table(seats=2), gained) == (["COUP-I.4"] if is_broken else [])


def test_coup_i_4_money_below_nothing_or_of_an_eliminated_player_is_noticed():
    t = table(seats=2)
    assert broken(t, happened.MoneyTaken(giver=1, taker=0, amount=3, rule="COUP-11.17")) == ["COUP-I.4"]
    t = table("eu/eu", "[police]/[police]", "media/media")
    assert broken(t, happened.MoneyGained(seat=1, amount=1, source="usa", rule="COUP-11.1")) == ["COUP-I.4"]


def test_coup_i_5_money_from_nowhere_is_noticed():
    t = table(seats=2)
    assert broken(t, GAINED, money=(4, 2)) == ["COUP-I.5"]
    taken = happened.MoneyTaken(giver=1, taker=0, amount=1, rule="COUP-11.17")
    assert broken(t, taken, money=(3, 2)) == ["COUP-I.5"]
    assert broken(t, taken) == []


def test_coup_i_6_a_lost_card_that_changes_is_noticed():
    t = table("[eu]/police", "media/media")
    assert broken(t, GAINED, hidden=((0, 1), (0, 1))) == ["COUP-I.6"]
    assert broken(t, GAINED, hands=(("police", "eu"), ("media", "media"))) == ["COUP-I.6"]


def test_coup_i_6_a_match_loses_at_most_one_influence_less_than_were_dealt(matches):
    for match in matches:
        lost = [event for event in match.events if isinstance(event, happened.InfluenceLost)]
        assert len(lost) <= 2 * match.seats - 1


def test_coup_i_7_every_check_costs_one_influence(matches):
    checks = 0
    for match in matches:
        for turn in turns(match.events):
            for place, event in enumerate(turn):
                if isinstance(event, happened.ClaimProved | happened.ClaimDisproved):
                    proved = isinstance(event, happened.ClaimProved)
                    cause = "challenge_lost" if proved else "bluff_caught"
                    losers = [
                        lost.seat
                        for lost in turn[place:]
                        if isinstance(lost, happened.InfluenceLost) and lost.cause == cause
                    ]
                    assert losers == [turn[place - 1].challenger if proved else event.seat]
                    checks += 1
    assert checks > 50


def test_coup_i_8_one_reaction_a_turn(matches):
    for match in matches:
        for turn in turns(match.events):
            kinds = [type(event) for event in turn]
            assert kinds.count(happened.ActionChallenged) + kinds.count(happened.ActionBlocked) <= 1
            assert kinds.count(happened.BlockChallenged) <= kinds.count(happened.ActionBlocked)


def test_coup_i_8_a_second_reaction_is_noticed():
    t = table(seats=3)
    t.declare(0, "police", target=1)
    t.block(1, "police")
    challenged = happened.ActionChallenged(decision_id=11, challenger=2, seat=0, claim="police", rule="COUP-4.3")
    assert "COUP-I.8" in broken(t, challenged)
    doubted = happened.BlockChallenged(challenger=2, blocker=1, claim="police", rule="COUP-7.7")
    assert broken(t, doubted) == ["COUP-I.8"]


def test_coup_i_9_one_payment_a_turn_and_none_after_a_block_held(matches):
    for match in matches:
        for turn in turns(match.events):
            kinds = [type(event) for event in turn]
            assert kinds.count(happened.ActionCostPaid) <= 1
            held = happened.BlockAccepted in kinds or any(
                isinstance(event, happened.ClaimProved) and event.context == "block" for event in turn
            )
            assert not (held and happened.ActionCostPaid in kinds)


def test_coup_i_9_a_second_payment_is_noticed():
    t = table(seats=3, money=(9, 2, 2))
    t.declare(0, "protest", target=1)
    t.passes(1, 2)
    assert broken(t, happened.ActionCostPaid(seat=0, amount=3, reason="unopposed", rule="COUP-8.3")) == ["COUP-I.9"]


def test_coup_i_10_after_every_command_somebody_can_answer(matches):
    for match in matches:
        again = Match(GAME, match.options, match.seats, match.seed)
        again.start()
        for command in match.commands:
            assert again.state.phase.startswith("awaiting")
            waiting = GAME.rules.to_act(again.state)
            assert waiting
            for seat in range(match.seats):
                assert bool(GAME.rules.choices(again.state, seat)) == (seat in waiting)
            again.at_ms = match.at_ms
            again.send(command)


def test_coup_i_10_a_decision_without_anybody_to_answer_is_noticed():
    t = table(seats=3)
    assert broken(t, GAINED, waiting=()) == ["COUP-I.10"]
    t.declare(0, "russia")
    again = happened.ReactionPassed(decision_id=11, seat=1, rule="COUP-4.1")
    assert broken(t, again, waiting=(1, 2)) == ["COUP-I.10"]
    assert broken(t, GAINED, phase="resolving") == ["COUP-I.10"]


def test_coup_i_11_an_eliminated_player_who_acts_is_noticed():
    t = table("eu/eu", "[police]/[police]", "media/media")
    event = happened.ActionDeclared(
        turn=1, seat=0, action="police", mode=None, target=1, claim="police", cost=0, rule="COUP-3.1"
    )
    assert broken(t, event) == ["COUP-I.11"]
    assert broken(t, GAINED, waiting=(1,)) == ["COUP-I.11"]


def test_coup_i_12_a_scandal_that_is_not_declared_is_noticed():
    t = table(seats=2, money=(10, 2))
    event = happened.ActionDeclared(
        turn=1, seat=0, action="usa", mode=None, target=None, claim=None, cost=0, rule="COUP-3.1"
    )
    assert broken(t, event) == ["COUP-I.12"]


@pytest.mark.parametrize("money", range(13))
def test_coup_i_13_there_is_always_something_to_declare(money):
    for module in ("media", "un"):
        words = [
            template.params["action"].one_of[0]
            for template in GAME.rules.choices(table(seats=2, money=(money, 2), module=module).state, 0)
        ]
        assert words[0] == ("usa" if money < 10 else "scandal")


def test_coup_i_14_a_turn_takes_at_most_three_commands_more_than_there_are_players(matches):
    longest = 0
    for match in matches:
        again = Match(GAME, match.options, match.seats, match.seed)
        again.start()
        turn, live, sent = again.state.turn, len(again.state.live), 0
        for command in match.commands:
            if again.state.turn != turn:
                turn, live, sent = again.state.turn, len(again.state.live), 0
            sent += 1
            longest = max(longest, sent)
            assert sent <= live + 3
            again.send(command)
    assert longest > 5


def test_coup_i_14_the_longest_turn_is_that_long():
    t = table("un/eu", "police/protest", "russia/russia", "eu/eu", module="un")
    t.declare(0, "un", mode="inspect", target=1)
    t.passes(1, 2)
    t.challenge(3)
    t.lose(3, 0)
    t.show(1, 0)
    t.verdict(0, True)
    assert t.serial - 10 == 4 + 3


def test_coup_i_16_the_match_ends_once_and_with_the_last_player(matches):
    for match in matches:
        kinds = Counter(type(event) for event in match.events)
        assert kinds[happened.MatchEnded] == 1
        assert isinstance(match.events[-1], happened.MatchEnded)
        assert match.state.live == (match.events[-1].winner,)


def test_coup_i_16_an_early_or_a_missing_end_is_noticed():
    t = table(seats=2)
    assert broken(t, happened.MatchEnded(winner=0, turn=1, rule="COUP-10.1")) == ["COUP-I.16"]
    assert broken(t, GAINED, live=(0,), money=(3, 0)) == ["COUP-I.16", "COUP-I.5"]
    t = table("eu/eu", "[police]/police", money=(7, 2))
    t.declare(0, "scandal", target=1)
    assert broken(t, GAINED) == ["COUP-I.16"]


def test_coup_i_17_a_replay_gives_the_same_state(matches):
    for match in matches:
        assert GAME.fold(GAME.rules.initial, match.events) == match.state


def test_coup_i_18_a_spectator_of_two_matches_with_the_same_public_events_sees_the_same():
    views = []
    for hands in (("eu/eu", "police/police", "media/media"), ("russia/protest", "media/eu", "police/protest")):
        t = table(*hands)
        t.declare(0, "russia")
        t.passes(1, 2)
        t.declare(1, "media")
        t.passes(0, 2)
        t.keep(1, "drawn:0", "hand:0")
        views.append(msgspec.json.encode(view_of(GAME, t.state, "spectator")))
    assert views[0] == views[1]


def test_coup_i_19_a_shuffle_of_another_deck_is_noticed():
    t = table("eu/eu", "media/media")
    order = (*t.state.deck[1:], "eu")
    event = happened.DeckShuffled(reason="proof", size=len(order), order=order, rule="COUP-12.2")
    assert broken(t, event) == ["COUP-I.1", "COUP-I.19"]


def test_coup_i_20_an_undo_gives_the_same_state_but_for_the_id_of_the_decision():
    t = table(seats=3)
    declared = t.state
    t.declare(0, "russia")
    again = GAME.take_back.reopen(declared, 12, 0)
    assert replace(again, decision_id=declared.decision_id) == declared
