"""The sessions that are open in this worker, so that each client can be told before the worker stops."""

from __future__ import annotations

import time

from service.web.channel.session import Session
from service.web.threads import spawn

SPREAD_S = 0.01  # between two goodbyes, so that the clients do not all come back at the same moment
_open: set[Session] = set()
_is_stopping = False


def serve_session(session: Session) -> None:
    _open.add(session)
    try:
        if _is_stopping:  # gunicorn accepts connections for up to a second after it was told to stop
            spawn(session.leave_in_time, "restart")
        session.serve()
    finally:
        _open.discard(session)


def say_goodbye(seconds_max: float) -> None:
    """Close every session within this time."""
    global _is_stopping
    _is_stopping = True
    sessions = list(_open)
    for session in sessions:
        spawn(session.leave_in_time, "restart")
        time.sleep(min(SPREAD_S, seconds_max / len(sessions)))
