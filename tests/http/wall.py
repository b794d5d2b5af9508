"""Time that a test moves by hand."""

from __future__ import annotations

import pytest

from service import handle
from service.processes import clock
from service.web.routes import branches, matches, play


class Wall:
    """A clock on the wall."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = handle.now_ms()
        for module in (handle, clock, branches, matches, play):
            monkeypatch.setattr(module, "now_ms", lambda: self.now)

    def passes(self, seconds: float) -> None:
        self.now += int(1000 * seconds)
