"""What a viewer knows of hidden cards, other worlds that agree with it, and which events teach somebody something.

Somebody who has held a packet knows which cards lay in it. Cards that a viewer last saw in the same packet in the same
round are alike to them: each is now in that packet, or in the hand of one who has drafted from it since, and nothing
tells which. All cards that a viewer has never seen are alike too. So another world is this one with the cards of each
such group exchanged, and every exchange is as likely as any other.
"""

from __future__ import annotations

from collections import defaultdict

from msgspec.structs import replace

from events.visibility import ARBITER, SPECTATOR, Viewer
from games.decider import Event, Seat
from games.dice import Dice
from games.szmal import events as e
from games.szmal.rules import lost_type
from games.szmal.state import Run, State, held_packet, put, with_card, without_card
from games.szmal.table import of_type

Cards = tuple[int, ...]


def resample(state: State, viewer: Viewer, dice: Dice) -> State:
    """A state that looks the same to this viewer, with everything that they cannot know drawn again."""
    if viewer == ARBITER or state.winners or not state.packets:
        return state
    exchanged = _exchange(state, viewer, dice)
    return _choose_again(_forget_packets(_renamed(state, exchanged), viewer), viewer, dice)


def _exchange(state: State, viewer: Viewer, dice: Dice) -> dict[int, int]:
    """Which card stands in for which: a shuffle within each group of cards that are alike to the viewer."""
    seen = last_seen(state, viewer)
    groups: dict[tuple[int, int] | None, list[int]] = defaultdict(list)
    for card in sorted(_hidden(state, viewer)):
        groups[seen.get(card)].append(card)
    exchanged: dict[int, int] = {}
    places = _places(state)
    for _, alike in sorted(groups.items(), key=lambda group: group[0] or (-1, -1)):
        # From place to place, sorted cards: what is drawn depends on the dice and on what the viewer knows, never on
        # where a card really was.
        exchanged.update(zip(sorted(alike, key=places.__getitem__), dice.shuffle(alike)))
    return exchanged


def _places(state: State) -> dict[int, tuple[int, ...]]:
    """Where each hidden card is, so that places can be told apart without looking at the cards in them."""
    places: dict[int, tuple[int, ...]] = {card: (0, place) for place, card in enumerate(state.draw_pile)}
    for packet, cards in enumerate(state.packets):
        places |= dict.fromkeys(cards, (1, packet))
    for seat in range(state.seats):
        places |= {card: (2, seat, card == state.picked[seat]) for card in _held(state, seat)}
    return places


def last_seen(state: State, viewer: Viewer) -> dict[int, tuple[int, int]]:
    """For each card that the viewer has held in a packet: which packet, and the last round they held it in."""
    seen: dict[int, tuple[int, int]] = {}
    if isinstance(viewer, int):
        for round_ in range(1, state.round + 1):
            packet = held_packet(state, viewer, round_)
            for card in state.passed[round_ - 1][packet]:
                seen[card] = (packet, round_)
    return seen


def _hidden(state: State, viewer: Viewer) -> set[int]:
    """The cards whose place the viewer does not know; one that everybody saw going back to a hand is not hidden."""
    hidden = set(state.draw_pile)
    for packet in state.packets:
        hidden.update(packet)
    for seat in range(state.seats):
        if seat != viewer:
            hidden.update(_held(state, seat))
            hidden.difference_update(state.returned[seat])
    if viewer != SPECTATOR and _is_drafting(state):
        assert isinstance(viewer, int)
        hidden.difference_update(state.packets[held_packet(state, viewer, state.round)])
    return hidden


def _held(state: State, seat: Seat) -> Cards:
    committed = state.committed[seat]
    return state.hands[seat] if committed is None else with_card(state.hands[seat], committed)


def _is_drafting(state: State) -> bool:
    return state.decision is not None and state.decision.kind == "DRAFT_PICK"


def _renamed(state: State, exchanged: dict[int, int]) -> State:
    """The same world under other names of the hidden cards; what has been seen of it changes with it."""

    def name(card: int) -> int:
        return exchanged.get(card, card)

    def names(cards: Cards) -> Cards:
        return tuple(sorted(map(name, cards)))

    def maybe(cards: tuple[int | None, ...]) -> tuple[int | None, ...]:
        return tuple(None if card is None else name(card) for card in cards)

    return replace(
        state,
        draw_pile=tuple(map(name, state.draw_pile)),
        packets=tuple(map(names, state.packets)),
        passed=tuple(tuple(map(names, packets)) for packets in state.passed),
        hands=tuple(map(names, state.hands)),
        picked=maybe(state.picked),
        committed=maybe(state.committed),
    )


def _forget_packets(state: State, viewer: Viewer) -> State:
    """Of the packets that seats have held, only those that the viewer has: the others tell who took which card in which
    round. No view shows them."""

    def is_known(packet: int, round_: int) -> bool:
        is_held = isinstance(viewer, int) and packet == held_packet(state, viewer, round_)
        return is_held or round_ > state.round  # passed on for the next round: these are the packets that lie there now

    passed = (
        tuple(cards if is_known(packet, round_) else () for packet, cards in enumerate(packets))
        for round_, packets in enumerate(state.passed, 1)
    )
    return replace(state, passed=tuple(passed))


def _choose_again(state: State, viewer: Viewer, dice: Dice) -> State:
    """Sealed choices of the others: any card of their hand, any card that they could lose."""
    for seat in range(state.seats):
        if seat == viewer:
            continue
        if state.committed[seat] is not None:
            held = _held(state, seat)
            card = dice.pick(held)
            state = replace(
                state,
                hands=put(state.hands, seat, without_card(held, card)),
                committed=put(state.committed, seat, card),
            )
        if state.losing[seat] is not None and state.decision is not None:
            asking = state.decision.stack[-1]
            assert isinstance(asking, Run)
            fitting = [place.card for place in of_type(state, seat, lost_type(state, asking))]
            state = replace(state, losing=put(state.losing, seat, dice.pick(fitting)))
    return state


def reveals(event: Event) -> bool:
    """SZMAL-U.4: packets are opened, face-down choices are shown, cards are drawn or turned up."""
    if isinstance(event, e.DrawPileRevealed):
        return bool(event.cards)
    return isinstance(event, (e.RoundStarted, e.CardsRevealed, e.LossesRevealed, e.CardDrawn))


def hand(state: State, seat: Seat) -> list[str]:
    """The numbers of the cards in the hand, with one that lies face down already."""
    return [str(card) for card in _held(state, seat)]
