"""What each effect word does: one function per word, none per card."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from games.decider import Seat
from games.szmal import events as e
from games.szmal.measure import holds, quantity, sole_most
from games.szmal.state import Frame, Instructions, Losing, Pick, Place, Run, State, catalogue_of
from games.szmal.supply import gain, lose_cash, place_markers, remove_markers
from games.szmal.table import clause_of, clockwise, of_type, opponents, place_of, symbol_markers
from games.szmal.turn import Turn
from games.szmal.vocabulary import EACH_MINE, LASTING, ONE_MOST, Effect


def carry_out(turn: Turn, run: Run) -> None:
    """The next effect of an ability, if its condition holds (SZMAL-6.7, SZMAL-6.8)."""
    effects = clause_of(turn.catalogue, run).effects
    if run.at == len(effects) or (run.at == 0 and not _still_works(turn.state, run)):
        return
    effect = effects[run.at]
    turn.then(run.following)
    if holds(turn.state, run, effect.conditions):
        PRIMITIVES[effect.word](turn, run, effect)


def _still_works(state: State, run: Run) -> bool:
    """SZMAL-11.2: an ability of a card that lies there ends with it; only the answer to its own loss comes later."""
    clause = clause_of(catalogue_of(state), run)
    if run.effect is not None or clause.timing == "ON_PLAY" or clause.args == ("SELF",):
        return True
    return place_of(state, run.seat, run.card) is not None


def instruct(turn: Turn, work: Instructions) -> None:
    """Step (f), SZMAL-6.7: the next clause of a card: what is done at once is done, what lasts is made."""
    clauses = turn.catalogue.cards[work.number].clauses
    if work.clause == len(clauses):
        return
    clause, at = clauses[work.clause], work.clause
    turn.then(Instructions(work.seat, work.card, work.number, at + 1, work.paid_markers))
    if clause.kind in LASTING:
        make_lasting(turn, work, next_round=clause.kind == "NEXT")
    elif clause.timing == "ON_PLAY":
        turn.then(Run(work.seat, work.card, work.number, at, paid_markers=work.paid_markers))


def make_lasting(turn: Turn, work: Instructions, *, next_round: bool) -> None:
    """SZMAL-11.4, SZMAL-11.6: an effect for this round or for the next one."""
    turn.emit(
        e.LastingEffectCreated(
            effect=turn.state.effects_made + 1,
            seat=work.seat,
            cause=work.card,
            printed=work.number,
            clause=work.clause,
            works_in_round=turn.state.round + next_round,
            paid_markers=work.paid_markers,
            rule=f"{'SZMAL-11.4' if next_round else 'SZMAL-11.6'} {turn.catalogue.cards[work.number].rule}",
        )
    )


def have_effect(turn: Turn, runs: tuple[Run, ...]) -> bool:
    """Whether these abilities would do anything now; they are tried out, and what came of it is forgotten."""
    trial = Turn(turn.state, turn.serial)
    trial.stack = []
    trial.then(*runs)
    while trial.stack and not trial.events:
        work = trial.stack.pop()
        assert isinstance(work, Run), "every other piece of work comes after an event"
        carry_out(trial, work)
    return bool(trial.events)


def payees(state: State, run: Run, target: str) -> tuple[Seat, ...]:
    """SZMAL-11.16: who gains or loses, in order."""
    if target == "ME":
        return (run.seat,)
    if target == "EACH_OPPONENT":
        return opponents(state, run.seat)
    best = sole_most(state, ONE_MOST[target])
    return () if best is None else (best,)


def rule_of(turn: Turn, run: Run) -> str:
    """The card whose words are carried out."""
    return turn.catalogue.cards[run.number].rule


def _amount(turn: Turn, run: Run, effect: Effect, theirs: Seat | None = None) -> int:
    assert effect.amount is not None, "the catalogue gives every such word an amount"
    return quantity(turn.state, run, effect.amount, theirs)


def _gain(turn: Turn, run: Run, effect: Effect) -> None:
    for seat in payees(turn.state, run, effect.args[0]):
        gain(turn, seat, _amount(turn, run, effect, seat), cause=run.card, rule=rule_of(turn, run))


def _lose_cash(turn: Turn, run: Run, effect: Effect) -> None:
    for seat in payees(turn.state, run, effect.args[0]):
        lose_cash(turn, seat, _amount(turn, run, effect, seat), cause=run.card, rule=rule_of(turn, run))


def _mark(turn: Turn, run: Run, effect: Effect) -> None:
    count, target = _amount(turn, run, effect), effect.args[0]
    if count == 0:
        return
    if target == "CHOSEN_PROPERTY":
        _mark_one_of_mine(turn, run)
        return
    for card in _marked(turn.state, run, target):
        place_markers(turn, run.seat, card, count, cause=run.card, rule=rule_of(turn, run))


def _marked(state: State, run: Run, target: str) -> tuple[int, ...]:
    """The Properties that are marked; a filter is judged for all of them before the first marker is placed."""
    if target == "SELF":
        return (run.card,)
    if target == "PLAYED":
        assert run.played is not None
        return (run.played,)
    cards = catalogue_of(state).cards
    fits: Mapping[str, Callable[[Place], bool]] = {
        EACH_MINE: lambda _place: True,
        f"{EACH_MINE}[MARKERS<=1]": lambda place: place.markers <= 1,
        f"{EACH_MINE}[NO_SYMBOLS]": lambda place: not cards[place.card].symbols,
    }
    return tuple(place.card for place in of_type(state, run.seat, "PROPERTY") if fits[target](place))


def _mark_one_of_mine(turn: Turn, run: Run) -> None:
    """SZMAL-11.23: the owner chooses among two or more; one is taken, with none nothing happens."""
    mine = of_type(turn.state, run.seat, "PROPERTY")
    if len(mine) == 1:
        mark_chosen(turn, run, mine[0].card, auto=True)
    elif mine:
        turn.ask("CHOOSE_PROPERTY", (run.seat,), rule="SZMAL-11.23", again=run)


def mark_chosen(turn: Turn, run: Run, card: int, *, auto: bool) -> None:
    effect = clause_of(turn.catalogue, run).effects[run.at]
    count = _amount(turn, run, effect)
    turn.emit(e.PropertyChosen(seat=run.seat, card=card, auto=auto, rule=f"SZMAL-11.23 {rule_of(turn, run)}"))
    place_markers(turn, run.seat, card, count, cause=run.card, rule=rule_of(turn, run))


def _unmark(turn: Turn, run: Run, effect: Effect) -> None:
    count, rule = _amount(turn, run, effect), rule_of(turn, run)
    if effect.args[0] == "PLAYED":
        assert run.played is not None
        remove_markers(turn, run.seat, run.played, count, cause=run.card, rule=rule)
        return
    for seat in opponents(turn.state, run.seat):
        for place in of_type(turn.state, seat, "PROPERTY"):
            remove_markers(turn, seat, place.card, count, cause=run.card, rule=rule)


def _symbol_markers(turn: Turn, run: Run, _effect: Effect) -> None:
    count = symbol_markers(turn.state, run.seat, run.card)
    place_markers(turn, run.seat, run.card, count, cause=None, rule=f"SZMAL-9.12 {rule_of(turn, run)}")


def _draw(turn: Turn, run: Run, effect: Effect) -> None:
    """SZMAL-12.14, SZMAL-12.15: one by one, as long as there are cards."""
    for _ in range(min(_amount(turn, run, effect), len(turn.state.draw_pile))):
        turn.emit(
            e.CardDrawn(
                seat=run.seat,
                card=turn.state.draw_pile[0],
                draw_pile_size=len(turn.state.draw_pile) - 1,
                rule=f"SZMAL-12.14 {rule_of(turn, run)}",
            )
        )


def _return_to_hand(turn: Turn, run: Run, effect: Effect) -> None:
    """SZMAL-10.6: the Action goes back, if it is still in the Territory."""
    card = run.card if effect.args[0] == "SELF" else run.played
    assert card is not None
    if place_of(turn.state, run.seat, card) is not None:
        rule = f"SZMAL-10.6 {rule_of(turn, run)}"
        turn.emit(e.CardReturnedToHand(seat=run.seat, card=card, cause=run.card, rule=rule))


def _lose_card(turn: Turn, run: Run, effect: Effect) -> None:
    """SZMAL-14.2, SZMAL-14.3: everybody affected chooses in secret; a single fitting card is chosen for its owner."""
    scope, type_ = effect.args
    asked: list[Seat] = []
    for seat in range(turn.state.seats):
        fitting = of_type(turn.state, seat, type_) if scope == "ALL" or seat != run.seat else ()
        if len(fitting) > 1:
            asked.append(seat)
        elif fitting:
            card = fitting[0].card
            turn.emit(e.LossChosen(seat=seat, effect=run.effect, card=card, auto=True, rule="SZMAL-14.3"))
    if asked:
        turn.ask("CHOOSE_LOSS", tuple(asked), rule=f"SZMAL-14.2 {rule_of(turn, run)}", again=run)
    else:
        reveal_losses(turn, run)


def reveal_losses(turn: Turn, run: Run) -> None:
    """SZMAL-14.4: show the choices, then lose the cards one by one clockwise, the effect's owner first."""
    chosen = ((seat, turn.state.losing[seat]) for seat in clockwise(turn.state, run.seat))
    losses = tuple(Pick(seat, card) for seat, card in chosen if card is not None)
    if losses:
        turn.emit(e.LossesRevealed(effect=run.effect, cause=run.card, losses=losses, rule="SZMAL-14.2 SZMAL-14.4"))
        turn.then(*(Losing(loss.seat, loss.card, run.card) for loss in losses))


