"""Every way a turn can go: one test for each row of the decision table, order of events included.

Seat 0 is the actor A, seat 1 the target X, seat 2 the challenger C (or the blocker B of Local businessmen).
"""

import pytest

from games.coup.commands import Block
from games.coup.events import ActionFizzled, InfluenceLost, ProofCardReturned
from tests.games.coup.table import Table, table

OPEN = ["ActionDeclared", "ReactionWindowOpened"]
SWAP = ["ProofCardReturned", "DeckShuffled", "ReplacementDrawn"]
CHOSEN = ["InfluenceLossRequired", "InfluenceLost"]
FORCED_OUT = ["InfluenceLost", "PlayerEliminated"]
PAID = ["ActionCostPaid"]
EXCHANGED = ["ExchangeCardsDrawn", "ExchangeCompleted", "DeckShuffled"]
TURN = ["TurnEnded", "TurnStarted"]
DONE = ["ActionResolved", *TURN]
FIZZLED = ["ActionFizzled", *TURN]


def passed(count):
    return [*OPEN, *["ReactionPassed"] * count]


CHALLENGED_TRUE = [*OPEN, "ActionChallenged", "ClaimProved"]
CHALLENGED_FALSE = [*OPEN, "ActionChallenged", "ClaimDisproved"]
BLOCKED = [*OPEN, "ActionBlocked"]
BLOCK_ACCEPTED = [*BLOCKED, "BlockAccepted", "ActionCancelled", *TURN]
BLOCK_TRUE = [*BLOCKED, "BlockChallenged", "ClaimProved", *SWAP, "ActionCancelled", *CHOSEN, *TURN]
BLOCK_FALSE = [*BLOCKED, "BlockChallenged", "ClaimDisproved"]


def lost(t: Table) -> list[tuple[int, str]]:
    """Who lost an influence, and why, in order."""
    return [(event.seat, event.cause) for event in t.events if isinstance(event, InfluenceLost)]


def swapped(t: Table) -> list[int]:
    return [event.seat for event in t.events if isinstance(event, ProofCardReturned)]


def usual(*hands: str, money=(2, 2, 2), module="media") -> Table:
    return table(*hands, money=money, module=module)


def test_coup_14_1_usa():
    t = usual("eu/eu", "police/police", "media/media")
    t.declare(0, "usa")
    assert t.course == ["ActionDeclared", "MoneyGained", *DONE]
    assert t.money == (3, 2, 2)
    assert lost(t) == swapped(t) == []


def test_coup_14_2_local_businessmen_unopposed():
    t = usual("eu/eu", "police/police", "media/media")
    t.declare(0, "local_businessmen")
    t.passes(1, 2)
    assert t.course == [*passed(2), "MoneyGained", *DONE]
    assert t.money == (4, 2, 2)


def test_coup_14_3_local_businessmen_blocked():
    t = usual("eu/eu", "police/police", "media/media")
    t.declare(0, "local_businessmen")
    t.passes(1)
    t.block(2, "russia")
    t.accept(0)
    assert t.course == [*passed(1), "ActionBlocked", "BlockAccepted", "ActionCancelled", *TURN]
    assert t.money == (2, 2, 2)
    assert lost(t) == swapped(t) == []


def test_coup_14_4_local_businessmen_blocked_truly():
    t = usual("eu/eu", "police/police", "media/russia")
    t.declare(0, "local_businessmen")
    t.block(2, "russia")
    t.challenge_block(0)
    t.lose(0, 0)
    assert t.course == BLOCK_TRUE
    assert t.money == (2, 2, 2)
    assert lost(t) == [(0, "challenge_lost")]
    assert swapped(t) == [2]


def test_coup_14_5_local_businessmen_blocked_falsely():
    t = usual("eu/eu", "police/police", "media/media")
    t.declare(0, "local_businessmen")
    t.block(2, "russia")
    t.challenge_block(0)
    t.lose(2, 0)
    assert t.course == [*BLOCK_FALSE, *CHOSEN, "MoneyGained", *DONE]
    assert t.money == (4, 2, 2)
    assert lost(t) == [(2, "bluff_caught")]
    assert swapped(t) == []


