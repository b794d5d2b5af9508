"""What each event of a match does to a table; events of the game are for the game itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set
from typing import Any

from msgspec.structs import replace

from events.envelope import Recorded
from events.visibility import ERASED
from games.dice import Dice
from ledger import events as facts
from ledger.evolve_leaving import LEAVING
from ledger.table import Dispute, NeedsHistory, Opening, Redoable, SeatInfo, Table, UndoRequest, seed_of
from ledger.timekeeping import full_time, resumed_since, spend_time
from ledger.timeline import Steps


def _seat_taken(table: Table, _recorded: Recorded, event: facts.SeatTaken) -> Table:
    seats = list(table.seats)
    seats[event.seat] = SeatInfo(event.seat, event.player, event.name, event.commitment)
    used = {event.commitment} - {""}
    return replace(table, seats=tuple(seats), commitments=table.commitments | used)


def _seat_left(table: Table, _recorded: Recorded, event: facts.SeatLeft) -> Table:
    seats = list(table.seats)
    seats[event.seat] = None
    return replace(table, seats=tuple(seats))


def _luck_committed(table: Table, _recorded: Recorded, event: facts.LuckCommitted) -> Table:
    seats = tuple(
        replace(info, commitment=event.commitment, must_commit=False)
        if info is not None and info.seat == event.seat
        else info
        for info in table.seats
    )
    return replace(table, seats=seats, commitments=table.commitments | {event.commitment})


def _lobby_closed(table: Table, _recorded: Recorded, event: facts.LobbyClosed) -> Table:
    return replace(table, opening=Opening(event.round, event.waiting_for, event.deadline))


def _luck_opened(table: Table, _recorded: Recorded, event: facts.LuckOpened) -> Table:
    opening = table.opening
    assert opening is not None
    seats = tuple(
        replace(info, part=event.part) if info is not None and info.seat == event.seat else info for info in table.seats
    )
    waiting_for = tuple(seat for seat in opening.waiting_for if seat != event.seat)
    return replace(table, seats=seats, opening=replace(opening, waiting_for=waiting_for))


def _luck_withheld(table: Table, _recorded: Recorded, _event: facts.LuckWithheld) -> Table:
    """The seats that have withheld their part leave by events of their own."""
    seats = tuple(
        None if info is None else replace(info, commitment="", part="", must_commit=bool(info.commitment))
        for info in table.seats
    )
    return replace(table, seats=seats, opening=None, abandoned_rounds=table.abandoned_rounds + 1)


def _play_began(table: Table, recorded: Recorded, _event: facts.PlayBegan) -> Table:
    """From here on the seed says all; the parts that it was made of stay in their events."""
    seed = seed_of(table.opened, table.seats)
    seats = tuple(None if info is None else SeatInfo(info.seat, info.player, info.name) for info in table.seats)
    table = replace(table, seats=seats, opening=None, abandoned_rounds=0, commitments=frozenset())
    table = replace(table, status="running", seed=seed, state=_inherited_state(table, seed))
    return _clock_restarted(replace(table, time_left=full_time(table)), recorded)


def _inherited_state(table: Table, seed: bytes) -> Any:
    """What a branch begins with: the state it left, with what its maker could not know drawn anew from its own luck."""
    branch = table.opened.branch
    if branch is None or branch.resampled_for is None:
        return table.inherited
    return table.ruleset.game.presentation.resample(table.inherited, branch.resampled_for, Dice(seed, 0))


def _undo_requested(table: Table, recorded: Recorded, event: facts.UndoRequested) -> Table:
    stored = recorded.stored
    request = UndoRequest(stored.step, event.steps, event.by, event.needs, stored.at, event.deadline)
    return replace(table, undo_request=request)


def _undo_answered(table: Table, recorded: Recorded, event: facts.UndoAnswered) -> Table:
    request = table.undo_request
    assert request is not None
    if not event.accepts:
        return replace(_in_vain(table, recorded, event), refused_undos=table.refused_undos | {min(request.steps)})
    waiting = tuple(seat for seat in request.waiting_for if seat != event.seat)
    return replace(table, undo_request=replace(request, waiting_for=waiting))


def _in_vain(table: Table, recorded: Recorded, _event: facts.UndoAnswered | facts.UndoWithdrawn) -> Table:
    """The open request was refused or withdrawn."""
    request = table.undo_request
    assert request is not None
    counts = list(table.vain_requests or (0,) * len(table.seats))
    counts[request.by] += 1
    return _clock_restarted(replace(table, undo_request=None, vain_requests=tuple(counts)), recorded, request.since)


def _undo_lapsed(table: Table, recorded: Recorded, _event: facts.UndoLapsed) -> Table:
    request = table.undo_request
    assert request is not None
    return _clock_restarted(replace(table, undo_request=None), recorded, request.since)


def _clock_restarted(table: Table, recorded: Recorded, paused_at: int | None = None) -> Table:
    """The clock stood still meanwhile; without this it would strike the moment it goes again."""
    at, restart = recorded.stored.at, table.ruleset.game.clock.restart_clock
    since = at if paused_at is None else resumed_since(table, paused_at, at)
    if restart is None or table.state is None:
        return replace(table, since=since)
    return replace(table, since=since, state=restart(table.state, at))


def _grant(table: Table, event: facts.MoveUndone, at: int) -> Table:
    """After an undo, whoever asked for it may ask again as often as before."""
    request = table.undo_request
    counts = list(table.vain_requests)
    if request is not None and counts:
        counts[request.by] = 0
    spent_ms = (at if request is None else request.since) - table.since
    undone = tuple(Redoable(step, maker, event.by) for step, maker in zip(event.steps, event.makers))
    return replace(
        table,
        redoable=(*undone, *table.redoable),
        undo_request=None,
        vain_requests=tuple(counts),
        time_left=spend_time(table.time_left, event.by, spent_ms),
        since=at,
        spent_undos=table.spent_undos.union((event.by, name) for name in event.spends),
    )


def _undone(table: Table, recorded: Recorded, event: facts.MoveUndone) -> Table:
    """Go back to before the first undone step, and play what still counts again."""
    skipped = table.undone | set(event.steps)
    return _grant(_replay(table, recorded, skipped, min(event.steps)), event, recorded.stored.at)


def _redone(table: Table, recorded: Recorded, event: facts.MoveRedone) -> Table:
    raise NeedsHistory


def _replay(table: Table, recorded: Recorded, skipped: Set[int], first: int) -> Table:
    places = [place for place, played in enumerate(table.recent) if played.step == first]
    if not places:
        raise NeedsHistory
    game = table.ruleset.game
    kept, later = table.recent[: places[0]], table.recent[places[0] :]
    state = later[0].before
    for played in later:
        if played.step not in skipped:
            kept = (*kept, replace(played, before=state))
            state = game.fold(state, played.events)
    if game.take_back.reopen is not None:
        state = game.take_back.reopen(state, recorded.stored.step, recorded.stored.at)
    effective = table.effective - sum(played.step in skipped for played in later)
    line = Steps.of({step for step in table.line if step not in skipped})
    return replace(table, state=state, recent=kept, undone=skipped, line=line, effective=effective, status="running")


def _reopen(table: Table, recorded: Recorded, event: facts.MoveUndone | facts.MoveRedone) -> Table:
    """In a fold that has left the undone steps out already, an undo only opens the open decisions afresh."""
    reopen = table.ruleset.game.take_back.reopen
    state = table.state if reopen is None else reopen(table.state, recorded.stored.step, recorded.stored.at)
    at, table = recorded.stored.at, replace(table, state=state)
    if isinstance(event, facts.MoveUndone):
        return _grant(table, event, at)
    table = replace(table, since=at, time_left=spend_time(table.time_left, event.by, at - table.since))
    return replace(table, redoable=tuple(one for one in table.redoable if one.step not in event.steps))


def _dispute_opened(table: Table, recorded: Recorded, event: facts.DisputeOpened) -> Table:
    opened = Dispute(
        len(table.disputes) + 1,
        recorded.stored.at,
        event.by,
        event.about_step,
        event.about_refusal,
        event.about_ruling,
        event.claim,
        event.freezes,
        has_frozen=event.freezes,
        held_since=recorded.stored.at,
    )
    held_from = recorded.stored.at if event.freezes and table.frozen_by() is None else table.held_from
    return replace(table, disputes=(*table.disputes, opened), held_from=held_from)


def _dispute_withdrawn(table: Table, recorded: Recorded, event: facts.DisputeWithdrawn) -> Table:
    return _with_dispute(table, recorded, event.dispute, withdrawn_at=recorded.stored.at)


def _hold_expired(table: Table, recorded: Recorded, event: facts.HoldExpired) -> Table:
    return _with_dispute(table, recorded, event.dispute, freezes=False)


def _clocks_restarted(table: Table, recorded: Recorded, _event: facts.ClocksRestarted) -> Table:
    """LEDGER-5.4: holds and a request count from now on too."""
    at = recorded.stored.at
    disputes = tuple(replace(one, held_since=at) if one.freezes and one.is_open else one for one in table.disputes)
    returned = tuple((seat, min(when, at)) for seat, when in table.returned)
    table = replace(table, disputes=disputes, returned=returned, held_from=at)
    return _clock_restarted(replace(table, undo_request=_begin_anew(table.undo_request, at)), recorded)


def _begin_anew(request: UndoRequest | None, at: int) -> UndoRequest | None:
    """The request with its full time from now on, as if it were made now."""
    if request is None:
        return None
    deadline = None if request.deadline is None else at + request.deadline - request.since
    return replace(request, since=at, deadline=deadline)


def _with_dispute(table: Table, recorded: Recorded, number: int, **changes: Any) -> Table:
    """The table with one dispute changed; if that ends the last hold, what stood still goes on."""
    was_held = table.frozen_by() is not None
    disputes = tuple(replace(one, **changes) if one.number == number else one for one in table.disputes)
    table = replace(table, disputes=disputes)
    return _holds_ended(table, recorded) if was_held and table.frozen_by() is None else table


def _holds_ended(table: Table, recorded: Recorded) -> Table:
    """LEDGER-6.3: everything that ran when the first hold began has its full time again now that the last one is over.

    With total time, what was spent before stays spent (LEDGER-5.5), and being away goes on with it (LEDGER-10.7).
    """
    at, request = recorded.stored.at, table.undo_request
    returned = tuple((seat, when + at - table.held_from) for seat, when in table.returned)
    table = replace(table, returned=returned, undo_request=_begin_anew(request, at))
    if request is not None and table.time_left:  # the time of play stood still before the hold, and still does
        return replace(table, since=table.since + at - request.since)
    return _clock_restarted(table, recorded, table.held_from)


def _dispute_ruled(table: Table, recorded: Recorded, event: facts.DisputeRuled) -> Table:
    settled = {"ruling": event.ruling, "reason": event.reason, "ruled_by": event.by, "ruled_at": recorded.stored.at}
    return _with_dispute(table, recorded, event.dispute, **settled)


def _result_adjusted(table: Table, _recorded: Recorded, event: facts.ResultAdjusted) -> Table:
    return replace(table, status="finished", adjusted=event.winners, ended="ruled")


def _player_erased(table: Table, recorded: Recorded, event: facts.PlayerErased) -> Table:
    if event.secrets:
        raise NeedsHistory  # and that history is folded without a state, see ledger/erasure.py
    return replace(without_names(table, event), erased_at=recorded.version)


def without_names(table: Table, event: facts.PlayerErased) -> Table:
    """The table after a person's name and claims have been erased."""
    seats = [
        replace(info, name=ERASED) if info is not None and info.player == event.player else info for info in table.seats
    ]
    disputes = [replace(one, claim=ERASED) if one.number in event.disputes else one for one in table.disputes]
    return replace(table, seats=tuple(seats), disputes=tuple(disputes))


