"""The table as a viewer may see it (section 4 of the rules), built from nothing."""

from __future__ import annotations

from events.visibility import ARBITER, Viewer
from games.decider import Seat
from games.munchkin_apocalypse.agenda import BigExcess, Escape, Picking, Strike
from games.munchkin_apocalypse.carrying import big_items, grip_bonus, hand_limit, item_bonus, worth
from games.munchkin_apocalypse.catalogue import InstanceId
from games.munchkin_apocalypse.meaning import card_row, facts, tags_of
from games.munchkin_apocalypse.state import OPEN, Deal, Item, Lasting, Monster, State, runner_on_turn, to_act
from games.munchkin_apocalypse.strength import Part, seal_bonus, strengths, total, treasures_of
from games.munchkin_apocalypse.upkeep import basket_total
from games.munchkin_apocalypse.view_records import (
    BasketView,
    BodyView,
    Cards,
    CardView,
    CharacterView,
    CharityView,
    ChoiceView,
    CombatView,
    DealView,
    DecisionView,
    DecksView,
    DiscardsView,
    EnhancerView,
    FightersView,
    HandView,
    ItemView,
    LastingView,
    LeftView,
    MonstersView,
    MonsterView,
    OrdersView,
    PartView,
    Pending,
    PendingBigExcess,
    PendingDisaster,
    PendingEscape,
    PendingTreasures,
    PlayerView,
    RecipientView,
    SettledView,
    View,
    WindowView,
)


def view(state: State, viewer: Viewer) -> View:
    """Everything that this viewer may know, with fixed keys in a fixed order."""
    return View(
        phase=state.phase,
        turn=state.turn,
        active=state.active,
        decision=_decision(state),
        winning_level=state.options.winning_level,
        players=tuple(_player(state, seat, viewer) for seat in range(len(state.players))),
        decks=_decks(state, viewer),
        discards=DiscardsView(_cards(state, state.door_discards), _cards(state, state.treasure_discards)),
        open_seals=_cards(state, state.open_seals),
        seal_bonus=seal_bonus(state),
        resolving=_cards(state, state.resolving),
        pending=_pending(state),
        combat=_combat(state),
        window=_window(state),
        choice=_choice(state, viewer),
        deals=tuple(_deal(state, deal) for deal in state.deals),
        basket=_basket(state, viewer),
        treasures_to_share=_cards(state, state.spoils),
        body=_body(state),
        charity=_charity(state),
        winners=state.winners,
    )


def _card(state: State, card: InstanceId) -> CardView:
    return CardView(card, card_row(state, card).name)


def _cards(state: State, cards: tuple[InstanceId, ...]) -> Cards:
    return tuple(_card(state, card) for card in cards)


def _decision(state: State) -> DecisionView:
    """MUNCH-V.9: who must act and who may, whatever anybody holds."""
    must = to_act(state)
    return DecisionView(
        phase=state.phase,
        must_act=must,
        may_act=state.living if state.phase in OPEN else must,
        window=None if state.window is None else state.window.id,
        choice=None if state.choice is None else state.choice.id,
    )


def _player(state: State, seat: Seat, viewer: Viewer) -> PlayerView:
    player = state.players[seat]
    return PlayerView(
        seat=seat,
        level=player.level,
        gender=player.gender,
        is_alive=player.is_alive,
        is_ready=player.is_ready,
        levels_this_turn=player.levels_this_turn,
        hand=_hand(state, seat, viewer),
        hand_limit=hand_limit(state, seat),
        classes=_cards(state, player.classes),
        super_munchkins=_cards(state, player.super_munchkins),
        paranoia=_cards(state, player.paranoia),
        hirelings=_cards(state, player.hirelings),
        items=tuple(_item(state, seat, item) for item in player.items),
        disasters=tuple(_lasting(state, lasting) for lasting in player.disasters),
    )


def _hand(state: State, seat: Seat, viewer: Viewer) -> HandView:
    """MUNCH-V.1, MUNCH-V.14: the cards for their owner, the backs for everybody else."""
    hand = state.players[seat].hand
    back = facts(state).back
    doors = sum(back[card] == "door" for card in hand)
    is_own = viewer in (seat, ARBITER)
    return HandView(
        doors=doors,
        treasures=len(hand) - doors,
        cards=_cards(state, hand) if is_own else None,
        fresh=tuple(card for card in hand if card in state.fresh) if is_own else None,
    )


def _item(state: State, seat: Seat, item: Item) -> ItemView:
    row = card_row(state, item.card)
    return ItemView(
        card=item.card,
        name=row.name,
        type=row.type,
        bonus=item_bonus(state, item) + (grip_bonus(state, seat) if item.both_hands else 0),
        slot=row.slot,
        hands=row.hands,
        size=row.size,
        gold=worth(state, item),
        only_for=row.only_for,
        in_use=item.in_use,
        both_hands=item.both_hands,
        enhancers=_cards(state, item.enhancers),
        cheat=item.cheat,
    )


