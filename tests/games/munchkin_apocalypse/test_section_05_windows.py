"""Section 5: moments, interruptions, windows."""

from __future__ import annotations

import random

import msgspec
import pytest

from games.decider import CLOCK
from games.munchkin_apocalypse import GAME
from games.munchkin_apocalypse import events as e
from games.munchkin_apocalypse.commands import CloseWindow
from games.munchkin_apocalypse.state import Options
from tests.games.munchkin_apocalypse.policy import policy, random_options
from tests.games.munchkin_apocalypse.table import seat, table
from tests.play import play
from tests.spec import ScriptedDice


def test_munch_5_1_the_earlier_in_the_ledger_was_first():
    t = table(seat(), seat(), seat(), doors="fire-ants")
    t.do(0, "open_door").do(0, "open_deal", kind="help", partner=1)
    first = t.state.deals[-1].id
    t.do(0, "open_deal", kind="help", partner=2)
    second = t.state.deals[-1].id
    t.do(0, "agree_deal", deal=first, terms=0).do(0, "agree_deal", deal=second, terms=0)
    t.do(2, "agree_deal", deal=second, terms=0)
    assert t.state.combat.helper == 2
    t.refuses(1, "agree_deal", "no_such_deal", deal=first, terms=0)


@pytest.mark.parametrize("phase", ["TURN_START", "AFTER_DOOR", "COMBAT", "CONCLUSION", "FLIGHT", "TURN_END"])
def test_munch_5_2_any_time_is_every_open_phase(phase):
    calm = phase if phase in ("TURN_START", "AFTER_DOOR", "TURN_END") else "TURN_START"
    t = table(seat(), seat(hand="level-found-a-cult"), doors="fire-ants", phase=calm, flight_window=True)
    if phase in ("COMBAT", "CONCLUSION", "FLIGHT"):
        t.do(0, "open_door")
    if phase in ("CONCLUSION", "FLIGHT"):
        t.do(0, "declare_flight")
    if phase == "FLIGHT":
        t.all_pass()
    assert t.phase == phase
    t.do(1, "play_special", card="level-found-a-cult", target=1)
    assert t.level(1) == 2


def test_munch_5_4_an_effect_is_finished_before_another_card_is_played():
    t = table(seat(hand="flash-flood bird-flu acid-rain"), seat(hand="level-found-a-cult sinkhole"))
    t.do(0, "play_disaster", card="flash-flood", target=0).all_pass()
    assert (t.phase, GAME.rules.to_act(t.state)) == ("CHOICE", (0,))
    t.refuses(1, "play_special", "resolution_pending", "MUNCH-5.3", card="level-found-a-cult", target=1)
    t.refuses(0, "play_disaster", "resolution_pending", "MUNCH-5.3", card="bird-flu", target=1)
    t.refuses(1, "choose", "not_your_decision", "MUNCH-5.3", choice=t.state.choice.id, value="bird-flu")
    t.refuses(0, "choose", "bad_value", "MUNCH-5.4", choice=t.state.choice.id, value="sinkhole")
    t.refuses(0, "choose", "choice_over", "MUNCH-5.19", choice=t.state.choice.id - 1, value="bird-flu")
    t.choose("bird-flu#1")
    assert t.phase == "TURN_START"
    t.do(1, "play_special", card="level-found-a-cult", target=1)


@pytest.mark.rules("MUNCH-C.8")
def test_munch_5_4_no_two_choices_of_a_match_have_the_same_id():
    forced, requested = 0, 0
    for seed in range(8):
        rng = random.Random(seed)
        match = play(GAME, random_options(rng), rng.randint(3, 6), seed, policy, steps_max=600)
        ids = [event.choice for event in match.events if isinstance(event, e.ChoiceRequested)]
        made = [event for event in match.events if isinstance(event, e.ChoiceMade)]
        answered = [event.choice for event in made if not event.forced]
        assert len(set(ids)) == len(ids)
        assert answered == ids[: len(answered)]
        assert all(event.choice is None for event in made if event.forced)
        forced, requested = forced + len(made) - len(answered), requested + len(ids)
    assert min(forced, requested) > 10


def test_munch_5_5_what_an_effect_sets_off_is_finished_before_it_goes_on():
    """Volcano: open a Seal, then lose a Level; Lights Out asks everybody in between."""
    t = table(
        seat(3, hand="volcano-in-the-basement cheat cheater"),
        seat(hand="bird-flu earthquake"),
        next_seals="seal-lights-out",
    )
    t.do(0, "play_disaster", card="volcano-in-the-basement", target=0).all_pass()
    assert (t.phase, GAME.rules.to_act(t.state), t.level(0)) == ("CHOICE", (0,), 3)
    t.choose("cheat#1")
    assert (t.phase, GAME.rules.to_act(t.state), t.level(0)) == ("CHOICE", (1,), 3)
    t.choose("bird-flu#1")
    assert (t.phase, t.level(0)) == ("TURN_START", 2)
    assert t.state.agenda == ()


