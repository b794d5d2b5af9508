"""The tree is that of RFC 6962, the leaves are canonical JSON, and no change goes unseen."""

from __future__ import annotations

import random
from hashlib import sha256

import pytest
import rfc8785
from hypothesis import given, settings
from hypothesis import strategies as st

from events.envelope import Cause, Part, Stored
from events.tree import (
    EMPTY_ROOT,
    canonical,
    commitment,
    consistency_proof,
    extend,
    inclusion_proof,
    is_consistent,
    leaf_document,
    leaf_hash,
    node_hash,
    pack,
    root_from_inclusion,
    root_of,
    tree_root,
    unpack,
)

# The vectors of the certificate-transparency project: eight leaves, and the root of each beginning of them.
LEAVES = [
    bytes.fromhex(text)
    for text in (
        "",
        "00",
        "10",
        "2021",
        "3031",
        "40414243",
        "5051525354555657",
        "606162636465666768696a6b6c6d6e6f",
    )
]
ROOTS = [
    bytes.fromhex(text)
    for text in (
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
        "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
        "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
        "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
        "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
        "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
        "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
    )
]
INCLUSION = {  # (index, size) -> path
    (0, 1): [],
    (0, 8): [
        "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
    ],
    (5, 8): [
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
        "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ],
    (2, 3): ["fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125"],
    (1, 5): [
        "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
    ],
}
CONSISTENCY = {  # (old size, size) -> path
    (1, 1): [],
    (1, 8): [
        "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
    ],
    (6, 8): [
        "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
        "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ],
    (2, 5): [
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
    ],
}
HASHES = [sha256(b"\x00" + leaf).digest() for leaf in LEAVES]


def hashes(count: int, seed: int = 0) -> list[bytes]:
    source = random.Random(seed)
    return [source.randbytes(32) for _ in range(count)]


def definition(leaves: list[bytes]) -> bytes:
    """The Merkle tree hash word for word as in RFC 6962, 2.1: slow, and apart from the code it judges."""
    if not leaves:
        return sha256(b"").digest()
    if len(leaves) == 1:
        return leaves[0]
    half = 1
    while half * 2 < len(leaves):
        half *= 2
    return sha256(b"\x01" + definition(leaves[:half]) + definition(leaves[half:])).digest()


@pytest.mark.parametrize("size", range(9))
def test_published_roots(size):
    assert tree_root(HASHES[:size]) == ROOTS[size]
    assert root_of(extend((), 0, HASHES[:size])) == ROOTS[size]


@pytest.mark.parametrize(("index", "size"), INCLUSION)
def test_published_inclusion_proofs(index, size):
    proof = [bytes.fromhex(text) for text in INCLUSION[index, size]]
    assert inclusion_proof(HASHES[:size], index) == proof
    assert root_from_inclusion(HASHES[index], index, size, proof) == ROOTS[size]


@pytest.mark.parametrize(("old_size", "size"), CONSISTENCY)
def test_published_consistency_proofs(old_size, size):
    proof = [bytes.fromhex(text) for text in CONSISTENCY[old_size, size]]
    assert consistency_proof(HASHES[:size], old_size) == proof
    assert is_consistent(old_size, ROOTS[old_size], size, ROOTS[size], proof)


def test_a_frontier_that_grows_leaf_by_leaf_is_the_tree_from_the_start():
    leaves = hashes(130)
    frontier: tuple[bytes, ...] = ()
    for size in range(131):
        assert root_of(frontier) == definition(leaves[:size]) == tree_root(leaves[:size])
        assert len(frontier) == size.bit_count()
        assert unpack(pack(frontier)) == frontier
        frontier = extend(frontier, size, leaves[size : size + 1])


@given(st.integers(0, 200), st.lists(st.integers(0, 40), max_size=6))
@settings(max_examples=60)
def test_a_frontier_that_grows_in_any_pieces_is_the_same(start, pieces):
    leaves = hashes(start + sum(pieces))
    frontier, size = extend((), 0, leaves[:start]), start
    for count in pieces:
        frontier = extend(frontier, size, leaves[size : size + count])
        size += count
    assert root_of(frontier) == definition(leaves)


def test_every_proof_of_every_tree_up_to_33_leaves_holds():
    leaves = hashes(33)
    for size in range(1, 34):
        root = definition(leaves[:size])
        for index in range(size):
            proof = inclusion_proof(leaves[:size], index)
            assert root_from_inclusion(leaves[index], index, size, proof) == root
        for old_size in range(size + 1):
            proof = consistency_proof(leaves[:size], old_size)
            assert is_consistent(old_size, definition(leaves[:old_size]), size, root, proof)


def test_a_consistency_proof_of_another_size_is_refused():
    leaves = hashes(24)
    for size in range(2, 24):
        root = tree_root(leaves[:size])
        for old_size in range(1, size):
            old_root, proof = tree_root(leaves[:old_size]), consistency_proof(leaves[:size], old_size)
            for other in (size - 1, size + 1, 2 * size):
                if other > old_size:
                    assert not is_consistent(old_size, old_root, other, tree_root(leaves[:other]), proof) or (
                        tree_root(leaves[:other]) == root
                    )
            for other in (old_size - 1, old_size + 1):
                if 0 < other < size:
                    assert not is_consistent(other, tree_root(leaves[:other]), size, root, proof)


def flipped(data: bytes, source: random.Random) -> bytes:
    place = source.randrange(len(data) * 8)
    changed = bytearray(data)
    changed[place // 8] ^= 1 << place % 8
    return bytes(changed)


def mutated(items: list[bytes], source: random.Random) -> list[bytes]:
    """The list with one thing changed: an item flipped, dropped, doubled, put in, swapped, or the end cut off."""
    changed = list(items)
    place = source.randrange(len(items)) if items else 0
    kind = source.choice(["flip", "drop", "double", "insert", "swap", "cut"]) if items else "insert"
    if kind == "flip":
        changed[place] = flipped(changed[place], source)
    elif kind == "drop":
        del changed[place]
    elif kind == "double":
        changed.insert(place, changed[place])
    elif kind == "insert":
        changed.insert(place, source.randbytes(32))
    elif kind == "swap" and len(items) > 1:
        other = source.choice([index for index in range(len(items)) if index != place])
        changed[place], changed[other] = changed[other], changed[place]
    else:
        del changed[place:]
    return changed


def test_no_change_of_the_leaves_keeps_the_root():
    source = random.Random(1)
    for _ in range(1500):
        leaves = hashes(source.randint(1, 40), source.randrange(1 << 30))
        assert tree_root(mutated(leaves, source)) != tree_root(leaves)


def test_no_changed_inclusion_proof_is_believed():
    source = random.Random(2)
    for _ in range(1000):
        size = source.randint(1, 70)
        leaves = hashes(size, source.randrange(1 << 30))
        index = source.randrange(size)
        root, proof = tree_root(leaves), inclusion_proof(leaves, index)
        assert root_from_inclusion(leaves[index], index, size, proof) == root
        assert root_from_inclusion(leaves[index], index, size, mutated(proof, source)) != root
        assert root_from_inclusion(flipped(leaves[index], source), index, size, proof) != root
        for wrong in (-1, size, (index + source.randint(1, size)) % (size + 1)):
            if wrong != index:
                assert root_from_inclusion(leaves[index], wrong, size, proof) != root


def test_no_changed_consistency_proof_is_believed():
    source = random.Random(3)
    for _ in range(1000):
        size = source.randint(2, 70)
        leaves = hashes(size, source.randrange(1 << 30))
        old_size = source.randint(1, size - 1)
        old_root, root, proof = tree_root(leaves[:old_size]), tree_root(leaves), consistency_proof(leaves, old_size)
        assert is_consistent(old_size, old_root, size, root, proof)
        assert not is_consistent(old_size, old_root, size, root, mutated(proof, source))
        assert not is_consistent(old_size, flipped(old_root, source), size, root, proof)
        assert not is_consistent(old_size, old_root, size, flipped(root, source), proof)
        # Another history of the same length: the old root is not its beginning.
        forked = mutated(leaves[:old_size], source)[:old_size]
        other = forked + leaves[len(forked) :]
        forged = consistency_proof(other, old_size)
        if other[:old_size] != leaves[:old_size]:
            assert not is_consistent(old_size, old_root, size, tree_root(other), forged)


@pytest.mark.parametrize(
    ("old_size", "old_root", "size", "root", "proof"),
    [
        (0, EMPTY_ROOT, 3, ROOTS[3], [ROOTS[1]]),
        (0, ROOTS[1], 3, ROOTS[3], []),
        (3, ROOTS[3], 3, ROOTS[4], []),
        (3, ROOTS[3], 3, ROOTS[3], [ROOTS[1]]),
        (4, ROOTS[4], 3, ROOTS[3], [ROOTS[1]]),
        (-1, ROOTS[1], 3, ROOTS[3], [ROOTS[1]]),
        (2, ROOTS[2], 3, ROOTS[3], []),
    ],
)
def test_nonsense_is_not_consistent(old_size, old_root, size, root, proof):
    assert not is_consistent(old_size, old_root, size, root, proof)


def test_a_leaf_cannot_pass_for_a_node():
    left, right = hashes(2)
    assert node_hash(left, right) != sha256(b"\x00" + left + right).digest()
    assert node_hash(left, right) != node_hash(right, left)


# Canonical JSON

WHOLE = st.integers(-(2**53) + 1, 2**53 - 1)
ASCII_KEYS = st.text(st.characters(max_codepoint=127), max_size=8)
VALUES = st.recursive(
    st.none() | st.booleans() | WHOLE | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(ASCII_KEYS, inner, max_size=4),
    max_leaves=12,
)
FIELDS = st.dictionaries(ASCII_KEYS, VALUES, max_size=4)
PARTS = st.builds(Part, st.binary(min_size=32, max_size=32), FIELDS)
EVENTS = st.builds(
    Stored,
    type=st.text(),
    schema=st.integers(1, 9),
    step=st.integers(0, 10_000),
    command=st.binary(min_size=16, max_size=16),
    actor=st.text(),
    at=st.integers(0, 2**53 - 1),
    rule=st.text(),
    public=FIELDS,
    secret=st.dictionaries(st.sampled_from(["seat:0", "seat:1", "seat:0,1", "sealed", "all"]), PARTS),
    cause=st.none() | st.builds(Cause, st.text(), PARTS),
)


@given(VALUES)
@settings(max_examples=150)
def test_canonical_json_is_that_of_rfc_8785(value):
    assert canonical(value) == rfc8785.dumps(value)


@given(EVENTS, st.integers(1, 2**53 - 1))
@settings(max_examples=40)
def test_the_leaf_of_an_event_is_the_hash_of_its_canonical_json(stored, version):
    document = leaf_document(version, stored)
    assert leaf_hash(version, stored) == sha256(b"\x00" + rfc8785.dumps(document)).digest()


def test_every_character_that_json_escapes():
    text = "".join(map(chr, [*range(0x180), 0x2028, 0x2029, 0xFEFF, 0xFFFF, 0x1F0CF]))
    assert canonical(text) == rfc8785.dumps(text)


# Leaves and commitments

EVENT = Stored(
    "CardDealt",
    1,
    7,
    b"c" * 16,
    "seat:0",
    1_700_000_000_000,
    "T-1",
    {"seat": 2},
    {"seat:2": Part(b"s" * 32, {"card": "media"}), "sealed": Part(b"t" * 32, {"rest": ["ducat"]})},
    Cause("deal", Part(b"u" * 32, {"to": 2})),
)


def erased(part: Part) -> Part:
    return Part(b"", {}, commitment(part))


def test_a_redacted_and_an_erased_event_have_the_leaf_of_the_full_one():
    without = Stored(
        **{
            **{name: getattr(EVENT, name) for name in EVENT.__struct_fields__},
            "secret": {name: erased(part) for name, part in EVENT.secret.items()},
            "cause": Cause("deal", erased(EVENT.cause.params)),
            "root": b"r" * 32,
        }
    )
    assert leaf_document(3, without) == leaf_document(3, EVENT)
    assert leaf_hash(3, without) == leaf_hash(3, EVENT)


@pytest.mark.parametrize("name", [name for name in EVENT.__struct_fields__ if name not in ("root", "source")])
def test_the_leaf_depends_on_every_field(name):
    other = {
        "type": "CardDrawn",
        "schema": 2,
        "step": 8,
        "command": b"d" * 16,
        "actor": "seat:1",
        "at": 1,
        "rule": "T-2",
        "public": {"seat": 3},
        "secret": {"seat:2": Part(b"s" * 32, {"card": "ducat"}), "sealed": EVENT.secret["sealed"]},
        "cause": None,
    }
    fields = {field: getattr(EVENT, field) for field in EVENT.__struct_fields__}
    assert leaf_hash(3, Stored(**{**fields, name: other[name]})) != leaf_hash(3, EVENT)
    assert leaf_hash(4, EVENT) != leaf_hash(3, EVENT)


def test_the_same_part_and_salt_give_the_same_commitment_and_any_other_salt_another():
    part = Part(b"s" * 32, {"card": "media", "count": 2})
    assert commitment(part) == commitment(Part(b"s" * 32, {"count": 2, "card": "media"}))
    assert commitment(part) != commitment(Part(b"t" * 32, {"card": "media", "count": 2}))
    assert commitment(part) != commitment(Part(b"s" * 32, {"card": "media", "count": 3}))


def test_trying_all_cards_does_not_open_a_commitment():
    """Whoever knows the leaf and the fifteen possible cards, but not the salt, learns nothing."""
    cards = [f"card{number}" for number in range(15)]
    secret = Part(random.Random(5).randbytes(32), {"card": "card7"})
    document = leaf_document(1, Stored("Dealt", 1, 0, b"", "clock", 0, "", {}, {"seat:0": secret}))
    shown = bytes.fromhex(document["secret"]["seat:0"])
    guesses = {sha256(canonical({"card": card})).digest() for card in cards}
    for salt in (b"", b"\x00" * 32, b"s" * 32, shown):
        guesses |= {commitment(Part(salt, {"card": card})) for card in cards}
    assert shown not in guesses
    # With the salt, which the end of the match publishes, exactly one card fits.
    assert [card for card in cards if commitment(Part(secret.salt, {"card": card})) == shown] == ["card7"]