def test_coup_14_5_local_businessmen_pay_even_if_the_blocker_is_out():
    t = usual("eu/eu", "police/police", "media/[media]")
    t.declare(0, "local_businessmen")
    t.block(2, "russia")
    t.challenge_block(0)
    assert t.course == [*BLOCK_FALSE, *FORCED_OUT, "MoneyGained", *DONE]
    assert t.money == (4, 2, 0)


@pytest.mark.parametrize(
    ("hand", "course", "money"),
    [("police/eu", [*CHOSEN, *DONE], (1, 5, 2)), ("[police]/eu", [*FORCED_OUT, *DONE], (1, 0, 2))],
)
def test_coup_14_6_scandal(hand, course, money):
    t = usual("eu/eu", hand, "media/media", money=(8, 5, 2))
    t.declare(0, "scandal", target=1)
    if hand == "police/eu":
        t.lose(1, 0)
    assert t.course == ["ActionDeclared", *PAID, *course]
    assert t.money == money
    assert lost(t) == [(1, "scandal")]


def test_coup_14_7_russia_unopposed():
    t = usual("eu/eu", "police/police", "media/media")
    t.declare(0, "russia")
    t.passes(1, 2)
    assert t.course == [*passed(2), "MoneyGained", *DONE]
    assert t.money == (5, 2, 2)


def test_coup_14_8_russia_challenged_and_true():
    t = usual("russia/eu", "police/police", "media/media")
    t.declare(0, "russia")
    t.challenge(2)
    t.lose(2, 1)
    assert t.course == [*CHALLENGED_TRUE, *SWAP, *CHOSEN, "MoneyGained", *DONE]
    assert t.money == (5, 2, 2)
    assert lost(t) == [(2, "challenge_lost")]
    assert swapped(t) == [0]


def test_coup_14_8_russia_challenged_and_true_by_somebody_with_one_card():
    t = usual("russia/eu", "police/police", "media/[media]")
    t.declare(0, "russia")
    t.challenge(2)
    assert t.course == [*CHALLENGED_TRUE, *SWAP, *FORCED_OUT, "MoneyGained", *DONE]
    assert t.money == (5, 2, 0)


def test_coup_14_9_russia_challenged_and_false():
    t = usual("eu/eu", "police/police", "media/media")
    t.declare(0, "russia")
    t.challenge(2)
    t.lose(0, 1)
    assert t.course == [*CHALLENGED_FALSE, "ActionCancelled", *CHOSEN, *TURN]
    assert t.money == (2, 2, 2)
    assert lost(t) == [(0, "bluff_caught")]
    assert swapped(t) == []


def test_coup_14_9_russia_challenged_and_false_with_the_last_card():
    t = usual("eu/[eu]", "police/police", "media/media", money=(5, 2, 2))
    t.declare(0, "russia")
    t.challenge(2)
    assert t.course == [*CHALLENGED_FALSE, "ActionCancelled", *FORCED_OUT, *TURN]
    assert t.money == (0, 2, 2)


def test_coup_14_10_protest_unopposed():
    t = usual("eu/eu", "police/police", "media/media", money=(5, 2, 2))
    t.declare(0, "protest", target=1)
    t.passes(1, 2)
    t.lose(1, 0)
    assert t.course == [*passed(2), *PAID, *CHOSEN, *DONE]
    assert t.money == (2, 2, 2)
    assert lost(t) == [(1, "protest")]


def test_coup_14_11_protest_challenged_by_its_target_with_two_cards_and_true():
    t = usual("protest/eu", "police/police", "media/media", money=(5, 4, 2))
    t.declare(0, "protest", target=1)
    t.challenge(1)
    t.lose(1, 0)
    assert t.course == [*CHALLENGED_TRUE, *PAID, *SWAP, *CHOSEN, *FORCED_OUT, *DONE]
    assert t.money == (2, 0, 2)
    assert lost(t) == [(1, "challenge_lost"), (1, "protest")]
    assert swapped(t) == [0]


def test_coup_14_12_protest_challenged_by_its_target_with_one_card_and_true():
    t = usual("protest/eu", "[police]/police", "media/media", money=(5, 4, 2))
    t.declare(0, "protest", target=1)
    t.challenge(1)
    assert t.course == [*CHALLENGED_TRUE, *PAID, *SWAP, *FORCED_OUT, *FIZZLED]
    assert t.money == (2, 0, 2)
    assert lost(t) == [(1, "challenge_lost")]
    assert swapped(t) == [0]


