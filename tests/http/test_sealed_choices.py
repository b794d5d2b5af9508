"""Sealed simultaneous choices over HTTP, as in Szmal: posted at once, made once, shown in one step."""

from __future__ import annotations

import threading
from typing import Any, NamedTuple

import pytest

from tests.http.asking import Ask, Reply, over_http, problem
from tests.http.live import Live

SEATS = 5


class Szmal(NamedTuple):
    ask: Ask
    match: str
    tokens: list[str]

    @property
    def path(self) -> str:
        return f"/v1/matches/{self.match}"

    def seen(self, seat: int | None = None) -> dict[str, Any]:
        view: dict[str, Any] = self.ask("GET", self.path, None if seat is None else self.tokens[seat]).json
        return view

    def cards(self, seat: int) -> list[int]:
        (template,) = self.ask("GET", f"{self.path}/choices", self.tokens[seat]).json["choices"]
        cards: list[int] = template["params"]["card"]["one_of"]
        return cards

    def choose(self, seat: int, card: int, decision: int | None = None, ask: Ask | None = None) -> Reply:
        open_one = self.seen()["state"]["decision"] if decision is None else {"id": decision, "kind": ""}
        type_ = "commit_card" if open_one["kind"] == "COMMIT_CARD" else "draft_card"
        command = {"type": type_, "params": {"decision_id": open_one["id"], "card": card}}
        return (ask or self.ask)("POST", f"{self.path}/commands", self.tokens[seat], command)

    def draft_all(self, rounds: int) -> None:
        for _ in range(rounds):
            for seat in range(len(self.tokens)):
                assert self.choose(seat, self.cards(seat)[0]).status == 201


def szmal(ask: Ask, seats: int) -> Szmal:
    return Szmal(ask, *ask.client.start("szmal", seats))


