"""Section 9 of the rules page: what must always hold (MUNCH-I), over whole matches and against states made wrong."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise
from typing import Any

import pytest
from msgspec.structs import replace

from games.munchkin_apocalypse import GAME
from games.munchkin_apocalypse import events as e
from games.munchkin_apocalypse import events_combat as ec
from games.munchkin_apocalypse.strength import strengths, total, totals
from tests.games.munchkin_apocalypse.policy import policy, random_options
from tests.games.munchkin_apocalypse.table import item, seat, stowed, table
from tests.play import Match, moves
from tests.spec import view_of

SEEDS = range(60, 72)


def whole_matches() -> list[Match]:
    played = []
    for seed in SEEDS:
        rng = random.Random(seed)
        match = Match(GAME, random_options(rng), rng.randint(2, 6), seed)
        match.start()
        for _ in moves(match, rng, policy):
            if match.steps > 1500:
                break
        played.append(match)
    return played


MATCHES: list[Match] = []


@pytest.fixture
def matches() -> list[Match]:
    """Whole matches, played once; every event of theirs has passed the game's own invariants."""
    if not MATCHES:
        MATCHES.extend(whole_matches())
    return MATCHES


def broken(before: Any, event: Any, after: Any) -> set[str]:
    return {sentence.partition(":")[0] for sentence in GAME.rules.invariants(before, event, after)}


@pytest.fixture
def t():
    return table(seat(3, hand="fire-ants", items="riot-helmet"), seat(2), seals="seal-doom")


SHOWN = e.CharityDiscarded(seat=0, card="fire-ants#1", rule="MUNCH-23.3")


@pytest.mark.rules("MUNCH-I.2", "MUNCH-I.3")
def test_munch_i_1_a_card_lost_doubled_or_misplaced_is_found(t):
    state = t.state
    assert broken(state, SHOWN, state) == set()
    assert broken(state, SHOWN, replace(state, doors=state.doors[1:])) == {"MUNCH-I.1"}
    assert broken(state, SHOWN, replace(state, spoils=("fire-ants#1",))) == {"MUNCH-I.1"}
    assert broken(state, SHOWN, replace(state, seals=state.seals[1:])) == {"MUNCH-I.2"}
    swapped = replace(state, doors=state.doors[1:], treasures=(*state.treasures, state.doors[0]))
    assert broken(state, SHOWN, swapped) == {"MUNCH-I.3"}


@pytest.mark.rules("MUNCH-I.5", "MUNCH-I.16")
def test_munch_i_4_levels_out_of_bounds_or_by_unlawful_means_are_found(t):
    low = replace(t.state, players=(replace(t.state.players[0], level=0), t.state.players[1]))
    assert "MUNCH-I.4" in broken(t.state, SHOWN, low)
    gained = ec.LevelGained(seat=0, amount=7, level=10, cause="sale", rule="MUNCH-18.2")
    assert "MUNCH-I.5" in broken(t.state, gained, GAME.evolve(t.state, gained))
    t = table(seat(), seat(5), doors="fire-ants")
    t.do(0, "open_door").helped_by(1)
    helped = ec.LevelGained(seat=1, amount=1, level=6, cause="kill", rule="MUNCH-12.2")
    assert "MUNCH-I.16" in broken(t.state, helped, GAME.evolve(t.state, helped))


def test_munch_i_6_more_than_seven_seals_are_found(t):
    state = replace(t.state, open_seals=t.state.seals[:8], seals=t.state.seals[8:])
    assert "MUNCH-I.6" in broken(t.state, SHOWN, state)


@pytest.mark.rules("MUNCH-I.8")
def test_munch_i_7_somebody_can_always_act_and_has_a_choice():
    for seed in (71, 72, 73):
        rng = random.Random(seed)
        match = Match(GAME, random_options(rng), rng.randint(2, 6), seed)
        match.start()
        for _ in moves(match, rng, policy):
            waiting = GAME.rules.to_act(match.state)
            assert waiting
            assert all(GAME.rules.choices(match.state, one) for one in waiting)
            assert view_of(GAME, match.state, 0)["decision"]["must_act"] == list(waiting)
            if match.steps > 300:
                break


