"""LEDGER-9: luck that nobody can choose."""

from __future__ import annotations

import random

import pytest

from ledger.joint_luck import check_joint_luck
from ledger.seed import seed_from
from ledger.verdict import NOT_PROVEN, PROVEN
from tests.ledger.lucky import begin, commitment, part_of, sit, unseal, withhold
from tests.ledger.match import Match, failed

MINUTE_MS, DAY_MS = 60_000, 24 * 3600 * 1000


def closed(match: Match, **more: tuple[int, ...]) -> Match:
    sit(match, **more).do("player:p-0", "start_match")
    return match


def test_ledger_9_2_a_commitment_has_the_right_form_and_a_seat_of_its_own():
    match = Match()
    luck = {"commitment": commitment(0)}
    assert match.refused("player:p-0", "take_seat", {"luck": luck}, name="A") == ("seat_missing", "LEDGER-9.2")
    for wrong in ("", "ab", commitment(0).upper(), commitment(0) + "\n", "g" * 64):
        params = {"seat": 0, "luck": {"commitment": wrong}}
        assert match.refused("player:p-0", "take_seat", params, name="A") == ("commitment_invalid", "LEDGER-9.2")
    more = {"seat": 0, "luck": {"commitment": commitment(0), "part": part_of(0)}}
    assert match.refused("player:p-0", "take_seat", more, name="A") == ("commitment_invalid", "LEDGER-9.2")
    sit(match, 0)
    copied = match.refused("player:p-1", "take_seat", {"seat": 1, "luck": luck}, name="B")
    assert copied == ("commitment_used", "LEDGER-9.2")
    match.do("player:p-0", "leave_seat", {"seat": 0})
    again = match.refused("player:p-0", "take_seat", {"seat": 0, "luck": luck}, name="A")
    assert again == ("commitment_used", "LEDGER-9.2")


def test_ledger_9_2_a_part_that_was_lost_is_replaced_while_the_lobby_is_open():
    match = sit(Match(seats=2), without=(1,))
    for seat in (0, 1):
        match.do(f"player:p-{seat}", "commit_luck", {"commitment": commitment(seat, 7)})
    match.do("player:p-1", "start_match")
    assert match.refused("player:p-0", "open_luck", {"part": part_of(0)}) == ("luck_mismatch", "LEDGER-9.4")
    late = match.refused("player:p-0", "commit_luck", {"commitment": commitment(0, 8)})
    assert late == ("lobby_closed", "LEDGER-9.3")
    unseal(match, 0, 7)
    assert unseal(match, 1, 7)[:2] == ["LuckOpened", "PlayBegan"]
    assert not failed(match.audit())


def test_ledger_9_2_bots_and_strangers_give_no_part():
    match = Match().sit(0)
    match.do("player:p-0", "seat_bots", {"policy": "random"}, players=["bot-random-1", "bot-random-2"])
    params = {"commitment": commitment(1)}
    assert match.refused("player:bot-random-1", "commit_luck", params) == ("not_allowed", "LEDGER-9.2")
    for actor in ("player:p-9", "seat:0", "clock:0", "operator"):
        assert match.refused(actor, "commit_luck", params)[0] in ("not_a_player", "not_due")
    assert match.do("player:p-0", "start_match")[0].players == ("p-0", "bot-random-1", "bot-random-2")


def test_ledger_9_3_nothing_changes_in_a_closed_lobby():
    match = closed(Match(), without=(1,))
    opening = match.table.opening
    assert opening is not None
    assert (opening.round, opening.waiting_for, opening.deadline) == (1, (0, 2), match.at + DAY_MS)
    assert match.table.status == "open"
    for actor, type_, params in (
        ("player:p-9", "take_seat", {}),
        ("player:p-0", "leave_seat", {"seat": 0}),
        ("player:p-0", "seat_bots", {"policy": "random"}),
        ("player:p-0", "start_match", {}),
        ("player:p-1", "commit_luck", {"commitment": commitment(1)}),
    ):
        assert match.refused(actor, type_, params, name="A", players=[]) == ("lobby_closed", "LEDGER-9.3")


@pytest.mark.parametrize("clock", [{"turn_s": 30}, {"reaction_s": 5}, {"total_s": 600}])
def test_ledger_9_3_with_a_clock_a_minute_is_enough(clock):
    match = closed(Match(**clock))
    assert match.table.opening is not None
    assert match.table.opening.deadline == match.at + MINUTE_MS


def test_ledger_9_3_where_nobody_has_committed_play_begins_at_once():
    match = Match().begin()
    check = check_joint_luck(match.history)
    assert match.table.status == "running"
    assert check.value == NOT_PROVEN
    assert check.detail == "No player gave a committed part, so the operator alone chose the luck."


def test_ledger_9_4_the_last_part_and_the_setup_are_one_command():
    match = closed(Match(), without=(1,))
    assert unseal(match, 2) == ["LuckOpened"]
    assert unseal(match, 0)[:3] == ["LuckOpened", "PlayBegan", "MatchStarted"]
    assert len({one.stored.command for one in match.history[-3:]}) == 1
    parts = [(0, "p-0", part_of(0)), (1, "p-1", ""), (2, "p-2", part_of(2))]
    assert match.table.seed == seed_from("m-pure", f"{1:064x}", parts)
    assert match.table.due_ms() is None
    match.play(400)
    report = match.audit()
    assert not failed(report)
    check = next(one for one in report.checks if one.name == "joint luck")
    assert check.value == PROVEN
    sentence = "Proven for whoever trusts one of the seats 0, 2: nobody chose this deal; seat 1 gave no part."
    assert check.detail == sentence


