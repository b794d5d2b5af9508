"""The rows of data/ as records, checked when they are loaded, and the tables that rules and choices look into."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

from msgspec import Meta, Struct, to_builtins

from games.catalogue import BadCatalogue, digest, read_document, read_rows

Kind = Literal["russia", "protest", "media", "un", "police", "eu"]
Module = Literal["media", "un"]
Mode = Literal["draw", "inspect"]
Reaction = Literal["pass", "challenge", "block"]
Count = Annotated[int, Meta(ge=1)]

_DATA = Path(__file__).parent / "data"


class Card(Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of influence card."""

    id: Kind
    name: str
    copies: Count
    module: Module | None = None


class Gain(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="gain"):
    """The actor's money grows."""

    amount: Count


class Take(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="take"):
    """So much of the target's money, or all of it, goes to the actor."""

    amount: Count


class LoseInfluence(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="lose_influence"):
    """The target loses an influence of their choice."""


class Exchange(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="exchange"):
    """The actor draws so many cards, keeps as many as they have hidden, and returns the rest."""

    cards: Count


class Inspect(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="inspect"):
    """The target shows the actor a card; the actor may have it exchanged."""


Effect = Gain | Take | LoseInfluence | Exchange | Inspect


class Action(Struct, frozen=True, forbid_unknown_fields=True):
    """One way to use a turn, as a row of the effect vocabulary."""

    id: str
    word: str  # what the actor declares, together with the mode
    name: str
    hint: str
    effect: Effect
    rule: str
    mode: Mode | None = None
    claim: Kind | None = None
    pay: Annotated[int, Meta(ge=0)] = 0
    forced_at: Count | None = None  # from so much money on, nothing else may be declared
    target: Literal["none", "live_opponent"] = "none"
    challenge_by: Literal["nobody", "any_opponent"] = "nobody"
    block_by: Literal["nobody", "target", "any_opponent"] = "nobody"
    block_kinds: tuple[Kind, ...] = ()
    block_rule: str = ""
    module: Module | None = None

    @property
    def has_target(self) -> bool:
        return self.target == "live_opponent"

    @property
    def has_window(self) -> bool:
        """COUP-4.1, COUP-4.2: a window opens if anybody could react."""
        return self.challenge_by != "nobody" or self.block_by != "nobody"


class Table(Struct, frozen=True, forbid_unknown_fields=True):
    """The counts that hold for every match."""

    cards_per_player: Count
    starting_money: Count
    track_top: Count


def _flaw(row: Action) -> str | None:
    """What does not fit together in a row, although each of its words is known."""
    if (row.claim is None) != (row.challenge_by == "nobody"):
        return "a claim can be challenged, and nothing else can (COUP-4.3, COUP-4.4)"
    if (row.block_by == "nobody") != (not row.block_kinds) or (row.block_by == "nobody") != (not row.block_rule):
        return "block_by, block_kinds and block_rule belong together"
    if row.block_by == "target" and not row.has_target:
        return "there is no target that could block"
    if isinstance(row.effect, Take | LoseInfluence | Inspect) != row.has_target:
        return "the effect and the target do not fit each other"
    if isinstance(row.effect, LoseInfluence) and row.word in ("challenge_lost", "bluff_caught"):
        return "the word is the name of a lost check, and would be mistaken for one as the cause of a loss"
    return None


def _same_in_every_mode(rows: tuple[Action, ...]) -> str | None:
    """A word is checked for module and money before its mode is known, so all its modes must agree on them."""
    if len({(row.pay, row.forced_at, row.module) for row in rows}) > 1:
        return "the modes of one word differ in cost or module"
    if len({row.mode for row in rows}) < len(rows) or (len(rows) > 1 and None in {row.mode for row in rows}):
        return "the modes of one word must be named, and different"
    return None


def load_actions(path: Path) -> tuple[Action, ...]:
    """The rows of a file of actions; one that makes no sense is refused by name."""
    rows = read_rows(path, Action, "action")
    for row in rows:
        flaw = _flaw(row) or _same_in_every_mode(tuple(other for other in rows if other.word == row.word))
        if flaw:
            raise BadCatalogue(f"{path.name}, action '{row.id}': {flaw}")
    return rows


