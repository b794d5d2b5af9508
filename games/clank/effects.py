"""The one interpreter of the effect vocabulary: a function for each word, and none for any card."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from games.clank import vocabulary as word
from games.clank.catalogue import CARDS, CONDITIONS, FLAGS, PER_CLANK, PER_GOLD_GAIN, TOKENS
from games.clank.cubes import catch_up_gold, gain_gold, gain_skill_for_clank, get_quiet, heal, make_clank
from games.clank.decks import draw_cards, dungeon_has_a_card
from games.clank.dragon import advance_rage, attack
from games.clank.events import (
    ArriveResolved,
    CardDiscarded,
    ConditionMet,
    DragonCubesReturned,
    FlagSet,
    GoldSpent,
    ReserveTaken,
    ResourcesGained,
    RowCardReplaced,
    RowRefilled,
    TeleportGained,
    TokenBoxed,
    TokenTaken,
    TrashOwed,
)
from games.clank.state import Card, Player, State, artifacts_of, board_of, clockwise_from, owns_item, reserve_left
from games.clank.unfolding import Unfolding
from games.decider import Seat


class Cause(Struct, frozen=True):
    """Whose effect it is, what it comes from, the rule that lets it happen, and what the player has named for it."""

    seat: Seat
    source: str
    rule: str
    option: int | None = None
    discard_card_id: str | None = None
    row_slot: int | None = None
    room_id: str | None = None
    token_slot: int | None = None


def run(unfolding: Unfolding, effects: tuple[word.Effect, ...], cause: Cause) -> None:
    """CLANK-3.2: from left to right; a player who is knocked out on the way gets nothing more.

    Cards that arrive after that player's turn was cut short still do to the others what they say (CLANK-12.7).
    """
    status = unfolding.player(cause.seat).status
    for effect in effects:
        PRIMITIVES[type(effect)](unfolding, effect, cause)
        if unfolding.player(cause.seat).status != status:
            return


def _skill(unfolding: Unfolding, effect: word.Skill, cause: Cause) -> None:
    unfolding.emit(ResourcesGained(seat=cause.seat, source=cause.source, skill=effect.n, rule=cause.rule))


def _swords(unfolding: Unfolding, effect: word.Swords, cause: Cause) -> None:
    unfolding.emit(ResourcesGained(seat=cause.seat, source=cause.source, swords=effect.n, rule=cause.rule))


def _boots(unfolding: Unfolding, effect: word.Boots, cause: Cause) -> None:
    unfolding.emit(ResourcesGained(seat=cause.seat, source=cause.source, boots=effect.n, rule=cause.rule))


def _gold(unfolding: Unfolding, effect: word.Gold, cause: Cause) -> None:
    gain_gold(unfolding, cause.seat, effect.n, cause.source, rule=f"{cause.rule} CLANK-10.1")


def _clank(unfolding: Unfolding, effect: word.Clank, cause: Cause) -> None:
    make_clank(unfolding, cause.seat, effect.n, cause.source, rule=f"{cause.rule} CLANK-11.1")


def _quiet(unfolding: Unfolding, effect: word.Quiet, cause: Cause) -> None:
    get_quiet(unfolding, cause.seat, effect.n, cause.source, rule=f"{cause.rule} CLANK-11.3")


def _clank_others(unfolding: Unfolding, effect: word.ClankOthers, cause: Cause) -> None:
    for seat in clockwise_from(unfolding.state, cause.seat)[1:]:
        make_clank(unfolding, seat, effect.n, cause.source, rule=f"{cause.rule} CLANK-11.1")


def _clank_all(unfolding: Unfolding, effect: word.ClankAll, cause: Cause) -> None:
    for seat in clockwise_from(unfolding.state, cause.seat):
        make_clank(unfolding, seat, effect.n, cause.source, rule=f"{cause.rule} CLANK-11.1")


def _heal(unfolding: Unfolding, effect: word.Heal, cause: Cause) -> None:
    heal(unfolding, cause.seat, effect.n, cause.source, rule=f"{cause.rule} CLANK-14.3")


def _draw(unfolding: Unfolding, effect: word.Draw, cause: Cause) -> None:
    draw_cards(unfolding, cause.seat, effect.n, cause.source, rule=f"{cause.rule} CLANK-3.8")


def _teleport(unfolding: Unfolding, effect: word.Teleport, cause: Cause) -> None:
    """CLANK-19.6, CLANK-15.7: a credit for later in this turn; useless to somebody who is outside for good."""
    if unfolding.is_in(cause.seat):
        unfolding.emit(TeleportGained(seat=cause.seat, count=effect.n, rule=f"{cause.rule} CLANK-19.6"))


def _trash(unfolding: Unfolding, effect: word.Trash, cause: Cause) -> None:
    """CLANK-19.4: the card is chosen when the turn ends."""
    unfolding.emit(
        TrashOwed(seat=cause.seat, filter=effect.filter, source=cause.source, rule=f"{cause.rule} CLANK-19.4")
    )


def _rage(unfolding: Unfolding, effect: word.Rage, cause: Cause) -> None:
    for _ in range(effect.n):
        advance_rage(unfolding, cause.source, rule=f"{cause.rule} CLANK-13.9")


def _dragon_attack(unfolding: Unfolding, _effect: word.DragonAttack, cause: Cause) -> None:
    attack(unfolding, "card", rule=f"{cause.rule} CLANK-13.11")


def _return_dragon_cubes(unfolding: Unfolding, effect: word.ReturnDragonCubes, cause: Cause) -> None:
    """CLANK-19.12: only black cubes come back."""
    count = min(effect.n, unfolding.state.black_aside)
    if count:
        unfolding.emit(DragonCubesReturned(count=count, rule=f"{cause.rule} CLANK-19.12"))


def _take_reserve(unfolding: Unfolding, effect: word.TakeReserve, cause: Cause) -> None:
    """As many as there are, up to the number (CLANK-R.22)."""
    count = min(effect.n, reserve_left(unfolding.state, effect.pile))
    cards = unfolding.fresh((effect.pile,) * count)
    unfolding.emit(
        ReserveTaken(
            seat=cause.seat,
            pile=effect.pile,
            card_ids=tuple(card.id for card in cards),
            count=count,
            rule=f"{cause.rule} CLANK-R.22",
        )
    )


def _replace_row_card(unfolding: Unfolding, _effect: word.ReplaceRowCard, cause: Cause) -> None:
    """CLANK-19.10: out with one card, in with the next; it arrives, but its dragon symbol counts for nothing."""
    slot = cause.row_slot
    old = unfolding.state.row[slot] if slot is not None else None
    if slot is None or old is None:
        return
    new = unfolding.state.dungeon_deck[0] if unfolding.state.dungeon_deck else None
    rule = f"{cause.rule} CLANK-19.10"
    unfolding.emit(RowCardReplaced(slot=slot, old=old, new=new, rule=rule))
    if new is None and dungeon_has_a_card(unfolding):
        new = unfolding.state.dungeon_deck[0]
        unfolding.emit(RowRefilled(slot=slot, card_id=new.id, name=new.name, rule=rule))
    if new is not None:
        arrive(unfolding, slot, new, cause.seat)


def arrive(unfolding: Unfolding, slot: int, card: Card, seat: Seat) -> None:
    """CLANK-12.7, CLANK-19.1: what a card does as it is put into the row."""
    effects = CARDS[card.name].arrive
    if effects:
        unfolding.emit(ArriveResolved(slot=slot, card_id=card.id, name=card.name, rule="CLANK-19.1"))
        run(unfolding, effects, Cause(seat, card.name, rule="CLANK-19.1"))


def _take_adjacent_secret(unfolding: Unfolding, _effect: word.TakeAdjacentSecret, cause: Cause) -> None:
    if cause.room_id is not None and cause.token_slot is not None and unfolding.is_in(cause.seat):
        take_token(unfolding, cause.seat, cause.room_id, cause.token_slot, adjacent=True)


def take_token(unfolding: Unfolding, seat: Seat, room_id: str, token_slot: int, *, adjacent: bool = False) -> None:
    """CLANK-9.3, CLANK-9.8, CLANK-9.9, CLANK-19.11: it is the player's, its effect happens, some go to the box."""
    token = unfolding.state.rooms[board_of(unfolding.state).index[room_id]][token_slot]
    assert token is not None
    kind = TOKENS[token.kind]
    is_secret = kind.type in ("major", "minor")
    unfolding.emit(
        TokenTaken(
            seat=seat,
            room_id=room_id,
            token_slot=token_slot,
            token_id=token.id,
            kind=token.kind,
            via="adjacent" if adjacent else "entry",
            rule="CLANK-19.11" if adjacent else "CLANK-9.3 CLANK-9.9" if is_secret else "CLANK-9.3",
        )
    )
    run(unfolding, kind.taken, Cause(seat, token.kind, rule=kind.rule))
    if not kind.kept:
        unfolding.emit(TokenBoxed(seat=seat, token_id=token.id, kind=token.kind, rule=kind.rule))


