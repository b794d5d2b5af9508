"""Every verifier says of every file what expected.json says: each lie is broken for somebody, no honest file is."""

from __future__ import annotations

import pytest

from ledger.verdict import BROKEN
from projections.verify import CHECKS
from tests.lies.corpus import corpus, expected
from tests.lies.verifiers import VERIFIERS, summary

FILES = corpus()
LIES = [name for name in FILES if not name.startswith("honest_")]


@pytest.mark.parametrize("name", FILES)
def test_both_verifiers_give_what_is_expected(name):
    text = FILES[name]()
    found = {verifier: run(text) for verifier, run in VERIFIERS.items()}
    assert {verifier: summary(values) for verifier, values in found.items()} == expected()[name]
    for values in found.values():
        assert tuple(values) in (CHECKS, ("file",))


def test_every_lie_is_broken_and_no_honest_file_is():
    for name, found in expected().items():
        is_lie = name in LIES
        assert bool(found["matchledger verify"].get(BROKEN)) == is_lie, name
        assert is_lie or BROKEN not in found["without rules"], name
        # Whoever executes no rules never says more than whoever does.
        assert set(found["without rules"].get(BROKEN, [])) <= set(found["matchledger verify"].get(BROKEN, [])), name


def test_the_corpus_is_large_enough():
    assert set(expected()) == set(FILES)
    assert len(LIES) >= 60
    assert len({name.rpartition("_")[0] for name in LIES}) >= 30
