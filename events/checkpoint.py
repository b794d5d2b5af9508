"""Signed checkpoints of a tree, in the signed-note form of C2SP: origin, size, root, and an Ed25519 signature."""

from __future__ import annotations

import base64
import re
from hashlib import sha256

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from msgspec import Struct

KEY_NAME = "matchledger"
ED25519 = b"\x01"
SEED_BYTES = 32
ROOT_BYTES = 32
SIGNATURES_MAX = 16
_CHECKPOINT = re.compile(r"([^\x00-\x1f\x7f]+)\n(0|[1-9][0-9]{0,15})\n([A-Za-z0-9+/=]+)\n")
_P = 2**255 - 19
_SMALL_ORDER = frozenset(  # the y of all points of order 1, 2, 4 and 8
    {
        0,
        1,
        _P - 1,
        0x05FC536D880238B13933C6D305ACDFD5F098EFF289F4C345B027B2C28F95E826,
        0x7A03AC9277FDC74EC6CC392CFA53202A0F67100D760B3CBA4FD84D3D706A17C7,
    }
)


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
    if verifier != verifier_key(raw[1:]) or is_weak(raw[1:]):
        raise BadCheckpoint("the verifier key is not one that binds its owner")
    return raw[1:]


def is_weak(public: bytes) -> bool:
    """Whether this is a point of small order, or not in its shortest form: many signatures would fit such a key."""
    y = int.from_bytes(public, "little") & ((1 << 255) - 1)
    return y >= _P or y in _SMALL_ORDER


def note_text(checkpoint: Checkpoint) -> str:
    return f"{checkpoint.origin}\n{checkpoint.size}\n{base64.b64encode(checkpoint.root).decode()}\n"


def open_note(note: str, public: bytes) -> Checkpoint:
    """The checkpoint in a note, if the note is signed by this key; lines of other keys are passed over."""
    text, separator, signatures = note.rpartition("\n\n")
    lines = signatures.split("\n")
    if not separator or lines.pop() or not lines or len(lines) > SIGNATURES_MAX:
        raise BadCheckpoint("the note has no signature, or too many")
    text += "\n"
    for line in lines:
        name, raw = _signature_line(line)
        if name != KEY_NAME or raw[:4] != key_id(public):
            continue
        try:
            Ed25519PublicKey.from_public_bytes(public).verify(raw[4:], text.encode())
        except (ValueError, InvalidSignature):
            raise BadCheckpoint("the signature does not fit the note") from None
        return _parsed(text)
    raise BadCheckpoint("the note is not signed by this key")


def _signature_line(line: str) -> tuple[str, bytes]:
    mark, name, encoded = [*line.split(" "), "", ""][:3]
    try:
        raw = base64.b64decode(encoded, validate=True)
    except ValueError:
        raw = b""
    if mark != "—" or not name or line.count(" ") != 2 or len(raw) < 5:
        raise BadCheckpoint("a line below the note is not a signature")
    return name, raw


def _parsed(text: str) -> Checkpoint:
    """Three lines, each in the one form that it can have; further lines would be extensions, which we write none of."""
    found = _CHECKPOINT.fullmatch(text)
    if found is None:
        raise BadCheckpoint("the note does not hold a checkpoint")
    try:
        root = base64.b64decode(found[3], validate=True)
    except ValueError:
        root = b""
    if len(root) != ROOT_BYTES or base64.b64encode(root).decode() != found[3]:
        raise BadCheckpoint("the note does not hold the root of a tree")
    return Checkpoint(found[1], int(found[2]), root)
