"""How likely a seat is to win, roughly: what it has, the round that it still has to walk, and how hurt it is.

Most points of a match are those of an artifact and of the way out, so a seat that is still inside is judged by the best
round that is left to it: to an artifact, if it carries none, and home. Otherwise a short playout would see no gain in
walking. The weights are near those of a logistic regression over 42 000 positions of 1 484 matches between policy bots
that now and then played by chance, relative to that of a point. KNOCKED_OUT and CARRIES_ARTIFACT are set by hand: the
first because nobody wins like that, the second (fitted: -8.9) so that an artifact at hand is rather taken than left.
"""

from __future__ import annotations

from games.clank.catalogue import BOARDS, CARDS, TABLE, TOKENS
from games.clank.scoring import score
from games.clank.state import Player, State, artifacts_of, owns_item
from games.clank.ways import FAR, distances
from games.decider import Seat
from games.worth import share

LEAD = 7.8  # points
KNOCKED_OUT = -40.0  # nobody wins like that
INSIDE = 25.0  # what a player inside may still fetch beside an artifact, and the way out
CARRIES_ARTIFACT = -7.0  # beside its points
MAY_FETCH = 0.8  # for each point of an artifact that is still there
WAY_THERE_AND_BACK = 1.1  # for each unit of the way that is left: two for each Boot, one for each monster
WAY_HOME = 0.6
BOOT = 1.2  # for each Boot of this turn
BOOTS_DRAWN = 5.5  # for each Boot in a hand, on average
SWORDS_DRAWN = 0.7
CUBE = 0.6  # for each own cube in the bag and in the Clank area
HURT = 0.13  # for the square of the cubes on the meter
HURT_DEEP = 0.2  # the same in the Depths, where nobody is rescued
TURN = 5.0  # units of the way in one turn
LATE = 1.6  # for each unit of the way that is left when the countdown ends


def value(state: State, seat: Seat) -> float:
    return share([_worth(state, player, one) for one, player in enumerate(state.players)], seat, LEAD)


def _worth(state: State, player: Player, seat: Seat) -> float:
    if player.status == "ko" and not player.rescued:
        return KNOCKED_OUT
    points = float(score(player, seat).total)
    if player.status != "in":
        return points
    return points + INSIDE + _walk(state, player, seat) + _deck(player) - _danger(state, player)


def _walk(state: State, player: Player, seat: Seat) -> float:
    """What the round that is left to the player brings, without the way that it takes."""
    board = BOARDS[state.board_side]
    to = distances(state.board_side, owns_item(player, "key"))
    home = to[board.start]
    if artifacts_of(player):
        way = home.get(player.room, FAR)
        found = CARRIES_ARTIFACT - WAY_HOME * way
    else:
        rounds = [
            (MAY_FETCH * TOKENS[token.kind].points, to[room.id].get(player.room, FAR) + home.get(room.id, FAR))
            for room, tokens in zip(board.rooms, state.rooms)
            for token in tokens
            if token is not None and TOKENS[token.kind].type == "artifact"
        ]
        found, way = max(
            ((prize - WAY_THERE_AND_BACK * way, way) for prize, way in rounds), default=(-WAY_THERE_AND_BACK * FAR, FAR)
        )
    if state.turn.seat == seat:
        found += BOOT * state.turn.boots
    if state.countdown_seat is not None:
        turns = len(TABLE.countdown_extra) + 1 - state.countdown_space
        found -= LATE * max(0.0, way - TURN * turns)
    return found


def _deck(player: Player) -> float:
    """What the deck is worth for walking: Boots most of all."""
    cards = [CARDS[card.name] for card in (*player.deck, *player.hand, *player.play, *player.discard)]
    hands = max(1.0, len(cards) / TABLE.hand_size)
    return sum(BOOTS_DRAWN * card.boots + SWORDS_DRAWN * card.swords for card in cards) / hands


def _danger(state: State, player: Player) -> float:
    is_deep = BOARDS[state.board_side].room[player.room].zone == "depths"
    hurt = (HURT + HURT_DEEP if is_deep else HURT) * player.meter**2
    return hurt + CUBE * (player.bag + player.clank)
