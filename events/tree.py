"""Commitments and the Merkle tree of a match, exactly as in RFC 6962: no scheme of our own.

A leaf is the canonical JSON (RFC 8785) of an event in which each secret part is replaced by its commitment,
HMAC-SHA-256 under a fresh salt. So a redacted event has the same leaf as the full one, and a hidden card cannot be
found by trying all cards. The frontier (the roots of the full subtrees, largest first) is enough to append.
"""

from __future__ import annotations

import hmac
import re
from collections.abc import Sequence
from hashlib import sha256
from typing import Any

import msgspec
from msgspec import Struct

from events.canonical_json import write_canonical
from events.envelope import Part, Stored

HASH_BYTES = 32
EMPTY_ROOT = sha256(b"").digest()
_encode = msgspec.json.Encoder(order="sorted").encode
# A number with a fraction, an exponent or more than 15 digits, or a character beyond U+FFFF, which UTF-16 sorts before
# U+E000. A text may look like such a number; that only costs time.
_NEEDS_CARE = re.compile(rb"[\[:,]-?[0-9]+[.eE]|[0-9]{16}|[\xf0-\xf4]")

Frontier = tuple[bytes, ...]


def canonical(value: Any) -> bytes:
    """Canonical JSON (RFC 8785): sorted names, no blanks, UTF-8.

    Events hold no fractions, no numbers beyond 2^53 and only ASCII names, so the encoder's own order and form are right
    for them. What may hold anything else is written anew.
    """
    raw = _encode(value)
    return write_canonical(msgspec.to_builtins(value)) if _NEEDS_CARE.search(raw) else raw


def commitment(part: Part) -> bytes:
    if not part.salt:
        return part.commitment
    return hmac.digest(part.salt, _encode(part.values), "sha256")


def leaf_document(version: int, stored: Stored) -> dict[str, Any]:
    """The event as everybody may have it: secret parts as commitments."""
    document: dict[str, Any] = {
        "version": version,
        "type": stored.type,
        "schema": stored.schema,
        "step": stored.step,
        "command": stored.command.hex(),
        "actor": stored.actor,
        "at": stored.at,
        "rule": stored.rule,
        "public": stored.public,
    }
    if stored.secret:
        document["secret"] = {name: commitment(part).hex() for name, part in stored.secret.items()}
    if stored.cause is not None:
        document["cause"] = {"type": stored.cause.type, "params": commitment(stored.cause.params).hex()}
    return document


def leaf_hash(version: int, stored: Stored) -> bytes:
    return sha256(b"\x00" + leaf_text(version, stored)).digest()


class _Cause(Struct):
    params: str
    type: str


class _Leaf(Struct, omit_defaults=True):
    actor: str
    at: int
    command: str
    public: dict[str, Any]
    rule: str
    schema: int
    step: int
    type: str
    version: int
    cause: _Cause | None = None
    secret: dict[str, str] | None = None


def leaf_text(version: int, stored: Stored) -> bytes:
    """`canonical(leaf_document(version, stored))`, made in two thirds of the time."""
    cause = stored.cause
    return _encode(
        _Leaf(
            stored.actor,
            stored.at,
            stored.command.hex(),
            stored.public,
            stored.rule,
            stored.schema,
            stored.step,
            stored.type,
            version,
            None if cause is None else _Cause(commitment(cause.params).hex(), cause.type),
            {name: commitment(part).hex() for name, part in stored.secret.items()} if stored.secret else None,
        )
    )


def read_hash(text: str) -> bytes:
    """A hash from 64 hex digits."""
    raw = bytes.fromhex(text)
    if raw.hex() != text or len(raw) != HASH_BYTES:
        raise ValueError("a hash is not 64 hexadecimal digits")
    return raw


def node_hash(left: bytes, right: bytes) -> bytes:
    return sha256(b"\x01" + left + right).digest()


def extend(frontier: Frontier, size: int, leaves: Sequence[bytes]) -> Frontier:
    """The frontier after these leaves have been appended to a tree of `size` leaves."""
    peaks = list(frontier)
    for size_after, leaf in enumerate(leaves, size + 1):
        node, pairs = leaf, size_after
        while not pairs & 1:  # each trailing zero bit of the new size closes one pair of equal subtrees
            node = sha256(b"\x01" + peaks.pop() + node).digest()
            pairs >>= 1
        peaks.append(node)
    return tuple(peaks)


def append_leaf(frontier: Frontier, size: int, leaf: bytes) -> tuple[list[bytes], Frontier]:
    """What one more leaf adds to a tree of `size` leaves: the subtrees that it closes, smallest first; the frontier."""
    peaks, closed = list(frontier), [leaf]
    for _ in range(((size + 1) & -(size + 1)).bit_length() - 1):
        closed.append(node_hash(peaks.pop(), closed[-1]))
    return closed, (*peaks, closed[-1])


