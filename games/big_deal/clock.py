"""What the clock does for a seat whose time is up (docs/clocks.md)."""

from __future__ import annotations

from typing import Any

from games.big_deal.catalogue import TITLE_OF, TITLES, Pair, Score
from games.big_deal.state import State
from games.choices import Choice
from games.decider import Seat

MILDEST_FIRST = ("yield_set", "stop_attack", "discard_card")
WORTH = {title.id: effect.amount for title in TITLES for effect in title.effects if isinstance(effect, Score)}
JOKERS = {
    title.id for title in TITLES for effect in title.effects if isinstance(effect, Pair) and effect.which == "any"
}


def regret(state: State, seat: Seat, _template: Choice, name: str, value: Any) -> int:
    """Of the cards that may be discarded: one without a partner in the hand, of the least worth, a joker last."""
    if name != "card_id":
        return 0
    title = TITLE_OF[value]
    has_partner = sum(TITLE_OF[card] == title for card in state.hands[seat]) > 1
    return WORTH[title] + 1_000_000 * has_partner + 2_000_000 * (title in JOKERS)
