"""The whole command path on a simulated store and clock; `make simulate` runs it for longer."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from tests.simulation.bugs import BOTS, BUGS, FIRST_SEED, LOSSES, Bug
from tests.simulation.judge import judge, judge_what_is_left
from tests.simulation.run import simulate
from tests.simulation.search import seeds_until_found

SEEDS = 24
SEEDS_MAX = 1000  # most mistakes show within a few
ROOT = Path(__file__).parents[2]
evening = cache(simulate)


@pytest.mark.parametrize("part", range(3))
def test_nothing_is_lost_whatever_happens(part):
    for seed in range(part, SEEDS, 3):
        assert judge(evening(seed)) == [], f"see python -m tests.simulation --trace {seed}"


@pytest.mark.parametrize("part", range(2))
def test_bots_play_whatever_happens(part):
    for seed in range(part, SEEDS, 2):
        assert judge(simulate(seed, has_bots=True)) == [], f"seed {seed}"


@pytest.mark.parametrize("bug", BOTS, ids=[bug.name for bug in BOTS])
def test_a_planted_mistake_about_bots_is_found(bug: Bug):
    assert seeds_until_found(bug, 0, SEEDS_MAX, has_bots=True) is not None


def test_every_kind_of_trouble_happens_in_these_evenings():
    said = "\n".join(line for seed in range(SEEDS) for line in evening(seed).trace)
    for words in (
        "never_sent",
        "answer_lost",
        "applied_late",
        "stalled",
        "the store is gone",
        "worker0 is killed",
        "background1 is killed",
        "repeated, the same body",
        "repeated, another body",
        "no answer",
        "201",
        "503",
        "/problems/version-conflict",
        "/problems/illegal-move",
    ):
        assert words in said, words


@pytest.mark.parametrize("part", range(2))
def test_what_is_left_after_the_store_falls_back_is_true(part):
    losses = 0
    for seed in range(part, SEEDS, 2):
        outcome = simulate(seed, falls_back=True)
        assert judge_what_is_left(outcome) == [], f"seed {seed}"
        losses += sum(tables.losses for tables in outcome.workers)
    assert losses > 0


@pytest.mark.parametrize("bug", LOSSES, ids=[bug.name for bug in LOSSES])
def test_a_planted_mistake_about_losses_is_found(bug: Bug):
    assert seeds_until_found(bug, 0, SEEDS_MAX, falls_back=True) is not None


def test_the_same_seed_gives_the_same_evening_to_the_last_byte():
    for seed in (3, 4):
        assert simulate(seed).trace == simulate(seed).trace
    assert simulate(3).trace != simulate(4).trace


def test_also_in_another_process_where_sets_have_another_order():
    words = [sys.executable, "-m", "tests.simulation", "--trace", "5"]
    environment = {**os.environ, "PYTHONHASHSEED": "1", "PYTHONPATH": str(ROOT)}
    other = subprocess.run(words, cwd=ROOT, env=environment, capture_output=True, text=True, check=True, timeout=240)
    assert other.stdout == "\n".join(simulate(5).trace) + "\n"


@pytest.mark.parametrize("bug", BUGS, ids=[bug.name for bug in BUGS])
def test_a_planted_mistake_is_found(bug: Bug):
    assert seeds_until_found(bug, FIRST_SEED.get(bug.name, 0), SEEDS_MAX) is not None
