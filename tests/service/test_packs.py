"""Deck packs of the operator's own: found by game, and refused with the row's name when they do not fit."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from games import packs
from games.catalogue import BadCatalogue


def test_without_a_folder_there_are_no_packs(tmp_path):
    assert packs.load_packs(None) == {}
    assert packs.load_packs(tmp_path) == {}


def test_a_folder_that_is_not_there_is_told(tmp_path):
    with pytest.raises(BadCatalogue, match="no folder"):
        packs.load_packs(tmp_path / "nowhere")


@pytest.mark.parametrize(
    ("place", "text"),
    [
        ("szmal/docks2/cards.toml", '[[card]]\nid = 901\nname = "Ghost"\nkind = "SPIRIT"\n'),
        ("munchkin-apocalypse/bad.toml", 'name = "bad"\n[[card]]\nid = "ghost"\ntype = "spirit"\n'),
    ],
)
def test_a_pack_that_does_not_fit_stops_the_start(tmp_path, place, text):
    path = tmp_path / place
    path.parent.mkdir(parents=True)
    path.write_text(text)
    with pytest.raises(BadCatalogue, match="does not fit"):
        packs.load_packs(tmp_path)


def test_the_packs_of_the_documentation_fit(tmp_path):
    page = (Path(__file__).parents[2] / "docs" / "packs.md").read_text(encoding="utf-8")
    for place, text in re.findall(r"```toml (\S+)\n(.*?)```", page, flags=re.DOTALL):
        path = tmp_path / place
        path.parent.mkdir(parents=True)
        path.write_text(text, encoding="utf-8")
    program = "import sys, pathlib, games.packs as p; print(p.load_packs(pathlib.Path(sys.argv[1])))"
    loaded = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path)],
        capture_output=True,
        text=True,
        timeout=60,
        cwd=Path(__file__).parents[2],
    )  # in a process of its own: what is loaded stays loaded
    assert loaded.stdout.strip() == "{'munchkin-apocalypse': ('circus',), 'szmal': ('docks',)}", loaded.stderr
