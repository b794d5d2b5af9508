"""What each seat may do now: candidates from hand and table, kept if the checks of `decide` let them pass."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, get_args

from games.choices import Choice, choice, integer, one_from, one_of
from games.decider import Command, Seat, snake_case
from games.munchkin_apocalypse import commands as c
from games.munchkin_apocalypse.carrying import can_grip
from games.munchkin_apocalypse.catalogue import InstanceId
from games.munchkin_apocalypse.effects_combat import horde_tag
from games.munchkin_apocalypse.engine import RULES, is_legal
from games.munchkin_apocalypse.facts import NONE
from games.munchkin_apocalypse.meaning import card_row, facts, working_cards
from games.munchkin_apocalypse.playable import needs_of, play_clauses
from games.munchkin_apocalypse.rules_character import big_recipients
from games.munchkin_apocalypse.rules_turn import may_be_given
from games.munchkin_apocalypse.state import Phase, State

Templates = Iterator[Choice]
SIDES = ("fighters", "monsters")


def choices(state: State, seat: Seat) -> list[Choice]:
    """Everything that this seat may send now; nothing once the match is over."""
    phase = state.phase
    if phase == "MATCH_OVER":
        return []
    if not state.players[seat].is_alive:
        return list(_choose(state, seat)) if phase == "CHOICE" else []
    found: list[Choice] = []
    for templates in BY_PHASE[phase]:
        found += templates(state, seat)
    found += _show_card(state, seat)
    return found


def _hand(state: State, seat: Seat, *types: str) -> list[InstanceId]:
    cards = facts(state).cards
    return [card for card in state.players[seat].hand if cards[card].type in types]


def _alone(kind: type[Command]) -> Callable[[State, Seat], Templates]:
    """A command without parameters."""
    name = snake_case(kind.__name__)

    def templates(state: State, seat: Seat) -> Templates:
        if is_legal(state, kind(seat=seat)):
            yield choice(name)

    return templates


def _one_card(
    kind: type[Any], candidates: Callable[[State, Seat], Iterable[InstanceId]]
) -> Callable[[State, Seat], Templates]:
    """A command about one card."""
    name = snake_case(kind.__name__)

    def templates(state: State, seat: Seat) -> Templates:
        cards = [card for card in candidates(state, seat) if is_legal(state, kind(seat=seat, card=card))]
        if cards:
            yield choice(name, card=one_from(cards))

    return templates


def _from_hand(*types: str) -> Callable[[State, Seat], Iterable[InstanceId]]:
    return lambda state, seat: _hand(state, seat, *types)


def _own_items(state: State, seat: Seat) -> list[InstanceId]:
    return [item.card for item in state.players[seat].items]


def _discardable(state: State, seat: Seat) -> list[InstanceId]:
    player = state.players[seat]
    cheats = [item.cheat for item in player.items if item.cheat is not None]
    return [*_own_items(state, seat), *player.paranoia, *player.hirelings, *cheats]


def _sellable(state: State, seat: Seat) -> list[InstanceId]:
    return [*_own_items(state, seat), *_hand(state, seat, "item", "one_shot", "item_enhancer")]


def _basket(state: State, _seat: Seat) -> tuple[InstanceId, ...]:
    return state.basket.cards


def _show_card(state: State, seat: Seat) -> Templates:
    hand = state.players[seat].hand
    if hand and state.players[seat].is_alive:
        others = [other for other in range(len(state.players)) if other != seat]
        yield choice("show_card", card=one_from(hand), to=one_from([*others, "all"]))


def _give_charity_card(state: State, seat: Seat) -> Templates:
    hand = state.players[seat].hand
    if seat == state.active and state.charity is not None and state.charity.recipients:
        yield choice(
            "give_charity_card",
            card=one_from(hand),
            to=one_from(to for to in state.charity.recipients if may_be_given(state, to)),
        )


def _play_super_munchkin(state: State, seat: Seat) -> Templates:
    for card in _hand(state, seat, "super_munchkin"):
        seconds = [
            second
            for second in _hand(state, seat, "class")
            if is_legal(state, c.PlaySuperMunchkin(seat=seat, card=card, second=second))
        ]
        if seconds:
            yield choice("play_super_munchkin", card=one_of(card), second=one_from(seconds))


def _attach_to_item(state: State, seat: Seat) -> Templates:
    for card in _hand(state, seat, "item_enhancer"):
        items = [
            item for item in _own_items(state, seat) if is_legal(state, c.AttachToItem(seat=seat, card=card, item=item))
        ]
        if items:
            yield choice("attach_to_item", card=one_of(card), item=one_from(items))


def _set_grip(state: State, seat: Seat) -> Templates:
    for both in (True, False) if can_grip(state, seat) else ():
        cards = [
            card for card in _own_items(state, seat) if is_legal(state, c.SetGrip(seat=seat, card=card, both=both))
        ]
        if cards:
            yield choice("set_grip", card=one_from(cards), both=one_of(both))


def _open_deal(state: State, seat: Seat) -> Templates:
    kinds: tuple[Any, ...] = ("trade",) if state.combat is None else ("help",)
    for kind in kinds:
        partners = [
            other
            for other in state.living
            if other != seat and is_legal(state, c.OpenDeal(seat=seat, kind=kind, partner=other))
        ]
        if partners:
            yield choice("open_deal", kind=one_of(kind), partner=one_from(partners))


def _put_in_deal(state: State, seat: Seat) -> Templates:
    for deal in state.deals:
        cards = [
            card for card in _own_items(state, seat) if is_legal(state, c.PutInDeal(seat=seat, deal=deal.id, card=card))
        ]
        if cards:
            yield choice("put_in_deal", deal=one_of(deal.id), card=one_from(cards))


def _take_from_deal(state: State, seat: Seat) -> Templates:
    for deal in state.deals:
        cards = [
            card
            for card in _own_items(state, seat)
            if is_legal(state, c.TakeFromDeal(seat=seat, deal=deal.id, card=card))
        ]
        if cards:
            yield choice("take_from_deal", deal=one_of(deal.id), card=one_from(cards))


def _set_deal_treasures(state: State, seat: Seat) -> Templates:
    for deal in state.deals:
        if is_legal(state, c.SetDealTreasures(seat=seat, deal=deal.id, count=0)):
            yield choice("set_deal_treasures", deal=one_of(deal.id), count=integer(0, c.TREASURES_MAX))


def _set_deal_first_pick(state: State, seat: Seat) -> Templates:
    for deal in state.deals:
        if is_legal(state, c.SetDealFirstPick(seat=seat, deal=deal.id, picker=deal.a)):
            yield choice("set_deal_first_pick", deal=one_of(deal.id), picker=one_from(deal.parties))


def _agree_deal(state: State, seat: Seat) -> Templates:
    for deal in state.deals:
        if is_legal(state, c.AgreeDeal(seat=seat, deal=deal.id, terms=deal.terms)):
            yield choice("agree_deal", deal=one_of(deal.id), terms=one_of(deal.terms))


def _cancel_deal(state: State, seat: Seat) -> Templates:
    for deal in state.deals:
        if is_legal(state, c.CancelDeal(seat=seat, deal=deal.id)):
            yield choice("cancel_deal", deal=one_of(deal.id))


def _give_big_item(state: State, seat: Seat) -> Templates:
    for card in _own_items(state, seat):
        seats = [
            to
            for to in big_recipients(state, seat, card)
            if is_legal(state, c.GiveBigItem(seat=seat, card=card, to=to))
        ]
        if seats:
            yield choice("give_big_item", card=one_of(card), to=one_from(seats))


def _play_disaster(state: State, seat: Seat) -> Templates:
    cards = _hand(state, seat, "disaster")
    if cards:
        yield choice("play_disaster", card=one_from(cards), target=one_from(state.living))


def _targets(state: State, seat: Seat, needs: Any) -> list[int | str]:
    """All that a clause with these needs could be aimed at."""
    if needs.seat:
        return list(state.living)
    if needs.side:
        return list(SIDES)
    if needs.monster:
        return [] if state.combat is None else [monster.id for monster in state.combat.monsters]
    return list(_own_items(state, seat))


def _play_special(state: State, seat: Seat) -> Templates:
    for card in _hand(state, seat, "level", "special", "hireling", "cheat"):
        needs = needs_of(play_clauses(card_row(state, card)))
        if not (needs.seat or needs.side or needs.monster or needs.own_item):
            if is_legal(state, c.PlaySpecial(seat=seat, card=card)):
                yield choice("play_special", card=one_of(card))
            continue
        targets = [
            target
            for target in _targets(state, seat, needs)
            if is_legal(state, c.PlaySpecial(seat=seat, card=card, target=target))
        ]
        if targets:
            yield choice("play_special", card=one_of(card), target=one_from(targets))


def _use_ability(state: State, seat: Seat) -> Templates:
    table = facts(state).on["on_use"]
    for source in working_cards(state, seat):
        for place, clause in table.get(source, NONE):
            ability = clause.ability or ""
            needs = needs_of(((place, clause),))
            doubles = any(type(step).__name__ == "SellDouble" for step in clause.do)
            if not (doubles or needs.seat or needs.side or needs.monster):
                if is_legal(state, c.UseAbility(seat=seat, source=source, ability=ability)):
                    yield choice("use_ability", source=one_of(source), ability=one_of(ability))
                continue
            targets = [
                target
                for target in (state.basket.cards if doubles else _targets(state, seat, needs))
                if is_legal(state, c.UseAbility(seat=seat, source=source, ability=ability, target=target))
            ]
            if targets:
                yield choice("use_ability", source=one_of(source), ability=one_of(ability), target=one_from(targets))


def _one_shots(state: State, seat: Seat) -> list[InstanceId]:
    cards = facts(state).cards
    return [
        *(item.card for item in state.players[seat].items if cards[item.card].type == "one_shot"),
        *_hand(state, seat, "one_shot"),
    ]


def _play_one_shot(state: State, seat: Seat) -> Templates:
    sided: list[InstanceId] = []
    plain: list[InstanceId] = []
    for card in _one_shots(state, seat):
        needs_side = needs_of(play_clauses(card_row(state, card))).side
        side: Any = "fighters" if needs_side else None
        if is_legal(state, c.PlayOneShot(seat=seat, card=card, side=side)):
            (sided if needs_side else plain).append(card)
    if sided:
        yield choice("play_one_shot", card=one_from(sided), side=one_from(SIDES))
    if plain:
        yield choice("play_one_shot", card=one_from(plain))


def _play_monster_enhancer(state: State, seat: Seat) -> Templates:
    cards = _hand(state, seat, "monster_enhancer")
    if cards and state.combat is not None:
        monsters = [monster.id for monster in state.combat.monsters]
        yield choice("play_monster_enhancer", card=one_from(cards), monster=one_from(monsters))


def _horde_enhancers(state: State, seat: Seat) -> list[InstanceId]:
    return [card for card in _hand(state, seat, "monster_enhancer") if horde_tag(state, card) is not None]


def _grant_share(state: State, seat: Seat) -> Templates:
    if is_legal(state, c.GrantShare(seat=seat, count=0)):
        yield choice("grant_share", count=integer(0, c.TREASURES_MAX))


def _pass(state: State, seat: Seat) -> Templates:
    if state.window is not None and is_legal(state, c.Pass(seat=seat, window=state.window.id)):
        yield choice("pass", window=one_of(state.window.id))


def _respond(state: State, seat: Seat) -> Templates:
    window = state.window
    if window is None or seat not in window.asked:
        return
    candidates = [*_hand(state, seat, "special", "level"), *_one_shots(state, seat)]
    cards = [card for card in candidates if is_legal(state, c.Respond(seat=seat, window=window.id, card=card))]
    if cards:
        yield choice("respond", window=one_of(window.id), card=one_from(cards))
    table = facts(state).on["on_use"]
    for source in working_cards(state, seat):
        for _, clause in table.get(source, NONE):
            ability = clause.ability or ""
            if is_legal(state, c.Respond(seat=seat, window=window.id, source=source, ability=ability)):
                yield choice("respond", window=one_of(window.id), source=one_of(source), ability=one_of(ability))


def can_respond(state: State, seat: Seat) -> bool:
    return any(True for _ in _respond(state, seat))


def _roll_escape(state: State, seat: Seat) -> Templates:
    if state.combat is None:
        return
    monsters = [
        monster.id for monster in state.combat.monsters if is_legal(state, c.RollEscape(seat=seat, monster=monster.id))
    ]
    if monsters:
        yield choice("roll_escape", monster=one_from(monsters))


def _choose(state: State, seat: Seat) -> Templates:
    pending = state.choice
    if pending is not None and pending.seat == seat:
        yield choice("choose", choice=one_of(pending.id), value=one_from(pending.options))


def _spoils(state: State, _seat: Seat) -> tuple[InstanceId, ...]:
    return state.spoils


def _body(state: State, _seat: Seat) -> tuple[InstanceId, ...]:
    return () if state.body is None else state.body.cards


def _classes(state: State, seat: Seat) -> tuple[InstanceId, ...]:
    return state.players[seat].classes


def _whole_hand(state: State, seat: Seat) -> tuple[InstanceId, ...]:
    return state.players[seat].hand


TEMPLATES: Mapping[type[Command], Callable[[State, Seat], Iterable[Choice]]] = {
    **{
        kind: _alone(kind)
        for kind in (
            c.FinishSetup,
            c.OpenDoor,
            c.SearchRoom,
            c.EndTurn,
            c.CompleteSale,
            c.CancelSale,
            c.DeclareVictory,
            c.DeclareFlight,
            c.WithdrawDeclaration,
        )
    },
    c.LookForTrouble: _one_card(c.LookForTrouble, _from_hand("monster")),
    c.GiveCharityCard: _give_charity_card,
    c.DiscardCharityCard: _one_card(c.DiscardCharityCard, _whole_hand),
    c.PlayClass: _one_card(c.PlayClass, _from_hand("class")),
    c.DiscardClass: _one_card(c.DiscardClass, _classes),
    c.PlaySuperMunchkin: _play_super_munchkin,
    c.PlayParanoia: _one_card(c.PlayParanoia, _from_hand("paranoia")),
    c.PlayItem: _one_card(c.PlayItem, _from_hand("item", "one_shot")),
    c.AttachToItem: _attach_to_item,
    c.WieldItem: _one_card(c.WieldItem, _own_items),
    c.StowItem: _one_card(c.StowItem, _own_items),
    c.SetGrip: _set_grip,
    c.DiscardItem: _one_card(c.DiscardItem, _discardable),
    c.AddToSale: _one_card(c.AddToSale, _sellable),
    c.RemoveFromSale: _one_card(c.RemoveFromSale, _basket),
    c.OpenDeal: _open_deal,
    c.PutInDeal: _put_in_deal,
    c.TakeFromDeal: _take_from_deal,
    c.SetDealTreasures: _set_deal_treasures,
    c.SetDealFirstPick: _set_deal_first_pick,
    c.AgreeDeal: _agree_deal,
    c.CancelDeal: _cancel_deal,
    c.GiveBigItem: _give_big_item,
    c.DiscardBigItem: _one_card(c.DiscardBigItem, _own_items),
    c.PlayDisaster: _play_disaster,
    c.PlaySpecial: _play_special,
    c.UseAbility: _use_ability,
    c.PlayOneShot: _play_one_shot,
    c.PlayMonsterEnhancer: _play_monster_enhancer,
    c.PlayWanderingMonster: _one_card(c.PlayWanderingMonster, _from_hand("wandering_monster")),
    c.JoinHorde: _one_card(c.JoinHorde, _from_hand("monster")),
    c.JoinHordeWith: _one_card(c.JoinHordeWith, _horde_enhancers),
    c.GrantShare: _grant_share,
    c.Pass: _pass,
    c.Respond: _respond,
    c.RollEscape: _roll_escape,
    c.PickTreasure: _one_card(c.PickTreasure, _spoils),
    c.LootCard: _one_card(c.LootCard, _body),
    c.Choose: _choose,
}
BY_PHASE: Mapping[Phase, tuple[Callable[[State, Seat], Iterable[Choice]], ...]] = {
    phase: tuple(TEMPLATES[kind] for kind, rule in RULES.items() if phase in rule.phases and kind in TEMPLATES)
    for phase in get_args(Phase)
}