def test_munch_i_9_each_window_ends_once_and_has_passes_of_those_asked(matches):
    for match in matches:
        opened: dict[int, ec.WindowOpened] = {}
        ended: Counter[int] = Counter()
        passes: set[tuple[int, int]] = set()
        for event in match.events:
            if isinstance(event, ec.WindowOpened):
                assert event.window not in opened
                opened[event.window] = event
            elif isinstance(event, ec.WindowPassed):
                assert event.seat in opened[event.window].asked
                assert (event.window, event.seat) not in passes
                passes.add((event.window, event.seat))
            elif isinstance(event, (ec.WindowClosed, ec.WindowVoided)):
                ended[event.window] += 1
        assert set(ended.values()) <= {1}
        unfinished = set(opened) - set(ended)
        assert len(unfinished) <= 1


def test_munch_i_10_nothing_happens_in_an_open_conclusion_window(matches):
    quiet = (ec.WindowPassed, ec.WindowClosed, ec.WindowVoided, e.HandCardShown)
    for match in matches:
        is_open = False
        for event in match.events:
            if is_open:
                assert isinstance(event, quiet), event
            if isinstance(event, ec.WindowOpened) and event.kind == "conclusion":
                is_open = True
            elif isinstance(event, (ec.WindowClosed, ec.WindowVoided)):
                is_open = False


def test_munch_i_11_a_window_closed_by_passes_has_them_all(t):
    t = table(seat(5), seat(), seat(), doors="undead-mall-walker")
    t.do(0, "open_door").do(0, "declare_victory")
    closed = ec.WindowClosed(window=t.state.window.id, by="all_passed", rule="MUNCH-5.13")
    assert "MUNCH-I.11" in broken(t.state, closed, GAME.evolve(t.state, closed))


def test_munch_i_12_a_second_combat_or_a_fighter_who_helps_is_found(t):
    t = table(seat(), seat(), doors="fire-ants")
    t.do(0, "open_door")
    again = ec.CombatStarted(combat=9, fighter=0, monster="m1", card="octobear#1", cause="effect", rule="MUNCH-7.1")
    assert "MUNCH-I.12" in broken(t.state, again, GAME.evolve(t.state, again))
    helped = replace(t.state, combat=replace(t.state.combat, helper=0))
    assert "MUNCH-I.12" in broken(t.state, SHOWN, helped)
    empty = replace(t.state, combat=replace(t.state.combat, monsters=()))
    assert "MUNCH-I.12" in broken(t.state, e.AgendaChanged(agenda=(), rule="MUNCH-5.5"), empty)


def test_munch_i_13_handled_items_in_a_combat_are_found():
    t = table(seat(items="riot-helmet"), seat(), doors="fire-ants")
    t.do(0, "open_door")
    stow = e.ItemStowed(seat=0, card="riot-helmet#1", forced=False, rule="MUNCH-17.14")
    assert "MUNCH-I.13" in broken(t.state, stow, GAME.evolve(t.state, stow))
    assert "MUNCH-I.13" not in broken(t.state, replace(stow, forced=True), t.state)


@pytest.mark.rules("MUNCH-I.15")
def test_munch_i_14_rewards_come_after_the_closed_window_of_a_victory(matches):
    for match in matches:
        claim, is_closed, stopped = None, True, False
        for event in match.events:
            if isinstance(event, ec.ConclusionDeclared):
                claim, is_closed = event.claim, True
            elif isinstance(event, ec.WindowOpened) and event.kind == "conclusion":
                is_closed = False
            elif isinstance(event, ec.WindowClosed):
                is_closed = True
            elif isinstance(event, ec.WindowVoided):
                claim = None if event.cause not in ("reroll", "redirected") else claim
            elif isinstance(event, ec.MonsterEliminated):
                stopped = True
            elif isinstance(event, ec.MonstersKilled):
                assert claim == "victory"
                assert is_closed
            elif isinstance(event, ec.FlightStarted):
                assert claim == "flight"
            elif isinstance(event, e.CardsDrawn) and event.reason == "treasure":
                assert claim == "victory" or stopped
            elif isinstance(event, ec.CombatStarted):
                claim, stopped = None, False