def test_coup_14_13_protest_challenged_by_another_and_true():
    t = usual("protest/eu", "eu/eu", "media/media", money=(5, 4, 2))
    t.declare(0, "protest", target=1)
    t.challenge(2)
    t.lose(2, 0)
    t.refuse(1, Block, "COUP-15.2", "wrong_phase", claim="eu")
    t.lose(1, 1)
    assert t.course == [*CHALLENGED_TRUE, *PAID, *SWAP, *CHOSEN, *CHOSEN, *DONE]
    assert t.money == (2, 4, 2)
    assert lost(t) == [(2, "challenge_lost"), (1, "protest")]
    assert swapped(t) == [0]


@pytest.mark.parametrize("challenger", [1, 2])
def test_coup_14_14_protest_challenged_and_false(challenger):
    t = usual("media/eu", "eu/eu", "media/media", money=(5, 4, 2))
    t.declare(0, "protest", target=1)
    t.challenge(challenger)
    t.lose(0, 0)
    assert t.course == [*CHALLENGED_FALSE, *PAID, "ActionCancelled", *CHOSEN, *TURN]
    assert t.money == (2, 4, 2)
    assert lost(t) == [(0, "bluff_caught")]


def test_coup_14_14_protest_caught_with_the_last_card_leaves_what_is_left_after_paying():
    t = usual("media/[eu]", "eu/eu", "media/media", money=(5, 4, 2))
    t.declare(0, "protest", target=1)
    t.challenge(2)
    assert t.course == [*CHALLENGED_FALSE, *PAID, "ActionCancelled", *FORCED_OUT, *TURN]
    assert t.events[-3].money_removed == 2
    assert t.money == (0, 4, 2)


def test_coup_14_15_protest_blocked():
    t = usual("protest/eu", "police/police", "media/media", money=(3, 2, 2))
    t.declare(0, "protest", target=1)
    t.block(1, "eu")
    t.accept(0)
    assert t.course == BLOCK_ACCEPTED
    assert t.money == (3, 2, 2)


def test_coup_14_16_protest_blocked_truly():
    t = usual("protest/eu", "police/eu", "media/media", money=(3, 2, 2))
    t.declare(0, "protest", target=1)
    t.block(1, "eu")
    t.challenge_block(0)
    t.lose(0, 0)
    assert t.course == BLOCK_TRUE
    assert t.money == (3, 2, 2)
    assert lost(t) == [(0, "challenge_lost")]
    assert swapped(t) == [1]


def test_coup_14_17_protest_blocked_falsely_by_a_target_with_two_cards():
    t = usual("media/media", "police/police", "media/eu", money=(3, 2, 2))
    t.declare(0, "protest", target=1)
    t.block(1, "eu")
    t.challenge_block(0)
    t.lose(1, 1)
    assert t.course == [*BLOCK_FALSE, *PAID, *CHOSEN, *FORCED_OUT, *DONE]
    assert t.money == (0, 0, 2)
    assert lost(t) == [(1, "bluff_caught"), (1, "protest")]
    assert swapped(t) == []


def test_coup_14_18_protest_blocked_falsely_by_a_target_with_one_card():
    t = usual("media/media", "[eu]/police", "media/eu", money=(3, 2, 2))
    t.declare(0, "protest", target=1)
    t.block(1, "eu")
    t.challenge_block(0)
    assert t.course == [*BLOCK_FALSE, *PAID, *FORCED_OUT, *FIZZLED]
    assert t.money == (0, 0, 2)
    assert lost(t) == [(1, "bluff_caught")]


def test_coup_14_19_media_unopposed():
    t = usual("eu/eu", "police/police", "russia/russia")
    t.declare(0, "media")
    t.passes(1, 2)
    t.keep(0, "drawn:0", "drawn:1")
    assert t.course == [*passed(2), *EXCHANGED, *DONE]
    assert t.money == (2, 2, 2)


def test_coup_14_20_media_challenged_and_true():
    t = usual("media/eu", "police/police", "russia/russia")
    t.declare(0, "media")
    t.challenge(2)
    t.lose(2, 0)
    t.keep(0, "hand:1", "drawn:1")
    assert t.course == [*CHALLENGED_TRUE, *SWAP, *CHOSEN, *EXCHANGED, *DONE]
    assert lost(t) == [(2, "challenge_lost")]
    assert swapped(t) == [0]


