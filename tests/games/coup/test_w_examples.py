"""The worked examples. Ana has seat 0, Ben 1, Cleo 2, Dan 3, Ewa 4, Filip 5."""

import pytest

from events.visibility import redact
from games.coup import GAME
from games.coup.catalogue import CATALOGUE
from games.coup.commands import Block, Challenge, ChallengeBlock, DeclareAction, Pass
from games.coup.events import (
    ActionFizzled,
    CardsDealt,
    CardShown,
    ExchangeCompleted,
    InspectedCardReplaced,
    MatchEnded,
    MatchStarted,
    MoneyTaken,
    PlayerEliminated,
    ProofCardReturned,
    ReactionWindowExpired,
    ReplacementDrawn,
)
from games.coup.setup import CoupOptions
from games.dice import Dice
from tests.games.coup.table import table
from tests.spec import view_of

ANA, BEN, CLEO, DAN, EWA, FILIP = range(6)
CHECKS = {"ClaimProved", "ClaimDisproved"}


@pytest.mark.rules("COUP-2.2", "COUP-2.3", "COUP-2.5", "COUP-2.6", "COUP-2.8", "COUP-2.9")
def test_coup_w_1_setup_with_media():
    events = GAME.rules.setup(CoupOptions(module="media"), 4, Dice(b"W.1", 0))
    (started,) = [event for event in events if isinstance(event, MatchStarted)]
    assert started.boxed_kind == "un"
    assert [event.count for event in events if isinstance(event, CardsDealt)] == [2, 2, 2, 2]
    state = GAME.fold(GAME.rules.initial, events)
    assert state.money == (2, 2, 2, 2)
    assert state.hidden == ((0, 1),) * 4
    assert len(state.deck) == 7
    assert "un" not in (*state.deck, *(kind for hand in state.hands for kind in hand))


@pytest.mark.rules("COUP-1.12", "COUP-11.5", "COUP-11.19")
def test_coup_w_2_reading_the_cards():
    cards = {card["id"]: card for card in CATALOGUE["cards"]}
    assert cards["russia"]["blocked_by"] == []
    assert cards["russia"]["blocks"] == ["local_businessmen"]
    assert cards["police"]["blocked_by"] == ["police", "media", "un"]
    assert cards["police"]["blocks"] == ["police"]


@pytest.mark.rules("COUP-4.5", "COUP-7.2", "COUP-7.8", "COUP-14.3")
def test_coup_w_3_objection_to_the_local_businessmen():
    t = table(seats=3)
    t.declare(ANA, "local_businessmen")
    t.block(BEN, "russia")
    t.accept(ANA)
    assert t.money[ANA] == 2
    assert not CHECKS & set(t.course)
    assert t.is_turn_of(BEN)


@pytest.mark.rules("COUP-5.1", "COUP-5.2", "COUP-5.3", "COUP-5.4", "COUP-14.7")
def test_coup_w_4_no_reaction_russia():
    t = table(seats=3)
    t.declare(ANA, "russia")
    t.passes(BEN, CLEO)
    assert t.money[ANA] == 5
    assert not CHECKS & set(t.course)
    assert t.is_turn_of(BEN)


@pytest.mark.rules("COUP-4.2", "COUP-8.3", "COUP-11.3", "COUP-14.6")
def test_coup_w_5_no_reaction_scandal():
    t = table("russia/russia", "eu/police", "media/media", money=(8, 2, 2))
    t.declare(ANA, "scandal", target=BEN)
    assert "ReactionWindowOpened" not in t.course
    assert t.money[ANA] == 1
    assert (t.state.phase, GAME.rules.to_act(t.state)) == ("awaiting_influence_loss", (BEN,))
    t.refuse(CLEO, Challenge, "COUP-15.5", "decision_closed", decision_id=10)
    t.refuse(CLEO, Challenge, "COUP-15.2", "wrong_phase")
    t.lose(BEN, 1)
    assert t.hand(BEN) == "eu/[police]"
    assert t.is_turn_of(BEN)