def test_ledger_9_4_a_part_is_opened_once_in_time_and_by_its_owner():
    match = sit(Match(), without=(1,))
    assert match.refused("player:p-0", "open_luck", {"part": part_of(0)}) == ("lobby_not_closed", "LEDGER-9.4")
    match.do("player:p-0", "start_match")
    assert match.refused("player:p-0", "open_luck", {"part": part_of(2)}) == ("luck_mismatch", "LEDGER-9.4")
    assert match.refused("player:p-0", "open_luck", {"part": "00"}) == ("part_invalid", "LEDGER-9.1")
    assert match.refused("player:p-1", "open_luck", {"part": part_of(1)}) == ("luck_not_committed", "LEDGER-9.4")
    assert match.refused("player:p-9", "open_luck", {"part": part_of(0)}) == ("not_a_player", "LEDGER-9.2")
    assert match.refused("seat:0", "open_luck", {"part": part_of(0)}) == ("not_a_player", "LEDGER-9.2")
    unseal(match, 0)
    assert match.refused("player:p-0", "open_luck", {"part": part_of(0)}) == ("luck_opened", "LEDGER-9.4")
    assert match.table.opening is not None
    match.at = match.table.opening.deadline + 1
    assert match.refused("player:p-2", "open_luck", {"part": part_of(2)}) == ("luck_late", "LEDGER-9.4")
    match.at -= 1
    unseal(match, 2)
    assert match.refused("player:p-2", "open_luck", {"part": part_of(2)}) == ("match_not_open", "LEDGER-9.4")


def test_ledger_9_5_whoever_withholds_a_part_leaves_and_all_others_commit_anew():
    match = closed(Match(), without=(1,))
    unseal(match, 0)
    params = {"round": 1}
    assert match.refused("clock", "withhold_luck", params) == ("not_due", "LEDGER-5.1")
    assert match.table.opening is not None
    match.at = match.table.opening.deadline
    assert match.refused("clock", "withhold_luck", params) == ("not_due", "LEDGER-5.1")
    assert match.refused("player:p-0", "withhold_luck", params) == ("not_allowed", "LEDGER-9.5")
    assert withhold(match) == ["LuckWithheld", "SeatLeft"]
    assert [info and info.player for info in match.table.seats] == ["p-0", "p-1", None]
    sit(match, 2, without=(2,))
    assert match.refused("player:p-1", "start_match") == ("luck_missing", "LEDGER-9.5")
    used = match.refused("player:p-0", "commit_luck", {"commitment": commitment(0)})
    assert used == ("commitment_used", "LEDGER-9.2")
    match.do("player:p-0", "commit_luck", {"commitment": commitment(0, 2)})
    match.do("player:p-1", "start_match")
    assert unseal(match, 0, 2)[:2] == ["LuckOpened", "PlayBegan"]
    report = match.audit()
    assert not failed(report)
    detail = next(one.detail for one in report.checks if one.name == "joint luck")
    assert detail == (
        "Proven for whoever trusts seat 0: nobody chose this deal; seats 1, 2 gave no part; "
        "the deal of round 1 was refused by seat 2 (p-2)."
    )


def test_ledger_9_6_after_three_rounds_the_match_cannot_be_started():
    match = closed(Match(seats=2))
    for round_ in (1, 2, 3):
        unseal(match, 0, round_)
        assert match.refused("clock", "withhold_luck", {"round": round_ + 1}) == ("not_due", "LEDGER-5.1")
        assert withhold(match) == ["LuckWithheld", "SeatLeft"]
        match.do("player:p-0", "commit_luck", {"commitment": commitment(0, round_ + 1)})
        match.do(
            "player:p-1", "take_seat", {"seat": 1, "luck": {"commitment": commitment(1, round_ + 1)}}, name="Player 1"
        )
        if round_ < 3:
            match.do("player:p-1", "start_match")
    assert match.refused("player:p-1", "start_match") == ("luck_given_up", "LEDGER-9.6")
    report = match.audit()
    assert not failed(report)
    assert [check.detail.count("was refused by seat 1 (p-1)") for check in report.checks if "joint" in check.name] == [
        3
    ]


def test_the_lobby_of_an_erased_match_is_still_decided_again():
    match = closed(Match("big-deal", 2))
    unseal(match, 0)
    withhold(match)
    match.do("player:p-0", "commit_luck", {"commitment": commitment(0, 2)})
    sit(match, 1, without=(1,)).do("player:p-0", "start_match")
    unseal(match, 0, 2)
    match.play(2000)
    assert match.table.status == "finished"
    match.erase("p-1", secrets=True)
    report = match.audit()
    assert not failed(report)
    assert next(check.value for check in report.checks if check.name == "joint luck") == NOT_PROVEN


def test_random_lobbies_are_decided_again():
    seen: set[str] = set()
    for seed in range(40):
        match = begin(Match(seats=2 + seed % 3, seed=seed, turn_s=30 if seed % 2 else None), random.Random(seed))
        assert not failed(match.audit())
        seen |= {one.stored.type for one in match.history}
    assert seen >= {"LuckCommitted", "LobbyClosed", "LuckOpened", "LuckWithheld", "SeatLeft", "PlayBegan"}
