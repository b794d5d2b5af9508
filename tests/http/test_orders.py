"""Proof by play over the API, in short: `make fuzz-orders` does it at length (tests/orders_soak.py)."""

from __future__ import annotations

from collections import Counter

import pytest

from games.registry import all_games
from tests.orders_soak import Orders, World

ORDERS = 100


@pytest.mark.parametrize("slug", list(all_games()))
def test_what_is_promised_is_kept_and_the_audit_finds_nothing(link, monkeypatch, slug):
    world, count = World(link, monkeypatch), Counter[str]()
    try:
        Orders(world, slug, 1, count).run(ORDERS)
    finally:
        world.close()
    assert count["play"] > 20
    assert count["audits"] >= 1
