"""Playing, acquiring, using and fighting: what is done with cards (sections 3 to 6, 18 and 19)."""

from __future__ import annotations

from msgspec import Struct

from games.clank.catalogue import CARDS, GOBLIN, PILES, PLAY_NEEDS, TOKENS, USE_NEEDS, CardKind, PlayNeeds
from games.clank.commands import AcquireCard, Fight, PlayCard, UseDevice
from games.clank.effects import Cause, begin_standing, is_possible, run
from games.clank.events import CardAcquired, CardPlayed, DeviceUsed, MonsterDefeated, ResourcesGained, ResourcesSpent
from games.clank.refusals import bad_params, check_turn, not_found
from games.clank.rules_turn import finish
from games.clank.state import Card, State, board_of, reserve_left
from games.clank.unfolding import Unfolding
from games.clank.vocabulary import Choose, TakeAdjacentSecret
from games.decider import Event, IllegalMove, Seat
from games.dice import Dice


class Asked(Struct, frozen=True):
    """What a player has to name to play this card or use this device now."""

    discard: tuple[str, ...] = ()  # the other cards in hand, if one of them must be discarded
    row_slots: tuple[int, ...] = ()  # the occupied slots, if one of them must be emptied
    choose: Choose | None = None  # the choice, if it can be reached
    options: tuple[int, ...] = ()  # those of its options that are possible now


def asked_by(state: State, seat: Seat, needs: PlayNeeds, card_id: str = "") -> Asked:
    """CLANK-18.8, CLANK-19.3, CLANK-19.10: `choices` offers it and `decide` demands it."""
    others = tuple(card.id for card in state.players[seat].hand if card.id != card_id) if needs.discard else ()
    slots = tuple(i for i, card in enumerate(state.row) if card is not None) if needs.row_slot else ()
    choose = needs.choose if others or not needs.choose_after_discard else None
    if choose is None:
        return Asked(others, slots)
    options = tuple(i for i, option in enumerate(choose.options) if is_possible(state, seat, option))
    return Asked(others, slots, choose, options)


def takes_adjacent_secret(choose: Choose | None, option: int | None) -> bool:
    if choose is None or option is None or not 0 <= option < len(choose.options):
        return False
    return any(isinstance(effect, TakeAdjacentSecret) for effect in choose.options[option])


def play_card(state: State, command: PlayCard, dice: Dice) -> list[Event]:
    """CLANK-2.6 to CLANK-2.8, CLANK-3.1, CLANK-3.2: into the play area, printed resources first, then its text."""
    check_turn(state, command.seat)
    card = next((card for card in state.players[command.seat].hand if card.id == command.card_id), None)
    if card is None:
        raise not_found("CLANK-2.3", "You do not hold that card; play one of your hand.")
    asked = asked_by(state, command.seat, PLAY_NEEDS[card.name], card.id)
    _check_named(state, command, asked)
    _check_params(command, asked)
    _check_possible(asked, command.option)
    return _played(Unfolding(state, dice), card, command)


def _check_named(state: State, command: PlayCard, asked: Asked) -> None:
    """CLANK-X.5, CLANK-X.6: everything that the card lets one name must be there and be of the right kind."""
    if asked.discard and command.discard_card_id not in (None, *asked.discard):
        raise not_found("CLANK-19.3", "You can only discard another card of your hand.")
    if asked.row_slots and command.row_slot not in (None, *asked.row_slots):
        raise not_found("CLANK-19.10", "There is no card in that slot; name an occupied one.")
    if command.room_id is None or command.token_slot is None:
        return
    if takes_adjacent_secret(asked.choose, command.option):
        _check_adjacent(state, command.seat, command.room_id, command.token_slot)


def _check_adjacent(state: State, seat: Seat, room_id: str, token_slot: int) -> None:
    board = board_of(state)
    if room_id not in board.neighbours[state.players[seat].room]:
        raise not_found("CLANK-19.11", "That room is not joined to yours by a corridor.")
    here = state.rooms[board.index[room_id]]
    token = here[token_slot] if 0 <= token_slot < len(here) else None
    if token is None:
        raise not_found("CLANK-19.11", "There is no token in that slot of that room.")
    if TOKENS[token.kind].type not in ("major", "minor"):
        raise IllegalMove("CLANK-19.11", "wrong_kind", "Only major and minor secrets can be taken from afar.")


