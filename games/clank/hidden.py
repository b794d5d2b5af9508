"""What a viewer cannot know: another state that looks the same to them, and which events teach somebody something."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from events.visibility import ARBITER, Viewer
from games.clank.catalogue import TOKENS
from games.clank.events import (
    CardsDrawn,
    CubesDrawn,
    DeckShuffled,
    RowCardReplaced,
    RowRefilled,
    TokenTaken,
)
from games.clank.state import Card, Player, State, Token
from games.decider import Event, Seat
from games.dice import Dice


def resample(state: State, viewer: Viewer, dice: Dice) -> State:
    """CLANK-V.4: decks, hands of others, and face-down secrets, each evenly from what it could be."""
    if viewer == ARBITER or state.phase == "ENDED":
        return state
    players = tuple(
        _other_deck(player, dice) if seat == viewer else _other_cards(player, dice)
        for seat, player in enumerate(state.players)
    )
    state = replace(state, players=players, dungeon_deck=_renamed(state.dungeon_deck, dice))
    for type_ in ("major", "minor"):
        state = _other_secrets(state, type_, dice)
    return state


def _renamed(cards: tuple[Card, ...], dice: Dice) -> tuple[Card, ...]:
    """The same ids in the same places, and the same names on other cards."""
    # Sorted first: what is drawn depends on the dice and on what the viewer knows, never on where a card really was.
    names = dice.shuffle(sorted(card.name for card in cards))
    return tuple(Card(card.id, name) for card, name in zip(cards, names))


def _other_deck(player: Player, dice: Dice) -> Player:
    return replace(player, deck=_renamed(player.deck, dice))


def _other_cards(player: Player, dice: Dice) -> Player:
    """Hand and deck together, but each batch by itself.

    A card that was already in hand when the discard pile was shuffled is known not to be of the new deck.
    """
    names: dict[str, str] = {}
    unknown = player.hand + player.deck
    for batch in dict.fromkeys(_batch(card) for card in unknown):
        of_batch = tuple(card for card in unknown if _batch(card) == batch)
        names |= {card.id: card.name for card in _renamed(of_batch, dice)}
    return replace(player, hand=_with_names(player.hand, names), deck=_with_names(player.deck, names))


def _batch(card: Card) -> str:
    return card.id.partition("-")[0]


def _with_names(cards: Iterable[Card], names: dict[str, str]) -> tuple[Card, ...]:
    return tuple(Card(card.id, names[card.id]) for card in cards)


def _other_secrets(state: State, type_: str, dice: Dice) -> State:
    """Secrets on the board and in the box that nobody has turned over."""
    places = (*state.rooms, state.hidden_box)
    hidden = [token for here in places for token in here if token is not None and TOKENS[token.kind].type == type_]
    kinds = dict(zip((token.id for token in hidden), dice.shuffle(sorted(token.kind for token in hidden))))

    def turned(token: Token | None) -> Token | None:
        return Token(token.id, kinds[token.id]) if token is not None and token.id in kinds else token

    rooms = tuple(tuple(turned(token) for token in here) for here in state.rooms)
    hidden_box = tuple(Token(token.id, kinds.get(token.id, token.kind)) for token in state.hidden_box)
    return replace(state, rooms=rooms, hidden_box=hidden_box)


def reveals(event: Event) -> bool:
    """CLANK-U.2: a card drawn or turned over, a deck shuffled, cubes drawn, a secret taken."""
    if isinstance(event, TokenTaken):
        return TOKENS[event.kind].type in ("major", "minor")
    return isinstance(event, (CardsDrawn, DeckShuffled, RowCardReplaced, RowRefilled, CubesDrawn))


def hand(state: State, seat: Seat) -> list[str]:
    """The names of the cards in the hand; the deck is another question."""
    return [card.name for card in state.players[seat].hand]
