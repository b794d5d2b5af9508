"""A soak of seconds: what it judges in the end can still be judged."""

from __future__ import annotations

from tests.play_soak.__main__ import run


def test_a_short_soak_ends_without_a_complaint(tmp_path):
    assert run(tmp_path, 0.15, seed=5, slugs=["coup", "szmal"]) == []