def _decks(state: State, viewer: Viewer) -> DecksView:
    known = state.seals[len(state.seals) - state.closed_seals :]
    return DecksView(
        doors=len(state.doors),
        treasures=len(state.treasures),
        seals=len(state.seals),
        closed_seals=_cards(state, known),
        orders=OrdersView(state.doors, state.treasures, state.seals) if viewer == ARBITER else None,
    )


def _lasting(state: State, lasting: Lasting) -> LastingView:
    return LastingView(lasting.card, card_row(state, lasting.card).name, lasting.lasts)


def _parts(parts: tuple[Part, ...]) -> tuple[PartView, ...]:
    return tuple(PartView(part.label, part.amount) for part in parts)


def _combat(state: State) -> CombatView | None:
    combat = state.combat
    if combat is None:
        return None
    both = strengths(state)
    return CombatView(
        combat=combat.id,
        fighter=combat.fighter,
        helper=combat.helper,
        helper_is_forced=combat.helper_is_forced,
        pledged=_cards(state, combat.pledged),
        helper_treasures=combat.share,
        first_pick=combat.first_pick,
        claim=combat.claim if state.phase == "CONCLUSION" else None,
        fighters=FightersView(
            total=both.fighters_total,
            characters=tuple(CharacterView(seat, total(parts), _parts(parts)) for seat, parts in both.characters),
            side=_parts(both.fighters_side),
        ),
        monsters=MonstersView(
            total=both.monsters_total,
            monsters=tuple(
                _monster(state, monster, parts) for monster, (_, parts) in zip(combat.monsters, both.monsters)
            ),
            side=_parts(both.monsters_side),
        ),
        noted_treasures=combat.noted_treasures,
        played=_cards(state, combat.played),
        runners=combat.runners,
        runner=runner_on_turn(state),
        settled=tuple(SettledView(seat, monster) for seat, monster in combat.settled),
    )


def _monster(state: State, monster: Monster, parts: tuple[Part, ...]) -> MonsterView:
    row = card_row(state, monster.card)
    return MonsterView(
        monster=monster.id,
        card=monster.card,
        name=row.name,
        is_copy=monster.is_copy,
        total=total(parts),
        parts=_parts(parts),
        treasures=treasures_of(state, monster),
        levels=row.levels,
        tags=tuple(sorted(tags_of(state, monster))),
        enhancers=tuple(
            EnhancerView(one.card, card_row(state, one.card).name, one.is_copy) for one in monster.enhancers
        ),
    )


def _pending(state: State) -> Pending | None:
    """What the open phase is about: the Disaster on its way, the thrown die, the shares, the surplus."""
    for job in reversed(state.agenda):
        match job:
            case Strike():
                return PendingDisaster(job.card, card_row(state, job.card).name, job.target, job.by)
            case Escape():
                return PendingEscape(job.runner, job.monster, job.die, job.modifier, job.total)
            case Picking():
                return PendingTreasures(job.seat, LeftView(job.fighter_left, job.helper_left))
            case BigExcess():
                return PendingBigExcess(job.seat, _cards(state, big_items(state, job.seat)))
    return None


def _window(state: State) -> WindowView | None:
    window = state.window
    if window is None:
        return None
    return WindowView(
        window=window.id,
        kind=window.kind,
        asked=window.asked,
        passed=window.passed,
        opened_at=window.opened_at,
        deadline=window.deadline,
    )


def _choice(state: State, viewer: Viewer) -> ChoiceView | None:
    """MUNCH-V.7: that it is open is public; what it is among may be a secret."""
    choice = state.choice
    if choice is None:
        return None
    may_see = choice.is_public or viewer in (choice.seat, ARBITER)
    return ChoiceView(
        choice=choice.id,
        seat=choice.seat,
        kind=choice.kind,
        source=None if choice.source is None else _card(state, choice.source),
        options=choice.options if may_see else None,
    )


def _deal(state: State, deal: Deal) -> DealView:
    return DealView(
        deal=deal.id,
        kind=deal.kind,
        parties=deal.parties,
        items=(_cards(state, deal.items[0]), _cards(state, deal.items[1])),
        treasures=deal.treasures,
        first_pick=deal.first_pick,
        terms=deal.terms,
        agreed=deal.agreed,
    )


def _basket(state: State, viewer: Viewer) -> BasketView:
    """MUNCH-V.6."""
    basket = state.basket
    is_own = viewer in (state.active, ARBITER)
    return BasketView(
        seat=state.active,
        table_cards=_cards(state, basket.table),
        hand_count=len(basket.hand),
        hand_cards=_cards(state, basket.hand) if is_own else None,
        doubled=basket.doubled if is_own else None,
        total=basket_total(state, basket) if is_own and state.players else None,
    )


def _body(state: State) -> BodyView | None:
    body = state.body
    if body is None:
        return None
    return BodyView(body.seat, _cards(state, body.cards), body.looters)


def _charity(state: State) -> CharityView | None:
    charity = state.charity
    if charity is None:
        return None
    return CharityView(
        surplus=charity.surplus,
        recipients=tuple(RecipientView(seat, given) for seat, given in zip(charity.recipients, charity.given)),
    )
