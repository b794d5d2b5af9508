"""Exports: every viewer's file leads to the same root, and both verifiers accept an honest one."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from events import export
from events.tree import leaf_hash, tree_root
from events.visibility import ARBITER, SPECTATOR
from games.dice import Dice
from games.registry import all_games
from ledger.table import rulesets_of
from projections.verify import verify
from tests.audit.exports import SIGNER, exported, played
from tests.proofs_soak import check_match, chi_square, is_plausible

ROOT = Path(__file__).parents[2]
RULESETS = rulesets_of(all_games())
SLUGS = list(all_games())


def outside(path: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """The second verifier, in an interpreter that cannot see the project."""
    command = [sys.executable, "-I", str(ROOT / "service" / "tools" / "verify_match.py"), str(path), *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False, cwd="/")


@pytest.mark.parametrize("slug", SLUGS)
def test_an_honest_file_passes_both_verifiers(slug, tmp_path):
    for seed, viewer in ((1, ARBITER), (1, 0), (2, SPECTATOR)):
        text = exported(slug, seed, viewer)
        assert [check for check in verify(text, RULESETS) if not check.ok] == []
        path = tmp_path / "match.jsonl"
        path.write_bytes(text)
        done = outside(path, "--key", SIGNER.key)
        assert done.returncode == (0 if viewer == ARBITER else 3), done.stdout + done.stderr


@pytest.mark.parametrize("slug", SLUGS)
def test_every_viewers_file_leads_to_the_same_root(slug):
    for seed in range(6):
        _, table = played(slug, seed)
        roots = set()
        for viewer in (*range(len(table.seats)), SPECTATOR, ARBITER):
            header, history, _ = export.read(exported(slug, seed, viewer))
            roots |= {header.root, tree_root([leaf_hash(one.version, one.stored) for one in history]).hex()}
        assert len(roots) == 1


@pytest.mark.parametrize("slug", SLUGS)
def test_a_players_file_holds_nothing_that_is_not_theirs(slug):
    """Of a part that is for others there is the commitment alone."""
    for viewer in (0, SPECTATOR):
        _, history, _ = export.read(exported(slug, 3, viewer))
        for recorded in history:
            for name, part in recorded.stored.secret.items():
                may_see = name == "all" or (
                    viewer != SPECTATOR and str(viewer) in name.removeprefix("seat:").split(",")
                )
                assert bool(part.salt) == may_see, (recorded.version, name)
                assert may_see or part.values == {}


def test_reading_back_gives_the_events_again():
    ledger, table = played("coup", 4)
    _, history, _ = export.read(exported("coup", 4))
    kept = ledger.store.read(table.match)
    assert [leaf_hash(one.version, one.stored) for one in history] == [
        leaf_hash(one.version, one.stored) for one in kept
    ]


@pytest.mark.parametrize("damage", [b"", b"{}", b"[]", b"\x00", b'{"format": "other"}', b"null\nnull", b"{" * 3000])
def test_what_is_no_export_is_told_so(damage, tmp_path):
    assert [check.ok for check in verify(damage, RULESETS)] == [False]
    path = tmp_path / "match.jsonl"
    path.write_bytes(damage)
    done = outside(path)
    assert done.returncode == 2
    assert "broken" in done.stdout
    assert done.stderr == ""


def test_the_long_checks_in_short():
    """`make proofs` runs these over 200 matches of every game and a million shuffles."""
    assert check_match("coup", 70, 400).files == len(played("coup", 70, 400)[1].seats) + 2
    assert is_plausible(*chi_square(6000))


def test_an_uneven_shuffle_is_not_plausible(monkeypatch):
    """The classic mistake: every place is swapped with any other."""

    def naive(self, values):
        order = list(values)
        for place in range(len(order)):
            other = self.below(len(order))
            order[place], order[other] = order[other], order[place]
        return tuple(order)

    monkeypatch.setattr(Dice, "shuffle", naive)
    assert not is_plausible(*chi_square(6000))
