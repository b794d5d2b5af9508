"""Playing special cards and one-shots, using abilities, answering in a window (section 16, section 20)."""

from __future__ import annotations

from msgspec.structs import replace

from games.decider import Seat
from games.munchkin_apocalypse import commands as c
from games.munchkin_apocalypse import events as e
from games.munchkin_apocalypse import events_combat as ec
from games.munchkin_apocalypse import vocabulary as v
from games.munchkin_apocalypse.agenda import Bindings, DiscardPlayed, Escape, NameTarget, Pay, RunClause
from games.munchkin_apocalypse.carrying import payable
from games.munchkin_apocalypse.catalogue import Card, Clause, InstanceId
from games.munchkin_apocalypse.effects import run_clause
from games.munchkin_apocalypse.meaning import card_row, has_class, working_cards
from games.munchkin_apocalypse.playable import (
    check_effect_possible,
    check_forcing_help,
    check_monster_named,
    check_target,
    needs_of,
    play_clauses,
)
from games.munchkin_apocalypse.refusals import check_mender, check_setup_open, hand_card, not_available, refuse
from games.munchkin_apocalypse.state import ESCAPE_ROLL, Side, State
from games.munchkin_apocalypse.steps import ask, discard_cards, note_forced
from games.munchkin_apocalypse.timing import check_timing
from games.munchkin_apocalypse.unfolding import Unfolding
from games.munchkin_apocalypse.upkeep import change_basket
from games.munchkin_apocalypse.windows import can_pay, is_used_up, response_about, use_mark

LASTING_TYPES = ("hireling", "cheat")


def check_play_special(state: State, command: c.PlaySpecial) -> None:
    """MUNCH-20.2, MUNCH-16.15: by the card's own window; in a blocking phase only what mends it."""
    check_mender(state, command.seat)
    _check_card_for_phase(state, command.seat, command.card)
    check_setup_open(state, command.seat)
    card = hand_card(state, command.seat, command.card, "level", "special", *LASTING_TYPES)
    check_forcing_help(state, command.seat, play_clauses(card))
    check_timing(state, command.seat, card.window, command.card)
    check_target(state, command.seat, command.card, command.target, play_clauses(card))
    check_effect_possible(state, command.seat, command.card, command.target, play_clauses(card))
    check_monster_named(state, command.target, play_clauses(card))


def _check_card_for_phase(state: State, seat: Seat, card: InstanceId) -> None:
    """MUNCH-3.8, MUNCH-17.5: in the setup lasting Doors alone, in a surplus of Big items what mends it."""
    if card not in state.players[seat].hand:
        return
    row = card_row(state, card)
    mends = any(isinstance(step, v.ExtraBig | v.LegaliseItem) for clause in row.clauses for step in clause.do)
    if (state.phase == "SETUP" and row.type not in LASTING_TYPES) or (state.phase == "BIG_EXCESS" and not mends):
        refuse("MUNCH-5.3", "resolution_pending", "Something must be finished first; this card can wait.", late=True)


def play_special(unfolding: Unfolding, command: c.PlaySpecial) -> None:
    """MUNCH-20.3: carried out, then discarded, unless it stays in play."""
    seat, card = command.seat, command.card
    row = card_row(unfolding.state, card)
    rule = "MUNCH-20.4" if row.type == "level" else "MUNCH-16.15" if row.type in LASTING_TYPES else "MUNCH-20.2"
    unfolding.emit(e.SpecialPlayed(seat=seat, card=card, target=command.target, rule=rule))
    if row.type == "hireling":
        unfolding.emit(e.LastingCardPlaced(seat=seat, card=card, item=None, rule="MUNCH-16.15"))
        return
    bound = Bindings(card, seat, target=command.target)
    jobs = [RunClause(clause=place, bound=bound) for place, _ in play_clauses(row)]
    unfolding.push(*jobs, DiscardPlayed(seat=seat, card=card))


def discard_played(unfolding: Unfolding, job: DiscardPlayed) -> None:
    """MUNCH-20.3: a card that stayed in play, or lies in the combat, is no longer in the middle."""
    if job.card in unfolding.state.resolving:
        discard_cards(unfolding, job.seat, (job.card,), "played", "MUNCH-20.3")


