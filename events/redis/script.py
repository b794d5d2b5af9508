"""Lua scripts, read from the files beside this one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha1
from pathlib import Path


class Script:
    """Called by its digest; the whole text is sent only when the server does not know it.

    A confirmed script changes or finds something that somebody is told of. Where replicas are waited for, they must
    have it before the call returns. `limits` are numbers that the script finds in a table of that name; `after` are
    files of Lua functions that it calls.
    """

    def __init__(
        self,
        file: str,
        *,
        after: Sequence[str] = (),
        is_confirmed: bool = False,
        limits: Mapping[str, int] | None = None,
    ) -> None:
        table = ", ".join(f"{name} = {limit}" for name, limit in (limits or {}).items())
        before = f"local LIMITS = {{{table}}}\n" if table else ""
        self.text = before + "".join(_read(one) for one in (*after, file))
        self.digest = sha1(self.text.encode()).hexdigest()
        self.is_confirmed = is_confirmed


def _read(file: str) -> str:
    return Path(__file__).with_name(file).read_text(encoding="utf-8")
