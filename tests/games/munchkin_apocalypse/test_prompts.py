"""What a seat is asked in Munchkin Apocalypse."""

from __future__ import annotations

import pytest

from games.munchkin_apocalypse import GAME
from tests.games.munchkin_apocalypse.table import seat, table
from tests.play import Match
from tests.question_words import read_question


def prompt(t, of=0):
    return GAME.presentation.prompt(t.state, of)


def words(t, of=0):
    found = (GAME.presentation.describe(t.state, of, template) for template in GAME.rules.choices(t.state, of))
    return {one.label: one for one in found}


def test_a_turn_begins_with_the_door_and_rare_things_are_under_more():
    t = table(seat(items="tire-iron", hand="powdered-water"), seat())
    assert prompt(t) == "Your turn: open the door."
    found = words(t)
    assert found["Open the door"].group == "main"
    for rare in ("Show Powdered Water", "Trade with {1}", "Sell something", "Stow Tire Iron", "Discard Tire Iron"):
        assert found[rare].group == "more", rare
    assert prompt(t, 1) is None
    assert {one.group for one in words(t, 1).values()} == {"more"}


@pytest.mark.parametrize("phase", ["TURN_START", "TURN_END"])
def test_what_the_hand_can_play_at_any_time_answers_the_player_on_turn_and_nobody_else(phase):
    hand = "level-convenient-mutation cheater zoo-escape powdered-water"
    t = table(seat(hand=hand), seat(hand="level-found-a-cult zoo-escape#2"), phase=phase)
    found = words(t)
    for label in ("Play Convenient Mutation", "Play Cheater", "Play Disaster! Zoo Escape"):
        assert found[label].group == "main", label
    assert found["Show a card"].group == "more"
    assert {one.group for one in words(t, 1).values()} == {"more"}


def test_a_fight_is_told_with_both_sums_to_the_fighter_and_to_the_others():
    t = table(seat(level=5, hand="powdered-water"), seat(hand="molotov-smoothie"), doors="fire-ants")
    t.do(0, "open_door")
    sums = f"{t.fighters} to {t.monsters}"
    assert prompt(t) == f"You fight Fire Ants, {sums}."
    assert prompt(t, 1) == f"{{0}} fights Fire Ants, {sums}. You may take part."
    assert words(t, 1)["Use Molotov Smoothie"].group == "main"
    assert words(t)["Run away"].group == "end"


def test_asking_for_help_is_a_main_answer_and_offering_it_is_not():
    t = table(seat(level=1), seat(level=9), doors="fire-ants")
    t.do(0, "open_door")
    assert words(t)["Ask {1} for help"].group == "main"
    assert words(t, 1)["Offer {0} your help"].group == "more"


def first(t, group="main"):
    """What a narrow window shows of this group before all else."""
    found = [one for one in words(t).values() if one.group == group]
    return min(found, key=lambda one: one.place).label


def test_what_decides_a_combat_stands_before_the_cards_that_can_be_played():
    hand = "level-convenient-mutation zoo-escape molotov-smoothie"
    winning = table(seat(level=9, items="tire-iron", hand=hand), seat(), doors="fire-ants")
    winning.do(0, "open_door")
    assert first(winning) == "I win"
    losing = table(seat(level=1, items="tire-iron", hand=hand), seat(), doors="fire-ants")
    losing.do(0, "open_door")
    assert first(losing) == "Ask {1} for help"
    losing.do(0, "open_deal", kind="help", partner=1)
    assert first(losing, "end") == "Run away"
    (deal,) = losing.state.deals
    losing.do(1, "agree_deal", deal=deal.id, terms=deal.terms)
    assert first(losing) == "Agree with {1}"


def test_an_offer_of_help_says_what_it_costs():
    t = table(seat(items="tire-iron"), seat(), doors="fire-ants")
    t.do(0, "open_door").do(0, "open_deal", kind="help", partner=1)
    (deal,) = t.state.deals
    t.do(0, "set_deal_treasures", deal=deal.id, count=1)
    t.do(0, "agree_deal", deal=deal.id, terms=t.state.deals[0].terms)
    assert str(prompt(t, 1)).endswith("{0} wants your help for 1 Treasure.")
    assert words(t, 1)["Agree with {0}"].effect == "You help for 1 Treasure."
    assert words(t, 1)["No deal with {0}"].group == "end"


