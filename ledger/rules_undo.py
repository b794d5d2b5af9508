"""Taking moves back (LEDGER-4): one plan, used by whoever asks, answers, promises or audits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import msgspec
from msgspec import Struct

from events.envelope import actor_seat, commanding_seat, seat_actor
from games.decider import CLOCK, Command, IllegalMove, UndoClass
from ledger import events as facts
from ledger.conditions import (
    acting_seat,
    lapse_request,
    lapse_unless_held,
    must_not_be_frozen,
    must_play_on,
    must_preside,
    must_run,
)
from ledger.orders import Order, Refused, is_arbiter
from ledger.table import NeedsHistory, Played, Redoable, Table, UndoRequest

VAIN_REQUESTS_MAX = 3  # requests refused or withdrawn, until the player has next played


class Reason(Struct, frozen=True):
    """Why a step cannot simply be taken back."""

    step: int
    event: str | None  # the event that told somebody something, if that is the reason
    text: str


class UndoPlan(Struct, frozen=True):
    """What an undo would do, and what it takes; where it is impossible, the code and rule of the refusal."""

    steps: tuple[int, ...]
    needs: Literal["nothing", "consent", "impossible"]
    voters: tuple[int, ...]
    reasons: tuple[Reason, ...]
    spends: tuple[str, ...] = ()  # of what the rules grant only once
    code: str | None = None
    rule: str | None = None


def plan_undo(table: Table, seat: int, to_step: int | None) -> UndoPlan:
    """What it takes for this seat to go back to the end of `to_step`, or to before its own latest command.

    Raises NeedsHistory where that lies further back than the table remembers.
    """
    try:
        return _plan(table, seat, to_step)
    except Refused as refused:
        return _impossible(refused.code, refused.rule, refused.message)
    except IllegalMove as illegal:
        return _impossible(illegal.code, illegal.rule, illegal.message)


def may_take_back_sealed(table: Table, seat: int) -> bool:
    """LEDGER-4.5: whether the latest command of this seat is a sealed choice that an undo takes back at once."""
    if not table.game.take_back.sealed_commands:
        return False
    try:
        own = table.latest_of(seat)
    except NeedsHistory:  # it lies further back than any open decision
        return False
    if own is None or not _is_sealed(table, table.recent[own]):
        return False
    return plan_undo(table, seat, None).needs == "nothing"


def _plan(table: Table, seat: int, to_step: int | None) -> UndoPlan:
    must_run(table)
    must_play_on(table, seat)
    later, is_sealed = _commands_since(table, seat, to_step)
    _game_must_let_ask(table, seat, later)
    lapse_unless_held(table)  # LEDGER-4.8: where the rules hold play meanwhile, nobody takes anything back
    if is_sealed:
        return UndoPlan((later[0].step,), "nothing", (), ())
    kinds = [_class(table, played) for played in later]
    if kinds[0] == "never" and (to_step is None or all(kind == "never" for kind in kinds)):
        raise Refused("nothing_to_undo", "LEDGER-4.3", "This command cannot be taken back.")
    reasons, allowances = _reasons(table, seat, later, kinds)
    steps = tuple(played.step for played in later)
    if not reasons:
        return UndoPlan(steps, "nothing", (), (), spends=tuple(sorted(set(allowances))))
    must_not_pester(table, seat, steps)
    absent = {seat, *table.conceded()}
    voters = tuple(one for one in _voters(table, later[0].before) if one not in absent)
    return UndoPlan(steps, "consent", voters, tuple(reasons))


def _commands_since(table: Table, seat: int, to_step: int | None) -> tuple[Sequence[Played], bool]:
    """LEDGER-4.1, LEDGER-4.2: the commands that would be taken back, and whether it is a sealed choice alone."""
    if to_step is not None:
        if not table.has_ended(to_step):
            raise Refused(
                "undo_position_invalid", "LEDGER-4.1", "One goes back to the setup, or to a step that still counts."
            )
        later = table.played_after(to_step)
        if not later:
            raise Refused("nothing_to_undo", "LEDGER-4.1", "Nothing has been played since that step.")
        return later, False
    own = table.latest_of(seat)
    if own is None:
        raise Refused("nothing_to_undo", "LEDGER-4.2", "You have no command to take back.")
    later = table.recent[own:]
    mine, after = later[0], later[1:]
    if after and _is_sealed(table, mine) and all(_is_sealed(table, one) for one in after):
        return later[:1], True
    return later, False


def _is_sealed(table: Table, played: Played) -> bool:
    """LEDGER-4.5: a sealed choice whose decision is still open is taken back whoever has chosen since."""
    command = _command(table, played)
    return type(command) in table.game.take_back.sealed_commands and _class(table, played) == "free"


def _game_must_let_ask(table: Table, seat: int, later: Sequence[Played]) -> None:
    """LEDGER-4.4: who may ask for what is the game's rule."""
    may_ask = table.game.take_back.may_ask_undo
    if may_ask is not None:
        authors = tuple(commanding_seat(played.actor) for played in later)
        refusal = may_ask(seat, table.state, later[0].before, authors)
        if refusal is not None:
            raise Refused(refusal.code, refusal.rule, refusal.message)


