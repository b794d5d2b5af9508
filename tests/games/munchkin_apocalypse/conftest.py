"""Packs made for one test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from games.munchkin_apocalypse import cards


@pytest.fixture
def packs(tmp_path) -> Iterator[Callable[..., cards.Catalogue]]:
    """Load a pack of these rows, as an operator would; it is forgotten after the test."""
    registers = (cards._packs, cards._by_packs, cards.CATALOGUES)
    before = [dict(register) for register in registers]

    def load(*rows: dict[str, Any], name: str = "circus", kinds: tuple[dict[str, Any], ...] = ()) -> cards.Catalogue:
        parts = [f"name = {name!r}", f"card = {_toml(list(rows))}", f"kind = {_toml(list(kinds))}"]
        (tmp_path / f"{name}.toml").write_text("\n".join(parts), encoding="utf-8")
        assert name in cards.load_packs(tmp_path)
        return cards.catalogue_for([name])

    yield load
    for register, content in zip(registers, before):
        register.clear()
        register.update(content)


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_toml(part)}" for key, part in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return str(value).lower() if isinstance(value, bool) else repr(value)
