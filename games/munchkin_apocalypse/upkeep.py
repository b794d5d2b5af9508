"""The checks that follow every single step (MUNCH-5.7), and the end of a match."""

from __future__ import annotations

from typing import Any, Literal

from games.decider import Seat
from games.munchkin_apocalypse import events as e
from games.munchkin_apocalypse import events_combat as ec
from games.munchkin_apocalypse.agenda import BigExcess, LoseClass, Pay
from games.munchkin_apocalypse.carrying import big_allowed, big_items, can_grip, has_room, is_usable, worth
from games.munchkin_apocalypse.meaning import card_row, facts, permissions, working_cards
from games.munchkin_apocalypse.state import SEALS_TO_END, Basket, Deal, State
from games.munchkin_apocalypse.strength import final_item_bonus
from games.munchkin_apocalypse.unfolding import Unfolding
from games.munchkin_apocalypse.vocabulary import ExtraClass

LEVELS_THAT_CLOSE_A_SEAL = 3


def check_all(unfolding: Unfolding) -> None:
    """MUNCH-5.7, in its order and until nothing applies; a cost in the middle of its payment waits."""
    tidy_up(unfolding)
    if unfolding.state.agenda and any(isinstance(job, Pay) for job in unfolding.state.agenda):
        return
    while not unfolding.state.winners and _may_apply(unfolding.state):
        before = len(unfolding.events), len(unfolding.state.agenda)
        for check in (end_by_level, end_by_seals, stow_unusable, mend_super_munchkin, find_big_excess, close_by_levels):
            check(unfolding)
            if unfolding.state.winners:
                return
        if (len(unfolding.events), len(unfolding.state.agenda)) == before:
            return


def _may_apply(state: State) -> bool:
    """Whether any of these checks may find something: mostly none can, as one look at each player tells."""
    if len(state.open_seals) >= SEALS_TO_END:
        return True
    top, tables = state.options.winning_level, facts(state)
    for seat, player in enumerate(state.players):
        if player.level >= top:
            return True
        if (player.super_munchkins or len(player.classes) > 1) and _has_too_many_or_few_classes(state, seat):
            return True
        if player.levels_this_turn >= LEVELS_THAT_CLOSE_A_SEAL and not player.has_closed_seal:
            return True
        big = 0
        for item in player.items:
            if item.card in tables.big:
                big += 1
            if item.in_use:
                if item.cheat_lost or item.both_hands:
                    return True
                if item.card in tables.only_for and not is_usable(state, seat, item):
                    return True
        if big > 1:
            return True
    return False


def _has_too_many_or_few_classes(state: State, seat: Seat) -> bool:
    for card in state.players[seat].super_munchkins:
        if is_without_cause(state, seat, card):
            return True
    return any(surplus_of(state, seat, kind) > 0 for kind in facts(state).catalogue.kinds)


def end_by_level(unfolding: Unfolding) -> None:
    """MUNCH-24.1, MUNCH-24.3: whoever has the winning Level has it by lawful means."""
    top = unfolding.state.options.winning_level
    winners = tuple(seat for seat, player in enumerate(unfolding.state.players) if player.level >= top)
    if winners:
        last = next(event for event in reversed(unfolding.events) if isinstance(event, ec.LevelGained))
        end_match(unfolding, winners, "level" if last.cause == "kill" else "card", "MUNCH-24.1 MUNCH-24.2")


def end_by_seals(unfolding: Unfolding) -> None:
    """MUNCH-24.4, MUNCH-24.5: the highest item bonus wins, then the higher Level, then both."""
    state = unfolding.state
    if len(state.open_seals) < SEALS_TO_END:
        return
    standing = [(final_item_bonus(state, seat), player.level) for seat, player in enumerate(state.players)]
    winners = tuple(seat for seat, figures in enumerate(standing) if figures == max(standing))
    end_match(unfolding, winners, "seventh_seal", "MUNCH-22.16 MUNCH-24.4 MUNCH-24.5")


def end_match(unfolding: Unfolding, winners: tuple[Seat, ...], reason: e.EndReason, rule: str) -> None:
    """MUNCH-24.2: nothing pending is carried out any more."""
    state = unfolding.state
    ranking = tuple(e.Rank(seat, one.level, final_item_bonus(state, seat)) for seat, one in enumerate(state.players))
    unfolding.emit(e.MatchEnded(winners=winners, reason=reason, ranking=ranking, rule=rule))


