"""How each event changes the state of the match and its turns; combat, Seals and death are in evolve_combat."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from games.munchkin_apocalypse import events as e
from games.munchkin_apocalypse.evolve_combat import ON_COMBAT_EVENT
from games.munchkin_apocalypse.state import (
    Basket,
    Charity,
    Deal,
    Item,
    Lasting,
    PendingChoice,
    Player,
    State,
    Use,
    with_player,
)
from games.munchkin_apocalypse.zones import (
    discarded,
    handed_over,
    off_table,
    out_of_hand,
    played,
    received,
    taken_up,
    with_item,
    without,
)


def match_started(state: State, event: e.MatchStarted) -> State:
    players = tuple([Player(gender=gender) for gender in event.genders])
    return State(options=event.options, catalogue=event.catalogue, players=players)


def deck_shuffled(state: State, event: e.DeckShuffled) -> State:
    if event.deck == "seal":
        return replace(state, seals=event.order)
    return replace(state, doors=event.order) if event.deck == "door" else replace(state, treasures=event.order)


def deck_reshuffled(state: State, event: e.DeckReshuffled) -> State:
    if event.deck == "door":
        return replace(state, doors=event.order, door_discards=())
    return replace(state, treasures=event.order, treasure_discards=())


def deck_exhausted(state: State, event: e.DeckExhausted) -> State:
    return state if event.phase is None else replace(state, turn_phase=event.phase)


def first_player_chosen(state: State, event: e.FirstPlayerChosen) -> State:
    return replace(state, active=event.seat)


def cards_drawn(state: State, event: e.CardsDrawn) -> State:
    if event.deck == "door":
        state = replace(state, doors=state.doors[event.count :])
    else:
        state = replace(state, treasures=state.treasures[event.count :])
    if event.to_table:
        return replace(state, spoils=state.spoils + event.cards)
    return received(state, event.seat, event.cards)


def setup_finished(state: State, event: e.SetupFinished) -> State:
    return with_player(state, event.seat, is_ready=True)


def match_ended(state: State, event: e.MatchEnded) -> State:
    return replace(state, winners=event.winners, agenda=(), window=None, choice=None)


def agenda_changed(state: State, event: e.AgendaChanged) -> State:
    return replace(state, agenda=event.agenda)


def turn_started(state: State, event: e.TurnStarted) -> State:
    players = [replace(player, levels_this_turn=0, has_closed_seal=False) for player in state.players]
    players[event.seat] = replace(players[event.seat], has_died=False)
    return replace(
        state,
        turn=event.turn,
        active=event.seat,
        turn_phase="TURN_START",
        players=tuple(players),
        uses=(),
        charity=None,
    )


def character_revived(state: State, event: e.CharacterRevived) -> State:
    return with_player(state, event.seat, is_alive=True)


def seal_die_rolled(state: State, event: e.SealDieRolled) -> State:
    return state


def door_opened(state: State, event: e.DoorOpened) -> State:
    return replace(
        state, doors=state.doors[1:], resolving=(*state.resolving, event.card), fresh=(), turn_phase="AFTER_DOOR"
    )


def door_card_taken(state: State, event: e.DoorCardTaken) -> State:
    return received(replace(state, resolving=without(state.resolving, (event.card,))), event.seat, (event.card,))


def trouble_sought(state: State, event: e.TroubleSought) -> State:
    return played(state, event.seat, event.card)


def room_searched(state: State, event: e.RoomSearched) -> State:
    return replace(state, turn_phase="TURN_END")


def charity_started(state: State, event: e.CharityStarted) -> State:
    charity = Charity(surplus=event.surplus, recipients=event.recipients, given=(0,) * len(event.recipients))
    return replace(state, turn_phase="CHARITY", charity=charity)


def charity_given(state: State, event: e.CharityGiven) -> State:
    assert state.charity is not None
    given = list(state.charity.given)
    given[state.charity.recipients.index(event.to)] += 1
    state = replace(state, charity=replace(state.charity, given=tuple(given)))
    return received(out_of_hand(state, event.seat, (event.card,)), event.to, (event.card,))


def charity_discarded(state: State, event: e.CharityDiscarded) -> State:
    return discarded(out_of_hand(state, event.seat, (event.card,)), (event.card,))


def turn_ended(state: State, event: e.TurnEnded) -> State:
    return replace(state, charity=None)


def hand_card_shown(state: State, event: e.HandCardShown) -> State:
    return state


def class_played(state: State, event: e.ClassPlayed) -> State:
    player = state.players[event.seat]
    hand = without(player.hand, (event.card,))
    return with_player(state, event.seat, hand=hand, classes=(*player.classes, event.card))


def super_munchkin_played(state: State, event: e.SuperMunchkinPlayed) -> State:
    player = state.players[event.seat]
    hand = without(player.hand, (event.card,))
    return with_player(state, event.seat, hand=hand, super_munchkins=(*player.super_munchkins, event.card))


def paranoia_played(state: State, event: e.ParanoiaPlayed) -> State:
    player = state.players[event.seat]
    hand = without(player.hand, (event.card,))
    return with_player(state, event.seat, hand=hand, paranoia=(*player.paranoia, event.card))


def table_card_discarded(state: State, event: e.ClassDiscarded | e.SuperMunchkinDiscarded) -> State:
    return discarded(taken_up(state, event.seat, event.card), (event.card,))


def item_played(state: State, event: e.ItemPlayed) -> State:
    player = state.players[event.seat]
    hand = without(player.hand, (event.card,))
    return with_player(state, event.seat, hand=hand, items=(*player.items, Item(event.card, event.in_use)))


def item_wielded(state: State, event: e.ItemWielded) -> State:
    return with_item(state, event.seat, event.card, in_use=True)


def item_stowed(state: State, event: e.ItemStowed) -> State:
    return with_item(state, event.seat, event.card, in_use=False, both_hands=False, cheat_lost=0)


def grip_changed(state: State, event: e.GripChanged) -> State:
    return with_item(state, event.seat, event.card, both_hands=event.both)


def item_enhanced(state: State, event: e.ItemEnhanced) -> State:
    item = state.players[event.seat].item(event.item)
    assert item is not None
    state = out_of_hand(state, event.seat, (event.card,))
    return with_item(state, event.seat, event.item, enhancers=(*item.enhancers, event.card))


def item_discarded(state: State, event: e.ItemDiscarded) -> State:
    return discarded(taken_up(state, event.seat, event.card), (event.card, *event.attached))


def cost_paid(state: State, event: e.CostPaid) -> State:
    return discarded(taken_up(state, event.seat, event.card), (event.card, *event.attached))


def cards_discarded(state: State, event: e.CardsDiscarded) -> State:
    for card in event.cards:
        state = taken_up(state, event.seat, card)
    return discarded(state, event.cards)


def item_moved(state: State, event: e.ItemMoved | e.BigItemGiven) -> State:
    return handed_over(state, event.giver, event.taker, event.card)


def card_recovered(state: State, event: e.CardRecovered) -> State:
    if event.deck == "door":
        state = replace(state, door_discards=state.door_discards[:-1])
    else:
        state = replace(state, treasure_discards=state.treasure_discards[:-1])
    return received(state, event.seat, (event.card,))


def random_cards_picked(state: State, event: e.RandomCardsPicked) -> State:
    if event.purpose == "discard":
        return state
    return replace(state, picked=(*state.picked, *((event.seat, card) for card in event.cards)))


def hand_cards_moved(state: State, event: e.HandCardsMoved) -> State:
    picked = tuple([pair for pair in state.picked if pair[1] not in event.cards])
    state = out_of_hand(replace(state, picked=picked), event.giver, event.cards)
    return received(state, event.taker, event.cards)


def big_excess_found(state: State, event: e.BigExcessFound) -> State:
    return state


def sale_changed(state: State, event: e.SaleChanged) -> State:
    return replace(
        state,
        basket=Basket(
            table=event.table_cards, hand=event.hand_cards, doubled=event.doubled, doubled_by=event.doubled_by
        ),
    )


def items_sold(state: State, event: e.ItemsSold) -> State:
    player, basket = state.players[event.seat], state.basket
    for card in basket.table:
        player = off_table(player, card)
    player = replace(player, hand=without(player.hand, basket.hand))
    players = list(state.players)
    players[event.seat] = player
    state = discarded(replace(state, players=tuple(players), basket=Basket()), event.cards)
    return _used(state, event.seat, event.source, event.ability, event.mark)


def _used(state: State, seat: int, source: str | None, ability: str | None, mark: str | None) -> State:
    if source is None or ability is None or mark is None:
        return state
    return replace(state, uses=(*state.uses, Use(seat, source, ability, mark)))


def deal_opened(state: State, event: e.DealOpened) -> State:
    deal = Deal(id=event.deal, kind=event.kind, a=event.a, b=event.b, first_pick=event.first_pick, terms=event.terms)
    return replace(state, deals=(*state.deals, deal))


def _with_deal(state: State, deal_id: int, **changes: object) -> State:
    return replace(
        state, deals=tuple([replace(deal, **changes) if deal.id == deal_id else deal for deal in state.deals])
    )


def deal_changed(state: State, event: e.DealChanged) -> State:
    return _with_deal(
        state,
        event.deal,
        items=event.items,
        treasures=event.treasures,
        first_pick=event.first_pick,
        terms=event.terms,
        agreed=(),
    )


def deal_agreed(state: State, event: e.DealAgreed) -> State:
    deal = state.deal(event.deal)
    assert deal is not None
    return _with_deal(state, event.deal, agreed=(*deal.agreed, event.seat))


def deal_closed(state: State, event: e.DealClosed) -> State:
    return replace(state, deals=tuple([deal for deal in state.deals if deal.id != event.deal]))


def items_traded(state: State, event: e.ItemsTraded) -> State:
    for move in event.moves:
        state = handed_over(state, move.giver, move.taker, move.card)
    return state


def disaster_struck(state: State, event: e.DisasterStruck) -> State:
    return state if event.by is None or event.card in state.resolving else played(state, event.by, event.card)


def disaster_resolved(state: State, event: e.DisasterResolved) -> State:
    state = replace(state, resolving=without(state.resolving, (event.card,)))
    if event.outcome != "kept":
        return discarded(state, (event.card,))
    lasting = Lasting(event.card, event.lasts, event.not_before)
    return with_player(state, event.target, disasters=(*state.players[event.target].disasters, lasting))


def disaster_ended(state: State, event: e.DisasterEnded) -> State:
    disasters = tuple([one for one in state.players[event.seat].disasters if one.card != event.card])
    return discarded(with_player(state, event.seat, disasters=disasters), (event.card,))


def special_played(state: State, event: e.SpecialPlayed) -> State:
    return played(state, event.seat, event.card)


def lasting_card_placed(state: State, event: e.LastingCardPlaced) -> State:
    state = replace(state, resolving=without(state.resolving, (event.card,)))
    if event.item is not None:
        return with_item(state, event.seat, event.item, cheat=event.card)
    return with_player(state, event.seat, hirelings=(*state.players[event.seat].hirelings, event.card))


def ability_used(state: State, event: e.AbilityUsed) -> State:
    return _used(state, event.seat, event.source, event.ability, event.mark)


def response_made(state: State, event: e.ResponseMade) -> State:
    if event.card is not None and event.card in state.players[event.seat].hand:
        return played(state, event.seat, event.card)
    return _used(state, event.seat, event.source, event.ability, event.mark)


def choice_requested(state: State, event: e.ChoiceRequested) -> State:
    choice = PendingChoice(event.choice, event.seat, event.kind, event.options, event.open, event.source)
    return replace(state, choice=choice)


def choice_made(state: State, event: e.ChoiceMade) -> State:
    state = state if event.forced else replace(state, choice=None)
    if event.keep_for is None:
        return state
    return replace(state, picked=(*state.picked, (event.keep_for, str(event.value))))


def die_rolled(state: State, event: e.DieRolled) -> State:
    return state


ON_EVENT: Mapping[type[Any], Callable[[State, Any], State]] = {
    e.MatchStarted: match_started,
    e.DeckShuffled: deck_shuffled,
    e.DeckReshuffled: deck_reshuffled,
    e.DeckExhausted: deck_exhausted,
    e.FirstPlayerChosen: first_player_chosen,
    e.CardsDrawn: cards_drawn,
    e.SetupFinished: setup_finished,
    e.MatchEnded: match_ended,
    e.AgendaChanged: agenda_changed,
    e.TurnStarted: turn_started,
    e.CharacterRevived: character_revived,
    e.SealDieRolled: seal_die_rolled,
    e.DoorOpened: door_opened,
    e.DoorCardTaken: door_card_taken,
    e.TroubleSought: trouble_sought,
    e.RoomSearched: room_searched,
    e.CharityStarted: charity_started,
    e.CharityGiven: charity_given,
    e.CharityDiscarded: charity_discarded,
    e.TurnEnded: turn_ended,
    e.HandCardShown: hand_card_shown,
    e.ClassPlayed: class_played,
    e.ClassDiscarded: table_card_discarded,
    e.SuperMunchkinPlayed: super_munchkin_played,
    e.SuperMunchkinDiscarded: table_card_discarded,
    e.ParanoiaPlayed: paranoia_played,
    e.ItemPlayed: item_played,
    e.ItemWielded: item_wielded,
    e.ItemStowed: item_stowed,
    e.GripChanged: grip_changed,
    e.ItemEnhanced: item_enhanced,
    e.ItemDiscarded: item_discarded,
    e.CardsDiscarded: cards_discarded,
    e.ItemMoved: item_moved,
    e.CardRecovered: card_recovered,
    e.RandomCardsPicked: random_cards_picked,
    e.HandCardsMoved: hand_cards_moved,
    e.BigExcessFound: big_excess_found,
    e.BigItemGiven: item_moved,
    e.SaleChanged: sale_changed,
    e.ItemsSold: items_sold,
    e.DealOpened: deal_opened,
    e.DealChanged: deal_changed,
    e.DealAgreed: deal_agreed,
    e.DealClosed: deal_closed,
    e.ItemsTraded: items_traded,
    e.DisasterStruck: disaster_struck,
    e.DisasterResolved: disaster_resolved,
    e.DisasterEnded: disaster_ended,
    e.SpecialPlayed: special_played,
    e.LastingCardPlaced: lasting_card_placed,
    e.AbilityUsed: ability_used,
    e.ResponseMade: response_made,
    e.CostPaid: cost_paid,
    e.ChoiceRequested: choice_requested,
    e.ChoiceMade: choice_made,
    e.DieRolled: die_rolled,
    **ON_COMBAT_EVENT,
}
