"""Packs of other sets: their cards are played like those of the base game, in combinations that it does not have."""

from __future__ import annotations

from typing import Any

import pytest

from events.visibility import redact
from games.decider import IllegalMove
from games.dice import Dice
from games.munchkin_apocalypse import GAME
from games.munchkin_apocalypse.state import Options
from tests.games.munchkin_apocalypse.table import Table, seat, stowed, table
from tests.spec import ScriptedDice


def card(name: str, type_: str, *clauses: dict[str, Any], **keys: Any) -> dict[str, Any]:
    deck = keys.pop("deck", "treasure" if type_ in ("item", "one_shot", "item_enhancer", "level") else "door")
    return {"id": name, "name": name.title(), "deck": deck, "type": type_, "copies": 1, **keys, "clause": list(clauses)}


def item_row(name: str, *clauses: dict[str, Any], **keys: Any) -> dict[str, Any]:
    return card(
        name, "item", *clauses, **{"bonus": 0, "slot": "none", "hands": 0, "size": "small", "gold": 100, **keys}
    )


def clause(on: str, *do: dict[str, Any], **keys: Any) -> dict[str, Any]:
    return {"on": on, "do": list(do), **keys}


def special(name: str, *do: dict[str, Any], window: str = "any_time") -> dict[str, Any]:
    return card(name, "special", clause("on_play", *do, window=window))


def blended(*players: Any, **kwargs: Any) -> Table:
    return table(*players, packs=("circus",), **kwargs)


@pytest.mark.rules("MUNCH-25.13")
def test_munch_25_8_a_match_may_mix_a_pack_in(packs):
    packs(special("pie-fight", {"op": "close_seal"}), item_row("clown-nose"))
    events = GAME.rules.setup(Options(packs=("circus",)), 3, Dice(b"seed", 0))
    started = events[0]
    assert (started.doors, started.treasures, started.seals) == (93, 77, 12)
    assert [pack.name for pack in started.packs] == ["base", "circus"]
    state = GAME.fold(GAME.rules.initial, events)
    assert [len(player.hand) for player in state.players] == [8, 8, 8]
    assert GAME.catalogue_digest(Options(packs=("circus",))) != GAME.catalogue_digest(Options())


def test_munch_25_11_an_unknown_pack_is_refused_when_the_match_is_created():
    with pytest.raises((IllegalMove, ValueError), match="atlantis"):
        GAME.rules.setup(Options(packs=("atlantis",)), 3, Dice(b"seed", 0))


@pytest.mark.rules("MUNCH-21.11")
def test_munch_25_9_a_curse_is_thrown_and_stopped_like_a_disaster(packs):
    packs(card("stinky-feet", "curse", clause("on_hit", {"op": "lose_levels", "n": 1})))
    t = blended(seat(hand="stinky-feet"), seat(5)).do(0, "play_disaster", card="stinky-feet", target=1)
    assert t.level(1) == 4
    t = blended(seat(hand="stinky-feet"), seat(5, hand="all-clear-siren"))
    t.do(0, "play_disaster", card="stinky-feet", target=1).respond("all-clear-siren")
    assert t.level(1) == 5


def test_munch_25_10_whatever_improves_an_item_is_an_item_enhancer(packs):
    packs(card("glitter", "item_enhancer", clause("while_in_play", {"op": "enhance", "n": 2}), bonus=2, gold=100))
    t = blended(seat(1, hand="glitter", items="improvised-weapon"), seat(), doors="fire-ants")
    t.do(0, "attach_to_item", card="glitter", item="improvised-weapon").do(0, "open_door")
    assert t.fighters == 1 + 1 + (2 + 2)


