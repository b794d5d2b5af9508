"""Who sees what."""

import json
import random
from typing import Any

import msgspec
import pytest

from events.visibility import ARBITER, SPECTATOR, marks, redact
from games.coup import GAME
from games.coup import events as happened
from games.coup.catalogue import DECK
from games.coup.setup import CoupOptions
from games.dice import Dice
from tests.games.coup.policy import policy
from tests.games.coup.table import ELIMINATED, table
from tests.play import Match, moves
from tests.spec import view_of

EXAMPLES = [
    (happened.DeckShuffled(reason="setup", size=1, order=("eu",), rule="COUP-2.5"), {"order": ()}),
    (happened.CardsDealt(seat=1, count=1, kinds=("eu",), rule="COUP-2.6"), {"kinds": (1,)}),
    (happened.ReplacementDrawn(seat=1, slot=0, kind="eu", rule="COUP-6.5"), {"kind": (1,)}),
    (
        happened.ExchangeCardsDrawn(seat=1, count=1, kinds=("eu",), decision_id=3, rule="COUP-11.7"),
        {"kinds": (1,)},
    ),
    (
        happened.ExchangeCompleted(seat=1, returned_count=1, kept=("eu",), returned=("un",), rule="COUP-11.7"),
        {"kept": (1,), "returned": (1,)},
    ),
    (
        happened.CardShown(seat=1, to=0, slot=0, forced=True, kind="eu", decision_id=3, rule="COUP-11.13"),
        {"kind": (0, 1)},
    ),
    (
        happened.InspectedCardReplaced(seat=1, to=0, slot=0, returned_kind="eu", drawn_kind="un", rule="COUP-11.15"),
        {"returned_kind": (0, 1), "drawn_kind": (1,)},
    ),
]


@pytest.mark.parametrize(("event", "seen_by"), EXAMPLES)
def test_coup_v_1_private_fields_reach_only_those_they_are_for(event, seen_by):
    assert set(marks(type(event))) == set(seen_by)
    for name, seats in seen_by.items():
        for viewer in (0, 1, 2, SPECTATOR):
            assert (getattr(redact(event, viewer), name) is not None) == (viewer in seats)
        assert getattr(redact(event, ARBITER), name) is not None


def test_coup_v_1_all_other_events_are_public():
    private = {type(event) for event, _ in EXAMPLES}
    assert {event_type for event_type in GAME.rules.on_event if marks(event_type)} == private


@pytest.mark.parametrize("keep", [("hand:0", "hand:1"), ("drawn:0", "drawn:1"), ("hand:1", "drawn:0")])
@pytest.mark.rules("COUP-16.3")
def test_coup_v_2_of_an_exchange_the_others_learn_only_that_it_happened(keep):
    t = table("eu/media", "police/police", "russia/protest", deck=("eu", "russia"))
    t.declare(0, "media")
    t.passes(1, 2)
    for viewer in (1, 2, SPECTATOR):
        assert view_of(GAME, t.state, viewer)["exchange"] == {"seat": 0, "count": 2, "drawn": None}
    assert [card["kind"] for card in view_of(GAME, t.state, 0)["exchange"]["drawn"]] == ["eu", "russia"]
    (completed, *_) = t.keep(0, *keep)
    assert redact(completed, 1) == happened.ExchangeCompleted(
        seat=0, returned_count=2, kept=None, returned=None, rule="COUP-11.7 COUP-16.3"
    )
    shown = view_of(GAME, t.state, 1)
    assert shown["exchange"] is None
    assert [card["card"] for card in shown["seats"][0]["cards"]] == [None, None]


def test_coup_v_3_an_eliminated_player_sees_what_a_spectator_sees():
    t = table("eu/media", ELIMINATED, "russia/police")
    for action in ("russia", "media"):
        seen, public = view_of(GAME, t.state, 1), view_of(GAME, t.state, SPECTATOR)
        assert seen == public
        if t.is_turn_of(0):
            t.declare(0, action)


def test_coup_v_4_the_shown_card_is_on_the_table_until_the_verdict():
    t = table("un/un", "eu/protest", "russia/police", module="un")
    t.declare(0, "un", mode="inspect", target=1)
    t.passes(1, 2)
    t.show(1, 0)
    shown = {viewer: view_of(GAME, t.state, viewer)["inspection"] for viewer in (0, 1, 2, SPECTATOR)}
    card = {"kind": "eu", "name": "European Union"}
    assert shown[0] == shown[1] == {"seat": 1, "to": 0, "slot": 0, "card": card}
    assert shown[2] == shown[SPECTATOR] == {"seat": 1, "to": 0, "slot": 0, "card": None}
    t.verdict(0, False)
    after = view_of(GAME, t.state, 0)
    assert after["inspection"] is None
    assert after["seats"][1]["cards"][0]["card"] is None
    assert redact(t.only(happened.CardShown), 0).kind == "eu"


