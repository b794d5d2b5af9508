"""The four Classes and their abilities, Super Munchkin, Cheat!, Cheater and Paranoia."""

from __future__ import annotations

import pytest

from tests.games.munchkin_apocalypse.table import item, seat, stowed, table

BLOGGER, KID, MILITIA, SCIENTIST = "class-blogger", "class-kid", "class-militia", "class-scientist"


@pytest.mark.parametrize("card", [f"{name}#{n}" for name in (BLOGGER, KID, MILITIA, SCIENTIST) for n in (1, 2, 3)])
@pytest.mark.rules("MUNCH-16.3", "MUNCH-4.7")
def test_munch_16_1_every_class_card_can_be_played(card):
    t = table(seat(hand=card), seat()).do(0, "play_class", card=card)
    assert t.state.players[0].classes == (card,)
    assert t.hand() == []


class TestBlogger:
    @pytest.mark.rules("MUNCH-V.3")
    def test_munch_22_18_live_feed_draws_a_door_whoever_opens_the_seal(self):
        t = table(
            seat(hand="zoo-escape", classes=BLOGGER),
            seat(),
            seat(classes="class-blogger#2"),
            doors="fire-ants octobear",
            next_seals="seal-doom",
        )
        t.do(0, "play_disaster", card="zoo-escape", target=1)
        drawn = t.happened("CardsDrawn")
        assert [(one.seat, one.cards, one.open) for one in drawn] == [
            (2, ("fire-ants#1",), False),  # in turn order from the opener
            (0, ("octobear#1",), False),
        ]

    def test_live_feed_is_silent_for_the_seventh_seal(self):
        six = "seal-doom seal-lights-out seal-restless-graves seal-rain-of-frogs seal-panic-buying seal-jam-shortage"
        t = table(seat(hand="zoo-escape", classes=BLOGGER), seat(), seals=six)
        t.do(0, "play_disaster", card="zoo-escape", target=1)
        assert t.phase == "MATCH_OVER"
        assert not t.happened("CardsDrawn")

    @pytest.mark.rules("MUNCH-16.2")
    def test_munch_16_6_comment_storm_costs_a_hand_card_and_gives_two(self):
        t = table(seat(5, hand="nail-gun tire-iron riot-helmet", classes=BLOGGER), seat(), doors="fire-ants")
        t.do(0, "open_door").do(0, "use_ability", source=BLOGGER, ability="comment-storm", target="fighters")
        assert (t.phase, t.state.choice.kind, t.fighters) == ("CHOICE", "cost", 5)
        t.choose("nail-gun")
        assert (t.fighters, t.monsters) == (7, 10)
        assert t.is_discarded("nail-gun")

    def test_comment_storm_works_twice_in_a_combat(self):
        t = table(seat(5), seat(hand="nail-gun tire-iron riot-helmet", classes=BLOGGER), doors="fire-ants")
        t.do(0, "open_door")
        for card in ("nail-gun", "tire-iron"):
            t.do(1, "use_ability", source=BLOGGER, ability="comment-storm", target="monsters").choose(card)
        assert t.monsters == 14
        t.refuses(1, "use_ability", "ability_used_up", source=BLOGGER, ability="comment-storm", target="monsters")

    def test_comment_storm_needs_a_combat_and_a_card(self):
        t = table(seat(5, hand="nail-gun", classes=BLOGGER), seat(), doors="fire-ants")
        t.refuses(0, "use_ability", "wrong_timing", source=BLOGGER, ability="comment-storm", target="fighters")
        t = table(seat(5, items="nail-gun", classes=BLOGGER), seat(), doors="fire-ants").do(0, "open_door")
        t.refuses(0, "use_ability", "cannot_pay", source=BLOGGER, ability="comment-storm", target="fighters")

    def test_comment_storm_is_no_one_shot_to_a_scientist(self):
        t = table(
            seat(5, hand="nail-gun", classes="class-blogger class-scientist", super_munchkins="super-munchkin"),
            seat(),
            doors="fire-ants",
        )
        t.do(0, "open_door").do(0, "use_ability", source=BLOGGER, ability="comment-storm", target="fighters")
        if t.phase == "CHOICE":
            t.choose("nail-gun")
        assert t.fighters == 7


