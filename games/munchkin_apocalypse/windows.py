"""Windows: stretches of time in which named seats may act before something takes effect (MUNCH-5.9 to MUNCH-5.22)."""

from __future__ import annotations

from games.decider import Seat
from games.munchkin_apocalypse import events_combat as ec
from games.munchkin_apocalypse.agenda import Escape, Strike
from games.munchkin_apocalypse.carrying import payable
from games.munchkin_apocalypse.catalogue import Clause, InstanceId
from games.munchkin_apocalypse.facts import NONE
from games.munchkin_apocalypse.meaning import card_row, facts, working_cards
from games.munchkin_apocalypse.state import State, WindowKind
from games.munchkin_apocalypse.unfolding import Unfolding
from games.munchkin_apocalypse.vocabulary import Cost, Window


def open_window(unfolding: Unfolding, kind: WindowKind, asked: tuple[Seat, ...]) -> None:
    """MUNCH-5.14 to MUNCH-5.16: its deadline is the time of the command plus its length."""
    options = unfolding.state.options
    length = options.reaction_window_ms if kind == "conclusion" else options.response_window_ms
    rules = {"conclusion": "MUNCH-9.4 MUNCH-5.11", "disaster": "MUNCH-21.9 MUNCH-5.12"}
    unfolding.emit(
        ec.WindowOpened(
            window=unfolding.dice.serial,
            kind=kind,
            asked=asked,
            opened_at=unfolding.dice.at_ms,
            length_ms=length,
            deadline=None if length is None else unfolding.dice.at_ms + length,
            rule=rules.get(kind, "MUNCH-13.10 MUNCH-5.12"),
        )
    )


def is_possible_responder(state: State, seat: Seat, kind: Window, about: Strike | Escape) -> bool:
    """MUNCH-5.12, MUNCH-V.9: from public facts alone, never from what the hand holds."""
    player = state.players[seat]
    if player.hand and kind in facts(state).windows:
        return True
    pledged = state.combat.pledged if state.combat is not None else ()
    for item in player.items:
        row = card_row(state, item.card)
        if row.type == "one_shot" and row.window == kind and item.card not in pledged:
            return True
    for card in working_cards(state, seat):
        for _, clause in facts(state).on["on_use"].get(card, NONE):
            if clause.window == kind and can_use(state, seat, card, clause, about):
                return True
    return False


def can_use(state: State, seat: Seat, source: InstanceId, clause: Clause, about: Strike | Escape | None) -> bool:
    return not is_used_up(state, seat, source, clause, about) and can_pay(state, seat, source, clause.cost)


def can_pay(state: State, seat: Seat, source: InstanceId, cost: Cost | None) -> bool:
    """MUNCH-16.6, MUNCH-16.16: counted in cards, whatever they are."""
    if cost is None:
        return True
    if cost.kind == "cards":
        return len(payable(state, seat, source)) >= cost.n
    return len(state.players[seat].hand) >= cost.n


def use_mark(state: State, clause: Clause, about: Strike | Escape | None) -> str:
    """The name of what an ability's limit counts in: this turn, combat, Monster or Disaster."""
    combat = 0 if state.combat is None else state.combat.id
    match clause.limit_per:
        case "turn":
            return f"turn {state.turn}"
        case "combat":
            return f"combat {combat}"
        case "monster":
            monster = about.monster if isinstance(about, Escape) else ""
            return f"combat {combat} {monster}"
        case "disaster":
            return f"disaster {about.id if isinstance(about, Strike) else 0}"
    return "without limit"


def is_used_up(state: State, seat: Seat, source: InstanceId, clause: Clause, about: Strike | Escape | None) -> bool:
    if clause.limit_per is None:
        return False
    mark = use_mark(state, clause, about)
    uses = sum(
        use.seat == seat and use.source == source and use.ability == clause.ability and use.mark == mark
        for use in state.uses
    )
    return uses >= clause.limit_times


def response_about(state: State) -> Strike | Escape | None:
    """What the open response window is about."""
    for job in reversed(state.agenda):
        if isinstance(job, (Strike, Escape)):
            return job
    return None
