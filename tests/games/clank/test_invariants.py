"""The invariants: each one notices what it is there for, and whole matches hold those that span several events."""

import random

import pytest
from msgspec.structs import replace

from games.clank import GAME
from games.clank.events import (
    ArriveResolved,
    CountdownAdvanced,
    CubesDrawn,
    DamageTaken,
    DragonAttackStarted,
    MatchEnded,
    PawnMoved,
    RowRefilled,
    TokensOffered,
    TurnEnded,
    TurnStarted,
)
from games.clank.state import Card, ClankOptions, Score, State, Token
from games.dice import Dice
from tests.games.clank.policy import policy
from tests.games.clank.table import of_type, with_player
from tests.play import Match, moves
from tests.play import play as play_match

NOTHING = PawnMoved(seat=0, from_room="A00", to_room="A00", corridor_id="A-c01", mode="boots", rule="CLANK-8.1")


@pytest.fixture(scope="module")
def opening() -> State:
    """A fresh table: nothing is broken yet."""
    return GAME.fold(GAME.rules.initial, GAME.rules.setup(ClankOptions(), 2, Dice(b"opening", 0)))


def broken(before, after, event=NOTHING):
    return {sentence.partition(":")[0] for sentence in GAME.rules.invariants(before, event, after)}


def changed(state, seat=0, **changes):
    return with_player(state, seat, **changes)


def test_a_fresh_table_breaks_nothing(opening):
    assert broken(GAME.rules.initial, opening) == set()


def test_clank_i_1_cubes_add_up(opening):
    assert "CLANK-I.1" in broken(opening, changed(opening, supply=opening.players[0].supply - 1))
    assert "CLANK-I.1" in broken(opening, changed(opening, supply=31, clank=-1))


def test_clank_i_2_black_cubes_add_up(opening):
    assert broken(opening, replace(opening, black_bag=23)) == {"CLANK-I.2"}
    assert broken(opening, replace(opening, black_bag=25, black_aside=-1)) == {"CLANK-I.2"}


def test_clank_i_3_meters_hold_ten_at_most(opening):
    cubes = opening.players[0]
    assert "CLANK-I.3" in broken(opening, changed(opening, meter=11, supply=cubes.supply - 11))
    full = changed(opening, meter=10, supply=cubes.supply - 10)
    assert "CLANK-I.3" in broken(full, full, TurnStarted(seat=1, turn_no=2, rule="CLANK-2.1"))


def test_clank_i_4_every_card_is_in_one_place(opening):
    player = opening.players[0]
    assert "CLANK-I.4" in broken(opening, changed(opening, deck=player.deck[1:]))
    assert "CLANK-I.4" in broken(opening, changed(opening, deck=(player.hand[0], *player.deck[1:])))
    extra = Card("c99999-000", "mercenary")
    assert "CLANK-I.4" in broken(opening, changed(opening, discard=(extra,)))
    stolen = Card("c99999-000", "ruby")
    assert "CLANK-I.4" in broken(opening, changed(opening, discard=(stolen,)))


def test_clank_i_5_a_turn_begins_with_a_full_row(opening):
    gap = replace(opening, row=(None, *opening.row[1:]))
    assert "CLANK-I.5" in broken(gap, gap, TurnStarted(seat=0, turn_no=2, rule="CLANK-2.1"))
    run_out = replace(gap, dungeon_deck=(), dungeon_discard=())
    assert "CLANK-I.5" not in broken(run_out, run_out, TurnStarted(seat=0, turn_no=2, rule="CLANK-2.1"))


def test_clank_i_6_tokens_add_up(opening):
    assert "CLANK-I.6" in broken(opening, changed(opening, tokens=(Token("t99", "chalice"),)))
    mastery = changed(opening, tokens=(Token("t99", "mastery"),))
    assert "CLANK-I.6" in broken(opening, mastery)


def test_clank_i_7_artifacts_are_limited(opening):
    two = changed(opening, tokens=(Token("t98", "artifact_5"), Token("t99", "artifact_7")))
    assert "CLANK-I.7" in broken(opening, two)


