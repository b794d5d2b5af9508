"""LEDGER-7: after an honest erasure with secrets, everything that takes no state of the game is decided again."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from events.envelope import Recorded, Stored
from games.registry import all_games
from ledger import events as facts
from ledger.erasure import has_no_secrets
from ledger.fold import advance
from ledger.without_state import ENDED, OUT
from tests.ledger.match import Match, failed
from tests.ledger.mutations import branch, random_match, rooted

CLAIM = {"claim": "It was not so.", "is_journaled": True, "has_arbiter": True}
History = list[Recorded]


def end(match: Match) -> Match:
    """By a ruling, if it has not ended by itself."""
    if match.table.status == "running":
        match.do("arbiter:a-9", "open_dispute", {"step": match.table.first_step, "freeze": False}, **CLAIM)
        ruling = {"dispute": len(match.table.disputes), "ruling": "adjust", "winners": [1]}
        match.do("arbiter:a-9", "rule_on_dispute", ruling, reason="So it is.")
    return match


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("game", all_games())
def test_ledger_7_3_an_honest_match_holds_after_an_erasure_with_secrets(game, seed):
    match = end(random_match(game, seed, 100))
    for seat in (0, 1):
        match.erase(f"p-{seat}", secrets=True)
        assert has_no_secrets(match.history)
        report = match.audit()
        assert not failed(report)
        assert report.conclusion == "not proven here"


def test_ledger_7_3_a_match_that_was_played_to_its_end_holds_too():
    for seed in range(12):
        match = Match("coup", 3 + seed % 3, seed=seed).begin().play(3)
        match.do("seat:0", "leave", {"as": "concede"})
        match.play(400)
        assert match.table.status == "finished"
        match.erase("p-0", secrets=True)
        assert not failed(match.audit())


def test_ledger_7_3_a_branch_holds_too_with_its_main_line_and_without():
    made, main = branch()
    end(made)
    made.erase("p-1", secrets=True)
    assert not failed(made.audit(main=main))
    assert not failed(made.audit())


def test_ledger_10_8_a_branch_in_which_somebody_was_away_holds_too():
    """Who was out before a branch began is unknown once its secrets are gone, and with it who could still win."""
    for way in ("concede", "bot"):
        made, main = branch()
        made.at += 86_400_000
        waited = next(seat for seat in range(3) if made.table.away_ms(seat) is not None)
        params = {"seat": waited, "as": way, "policy": "random"}
        made.do(f"seat:{(waited + 1) % 3}", "report_away", params, bot="bot-random-7")
        end(made)
        made.erase("p-1", secrets=True)
        assert not failed(made.audit(main=main))
        assert not failed(made.audit())


def refusal(match: Match, player: str, secrets_of: int | None, **given: Any) -> tuple[str, str]:
    return match.refused("operator", "erase", {"player": player, "secrets_of": secrets_of}, **given)


def test_ledger_7_1_only_who_has_sat_is_erased_and_only_what_their_seat_held():
    match = end(Match("coup", 3, seed=2).sit(0))
    match.do("player:p-0", "leave_seat", {"seat": 0})
    match.do("player:p-5", "take_seat", {"seat": 0}, name="Player 5")
    match.sit(1, 2).do("player:p-1", "start_match")
    end(match.play(3))
    assert refusal(match, "p-9", None) == ("never_sat", "LEDGER-7.1")
    assert refusal(match, "p-9", 1) == ("never_sat", "LEDGER-7.1")
    for seat in (0, 2, -1, 3):
        assert refusal(match, "p-1", seat) == ("not_their_seat", "LEDGER-7.3")
    assert refusal(match, "p-0", 0) == ("not_their_seat", "LEDGER-7.3"), "somebody else has sat there in the end"
    assert match.erase("p-0")


def stored_of(match: Match, actor: str, order: tuple[str, dict[str, Any]], *events: Any) -> list[Stored]:
    """Further events at the end of the match, as an operator would write them."""
    return match.ruleset.codec.write(
        events,
        step=match.table.next_step,
        command=b"forged!!",
        actor=actor,
        at=match.at,
        salt=lambda: match.rng.randbytes(32),
        cause=order,
    )


def lies(match: Match) -> dict[str, list[Stored]]:
    """Ends of a running match of three that nobody has decided."""
    adjust = {"dispute": 1, "ruling": "adjust", "winners": [2]}
    adjusted = facts.ResultAdjusted(1, (2,), rule="LEDGER-6.8")
    ruled = facts.DisputeRuled(1, "adjust", "So it is.", "arbiter:a-9", rule="LEDGER-6.6")
    conceded = [
        facts.SeatConceded(0, "seat:0", rule="LEDGER-10.2"),
        facts.MatchConceded((2,), rule="LEDGER-10.4"),
    ]
    report = {"seat": 0, "as": "concede"}
    away = facts.SeatConceded(0, "seat:2", rule="LEDGER-10.2")
    return {
        "a result without a dispute": stored_of(match, "arbiter:a-9", ("rule_on_dispute", adjust), ruled, adjusted),
        "a result without a ruling": stored_of(match, "arbiter:a-9", ("rule_on_dispute", adjust), adjusted),
        "a result as a move": stored_of(match, "seat:1", ("declare_action", {}), adjusted),
        "a result as an undo": stored_of(match, "seat:1", ("undo", {}), adjusted),
        "a result as a look": stored_of(match, "arbiter:a-9", ("look", {"what": "refusals"}), adjusted),
        "a concession among three": stored_of(match, "seat:0", ("leave", {"as": "concede"}), *conceded),
        "a concession for another": stored_of(match, "seat:1", ("leave", {"as": "concede"}), *conceded),
        "a report by whoever wins": stored_of(match, "seat:2", ("report_away", report), away, conceded[1]),
        "a match called off by nobody": stored_of(
            match, "seat:9", ("leave", {"as": "call-off"}), facts.MatchAbandoned("seat:9", (9,), rule="LEDGER-10.6")
        ),
    }


FORGED = sorted(lies(Match("coup", 3, seed=2).begin().play(3)))


@pytest.mark.parametrize("erased", [1, 0])
@pytest.mark.parametrize("lie", FORGED)
def test_ledger_7_3_an_erasure_hides_no_result_that_nobody_has_decided(lie, erased):
    """Also where the forged order is one of the person that is erased, whose parameters go."""
    match = Match("coup", 3, seed=2).begin().play(3)
    forged = lies(match)[lie]
    match.history += [Recorded(version, one) for version, one in enumerate(forged, len(match.history) + 1)]
    winners = next((tuple(one.public["winners"]) for one in forged if "winners" in one.public), ())
    ended = "called_off" if lie.startswith("a match called off") else "ruled"
    step = match.table.step + 1
    match.table = replace(match.table, status="finished", adjusted=winners, ended=ended, step=step)
    match.erase(f"p-{erased}", secrets=True)
    assert "ledger" in failed(match.audit(rooted(match.history)))


def forged_then_erased(match: Match, actor: str, order: tuple[str, dict[str, Any]], *events: Any) -> bool:
    """Whether the audit notices these events, after which the match goes on honestly to its end and an erasure."""
    forged = stored_of(match, actor, order, *events)
    later = [Recorded(version, one) for version, one in enumerate(forged, len(match.history) + 1)]
    match.history += later
    match.table = advance(match.table, later, ())
    end(match).erase("p-1", secrets=True)
    return "ledger" in failed(match.audit(rooted(match.history)))


@pytest.mark.parametrize(("away_s", "noticed"), [(None, [True, True, True]), (60, [True, True, False])])
def test_ledger_10_7_a_seat_is_away_only_where_it_can_be_and_once_the_time_has_come(away_s, noticed):
    """That the match waited for the seat is believed after an erasure, but not that it did so for long enough."""
    found = []
    for wait_ms in (0, 59_000, 61_000):
        match = Match("coup", 4, seed=2, turn_s=600, away_s=away_s).begin().play(3)
        match.at = match.table.since + wait_ms
        seat = match.table.to_act()[0]
        by = f"seat:{(seat + 1) % 4}"
        conceded = facts.SeatConceded(seat, by, rule="LEDGER-10.2")
        found.append(forged_then_erased(match, by, ("report_away", {"seat": seat, "as": "concede"}), conceded))
    assert found == noticed


def test_ledger_10_8_nobody_lets_a_bot_play_on_for_a_seat_that_has_conceded():
    match = Match("coup", 4, seed=2, away_s=60).begin().play(3)
    match.do("seat:0", "leave", {"as": "concede"})
    match.at += 600_000
    report = {"seat": 0, "as": "bot", "policy": "random"}
    handed = facts.SeatHandedOver(0, "bot-random-7", "seat:2", rule="LEDGER-10.5")
    assert forged_then_erased(match, "seat:2", ("report_away", report), handed)


@pytest.mark.parametrize(("away_s", "is_noticed"), [(86_400, True), (60, False)])
def test_ledger_10_6_nobody_calls_off_a_match_alone_while_nobody_can_be_away(away_s, is_noticed):
    match = Match("coup", 3, seed=2, away_s=away_s).begin()
    while len(match.table.moved & {"seat:0", "seat:1", "seat:2"}) < 3:
        match.play(1)
    match.at += 61_000
    called_off = facts.MatchAbandoned("seat:0", (0,), rule="LEDGER-10.6")
    assert forged_then_erased(match, "seat:0", ("leave", {"as": "call-off"}), called_off) is is_noticed


def test_ledger_8_2_nothing_is_played_by_an_order_that_is_no_command():
    match = Match("coup", 3, seed=2).begin().play(3)
    (ended,) = [one for one in match.table.game.rules.on_event if one.__name__ == ENDED]
    looked = facts.ArbiterLooked("arbiter:a-9", "the refused commands", rule="LEDGER-6.10")
    won = ended(winner=2, turn=3, rule="COUP-6.2")
    assert forged_then_erased(match, "arbiter:a-9", ("look", {"what": "refusals"}), won, looked)


@pytest.mark.parametrize(("player", "secrets_of"), [("p-9", 1), ("p-1", 2), ("p-1", True), ("p-1", "1")])
def test_ledger_7_1_an_erasure_of_nobody_is_found(player, secrets_of):
    match = end(Match("coup", 3, seed=2).begin().play(3))
    (honest,) = match.erase("p-1", secrets=True)
    last = match.history[-1]
    assert last.stored.cause is not None
    params = replace(last.stored.cause.params, values={"player": player, "secrets_of": secrets_of})
    cause = replace(last.stored.cause, params=params)
    public = {**last.stored.public, "player": player}
    assert honest.player == "p-1"
    match.history[-1] = Recorded(last.version, replace(last.stored, cause=cause, public=public))
    assert {"ledger", "commitments"} & failed(match.audit(rooted(match.history))).keys()


@pytest.mark.parametrize(
    "change",
    [
        {"type": "DisputeRuled", "ruling": "forfeit"},
        {"type": "ResultAdjusted", "winners": [0]},
        {"type": "DisputeWithdrawn", "dispute": 2},
        {"type": "MoveUndone", "by": "seat:0"},
        {"type": "UndoAnswered", "accepts": False},
        {"type": "SeatHandedOver", "seat": 2},
    ],
    ids=lambda change: change["type"],
)
def test_ledger_7_3_events_of_the_ledger_are_compared_after_an_erasure(change):
    """Each event of this type in some random matches, changed in one field."""
    (name, value), *_ = [(name, value) for name, value in change.items() if name != "type"]
    changed = 0
    for seed in range(9):
        match = end(random_match("coup", seed, 100))
        match.erase("p-1", secrets=True)
        for index, one in enumerate(match.history):
            if one.stored.type == change["type"] and one.stored.public[name] != value:
                public = {**one.stored.public, name: value}
                forged = [*match.history]
                forged[index] = Recorded(one.version, replace(one.stored, public=public))
                assert failed(match.audit(rooted(forged))), (seed, one)
                changed += 1
    assert changed


def test_ledger_10_4_every_game_that_tells_who_can_still_win_tells_it_in_public():
    """Else whoever is out would count as somebody who could win once the state is gone."""
    for game in all_games().values():
        if game.rules.contenders is not None:
            (event_type,) = [one for one in game.rules.on_event if one.__name__ == OUT]
            assert "seat" in event_type.__struct_fields__