def test_an_offer_of_many_items_names_some_in_the_question_and_all_of_them_beside_the_answer():
    items = ("tire-iron", "riot-helmet", "stop-sign-shield", "getaway-slippers")
    t = table(seat(items=" ".join(items)), seat(), doors="fire-ants")
    t.do(0, "open_door").do(0, "open_deal", kind="help", partner=1)
    (deal,) = t.state.deals
    for item in items:
        t.do(0, "put_in_deal", deal=deal.id, card=item)
    t.do(0, "agree_deal", deal=deal.id, terms=t.state.deals[0].terms)
    assert str(prompt(t, 1)).endswith("{0} wants your help for Tire Iron, Riot Helmet and 2 more cards.")
    assert "Getaway Slippers" in words(t, 1)["Agree with {0}"].effect


@pytest.mark.parametrize(
    ("hand", "label"),
    [
        ("glows-in-the-dark", "Play Glows in the Dark on Fire Ants"),
        ("glows-in-the-dark foaming-at-the-mouth", "Play a card on Fire Ants"),
    ],
)
def test_a_card_for_a_monster_is_never_called_by_the_name_of_the_monster(hand, label):
    t = table(seat(level=1), seat(hand=hand), doors="fire-ants")
    t.do(0, "open_door")
    assert label in words(t, 1)


def test_a_trade_says_what_goes_where():
    t = table(seat(items="tire-iron"), seat(items="riot-helmet"))
    t.do(0, "open_deal", kind="trade", partner=1)
    (deal,) = t.state.deals
    t.do(0, "put_in_deal", deal=deal.id, card="tire-iron").do(1, "put_in_deal", deal=deal.id, card="riot-helmet")
    t.do(1, "agree_deal", deal=deal.id, terms=t.state.deals[0].terms)
    assert prompt(t) == "Your turn: open the door. {1} offers Riot Helmet for Tire Iron."
    assert words(t)["Agree with {1}"].effect == "You give Tire Iron and get Riot Helmet."
    assert prompt(t, 1) is None


def test_a_sale_says_what_it_brings():
    t = table(seat(items="tire-iron riot-helmet"), seat())
    t.do(0, "add_to_sale", card="tire-iron")
    assert prompt(t) == "For sale: Tire Iron, 300 gold. 1000 is a Level."
    assert words(t)["Sell nothing"].group == "end"


def test_what_can_be_sold_has_its_price_and_the_rest_is_lost_only_where_there_is_one():
    t = table(seat(items="tire-iron riot-helmet", hand="expired-press-pass sofa-cushion-fort"), seat())
    assert words(t)["Sell something"].names["card"][:2] == ("Tire Iron, 300 gold", "Riot Helmet, 600 gold")
    t.do(0, "add_to_sale", card="tire-iron").do(0, "add_to_sale", card="sofa-cushion-fort")
    assert words(t)["Sell it all"].effect == "1000 gold, so you go up 1 Level."
    t.do(0, "add_to_sale", card="expired-press-pass")
    assert words(t)["Sell it all"].effect == "1300 gold, so you go up 1 Level; the rest is lost."


def test_at_the_last_level_but_one_it_says_why_nothing_can_be_sold():
    t = table(seat(level=9, items="tire-iron"), seat())
    assert prompt(t) == "Your turn: open the door. The last Level must be won in a fight; none is sold."
    assert "Sell Tire Iron" not in words(t)


def test_a_disaster_says_what_it_does_and_whether_one_has_an_answer():
    t = table(seat(hand="zoo-escape all-clear-siren"), seat(items="tire-iron", hand="powdered-water"))
    t.do(0, "play_disaster", card="zoo-escape", target=1)
    text = str(prompt(t, 1))
    assert text.startswith("Disaster! Zoo Escape strikes you. ")
    assert text.endswith("You have no answer to it.")
    assert len(text) > len("Disaster! Zoo Escape strikes you. You have no answer to it.")
    other = table(seat(hand="zoo-escape"), seat(items="tire-iron", hand="all-clear-siren"))
    other.do(0, "play_disaster", card="zoo-escape", target=1)
    assert str(prompt(other, 1)).endswith("Do you answer?")