def stow_unusable(unfolding: Unfolding) -> None:
    """MUNCH-17.17, MUNCH-17.20: an item in use that may no longer be used is stowed; a grip needs its ability."""
    for seat, player in enumerate(unfolding.state.players):
        if not player.is_alive:
            continue
        # Of two items that have lost their Cheat! for the same slot, the one that lost it later goes.
        for item in sorted(player.items, key=lambda item: -item.cheat_lost):
            if item.in_use:
                lost_its_place = item.cheat_lost and item.cheat is None and not has_room(unfolding.state, seat, item)
                if lost_its_place or not is_usable(unfolding.state, seat, item):
                    unfolding.emit(e.ItemStowed(seat=seat, card=item.card, forced=True, rule="MUNCH-17.17"))
                elif item.both_hands and not can_grip(unfolding.state, seat):
                    unfolding.emit(e.GripChanged(seat=seat, card=item.card, both=False, rule="MUNCH-17.20"))


def classes_of_kind(state: State, seat: Seat, kind: str) -> tuple[str, ...]:
    """The Classes in play of one kind of character card (MUNCH-25.11)."""
    kinds = facts(state).kind
    return tuple([card for card in state.players[seat].classes if kinds[card] == kind])


def class_limit(state: State, seat: Seat, kind: str) -> int:
    """MUNCH-16.4: how many Classes of a kind a character may have."""
    extra = sum(step.n for step in permissions(state, seat, ExtraClass) if step.kind == kind)
    return facts(state).catalogue.kinds[kind].limit + extra


def kind_raised_by(state: State, card: str) -> str:
    """The kind of character card of which a Super Munchkin lets one have more."""
    return facts(state).raises[card]


def is_without_cause(state: State, seat: Seat, super_munchkin: str) -> bool:
    """MUNCH-16.11: whether there are no more Classes than without this card."""
    kind = kind_raised_by(state, super_munchkin)
    return len(classes_of_kind(state, seat, kind)) <= facts(state).catalogue.kinds[kind].limit


def surplus_of(state: State, seat: Seat, kind: str) -> int:
    """MUNCH-16.12: how many Classes there are too many."""
    return len(classes_of_kind(state, seat, kind)) - class_limit(state, seat, kind)


def mend_super_munchkin(unfolding: Unfolding) -> None:
    """MUNCH-16.11, MUNCH-16.12: Super Munchkin goes with a lost Class, and a Class goes with a lost Super Munchkin."""
    for seat, player in enumerate(unfolding.state.players):
        if not (player.super_munchkins or len(player.classes) > 1):
            continue
        for card in player.super_munchkins:
            if is_without_cause(unfolding.state, seat, card):
                unfolding.emit(e.SuperMunchkinDiscarded(seat=seat, card=card, cause="class_lost", rule="MUNCH-16.11"))
        for kind in facts(unfolding.state).catalogue.kinds:
            asked = LoseClass(seat=seat, source=None, kind=kind)
            if surplus_of(unfolding.state, seat, kind) > 0 and asked not in unfolding.state.agenda:
                unfolding.push(asked)


def find_big_excess(unfolding: Unfolding) -> None:
    """MUNCH-17.5: more Big items than allowed must be mended at once."""
    for seat in unfolding.state.in_turn_order(unfolding.state.active):
        cards = big_items(unfolding.state, seat)
        if (
            len(cards) < 2
            or not unfolding.state.players[seat].is_alive
            or BigExcess(seat=seat) in unfolding.state.agenda
        ):
            continue
        if len(cards) > (allowed := big_allowed(unfolding.state, seat)):
            unfolding.emit(e.BigExcessFound(seat=seat, cards=cards, allowed=allowed, rule="MUNCH-17.5"))
            unfolding.push(BigExcess(seat=seat))


def close_by_levels(unfolding: Unfolding) -> None:
    """MUNCH-22.13 to MUNCH-22.15: three Levels in one turn close a Seal, once per player and turn."""
    for seat, player in enumerate(unfolding.state.players):
        if player.levels_this_turn >= LEVELS_THAT_CLOSE_A_SEAL and not player.has_closed_seal:
            close_seal(unfolding, seat, by_levels=True)


