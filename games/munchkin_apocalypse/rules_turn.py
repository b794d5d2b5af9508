"""The end of the setup, the turn and its phases, Charity (section 3, section 6, section 23)."""

from __future__ import annotations

from games.decider import Seat
from games.munchkin_apocalypse import commands as c
from games.munchkin_apocalypse import events as e
from games.munchkin_apocalypse.agenda import (
    Bindings,
    Bury,
    Listen,
    NewCharacter,
    OpenSeal,
    RunClause,
    SealRoll,
    StartEffects,
)
from games.munchkin_apocalypse.carrying import hand_limit
from games.munchkin_apocalypse.meaning import card_row, facts, working_cards
from games.munchkin_apocalypse.refusals import check_own_turn, hand_card, not_available, refuse
from games.munchkin_apocalypse.rules_combat import start_combat
from games.munchkin_apocalypse.rules_disasters import strike
from games.munchkin_apocalypse.state import State
from games.munchkin_apocalypse.steps import deal_hand, draw, refill
from games.munchkin_apocalypse.unfolding import Unfolding
from games.munchkin_apocalypse.upkeep import empty_basket


def check_finish_setup(state: State, command: c.FinishSetup) -> None:
    if state.players[command.seat].is_ready:
        refuse("MUNCH-3.9", "setup_finished", "You have finished; wait for the others.", late=True)


def finish_setup(unfolding: Unfolding, command: c.FinishSetup) -> None:
    """MUNCH-3.9: the first turn begins when all are done."""
    unfolding.emit(e.SetupFinished(seat=command.seat, rule="MUNCH-3.9"))
    if all(player.is_ready for player in unfolding.state.players):
        start_turn(unfolding, 1, unfolding.state.active)


def start_turn(unfolding: Unfolding, turn: int, seat: Seat) -> None:
    """MUNCH-6.3: what happens by itself at the very start, in its order."""
    is_new = unfolding.state.players[seat].has_died
    unfolding.emit(e.TurnStarted(turn=turn, seat=seat, rule="MUNCH-6.1 MUNCH-6.3"))
    for dead, player in enumerate(unfolding.state.players):
        if not player.is_alive:
            unfolding.emit(e.CharacterRevived(seat=dead, rule="MUNCH-14.20"))
    if is_new:
        unfolding.push(NewCharacter(seat=seat), *_start_jobs(unfolding.state, seat))
    else:
        unfolding.push(*_start_jobs(unfolding.state, seat))


def _start_jobs(state: State, seat: Seat) -> tuple[SealRoll | Bury | Listen | StartEffects, ...]:
    jobs: list[SealRoll | Bury | Listen | StartEffects] = []
    if state.options.blend_seal_roll:
        jobs += [SealRoll(seat=seat), Bury()]
    if state.options.fast_listen:
        jobs.append(Listen(seat=seat))
    return (*jobs, StartEffects(seat=seat))


def new_character(unfolding: Unfolding, job: NewCharacter) -> None:
    """MUNCH-14.22, MUNCH-14.23."""
    deal_hand(unfolding, job.seat, "new_character", "MUNCH-14.22 MUNCH-14.23")


def roll_for_seal(unfolding: Unfolding, job: SealRoll) -> None:
    """MUNCH-25.12: on a 1 the roller opens a Seal."""
    die = unfolding.dice.roll()
    unfolding.emit(e.SealDieRolled(seat=job.seat, die=die, rule="MUNCH-25.12"))
    if die == 1:
        unfolding.push(OpenSeal(opener=job.seat, cause="seal_roll"))


def listen(unfolding: Unfolding, job: Listen) -> None:
    """MUNCH-25.2, MUNCH-25.3."""
    if unfolding.state.players[job.seat].is_alive:
        draw(unfolding, job.seat, "door", 1, "listen", "MUNCH-25.2 MUNCH-25.3")


def start_effects(unfolding: Unfolding, job: StartEffects) -> None:
    """MUNCH-6.3 (e): cards that lie before the active player."""
    player = unfolding.state.players[job.seat]
    table = facts(unfolding.state).on["start_of_turn"]
    bound = [Bindings(card, job.seat) for card in working_cards(unfolding.state, job.seat) if card in table]
    lasting = [disaster.card for disaster in player.disasters if disaster.card in table]
    bound += [Bindings(card, job.seat, victim=job.seat) for card in lasting]
    unfolding.push(*(RunClause(clause=place, bound=one) for one in bound for place, _ in table[one.card]))


def check_active(state: State, command: c.OpenDoor | c.SearchRoom | c.EndTurn) -> None:
    check_own_turn(state, command.seat)


def open_door(unfolding: Unfolding, command: c.OpenDoor) -> None:
    """MUNCH-6.6 to MUNCH-6.10: a Monster attacks, a Disaster hits, anything else goes to the hand."""
    seat = command.seat
    if not refill(unfolding, "door"):
        unfolding.emit(e.DeckExhausted(deck="door", missing=1, phase="AFTER_DOOR", rule="MUNCH-6.10 MUNCH-4.4"))
        return
    card = unfolding.state.doors[0]
    unfolding.emit(e.DoorOpened(seat=seat, card=card, rule="MUNCH-6.6"))
    kind = card_row(unfolding.state, card).type
    if kind == "monster":
        start_combat(unfolding, seat, card, "door")
    elif kind == "disaster":
        strike(unfolding, card, seat, by=None, source="door")
    else:
        unfolding.emit(e.DoorCardTaken(seat=seat, card=card, rule="MUNCH-6.9"))


