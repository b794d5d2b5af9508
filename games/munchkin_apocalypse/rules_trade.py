"""Selling items for Levels, trading them, and dealing for help (section 11, section 18, section 19)."""

from __future__ import annotations

from msgspec.structs import replace

from games.decider import Seat
from games.munchkin_apocalypse import commands as c
from games.munchkin_apocalypse import events as e
from games.munchkin_apocalypse import events_combat as ec
from games.munchkin_apocalypse.carrying import big_allowed, big_items, worth
from games.munchkin_apocalypse.catalogue import InstanceId
from games.munchkin_apocalypse.meaning import card_row
from games.munchkin_apocalypse.playable import cannot_help
from games.munchkin_apocalypse.refusals import check_living_target, check_mender, check_own_turn, not_available, refuse
from games.munchkin_apocalypse.state import CALM, GOLD_PER_LEVEL, Basket, Deal, State
from games.munchkin_apocalypse.steps import gain_levels
from games.munchkin_apocalypse.strength import fighters_win, help_is_forbidden
from games.munchkin_apocalypse.timing import phase_to_play_in
from games.munchkin_apocalypse.unfolding import Unfolding
from games.munchkin_apocalypse.upkeep import basket_total, change_basket, change_deal, close_deals
from games.munchkin_apocalypse.windows import use_mark
from games.munchkin_apocalypse.zones import without


def check_may_sell(state: State, seat: Seat) -> None:
    """MUNCH-18.1, MUNCH-17.6: in the own turn outside combat, also to be rid of a Big item too many."""
    check_mender(state, seat)
    if state.phase == "BIG_EXCESS" and (seat != state.active or phase_to_play_in(state) not in CALM):
        refuse("MUNCH-5.3", "resolution_pending", "The surplus of Big items must be mended first.", late=True)
    check_own_turn(state, seat)


def check_add_to_sale(state: State, command: c.AddToSale) -> None:
    """MUNCH-18.3, MUNCH-18.6: items of value from hand and table."""
    check_may_sell(state, command.seat)
    player, card = state.players[command.seat], command.card
    item = player.item(card)
    if (card not in player.hand and item is None) or card in state.basket.cards:
        not_available()
    row = card_row(state, card)
    if not row.is_item:
        refuse("MUNCH-20.8", "wrong_card_type", f"{row.name} is no item.")
    if (row.gold if item is None else worth(state, item)) == 0:
        refuse("MUNCH-18.6", "no_value", "An item of no value cannot be sold.")
    _check_can_rise(state, command.seat)


def _check_can_rise(state: State, seat: Seat) -> None:
    if state.players[seat].level >= state.options.winning_level - 1:
        refuse("MUNCH-15.5", "winning_level_needs_kill", "The last Level cannot be bought; kill a Monster for it.")


def add_to_sale(unfolding: Unfolding, command: c.AddToSale) -> None:
    basket, card = unfolding.state.basket, command.card
    if unfolding.state.players[command.seat].item(card) is None:
        basket = replace(basket, hand=(*basket.hand, card))
    else:
        basket = replace(basket, table=(*basket.table, card))
    change_basket(unfolding, basket, "MUNCH-18.3 MUNCH-18.8")


def check_remove_from_sale(state: State, command: c.RemoveFromSale) -> None:
    check_may_sell(state, command.seat)
    if command.card not in state.basket.cards:
        not_available()


def remove_from_sale(unfolding: Unfolding, command: c.RemoveFromSale) -> None:
    basket, gone = unfolding.state.basket, (command.card,)
    change_basket(
        unfolding,
        replace(basket, table=without(basket.table, gone), hand=without(basket.hand, gone)),
        "MUNCH-18.8 MUNCH-18.9",
    )


def check_complete_sale(state: State, command: c.CompleteSale) -> None:
    """MUNCH-18.1, MUNCH-18.5."""
    check_may_sell(state, command.seat)
    if basket_total(state, state.basket) < GOLD_PER_LEVEL:
        refuse("MUNCH-18.1", "sale_too_small", "A Level costs 1000 gold pieces; add more items.")
    _check_can_rise(state, command.seat)


