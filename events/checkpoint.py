"""Signed checkpoints of a tree, in the signed-note form of C2SP: origin, size, root, and an Ed25519 signature."""

from __future__ import annotations

import base64
from hashlib import sha256

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from msgspec import Struct

KEY_NAME = "matchledger"
ED25519 = b"\x01"
SEED_BYTES = 32


class Checkpoint(Struct, frozen=True):
    origin: str
    size: int
    root: bytes


class BadCheckpoint(ValueError):
    """A note that is not a checkpoint, or not signed by the key it should be signed by."""


class Signer:
    """The server's key."""

    def __init__(self, seed: bytes) -> None:
        self._key = Ed25519PrivateKey.from_private_bytes(seed)
        self.public = self._key.public_key().public_bytes_raw()

    def sign(self, checkpoint: Checkpoint) -> str:
        """The checkpoint as a signed note."""
        text = note_text(checkpoint)
        signature = base64.b64encode(key_id(self.public) + self._key.sign(text.encode())).decode()
        return f"{text}\n— {KEY_NAME} {signature}\n"


def origin_of(match: str) -> str:
    return f"matchledger/{match}"


def key_id(public: bytes) -> bytes:
    return sha256(KEY_NAME.encode() + b"\n" + ED25519 + public).digest()[:4]


def verifier_key(public: bytes) -> str:
    """The public key in the form in which verifiers are given it: `name+id+key`."""
    return f"{KEY_NAME}+{key_id(public).hex()}+{base64.b64encode(ED25519 + public).decode()}"


def public_of(verifier: str) -> bytes:
    """The public key out of a verifier key."""
    try:
        name, identity, encoded = verifier.split("+", 2)
        raw = base64.b64decode(encoded, validate=True)
    except ValueError:
        raise BadCheckpoint("the verifier key is malformed") from None
    if name != KEY_NAME or raw[:1] != ED25519 or len(raw) != 1 + SEED_BYTES or key_id(raw[1:]).hex() != identity:
        raise BadCheckpoint("the verifier key is not one of a match ledger")
    return raw[1:]


def note_text(checkpoint: Checkpoint) -> str:
    return f"{checkpoint.origin}\n{checkpoint.size}\n{base64.b64encode(checkpoint.root).decode()}\n"


def open_note(note: str, public: bytes) -> Checkpoint:
    """The checkpoint in a note, if the note is signed by this key."""
    text, separator, signatures = note.rpartition("\n\n")
    if not separator:
        raise BadCheckpoint("the note has no signature")
    text += "\n"
    for line in signatures.splitlines():
        mark, name, encoded = [*line.split(" "), "", ""][:3]
        if mark == "—" and name == KEY_NAME:
            try:
                raw = base64.b64decode(encoded, validate=True)
                Ed25519PublicKey.from_public_bytes(public).verify(raw[4:], text.encode())
            except (ValueError, InvalidSignature):
                raise BadCheckpoint("the signature does not fit the note") from None
            if raw[:4] == key_id(public):
                return _parsed(text)
    raise BadCheckpoint("the note is not signed by this key")


def _parsed(text: str) -> Checkpoint:
    lines = text.splitlines()
    try:
        origin, size, root = lines[0], int(lines[1]), base64.b64decode(lines[2], validate=True)
    except (IndexError, ValueError):
        raise BadCheckpoint("the note does not hold a checkpoint") from None
    return Checkpoint(origin, size, root)
