"""The content of the box as checked rows: cards, tokens, the numbers of the table, and both boards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, json

from games.catalogue import BadCatalogue, digest, read_document, read_rows
from games.clank.board import Board, Corridor, Room, load_board
from games.clank.vocabulary import (
    Choose,
    Count,
    Discard,
    Effect,
    Flag,
    PerClank,
    PerGoldGain,
    Points,
    ReplaceRowCard,
    Standing,
    TakeReserve,
    Trash,
    VpIf,
    VpIfKinds,
    VpPer,
    When,
    inner_effects,
)

FOLDER = Path(__file__).parent / "data"
Amount = Annotated[int, Meta(ge=0)]
Place = Literal["depths", "crystal_cave"]


class CardKind(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One row of a card file: what is printed on every copy of this card."""

    id: str
    title: str
    polish: str = ""
    kind: Literal["card", "device", "monster"]
    tags: tuple[Literal["companion", "gem"], ...] = ()
    copies: Count
    cost: Amount = 0  # in Skill; in Swords for a monster
    points: Points = 0
    skill: Amount = 0
    swords: Amount = 0
    boots: Amount = 0
    place: Place | None = None
    dragon: bool = False
    danger: bool = False
    play: tuple[Effect, ...] = ()
    turn: tuple[Standing, ...] = ()
    acquire: tuple[Effect, ...] = ()
    use: tuple[Effect, ...] = ()
    defeat: tuple[Effect, ...] = ()
    arrive: tuple[Effect, ...] = ()


TokenType = Literal["artifact", "major", "minor", "idol", "market", "mastery"]


