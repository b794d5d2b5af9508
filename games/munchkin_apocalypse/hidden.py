"""What a viewer cannot know: another state that looks the same to them, and which events teach somebody something."""

from __future__ import annotations

from msgspec.structs import replace

from events.visibility import ARBITER, Viewer
from games.decider import Event, Seat
from games.dice import Dice
from games.munchkin_apocalypse import events as e
from games.munchkin_apocalypse import events_combat as ec
from games.munchkin_apocalypse.agenda import BringMonster
from games.munchkin_apocalypse.catalogue import InstanceId
from games.munchkin_apocalypse.effects_combat import horde_tag, monsters_in_hand
from games.munchkin_apocalypse.meaning import card_row, facts
from games.munchkin_apocalypse.state import State

TRIES = 5_000


def resample(state: State, viewer: Viewer, dice: Dice) -> State:
    """Doors among Doors and Treasures among Treasures, as their backs are known; drawn again where it cannot be so."""
    if viewer == ARBITER or not state.players:
        return state
    for _ in range(TRIES):
        other = _with_fitting_options(_deal_anew(state, viewer, dice), viewer)
        if _is_possible(other, viewer):
            return other
    # The true state would show this viewer everything.
    raise RuntimeError(f"no other state that looks the same was found in {TRIES} tries")


def _deal_anew(state: State, viewer: Viewer, dice: Dice) -> State:
    hidden = [*state.doors, *state.treasures]
    for seat, player in enumerate(state.players):
        if seat != viewer:
            hidden += player.hand
    shown = _shown_by_choice(state, viewer)
    back = facts(state).back
    swap: dict[InstanceId, InstanceId] = {}
    for deck in ("door", "treasure"):
        cards = [card for card in hidden if back[card] == deck and card not in shown]
        swap.update(zip(cards, dice.shuffle(sorted(cards))))  # sorted, so that the truth has no part in the draw
    unopened = len(state.seals) - state.closed_seals
    return replace(
        _double_again(_swapped(state, swap), viewer, dice),
        seals=(*dice.shuffle(sorted(state.seals[:unopened])), *state.seals[unopened:]),
    )


def _shown_by_choice(state: State, viewer: Viewer) -> tuple[int | str, ...]:
    """Cards of another's hand that the viewer is choosing from just now, and must go on seeing."""
    choice = state.choice
    return choice.options if choice is not None and choice.seat == viewer else ()


def _swapped(state: State, swap: dict[InstanceId, InstanceId]) -> State:
    def new(cards: tuple[InstanceId, ...]) -> tuple[InstanceId, ...]:
        return tuple([swap.get(card, card) for card in cards])

    choice = state.choice
    if choice is not None:
        options = tuple([swap.get(value, value) if isinstance(value, str) else value for value in choice.options])
        choice = replace(choice, options=options)
    basket = state.basket
    doubled = basket.doubled if basket.doubled is None else swap.get(basket.doubled, basket.doubled)
    return replace(
        state,
        doors=new(state.doors),
        treasures=new(state.treasures),
        players=tuple([replace(player, hand=new(player.hand)) for player in state.players]),
        fresh=new(state.fresh),
        picked=tuple([(seat, swap.get(card, card)) for seat, card in state.picked]),
        basket=replace(basket, hand=new(basket.hand), doubled=doubled),
        choice=choice,
    )


def _double_again(state: State, viewer: Viewer, dice: Dice) -> State:
    """MUNCH-V.6: of several hidden cards in a basket, which one counts double is known to the owner alone."""
    basket = state.basket
    if viewer == state.active or basket.doubled not in basket.hand:
        return state
    return replace(state, basket=replace(basket, doubled=dice.pick(basket.hand)))


def _is_possible(state: State, viewer: Viewer) -> bool:
    """What the public facts say of hidden cards: those in a basket can be sold, and who chooses a Monster holds one."""
    if viewer != state.active:
        for card in state.basket.hand:
            row = card_row(state, card)
            if not row.is_item or row.gold == 0:
                return False
    return state.choice is None or bool(state.choice.options)


def _with_fitting_options(state: State, viewer: Viewer) -> State:
    """A choice among the Monsters of a hidden hand is one among those of the hand as dealt anew."""
    choice = state.choice
    if choice is None or choice.kind != "monster_from_hand" or choice.seat == viewer:
        return state
    job = state.agenda[-1] if state.agenda else None
    if not isinstance(job, BringMonster):  # between two events of a command; the options are renamed with the cards
        return state
    tag = horde_tag(state, job.card) if job.via == "horde_pair" else None
    return replace(state, choice=replace(choice, options=monsters_in_hand(state, job.seat, without_tag=tag)))


REVEALING = (
    e.DoorOpened,
    ec.SealOpened,
    e.DeckReshuffled,
    e.SealDieRolled,
    ec.EscapeRolled,
    ec.EscapeRerolled,
    e.DieRolled,
    e.RandomCardsPicked,
    e.HandCardsMoved,
    e.CharityGiven,
    e.HandCardShown,
    ec.BodyLaidOut,
    e.CardsDrawn,
    e.MatchStarted,
)


def reveals(event: Event) -> bool:
    """MUNCH-U.4: a draw, a Door, a Seal, a die, a hidden card of somebody else, or a window that ran out."""
    if isinstance(event, ec.WindowClosed):
        return event.by != "resolved"
    if isinstance(event, ec.LootOrderDecided):
        return bool(event.rolls)
    if isinstance(event, e.ChoiceRequested):
        return event.owner not in (None, event.seat)  # another's hand was shown
    return isinstance(event, REVEALING)


def hand(state: State, seat: Seat) -> list[str]:
    """By kind: `riot_helmet#2` is a riot_helmet."""
    return [card.partition("#")[0] for card in state.players[seat].hand]
