"""The influence deck."""

import random

import pytest

from events.visibility import ARBITER, SPECTATOR, redact
from games.coup import GAME
from games.coup.events import DeckShuffled, ExchangeCardsDrawn, ReplacementDrawn
from games.coup.setup import CoupOptions
from tests.games.coup.policy import policy
from tests.games.coup.table import table
from tests.play import Match, moves
from tests.spec import view_of


def test_coup_12_1_nobody_knows_the_order_and_everybody_the_size():
    t = table(seats=3)
    for viewer in (0, 1, 2, SPECTATOR):
        assert view_of(GAME, t.state, viewer)["deck"] == {"size": 9, "order": None}
    assert len(view_of(GAME, t.state, ARBITER)["deck"]["order"]) == 9
    shuffled = DeckShuffled(reason="proof", size=1, order=("eu",), rule="COUP-12.2")
    assert [redact(shuffled, viewer).order for viewer in (0, SPECTATOR)] == [None, None]


@pytest.mark.rules("COUP-I.19")
def test_coup_12_2_every_return_is_followed_by_a_shuffle_of_the_whole_deck():
    returns = {"ProofCardReturned", "ExchangeCompleted", "InspectedCardReplaced"}
    seen = set()
    for seed in range(12):
        match = Match(GAME, CoupOptions(module="un" if seed % 2 else "media"), 3, seed)
        match.start()
        for _ in moves(match, random.Random(seed), policy):
            pass
        state = GAME.rules.initial
        for event, following in zip(match.events, match.events[1:]):
            state = GAME.evolve(state, event)
            if type(event).__name__ in returns:
                seen.add(type(event).__name__)
                assert isinstance(following, DeckShuffled)
                assert sorted(following.order) == sorted(state.deck)
                assert following.size == len(state.deck)
    assert seen == returns


def test_coup_12_3_cards_come_from_the_top():
    t = table("media/eu", "police/police", deck=("russia", "protest", "eu"))
    t.declare(0, "media")
    t.passes(1)
    assert t.only(ExchangeCardsDrawn).kinds == ("russia", "protest")
    assert t.state.deck[0] == "eu"


@pytest.mark.rules("COUP-I.3")
@pytest.mark.parametrize("seats", range(2, 7))
def test_coup_12_4_outside_an_exchange_the_deck_keeps_its_size(seats):
    for module in ("media", "un"):
        match = Match(GAME, CoupOptions(module=module), seats, seed=seats)
        match.start()
        for _ in moves(match, random.Random(seats), policy):
            assert len(match.state.deck) == 15 - 2 * seats - len(match.state.drawn)


@pytest.mark.parametrize(("module", "params", "left"), [("media", {}, 1), ("un", {"mode": "draw"}, 2)])
def test_coup_12_5_the_deck_of_six_players_does_not_run_out(module, params, left):
    t = table(seats=6, module=module)
    t.declare(0, module, **params)
    t.passes(1, 2, 3, 4, 5)
    assert len(t.state.deck) == left


def test_coup_12_6_a_proof_is_returned_before_its_replacement_is_drawn():
    t = table("russia/eu", "police/police", "media/media")
    t.declare(0, "russia")
    t.challenge(1)
    assert t.course[4:7] == ["ProofCardReturned", "DeckShuffled", "ReplacementDrawn"]


def test_coup_12_7_a_proof_may_be_among_the_cards_drawn_after_it():
    t = table("media/eu", "police/police", deck=("russia", "protest"))
    t.declare(0, "media")
    t.challenge(1, tops=("russia", "media", "protest"))
    assert t.only(ReplacementDrawn).kind == "russia"
    t.lose(1, 0)
    assert t.only(ExchangeCardsDrawn).kinds == ("media", "protest")
