"""What the active seat may do now, as templates of independent parameters; nobody else may do anything."""

from __future__ import annotations

from collections.abc import Iterator

from games.choices import Choice, Domain, Maybe, choice, one_from, one_of
from games.clank.catalogue import CARDS, GOBLIN, PILES, PLAY_NEEDS, TABLE, TOKENS, USE_NEEDS
from games.clank.effects import adjacent_secrets, teleport_targets
from games.clank.rules_board import monsters_for, swords_range, takeable, why_not_buy, why_not_walk
from games.clank.rules_cards import Asked, asked_by, is_in_place, skill_cost, takes_adjacent_secret
from games.clank.rules_turn import candidates, why_not_end
from games.clank.state import Card, State, board_of, reserve_left, to_act
from games.decider import Seat

HEAL = Maybe(one_of(True, False))


def choices(state: State, seat: Seat) -> list[Choice]:
    """CLANK-T.1, CLANK-2.3, CLANK-2.10: every legal command of the seat, and no other."""
    if seat not in to_act(state):
        return []
    if state.phase == "TOKEN_CHOICE":
        return _token_choice(state, seat)
    if state.phase == "TRASH_CHOICE":
        return [choice("trash_card", card_id=one_from(card.id for card in candidates(state, seat)))]
    offers = [
        *_plays(state, seat),
        *_acquisitions(state, seat),
        *_devices(state, seat),
        *_fights(state, seat),
        *_purchases(state, seat),
        *_walks(state, seat),
        *_teleports(state, seat),
        *_potions(state, seat),
    ]
    if why_not_end(state) is None:
        offers.append(choice("end_turn"))
    return offers


def _token_choice(state: State, seat: Seat) -> list[Choice]:
    slots = takeable(state, seat, state.players[seat].room)
    return [choice("take_token", token_slot=one_from(slots)), choice("decline_token")]


def _plays(state: State, seat: Seat) -> Iterator[Choice]:
    """One template for all cards that need nothing named, and one or more for each other card."""
    plain: list[str] = []
    special: list[Choice] = []
    for card in state.players[seat].hand:
        needs = PLAY_NEEDS[card.name]
        asked = asked_by(state, seat, needs, card.id) if needs.asks else Asked()
        if asked.discard or asked.row_slots or asked.options:
            special += _plays_of(state, seat, card, asked)
        else:
            plain.append(card.id)
    if plain:
        yield choice("play_card", card_id=one_from(plain))
    yield from special


def _plays_of(state: State, seat: Seat, card: Card, asked: Asked) -> Iterator[Choice]:
    params: dict[str, Domain] = {"card_id": one_of(card.id)}
    if asked.discard:
        params["discard_card_id"] = one_from(asked.discard)
    if asked.row_slots:
        params["row_slot"] = one_from(asked.row_slots)
    if not asked.options:
        yield Choice("play_card", params)
        return
    near = [option for option in asked.options if not takes_adjacent_secret(asked.choose, option)]
    if near:
        yield Choice("play_card", {**params, "option": one_from(near)})
    for option in asked.options:
        if option not in near:
            for room_id, slots in adjacent_secrets(state, seat).items():
                far: dict[str, Domain] = {"room_id": one_of(room_id), "token_slot": one_from(slots)}
                yield Choice("play_card", {**params, "option": one_of(option), **far})


def _acquisitions(state: State, seat: Seat) -> Iterator[Choice]:
    skill = state.turn.skill
    slots = [
        slot
        for slot, card in enumerate(state.row)
        if card is not None
        and (kind := CARDS[card.name]).kind == "card"
        and skill_cost(state, kind) <= skill
        and is_in_place(state, seat, kind)
    ]
    if slots:
        yield choice("acquire_card", source=one_of("row"), slot=one_from(slots))
    piles = [pile for pile in PILES if CARDS[pile].cost <= skill and reserve_left(state, pile)]
    if piles:
        yield choice("acquire_card", source=one_of("reserve"), pile=one_from(piles))


def _devices(state: State, seat: Seat) -> Iterator[Choice]:
    for slot, card in enumerate(state.row):
        if card is None:
            continue
        kind = CARDS[card.name]
        if kind.kind != "device" or kind.cost > state.turn.skill or not is_in_place(state, seat, kind):
            continue
        params: dict[str, Domain] = {"slot": one_of(slot)}
        asked = asked_by(state, seat, USE_NEEDS[card.name])
        if asked.options:
            params["option"] = one_from(asked.options)
        yield Choice("use_device", params)


def _fights(state: State, seat: Seat) -> Iterator[Choice]:
    swords = state.turn.swords
    targets: list[int | str] = [
        slot
        for slot, card in enumerate(state.row)
        if card is not None
        and (kind := CARDS[card.name]).kind == "monster"
        and kind.cost <= swords
        and is_in_place(state, seat, kind)
    ]
    if GOBLIN.cost <= swords:
        targets.append("goblin")
    if targets:
        yield choice("fight", target=one_from(targets))


def _purchases(state: State, seat: Seat) -> Iterator[Choice]:
    player = state.players[seat]
    if player.gold < TABLE.market_price:
        return
    items = [item for item in ("key", "backpack", "crown") if why_not_buy(state, player, item) is None]
    if items:
        yield choice("buy_item", item=one_from(items))


def _walks(state: State, seat: Seat) -> Iterator[Choice]:
    """CLANK-T.6: one template for each corridor that can be walked with some number of Swords."""
    player = state.players[seat]
    if not state.turn.boots or player.status != "in":
        return
    for way in board_of(state).ways[player.room].values():
        if why_not_walk(state, seat, way) is not None:
            continue
        params: dict[str, Domain] = {"corridor_id": one_of(way.corridor.id)}
        monsters = monsters_for(state, way.corridor)
        if monsters:
            swords = swords_range(state, player, monsters)
            if not swords:
                continue
            domain = one_from(swords)
            params["swords"] = domain if swords.start else Maybe(domain)
        if "fountain" in way.target.features:
            params["heal"] = HEAL
        yield Choice("move", params)


def _teleports(state: State, seat: Seat) -> Iterator[Choice]:
    if not state.turn.teleports:
        return
    board = board_of(state)
    targets = teleport_targets(state, seat)
    fountains = [room for room in targets if "fountain" in board.room[room].features]
    others = [room for room in targets if room not in fountains]
    if others:
        yield choice("teleport", to_room=one_from(others))
    if fountains:
        yield choice("teleport", to_room=one_from(fountains), heal=HEAL)


def _potions(state: State, seat: Seat) -> Iterator[Choice]:
    potions = [token.id for token in state.players[seat].tokens if TOKENS[token.kind].used]
    if potions:
        yield choice("use_potion", token_id=one_from(potions))
