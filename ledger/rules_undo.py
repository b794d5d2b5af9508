"""What taking moves back would need: derived from what has been learned since, not guessed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import msgspec
from msgspec import Struct

from events.envelope import actor_seat, commanding_seat, seat_actor
from games.decider import CLOCK, Command, UndoClass
from ledger.table import Played, Table

DEPTH_MAX = 32  # steps that the players can take back among themselves; further back it takes an arbiter
VAIN_REQUESTS_MAX = 3  # requests in a row that may come to nothing, so that nobody can be pestered


class Reason(Struct, frozen=True):
    """Why a step cannot simply be taken back."""

    step: int
    event: str | None  # the event that told somebody something, if that is the reason
    text: str


class UndoPlan(Struct, frozen=True):
    """What an undo would do, and what it takes."""

    steps: tuple[int, ...]
    needs: Literal["nothing", "consent", "arbiter", "impossible"]
    voters: tuple[int, ...]
    reasons: tuple[Reason, ...]
    spends: tuple[str, ...] = ()  # of what the rules grant only once


def plan_undo(table: Table, seat: int, to_step: int | None) -> UndoPlan:
    """What it takes for this seat to go back to `to_step`, or to take its latest command back.

    The table must remember one step more than players can take back.
    """
    assert table.remembers(DEPTH_MAX + 1)
    if table.status != "running":
        return _impossible("Only a running match can be taken back.")
    if to_step is None:
        return _plan_latest(table, seat)
    later = [played for played in table.recent if played.step > to_step]
    if not later:
        return _impossible("Nothing has been played since that step.")
    if len(later) > DEPTH_MAX:
        return _arbiter(later, f"The players take back {DEPTH_MAX} steps at most; further back it takes an arbiter.")
    return _plan(table, seat, later)


def _plan_latest(table: Table, seat: int) -> UndoPlan:
    own = [place for place, played in enumerate(table.recent) if actor_seat(played.actor) == seat]
    if not own:
        return _impossible("You have no command to take back.")
    mine, later = table.recent[own[-1]], table.recent[own[-1] + 1 :]
    if later and _is_sealed(table, mine) and all(_is_sealed(table, one) for one in later):
        return UndoPlan((mine.step,), "nothing", (), ())
    if _class(table, mine) == "never":
        return _never(mine)
    return _plan(table, seat, table.recent[own[-1] :])


def _is_sealed(table: Table, played: Played) -> bool:
    """A sealed choice whose decision is still open: it can be taken back whoever has chosen since."""
    command = _command(table, played)
    return type(command) in table.game.take_back.sealed_commands and _class(table, played) == "free"


def _plan(table: Table, seat: int, later: Sequence[Played]) -> UndoPlan:
    kinds = [_class(table, played) for played in later]
    if all(kind == "never" for kind in kinds):
        return _never(later[0])
    reasons: list[Reason] = []
    allowances: list[str] = []
    for played, kind in zip(later, kinds):
        reasons += _reasons(table, seat, played, kind)
        allowances += _allowance(table, played)
    if any((seat_actor(seat), name) in table.spent_undos for name in allowances):
        reasons.append(Reason(later[0].step, None, "You have taken back as much of this as the rules grant freely."))
    steps = tuple(played.step for played in later)
    if not reasons:
        return UndoPlan(steps, "nothing", (), (), spends=tuple(sorted(set(allowances))))
    voters = _voters(table, later[0].before)
    return UndoPlan(steps, "consent", tuple(one for one in voters if one != seat), tuple(reasons))


def _reasons(table: Table, seat: int, played: Played, kind: UndoClass) -> list[Reason]:
    found: list[Reason] = []
    if actor_seat(played.actor) != seat:
        found.append(Reason(played.step, None, f"Step {played.step} was not yours."))
    if kind != "free":  # what cannot be taken back by itself goes along with what was played before it
        revealing = [type(event).__name__ for event in played.events if table.game.presentation.reveals(event)]
        if revealing:
            found += [Reason(played.step, name, f"{name} told somebody something new.") for name in revealing]
        else:
            found.append(Reason(played.step, None, "The rules ask for the consent of the others."))
    return found


def _allowance(table: Table, played: Played) -> list[str]:
    name_of = table.game.take_back.undo_allowance
    name = None if name_of is None else name_of(played.before, played.events)
    return [] if name is None else [name]


def _class(table: Table, played: Played) -> UndoClass:
    game = table.game
    command = _command(table, played)
    if game.take_back.undo_class is not None and command is not None:
        return game.take_back.undo_class(played.before, command, played.events)
    return "consent" if any(map(game.presentation.reveals, played.events)) else "free"


def _command(table: Table, played: Played) -> Command | None:
    if played.cause is None:
        return None
    seat = commanding_seat(played.actor)
    params: dict[str, Any] = {**played.cause.params.values, "seat": CLOCK if seat is None else seat}
    return msgspec.convert(params, table.game.commands[played.cause.type])


def _voters(table: Table, state: Any) -> tuple[int, ...]:
    ask = table.game.take_back.undo_voters
    return tuple(range(len(table.seats))) if ask is None else ask(state)


def _impossible(text: str, step: int = 0) -> UndoPlan:
    return UndoPlan((), "impossible", (), (Reason(step, None, text),))


def _never(played: Played) -> UndoPlan:
    return _impossible("This command cannot be taken back.", played.step)


def _arbiter(later: Sequence[Played], text: str) -> UndoPlan:
    return UndoPlan(tuple(played.step for played in later), "arbiter", (), (Reason(later[0].step, None, text),))
