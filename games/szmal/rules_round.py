"""The course of a round and the end of the match (sections 3 to 5 and 13 to 15 of the rulebook)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from games.decider import Seat
from games.szmal import events as e
from games.szmal.cards import BOX
from games.szmal.effects import have_effect
from games.szmal.state import Frame, Phase, Pick, Run, Score, held_packet
from games.szmal.table import abilities, each_turn_pending, left_of, place_of, standing_runs
from games.szmal.turn import Turn


def start_round(turn: Turn, round_: int) -> None:
    """SZMAL-4.1, SZMAL-4.9: everybody takes up a packet; a single card is taken without asking."""
    seats = range(turn.state.seats)
    packets = [turn.state.packets[held_packet(turn.state, seat, round_)] for seat in seats]
    turn.emit(e.RoundStarted(round=round_, opened=tuple(packets), rule="SZMAL-3.1 SZMAL-4.1"))
    if len(packets[0]) > 1:
        turn.ask("DRAFT_PICK", tuple(seats), rule="SZMAL-4.2")
        return
    for seat in seats:
        held = held_packet(turn.state, seat, round_)
        turn.emit(e.CardDrafted(seat=seat, packet=held, card=packets[seat][0], auto=True, rule="SZMAL-4.9"))
    _after_draft(turn)


def close_draft(turn: Turn) -> None:
    """SZMAL-4.3, SZMAL-4.7: all have picked; the packets go on to the left."""
    state = turn.state
    moves = []
    for seat in range(state.seats):
        packet = held_packet(state, seat, state.round)
        moves.append(e.Move(packet=packet, giver=seat, taker=left_of(state, seat), size=len(state.packets[packet])))
    turn.emit(e.PacketsPassed(moves=tuple(moves), rule="SZMAL-4.3 SZMAL-4.7"))
    _after_draft(turn)


def _after_draft(turn: Turn) -> None:
    """SZMAL-3.2, SZMAL-3.3: the first two rounds are over; in the others everybody chooses a card (SZMAL-5.6)."""
    if turn.state.round < BOX.first_round_of_plays:
        _end_round(turn)
        return
    for seat, hand in enumerate(turn.state.hands):
        if len(hand) == 1:
            turn.emit(e.CardCommitted(seat=seat, card=hand[0], auto=True, rule="SZMAL-5.6"))
    asked = tuple(seat for seat, card in enumerate(turn.state.committed) if card is None)
    if asked:
        turn.ask("COMMIT_CARD", asked, rule="SZMAL-5.1")
    else:
        reveal(turn)


def reveal(turn: Turn) -> None:
    """SZMAL-5.5, SZMAL-6.1 to SZMAL-6.4: all cards face up; from the lowest number to the highest."""
    chosen = [Pick(seat, card) for seat, card in enumerate(turn.state.committed) if card is not None]
    plays = tuple(sorted(chosen, key=lambda play: play.card))
    order = tuple(play.seat for play in plays)
    turn.emit(e.CardsRevealed(plays=plays, order=order, rule="SZMAL-5.5 SZMAL-6.1"))
    turn.then(
        *(Frame(play.seat, play.card, "MAIN") for play in plays),
        Phase("EXTRA_PLAYS"),
        Phase("EACH_TURN"),
        Phase("ROUND_END"),
        Phase("CLOSE_ROUND"),
    )


def carry_on(turn: Turn, phase: Phase) -> None:
    PHASES[phase.name](turn)


def _extra_plays(turn: Turn) -> None:
    """SZMAL-12.4, SZMAL-12.5: what comes after everybody's card."""
    turn.then(*abilities(turn.state, "AFTER_ALL_PLAYS"))


def _each_turn(turn: Turn) -> None:
    """SZMAL-13.1 to SZMAL-13.4: one player after the other; the last ability of a player needs no question."""
    for seat in turn.state.order:
        pending = each_turn_pending(turn.state, seat)
        if pending:
            turn.then(Phase("EACH_TURN"))
            if len(pending) == 1:
                resolve_each_turn(turn, seat, pending[0], auto=True)
            else:
                turn.ask("ORDER_EACH_TURN", (seat,), rule="SZMAL-13.3")
            return


def resolve_each_turn(turn: Turn, seat: Seat, card: int, *, auto: bool) -> None:
    """SZMAL-13.6, SZMAL-13.7: carry one out; it counts as used whether or not its condition holds."""
    place = place_of(turn.state, seat, card)
    assert place is not None
    runs: tuple[Run, ...] = standing_runs(turn.state, seat, place, "EACH_TURN")
    happens = have_effect(turn, runs)
    turn.emit(e.AbilityResolved(seat=seat, card=card, had_effect=happens, auto=auto, rule="SZMAL-13.2"))
    turn.then(*runs)


def _round_end(turn: Turn) -> None:
    """SZMAL-14.1, SZMAL-14.5: effects of the end of the round, one after the other."""
    turn.then(*abilities(turn.state, "AT_ROUND_END"))


def _close_round(turn: Turn) -> None:
    """SZMAL-14.6, SZMAL-14.7: kept Actions go, effects of this round expire."""
    round_ = turn.state.round
    for seat, territory in enumerate(turn.state.territories):
        for place in territory:
            if place.kept_until == round_:
                turn.emit(e.ActionDiscarded(seat=seat, card=place.card, rule="SZMAL-14.6"))
    for effect in turn.state.effects:
        if effect.works_in_round == round_:
            turn.emit(e.LastingEffectExpired(effect=effect.id, rule="SZMAL-14.7"))
    _end_round(turn)


def _end_round(turn: Turn) -> None:
    round_ = turn.state.round
    turn.emit(e.RoundEnded(round=round_, rule="SZMAL-3.6"))
    if round_ < BOX.rounds:
        start_round(turn, round_ + 1)
    else:
        turn.then(*abilities(turn.state, "AT_GAME_END"), Phase("SCORING"))


def _score(turn: Turn) -> None:
    """SZMAL-15.4 to SZMAL-15.7: cash and markers; the highest worth wins, a tie is shared."""
    scores = []
    for seat, territory in enumerate(turn.state.territories):
        cash, markers = turn.state.cash[seat], sum(place.markers for place in territory)
        scores.append(Score(seat, cash, markers, cash + BOX.marker_value * markers))
    best = max(score.worth for score in scores)
    winners = tuple(score.seat for score in scores if score.worth == best)
    turn.emit(e.MatchScored(scores=tuple(scores), rule="SZMAL-15.4"))
    turn.emit(e.MatchEnded(winners=winners, rule="SZMAL-15.6" if len(winners) == 1 else "SZMAL-15.7"))


PHASES: Mapping[str, Callable[[Turn], None]] = {
    "EXTRA_PLAYS": _extra_plays,
    "EACH_TURN": _each_turn,
    "ROUND_END": _round_end,
    "CLOSE_ROUND": _close_round,
    "SCORING": _score,
}
