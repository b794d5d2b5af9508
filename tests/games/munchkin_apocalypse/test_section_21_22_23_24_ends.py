"""Sections 21 to 24: Disasters, Seals, Charity, the end of the match."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from events.visibility import redact
from games.munchkin_apocalypse import GAME
from tests.games.munchkin_apocalypse.table import seat, table
from tests.spec import ScriptedDice, view_of

SIX = "seal-doom seal-lights-out seal-panic-buying seal-rain-of-frogs seal-restless-graves seal-everything-must-go"


def test_munch_21_2_from_the_hand_on_any_living_player_in_any_turn():
    t = table(seat(), seat(hand="clocks-go-back"), seat(4))
    t.do(1, "play_disaster", card="clocks-go-back", target=2)
    assert (t.level(2), t.is_discarded("clocks-go-back")) == (2, True)


def test_munch_21_11_a_curse_of_another_pack_is_a_disaster(packs):
    packs(
        {
            "id": "hex",
            "name": "Curse! Hex",
            "deck": "door",
            "type": "curse",
            "copies": 1,
            "clause": [{"on": "on_hit", "do": [{"op": "lose_levels", "n": 1}]}],
        }
    )
    t = table(seat(hand="hex"), seat(3, hand="all-clear-siren"), packs=("circus",))
    t.do(0, "play_disaster", card="hex", target=1)
    t.respond("all-clear-siren")
    assert t.level(1) == 3


def test_munch_22_1_the_open_seals_lie_in_a_row_with_the_last_on_top():
    t = table(seat(hand="zoo-escape"), seat(), seals="seal-doom", next_seals="seal-lights-out")
    t.do(0, "play_disaster", card="zoo-escape", target=0)
    shown = view_of(GAME, t.state, 1)
    assert [card["name"] for card in shown["open_seals"]] == ["DOOM!!", "Lights Out"]
    assert shown["decks"]["seals"] == 10


def test_munch_22_15_three_levels_without_an_open_seal_use_the_closing_up():
    cards = "level-found-a-cult level-eat-the-last-tin level-read-the-manual zoo-escape level-convenient-mutation"
    t = table(seat(hand=cards), seat(), next_seals="seal-eye-of-the-storm")
    for card in cards.split()[:3]:
        t.do(0, "play_special", card=card, target=0)
    assert t.happened("SealClosingUsedUp")
    t.do(0, "play_disaster", card="zoo-escape", target=0).all_pass()
    t.do(0, "play_special", card="level-convenient-mutation", target=0)
    assert t.open_seals == ["seal-eye-of-the-storm"]


@pytest.mark.rules("MUNCH-22.11", "MUNCH-22.12")
def test_munch_22_17_closed_seals_lie_at_the_bottom_for_all_to_know():
    t = table(seat(hand="seal-superglue seal-superglue#2 zoo-escape"), seat(), seals="seal-doom seal-lights-out")
    t.do(0, "play_one_shot", card="seal-superglue").do(0, "play_one_shot", card="seal-superglue#2")
    assert t.state.seals[-2:] == ("seal-lights-out#1", "seal-doom#1")
    known = view_of(GAME, t.state, "spectator")["decks"]["closed_seals"]
    assert [card["name"] for card in known] == ["Lights Out", "DOOM!!"]
    t.state = replace(t.state, seals=t.state.seals[-2:], open_seals=())
    events = GAME.decide(
        t.state, GAME.commands["play_disaster"](seat=0, card="zoo-escape#1", target=1), ScriptedDice(serial=500)
    )
    assert [event.card for event in events if type(event).__name__ == "SealOpened"] == ["seal-lights-out#1"]


@pytest.mark.rules("MUNCH-23.4", "MUNCH-23.5", "MUNCH-23.10")
def test_munch_23_1_the_surplus_goes_to_the_living_player_of_the_lowest_level():
    hand = "fire-ants octobear toxic-mold acid-slugs bird-flu earthquake sinkhole"
    t = table(seat(4, hand=hand), seat(3), seat(2), seat(1, alive=False), phase="TURN_END")
    t.do(0, "end_turn")
    assert [(event.surplus, event.recipients) for event in t.happened("CharityStarted")] == [(2, (2,))]
    t.refuses(0, "give_charity_card", "charity_recipient", "MUNCH-23.1", card="octobear", to=1)
    t.refuses(0, "discard_charity_card", "charity_recipient", "MUNCH-23.3", card="octobear")
    t.refuses(1, "give_charity_card", "not_your_turn", "MUNCH-6.1", card="octobear", to=2)
    t.do(0, "give_charity_card", card="octobear", to=2)
    assert t.phase == "CHARITY"
    t.do(0, "give_charity_card", card="sinkhole", to=2)
    assert (t.state.active, len(t.hand(0)), t.hand(2)) == (1, 5, ["octobear", "sinkhole"])


def test_munch_23_8_given_cards_are_seen_by_two_discarded_ones_by_all():
    hand = "fire-ants octobear toxic-mold acid-slugs bird-flu earthquake"
    t = table(seat(4, hand=hand), seat(3), seat(5), phase="TURN_END")
    t.do(0, "end_turn").do(0, "give_charity_card", card="octobear", to=1)
    (given,) = t.happened("CharityGiven")
    assert [redact(given, viewer).card for viewer in (0, 1, 2, "spectator")] == ["octobear#1", "octobear#1", None, None]
    assert redact(given, 2).deck == "door"
    t = table(seat(1, hand=hand), seat(3), phase="TURN_END")
    t.do(0, "end_turn").do(0, "discard_charity_card", card="octobear")
    (gone,) = t.happened("CharityDiscarded")
    assert redact(gone, "spectator").card == "octobear#1"


@pytest.mark.rules("MUNCH-23.11")
def test_munch_23_11_a_card_changes_the_limit_for_its_owner():
    hand = "fire-ants octobear toxic-mold acid-slugs bird-flu earthquake"
    t = table(seat(1, hand=hand, items="bug-out-bag"), seat(3), phase="TURN_END")
    t.do(0, "end_turn")
    assert t.state.active == 1


@pytest.mark.rules("MUNCH-24.2")
def test_munch_24_1_the_first_to_reach_level_10_by_a_kill_wins():
    t = table(seat(9), seat(8), doors="undead-mall-walker")
    t.do(0, "open_door").wins()
    assert (t.phase, GAME.rules.result(t.state).winners) == ("MATCH_OVER", (0,))
    assert GAME.rules.result(t.state).scores == {"0": 10, "1": 8}


@pytest.mark.rules("MUNCH-25.5", "MUNCH-25.6")
def test_munch_24_3_both_win_by_the_same_victory():
    t = table(seat(9), seat(9), doors="fire-ants", fast_shared_victory=True)
    t.do(0, "open_door").helped_by(1).wins()
    assert GAME.rules.result(t.state).winners == (0, 1)


def test_munch_24_2_nothing_pending_is_carried_out_after_the_end():
    """The seventh Seal opens in the middle of a Disaster that would cost a Level."""
    t = table(seat(3, hand="volcano-in-the-basement"), seat(), seals=SIX)
    t.do(0, "play_disaster", card="volcano-in-the-basement", target=0)
    assert (t.phase, t.level(0), t.state.agenda) == ("MATCH_OVER", 3, ())
    for who in (0, 1):
        assert GAME.rules.choices(t.state, who) == []
    assert GAME.rules.to_act(t.state) == ()


@pytest.mark.rules("MUNCH-22.16", "MUNCH-24.5", "MUNCH-24.6")
def test_munch_24_7_the_dead_take_part_in_the_last_count_with_bonus_0():
    t = table(
        seat(1, items="riot-helmet", hand="cheat"),
        seat(2, items="weaponised-garden-gnome"),
        doors="nuclear-winter-yeti",
        seals=SIX,
    )
    t.state = replace(t.state, players=(replace(t.state.players[0], level=5), t.state.players[1]))
    t.do(0, "open_door").runs().do(0, "roll_escape", monster="m1", dice=[1]).all_pass()
    t.do(1, "loot_card", card="cheat")
    (ended,) = t.happened("MatchEnded")
    assert (ended.winners, ended.reason) == ((1,), "seventh_seal")
    assert [(rank.level, rank.item_bonus) for rank in ended.ranking] == [(5, 0), (2, 1)]
