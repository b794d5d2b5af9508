"""One command of Big Deal being decided."""

from __future__ import annotations

from games import unfolding
from games.big_deal.evolve import ON_EVENT
from games.big_deal.state import State


class Unfolding(unfolding.Unfolding[State]):
    __slots__ = ()

    on_event = ON_EVENT
