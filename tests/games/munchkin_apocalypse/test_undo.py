"""Section 5 of the rules page: what an undo takes (MUNCH-U), row by row of its table."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from games.decider import CLOCK
from games.munchkin_apocalypse import GAME
from games.munchkin_apocalypse.commands import CloseWindow
from tests.games.munchkin_apocalypse.table import Table, seat, table
from tests.spec import ScriptedDice


def undo_class(t: Table, sender: int, command: str, *, dice: tuple[Any, ...] = (), **params: Any) -> str:
    """Send the command, and say what taking it back would need."""
    before = t.state
    sent = t._command(sender, command, params)
    t.do(sender, command, dice=dice, **params)
    assert GAME.take_back.undo_class is not None
    return GAME.take_back.undo_class(before, sent, t.events)


def test_munch_u_2_own_known_cards_are_taken_back_freely():
    t = table(
        seat(
            hand="class-kid class-militia super-munchkin paranoia-trust-nobody riot-helmet chrome-plated cheat",
            items="tire-iron",
        ),
        seat(),
    )
    for command, params in [
        ("play_class", {"card": "class-kid"}),
        ("play_super_munchkin", {"card": "super-munchkin", "second": "class-militia"}),
        ("play_paranoia", {"card": "paranoia-trust-nobody"}),
        ("play_item", {"card": "riot-helmet"}),
        ("attach_to_item", {"card": "chrome-plated", "item": "riot-helmet"}),
        ("stow_item", {"card": "riot-helmet"}),
        ("wield_item", {"card": "riot-helmet"}),
        ("set_grip", {"card": "tire-iron", "both": True}),
        ("play_special", {"card": "cheat", "target": "riot-helmet#1"}),
        ("discard_item", {"card": "riot-helmet"}),
        ("discard_class", {"card": "class-kid"}),
    ]:
        assert undo_class(t, 0, command, **params) == "free", command


def test_munch_u_2_finish_setup_is_free_but_the_last_one_needs_consent():
    t = table(seat(), seat(), phase="SETUP")
    t.state = replace(t.state, turn=0, players=tuple(replace(one, is_ready=False) for one in t.state.players))
    assert undo_class(t, 1, "finish_setup") == "free"
    assert undo_class(t, 0, "finish_setup") == "consent"


def test_munch_u_2_sales_are_free_unless_a_seal_was_closed():
    t = table(
        seat(items="fifteen-year-supply diesel-generator riot-helmet", hirelings="cheater"), seat(), seals="seal-doom"
    )
    for command, params in [
        ("add_to_sale", {"card": "riot-helmet"}),
        ("remove_from_sale", {"card": "riot-helmet"}),
        ("add_to_sale", {"card": "fifteen-year-supply"}),
        ("cancel_sale", {}),
        ("add_to_sale", {"card": "fifteen-year-supply"}),
        ("complete_sale", {}),
    ]:
        assert undo_class(t, 0, command, **params) == "free", command
    t.state = replace(t.state, players=(replace(t.state.players[0], levels_this_turn=2), t.state.players[1]))
    t.do(0, "add_to_sale", card="riot-helmet").do(0, "add_to_sale", card="diesel-generator")
    assert undo_class(t, 0, "complete_sale") == "consent"
    assert t.happened("SealClosed")


def test_munch_u_12_deals_are_free_until_the_second_agreement():
    t = table(seat(items="riot-helmet"), seat())
    assert undo_class(t, 0, "open_deal", kind="trade", partner=1) == "free"
    deal = t.state.deals[0].id
    assert undo_class(t, 0, "put_in_deal", deal=deal, card="riot-helmet") == "free"
    assert undo_class(t, 0, "take_from_deal", deal=deal, card="riot-helmet") == "free"
    t.do(0, "put_in_deal", deal=deal, card="riot-helmet")
    assert undo_class(t, 0, "agree_deal", deal=deal, terms=3) == "free"
    assert undo_class(t, 1, "agree_deal", deal=deal, terms=3) == "consent"
    t.do(0, "open_deal", kind="trade", partner=1)
    assert undo_class(t, 1, "cancel_deal", deal=t.state.deals[0].id) == "free"
    t = table(seat(hand="drafted-on-the-spot"), seat(), seat(), doors="fire-ants")
    t.do(0, "open_door").do(0, "open_deal", kind="help", partner=1)
    assert undo_class(t, 1, "set_deal_treasures", deal=t.state.deals[0].id, count=1) == "free"
    assert undo_class(t, 1, "set_deal_first_pick", deal=t.state.deals[0].id, picker=0) == "free"
    assert undo_class(t, 0, "play_special", card="drafted-on-the-spot", target=2) == "free"
    assert undo_class(t, 0, "grant_share", count=1) == "free"


@pytest.mark.rules("MUNCH-U.5")
def test_munch_u_4_what_was_learned_needs_consent():
    t = table(seat(hand="octobear cheat"), seat(), doors="cheater")
    assert undo_class(t, 0, "show_card", card="cheat", to=1) == "never"
    assert undo_class(t, 0, "open_door") == "consent"
    assert undo_class(t, 0, "look_for_trouble", card="octobear") == "free"  # the sender's own card
    t = table(seat(), seat(), phase="AFTER_DOOR")
    assert undo_class(t, 0, "search_room") == "consent"
    assert undo_class(t, 0, "end_turn") == "free"  # nothing was drawn or rolled
    t = table(seat(), seat(), phase="TURN_END", fast_listen=True)
    assert undo_class(t, 0, "end_turn") == "consent"


def test_munch_u_4_running_away_needs_consent_also_where_no_die_was_needed():
    t = table(seat(1), seat(), doors="nuclear-winter-yeti")
    t.do(0, "open_door").runs()
    assert undo_class(t, 0, "roll_escape", monster="m1") == "consent"
    assert "EscapeRolled" not in {type(event).__name__ for event in t.events}


def test_munch_u_5_cards_played_into_a_combat_are_free():
    t = table(
        seat(hand="powdered-water", classes="class-blogger"),
        seat(hand="glows-in-the-dark wandering-monster octobear back-from-the-grave toxic-mold vampire-landlord"),
        doors="undead-mall-walker",
    )
    t.do(0, "open_door")
    assert undo_class(t, 0, "play_one_shot", card="powdered-water", side="fighters") == "free"
    assert undo_class(t, 1, "play_monster_enhancer", card="glows-in-the-dark", monster="m1") == "free"
    assert undo_class(t, 1, "play_wandering_monster", card="wandering-monster") == "free"
    assert undo_class(t, 1, "choose", choice=t.state.choice.id, value="octobear") == "free"
    assert undo_class(t, 1, "join_horde_with", card="back-from-the-grave") == "free"
    assert undo_class(t, 1, "choose", choice=t.state.choice.id, value="toxic-mold") == "free"
    assert undo_class(t, 1, "join_horde", card="vampire-landlord") == "free"


def test_munch_u_4_a_disaster_is_free_until_a_seal_or_a_die():
    t = table(seat(hand="clocks-go-back zoo-escape looting-spree", level=3), seat(), next_seals="seal-doom")
    assert undo_class(t, 0, "play_disaster", card="clocks-go-back", target=1) == "free"
    assert undo_class(t, 0, "play_disaster", card="zoo-escape", target=1) == "consent"
    assert undo_class(t, 0, "play_disaster", card="looting-spree", target=1) == "free"  # an empty hand: nothing moved
    t = table(seat(hand="bird-flu all-clear-siren loaded-die"), seat(), doors="fire-ants")
    t.do(0, "play_disaster", card="bird-flu", target=0)
    assert undo_class(t, 0, "respond", window=t.state.window.id, card="all-clear-siren") == "free"
    t.do(0, "open_door").runs()
    assert undo_class(t, 0, "roll_escape", monster="m1", dice=(1,)) == "consent"
    assert undo_class(t, 0, "respond", window=t.state.window.id, card="loaded-die", dice=(6,)) == "consent"


def test_munch_u_4_declarations_passes_and_windows():
    t = table(seat(5), seat(), seat(), doors="undead-mall-walker", reaction_window_ms=20_000)
    t.do(0, "open_door")
    assert undo_class(t, 0, "declare_victory") == "free"
    assert undo_class(t, 0, "withdraw_declaration") == "free"
    t.do(0, "declare_victory")
    window = t.state.window
    assert undo_class(t, 1, "pass", window=window.id) == "never"  # it does not bind
    before = t.state
    closing = CloseWindow(seat=CLOCK, window=window.id)
    events = GAME.decide(before, closing, ScriptedDice(serial=500, at_ms=window.deadline))
    assert GAME.take_back.undo_class(before, closing, events) == "consent"
    assert undo_class(t, 2, "pass", window=window.id) == "consent"
    t = table(seat(), seat(), doors="fire-ants")
    t.do(0, "open_door")
    assert undo_class(t, 0, "declare_flight") == "free"


def test_munch_u_4_picks_loot_big_items_and_charity():
    t = table(seat(2), seat(9), doors="fire-ants", treasures="riot-helmet nail-gun tire-iron")
    t.do(0, "open_door").helped_by(1, treasures=1).wins()
    assert undo_class(t, 1, "pick_treasure", card="nail-gun") == "free"
    doomed = seat(5, items="riot-helmet nail-gun tire-iron")
    t = table(doomed, seat(2), seat(1), doors="nuclear-winter-yeti", next_seals="seal-doom")
    t.do(0, "open_door").runs().do(0, "roll_escape", monster="m1", dice=[1])
    assert undo_class(t, 1, "loot_card", card="riot-helmet") == "free"
    assert undo_class(t, 2, "loot_card", card="nail-gun") == "consent"  # the last one: a Seal was opened
    t = table(
        seat(items="diesel-generator sofa-cushion-fort", hirelings="cheater"), seat(), seat(items="chainsaw-on-a-pole")
    )
    t.do(0, "discard_item", card="cheater")
    assert undo_class(t, 0, "give_big_item", card="diesel-generator", to=1) == "free"
    rich = seat(items="diesel-generator sofa-cushion-fort", hirelings="cheater")
    t = table(rich, seat(items="chainsaw-on-a-pole"))
    t.do(0, "discard_item", card="cheater")
    assert undo_class(t, 0, "discard_big_item", card="diesel-generator") == "free"
    hand = "fire-ants octobear toxic-mold acid-slugs bird-flu earthquake"
    t = table(seat(4, hand=hand), seat(3), phase="TURN_END")
    t.do(0, "end_turn")
    assert undo_class(t, 0, "give_charity_card", card="octobear", to=1) == "consent"
    t = table(seat(1, hand=hand), seat(3), phase="TURN_END")
    t.do(0, "end_turn")
    assert undo_class(t, 0, "discard_charity_card", card="octobear") == "free"


def test_munch_u_2_a_choice_is_as_what_it_causes():
    t = table(seat(hand="flash-flood cheat cheater"), seat())
    t.do(0, "play_disaster", card="flash-flood", target=0).all_pass()
    assert undo_class(t, 0, "choose", choice=t.state.choice.id, value="cheat") == "free"
    storm = {"source": "class-kid", "ability": "dodge-and-weave"}
    t = table(seat(classes="class-kid", hand="cheat cheater"), seat(), doors="fire-ants")
    t.do(0, "open_door").runs().do(0, "roll_escape", monster="m1", dice=[1])
    assert undo_class(t, 0, "respond", window=t.state.window.id, **storm) == "free"
    assert undo_class(t, 0, "choose", choice=t.state.choice.id, value="cheat", dice=(6,)) == "consent"


def test_munch_u_10_the_end_of_the_match_cannot_be_undone():
    t = table(seat(9), seat(), doors="undead-mall-walker")
    t.do(0, "open_door").do(0, "declare_victory")
    assert undo_class(t, 1, "pass", window=t.state.window.id) == "never"
    started = GAME.rules.setup(GAME.options(), 2, ScriptedDice(_orders(), serial=0))
    assert any(GAME.presentation.reveals(event) for event in started)


def _orders() -> list[Any]:
    from games.munchkin_apocalypse.catalogue import catalogue_for

    decks = catalogue_for().decks
    return [decks["door"], decks["treasure"], decks["seal"], 0]


def test_munch_u_8_a_window_comes_back_with_a_new_id_its_full_length_and_no_passes():
    t = table(seat(5), seat(), seat(), doors="undead-mall-walker", reaction_window_ms=20_000)
    t.do(0, "open_door").do(0, "declare_victory").do(1, "pass", window=t.state.window.id)
    old = t.state.window.id
    t.state = GAME.take_back.reopen(t.state, 900, 5_000_000)
    window = t.state.window
    assert (window.id, window.passed, window.opened_at, window.deadline) == (900, (), 5_000_000, 5_020_000)
    t.refuses(2, "pass", "window_over", "MUNCH-5.19", window=old)
    t.at_ms = 5_019_999
    t.refuses(CLOCK, "close_window", "window_still_running", "MUNCH-5.17", window=900)
    t.at_ms = GAME.clock.deadline(t.state).at_ms
    t.do(CLOCK, "close_window", window=900)
    assert t.phase == "TURN_END"


def test_munch_u_7_a_window_keeps_its_passes_and_has_its_full_length_again_after_a_vote():
    t = table(seat(5), seat(), seat(), doors="undead-mall-walker", reaction_window_ms=20_000)
    t.do(0, "open_door").do(0, "declare_victory").do(1, "pass", window=t.state.window.id)
    before = t.state.window
    t.state = GAME.clock.restart_clock(t.state, 5_000_000)
    assert t.state.window == replace(before, opened_at=5_000_000, deadline=5_020_000)
    calm = table(seat(), seat()).state
    assert GAME.clock.restart_clock(calm, 5_000_000) == calm


def test_munch_u_8_a_window_without_a_clock_comes_back_without_one():
    t = table(seat(5), seat(), doors="undead-mall-walker")
    t.do(0, "open_door").do(0, "declare_victory")
    t.state = GAME.take_back.reopen(t.state, 900, 5_000_000)
    assert GAME.clock.deadline(t.state) is None
    t.do(1, "pass", window=900)
    assert t.phase == "TURN_END"


def test_munch_u_8_the_last_of_several_undos_counts():
    t = table(seat(5), seat(), doors="undead-mall-walker", reaction_window_ms=20_000)
    t.do(0, "open_door").do(0, "declare_victory")
    assert GAME.take_back.reopen(GAME.take_back.reopen(t.state, 900, 1), 901, 2) == GAME.take_back.reopen(
        t.state, 901, 2
    )


def test_munch_u_8_a_choice_comes_back_with_a_new_id():
    t = table(seat(hand="flash-flood cheat cheater"), seat())
    t.do(0, "play_disaster", card="flash-flood", target=0).all_pass()
    old = t.state.choice.id
    t.state = GAME.take_back.reopen(t.state, 900, 5_000_000)
    t.refuses(0, "choose", "choice_over", "MUNCH-5.19", choice=old, value="cheat")
    t.do(0, "choose", choice=900, value="cheat")


@pytest.mark.rules("MUNCH-U.8")
def test_munch_11_7_nobody_agrees_to_terms_that_were_taken_back():
    t = table(seat(items="riot-helmet nail-gun"), seat())
    t.do(0, "open_deal", kind="trade", partner=1)
    deal, before = t.state.deals[0].id, t.state
    t.do(0, "put_in_deal", deal=deal, card="nail-gun")
    taken_back = t.state.deals[0].terms
    t.state = GAME.take_back.reopen(before, 900, 5_000_000)
    t.do(0, "put_in_deal", deal=deal, card="riot-helmet")
    t.refuses(1, "agree_deal", "terms_changed", "MUNCH-11.7", deal=deal, terms=taken_back)
    t.do(1, "agree_deal", deal=deal, terms=t.state.deals[0].terms)


def test_munch_u_13_what_voids_a_window_counts_as_granted_once_in_its_combat():
    t = table(seat(5), seat(hand="warm-energy-drink molotov-smoothie"), doors="undead-mall-walker")
    t.do(0, "open_door")
    before = t.state
    assert undo_class(t, 1, "play_one_shot", card="molotov-smoothie", side="fighters") == "free"
    assert GAME.take_back.undo_allowance(before, t.events) is None  # no window was open
    t.do(0, "declare_victory")
    before = t.state
    assert undo_class(t, 1, "play_one_shot", card="warm-energy-drink", side="monsters") == "free"
    assert GAME.take_back.undo_allowance(before, t.events) == f"window of combat {before.combat.id}"


def test_munch_u_3_everybody_is_asked():
    assert GAME.take_back.undo_voters is None  # all seats, dead or alive


@pytest.mark.parametrize(
    ("hand", "command", "params", "victim"),
    [
        ("bird-flu", "play_disaster", {"card": "bird-flu", "target": 1}, 2),
        ("vampire-landlord", "join_horde", {"card": "vampire-landlord"}, 0),
    ],
)
def test_munch_u_4_a_card_of_another_hand_that_is_discarded_openly_was_learned(hand, command, params, victim):
    hands = {victim: "riot-helmet"}
    sender = 0 if command == "play_disaster" else 1
    hands[sender] = hand
    t = table(*[seat(hand=hands.get(one, "")) for one in range(3)], doors="undead-mall-walker")
    if command == "join_horde":
        t.do(0, "open_door")
    assert undo_class(t, sender, command, **params) == "consent"
    assert t.is_discarded("riot-helmet")
