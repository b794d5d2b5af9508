"""Section 10: gold."""

import pytest

from games.clank.commands import BuyItem, PlayCard, TakeToken
from games.clank.events import GoldGained
from games.clank.scoring import score
from tests.games.clank.table import at_table, do, of_type, play, table, thief


def test_clank_10_1_gained_gold_lies_in_front_of_the_player():
    after, _ = do(at_table(thief(hand="treasure_map", gold=1)), *play("treasure_map"))
    assert after.players[0].gold == 6


def test_clank_10_2_gold_pays_for_items_and_card_effects():
    bought, _ = do(at_table(thief("A17", gold=8)), BuyItem(seat=0, item="key"))
    assert bought.players[0].gold == 1
    dealt, _ = do(
        at_table(thief(hand="underworld_dealing", gold=8)), PlayCard(seat=0, card_id="underworld_dealing", option=1)
    )
    assert dealt.players[0].gold == 1


def test_clank_10_3_every_gold_is_a_point():
    assert score(table(thief(gold=13)).players[0], 0).gold == 13


@pytest.mark.rules("CLANK-20.4", "CLANK-20.11", "CLANK-R.10")
@pytest.mark.parametrize(("kind", "gold"), [("treasure", 2), ("greater_treasure", 5)])
def test_clank_10_4_treasure_is_gold_and_one_gain(kind, gold):
    given = at_table(thief("A02", play="search"), at={"A02": kind}, phase="TOKEN_CHOICE")
    after, events = do(given, TakeToken(seat=0, token_slot=0))
    (gain,) = of_type(events, GoldGained)
    assert (gain.base, gain.bonus, gain.is_gain) == (gold, 1, True)
    assert (after.players[0].gold, after.turn.gold_gains) == (gold + 1, 1)
    assert after.players[0].tokens == ()
    assert [token.kind for token in after.box] == [kind]