def _reasons(
    table: Table, seat: int, later: Sequence[Played], kinds: Sequence[UndoClass]
) -> tuple[list[Reason], list[str]]:
    """LEDGER-4.6: why others have a say, and what the rules grant only once."""
    reasons: list[Reason] = []
    allowances: list[str] = []
    for played, kind in zip(later, kinds):
        reasons += _reasons_of(table, seat, played, kind)
        allowances += _allowance(table, played)
    if any((seat_actor(seat), name) in table.spent_undos for name in allowances):
        reasons.append(Reason(later[0].step, None, "You have taken back as much of this as the rules grant freely."))
    return reasons, allowances


def _reasons_of(table: Table, seat: int, played: Played, kind: UndoClass) -> list[Reason]:
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


def must_not_pester(table: Table, seat: int, steps: tuple[int, ...]) -> None:
    """LEDGER-4.7: one request at a time, none twice, and not one after the other for ever."""
    if table.undo_request is not None:
        raise Refused(
            "undo_pending", "LEDGER-4.7", "There is a request already; it must be answered or withdrawn first."
        )
    if min(steps) in table.refused_undos:
        raise Refused("undo_already_refused", "LEDGER-4.7", "The others have refused that already.")
    if table.vain_requests and table.vain_requests[seat] >= VAIN_REQUESTS_MAX:
        sentence = f"{VAIN_REQUESTS_MAX} requests of yours were refused or withdrawn; play on before you ask again."
        raise Refused("undo_asked_too_often", "LEDGER-4.7", sentence)


def _impossible(code: str, rule: str, text: str) -> UndoPlan:
    return UndoPlan((), "impossible", (), (Reason(0, None, text),), code=code, rule=rule)


def ask_undo(table: Table, order: Order, at: int) -> list[facts.MatchEvent]:
    """LEDGER-4.1 to LEDGER-4.9: what the plan says, done."""
    seat = acting_seat(table, order)
    plan = _plan(table, seat, order.params.get("to_step"))
    if plan.needs == "nothing" or not plan.voters:
        return [*lapse_unless_held(table), _undone(table, plan.steps, order.actor, "LEDGER-4.6", spends=plan.spends)]
    return [
        facts.UndoRequested(
            steps=plan.steps,
            by=seat,
            needs=plan.voters,
            deadline=table.answer_deadline(at),
            rule="LEDGER-4.6",
        )
    ]


def answer_undo(table: Table, order: Order, _at: int) -> list[facts.MatchEvent]:
    """LEDGER-4.10: each seat that is asked agrees or not; the last consent takes the steps back."""
    seat, accepts = acting_seat(table, order), order.params["accepts"]
    request = _open_request(table)
    must_not_be_frozen(table)
    if request.by == seat:
        raise Refused("cannot_answer_own_undo", "LEDGER-4.10", "It is your own request; you may withdraw it.")
    if seat not in request.waiting_for:
        raise Refused("already_consented", "LEDGER-4.10", "Your answer is not waited for.")
    answered = facts.UndoAnswered(request=request.request, seat=seat, accepts=accepts, rule="LEDGER-4.10")
    if not accepts or request.waiting_for != (seat,):
        return [answered]
    by, number = seat_actor(request.by), request.request
    return [answered, _undone(table, request.steps, by, "LEDGER-4.10", request=number)]


