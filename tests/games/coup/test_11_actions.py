"""The actions, one by one."""

import pytest

from events.visibility import SPECTATOR, redact
from games.coup import GAME
from games.coup.commands import Block, ChooseCardToShow, ChooseExchange, DecideInspection, DeclareAction
from games.coup.events import (
    ActionCostPaid,
    CardShown,
    CardToShowRequired,
    DeckShuffled,
    ExchangeCardsDrawn,
    ExchangeCompleted,
    InfluenceLost,
    InspectedCardReplaced,
    InspectionDecided,
    MoneyGained,
    MoneyTaken,
)
from tests.games.coup.table import table


def test_coup_11_1_usa_gives_1m():
    t = table(seats=3)
    t.declare(0, "usa")
    assert t.only(MoneyGained) == MoneyGained(seat=0, amount=1, source="usa", rule="COUP-11.1")
    assert t.money == (3, 2, 2)


def test_coup_11_2_local_businessmen_give_2m_unless_somebody_blocks_with_russia():
    t = table(seats=3)
    t.declare(0, "local_businessmen")
    t.passes(1, 2)
    assert t.only(MoneyGained) == MoneyGained(seat=0, amount=2, source="local_businessmen", rule="COUP-11.2")
    blocked = table(seats=3)
    blocked.declare(0, "local_businessmen")
    blocked.block(2, "russia")
    blocked.accept(0)
    assert blocked.money == (2, 2, 2)


def test_coup_11_3_scandal_costs_7m_and_the_target_an_influence():
    t = table("eu/eu", "russia/police", "media/media", money=(8, 2, 2))
    t.declare(0, "scandal", target=1)
    assert t.only(ActionCostPaid).amount == 7
    t.lose(1, 0)
    assert t.hand(1) == "[russia]/police"
    assert t.only(InfluenceLost).cause == "scandal"
    assert t.money == (1, 2, 2)


def test_coup_11_4_scandal_is_compulsory_with_10m():
    t = table(seats=3, money=(10, 2, 2))
    t.refuse(0, DeclareAction, "COUP-3.13", "must_scandal", action="russia")
    t.declare(0, "scandal", target=2)
    assert t.money == (3, 2, 2)


def test_coup_11_5_russia_gives_3m():
    t = table(seats=3)
    t.declare(0, "russia")
    t.passes(1, 2)
    assert t.only(MoneyGained) == MoneyGained(seat=0, amount=3, source="russia", rule="COUP-11.5")
    assert t.money == (5, 2, 2)


def test_coup_11_6_protest_costs_3m_and_the_target_an_influence():
    t = table("eu/eu", "russia/police", "media/media", money=(3, 2, 2))
    t.declare(0, "protest", target=1)
    t.passes(1, 2)
    t.lose(1, 1)
    assert t.hand(1) == "russia/[police]"
    assert t.only(InfluenceLost).cause == "protest"
    assert t.money == (0, 2, 2)


@pytest.mark.parametrize("claim", ["protest", "eu"])
def test_coup_11_6_the_protest_card_blocks_nothing(claim):
    for action in ("police", "local_businessmen"):
        t = table(seats=3)
        t.declare(0, action, target=1 if action == "police" else None)
        t.refuse(1, Block, "COUP-7.1", "wrong_blocking_card", claim=claim)


def media(*hands, keep, deck=("russia", "protest"), seats=None):
    t = table(*hands, seats=seats, deck=deck)
    t.declare(0, "media")
    t.passes(*range(1, len(t.money)))
    t.keep(0, *keep)
    return t


@pytest.mark.parametrize(
    ("keep", "hand"),
    [
        (("hand:0", "hand:1"), "eu/police"),
        (("drawn:0", "hand:1"), "russia/police"),
        (("hand:0", "drawn:1"), "eu/protest"),
        (("drawn:0", "drawn:1"), "russia/protest"),
    ],
)
def test_coup_11_7_media_exchanges_two_one_or_none(keep, hand):
    t = media("eu/police", "media/media", keep=keep)
    assert t.hand(0) == hand
    assert t.only(ExchangeCardsDrawn) == ExchangeCardsDrawn(
        seat=0, count=2, kinds=("russia", "protest"), decision_id=12, rule="COUP-11.7 COUP-12.3"
    )


