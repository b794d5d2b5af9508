"""A client of Match Ledger: `Client(server).sign_up("Ana").match(match_id)`, and then `turns()`, `events()`, `send()`.

What is here is imported when it is first used, so that a program which needs `matchledger_client.choices` alone loads
no HTTP library.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matchledger_client.choices import command as command
    from matchledger_client.client import Client as Client
    from matchledger_client.match import Match as Match
    from matchledger_client.match import Turn as Turn
    from matchledger_client.problems import CursorGone as CursorGone
    from matchledger_client.problems import EventsLost as EventsLost
    from matchledger_client.problems import Finished as Finished
    from matchledger_client.problems import Held as Held
    from matchledger_client.problems import IllegalMove as IllegalMove
    from matchledger_client.problems import Late as Late
    from matchledger_client.problems import LuckPartLost as LuckPartLost
    from matchledger_client.problems import MovedOn as MovedOn
    from matchledger_client.problems import Problem as Problem
    from matchledger_client.problems import RateLimited as RateLimited
    from matchledger_client.problems import Unreachable as Unreachable
    from matchledger_client.problems import VersionConflict as VersionConflict

_MODULE_OF = {
    "command": "choices",
    "Client": "client",
    "Match": "match",
    "Turn": "match",
    **dict.fromkeys(
        (
            "CursorGone",
            "EventsLost",
            "Finished",
            "Held",
            "IllegalMove",
            "Late",
            "LuckPartLost",
            "MovedOn",
            "Problem",
            "RateLimited",
            "Unreachable",
            "VersionConflict",
        ),
        "problems",
    ),
}
__all__ = [*_MODULE_OF]


def __getattr__(name: str) -> Any:
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULE_OF[name]}"), name)
