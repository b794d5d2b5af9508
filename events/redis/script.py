"""Lua scripts, read from the files beside this one."""

from __future__ import annotations

from hashlib import sha1
from pathlib import Path


class Script:
    """Called by its digest; the whole text is sent only when the server does not know it.

    A confirmed script changes or finds something that somebody is told of. Where replicas are waited for, they must
    have it before the call returns.
    """

    def __init__(self, file: str, *, is_confirmed: bool = False) -> None:
        self.text = Path(__file__).with_name(file).read_text(encoding="utf-8")
        self.digest = sha1(self.text.encode()).hexdigest()
        self.is_confirmed = is_confirmed
