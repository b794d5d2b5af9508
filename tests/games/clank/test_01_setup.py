"""Section 1: setting up."""

from collections import Counter

import msgspec
import pytest

from games.clank import GAME
from games.clank.catalogue import BOARDS, CARDS, DUNGEON, DUNGEON_DECK, STARTING_DECK, TABLE, TOKENS, tokens_of
from games.clank.events import (
    ArriveResolved,
    ArtifactsExcluded,
    CardsDrawn,
    ClankAdded,
    DeckShuffled,
    DragonAttackStarted,
    DungeonDeckShuffled,
    FirstPlayerChosen,
    MatchCreated,
    RowDealt,
    SecretsPlaced,
    TokensPlaced,
    TurnStarted,
)
from games.clank.state import ClankOptions
from games.dice import Dice
from tests.games.clank.table import kinds, names, of_type
from tests.spec import ScriptedDice


def events_of(seats=4, side="A", seed=1):
    return GAME.rules.setup(ClankOptions(board_side=side), seats, Dice(b"%d" % seed, 0))


def ready(seats=4, side="A", seed=1):
    return GAME.fold(GAME.rules.initial, events_of(seats, side, seed))


def scripted(first_row, *, seats=2, first=0, excluded=(5, 30), returned=None):
    """Setup with a dungeon deck that begins with these cards."""
    rest = list(DUNGEON_DECK)
    for name in first_row:
        rest.remove(name)
    outcomes = [first]
    outcomes += [excluded, tokens_of("major"), tokens_of("minor"), (*first_row, *rest)]
    if returned:
        outcomes.append(returned)
    outcomes += [STARTING_DECK] * seats
    events = GAME.rules.setup(ClankOptions(), seats, ScriptedDice(outcomes, serial=0))
    return events, GAME.fold(GAME.rules.initial, events)


QUIET_SIX = ("ladder", "ladder", "sneak", "sneak", "tattle", "tattle")


def test_clank_1_1_two_to_four_players_each_with_a_colour():
    assert (GAME.seats_min, GAME.seats_max) == (2, 4)
    for seats in (2, 3, 4):
        assert ready(seats).colours == ("red", "blue", "green", "yellow")[:seats]


def test_clank_1_2_thirty_cubes_and_ten_starting_cards():
    for player in ready(4).players:
        assert player.supply + player.clank == 30
        deck = Counter(names(player.deck + player.hand))
        assert deck == {"burgle": 6, "stumble": 2, "sidestep": 1, "scramble": 1}


def test_clank_1_3_the_side_is_an_option_and_a_is_the_default():
    assert ClankOptions().board_side == "A"
    assert ready(side="B").board_side == "B"
    assert ready(side="B").players[0].room == "B00"
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"board_side": "C"}, ClankOptions)


@pytest.mark.parametrize("side", ["A", "B"])
def test_clank_1_4_four_players_use_all_artifacts_on_the_spaces_of_their_values(side):
    state = ready(4, side)
    for room, here in zip(BOARDS[side].rooms, state.rooms):
        if room.artifact is not None:
            assert kinds(here) == [f"artifact_{room.artifact}"]
    assert state.box == ()


@pytest.mark.parametrize(("seats", "left_out"), [(2, 2), (3, 1)])
def test_clank_1_5_fewer_players_leave_artifacts_out(seats, left_out):
    state = ready(seats)
    (excluded,) = of_type(events_of(seats), ArtifactsExcluded)
    assert len(excluded.values) == left_out
    assert kinds(state.box) == [f"artifact_{value}" for value in excluded.values]
    for room, here in zip(BOARDS["A"].rooms, state.rooms):
        if room.artifact in excluded.values:
            assert here == ()


@pytest.mark.parametrize("side", ["A", "B"])
def test_clank_1_6_nine_major_secrets_lie_face_down_and_two_are_boxed(side):
    state = ready(side=side)
    on_board = [here[0] for room, here in zip(BOARDS[side].rooms, state.rooms) if "major" in room.features]
    assert len(on_board) == 9
    assert len(state.hidden_box) == 2
    assert sorted(kinds((*on_board, *state.hidden_box))) == sorted(tokens_of("major"))


@pytest.mark.parametrize("side", ["A", "B"])
def test_clank_1_7_eighteen_minor_secrets_lie_in_pairs(side):
    state = ready(side=side)
    pairs = [here for room, here in zip(BOARDS[side].rooms, state.rooms) if "minor" in room.features]
    assert [len(pair) for pair in pairs] == [2] * 9
    assert sorted(kind for pair in pairs for kind in kinds(pair)) == sorted(tokens_of("minor"))


def test_clank_1_8_the_market_stock_is_common():
    assert Counter(kinds(ready().stock)) == {"crown_10": 1, "crown_9": 1, "crown_8": 1, "key": 2, "backpack": 2}


@pytest.mark.parametrize(("side", "shrine"), [("A", "A21"), ("B", "B21")])
def test_clank_1_9_three_idols_in_the_shrine(side, shrine):
    state = ready(side=side)
    assert kinds(state.rooms[BOARDS[side].index[shrine]]) == ["monkey_idol"] * 3


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_clank_1_10_one_mastery_token_for_each_player(seats):
    assert kinds(ready(seats).masteries) == ["mastery"] * seats