def test_coup_v_5_after_the_end_everything_is_open():
    t = table("eu/media", "[russia]/police", money=(7, 2))
    assert view_of(GAME, t.state, 1)["deck"]["order"] is None
    t.declare(0, "scandal", target=1)
    everything = view_of(GAME, t.state, ARBITER)
    for viewer in (0, 1, SPECTATOR):
        assert view_of(GAME, t.state, viewer) == everything
    assert [card["card"]["kind"] for card in everything["seats"][0]["cards"]] == ["eu", "media"]
    assert len(everything["deck"]["order"]) == 11


def worlds(state: Any, viewer: Any, count: int = 4) -> list[Any]:
    """States that the viewer cannot tell from this one."""
    return [GAME.presentation.resample(state, viewer, Dice(str(number).encode(), 0)) for number in range(count)]


@pytest.mark.rules("COUP-I.18")
@pytest.mark.parametrize("seed", range(6))
def test_coup_v_6_what_is_offered_and_seen_does_not_depend_on_what_is_hidden(seed):
    match = Match(GAME, CoupOptions(module="un" if seed % 2 else "media"), 2 + seed % 4, seed)
    match.start()
    for _ in moves(match, random.Random(seed), policy):
        for viewer in (*range(match.seats), SPECTATOR):
            for other in worlds(match.state, viewer, 2):
                assert view_of(GAME, other, viewer) == view_of(GAME, match.state, viewer)
                for seat in range(match.seats):
                    if seat == viewer or viewer == SPECTATOR:
                        assert GAME.rules.choices(other, seat) == GAME.rules.choices(match.state, seat)


def test_resampling_deals_every_unseen_card_anew_and_keeps_the_seen_ones():
    t = table("un/un", "eu/[protest]", "russia/police", "eu/russia", module="un")
    t.declare(0, "un", mode="inspect", target=2)
    t.passes(1, 2, 3)
    t.show(2, 1)
    hands, decks = set(), set()
    for other in worlds(t.state, 0, 200):
        assert other.hands[0] == ("un", "un")
        assert other.hands[1][1] == "protest"
        assert other.hands[2][1] == "police"  # it is being shown to seat 0
        cards = [*other.deck, *(kind for hand in other.hands for kind in hand)]
        assert sorted(cards) == sorted(DECK["un"])
        hands.add((other.hands[1][0], other.hands[2][0], other.hands[3]))
        decks.add(other.deck)
    assert len(hands) > 30
    assert len(decks) > 150


def test_resampling_draws_evenly():
    t = table("eu/eu", "police/police")
    kinds = [GAME.presentation.resample(t.state, 0, Dice(str(n).encode(), 0)).hands[1][0] for n in range(6500)]
    # Of the 13 cards that seat 0 cannot see one is the European Union, and three each are of the other kinds.
    assert 400 < kinds.count("eu") < 600
    for kind in ("russia", "protest", "media", "police"):
        assert 1350 < kinds.count(kind) < 1650


def test_resampling_hides_the_drawn_cards_from_the_others_only():
    t = table("eu/media", "police/police", deck=("russia", "protest"))
    t.declare(0, "media")
    t.passes(1)
    assert {other.drawn for other in worlds(t.state, 0)} == {("russia", "protest")}
    assert len({other.drawn for other in worlds(t.state, 1, 30)}) > 5


@pytest.mark.parametrize("react", ["challenge", "block"])
def test_resampling_gives_nobody_the_card_they_were_caught_without(react):
    t = table("eu/media", "police/protest", "russia/protest")
    if react == "challenge":
        t.declare(0, "russia")
        t.challenge(1)
        loser, claim = 0, "russia"
    else:
        t.declare(0, "local_businessmen")
        t.block(1, "russia")
        t.challenge_block(0)
        loser, claim = 1, "russia"
    others = worlds(t.state, SPECTATOR, 100)
    assert not any(claim in other.hands[loser] for other in others)
    assert any(claim in other.hands[2] for other in others)


def test_resampling_changes_nothing_for_those_who_see_all():
    t = table("eu/media", "[russia]/police", money=(7, 2))
    assert GAME.presentation.resample(t.state, ARBITER, Dice(b"", 0)) is t.state
    t.declare(0, "scandal", target=1)
    assert GAME.presentation.resample(t.state, 1, Dice(b"", 0)) is t.state


def test_coup_v_8_a_card_is_a_kind_in_a_slot_and_nothing_more():
    t = table("eu/eu", "[police]/russia", "media/media")
    shown = json.loads(msgspec.json.encode(view_of(GAME, t.state, 0)))
    for seat in shown["seats"]:
        for card in seat["cards"]:
            assert set(card) == {"slot", "is_lost", "card"}
            assert card["card"] is None or set(card["card"]) == {"kind", "name"}


def test_what_is_shown_has_the_same_shape_for_every_viewer():
    t = table("un/eu", "police/protest", "russia/russia", module="un")
    t.declare(0, "un", mode="inspect", target=1)
    t.passes(1, 2)
    t.show(1, 0)
    shapes = {tuple(view_of(GAME, t.state, viewer)) for viewer in (0, 1, 2, SPECTATOR, ARBITER)}
    assert len(shapes) == 1
