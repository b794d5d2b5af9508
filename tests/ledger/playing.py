"""Random people: they play, ask, vote, withdraw, undo, redo, dispute, rule, look, erase and let clocks pass."""

from __future__ import annotations

import random
from typing import Any

from events.envelope import seat_actor
from games.decider import IllegalMove
from ledger.orders import Order, Refused
from ledger.rules_clock import due_order
from ledger.rules_disputes import LOOKS
from ledger.rules_undo import UndoPlan, plan_undo, redo_refusal
from ledger.table import NeedsHistory
from tests.ledger.match import Match, order_by_name

ARBITER = "arbiter:a-1"
NOT_YET = ("not_away", "match_frozen", "match_over", "seat_conceded")
CLOCKS: tuple[dict[str, Any], ...] = (
    {},
    {},
    {"turn_s": 30},
    {"turn_s": 60, "reaction_s": 5},
    {"total_s": 40, "increment_s": 2},
)


class People:
    """Everybody around one match; `act` does one thing, which may be refused."""

    def __init__(self, match: Match, rng: random.Random) -> None:
        self.match, self.rng = match, rng
        self.accepted: list[str] = []
        self.refused: list[str] = []

    def act(self) -> None:
        match, table = self.match, self.match.table
        match.at += self.rng.choice((0, 1, 500, 3000))
        if table.status == "running" and table.held() is None and self.rng.random() < 0.6:
            match.play(1)
            self.accepted.append("play")
            return
        often = (self.undo, self.undo, self.answer, self.redo, self.arbitrate, self.dispute, self.clock)
        self.rng.choice((*often, *often, self.leave, self.away))()
        self.somebody_can_act()

    def somebody_can_act(self) -> None:
        """LEDGER: a match goes on, or says what holds it and for whom it waits, or is over."""
        table = self.match.table
        held = table.held()
        if table.status != "running":
            assert held is None
        elif held is not None:
            assert held.waiting_for
            assert table.to_act() == ()
        else:
            assert table.to_act() or (table.due_ms() or self.match.at + 1) <= self.match.at

    def seat(self) -> int:
        return self.rng.randrange(len(self.match.table.seats))

    def undo(self) -> None:
        """What the plan promises is accepted; what it refuses is refused with the same code."""
        table, seat = self.match.table, self.seat()
        to_step = self.rng.choice((None, None, max(table.first_step, table.step - self.rng.randrange(1, 100)), 3))
        plan = self.plan(seat, to_step)
        params = {} if to_step is None else {"to_step": to_step}
        if plan.needs == "impossible":
            assert self.match.refused(seat_actor(seat), "undo", params) == (plan.code, plan.rule)
            self.refused.append(f"undo {plan.code}")
            return
        events = self.match.do(seat_actor(seat), "undo", params)
        asked = [event for event in events if type(event).__name__ == "UndoRequested"]
        assert bool(asked) == (plan.needs == "consent" and bool(plan.voters))
        assert events[-1].steps == plan.steps
        self.accepted.append("ask" if asked else "undo")

    def plan(self, seat: int, to_step: int | None) -> UndoPlan:
        try:
            return plan_undo(self.match.table, seat, to_step)
        except NeedsHistory:
            return plan_undo(self.match.remembered(), seat, to_step)

    def redo(self) -> None:
        actor = self.rng.choice((ARBITER, *map(seat_actor, range(len(self.match.table.seats)))))
        refusal = redo_refusal(self.match.table, Order(actor, "redo"))
        if refusal is None:
            self.match.do(actor, "redo")
            self.accepted.append("redo")
        else:
            assert self.match.refused(actor, "redo") == (refusal.code, refusal.rule)
            self.refused.append(f"redo {refusal.code}")

    def answer(self) -> None:
        request, seat = self.match.table.undo_request, self.seat()
        if request is not None and self.rng.random() < 0.8:
            seat = self.rng.choice((*request.waiting_for, request.by))
        if request is not None and seat == request.by:
            self.attempt(seat_actor(seat), "withdraw_undo")
        else:
            self.attempt(seat_actor(seat), "answer_undo", {"accepts": self.rng.random() < 0.7})

    def dispute(self) -> None:
        table = self.match.table
        open_ones = [one for one in table.disputes if one.is_open]
        if open_ones and self.rng.random() < 0.7:
            dispute = self.rng.choice(open_ones)
            if self.rng.random() < 0.3:
                self.attempt(dispute.by, "withdraw_dispute", {"dispute": dispute.number})
                return
            ruling = self.rng.choice(("dismiss", "dismiss", "rewind", "rewind", "adjust", "forfeit"))
            if ruling in ("adjust", "forfeit") and self.rng.random() < 0.8:
                ruling = "dismiss"
            params: dict[str, Any] = {"dispute": dispute.number, "ruling": ruling}
            if ruling == "adjust":
                params["winners"] = [self.seat()]
            if ruling == "forfeit":
                params["seat"] = self.seat()
            self.attempt(ARBITER, "rule_on_dispute", params, reason="So it is.")
            return
        subject: dict[str, Any] = {"step": self.rng.randint(0, table.step + 1)}
        ruled = [one.number for one in table.disputes if one.ruling]
        if ruled and self.rng.random() < 0.3:
            subject = {"ruling": self.rng.choice(ruled)}
        given = {"claim": "It was not so.", "is_journaled": True, "has_arbiter": self.rng.random() < 0.9}
        actor = self.rng.choice((seat_actor(self.seat()), ARBITER))
        self.attempt(actor, "open_dispute", {**subject, "freeze": self.rng.random() < 0.5}, **given)

    def arbitrate(self) -> None:
        table = self.match.table
        if self.rng.random() < 0.5:
            self.attempt(ARBITER, "rewind", {"to_step": max(0, table.step - self.rng.randrange(1, 12))})
        else:
            what = self.rng.choice(tuple(LOOKS))
            number = {} if what == "refusals" else {"number": table.step if what == "evidence_of_step" else 1}
            self.attempt(ARBITER, "look", {"what": what, **number})

    def leave(self) -> None:
        """Concede, hand over, call off, come back: a match rarely ends by it, so that there is more to try."""
        seat, bot = self.seat(), f"bot-random-{self.rng.randrange(10**9)}"
        way = self.rng.choice(("bot", "bot", "back", "back", "call-off", "concede"))
        if way == "back":
            self.attempt(f"player:p-{seat}", "stay")
        elif way == "bot" or self.rng.random() < 0.2:
            self.attempt(seat_actor(seat), "leave", {"as": way, "policy": "random"}, bot=bot)

    def away(self) -> None:
        """Somebody is not seen for a day, and the others act on it."""
        waited = [seat for seat in range(len(self.match.table.seats)) if self.match.table.away_ms(seat) is not None]
        seat = self.rng.choice(waited) if waited else self.seat()
        bot = f"bot-random-{self.rng.randrange(10**9)}"
        params = {"seat": seat, "as": "bot" if self.rng.random() < 0.8 else "concede", "policy": "random"}
        away_ms = self.match.table.away_ms(seat)
        if away_ms is not None and away_ms > self.match.at:
            assert self.match.refused(seat_actor(self.seat()), "report_away", params, bot=bot)[0] in NOT_YET
            self.match.at = away_ms
        self.attempt(seat_actor(self.seat()), "report_away", params, bot=bot)

    def clock(self) -> None:
        """Time passes until something is due."""
        due_ms, order = self.match.table.due_ms(), due_order(self.match.table)
        if due_ms is None or order is None:
            return
        if due_ms > self.match.at:
            assert self.match.refused(order.actor, order.type, order.params)[0] == "not_due"
        self.match.at = max(self.match.at, due_ms)
        self.match.do(order.actor, order.type, order.params)
        self.accepted.append(f"clock {order.type if order.type in ('lapse_undo', 'expire_hold') else 'move'}")

    def attempt(self, actor: str, type_: str, params: dict[str, Any] | None = None, **given: Any) -> None:
        try:
            self.match.decide(order_by_name(actor, type_, params, given))
        except (Refused, IllegalMove) as refusal:
            self.refused.append(f"{type_} {refusal.code}")
            return
        self.match.do(actor, type_, params, **given)
        self.accepted.append(type_)
