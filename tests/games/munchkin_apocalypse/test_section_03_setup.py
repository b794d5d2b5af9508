"""Section 3: setup and character creation."""

from __future__ import annotations

import pytest

from games.decider import IllegalMove
from games.dice import Dice
from games.munchkin_apocalypse import GAME
from games.munchkin_apocalypse.events import CardsDrawn, DeckShuffled, FirstPlayerChosen, MatchStarted
from games.munchkin_apocalypse.state import Options
from tests.games.munchkin_apocalypse.table import Table, instance, seat, table
from tests.spec import ScriptedDice, view_of


def started(seats: int = 3, **options: object) -> Table:
    events = GAME.rules.setup(Options(**options), seats, Dice(b"setup", 0))
    return Table(GAME.fold(GAME.rules.initial, events))


def in_setup(*hands: str) -> Table:
    players = [seat(hand=hand) for hand in hands]
    t = table(*players, phase="SETUP")
    unready = tuple(type(one)(hand=one.hand) for one in players)
    t.state = type(t.state)(
        **{name: getattr(t.state, name) for name in t.state.__struct_fields__ if name not in ("players", "turn")},
        players=unready,
        turn=0,
    )
    return t


@pytest.mark.rules("MUNCH-3.12")
def test_munch_3_1_two_to_six_players_with_the_same_setup():
    assert (GAME.seats_min, GAME.seats_max) == (2, 6)
    for seats in range(2, 7):
        state = started(seats).state
        assert [len(player.hand) for player in state.players] == [8] * seats


def test_munch_3_2_three_decks_are_shuffled():
    events = GAME.rules.setup(Options(), 2, Dice(b"x", 0))
    shuffled = [event for event in events if isinstance(event, DeckShuffled)]
    assert [(event.deck, event.count) for event in shuffled] == [("door", 92), ("treasure", 76), ("seal", 12)]
    again = GAME.rules.setup(Options(), 2, Dice(b"y", 0))
    assert [event.order for event in shuffled] != [event.order for event in again if isinstance(event, DeckShuffled)]


def test_munch_3_3_four_doors_and_four_treasures_each_face_down():
    events = GAME.rules.setup(Options(), 3, Dice(b"x", 0))
    drawn = [event for event in events if isinstance(event, CardsDrawn)]
    assert [(event.seat, event.deck, event.count, event.open) for event in drawn] == [
        (one, deck, 4, False) for one in range(3) for deck in ("door", "treasure")
    ]


@pytest.mark.rules("MUNCH-3.5")
def test_munch_3_4_level_1_classless_nothing_in_play_no_seal_open():
    state = started().state
    for player in state.players:
        assert (player.level, player.classes, player.items, player.is_alive) == (1, (), (), True)
    assert state.open_seals == ()
    assert len(state.seals) == 12


@pytest.mark.rules("MUNCH-3.10")
def test_munch_3_6_one_class_may_be_played_and_is_public_at_once():
    t = in_setup("class-kid class-blogger", "")
    t.do(0, "play_class", card="class-kid")
    assert view_of(GAME, t.state, 1)["players"][0]["classes"] == [{"card": "class-kid#1", "name": "Kid"}]
    t.refuses(0, "play_class", "class_limit", "MUNCH-16.4", card="class-blogger")


def test_munch_3_7_any_number_of_items_within_the_limits():
    t = in_setup("riot-helmet diesel-generator sofa-cushion-fort powdered-water", "")
    t.do(0, "play_item", card="riot-helmet").do(0, "play_item", card="diesel-generator")
    t.do(0, "play_item", card="powdered-water")
    t.refuses(0, "play_item", "big_item_limit", "MUNCH-17.4", card="sofa-cushion-fort")
    t.do(0, "stow_item", card="riot-helmet").do(0, "wield_item", card="riot-helmet")


