"""A table set by hand: a test names what matters, and every other card lies in its deck.

    t = table(seat(level=5, hand="powdered-water"), seat(), doors="fire-ants")
    t.do(0, "open_door").do(0, "play_one_shot", card="powdered-water", side="fighters")
    assert (t.fighters, t.monsters) == (10, 10)

Cards are named by their row, with a copy number only for further copies (`zoo-escape#2`); lists of cards are written
with blanks between them. Every command must be offered exactly when it is accepted, and after every event the
invariants of the game must hold.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from games.choices import is_offered
from games.decider import CLOCK, Event, IllegalMove, params_of, snake_case
from games.munchkin_apocalypse import GAME
from games.munchkin_apocalypse.catalogue import CATALOGUES, catalogue_for
from games.munchkin_apocalypse.state import GivenBonus, Item, Lasting, Options, Player, State
from games.munchkin_apocalypse.strength import totals
from tests.spec import ScriptedDice

CATALOGUE = catalogue_for()
CORRESPONDENCE = {"first_seat": 0, "reaction_window_ms": None, "response_window_ms": None, "flight_window": False}


def instance(name: str) -> str:
    return name if "#" in name else f"{name}#1"


def short(name: str) -> str:
    return name.removesuffix("#1")


def cards(names: str | Iterable[str]) -> tuple[str, ...]:
    return tuple(instance(name) for name in (names.split() if isinstance(names, str) else names))


def item(
    card: str, *, in_use: bool = True, enhancers: str = "", cheat: str | None = None, both_hands: bool = False
) -> Item:
    return Item(
        card=instance(card),
        in_use=in_use,
        both_hands=both_hands,
        enhancers=cards(enhancers),
        cheat=instance(cheat) if cheat else None,
    )


def stowed(card: str) -> Item:
    return item(card, in_use=False)


def seat(level: int = 1, *, hand: str = "", items: str | Iterable[str | Item] = (), **table: Any) -> Player:
    """A player; items are in use unless given as `stowed(...)`, and classes are named `class-kid`."""
    if isinstance(items, str):
        items = items.split()
    laid = tuple(one if isinstance(one, Item) else item(one) for one in items)
    disasters = tuple(Lasting(card=card, lasts=CATALOGUE[card].lasts) for card in cards(table.pop("disasters", "")))
    alive = table.pop("alive", True)
    named = {name: cards(value) for name, value in table.items()}
    return Player(
        level=level, is_alive=alive, is_ready=True, hand=cards(hand), items=laid, disasters=disasters, **named
    )


def table(
    *players: Player,
    phase: str = "TURN_START",
    active: int = 0,
    seals: str = "",
    next_seals: str = "",
    doors: str = "",
    treasures: str = "",
    door_discards: str = "",
    treasure_discards: str = "",
    fresh: str = "",
    packs: tuple[str, ...] = (),
    **options: Any,
) -> Table:
    """A match in its third turn; `seals` are open, the last one on top, and `doors` the next to be drawn."""
    catalogue = catalogue_for(packs)
    piles = {
        "open_seals": cards(seals),
        "door_discards": cards(door_discards),
        "treasure_discards": cards(treasure_discards),
    }
    tops = {"door": cards(doors), "treasure": cards(treasures), "seal": cards(next_seals)}
    placed = {card for player in players for card in _of(player)}.union(*piles.values(), *tops.values())
    rest = {deck: tuple(card for card in catalogue.decks[deck] if card not in placed) for deck in tops}
    return Table(
        State(
            options=msgspec.convert({**CORRESPONDENCE, "packs": packs, **options}, Options),
            catalogue=catalogue.digest,
            turn_phase=phase,
            turn=3,
            active=active,
            players=players,
            doors=tops["door"] + rest["door"],
            treasures=tops["treasure"] + rest["treasure"],
            seals=tops["seal"] + rest["seal"],
            fresh=cards(fresh),
            **piles,
        )
    )


def _of(player: Player) -> Iterable[str]:
    yield from player.hand + player.classes + player.super_munchkins + player.paranoia + player.hirelings
    for laid in player.items:
        yield from (laid.card, *laid.attached)
    for lasting in player.disasters:
        yield lasting.card


class Table:
    """A match that goes on from a state set by hand."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.serial = 100
        self.at_ms = 1_000_000
        self.events: list[Event] = []  # of the last command

    def do(self, sender: int, command: str, *, dice: Iterable[Any] = (), **params: Any) -> Table:
        """Send a command that is accepted, and offered."""
        self.serial += 1
        luck = ScriptedDice(dice, serial=self.serial, at_ms=self.at_ms)
        sent = self._command(sender, command, params)
        self.events = GAME.decide(self.state, sent, luck)
        assert sender == CLOCK or self._offers(sent), f"{sent} was accepted but not offered"
        assert self.events, f"{command} was accepted without an event"
        assert not luck.outcomes, f"{luck.outcomes} were not asked for"
        for event in self.events:
            before, self.state = self.state, GAME.evolve(self.state, event)
            broken = list(GAME.rules.invariants(before, event, self.state))
            assert not broken, f"{broken} after {event}"
        return self

    def refuses(self, sender: int, command: str, code: str, rule: str | None = None, **params: Any) -> Table:
        """Send a command that is refused, and not offered."""
        sent = self._command(sender, command, params)
        assert sender == CLOCK or not self._offers(sent), f"{sent} is offered"
        luck = ScriptedDice(serial=self.serial + 1, at_ms=self.at_ms)
        with pytest.raises(IllegalMove) as refusal:
            GAME.decide(self.state, sent, luck)
        assert refusal.value.code == code, refusal.value
        assert rule is None or refusal.value.rule == rule, refusal.value
        return self

    def _offers(self, command: Any) -> bool:
        choices = GAME.rules.choices(self.state, command.seat)
        return is_offered(choices, snake_case(type(command).__name__), msgspec.to_builtins(params_of(command)))

    def _command(self, sender: int, command: str, params: dict[str, Any]) -> Any:
        rows = CATALOGUES[self.state.catalogue].cards
        named = {
            name: instance(value) if isinstance(value, str) and value.partition("#")[0] in rows else value
            for name, value in params.items()
        }
        return msgspec.convert({"seat": sender, **named}, GAME.commands[command])

    def choose(self, value: Any, *, dice: Iterable[Any] = ()) -> Table:
        """The asked seat answers the open choice."""
        choice = self.state.choice
        assert choice is not None, f"no choice is open in {self.phase}"
        return self.do(choice.seat, "choose", choice=choice.id, value=value, dice=dice)

    def respond(self, card: str | None = None, *, dice: Iterable[Any] = (), **ability: str) -> Table:
        """The asked seat responds in the open window."""
        window = self.state.window
        assert window is not None, f"no window is open in {self.phase}"
        params = ability if card is None else {"card": card}
        return self.do(window.asked[0], "respond", window=window.id, dice=dice, **params)

    def all_pass(self, *, dice: Iterable[Any] = ()) -> Table:
        """Everyone who is asked in an open window passes; the last pass may need dice."""
        window = self.state.window
        while window is not None and self.state.window is not None and self.state.window.id == window.id:
            waiting = [seat for seat in window.asked if seat not in self.state.window.passed]
            self.do(waiting[0], "pass", window=window.id, dice=dice if len(waiting) == 1 else ())
        return self

    def wins(self, *, dice: Iterable[Any] = ()) -> Table:
        """The fighter declares victory and nobody interferes."""
        self.do(self.fighter, "declare_victory", dice=() if len(self.state.living) > 1 else dice)
        return self.all_pass(dice=dice)

    def runs(self) -> Table:
        """The fighters run away; if they are winning, the Monsters get what it takes."""
        if self.fighters > self.monsters:
            combat = self.state.combat
            assert combat is not None
            push = GivenBonus(side="monsters", amount=100, card="suitcase-nuke#1", seat=combat.fighter)
            self.state = replace(self.state, combat=replace(combat, bonuses=(*combat.bonuses, push)))
        return self.do(self.fighter, "declare_flight")

    def rolls(self, die: int, monster: str = "m1", *, more: Iterable[Any] = ()) -> Table:
        """The runner on turn rolls for a Monster and does not respond; `more` are the dice of what follows."""
        (runner,) = GAME.rules.to_act(self.state)
        responds = bool(self.state.players[runner].hand or self.state.players[runner].classes)
        self.do(runner, "roll_escape", monster=monster, dice=[die] if responds else [die, *more])
        return self.all_pass(dice=more) if self.phase == "RESPONSE" else self

    def helped_by(self, helper: int, treasures: int = 0) -> Table:
        """A help deal on these terms, agreed to by both."""
        self.do(self.fighter, "open_deal", kind="help", partner=helper)
        deal = self.state.deals[-1].id
        if treasures:
            self.do(helper, "set_deal_treasures", deal=deal, count=treasures)
        terms = self.state.deals[-1].terms
        self.do(self.fighter, "agree_deal", deal=deal, terms=terms)
        return self.do(helper, "agree_deal", deal=deal, terms=terms)

    @property
    def phase(self) -> str:
        return self.state.phase

    @property
    def fighter(self) -> int:
        assert self.state.combat is not None
        return self.state.combat.fighter

    @property
    def fighters(self) -> int:
        return totals(self.state)[0]

    @property
    def monsters(self) -> int:
        return totals(self.state)[1]

    @property
    def open_seals(self) -> list[str]:
        return [short(card) for card in self.state.open_seals]

    def level(self, of: int = 0) -> int:
        return self.state.players[of].level

    def hand(self, of: int = 0) -> list[str]:
        return sorted(short(card) for card in self.state.players[of].hand)

    def items(self, of: int = 0) -> list[str]:
        return sorted(short(laid.card) for laid in self.state.players[of].items)

    def in_use(self, of: int = 0) -> list[str]:
        return sorted(short(laid.card) for laid in self.state.players[of].items if laid.in_use)

    def classes(self, of: int = 0) -> list[str]:
        return [short(card) for card in self.state.players[of].classes]

    def is_discarded(self, card: str) -> bool:
        return instance(card) in self.state.door_discards + self.state.treasure_discards

    def happened(self, kind: str) -> list[Any]:
        """The events of this type, `SealOpened`, that the last command caused."""
        return [event for event in self.events if type(event).__name__ == kind]