class TokenKind(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One row of the token file."""

    id: str
    title: str
    rule: str  # that says what it does
    type: TokenType
    count: Count
    points: Amount = 0
    item: Literal["", "key", "backpack", "crown"] = ""  # what the market calls it
    kept: bool = True
    taken: tuple[Effect, ...] = ()
    used: tuple[Effect, ...] = ()


class TableNumbers(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The numbers of setting up, of the tracks and of the turn."""

    cubes_each: Count
    dragon_cubes: Count
    health: Count
    row_size: Count
    hand_size: Count
    market_price: Count
    dungeon_cards: Count
    colours: tuple[str, ...]
    starting_clank: tuple[Amount, ...]
    rage: tuple[Count, ...]
    rage_start: tuple[Count, ...]
    artifacts_excluded: tuple[Amount, ...]
    countdown_extra: tuple[Amount, ...]
    minor_per_space: Count
    idols_in_shrine: Count


class BoardPlan(Struct, frozen=True, forbid_unknown_fields=True):
    """One side of the board as clients get it."""

    side: str
    rooms: tuple[Room, ...]
    corridors: tuple[Corridor, ...]


class Contents(Struct, frozen=True, forbid_unknown_fields=True):
    """The catalogue as clients get it."""

    table: TableNumbers
    starters: tuple[CardKind, ...]
    reserve: tuple[CardKind, ...]
    dungeon: tuple[CardKind, ...]
    tokens: tuple[TokenKind, ...]
    board: BoardPlan


class PlayNeeds(Struct, frozen=True):
    """What the player has to name when playing a card, as far as the row alone can tell."""

    choose: Choose | None
    choose_after_discard: bool
    discard: bool
    row_slot: bool

    @property
    def asks(self) -> bool:
        return self.choose is not None or self.discard or self.row_slot


def needs_of(effects: tuple[Effect, ...]) -> PlayNeeds:
    """The parameters that a clause may ask for; a command has room for one of each."""
    discards = [effect for effect in effects if isinstance(effect, Discard)]
    after = [inner for cost in discards for inner in cost.then if isinstance(inner, Choose)]
    chooses = [effect for effect in effects if isinstance(effect, Choose)] + after
    replaces = [effect for effect in effects if isinstance(effect, ReplaceRowCard)]
    if max(len(discards), len(chooses), len(replaces)) > 1:
        raise BadCatalogue("a clause may ask for one choice, one discarded card and one slot at most")
    return PlayNeeds(chooses[0] if chooses else None, bool(after), bool(discards), bool(replaces))


def _indexed(rows: Iterable[CardKind]) -> dict[str, CardKind]:
    found: dict[str, CardKind] = {}
    for row in rows:
        if row.id in found:
            raise BadCatalogue(f"the card '{row.id}' stands there twice")
        found[row.id] = row
    return found


TABLE = read_document(FOLDER / "table.toml", TableNumbers)
STARTERS = _indexed(read_rows(FOLDER / "starters.toml", CardKind))
RESERVE = _indexed(read_rows(FOLDER / "reserve.toml", CardKind))
DUNGEON = _indexed(read_rows(FOLDER / "dungeon.toml", CardKind))
CARDS: Mapping[str, CardKind] = _indexed((*STARTERS.values(), *RESERVE.values(), *DUNGEON.values()))
TOKENS: Mapping[str, TokenKind] = {row.id: row for row in read_rows(FOLDER / "tokens.toml", TokenKind, "token")}
BOARDS: Mapping[str, Board] = {side: load_board(FOLDER / f"board_{side.lower()}.toml") for side in ("A", "B")}
PILES = tuple(row.id for row in RESERVE.values() if row.kind == "card")
GOBLIN = next(row for row in RESERVE.values() if row.kind == "monster")


def _effects(row: CardKind) -> tuple[tuple[Effect | Standing, ...], ...]:
    return (row.play, row.turn, row.acquire, row.use, row.defeat, row.arrive)


def _check_names(effects: tuple[Effect | Standing, ...], place: str) -> None:
    """Cards and piles that an effect names must exist."""
    for effect in effects:
        if isinstance(effect, Trash) and effect.filter != "any" and effect.filter not in CARDS:
            raise BadCatalogue(f"{place}: no card '{effect.filter}' to trash")
        if isinstance(effect, TakeReserve) and effect.pile not in PILES:
            raise BadCatalogue(f"{place}: no pile '{effect.pile}'")
        for inner in inner_effects(effect):
            _check_names(inner, place)


def _check_card(row: CardKind) -> None:
    for effects in _effects(row):
        _check_names(effects, f"card '{row.id}'")
        needs_of(tuple(effect for effect in effects if not isinstance(effect, Standing)))
    if sum(isinstance(clause, When) for clause in row.turn) > 1:
        raise BadCatalogue(f"card '{row.id}': one condition a card, so that a card's id tells which was met")
    if isinstance(row.points, VpIf) and row.points.token not in TOKENS:
        raise BadCatalogue(f"card '{row.id}': no token '{row.points.token}'")
    if isinstance(row.points, VpPer) and row.points.card not in CARDS:
        raise BadCatalogue(f"card '{row.id}': no card '{row.points.card}'")
    if isinstance(row.points, VpIfKinds) and not set(row.points.kinds) <= TOKENS.keys():
        raise BadCatalogue(f"card '{row.id}': unknown kinds of token")


def _check() -> None:
    """The box is complete: 100 dungeon cards, and a token for every space of each board."""
    for row in CARDS.values():
        _check_card(row)
    for token in TOKENS.values():
        _check_names(token.taken + token.used, f"token '{token.id}'")
    cards = sum(row.copies for row in DUNGEON.values())
    if cards != TABLE.dungeon_cards:
        raise BadCatalogue(f"dungeon.toml: {cards} cards, not {TABLE.dungeon_cards}")
    count = {type_: sum(row.count for row in TOKENS.values() if row.type == type_) for type_ in ("major", "minor")}
    for board in BOARDS.values():
        if len(board.with_feature("major")) > count["major"]:
            raise BadCatalogue(f"board {board.side}: more spaces for major secrets than tokens")
        if len(board.with_feature("minor")) * TABLE.minor_per_space != count["minor"]:
            raise BadCatalogue(f"board {board.side}: the minor secrets do not fill their spaces")
        if {f"artifact_{room.artifact}" for room in board.rooms if room.artifact} != set(tokens_of("artifact")):
            raise BadCatalogue(f"board {board.side}: the artifact spaces do not match the artifacts")


def tokens_of(type_: TokenType) -> tuple[str, ...]:
    """The kinds of this type, each as often as the box holds it, in the order of the file."""
    return tuple(row.id for row in TOKENS.values() if row.type == type_ for _ in range(row.count))


_check()

PLAY_NEEDS: Mapping[str, PlayNeeds] = {name: needs_of(row.play) for name, row in CARDS.items()}
USE_NEEDS: Mapping[str, PlayNeeds] = {name: needs_of(row.use) for name, row in CARDS.items()}
CONDITIONS: Mapping[str, When] = {
    name: clause for name, row in CARDS.items() for clause in row.turn if isinstance(clause, When)
}
PER_CLANK: Mapping[str, int] = {
    name: clause.n for name, row in CARDS.items() for clause in row.turn if isinstance(clause, PerClank)
}
PER_GOLD_GAIN: Mapping[str, int] = {
    name: clause.n for name, row in CARDS.items() for clause in row.turn if isinstance(clause, PerGoldGain)
}
FLAGS: Mapping[str, tuple[Flag, ...]] = {
    name: tuple(clause for clause in row.turn if isinstance(clause, Flag)) for name, row in CARDS.items()
}
STARTING_DECK = tuple(row.id for row in STARTERS.values() for _ in range(row.copies))
DUNGEON_DECK = tuple(row.id for row in DUNGEON.values() for _ in range(row.copies))


def catalogue_json(board_side: str) -> dict[str, Any]:
    """Everything a client may want to know of the content of one match, as plain JSON."""
    whole = {
        "table": TABLE,
        "starters": tuple(STARTERS.values()),
        "reserve": tuple(RESERVE.values()),
        "dungeon": tuple(DUNGEON.values()),
        "tokens": tuple(TOKENS.values()),
        "board": BOARDS[board_side].plain,
    }
    plain: dict[str, Any] = json.decode(json.encode(whole))
    return plain


DIGESTS: Mapping[str, str] = {side: digest(catalogue_json(side)) for side in BOARDS}
