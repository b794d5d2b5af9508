"""The worked examples."""

import pytest

from games.clank import GAME
from games.clank.commands import (
    AcquireCard,
    BuyItem,
    DeclineToken,
    EndTurn,
    Fight,
    Move,
    PlayCard,
    TakeToken,
    Teleport,
    TrashCard,
    UsePotion,
)
from games.clank.events import (
    CardsDrawn,
    ClankAdded,
    ClankRemoved,
    ConditionMet,
    CountdownAdvanced,
    CountdownStarted,
    CubesDrawn,
    DragonAttackStarted,
    DragonCubesReturned,
    GoldGained,
    MasteryAwarded,
    PlayerKnockedOut,
    PlayerLeftDungeon,
    RowRefilled,
    TokensOffered,
    TurnEnded,
    TurnStarted,
)
from games.clank.scoring import score
from games.clank.state import ClankOptions, Score
from games.decider import IllegalMove
from games.dice import Dice
from tests.games.clank.table import END, at_table, do, kinds, names, of_type, play, pools, table, thief


def go(corridor_id, **rest):
    return Move(seat=0, corridor_id=corridor_id, **rest)


@pytest.mark.rules("CLANK-R.31")
def test_clank_ex_1_a_full_turn():
    start = table(
        thief("A01", "stumble sneak mercenary sidestep burgle"),
        row="ladder orc_grunt wizard pickaxe kobold_merchant treasure_map",
        deck="tattle search",
        at={"A02": "treasure skill_boost"},
    )
    state, events = do(start, *play("stumble"))
    assert of_type(events, ClankAdded)[0].added == 1
    assert (state.players[0].supply, state.players[0].clank) == (29, 1)
    state, events = do(state, *play("sneak"))
    (quiet,) = of_type(events, ClankRemoved)
    assert (quiet.removed, quiet.banked) == (1, 1)
    assert (state.players[0].supply, state.players[0].clank, state.turn.quiet) == (30, 0, 1)
    assert pools(state) == (1, 0, 1)
    state, _ = do(state, *play("mercenary", "sidestep", "burgle"))
    assert pools(state) == (3, 2, 2)
    state, _ = do(state, go("A-c02"), DeclineToken(seat=0), go("A-c05"))
    assert (state.turn.boots, state.turn.exhausted) == (0, True)
    state, _ = do(state, Fight(seat=0, target=1))
    assert (state.turn.swords, state.players[0].gold, names(state.dungeon_discard)) == (0, 3, ["orc_grunt"])
    state, _ = do(state, AcquireCard(seat=0, source="row", slot=4))
    assert (state.turn.skill, state.players[0].gold) == (0, 3)
    assert names(state.players[0].discard) == ["kobold_merchant"]
    state, events = do(state, END)
    assert of_type(events, TurnEnded)[0].lost.quiet == 1
    assert len(state.players[0].discard) == 6
    assert of_type(events, CardsDrawn)[0].count == 5
    assert [event.slot for event in of_type(events, RowRefilled)] == [1, 4]


def test_clank_ex_2_a_dragon_attack():
    green, yellow = 1, 0
    start = table(
        thief(clank=4),
        thief(clank=2),
        row="ladder ladder ladder - - -",
        deck="ogre sneak belcher",
        rage=5,
        black_aside=4,
    )
    after, events = do(start, END, dice=[("black", green, yellow, yellow)])
    (attack,) = of_type(events, DragonAttackStarted)
    assert (sum(attack.moved_to_bag), attack.cubes) == (6, 4)
    assert (after.players[green].meter, after.players[yellow].meter) == (1, 2)
    assert after.black_bag + sum(player.bag for player in after.players) == 22


def test_clank_ex_3_rebel_scout():
    start = table(thief(hand="rebel_scout mercenary"))
    first, events = do(start, *play("rebel_scout"))
    assert (first.turn.boots, of_type(events, CardsDrawn)) == (2, [])
    _, events = do(first, *play("mercenary"))
    assert [event.card_id for event in of_type(events, ConditionMet)] == ["rebel_scout"]
    assert [event.count for event in of_type(events, CardsDrawn)] == [1]
    merc, events = do(start, *play("mercenary"))
    assert of_type(events, CardsDrawn) == []
    _, events = do(merc, *play("rebel_scout"))
    assert [event.count for event in of_type(events, CardsDrawn)] == [1]


def test_clank_ex_4_the_mountain_king():
    state, _ = do(table(thief("A17", "the_mountain_king", gold=14)), *play("the_mountain_king"))
    assert pools(state) == (2, 1, 1)
    state, _ = do(state, BuyItem(seat=0, item="crown"))
    assert (kinds(state.players[0].tokens), state.players[0].gold, pools(state)) == (["crown_10"], 7, (2, 2, 2))
    state, _ = do(state, BuyItem(seat=0, item="crown"))
    assert pools(state) == (2, 2, 2)


