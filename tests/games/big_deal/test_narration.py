"""Events as sentences, for those who may know and for those who may not."""

from __future__ import annotations

import pytest

from events.visibility import ARBITER, SPECTATOR, redact
from games.big_deal import GAME
from games.big_deal import events as e

R = "BIGDEAL-1.1"
DUEL = {
    "attacker_seat": 2,
    "defender_seat": 1,
    "ended_by": "defence_declined",
    "set_id": "S1-3",
    "set_type": "STOCKS",
    "attack_cards": ("STOCKS-03",),
    "defence_cards": (),
    "cards": ("STOCKS-01", "STOCKS-02", "STOCKS-03"),
    "rule": R,
}
SENTENCES = [
    (
        e.MatchStarted(seats=3, hand_size=5, first_dealer_seat=2, target=1_000_000, ruleset=1, rule=R),
        "A match of 3 players begins; $1,000,000 ends it.",
    ),
    (e.RoundStarted(round=2, dealer_seat=0, starting_seat=1, rule=R), "Round 2 begins; {0} deals."),
    (e.DeckShuffled(round=1, order=("HOME-01",), rule=R), "All cards are shuffled."),
    (e.HandDealt(round=1, seat=1, cards=("HOME-01", "GOLD-01"), count=2, rule=R), "{1} is dealt 2 cards."),
    (
        e.StarterRevealed(round=1, attempt=1, card="AUTO-01", accepted=True, rule=R),
        "Classic Auto is turned up and starts the discard pile.",
    ),
    (
        e.StarterRevealed(round=1, attempt=1, card="GOLD-01", accepted=False, rule=R),
        "Gold is turned up; a joker cannot start the discard pile and goes back.",
    ),
    (e.PickUpPileReshuffled(round=1, attempt=1, order=("HOME-01",), rule=R), "The pick-up pile is shuffled again."),
    (e.TurnStarted(round=1, turn=4, seat=0, rule=R), "It is the turn of {0}."),
    (
        e.SetFormed(
            seat=0,
            set_id="S1-1",
            set_type="HOME",
            source="hand",
            hand_cards=("HOME-01", "GOLD-01"),
            discard_card=None,
            cards=("GOLD-01", "HOME-01"),
            rule=R,
        ),
        "{0} lays a set of Home: Gold, Home ($70,000).",
    ),
    (
        e.SetFormed(
            seat=0,
            set_id="S1-1",
            set_type="HOME",
            source="discard",
            hand_cards=("HOME-01",),
            discard_card="HOME-02",
            cards=("HOME-02", "HOME-01"),
            rule=R,
        ),
        "{0} lays a set of Home with Home from the discard pile: Home, Home ($40,000).",
    ),
    (
        e.AttackDeclared(seat=2, target_seat=1, set_id="S1-3", set_type="STOCKS", card="STOCKS-03", rule=R),
        "{2} attacks the set of Stocks of {1} with Stocks.",
    ),
    (e.DefencePlayed(seat=1, card="SILVER-01", rule=R), "{1} defends with Silver."),
    (e.AttackContinued(seat=2, card="GOLD-01", rule=R), "{2} attacks again with Gold."),
    (e.DefenceDeclined(seat=1, rule=R), "{1} gives the set up."),
    (e.AttackStopped(seat=2, rule=R), "{2} stops the attack."),
    (e.DuelResolved(winner_seat=2, **DUEL), "{2} takes the set of Stocks, now 3 cards ($30,000), from {1}."),
    (e.DuelResolved(winner_seat=1, **DUEL), "{1} keeps the set of Stocks, now 3 cards ($30,000)."),
    (e.CardDiscarded(seat=0, card="PIGGY-01", rule=R), "{0} discards Piggy Bank."),
    (
        e.CardsDrawn(seat=1, cards=("HOME-01",), count=1, pile_left=38, reason="turn_end", rule=R),
        "{1} draws 1 card; 38 are left.",
    ),
    (e.TurnEnded(round=1, turn=4, seat=0, rule=R), "The turn of {0} is over."),
    (
        e.RoundEnded(round=3, out_seats=(1,), rule=R),
        "Round 3 ends: the pick-up pile is empty and {1} has no cards left.",
    ),
    (
        e.RoundEnded(round=3, out_seats=(0, 1, 2), rule=R),
        "Round 3 ends: the pick-up pile is empty and {0}, {1} and {2} have no cards left.",
    ),
    (e.HandDiscarded(seat=2, cards=("HOME-01", "COIN-01"), rule=R), "{2} throws 2 cards away: Home, Coin Collection."),
    (
        e.RoundScored(round=1, round_totals=(10_000, 0), match_totals=(30_000, 5_000), rule=R),
        "Round 1 scores: {0} $10,000 (total $30,000), {1} $0 (total $5,000).",
    ),
    (
        e.MatchEnded(winner_seats=(1,), match_totals=(0, 1_005_000), rounds_played=4, rule=R),
        "{1} wins the match with $1,005,000.",
    ),
    (
        e.MatchEnded(winner_seats=(0, 1), match_totals=(1_005_000, 1_005_000), rounds_played=4, rule=R),
        "{0} and {1} win the match together, with $1,005,000 each.",
    ),
]


@pytest.mark.parametrize(("event", "sentence"), SENTENCES, ids=lambda value: type(value).__name__)
def test_what_a_spectator_is_told(event, sentence):
    assert GAME.presentation.narrate(redact(event, SPECTATOR), SPECTATOR) == sentence


def test_every_event_has_its_sentence():
    assert {type(event) for event, _sentence in SENTENCES} == set(GAME.rules.on_event)


@pytest.mark.parametrize("viewer", [1, ARBITER])
def test_the_owner_is_told_the_cards(viewer):
    dealt = e.HandDealt(round=1, seat=1, cards=("HOME-01", "GOLD-01"), count=2, rule=R)
    assert GAME.presentation.narrate(redact(dealt, viewer), viewer) == "{1} is dealt 2 cards: Home, Gold."
    drawn = e.CardsDrawn(seat=1, cards=("HOME-01",), count=1, pile_left=1, reason="turn_end", rule=R)
    assert GAME.presentation.narrate(redact(drawn, viewer), viewer) == "{1} draws 1 card: Home; 1 is left."
