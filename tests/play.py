"""The random player, which authors of other games use as well (`matchledger.testing.play`)."""

from __future__ import annotations

from matchledger.testing.play import (
    Match,
    Policy,
    agree,
    any_choice,
    build,
    moves,
    near_commands,
    play,
    sample_params,
    wild_commands,
)

__all__ = [
    "Match",
    "Policy",
    "agree",
    "any_choice",
    "build",
    "moves",
    "near_commands",
    "play",
    "sample_params",
    "wild_commands",
]