def _check_params(command: PlayCard, asked: Asked) -> None:
    """CLANK-X.4: whatever the card asks for is named, and nothing else."""
    if asked.discard and command.discard_card_id is None:
        raise bad_params("CLANK-19.3", "This card makes you discard another card of your hand; name it.")
    if not asked.discard and command.discard_card_id is not None:
        raise bad_params("CLANK-19.3", "Nothing is to be discarded; leave discard_card_id out.")
    if asked.row_slots and command.row_slot is None:
        raise bad_params("CLANK-19.10", "This card replaces a card of the dungeon row; name its slot.")
    if not asked.row_slots and command.row_slot is not None:
        raise bad_params("CLANK-19.10", "No card of the row is to be replaced; leave row_slot out.")
    _check_option(asked, command.option)
    named = (command.room_id is not None) + (command.token_slot is not None)
    if takes_adjacent_secret(asked.choose, command.option):
        if named < 2:
            raise bad_params("CLANK-19.11", "Name the room and the token slot of the secret you want.")
    elif named:
        raise bad_params("CLANK-2.8", "A room and a token slot are named only to take a secret of an adjacent room.")


def _check_option(asked: Asked, option: int | None) -> None:
    """CLANK-5.3, CLANK-18.8: an option is named if and only if there is something to choose."""
    if asked.choose is None:
        if option is not None:
            raise bad_params("CLANK-18.8", "There is nothing to choose now; leave option out.")
    elif option is None:
        if asked.options:
            raise bad_params("CLANK-18.8", "Name one of the options of the card.")
    elif not 0 <= option < len(asked.choose.options):
        raise bad_params("CLANK-18.8", "There is no such option; they are numbered from 0.")


def _check_possible(asked: Asked, option: int | None) -> None:
    if option is not None and option not in asked.options:
        raise IllegalMove("CLANK-18.8", "option_impossible", "That option cannot be carried out now; choose another.")


def _played(unfolding: Unfolding, card: Card, command: PlayCard) -> list[Event]:
    seat, kind = command.seat, CARDS[card.name]
    unfolding.emit(CardPlayed(seat=seat, card_id=card.id, name=card.name, option=command.option, rule="CLANK-3.1"))
    if kind.skill or kind.swords or kind.boots:
        unfolding.emit(
            ResourcesGained(
                seat=seat, source=card.name, skill=kind.skill, swords=kind.swords, boots=kind.boots, rule="CLANK-3.2"
            )
        )
    cause = Cause(
        seat,
        card.name,
        rule="CLANK-3.2",
        option=command.option,
        discard_card_id=command.discard_card_id,
        row_slot=command.row_slot,
        room_id=command.room_id,
        token_slot=command.token_slot,
    )
    run(unfolding, kind.play, cause)
    if unfolding.player(seat).status != "ko":
        begin_standing(unfolding, card, seat)
    return finish(unfolding)


def card_in_slot(state: State, slot: int) -> Card:
    card = state.row[slot] if 0 <= slot < len(state.row) else None
    if card is None:
        raise not_found("CLANK-0.4", "There is no card in that slot of the dungeon row; name an occupied one.")
    return card


def is_in_place(state: State, seat: Seat, kind: CardKind) -> bool:
    """CLANK-4.5: cards of the Depths and of crystal caves are for those who stand there."""
    if kind.place is None:
        return True
    player = state.players[seat]
    room = board_of(state).room[player.room]
    return room.zone == "depths" if kind.place == "depths" else "cave" in room.features


def _check_place(state: State, seat: Seat, kind: CardKind) -> None:
    if not is_in_place(state, seat, kind):
        where = "a room of the Depths" if kind.place == "depths" else "a crystal cave"
        raise IllegalMove("CLANK-4.5", "wrong_place", f"{kind.title} is only for a pawn in {where}.")


def skill_cost(state: State, kind: CardKind) -> int:
    """CLANK-4.2, CLANK-18.9: the printed cost; gems may be cheaper this turn."""
    return max(0, kind.cost - state.turn.gem_discount) if "gem" in kind.tags else kind.cost


def _check_skill(state: State, kind: CardKind, rule: str) -> None:
    cost = skill_cost(state, kind)
    if state.turn.skill < cost:
        message = f"{kind.title} costs {cost} Skill and you have {state.turn.skill}; play more cards first."
        raise IllegalMove(rule, "not_enough_skill", message)


def acquire_card(state: State, command: AcquireCard, dice: Dice) -> list[Event]:
    """CLANK-4.1 to CLANK-4.8: Skill buys a card onto the own discard pile."""
    check_turn(state, command.seat)
    if command.source == "row":
        if command.slot is None or command.pile is not None:
            raise bad_params("CLANK-4.1", "From the row name a slot, and no pile.")
        return _acquire_from_row(state, command.seat, command.slot, dice)
    if command.pile is None or command.slot is not None:
        raise bad_params("CLANK-4.1", "From the reserve name a pile, and no slot.")
    return _acquire_from_reserve(state, command.seat, command.pile, dice)


