"""Section 4: decks, discard piles, hands."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from games.munchkin_apocalypse import GAME
from games.munchkin_apocalypse.events import HandCardShown
from tests.games.munchkin_apocalypse.table import item, seat, table
from tests.spec import view_of


@pytest.mark.rules("MUNCH-4.10")
def test_munch_4_1_each_deck_has_its_own_pile_face_up_for_all_to_see():
    t = table(seat(items="riot-helmet", paranoia="paranoia-trust-nobody"), seat())
    t.do(0, "discard_item", card="riot-helmet").do(0, "discard_item", card="paranoia-trust-nobody")
    shown = view_of(GAME, t.state, 1)["discards"]
    assert [card["name"] for card in shown["doors"]] == ["Paranoia: Trust Nobody"]
    assert [card["name"] for card in shown["treasures"]] == ["Riot Helmet"]


def test_munch_4_4_without_deck_and_pile_there_is_nothing_to_draw():
    t = table(seat(), seat(), phase="AFTER_DOOR")
    rest = t.state.doors  # all in the other player's hand
    t.state = replace(t.state, doors=(), players=(t.state.players[0], replace(t.state.players[1], hand=rest)))
    t.do(0, "search_room")
    assert [(event.deck, event.missing) for event in t.happened("DeckExhausted")] == [("door", 1)]
    assert t.phase == "TURN_END"
    assert t.hand(0) == []


def test_munch_4_2_an_empty_deck_takes_in_its_pile():
    t = table(seat(), seat(), phase="AFTER_DOOR", door_discards="bird-flu fire-ants")
    rest = t.state.doors
    t.state = replace(t.state, doors=(), players=(t.state.players[0], replace(t.state.players[1], hand=rest)))
    t.do(0, "search_room", dice=[("fire-ants#1", "bird-flu#1")])
    assert [event.count for event in t.happened("DeckReshuffled")] == [2]
    assert t.hand(0) == ["fire-ants"]
    assert (t.state.doors, t.state.door_discards) == (("bird-flu#1",), ())


def test_munch_4_5_a_hand_is_out_of_reach():
    t = table(seat(hand="solar-flare riot-helmet"), seat(hand="powdered-water"))
    t.do(0, "play_disaster", card="solar-flare", target=0)
    t.all_pass()
    assert t.hand(0) == ["riot-helmet"]  # the best item was looked for on the table
    t.refuses(0, "play_one_shot", "card_not_available", "MUNCH-4.5", card="powdered-water", side="fighters")
    t.do(0, "open_door")


def test_munch_4_6_the_limit_holds_at_the_end_of_the_own_turn_only():
    t = table(
        seat(2, hand="fire-ants octobear toxic-mold acid-slugs bird-flu earthquake"),
        seat(1, hand="tiamutt cheat cheater sinkhole acid-rain solar-flare"),
        phase="TURN_END",
    )
    t.do(0, "end_turn")
    assert t.phase == "CHARITY"
    t.do(0, "give_charity_card", card="bird-flu", to=1)
    assert t.phase == "TURN_START"
    assert len(t.hand(1)) == 7  # far more than 5, and it is only the start of the turn


def test_munch_4_8_a_card_in_play_never_goes_back_to_the_hand():
    t = table(seat(items="riot-helmet", classes="class-kid"), seat())
    types = {template.type for template in GAME.rules.choices(t.state, 0)}
    assert {"discard_item", "discard_class", "stow_item"} <= types
    t.do(0, "discard_item", card="riot-helmet").do(0, "discard_class", card="class-kid")
    assert t.hand(0) == []
    assert t.is_discarded("riot-helmet")
    assert t.is_discarded("class-kid")


def test_munch_4_9_a_hand_card_may_be_shown_at_any_moment():
    t = table(seat(hand="bird-flu"), seat(hand="fire-ants"), seat(), phase="AFTER_DOOR")
    before = t.state
    t.do(1, "show_card", card="fire-ants", to="all")
    t.do(0, "show_card", card="bird-flu", to=2)
    assert t.state == before
    assert t.events == [HandCardShown(seat=0, to=2, card="bird-flu#1", rule="MUNCH-4.9")]
    t.refuses(0, "show_card", "bad_target", "MUNCH-4.9", card="bird-flu", to=0)
    t.refuses(0, "show_card", "card_not_available", "MUNCH-4.5", card="fire-ants", to=1)


def test_munch_4_12_a_face_up_card_goes_to_a_hand_that_is_a_number_to_others():
    t = table(seat(), seat(), doors="cheater")
    t.do(0, "open_door")
    hand = view_of(GAME, t.state, 1)["players"][0]["hand"]
    assert hand == {"doors": 1, "treasures": 0, "cards": None, "fresh": None}


@pytest.mark.rules("MUNCH-17.19")
def test_munch_4_13_what_may_be_discarded_at_will():
    t = table(
        seat(
            items=[item("riot-helmet", cheat="cheat", enhancers="chrome-plated")],
            paranoia="paranoia-trust-nobody",
            hirelings="cheater",
            classes="class-kid class-blogger",
            super_munchkins="super-munchkin",
            disasters="lingering-cough",
            hand="colander-helmet",
        ),
        seat(items="duct-tape-vest"),
    )
    for card in ("super-munchkin", "chrome-plated", "lingering-cough", "colander-helmet"):
        t.refuses(0, "discard_item", "card_not_available", "MUNCH-4.5", card=card)
    t.refuses(1, "discard_item", "not_your_turn", "MUNCH-6.1", card="duct-tape-vest")
    t.do(0, "discard_item", card="paranoia-trust-nobody").do(0, "discard_item", card="cheater")
    t.do(0, "discard_item", card="cheat")
    assert [event.cards for event in t.happened("CardsDiscarded")] == [("cheat#1",)]
    t.do(0, "discard_item", card="riot-helmet")
    assert [event.attached for event in t.happened("ItemDiscarded")] == [("chrome-plated#1",)]