def _extra_play(turn: Turn, run: Run, effect: Effect) -> None:
    """SZMAL-12.3, SZMAL-12.4: with an empty hand it is skipped; a compulsory one takes the only card by itself."""
    hand = turn.state.hands[run.seat]
    if not hand:
        return
    if effect.args[0] == "MAY":
        turn.ask("OPTIONAL_PLAY", (run.seat,), rule=f"SZMAL-12.3 {rule_of(turn, run)}", again=run)
    elif len(hand) == 1:
        play_extra_card(turn, run, hand[0], auto=True)
    else:
        turn.ask("EXTRA_PLAY", (run.seat,), rule=f"SZMAL-12.4 {rule_of(turn, run)}", again=run)


def play_extra_card(turn: Turn, run: Run, card: int, *, auto: bool) -> None:
    """SZMAL-12.1, SZMAL-12.2: the card is resolved at once, before everything that is waiting."""
    rule = f"SZMAL-12.1 {rule_of(turn, run)}"
    turn.emit(e.ExtraCardChosen(seat=run.seat, card=card, source=run.card, auto=auto, rule=rule))
    turn.then(Frame(run.seat, card, "EXTRA"))


def _reveal_and_play(turn: Turn, run: Run, effect: Effect) -> None:
    """SZMAL-12.6, SZMAL-12.7: turn cards up to the first Gangster and play that one."""
    pile, cards = turn.state.draw_pile, turn.catalogue.cards
    found = next((card for card in pile if cards[card].type == effect.args[0]), None)
    turned = pile if found is None else pile[: pile.index(found) + 1]
    turn.emit(
        e.DrawPileRevealed(
            seat=run.seat,
            cards=turned,
            found=found,
            draw_pile_size=len(pile) - len(turned),
            rule=f"{'SZMAL-12.7' if found is None else 'SZMAL-12.6'} {rule_of(turn, run)}",
        )
    )
    if found is not None:
        turn.then(Frame(run.seat, found, "REVEALED"))


