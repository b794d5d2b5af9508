"""Which cards were played by whom, and which of them decide matches."""

from __future__ import annotations

from random import Random

import pytest

from games.registry import all_games
from projections.cards import SEATS_MIN, cards_by_seat, decisive
from projections.lists import ListFilter, Summary
from tests.client import Client, InProcess


def summary(winners: list[int], *cards: list[str]) -> Summary:
    seats = [{"seat": seat, "player": f"p-{seat}", "name": f"P{seat}"} for seat in range(len(cards))]
    result = {"winners": winners, "scores": {}}
    return Summary("m-1", "coup", "finished", 1, 100, True, seats, result, list(cards))


def test_a_card_decides_when_its_players_win_more_often_than_chance():
    played = [summary([0], ["sword", "boots"], ["boots"])] * SEATS_MIN
    (sword,) = decisive(played)
    assert (sword.card, sword.played, sword.won, sword.expected) == ("sword", SEATS_MIN, SEATS_MIN, SEATS_MIN / 2)


def test_the_surest_comes_first_and_few_seats_say_nothing():
    often = [summary([0], ["sword"], ["shield"])] * 20 + [summary([1], ["sword"], ["shield"])] * 5
    rare = [summary([0], ["crown"], [])] * (SEATS_MIN - 1)
    some = [summary([0], ["rope"], [])] * SEATS_MIN
    assert [one.card for one in decisive(often + rare + some)] == ["sword", "rope"]


def test_in_a_match_without_a_winner_no_card_decides():
    assert decisive([summary([], ["sword"], [])] * SEATS_MIN) == []


@pytest.mark.parametrize("game", sorted(all_games()))
def test_every_game_says_which_cards_were_played(game, app):
    """And each of them is in its catalogue."""
    client = Client(InProcess(app))
    match, tokens = client.start(game, 2)
    client.play(match, tokens, Random(5), steps_max=120)
    services = app.extensions["matchledger"]
    found = cards_by_seat(services.tables.current(match), services.tables.store.read(match))
    known = {str(one) for one in ids_in(client.call("GET", f"/v1/games/{game}", expect=200)["catalogue"])}
    assert len(found) == 2
    assert any(found)
    assert {card for cards in found for card in cards} <= known


def ids_in(value):
    if isinstance(value, dict):
        yield from [value["id"]] if "id" in value else []
        value = list(value.values())
    if isinstance(value, list):
        for one in value:
            yield from ids_in(one)


def test_what_was_taken_back_was_not_played(app):
    client = Client(InProcess(app))
    match, tokens = client.start("coup", 2)
    services = app.extensions["matchledger"]
    seat = services.tables.current(match).to_act()[0]
    offered = client.call("GET", f"/v1/matches/{match}/choices", tokens[seat], expect=200)["choices"]
    decision = offered[0]["params"]["decision_id"]["one_of"][0]
    command = {"type": "declare_action", "params": {"decision_id": decision, "action": "russia"}}
    client.call("POST", f"/v1/matches/{match}/commands", tokens[seat], command, expect=201)

    def cards():
        return cards_by_seat(services.tables.current(match), services.tables.store.read(match))

    assert cards()[seat] == ["russia"]
    client.call("POST", f"/v1/matches/{match}/undo", tokens[seat], {}, expect=201)
    assert cards() == [[], []]


def test_only_finished_matches_count(app, projector):
    """Of a match that still runs, nothing is on the list."""
    client = Client(InProcess(app))
    match, tokens = client.start("coup", 2)

    def shelved():
        while projector.run_once(10):
            pass
        (found,), _ = app.extensions["matchledger"].listing.page(ListFilter("coup"), None, 5)
        return found.cards

    assert client.play(match, tokens, Random(3), steps_max=2)["status"] == "running"
    assert shelved() == []
    assert client.play(match, tokens, Random(3))["status"] == "finished"
    assert any(shelved())
    assert client.call("GET", "/v1/stats?game=coup", expect=200)["cards"] == [], "two seats are too few"
    assert client.call("GET", "/v1/stats", expect=200)["cards"] == []