def test_coup_11_7_only_the_actor_chooses():
    t = table("eu/police", "media/media")
    t.declare(0, "media")
    t.passes(1)
    t.refuse(1, ChooseExchange, "COUP-11.7", "not_your_decision", keep=("hand:0", "hand:1"))


def test_coup_11_8_with_one_hidden_card_one_of_three_is_kept():
    t = media("[eu]/police", "media/media", keep=("drawn:1",))
    assert t.hand(0) == "[eu]/protest"
    assert t.only(ExchangeCompleted).returned == ("police", "russia")


@pytest.mark.rules("COUP-12.2", "COUP-12.6")
def test_coup_11_9_two_cards_go_back_and_the_deck_is_shuffled():
    t = media("eu/police", "media/media", keep=("drawn:1", "hand:0"))
    assert t.only(ExchangeCompleted) == ExchangeCompleted(
        seat=0,
        returned_count=2,
        kept=("protest", "eu"),
        returned=("police", "russia"),
        rule="COUP-11.7 COUP-16.3",
    )
    shuffled = t.only(DeckShuffled)
    assert (shuffled.reason, shuffled.size, len(t.state.deck)) == ("exchange", 11, 11)
    assert t.course[-5:] == ["ExchangeCompleted", "DeckShuffled", "ActionResolved", "TurnEnded", "TurnStarted"]


def test_coup_11_10_media_is_not_blocked_but_blocks_police():
    t = table(seats=2)
    t.declare(0, "media")
    t.refuse(1, Block, "COUP-4.5", "not_blockable", claim="media")
    t = table(seats=2)
    t.declare(0, "police", target=1)
    t.block(1, "media")


def test_coup_11_11_un_draws_or_inspects_as_declared():
    t = table(seats=3, module="un")
    t.declare(0, "un", mode="draw")
    t.passes(1, 2)
    assert t.state.phase == "awaiting_exchange"
    t = table(seats=3, module="un")
    t.declare(0, "un", mode="inspect", target=2)
    t.passes(1, 2)
    assert t.state.phase == "awaiting_card_to_show"


@pytest.mark.parametrize(
    ("hand", "keep", "after", "returned"),
    [
        ("eu/police", ("hand:0", "hand:1"), "eu/police", ("russia",)),
        ("eu/police", ("drawn:0", "hand:1"), "russia/police", ("eu",)),
        ("eu/police", ("hand:0", "drawn:0"), "eu/russia", ("police",)),
        ("[eu]/police", ("drawn:0",), "[eu]/russia", ("police",)),
        ("[eu]/police", ("hand:1",), "[eu]/police", ("russia",)),
    ],
)
def test_coup_11_12_un_draw_exchanges_one_card_or_none(hand, keep, after, returned):
    t = table(hand, "un/un", module="un", deck=("russia",))
    t.declare(0, "un", mode="draw")
    t.passes(1)
    assert t.only(ExchangeCardsDrawn) == ExchangeCardsDrawn(
        seat=0, count=1, kinds=("russia",), decision_id=12, rule="COUP-11.12 COUP-12.3"
    )
    t.keep(0, *keep)
    assert t.hand(0) == after
    assert t.only(ExchangeCompleted).returned == returned
    assert t.only(DeckShuffled).reason == "exchange"
    assert t.is_turn_of(1)


def inspection(*hands, target=1, deck=()):
    t = table(*hands, module="un", deck=deck)
    t.declare(0, "un", mode="inspect", target=target)
    t.passes(*range(1, len(hands)))
    return t


@pytest.mark.rules("COUP-16.8")
def test_coup_11_13_the_target_picks_the_card_to_show():
    t = inspection("police/police", "eu/protest", "russia/russia")
    assert t.only(CardToShowRequired) == CardToShowRequired(seat=1, to=0, decision_id=12, rule="COUP-11.13")
    (template,) = GAME.rules.choices(t.state, 1)
    assert (template.type, template.params["slot"].one_of) == ("choose_card_to_show", (0, 1))
    t.refuse(0, ChooseCardToShow, "COUP-11.13", "not_your_decision", slot=0)
    t.refuse(1, ChooseCardToShow, "COUP-1.6", "invalid_slot", slot=2)
    t.show(1, 1)
    shown = t.only(CardShown)
    assert shown == CardShown(seat=1, to=0, slot=1, forced=False, kind="protest", decision_id=13, rule="COUP-11.13")
    assert [redact(shown, viewer).kind for viewer in (0, 1, 2, SPECTATOR)] == ["protest", "protest", None, None]


