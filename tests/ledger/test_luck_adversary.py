"""What an operator with accomplices in all seats but one can do to the first deal, over 10,000 lobbies (docs/luck.md).

The coalition knows the server's part, chooses every part but one by any plan, and opens last. It learns the honest part
once all commitments are made. Seeds and deals are made by the functions that decide a real match of Coup.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from math import sqrt
from typing import Any

import pytest

from games.dice import Dice
from games.registry import all_games
from ledger.rules_luck import ROUNDS_MAX
from ledger.seed import commitment_of, seed_from
from tests.ledger.lucky import commitment, part_of, sit, unseal
from tests.ledger.match import Match

LOBBIES = 10_000
SEATS = 3
GAME = all_games()["coup"]
OPTIONS = GAME.options()
KINDS = ("eu", "media", "police", "protest", "russia")  # three cards of each
WANTED, CHANCE = "media", 1 / len(KINDS)
CHI_SQUARE_MAX = 18.47  # with 4 degrees of freedom, exceeded by chance in one of 1,000 runs
DEVIATION_MAX = 3.3  # in standard deviations, likewise

Parts = dict[int, str]
Plan = Callable[[str, int, str, random.Random], Parts]  # server's part, honest seat, what is known of its part


def deal(server: str, parts: Parts) -> str:
    """The first card that the last seat is dealt, after the setup of the game."""
    lines = [(seat, f"p-{seat}", parts[seat]) for seat in range(SEATS)]
    events = GAME.rules.setup(OPTIONS, SEATS, Dice(seed_from("m-1", server, lines), 0))
    hand: Any = [event for event in events if type(event).__name__ == "CardsDealt"][-1]
    kind: str = hand.kinds[0]
    return kind


def give_the_same(_server: str, honest: int, _known: str, _rng: random.Random) -> Parts:
    return {seat: "00" * 32 for seat in range(SEATS) if seat != honest}


def give_what_is_known(_server: str, honest: int, known: str, _rng: random.Random) -> Parts:
    return {seat: known for seat in range(SEATS) if seat != honest}


def try_many(server: str, honest: int, known: str, rng: random.Random) -> Parts:
    """Parts with which the wanted card would be dealt, if what is known were the honest part itself."""
    while True:
        parts = {seat: rng.randbytes(32).hex() for seat in range(SEATS) if seat != honest}
        if deal(server, {**parts, honest: known}) == WANTED:
            return parts


def play_lobbies(plan: Plan, honest: int, *, rounds: int = 1, is_clear: bool = False) -> tuple[Counter[str], int]:
    """Every deal that came up, and how many lobbies have begun with the wanted one.

    The coalition withholds a part as long as another round is possible and the deal is not the wanted one.
    """
    rng = random.Random(f"{plan.__name__} {honest} {rounds}")
    deals: Counter[str] = Counter()
    wanted = 0
    for _ in range(LOBBIES):
        server = "ab" * 32 if rng.random() < 0.5 else rng.randbytes(32).hex()
        for _ in range(rounds):
            part = rng.randbytes(32).hex()
            known = part if is_clear else commitment_of("m-1", honest, f"p-{honest}", part)
            dealt = deal(server, {**plan(server, honest, known, rng), honest: part})
            deals[dealt] += 1
            if dealt == WANTED:
                wanted += 1
                break
    return deals, wanted


def chi_square(deals: Counter[str]) -> float:
    assert deals.keys() == set(KINDS)
    mean = deals.total() / len(KINDS)
    return sum((count - mean) ** 2 / mean for count in deals.values())


@pytest.mark.parametrize("honest", range(SEATS))
@pytest.mark.parametrize("plan", [give_the_same, give_what_is_known, try_many])
def test_one_honest_part_makes_every_deal_equally_likely(plan, honest):
    deals, _ = play_lobbies(plan, honest)
    assert deals.total() == LOBBIES
    assert chi_square(deals) < CHI_SQUARE_MAX, deals


@pytest.mark.parametrize("plan", [give_the_same, try_many])
def test_refusing_deals_gives_the_best_of_three_and_no_more(plan):
    deals, wanted = play_lobbies(plan, 1, rounds=ROUNDS_MAX)
    bound = 1 - (1 - CHANCE) ** ROUNDS_MAX
    deviation = sqrt(bound * (1 - bound) / LOBBIES)
    assert abs(wanted / LOBBIES - bound) < DEVIATION_MAX * deviation, "it reaches the bound, and does not exceed it"
    assert deals.total() > LOBBIES
    assert chi_square(deals) < CHI_SQUARE_MAX, "with the refused ones every deal is as likely as the others"


def test_the_same_coalition_chose_the_deal_when_parts_were_given_in_clear():
    """So the plan is one that would succeed, and these tests would find it."""
    deals, wanted = play_lobbies(try_many, 1, is_clear=True)
    assert wanted == LOBBIES
    assert deals == {WANTED: LOBBIES}


def test_whoever_opens_last_has_one_part_to_open():
    """The accomplice knows the deal, and tries part after part for a better one."""
    match = sit(Match(seats=2))
    match.do("player:p-0", "start_match")
    unseal(match, 0)
    for attempt in range(100):
        refusal = match.refused("player:p-1", "open_luck", {"part": part_of(1, 1000 + attempt)})
        assert refusal == ("luck_mismatch", "LEDGER-9.4")
    late = match.refused("player:p-1", "commit_luck", {"commitment": commitment(1, 2)})
    assert late == ("lobby_closed", "LEDGER-9.3")
    assert "PlayBegan" in unseal(match, 1)


def test_a_refused_deal_says_nothing_about_the_next_one():
    """The parts of a round are void: a coalition that keeps its own gets another deal all the same."""
    rng = random.Random(5)
    pairs = Counter(
        tuple(deal("ab" * 32, {0: "00" * 32, 1: rng.randbytes(32).hex(), 2: "11" * 32}) for _ in range(2))
        for _ in range(LOBBIES)
    )
    mean = LOBBIES / len(KINDS) ** 2
    assert sum((count - mean) ** 2 / mean for count in pairs.values()) < 51.18  # 24 degrees of freedom