def complete_sale(unfolding: Unfolding, command: c.CompleteSale) -> None:
    """MUNCH-18.2, MUNCH-18.5, MUNCH-18.7: a Level for each full thousand, up to the last but one."""
    seat, state = command.seat, unfolding.state
    basket, player = state.basket, state.players[seat]
    total = basket_total(state, basket)
    levels = min(total // GOLD_PER_LEVEL, state.options.winning_level - 1 - player.level)
    items = [player.item(card) for card in basket.table]
    attached = [card for item in items if item is not None for card in item.attached]
    ability, mark = _doubling(state, basket)
    unfolding.emit(
        e.ItemsSold(
            seat=seat,
            cards=(*basket.table, *attached, *basket.hand),
            total=total,
            levels=levels,
            ability=ability,
            source=basket.doubled_by,
            mark=mark,
            rule="MUNCH-18.1 MUNCH-18.2 MUNCH-18.7",
        )
    )
    gain_levels(unfolding, seat, levels, "sale", "MUNCH-18.2 MUNCH-18.5")


def _doubling(state: State, basket: Basket) -> tuple[str | None, str | None]:
    if basket.doubled_by is None:
        return None, None
    clauses = card_row(state, basket.doubled_by).clauses
    for clause in clauses:
        if clause.ability is not None and any(type(step).__name__ == "SellDouble" for step in clause.do):
            return clause.ability, use_mark(state, clause, None)
    return None, None


def check_cancel_sale(state: State, command: c.CancelSale) -> None:
    check_may_sell(state, command.seat)
    if not state.basket.cards:
        not_available()


def cancel_sale(unfolding: Unfolding, _command: c.CancelSale) -> None:
    change_basket(unfolding, Basket(), "MUNCH-18.8")


def check_open_deal(state: State, command: c.OpenDeal) -> None:
    """MUNCH-19.1, MUNCH-11.2: a trade outside combat, help in it."""
    check_deal_phase(state, command.kind)
    check_living_target(state, command.partner)
    parties = {command.seat, command.partner}
    if len(parties) < 2:
        refuse("MUNCH-19.1", "bad_target", "Deal with another player than yourself.")
    fighter = state.combat.fighter if state.combat is not None else None
    if command.kind == "help" and fighter not in parties:
        refuse("MUNCH-11.7", "bad_target", "A deal for help is made with the fighter.")
    if any(deal.kind == command.kind and set(deal.parties) == parties for deal in state.deals):
        refuse("MUNCH-19.7", "deal_exists", "There is an open deal of this kind between you two.")
    if command.kind == "help":
        check_help_possible(state, command.partner if command.seat == fighter else command.seat)


def check_deal_phase(state: State, kind: str) -> None:
    phase = state.phase
    if kind == "trade" and phase not in CALM:
        refuse("MUNCH-7.17", "items_locked", "Nobody trades while a combat or a flight is going on.", late=True)
    if kind == "help" and phase != "COMBAT":
        refuse("MUNCH-11.2", "wrong_phase", "Help is asked for in a combat.", late=True)


def check_help_possible(state: State, candidate: Seat) -> None:
    """MUNCH-11.2 to MUNCH-11.4: while the fighters are not winning, without a helper, and where no card forbids it."""
    combat = state.combat
    assert combat is not None
    if fighters_win(state):
        refuse("MUNCH-11.2", "help_not_needed", "The fighter is winning and needs no help.")
    if combat.helper is not None:
        refuse("MUNCH-11.3", "already_helped", "There is a helper already.")
    if help_is_forbidden(state) or cannot_help(state, candidate):
        refuse("MUNCH-11.2", "help_forbidden", "A card forbids this help.")


def open_deal(unfolding: Unfolding, command: c.OpenDeal) -> None:
    combat, first_pick = unfolding.state.combat, None
    if command.kind == "help":
        assert combat is not None
        first_pick = command.partner if command.seat == combat.fighter else command.seat
    unfolding.emit(
        e.DealOpened(
            deal=unfolding.dice.serial,
            kind=command.kind,
            a=command.seat,
            b=command.partner,
            first_pick=first_pick,
            rule="MUNCH-19.7" if command.kind == "trade" else "MUNCH-11.7 MUNCH-11.9",
        )
    )


def open_deal_of(state: State, deal_id: int, *, kind: str | None = None) -> Deal:
    deal = state.deal(deal_id)
    if deal is None or kind not in (None, deal.kind):
        refuse("MUNCH-19.7", "no_such_deal", "There is no such deal open.", late=True)
    return deal


def check_party(deal: Deal, seat: Seat) -> None:
    if seat not in deal.parties:
        refuse("MUNCH-19.7", "not_party", "You are no party of this deal.")


def party_deal(state: State, deal_id: int, seat: Seat, *, kind: str | None = None) -> Deal:
    """An open deal of which the sender is a party."""
    deal = open_deal_of(state, deal_id, kind=kind)
    check_party(deal, seat)
    return deal


def _deal_of_items(state: State, deal_id: int, seat: Seat, card: InstanceId) -> Deal:
    """An open deal into which, or out of which, the sender may move this item of their own."""
    deal = state.deal(deal_id)
    is_help = deal is not None and deal.kind == "help"
    if is_help and state.combat is not None and seat != state.combat.fighter:
        refuse("MUNCH-9.8", "not_fighter", "In a deal for help only the fighter pledges items.")
    if state.players[seat].item(card) is None:
        not_available()
    return party_deal(state, deal_id, seat)


def check_put_in_deal(state: State, command: c.PutInDeal) -> None:
    """MUNCH-19.2, MUNCH-11.5: own items in play."""
    deal = _deal_of_items(state, command.deal, command.seat, command.card)
    if command.card in deal.items_of(command.seat):
        not_available()


def put_in_deal(unfolding: Unfolding, command: c.PutInDeal) -> None:
    deal = party_deal(unfolding.state, command.deal, command.seat)
    _change_side(unfolding, deal, command.seat, (*deal.items_of(command.seat), command.card))


def _change_side(unfolding: Unfolding, deal: Deal, seat: Seat, cards: tuple[InstanceId, ...]) -> None:
    items = (cards, deal.items[1]) if seat == deal.a else (deal.items[0], cards)
    change_deal(unfolding, deal, seat, "MUNCH-19.7" if deal.kind == "trade" else "MUNCH-11.5 MUNCH-11.7", items=items)


def check_take_from_deal(state: State, command: c.TakeFromDeal) -> None:
    deal = _deal_of_items(state, command.deal, command.seat, command.card)
    if command.card not in deal.items_of(command.seat):
        not_available()


def take_from_deal(unfolding: Unfolding, command: c.TakeFromDeal) -> None:
    deal = party_deal(unfolding.state, command.deal, command.seat)
    _change_side(unfolding, deal, command.seat, without(deal.items_of(command.seat), (command.card,)))


def check_set_deal_treasures(state: State, command: c.SetDealTreasures) -> None:
    party_deal(state, command.deal, command.seat, kind="help")


def set_deal_treasures(unfolding: Unfolding, command: c.SetDealTreasures) -> None:
    deal = party_deal(unfolding.state, command.deal, command.seat)
    change_deal(unfolding, deal, command.seat, "MUNCH-11.5 MUNCH-11.7", treasures=command.count)


def check_set_deal_first_pick(state: State, command: c.SetDealFirstPick) -> None:
    deal = open_deal_of(state, command.deal, kind="help")
    if command.picker not in deal.parties:
        refuse("MUNCH-11.6", "bad_target", "One of the two parties picks first.")
    check_party(deal, command.seat)


def set_deal_first_pick(unfolding: Unfolding, command: c.SetDealFirstPick) -> None:
    deal = party_deal(unfolding.state, command.deal, command.seat)
    change_deal(unfolding, deal, command.seat, "MUNCH-11.6 MUNCH-11.7", first_pick=command.picker)


def check_agree_deal(state: State, command: c.AgreeDeal) -> None:
    """MUNCH-19.4, MUNCH-19.5, MUNCH-11.2, MUNCH-11.19: to the present terms, if they can be kept."""
    deal = open_deal_of(state, command.deal)
    for taker, giver in (deal.parties, deal.parties[::-1]):
        if not _can_take(state, deal, giver, taker):
            rule = "MUNCH-19.5" if deal.kind == "trade" else "MUNCH-11.19"
            refuse(rule, "big_item_limit", "That would be more Big items than a party may carry.")
    check_party(deal, command.seat)
    if command.terms != deal.terms:
        refuse(
            "MUNCH-11.7", "terms_changed", "The terms have changed; look at them again.", late=True, terms=deal.terms
        )
    if command.seat in deal.agreed:
        refuse("MUNCH-19.7", "already_agreed", "You have agreed; the other one decides now.", late=True)
    if deal.kind == "trade" and deal.items == ((), ()):
        refuse("MUNCH-19.4", "empty_trade", "One side at least gives something.")
    if deal.kind == "help":
        check_help_possible(state, helper_of(state, deal))


def _can_take(state: State, deal: Deal, giver: Seat, taker: Seat) -> bool:
    """MUNCH-19.5: the Big limit after the exchange; a Cheat! does not come along (MUNCH-17.21)."""
    gets = sum(card_row(state, card).is_big for card in deal.items_of(giver))
    if not gets:
        return True
    gives = sum(card in deal.items_of(taker) for card in big_items(state, taker))
    return len(big_items(state, taker)) - gives + gets <= big_allowed(state, taker)


def helper_of(state: State, deal: Deal) -> Seat:
    assert state.combat is not None
    return deal.b if deal.a == state.combat.fighter else deal.a


def agree_deal(unfolding: Unfolding, command: c.AgreeDeal) -> None:
    """MUNCH-19.7, MUNCH-11.7: the second agreement concludes it."""
    unfolding.emit(
        e.DealAgreed(deal=command.deal, seat=command.seat, terms=command.terms, rule="MUNCH-19.7 MUNCH-11.7")
    )
    deal = unfolding.state.deal(command.deal)
    assert deal is not None
    if len(deal.agreed) < 2:
        return
    unfolding.emit(e.DealClosed(deal=deal.id, outcome="concluded", cause="agreed", rule="MUNCH-19.7 MUNCH-11.7"))
    if deal.kind == "trade":
        _exchange(unfolding, deal)
    else:
        _join_as_helper(unfolding, deal)


def _exchange(unfolding: Unfolding, deal: Deal) -> None:
    moves = [e.CardMove(card, deal.a, deal.b) for card in deal.items[0]]
    moves += [e.CardMove(card, deal.b, deal.a) for card in deal.items[1]]
    unfolding.emit(e.ItemsTraded(deal=deal.id, moves=tuple(moves), rule="MUNCH-19.3 MUNCH-19.7"))


def _join_as_helper(unfolding: Unfolding, deal: Deal) -> None:
    """MUNCH-11.8, MUNCH-11.10."""
    combat = unfolding.state.combat
    assert combat is not None
    helper = helper_of(unfolding.state, deal)
    unfolding.emit(
        ec.HelperJoined(
            combat=combat.id,
            helper=helper,
            deal=deal.id,
            items=deal.items_of(combat.fighter),
            treasures=deal.treasures,
            first_pick=helper if deal.first_pick is None else deal.first_pick,
            rule="MUNCH-11.7 MUNCH-11.10",
        )
    )
    close_deals(unfolding, "helper_found", "MUNCH-11.8", kind="help")


def check_cancel_deal(state: State, command: c.CancelDeal) -> None:
    party_deal(state, command.deal, command.seat)


def cancel_deal(unfolding: Unfolding, command: c.CancelDeal) -> None:
    """MUNCH-11.1: this is also how a request for help is refused."""
    rule = "MUNCH-11.1 MUNCH-19.7"
    unfolding.emit(e.DealClosed(deal=command.deal, outcome="cancelled", cause="own_will", by=command.seat, rule=rule))