class TestKid:
    @pytest.mark.rules("MUNCH-5.21", "MUNCH-13.10")
    def test_dodge_and_weave_throws_the_die_again(self):
        t = table(seat(5, items="tire-iron", classes=KID), seat(), doors="fire-ants").do(0, "open_door").runs()
        t.do(0, "roll_escape", monster="m1", dice=[1])
        assert t.phase == "RESPONSE"
        t.respond(source=KID, ability="dodge-and-weave", dice=[5])
        assert len(t.happened("WindowVoided")) == 1
        (again,) = t.happened("EscapeRerolled")
        assert (again.die, again.total) == (5, 5)
        assert t.is_discarded("tire-iron")
        assert t.happened("EscapeResolved")[0].escaped

    def test_dodge_and_weave_pays_with_a_card_of_ones_choice(self):
        t = table(seat(5, items="tire-iron", hand="nail-gun", classes=KID), seat(), doors="fire-ants")
        t.do(0, "open_door").runs().do(0, "roll_escape", monster="m1", dice=[1])
        t.respond(source=KID, ability="dodge-and-weave")
        assert set(t.state.choice.options) == {"tire-iron#1", "nail-gun#1"}  # not the Class itself
        t.choose("nail-gun", dice=[6]).all_pass()
        assert t.level() == 5

    def test_dodge_and_weave_works_once_against_each_monster(self):
        t = table(
            seat(5, items="tire-iron riot-helmet duct-tape-vest", classes=KID),
            seat(hand="mummified-accountant"),
            doors="horde-of-hungry-undead",
        )
        t.do(0, "open_door").do(1, "join_horde", card="mummified-accountant").runs()
        t.do(0, "roll_escape", monster="m1", dice=[1]).respond(source=KID, ability="dodge-and-weave")
        t.choose("duct-tape-vest", dice=[5])
        t.all_pass()
        t.do(0, "roll_escape", monster="m2", dice=[1])
        assert t.phase == "RESPONSE"
        t.respond(source=KID, ability="dodge-and-weave").choose("riot-helmet", dice=[2]).all_pass()
        assert t.items() == []  # the Accountant takes the tire iron
        assert t.phase == "TURN_END"

    def test_a_loaded_die_may_follow_dodge_and_weave(self):
        t = table(seat(5, hand="loaded-die nail-gun", classes=KID), seat(), doors="fire-ants")
        t.do(0, "open_door").runs().do(0, "roll_escape", monster="m1", dice=[1])
        t.respond(source=KID, ability="dodge-and-weave").choose("nail-gun", dice=[2])
        t.refuses(0, "respond", "ability_used_up", window=t.state.window.id, source=KID, ability="dodge-and-weave")
        t.respond("loaded-die", dice=[5])
        assert t.happened("EscapeResolved")[0].escaped

    @pytest.mark.rules("MUNCH-18.9")
    def test_pocket_money_doubles_one_item_of_a_sale(self):
        t = table(seat(2, hand="fifteen-year-supply", classes=KID), seat())
        t.do(0, "add_to_sale", card="fifteen-year-supply")
        t.do(0, "use_ability", source=KID, ability="pocket-money", target="fifteen-year-supply")
        t.do(0, "complete_sale")
        (sold,) = t.happened("ItemsSold")
        assert (sold.total, sold.levels) == (2000, 2)
        assert t.level() == 4

    def test_pocket_money_counts_enhancers_and_once_a_turn(self):
        goods = [item("diesel-generator", enhancers="covered-in-spikes"), stowed("nail-gun")]
        t = table(seat(2, items=goods, hand="rocket-roller-skates electrified-umbrella", classes=KID), seat())
        t.do(0, "add_to_sale", card="diesel-generator")
        t.do(0, "use_ability", source=KID, ability="pocket-money", target="diesel-generator")
        t.refuses(0, "use_ability", "ability_used_up", source=KID, ability="pocket-money", target="diesel-generator")
        t.do(0, "complete_sale")
        (sold,) = t.happened("ItemsSold")
        assert (sold.total, sold.levels) == (2 * (800 + 300), 2)
        t.do(0, "add_to_sale", card="nail-gun")
        t.refuses(0, "use_ability", "ability_used_up", source=KID, ability="pocket-money", target="nail-gun")

    def test_pocket_money_is_not_spent_by_a_cancelled_sale(self):
        t = table(seat(2, hand="fifteen-year-supply", classes=KID), seat())
        for _ in range(2):
            t.do(0, "add_to_sale", card="fifteen-year-supply")
            t.do(0, "use_ability", source=KID, ability="pocket-money", target="fifteen-year-supply")
            t.do(0, "cancel_sale")
        assert t.level() == 2