@pytest.mark.rules("MUNCH-14.9", "MUNCH-14.10", "MUNCH-14.19")
def test_munch_5_6_the_dead_of_one_event_are_dealt_with_together():
    t = table(
        seat(5, items="riot-helmet", hand="cheat"),
        seat(5, items="nail-gun"),
        seat(2),
        doors="nuclear-winter-yeti",
        next_seals="seal-panic-buying",
    )
    t.do(0, "open_door").helped_by(1).runs()
    t.rolls(1)
    assert (t.phase, t.state.dying, t.items(0)) == ("FLIGHT", (0,), ["riot-helmet"])
    t.rolls(1)
    kinds = [type(event).__name__ for event in t.events]
    assert kinds.index("CombatEnded") < kinds.index("BodyLaidOut")
    assert (t.phase, t.state.body.seat, t.state.body.looters) == ("LOOTING", 0, (2,))  # the dead do not loot
    t.do(2, "loot_card", card="riot-helmet")
    assert t.hand(2) == ["nail-gun", "riot-helmet"]  # of the second body the only card
    opened = t.happened("SealOpened")
    assert [(event.opener, event.cause) for event in opened] == [(0, "death")]  # one Seal, by the active player
    assert (t.state.active, t.phase) == (1, "TURN_START")


def test_munch_5_7_the_checks_come_in_their_order():
    t = table(
        seat(
            3,
            classes="class-scientist class-kid",
            super_munchkins="super-munchkin",
            items="hazmat-tuxedo",
        ),
        seat(),
    )
    t.do(0, "discard_class", card="class-scientist")
    assert [type(event).__name__ for event in t.events] == ["ClassDiscarded", "ItemStowed", "SuperMunchkinDiscarded"]


@pytest.mark.rules("MUNCH-16.12", "MUNCH-16.16")
def test_munch_5_7_a_cost_and_what_it_pays_for_are_one_step():
    """The Kid pays with Super Munchkin: first the new throw, then the question which Class goes."""
    t = table(
        seat(3, classes="class-kid class-blogger", super_munchkins="super-munchkin", hand="cheat"),
        seat(),
        doors="fire-ants",
    )
    t.do(0, "open_door").runs().do(0, "roll_escape", monster="m1", dice=[1])
    t.respond(source="class-kid", ability="dodge-and-weave")
    assert t.state.choice.kind == "cost"
    t.choose("super-munchkin#1", dice=[6])
    kinds = [type(event).__name__ for event in t.events]
    assert kinds.index("EscapeRerolled") < kinds.index("ChoiceRequested")
    assert (t.state.choice.kind, t.state.choice.options) == ("class", ("class-kid#1", "class-blogger#1"))
    t.choose("class-kid#1")
    assert t.classes(0) == ["class-blogger"]


def test_munch_5_8_the_dead_play_nothing_and_are_no_targets():
    t = table(seat(hand="bird-flu level-found-a-cult"), seat(alive=False, hand=""), seat())
    t.refuses(1, "open_deal", "character_dead", "MUNCH-5.8", kind="trade", partner=0)
    t.refuses(0, "play_disaster", "target_dead", "MUNCH-5.8", card="bird-flu", target=1)
    t.refuses(0, "play_special", "target_dead", "MUNCH-5.8", card="level-found-a-cult", target=1)
    t.refuses(0, "play_disaster", "bad_parameters", "MUNCH-3.1", card="bird-flu", target=9)
    t.refuses(0, "open_deal", "target_dead", "MUNCH-5.8", kind="trade", partner=1)
    assert GAME.rules.choices(t.state, 1) == []


@pytest.mark.rules("MUNCH-R.46")
def test_munch_5_9_a_window_is_recorded_from_its_opening_to_its_end():
    t = table(seat(20), seat(), seat(), doors="fire-ants", epic=True)
    t.state = msgspec.structs.replace(t.state, players=(seat(15), *t.state.players[1:]))
    t.do(0, "open_door").do(0, "declare_victory")
    window = t.state.window
    assert window is not None
    assert [event.asked for event in t.happened("WindowOpened")] == [(1, 2)]
    t.do(1, "pass", window=window.id)
    assert not t.happened("WindowClosed")
    t.do(2, "pass", window=window.id)
    assert [(event.window, event.by) for event in t.happened("WindowClosed")] == [(window.id, "all_passed")]


def test_munch_5_10_three_kinds_of_window_and_no_other_die_opens_one():
    t = table(seat(hand="bird-flu cheat"), seat(disasters="lingering-cough", hand="cheater"), doors="fire-ants")
    t.do(0, "play_disaster", card="bird-flu", target=0)
    assert t.state.window.kind == "disaster"
    t.all_pass()
    t.do(0, "open_door").do(0, "declare_flight").do(0, "roll_escape", monster="m1", dice=[6])
    assert t.state.window.kind == "run_roll"
    t.all_pass()
    t.do(0, "end_turn", dice=[6])  # the cough rolls at once, though its victim holds a card
    assert t.state.window is None
    assert (t.phase, t.state.active) == ("TURN_START", 1)


