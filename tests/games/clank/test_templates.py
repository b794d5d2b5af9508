"""Templates, phases and refusals: what the active seat is offered, and in which order a command is judged."""

import random

import pytest

from games.choices import Maybe, OneOf
from games.clank import GAME
from games.clank.commands import Move, PlayCard, Teleport, UseDevice
from games.clank.state import ClankOptions, Owed
from games.decider import IllegalMove
from tests.games.clank.policy import policy
from tests.games.clank.table import END, at_table, do, names, play, table, thief
from tests.play import Match, moves
from tests.spec import view_of


def offers(state, type_):
    return [template.params for template in GAME.rules.choices(state, 0) if template.type == type_]


def values(params, name):
    return list(params[name].one_of)


def test_clank_t_1_the_active_seat_always_has_a_template_and_others_none():
    for state in (
        table(thief(hand="burgle")),
        table(thief()),
        table(thief(), teleports=1),
        table(thief("A02"), at={"A02": "treasure"}, phase="TOKEN_CHOICE"),
        table(thief(play="sneak burgle"), owed=(Owed("any", "magic_spring"),), phase="TRASH_CHOICE"),
    ):
        assert GAME.rules.choices(state, 0)
        assert GAME.rules.choices(state, 1) == []
    assert GAME.rules.choices(table(thief(), phase="ENDED"), 0) == []


def test_clank_t_2_plain_cards_share_a_template_and_others_have_their_own():
    hand = "burgle apothecary sneak treasure_hunter mister_whiskers underworld_dealing"
    plain, *others = offers(table(thief(hand=hand), row="- ladder - ladder ladder -"), "play_card")
    assert values(plain, "card_id") == ["burgle", "sneak"]
    by_card = {values(params, "card_id")[0]: params for params in others}
    assert values(by_card["apothecary"], "discard_card_id") == [word for word in hand.split() if word != "apothecary"]
    assert values(by_card["apothecary"], "option") == [0, 1, 2]
    assert values(by_card["treasure_hunter"], "row_slot") == [1, 3, 4]
    assert values(by_card["mister_whiskers"], "option") == [0, 1]
    assert values(by_card["underworld_dealing"], "option") == [0]


def test_clank_t_2_a_card_that_asks_for_nothing_now_is_plain():
    (params,) = offers(table(thief(hand="apothecary")), "play_card")
    assert params.keys() == {"card_id"}
    (params,) = offers(table(thief(hand="treasure_hunter"), row="- - - - - -"), "play_card")
    assert params.keys() == {"card_id"}


def test_clank_t_3_each_adjacent_room_with_a_secret_has_its_template():
    at = {"A26": "chalice", "A20": "artifact_7", "A15": "treasure skill_boost"}
    teleport, *rooms = offers(table(thief("A25", "wand_of_wind"), at=at), "play_card")
    assert values(teleport, "option") == [0]
    assert "room_id" not in teleport
    found = {values(params, "room_id")[0]: values(params, "token_slot") for params in rooms}
    assert found == {"A26": [0], "A15": [0, 1]}
    assert all(values(params, "option") == [1] for params in rooms)


def test_clank_t_4_one_template_for_the_row_and_one_for_the_reserve():
    row = "sneak ogre ladder ruby dragons_eye tattle"
    state = table(thief(), row=row, skill=5)
    from_row, from_reserve = offers(state, "acquire_card")
    assert (values(from_row, "source"), values(from_row, "slot")) == (["row"], [0, 5])
    assert (values(from_reserve, "source"), values(from_reserve, "pile")) == (["reserve"], ["mercenary", "explore"])
    assert offers(table(thief(), row=row, skill=1), "acquire_card") == []


def test_clank_t_5_one_template_for_each_device():
    state = table(thief(), row="ladder shrine the_vault dragon_shrine ogre sneak", skill=4)
    devices = offers(state, "use_device")
    assert [values(params, "slot") for params in devices] == [[0], [1], [3]]
    assert "option" not in devices[0]
    assert values(devices[1], "option") == [0, 1]


@pytest.mark.parametrize(
    ("me", "swords", "expected"),
    [
        ({}, 5, (0, 2)),
        ({}, 1, (0, 1)),
        ({"damage": 8}, 1, (1, 1)),
        ({"damage": 9}, 5, (2, 2)),
        ({"damage": 9}, 1, None),
        ({"clank": 30}, 2, (2, 2)),
        ({"clank": 29}, 0, None),
    ],
)
def test_clank_t_6_each_corridor_has_a_template_with_its_range_of_swords(me, swords, expected):
    state = table(thief("A11", **me), boots=1, swords=swords)
    ranges = {values(params, "corridor_id")[0]: params.get("swords") for params in offers(state, "move")}
    if expected is None:
        assert "A-c23" not in ranges
        return
    domain = ranges["A-c23"]
    assert isinstance(domain, Maybe) == (expected[0] == 0)
    first, last = expected
    offered = domain.optional if isinstance(domain, Maybe) else domain
    assert offered.one_of == tuple(range(first, last + 1))
    assert ranges["A-c22"] is None
    if isinstance(domain, OneOf):
        with pytest.raises(IllegalMove, match=r"would_knock_out|no_cubes"):
            do(state, Move(seat=0, corridor_id="A-c23"))