def test_coup_14_21_media_challenged_and_false():
    t = usual("eu/eu", "police/police", "russia/russia")
    t.declare(0, "media")
    t.challenge(2)
    t.lose(0, 0)
    assert t.course == [*CHALLENGED_FALSE, "ActionCancelled", *CHOSEN, *TURN]
    assert lost(t) == [(0, "bluff_caught")]


def test_coup_14_22_un_draw_unopposed():
    t = usual("eu/eu", "police/police", "russia/russia", module="un")
    t.declare(0, "un", mode="draw")
    t.passes(1, 2)
    t.keep(0, "drawn:0", "hand:1")
    assert t.course == [*passed(2), *EXCHANGED, *DONE]


def test_coup_14_23_un_draw_challenged_and_true():
    t = usual("un/eu", "police/police", "russia/russia", module="un")
    t.declare(0, "un", mode="draw")
    t.challenge(2)
    t.lose(2, 0)
    t.keep(0, "hand:0", "hand:1")
    assert t.course == [*CHALLENGED_TRUE, *SWAP, *CHOSEN, *EXCHANGED, *DONE]
    assert lost(t) == [(2, "challenge_lost")]
    assert swapped(t) == [0]


def test_coup_14_24_un_draw_challenged_and_false():
    t = usual("eu/eu", "police/police", "russia/russia", module="un")
    t.declare(0, "un", mode="draw")
    t.challenge(2)
    t.lose(0, 0)
    assert t.course == [*CHALLENGED_FALSE, "ActionCancelled", *CHOSEN, *TURN]
    assert lost(t) == [(0, "bluff_caught")]


@pytest.mark.parametrize(("force", "replaced"), [(False, []), (True, ["InspectedCardReplaced", "DeckShuffled"])])
def test_coup_14_25_un_inspect_unopposed(force, replaced):
    t = usual("eu/eu", "police/protest", "russia/russia", module="un")
    t.declare(0, "un", mode="inspect", target=1)
    t.passes(1, 2)
    t.show(1, 1)
    t.verdict(0, force)
    assert t.course == [*passed(2), "CardToShowRequired", "CardShown", "InspectionDecided", *replaced, *DONE]
    assert lost(t) == swapped(t) == []


def test_coup_14_26_un_inspect_challenged_by_another_and_true():
    t = usual("un/eu", "police/protest", "russia/russia", module="un")
    t.declare(0, "un", mode="inspect", target=1)
    t.challenge(2)
    t.lose(2, 0)
    t.show(1, 0)
    t.verdict(0, False)
    shown = ["CardToShowRequired", "CardShown", "InspectionDecided"]
    assert t.course == [*CHALLENGED_TRUE, *SWAP, *CHOSEN, *shown, *DONE]
    assert lost(t) == [(2, "challenge_lost")]
    assert swapped(t) == [0]


def test_coup_14_27_un_inspect_challenged_by_its_target_with_two_cards_and_true():
    t = usual("un/eu", "police/protest", "russia/russia", module="un")
    t.declare(0, "un", mode="inspect", target=1)
    t.challenge(1)
    t.lose(1, 0)
    t.verdict(0, True)
    shown = ["CardShown", "InspectionDecided", "InspectedCardReplaced", "DeckShuffled"]
    assert t.course == [*CHALLENGED_TRUE, *SWAP, *CHOSEN, *shown, *DONE]
    assert lost(t) == [(1, "challenge_lost")]
    assert swapped(t) == [0]


def test_coup_14_28_un_inspect_challenged_by_its_target_with_one_card_and_true():
    t = usual("un/eu", "[police]/protest", "russia/russia", module="un", money=(2, 4, 2))
    t.declare(0, "un", mode="inspect", target=1)
    t.challenge(1)
    assert t.course == [*CHALLENGED_TRUE, *SWAP, *FORCED_OUT, *FIZZLED]
    assert t.only(ActionFizzled).action == "un"
    assert t.money == (2, 0, 2)


@pytest.mark.parametrize("challenger", [1, 2])
def test_coup_14_29_un_inspect_challenged_and_false(challenger):
    t = usual("eu/eu", "police/protest", "russia/russia", module="un")
    t.declare(0, "un", mode="inspect", target=1)
    t.challenge(challenger)
    t.lose(0, 0)
    assert t.course == [*CHALLENGED_FALSE, "ActionCancelled", *CHOSEN, *TURN]
    assert lost(t) == [(0, "bluff_caught")]


