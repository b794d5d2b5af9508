"""How ids are written: 16 characters of 5 bits each, without letters that look like others."""

from __future__ import annotations

ID_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
ID_LENGTH = 16
DIGEST_BYTES = 10  # of which an id can be made
_KIND, _MARK = "m-", b"\0"  # of a match; no text begins with the mark
_DIGITS = str.maketrans(ID_ALPHABET, "0123456789abcdefghijklmnopqrstuv")


def id_from(digest: bytes) -> str:
    """The id, without its prefix, that follows from a hash."""
    assert len(digest) == DIGEST_BYTES
    number = int.from_bytes(digest, "big")
    return "".join(ID_ALPHABET[number >> 5 * index & 31] for index in range(ID_LENGTH))


def pack_id(text: str) -> bytes:
    """The id of a match in 11 bytes in place of 18, which sort as the ids do; any other text as it is."""
    digits = text.removeprefix(_KIND)
    if not text.startswith(_KIND) or len(digits) != ID_LENGTH or not set(digits) <= set(ID_ALPHABET):
        return text.encode()
    return _MARK + int(digits.translate(_DIGITS), 32).to_bytes(DIGEST_BYTES, "big")


def unpack_id(packed: bytes) -> str:
    if not packed.startswith(_MARK):
        return packed.decode()
    number = int.from_bytes(packed[1:], "big")
    return _KIND + "".join(ID_ALPHABET[number >> 5 * index & 31] for index in reversed(range(ID_LENGTH)))