def test_clank_ex_5_swagger():
    state, _ = do(table(thief(hand="stumble swagger stumble")), *play("stumble", "swagger"))
    assert pools(state) == (1, 0, 1)
    assert pools(do(state, *play("stumble.2"))[0]) == (2, 0, 1)


def test_clank_ex_6_sleight_of_hand():
    _, events = do(table(thief(hand="sleight_of_hand")), *play("sleight_of_hand"))
    assert of_type(events, CardsDrawn) == []
    after, events = do(
        table(thief(hand="sleight_of_hand stumble")),
        PlayCard(seat=0, card_id="sleight_of_hand", discard_card_id="stumble"),
    )
    assert of_type(events, ClankAdded) == []
    assert names(after.players[0].discard) == ["stumble"]
    assert len(after.players[0].hand) == 2


def test_clank_ex_7_backpacks():
    def enter(tokens):
        return do(table(thief("A25", tokens=tokens), at={"A20": "artifact_7"}, boots=1), go("A-c40"))

    after, _ = enter("backpack backpack artifact_5 artifact_10")
    taken, _ = do(after, TakeToken(seat=0, token_slot=0))
    assert kinds(taken.players[0].tokens)[-1] == "artifact_7"
    refused, events = enter("backpack artifact_5 artifact_10")
    assert (refused.phase, of_type(events, TokensOffered)) == ("TURN", [])


def test_clank_ex_8_setup_for_three():
    for seed in range(20):
        state = GAME.fold(GAME.rules.initial, GAME.rules.setup(ClankOptions(), 3, Dice(b"%d" % seed, 0)))
        on_board = [token.kind for here in state.rooms for token in here if token is not None]
        assert sum(kind.startswith("artifact") for kind in on_board) == 6
        assert len(state.box) == 1
        assert (len(state.hidden_box), len(on_board)) == (2, 6 + 9 + 18 + 3)
        assert (state.rage, len(state.masteries)) == (2, 3)
        heard = sum(name in ("watcher", "overlord") for name in names(state.row))
        assert [state.players[seat].clank for seat in state.order] == [3 + heard, 2 + heard, 1 + heard]
        assert [state.players[seat].supply for seat in state.order] == [27 - heard, 28 - heard, 29 - heard]


def test_clank_ex_9_order_of_two_negatives():
    start = table(thief(hand="sneak stumble swagger"))
    state, _ = do(start, *play("sneak"))
    assert state.turn.quiet == 2
    state, events = do(state, *play("stumble"))
    (made,) = of_type(events, ClankAdded)
    assert (made.requested, made.cancelled, made.added) == (1, 1, 0)
    state, _ = do(state, *play("swagger"))
    assert (pools(state)[0], state.turn.quiet) == (1, 1)  # the 1 Skill is Sneak's own
    other, _ = do(start, *play("stumble", "swagger", "sneak"))
    assert (pools(other)[0], other.turn.quiet, other.players[0].clank) == (2, 1, 0)


def test_clank_ex_10_quiet_does_not_reach_the_refill():
    start = table(thief(), thief(), row="- ladder ladder ladder ladder ladder", deck="watcher", quiet=2)
    after, events = do(start, END)
    assert after.players[0].clank == 1
    assert of_type(events, TurnEnded)[0].lost.quiet == 2


def test_clank_ex_11_no_voluntary_knock_out():
    given = at_table(thief("A11", damage=8, clank=17), boots=1, swords=1)
    given.when(go("A-c23", swords=0)).then_refused("CLANK-8.5", "would_knock_out")
    after, _ = do(given, go("A-c23", swords=1))
    assert (after.players[0].meter, after.players[0].supply, after.turn.swords) == (9, 4, 0)


def test_clank_ex_12_empty_supply():
    start = table(
        thief(
            "A10",
            "scepter_of_the_ape_lord stumble swagger stumble",
            clank=12,
            bag=9,
            damage=8,
            tokens="potion_healing",
        ),
        boots=1,
    )
    assert start.players[0].supply == 1
    state, events = do(start, *play("scepter_of_the_ape_lord"))
    (made,) = of_type(events, ClankAdded)
    assert (made.requested, made.added, state.players[0].supply) == (3, 1, 0)
    state, events = do(state, *play("stumble"))
    assert of_type(events, ClankAdded)[0].added == 0
    state, _ = do(state, *play("swagger"))
    assert state.turn.skill == 3 + 1
    with pytest.raises(IllegalMove, match="no_cubes"):
        do(state, go("A-c18"))
    state, _ = do(state, UsePotion(seat=0, token_id="potion_healing"))
    assert (state.players[0].meter, state.players[0].supply) == (7, 1)
    _, events = do(state, *play("stumble.2"))
    assert of_type(events, ClankAdded)[0].added == 1


