"""What must hold after every event (CLANK-I.1 to CLANK-I.23); each broken one is a sentence that names it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from itertools import chain as joined
from typing import Any

from games.clank.catalogue import CARDS, DUNGEON, RESERVE, STARTERS, TABLE, TOKENS, tokens_of
from games.clank.events import (
    CubesDrawn,
    DamageTaken,
    DragonAttackStarted,
    MatchEnded,
    TokensOffered,
    TrashDemanded,
    TurnStarted,
)
from games.clank.state import Card, Player, State, artifacts_of, board_of, can_carry_artifact, count_of
from games.decider import Event, Seat

STARTERS_EACH = sum(row.copies for row in STARTERS.values())
TOKENS_IN_ALL = Counter(tokens_of("artifact") + tokens_of("major") + tokens_of("minor") + tokens_of("idol"))
TOKENS_IN_ALL += Counter(tokens_of("market"))


def invariants(before: State, event: Event, after: State) -> Iterable[str]:
    """A sentence for each invariant that this event has broken.

    What nothing has touched is still the same object: it is as sound as it was, and needs no counting.
    """
    if after.phase == "SETUP":
        return ()
    broken: list[str] = []
    is_first = before.phase == "SETUP" or len(before.players) != len(after.players)
    has_cards = is_first or _cards_moved(before, after)
    has_tokens = is_first or _tokens_moved(before, after)
    if is_first:
        for seat, player in enumerate(after.players):
            broken += _belongings(seat, player)
    if before.players is not after.players:
        for seat, (old, new) in enumerate(zip(before.players, after.players)):
            if old is not new:
                broken += _belongings(seat, new)
                broken += _status(after, seat, old, new)
                has_cards = has_cards or _gains_or_loses(old, new)
                has_tokens = has_tokens or old.tokens is not new.tokens
    broken += _tracks(before, after)
    broken += _pools(after)
    if type(event) in BY_EVENT:
        broken += BY_EVENT[type(event)](before, event, after)
    if has_cards:
        broken += _cards(after)
    if has_tokens:
        broken += _tokens(after)
    return broken


def _cards_moved(before: State, after: State) -> bool:
    """Whether the cards that nobody owns are others than before."""
    return (
        before.row is not after.row
        or before.dungeon_deck is not after.dungeon_deck
        or before.dungeon_discard is not after.dungeon_discard
        or before.reserve is not after.reserve
    )


def _tokens_moved(before: State, after: State) -> bool:
    return (
        before.rooms is not after.rooms
        or before.box is not after.box
        or before.hidden_box is not after.hidden_box
        or before.stock is not after.stock
        or before.masteries is not after.masteries
    )


def _gains_or_loses(old: Player, new: Player) -> bool:
    """Whether a player has other cards than before; those that only changed their place are as sound as they were."""
    had: tuple[Card, ...] = ()
    has: tuple[Card, ...] = ()
    for old_pile, new_pile in zip(_piles(old), _piles(new)):
        if old_pile is not new_pile:
            had += old_pile
            has += new_pile
    return len(had) != len(has) or (set(map(id, had)) != set(map(id, has)) and set(had) != set(has))


def _piles(player: Player) -> tuple[tuple[Card, ...], ...]:
    return (player.deck, player.hand, player.play, player.discard, player.trashed)


def _belongings(seat: Seat, player: Player) -> Iterable[str]:
    parts = (player.supply, player.clank, player.bag, player.drawn, player.meter, player.aside)
    if sum(parts) != TABLE.cubes_each or min(parts) < 0:
        yield f"CLANK-I.1: the cubes of seat {seat} are {parts}"
    if player.meter > TABLE.health:
        yield f"CLANK-I.3: the meter of seat {seat} holds {player.meter}"
    if player.gold < 0:
        yield f"CLANK-I.8: the purse of seat {seat} holds {player.gold}"


def _pools(state: State) -> Iterable[str]:
    turn = state.turn
    pools = (turn.skill, turn.swords, turn.boots, turn.quiet, turn.teleports)
    if not any(pools):
        return
    if min(pools) < 0:
        yield f"CLANK-I.8: a pool is negative: {pools}"
    if state.phase not in ("TURN", "TOKEN_CHOICE"):
        yield f"CLANK-I.8: a pool is not empty outside a turn: {pools}"
    if turn.quiet and state.players[turn.seat].clank and state.players[turn.seat].status == "in":
        yield "CLANK-I.9: there is Quiet left although the active player has cubes in the Clank area"


def _tracks(before: State, state: State) -> Iterable[str]:
    if state.black_bag + state.black_aside != TABLE.dragon_cubes or min(state.black_bag, state.black_aside) < 0:
        yield f"CLANK-I.2: {state.black_bag} black cubes in the bag and {state.black_aside} aside"
    last, moved = len(TABLE.rage), state.rage - state.rage_start
    if not state.rage_start <= state.rage <= last or state.rage < before.rage:
        yield f"CLANK-I.10: the dragon marker is on space {state.rage}"
    if moved > state.rage_steps or (state.rage < last and moved != state.rage_steps):
        yield f"CLANK-I.10: the marker moved {moved} spaces for {state.rage_steps} reasons"
    if state.countdown_space < before.countdown_space:
        yield "CLANK-I.12: the countdown goes backwards"
    if before.countdown_seat is not None and state.countdown_seat != before.countdown_seat:
        yield "CLANK-I.12: there is a second countdown player"


def _status(state: State, seat: Seat, old: Player, new: Player) -> Iterable[str]:
    if old.status != new.status and old.status != "in":
        yield f"CLANK-I.11: seat {seat} went from {old.status} to {new.status}"
    if new.status == "left" and not artifacts_of(new):
        yield f"CLANK-I.13: seat {seat} has left without an artifact"
    if new.status == "in" and new.room == board_of(state).start and old.room == new.room and artifacts_of(new):
        yield f"CLANK-I.13: seat {seat} stands outside with an artifact and has not left"
    if old.tokens is not new.tokens:
        carried = len(artifacts_of(new))
        if carried > 1 + count_of(new, "backpack") or (
            carried > len(artifacts_of(old)) and not can_carry_artifact(old)
        ):
            yield f"CLANK-I.7: seat {seat} carries too many artifacts"


def _cards(state: State) -> Iterable[str]:
    owned = [tuple(joined(*_piles(player))) for player in state.players]
    ids = [card.id for card in joined(*owned, state.dungeon_deck, state.dungeon_discard)]
    ids += [card.id for card in state.row if card is not None]
    if len(set(ids)) != len(ids):
        yield "CLANK-I.4: a card is in two places"
    for seat, cards in enumerate(owned):
        if sum([card.name in STARTERS for card in cards]) != STARTERS_EACH:
            yield f"CLANK-I.4: seat {seat} does not have {STARTERS_EACH} starting cards"
    names = Counter([card.name for cards in owned for card in cards])
    for pile, left in state.reserve:
        if left + names[pile] != RESERVE[pile].copies or left < 0:
            yield f"CLANK-I.4: {left} cards of {pile} in the reserve and {names[pile]} with the players"
    dungeon = len(state.dungeon_deck) + len(state.dungeon_discard) + sum(card is not None for card in state.row)
    dungeon += sum(names[name] for name in names if name in DUNGEON)
    if dungeon != TABLE.dungeon_cards:
        yield f"CLANK-I.4: there are {dungeon} dungeon cards"


def _tokens(state: State) -> Iterable[str]:
    places = (*state.rooms, state.box, state.hidden_box, state.stock, *(player.tokens for player in state.players))
    kinds = Counter(token.kind for token in joined(*places) if token is not None)
    masteries = kinds.pop("mastery", 0)
    if kinds != TOKENS_IN_ALL:
        yield "CLANK-I.6: a token is missing or doubled"
    if masteries + len(state.masteries) != len(state.players):
        yield "CLANK-I.6: a mastery token is missing or doubled"


def _turn_started(_before: State, event: TurnStarted, state: State) -> Iterable[str]:
    empty = sum(card is None for card in state.row)
    if empty and (state.dungeon_deck or state.dungeon_discard):
        yield f"CLANK-I.5: {empty} slots of the row are empty although there are cards"
    if state.players[event.seat].status != "in":
        yield "CLANK-I.14: a turn began for somebody who is out"
    out = [player for player in state.players if player.status != "in"]
    if bool(out) != (state.countdown_seat is not None):
        yield "CLANK-I.12: a countdown player exists if and only if somebody is out"
    for seat, player in enumerate(state.players):
        if player.meter == TABLE.health and player.status != "ko":
            yield f"CLANK-I.3: seat {seat} has a full meter and is not knocked out"
        if player.status == "left" and not count_of(player, "mastery"):
            yield f"CLANK-I.13: seat {seat} has left without a mastery token"
        if player.status != "left" and count_of(player, "mastery"):
            yield f"CLANK-I.6: seat {seat} has a mastery token and has not left"


def _asked(_before: State, event: TokensOffered | TrashDemanded, state: State) -> Iterable[str]:
    status = state.players[event.seat].status
    if event.seat != state.turn.seat or status == "ko" or (status == "left" and isinstance(event, TokensOffered)):
        yield f"CLANK-I.14: seat {event.seat} ({status}) has to decide something"


def _damage_taken(_before: State, event: DamageTaken, state: State) -> Iterable[str]:
    if event.source == "corridor" and state.players[event.seat].meter >= TABLE.health:
        yield "CLANK-I.18: a corridor filled a health meter"


def _cubes_drawn(before: State, event: CubesDrawn, _state: State) -> Iterable[str]:
    bag = before.black_bag + sum(player.bag for player in before.players)
    danger = sum(CARDS[card.name].danger for card in before.row if card is not None)
    if len(event.cubes) > bag or len(event.cubes) < min(bag, TABLE.rage[before.rage - 1] + danger):
        yield f"CLANK-I.16: {len(event.cubes)} cubes were drawn of {bag}"


def _attack_started(_before: State, event: DragonAttackStarted, _state: State) -> Iterable[str]:
    if event.cubes != event.rage + event.danger + event.extra:
        yield "CLANK-I.16: the number of cubes is not the sum of its parts"


def _match_ended(_before: State, event: MatchEnded, state: State) -> Iterable[str]:
    for score in event.scores:
        if score.total != score.artifacts + score.tokens + score.gold + score.cards:
            yield f"CLANK-I.23: the score of seat {score.seat} is not the sum of its parts"
        if score.artifacts != sum(TOKENS[token.kind].points for token in artifacts_of(state.players[score.seat])):
            yield f"CLANK-I.23: the artifacts of seat {score.seat} are counted wrongly"
    if {score.seat for score in event.scores} & set(event.lost) or event.winner in event.lost:
        yield "CLANK-I.23: somebody who has lost is scored"


BY_EVENT: Mapping[type[Event], Callable[[State, Any, State], Iterable[str]]] = {
    TurnStarted: _turn_started,
    TokensOffered: _asked,
    TrashDemanded: _asked,
    DamageTaken: _damage_taken,
    CubesDrawn: _cubes_drawn,
    DragonAttackStarted: _attack_started,
    MatchEnded: _match_ended,
}