class TestFurtherKinds:
    """A pack with races, of which a character has one, and a card that allows a second."""

    KINDS = ({"id": "race", "limit": 1, "members": ["elf", "dwarf"]},)

    @pytest.fixture
    def races(self, packs):
        half = clause("while_in_play", {"op": "extra_class", "n": 1, "kind": "race"})
        packs(
            card(
                "race-elf",
                "class",
                clause("on_run_away", {"op": "run_away_bonus", "n": 1, "who": "self"}),
                **{"class": "elf"},
            ),
            card("race-dwarf", "class", clause("while_in_play", {"op": "extra_big", "n": 1}), **{"class": "dwarf"}),
            card("half-breed", "super_munchkin", half),
            kinds=self.KINDS,
        )

    @pytest.mark.usefixtures("races")
    def test_a_race_and_a_class_go_together(self):
        t = blended(seat(hand="race-elf race-dwarf class-kid class-blogger"), seat())
        t.do(0, "play_class", card="race-elf").do(0, "play_class", card="class-kid")
        t.refuses(0, "play_class", "class_limit", card="race-dwarf")
        t.refuses(0, "play_class", "class_limit", card="class-blogger")

    @pytest.mark.usefixtures("races")
    def test_munch_25_11_a_card_raises_the_limit_of_its_kind(self):
        t = blended(seat(hand="race-dwarf half-breed", classes="race-elf class-kid"), seat())
        t.do(0, "play_super_munchkin", card="half-breed", second="race-dwarf")
        assert t.classes() == ["race-elf", "class-kid", "race-dwarf"]
        t.do(0, "discard_class", card="race-elf")
        assert t.state.players[0].super_munchkins == ()
        assert t.classes() == ["class-kid", "race-dwarf"]

    @pytest.mark.usefixtures("races")
    def test_super_munchkin_is_for_classes_alone(self):
        t = blended(seat(hand="super-munchkin race-dwarf class-kid", classes="race-elf"), seat())
        t.refuses(0, "play_super_munchkin", "no_second_class", card="super-munchkin", second="race-dwarf")

    @pytest.mark.usefixtures("races")
    def test_a_race_does_what_it_says(self):
        t = blended(seat(5, classes="race-elf"), seat(), doors="fire-ants").do(0, "open_door").runs()
        t.do(0, "roll_escape", monster="m1", dice=[4])
        assert t.happened("EscapeResolved")[0].escaped


@pytest.mark.rules("MUNCH-2.7", "MUNCH-24.1")
def test_munch_2_2_a_flagged_card_may_give_the_winning_level(packs):
    gain = clause("on_play", {"op": "gain_levels", "n": 1})
    packs(card("crown", "level", gain, can_win=True), card("paper-crown", "level", gain))
    t = blended(seat(9, hand="crown paper-crown"), seat())
    t.refuses(0, "play_special", "winning_level_needs_kill", card="paper-crown")
    t.do(0, "play_special", card="crown")
    (ended,) = t.happened("MatchEnded")
    assert (ended.winners, ended.reason) == ((0,), "card")


def test_munch_24_3_those_who_reach_it_by_one_card_win_together(packs):
    packs(
        card("crown", "level", clause("on_play", {"op": "gain_levels", "n": 1, "who": "highest_level"}), can_win=True)
    )
    t = blended(seat(9, hand="crown"), seat(9), seat(8)).do(0, "play_special", card="crown")
    assert t.happened("MatchEnded")[0].winners == (0, 1)


def test_an_enhancers_text_works_in_combat(packs):
    scared = clause(
        "in_combat", {"op": "monster_bonus", "n": -4}, when={"is": "has_class", "who": "participants", "class": "kid"}
    )
    play = clause("on_play", {"op": "extra_treasures", "n": 1})
    packs(card("afraid-of-kids", "monster_enhancer", play, {**scared}, bonus=-4, treasures=1))
    t = blended(seat(), seat(hand="afraid-of-kids"), doors="fire-ants").do(0, "open_door")
    assert t.do(1, "play_monster_enhancer", card="afraid-of-kids", monster="m1").monsters == 10
    t = blended(seat(classes="class-kid"), seat(hand="afraid-of-kids"), doors="fire-ants").do(0, "open_door")
    assert t.do(1, "play_monster_enhancer", card="afraid-of-kids", monster="m1").monsters == 6