@pytest.mark.rules("COUP-6.5", "COUP-6.6", "COUP-6.7", "COUP-6.10", "COUP-14.32")
def test_coup_w_6_challenge_of_a_true_police():
    t = table("police/eu", "russia/media", money=(3, 4), seats=3)
    t.declare(ANA, "police", target=BEN)
    t.challenge(BEN, tops=("protest",))
    assert t.only(ProofCardReturned) == ProofCardReturned(seat=ANA, slot=0, kind="police", rule="COUP-6.5")
    drawn = t.only(ReplacementDrawn)
    assert [redact(drawn, viewer).kind for viewer in (ANA, BEN, CLEO)] == ["protest", None, None]
    assert t.hand(ANA) == "protest/eu"
    t.lose(BEN, 0)
    assert t.hand(BEN) == "[russia]/media"
    assert t.money[:2] == (5, 2)
    assert t.is_turn_of(BEN)


@pytest.mark.rules("COUP-6.8", "COUP-6.11", "COUP-14.9")
def test_coup_w_7_challenge_of_a_bluffed_russia():
    t = table("eu/protest", seats=3)
    t.declare(ANA, "russia")
    t.challenge(BEN)
    assert "ClaimDisproved" in t.course
    t.lose(ANA, 1)
    assert t.hand(ANA) == "eu/[protest]"
    assert t.money[ANA] == 2
    assert "ProofCardReturned" not in t.course
    assert t.is_turn_of(BEN)


@pytest.mark.rules("COUP-7.4", "COUP-7.9", "COUP-7.12", "COUP-14.36")
def test_coup_w_8_block_of_police_with_a_true_media():
    t = table("russia/russia", "media/protest", seats=3)
    t.declare(ANA, "police", target=BEN)
    t.block(BEN, "media")
    t.challenge_block(ANA, tops=("eu",))
    assert t.hand(BEN) == "eu/protest"
    assert "ActionCancelled" in t.course
    assert GAME.rules.to_act(t.state) == (ANA,)
    assert t.money[:2] == (2, 2)
    assert t.course.count("ClaimProved") == 1  # of Ben's Media; Ana's Police stays a secret
    t.lose(ANA, 0)
    assert t.money[:2] == (2, 2)


@pytest.mark.rules("COUP-7.10", "COUP-7.13", "COUP-14.5")
def test_coup_w_9_block_of_the_local_businessmen_with_a_false_russia():
    t = table("eu/eu", "media/protest", seats=3)
    t.declare(ANA, "local_businessmen")
    t.block(BEN, "russia")
    t.challenge_block(ANA)
    t.lose(BEN, 0)
    assert t.hand(BEN) == "[media]/protest"
    assert t.money[ANA] == 4
    assert t.is_turn_of(BEN)


@pytest.mark.rules("COUP-9.10", "COUP-14.11")
def test_coup_w_10_double_loss_by_a_wrong_challenge_of_a_protest():
    t = table("protest/russia", "eu/police", seats=3, money=(4, 5, 2))
    t.declare(ANA, "protest", target=BEN)
    t.challenge(BEN)
    assert t.money[ANA] == 1
    assert t.only(ProofCardReturned).kind == "protest"
    t.lose(BEN, 1)
    assert t.hand(BEN) == "[eu]/[police]"
    assert t.only(PlayerEliminated).money_removed == 5
    assert t.is_turn_of(CLEO)


@pytest.mark.rules("COUP-9.11", "COUP-14.17", "COUP-7.11")
def test_coup_w_11_double_loss_by_a_bluffed_eu():
    t = table("eu/eu", "police/russia", seats=3, money=(3, 2, 2))
    t.declare(ANA, "protest", target=BEN)
    t.block(BEN, "eu")
    t.challenge_block(ANA)
    assert t.money[ANA] == 0
    t.lose(BEN, 0)
    assert t.hand(BEN) == "[police]/[russia]"
    assert t.only(PlayerEliminated).money_removed == 2
    assert t.course.count("ClaimDisproved") == 1  # of Ben's claim; Ana's was never checked
    assert t.is_turn_of(CLEO)


@pytest.mark.rules("COUP-4.6", "COUP-4.7", "COUP-4.8", "COUP-14.13", "COUP-15.3", "COUP-15.4")
def test_coup_w_12_first_come_first_served():
    t = table("protest/media", "eu/eu", "russia/police", money=(3, 2, 2))
    t.declare(ANA, "protest", target=BEN)
    window = t.state.decision_id
    t.challenge(CLEO)
    refusal = t.refuse(BEN, Block, "COUP-15.4", "reaction_already_claimed", decision_id=window, claim="eu")
    assert (refusal.facts["claimed_by"], refusal.facts["kind"]) == (CLEO, "challenge")
    t.lose(CLEO, 0)
    t.lose(BEN, 0)
    assert t.money[ANA] == 0
    assert t.only(ProofCardReturned).slot == 0
    assert (t.hand(CLEO), t.hand(BEN)) == ("[russia]/police", "[eu]/eu")