def _discard(unfolding: Unfolding, effect: word.Discard, cause: Cause) -> None:
    """CLANK-19.3: what follows happens only if a card was really discarded."""
    card = next((card for card in unfolding.player(cause.seat).hand if card.id == cause.discard_card_id), None)
    if card is None:
        return
    unfolding.emit(
        CardDiscarded(seat=cause.seat, card_id=card.id, name=card.name, reason=cause.source, rule="CLANK-19.3")
    )
    run(unfolding, effect.then, cause)


def _pay_gold(unfolding: Unfolding, effect: word.PayGold, cause: Cause) -> None:
    unfolding.emit(GoldSpent(seat=cause.seat, amount=effect.n, spent_on=cause.source, rule=f"{cause.rule} CLANK-10.2"))
    run(unfolding, effect.then, cause)


def _choose(unfolding: Unfolding, effect: word.Choose, cause: Cause) -> None:
    """CLANK-18.8: the option that was named; none if none was possible."""
    if cause.option is not None:
        run(unfolding, effect.options[cause.option], cause)


PRIMITIVES: Mapping[type[Any], Callable[[Unfolding, Any, Cause], None]] = {
    word.Skill: _skill,
    word.Swords: _swords,
    word.Boots: _boots,
    word.Gold: _gold,
    word.Clank: _clank,
    word.Quiet: _quiet,
    word.ClankOthers: _clank_others,
    word.ClankAll: _clank_all,
    word.Heal: _heal,
    word.Draw: _draw,
    word.Teleport: _teleport,
    word.Trash: _trash,
    word.ReplaceRowCard: _replace_row_card,
    word.TakeAdjacentSecret: _take_adjacent_secret,
    word.TakeReserve: _take_reserve,
    word.ReturnDragonCubes: _return_dragon_cubes,
    word.DragonAttack: _dragon_attack,
    word.Rage: _rage,
    word.Discard: _discard,
    word.PayGold: _pay_gold,
    word.Choose: _choose,
}