def test_munch_3_8_lasting_cards_too_but_nothing_else():
    t = in_setup(
        "class-kid class-blogger super-munchkin paranoia-trust-nobody cheater cheat riot-helmet chrome-plated "
        "bird-flu level-found-a-cult",
        "",
    )
    t.do(0, "play_class", card="class-kid")
    t.do(0, "play_super_munchkin", card="super-munchkin", second="class-blogger")
    t.do(0, "play_paranoia", card="paranoia-trust-nobody").do(0, "play_special", card="cheater")
    t.do(0, "play_item", card="riot-helmet").do(0, "attach_to_item", card="chrome-plated", item="riot-helmet")
    t.do(0, "play_special", card="cheat", target=instance("riot-helmet"))
    t.refuses(0, "play_disaster", "resolution_pending", "MUNCH-5.3", card="bird-flu", target=1)
    t.refuses(0, "play_special", "resolution_pending", "MUNCH-5.3", card="level-found-a-cult", target=0)
    t.refuses(0, "open_deal", "resolution_pending", kind="trade", partner=1)
    t.refuses(0, "add_to_sale", "resolution_pending", card="riot-helmet")
    t.refuses(0, "discard_class", "resolution_pending", card="class-kid")


def test_munch_3_9_all_at_once_and_the_turn_begins_when_all_are_done():
    t = in_setup("class-kid cheater", "", "")
    assert GAME.rules.to_act(t.state) == (0, 1, 2)
    t.do(2, "finish_setup").do(0, "finish_setup")
    t.refuses(0, "finish_setup", "setup_finished", "MUNCH-3.9")
    t.refuses(0, "play_class", "setup_finished", "MUNCH-3.9", card="class-kid")
    t.refuses(0, "play_special", "setup_finished", "MUNCH-3.9", card="cheater")
    assert GAME.rules.to_act(t.state) == (1,)
    t.do(1, "finish_setup")
    assert (t.phase, t.state.turn, t.state.active) == ("TURN_START", 1, 0)


def test_munch_3_11_the_named_seat_begins_or_chance_decides():
    given = [
        event for event in GAME.rules.setup(Options(first_seat=2), 4, Dice(b"x", 0)) if type(event) is FirstPlayerChosen
    ]
    assert [(event.seat, event.method) for event in given] == [(2, "given")]
    begins = set()
    for seed in range(40):
        events = GAME.rules.setup(Options(), 4, Dice(str(seed).encode(), 0))
        begins |= {(event.seat, event.method) for event in events if isinstance(event, FirstPlayerChosen)}
    assert begins == {(one, "random") for one in range(4)}


def test_munch_1_10_gender_is_recorded_and_shown():
    events = GAME.rules.setup(Options(genders=("female", None)), 3, Dice(b"x", 0))
    assert isinstance(events[0], MatchStarted)
    assert events[0].genders == ("female", None, None)
    shown = view_of(GAME, GAME.fold(GAME.rules.initial, events), 1)["players"]
    assert [player["gender"] for player in shown] == ["female", None, None]


def test_munch_3_11_a_seat_that_nobody_has_is_refused():
    with pytest.raises(IllegalMove) as refusal:
        GAME.rules.setup(Options(first_seat=4), 4, Dice(b"x", 0))
    assert (refusal.value.rule, refusal.value.code) == ("MUNCH-3.11", "bad_parameters")


def test_munch_1_10_nobody_has_a_gender_without_a_seat():
    with pytest.raises(IllegalMove) as refusal:
        GAME.rules.setup(Options(genders=("she", None, "he")), 2, Dice(b"x", 0))
    assert (refusal.value.rule, refusal.value.code) == ("MUNCH-1.10", "bad_parameters")


def test_munch_3_11_the_dice_are_asked_once_for_a_random_first_player():
    state = GAME.fold(GAME.rules.initial, GAME.rules.setup(Options(first_seat=1), 2, Dice(b"q", 0)))
    assert state.active == 1
    decks = GAME.rules.setup(Options(first_seat=1), 2, Dice(b"q", 0))
    orders = [event.order for event in decks if isinstance(event, DeckShuffled)]
    events = GAME.rules.setup(Options(), 2, ScriptedDice([*orders, 1], serial=0))
    assert [event.seat for event in events if isinstance(event, FirstPlayerChosen)] == [1]
