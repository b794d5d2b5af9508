"""Section 4 of the rules page: who may see what (MUNCH-V)."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import msgspec
import pytest

from events.visibility import ARBITER, SPECTATOR, redact
from games.dice import Dice
from games.munchkin_apocalypse import GAME
from games.munchkin_apocalypse.commands import RemoveFromSale
from games.munchkin_apocalypse.events import CardsDrawn
from tests.games.munchkin_apocalypse.policy import policy, random_options
from tests.games.munchkin_apocalypse.table import instance, seat, table
from tests.play import Match, moves
from tests.spec import view_of
from tests.two_worlds import shows_only_what_it_names


def texts(value: Any) -> set[str]:
    return set(msgspec.json.encode(value).decode().replace('"', " ").split())


def test_munch_v_1_a_hand_is_for_its_owner_and_backs_for_the_others():
    t = table(seat(hand="fire-ants riot-helmet nail-gun"), seat())
    own = view_of(GAME, t.state, 0)["players"][0]["hand"]
    assert [card["card"] for card in own["cards"]] == ["fire-ants#1", "riot-helmet#1", "nail-gun#1"]
    for viewer in (1, SPECTATOR):
        shown = view_of(GAME, t.state, viewer)["players"][0]["hand"]
        assert shown == {"doors": 1, "treasures": 2, "cards": None, "fresh": None}
    assert view_of(GAME, t.state, ARBITER)["players"][0]["hand"]["cards"] == own["cards"]


@pytest.mark.rules("MUNCH-V.13")
def test_munch_v_2_nothing_of_a_hidden_card_stands_anywhere_in_a_view():
    t = table(seat(hand="fire-ants"), seat(hand="octobear"))
    for viewer, hidden in ((0, "octobear"), (1, "fire-ants"), (SPECTATOR, "octobear")):
        assert not any(hidden in text for text in texts(view_of(GAME, t.state, viewer)))
    assert view_of(GAME, t.state, SPECTATOR)["decks"]["orders"] is None


def test_munch_v_3_drawn_cards_are_the_drawers_secret_unless_drawn_openly():
    t = table(seat(5), seat(), doors="undead-mall-walker", treasures="riot-helmet")
    t.do(0, "open_door").wins()
    (drawn,) = t.happened("CardsDrawn")
    assert [redact(drawn, viewer).cards for viewer in (0, 1)] == [("riot-helmet#1",), None]
    t = table(seat(), seat(5), doors="undead-mall-walker", treasures="riot-helmet")
    t.do(0, "open_door").helped_by(1).wins()
    (drawn,) = t.happened("CardsDrawn")
    assert (drawn.open, redact(drawn, SPECTATOR).cards) == (True, ("riot-helmet#1",))


def test_munch_v_4_a_charity_card_is_known_to_two_its_back_to_all():
    hand = "fire-ants octobear toxic-mold acid-slugs bird-flu riot-helmet"
    t = table(seat(4, hand=hand), seat(3), seat(5), phase="TURN_END")
    t.do(0, "end_turn").do(0, "give_charity_card", card="riot-helmet", to=1)
    (given,) = t.happened("CharityGiven")
    assert [redact(given, viewer).card is None for viewer in (0, 1, 2, SPECTATOR)] == [False, False, True, True]
    assert redact(given, 2).deck == "treasure"
    assert GAME.presentation.narrate(redact(given, 2), 2) == "{0} gives {1} a Treasure card."


def test_munch_v_5_a_shown_card_is_for_whom_it_was_shown_to():
    t = table(seat(hand="fire-ants"), seat(), seat())
    (shown,) = t.do(0, "show_card", card="fire-ants", to=2).events
    assert [redact(shown, viewer).card is None for viewer in (0, 1, 2, SPECTATOR)] == [False, True, False, True]
    (shown,) = t.do(0, "show_card", card="fire-ants", to="all").events
    assert redact(shown, SPECTATOR).card == "fire-ants#1"


def test_munch_v_6_hand_cards_in_a_basket_and_its_total_are_secret():
    t = table(seat(hand="combat-drone", items="riot-helmet"), seat())
    t.do(0, "add_to_sale", card="combat-drone").do(0, "add_to_sale", card="riot-helmet")
    (changed,) = t.events
    hidden = redact(changed, 1)
    assert (hidden.table_cards, hidden.hand_count, hidden.hand_cards, hidden.total) == (
        ("riot-helmet#1",),
        1,
        None,
        None,
    )
    assert view_of(GAME, t.state, 1)["basket"]["hand_cards"] is None
    t.do(0, "complete_sale")
    assert redact(t.happened("ItemsSold")[0], 1).cards == ("riot-helmet#1", "combat-drone#1")


@pytest.mark.rules("MUNCH-V.17")
def test_munch_v_7_a_choice_among_hidden_cards_is_the_choosers_secret():
    t = table(seat(hand="flash-flood cheat cheater"), seat())
    t.do(0, "play_disaster", card="flash-flood", target=0).all_pass()
    (asked,) = t.happened("ChoiceRequested")
    assert [redact(asked, viewer).options for viewer in (0, 1)] == [("cheat#1", "cheater#1"), None]
    assert view_of(GAME, t.state, 1)["choice"]["options"] is None
    t.choose("cheat#1")
    (made,) = t.happened("ChoiceMade")
    assert redact(made, 1).value is None
    assert redact(t.happened("CardsDiscarded")[0], 1).cards == ("cheat#1",)  # the discard shows it
    t = table(seat(hand="earthquake", items="riot-helmet nail-gun"), seat())
    t.do(0, "play_disaster", card="earthquake", target=0)
    (asked,) = t.happened("ChoiceRequested")
    assert redact(asked, 1).options == ("riot-helmet#1", "nail-gun#1")


def test_munch_v_8_what_is_played_rolled_and_discarded_is_public():
    t = table(seat(3, hand="clocks-go-back"), seat(), doors="fire-ants")
    t.do(0, "play_disaster", card="clocks-go-back", target=0)
    before = list(t.events)
    t.do(0, "open_door")
    before += t.events
    t.runs().do(0, "roll_escape", monster="m1", dice=[6])
    for event in before + t.events:
        assert redact(event, SPECTATOR) == event


def test_munch_v_9_whether_a_window_opens_says_nothing_about_a_hand():
    for hand in ("all-clear-siren", "fire-ants"):
        t = table(seat(hand="acid-rain"), seat(hand=hand))
        t.do(0, "play_disaster", card="acid-rain", target=1)
        assert view_of(GAME, t.state, 0)["window"]["asked"] == [1]
        assert {template.type for template in GAME.rules.choices(t.state, 1)} >= {"pass"}


def test_munch_v_10_after_door_looks_the_same_with_and_without_a_monster_in_hand():
    shown = []
    for card in ("octobear", "cheat"):
        t = table(seat(hand=card), seat(), phase="AFTER_DOOR")
        shown.append({**view_of(GAME, t.state, 1), "decks": None})
    assert shown[0] == shown[1]


def test_munch_v_11_card_not_available_is_one_answer_for_all_places():
    t = table(seat(), seat(hand="riot-helmet", items="nail-gun"))
    answers = set()
    for card in ("riot-helmet", "nail-gun", "colander-helmet", "no-such-card"):
        with pytest.raises(Exception, match="card_not_available") as refusal:
            GAME.decide(t.state, GAME.commands["play_item"](seat=0, card=instance(card)), Dice(b"", 1))
        answers.add((str(refusal.value), str(refusal.value.facts)))
    assert len(answers) == 1


@pytest.mark.rules("MUNCH-V.16")
def test_munch_v_12_spectators_and_bystanders_see_the_same_table():
    t = table(seat(), seat(hand="octobear"), seat(alive=False), seat(hand="cheat"), doors="fire-ants")
    t.do(0, "open_door")

    def without_hands(viewer: Any) -> Any:
        shown = view_of(GAME, t.state, viewer)
        return [shown["combat"], shown["decision"], [{**one, "hand": None} for one in shown["players"]]]

    assert without_hands(1) == without_hands(3) == without_hands(2) == without_hands(SPECTATOR)


def test_munch_v_14_a_hand_of_known_cards_is_still_shown_as_numbers():
    t = table(seat(), seat(), doors="cheater")
    t.do(0, "open_door")
    assert view_of(GAME, t.state, 1)["players"][0]["hand"]["cards"] is None


def test_munch_v_15_after_the_end_everything_is_open():
    t = table(seat(9, hand="cheat"), seat(hand="octobear"), doors="undead-mall-walker")
    t.do(0, "open_door").wins()
    shown = view_of(GAME, t.state, ARBITER)  # as everybody is shown a finished match
    assert [card["card"] for card in shown["players"][1]["hand"]["cards"]] == ["octobear#1"]
    assert shown["decks"]["orders"]["doors"] == list(t.state.doors)
    drawn = CardsDrawn(
        seat=1, deck="door", count=1, cards=("octobear#1",), open=False, reason="effect", rule="MUNCH-4.2"
    )
    assert redact(drawn, ARBITER).cards == ("octobear#1",)


def test_munch_v_18_a_choice_among_hidden_monsters_is_always_asked():
    for hand in ("octobear", "octobear toxic-mold"):
        t = table(seat(), seat(hand=f"wandering-monster {hand}"), doors="fire-ants")
        t.do(0, "open_door").do(1, "play_wandering_monster", card="wandering-monster")
        assert (t.phase, t.state.choice.kind) == ("CHOICE", "monster_from_hand")


@pytest.mark.rules("MUNCH-V.2", "MUNCH-V.9")
def test_munch_i_31_two_worlds_look_alike_to_who_cannot_tell_them_apart():
    for seed in range(40, 44):
        rng = random.Random(seed)
        match = Match(GAME, random_options(rng), rng.randint(2, 6), seed)
        match.start()
        for _ in moves(match, rng, policy):
            if match.steps > 150:
                break
            viewer = rng.randrange(match.seats)
            other = GAME.presentation.resample(match.state, viewer, Dice(rng.randbytes(8), 0))
            assert view_of(GAME, other, viewer) == view_of(GAME, match.state, viewer)
            assert GAME.rules.choices(other, viewer) == GAME.rules.choices(match.state, viewer)
            assert GAME.rules.to_act(other) == GAME.rules.to_act(match.state)
            luck = rng.randbytes(8)  # what is dealt anew has nothing to do with what the truth was
            assert GAME.presentation.resample(other, viewer, Dice(luck, 0)) == GAME.presentation.resample(
                match.state, viewer, Dice(luck, 0)
            )
            for waiting in GAME.rules.to_act(other):
                assert GAME.rules.choices(other, waiting), "the other world is stuck"


def test_another_world_is_really_another():
    t = table(seat(hand="fire-ants"), seat(hand="octobear riot-helmet"), seals="seal-doom")
    other = GAME.presentation.resample(t.state, 0, Dice(b"another", 0))
    assert other.players[0].hand == t.state.players[0].hand
    assert other.doors != t.state.doors
    assert other.seals != t.state.seals
    assert sorted(other.doors + other.players[1].hand[:1]) == sorted(t.state.doors + t.state.players[1].hand[:1])


def test_resample_never_answers_with_the_true_state(monkeypatch):
    monkeypatch.setattr("games.munchkin_apocalypse.hidden._is_possible", lambda _state, _viewer: False)
    monkeypatch.setattr("games.munchkin_apocalypse.hidden.TRIES", 3)
    with pytest.raises(RuntimeError, match="no other state"):
        GAME.presentation.resample(table(seat(), seat()).state, 0, Dice(b"", 0))


@pytest.mark.rules("MUNCH-18.9")
def test_munch_v_6_which_hidden_card_of_a_basket_counts_double_is_its_owners_secret():
    t = table(seat(hand="riot-helmet combat-drone", classes="class-kid"), seat(hand="nail-gun tire-iron"))
    t.do(0, "add_to_sale", card="riot-helmet").do(0, "add_to_sale", card="combat-drone")
    t.do(0, "use_ability", source="class-kid", ability="pocket-money", target="combat-drone#1")
    match = Match(GAME, GAME.options(), 2, 0, t.state)
    count: Counter[str] = Counter()
    for seed in range(20):
        for card in ("riot-helmet#1", "combat-drone#1"):
            shows_only_what_it_names(match, RemoveFromSale(seat=0, card=card), random.Random(seed), count)
    assert count["alike to others"] == 80