def test_clank_t_7_fountains_have_a_template_of_their_own():
    plain, fountain = offers(table(thief("A16"), teleports=1), "teleport")
    assert values(plain, "to_room") == ["A11", "A15", "A18"]
    assert values(fountain, "to_room") == ["A10"]
    assert list(fountain["heal"].optional.one_of) == [True, False]
    assert "heal" not in plain
    (inwards,) = offers(table(thief("A01"), teleports=1), "teleport")
    assert values(inwards, "to_room") == ["A02", "A03"]
    (outwards,) = offers(table(thief("A01", tokens="artifact_5"), teleports=1), "teleport")
    assert values(outwards, "to_room") == ["A00", "A02", "A03"]
    moves = offers(table(thief("A06"), boots=1), "move")
    assert [("heal" in params) for params in moves] == [False, True]


def test_clank_t_8_one_template_each_for_the_rest():
    state = table(
        thief("A17", gold=7, tokens="potion_strength potion_healing key"),
        row="ogre kobold sneak ladder crystal_golem belcher",
        swords=3,
    )
    assert [values(params, "target") for params in offers(state, "fight")] == [[0, 1, 5, "goblin"]]
    assert [values(params, "item") for params in offers(state, "buy_item")] == [["key", "backpack", "crown"]]
    assert [values(params, "token_id") for params in offers(state, "use_potion")] == [
        ["potion_strength", "potion_healing"]
    ]
    choosing = table(thief("A02"), at={"A02": "treasure skill_boost"}, phase="TOKEN_CHOICE")
    assert [template.type for template in GAME.rules.choices(choosing, 0)] == ["take_token", "decline_token"]
    assert values(offers(choosing, "take_token")[0], "token_slot") == [0, 1]
    trashing = table(thief(play="sneak", discard="burgle"), owed=(Owed("any", "magic_spring"),), phase="TRASH_CHOICE")
    assert values(offers(trashing, "trash_card")[0], "card_id") == ["sneak", "burgle"]


@pytest.mark.rules("CLANK-T.1")
def test_choices_stay_few_in_the_middle_of_a_match():
    """A way through the dungeon is offered corridor by corridor, so the templates do not grow with its length."""
    match = Match(GAME, ClankOptions(board_side="B"), 4, 21)
    match.start()
    most = 0
    for command in moves(match, random.Random(21), policy):
        offered = GAME.rules.choices(match.state, command.seat)
        assert len([one for one in offered if one.type == "move"]) <= 8
        most = max(most, len(offered))
        if match.steps == 250:
            break
    assert 1 <= most <= 40


@pytest.mark.rules("CLANK-I.14")
def test_clank_p_1_one_decision_and_one_seat_to_make_it():
    for phase, about in (("TURN", "turn"), ("TOKEN_CHOICE", "token"), ("TRASH_CHOICE", "trash")):
        state = table(thief("A02"), at={"A02": "treasure"}, phase=phase, owed=(Owed("any", "magic_spring"),))
        assert GAME.rules.to_act(state) == (0,)
        decision = view_of(GAME, state, 1)["decision"]
        assert (decision["seat"], decision["about"]) == (0, about)
    for phase in ("SETUP", "COUNTDOWN", "ENDED"):
        assert GAME.rules.to_act(table(thief(), phase=phase)) == ()


def test_clank_p_2_one_command_runs_to_the_next_decision():
    gone = {"room": "A00", "status": "left", "tokens": "artifact_5 mastery"}
    after, events = do(
        table(thief(), thief(**gone), row="- ladder ladder ladder ladder ladder", deck="ogre", countdown=(1, 1)),
        END,
        dice=[("black", "black"), ("black",) * 3],
    )
    assert after.turn.seat == 0
    assert len(events) > 8


@pytest.mark.rules("CLANK-R.15")
def test_clank_p_3_equal_cards_are_trashed_without_a_choice_play_area_first():
    owed = (Owed("burgle", "master_burglar"),)
    both, _ = do(table(thief(play="sneak burgle burgle", discard="burgle"), owed=owed), END)
    assert [card.id for card in both.players[0].trashed] == ["burgle"]
    discard, _ = do(table(thief(play="sneak", discard="tattle burgle burgle"), owed=owed), END)
    assert [card.id for card in discard.players[0].trashed] == ["burgle"]
    one_name, _ = do(table(thief(play="burgle", discard="burgle"), owed=(Owed("any", "magic_spring"),)), END)
    assert names(one_name.players[0].trashed) == ["burgle"]