@pytest.mark.parametrize(("owned", "taken"), [(4, 2), (1, 1), (0, 0)])
def test_coup_14_30_police_unopposed(owned, taken):
    t = usual("eu/eu", "police/protest", "russia/russia", money=(2, owned, 2))
    t.declare(0, "police", target=1)
    t.passes(1, 2)
    assert t.course == [*passed(2), "MoneyTaken", *DONE]
    assert t.money == (2 + taken, owned - taken, 2)


def test_coup_14_31_police_challenged_by_another_and_true():
    t = usual("police/eu", "police/protest", "russia/russia", money=(2, 4, 2))
    t.declare(0, "police", target=1)
    t.challenge(2)
    t.refuse(1, Block, "COUP-15.2", "wrong_phase", claim="police")
    t.lose(2, 0)
    assert t.course == [*CHALLENGED_TRUE, *SWAP, *CHOSEN, "MoneyTaken", *DONE]
    assert t.money == (4, 2, 2)
    assert lost(t) == [(2, "challenge_lost")]
    assert swapped(t) == [0]


def test_coup_14_32_police_challenged_by_its_target_with_two_cards_and_true():
    t = usual("police/eu", "police/protest", "russia/russia", money=(2, 1, 2))
    t.declare(0, "police", target=1)
    t.challenge(1)
    t.lose(1, 0)
    assert t.course == [*CHALLENGED_TRUE, *SWAP, *CHOSEN, "MoneyTaken", *DONE]
    assert t.money == (3, 0, 2)
    assert lost(t) == [(1, "challenge_lost")]
    assert swapped(t) == [0]


def test_coup_14_33_police_challenged_by_its_target_with_one_card_and_true():
    t = usual("police/eu", "police/[protest]", "russia/russia", money=(2, 4, 2))
    t.declare(0, "police", target=1)
    t.challenge(1)
    assert t.course == [*CHALLENGED_TRUE, *SWAP, *FORCED_OUT, *FIZZLED]
    assert t.money == (2, 0, 2)
    assert swapped(t) == [0]


@pytest.mark.parametrize("challenger", [1, 2])
def test_coup_14_34_police_challenged_and_false(challenger):
    t = usual("eu/eu", "police/protest", "russia/russia", money=(2, 4, 2))
    t.declare(0, "police", target=1)
    t.challenge(challenger)
    t.lose(0, 0)
    assert t.course == [*CHALLENGED_FALSE, "ActionCancelled", *CHOSEN, *TURN]
    assert t.money == (2, 4, 2)
    assert lost(t) == [(0, "bluff_caught")]


@pytest.mark.parametrize(("module", "claim"), [("media", "police"), ("media", "media"), ("un", "un")])
def test_coup_14_35_police_blocked(module, claim):
    t = usual("eu/eu", "protest/protest", "russia/russia", money=(2, 4, 2), module=module)
    t.declare(0, "police", target=1)
    t.block(1, claim)
    t.accept(0)
    assert t.course == BLOCK_ACCEPTED
    assert t.money == (2, 4, 2)


@pytest.mark.parametrize(("module", "claim"), [("media", "police"), ("media", "media"), ("un", "un")])
def test_coup_14_36_police_blocked_truly(module, claim):
    t = usual("police/eu", f"{claim}/protest", "russia/russia", money=(2, 4, 2), module=module)
    t.declare(0, "police", target=1)
    t.block(1, claim)
    t.challenge_block(0)
    t.lose(0, 0)
    assert t.course == BLOCK_TRUE
    assert t.money == (2, 4, 2)
    assert lost(t) == [(0, "challenge_lost")]
    assert swapped(t) == [1]


def test_coup_14_36_police_blocked_truly_against_an_actor_with_one_card():
    t = usual("police/[eu]", "media/protest", "russia/russia", money=(2, 4, 2))
    t.declare(0, "police", target=1)
    t.block(1, "media")
    t.challenge_block(0)
    assert t.course == [
        *BLOCKED, "BlockChallenged", "ClaimProved", *SWAP, "ActionCancelled", *FORCED_OUT, *TURN,
    ]  # fmt: skip
    assert t.money == (0, 4, 2)