def test_clank_1_11_nobody_has_gold():
    assert [player.gold for player in ready().players] == [0] * 4


@pytest.mark.parametrize(("seats", "space"), [(4, 1), (3, 2), (2, 3)])
def test_clank_1_12_the_dragon_marker_starts_by_number_of_players(seats, space):
    assert ready(seats).rage == space


def test_clank_1_13_only_black_cubes_are_in_the_bag():
    state = ready()
    assert (state.black_bag, state.black_aside) == (24, 0)
    assert [player.bag for player in state.players] == [0] * 4


def test_clank_1_14_the_reserve():
    assert dict(ready().reserve) == {"mercenary": 15, "explore": 15, "secret_tome": 12}


def test_clank_1_15_six_of_a_hundred_cards_form_the_row():
    state = ready()
    assert len(state.row) == 6
    assert sorted(names(state.row + state.dungeon_deck)) == sorted(DUNGEON_DECK)


def test_clank_1_16_dragons_are_set_aside_and_shuffled_back():
    first = ("ogre", "ladder", "kobold", "sneak", "sneak", "tattle", "belcher", "ladder", "tattle")
    rest = list(DUNGEON_DECK)
    for name in ("ladder", "sneak", "sneak", "tattle", "ladder", "tattle"):
        rest.remove(name)
    events, state = scripted(first, returned=tuple(rest))
    (dealt,) = of_type(events, RowDealt)
    assert names(dealt.cards) == ["ladder", "ladder", "tattle", "sneak", "sneak", "tattle"]
    assert names(dealt.set_aside) == ["ogre", "belcher", "kobold"]
    assert [event.reason for event in of_type(events, DungeonDeckShuffled)] == ["setup", "setup_return"]
    assert len(state.dungeon_deck) == 94
    assert state.set_aside == ()
    assert of_type(events, DragonAttackStarted) == []


def test_clank_1_16_no_row_of_a_setup_shows_a_dragon():
    for seed in range(30):
        assert not any(DUNGEON[name].dragon for name in names(ready(seed=seed).row))


@pytest.mark.rules("CLANK-R.6")
def test_clank_1_17_the_first_row_arrives_by_slot_for_the_players_in_turn_order():
    events, state = scripted(
        ("watcher", "sneak", "shrine", "sneak", "overlord", "tattle"), seats=3, first=2, excluded=(5,)
    )
    assert [event.slot for event in of_type(events, ArriveResolved)] == [0, 2, 4]
    arrived = [event for event in of_type(events, ClankAdded) if event.source != "setup"]
    assert [(event.source, event.seat) for event in arrived] == [
        ("watcher", 2),
        ("watcher", 0),
        ("watcher", 1),
        ("overlord", 2),
        ("overlord", 0),
        ("overlord", 1),
    ]
    assert [player.clank for player in state.players] == [4, 3, 5]


def test_clank_1_18_the_dungeon_discard_pile_is_empty():
    assert ready().dungeon_discard == ()


def test_clank_1_19_pawns_outside_and_five_cards_in_hand():
    events = events_of(3)
    assert [event.size for event in of_type(events, DeckShuffled)] == [10] * 3
    assert [event.count for event in of_type(events, CardsDrawn)] == [5] * 3
    for player in ready(3).players:
        assert (player.room, len(player.hand), len(player.deck)) == ("A00", 5, 5)


@pytest.mark.rules("CLANK-R.28")
def test_clank_1_20_anybody_may_be_first():
    firsts = {of_type(events_of(4, seed=seed), FirstPlayerChosen)[0].order for seed in range(40)}
    assert firsts == {(0, 1, 2, 3), (1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2)}


@pytest.mark.parametrize(("seats", "cubes"), [(4, [3, 2, 1, 0]), (3, [3, 2, 1]), (2, [3, 2])])
def test_clank_1_21_starting_clank_in_turn_order(seats, cubes):
    excluded = {4: (), 3: (5,), 2: (5, 7)}[seats]
    _, state = scripted(QUIET_SIX, seats=seats, first=1, excluded=excluded)
    assert [state.players[seat].clank for seat in state.order] == cubes
    assert [state.players[seat].supply for seat in state.order] == [30 - n for n in cubes]


def test_clank_1_22_health_meters_have_ten_empty_spaces():
    assert TABLE.health == 10
    assert [player.meter for player in ready().players] == [0] * 4


def test_clank_1_23_the_first_player_begins():
    events, state = scripted(QUIET_SIX, first=1)
    assert events[-1] == TurnStarted(seat=1, turn_no=1, rule="CLANK-1.23")
    assert GAME.rules.to_act(state) == (1,)


def test_the_order_of_the_setup_events():
    events, _ = scripted(QUIET_SIX)
    assert [type(event) for event in events] == [
        MatchCreated,
        FirstPlayerChosen,
        ArtifactsExcluded,
        TokensPlaced,
        SecretsPlaced,
        DungeonDeckShuffled,
        RowDealt,
        DeckShuffled,
        CardsDrawn,
        DeckShuffled,
        CardsDrawn,
        ClankAdded,
        ClankAdded,
        TurnStarted,
    ]


def test_every_kind_in_a_setup_is_in_the_catalogue():
    state = ready(2)
    assert set(names(state.row + state.dungeon_deck)) <= CARDS.keys()
    assert {token.kind for here in state.rooms for token in here} <= TOKENS.keys()