def check_look_for_trouble(state: State, command: c.LookForTrouble) -> None:
    """MUNCH-6.11: a Monster from the hand, whether it can be beaten or not (MUNCH-6.12)."""
    check_own_turn(state, command.seat)
    hand_card(state, command.seat, command.card, "monster")


def look_for_trouble(unfolding: Unfolding, command: c.LookForTrouble) -> None:
    unfolding.emit(e.TroubleSought(seat=command.seat, card=command.card, rule="MUNCH-6.11 MUNCH-6.13"))
    start_combat(unfolding, command.seat, command.card, "trouble")


def search_room(unfolding: Unfolding, command: c.SearchRoom) -> None:
    """MUNCH-6.14: a Door, face down; a Treasure in the faster game (MUNCH-25.4)."""
    unfolding.emit(e.RoomSearched(seat=command.seat, rule="MUNCH-6.14"))
    if unfolding.state.options.fast_search:
        draw(unfolding, command.seat, "treasure", 1, "search", "MUNCH-25.4")
    else:
        draw(unfolding, command.seat, "door", 1, "search", "MUNCH-6.14")


def end_turn(unfolding: Unfolding, command: c.EndTurn) -> None:
    """MUNCH-6.19, MUNCH-6.20, MUNCH-23.1 to MUNCH-23.4: Charity first, if the hand is too large."""
    seat = command.seat
    empty_basket(unfolding)
    players = unfolding.state.players
    surplus = len(players[seat].hand) - hand_limit(unfolding.state, seat)
    if surplus <= 0:
        finish_turn(unfolding)
        return
    lowest = min(players[one].level for one in unfolding.state.living)
    poorest = tuple(one for one in unfolding.state.living if players[one].level == lowest)
    recipients = () if seat in poorest else poorest
    unfolding.emit(
        e.CharityStarted(
            seat=seat, surplus=surplus, recipients=recipients, rule="MUNCH-23.1 MUNCH-23.3 MUNCH-23.4 MUNCH-23.6"
        )
    )


def finish_turn(unfolding: Unfolding) -> None:
    """MUNCH-6.1, MUNCH-23.10: the turn is over, and the player to the left begins."""
    state = unfolding.state
    empty_basket(unfolding)
    unfolding.emit(e.TurnEnded(turn=state.turn, seat=state.active, rule="MUNCH-6.1"))
    start_turn(unfolding, state.turn + 1, (state.active + 1) % len(state.players))


def check_give_charity_card(state: State, command: c.GiveCharityCard) -> None:
    """MUNCH-23.2, MUNCH-23.7: to a recipient, and as evenly as possible."""
    check_own_turn(state, command.seat)
    if command.card not in state.players[command.seat].hand:
        not_available()
    charity = state.charity
    assert charity is not None
    if command.to not in charity.recipients:
        refuse("MUNCH-23.1", "charity_recipient", "Give to a living player of the lowest Level.")
    if not may_be_given(state, command.to):
        refuse("MUNCH-23.7", "charity_share", "That would divide the cards unevenly; give it to another recipient.")


def may_be_given(state: State, to: Seat) -> bool:
    """MUNCH-23.6: each gets the even share, and as many as are left over one card more."""
    charity = state.charity
    assert charity is not None
    even, left_over = divmod(charity.surplus, len(charity.recipients))
    count = charity.given[charity.recipients.index(to)] + 1
    larger = sum(given > even for given in charity.given)
    return count <= even or (count == even + 1 and larger < left_over)


def give_charity_card(unfolding: Unfolding, command: c.GiveCharityCard) -> None:
    deck = facts(unfolding.state).back[command.card]
    assert deck != "seal", "a Seal is never in a hand"
    unfolding.emit(
        e.CharityGiven(
            seat=command.seat,
            to=command.to,
            deck=deck,
            card=command.card,
            rule="MUNCH-23.5 MUNCH-23.7 MUNCH-23.9",
        )
    )
    _end_charity(unfolding, command.seat)


def check_discard_charity_card(state: State, command: c.DiscardCharityCard) -> None:
    """MUNCH-23.3: only a giver of the lowest Level discards."""
    check_own_turn(state, command.seat)
    if command.card not in state.players[command.seat].hand:
        not_available()
    assert state.charity is not None
    if state.charity.recipients:
        refuse("MUNCH-23.3", "charity_recipient", "Somebody is poorer than you: give the card away.")


def discard_charity_card(unfolding: Unfolding, command: c.DiscardCharityCard) -> None:
    unfolding.emit(e.CharityDiscarded(seat=command.seat, card=command.card, rule="MUNCH-23.3 MUNCH-23.5"))
    _end_charity(unfolding, command.seat)


def _end_charity(unfolding: Unfolding, seat: Seat) -> None:
    if len(unfolding.state.players[seat].hand) <= hand_limit(unfolding.state, seat):
        finish_turn(unfolding)


def check_show_card(state: State, command: c.ShowCard) -> None:
    """MUNCH-4.9: from the own hand, to another player or to all."""
    if command.card not in state.players[command.seat].hand:
        not_available()
    if command.to == command.seat:
        refuse("MUNCH-4.9", "bad_target", "Show it to another player, or to all.")


def show_card(unfolding: Unfolding, command: c.ShowCard) -> None:
    unfolding.emit(e.HandCardShown(seat=command.seat, to=command.to, card=command.card, rule="MUNCH-4.9"))
