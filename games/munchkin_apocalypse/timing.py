"""When a card or an ability may be played: the play windows of the catalogue (3.8 of the rules, section 20)."""

from __future__ import annotations

from games.decider import Seat
from games.munchkin_apocalypse.agenda import BigExcess
from games.munchkin_apocalypse.catalogue import InstanceId
from games.munchkin_apocalypse.refusals import refuse
from games.munchkin_apocalypse.state import CALM, FIGHTING, OPEN, Phase, State, still_runs
from games.munchkin_apocalypse.vocabulary import Window


def phase_to_play_in(state: State) -> Phase:
    """The phase that decides on the timing of a card; in BIG_EXCESS it is the one below."""
    phase = state.phase
    if phase != "BIG_EXCESS":
        return phase
    below = [job for job in state.agenda[:-1] if isinstance(job, BigExcess)]
    return "BIG_EXCESS" if below else state.base_phase


def check_timing(state: State, seat: Seat, window: Window | None, card: InstanceId | None) -> None:
    """Refuse unless the play window is open to this seat; `card` is given where being fresh may help."""
    phase = phase_to_play_in(state)
    is_own = seat == state.active
    is_fresh = card is not None and card in state.fresh and card in state.players[seat].hand
    match window:
        case "any_time":
            allowed = phase in OPEN
        case "own_turn":
            allowed = phase in OPEN or phase == "SETUP"
            if phase in OPEN and not is_own and not is_fresh:
                refuse_stale(card)
        case "own_turn_calm":
            allowed = phase in CALM or phase == "SETUP"
            if phase in CALM and not is_own and not is_fresh:
                refuse_stale(card)
        case "any_combat":
            allowed = phase in FIGHTING
        case "own_combat":
            allowed = phase in FIGHTING and state.combat is not None and seat in state.combat.participants
        case "run_away":
            allowed = phase == "FLIGHT" and still_runs(state, seat)
        case _:  # `disaster` and `run_roll` are answered with `respond`; a card without a window has its own way
            allowed = False
    if not allowed:
        refuse("MUNCH-20.2", "wrong_timing", "The card says when it may be played, and that is not now.")


def refuse_stale(card: InstanceId | None) -> None:
    if card is None:
        refuse("MUNCH-16.7", "wrong_timing", "This may be used in your own turn.")
    refuse(
        "MUNCH-4.11",
        "not_fresh",
        "Out of your turn you may play this only just after receiving it; wait for your turn.",
    )
