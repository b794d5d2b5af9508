"""Proof by play over the API, in short: `make fuzz-orders` does it at length (tests/orders_soak.py)."""

from __future__ import annotations

from collections import Counter

import pytest

from games.registry import all_games
from tests.orders_soak import Orders, World

ORDERS = 100
PLAYED_MIN = 20
MATCHES_MAX = 3


@pytest.mark.parametrize("slug", list(all_games()))
def test_what_is_promised_is_kept_and_the_audit_finds_nothing(link, monkeypatch, slug):
    world, count = World(link, monkeypatch), Counter[str]()
    try:
        for seed in range(1, MATCHES_MAX + 1):
            Orders(world, slug, seed, count).run(ORDERS)
            if count["play"] > PLAYED_MIN:
                break  # a match may be over soon
    finally:
        world.close()
    assert count["play"] > PLAYED_MIN
    assert count["audits"] >= 1