@pytest.mark.rules("COUP-6.9", "COUP-8.4", "COUP-14.14")
def test_coup_w_13_a_caught_protest_is_paid_for():
    t = table("media/russia", seats=4, money=(5, 2, 2, 2))
    t.declare(ANA, "protest", target=BEN)
    t.challenge(DAN)
    assert t.money[ANA] == 2
    assert "ActionCancelled" in t.course
    t.lose(ANA, 0)
    assert t.state.hidden == ((1,), (0, 1), (0, 1), (0, 1))


@pytest.mark.rules("COUP-7.8", "COUP-8.5", "COUP-14.15")
def test_coup_w_14_a_blocked_protest_is_not_paid_for():
    t = table(seats=3, money=(3, 2, 2))
    t.declare(ANA, "protest", target=BEN)
    t.block(BEN, "eu")
    t.accept(ANA)
    assert t.money[ANA] == 3
    assert not {"InfluenceLost", "ActionCostPaid"} & set(t.course)


@pytest.mark.rules("COUP-9.6", "COUP-9.12", "COUP-14.33")
def test_coup_w_15_the_target_is_gone_before_the_police_arrive():
    t = table("police/eu", "[media]/russia", seats=3, money=(1, 6, 2))
    t.declare(ANA, "police", target=BEN)
    t.challenge(BEN)
    assert t.only(ProofCardReturned).kind == "police"
    assert t.only(PlayerEliminated).money_removed == 6
    assert t.only(ActionFizzled).target == BEN
    assert t.money[ANA] == 1
    assert t.is_turn_of(CLEO)


@pytest.mark.rules("COUP-11.17", "COUP-14.30")
def test_coup_w_16_a_poor_target():
    t = table(seats=3, money=(2, 1, 2))
    t.declare(ANA, "police", target=BEN)
    t.passes(BEN, CLEO)
    assert t.only(MoneyTaken).amount == 1
    assert t.money[:2] == (3, 0)


@pytest.mark.rules("COUP-11.7", "COUP-11.8", "COUP-11.9", "COUP-12.5", "COUP-16.1")
def test_coup_w_17_media_with_six_players_and_one_hidden_card():
    t = table("police/[eu]", seats=6, deck=("eu", "russia", "protest"))
    t.declare(ANA, "media")
    t.passes(BEN, CLEO, DAN, EWA, FILIP)
    shown = view_of(GAME, t.state, ANA)
    assert [card["kind"] for card in shown["exchange"]["drawn"]] == ["eu", "russia"]
    assert shown["deck"]["size"] == 1
    t.keep(ANA, "drawn:1")
    assert t.hand(ANA) == "russia/[eu]"
    completed = t.only(ExchangeCompleted)
    assert completed.returned == ("police", "eu")
    assert len(t.state.deck) == 3
    for viewer in (BEN, CLEO, DAN, EWA, FILIP):
        seen = redact(completed, viewer)
        assert (seen.returned_count, seen.kept, seen.returned) == (2, None, None)


@pytest.mark.rules("COUP-11.13", "COUP-11.14", "COUP-11.15", "COUP-14.25")
def test_coup_w_18_un_inspection_with_a_forced_exchange():
    t = table("police/police", "eu/protest", seats=4, module="un", deck=("russia",))
    t.declare(ANA, "un", mode="inspect", target=BEN)
    t.passes(BEN, CLEO, DAN)
    t.show(BEN, 0)
    shown = t.only(CardShown)
    assert [redact(shown, viewer).kind for viewer in (ANA, BEN, CLEO, DAN)] == ["eu", "eu", None, None]
    assert shown.slot == 0
    t.verdict(ANA, True)
    assert t.hand(BEN) == "russia/protest"
    drawn = t.only(InspectedCardReplaced)
    assert [redact(drawn, viewer).drawn_kind for viewer in (ANA, BEN, CLEO, DAN)] == [None, "russia", None, None]
    assert "eu" in t.state.deck
    assert t.course[-4] == "DeckShuffled"
    assert len(t.state.deck) == 7