def test_clank_i_8_pools_and_purses_are_never_negative_and_empty_outside_a_turn(opening):
    assert broken(opening, replace(opening, turn=replace(opening.turn, skill=-1))) == {"CLANK-I.8"}
    assert "CLANK-I.8" in broken(opening, changed(opening, gold=-1))
    late = replace(opening, phase="TURN_END", turn=replace(opening.turn, boots=1))
    assert broken(opening, late) == {"CLANK-I.8"}


def test_clank_i_9_quiet_is_kept_only_without_cubes_in_the_area(opening):
    seat = opening.turn.seat
    assert opening.players[seat].clank > 0
    assert broken(opening, replace(opening, turn=replace(opening.turn, quiet=1))) == {"CLANK-I.9"}


def test_clank_i_10_the_marker_moves_forward_for_a_reason(opening):
    assert broken(opening, replace(opening, rage=opening.rage + 1)) == {"CLANK-I.10"}
    assert broken(opening, replace(opening, rage_steps=1)) == {"CLANK-I.10"}
    ahead = replace(opening, rage=opening.rage + 1, rage_steps=1)
    assert broken(opening, ahead) == set()
    assert broken(ahead, opening) == {"CLANK-I.10"}


def test_clank_i_11_who_is_out_stays_out(opening):
    out = changed(opening, status="ko")
    assert "CLANK-I.11" in broken(out, opening)
    assert "CLANK-I.11" in broken(out, changed(opening, status="left"))


def test_clank_i_12_one_countdown_player_if_and_only_if_somebody_is_out(opening):
    counting = replace(opening, countdown_seat=0, countdown_space=2)
    assert broken(counting, replace(counting, countdown_seat=1)) == {"CLANK-I.12"}
    assert broken(counting, replace(counting, countdown_space=1)) == {"CLANK-I.12"}
    started = TurnStarted(seat=1, turn_no=2, rule="CLANK-2.1")
    assert "CLANK-I.12" in broken(counting, counting, started)
    out = changed(opening, status="ko")
    assert "CLANK-I.12" in broken(out, out, started)


def test_clank_i_13_who_left_has_an_artifact_and_mastery(opening):
    left = changed(opening, status="left")
    assert "CLANK-I.13" in broken(opening, left)
    started = TurnStarted(seat=1, turn_no=2, rule="CLANK-2.1")
    assert "CLANK-I.13" in broken(left, left, started)
    loitering = changed(opening, tokens=(Token("t99", "artifact_5"),))
    assert "CLANK-I.13" in broken(opening, loitering)


def test_clank_i_14_a_decision_is_the_active_seats(opening):
    other = 1 - opening.turn.seat
    offered = TokensOffered(seat=other, room_id="A02", token_slots=(0,), rule="CLANK-9.3")
    assert broken(opening, opening, offered) == {"CLANK-I.14"}
    out = changed(opening, seat=0, status="ko")
    assert "CLANK-I.14" in broken(out, out, TurnStarted(seat=0, turn_no=2, rule="CLANK-2.1"))


def test_clank_i_16_the_number_of_cubes(opening):
    too_few = CubesDrawn(cubes=("black",), effects=("none",), rule="CLANK-13.1")
    assert broken(opening, opening, too_few) == {"CLANK-I.16"}
    wrong_sum = DragonAttackStarted(
        cause="refill", rage=3, danger=0, extra=0, cubes=4, moved_to_bag=(0, 0), rule="CLANK-12.8"
    )
    assert broken(opening, opening, wrong_sum) == {"CLANK-I.16"}


def test_clank_i_18_no_corridor_fills_a_meter(opening):
    full = changed(opening, meter=10, supply=opening.players[0].supply - 10)
    hurt = DamageTaken(seat=0, amount=1, source="corridor", rule="CLANK-8.3")
    assert "CLANK-I.18" in broken(full, full, hurt)


