"""Corners of the cards: what happens when they meet each other, or find nothing to work on."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.munchkin_apocalypse.table import Table, item, seat, stowed, table

KID, BLOGGER, MILITIA, SCIENTIST = "class-kid", "class-blogger", "class-militia", "class-scientist"


def meets(monster: str, *players: Any, **kwargs: Any) -> Table:
    return table(*players, doors=monster, **kwargs).do(0, "open_door")


class TestMonsters:
    def test_a_copy_has_the_text_of_its_original(self):
        t = meets("mean-office-supplies", seat(classes=SCIENTIST), seat(hand="evil-twin"))
        t.do(1, "play_monster_enhancer", card="evil-twin", monster="m1")
        assert t.monsters == 2 * (6 + 3)

    def test_whoever_brings_the_vampire_landlord_the_fighter_discards(self):
        goods = {"hand": "tire-iron nail-gun"}
        t = meets("expired-burrito", seat(**goods), seat(hand="wandering-monster vampire-landlord"))
        t.do(1, "play_wandering_monster", card="wandering-monster").choose("vampire-landlord")
        assert (t.state.choice.seat, t.state.choice.kind) == (0, "hand_card")
        t = meets("fire-ants", seat(**goods), seat(hand="mistaken-identity vampire-landlord"))
        t.do(1, "play_special", card="mistaken-identity", target="m1").choose("vampire-landlord")
        assert (t.state.choice.seat, t.state.choice.kind) == (0, "hand_card")

    def test_a_copy_of_the_vampire_landlord_enters_too(self):
        t = meets("vampire-landlord", seat(hand="tire-iron"), seat(hand="evil-twin"))
        assert t.hand() == []
        t = meets("vampire-landlord", seat(hand="tire-iron nail-gun riot-helmet"), seat(hand="evil-twin"))
        t.choose("tire-iron").do(1, "play_monster_enhancer", card="evil-twin", monster="m1").choose("nail-gun")
        assert t.hand() == ["riot-helmet"]

    def test_a_helper_who_is_there_stays_when_help_is_forbidden(self):
        t = meets("fire-ants", seat(), seat(5), seat(hand="wandering-monster karaoke-locusts")).helped_by(1)
        t.do(2, "play_wandering_monster", card="wandering-monster").choose("karaoke-locusts")
        assert t.state.combat.helper == 1

    def test_the_best_gold_counts_enhancers_and_one_shots(self):
        goods = [item("tire-iron", enhancers="nuclear-powered"), stowed("electrified-umbrella"), "suitcase-nuke"]
        t = meets("ghost-of-a-tax-inspector", seat(items=goods), seat()).runs().rolls(1)
        assert t.items() == ["electrified-umbrella", "suitcase-nuke"]
        t = meets("ghost-of-a-tax-inspector", seat(items="tire-iron suitcase-nuke"), seat()).runs().rolls(1)
        assert t.items() == ["tire-iron"]

    def test_the_best_bonus_counts_no_grip_and_no_one_shot(self):
        goods = [item("tire-iron", both_hands=True), "riot-helmet", "suitcase-nuke"]
        t = meets("kitten-the-size-of-a-mall", seat(6, items=goods, classes=MILITIA), seat()).runs().rolls(1)
        assert t.items() == ["suitcase-nuke", "tire-iron"]

    def test_an_attached_enhancer_is_no_item_of_its_own(self):
        t = meets("vampire-landlord", seat(6, items=[item("nail-gun", enhancers="chrome-plated")]), seat())
        t.runs().rolls(1)
        assert t.items() == []
        assert t.is_discarded("chrome-plated")

    def test_mole_people_take_every_big_item(self):
        goods = {"items": "diesel-generator shopping-cart-chariot nail-gun", "hirelings": "cheater"}
        t = meets("mole-people-union", seat(6, **goods), seat()).runs().rolls(1)
        assert t.items() == ["nail-gun"]

    def test_octobear_takes_two_hand_items_too(self):
        t = meets("octobear", seat(6, items=["pressure-washer", stowed("nail-gun"), "riot-helmet"]), seat())
        t.runs().rolls(1)
        assert t.items() == ["riot-helmet"]

    def test_the_storm_cloud_silences_the_helpers_headgear_as_well(self):
        t = meets("sentient-storm-cloud", seat(1), seat(2, items="riot-helmet")).helped_by(1)
        assert t.fighters == 3

    def test_bad_stuff_strikes_the_runner_who_was_caught_alone(self):
        t = meets("carnivorous-salad-bar", seat(2), seat(2)).helped_by(1).runs()
        t.do(0, "roll_escape", monster="m1", dice=[5]).do(1, "roll_escape", monster="m1", dice=[1])
        assert (t.level(0), t.level(1)) == (2, 1)


class TestDisasters:
    def test_zombie_plague_works_in_the_present_combat(self):
        t = meets(
            "fire-ants", seat(3), seat(hand="zombie-plague mummified-accountant"), next_seals="seal-rain-of-frogs"
        )
        t.refuses(1, "join_horde", "horde_not_present", card="mummified-accountant")
        t.do(1, "play_disaster", card="zombie-plague", target=0).do(1, "join_horde", card="mummified-accountant")
        assert t.monsters == 10 + 6 + 2

    def test_zombie_plague_makes_holy_water_stronger(self):
        t = meets("fire-ants", seat(3, disasters="zombie-plague", hand="holy-tap-water"), seat())
        assert t.do(0, "play_one_shot", card="holy-tap-water", side="fighters").fighters == 10

    def test_a_lingering_cough_asks_which_card(self):
        t = table(seat(), seat(disasters="lingering-cough", hand="tire-iron nail-gun"), phase="TURN_END")
        t.do(0, "end_turn", dice=[1])
        assert (t.phase, t.state.choice.seat) == ("CHOICE", 1)
        t.choose("nail-gun")
        assert (t.hand(1), t.phase) == (["tire-iron"], "TURN_START")

    def test_a_lingering_cough_finds_an_empty_hand(self):
        t = table(seat(), seat(disasters="lingering-cough"), phase="TURN_END").do(0, "end_turn", dice=[1])
        assert t.phase == "TURN_START"
        assert len(t.state.players[1].disasters) == 1

    def test_bird_flu_skips_a_dead_neighbour(self):
        t = table(seat(hand="bird-flu"), seat(3), seat(alive=False), seat(hand="nail-gun"))
        t.do(0, "play_disaster", card="bird-flu", target=1)
        assert (t.level(1), t.hand(3)) == (2, [])

    def test_wrong_postcode_between_two_returns_to_the_sender(self):
        t = table(seat(5, hand="clocks-go-back"), seat(5, hand="wrong-postcode"))
        t.do(0, "play_disaster", card="clocks-go-back", target=1).respond("wrong-postcode")
        assert (t.level(0), t.level(1)) == (3, 5)

    def test_a_disaster_is_no_shelter_for_a_lasting_one(self):
        """Two Disasters that last lie side by side."""
        t = table(seat(8, disasters="rolling-blackout sprained-everything"), seat(), doors="expired-burrito")
        assert t.do(0, "open_door").fighters == 3
        t.wins()
        assert t.state.players[0].disasters == ()


class TestTreasures:
    def test_a_spared_escape_by_smoke_bomb_still_meets_the_horsemen(self):
        t = meets("horsemen-on-scooters", seat(6, hand="smoke-bomb"), seat()).runs()
        assert t.do(0, "play_one_shot", card="smoke-bomb").level() == 5

    def test_seal_superglue_finds_nothing_to_close(self):
        t = table(seat(hand="seal-superglue"), seat()).do(0, "play_one_shot", card="seal-superglue")
        assert not t.happened("SealClosed")
        assert t.is_discarded("seal-superglue")

    def test_friendly_repossession_of_somebody_without_items(self):
        t = table(seat(hand="friendly-repossession"), seat())
        t.do(0, "play_special", card="friendly-repossession", target=1)
        assert t.is_discarded("friendly-repossession")
        assert t.items() == []

    @pytest.mark.rules("MUNCH-17.21")
    def test_friendly_repossession_leaves_cheat_behind_and_takes_enhancers_along(self):
        goods = [item("nail-gun", enhancers="chrome-plated", cheat="cheat")]
        t = table(seat(hand="friendly-repossession"), seat(items=goods))
        t.do(0, "play_special", card="friendly-repossession", target=1)
        assert t.is_discarded("cheat")
        (taken,) = t.state.players[0].items
        assert (taken.card, taken.enhancers, taken.cheat, taken.in_use) == (
            "nail-gun#1",
            ("chrome-plated#1",),
            None,
            False,
        )

    def test_dumpster_dive_into_an_empty_pile(self):
        t = table(seat(hand="dumpster-dive"), seat()).do(0, "play_special", card="dumpster-dive")
        assert t.hand() == []
        assert t.is_discarded("dumpster-dive")

    def test_pity_promotion_needs_somebody_below_the_ceiling(self):
        t = table(seat(9, hand="level-pity-promotion"), seat(9))
        t.refuses(0, "play_special", "winning_level_needs_kill", card="level-pity-promotion")

    def test_borrowed_glory_is_not_played_only_to_hurt(self):
        t = table(seat(9, hand="level-borrowed-glory"), seat(5))
        t.refuses(0, "play_special", "winning_level_needs_kill", card="level-borrowed-glory", target=1)

    def test_a_one_shot_played_in_vain_is_gone_after_the_combat(self):
        t = meets("fire-ants", seat(1, hand="powdered-water"), seat())
        t.do(0, "play_one_shot", card="powdered-water", side="fighters").runs()
        assert not t.is_discarded("powdered-water")
        t.rolls(6)
        assert t.is_discarded("powdered-water")

    def test_level_cards_in_an_epic_game_go_up_to_nineteen(self):
        t = table(seat(18, hand="level-found-a-cult"), seat(19), epic=True)
        t.refuses(0, "play_special", "winning_level_needs_kill", card="level-found-a-cult", target=1)
        assert t.do(0, "play_special", card="level-found-a-cult", target=0).level() == 19


class TestSeals:
    def test_fifteen_year_supply_does_not_stop_the_opening_effect(self):
        goods = {"items": "fifteen-year-supply", "hand": "tire-iron nail-gun"}
        t = table(seat(hand="zoo-escape", classes=MILITIA), seat(**goods), next_seals="seal-beer-shortage")
        t.do(0, "play_disaster", card="zoo-escape", target=1).all_pass(dice=[("nail-gun#1",)])
        assert (t.hand(0), t.hand(1)) == (["nail-gun"], ["tire-iron"])

    def test_a_seal_opened_in_the_middle_is_finished_before_the_next_step(self):
        """Volcano opens DOOM!!, which costs a Level of its own, and a Blogger draws before the Volcano goes on."""
        t = table(
            seat(hand="volcano-in-the-basement", classes=BLOGGER), seat(5), doors="fire-ants", next_seals="seal-doom"
        )
        t.do(0, "play_disaster", card="volcano-in-the-basement", target=1)
        names = [type(event).__name__ for event in t.events]
        assert names.index("SealOpened") < names.index("LevelLost") < names.index("CardsDrawn")
        assert names.index("CardsDrawn") < len(names) - 1 - names[::-1].index("LevelLost")
        assert t.level(1) == 3

    def test_a_closed_seal_uncovers_the_one_below_without_opening_it_again(self):
        t = meets("fire-ants", seat(5, hand="seal-superglue"), seat(5), seals="seal-doom seal-lights-out")
        t.do(0, "play_one_shot", card="seal-superglue")
        assert (t.level(0), t.level(1)) == (5, 5)
        t.helped_by(1).runs().do(0, "roll_escape", monster="m1", dice=[6])
        assert t.happened("EscapeRolled")[0].modifier == -1

    def test_no_seal_bonus_still_leaves_the_tags_and_enhancers(self):
        t = meets("fire-ants", seat(), seat(hand="foaming-at-the-mouth"), seals="seal-doom seal-eye-of-the-storm")
        assert t.do(1, "play_monster_enhancer", card="foaming-at-the-mouth", monster="m1").monsters == 15


class TestPlaying:
    def test_cheat_on_an_item_in_use_frees_its_slot(self):
        t = table(seat(hand="cheat riot-helmet", items="colander-helmet"), seat(), doors="fire-ants")
        t.do(0, "play_special", card="cheat", target="colander-helmet").do(0, "play_item", card="riot-helmet")
        assert t.in_use() == ["colander-helmet", "riot-helmet"]
        assert t.do(0, "open_door").fighters == 1 + 1 + 3

    def test_a_lost_class_takes_its_abilities_at_once(self):
        t = meets("fire-ants", seat(5, hand="nail-gun", classes=BLOGGER), seat())
        t.do(0, "discard_class", card=BLOGGER)
        t.refuses(0, "use_ability", "card_not_available", source=BLOGGER, ability="comment-storm", target="fighters")

    def test_a_kid_pays_with_a_super_munchkin_and_must_choose_a_class(self):
        goods = {"classes": "class-kid class-blogger", "super_munchkins": "super-munchkin"}
        t = meets("fire-ants", seat(5, **goods), seat()).runs()
        t.do(0, "roll_escape", monster="m1", dice=[1]).respond(source=KID, ability="dodge-and-weave")
        t.choose("super-munchkin", dice=[6])
        assert (t.state.choice.kind, set(t.state.choice.options)) == ("class", {"class-kid#1", "class-blogger#1"})
        t.choose(KID)
        assert t.classes() == [BLOGGER]
        assert t.level() == 5
