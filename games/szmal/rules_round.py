"""The course of a round and the end of the match (sections 3 to 5 and 13 to 15 of the rulebook)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from games.decider import Seat
from games.szmal import events as e
from games.szmal.catalogue import BOX
from games.szmal.effects import have_effect
from games.szmal.state import Frame, Phase, Pick, Run, Score, held_packet
from games.szmal.table import abilities, each_turn_pending, left_of, place_of, standing_runs
from games.szmal.unfolding import Unfolding


def start_round(unfolding: Unfolding, round_: int) -> None:
    """SZMAL-4.1, SZMAL-4.9: everybody takes up a packet; a single card is taken without asking."""
    seats = range(unfolding.state.seats)
    packets = [unfolding.state.packets[held_packet(unfolding.state, seat, round_)] for seat in seats]
    unfolding.emit(e.RoundStarted(round=round_, opened=tuple(packets), rule="SZMAL-3.1 SZMAL-4.1"))
    if len(packets[0]) > 1:
        unfolding.ask("DRAFT_PICK", tuple(seats), rule="SZMAL-4.2")
        return
    for seat in seats:
        held = held_packet(unfolding.state, seat, round_)
        unfolding.emit(e.CardDrafted(seat=seat, packet=held, card=packets[seat][0], auto=True, rule="SZMAL-4.9"))
    _after_draft(unfolding)


def close_draft(unfolding: Unfolding) -> None:
    """SZMAL-4.3, SZMAL-4.7: all have picked; the packets go on to the left."""
    state = unfolding.state
    moves = []
    for seat in range(state.seats):
        packet = held_packet(state, seat, state.round)
        moves.append(e.Move(packet=packet, giver=seat, taker=left_of(state, seat), size=len(state.packets[packet])))
    unfolding.emit(e.PacketsPassed(moves=tuple(moves), rule="SZMAL-4.3 SZMAL-4.7"))
    _after_draft(unfolding)


def _after_draft(unfolding: Unfolding) -> None:
    """SZMAL-3.2, SZMAL-3.3: the first two rounds are over; in the others everybody chooses a card (SZMAL-5.6)."""
    if unfolding.state.round < BOX.first_round_of_plays:
        _end_round(unfolding)
        return
    for seat, hand in enumerate(unfolding.state.hands):
        if len(hand) == 1:
            unfolding.emit(e.CardCommitted(seat=seat, card=hand[0], auto=True, rule="SZMAL-5.6"))
    asked = tuple(seat for seat, card in enumerate(unfolding.state.committed) if card is None)
    if asked:
        unfolding.ask("COMMIT_CARD", asked, rule="SZMAL-5.1")
    else:
        reveal(unfolding)


def reveal(unfolding: Unfolding) -> None:
    """SZMAL-5.5, SZMAL-6.1 to SZMAL-6.4: all cards face up; from the lowest number to the highest."""
    chosen = [Pick(seat, card) for seat, card in enumerate(unfolding.state.committed) if card is not None]
    plays = tuple(sorted(chosen, key=lambda play: play.card))
    order = tuple(play.seat for play in plays)
    unfolding.emit(e.CardsRevealed(plays=plays, order=order, rule="SZMAL-5.5 SZMAL-6.1"))
    unfolding.then(
        *(Frame(play.seat, play.card, "MAIN") for play in plays),
        Phase("EXTRA_PLAYS"),
        Phase("EACH_TURN"),
        Phase("ROUND_END"),
        Phase("CLOSE_ROUND"),
    )


def carry_on(unfolding: Unfolding, phase: Phase) -> None:
    PHASES[phase.name](unfolding)


def _extra_plays(unfolding: Unfolding) -> None:
    """SZMAL-12.4, SZMAL-12.5: what comes after everybody's card."""
    unfolding.then(*abilities(unfolding.state, "AFTER_ALL_PLAYS"))


def _each_turn(unfolding: Unfolding) -> None:
    """SZMAL-13.1 to SZMAL-13.4: one player after the other; the last ability of a player needs no question."""
    for seat in unfolding.state.order:
        pending = each_turn_pending(unfolding.state, seat)
        if pending:
            unfolding.then(Phase("EACH_TURN"))
            if len(pending) == 1:
                resolve_each_turn(unfolding, seat, pending[0], auto=True)
            else:
                unfolding.ask("ORDER_EACH_TURN", (seat,), rule="SZMAL-13.3")
            return


def resolve_each_turn(unfolding: Unfolding, seat: Seat, card: int, *, auto: bool) -> None:
    """SZMAL-13.6, SZMAL-13.7: carry one out; it counts as used whether or not its condition holds."""
    place = place_of(unfolding.state, seat, card)
    assert place is not None
    runs: tuple[Run, ...] = standing_runs(unfolding.state, seat, place, "EACH_TURN")
    happens = have_effect(unfolding, runs)
    unfolding.emit(e.AbilityResolved(seat=seat, card=card, had_effect=happens, auto=auto, rule="SZMAL-13.2"))
    unfolding.then(*runs)


def _round_end(unfolding: Unfolding) -> None:
    """SZMAL-14.1, SZMAL-14.5: effects of the end of the round, one after the other."""
    unfolding.then(*abilities(unfolding.state, "AT_ROUND_END"))


def _close_round(unfolding: Unfolding) -> None:
    """SZMAL-14.6, SZMAL-14.7: kept Actions go, effects of this round expire."""
    round_ = unfolding.state.round
    for seat, territory in enumerate(unfolding.state.territories):
        for place in territory:
            if place.kept_until == round_:
                unfolding.emit(e.ActionDiscarded(seat=seat, card=place.card, rule="SZMAL-14.6"))
    for effect in unfolding.state.effects:
        if effect.works_in_round == round_:
            unfolding.emit(
                e.LastingEffectExpired(effect=effect.id, seat=effect.seat, cause=effect.card, rule="SZMAL-14.7")
            )
    _end_round(unfolding)


def _end_round(unfolding: Unfolding) -> None:
    round_ = unfolding.state.round
    unfolding.emit(e.RoundEnded(round=round_, rule="SZMAL-3.6"))
    if round_ < BOX.rounds:
        start_round(unfolding, round_ + 1)
    else:
        unfolding.then(*abilities(unfolding.state, "AT_GAME_END"), Phase("SCORING"))


def _score(unfolding: Unfolding) -> None:
    """SZMAL-15.4 to SZMAL-15.7: cash and markers; the highest worth wins, a tie is shared."""
    scores = []
    for seat, territory in enumerate(unfolding.state.territories):
        cash, markers = unfolding.state.cash[seat], sum(place.markers for place in territory)
        scores.append(Score(seat, cash, markers, cash + BOX.marker_value * markers))
    best = max(score.worth for score in scores)
    winners = tuple(score.seat for score in scores if score.worth == best)
    unfolding.emit(e.MatchScored(scores=tuple(scores), rule="SZMAL-15.4"))
    unfolding.emit(e.MatchEnded(winners=winners, rule="SZMAL-15.6" if len(winners) == 1 else "SZMAL-15.7"))


PHASES: Mapping[str, Callable[[Unfolding], None]] = {
    "EXTRA_PLAYS": _extra_plays,
    "EACH_TURN": _each_turn,
    "ROUND_END": _round_end,
    "CLOSE_ROUND": _close_round,
    "SCORING": _score,
}
