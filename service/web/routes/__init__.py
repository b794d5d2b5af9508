"""One file per group of the API: parse, call, present. Importing this package declares all of them, in ROUTES."""

from service.web.http import ROUTES
from service.web.routes import (  # noqa: F401  # they add themselves to ROUTES
    advice,
    audit,
    bots,
    branches,
    channel,
    disputes,
    events,
    feed,
    games,
    history,
    invitations,
    leaving,
    log,
    luck,
    matches,
    mine,
    operation,
    overview,
    people,
    play,
    players,
    rematches,
    step_reports,
    tokens,
    undo,
)

__all__ = ["ROUTES"]