def root_of(frontier: Frontier) -> bytes:
    """The root of the tree with this frontier."""
    if not frontier:
        return EMPTY_ROOT
    root = frontier[-1]
    for peak in frontier[-2::-1]:
        root = sha256(b"\x01" + peak + root).digest()
    return root


def pack(frontier: Frontier) -> bytes:
    return b"".join(frontier)


def unpack(packed: bytes) -> Frontier:
    return tuple(packed[i : i + HASH_BYTES] for i in range(0, len(packed), HASH_BYTES))


def _split(size: int) -> int:
    """The largest power of two below the size."""
    return 1 << (size - 1).bit_length() - 1


def tree_root(leaves: Sequence[bytes]) -> bytes:
    """The root over these leaf hashes, computed from all leaves (RFC 6962, 2.1)."""
    return root_of(extend((), 0, leaves))


Range = tuple[int, int]  # of leaves, from the first to before the second


def inclusion_proof(leaves: Sequence[bytes], index: int) -> list[bytes]:
    """The path that shows that a leaf is in the tree (RFC 6962, 2.1.1)."""
    return [tree_root(leaves[begin:end]) for begin, end in inclusion_ranges(index, 0, len(leaves))]


def inclusion_ranges(index: int, begin: int, end: int) -> list[Range]:
    """The subtrees whose roots are the path of this leaf in the tree over these leaves."""
    if end - begin <= 1:
        return []
    middle = begin + _split(end - begin)
    if index < middle:
        return [*inclusion_ranges(index, begin, middle), (middle, end)]
    return [*inclusion_ranges(index, middle, end), (begin, middle)]


def consistency_proof(leaves: Sequence[bytes], old_size: int) -> list[bytes]:
    """The nodes that show that the tree of `old_size` leaves is the beginning of this one (RFC 6962, 2.1.2)."""
    return [tree_root(leaves[begin:end]) for begin, end in consistency_ranges(old_size, len(leaves))]


def consistency_ranges(old_size: int, size: int) -> list[Range]:
    """The subtrees whose roots show that the tree of `old_size` leaves is the beginning of the tree of `size`."""
    if not 0 < old_size < size:
        return []
    return _subproof(old_size, 0, size, is_whole=True)


def _subproof(old_size: int, begin: int, end: int, *, is_whole: bool) -> list[Range]:
    if old_size == end:
        return [] if is_whole else [(begin, end)]
    middle = begin + _split(end - begin)
    if old_size <= middle:
        return [*_subproof(old_size, begin, middle, is_whole=is_whole), (middle, end)]
    return [*_subproof(old_size, middle, end, is_whole=False), (begin, middle)]


def root_from_inclusion(leaf: bytes, index: int, size: int, proof: Sequence[bytes]) -> bytes | None:
    """The root that an inclusion proof leads to (RFC 9162, 2.1.3.2), or None if it has the wrong length."""
    if not 0 <= index < size or not _are_hashes(leaf, *proof):
        return None
    node, last, root = index, size - 1, leaf
    for sibling in proof:
        if last == 0:
            return None
        if node & 1 or node == last:
            root = node_hash(sibling, root)
            while not node & 1 and node:
                node, last = node >> 1, last >> 1
        else:
            root = node_hash(root, sibling)
        node, last = node >> 1, last >> 1
    return root if last == 0 else None


def _are_hashes(*nodes: bytes) -> bool:
    return all(len(node) == HASH_BYTES for node in nodes)


def is_consistent(old_size: int, old_root: bytes, size: int, root: bytes, proof: Sequence[bytes]) -> bool:
    """Whether a proof shows that the smaller tree is the beginning of the larger one (RFC 9162, 2.1.4.2)."""
    if old_size == 0 and old_root != EMPTY_ROOT:
        return False
    if old_size == size:
        return old_root == root and not proof
    if not _are_hashes(old_root, root, *proof):
        return False
    if old_size == 0:
        return not proof  # every tree begins with the empty one
    if not 0 < old_size < size or not proof:
        return False
    path = list(proof)
    if old_size & (old_size - 1) == 0:
        path.insert(0, old_root)
    node, last = old_size - 1, size - 1
    while node & 1:
        node, last = node >> 1, last >> 1
    old = new = path[0]
    for sibling in path[1:]:
        if last == 0:
            return False
        if node & 1 or node == last:
            old, new = node_hash(sibling, old), node_hash(sibling, new)
            while not node & 1 and node:
                node, last = node >> 1, last >> 1
        else:
            new = node_hash(new, sibling)
        node, last = node >> 1, last >> 1
    return old == old_root and new == root and last == 0
