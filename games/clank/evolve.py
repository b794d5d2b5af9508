"""One function per event: the facts of the event, copied into the state."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from games.clank import events as ev
from games.clank.catalogue import BOARDS
from games.clank.state import Card, Outcome, Owed, Player, State, Token, Turn, board_of
from games.decider import Seat


def _set(state: State, seat: Seat, player: Player, **changes: Any) -> State:
    players = state.players
    return replace(state, players=(*players[:seat], player, *players[seat + 1 :]), **changes)


def _without(cards: tuple[Card, ...], card_id: str) -> tuple[Card, ...]:
    return tuple(card for card in cards if card.id != card_id)


def _in_slot(state: State, slot: int, card: Card | None) -> tuple[Card | None, ...]:
    return (*state.row[:slot], card, *state.row[slot + 1 :])


def match_created(_state: State, event: ev.MatchCreated) -> State:
    start = BOARDS[event.board_side].start
    return State(
        board_side=event.board_side,
        colours=event.colours,
        players=tuple(Player(room=start, supply=event.cubes_each) for _ in event.colours),
        rooms=((),) * len(BOARDS[event.board_side].rooms),
        black_bag=event.dragon_cubes,
        rage=event.rage_space,
        rage_start=event.rage_space,
    )


def first_player_chosen(state: State, event: ev.FirstPlayerChosen) -> State:
    return replace(state, order=event.order)


def artifacts_excluded(state: State, _event: ev.ArtifactsExcluded) -> State:
    return state  # what is left on the board is said by TokensPlaced


def tokens_placed(state: State, event: ev.TokensPlaced) -> State:
    rooms = list(state.rooms)
    for placed in event.on_board:
        i = board_of(state).index[placed.room_id]
        rooms[i] = (*rooms[i], Token(placed.token_id, placed.kind))
    return replace(
        state,
        rooms=tuple(rooms),
        box=event.boxed,
        stock=event.stock,
        masteries=event.masteries,
        reserve=event.reserve,
    )


def secrets_placed(state: State, event: ev.SecretsPlaced) -> State:
    rooms = list(state.rooms)
    for spaces, kinds in ((event.major, event.major_kinds), (event.minor, event.minor_kinds)):
        for space, kind in zip(spaces, kinds):
            i = board_of(state).index[space.room_id]
            rooms[i] = (*rooms[i], Token(space.token_id, kind))
    hidden = tuple(Token(token_id, kind) for token_id, kind in zip(event.boxed, event.boxed_kinds))
    return replace(state, rooms=tuple(rooms), hidden_box=hidden)


def dungeon_deck_shuffled(state: State, event: ev.DungeonDeckShuffled) -> State:
    return replace(state, dungeon_deck=event.order, dungeon_discard=(), set_aside=())


def row_dealt(state: State, event: ev.RowDealt) -> State:
    dealt = len(event.cards) + len(event.set_aside)
    return replace(state, row=event.cards, set_aside=event.set_aside, dungeon_deck=state.dungeon_deck[dealt:])


def deck_shuffled(state: State, event: ev.DeckShuffled) -> State:
    player = replace(state.players[event.seat], deck=event.order, discard=())
    return _set(state, event.seat, player)


def cards_drawn(state: State, event: ev.CardsDrawn) -> State:
    player = state.players[event.seat]
    hand, deck = player.hand + player.deck[: event.count], player.deck[event.count :]
    return _set(state, event.seat, replace(player, hand=hand, deck=deck))


def turn_started(state: State, event: ev.TurnStarted) -> State:
    return replace(state, phase="TURN", turn=Turn(seat=event.seat, number=event.turn_no))


def card_played(state: State, event: ev.CardPlayed) -> State:
    player = state.players[event.seat]
    hand = _without(player.hand, event.card_id)
    return _set(state, event.seat, replace(player, hand=hand, play=(*player.play, Card(event.card_id, event.name))))


def resources_gained(state: State, event: ev.ResourcesGained) -> State:
    turn = state.turn
    return replace(
        state,
        turn=replace(
            turn, skill=turn.skill + event.skill, swords=turn.swords + event.swords, boots=turn.boots + event.boots
        ),
    )


def resources_spent(state: State, event: ev.ResourcesSpent) -> State:
    turn = state.turn
    return replace(
        state,
        turn=replace(
            turn, skill=turn.skill - event.skill, swords=turn.swords - event.swords, boots=turn.boots - event.boots
        ),
    )


def teleport_gained(state: State, event: ev.TeleportGained) -> State:
    return replace(state, turn=replace(state.turn, teleports=state.turn.teleports + event.count))


def teleport_spent(state: State, event: ev.TeleportSpent) -> State:
    return replace(state, turn=replace(state.turn, teleports=state.turn.teleports - event.count))


def condition_met(state: State, event: ev.ConditionMet) -> State:
    return replace(state, turn=replace(state.turn, met=(*state.turn.met, event.card_id)))


def flag_set(state: State, event: ev.FlagSet) -> State:
    turn = state.turn
    if event.flag == "ignore_caves":
        turn = replace(turn, ignores_caves=True)
    elif event.flag == "ignore_tunnel_monsters":
        turn = replace(turn, ignores_monsters=True)
    else:
        turn = replace(turn, gem_discount=turn.gem_discount + event.amount)
    return replace(state, turn=turn)


def gold_gained(state: State, event: ev.GoldGained) -> State:
    player = state.players[event.seat]
    turn = replace(state.turn, gold_gains=state.turn.gold_gains + event.is_gain)
    return _set(state, event.seat, replace(player, gold=player.gold + event.base + event.bonus), turn=turn)


def gold_spent(state: State, event: ev.GoldSpent) -> State:
    player = state.players[event.seat]
    return _set(state, event.seat, replace(player, gold=player.gold - event.amount))


def clank_added(state: State, event: ev.ClankAdded) -> State:
    player, turn = state.players[event.seat], state.turn
    if event.seat == turn.seat:
        turn = replace(turn, quiet=turn.quiet - event.cancelled, cubes_made=turn.cubes_made + event.added)
    player = replace(player, supply=player.supply - event.added, clank=player.clank + event.added)
    return _set(state, event.seat, player, turn=turn)


def clank_removed(state: State, event: ev.ClankRemoved) -> State:
    player = state.players[event.seat]
    turn = replace(state.turn, quiet=state.turn.quiet + event.banked)
    player = replace(player, supply=player.supply + event.removed, clank=player.clank - event.removed)
    return _set(state, event.seat, player, turn=turn)


def card_acquired(state: State, event: ev.CardAcquired) -> State:
    player = state.players[event.seat]
    player = replace(player, discard=(*player.discard, Card(event.card_id, event.name)))
    if event.slot is not None:
        return _set(state, event.seat, player, row=_in_slot(state, event.slot, None))
    return _set(state, event.seat, player, reserve=_less(state, event.pile, 1))


def _less(state: State, pile: str | None, count: int) -> tuple[tuple[str, int], ...]:
    return tuple((name, left - count if name == pile else left) for name, left in state.reserve)


def device_used(state: State, event: ev.DeviceUsed) -> State:
    discard = (*state.dungeon_discard, Card(event.card_id, event.name))
    return replace(state, row=_in_slot(state, event.slot, None), dungeon_discard=discard)


def monster_defeated(state: State, event: ev.MonsterDefeated) -> State:
    if event.target == "goblin":
        return state
    discard = (*state.dungeon_discard, Card(event.card_id, event.name))
    return replace(state, row=_in_slot(state, event.target, None), dungeon_discard=discard)


def card_discarded(state: State, event: ev.CardDiscarded) -> State:
    player = state.players[event.seat]
    hand = _without(player.hand, event.card_id)
    return _set(
        state, event.seat, replace(player, hand=hand, discard=(*player.discard, Card(event.card_id, event.name)))
    )


def row_card_replaced(state: State, event: ev.RowCardReplaced) -> State:
    deck = state.dungeon_deck if event.new is None else state.dungeon_deck[1:]
    return replace(
        state,
        row=_in_slot(state, event.slot, event.new),
        dungeon_deck=deck,
        dungeon_discard=(*state.dungeon_discard, event.old),
    )


def reserve_taken(state: State, event: ev.ReserveTaken) -> State:
    player = state.players[event.seat]
    taken = tuple(Card(card_id, event.pile) for card_id in event.card_ids)
    return _set(
        state,
        event.seat,
        replace(player, discard=player.discard + taken),
        reserve=_less(state, event.pile, event.count),
    )


def item_bought(state: State, event: ev.ItemBought) -> State:
    player = state.players[event.seat]
    stock = tuple(token for token in state.stock if token.id != event.token_id)
    return _set(
        state, event.seat, replace(player, tokens=(*player.tokens, Token(event.token_id, event.kind))), stock=stock
    )


def pawn_moved(state: State, event: ev.PawnMoved) -> State:
    return _set(state, event.seat, replace(state.players[event.seat], room=event.to_room))


def became_exhausted(state: State, _event: ev.BecameExhausted) -> State:
    return replace(state, turn=replace(state.turn, exhausted=True))


def damage_taken(state: State, event: ev.DamageTaken) -> State:
    player = state.players[event.seat]
    if event.source == "dragon":
        player = replace(player, drawn=player.drawn - event.amount, meter=player.meter + event.amount)
    else:
        player = replace(player, supply=player.supply - event.amount, meter=player.meter + event.amount)
    return _set(state, event.seat, player)


def damage_healed(state: State, event: ev.DamageHealed) -> State:
    player = state.players[event.seat]
    player = replace(player, meter=player.meter - event.amount, supply=player.supply + event.amount)
    return _set(state, event.seat, player)


def tokens_offered(state: State, _event: ev.TokensOffered) -> State:
    return replace(state, phase="TOKEN_CHOICE")


def token_taken(state: State, event: ev.TokenTaken) -> State:
    i = board_of(state).index[event.room_id]
    here = state.rooms[i]
    here = (*here[: event.token_slot], None, *here[event.token_slot + 1 :])
    player = state.players[event.seat]
    player = replace(player, tokens=(*player.tokens, Token(event.token_id, event.kind)))
    return _set(state, event.seat, player, phase="TURN", rooms=(*state.rooms[:i], here, *state.rooms[i + 1 :]))


def token_declined(state: State, _event: ev.TokenDeclined) -> State:
    return replace(state, phase="TURN")


def token_boxed(state: State, event: ev.TokenBoxed) -> State:
    player = state.players[event.seat]
    tokens = tuple(token for token in player.tokens if token.id != event.token_id)
    boxed = (*state.box, Token(event.token_id, event.kind))
    return _set(state, event.seat, replace(player, tokens=tokens), box=boxed)


def potion_used(state: State, _event: ev.PotionUsed) -> State:
    return state  # its effect and its way to the box are events of their own


def rage_advanced(state: State, event: ev.RageAdvanced) -> State:
    return replace(state, rage=event.to_space, rage_steps=state.rage_steps + 1)


def trash_owed(state: State, event: ev.TrashOwed) -> State:
    return replace(state, turn=replace(state.turn, owed=(*state.turn.owed, Owed(event.filter, event.source))))


def trash_lapsed(state: State, _event: ev.TrashLapsed) -> State:
    return replace(state, turn=replace(state.turn, owed=state.turn.owed[1:]))


def trash_demanded(state: State, _event: ev.TrashDemanded) -> State:
    return replace(state, phase="TRASH_CHOICE")


def card_trashed(state: State, event: ev.CardTrashed) -> State:
    player = state.players[event.seat]
    player = replace(
        player,
        play=_without(player.play, event.card_id),
        discard=_without(player.discard, event.card_id),
        trashed=(*player.trashed, Card(event.card_id, event.name)),
    )
    turn = replace(state.turn, owed=state.turn.owed[1:])
    return _set(state, event.seat, player, turn=turn, phase="TURN_END")


def turn_ended(state: State, event: ev.TurnEnded) -> State:
    turn = Turn(seat=event.seat, number=state.turn.number, owed=state.turn.owed)
    return replace(state, phase="TURN_END", turn=turn)


def play_area_discarded(state: State, event: ev.PlayAreaDiscarded) -> State:
    player = state.players[event.seat]
    return _set(state, event.seat, replace(player, play=(), discard=player.discard + player.play))


def row_refilled(state: State, event: ev.RowRefilled) -> State:
    row = _in_slot(state, event.slot, Card(event.card_id, event.name))
    return replace(state, row=row, dungeon_deck=state.dungeon_deck[1:])


def arrive_resolved(state: State, _event: ev.ArriveResolved) -> State:
    return state  # what the card does on arrival is said by the events that follow


def dragon_cubes_returned(state: State, event: ev.DragonCubesReturned) -> State:
    return replace(state, black_aside=state.black_aside - event.count, black_bag=state.black_bag + event.count)


def dragon_attack_started(state: State, event: ev.DragonAttackStarted) -> State:
    players = tuple(
        replace(player, clank=player.clank - moved, bag=player.bag + moved) if moved else player
        for player, moved in zip(state.players, event.moved_to_bag)
    )
    return replace(state, players=players)


def cubes_drawn(state: State, event: ev.CubesDrawn) -> State:
    drawn = tuple(zip(event.cubes, event.effects))
    players = list(state.players)
    for seat, player in enumerate(players):
        hurt, aside = drawn.count((seat, "damage")), drawn.count((seat, "set_aside"))
        if hurt or aside:
            players[seat] = replace(
                player, bag=player.bag - hurt - aside, drawn=player.drawn + hurt, aside=player.aside + aside
            )
    black = event.cubes.count("black")
    return replace(
        state, players=tuple(players), black_bag=state.black_bag - black, black_aside=state.black_aside + black
    )


def player_knocked_out(state: State, event: ev.PlayerKnockedOut) -> State:
    player = replace(state.players[event.seat], status="ko", rescued=event.rescued)
    return _set(state, event.seat, player)


def player_left_dungeon(state: State, event: ev.PlayerLeftDungeon) -> State:
    turn = replace(state.turn, teleports=state.turn.teleports - event.teleports_lost)
    return _set(state, event.seat, replace(state.players[event.seat], status="left"), turn=turn)


def mastery_awarded(state: State, event: ev.MasteryAwarded) -> State:
    player = state.players[event.seat]
    awarded = tuple(token for token in state.masteries if token.id == event.token_id)
    left = tuple(token for token in state.masteries if token.id != event.token_id)
    return _set(state, event.seat, replace(player, tokens=player.tokens + awarded), masteries=left)


def countdown_started(state: State, event: ev.CountdownStarted) -> State:
    return replace(state, countdown_seat=event.seat, countdown_space=event.space)


def countdown_advanced(state: State, event: ev.CountdownAdvanced) -> State:
    return replace(state, phase="COUNTDOWN", countdown_space=event.space)


def final_attack(state: State, _event: ev.FinalAttack) -> State:
    return state  # each victim's knock-out is an event of its own


def match_ended(state: State, event: ev.MatchEnded) -> State:
    return replace(state, phase="ENDED", outcome=Outcome(event.scores, event.lost, event.ranking, event.winner))


ON_EVENT: Mapping[type[Any], Callable[[State, Any], State]] = {
    ev.MatchCreated: match_created,
    ev.FirstPlayerChosen: first_player_chosen,
    ev.ArtifactsExcluded: artifacts_excluded,
    ev.TokensPlaced: tokens_placed,
    ev.SecretsPlaced: secrets_placed,
    ev.DungeonDeckShuffled: dungeon_deck_shuffled,
    ev.RowDealt: row_dealt,
    ev.DeckShuffled: deck_shuffled,
    ev.CardsDrawn: cards_drawn,
    ev.TurnStarted: turn_started,
    ev.CardPlayed: card_played,
    ev.ResourcesGained: resources_gained,
    ev.ResourcesSpent: resources_spent,
    ev.TeleportGained: teleport_gained,
    ev.TeleportSpent: teleport_spent,
    ev.ConditionMet: condition_met,
    ev.FlagSet: flag_set,
    ev.GoldGained: gold_gained,
    ev.GoldSpent: gold_spent,
    ev.ClankAdded: clank_added,
    ev.ClankRemoved: clank_removed,
    ev.CardAcquired: card_acquired,
    ev.DeviceUsed: device_used,
    ev.MonsterDefeated: monster_defeated,
    ev.CardDiscarded: card_discarded,
    ev.RowCardReplaced: row_card_replaced,
    ev.ReserveTaken: reserve_taken,
    ev.ItemBought: item_bought,
    ev.PawnMoved: pawn_moved,
    ev.BecameExhausted: became_exhausted,
    ev.DamageTaken: damage_taken,
    ev.DamageHealed: damage_healed,
    ev.TokensOffered: tokens_offered,
    ev.TokenTaken: token_taken,
    ev.TokenDeclined: token_declined,
    ev.TokenBoxed: token_boxed,
    ev.PotionUsed: potion_used,
    ev.RageAdvanced: rage_advanced,
    ev.TrashOwed: trash_owed,
    ev.TrashLapsed: trash_lapsed,
    ev.TrashDemanded: trash_demanded,
    ev.CardTrashed: card_trashed,
    ev.TurnEnded: turn_ended,
    ev.PlayAreaDiscarded: play_area_discarded,
    ev.RowRefilled: row_refilled,
    ev.ArriveResolved: arrive_resolved,
    ev.DragonCubesReturned: dragon_cubes_returned,
    ev.DragonAttackStarted: dragon_attack_started,
    ev.CubesDrawn: cubes_drawn,
    ev.PlayerKnockedOut: player_knocked_out,
    ev.PlayerLeftDungeon: player_left_dungeon,
    ev.MasteryAwarded: mastery_awarded,
    ev.CountdownStarted: countdown_started,
    ev.CountdownAdvanced: countdown_advanced,
    ev.FinalAttack: final_attack,
    ev.MatchEnded: match_ended,
}
