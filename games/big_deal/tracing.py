"""What a replay follows: the cards that an event names, and the worth of what each seat has collected."""

from __future__ import annotations

from games.big_deal import effects
from games.big_deal.catalogue import TITLE_OF
from games.big_deal.state import State
from games.card_names import cards_by_field
from games.decider import Measure, Seat

cards_in = cards_by_field(kind_of=TITLE_OF.__getitem__)


def _collected(state: State, seat: Seat) -> int:
    """What was counted after earlier rounds, and what lies in the collection now; everybody sees both."""
    now = sum(effects.value(card_set.cards) for card_set in state.collections[seat])
    return state.totals[seat] + (now if state.phase not in ("round_end", "match_over") else 0)


MEASURE = Measure("Collected, in dollars", _collected)
