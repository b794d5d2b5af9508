"""Section 14: death, looting, the new character."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from games.munchkin_apocalypse import GAME
from games.munchkin_apocalypse.commands import EndTurn
from tests.games.munchkin_apocalypse.table import item, seat, table
from tests.spec import ScriptedDice

METEORITE = {
    "id": "meteorite",
    "name": "Disaster! Meteorite",
    "deck": "door",
    "type": "disaster",
    "copies": 2,
    "clause": [{"on": "on_hit", "do": [{"op": "death"}]}],
}
BIG_BANG = {
    "id": "big-bang",
    "name": "Disaster! Big Bang",
    "deck": "door",
    "type": "disaster",
    "copies": 1,
    "clause": [{"on": "on_hit", "do": [{"op": "death", "who": "everyone"}]}],
}


def doomed(first, *others, **changes):
    """The first player, of Level 5 or more, meets the Yeti and is caught."""
    t = table(first, *others, doors="nuclear-winter-yeti", next_seals="seal-panic-buying", **changes)
    t.do(0, "open_door").runs()
    return t


@pytest.mark.rules("MUNCH-14.3", "MUNCH-14.5", "MUNCH-14.6", "MUNCH-14.11", "MUNCH-14.12")
def test_munch_14_2_what_the_dead_lose_and_what_they_keep():
    t = doomed(
        seat(
            5,
            hand="fire-ants",
            items=[item("riot-helmet", enhancers="chrome-plated", cheat="cheat")],
            classes="class-kid",
            paranoia="paranoia-trust-nobody",
            hirelings="cheater",
            disasters="lingering-cough",
        ),
        seat(),
    )
    t.do(0, "roll_escape", monster="m1", dice=[1]).all_pass()
    (laid,) = t.happened("BodyLaidOut")
    assert laid.cards == ("fire-ants#1", "riot-helmet#1", "chrome-plated#1", "cheat#1", "cheater#1")
    assert laid.kept == ("class-kid#1", "paranoia-trust-nobody#1")
    assert laid.discarded == ("lingering-cough#1",)
    dead = t.state.players[0]
    assert (dead.level, dead.hand, dead.items, dead.hirelings, dead.disasters) == (5, (), (), (), ())
    assert {template.type for template in GAME.rules.choices(t.state, 1)} == {"loot_card"}
    t.do(1, "loot_card", card="chrome-plated")  # nothing goes along with another card
    assert t.hand(1) == ["chrome-plated"]
    for card in ("fire-ants", "riot-helmet", "cheat", "cheater"):
        assert t.is_discarded(card)


def test_munch_14_1_a_character_dies_when_an_effect_says_so(packs):
    packs(METEORITE)
    t = table(seat(hand="meteorite"), seat(), packs=("circus",), next_seals="seal-doom")
    t.do(0, "play_disaster", card="meteorite", target=1)
    assert [event.seat for event in t.happened("CharacterDied")] == [1]
    assert [(event.opener, event.cause) for event in t.happened("SealOpened")] == [(1, "death")]


def test_munch_14_4_the_dead_keep_their_gender():
    t = doomed(replace(seat(5), gender="female"), seat())
    t.rolls(1)
    assert t.state.players[0].gender == "female"


@pytest.mark.rules("MUNCH-22.10", "MUNCH-C.7")
def test_munch_14_7_the_dead_receive_no_cards_and_gain_no_levels(packs):
    packs(METEORITE)
    t = table(
        seat(5),
        seat(3, hand="meteorite"),
        seat(4, hand="cheat level-pity-promotion"),
        doors="fire-ants",
        packs=("circus",),
        next_seals="seal-everything-must-go",
    )
    t.do(0, "open_door").do(1, "play_disaster", card="meteorite", target=1)
    assert t.state.players[1].is_alive is False
    assert t.hand(1) == []  # the Seal's Treasure is not for the dead
    t.do(2, "play_special", card="level-pity-promotion")
    assert (t.level(1), t.level(2)) == (3, 5)  # the lowest living one


@pytest.mark.rules("MUNCH-14.8")
def test_munch_14_8_a_dead_helper_leaves_the_combat_going_on(packs):
    packs(METEORITE)
    t = table(
        seat(2),
        seat(9),
        seat(hand="meteorite"),
        doors="fire-ants",
        packs=("circus",),
        next_seals="seal-doom",
    )
    t.do(0, "open_door").helped_by(1, treasures=2).do(2, "play_disaster", card="meteorite", target=1)
    assert [event.helper for event in t.happened("HelperLost")] == [1]
    assert (t.phase, t.state.combat.helper, t.state.combat.share) == ("COMBAT", None, 0)
    assert t.fighters == 2


def test_munch_14_8_in_flight_a_death_by_a_card_counts_into_the_batch_of_the_flight(packs):
    packs(METEORITE)
    t = table(
        seat(2),
        seat(3),
        seat(hand="meteorite"),
        doors="fire-ants",
        packs=("circus",),
        next_seals="seal-panic-buying",
    )
    t.do(0, "open_door").helped_by(1).runs().do(2, "play_disaster", card="meteorite", target=0)
    assert (t.phase, t.state.dying, GAME.rules.to_act(t.state)) == ("FLIGHT", (0,), (1,))
    t.rolls(6)
    assert len(t.happened("SealOpened")) == 1
    assert t.state.active == 1


@pytest.mark.rules("MUNCH-14.10", "MUNCH-14.19", "MUNCH-14.21")
def test_munch_14_9_all_deaths_of_one_card_are_one_batch(packs):
    packs(BIG_BANG)
    t = table(
        seat(hand="big-bang"),
        seat(items="riot-helmet"),
        seat(),
        packs=("circus",),
        next_seals="seal-panic-buying",
    )
    t.do(0, "play_disaster", card="big-bang", target=1)
    assert [event.seat for event in t.happened("CharacterDied")] == [1, 2, 0]  # from the victim to the left
    assert [event.body for event in t.happened("BodyCleared")] == [1, 2, 0]
    assert [(event.opener, event.cause) for event in t.happened("SealOpened")] == [(0, "death")]
    assert t.is_discarded("riot-helmet")  # nobody lived to loot it
    assert t.state.active == 1
    assert all(player.is_alive for player in t.state.players)


@pytest.mark.rules("MUNCH-14.13", "MUNCH-14.14", "MUNCH-14.16")
def test_munch_14_15_taking_a_card_is_compulsory_and_only_one_is_taken():
    t = doomed(seat(5, items="riot-helmet nail-gun tire-iron"), seat(2), seat(1))
    t.do(0, "roll_escape", monster="m1", dice=[1])
    assert GAME.rules.to_act(t.state) == (1,)
    t.refuses(2, "loot_card", "not_your_decision", "MUNCH-5.3", card="riot-helmet")
    t.refuses(1, "loot_card", "card_not_available", "MUNCH-4.5", card="colander-helmet")
    assert [template.type for template in GAME.rules.choices(t.state, 1)] == ["loot_card"]
    t.do(1, "loot_card", card="riot-helmet").do(2, "loot_card", card="nail-gun")
    assert t.is_discarded("tire-iron")


@pytest.mark.rules("MUNCH-14.18")
def test_munch_14_17_loot_is_fresh():
    t = doomed(seat(5, items="riot-helmet nail-gun"), seat(2))
    t.do(0, "roll_escape", monster="m1", dice=[1]).do(1, "loot_card", card="riot-helmet")
    assert "riot-helmet#1" in t.state.fresh
    assert t.hand(1) == ["riot-helmet"]


@pytest.mark.rules("MUNCH-14.20", "MUNCH-14.22")
def test_munch_14_21_the_new_character_is_alive_at_once_and_draws_in_its_own_turn():
    t = doomed(seat(5, classes="class-kid", hand="cheat"), seat(), seat())
    t.do(0, "roll_escape", monster="m1", dice=[1]).all_pass(dice=[3, 5])
    assert (t.state.active, t.state.players[0].is_alive, t.hand(0)) == (1, True, [])
    t.state = replace(t.state, doors=("fire-ants#1", *(card for card in t.state.doors if card != "fire-ants#1")))
    t.do(1, "open_door").helped_by(0)
    assert t.state.combat.helper == 0


def test_munch_14_23_eight_cards_once_per_own_turn_however_often_one_died():
    t = table(seat(), seat(), phase="TURN_END", active=1)
    t.state = replace(t.state, players=(replace(t.state.players[0], has_died=True), t.state.players[1]))
    t.do(1, "end_turn")
    assert len(t.hand(0)) == 8
    later = replace(t.state, turn_phase="TURN_END", active=1)  # the next own turn without a death in between
    events = GAME.decide(later, EndTurn(seat=1), ScriptedDice(serial=999))
    assert [type(event).__name__ for event in events] == ["TurnEnded", "TurnStarted"]


def test_munch_14_24_on_dying_everything_is_frozen_and_deals_lapse(packs):
    packs(METEORITE)
    t = table(
        seat(3, items="fifteen-year-supply nail-gun", hand="cheat"),
        seat(hand="meteorite"),
        packs=("circus",),
        next_seals="seal-doom",
    )
    t.do(0, "open_deal", kind="trade", partner=1).do(0, "add_to_sale", card="fifteen-year-supply")
    t.do(1, "play_disaster", card="meteorite", target=0).all_pass()
    assert [event.cause for event in t.happened("DealClosed")] == ["death"]
    assert t.state.basket.cards == ()
    assert t.phase == "LOOTING"
    t.refuses(0, "show_card", "character_dead", "MUNCH-5.8", card="cheat", to=1)
    t.refuses(0, "complete_sale", "character_dead", "MUNCH-5.8")
