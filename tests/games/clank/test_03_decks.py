"""Section 3: cards and decks."""

from games.clank.commands import AcquireCard
from games.clank.events import CardPlayed, CardsDrawn, ClankAdded, DeckShuffled, ResourcesGained
from games.clank.state import Card
from tests.games.clank.table import END, at_table, do, names, of_type, play, pools, table, thief


def test_clank_3_1_a_played_card_lies_in_the_play_area_until_the_turn_ends():
    start = table(thief(hand="burgle sneak"))
    after, _ = do(start, *play("burgle"))
    assert names(after.players[0].play) == ["burgle"]
    ended, _ = do(after, *play("sneak"), END)
    assert ended.players[0].play == ()
    assert names(ended.players[0].discard) == ["burgle", "sneak"]


def test_clank_3_2_printed_resources_first_then_the_text():
    at_table(thief(hand="singing_sword")).when(play("singing_sword")[0]).then(
        CardPlayed(seat=0, card_id="singing_sword", name="singing_sword", rule="CLANK-3.1"),
        ResourcesGained(seat=0, source="singing_sword", skill=3, swords=2, rule="CLANK-3.2"),
        ClankAdded(seat=0, requested=1, cancelled=0, added=1, source="singing_sword", rule="CLANK-3.2 CLANK-11.1"),
    )


def test_clank_3_3_an_acquired_card_does_nothing_until_it_is_played():
    start = table(thief(), row="pickaxe ladder wizard brilliance tunnel_guide treasure_map", skill=4)
    after, _ = do(start, AcquireCard(seat=0, source="row", slot=0))
    assert names(after.players[0].discard) == ["pickaxe"]
    assert pools(after) == (0, 0, 0)
    assert after.players[0].gold == 0


def test_clank_3_4_the_discard_pile_is_shuffled_when_a_card_is_needed():
    start = at_table(thief(hand="burgle", deck="sneak", discard="stumble tattle search swagger"))
    after, events = do(start, *play("burgle"), END, dice=[("swagger", "stumble", "search", "tattle", "burgle")])
    draws = of_type(events, CardsDrawn, DeckShuffled)
    assert [type(event) for event in draws] == [CardsDrawn, DeckShuffled, CardsDrawn]
    assert [draws[0].count, draws[1].size, draws[2].count] == [1, 5, 4]
    assert names(after.players[0].hand) == ["sneak", "swagger", "stumble", "search", "tattle"]
    assert (names(after.players[0].deck), after.players[0].discard) == (["burgle"], ())


def test_clank_3_4_an_empty_deck_is_not_shuffled_before_a_card_is_needed():
    start = at_table(thief(deck="sneak stumble tattle search swagger", discard="burgle"))
    after, events = do(start, END)
    assert after.players[0].deck == ()
    assert of_type(events, DeckShuffled) == []


def test_clank_3_5_hand_and_play_area_stay_out_of_the_shuffle():
    start = at_table(thief(hand="elven_boots burgle", deck="", discard="sneak stumble"))
    after, events = do(start, *play("elven_boots"), dice=[("stumble", "sneak")])
    assert names(of_type(events, DeckShuffled)[0].order) == ["stumble", "sneak"]
    assert names(after.players[0].hand) == ["burgle", "stumble"]
    assert names(after.players[0].play) == ["elven_boots"]


def test_clank_3_6_nothing_left_to_draw_means_the_draw_falls_away():
    start = at_table(thief(hand="brilliance", deck="sneak"))
    after, events = do(start, *play("brilliance"))
    assert [event.count for event in of_type(events, CardsDrawn)] == [1]
    assert names(after.players[0].hand) == ["sneak"]
    _, none = do(at_table(thief(hand="brilliance", deck="")), *play("brilliance"))
    assert of_type(none, CardsDrawn, DeckShuffled) == []


def test_clank_3_7_a_draw_takes_the_top_cards_in_their_order():
    after, _ = do(at_table(thief(hand="bracers_of_agility", deck="sneak tattle search")), *play("bracers_of_agility"))
    assert names(after.players[0].hand) == ["sneak", "tattle"]
    assert names(after.players[0].deck) == ["search"]


def test_clank_3_8_draw_means_own_deck_and_own_hand():
    start = at_table(thief(hand="elven_boots", deck="sneak"), thief(hand="burgle", deck="search"))
    after, events = do(start, *play("elven_boots"))
    (drawn,) = of_type(events, CardsDrawn)
    assert (drawn.seat, drawn.cards) == (0, (Card("sneak", "sneak"),))
    assert after.players[1] == start.state.players[1]


def test_clank_3_9_an_acquire_effect_happens_only_when_acquired():
    start = table(thief(hand="silver_spear"), row="silver_spear ladder wizard - - -", skill=3)
    after, _ = do(start, AcquireCard(seat=0, source="row", slot=0))
    assert after.turn.swords == 1
    played, _ = do(after, *play("silver_spear"))
    assert played.turn.swords == 4
