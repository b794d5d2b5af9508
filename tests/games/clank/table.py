"""Tables put together by hand: `table(thief("A01", hand="stumble sneak"), thief(), row="orc_grunt - ladder")`.

Lists are written as words. A card or token is named after its kind, and further ones of the kind `burgle.2`,
`burgle.3` in the order in which the table is written: hand, play area, discard pile, deck of seat 0, then of seat 1 …
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from msgspec.structs import replace

from games.clank import GAME
from games.clank.catalogue import BOARDS, PILES, RESERVE, TABLE
from games.clank.commands import EndTurn, PlayCard
from games.clank.state import Card, Player, State, Token, Turn
from games.decider import Command, Event
from tests.spec import Given, ScriptedDice, given_state

QUIET_ROW = "ladder brilliance wizard pickaxe tunnel_guide treasure_map"
QUIET_DECK = "bracers_of_agility amulet_of_vigor the_duke silver_spear elven_boots elven_cloak"
STOCK = "crown_10 crown_9 crown_8 key key backpack backpack"


def thief(
    room: str = "A01",
    hand: str = "",
    *,
    play: str = "",
    discard: str = "",
    deck: str = "burgle burgle burgle burgle burgle",
    tokens: str = "",
    gold: int = 0,
    damage: int = 0,
    clank: int = 0,
    bag: int = 0,
    aside: int = 0,
    status: str = "in",
    rescued: bool = False,
) -> dict[str, Any]:
    """A player; cubes that are nowhere else are in the supply."""
    return dict(locals())


class Names:
    """`burgle`, `burgle.2`, …"""

    def __init__(self) -> None:
        self.seen: Counter[str] = Counter()

    def next(self, name: str) -> str:
        self.seen[name] += 1
        return name if self.seen[name] == 1 else f"{name}.{self.seen[name]}"

    def cards(self, words: str) -> tuple[Card, ...]:
        return tuple(Card(self.next(word), word) for word in words.split())

    def tokens(self, words: str) -> tuple[Token, ...]:
        return tuple(Token(self.next(word), word) for word in words.split())


def table(
    *thieves: dict[str, Any],
    side: str = "A",
    row: str = QUIET_ROW,
    deck: str = QUIET_DECK,
    dungeon_discard: str = "",
    at: dict[str, str] | None = None,
    stock: str = STOCK,
    black_aside: int = 0,
    rage: int = 1,
    countdown: tuple[int | None, int] = (None, 0),
    phase: str = "TURN",
    reserve: dict[str, int] | None = None,
    **turn: Any,
) -> State:
    """A state in the turn of seat 0, unless `seat` says otherwise; `skill=3` and the like fill the pools."""
    names = Names()
    thieves = thieves if len(thieves) > 1 else (*thieves, thief(hand="burgle burgle burgle burgle burgle"))
    board = BOARDS[side]
    players = tuple(_player(names, one) for one in thieves)
    rooms = tuple(names.tokens((at or {}).get(room.id, "")) for room in board.rooms)
    left = {pile: RESERVE[pile].copies for pile in PILES} | (reserve or {})
    return State(
        phase=phase,
        board_side=side,
        colours=TABLE.colours[: len(players)],
        order=tuple(range(len(players))),
        players=players,
        turn=Turn(seat=turn.pop("seat", 0), number=turn.pop("number", 7), **turn),
        row=tuple(None if word == "-" else Card(names.next(word), word) for word in row.split()),
        dungeon_deck=names.cards(deck),
        dungeon_discard=names.cards(dungeon_discard),
        reserve=tuple(left.items()),
        stock=names.tokens(stock),
        masteries=names.tokens("mastery " * sum(player.status != "left" for player in players)),
        rooms=rooms,
        black_bag=TABLE.dragon_cubes - black_aside,
        black_aside=black_aside,
        rage=rage,
        rage_start=rage,
        countdown_seat=countdown[0],
        countdown_space=countdown[1],
    )


def _player(names: Names, one: dict[str, Any]) -> Player:
    cubes = one["damage"] + one["clank"] + one["bag"] + one["aside"]
    zones = {zone: names.cards(one[zone]) for zone in ("hand", "play", "discard", "deck")}
    return Player(
        room=one["room"],
        supply=TABLE.cubes_each - cubes,
        status=one["status"],
        rescued=one["rescued"],
        meter=one["damage"],
        clank=one["clank"],
        bag=one["bag"],
        aside=one["aside"],
        gold=one["gold"],
        tokens=names.tokens(one["tokens"]),
        **zones,
    )


def at_table(*thieves: dict[str, Any], **rest: Any) -> Given:
    return given_state(GAME, table(*thieves, **rest))


def with_player(state: State, seat: int, **changes: Any) -> State:
    players = list(state.players)
    players[seat] = replace(players[seat], **changes)
    return replace(state, players=tuple(players))


def do(start: Given | State, *commands: Command, dice: tuple[Any, ...] | list[Any] = ()) -> tuple[State, list[Event]]:
    """The state and all events after these commands, which share the scripted dice."""
    state = start.state if isinstance(start, Given) else start
    luck, events = ScriptedDice(dice), []
    for command in commands:
        batch = GAME.decide(state, command, luck)
        state = GAME.fold(state, batch)
        events += batch
        luck.serial += 1
    assert not luck.outcomes, f"dice left over: {luck.outcomes}"
    return state, events


def play(*card_ids: str, seat: int = 0) -> list[PlayCard]:
    """The commands that play these cards, in this order."""
    return [PlayCard(seat=seat, card_id=card_id) for card_id in card_ids]


END = EndTurn(seat=0)


def pools(state: State) -> tuple[int, int, int]:
    return state.turn.skill, state.turn.swords, state.turn.boots


def of_type(events: list[Event], *types: type[Event]) -> list[Any]:
    return [event for event in events if isinstance(event, types)]


def names(cards: tuple[Card | None, ...]) -> list[str]:
    return [card.name if card is not None else "-" for card in cards]


def kinds(tokens: tuple[Token, ...]) -> list[str]:
    return [token.kind for token in tokens]