def check_play_one_shot(state: State, command: c.PlayOneShot) -> None:
    """MUNCH-20.6, MUNCH-8.2: from hand or table, out of turn as well."""
    seat, card = command.seat, command.card
    row = one_shot_at_hand(state, seat, card)
    check_timing(state, seat, row.window, None)
    check_one_shot_usable(state, seat, card)
    clauses = play_clauses(row)
    if (command.side is not None) != needs_of(clauses).side:
        refuse("MUNCH-8.2", "wrong_side", "Name a side for a card that helps a side, and for no other.")
    check_effect_possible(state, seat, card, None, clauses)


def one_shot_at_hand(state: State, seat: Seat, card: InstanceId) -> Card:
    if card not in state.players[seat].hand and state.players[seat].item(card) is None:
        not_available()
    row = card_row(state, card)
    if row.type != "one_shot":
        refuse("MUNCH-20.8", "wrong_card_type", f"{row.name} is no one-shot item.")
    return row


def check_one_shot_usable(state: State, seat: Seat, card: InstanceId) -> None:
    """MUNCH-17.9, MUNCH-11.16: bound to a Class, or pledged to the helper."""
    only_for = card_row(state, card).only_for
    if only_for is not None and not has_class(state, seat, only_for):
        refuse("MUNCH-17.9", "item_not_usable", f"Only a {only_for} can use this.")
    if state.combat is not None and seat == state.combat.fighter and card in state.combat.pledged:
        refuse("MUNCH-11.16", "item_pledged", "You have pledged this item to your helper.")


def play_one_shot(unfolding: Unfolding, command: c.PlayOneShot) -> None:
    seat, card = command.seat, command.card
    use_one_shot(unfolding, seat, card, command.side)
    unfolding.push(DiscardPlayed(seat=seat, card=card))
    begin(unfolding, Bindings(card, seat, target=command.side), play_clauses(card_row(unfolding.state, card)))


def use_one_shot(unfolding: Unfolding, seat: Seat, card: InstanceId, side: Side | None) -> None:
    """MUNCH-17.21: a Cheat! on it does not go along."""
    item = unfolding.state.players[seat].item(card)
    unfolding.emit(
        ec.OneShotPlayed(
            seat=seat,
            card=card,
            side=side,
            source="hand" if item is None else "table",
            attached=() if item is None else item.attached,
            rule="MUNCH-20.6 MUNCH-8.2",
        )
    )


def begin(unfolding: Unfolding, bound: Bindings, clauses: tuple[tuple[int, Clause], ...]) -> None:
    """Name what is still to be named, pay, and carry the clauses out."""
    needs = needs_of(clauses)
    place, clause = clauses[0]
    if bound.target is None and (needs.seat or needs.monster):
        unfolding.push(NameTarget(kind="seat" if needs.seat else "monster", clause=place, bound=bound))
    elif clause.cost is not None:
        start_paying(unfolding, place, clause, bound)
    else:
        unfolding.push(*(RunClause(clause=one, bound=bound) for one, _ in clauses))


def name_target(unfolding: Unfolding, job: NameTarget) -> None:
    """3.8: the player of the card names a seat or a Monster; with one that fits there is no question."""
    state, seat = unfolding.state, job.bound.seat
    options: tuple[int | str, ...]
    if job.kind == "seat":
        others_only = needs_of(_clauses_to_run(state, job)).other_seat
        options = tuple(one for one in state.living if not (others_only and one == seat))
    else:
        options = () if state.combat is None else tuple(monster.id for monster in state.combat.monsters)
    if len(options) == 1:
        note_forced(unfolding, seat, job.kind, options[0], is_public=True)
        target_named(unfolding, job, options[0])
    elif options:
        ask(unfolding, job, seat, job.kind, options, is_public=True, source=job.bound.card)


def target_named(unfolding: Unfolding, job: NameTarget, value: int | str) -> None:
    begin(unfolding, replace(job.bound, target=value), _clauses_to_run(unfolding.state, job))


def _clauses_to_run(state: State, job: NameTarget) -> tuple[tuple[int, Clause], ...]:
    """The one clause of an ability, or all that playing the card sets off."""
    card = card_row(state, job.bound.card)
    clause = card.clauses[job.clause]
    return ((job.clause, clause),) if clause.ability is not None else play_clauses(card)