class TestMilitia:
    def test_munch_17_20_firm_grip_gives_three_more(self):
        t = table(seat(5, items="tire-iron", classes=MILITIA), seat(), doors="fire-ants")
        t.do(0, "set_grip", card="tire-iron", both=True).do(0, "open_door")
        assert t.fighters == 5 + 2 + 3

    def test_firm_grip_needs_both_hands_and_a_one_hand_item(self):
        t = table(seat(items="tire-iron nail-gun", classes=MILITIA), seat())
        t.refuses(0, "set_grip", "slot_taken", card="tire-iron", both=True)
        t = table(seat(items="pressure-washer", classes=MILITIA), seat())
        t.refuses(0, "set_grip", "no_grip", card="pressure-washer", both=True)
        t = table(seat(items="tire-iron"), seat())
        t.refuses(0, "set_grip", "no_grip", card="tire-iron", both=True)

    def test_firm_grip_fills_both_hands(self):
        t = table(seat(items=[item("tire-iron", both_hands=True), stowed("nail-gun")], classes=MILITIA), seat())
        t.refuses(0, "wield_item", "slot_taken", card="nail-gun")

    def test_firm_grip_ends_with_the_class_and_the_item_stays_in_use(self):
        t = table(seat(5, items=[item("tire-iron", both_hands=True)], classes=MILITIA), seat(), doors="fire-ants")
        t.do(0, "open_door").do(0, "discard_class", card=MILITIA)
        assert t.fighters == 5 + 2
        assert t.in_use() == ["tire-iron"]

    def test_stocked_bunker_stops_a_disaster_for_two_cards(self):
        t = table(seat(hand="sinkhole"), seat(5, hand="nail-gun", items="tire-iron riot-helmet", classes=MILITIA))
        t.do(0, "play_disaster", card="sinkhole", target=1).respond(source=MILITIA, ability="stocked-bunker")
        t.choose("tire-iron").choose("riot-helmet")
        (resolved,) = t.happened("DisasterResolved")
        assert resolved.outcome == "cancelled"
        assert t.hand(1) == ["nail-gun"]
        assert t.is_discarded("sinkhole")

    def test_stocked_bunker_stops_a_disaster_behind_the_door(self):
        t = table(seat(5, items="tire-iron riot-helmet", classes=MILITIA), seat(), doors="clocks-go-back")
        t.do(0, "open_door").respond(source=MILITIA, ability="stocked-bunker")
        assert t.level() == 5
        assert t.phase == "AFTER_DOOR"

    def test_stocked_bunker_cannot_be_paid_with_one_card(self):
        t = table(seat(hand="clocks-go-back"), seat(5, items="tire-iron", classes=MILITIA))
        t.do(0, "play_disaster", card="clocks-go-back", target=1)
        assert t.phase == "TURN_START"  # nobody could respond
        assert t.level(1) == 3
        t = table(seat(hand="clocks-go-back"), seat(5, hand="nail-gun", classes=MILITIA))
        t.do(0, "play_disaster", card="clocks-go-back", target=1)
        t.refuses(1, "respond", "cannot_pay", window=t.state.window.id, source=MILITIA, ability="stocked-bunker")


