"""The catalogue: 180 cards that add up, every word of the vocabulary known and used, and packs checked at the door."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from games.catalogue import BadCatalogue, read_document
from games.munchkin_apocalypse import vocabulary as word
from games.munchkin_apocalypse.catalogue import BASE, CATALOGUES, DATA, Card, card_of, catalogue_for, load_packs
from games.munchkin_apocalypse.checks import Composition, check_cards, check_composition
from games.munchkin_apocalypse.runnable import conditions_of
from games.munchkin_apocalypse.wording import ABILITIES, card_text, catalogue_json

CATALOGUE = catalogue_for()
CARDS = tuple(CATALOGUE.cards.values())


def of_type(*types: str) -> list[Card]:
    return [card for card in CARDS if card.type in types]


def with_step(step_type: type[Any], *types: str) -> list[Card]:
    """The cards of these types with such a step."""
    return [
        card
        for card in of_type(*types)
        if any(isinstance(s, step_type) for clause in card.clauses for s in clause.steps)
    ]


def steps() -> list[Any]:
    return [step for card in CARDS for clause in card.clauses for step in clause.steps]


def conditions() -> list[Any]:
    return [found for card in CARDS for clause in card.clauses for found in conditions_of(clause.when)]


class TestCounts:
    @pytest.mark.rules("MUNCH-1.2", "MUNCH-1.3", "MUNCH-1.4")
    def test_munch_1_1_three_decks_of_92_and_76_and_12_cards(self):
        assert {deck: len(cards) for deck, cards in CATALOGUE.decks.items()} == {"door": 92, "treasure": 76, "seal": 12}

    def test_the_doors_by_type(self):
        doors = Counter(CATALOGUE[instance].type for instance in CATALOGUE.decks["door"])
        assert doors == {
            "monster": 40,
            "monster_enhancer": 9,
            "disaster": 19,
            "class": 12,
            "super_munchkin": 2,
            "wandering_monster": 3,
            "cheat": 1,
            "hireling": 1,
            "paranoia": 3,
            "special": 2,
        }

    def test_the_treasures_by_type(self):
        treasures = Counter(CATALOGUE[instance].type for instance in CATALOGUE.decks["treasure"])
        assert treasures == {"item": 39, "one_shot": 16, "item_enhancer": 5, "level": 9, "special": 7}

    def test_the_items_by_slot(self):
        slots = Counter((card.slot, card.hands) for card in of_type("item"))
        assert slots == {
            ("headgear", 0): 5,
            ("armour", 0): 5,
            ("footgear", 0): 4,
            ("hands", 1): 10,
            ("hands", 2): 6,
            ("none", 0): 9,
        }
        assert sum(card.is_big for card in CARDS) == 7

    def test_162_rows_of_which_31_are_printed(self):
        assert Counter(card.deck for card in CARDS) == {"door": 79, "treasure": 71, "seal": 12}
        assert Counter(card.deck for card in CARDS if card.src == "F") == {"door": 19, "treasure": 8, "seal": 4}
        assert sum(card.copies for card in CARDS if card.src == "F") == 44
        assert sum(card.copies for card in CARDS if card.src == "O") == 136

    def test_each_class_has_three_copies(self):
        assert {card.gives: card.copies for card in of_type("class")} == {
            "blogger": 3,
            "kid": 3,
            "militia": 3,
            "scientist": 3,
        }

    def test_an_instance_is_a_row_and_a_copy_number(self):
        assert CATALOGUE["zoo-escape#2"] is CATALOGUE["zoo-escape#1"] is CATALOGUE.cards["zoo-escape"]
        assert CATALOGUE["fire-ants#1"].name == "Fire Ants"
        assert "fire-ants#2" not in CATALOGUE.instances
        assert card_of("zoo-escape#2") == "zoo-escape"


class TestBalance:
    def test_monster_levels(self):
        levels = Counter(card.level for card in of_type("monster"))
        assert levels == {
            1: 4,
            2: 4,
            3: 3,
            4: 4,
            5: 2,
            6: 4,
            7: 1,
            8: 5,
            9: 1,
            10: 4,
            12: 2,
            14: 2,
            16: 2,
            18: 1,
            20: 1,
        }
        assert sum(card.level for card in of_type("monster")) / 40 == pytest.approx(7.2, abs=0.05)

    def test_printed_treasures(self):
        treasures = Counter(card.treasures for card in of_type("monster"))
        assert treasures == {1: 13, 2: 13, 3: 8, 4: 4, 5: 2}
        assert sum(card.treasures for card in of_type("monster")) == 89

    def test_two_levels_for_the_four_strongest(self):
        assert {card.level for card in of_type("monster") if card.levels == 2} == {16, 18, 20}
        assert sum(card.levels == 2 for card in CARDS) == 4

    def test_death_is_rare_and_spares_beginners(self):
        deadly, sparing = with_step(word.Death, "monster"), with_step(word.AutoEscape, "monster")
        assert [card.level for card in deadly] == [14, 16, 18, 20]
        assert len(sparing) == 6
        assert set(map(id, deadly)) < set(map(id, sparing))

    def test_tags(self):
        tags = Counter(tag for card in of_type("monster") for tag in card.tags)
        assert tags == {"undead": 7, "shark": 4}
        adding = with_step(word.AddTag, "monster_enhancer")
        assert sum(card.copies for card in adding) == 3

    def test_item_bonuses_classes_and_gold(self):
        assert Counter(card.bonus for card in of_type("item")) == {0: 1, 1: 10, 2: 9, 3: 11, 4: 7, 5: 1}
        assert sum(card.bonus for card in of_type("item")) == 94
        assert Counter(card.only_for for card in of_type("item") if card.only_for) == {
            "scientist": 3,
            "blogger": 2,
            "kid": 1,
            "militia": 1,
        }
        assert sum(card.gold for card in of_type("item")) == 17_600
        assert sum(card.gold * card.copies for card in CARDS) == 23_200

    def test_one_shots_and_enhancers_balance(self):
        strong = [card for card in of_type("one_shot") if card.bonus]
        assert (sum(c.copies for c in strong), sum(c.copies * c.bonus for c in strong)) == (9, 37)
        assert sum(c.copies * c.bonus for c in of_type("monster_enhancer") if c.bonus > 0) == 43

    def test_sources_of_open_seals(self):
        assert sum(card.copies for card in with_step(word.OpenSeal, "disaster")) == 5
        assert sum(card.copies for card in with_step(word.OpenSeal, "monster")) == 2

    @pytest.mark.rules("MUNCH-2.7")
    def test_no_card_of_the_base_game_may_give_the_winning_level(self):
        assert not any(card.can_win for card in CARDS)


class TestVocabulary:
    def test_sizes(self):
        assert len(get_args(word.Trigger)) == 15
        assert len(get_args(word.Window)) == 8
        assert len(get_args(word.Condition)) == 11
        assert len(get_args(word.PlayerWord)) + 1 == 14
        assert len(get_args(word.Scope)) == 2
        assert len(get_args(word.Effect)) == 45
        assert len(get_args(word.Duration)) == 5
        assert get_args(word.Tag) == ("undead", "shark")
        assert get_args(word.Pick) == ("owner", "taker", "random")

    def test_munch_c_10_every_trigger_window_condition_player_word_and_effect_is_used(self):
        used = [clause for card in CARDS for clause in card.clauses]
        assert {clause.on for clause in used} == set(get_args(word.Trigger))
        assert {clause.window for clause in used} - {None} == set(get_args(word.Window))
        assert {type(found) for found in conditions()} == set(get_args(word.Condition))
        assert {type(step) for step in steps()} == set(get_args(word.Effect))
        people = [getattr(part, name, None) for part in (*steps(), *conditions()) for name in ("who", "giver", "taker")]
        assert {who for who in people if isinstance(who, str)} == set(get_args(word.PlayerWord))
        assert {who.holders for who in people if isinstance(who, word.Holders)} == set(CATALOGUE.kinds["class"].members)

    def test_filters_scopes_and_picks_in_use(self):
        filters = {getattr(part, "filter", None) for part in (*steps(), *conditions())}
        assert filters - {None} == {
            "any",
            *(word.ItemFilter(slot=slot) for slot in ("headgear", "armour", "footgear", "hands")),
            word.ItemFilter(size="big"),
            word.ItemFilter(best="bonus"),
            word.ItemFilter(best="gold"),
        }
        scopes = {getattr(step, "scope", None) for step in steps()} - {None}
        assert scopes == {"this", "each", word.Tagged("undead")}
        assert {getattr(step, "pick", None) for step in steps()} - {None} == set(get_args(word.Pick))

    def test_who_is_filled_in_by_the_trigger(self):
        ants = CATALOGUE.cards["fire-ants"].on("on_bad_stuff")[0]
        assert [step.who for step in ants.do] == ["victim", "victim"]
        assert CATALOGUE.cards["paranoia-trust-nobody"].on("in_combat")[0].do[0].who == "self"
        assert CATALOGUE.cards["shark-in-a-bucket"].on("on_run_away")[0].do[0].who == "runner"
        assert CATALOGUE.cards["bird-flu"].on("on_hit")[0].do[1].who == "left"

    def test_default_windows(self):
        windows = {
            "foaming-at-the-mouth": "any_combat",
            "wandering-monster": "any_combat",
            "zoo-escape": "any_time",
            "class-kid": "own_turn",
            "super-munchkin": "own_turn",
            "paranoia-always-an-exit": "own_turn",
            "cheater": "own_turn",
            "cheat": "own_turn",
            "tire-iron": "own_turn_calm",
            "chrome-plated": "own_turn_calm",
            "powdered-water": "any_combat",
            "level-found-a-cult": "any_time",
            "smoke-bomb": "run_away",
            "plot-armour": "run_roll",
            "seal-superglue": "any_time",
            "all-clear-siren": "disaster",
            "dumpster-dive": "own_turn_calm",
            "drafted-on-the-spot": "own_combat",
            "fire-ants": None,
            "seal-doom": None,
        }
        assert {card: CATALOGUE.cards[card].window for card in windows} == windows

    @pytest.mark.rules("MUNCH-C.1")
    def test_munch_1_10_no_card_reads_the_gender(self):
        assert "gender" not in msgspec.json.encode(CARDS).decode()


class TestClassAbilities:
    def test_what_each_is_called_and_when_it_works(self):
        table = {
            name: (clause.on, clause.window, clause.cost, clause.limit_per, clause.limit_times, clause.do)
            for card, names in ABILITIES.items()
            for name, clause in zip(names, CATALOGUE.cards[card].clauses, strict=True)
        }
        assert table == {
            "Live Feed": ("on_seal_open", None, None, None, 1, (word.Draw(deck="door", n=1),)),
            "Comment Storm": ("on_use", "any_combat", word.Cost(hand=1), "combat", 2, (word.SideBonus(n=2),)),
            "Dodge and Weave": ("on_use", "run_roll", word.Cost(cards=1), "monster", 1, (word.Reroll(),)),
            "Pocket Money": ("on_use", "own_turn_calm", None, "turn", 1, (word.SellDouble(),)),
            "Firm Grip": ("while_in_play", None, None, None, 1, (word.TwoHandGrip(n=3),)),
            "Stocked Bunker": ("on_use", "disaster", word.Cost(cards=2), "disaster", 1, (word.CancelDisaster(),)),
            "Field Test": ("while_in_play", None, None, None, 1, (word.OneshotBoost(n=2),)),
            "Controlled Experiment": (
                "on_use",
                "own_combat",
                word.Cost(whole_hand=3),
                "combat",
                1,
                (word.RemoveMonster(),),
            ),
        }

    def test_an_ability_is_found_by_its_name(self):
        militia = CATALOGUE.cards["class-militia"]
        assert militia.ability("stocked-bunker") is militia.clauses[1]
        assert militia.ability("comment-storm") is None


class TestWording:
    def test_munch_c_2_every_clause_has_a_sentence_made_from_it(self):
        for card in CARDS:
            text = card_text(card, CATALOGUE.cards)
            assert len(text) == len(card.clauses)
            assert all(sentence.endswith(".") and "{" not in sentence and "_" not in sentence for sentence in text)

    @pytest.mark.parametrize(
        ("card", "text"),
        [
            ("mean-office-supplies", "In combat: If a participant is a scientist, +3 for this monster."),
            ("smiling-gas-mask", "While in play: Disaster! Bird Flu does not affect you."),
            (
                "class-kid",
                "Dodge and Weave: After your escape die is thrown, discarding 1 card from hand or table, "
                "once for each monster: The escape die is thrown again.",
            ),
            (
                "holy-tap-water",
                "In any combat: If a monster is undead, +7 for the side you name; otherwise +2 ",
            ),
        ],
    )
    def test_some_texts(self, card, text):
        assert card_text(CATALOGUE.cards[card], CATALOGUE.cards)[0].startswith(text)

    def test_a_client_gets_rows_and_text(self):
        rows = {row["id"]: row for row in catalogue_json(CATALOGUE.cards)}
        assert len(rows) == 162
        assert rows["tire-iron"]["bonus"] == 2
        assert rows["class-blogger"]["class"] == "blogger"
        assert len(rows["class-blogger"]["text"]) == 2


def row(**changes: Any) -> dict[str, Any]:
    """A sound monster, with changes; a key changed to None is left out."""
    sound = {
        "id": "paper-tiger",
        "name": "Paper Tiger",
        "deck": "door",
        "type": "monster",
        "copies": 1,
        "level": 3,
        "treasures": 1,
        "levels": 1,
    }
    return {key: value for key, value in (sound | changes).items() if value is not None}


def item(**changes: Any) -> dict[str, Any]:
    keys = {"deck": "treasure", "type": "item", "level": None, "treasures": None, "levels": None}
    return row(**keys | {"bonus": 1, "slot": "none", "hands": 0, "size": "small", "gold": 100} | changes)


def one_shot(**changes: Any) -> dict[str, Any]:
    keys = {"deck": "treasure", "type": "one_shot", "level": None, "treasures": None, "levels": None}
    return row(**keys | {"bonus": 0, "gold": 100} | changes)


def special(**changes: Any) -> dict[str, Any]:
    return row(type="special", level=None, treasures=None, levels=None, **changes)


def clause(on: str, *do: dict[str, Any], **keys: Any) -> list[dict[str, Any]]:
    return [{"on": on, "do": list(do), **keys}]


BAD_ROWS = {
    "an unknown type": (row(type="pet"), "there is no card type 'pet'"),
    "no type": (row(type=None), "there is no card type None"),
    "a key of another type": (row(gold=100), "a card of type monster has no key 'gold'"),
    "an unknown key": (row(colour="red"), "a card of type monster has no key 'colour'"),
    "a missing key": (row(level=None), "needs the key 'level'"),
    "a level of a wrong kind": (row(level="high"), "level"),
    "a level out of range": (row(level=21), "level 1 to 20"),
    "too many treasures": (row(treasures=6), "treasures 1 to 5"),
    "too many levels": (row(levels=3), "levels 1 or 2"),
    "no copies": (row(copies=0), "copies"),
    "the wrong deck": (row(deck="treasure"), "does not belong to the treasure deck"),
    "a special of the Seals": (special(deck="seal"), "does not belong to the seal deck"),
    "an id with capitals": (row(id="Paper_Tiger"), "small letters"),
    "an id of the base game": (row(id="fire-ants"), "the id stands there twice"),
    "an unknown tag": (row(tags=["ghost"]), "ghost"),
    "an unknown class": (item(**{"class": "wizard"}), "there is no class 'wizard'"),
    "hands without the slot": (item(hands=1), "exactly when its slot is hands"),
    "the slot without hands": (item(slot="hands"), "exactly when its slot is hands"),
    "an unknown slot": (item(slot="tail"), "tail"),
    "an unknown trigger": (row(clause=clause("on_tuesday")), "on_tuesday"),
    "an unknown effect": (row(clause=clause("in_combat", {"op": "explode"})), "explode"),
    "an unknown condition": (row(clause=clause("in_combat", when={"is": "raining"})), "raining"),
    "an unknown player word": (row(clause=clause("on_win", {"op": "death", "who": "dealer"})), "dealer"),
    "an unknown parameter": (row(clause=clause("on_win", {"op": "death", "soon": True})), "soon"),
    "a missing parameter": (row(clause=clause("on_win", {"op": "draw", "deck": "door"})), "n"),
    "a filter of nothing": (row(clause=clause("on_win", {"op": "discard_item", "n": 1, "filter": {}})), "filter"),
    "a class unknown in a condition": (
        row(clause=clause("in_combat", when={"is": "has_class", "who": "fighter", "class": "elf"})),
        "there is no class 'elf'",
    ),
    "a class unknown inside not": (
        row(
            clause=clause(
                "in_combat", when={"is": "not", "of": [{"is": "has_class", "who": "fighter", "class": "elf"}]}
            )
        ),
        "there is no class 'elf'",
    ),
    "a class unknown in a bonus": (
        row(clause=clause("in_combat", {"op": "monster_bonus", "n": 1, "per": "elf"})),
        "there is no class 'elf'",
    ),
    "holders of an unknown class": (
        row(clause=clause("on_win", {"op": "draw", "deck": "door", "n": 1, "who": {"holders": "elf"}})),
        "there is no class 'elf'",
    ),
    "immune to nothing": (item(clause=clause("while_in_play", {"op": "immune", "card": "rain"})), "no card 'rain'"),
    "a kind that is not there": (
        row(
            type="super_munchkin",
            level=None,
            treasures=None,
            levels=None,
            clause=clause("while_in_play", {"op": "extra_class", "n": 1, "kind": "race"}),
        ),
        "no kind of character card 'race'",
    ),
    "an ability without a name": (
        item(clause=clause("on_use", {"op": "side_bonus", "n": 1}, window="any_combat")),
        "an ability of its own name",
    ),
    "two abilities of one name": (
        item(clause=clause("on_use", {"op": "side_bonus", "n": 1}, window="any_combat", ability="roar") * 2),
        "an ability of its own name",
    ),
    "an ability without a window": (item(clause=clause("on_use", ability="roar")), "needs a window"),
    "a window where nobody chooses": (row(clause=clause("on_win", window="any_time")), "has no window"),
    "a cost where nobody pays": (row(clause=clause("on_win", cost={"hand": 1})), "belong to on_use"),
    "a cost of nothing": (
        item(clause=clause("on_use", window="any_time", ability="roar", cost={"hand": 0})),
        "at least 1",
    ),
    "an unknown limit": (item(clause=clause("on_use", window="any_time", ability="roar", limit="year")), "year"),
    "a special without a window": (special(clause=clause("on_play", {"op": "close_seal"})), "needs a window"),
    "else without a condition": (
        row(clause=clause("on_win", {"op": "death"}, **{"else": [{"op": "close_seal"}]})),
        "needs a condition",
    ),
    "a die rolled all the time": (
        row(clause=clause("in_combat", {"op": "no_help"}, when={"is": "d6_at_least", "n": 3})),
        "a die cannot be rolled all the time",
    ),
    "a die rolled all the time by an enhancer": (
        row(
            type="monster_enhancer",
            level=None,
            levels=None,
            bonus=0,
            clause=clause("on_play", {"op": "extra_treasures", "n": 1}, when={"is": "d6_at_least", "n": 3}),
        ),
        "a die cannot be rolled all the time",
    ),
    "a response that kills its player": (
        special(clause=clause("on_play", {"op": "death"}, window="disaster")),
        "death cannot be run in the window disaster",
    ),
    "a further class by an item": (
        item(clause=clause("while_in_play", {"op": "extra_class", "n": 1})),
        "extra_class does nothing on a card of type item",
    ),
    "help forced by a one-shot": (
        one_shot(clause=clause("on_play", {"op": "force_help", "who": "other_player"})),
        "force_help cannot be run by on_play",
    ),
    "an effect at a trigger that cannot run it": (
        row(clause=clause("in_combat", {"op": "death"})),
        "death cannot be run by in_combat",
    ),
    "an effect on a type that cannot run it": (
        one_shot(clause=clause("on_play", {"op": "legalise_item"})),
        "legalise_item cannot be run by on_play",
    ),
    "an effect in a window that cannot run it": (
        one_shot(clause=clause("on_play", {"op": "reroll"}, window="any_time")),
        "reroll cannot be run in the window any_time",
    ),
    "a one-shot's bonus that its effect does not give": (
        one_shot(bonus=3, clause=clause("on_play", {"op": "side_bonus", "n": 2})),
        "its bonus is 3, but its effect gives 2",
    ),
    "an enhancer's bonus that its effect does not give": (
        row(
            type="monster_enhancer",
            level=None,
            levels=None,
            bonus=5,
            clause=clause("on_play", {"op": "monster_bonus", "n": 4}, {"op": "extra_treasures", "n": 1}),
        ),
        "its bonus is 5, but its effect gives 4",
    ),
    "an enhancer's treasures that its effect does not give": (
        row(type="monster_enhancer", level=None, levels=None, bonus=0, treasures=2),
        "its treasures is 2, but its effect gives 0",
    ),
    "a disaster that ends before its clause": (
        row(
            type="disaster",
            level=None,
            levels=None,
            treasures=None,
            clause=clause("in_combat", {"op": "no_help"}, lasts="next_combat"),
        ),
        "last longer or shorter",
    ),
    "a duration of a wrong kind": (
        row(type="disaster", level=None, levels=None, treasures=None, lasts="for ever"),
        "for ever",
    ),
    "a trigger at which the type is not looked at": (
        item(clause=clause("on_win", {"op": "death"})),
        "a card of type item has no use for on_win",
    ),
    "a special that does nothing": (special(), "needs an on_play clause"),
    "a one-shot that does nothing": (one_shot(), "needs an on_play clause"),
    "a Super Munchkin without a further class": (
        row(type="super_munchkin", level=None, treasures=None, levels=None),
        "needs the effect extra_class",
    ),
    "a level card without a level": (
        item(
            type="level",
            **dict.fromkeys(("bonus", "slot", "hands", "size", "gold")),
            clause=clause("on_play", {"op": "close_seal"}),
        ),
        "needs the effect gain_levels",
    ),
    "two windows for one card": (
        one_shot(
            clause=[
                *clause("on_play", {"op": "close_seal"}, window="any_time"),
                *clause("on_play", {"op": "close_seal"}, window="own_turn"),
            ]
        ),
        "have one window",
    ),
    "two kinds of target": (
        one_shot(
            bonus=1,
            clause=clause("on_play", {"op": "side_bonus", "n": 1}, {"op": "death", "who": "other_player"}),
        ),
        "names one target",
    ),
    "two kinds of target for an ability": (
        item(
            clause=clause(
                "on_use",
                {"op": "remove_monster"},
                {"op": "death", "who": "other_player"},
                window="any_combat",
                ability="roar",
            )
        ),
        "names one target",
    ),
    "a disaster for this combat": (
        row(type="disaster", level=None, levels=None, treasures=None, lasts="this_combat"),
        "not for this one",
    ),
    "a lasting clause on a disaster that does not last": (
        row(type="disaster", level=None, levels=None, treasures=None, clause=clause("in_combat", {"op": "no_help"})),
        "needs a disaster that lasts",
    ),
    "a player named where nobody could": (
        row(clause=clause("on_win", {"op": "death", "who": "any_player"})),
        "nobody names a player at on_win",
    ),
    "a victim where there is none": (
        row(clause=clause("on_win", {"op": "death", "who": "victim"})),
        "there is no victim at on_win",
    ),
    "a runner where there is none": (
        row(clause=clause("in_combat", when={"is": "level_at_most", "who": "runner", "n": 3})),
        "there is no runner at in_combat",
    ),
    "this monster where there is none": (
        item(clause=clause("in_combat", {"op": "monster_bonus", "n": 1})),
        "has no monster that 'this' could mean",
    ),
    "no card at all": (row(clause=clause("on_win", {"op": "draw", "deck": "door", "n": 0})), "1 or more"),
    "a monster that discards itself": (
        row(clause=clause("on_bad_stuff", {"op": "discard_self"})),
        "discard_self does nothing on a card of type monster",
    ),
    "help forced on oneself": (
        special(clause=clause("on_play", {"op": "force_help", "who": "self"}, window="own_combat")),
        "force_help is for other_player",
    ),
    "a disaster sent to a whole class": (
        special(clause=clause("on_play", {"op": "redirect_disaster", "who": {"holders": "kid"}}, window="disaster")),
        "redirect_disaster is for left or other_player",
    ),
    "two further classes at once": (
        row(
            type="super_munchkin",
            level=None,
            treasures=None,
            levels=None,
            clause=clause("while_in_play", {"op": "extra_class", "n": 2}),
        ),
        "extra_class gives one more",
    ),
    "fewer Big items": (item(clause=clause("while_in_play", {"op": "extra_big", "n": -1})), "1 or more"),
    "a taker of what is discarded": (
        row(clause=clause("on_win", {"op": "discard_hand", "n": 1, "pick": "taker"})),
        "has no taker",
    ),
    "the best item in a condition": (
        row(clause=clause("in_combat", when={"is": "has_item", "who": "fighter", "filter": {"best": "gold"}})),
        "knows no best item",
    ),
    "the best item silenced": (
        row(clause=clause("in_combat", {"op": "ignore_items", "filter": {"best": "gold"}})),
        "knows no best item",
    ),
    "a tag that depends on a tag": (
        row(
            clause=clause(
                "in_combat", {"op": "add_tag", "tag": "shark"}, when={"is": "monster_has_tag", "tag": "undead"}
            )
        ),
        "cannot depend on a tag",
    ),
    "items ignored because of a tag": (
        row(
            clause=clause(
                "in_combat",
                {"op": "ignore_items", "filter": "any"},
                when={"is": "not", "of": [{"is": "monster_has_tag", "tag": "undead"}]},
            )
        ),
        "cannot depend on a tag",
    ),
    "an item that silences items": (
        item(clause=clause("in_combat", {"op": "ignore_items", "filter": "any"})),
        "ignore_items does nothing on a card of type item",
    ),
    "a tag behind else": (
        row(
            clause=clause(
                "in_combat",
                {"op": "no_help"},
                when={"is": "alone"},
                **{"else": [{"op": "add_tag", "tag": "shark"}]},
            )
        ),
        "cannot stand behind else",
    ),
    "a tag for other monsters": (
        row(clause=clause("in_combat", {"op": "add_tag", "tag": "shark", "scope": "each"})),
        "to that monster only",
    ),
    "a permission with else": (
        item(
            clause=clause(
                "while_in_play", {"op": "extra_big", "n": 1}, when={"is": "alone"}, **{"else": [{"op": "cannot_help"}]}
            )
        ),
        "while_in_play has no else",
    ),
    "an item that enhances nothing": (
        item(clause=clause("while_in_play", {"op": "enhance", "n": 1})),
        "enhance does nothing on a card of type item",
    ),
    "steps that are no list": (row(clause=[{"on": "on_win", "do": 3}]), "do"),
    "a clause that is no table": (row(clause=["on_win"]), "paper-tiger"),
}


class TestPacks:
    @pytest.mark.parametrize("fault", BAD_ROWS)
    def test_munch_25_11_a_row_that_the_engine_cannot_play_is_refused_by_name(self, packs, fault):
        bad, said = BAD_ROWS[fault]
        with pytest.raises(BadCatalogue) as refusal:
            packs(bad)
        assert said in str(refusal.value)
        assert f"'{bad['id']}'" in str(refusal.value)
        assert "circus.toml" in str(refusal.value)

    def test_a_refused_pack_stays_unknown(self, packs):
        with pytest.raises(BadCatalogue):
            packs(row(level=99))
        with pytest.raises(BadCatalogue, match="no pack 'circus'"):
            catalogue_for(["circus"])

    def test_munch_25_8_the_cards_of_a_pack_join_the_decks(self, packs):
        mixed = packs(row(copies=2), item(id="paper-sword"))
        assert {deck: len(cards) for deck, cards in mixed.decks.items()} == {"door": 94, "treasure": 77, "seal": 12}
        assert mixed["paper-tiger#2"].level == 3
        assert [pack.name for pack in mixed.packs] == [BASE, "circus"]

    def test_a_pack_changes_the_digest_and_is_found_by_it(self, packs):
        from games.munchkin_apocalypse import catalogue

        mixed = packs(row())
        assert mixed.digest != CATALOGUE.digest
        assert catalogue.CATALOGUES[mixed.digest] is mixed
        assert catalogue_for(["circus", BASE]) is mixed
        assert catalogue_for() is CATALOGUE

    def test_munch_25_9_a_curse_is_a_disaster(self, packs):
        curse = row(type="curse", level=None, treasures=None, levels=None)
        assert packs(curse)["paper-tiger#1"].type == "disaster"

    def test_a_pack_may_bring_another_class_and_a_further_kind_of_character_card(self, packs):
        elf = row(type="class", level=None, treasures=None, levels=None, **{"class": "elf"})
        mixed = packs(
            elf,
            kinds=({"id": "race", "limit": 1, "members": ["elf"]}, {"id": "class", "limit": 1, "members": ["wizard"]}),
        )
        assert mixed.kind_of["elf"].id == "race"
        assert mixed.kind_of["wizard"] is mixed.kind_of["kid"] is mixed.kinds["class"]

    def test_a_class_belongs_to_one_kind(self, packs):
        with pytest.raises(BadCatalogue, match="belongs to one kind"):
            packs(row(), kinds=({"id": "race", "limit": 1, "members": ["kid"]},))

    def test_two_packs_cannot_have_one_card_twice(self, packs):
        packs(row())
        packs(row(), name="other-circus")
        with pytest.raises(BadCatalogue, match="twice"):
            catalogue_for(["circus", "other-circus"])

    def test_a_pack_keeps_its_content(self, packs):
        packs(row())
        with pytest.raises(BadCatalogue, match="another pack 'circus'"):
            packs(row(level=4))

    def test_the_name_of_the_base_game_is_taken(self, packs):
        with pytest.raises(BadCatalogue, match="belongs to the base game"):
            packs(row(), name=BASE)

    def test_an_unknown_pack_is_refused(self):
        with pytest.raises(BadCatalogue, match="no pack 'atlantis'"):
            catalogue_for(["atlantis"])

    def test_a_file_that_is_no_toml_is_refused(self, tmp_path):
        (tmp_path / "torn.toml").write_text("name = ", encoding="utf-8")
        with pytest.raises(BadCatalogue, match=r"torn\.toml"):
            load_packs(tmp_path)


class TestComposition:
    COMPOSITION = read_document(DATA / "composition.toml", Composition)

    def test_the_base_game_is_registered_by_its_digest(self):
        assert CATALOGUES[CATALOGUE.digest] is CATALOGUE
        assert len(CATALOGUE.digest) == 64

    def test_the_rows_of_the_base_game_are_sound(self):
        check_cards(CARDS, tuple(CATALOGUE.kinds.values()))
        check_composition(CARDS, self.COMPOSITION)

    def test_a_missing_copy_is_noticed(self):
        fewer = [msgspec.structs.replace(card, copies=1) if card.id == "zoo-escape" else card for card in CARDS]
        with pytest.raises(BadCatalogue, match="the door deck does not add up"):
            check_composition(fewer, self.COMPOSITION)

    def test_an_idle_word_is_noticed(self):
        """Give the only card that closes a Seal another text of the same shape."""
        idle = [
            msgspec.structs.replace(card, clauses=CATALOGUE.cards["smoke-bomb"].clauses)
            if card.id == "seal-superglue"
            else card
            for card in CARDS
        ]
        with pytest.raises(BadCatalogue, match="no card uses close_seal"):
            check_composition(idle, self.COMPOSITION)


def test_every_card_has_a_test_that_names_it():
    tests = sorted(Path(__file__).parent.glob("test_cards_*.py"))
    named = {
        name for path in tests for name in re.findall(r"[a-z0-9]+(?:-[a-z0-9]+)*", path.read_text(encoding="utf-8"))
    }
    assert sorted(set(catalogue_for().cards) - named) == []
