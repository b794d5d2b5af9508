"""What each effect word does: one function per word, none per card."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from games.decider import Seat
from games.szmal import events as e
from games.szmal.measure import holds, quantity, sole_most
from games.szmal.state import Frame, Instructions, Losing, Pick, Place, Run, State, catalogue_of
from games.szmal.supply import gain, lose_cash, place_markers, remove_markers
from games.szmal.table import clause_of, clockwise, of_type, opponents, place_of, symbol_markers
from games.szmal.unfolding import Unfolding
from games.szmal.vocabulary import EACH_MINE, LASTING, ONE_MOST, Effect


def carry_out(unfolding: Unfolding, run: Run) -> None:
    """The next effect of an ability, if its condition holds (SZMAL-6.7, SZMAL-6.8)."""
    effects = clause_of(unfolding.catalogue, run).effects
    if run.at == len(effects) or (run.at == 0 and not _still_works(unfolding.state, run)):
        return
    effect = effects[run.at]
    unfolding.then(run.following)
    if holds(unfolding.state, run, effect.conditions):
        PRIMITIVES[effect.word](unfolding, run, effect)


def _still_works(state: State, run: Run) -> bool:
    """SZMAL-11.2: an ability of a card that lies there ends with it; only the answer to its own loss comes later."""
    clause = clause_of(catalogue_of(state), run)
    if run.effect is not None or clause.timing == "ON_PLAY" or clause.args == ("SELF",):
        return True
    return place_of(state, run.seat, run.card) is not None


def instruct(unfolding: Unfolding, work: Instructions) -> None:
    """Step (f), SZMAL-6.7: the next clause of a card: what is done at once is done, what lasts is made."""
    clauses = unfolding.catalogue.cards[work.number].clauses
    if work.clause == len(clauses):
        return
    clause, at = clauses[work.clause], work.clause
    unfolding.then(Instructions(work.seat, work.card, work.number, at + 1, work.paid_markers))
    if clause.kind in LASTING:
        make_lasting(unfolding, work, next_round=clause.kind == "NEXT")
    elif clause.timing == "ON_PLAY":
        unfolding.then(Run(work.seat, work.card, work.number, at, paid_markers=work.paid_markers))


def make_lasting(unfolding: Unfolding, work: Instructions, *, next_round: bool) -> None:
    """SZMAL-11.4, SZMAL-11.6: an effect for this round or for the next one."""
    unfolding.emit(
        e.LastingEffectCreated(
            effect=unfolding.state.effects_made + 1,
            seat=work.seat,
            cause=work.card,
            printed=work.number,
            clause=work.clause,
            works_in_round=unfolding.state.round + next_round,
            paid_markers=work.paid_markers,
            rule=f"{'SZMAL-11.4' if next_round else 'SZMAL-11.6'} {unfolding.catalogue.cards[work.number].rule}",
        )
    )


def have_effect(unfolding: Unfolding, runs: tuple[Run, ...]) -> bool:
    """Whether these abilities would do anything now; they are tried out, and what came of it is forgotten."""
    trial = Unfolding(unfolding.state, unfolding.dice)
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


def rule_of(unfolding: Unfolding, run: Run) -> str:
    """The card whose words are carried out."""
    return unfolding.catalogue.cards[run.number].rule


def _amount(unfolding: Unfolding, run: Run, effect: Effect, theirs: Seat | None = None) -> int:
    assert effect.amount is not None, "the catalogue gives every such word an amount"
    return quantity(unfolding.state, run, effect.amount, theirs)


def _gain(unfolding: Unfolding, run: Run, effect: Effect) -> None:
    for seat in payees(unfolding.state, run, effect.args[0]):
        gain(unfolding, seat, _amount(unfolding, run, effect, seat), cause=run.card, rule=rule_of(unfolding, run))


def _lose_cash(unfolding: Unfolding, run: Run, effect: Effect) -> None:
    for seat in payees(unfolding.state, run, effect.args[0]):
        lose_cash(unfolding, seat, _amount(unfolding, run, effect, seat), cause=run.card, rule=rule_of(unfolding, run))


def _mark(unfolding: Unfolding, run: Run, effect: Effect) -> None:
    count, target = _amount(unfolding, run, effect), effect.args[0]
    if count == 0:
        return
    if target == "CHOSEN_PROPERTY":
        _mark_one_of_mine(unfolding, run)
        return
    for card in _marked(unfolding.state, run, target):
        place_markers(unfolding, run.seat, card, count, cause=run.card, rule=rule_of(unfolding, run))


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


def _mark_one_of_mine(unfolding: Unfolding, run: Run) -> None:
    """SZMAL-11.23: the owner chooses among two or more; one is taken, with none nothing happens."""
    mine = of_type(unfolding.state, run.seat, "PROPERTY")
    if len(mine) == 1:
        mark_chosen(unfolding, run, mine[0].card, auto=True)
    elif mine:
        unfolding.ask("CHOOSE_PROPERTY", (run.seat,), rule="SZMAL-11.23", again=run)


def mark_chosen(unfolding: Unfolding, run: Run, card: int, *, auto: bool) -> None:
    effect = clause_of(unfolding.catalogue, run).effects[run.at]
    count = _amount(unfolding, run, effect)
    unfolding.emit(e.PropertyChosen(seat=run.seat, card=card, auto=auto, rule=f"SZMAL-11.23 {rule_of(unfolding, run)}"))
    place_markers(unfolding, run.seat, card, count, cause=run.card, rule=rule_of(unfolding, run))


def _unmark(unfolding: Unfolding, run: Run, effect: Effect) -> None:
    count, rule = _amount(unfolding, run, effect), rule_of(unfolding, run)
    if effect.args[0] == "PLAYED":
        assert run.played is not None
        remove_markers(unfolding, run.seat, run.played, count, cause=run.card, rule=rule)
        return
    for seat in opponents(unfolding.state, run.seat):
        for place in of_type(unfolding.state, seat, "PROPERTY"):
            remove_markers(unfolding, seat, place.card, count, cause=run.card, rule=rule)


def _symbol_markers(unfolding: Unfolding, run: Run, _effect: Effect) -> None:
    count = symbol_markers(unfolding.state, run.seat, run.card)
    place_markers(unfolding, run.seat, run.card, count, cause=None, rule=f"SZMAL-9.12 {rule_of(unfolding, run)}")


def _draw(unfolding: Unfolding, run: Run, effect: Effect) -> None:
    """SZMAL-12.14, SZMAL-12.15: one by one, as long as there are cards."""
    for _ in range(min(_amount(unfolding, run, effect), len(unfolding.state.draw_pile))):
        unfolding.emit(
            e.CardDrawn(
                seat=run.seat,
                card=unfolding.state.draw_pile[0],
                draw_pile_size=len(unfolding.state.draw_pile) - 1,
                rule=f"SZMAL-12.14 {rule_of(unfolding, run)}",
            )
        )


def _return_to_hand(unfolding: Unfolding, run: Run, effect: Effect) -> None:
    """SZMAL-10.6: the Action goes back, if it is still in the Territory."""
    card = run.card if effect.args[0] == "SELF" else run.played
    assert card is not None
    if place_of(unfolding.state, run.seat, card) is not None:
        rule = f"SZMAL-10.6 {rule_of(unfolding, run)}"
        unfolding.emit(e.CardReturnedToHand(seat=run.seat, card=card, cause=run.card, rule=rule))


def _lose_card(unfolding: Unfolding, run: Run, effect: Effect) -> None:
    """SZMAL-14.2, SZMAL-14.3: everybody affected chooses in secret; a single fitting card is chosen for its owner."""
    scope, type_ = effect.args
    asked: list[Seat] = []
    for seat in range(unfolding.state.seats):
        fitting = of_type(unfolding.state, seat, type_) if scope == "ALL" or seat != run.seat else ()
        if len(fitting) > 1:
            asked.append(seat)
        elif fitting:
            card = fitting[0].card
            unfolding.emit(e.LossChosen(seat=seat, effect=run.effect, card=card, auto=True, rule="SZMAL-14.3"))
    if asked:
        unfolding.ask("CHOOSE_LOSS", tuple(asked), rule=f"SZMAL-14.2 {rule_of(unfolding, run)}", again=run)
    else:
        reveal_losses(unfolding, run)


def reveal_losses(unfolding: Unfolding, run: Run) -> None:
    """SZMAL-14.4: show the choices, then lose the cards one by one clockwise, the effect's owner first."""
    chosen = ((seat, unfolding.state.losing[seat]) for seat in clockwise(unfolding.state, run.seat))
    losses = tuple(Pick(seat, card) for seat, card in chosen if card is not None)
    if losses:
        unfolding.emit(e.LossesRevealed(effect=run.effect, cause=run.card, losses=losses, rule="SZMAL-14.2 SZMAL-14.4"))
        unfolding.then(*(Losing(loss.seat, loss.card, run.card) for loss in losses))