class TestScientist:
    def test_field_test_makes_one_shots_stronger(self):
        t = table(seat(5, hand="powdered-water", classes=SCIENTIST), seat(), doors="fire-ants").do(0, "open_door")
        t.do(0, "play_one_shot", card="powdered-water", side="fighters")
        assert t.fighters == 5 + 5 + 2

    def test_field_test_works_for_a_bystander_and_for_the_monsters(self):
        t = table(seat(5), seat(hand="molotov-smoothie", classes=SCIENTIST), doors="fire-ants").do(0, "open_door")
        t.do(1, "play_one_shot", card="molotov-smoothie", side="monsters")
        assert t.monsters == 10 + 3 + 2

    def test_field_test_is_for_its_owner_alone(self):
        t = table(seat(5, hand="molotov-smoothie"), seat(classes=SCIENTIST), doors="fire-ants").do(0, "open_door")
        t.do(0, "play_one_shot", card="molotov-smoothie", side="fighters")
        assert t.fighters == 8

    @pytest.mark.rules("MUNCH-10.6")
    def test_munch_10_3_controlled_experiment_removes_a_monster_for_the_whole_hand(self):
        t = table(
            seat(5, hand="nail-gun tire-iron riot-helmet zoo-escape", classes=SCIENTIST), seat(), doors="fire-ants"
        )
        t.do(0, "open_door").do(0, "use_ability", source=SCIENTIST, ability="controlled-experiment", target="m1")
        (gone,) = t.happened("MonsterEliminated")
        assert gone.treasures == 3
        assert t.level() == 5
        assert len(t.hand()) == 3
        assert t.is_discarded("zoo-escape")
        assert t.phase == "TURN_END"

    def test_controlled_experiment_needs_three_cards_and_a_part_in_the_combat(self):
        t = table(seat(5, hand="nail-gun tire-iron", classes=SCIENTIST), seat(), doors="fire-ants").do(0, "open_door")
        t.refuses(0, "use_ability", "cannot_pay", source=SCIENTIST, ability="controlled-experiment", target="m1")
        t = table(seat(5), seat(hand="nail-gun tire-iron riot-helmet", classes=SCIENTIST), doors="fire-ants")
        t.do(0, "open_door")
        t.refuses(1, "use_ability", "wrong_timing", source=SCIENTIST, ability="controlled-experiment", target="m1")

    @pytest.mark.rules("MUNCH-10.4", "MUNCH-10.5", "MUNCH-10.9")
    def test_controlled_experiment_on_one_of_two(self):
        t = table(
            seat(8, hand="nail-gun tire-iron riot-helmet", classes=SCIENTIST),
            seat(hand="mummified-accountant"),
            doors="ghost-of-a-tax-inspector",
        )
        t.do(0, "open_door").do(1, "join_horde", card="mummified-accountant")
        t.do(0, "use_ability", source=SCIENTIST, ability="controlled-experiment", target="m2")
        assert t.phase == "COMBAT"
        t.wins()
        assert t.level() == 9
        assert len(t.hand()) == 1 + 2


@pytest.mark.parametrize("card", ["super-munchkin", "super-munchkin#2"])
@pytest.mark.rules("MUNCH-16.10")
def test_munch_16_9_super_munchkin_allows_a_second_class(card):
    t = table(seat(5, hand=f"{card} class-scientist powdered-water", classes=MILITIA, items="tire-iron"), seat())
    t.refuses(0, "play_class", "class_limit", card="class-scientist")
    t.do(0, "play_super_munchkin", card=card, second="class-scientist")
    assert sorted(t.classes()) == [MILITIA, SCIENTIST]
    t.do(0, "discard_class", card=MILITIA)
    assert len(t.happened("SuperMunchkinDiscarded")) == 1
    assert t.classes() == [SCIENTIST]


def test_super_munchkin_makes_both_classes_work():
    t = table(
        seat(
            5,
            hand="powdered-water",
            items=[item("tire-iron", both_hands=True)],
            classes="class-militia class-scientist",
            super_munchkins="super-munchkin",
        ),
        seat(),
        doors="fire-ants",
    )
    t.do(0, "open_door").do(0, "play_one_shot", card="powdered-water", side="fighters")
    assert t.fighters == (5 + 2 + 3) + (5 + 2)