def test_clank_p_4_even_an_idle_turn_has_to_be_ended():
    state, _ = do(table(thief(hand="stumble")), *play("stumble"))
    assert [template.type for template in GAME.rules.choices(state, 0)] == ["end_turn"]
    assert state.turn.seat == 0


@pytest.mark.rules("CLANK-X.1", "CLANK-X.2", "CLANK-X.3")
def test_clank_x_1_the_end_then_the_seat_then_the_phase_are_looked_at_first():
    nonsense = PlayCard(seat=1, card_id="nothing", option=7)
    at_table(thief(), phase="ENDED").when(nonsense).then_refused("CLANK-16.9", "match_over")
    at_table(thief(), phase="TOKEN_CHOICE").when(nonsense).then_refused("CLANK-2.1", "not_your_turn")
    mine = PlayCard(seat=0, card_id="nothing", option=7)
    at_table(thief("A02"), phase="TOKEN_CHOICE").when(mine).then_refused("CLANK-9.5", "wrong_phase")


def test_clank_x_4_what_depends_on_the_thing_named_comes_after_finding_it():
    given = at_table(thief("A01", hand="burgle"), row="ladder - ogre shrine ladder ladder", boots=1)
    given.when(PlayCard(seat=0, card_id="nothing", option=7)).then_refused("CLANK-2.3", "not_found")
    given.when(PlayCard(seat=0, card_id="burgle", option=7)).then_refused("CLANK-18.8", "bad_params")
    given.when(UseDevice(seat=0, slot=1, option=0)).then_refused("CLANK-0.4", "not_found")
    given.when(UseDevice(seat=0, slot=2, option=9)).then_refused("CLANK-5.1", "wrong_kind")
    given.when(UseDevice(seat=0, slot=3)).then_refused("CLANK-18.8", "bad_params")
    given.when(Move(seat=0, corridor_id="A-c99", swords=4)).then_refused("CLANK-8.1", "not_found")


@pytest.mark.rules("CLANK-X.7", "CLANK-X.9", "CLANK-X.10", "CLANK-X.11", "CLANK-X.12", "CLANK-X.15", "CLANK-X.16")
def test_clank_x_9_the_order_of_the_refusals_of_a_walk():
    """Each reason is hidden by the one before it and shows once that is mended."""
    lock = Move(seat=0, corridor_id="A-c42")
    arrow = Move(seat=0, corridor_id="A-c21", swords=1)

    def refused(command, code, *, me, **turn):
        with pytest.raises(IllegalMove, match=code):
            do(at_table(thief(**me), **turn), command)

    refused(Move(seat=0, corridor_id="A-c01"), "no_artifact", me={"room": "A01"}, exhausted=True)
    refused(arrow, "one_way", me={"room": "A16"}, exhausted=True)
    refused(lock, "locked", me={"room": "A25"}, exhausted=True)
    refused(lock, "exhausted", me={"room": "A25", "tokens": "key"}, exhausted=True)
    refused(lock, "not_enough_boots", me={"room": "A25", "tokens": "key"})
    two = Move(seat=0, corridor_id="A-c23", swords=1)
    refused(two, "not_enough_boots", me={"room": "A11", "damage": 9})
    refused(two, "not_enough_swords", me={"room": "A11", "damage": 9}, boots=1)
    refused(two, "no_cubes", me={"room": "A11", "damage": 9, "clank": 21}, boots=1, swords=1)
    refused(two, "would_knock_out", me={"room": "A11", "damage": 9}, boots=1, swords=1)


@pytest.mark.rules("CLANK-X.7", "CLANK-X.14")
def test_clank_x_14_the_order_of_the_refusals_of_a_teleport():
    at_table(thief("A01")).when(Teleport(seat=0, to_room="A38")).then_refused("CLANK-19.6", "not_found")
    at_table(thief("A01")).when(Teleport(seat=0, to_room="A00")).then_refused("CLANK-8.12", "no_artifact")
    at_table(thief("A01")).when(Teleport(seat=0, to_room="A02")).then_refused("CLANK-19.6", "no_credit")


def test_clank_x_20_cards_in_hand_come_before_a_pending_teleport():
    given = at_table(thief(hand="burgle"), teleports=1)
    given.when(END).then_refused("CLANK-2.6", "hand_not_empty")
    at_table(thief(), teleports=1).when(END).then_refused("CLANK-19.8", "teleport_pending")


def test_clank_x_21_outside_for_good_no_teleport_is_pending():
    given = at_table(thief("A00", status="left", tokens="artifact_5 mastery"), thief(), countdown=(0, 1))
    assert GAME.rules.choices(given.state, 0)[-1].type == "end_turn"