CARDS: tuple[Card, ...] = read_rows(_DATA / "cards.toml", Card)
ACTIONS: tuple[Action, ...] = load_actions(_DATA / "actions.toml")
TABLE: Table = read_document(_DATA / "table.toml", Table)
MODULES: tuple[Module, ...] = get_args(Module)

CARD_NAMES: dict[Kind, str] = {card.id: card.name for card in CARDS}
DECK: dict[Module, tuple[Kind, ...]] = {
    module: tuple(card.id for card in CARDS for _ in range(card.copies) if card.module in (None, module))
    for module in MODULES
}
SORTED_DECK: dict[Module, list[Kind]] = {module: sorted(cards) for module, cards in DECK.items()}
BOXED: dict[Module, Kind] = {
    module: next(card.id for card in CARDS if card.module not in (None, module)) for module in MODULES
}

# By word and mode, as declared; and by word alone, for what is checked before the mode.
ACTION: dict[tuple[str, Mode | None], Action] = {(row.word, row.mode): row for row in ACTIONS}
ACTIONS_OF_WORD: dict[str, tuple[Action, ...]] = {
    word: tuple(row for row in ACTIONS if row.word == word) for word in dict.fromkeys(row.word for row in ACTIONS)
}
ACTIONS_IN: dict[Module, tuple[Action, ...]] = {
    module: tuple(row for row in ACTIONS if row.module in (None, module)) for module in MODULES
}
FORCED: tuple[tuple[int, Action], ...] = tuple((row.forced_at, row) for row in ACTIONS if row.forced_at is not None)


class Reactions(Struct, frozen=True, gc=False):
    """What one opponent may answer to one action, and the cards they may name in a block (COUP-4.16)."""

    reactions: tuple[Reaction, ...]
    claims: tuple[Kind, ...]


def _reactions(row: Action, module: Module, *, is_target: bool) -> Reactions:
    may_block = row.block_by == "any_opponent" or (row.block_by == "target" and is_target)
    claims = tuple(kind for kind in row.block_kinds if may_block and kind in DECK[module])
    reactions: list[Reaction] = ["pass"]
    if row.challenge_by == "any_opponent":
        reactions.append("challenge")
    if claims:
        reactions.append("block")
    return Reactions(tuple(reactions), claims)


REACTIONS: dict[tuple[str, Module, bool], Reactions] = {
    (row.id, module, is_target): _reactions(row, module, is_target=is_target)
    for module in MODULES
    for row in ACTIONS_IN[module]
    for is_target in (False, True)
}


class CardFace(Card, frozen=True, kw_only=True):
    """COUP-1.12: a card with what is printed on it: ids of actions, and the kinds that block them."""

    actions: tuple[str, ...]
    blocked_by: tuple[Kind, ...]
    blocks: tuple[str, ...]


class Contents(Struct, frozen=True, forbid_unknown_fields=True):
    """The catalogue as clients get it."""

    cards: tuple[CardFace, ...]
    actions: tuple[Action, ...]
    table: Table


def card_face(card: Card) -> dict[str, Any]:
    """COUP-1.12: what is printed on a card, put together from the rows of the actions."""
    own = [row for row in ACTIONS if row.claim == card.id]
    return {
        **to_builtins(card),
        "actions": [row.id for row in own],
        "blocked_by": list(dict.fromkeys(kind for row in own for kind in row.block_kinds)),
        "blocks": [row.id for row in ACTIONS if card.id in row.block_kinds],
    }


CATALOGUE: dict[str, Any] = {
    "cards": [card_face(card) for card in CARDS],
    "actions": [to_builtins(row) for row in ACTIONS],
    "table": to_builtins(TABLE),
}
DIGEST: str = digest(CATALOGUE)

assert not [word for word, count in Counter(row.id for row in ACTIONS).items() if count > 1], "an action stands twice"