class TestCheat:
    @pytest.mark.rules("MUNCH-16.15")
    def test_munch_17_12_cheat_lets_an_item_of_another_class_be_used(self):
        t = table(seat(items=[stowed("hazmat-tuxedo")]), seat())
        t.refuses(0, "wield_item", "item_not_usable", card="hazmat-tuxedo")
        t = table(seat(5, hand="cheat", items=[stowed("hazmat-tuxedo"), "duct-tape-vest"]), seat(), doors="fire-ants")
        t.do(0, "play_special", card="cheat", target="hazmat-tuxedo")
        t.do(0, "wield_item", card="hazmat-tuxedo").do(0, "open_door")
        assert t.fighters == 5 + 1 + 4  # and it takes up no slot

    def test_cheat_frees_the_big_allowance_and_the_hands(self):
        goods = [item("chainsaw-on-a-pole", cheat="cheat"), "nail-gun", "tire-iron"]
        t = table(seat(5, hand="diesel-generator", items=goods), seat(), doors="fire-ants")
        t.do(0, "play_item", card="diesel-generator").do(0, "open_door")
        assert t.fighters == 5 + 4 + 3 + 2 + 4

    @pytest.mark.rules("MUNCH-17.17")
    def test_munch_17_21_cheat_goes_when_its_item_leaves(self):
        t = table(seat(items=[item("hazmat-tuxedo", cheat="cheat")]), seat())
        t.do(0, "discard_item", card="hazmat-tuxedo")
        assert t.is_discarded("cheat")

    def test_discarding_cheat_stows_what_may_not_be_used_without_it(self):
        t = table(seat(items=[item("hazmat-tuxedo", cheat="cheat"), "duct-tape-vest"]), seat())
        t.do(0, "discard_item", card="cheat")
        assert t.in_use() == ["duct-tape-vest"]
        assert t.is_discarded("cheat")

    def test_cheat_is_for_an_own_item(self):
        t = table(seat(hand="cheat"), seat(items="nail-gun"))
        t.refuses(0, "play_special", "bad_target", card="cheat", target="nail-gun")


@pytest.mark.rules("MUNCH-17.4", "MUNCH-17.5")
def test_munch_17_3_cheater_carries_a_second_big_item():
    t = table(seat(5, hand="cheater diesel-generator", items="sofa-cushion-fort"), seat(), doors="fire-ants")
    t.refuses(0, "play_item", "big_item_limit", card="diesel-generator")
    t.do(0, "play_special", card="cheater").do(0, "play_item", card="diesel-generator")
    assert t.items() == ["diesel-generator", "sofa-cushion-fort"]
    t.do(0, "discard_item", card="cheater")
    assert t.phase == "BIG_EXCESS"
    t.do(0, "give_big_item", card="diesel-generator", to=1)
    assert t.items(1) == ["diesel-generator"]


class TestParanoia:
    def test_trust_nobody_helps_a_lone_fighter(self):
        t = table(seat(5, paranoia="paranoia-trust-nobody"), seat(1), doors="fire-ants").do(0, "open_door")
        assert t.fighters == 7
        t.helped_by(1)
        assert t.fighters == 5 + 1

    def test_trust_nobody_forbids_helping(self):
        t = table(seat(5), seat(hand="paranoia-trust-nobody"), doors="fire-ants", fresh="paranoia-trust-nobody")
        t.do(1, "play_paranoia", card="paranoia-trust-nobody").do(0, "open_door")
        t.refuses(0, "open_deal", "help_forbidden", kind="help", partner=1)

    @pytest.mark.parametrize(("die", "level"), [(4, 3), (5, 5), (6, 5)])
    def test_munch_21_9_they_read_your_mail_may_stop_a_disaster(self, die, level):
        t = table(seat(hand="clocks-go-back"), seat(5, paranoia="paranoia-they-read-your-mail"))
        t.do(0, "play_disaster", card="clocks-go-back", target=1, dice=[die])
        (rolled,) = t.happened("DieRolled")
        assert rolled.seat == 1
        assert t.level(1) == level

    def test_always_know_the_exit_helps_running(self):
        t = table(seat(5, paranoia="paranoia-always-an-exit"), seat(), doors="fire-ants").do(0, "open_door").runs()
        t.do(0, "roll_escape", monster="m1", dice=[4])
        (rolled,) = t.happened("EscapeRolled")
        assert (rolled.modifier, rolled.total) == (1, 5)

    @pytest.mark.parametrize(
        "card", ["paranoia-trust-nobody", "paranoia-they-read-your-mail", "paranoia-always-an-exit"]
    )
    def test_munch_16_13_paranoia_is_played_in_ones_turn_without_limit(self, card):
        others = {"paranoia-trust-nobody", "paranoia-they-read-your-mail", "paranoia-always-an-exit"} - {card}
        t = table(seat(hand=card, paranoia=sorted(others)), seat()).do(0, "play_paranoia", card=card)
        assert len(t.state.players[0].paranoia) == 3
