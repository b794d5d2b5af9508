"""What the players agree on before the match."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from games.decider import Options


class BigDealOptions(Options, frozen=True):
    first_dealer_seat: Annotated[int, Meta(ge=0, le=5)] | None = None  # the last seat, if left out (BIGDEAL-2.1)
