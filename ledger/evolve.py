"""What each event of a match does to a table; events of the game are for the game itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set
from typing import Any

from msgspec.structs import replace

from events.envelope import Recorded
from events.visibility import ERASED
from games.dice import Dice
from ledger import events as facts
from ledger.table import Dispute, NeedsHistory, Redoable, SeatInfo, Table, UndoRequest, seed_of
from ledger.timeline import Steps


def _seat_taken(table: Table, _recorded: Recorded, event: facts.SeatTaken) -> Table:
    seats = list(table.seats)
    seats[event.seat] = SeatInfo(event.seat, event.player, event.name, event.entropy)
    return replace(table, seats=tuple(seats))


def _seat_left(table: Table, _recorded: Recorded, event: facts.SeatLeft) -> Table:
    seats = list(table.seats)
    seats[event.seat] = None
    return replace(table, seats=tuple(seats))


def _play_began(table: Table, recorded: Recorded, _event: facts.PlayBegan) -> Table:
    seed = seed_of(table.opened.server_seed, table.seats)
    table = replace(table, status="running", seed=seed, state=_inherited_state(table, seed))
    return _clock_restarted(table, recorded)


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
    return _clock_restarted(replace(table, undo_request=None, vain_requests=tuple(counts)), recorded)


def _undo_lapsed(table: Table, recorded: Recorded, _event: facts.UndoLapsed) -> Table:
    assert table.undo_request is not None
    return _clock_restarted(replace(table, undo_request=None), recorded)


def _clock_restarted(table: Table, recorded: Recorded) -> Table:
    """The clock stood still meanwhile; without this it would strike the moment it goes again."""
    restart = table.ruleset.game.clock.restart_clock
    if restart is None or table.state is None:
        return table
    return replace(table, state=restart(table.state, recorded.stored.at))


def _granted(table: Table, event: facts.MoveUndone) -> Table:
    """After an undo, whoever asked for it may ask again as often as before."""
    request = table.undo_request
    counts = list(table.vain_requests)
    if request is not None and counts:
        counts[request.by] = 0
    undone = tuple(Redoable(step, maker, event.by) for step, maker in zip(event.steps, event.makers))
    return replace(
        table,
        redoable=(*undone, *table.redoable),
        undo_request=None,
        vain_requests=tuple(counts),
        spent_undos=table.spent_undos.union((event.by, name) for name in event.spends),
    )


def _undone(table: Table, recorded: Recorded, event: facts.MoveUndone) -> Table:
    """Go back to before the first undone step, and play what still counts again."""
    skipped = table.undone | set(event.steps)
    return _granted(_replayed(table, recorded, skipped, min(event.steps)), event)


def _redone(table: Table, recorded: Recorded, event: facts.MoveRedone) -> Table:
    raise NeedsHistory


def _replayed(table: Table, recorded: Recorded, skipped: Set[int], first: int) -> Table:
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


def _reopened(table: Table, recorded: Recorded, event: facts.MoveUndone | facts.MoveRedone) -> Table:
    """In a fold that has left the undone steps out already, an undo only opens the open decisions afresh."""
    reopen = table.ruleset.game.take_back.reopen
    state = table.state if reopen is None else reopen(table.state, recorded.stored.step, recorded.stored.at)
    table = replace(table, state=state)
    if isinstance(event, facts.MoveUndone):
        return _granted(table, event)
    return replace(table, redoable=tuple(one for one in table.redoable if one.step not in event.steps))


def _dispute_opened(table: Table, recorded: Recorded, event: facts.DisputeOpened) -> Table:
    opened = Dispute(
        recorded.stored.step,
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
    return replace(table, disputes=(*table.disputes, opened))


def _dispute_withdrawn(table: Table, recorded: Recorded, event: facts.DisputeWithdrawn) -> Table:
    return _with_dispute(table, recorded, event.dispute, withdrawn_at=recorded.stored.at)


def _hold_expired(table: Table, recorded: Recorded, event: facts.HoldExpired) -> Table:
    return _with_dispute(table, recorded, event.dispute, freezes=False)


def _clocks_restarted(table: Table, recorded: Recorded, _event: facts.ClocksRestarted) -> Table:
    """LEDGER-5.4: a hold and a request count from now on too."""
    at, dispute = recorded.stored.at, table.frozen_by()
    if dispute is not None:
        disputes = tuple(replace(one, held_since=at) if one is dispute else one for one in table.disputes)
        table = replace(table, disputes=disputes)
    request = table.undo_request
    if request is not None and request.deadline is not None:
        request = replace(request, since=at, deadline=at + request.deadline - request.since)
    return _clock_restarted(replace(table, undo_request=request), recorded)


def _with_dispute(table: Table, recorded: Recorded, number: int, **changes: Any) -> Table:
    """The table with one dispute changed; if that ends a hold, the clocks that stood still go on."""
    was_held = table.frozen_by() is not None
    disputes = tuple(replace(one, **changes) if one.number == number else one for one in table.disputes)
    table = replace(table, disputes=disputes)
    return _hold_ended(table, recorded) if was_held and table.frozen_by() is None else table


def _hold_ended(table: Table, recorded: Recorded) -> Table:
    """LEDGER-6.3: nobody's time ran while the match was held; a request that was open has its full time again."""
    request = table.undo_request
    if request is not None and request.deadline is not None:
        request = replace(request, deadline=recorded.stored.at + request.deadline - request.since)
    return _clock_restarted(replace(table, undo_request=request), recorded)


def _dispute_ruled(table: Table, recorded: Recorded, event: facts.DisputeRuled) -> Table:
    settled = {"ruling": event.ruling, "reason": event.reason, "ruled_by": event.by, "ruled_at": recorded.stored.at}
    return _with_dispute(table, recorded, event.dispute, **settled)


def _result_adjusted(table: Table, _recorded: Recorded, event: facts.ResultAdjusted) -> Table:
    return replace(table, status="finished", adjusted=event.winners)


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
}
AS_IT_COMES: Mapping[str, Change] = {**LOBBY, "MoveUndone": _undone, "MoveRedone": _redone}
LEFT_OUT_ALREADY: Mapping[str, Change] = {**LOBBY, "MoveUndone": _reopened, "MoveRedone": _reopened}