def _copy(turn: Turn, run: Run, _effect: Effect) -> None:
    """SZMAL-12.8, SZMAL-12.10: with one other Gangster it is that one, with none the card stays as it is."""
    others = copyable(turn.state, run) if place_of(turn.state, run.seat, run.card) else ()
    if len(others) == 1:
        copy_gangster(turn, run, others[0], auto=True)
    elif others:
        turn.ask("CHOOSE_GANGSTER", (run.seat,), rule=f"SZMAL-12.8 {rule_of(turn, run)}", again=run)


def copyable(state: State, run: Run) -> tuple[int, ...]:
    return tuple(place.card for place in of_type(state, run.seat, "GANGSTER") if place.card != run.card)


def copy_gangster(turn: Turn, run: Run, card: int, *, auto: bool) -> None:
    """SZMAL-12.8, SZMAL-12.9: become a copy, then do what the copied card says."""
    rule = f"SZMAL-12.8 {rule_of(turn, run)}"
    turn.emit(e.GangsterCopied(seat=run.seat, card=run.card, copied=card, auto=auto, rule=rule))
    turn.then(Instructions(run.seat, run.card, card))


def _replay(turn: Turn, run: Run, _effect: Effect) -> None:
    """SZMAL-12.12, SZMAL-12.13, SZMAL-12.16: the Gangsters of earlier rounds, as they are now, in order of entry."""
    earlier = (place for place in of_type(turn.state, run.seat, "GANGSTER") if place.entered < turn.state.round)
    turn.then(*(Instructions(run.seat, place.card, place.number) for place in earlier))


PRIMITIVES: Mapping[str, Callable[[Turn, Run, Effect], None]] = {
    "GAIN": _gain,
    "LOSE_CASH": _lose_cash,
    "MARK": _mark,
    "UNMARK": _unmark,
    "SYMBOL_MARKERS": _symbol_markers,
    "DRAW": _draw,
    "RETURN_TO_HAND": _return_to_hand,
    "LOSE_CARD": _lose_card,
    "EXTRA_PLAY": _extra_play,
    "REVEAL_AND_PLAY": _reveal_and_play,
    "COPY": _copy,
    "REPLAY": _replay,
}
