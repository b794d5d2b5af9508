"""An operator's deck packs: `<folder>/<slug>/…`, each game reading its own part when a process starts."""

from __future__ import annotations

from pathlib import Path

from games.catalogue import BadCatalogue
from games.registry import all_rules

# The names of the packs that this process has read, by slug. A module global, because packs are read once per process
# at start, before any application is created, and their cards are kept in the catalogues of the games likewise.
FOUND: dict[str, tuple[str, ...]] = {}


def load_packs(folder: Path | None) -> dict[str, tuple[str, ...]]:
    """The packs of every game, by slug. A pack that does not fit stops the start, naming the row."""
    if folder is None:
        return {}
    if not folder.is_dir():
        raise BadCatalogue(f"MATCHLEDGER_PACKS is {folder}, which is no folder")
    found: dict[str, tuple[str, ...]] = {}
    for (slug, _), game in all_rules().items():
        if game.load_packs is not None and (folder / slug).is_dir():
            try:
                found.setdefault(slug, game.load_packs(folder / slug))
            except BadCatalogue as bad:
                raise BadCatalogue(f"a deck pack of {game.name} does not fit: {bad}") from bad
    FOUND.update(found)
    return found
