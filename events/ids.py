"""How ids are written: 16 characters of 5 bits each, without letters that look like others."""

from __future__ import annotations

ID_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
ID_LENGTH = 16
DIGEST_BYTES = 10  # of which an id can be made


def id_from(digest: bytes) -> str:
    """The id, without its prefix, that follows from a hash."""
    assert len(digest) == DIGEST_BYTES
    number = int.from_bytes(digest, "big")
    return "".join(ID_ALPHABET[number >> 5 * index & 31] for index in range(ID_LENGTH))
