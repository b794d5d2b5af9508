"""Playing: a seat's command goes to the rules of its game, if the match may go on (LEDGER-3)."""

from __future__ import annotations

from typing import Any

import msgspec

from games.decider import Command
from ledger.conditions import acting_seat, lapse_unless_held, must_play_on, must_run
from ledger.orders import Order, Refused
from ledger.table import Table


def play(table: Table, order: Order, at: int) -> list[Any]:
    """LEDGER-3.1 to LEDGER-3.4: the game decides; an open request to take something back is dealt with first."""
    must_run(table)
    seat = acting_seat(table, order)
    must_play_on(table, seat)
    command = build_command(table, order.type, seat, order.params)
    return [*lapse_unless_held(table), *table.game.decide(table.state, command, table.dice(at))]


def build_command(table: Table, type_: str, seat: int, params: dict[str, Any]) -> Command:
    """LEDGER-3.3: the command, its parameters checked by type; what they mean is for the game's rules to judge."""
    game = table.game
    command_type = game.commands.get(type_)
    if command_type is None:
        known = [name for name, one in game.commands.items() if one not in game.clock.clock_commands]
        raise Refused("unknown_command", "LEDGER-3.3", f"{game.name} has no such command. It has: {', '.join(known)}.")
    if "seat" in params:
        raise Refused("bad_parameters", "LEDGER-3.3", "The seat is yours by your token; it is not a parameter.")
    try:
        return msgspec.convert({**params, "seat": seat}, command_type)
    except msgspec.ValidationError as error:
        sentence = f"The parameters of {type_} are not as they should be: {error}."
        raise Refused("bad_parameters", "LEDGER-3.3", sentence) from None
