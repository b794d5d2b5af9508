"""Files of strangers are verified in a process of its own, with a bound on its memory and time: one for each worker.

A file of 16 MB can be written so that reading it takes half a gigabyte. In a thread of the worker that memory would be
missing for the matches that are played, and the file would be read in turns with the requests of everybody else.
"""

from __future__ import annotations

from functools import cache

import msgspec
from msgspec import Struct

from ledger.verdict import Check
from projections.verify import Pins, Rulesets, verify
from service.problems import Problem
from service.web.side_process import SideProcess
from service.web.threads import is_gevent

PROGRAM = "service.processes.verifier"
SECONDS_MAX = 60.0  # for one file; an ordinary match takes a twentieth of a second


class Verified(Struct, frozen=True, array_like=True):
    """What the process answers to a message with the pins and one with the file; no checks if its memory did not
    suffice."""

    checks: list[Check] | None


def verify_in_own_process(text: bytes, rulesets: Rulesets, pins: Pins) -> list[Check]:
    """Every check of the file. Outside a gunicorn worker, in tests and tools, it is verified right here."""
    return verify_in(_verifier(), text, pins) if is_gevent() else verify(text, rulesets, pins)


def verify_in(process: SideProcess, text: bytes, pins: Pins) -> list[Check]:
    try:
        found = process.ask((msgspec.msgpack.encode(pins), text))
    except TimeoutError:
        raise _too_much("time") from None
    answer = None if found is None else msgspec.msgpack.decode(found, type=Verified)
    if answer is None or answer.checks is None:
        raise _too_much("memory")
    return answer.checks


@cache
def _verifier() -> SideProcess:
    return SideProcess(PROGRAM, SECONDS_MAX)


def _too_much(what: str) -> Problem:
    return Problem("body-too-large", f"To verify this file takes more {what} than one file may.")
