"""The cards of a match in the order in which the engine asks for them: clauses by trigger, backs by card."""

from __future__ import annotations

from functools import cache
from typing import get_args

from games.munchkin_apocalypse.catalogue import Card, Catalogue, Clause, InstanceId, pinned
from games.munchkin_apocalypse.vocabulary import ClassName, Deck, EffectWord, ExtraClass, IgnoreItems, Trigger, Window

Clauses = tuple[tuple[int, Clause], ...]  # each with its place on the card
NONE: Clauses = ()


class Facts:
    """Tables over one catalogue, made once."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.cards: dict[InstanceId, Card] = dict(catalogue.instances)
        self.back: dict[InstanceId, Deck] = {name: card.deck for name, card in self.cards.items()}
        self.on: dict[Trigger, dict[InstanceId, Clauses]] = {trigger: {} for trigger in get_args(Trigger)}
        for name, card in self.cards.items():
            for place, clause in enumerate(card.clauses):
                table = self.on[clause.on]
                table[name] = (*table.get(name, NONE), (place, clause))
        self.permitting: dict[type[EffectWord], frozenset[InstanceId]] = {}  # by word: the cards whose text has it
        for name, clauses in self.on["while_in_play"].items():
            for word in {type(step) for _, clause in clauses for step in clause.do}:
                self.permitting[word] = self.permitting.get(word, frozenset()) | {name}
        self.silencing: frozenset[InstanceId] = frozenset(
            name
            for name, card in self.cards.items()
            if any(isinstance(step, IgnoreItems) for clause in card.clauses for step in clause.do)
        )
        kind_of = catalogue.kind_of
        self.kind: dict[InstanceId, str] = {  # of each character card
            name: kind_of[card.gives].id for name, card in self.cards.items() if card.gives is not None
        }
        self.raises: dict[InstanceId, str] = {  # the kind of which a Super Munchkin lets one have more
            name: step.kind
            for name, card in self.cards.items()
            for clause in card.clauses
            for step in clause.do
            if isinstance(step, ExtraClass)
        }
        self.windows: frozenset[Window] = catalogue.windows
        self.big: frozenset[InstanceId] = frozenset(name for name, card in self.cards.items() if card.is_big)
        self.only_for: dict[InstanceId, ClassName] = {
            name: card.only_for for name, card in self.cards.items() if card.only_for is not None
        }


@cache
def facts_of(digest: str, packs: tuple[str, ...]) -> Facts:
    return Facts(pinned(digest, packs))