@pytest.mark.rules("COUP-1.5", "COUP-3.12", "COUP-3.13")
def test_coup_w_19_ten_millions_and_the_surplus():
    t = table(seats=3, money=(9, 2, 2))
    t.declare(ANA, "russia")
    t.passes(BEN, CLEO)
    assert t.money[ANA] == 12
    t.declare(BEN, "usa")
    t.declare(CLEO, "usa")
    t.refuse(ANA, DeclareAction, "COUP-3.13", "must_scandal", action="usa")
    t.declare(ANA, "scandal", target=CLEO)
    assert t.money[ANA] == 5


@pytest.mark.rules("COUP-10.1", "COUP-10.2", "COUP-14.8")
def test_coup_w_20_the_match_ends_in_the_middle_of_a_turn():
    t = table("russia/eu", "[media]/police", money=(4, 2))
    t.declare(ANA, "russia")
    t.challenge(BEN)
    assert "ReplacementDrawn" in t.course
    assert t.hand(BEN) == "[media]/[police]"
    assert t.only(MatchEnded).winner == ANA
    assert t.money[ANA] == 4
    assert not {"TurnEnded", "MoneyGained"} & set(t.course)


@pytest.mark.rules("COUP-4.15", "COUP-15.7")
def test_coup_w_21_timeout():
    t = table(seats=4, timeout_s=30)
    t.declare(ANA, "russia")
    window = t.state.decision_id
    t.send(BEN, Pass)
    t.expire()
    assert t.only(ReactionWindowExpired).seats == (CLEO, DAN)
    assert t.money[ANA] == 5
    assert t.is_turn_of(BEN)
    t.refuse(CLEO, Challenge, "COUP-15.5", "decision_closed", decision_id=window)


@pytest.mark.rules("COUP-7.7")
def test_coup_w_22_only_the_blocked_player_may_doubt_a_block():
    t = table(seats=3)
    t.declare(ANA, "local_businessmen")
    window = t.state.decision_id
    t.block(BEN, "russia")
    t.refuse(CLEO, ChallengeBlock, "COUP-7.7", "only_blocked_player")
    refusal = t.refuse(CLEO, Challenge, "COUP-15.4", "reaction_already_claimed", decision_id=window)
    assert refusal.facts == {"late": True, "claimed_by": BEN, "kind": "block", "claim": "russia"}


@pytest.mark.rules("COUP-3.15", "COUP-7.9", "COUP-8.6", "COUP-14.36")
def test_coup_w_23_the_actor_falls_over_a_true_block():
    t = table("[eu]/russia", "police/eu", seats=4)
    t.declare(ANA, "police", target=BEN)
    t.block(BEN, "police")
    t.challenge_block(ANA)
    assert t.only(ProofCardReturned) == ProofCardReturned(seat=BEN, slot=0, kind="police", rule="COUP-6.5")
    assert t.only(PlayerEliminated) == PlayerEliminated(seat=ANA, money_removed=2, rule="COUP-9.5 COUP-9.6")
    assert t.is_turn_of(BEN)


@pytest.mark.rules("COUP-7.11", "COUP-14.37")
def test_coup_w_24_a_bluff_succeeds_behind_a_broken_block():
    t = table("eu/eu", "russia/protest", seats=3)
    t.declare(ANA, "police", target=BEN)
    t.block(BEN, "media")
    t.challenge_block(ANA)
    t.lose(BEN, 0)
    assert t.money[:2] == (4, 0)
    assert [card["card"] for card in view_of(GAME, t.state, BEN)["seats"][ANA]["cards"]] == [None, None]


@pytest.mark.rules("COUP-U.2", "COUP-U.3", "COUP-U.5")
def test_coup_w_25_undo_of_a_pass():
    t = table(seats=3)
    t.declare(ANA, "media")
    declared = t.state
    events = t.send(BEN, Pass)
    assert GAME.take_back.undo_class(declared, Pass(seat=BEN, decision_id=11), events) == "free"
    again = GAME.take_back.reopen(declared, 13, 0)
    assert (again.decision_id, GAME.rules.to_act(again)) == (13, (BEN, CLEO))
    one_passed = t.state
    events = t.send(CLEO, Pass)
    assert GAME.take_back.undo_class(one_passed, Pass(seat=CLEO, decision_id=11), events) == "consent"
    assert [seat for seat in GAME.take_back.undo_voters(one_passed) if seat != CLEO] == [ANA, BEN]
