"""A step of a match in one file, so that somebody else can play it again: where play began, the commands, the luck.

After the end the file has everything: the seed, and all commands from the setup on. While the match runs it has what
one viewer may know: the state before the step with all that is hidden from them drawn again, and luck that is made up.
What is drawn follows from public facts and from what the viewer sees, so that it says nothing about the truth.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from events.envelope import Cause, Recorded, actor_seat, commanding_seat
from events.visibility import ARBITER, Viewer, redact
from games.decider import CLOCK
from games.dice import Dice
from ledger.events import PlayBegan
from ledger.fold import fold
from ledger.orders import plain
from ledger.table import Table
from projections.replay import Replay

# It becomes a part of the name of a file and of a test, and somebody else has written the report.
MatchName = Annotated[str, Meta(pattern=r"\A[A-Za-z0-9_-]{1,64}\Z")]
FORMAT: Literal["matchledger/step/1"] = "matchledger/step/1"


class NoCommand(Exception):
    """A step in which no command of the game was played: the setup, an undo, a dispute."""


class ReportedCommand(Struct, frozen=True, forbid_unknown_fields=True):
    """A command, and what its dice are keyed by."""

    step: int
    place: int  # in the effective line
    seat: int  # -1: the clock
    at: int
    type: str
    params: dict[str, Any] | None  # None: not for the viewer to know


class ReportedEvent(Struct, frozen=True, forbid_unknown_fields=True):
    type: str
    fields: dict[str, Any]  # those that are hidden from the viewer are null


class Bundle(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A step that somebody has reported."""

    format: Literal["matchledger/step/1"]
    match: MatchName
    game: str
    rules_version: int
    catalogue: str
    options: dict[str, Any]
    seats: int
    step: Annotated[int, Meta(ge=0)]
    seen_as: Viewer
    remark: str
    begun_at: int  # the time of the setup; 0 where there is a state to begin with while the match runs
    seed: str  # of the match after its end; before, made up
    state: dict[str, Any] | None  # where the commands begin; None: at the setup
    commands: list[ReportedCommand]  # the last one is the reported step
    events: list[ReportedEvent]  # that it led to, as they were seen


def report_seen(replay: Replay, newest: Table, step: int, viewer: Viewer, remark: str) -> Bundle:
    """A step of a running match, from what this viewer may know."""
    recorded = replay.events_of(step)
    _cause_of_play(newest, recorded[0])  # nothing comes before the first step
    before = replay.at(recorded[0].version - 1)
    command = _command(newest, recorded[0], before.effective + 1, viewer)
    luck = sha256(f"matchledger/report/v1\n{newest.match}\n{step}\n{viewer}\n".encode()).digest()
    state = newest.game.presentation.resample(before.state, viewer, Dice(luck, 0))
    return _bundle(newest, recorded, viewer, remark, seed=luck.hex(), state=state, commands=[command])


def report_whole(newest: Table, history: Sequence[Recorded], origin: Table | None, step: int, remark: str) -> Bundle:
    """A step of a match that is over, with every command before it that counted then."""
    first = next(place for place, one in enumerate(history) if one.stored.step == step)
    recorded = [one for one in history[first:] if one.stored.step == step]
    _cause_of_play(newest, recorded[0])  # nothing comes before the first step
    before = fold(newest.ruleset, history[:first], (), origin, recent_max=None)
    stored = {one.stored.step: one for one in reversed(history[: first + 1])}
    state: Any = None
    commands: list[ReportedCommand] = []
    reached = _after_setup(newest, history)
    played = [*((one.step, one.before, one.events) for one in before.recent), (step, before.state, ())]
    for place, (number, found, events) in enumerate(played, before.effective - len(before.recent) + 1):
        if found != reached:  # a branch, or open decisions had new ids or their full time again: begin from there
            state, commands = found, []
        commands.append(_command(newest, stored[number], place, ARBITER))
        reached = newest.game.fold(found, events)
    begun_at = next(one.stored.at for one in history if one.stored.type == PlayBegan.__name__)
    return _bundle(
        newest,
        recorded,
        ARBITER,
        remark,
        begun_at=begun_at,
        seed=before.seed.hex(),
        state=state,
        commands=commands,
    )


def _after_setup(newest: Table, history: Sequence[Recorded]) -> Any:
    """The state that the first command finds; None in a branch."""
    if newest.opened.branch is not None:
        return None
    game = newest.game
    read = newest.ruleset.codec.read
    first: list[Any] = [read(one.stored) for one in history if one.stored.step == newest.first_step]
    return game.fold(game.rules.initial, [event for event in first if type(event) in game.rules.on_event])


def _cause_of_play(newest: Table, recorded: Recorded) -> Cause:
    """The command of the game that caused this event."""
    cause = recorded.stored.cause
    if cause is None or cause.type not in newest.game.commands:
        raise NoCommand(recorded.stored.step)
    return cause


def _command(newest: Table, recorded: Recorded, place: int, viewer: Viewer) -> ReportedCommand:
    stored = recorded.stored
    cause = _cause_of_play(newest, recorded)
    seat = commanding_seat(stored.actor)
    is_open = viewer == ARBITER or actor_seat(stored.actor) == viewer
    return ReportedCommand(
        step=stored.step,
        place=place,
        seat=CLOCK if seat is None else seat,
        at=stored.at,
        type=cause.type,
        params=cause.params.values if is_open else None,
    )


def _bundle(
    newest: Table,
    recorded: Sequence[Recorded],
    viewer: Viewer,
    remark: str,
    *,
    begun_at: int = 0,
    seed: str,
    state: Any,
    commands: list[ReportedCommand],
) -> Bundle:
    opened = newest.opened
    events = [newest.ruleset.codec.read(one.stored) for one in recorded]
    return Bundle(
        format=FORMAT,
        match=newest.match,
        game=opened.game,
        rules_version=opened.rules_version,
        catalogue=opened.catalogue,
        options=opened.options,
        seats=len(newest.seats),
        step=recorded[0].stored.step,
        seen_as=viewer,
        remark=remark,
        begun_at=begun_at,
        seed=seed,
        state=plain(state),
        commands=commands,
        events=[seen_event(event, viewer) for event in events if type(event) in newest.game.rules.on_event],
    )


def seen_event(event: Any, viewer: Viewer) -> ReportedEvent:
    """An event of a game as this viewer may know it."""
    return ReportedEvent(type(event).__name__, plain(redact(event, viewer)))