def test_clank_i_23_scores_add_up_and_the_lost_do_not_score(opening):
    score = Score(seat=0, artifacts=0, tokens=1, gold=0, cards=0, total=7)
    wrong = MatchEnded(scores=(score,), lost=(1,), ranking=(0,), winner=0, rule="CLANK-16.9")
    assert broken(opening, opening, wrong) == {"CLANK-I.23"}
    lost = MatchEnded(scores=(), lost=(0, 1), ranking=(0,), winner=0, rule="CLANK-16.9")
    assert broken(opening, opening, lost) == {"CLANK-I.23"}


@pytest.fixture(scope="module")
def batches():
    """Some whole matches, command by command: the state before, the command, its events."""
    found = []
    for seed in range(6):
        match = Match(GAME, ClankOptions(board_side="AB"[seed % 2]), 2 + seed % 3, seed)
        match.start()
        for command in moves(match, random.Random(seed), policy):
            found.append((match.state, command, len(match.events), match))
        assert match.state.phase == "ENDED"
    ends = [start for _, _, start, _ in found[1:]] + [0]
    return [
        (state, command, match.events[start : end if end > start else None])
        for (state, command, start, match), end in zip(found, ends)
    ]


def test_clank_i_15_one_refill_attack_between_two_ends_of_a_turn(batches):
    attacks = 0
    for _, _, events in batches:
        for event in events:
            if isinstance(event, TurnEnded):
                attacks = 0
            elif isinstance(event, DragonAttackStarted) and event.cause == "refill":
                attacks += 1
                assert attacks <= 1


def test_clank_i_16_as_many_cubes_as_announced_or_all_there_are(batches):
    seen = 0
    for before, _, events in batches:
        state = before
        for event in events:
            if isinstance(event, DragonAttackStarted):
                announced = event.cubes
            if isinstance(event, CubesDrawn):
                bag = state.black_bag + sum(player.bag for player in state.players)
                assert len(event.cubes) == min(announced, bag)
                seen += 1
            state = GAME.evolve(state, event)
    assert seen > 20


def test_clank_i_17_arrivals_come_before_the_attack_of_a_refill(batches):
    for _, _, events in batches:
        attacks = [i for i, event in enumerate(events) if getattr(event, "cause", "") == "refill"]
        later = [event for i in attacks for event in of_type(events[i:], ArriveResolved, RowRefilled)]
        assert later == []


def test_clank_i_19_a_replay_gives_the_same_state_without_dice():
    match = play_match(GAME, ClankOptions(), 3, 8, policy)
    assert GAME.fold(GAME.rules.initial, match.events) == match.state


def used_up(before: State, after: State) -> bool:
    """Something that bounds a turn has become less."""
    me, then = before.players[before.turn.seat], after.players[before.turn.seat]
    return (
        len(then.hand + then.deck + then.discard) < len(me.hand + me.deck + me.discard)
        or after.turn.skill < before.turn.skill
        or sum(card is not None for card in after.row) < sum(card is not None for card in before.row)
        or after.turn.swords < before.turn.swords
        or then.gold < me.gold
        or after.turn.boots < before.turn.boots
        or after.turn.teleports < before.turn.teleports
        or before.phase in ("TOKEN_CHOICE", "TRASH_CHOICE")
        or len(then.tokens) < len(me.tokens)
    )


def test_clank_i_21_every_command_of_a_turn_uses_something_up(batches):
    for before, command, events in batches:
        if type(command).__name__ != "EndTurn" and before.turn.number == GAME.fold(before, events).turn.number:
            assert used_up(before, GAME.fold(before, events)), command


def test_clank_i_22_four_steps_of_the_countdown_at_most(batches):
    longest = 0
    for before, _, events in batches:
        longest = max([longest, *(event.space for event in of_type(events, CountdownAdvanced))])
        assert len(of_type(events, CountdownAdvanced)) <= 4
        assert before.countdown_space <= 5
    assert longest == 5


def test_the_open_decision_always_belongs_to_somebody_who_may_act(batches):
    for before, command, _ in batches:
        assert GAME.rules.to_act(before) == (command.seat,)
        assert before.players[command.seat].status in ("in", "left")
