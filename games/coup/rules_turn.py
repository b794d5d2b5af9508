"""Section 3 of the rulebook: declaring an action."""

from __future__ import annotations

from games.coup.catalogue import ACTION, ACTIONS_IN, ACTIONS_OF_WORD, CARDS, Action, Mode
from games.coup.commands import DeclareAction
from games.coup.effects import carry_out
from games.coup.events import ActionDeclared, ReactionWindowOpened, Reactor
from games.coup.refusals import check_open
from games.coup.state import State, declared, forced_action, opponents, reactions_of
from games.coup.unfolding import Unfolding
from games.decider import Event, IllegalMove, Seat
from games.dice import Dice


def declare_action(state: State, command: DeclareAction, dice: Dice) -> list[Event]:
    """COUP-3.1 to COUP-3.17, COUP-4.1, COUP-4.2: declare; a window opens, or the action is carried out at once."""
    check_open(state, command, "awaiting_action")
    if command.seat != state.actor:
        raise IllegalMove("COUP-3.1", "not_your_turn", f"it is the turn of seat {state.actor}", actor=state.actor)
    _check_word(state, command.action)
    _check_money(state.money[command.seat], command.action)
    row = _row(command.action, command.mode)
    _check_target(state, row, command.seat, command.target)

    unfolding = Unfolding(state, dice)
    unfolding.emit(
        ActionDeclared(
            turn=state.turn,
            seat=command.seat,
            action=row.word,
            mode=row.mode,
            target=command.target,
            claim=row.claim,
            cost=row.pay,
            rule="COUP-3.1 COUP-3.2",
        )
    )
    if row.has_window:
        _open_window(unfolding)
    else:
        carry_out(unfolding)
    return unfolding.events


def _open_window(unfolding: Unfolding) -> None:
    """COUP-4.1, COUP-4.16: every live opponent is asked, each for what the action lets them answer."""
    state = unfolding.state
    row = declared(state)
    reactors = []
    for seat in opponents(state, state.actor):
        allowed = reactions_of(state, row, seat)
        reactors.append(Reactor(seat=seat, reactions=allowed.reactions, claims=allowed.claims))
    unfolding.emit(
        ReactionWindowOpened(
            decision_id=unfolding.next_decision_id,
            reactors=tuple(reactors),
            deadline=unfolding.deadline(),
            rule="COUP-4.1",
        )
    )


def _check_word(state: State, word: str) -> None:
    """COUP-3.7, COUP-3.8, COUP-3.9: the actions there are, less those of the other module."""
    rows = ACTIONS_OF_WORD.get(word)
    if rows is None:
        name = next((card.name for card in CARDS if card.id == word), None)
        if name is not None:
            message = f"{name} has no action; the card can only block"
            raise IllegalMove("COUP-3.8", "no_action_on_card", message)
        words = dict.fromkeys(row.word for row in ACTIONS_IN[state.module])
        message = f"there is no such action; there are {', '.join(words)}"
        raise IllegalMove("COUP-3.7", "unknown_action", message)
    if rows[0].module not in (None, state.module):
        message = f"'{word}' is in the box; this match is played with '{state.module}'"
        raise IllegalMove("COUP-3.9", "module_not_in_play", message, module=state.module)


def _check_money(money: int, word: str) -> None:
    """COUP-3.13, COUP-3.5: with very much money one action is forced, with little some are out of reach."""
    forced = forced_action(money)
    if forced is not None and forced.word != word:
        message = f"with {money}M you have to declare '{forced.word}'"
        raise IllegalMove("COUP-3.13", "must_scandal", message, money=money)
    cost = ACTIONS_OF_WORD[word][0].pay
    if money < cost:
        message = f"'{word}' costs {cost}M and you have {money}M"
        raise IllegalMove("COUP-3.5", "insufficient_funds", message, cost=cost, money=money)


def _row(word: str, mode: Mode | None) -> Action:
    """COUP-3.3: an action with modes needs one of them, any other takes none."""
    row = ACTION.get((word, mode))
    if row is not None:
        return row
    if mode is None:
        modes = [row.mode for row in ACTIONS_OF_WORD[word]]
        message = f"say with '{word}' which mode you mean: {' or '.join(map(str, modes))}"
        raise IllegalMove("COUP-3.3", "mode_required", message, modes=modes)
    raise IllegalMove("COUP-3.3", "mode_not_allowed", f"'{word}' is declared without a mode")


def _check_target(state: State, row: Action, seat: Seat, target: Seat | None) -> None:
    """COUP-3.2, COUP-3.10, COUP-3.11: an action aimed at somebody names a live opponent, any other names nobody."""
    if target is None:
        if row.has_target:
            raise IllegalMove("COUP-3.2", "target_required", f"say whom '{row.word}' is aimed at")
        return
    if not row.has_target:
        raise IllegalMove("COUP-3.11", "target_not_allowed", f"'{row.word}' is aimed at nobody; leave the target out")
    if target not in range(len(state.money)):
        raise IllegalMove("COUP-3.10", "unknown_target", f"there is no seat {target} in this match")
    if target == seat:
        raise IllegalMove("COUP-3.10", "target_self", "you cannot aim at yourself; choose an opponent")
    if target not in state.live:
        raise IllegalMove("COUP-3.10", "target_eliminated", f"seat {target} is out of the match; choose another target")