def test_clank_ex_13_knocked_out_inside_an_attack():
    red, blue = 0, 1
    start = table(
        thief("A14", damage=9, clank=1, tokens="artifact_7"),
        thief("A15", damage=9, clank=2, tokens="artifact_5"),
        thief(),
        row="- ladder ladder ladder ladder ladder",
        deck="ogre",
        rage=5,
    )
    after, events = do(start, END, dice=[(blue, red, blue, "black"), ("black",) * 5])
    assert of_type(events, CubesDrawn)[0].effects == ("damage", "damage", "set_aside", "none")
    fallen = [(event.seat, event.rescued) for event in of_type(events, PlayerKnockedOut)]
    assert fallen == [(blue, False), (red, True)]
    assert [event.seat for event in of_type(events, CountdownStarted)] == [blue]
    assert after.players[blue].aside == 1


def test_clank_ex_14_countdown():
    row = "kobold ladder ladder ladder ladder ladder"
    start = table(
        thief("A01", tokens="artifact_5"), thief(hand="", deck="burgle " * 5), row=row, rage=4, boots=1, deck=""
    )
    state, _ = do(start, go("A-c01"))
    state, events = do(state, END)
    turns, drawn = [], []
    for cubes in (5, 6, 7, 0):
        turns += of_type(events, TurnStarted)
        hand = [card.id for card in state.players[1].hand]
        commands = [*play(*hand, seat=1), EndTurn(seat=1)]
        dice = [("black",) * cubes] if cubes else []
        if not state.players[1].deck and state.players[1].hand:
            dice = [("burgle",) * 5, *dice]
        state, events = do(state, *commands, dice=dice)
        drawn += [event.cubes for event in of_type(events, DragonAttackStarted)]
    assert [event.seat for event in turns] == [1, 1, 1, 1]
    assert drawn == [5, 6, 7]
    assert [event.cause for event in of_type(events, PlayerKnockedOut)] == ["final_attack"]
    assert of_type(events, CountdownAdvanced)[0].space == 5
    assert state.phase == "ENDED"


def test_clank_ex_14_an_attack_in_between_has_no_extra():
    start = table(
        thief("A00", status="left", tokens="artifact_5 mastery"),
        thief(),
        row="kobold - ladder ladder ladder ladder",
        deck="ogre",
        rage=4,
        seat=1,
        countdown=(0, 1),
    )
    _, events = do(start, EndTurn(seat=1), dice=[("black",) * 4, ("black",) * 5])
    assert [(event.cause, event.cubes) for event in of_type(events, DragonAttackStarted)] == [
        ("refill", 4),
        ("countdown", 5),
    ]


def test_clank_ex_15_arrive_before_the_attack():
    start = table(
        thief(clank=1),
        thief(),
        row="ladder ladder - - ladder -",
        deck="ogre shrine watcher",
        rage=3,
        black_aside=5,
    )
    after, events = do(start, END, dice=[("black", "black", "black")])
    assert of_type(events, DragonCubesReturned)[0].count == 3
    (attack,) = of_type(events, DragonAttackStarted)
    assert (attack.moved_to_bag, attack.cubes) == ((2, 1), 3)
    assert after.black_bag + sum(player.bag for player in after.players) == 25 - 3
    assert after.black_aside == 2 + 3


def test_clank_ex_16_treasure_hunter():
    start = table(
        thief(hand="treasure_hunter mister_whiskers"), row="sneak ladder ladder ladder ladder ladder", deck="kobold"
    )
    state, events = do(start, PlayCard(seat=0, card_id="treasure_hunter", row_slot=0))
    assert (names(state.row)[0], names(state.dungeon_discard)) == ("kobold", ["sneak"])
    assert of_type(events, DragonAttackStarted) == []
    _, events = do(state, PlayCard(seat=0, card_id="mister_whiskers", option=1), END)
    assert of_type(events, DragonAttackStarted) == []
    roar = PlayCard(seat=0, card_id="mister_whiskers", option=0)
    _, events = do(state, roar, dice=[("black",) * 3])
    assert of_type(events, DragonAttackStarted)[0].danger == 1


def test_clank_ex_17_search():
    start = table(thief(hand="pickaxe search treasure_map search"))
    state, _ = do(start, *play("pickaxe"), Fight(seat=0, target="goblin"))
    assert (state.players[0].gold, state.turn.gold_gains) == (3, 2)
    state, events = do(state, *play("search"))
    (catch_up,) = of_type(events, GoldGained)
    assert (catch_up.bonus, catch_up.is_gain, state.players[0].gold) == (2, False, 5)
    state, _ = do(state, *play("treasure_map"))
    assert state.players[0].gold == 11
    state, _ = do(state, *play("search.2"))
    assert state.players[0].gold == 14


