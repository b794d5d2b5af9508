"""What is saved when two signed notes contradict one another: both of them, as evidence for anybody."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from events.checkpoint import BadCheckpoint


class NoteDocument(msgspec.Struct):
    """A checkpoint as the service gives it out."""

    note: str


class Fork(msgspec.Struct, frozen=True):
    """Two notes of one origin that cannot both be true."""

    sentence: str
    kept: str  # the note that somebody had kept
    seen: str  # the note that is shown now, or its text where signing has stopped
    proof: dict[str, Any] | None = None  # the answer that was given when a consistency proof was asked for


def read_note(path: Path) -> str:
    """A note that somebody kept: the note, or the document that the service answered with it."""
    text = path.read_text(encoding="utf-8")
    try:
        return msgspec.json.decode(text, type=NoteDocument).note if text.startswith("{") else text
    except msgspec.DecodeError as error:
        raise BadCheckpoint(f"{path}: {error}") from None


def save_fork(folder: Path, fork: Fork) -> Path:
    """Keep both notes as files; the same fork is kept once."""
    name = sha256(f"{fork.kept}\n{fork.seen}".encode()).hexdigest()[:12]
    place = folder / f"fork-{name}"
    place.mkdir(parents=True, exist_ok=True)
    (place / "kept.note").write_text(fork.kept, encoding="utf-8")
    (place / "seen.note").write_text(fork.seen, encoding="utf-8")
    if fork.proof is not None:
        (place / "proof.json").write_bytes(msgspec.json.encode(fork.proof) + b"\n")
    return place