def test_munch_i_17_the_helper_picks_the_smaller_of_agreed_and_drawn(matches):
    shared = 0
    for match in matches:
        combat: dict[str, Any] = {}
        for event in match.events:
            if isinstance(event, ec.HelperJoined):
                combat = {"helper": event.helper, "agreed": event.treasures, "drawn": 0, "picked": 0}
            elif isinstance(event, (ec.CombatStarted, ec.HelperLost)):
                combat = {}
            elif isinstance(event, ec.ShareGranted):
                combat["agreed"] = event.treasures
            elif isinstance(event, e.CardsDrawn) and event.to_table:
                combat["drawn"] += event.count
            elif isinstance(event, ec.TreasurePicked):
                combat["picked"] += event.seat == combat["helper"]
            elif isinstance(event, ec.CombatEnded) and combat and event.outcome == "victory":
                assert combat["picked"] == min(combat["agreed"], combat["drawn"])
                shared += 1
    assert shared


def test_munch_i_18_wrong_classes_are_found(t):
    turn = e.TurnStarted(turn=4, seat=1, rule="MUNCH-6.1")
    for classes, supers in (
        (("class-kid#1", "class-kid#2"), ("super-munchkin#1",)),
        (("class-kid#1", "class-blogger#1"), ()),
        (("class-kid#1",), ("super-munchkin#1",)),
    ):
        player = replace(t.state.players[0], classes=classes, super_munchkins=supers)
        wrong = replace(t.state, players=(player, t.state.players[1]))
        assert "MUNCH-I.18" in broken(t.state, turn, wrong), classes


def test_munch_i_19_items_beyond_the_slots_are_found(t):
    turn = e.TurnStarted(turn=4, seat=1, rule="MUNCH-6.1")
    for items in (
        (item("riot-helmet"), item("colander-helmet")),
        (item("tinfoil-crown"),),
        (item("nail-gun"), item("tire-iron"), item("stop-sign-shield")),
        (stowed("diesel-generator"), stowed("sofa-cushion-fort")),
    ):
        wrong = replace(t.state, players=(replace(t.state.players[0], items=items), t.state.players[1]))
        assert "MUNCH-I.19" in broken(t.state, turn, wrong), items


def test_munch_i_20_the_dead_gain_and_own_nothing(t):
    dead = replace(t.state.players[0], is_alive=False, hand=(), items=())
    before = replace(t.state, players=(dead, t.state.players[1]))
    for gift in ({"hand": ("fire-ants#1",)}, {"level": 4}, {"items": (item("riot-helmet"),)}):
        after = replace(before, players=(replace(dead, **gift), t.state.players[1]))
        assert "MUNCH-I.20" in broken(before, SHOWN, after), gift


def test_munch_i_21_one_seal_for_each_batch_of_deaths(matches):
    seals = 0
    for match in matches:
        batches, opened, pending = 0, 0, False
        for event in match.events:
            if isinstance(event, ec.CharacterDied):
                pending = True
            elif isinstance(event, ec.SealOpened) and event.cause == "death":
                opened += 1
                batches += pending
                pending = False
        assert opened == batches
        seals += opened
    assert seals


def test_munch_i_22_nobody_takes_two_cards_from_a_body(matches):
    looted = 0
    for match in matches:
        taken: set[int] = set()
        for event in match.events:
            if isinstance(event, ec.BodyLaidOut):
                taken = set()
            elif isinstance(event, ec.CardLooted):
                assert event.seat not in taken
                taken.add(event.seat)
                looted += 1
    assert looted
    order = ec.LootOrderDecided(body=0, order=(1, 0), rolls=(), rule="MUNCH-14.13")
    t = table(seat(5), seat(2))
    assert "MUNCH-I.22" in broken(t.state, order, t.state)


def test_munch_i_23_a_turn_ends_with_a_hand_within_the_limit(t):
    many = "fire-ants octobear toxic-mold acid-slugs bird-flu earthquake"
    t = table(seat(hand=many), seat(), phase="TURN_END")
    ended = e.TurnEnded(turn=3, seat=0, rule="MUNCH-6.1")
    assert "MUNCH-I.23" in broken(t.state, ended, GAME.evolve(t.state, ended))