def begin_standing(unfolding: Unfolding, card: Card, seat: Seat) -> None:
    """CLANK-18.6, CLANK-18.7, CLANK-18.9: what a played card does to the whole turn, catching up with what was."""
    if card.name in PER_CLANK:
        gain_skill_for_clank(unfolding, seat, card.name, unfolding.state.turn.cubes_made)
    if card.name in PER_GOLD_GAIN:
        catch_up_gold(unfolding, seat, card.name)
    for flag in FLAGS[card.name]:
        rule = FLAG_RULES[flag.name]
        unfolding.emit(FlagSet(seat=seat, card_id=card.id, flag=flag.name, amount=flag.n, rule=rule))


FLAG_RULES: Mapping[word.FlagName, str] = {
    "ignore_caves": "CLANK-8.16",
    "ignore_tunnel_monsters": "CLANK-8.17",
    "gem_discount": "CLANK-18.9",
}


def meet_conditions(unfolding: Unfolding, seat: Seat) -> None:
    """CLANK-18.2, CLANK-18.5: at the end of a command, every clause that has come true, in the order of play."""
    player = unfolding.player(seat)
    due = [
        card
        for card in player.play
        if card.name in CONDITIONS
        and card.id not in unfolding.state.turn.met
        and holds(player, card, CONDITIONS[card.name].condition)
    ]
    for card in due:
        when = CONDITIONS[card.name]
        unfolding.emit(ConditionMet(seat=seat, card_id=card.id, condition=when.condition, rule="CLANK-18.2"))
        run(unfolding, when.then, Cause(seat, card.name, rule="CLANK-18.2"))


def holds(player: Player, card: Card, condition: word.Condition) -> bool:
    """CLANK-18.3, CLANK-18.4: what the player has in play or in front of the own seat."""
    if condition == "other_companion_in_play":
        return any("companion" in CARDS[other.name].tags and other.id != card.id for other in player.play)
    if condition == "has_crown":
        return owns_item(player, "crown")
    if condition == "has_artifact":
        return bool(artifacts_of(player))
    return any(token.kind == "monkey_idol" for token in player.tokens)


def adjacent_secrets(state: State, seat: Seat) -> dict[str, tuple[int, ...]]:
    """CLANK-19.11: by room joined to the own one, the slots in which a secret lies; none once outside."""
    player = state.players[seat]
    if player.status != "in":
        return {}
    board = board_of(state)
    found = {room_id: secret_slots(state, room_id) for room_id in board.neighbours[player.room]}
    return {room_id: slots for room_id, slots in found.items() if slots}


def secret_slots(state: State, room_id: str) -> tuple[int, ...]:
    here = state.rooms[board_of(state).index[room_id]]
    return tuple(
        i for i, token in enumerate(here) if token is not None and TOKENS[token.kind].type in ("major", "minor")
    )


def is_possible(state: State, seat: Seat, option: tuple[word.Effect, ...]) -> bool:
    """CLANK-18.8, CLANK-R.42, CLANK-R.44: costs can be paid in full, and at least a part of it can be carried out."""
    gold = state.players[seat].gold
    if any(isinstance(effect, word.PayGold) and effect.n > gold for effect in option):
        return False
    return any(_does_something(state, seat, effect) for effect in option)


def _does_something(state: State, seat: Seat, effect: word.Effect) -> bool:
    if isinstance(effect, word.PayGold):
        return is_possible(state, seat, effect.then)
    if isinstance(effect, word.TakeReserve):
        return reserve_left(state, effect.pile) > 0
    if isinstance(effect, word.TakeAdjacentSecret):
        return bool(adjacent_secrets(state, seat))
    if isinstance(effect, word.Teleport):
        return bool(teleport_targets(state, seat))
    if isinstance(effect, (word.Clank, word.Quiet)):
        return state.players[seat].status == "in"
    return True


def teleport_targets(state: State, seat: Seat) -> tuple[str, ...]:
    """CLANK-19.6, CLANK-8.12: rooms joined by any corridor; outside only with an artifact."""
    player = state.players[seat]
    if player.status != "in":
        return ()
    board = board_of(state)
    return tuple(room for room in board.neighbours[player.room] if room != board.start or artifacts_of(player))
