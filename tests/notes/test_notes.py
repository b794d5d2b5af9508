"""The table of cases on the service's own code and on verify_match.py."""

from __future__ import annotations

import json

import pytest

from events.checkpoint import BadCheckpoint, find_signer, open_note
from events.origin import is_log_origin, is_origin, log_number, log_origin
from events.tree import canonical, is_consistent, root_from_inclusion
from service.tools import verify_match
from tests.notes.cases import NAMESAKE, OTHER, OWN, SIGNER, WITNESS, documents, lines, notes, proofs

NOTES, DOCUMENTS, PROOFS = notes(), documents(), proofs()


def opened_by_the_service(note: str, key: str) -> tuple[str, int, str] | None:
    try:
        point = open_note(note, key)
    except BadCheckpoint:
        return None
    return point.origin, point.size, point.root.hex()


def opened_without_the_project(note: str, key: str) -> tuple[str, int, str] | None:
    try:
        origin, size, root = verify_match.open_note(note, key)
    except verify_match.Wrong:
        return None
    return origin, size, root.hex()


@pytest.mark.parametrize("name", NOTES)
def test_a_note_is_read_alike(name):
    note, key, expected = NOTES[name]
    assert opened_by_the_service(note, key) == expected
    assert opened_without_the_project(note, key) == expected


def test_the_table_has_notes_that_hold_and_such_that_do_not():
    held = [expected is not None for _, _, expected in NOTES.values()]
    assert held.count(True) >= 9
    assert held.count(False) >= 50


@pytest.mark.parametrize("name", DOCUMENTS)
def test_canonical_json_is_that_of_rfc_8785(name):
    written, expected = DOCUMENTS[name]
    assert canonical(json.loads(written)).decode() == expected
    assert verify_match.canonical(json.loads(written)).decode() == expected


def test_numbers_that_json_does_not_have_are_refused():
    for value in (float("nan"), float("inf")):
        with pytest.raises(ValueError, match="no such number"):
            verify_match.number_text(value)


@pytest.mark.parametrize("name", PROOFS)
def test_a_proof_holds_or_does_not(name):
    case = PROOFS[name]
    proof, root = [bytes.fromhex(node) for node in case["proof"]], bytes.fromhex(case["root"])
    if "leaf" in case:
        leaf = bytes.fromhex(case["leaf"])
        for lead in (root_from_inclusion, verify_match.root_from_path):
            assert (lead(leaf, case["index"], case["size"], proof) == root) == case["holds"], lead
    else:
        old = bytes.fromhex(case["old_root"])
        assert is_consistent(case["old_size"], old, case["size"], root, proof) == case["holds"]


def test_the_signer_of_a_note_is_found_by_name_and_id():
    note = lines(OTHER, OWN)
    assert find_signer(note, [NAMESAKE.key, SIGNER.key, WITNESS.key]) == SIGNER.key
    assert find_signer(note, [NAMESAKE.key]) is None


def test_origins():
    assert is_origin("ledger.example/one")
    assert is_origin("localhost:8000")
    for text in ("", "ledger", "m-1", "a b.c", "a+b.c", "łódź.example", "x" * 201):
        assert not is_origin(text), text
    assert log_origin("a.b", 1) == "a.b"
    assert log_origin("a.b", 2) == "a.b+2"
    assert [log_number(text) for text in ("a.b", "a.b+12", "a.b+x", "a.b+٣")] == [1, 12, 1, 1]
    assert is_log_origin("a.b+3", "a.b")
    for text in ("a.b+1", "a.b+03", "a.b+", "a.bc", "+2", "a.b/m-1"):
        assert not is_log_origin(text, "a.b"), text