def test_munch_i_24_a_second_closed_seal_in_a_turn_is_found(t):
    player = replace(t.state.players[0], has_closed_seal=True)
    before = replace(t.state, players=(player, t.state.players[1]))
    closed = ec.SealClosed(card="seal-doom#1", open=0, cause="three_levels", seat=0, rule="MUNCH-22.13")
    assert "MUNCH-I.24" in broken(before, closed, GAME.evolve(before, closed))


def test_munch_i_25_a_sale_gives_what_it_is_worth(t):
    sold = e.ItemsSold(seat=0, cards=(), total=1999, levels=2, rule="MUNCH-18.1")
    assert "MUNCH-I.25" in broken(t.state, sold, t.state)
    assert "MUNCH-I.25" not in broken(t.state, replace(sold, levels=1), t.state)
    assert "MUNCH-I.25" in broken(t.state, replace(sold, levels=1, seat=1), t.state)


def test_munch_i_26_no_seat_is_skipped(matches):
    for match in matches:
        turns = [event for event in match.events if isinstance(event, e.TurnStarted)]
        for one, following in pairwise(turns):
            assert following.seat == (one.seat + 1) % match.seats
            assert following.turn == one.turn + 1


def test_munch_i_27_a_turn_has_one_door_and_trouble_or_a_search(matches):
    for match in matches:
        doors, rest, met = 0, 0, False
        for event in match.events:
            if isinstance(event, e.TurnStarted):
                doors, rest, met = 0, 0, False
            elif isinstance(event, e.DoorOpened):
                doors += 1
            elif isinstance(event, ec.CombatStarted) and event.cause == "door":
                met = True
            elif isinstance(event, (e.TroubleSought, e.RoomSearched)):
                rest += 1
                assert not met
            assert doors <= 1
            assert rest <= 1


def test_munch_i_28_deals_that_must_not_be_open_are_found():
    t = table(seat(), seat(), doors="fire-ants")
    t.do(0, "open_deal", kind="trade", partner=1)
    doubled = replace(t.state, deals=(*t.state.deals, replace(t.state.deals[0], id=9)))
    assert "MUNCH-I.28" in broken(t.state, SHOWN, doubled)
    strange = replace(t.state, deals=(replace(t.state.deals[0], kind="help"),))
    assert "MUNCH-I.28" in broken(t.state, SHOWN, strange)
    fighting = table(seat(), seat(), doors="fire-ants").do(0, "open_door").state
    assert "MUNCH-I.28" in broken(fighting, SHOWN, replace(fighting, deals=t.state.deals))


def test_munch_i_29_dice_show_1_to_6(matches):
    dice: Counter[int] = Counter()
    for match in matches:
        for event in match.events:
            if isinstance(event, (ec.EscapeRolled, ec.EscapeRerolled, e.DieRolled, e.SealDieRolled)):
                dice[event.die] += 1
    assert set(dice) == {1, 2, 3, 4, 5, 6}
    wrong = ec.EscapeRolled(seat=0, monster="m1", die=7, modifier=0, total=7, rule="MUNCH-13.3")
    state = table(seat(), seat()).state
    assert "MUNCH-I.29" in broken(state, wrong, state)


def test_munch_i_30_strength_is_a_function_of_the_public_state():
    for seed in (80, 81):
        rng = random.Random(seed)
        match = Match(GAME, random_options(rng), 4, seed)
        match.start()
        seen = 0
        for _ in moves(match, rng, policy):
            if match.steps > 400:
                break
            if match.state.combat is None:
                continue
            seen += 1
            both = strengths(match.state)
            fighters = sum(total(parts) for _, parts in both.characters) + total(both.fighters_side)
            assert (fighters, both.monsters_total) == totals(match.state)
            hidden = replace(
                match.state,
                doors=(),
                treasures=(),
                players=tuple(replace(player, hand=()) for player in match.state.players),
            )
            assert totals(hidden) == totals(match.state)
            shown = [view_of(GAME, match.state, viewer)["combat"] for viewer in range(4)]
            assert all(one == shown[0] for one in shown)
        assert seen


def test_munch_i_33_every_batch_is_finite(matches):
    assert max(len(match.events) for match in matches) > 100
    for match in matches:
        assert len(match.events) < 60 * match.steps + 100
