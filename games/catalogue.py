"""Cards, boards and counts are data: read once at start, checked against their schema, pinned by a digest."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")


class BadCatalogue(ValueError):
    """A data file that does not fit its schema; the message names the file and the row."""


class CatalogueGone(BadCatalogue):
    """The cards that a match was started with are not here any more, or not as they were."""

    def __init__(self, packs: Sequence[str]) -> None:
        decks = f"the packs {', '.join(packs)}" if packs else "the cards of the base game"
        super().__init__(f"{decks} are not here as they were when the match was started")


def read_rows(path: Path, row_type: type[T], table: str = "card") -> tuple[T, ...]:
    """The rows of one array of tables in a TOML file (`[[card]]`), each checked, an unknown word refused."""
    document = _read(path)
    if table not in document:
        raise BadCatalogue(f"{path.name}: no rows [[{table}]]")
    return tuple(_convert(path, f"{table} {_row_name(row, i)}", row, row_type) for i, row in enumerate(document[table]))


def read_document(path: Path, document_type: type[T]) -> T:
    """A whole TOML file as one checked record."""
    return _convert(path, "the document", _read(path), document_type)


def digest(data: Any) -> str:
    """A short name for this very content: SHA-256 over its JSON with sorted keys."""
    canonical = msgspec.json.encode(msgspec.to_builtins(data, str_keys=True), order="sorted")
    return hashlib.sha256(canonical).hexdigest()


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise BadCatalogue(f"{path.name}: {error}") from error


def _row_name(row: Any, position: int) -> str:
    return f"'{row['id']}'" if isinstance(row, dict) and "id" in row else f"number {position + 1}"


def _convert(path: Path, place: str, value: Any, type_: type[T]) -> T:
    try:
        return msgspec.convert(value, type_)
    except msgspec.ValidationError as error:
        raise BadCatalogue(f"{path.name}, {place}: {error}") from error