def test_munch_5_11_without_anybody_to_ask_the_outcome_follows_at_once():
    t = table(seat(15), seat(alive=False), doors="fire-ants", epic=True)
    t.do(0, "open_door").do(0, "declare_victory")
    assert not t.happened("WindowOpened")
    assert t.level(0) == 16


@pytest.mark.rules("MUNCH-V.9")
def test_munch_5_12_who_may_respond_follows_from_public_facts():
    """Empty hand and nothing in play: no window. One card in hand, whatever it is: a window."""
    for hand, opens in (("", False), ("fire-ants", True), ("all-clear-siren", True)):
        t = table(seat(), seat(hand=f"acid-rain {hand}"))
        t.do(1, "play_disaster", card="acid-rain", target=1)
        assert bool(t.happened("WindowOpened")) is opens, hand
    # A Militia without hand cards who could pay from the table is asked; who could not is not.
    rich = table(seat(classes="class-militia", items="riot-helmet nail-gun"), seat(hand="acid-rain"))
    assert rich.do(1, "play_disaster", card="acid-rain", target=0).phase == "RESPONSE"
    poor = table(seat(classes="class-militia", items="riot-helmet"), seat(hand="acid-rain"))
    assert poor.do(1, "play_disaster", card="acid-rain", target=0).phase == "TURN_START"
    # A one-shot with that play window lies on the table.
    t = table(seat(items="plot-armour"), seat(), doors="fire-ants")
    t.do(0, "open_door").runs().do(0, "roll_escape", monster="m1", dice=[1])
    assert (t.phase, t.state.window.asked) == ("RESPONSE", (0,))


@pytest.mark.rules("MUNCH-5.19")
def test_munch_5_13_each_asked_seat_passes_once():
    t = table(seat(5), seat(), seat(), doors="undead-mall-walker")
    t.do(0, "open_door").do(0, "declare_victory")
    window = t.state.window.id
    t.refuses(0, "pass", "not_asked", "MUNCH-5.11", window=window)
    t.do(1, "pass", window=window)
    t.refuses(1, "pass", "already_passed", "MUNCH-5.13", window=window)
    t.refuses(2, "pass", "window_over", "MUNCH-5.19", window=window - 1)
    t.refuses(2, "pass", "window_over", "MUNCH-5.19", window=window + 1)
    t.refuses(2, "close_window", "clock_only", "MUNCH-5.17", window=window)
    t.do(2, "pass", window=window)
    assert t.phase == "TURN_END"


def test_munch_5_14_the_length_of_a_conclusion_window():
    assert Options().reaction_window_ms == 20_000
    assert msgspec.convert({"reaction_window_ms": 2660}, Options).reaction_window_ms == 2660
    for wrong in (2659, 86_400_001, "soon"):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert({"reaction_window_ms": wrong}, Options)
    t = table(seat(5), seat(), doors="undead-mall-walker", reaction_window_ms=2660)
    t.do(0, "open_door").do(0, "declare_victory")
    assert t.state.window.deadline == t.at_ms + 2660
    assert GAME.clock.deadline(t.state).at_ms == t.at_ms + 2660
    assert GAME.clock.deadline(t.state).command == CloseWindow(seat=CLOCK, window=t.state.window.id)


def test_munch_5_15_the_length_of_a_response_window():
    assert Options().response_window_ms == 10_000
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"response_window_ms": 999}, Options)
    t = table(seat(hand="acid-rain cheat"), seat(), response_window_ms=1000)
    t.do(0, "play_disaster", card="acid-rain", target=0)
    assert t.state.window.deadline == t.at_ms + 1000


@pytest.mark.rules("MUNCH-5.16")
def test_munch_5_17_the_clock_closes_a_window_in_its_time_and_never_one_without_a_deadline():
    t = table(seat(5, hand="cheat"), seat(hand="powdered-water"), doors="undead-mall-walker", reaction_window_ms=20_000)
    t.do(0, "open_door").do(0, "declare_victory")
    window = t.state.window
    early = ScriptedDice(serial=200, at_ms=window.deadline - 1)
    with pytest.raises(Exception, match="window_still_running"):
        GAME.decide(t.state, CloseWindow(seat=CLOCK, window=window.id), early)
    t.at_ms = window.deadline + 5000  # late, but the window still stands in the ledger: a card counts
    t.do(1, "play_one_shot", card="powdered-water", side="monsters")
    assert t.phase == "COMBAT"
    t.state = msgspec.structs.replace(
        t.state, options=msgspec.structs.replace(t.state.options, reaction_window_ms=None)
    )
    t.do(0, "play_class", card="cheat") if False else None
    t = table(seat(5), seat(), doors="undead-mall-walker")
    t.do(0, "open_door").do(0, "declare_victory")
    assert GAME.clock.deadline(t.state) is None
    t.at_ms += 10**9
    t.refuses(CLOCK, "close_window", "window_still_running", "MUNCH-5.17", window=t.state.window.id)
