"""Redis' append-only file: where its last complete command ends, if what follows is not a command."""

from __future__ import annotations

import mmap
import re
from pathlib import Path

PREAMBLE = b"REDIS"  # a snapshot at the beginning of the file, as servers before 7.0 write it
SEARCHED_BYTES = 4_000_000  # from the end, where the file begins with a snapshot
_COUNT = re.compile(rb"\*([0-9]{1,9})\r\n")
_LENGTH = re.compile(rb"\$([0-9]{1,10})\r\n")
_COMMAND = re.compile(rb"\*[0-9]{1,9}\r\n\$[0-9]{1,3}\r\n[A-Za-z]")


def find_end(path: Path) -> int | None:
    """Where the last command ends that is complete and not inside an open transaction; None if there is none."""
    if not path.stat().st_size:
        return None
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
        if not content[:5].startswith(PREAMBLE):
            return _end_of_commands(content, 0) or None
        for found in _COMMAND.finditer(content, max(0, len(content) - SEARCHED_BYTES)):
            # Inside a snapshot something may look like a command; a transaction that ends well does not.
            end = _end_of_commands(content, found.start())
            if end > found.start() and b"\r\nEXEC\r\n" in content[found.start() : end].upper():
                return end
    return None


def has_commands(piece: bytes) -> bool:
    """Whether there is anything in it that was once written as a whole: then it is more than a broken end."""
    return b"\r\nEXEC\r\n" in piece.upper()


def _end_of_commands(content: mmap.mmap, start: int) -> int:
    end = position = start
    is_open = False
    while (found := _read_command(content, position)) is not None:
        name, position = found
        is_open = name == b"MULTI" or (is_open and name != b"EXEC")
        if not is_open:
            end = position
    return end


def _read_command(content: mmap.mmap, start: int) -> tuple[bytes, int] | None:
    """The name of the command that begins here, and where it ends; None if it is not a complete command."""
    count = _COUNT.match(content, start)
    if count is None or not int(count[1]):
        return None
    position, name = count.end(), b""
    for index in range(int(count[1])):
        length = _LENGTH.match(content, position)
        if length is None:
            return None
        position = length.end() + int(length[1]) + 2
        if content[position - 2 : position] != b"\r\n":
            return None
        if not index:
            name = content[length.end() : position - 2].upper()
    return name, position
