"""Redis' append-only file: where its first damage begins, and whether complete commands follow it."""

from __future__ import annotations

import contextlib
import mmap
import re
from collections.abc import Iterator
from pathlib import Path

PREAMBLE = b"REDIS"  # a snapshot at the beginning of the file, as servers before 7.0 write it
SEARCHED_BYTES = 4_000_000  # from the end, where the file begins with a snapshot
_COUNT = re.compile(rb"\*([0-9]{1,9})\r\n")
_LENGTH = re.compile(rb"\$([0-9]{1,10})\r\n")
_EXEC = re.compile(rb"\r\nEXEC\r\n", re.IGNORECASE)
_COMMAND = re.compile(rb"\*[0-9]{1,9}\r\n\$[0-9]{1,3}\r\n[A-Za-z]")


def find_end(path: Path) -> int | None:
    """Where the last command ends that is complete and not inside an open transaction; None if that cannot be told."""
    with _opened(path) as content:
        if not content[:5].startswith(PREAMBLE):
            return _end_of_commands(content, 0)
        for found in _COMMAND.finditer(content, max(0, len(content) - SEARCHED_BYTES)):
            # Inside a snapshot something may look like a command; a transaction that ends well does not.
            end = _end_of_commands(content, found.start())
            if end > found.start() and _EXEC.search(content, found.start(), end):
                return end
    return None


def has_commands(path: Path, start: int) -> bool:
    """Whether anything after this byte was once written as a whole: then it is more than a broken end."""
    with _opened(path) as content:
        position, is_open = start, False
        while (found := _read_command(content, position)) is not None:
            name, position = found
            is_open = _is_open(name, is_open)
        if is_open:  # its commands count only if it was ended
            return _EXEC.search(content, position) is not None
        return any(_read_command(content, found.start()) for found in _COMMAND.finditer(content, position))


@contextlib.contextmanager
def _opened(path: Path) -> Iterator[mmap.mmap | bytes]:
    if not path.stat().st_size:  # cannot be mapped
        yield b""
        return
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
        yield content


def _end_of_commands(content: mmap.mmap | bytes, start: int) -> int:
    end = position = start
    is_open = False
    while (found := _read_command(content, position)) is not None:
        name, position = found
        is_open = _is_open(name, is_open)
        if not is_open:
            end = position
    return end


def _is_open(name: bytes, was_open: bool) -> bool:
    """Whether a transaction is open after a command of this name."""
    return name == b"MULTI" or (was_open and name != b"EXEC")


def _read_command(content: mmap.mmap | bytes, start: int) -> tuple[bytes, int] | None:
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