def _undone(
    table: Table,
    steps: tuple[int, ...],
    by: str,
    rule: str,
    *,
    request: int | None = None,
    spends: tuple[str, ...] = (),
) -> facts.MoveUndone:
    return facts.MoveUndone(
        steps=steps,
        makers=table.makers_of(steps),
        by=by,
        request=request,
        spends=spends,
        decision_id=table.fresh_id(),
        rule=rule,
    )


def withdraw_undo(table: Table, order: Order, _at: int) -> list[facts.MatchEvent]:
    """LEDGER-4.11: whoever has asked may withdraw."""
    seat = acting_seat(table, order)
    request = _open_request(table)
    must_not_be_frozen(table)
    if request.by != seat:
        raise Refused("not_your_undo", "LEDGER-4.11", "The request is somebody else's.")
    return [facts.UndoWithdrawn(request=request.request, seat=seat, rule="LEDGER-4.11")]


def _open_request(table: Table) -> UndoRequest:
    if table.undo_request is None:
        raise Refused("no_undo_pending", "LEDGER-4.10", "There is no open request.")
    return table.undo_request


def redo(table: Table, order: Order, _at: int) -> list[facts.MatchEvent]:
    """LEDGER-4.13, LEDGER-4.14: the first undone step counts again, until somebody has played on."""
    refusal = redo_refusal(table, order)
    if refusal is not None:
        raise refusal
    steps = (table.redoable[0].step,)
    return [
        *lapse_unless_held(table),
        facts.MoveRedone(steps=steps, by=order.actor, decision_id=table.fresh_id(), rule="LEDGER-4.13"),
    ]


def redo_refusal(table: Table, order: Order) -> Refused | IllegalMove | None:
    """Why this redo is refused now; None if it is not."""
    try:
        must_run(table)
        if is_arbiter(order.actor):
            must_preside(table, order.actor)
        else:
            must_play_on(table, acting_seat(table, order))
        if not table.redoable:
            raise Refused("nothing_to_redo", "LEDGER-4.13", "There is nothing to play again.")
        _must_be_theirs(table.redoable[0], order.actor)
        lapse_unless_held(table)
    except (Refused, IllegalMove) as refusal:
        return refusal
    return None


def _must_be_theirs(first: Redoable, actor: str) -> None:
    if is_arbiter(actor):
        return
    if first.maker != actor:
        sentence = "The first undone step was not yours; its maker may play it again."
        raise Refused("not_your_command", "LEDGER-4.13", sentence)
    if is_arbiter(first.undone_by):
        sentence = "An arbiter took this back, so only an arbiter brings it back."
        raise Refused("taken_back_by_arbiter", "LEDGER-4.14", sentence)


def rewind(table: Table, order: Order, _at: int) -> list[facts.MatchEvent]:
    """LEDGER-4.12: an arbiter who does not sit in the match goes back to any step without asking."""
    must_preside(table, order.actor)
    must_run(table)
    to_step = order.params.get("to_step")
    if to_step is None:
        sentence = "An arbiter names the step that the match goes back to."
        raise Refused("to_step_missing", "LEDGER-4.12", sentence, errors={"to_step": ["missing"]})
    return [*lapse_request(table), undo_to(table, to_step, order.actor, "LEDGER-4.12")]


def undo_to(table: Table, to_step: int, by: str, rule: str) -> facts.MoveUndone:
    """All steps that count and came after this one, taken back."""
    steps = table.effective_after(to_step)
    if not steps:
        raise Refused("nothing_to_undo", rule, "Nothing that counts has been played since that step.")
    return _undone(table, steps, by, rule)