def all_at_once(live: Live, table: Szmal) -> list[Reply]:
    """Everybody's own connection, everybody's command ready, and then all of them at the same instant."""
    decision = table.seen()["state"]["decision"]["id"]
    picks = [table.cards(seat)[seat] for seat in range(SEATS)]
    begin = threading.Barrier(SEATS)
    replies: list[Reply | None] = [None] * SEATS

    def post(seat: int) -> None:
        own = over_http(live.base)
        begin.wait(30)
        replies[seat] = table.choose(seat, picks[seat], decision, own)

    threads = [threading.Thread(target=post, args=(seat,), daemon=True) for seat in range(SEATS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    return [reply for reply in replies if reply is not None]


@pytest.mark.xdist_group("live")
@pytest.mark.rules("SZMAL-3.5", "SZMAL-4.7")
def test_all_who_post_at_the_same_instant_succeed(live):
    table = szmal(live.ask(), SEATS)
    for _ in range(2):
        replies = all_at_once(live, table)
        assert [reply.status for reply in replies] == [201] * SEATS, replies
        steps = sorted(reply.json["step"] for reply in replies)
        assert steps == list(range(steps[0], steps[0] + SEATS)), "each is a step of its own"
        closing = [reply for reply in replies if len(reply.json["events"]) > 1]
        assert [reply.json["step"] for reply in closing] == steps[-1:], "the last one, and only that, goes on"
    assert table.seen()["state"]["round"] == 3
    assert [seat["hand"]["size"] for seat in table.seen()["state"]["seats"]] == [2] * SEATS


@pytest.mark.rules("SZMAL-U.1", "SZMAL-5.4")
def test_a_sealed_choice_is_made_once_and_taken_back_and_nobody_learns_more_than_that_it_was_made(ask):
    table = szmal(ask, 3)
    table.draft_all(3)
    kept, other, *_ = table.cards(0)
    decision = table.seen()["state"]["decision"]["id"]
    for card in (other, kept):
        reply = table.choose(0, card)
        assert [event["secret"] for event in reply.json["events"]] == [{"seat:0": {"card": card}}]
        for viewer in (1, 2, None):
            assert table.seen(viewer)["state"]["seats"][0]["committed"] == {"chosen": True, "card": None}
            page = ask("GET", f"{table.path}/events?after={reply.json['version'] - 1}", _token(table, viewer)).json
            assert [event["type"] for event in page["events"]] == ["CardCommitted"]
            assert "card" not in page["events"][0]["public"]
            assert not page["events"][0].get("secret")
        assert table.seen(0)["state"]["seats"][0]["committed"]["card"]["card"] == card
        again = problem(table.choose(0, kept), "illegal-move")
        assert (again["code"], again["rule"]) == ("already_chosen", "SZMAL-5.4")
        if card == other:
            assert ask("POST", f"{table.path}/undo", table.tokens[0]).status == 201
    assert table.choose(1, table.cards(1)[0]).status == 201
    assert table.seen()["to_act"] == [2]
    table.choose(2, table.cards(2)[0])
    command = {"type": "commit_card", "params": {"decision_id": decision, "card": other}}
    assert problem(ask("POST", f"{table.path}/commands", table.tokens[0], command), "illegal-move")


@pytest.mark.rules("SZMAL-U.1", "SZMAL-4.8")
def test_the_question_after_a_pick_says_what_was_chosen_and_offers_to_take_it_back(ask):
    table = szmal(ask, 2)

    def question(seat: int) -> dict[str, Any]:
        found: dict[str, Any] = ask("GET", f"{table.path}/choices", table.tokens[seat]).json
        return found

    before = question(0)
    (template,) = before["choices"]
    card, name = template["params"]["card"]["one_of"][0], template["names"]["card"][0]
    assert (template["simultaneous"], before["take_back"]) == (True, False)
    assert table.choose(0, card).status == 201
    after = question(0)
    assert (after["prompt"], after["choices"], after["take_back"]) == (f"You chose {name}.", [], True)
    assert name not in question(1)["prompt"]
    assert ask("POST", f"{table.path}/undo", table.tokens[0]).status == 201
    assert [one["type"] for one in question(0)["choices"]] == ["draft_card"]
    table.choose(0, card)
    table.choose(1, table.cards(1)[0])
    assert not question(0)["take_back"], "everybody has chosen, so the pick stands"


def test_two_seats_that_answer_at_once_refuse_each_other_only_if_they_insist_on_a_version(ask):
    table = szmal(ask, 2)
    version, decision = table.seen()["version"], table.seen()["state"]["decision"]["id"]
    commands = [
        {"type": "draft_card", "params": {"decision_id": decision, "card": table.cards(seat)[0]}} for seat in (0, 1)
    ]
    assert ask("POST", f"{table.path}/commands", table.tokens[0], commands[0]).status == 201
    insisting = ask("POST", f"{table.path}/commands", table.tokens[1], commands[1], version=version)
    problem(insisting, "version-conflict")
    assert ask("POST", f"{table.path}/commands", table.tokens[1], commands[1]).status == 201


@pytest.mark.rules("SZMAL-1.2")
def test_every_number_that_is_no_card_is_refused_alike(ask):
    table = szmal(ask, 2)
    for number in (-1, 0, 81, 1000):
        refused = problem(table.choose(0, number), "illegal-move")
        assert (refused["code"], refused["rule"]) == ("malformed", "SZMAL-1.2")


def _token(table: Szmal, viewer: int | None) -> str | None:
    return None if viewer is None else table.tokens[viewer]


@pytest.mark.rules("SZMAL-5.5")
def test_the_reveal_is_one_step(ask):
    table = szmal(ask, 3)
    table.draft_all(3)
    chosen = {seat: table.cards(seat)[-1] for seat in range(3)}
    steps = [table.choose(seat, card).json["step"] for seat, card in chosen.items()]
    for step in steps[:-1]:
        events = ask("GET", f"{table.path}/steps/{step}").json["events"]
        assert [event["type"] for event in events] == ["CardCommitted"]
    last = ask("GET", f"{table.path}/steps/{steps[-1]}").json["events"]
    assert [event["type"] for event in last[:2]] == ["CardCommitted", "CardsRevealed"]
    shown = {play["seat"]: play["card"] for play in last[1]["public"]["plays"]}
    assert shown == chosen
