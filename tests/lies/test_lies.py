"""Every verifier says of every file what expected.json says: each lie is broken for somebody, no honest file is."""

from __future__ import annotations

import pytest

from ledger.verdict import BROKEN
from projections.verify import CHECKS, EVIDENCE_CHECKS
from tests.lies.corpus import corpus, expected
from tests.lies.labels import ACCOMPLICE, ARBITER, HOLDER, LABELS, OPERATOR, OUTSIDER
from tests.lies.verifiers import VERIFIERS, importable, summary

FILES = corpus()
LIES = [name for name in FILES if not name.startswith("honest_")]


@pytest.mark.parametrize("name", FILES)
def test_both_verifiers_give_what_is_expected(name):
    text = FILES[name]()
    found = {verifier: run(text) for verifier, run in VERIFIERS.items()}
    wanted = expected()[name]
    assert {verifier: summary(values) for verifier, values in found.items()} == {one: wanted[one] for one in VERIFIERS}
    assert importable(text) == wanted["import"]
    for values in found.values():
        assert tuple(values) in (CHECKS, EVIDENCE_CHECKS, ("file",))


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
    assert {name: (found["kind"], found["by"]) for name, found in expected().items() if name in LIES} == LABELS
    assert len({kind for kind, _ in LABELS.values()}) >= 30
    assert {who for _, who in LABELS.values()} == {HOLDER, OUTSIDER, OPERATOR, ACCOMPLICE, ARBITER}
    assert not [name for name in LIES if expected()[name]["import"] == "yes"], "no lie is imported"