def start_paying(unfolding: Unfolding, place: int, clause: Clause, bound: Bindings) -> None:
    """MUNCH-16.6: the cost, and then the effect, as one step."""
    cost, ability = clause.cost, clause.ability
    assert cost is not None
    assert ability is not None
    if cost.kind == "whole_hand":
        for card in unfolding.state.players[bound.seat].hand:
            _pay_card(unfolding, bound.seat, card, ability)
        run_clause(unfolding, RunClause(clause=place, bound=bound))
        return
    pay(
        unfolding,
        Pay(ability=ability, left=cost.n, from_hand_only=cost.kind == "hand", clause=place, bound=bound),
    )


def pay(unfolding: Unfolding, job: Pay) -> None:
    """The payer names card after card; where all there is must go, nobody is asked."""
    seat = job.bound.seat
    player = unfolding.state.players[seat]
    options = player.hand if job.from_hand_only else payable(unfolding.state, seat, job.bound.card)
    if len(options) > job.left:
        ask(unfolding, job, seat, "cost", options, is_public=False, source=job.bound.card)
        return
    cheats = {item.cheat for item in player.items}
    for card in sorted(options, key=lambda one: one not in cheats):  # a Cheat! would go along with its item, unpaid
        _pay_card(unfolding, seat, card, job.ability)
    run_clause(unfolding, RunClause(clause=job.clause, bound=job.bound))


def cost_chosen(unfolding: Unfolding, job: Pay, value: int | str) -> None:
    _pay_card(unfolding, job.bound.seat, str(value), job.ability)
    if job.left > 1:
        pay(unfolding, replace(job, left=job.left - 1))
    else:
        run_clause(unfolding, RunClause(clause=job.clause, bound=job.bound))


def _pay_card(unfolding: Unfolding, seat: Seat, card: InstanceId, ability: str) -> None:
    item = unfolding.state.players[seat].item(card)
    attached = () if item is None else item.attached
    unfolding.emit(e.CostPaid(seat=seat, card=card, attached=attached, ability=ability, rule="MUNCH-16.6 MUNCH-16.16"))


def ability_at_hand(state: State, seat: Seat, source: InstanceId, ability: str) -> tuple[int, Clause]:
    """An ability of one's own card in play."""
    player = state.players[seat]
    if source not in (*working_cards(state, seat), *(item.card for item in player.items)):
        not_available()
    row = card_row(state, source)
    for place, clause in enumerate(row.clauses):
        if clause.on == "on_use" and clause.ability == ability:
            return place, clause
    return refuse("MUNCH-16.2", "wrong_card_type", f"{row.name} has no such ability.")


def check_source_works(state: State, seat: Seat, source: InstanceId) -> None:
    if source not in working_cards(state, seat):
        refuse("MUNCH-17.10", "item_not_usable", "A stowed item does nothing.")


def check_use_ability(state: State, command: c.UseAbility) -> None:
    """MUNCH-16.7: when the card says so, while its limit is not reached, and if it can be paid."""
    seat, source = command.seat, command.source
    check_mender(state, seat)
    place, clause = ability_at_hand(state, seat, source, command.ability)
    doubles = any(isinstance(step, v.SellDouble) for step in clause.do)
    if state.phase == "BIG_EXCESS" and not doubles:
        refuse("MUNCH-5.3", "resolution_pending", "The surplus of Big items must be mended first.", late=True)
    check_forcing_help(state, seat, ((place, clause),))
    check_timing(state, seat, clause.window, None)
    check_ability_left(state, seat, source, clause)
    if doubles:
        if state.basket.doubled is not None:
            refuse("MUNCH-18.9", "ability_used_up", "One item of this sale counts double already.")
        if command.target not in state.basket.cards:
            refuse("MUNCH-18.9", "bad_target", "Name a card in your basket.")
        check_source_works(state, seat, source)
    else:
        check_target(state, seat, source, command.target, ((place, clause),))
        check_source_works(state, seat, source)
        check_effect_possible(state, seat, source, command.target, ((place, clause),))
        check_monster_named(state, command.target, ((place, clause),))


def check_ability_left(state: State, seat: Seat, source: InstanceId, clause: Clause) -> None:
    if is_used_up(state, seat, source, clause, response_about(state)):
        refuse("MUNCH-16.7", "ability_used_up", "This ability has reached its limit.")
    if not can_pay(state, seat, source, clause.cost):
        refuse("MUNCH-16.6", "cannot_pay", "You do not have the cards to pay for it.")