def _looked(table: Table, _recorded: Recorded, _event: facts.ArbiterLooked) -> Table:
    return table


Change = Callable[[Table, Recorded, Any], Table]
LOBBY: Mapping[str, Change] = {
    "SeatTaken": _seat_taken,
    "SeatLeft": _seat_left,
    "LuckCommitted": _luck_committed,
    "LobbyClosed": _lobby_closed,
    "LuckOpened": _luck_opened,
    "LuckWithheld": _luck_withheld,
    "PlayBegan": _play_began,
    "UndoRequested": _undo_requested,
    "UndoAnswered": _undo_answered,
    "UndoWithdrawn": _in_vain,
    "UndoLapsed": _undo_lapsed,
    "DisputeOpened": _dispute_opened,
    "DisputeWithdrawn": _dispute_withdrawn,
    "HoldExpired": _hold_expired,
    "ClocksRestarted": _clocks_restarted,
    "DisputeRuled": _dispute_ruled,
    "ResultAdjusted": _result_adjusted,
    "ArbiterLooked": _looked,
    "PlayerErased": _player_erased,
    **LEAVING,
}
AS_IT_COMES: Mapping[str, Change] = {**LOBBY, "MoveUndone": _undone, "MoveRedone": _redone}
LEFT_OUT_ALREADY: Mapping[str, Change] = {**LOBBY, "MoveUndone": _reopen, "MoveRedone": _reopen}
