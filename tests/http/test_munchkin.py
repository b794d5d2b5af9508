"""Munchkin Apocalypse over HTTP: the rulebook's long example as the replay shows it, and windows that come back."""

from __future__ import annotations

from typing import Any

import pytest

from tests.http.asking import Ask, problem
from tests.http.munchkin import Munchkin, munchkin, stack_decks

BASIA, JOZEK, KASIA = 0, 1, 2


@pytest.fixture
def played(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> Munchkin:
    """The long example of the rulebook, from the deal on; all of it happens in Basia's first turn."""
    levels = "level-survive-the-news level-alphabetise-the-bunker"
    gifts = "level-convenient-mutation level-found-a-cult"
    stack_decks(
        monkeypatch,
        [
            f"class-militia zoo-escape tire-iron powdered-water {levels}",
            f"class-blogger zoo-escape#2 asteroid-near-miss volcano-in-the-basement {gifts}",
            "",
        ],
        doors="cheat cheater evil-twin fire-ants octobear",
        seals="seal-doom seal-restless-graves seal-beer-shortage seal-jam-shortage",
    )
    match = munchkin(ask, 3, reaction_window_ms=None, response_window_ms=None)
    match.do(BASIA, "play_class", card="class-militia")
    match.do(BASIA, "play_item", card="tire-iron")
    match.do(BASIA, "set_grip", card="tire-iron", both=True)
    match.do(JOZEK, "play_class", card="class-blogger")
    for seat in (BASIA, JOZEK, KASIA):
        match.do(seat, "finish_setup")
    for card in levels.split():
        match.do(BASIA, "play_special", card=card, target=BASIA)
    for card in gifts.split():
        match.do(JOZEK, "play_special", card=card, target=BASIA)
    for card, victim in (("zoo-escape#2", JOZEK), ("volcano-in-the-basement", JOZEK), ("asteroid-near-miss", BASIA)):
        match.do(JOZEK, "play_disaster", card=card, target=victim)
        match.pass_(victim)
    match.do(BASIA, "open_door")
    match.do(BASIA, "play_disaster", card="zoo-escape", target=BASIA)
    match.pass_(BASIA)
    match.do(BASIA, "play_one_shot", card="powdered-water", side="fighters")
    match.do(BASIA, "declare_victory")
    match.pass_(JOZEK, KASIA)
    return match


class Shown:
    """A step as the replay shows it to a viewer."""

    def __init__(self, match: Munchkin, step: int, viewer: int | None) -> None:
        token = None if viewer is None else match.tokens[viewer]
        document = match.ask("GET", f"{match.path}/steps/{step}?state=true", token).json
        self.document = document
        self.state: dict[str, Any] = document["state"]
        self.public = {event["type"]: event["public"] for event in document["events"]}

    @property
    def totals(self) -> tuple[int, int]:
        combat = self.state["combat"]
        return combat["fighters"]["total"], combat["monsters"]["total"]

    @property
    def parts(self) -> tuple[list[tuple[str, int]], list[tuple[str, int]]]:
        """What Basia's strength and that of the Fire Ants are made of."""
        combat = self.state["combat"]
        both = combat["fighters"]["characters"][0]["parts"], combat["monsters"]["monsters"][0]["parts"]
        fighter, monster = ([(part["label"], part["amount"]) for part in parts] for parts in both)
        return fighter, monster


def steps_of_combat(match: Munchkin, viewer: int | None) -> list[Shown]:
    token = None if viewer is None else match.tokens[viewer]
    steps = match.ask("GET", f"{match.path}/steps?limit=100", token).json["steps"]
    first = next(one["step"] for one in steps if one["command"] and one["command"]["type"] == "open_door")
    return [Shown(match, step, viewer) for step in range(first, steps[-1]["step"] + 1)]


@pytest.mark.parametrize("viewer", [BASIA, JOZEK, None], ids=["her", "him", "spectator"])
@pytest.mark.rules("MUNCH-7.3", "MUNCH-7.4", "MUNCH-9.1", "MUNCH-12.2", "MUNCH-21.10", "MUNCH-22.5", "MUNCH-22.18")
def test_munch_e_1_the_replay_shows_every_number_of_the_long_example(played, viewer):
    basia = [("level", 5), ("Tire Iron", 2), ("two-handed", 3)]
    opened, struck, suffered, drunk, declared, _, won = steps_of_combat(played, viewer)

    assert opened.public["DoorOpened"] == {"seat": BASIA, "card": "fire-ants#1"}
    assert opened.totals == (5 + 2 + 3, 10 + 3 + 3)
    assert opened.parts == (basia, [("level", 10), ("open Seals", 3), ("Beer Shortage!", 3)])

    assert struck.public["DisasterStruck"]["target"] == struck.public["DisasterStruck"]["by"] == BASIA
    assert struck.totals == (10, 16)
    assert (struck.state["phase"], struck.public["WindowOpened"]["asked"]) == ("RESPONSE", [BASIA])

    assert suffered.public["SealOpened"]["card"] == "seal-jam-shortage#1"
    assert (suffered.public["SealOpened"]["opener"], suffered.public["SealOpened"]["open"]) == (BASIA, 4)
    assert suffered.totals == (10, 10 + 4)
    assert suffered.parts == (basia, [("level", 10), ("open Seals", 4)])
    drawn = suffered.public["CardsDrawn"]
    assert (drawn["seat"], drawn["deck"], drawn["count"]) == (JOZEK, "door", 1)
    hand = suffered.state["players"][JOZEK]["hand"]["cards"]
    assert (hand is not None) == (viewer == JOZEK)
    assert hand is None or "octobear#1" in [card["card"] for card in hand]

    assert drunk.totals == (15, 14)
    assert drunk.state["combat"]["fighters"]["side"] == [{"label": "Powdered Water", "amount": 5}]

    assert declared.public["WindowOpened"]["asked"] == [JOZEK, KASIA]
    assert (declared.public["ConclusionDeclared"]["fighters"], declared.public["ConclusionDeclared"]["monsters"]) == (
        15,
        14,
    )

    assert won.public["WindowClosed"]["by"] == "all_passed"
    assert (won.public["LevelGained"]["amount"], won.public["LevelGained"]["level"]) == (1, 6)
    drawn = won.public["CardsDrawn"]
    assert (drawn["seat"], drawn["deck"], drawn["count"], drawn["open"]) == (BASIA, "treasure", 3, False)
    assert won.state["phase"] == "TURN_END"
    assert won.state["players"][BASIA]["level"] == 6
    piles = won.state["discards"]
    on_piles = {card["card"] for card in piles["doors"] + piles["treasures"]}
    assert on_piles >= {"fire-ants#1", "zoo-escape#1", "powdered-water#1"}


def test_munch_e_1_the_long_example_is_audited_and_told(played):
    assert played.ask("GET", f"{played.path}/audit").json["verdict"] == "ok"
    told = [sentence for one in steps_of_combat(played, None) for sentence in one.document["narration"]]
    for words in ("Fire Ants", "Jam Shortage!", "Powdered Water", "goes up 1 Level to 6"):
        assert any(words in sentence for sentence in told), (words, told)


def claimed_victory(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> Munchkin:
    """Seat 0 claims the victory over a small Monster; the others hold one-shots."""
    stack_decks(
        monkeypatch,
        ["level-told-you-so", "warm-energy-drink molotov-smoothie", "confetti-grenade molotov-smoothie#2"],
        doors="undead-mall-walker",
    )
    match = munchkin(ask, 3, reaction_window_ms=20_000)
    for seat in range(3):
        match.do(seat, "finish_setup")
    match.do(0, "play_special", card="level-told-you-so")
    match.do(0, "open_door")
    match.do(0, "declare_victory")
    return match


@pytest.fixture
def concluding(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> Munchkin:
    return claimed_victory(ask, monkeypatch)


def undo(match: Munchkin, seat: int) -> int:
    return match.ask("POST", f"{match.path}/undo", match.tokens[seat], {}).status


@pytest.mark.rules("MUNCH-U.8", "MUNCH-5.19")
def test_munch_u_13_each_player_takes_back_what_voided_a_window_freely_once_in_a_combat(concluding):
    match = concluding
    late = match.window["window"]
    for seat, card in ((1, "warm-energy-drink"), (2, "confetti-grenade")):
        match.do(seat, "play_one_shot", card=card, side="monsters")
        assert match.seen()["state"]["phase"] == "COMBAT"
        assert undo(match, seat) == 201, "the first one of this player is free"
        window = match.window
        assert window["passed"] == []
        refused = problem(match.send(2, "pass", window=late), "illegal-move")
        assert (refused["code"], refused["rule"]) == ("window_over", "MUNCH-5.19")
        late = window["window"]
    match.do(1, "play_one_shot", card="warm-energy-drink", side="monsters")
    said = match.ask("GET", f"{match.path}/undo", match.tokens[1]).json
    assert (said["needs"], said["voters"]) == ("consent", [0, 2])
    assert undo(match, 1) == 202
    assert match.ask("GET", f"{match.path}/audit").json["verdict"] == "ok"


def test_munch_u_13_playing_it_again_does_not_bring_the_free_undo_back(concluding):
    match = concluding
    match.do(1, "play_one_shot", card="warm-energy-drink", side="monsters")
    assert undo(match, 1) == 201
    assert match.ask("POST", f"{match.path}/redo", match.tokens[1], {}).status == 201
    assert undo(match, 1) == 202


def test_munch_u_3_what_cannot_be_taken_back_itself_goes_along_with_what_came_before_it(concluding):
    """A pass and a shown card are nothing to take back, but they do not nail down what was played before them."""
    match = concluding
    match.do(1, "pass", window=match.window["window"])
    problem(match.ask("POST", f"{match.path}/undo", match.tokens[1], {}), "undo-impossible")
    card = match.seen(0)["state"]["players"][0]["hand"]["cards"][0]["card"]
    match.do(0, "show_card", card=card, to="all")
    problem(match.ask("POST", f"{match.path}/undo", match.tokens[0], {}), "undo-impossible")
    last = match.seen()["step"]
    said = match.ask("GET", f"{match.path}/undo?to_step={last - 3}", match.tokens[0]).json
    assert (said["steps"], said["needs"], said["voters"]) == ([last - 2, last - 1, last], "consent", [1, 2])
    assert match.ask("POST", f"{match.path}/undo", match.tokens[0], {"to_step": last - 3}).status == 202
    for seat in (1, 2):
        answer = match.ask("POST", f"{match.path}/undo/votes", match.tokens[seat], {"accepts": True})
        assert answer.status == 201
    assert match.seen()["state"]["phase"] == "COMBAT"


@pytest.mark.rules("MUNCH-5.20", "MUNCH-9.10")
def test_munch_5_19_what_was_meant_for_an_old_window_never_reaches_a_newer_one(concluding):
    match = concluding
    old, version = match.window["window"], match.seen()["version"]
    match.do(0, "withdraw_declaration")
    match.do(0, "declare_victory")
    newer = match.window
    card = {"type": "play_one_shot", "params": {"card": "warm-energy-drink#1", "side": "monsters"}}
    late = match.ask("POST", f"{match.path}/commands", match.tokens[1], card, version=version)
    assert problem(late, "version-conflict")["version"] == match.seen()["version"]
    for command, params in (("pass", {}), ("respond", {"card": "warm-energy-drink"})):
        refused = problem(match.send(1, command, window=old, **params), "illegal-move")
        assert (refused["code"], refused["rule"]) == ("window_over", "MUNCH-5.19")
    assert match.window == newer


def test_munch_u_7_a_vote_holds_the_clock_and_a_refusal_starts_the_window_anew(
    wall, clock, projector, ask, monkeypatch
):
    match = claimed_victory(ask, monkeypatch)
    window = match.window
    assert window["deadline"] == wall.now + 20_000
    asked = match.ask("POST", f"{match.path}/undo", match.tokens[0], {"to_step": match.seen()["step"] - 2})
    assert asked.status == 202
    projector.run_once(1)
    wall.passes(59)
    clock.run_once()
    assert match.window == window
    for number in (window["window"], window["window"] - 1):  # also of what would be refused anyhow
        refused = problem(match.send(1, "pass", window=number), "illegal-move")
        assert (refused["code"], refused["rule"]) == ("undo_pending", "MUNCH-U.7")
    answer = match.ask("POST", f"{match.path}/undo/votes", match.tokens[1], {"accepts": False})
    assert answer.status == 201
    assert match.window == {**window, "opened_at": wall.now, "deadline": wall.now + 20_000}
    projector.run_once(1)
    wall.passes(19)
    clock.run_once()
    assert match.window is not None
    wall.passes(1)
    assert clock.run_once() == 1
    assert match.seen()["state"]["phase"] == "TURN_END"
    assert match.ask("GET", f"{match.path}/audit").json["verdict"] == "ok"


def test_munch_u_7_a_second_request_is_refused_with_the_same_words_under_the_same_key(concluding):
    match = concluding
    body = {"to_step": match.seen()["step"] - 2}
    assert match.ask("POST", f"{match.path}/undo", match.tokens[0], body).status == 202
    first, again = (
        match.ask("POST", f"{match.path}/undo", match.tokens[1], body, key="another request") for _ in range(2)
    )
    refused = problem(first, "illegal-move")
    assert (refused["code"], refused["late"]) == ("undo_pending", True)
    assert (again.status, again.body) == (first.status, first.body)
