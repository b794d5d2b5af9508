"""What a match is, whatever game it plays."""

from __future__ import annotations

from pathlib import Path

from games.rulebook import Rulebook, load_rulebook

RULEBOOK: Rulebook = load_rulebook(Path(__file__).with_name("rulebook.md"))
