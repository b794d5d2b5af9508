"""Packs made for one test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from games.munchkin_apocalypse import catalogue


@pytest.fixture
def packs(tmp_path) -> Iterator[Callable[..., catalogue.Catalogue]]:
    """Load a pack of these rows, as an operator would; it is forgotten after the test."""
    registers = (catalogue._packs, catalogue._by_packs, catalogue.CATALOGUES)
    before = [dict(register) for register in registers]

    def load(
        *rows: dict[str, Any], name: str = "circus", kinds: tuple[dict[str, Any], ...] = ()
    ) -> catalogue.Catalogue:
        parts = [f"name = {name!r}", f"card = {_toml(list(rows))}", f"kind = {_toml(list(kinds))}"]
        (tmp_path / f"{name}.toml").write_text("\n".join(parts), encoding="utf-8")
        assert name in catalogue.load_packs(tmp_path)
        return catalogue.catalogue_for([name])

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