def _extra_play(unfolding: Unfolding, run: Run, effect: Effect) -> None:
    """SZMAL-12.3, SZMAL-12.4: with an empty hand it is skipped; a compulsory one takes the only card by itself."""
    hand = unfolding.state.hands[run.seat]
    if not hand:
        return
    if effect.args[0] == "MAY":
        unfolding.ask("OPTIONAL_PLAY", (run.seat,), rule=f"SZMAL-12.3 {rule_of(unfolding, run)}", again=run)
    elif len(hand) == 1:
        play_extra_card(unfolding, run, hand[0], auto=True)
    else:
        unfolding.ask("EXTRA_PLAY", (run.seat,), rule=f"SZMAL-12.4 {rule_of(unfolding, run)}", again=run)


def play_extra_card(unfolding: Unfolding, run: Run, card: int, *, auto: bool) -> None:
    """SZMAL-12.1, SZMAL-12.2: the card is resolved at once, before everything that is waiting."""
    rule = f"SZMAL-12.1 {rule_of(unfolding, run)}"
    unfolding.emit(e.ExtraCardChosen(seat=run.seat, card=card, source=run.card, auto=auto, rule=rule))
    unfolding.then(Frame(run.seat, card, "EXTRA"))


def _reveal_and_play(unfolding: Unfolding, run: Run, effect: Effect) -> None:
    """SZMAL-12.6, SZMAL-12.7: turn cards up to the first Gangster and play that one."""
    pile, cards = unfolding.state.draw_pile, unfolding.catalogue.cards
    found = next((card for card in pile if cards[card].type == effect.args[0]), None)
    turned = pile if found is None else pile[: pile.index(found) + 1]
    unfolding.emit(
        e.DrawPileRevealed(
            seat=run.seat,
            cards=turned,
            found=found,
            draw_pile_size=len(pile) - len(turned),
            rule=f"{'SZMAL-12.7' if found is None else 'SZMAL-12.6'} {rule_of(unfolding, run)}",
        )
    )
    if found is not None:
        unfolding.then(Frame(run.seat, found, "REVEALED"))