def test_clank_ex_18_teleport():
    start = table(thief("A25", "invoker_of_the_ancients", damage=2), at={"A26": "chalice"})
    state, events = do(start, *play("invoker_of_the_ancients"))
    assert (of_type(events, ClankAdded)[0].added, state.turn.teleports) == (1, 1)
    with pytest.raises(IllegalMove, match="teleport_pending"):
        do(state, END)
    state, _ = do(state, Teleport(seat=0, to_room="A26"), TakeToken(seat=0, token_slot=0))
    assert kinds(state.players[0].tokens) == ["chalice"]
    other = table(thief("A16", "invoker_of_the_ancients", damage=2))
    against, _ = do(other, *play("invoker_of_the_ancients"), Teleport(seat=0, to_room="A10"))
    assert (against.players[0].room, against.players[0].meter) == ("A10", 1)


def test_clank_ex_19_magic_spring():
    choosing = table(
        thief("A02", play="burgle burgle stumble", discard="explore"), at={"A02": "magic_spring"}, phase="TOKEN_CHOICE"
    )
    state, _ = do(choosing, TakeToken(seat=0, token_slot=0), END)
    (template,) = GAME.rules.choices(state, 0)
    assert sorted(template.params["card_id"].one_of) == ["burgle", "burgle.2", "explore", "stumble"]
    with pytest.raises(IllegalMove, match="not_found"):
        do(state, TrashCard(seat=0, card_id="burgle.3"))  # it lies in the deck
    state, events = do(state, TrashCard(seat=0, card_id="stumble"))
    assert names(state.players[0].trashed) == ["stumble"]
    assert sorted(names(state.players[0].discard)) == ["burgle", "burgle", "explore"]
    assert of_type(events, CardsDrawn)[0].count == 5


def test_clank_ex_20_leaving_and_finishing_the_turn():
    start = table(
        thief("A01", "stumble", tokens="artifact_15"),
        thief(clank=1),
        boots=1,
        skill=7,
        row="- ladder ladder ladder ladder ladder",
        deck="ogre",
    )
    state, events = do(start, go("A-c01"))
    assert of_type(events, PlayerLeftDungeon, MasteryAwarded, CountdownStarted)
    assert (state.countdown_seat, state.countdown_space) == (0, 1)
    state, _ = do(state, AcquireCard(seat=0, source="reserve", pile="secret_tome"))
    state, _ = do(state, *play("stumble"))
    assert state.players[0].clank == 0
    state, events = do(state, END, dice=[(1, "black")])
    assert of_type(events, CardsDrawn) == []
    assert len(of_type(events, RowRefilled)) == 1
    assert state.players[1].meter == 1


def test_clank_ex_21_dead_run_after_a_cave():
    start = table(thief("A06", "dead_run"), boots=1, exhausted=True)
    state, _ = do(start, *play("dead_run"))
    assert (state.players[0].clank, state.turn.boots) == (2, 3)
    state, _ = do(state, go("A-c12"))
    assert state.players[0].room == "A10"


def test_clank_ex_22_a_score_of_111():
    player = table(
        thief(
            "A00",
            status="left",
            tokens="artifact_20 artifact_7 backpack crown_10 dragon_egg monkey_idol mastery",
            gold=13,
            discard="secret_tome secret_tome wizard the_duke dwarven_peddler sapphire burgle stumble",
        )
    ).players[0]
    assert score(player, 0) == Score(seat=0, artifacts=27, tokens=43, gold=13, cards=28, total=111)


def test_clank_ex_23_mandatory_discard():
    given = at_table(thief(hand="apothecary burgle", damage=2))
    after, _ = do(given, PlayCard(seat=0, card_id="apothecary", discard_card_id="burgle", option=2))
    assert after.players[0].meter == 1
    given.when(PlayCard(seat=0, card_id="apothecary", option=2)).then_refused("CLANK-19.3", "bad_params")


def test_clank_ex_24_re_entering():
    at = {"A11": "treasure skill_boost"}
    given = at_table(thief("A11"), at=at, boots=3, swords=1)
    given.when(TakeToken(seat=0, token_slot=0)).then_refused("CLANK-9.5", "wrong_phase")
    cave, _ = do(given, go("A-c22"))
    assert cave.turn.exhausted
    with pytest.raises(IllegalMove, match="exhausted"):
        do(cave, go("A-c22"))
    back, _ = do(given, go("A-c18", swords=1), go("A-c18"))
    assert (back.phase, back.players[0].meter) == ("TOKEN_CHOICE", 1)