@pytest.mark.rules("MUNCH-V.13")
def test_munch_v_17_who_picks_from_anothers_hand_is_shown_it(packs):
    packs(special("pickpocket", {"op": "move_hand", "n": 1, "from": "other_player", "to": "self", "pick": "taker"}))
    t = blended(seat(hand="pickpocket"), seat(hand="tire-iron nail-gun"), seat())
    t.do(0, "play_special", card="pickpocket", target=1)
    (asked,) = t.happened("ChoiceRequested")
    assert asked.seat == 0
    assert set(redact(asked, 0).options) == {"tire-iron#1", "nail-gun#1"}
    assert redact(asked, 1).options is None
    assert redact(asked, 2).options is None
    t.choose("nail-gun")
    (moved,) = t.happened("HandCardsMoved")
    assert redact(moved, 0).cards == redact(moved, 1).cards == ("nail-gun#1",)
    assert redact(moved, 2).cards is None
    assert (t.hand(0), t.hand(1)) == (["nail-gun"], ["tire-iron"])


def test_cards_drawn_face_up_are_seen_by_all(packs):
    packs(special("air-drop", {"op": "draw", "deck": "treasure", "n": 2, "face": "up"}))
    t = blended(seat(hand="air-drop"), seat(), treasures="tire-iron nail-gun").do(0, "play_special", card="air-drop")
    (drawn,) = t.happened("CardsDrawn")
    assert redact(drawn, 1).cards == ("tire-iron#1", "nail-gun#1")
    assert t.hand() == ["nail-gun", "tire-iron"]


def test_an_item_taken_at_random(packs):
    packs(card("gust", "disaster", clause("on_hit", {"op": "discard_item", "n": 1, "pick": "random"})))
    t = blended(seat(hand="gust"), seat(items="tire-iron nail-gun riot-helmet"))
    t.do(0, "play_disaster", card="gust", target=1, dice=["nail-gun#1"])
    assert t.items(1) == ["riot-helmet", "tire-iron"]


def test_an_item_with_an_ability(packs):
    roar = clause("on_use", {"op": "side_bonus", "n": 3}, window="own_combat", ability="roar", limit="combat")
    packs(item_row("megaphone", roar))
    t = blended(seat(5, items="megaphone"), seat(), doors="fire-ants").do(0, "open_door")
    t.do(0, "use_ability", source="megaphone", ability="roar", target="fighters")
    assert t.fighters == 8
    t.refuses(0, "use_ability", "ability_used_up", source="megaphone", ability="roar", target="fighters")
    t = blended(seat(5, items=[stowed("megaphone")]), seat(), doors="fire-ants").do(0, "open_door")
    t.refuses(0, "use_ability", "item_not_usable", source="megaphone", ability="roar", target="fighters")


def test_a_one_shot_for_one_class(packs):
    boost = clause("on_play", {"op": "side_bonus", "n": 9})
    packs(card("lab-juice", "one_shot", boost, bonus=9, gold=100, **{"class": "scientist"}))
    t = blended(seat(5, hand="lab-juice"), seat(), doors="fire-ants").do(0, "open_door")
    t.refuses(0, "play_one_shot", "item_not_usable", card="lab-juice", side="fighters")
    t = blended(seat(5, hand="lab-juice", classes="class-scientist"), seat(), doors="fire-ants").do(0, "open_door")
    assert t.do(0, "play_one_shot", card="lab-juice", side="fighters").fighters == 5 + 9 + 2