def close_seal(unfolding: Unfolding, seat: Seat, *, by_levels: bool) -> None:
    """MUNCH-22.11: the top Open Seal goes face down under the Seal deck."""
    seals = unfolding.state.open_seals
    if seals:
        cause: Literal["three_levels", "effect"] = "three_levels" if by_levels else "effect"
        rule = "MUNCH-22.13 MUNCH-22.14" if by_levels else "MUNCH-22.11"
        unfolding.emit(ec.SealClosed(card=seals[-1], open=len(seals) - 1, cause=cause, seat=seat, rule=rule))
    elif by_levels:
        unfolding.emit(ec.SealClosingUsedUp(seat=seat, rule="MUNCH-22.15"))


def tidy_up(unfolding: Unfolding) -> None:
    """A card that has left its place leaves the basket, the deals and the pledges."""
    state = unfolding.state
    if state.basket.cards:
        _tidy_basket(unfolding)
    for deal in state.deals:
        _tidy_deal(unfolding, deal)
    if state.combat is not None and state.combat.pledged:
        _tidy_pledges(unfolding)


def basket_total(state: State, basket: Basket) -> int:
    """MUNCH-18.7, MUNCH-18.9: what a basket is worth."""
    player = state.players[state.active]
    gold = 0
    for card in basket.cards:
        item = player.item(card)
        value = card_row(state, card).gold if item is None else worth(state, item)
        gold += 2 * value if card == basket.doubled else value
    return gold


def change_basket(unfolding: Unfolding, basket: Basket, rule: str) -> None:
    if basket.doubled not in basket.cards:
        basket = Basket(basket.table, basket.hand)
    unfolding.emit(
        e.SaleChanged(
            seat=unfolding.state.active,
            table_cards=basket.table,
            hand_count=len(basket.hand),
            hand_cards=basket.hand,
            doubled=basket.doubled,
            doubled_by=basket.doubled_by,
            total=basket_total(unfolding.state, basket),
            rule=rule,
        )
    )


def empty_basket(unfolding: Unfolding) -> None:
    """MUNCH-18.8: a combat begins, the turn ends, its owner dies."""
    if unfolding.state.basket.cards:
        change_basket(unfolding, Basket(), "MUNCH-18.8")


def _tidy_basket(unfolding: Unfolding) -> None:
    basket, player = unfolding.state.basket, unfolding.state.players[unfolding.state.active]
    table = tuple(card for card in basket.table if player.item(card) is not None)
    hand = tuple(card for card in basket.hand if card in player.hand)
    lost_ability = basket.doubled_by is not None and basket.doubled_by not in working_cards(
        unfolding.state, unfolding.state.active
    )
    doubled, by = (None, None) if lost_ability else (basket.doubled, basket.doubled_by)
    kept = Basket(table, hand, doubled, by)
    if kept != basket:
        change_basket(unfolding, kept, "MUNCH-18.8 MUNCH-18.9")


def _tidy_deal(unfolding: Unfolding, deal: Deal) -> None:
    players = unfolding.state.players
    kept = tuple(
        tuple(card for card in cards if players[seat].item(card) is not None)
        for seat, cards in zip(deal.parties, deal.items)
    )
    if kept != deal.items:
        by = deal.a if kept[0] != deal.items[0] else deal.b
        change_deal(unfolding, deal, by, "MUNCH-19.8 MUNCH-11.16", items=kept)


def change_deal(unfolding: Unfolding, deal: Deal, by: Seat, rule: str, **changes: Any) -> None:
    """MUNCH-11.7, MUNCH-19.7: new terms; both agreements are gone."""
    terms = {"items": deal.items, "treasures": deal.treasures, "first_pick": deal.first_pick, **changes}
    unfolding.emit(e.DealChanged(deal=deal.id, by=by, terms=deal.terms + 1, rule=rule, **terms))


def close_deals(
    unfolding: Unfolding, cause: str, rule: str, *, kind: str | None = None, seat: Seat | None = None
) -> None:
    """Open deals of a kind, or of a seat, lapse."""
    for deal in unfolding.state.deals:
        if kind in (None, deal.kind) and (seat is None or seat in deal.parties):
            unfolding.emit(e.DealClosed(deal=deal.id, outcome="lapsed", cause=cause, rule=rule))


def _tidy_pledges(unfolding: Unfolding) -> None:
    """MUNCH-11.16: a pledged item that is lost lapses without replacement."""
    combat = unfolding.state.combat
    assert combat is not None
    for card in combat.pledged:
        if unfolding.state.players[combat.fighter].item(card) is None:
            assert combat.helper is not None
            unfolding.emit(ec.PledgeLapsed(giver=combat.fighter, taker=combat.helper, card=card, rule="MUNCH-11.16"))