def _copy(unfolding: Unfolding, run: Run, _effect: Effect) -> None:
    """SZMAL-12.8, SZMAL-12.10: with one other Gangster it is that one, with none the card stays as it is."""
    others = copyable(unfolding.state, run) if place_of(unfolding.state, run.seat, run.card) else ()
    if len(others) == 1:
        copy_gangster(unfolding, run, others[0], auto=True)
    elif others:
        unfolding.ask("CHOOSE_GANGSTER", (run.seat,), rule=f"SZMAL-12.8 {rule_of(unfolding, run)}", again=run)


def copyable(state: State, run: Run) -> tuple[int, ...]:
    return tuple(place.card for place in of_type(state, run.seat, "GANGSTER") if place.card != run.card)


def copy_gangster(unfolding: Unfolding, run: Run, card: int, *, auto: bool) -> None:
    """SZMAL-12.8, SZMAL-12.9: become a copy, then do what the copied card says."""
    rule = f"SZMAL-12.8 {rule_of(unfolding, run)}"
    unfolding.emit(e.GangsterCopied(seat=run.seat, card=run.card, copied=card, auto=auto, rule=rule))
    unfolding.then(Instructions(run.seat, run.card, card))


def _replay(unfolding: Unfolding, run: Run, _effect: Effect) -> None:
    """SZMAL-12.12, SZMAL-12.13, SZMAL-12.16: the Gangsters of earlier rounds, as they are now, in order of entry."""
    earlier = (
        place for place in of_type(unfolding.state, run.seat, "GANGSTER") if place.entered < unfolding.state.round
    )
    unfolding.then(*(Instructions(run.seat, place.card, place.number) for place in earlier))


PRIMITIVES: Mapping[str, Callable[[Unfolding, Run, Effect], None]] = {
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