def test_coup_11_13_the_only_hidden_card_is_shown_without_asking():
    t = inspection("police/police", "[eu]/protest", "russia/russia")
    assert t.only(CardShown) == CardShown(
        seat=1, to=0, slot=1, forced=True, kind="protest", decision_id=12, rule="COUP-11.13"
    )
    assert "CardToShowRequired" not in t.course


def test_coup_11_14_the_actor_decides_about_the_shown_card():
    t = inspection("police/police", "eu/protest", "russia/russia")
    t.show(1, 0)
    (template,) = GAME.rules.choices(t.state, 0)
    assert (template.type, template.params["force_exchange"].one_of) == ("decide_inspection", (True, False))
    t.refuse(1, DecideInspection, "COUP-11.14", "not_your_decision", force_exchange=False)
    before = t.state
    t.verdict(0, False)
    assert t.only(InspectionDecided) == InspectionDecided(
        seat=0, target=1, slot=0, force_exchange=False, rule="COUP-11.14"
    )
    assert (t.state.hands, t.state.deck) == (before.hands, before.deck)
    assert "DeckShuffled" not in t.course
    assert t.is_turn_of(1)


@pytest.mark.rules("COUP-12.6")
def test_coup_11_15_the_draw_comes_before_the_return():
    t = inspection("police/police", "eu/protest", "russia/russia", deck=("un", "eu"))
    t.show(1, 0)
    t.verdict(0, True)
    replaced = t.only(InspectedCardReplaced)
    assert replaced == InspectedCardReplaced(
        seat=1, to=0, slot=0, returned_kind="eu", drawn_kind="un", rule="COUP-11.15 COUP-12.3"
    )
    assert [redact(replaced, viewer).returned_kind for viewer in (0, 1, 2)] == ["eu", "eu", None]
    assert [redact(replaced, viewer).drawn_kind for viewer in (0, 1, 2)] == [None, "un", None]
    assert t.hand(1) == "un/protest"
    assert t.only(DeckShuffled).reason == "inspection"
    assert (len(t.state.deck), t.state.deck.count("eu")) == (9, 3)
    assert t.course[-6:] == [
        "InspectionDecided", "InspectedCardReplaced", "DeckShuffled", "ActionResolved", "TurnEnded", "TurnStarted",
    ]  # fmt: skip


def test_coup_11_16_un_is_not_blocked_but_blocks_police():
    for params in ({"mode": "draw"}, {"mode": "inspect", "target": 1}):
        t = table(seats=2, module="un")
        t.declare(0, "un", **params)
        t.refuse(1, Block, "COUP-4.5", "not_blockable", claim="un")
    t = table(seats=2, module="un")
    t.declare(0, "police", target=1)
    t.block(1, "un")


@pytest.mark.parametrize(("owned", "taken"), [(5, 2), (2, 2), (1, 1)])
def test_coup_11_17_police_takes_2m_or_all_there_is(owned, taken):
    t = table(seats=2, money=(2, owned))
    t.declare(0, "police", target=1)
    t.passes(1)
    assert t.only(MoneyTaken) == MoneyTaken(giver=1, taker=0, amount=taken, rule="COUP-11.17")
    assert t.money == (2 + taken, owned - taken)


def test_coup_11_18_police_may_come_for_nothing():
    t = table(seats=2, money=(2, 0))
    t.declare(0, "police", target=1)
    t.passes(1)
    assert t.only(MoneyTaken).amount == 0
    assert t.money == (2, 0)


@pytest.mark.parametrize(("module", "claims"), [("media", ("police", "media")), ("un", ("police", "un"))])
def test_coup_11_19_police_is_blocked_by_police_and_the_module(module, claims):
    for claim in claims:
        t = table(seats=2, module=module)
        t.declare(0, "police", target=1)
        t.block(1, claim)
        assert t.state.block.claim == claim


def test_coup_11_20_the_eu_blocks_protest_and_has_no_action():
    t = table(seats=2, money=(3, 2))
    t.refuse(0, DeclareAction, "COUP-3.8", "no_action_on_card", action="eu")
    t.declare(0, "protest", target=1)
    t.block(1, "eu")
