"""How ids are written: 16 characters of 5 bits each, without letters that look like others."""

from __future__ import annotations

ID_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
ID_LENGTH = 16
DIGEST_BYTES = 10  # of which an id can be made
PACKED_BYTES = 1 + DIGEST_BYTES
_MARKS = {"m-": b"\0", "p-": b"\1"}  # of a match and of a person; no text begins with a mark
_KINDS = {mark: kind for kind, mark in _MARKS.items()}
_PAIRS = [high + low for high in ID_ALPHABET for low in ID_ALPHABET]
_SHIFTS = range(5 * ID_LENGTH - 10, -1, -10)
_DIGITS = str.maketrans(ID_ALPHABET, "0123456789abcdefghijklmnopqrstuv")


def id_from(digest: bytes) -> str:
    """The id, without its prefix, that follows from a hash."""
    assert len(digest) == DIGEST_BYTES
    number = int.from_bytes(digest, "big")
    return "".join(ID_ALPHABET[number >> 5 * index & 31] for index in range(ID_LENGTH))


def pack_id(text: str) -> bytes:
    """The id of a match or a person in 11 bytes in place of 18, which sort as the ids do; any other text as it is."""
    mark, digits = _MARKS.get(text[:2]), text[2:]
    if mark is None or len(digits) != ID_LENGTH or not set(digits) <= set(ID_ALPHABET):
        return text.encode()
    return mark + int(digits.translate(_DIGITS), 32).to_bytes(DIGEST_BYTES, "big")


def unpack_id(packed: bytes) -> str:
    kind = _KINDS.get(packed[:1])
    if kind is None:
        return packed.decode()
    number = int.from_bytes(packed[1:], "big")
    return kind + "".join([_PAIRS[number >> shift & 1023] for shift in _SHIFTS])
