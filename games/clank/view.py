"""The table as a viewer may see it: built from nothing, with every key always there and in the same order."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Literal

from msgspec import Struct

from events.visibility import ARBITER, Viewer
from games.clank.catalogue import CARDS, GOBLIN, TABLE, TOKENS, TokenType
from games.clank.rules_board import takeable
from games.clank.scoring import score
from games.clank.state import Card, Outcome, Owed, Phase, Player, State, Status, Token, board_of, to_act
from games.decider import Seat

About = Literal["turn", "token", "trash"]
_ABOUT: dict[Phase, About] = {"TURN": "turn", "TOKEN_CHOICE": "token", "TRASH_CHOICE": "trash"}


class CardView(Struct, frozen=True):
    card_id: str
    name: str
    title: str


class TokenView(Struct, frozen=True):
    """Of a secret that lies face down only the type is shown; title and points of a kind are in the catalogue."""

    token_id: str
    type: TokenType
    kind: str | None


class DecisionView(Struct, frozen=True):
    seat: Seat
    about: About
    room_id: str | None
    token_slots: tuple[int, ...] | None


class TurnView(Struct, frozen=True):
    seat: Seat | None
    number: int
    skill: int
    swords: int
    boots: int
    quiet: int
    teleports: int
    cubes_made: int
    gold_gains: int
    exhausted: bool
    ignores_caves: bool
    ignores_monsters: bool
    gem_discount: int
    conditions_met: tuple[str, ...]
    to_trash: tuple[Owed, ...]


class SlotView(Struct, frozen=True):
    slot: int
    card: CardView | None


class PileView(Struct, frozen=True):
    pile: str
    title: str
    skill: int
    left: int


class GoblinView(Struct, frozen=True):
    name: str
    title: str
    swords: int


class MarketView(Struct, frozen=True):
    price: int
    stock: tuple[TokenView, ...]


class RoomView(Struct, frozen=True):
    """The tokens in a room; null where one was taken."""

    room_id: str
    tokens: tuple[TokenView | None, ...]


class CubesView(Struct, frozen=True):
    black: int
    by_seat: tuple[int, ...]


class DragonView(Struct, frozen=True):
    rage_space: int
    rage_track: tuple[int, ...]
    danger: int
    cubes_per_attack: int
    bag: CubesView
    set_aside: CubesView
    clank_area: tuple[int, ...]


class CountdownView(Struct, frozen=True):
    seat: Seat | None
    space: int
    spaces: int
    extra_cubes: tuple[int, ...]


class PlayerView(Struct, frozen=True):
    seat: Seat
    colour: str
    status: Status
    rescued: bool
    room_id: str | None
    countdown_space: int | None
    damage: int
    health_spaces: int
    gold: int
    points: int  # what the seat would score if it were out now
    supply: int
    clank: int
    hand_size: int
    hand: tuple[CardView, ...] | None
    deck_size: int
    deck: tuple[CardView, ...] | None  # after the end
    deck_and_hand: tuple[str, ...]
    play_area: tuple[CardView, ...]
    discard: tuple[CardView, ...]
    trashed: tuple[CardView, ...]
    tokens: tuple[TokenView, ...]


class View(Struct, frozen=True):
    """The table of Clank! as one viewer may see it; what is hidden from them is null.

    What never changes during a match is in its catalogue: rooms and corridors (`board`), kinds of tokens (`tokens`).
    """

    phase: Phase
    decision: DecisionView | None
    board_side: str
    order: tuple[Seat, ...]
    turn: TurnView
    row: tuple[SlotView, ...]
    dungeon_deck_size: int
    dungeon_deck: tuple[CardView, ...] | None  # after the end
    dungeon_discard: tuple[CardView, ...]
    reserve: tuple[PileView, ...]
    goblin: GoblinView
    market: MarketView
    tokens: tuple[RoomView, ...]
    box: tuple[TokenView, ...]
    hidden_box: tuple[TokenView, ...]
    masteries_left: int
    dragon: DragonView
    countdown: CountdownView
    players: tuple[PlayerView, ...]
    outcome: Outcome | None


_GOBLIN = GoblinView(GOBLIN.id, GOBLIN.title, GOBLIN.cost)


def view(state: State, viewer: Viewer) -> View:
    """CLANK-V.1 to CLANK-V.6: everything is open but the order of decks, the hands of others, and face-down secrets."""
    sees_all = viewer == ARBITER or state.phase == "ENDED"
    seats = range(len(state.players))
    return View(
        phase=state.phase,
        decision=_decision(state),
        board_side=state.board_side,
        order=state.order,
        turn=_turn(state),
        row=tuple(SlotView(slot, None if card is None else _card(card)) for slot, card in enumerate(state.row)),
        dungeon_deck_size=len(state.dungeon_deck),
        dungeon_deck=_cards(state.dungeon_deck) if sees_all else None,
        dungeon_discard=_cards(state.dungeon_discard),
        reserve=tuple(PileView(name, CARDS[name].title, CARDS[name].cost, left) for name, left in state.reserve),
        goblin=_GOBLIN,
        market=MarketView(TABLE.market_price, tuple(_token(token) for token in state.stock)),
        tokens=_tokens_on_board(state, sees_all),
        box=tuple(_token(token) for token in state.box),
        hidden_box=tuple(_secret(token, sees_all) for token in state.hidden_box),
        masteries_left=len(state.masteries),
        dragon=_dragon(state),
        countdown=_countdown(state),
        players=tuple(_player(state, seat, sees_all or viewer == seat, sees_all) for seat in seats),
        outcome=state.outcome,
    )


def _decision(state: State) -> DecisionView | None:
    """Whose decision is open, and about what."""
    seats = to_act(state)
    if not seats:
        return None
    seat = seats[0]
    room_id = state.players[seat].room
    choosing = state.phase == "TOKEN_CHOICE"
    return DecisionView(
        seat=seat,
        about=_ABOUT[state.phase],
        room_id=room_id if choosing else None,
        token_slots=tuple(takeable(state, seat, room_id)) if choosing else None,
    )


def _turn(state: State) -> TurnView:
    """CLANK-0.2: the pools and counts of the active player."""
    turn = state.turn
    return TurnView(
        seat=turn.seat if turn.number else None,
        number=turn.number,
        skill=turn.skill,
        swords=turn.swords,
        boots=turn.boots,
        quiet=turn.quiet,
        teleports=turn.teleports,
        cubes_made=turn.cubes_made,
        gold_gains=turn.gold_gains,
        exhausted=turn.exhausted,
        ignores_caves=turn.ignores_caves,
        ignores_monsters=turn.ignores_monsters,
        gem_discount=turn.gem_discount,
        conditions_met=turn.met,
        to_trash=turn.owed,
    )


@lru_cache(4096)
def _card(card: Card) -> CardView:
    return CardView(card.id, card.name, CARDS[card.name].title)


def _cards(cards: Iterable[Card]) -> tuple[CardView, ...]:
    return tuple(_card(card) for card in cards)


@lru_cache(512)
def _token(token: Token) -> TokenView:
    return TokenView(token_id=token.id, type=TOKENS[token.kind].type, kind=token.kind)


def _secret(token: Token, sees_all: bool) -> TokenView:
    """A token on the board or in the box: a secret shows its back, and only its type is on it."""
    type_ = TOKENS[token.kind].type
    if sees_all or type_ not in ("major", "minor"):
        return _token(token)
    return TokenView(token_id=token.id, type=type_, kind=None)


def _tokens_on_board(state: State, sees_all: bool) -> tuple[RoomView, ...]:
    return tuple(_room(room.id, here, sees_all) for room, here in zip(board_of(state).rooms, state.rooms) if here)


@lru_cache(1024)
def _room(room_id: str, here: tuple[Token | None, ...], sees_all: bool) -> RoomView:
    """Kept, because few rooms change in a match and every view shows all of them."""
    return RoomView(room_id, tuple(None if token is None else _secret(token, sees_all) for token in here))


def _dragon(state: State) -> DragonView:
    danger = sum(CARDS[card.name].danger for card in state.row if card is not None)
    rage = TABLE.rage[state.rage - 1] if state.rage else 0
    return DragonView(
        rage_space=state.rage,
        rage_track=TABLE.rage,
        danger=danger,
        cubes_per_attack=rage + danger,
        bag=CubesView(state.black_bag, tuple(player.bag for player in state.players)),
        set_aside=CubesView(state.black_aside, tuple(player.aside for player in state.players)),
        clank_area=tuple(player.clank for player in state.players),
    )


def _countdown(state: State) -> CountdownView:
    extra = TABLE.countdown_extra
    return CountdownView(state.countdown_seat, state.countdown_space, len(extra) + 1, extra)


def _player(state: State, seat: Seat, sees_hand: bool, sees_all: bool) -> PlayerView:
    player = state.players[seat]
    on_track = state.countdown_seat == seat
    return PlayerView(
        seat=seat,
        colour=state.colours[seat],
        status=player.status,
        rescued=player.rescued,
        room_id=None if on_track else player.room,
        countdown_space=state.countdown_space if on_track else None,
        damage=player.meter,
        health_spaces=TABLE.health,
        gold=player.gold,
        points=score(player, seat).total,
        supply=player.supply,
        clank=player.clank,
        hand_size=len(player.hand),
        hand=_cards(player.hand) if sees_hand else None,
        deck_size=len(player.deck),
        deck=_cards(player.deck) if sees_all else None,
        deck_and_hand=tuple(names_in_deck_and_hand(player)),
        play_area=_cards(player.play),
        discard=_cards(player.discard),
        trashed=_cards(player.trashed),
        tokens=tuple(_token(token) for token in player.tokens),
    )


def names_in_deck_and_hand(player: Player) -> list[str]:
    """CLANK-V.2: one list, sorted by name, so that it tells nothing of what is in hand."""
    return sorted(card.name for card in player.deck + player.hand)
