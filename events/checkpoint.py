"""Signed checkpoints of a tree, in the signed-note form of C2SP: origin, size, root, and an Ed25519 signature.

`verify_match.py` and `pages/static/notes.js` read notes too; `tests/notes` has one table of cases for all three.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable
from hashlib import sha256

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from msgspec import Struct

from events.origin import default_origin, match_origin

ED25519 = b"\x01"
SEED_BYTES = 32
ROOT_BYTES = 32
SIZE_MAX = 2**53 - 1  # the largest whole number that every verifier holds exactly
SIGNATURES_MAX = 16
_NAME = re.compile(r"[!-*,-~]{1,200}")  # of a key: no blank, no plus
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


class Key(Struct, frozen=True):
    """A public key and its name, which is the origin of what it signs."""

    name: str
    public: bytes

    @property
    def id(self) -> bytes:
        return sha256(self.name.encode() + b"\n" + ED25519 + self.public).digest()[:4]

    @property
    def text(self) -> str:
        """The form in which verifiers are given it: `name+id+key`."""
        return f"{self.name}+{self.id.hex()}+{base64.b64encode(ED25519 + self.public).decode()}"


class BadCheckpoint(ValueError):
    """A note that is not a checkpoint, or not signed by the key it should be signed by."""


class Signer:
    """The server's key; without an origin it is named after the key itself, so that no two installations share one."""

    def __init__(self, seed: bytes, origin: str | None = None) -> None:
        self._private = Ed25519PrivateKey.from_private_bytes(seed)
        public = self._private.public_key().public_bytes_raw()
        self.origin = origin or default_origin(public)
        self._key = Key(self.origin, public)
        self.key = self._key.text

    def origin_of(self, match: str, *, is_imported: bool = False) -> str:
        return match_origin(self.origin, match, is_imported=is_imported)

    def sign(self, checkpoint: Checkpoint) -> str:
        """The checkpoint as a signed note."""
        text = note_text(checkpoint)
        signature = base64.b64encode(self._key.id + self._private.sign(text.encode())).decode()
        return f"{text}\n— {self.origin} {signature}\n"


def read_key(text: str) -> Key:
    """A verifier key, in the one form that it can have."""
    try:
        name, _, encoded = text.split("+", 2)
        raw = base64.b64decode(encoded, validate=True)
    except ValueError:
        raise BadCheckpoint("the verifier key is malformed") from None
    key = Key(name, raw[1:])
    if not _NAME.fullmatch(name) or raw[:1] != ED25519 or len(raw) != 1 + SEED_BYTES or key.text != text:
        raise BadCheckpoint("the verifier key is not one for Ed25519")
    if is_weak(key.public):
        raise BadCheckpoint("the verifier key is not one that binds its owner")
    return key


def is_weak(public: bytes) -> bool:
    """Whether this is a point of small order, or not in its shortest form: many signatures would fit such a key."""
    y = int.from_bytes(public, "little") & ((1 << 255) - 1)
    return y >= _P or y in _SMALL_ORDER


def note_text(checkpoint: Checkpoint) -> str:
    return f"{checkpoint.origin}\n{checkpoint.size}\n{base64.b64encode(checkpoint.root).decode()}\n"


def open_note(note: str, key: str) -> Checkpoint:
    """The checkpoint in a note, if the note is signed by this key; lines of other keys are passed over."""
    wanted = read_key(key)
    text, signatures = _divide(note)
    for name, raw in signatures:
        if name == wanted.name and raw[:4] == wanted.id:
            try:
                Ed25519PublicKey.from_public_bytes(wanted.public).verify(raw[4:], text.encode())
            except (ValueError, InvalidSignature):
                raise BadCheckpoint("the signature does not fit the note") from None
            return _parse(text)
    raise BadCheckpoint("the note is not signed by this key")


def find_signer(note: str, keys: Iterable[str]) -> str | None:
    """The key, of these, that the note says it is signed by."""
    _, signatures = _divide(note)
    signers = {(name, raw[:4]) for name, raw in signatures}
    return next((key for key in keys if (read_key(key).name, read_key(key).id) in signers), None)


def _divide(note: str) -> tuple[str, list[tuple[str, bytes]]]:
    """The text, and name and bytes of every signature."""
    text, separator, block = note.rpartition("\n\n")
    lines = block.split("\n")
    if not separator or lines.pop() or not lines or len(lines) > SIGNATURES_MAX:
        raise BadCheckpoint("the note has no signature, or too many")
    return text + "\n", [_signature_line(line) for line in lines]


def _signature_line(line: str) -> tuple[str, bytes]:
    mark, name, encoded = [*line.split(" "), "", ""][:3]
    try:
        raw = base64.b64decode(encoded, validate=True)
    except ValueError:
        raw = b""
    is_whole = len(raw) >= 5 and base64.b64encode(raw).decode() == encoded
    if mark != "—" or not name or line.count(" ") != 2 or not is_whole:
        raise BadCheckpoint("a line below the note is not a signature")
    return name, raw


def _parse(text: str) -> Checkpoint:
    """Three lines, each in the one form that it can have; further lines would be extensions, which we write none of."""
    found = _CHECKPOINT.fullmatch(text)
    if found is None or int(found[2]) > SIZE_MAX:
        raise BadCheckpoint("the note does not hold a checkpoint")
    try:
        root = base64.b64decode(found[3], validate=True)
    except ValueError:
        root = b""
    if len(root) != ROOT_BYTES or base64.b64encode(root).decode() != found[3]:
        raise BadCheckpoint("the note does not hold the root of a tree")
    return Checkpoint(found[1], int(found[2]), root)