@pytest.mark.rules("MUNCH-14.9", "MUNCH-14.10")
def test_deaths_of_one_card_are_one_batch_with_one_seal(packs):
    packs(card("comet", "disaster", clause("on_hit", {"op": "death", "who": "everyone_else"})))
    t = blended(seat(hand="comet"), seat(5, items="tire-iron"), seat(), seat(), next_seals="seal-rain-of-frogs").do(
        0, "play_disaster", card="comet", target=1
    )
    assert [one.seat for one in t.happened("CharacterDied")] == [2, 3, 0]
    (opened,) = t.happened("SealOpened")
    assert (opened.opener, opened.cause) == (0, "death")
    assert t.state.active == 1  # the active character was among the dead


@pytest.mark.rules("MUNCH-5.11", "MUNCH-14.16")
def test_when_all_others_are_dead_no_window_opens(packs):
    packs(card("comet", "disaster", clause("on_hit", {"op": "death", "who": "everyone_else"})))
    t = blended(seat(5, hand="comet"), seat(), doors="expired-burrito", next_seals="seal-rain-of-frogs")
    t.do(0, "open_door").do(0, "play_disaster", card="comet", target=0).do(0, "declare_victory")
    assert not t.happened("WindowOpened")
    assert t.level() == 6


def test_a_monster_that_helps_its_slayer_and_a_seal_for_sharks(packs):
    packs(
        card(
            "party-shark",
            "monster",
            clause("on_win", {"op": "gain_levels", "n": 1, "who": "fighter"}),
            clause("in_combat", {"op": "add_tag", "tag": "undead"}, when={"is": "seals_at_least", "n": 1}),
            level=2,
            treasures=1,
            levels=1,
            tags=["shark"],
        ),
        card(
            "seal-high-tide",
            "seal",
            clause("while_top_seal", {"op": "monster_bonus", "n": 4, "scope": {"tagged": "shark"}}),
            deck="seal",
        ),
    )
    t = blended(seat(5), seat(hand="mummified-accountant"), doors="party-shark").do(0, "open_door")
    t.refuses(1, "join_horde", "horde_not_present", card="mummified-accountant")
    assert t.wins().level() == 7
    t = blended(seat(5), seat(hand="mummified-accountant"), doors="party-shark", seals="seal-high-tide").do(
        0, "open_door"
    )
    assert t.monsters == 2 + 1 + 4
    t.do(1, "join_horde", card="mummified-accountant")
    assert t.monsters == 7 + 6 + 1


def test_a_card_of_a_pack_that_is_not_used_does_not_exist(packs):
    packs(item_row("clown-nose"))
    t = table(seat(), seat())
    command = GAME.commands["play_item"](seat=0, card="clown-nose#1")
    with pytest.raises(IllegalMove) as refusal:
        GAME.decide(t.state, command, ScriptedDice())
    assert refusal.value.code == "card_not_available"


def test_a_victim_who_dies_of_a_reacting_card_is_not_struck_any_more(packs):
    packs(card("paranoia-heart-attack", "paranoia", clause("on_disaster", {"op": "death"})))
    t = blended(
        seat(hand="clocks-go-back"),
        seat(5, paranoia="paranoia-heart-attack", items="tire-iron"),
        seat(),
        next_seals="seal-rain-of-frogs",
    )
    t.do(0, "play_disaster", card="clocks-go-back", target=1, dice=[6, 1])
    assert t.happened("DisasterResolved")[0].outcome == "ignored"
    assert t.level(1) == 5
    assert not t.happened("WindowOpened")


def test_a_one_shot_with_several_clauses_asks_for_another_player(packs):
    clauses = (
        clause("on_play", {"op": "close_seal"}),
        clause("on_play", {"op": "lose_levels", "n": 1, "who": "other_player"}),
    )
    packs(card("stink-bomb", "one_shot", *clauses, bonus=0, gold=100))
    t = blended(seat(5, hand="stink-bomb"), seat(5), seat(5), doors="fire-ants").do(0, "open_door")
    t.do(0, "play_one_shot", card="stink-bomb")
    assert set(t.state.choice.options) == {1, 2}
    assert t.choose(2).level(2) == 4