def use_ability(unfolding: Unfolding, command: c.UseAbility) -> None:
    seat, source, state = command.seat, command.source, unfolding.state
    place, clause = ability_at_hand(state, seat, source, command.ability)
    doubles = any(isinstance(step, v.SellDouble) for step in clause.do)
    unfolding.emit(
        e.AbilityUsed(
            seat=seat,
            source=source,
            ability=command.ability,
            target=command.target,
            open=command.target not in state.basket.hand,
            mark=None if doubles or clause.limit_per is None else use_mark(state, clause, None),
            rule="MUNCH-18.9" if doubles else "MUNCH-16.7",
        )
    )
    if doubles:
        basket = replace(state.basket, doubled=str(command.target), doubled_by=source)
        change_basket(unfolding, basket, "MUNCH-18.9")
        return
    begin(unfolding, Bindings(source, seat, target=command.target), ((place, clause),))


def check_response_shape(command: c.Respond) -> None:
    """An answer is a card, or a source and its ability."""
    if (command.card is None) == (command.source is None) or (command.source is None) != (command.ability is None):
        refuse("MUNCH-5.21", "bad_parameters", "Answer with a card, or with a source and its ability.")


def check_respond(state: State, command: c.Respond) -> None:
    """MUNCH-5.21, MUNCH-13.10: a card or an ability whose play window is that of the open window."""
    window = state.window
    assert window is not None
    if command.seat not in window.asked:
        refuse("MUNCH-5.12", "not_asked", "This window asks another player.")
    if command.card is not None:
        clauses = _response_card(state, command.seat, command.card)
    else:
        assert command.source is not None
        assert command.ability is not None
        place, clause = ability_at_hand(state, command.seat, command.source, command.ability)
        clauses = ((place, clause),)
    if clauses[0][1].window != window.kind:
        refuse("MUNCH-16.7", "wrong_timing", "The card does not answer this.")
    about = response_about(state)
    cancels = any(isinstance(step, v.CancelBadStuff) for _, clause in clauses for step in clause.do)
    if cancels and isinstance(about, Escape) and about.total >= ESCAPE_ROLL:
        refuse("MUNCH-13.10", "wrong_timing", "The roll as it stands is an escape; there is nothing to cancel.")
    if command.source is not None:
        check_ability_left(state, command.seat, command.source, clauses[0][1])
    if needs_of(clauses).seat and not _someone_else_lives(state, command.seat):
        refuse("MUNCH-5.8", "bad_target", "There is nobody else whom it could strike.")
    if command.source is not None:
        check_source_works(state, command.seat, command.source)
    elif command.card is not None and card_row(state, command.card).type == "one_shot":
        check_one_shot_usable(state, command.seat, command.card)


def _someone_else_lives(state: State, seat: Seat) -> bool:
    return any(other != seat for other in state.living)


def _response_card(state: State, seat: Seat, card: InstanceId) -> tuple[tuple[int, Clause], ...]:
    if card in state.players[seat].hand:
        row = hand_card(state, seat, card, "special", "one_shot", "level")
    else:
        row = one_shot_at_hand(state, seat, card)
    clauses = play_clauses(row)
    if not clauses:
        refuse("MUNCH-16.7", "wrong_timing", "The card does not answer this.")
    return clauses


def respond(unfolding: Unfolding, command: c.Respond) -> None:
    seat, state, window = command.seat, unfolding.state, unfolding.state.window
    assert window is not None
    rule = "MUNCH-5.21"
    if command.card is not None:
        row = card_row(state, command.card)
        if row.type == "one_shot":
            use_one_shot(unfolding, seat, command.card, None)
        unfolding.emit(e.ResponseMade(window=window.id, seat=seat, card=command.card, rule=rule))
        unfolding.push(DiscardPlayed(seat=seat, card=command.card))
        begin(unfolding, Bindings(command.card, seat), play_clauses(row))
        return
    assert command.source is not None
    assert command.ability is not None
    place, clause = ability_at_hand(state, seat, command.source, command.ability)
    mark = None if clause.limit_per is None else use_mark(state, clause, response_about(state))
    unfolding.emit(
        e.ResponseMade(
            window=window.id, seat=seat, source=command.source, ability=command.ability, mark=mark, rule=rule
        )
    )
    begin(unfolding, Bindings(command.source, seat), ((place, clause),))