def test_after_a_door_without_a_monster_one_of_the_hand_is_named_only_if_there_is_one():
    for hand, asked in (("fire-ants", "Fight one of your own, or search the room."), ("", "Search the room.")):
        t = table(seat(hand=hand), seat(), doors="class-kid")
        t.do(0, "open_door")
        assert prompt(t) == f"No monster came. {asked}"


def test_treasures_are_offered_beside_the_deal_and_it_says_whose_answer_is_missing():
    t = table(seat(level=1), seat(9), doors="fire-ants")
    t.do(0, "open_door").do(0, "open_deal", kind="help", partner=1)
    offer = words(t)["Offer {1} Treasures"]
    assert (offer.group, offer.effect) == ("main", "So many of the 3 go to the helper.")
    assert words(t, 1)["Ask {0} for Treasures"].group == "more"
    t.do(0, "agree_deal", deal=t.state.deals[0].id, terms=t.state.deals[0].terms)
    assert str(prompt(t)).endswith("You have agreed; {1} has not answered yet.")


def test_what_needs_only_one_yes_more_stands_before_asking_somebody_else():
    t = table(seat(level=1), seat(9), seat(9), doors="fire-ants")
    t.do(0, "open_door").do(0, "open_deal", kind="help", partner=1)
    assert first(t) == "Ask {2} for help"
    t.do(1, "agree_deal", deal=t.state.deals[0].id, terms=t.state.deals[0].terms)
    assert first(t) == "Agree with {1}"


def test_what_is_gone_for_ever_does_not_stand_first_among_what_is_rarely_wanted():
    t = table(seat(items="tire-iron", classes="class-kid", hand="powdered-water"), seat())
    assert first(t, "more") not in ("Give up Kid", "Discard Tire Iron")


def test_charity_counts_down():
    t = table(
        seat(level=3, hand="powdered-water smoke-bomb fire-ants octobear toxic-mold zoo-escape wandering-monster"),
        seat(),
        phase="TURN_END",
    )
    t.do(0, "end_turn")
    assert prompt(t) == "You hold 7 and may keep 5: give 2 cards to {1}."
    t.do(0, "give_charity_card", card="wandering-monster", to=1)
    assert prompt(t) == "You hold 6 and may keep 5: give 1 card to {1}."


def test_what_is_sent_in_the_setup_is_simultaneous():
    match = Match(GAME, GAME.options(), 3, 1)
    match.start()
    for template in GAME.rules.choices(match.state, 1):
        assert GAME.presentation.describe(match.state, 1, template).simultaneous
    assert GAME.presentation.prompt(match.state, 1) == "Put on what you like."


def test_too_many_big_items_and_shared_treasures_are_asked_about_in_words():
    """Random play meets these two rarely."""
    big = table(seat(5, items="diesel-generator sofa-cushion-fort", hirelings="cheater"), seat())
    big.do(0, "discard_item", card="cheater")
    assert prompt(big) == "You carry too many Big items. Which one goes?"
    assert list(read_question(GAME, big.state, 0)) == []
    assert words(big)["Give Diesel Generator away"].names["to"] == ("{1}",)
    shared = table(seat(2), seat(9), doors="fire-ants", treasures="riot-helmet level-found-a-cult nail-gun")
    shared.do(0, "open_door").helped_by(1, treasures=1).wins()
    assert prompt(shared, 1) == "Choose a Treasure."
    assert list(read_question(GAME, shared.state, 1)) == []
    assert "Riot Helmet" in words(shared, 1)["Take a Treasure"].names["card"]


def test_who_lets_a_disaster_happen_reads_what_it_does():
    t = table(seat(hand="flash-flood powdered-water"), seat(items="riot-helmet", hand="fake-evacuation-order"))
    t.do(0, "play_disaster", card="flash-flood", target=1)
    happens = words(t, 1)["Let it happen"]
    assert happens.effect == "The victim discards 1 big item, then discards 1 hand card."
