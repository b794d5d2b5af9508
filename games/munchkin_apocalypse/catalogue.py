"""The cards of a match: rows of data, loaded once, checked, found by the digest that a match pins (MUNCH-25.8).

How the engine uses it:

- `catalogue_for(packs)` gives the `Catalogue` of the base game with these packs (`()` is the base game alone);
  `CATALOGUES[digest]` finds it again for a match that has pinned `Catalogue.digest`.
- A `Card` is a row; a physical card is an instance of it with a copy number, from 1 also where there is only one:
  `zoo-escape#2`, `fire-ants#1`. `catalogue[instance]` is the row, `catalogue.decks["door"]` the instances of a deck.
- One record serves all types. Keys that a type does not have stand at their defaults: `level` is 0 on an item.
  `card.is_item` means item, one-shot or item enhancer; `card.only_for` is the class that an item is bound to,
  `card.gives` the class that a class card gives.
- `card.on("in_combat")` are the clauses with that trigger. A clause runs `do`, or `otherwise` where its condition
  `when` is false. Its steps are Structs of `vocabulary.py`, dispatched by type. Defaults are already filled in: `who`
  by trigger, `window` of every `on_play` and `on_use` clause by card type.
- `card.window` is when the card may be played from a hand.
- An ability is an `on_use` clause: `card.ability("comment-storm")`, with `cost` and `limit_per`, `limit_times`.
- `catalogue.windows` are the play windows that occur on any card or ability (MUNCH-5.12).
- `catalogue.kind_of["elf"]` is the kind of character card (`class`, or a further one of a pack) with its limit
  (MUNCH-25.11).
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, get_args

import msgspec
from msgspec import Struct

from games.catalogue import BadCatalogue, CatalogueGone, digest, read_document, read_rows
from games.munchkin_apocalypse.checks import Composition, check_cards, check_composition
from games.munchkin_apocalypse.rows import Card, Clause, Kind, read_card
from games.munchkin_apocalypse.vocabulary import CardId, ClassName, Deck, Window

__all__ = [
    "BASE",
    "CATALOGUES",
    "DECKS",
    "Card",
    "Catalogue",
    "Clause",
    "InstanceId",
    "Kind",
    "Pack",
    "card_of",
    "catalogue_for",
    "instance_id",
    "load_packs",
    "pinned",
]

InstanceId = str
DATA = Path(__file__).parent / "data"
BASE = "base"
DECKS: tuple[Deck, ...] = get_args(Deck)


class Pack(Struct, frozen=True):
    name: str
    kinds: tuple[Kind, ...]
    cards: tuple[Card, ...]

    @property
    def digest(self) -> str:
        return digest([self.kinds, self.cards])


class Catalogue(Struct, frozen=True):
    """All cards that one match is played with."""

    packs: tuple[Pack, ...]  # the base game first
    pack_digests: tuple[str, ...]
    digest: str
    cards: dict[CardId, Card]
    instances: dict[InstanceId, Card]
    decks: dict[Deck, tuple[InstanceId, ...]]
    windows: frozenset[Window]
    kinds: dict[str, Kind]
    kind_of: dict[ClassName, Kind]

    def __getitem__(self, instance: InstanceId) -> Card:
        return self.instances[instance]


def instance_id(card: CardId, copy: int) -> InstanceId:
    return f"{card}#{copy}"


def card_of(instance: InstanceId) -> CardId:
    return instance.rpartition("#")[0]


class _PackFile(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    card: tuple[dict[str, Any], ...]
    kind: tuple[Kind, ...] = ()


def read_pack(path: Path) -> Pack:
    """A pack of one file: its name, its cards, and further kinds of character card if it has any."""
    document = read_document(path, _PackFile)
    if document.name == BASE:
        raise BadCatalogue(f"{path.name}: the name '{BASE}' belongs to the base game")
    return Pack(document.name, document.kind, tuple(read_card(path, row) for row in document.card))


def read_base() -> Pack:
    files = [DATA / f"{name}.toml" for name in ("doors", "treasures", "seals")]
    cards = [read_card(path, row) for path in files for row in read_rows(path, dict[str, Any])]
    return Pack(BASE, read_rows(DATA / "kinds.toml", Kind, "kind"), tuple(cards))


def join_packs(packs: Sequence[Pack]) -> Catalogue:
    """The catalogue of these packs together, checked as one (MUNCH-25.8)."""
    cards = [card for pack in packs for card in pack.cards]
    kinds: dict[str, Kind] = {}
    for kind in (kind for pack in packs for kind in pack.kinds):
        known = kinds.get(kind.id)
        kinds[kind.id] = kind if known is None else msgspec.structs.replace(known, members=known.members + kind.members)
    check_cards(cards, tuple(kinds.values()))
    digests = tuple(pack.digest for pack in packs)
    instances = {instance_id(card.id, n): card for card in cards for n in range(1, card.copies + 1)}
    return Catalogue(
        packs=tuple(packs),
        pack_digests=digests,
        digest=digest([[pack.name, of_pack] for pack, of_pack in zip(packs, digests)]),
        cards={card.id: card for card in cards},
        instances=instances,
        decks={deck: tuple(name for name, card in instances.items() if card.deck == deck) for deck in DECKS},
        windows=frozenset(clause.window for card in cards for clause in card.clauses if clause.window is not None),
        kinds=kinds,
        kind_of={name: kind for kind in kinds.values() for name in kind.members},
    )


_packs: dict[str, Pack] = {}
CATALOGUES: dict[str, Catalogue] = {}
_by_packs: dict[tuple[str, ...], Catalogue] = {}


def catalogue_for(packs: Sequence[str] = ()) -> Catalogue:
    """The base game with these packs mixed in, in whatever order they are named (MUNCH-25.8)."""
    names = tuple(sorted(set(packs) - {BASE}))
    if names not in _by_packs:
        for name in names:
            if name not in _packs:
                raise BadCatalogue(f"there is no pack '{name}'")
        catalogue = join_packs([_packs[name] for name in (BASE, *names)])
        CATALOGUES[catalogue.digest] = _by_packs[names] = catalogue
    return _by_packs[names]


def pinned(wanted: str, packs: Sequence[str]) -> Catalogue:
    """The very cards that a match was started with, also in a process that has not dealt them before."""
    if wanted not in CATALOGUES:
        try:
            catalogue_for(packs)
        except BadCatalogue as error:
            raise CatalogueGone(packs) from error
        if wanted not in CATALOGUES:
            raise CatalogueGone(packs)
    return CATALOGUES[wanted]


def load_packs(folder: Path) -> tuple[str, ...]:
    """Every pack in an operator's folder, each checked together with the base game (MUNCH-25.11); their names.

    A match pins the digest of its packs. A pack that matches have been played with keeps its content: a changed one
    is a new pack with a new name.
    """
    names: list[str] = []
    for path in sorted(folder.glob("*.toml")):
        pack = read_pack(path)
        known = _packs.setdefault(pack.name, pack)
        if known != pack:
            raise BadCatalogue(f"{path.name}: there is another pack '{pack.name}' already")
        try:
            catalogue_for((pack.name,))
        except BadCatalogue as error:
            del _packs[pack.name]
            raise BadCatalogue(f"{path.name}: {error}") from error
        names.append(pack.name)
    return tuple(names)


_packs[BASE] = read_base()
check_composition(_packs[BASE].cards, read_document(DATA / "composition.toml", Composition))
catalogue_for()