def test_coup_14_37_police_blocked_falsely_by_a_target_with_two_cards():
    t = usual("eu/eu", "protest/protest", "russia/russia", money=(2, 1, 2))
    t.declare(0, "police", target=1)
    t.block(1, "media")
    t.challenge_block(0)
    t.lose(1, 0)
    assert t.course == [*BLOCK_FALSE, *CHOSEN, "MoneyTaken", *DONE]
    assert t.money == (3, 0, 2)
    assert lost(t) == [(1, "bluff_caught")]
    assert swapped(t) == []


def test_coup_14_38_police_blocked_falsely_by_a_target_with_one_card():
    t = usual("eu/eu", "protest/[protest]", "russia/russia", money=(2, 4, 2))
    t.declare(0, "police", target=1)
    t.block(1, "police")
    t.challenge_block(0)
    assert t.course == [*BLOCK_FALSE, *FORCED_OUT, *FIZZLED]
    assert t.money == (2, 0, 2)
    assert lost(t) == [(1, "bluff_caught")]


def ended(*hands, money=(7, 2), action="russia", module="media", react="challenge", **params):
    """Two players, so that the elimination of one of them ends the match in the middle of a turn."""
    t = table(*hands, money=money, module=module)
    t.declare(0, action, **params)
    if react == "challenge":
        t.challenge(1)
    elif react is not None:
        t.block(1, react)
        t.challenge_block(0)
    return t


@pytest.mark.rules("COUP-10.2", "COUP-14.6", "COUP-14.12", "COUP-14.18", "COUP-14.28", "COUP-14.33", "COUP-14.38")
@pytest.mark.parametrize(
    ("hands", "play", "course"),
    [
        (("eu/eu", "[eu]/police"), {"action": "scandal", "target": 1, "react": None},
         ["ActionDeclared", *PAID, *FORCED_OUT]),
        (("russia/eu", "[eu]/police"), {}, [*CHALLENGED_TRUE, *SWAP, *FORCED_OUT]),
        (("[russia]/eu", "eu/police"), {}, [*CHALLENGED_FALSE, "ActionCancelled", *FORCED_OUT]),
        (("protest/eu", "[eu]/police"), {"action": "protest", "target": 1},
         [*CHALLENGED_TRUE, *PAID, *SWAP, *FORCED_OUT]),
        (("media/eu", "[eu]/police"), {"action": "media"}, [*CHALLENGED_TRUE, *SWAP, *FORCED_OUT]),
        (("police/eu", "[eu]/police"), {"action": "police", "target": 1}, [*CHALLENGED_TRUE, *SWAP, *FORCED_OUT]),
        (("un/eu", "[eu]/police"), {"action": "un", "mode": "draw", "module": "un"},
         [*CHALLENGED_TRUE, *SWAP, *FORCED_OUT]),
        (("un/eu", "[eu]/police"), {"action": "un", "mode": "inspect", "target": 1, "module": "un"},
         [*CHALLENGED_TRUE, *SWAP, *FORCED_OUT]),
        (("eu/eu", "[eu]/police"), {"action": "local_businessmen", "react": "russia"}, [*BLOCK_FALSE, *FORCED_OUT]),
        (("eu/eu", "[eu]/media"), {"action": "protest", "target": 1, "react": "eu"},
         [*BLOCK_FALSE, *PAID, *FORCED_OUT]),
        (("eu/eu", "[eu]/russia"), {"action": "police", "target": 1, "react": "police"}, [*BLOCK_FALSE, *FORCED_OUT]),
        (("[eu]/eu", "russia/eu"), {"action": "local_businessmen", "react": "russia"},
         [*BLOCKED, "BlockChallenged", "ClaimProved", *SWAP, "ActionCancelled", *FORCED_OUT]),
    ],
)  # fmt: skip
def test_every_order_of_events_stops_with_the_end_of_the_match(hands, play, course):
    t = ended(*hands, **play)
    assert t.course == [*course, "MatchEnded"]


def test_the_second_loss_of_a_protest_can_end_the_match():
    t = ended("protest/eu", "eu/police", action="protest", target=1)
    t.lose(1, 0)
    assert t.course == [*CHALLENGED_TRUE, *PAID, *SWAP, *CHOSEN, *FORCED_OUT, "MatchEnded"]