def _acquire_from_row(state: State, seat: Seat, slot: int, dice: Dice) -> list[Event]:
    card = card_in_slot(state, slot)
    kind = CARDS[card.name]
    if kind.kind != "card":
        how = "fought with Swords" if kind.kind == "monster" else "used, not acquired"
        raise IllegalMove("CLANK-4.7", "wrong_kind", f"{kind.title} is a {kind.kind}; it is {how}.")
    _check_place(state, seat, kind)
    _check_skill(state, kind, "CLANK-4.2")
    unfolding, cost = Unfolding(state, dice), skill_cost(state, kind)
    unfolding.emit(ResourcesSpent(seat=seat, spent_on=card.name, skill=cost, rule="CLANK-4.2"))
    unfolding.emit(
        CardAcquired(
            seat=seat, card_id=card.id, name=card.name, source="row", cost=cost, slot=slot, rule="CLANK-3.3 CLANK-4.3"
        )
    )
    run(unfolding, kind.acquire, Cause(seat, card.name, rule="CLANK-3.9"))
    return finish(unfolding)


def _acquire_from_reserve(state: State, seat: Seat, pile: str, dice: Dice) -> list[Event]:
    if pile == GOBLIN.id:
        raise IllegalMove("CLANK-4.7", "wrong_kind", "The Goblin is a monster; it is fought with Swords.")
    if pile not in PILES or not reserve_left(state, pile):
        raise not_found("CLANK-4.6", "There is no card of that name in the reserve.")
    kind = CARDS[pile]
    _check_skill(state, kind, "CLANK-4.2")
    unfolding = Unfolding(state, dice)
    unfolding.emit(ResourcesSpent(seat=seat, spent_on=pile, skill=kind.cost, rule="CLANK-4.2"))
    unfolding.emit(
        CardAcquired(
            seat=seat,
            card_id=unfolding.fresh((pile,))[0].id,
            name=pile,
            source="reserve",
            cost=kind.cost,
            pile=pile,
            rule="CLANK-3.3 CLANK-4.3",
        )
    )
    return finish(unfolding)


def use_device(state: State, command: UseDevice, dice: Dice) -> list[Event]:
    """CLANK-5.1 to CLANK-5.3: paid with Skill, used at once, then on the dungeon discard pile."""
    check_turn(state, command.seat)
    seat, card = command.seat, card_in_slot(state, command.slot)
    kind = CARDS[card.name]
    if kind.kind != "device":
        raise IllegalMove("CLANK-5.1", "wrong_kind", f"{kind.title} is a {kind.kind}, not a device.")
    asked = asked_by(state, seat, USE_NEEDS[card.name])
    _check_option(asked, command.option)
    _check_place(state, seat, kind)
    _check_skill(state, kind, "CLANK-5.1")
    _check_possible(asked, command.option)
    unfolding = Unfolding(state, dice)
    unfolding.emit(ResourcesSpent(seat=seat, spent_on=card.name, skill=kind.cost, rule="CLANK-5.1"))
    unfolding.emit(
        DeviceUsed(
            seat=seat,
            card_id=card.id,
            name=card.name,
            slot=command.slot,
            cost=kind.cost,
            option=command.option,
            rule="CLANK-5.2",
        )
    )
    run(unfolding, kind.use, Cause(seat, card.name, rule="CLANK-5.2", option=command.option))
    return finish(unfolding)


def fight(state: State, command: Fight, dice: Dice) -> list[Event]:
    """CLANK-6.1 to CLANK-6.3: Swords beat a monster; the Goblin comes back for more."""
    check_turn(state, command.seat)
    seat, target = command.seat, command.target
    card = Card(GOBLIN.id, GOBLIN.id) if target == "goblin" else card_in_slot(state, target)
    kind = CARDS[card.name]
    if kind.kind != "monster":
        raise IllegalMove("CLANK-6.1", "wrong_kind", f"{kind.title} is a {kind.kind}, not a monster.")
    _check_place(state, seat, kind)
    if state.turn.swords < kind.cost:
        message = f"{kind.title} takes {kind.cost} Swords and you have {state.turn.swords}."
        raise IllegalMove("CLANK-6.1", "not_enough_swords", message)
    unfolding = Unfolding(state, dice)
    unfolding.emit(ResourcesSpent(seat=seat, spent_on=card.name, swords=kind.cost, rule="CLANK-6.1"))
    rule = "CLANK-6.3" if target == "goblin" else "CLANK-6.2"
    unfolding.emit(
        MonsterDefeated(seat=seat, card_id=card.id, name=card.name, target=target, cost=kind.cost, rule=rule)
    )
    run(unfolding, kind.defeat, Cause(seat, card.name, rule=rule))
    return finish(unfolding)
